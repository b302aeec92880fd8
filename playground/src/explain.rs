//! The steps to a value, each operation with its picture.

use serde_json::json;
use tilework_algebra::draw::explained;

use crate::program::{failed, names_before, place, statements};
use crate::request::Request;
use crate::{Pictures, refused};

/// The most characters of a step.
const MAX_STEP: usize = 2000;
/// The most steps.
const MAX_STEPS: usize = 2000;

pub fn explain(request: &Request, pictures: &mut Pictures) -> String {
    let text = request.text("text");
    let all = statements(text);
    let Some(statement) = all.get(request.number("statement")) else {
        return refused("there is no such statement");
    };
    let mut names = names_before(&all, request.number("statement"));
    let end = statement.from + statement.text.len();
    let explained = match explained(statement.text, &mut names, request.by(), &request.window()) {
        Ok(explained) => explained,
        Err(failure) => {
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
