//! The steps to a value, each operation with its picture.

use serde_json::json;
use tilework_algebra::draw::{Scene, Window, explained};

use crate::program::{failed, names_before, place, statements};
use crate::request::Request;
use crate::{Pictures, refused};

/// The most characters of a step.
const MAX_STEP: usize = 2000;
/// The most steps.
const MAX_STEPS: usize = 2000;

pub fn explain(request: &Request, pictures: &mut Pictures) -> String {
    let text = request.text("text");
    let program = statements(text);
    let Some(statement) = program.get(request.number("statement")) else {
        return refused("there is no such statement");
    };
    let names = names_before(&program, request.number("statement"));
    let explain =
        |window: Window| explained(statement.text, &mut names.clone(), request.by(), &window);
    // Panels stand below one another, unless that leaves out some of their columns.
    let is_cut = |scene: &Scene| scene.texts().iter().any(|text| text.text.ends_with(" are drawn"));
    let explained = match explain(request.window()) {
        Ok(narrow) if narrow.scenes.iter().any(is_cut) => explain(Window::on_screen()),
        narrow => narrow,
    };
    let explained = match explained {
        Ok(explained) => explained,
        Err(failure) => {
            let end = statement.from + statement.text.len();
            let failure = failed(&failure, &text[..end], statement.from);
            return json!({ "failure": failure }).to_string();
        }
    };
    let steps = explained.steps.iter().take(MAX_STEPS).map(|step| {
        json!({
            "text": step.text.chars().take(MAX_STEP).collect::<String>(),
            "indent": step.indent,
            "picture": step.scene.map(|scene| format!("step-{scene}")),
            "at": step.at.map(|at| place(text, statement.from + at)),
        })
    });
    let steps: Vec<_> = steps.collect();
    for (number, scene) in explained.scenes.into_iter().enumerate() {
        pictures.keep(&format!("step-{number}"), scene);
    }
    json!({ "steps": steps }).to_string()
}
