//! Values as source text, and pictures as files.

use serde_json::json;
use tilework_algebra::draw::Scene;
use tilework_algebra::export::Form;

use crate::program::{names_before, statements, value};
use crate::refused;
use crate::request::Request;

/// The value in each form, or why a form has no words for it.
pub fn export(request: &Request) -> String {
    let all = statements(request.text("text"));
    let Some(statement) = all.get(request.number("statement")) else {
        return refused("there is no such statement");
    };
    let mut names = names_before(&all, request.number("statement"));
    let Ok((Some(value), _)) = value(statement.text, &mut names) else {
        return json!({ "forms": [] }).to_string();
    };
    let forms = Form::ALL.iter().map(|form| match value.as_layout().map(|it| form.write(it)) {
        Some(Ok(text)) => json!({ "name": form.name(), "text": text.trim_end() }),
        Some(Err(error)) => json!({ "name": form.name(), "error": error.to_string() }),
        None => {
            let error = format!("source text is written of a layout, not of {}", value.kind());
            json!({ "name": form.name(), "error": error })
        }
    });
    json!({ "forms": forms.collect::<Vec<_>>() }).to_string()
}

/// The picture as a file.
pub fn file(scene: &Scene, request: &Request) -> String {
    let text = match request.text("form") {
        "svg" => scene.to_svg(),
        "tikz" => scene.to_tikz(),
        "html" => scene.to_html(request.text("title")),
        "text" => scene.to_terminal(false),
        _ => return refused("pictures have no such form"),
    };
    json!({ "file": text }).to_string()
}
