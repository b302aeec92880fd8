//! Pictures as numbers, which the page draws.

use std::fmt::Write;

use serde_json::json;
use tilework_algebra::draw::{Background, Mark, Role, Scene, of_expression};

use crate::program::{failed, names_before, statements};
use crate::request::Request;
use crate::{Pictures, refused};

/// The most pictures that are kept.
const MAX_PICTURES: usize = 64;

impl Pictures {
    pub fn keep(&mut self, name: &str, scene: Scene) {
        if self.0.len() >= MAX_PICTURES && !self.0.contains_key(name) {
            self.0.pop_first();
        }
        self.0.insert(name.to_owned(), scene);
    }
}

/// The picture of a statement, or why there is none.
pub fn draw(request: &Request, pictures: &mut Pictures) -> String {
    let text = request.text("text");
    let all = statements(text);
    let Some(statement) = all.get(request.number("statement")) else {
        return refused("there is no such statement");
    };
    let mut names = names_before(&all, request.number("statement"));
    match of_expression(statement.text, &mut names, request.by(), &request.window()) {
        Ok(scene) => {
            let written = written(&scene);
            pictures.keep(request.text("picture"), scene);
            written
        }
        Err(failure) => {
            let end = statement.from + statement.text.len();
            json!({ "failure": failed(&failure, &text[..end], statement.from) }).to_string()
        }
    }
}

/// The picture: seven numbers for each cell, five for each rule, and so on. It is written by hand, as there may be many
/// thousand cells.
pub fn written(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail, here and below.
    let _ = write!(
        out,
        "{{\"width\":{},\"height\":{},\"panels\":{},\"cells\":[",
        scene.width(),
        scene.height(),
        json!(scene.panels()),
    );
    for (at, cell) in scene.cells().iter().enumerate() {
        let fill = match cell.fill {
            Background::Empty => -1,
            Background::Faint => -2,
            Background::Tint(number) => (number % 8) as i64,
        };
        let mark = match cell.mark {
            Mark::Unmarked => 0,
            Mark::Selected => 1,
            Mark::Conflict => 2,
        };
        let _ = write!(
            out,
            "{}{},{},{},{},{fill},{mark},{}",
            comma(at),
            cell.x,
            cell.y,
            cell.width,
            cell.height,
            cell.panel,
        );
    }
    out.push_str("],\"labels\":");
    strings(&mut out, scene.cells().iter().map(|cell| &cell.label[..]));
    out.push_str(",\"rules\":[");
    for (at, rule) in scene.rules().iter().enumerate() {
        let ((x1, y1), (x2, y2)) = (rule.from, rule.to);
        let _ = write!(out, "{}{x1},{y1},{x2},{y2},{}", comma(at), rule.level);
    }
    out.push_str("],\"arrows\":[");
    for (at, arrow) in scene.arrows().iter().enumerate() {
        let ((x1, y1), (x2, y2)) = (arrow.from, arrow.to);
        let _ = write!(out, "{}{x1},{y1},{x2},{y2},{}", comma(at), u8::from(arrow.head));
    }
    out.push_str("],\"texts\":[");
    for (at, text) in scene.texts().iter().enumerate() {
        let role = match text.role {
            Role::Title => "title",
            Role::RowNumber => "row",
            Role::ColumnNumber => "column",
            Role::Note => "note",
        };
        let text = json!([text.x, text.y, text.width, text.height, role, text.text]);
        let _ = write!(out, "{}{text}", comma(at));
    }
    out.push_str("],\"facts\":");
    let mut names: Vec<&str> = Vec::new();
    for cell in scene.cells() {
        for (name, _) in &cell.facts {
            if !names.contains(name) {
                names.push(name);
            }
        }
    }
    let _ = write!(out, "{}}}", json!(names));
    out
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { "," }
}

/// A list of strings.
pub fn strings<'a>(out: &mut String, all: impl Iterator<Item = &'a str>) {
    out.push('[');
    for (at, text) in all.enumerate() {
        out.push_str(comma(at));
        out.push('"');
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                c if c < ' ' => out.push(' '),
                c => out.push(c),
            }
        }
        out.push('"');
    }
    out.push(']');
}
