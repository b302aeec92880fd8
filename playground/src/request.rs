//! Requests: objects of JSON.

use serde_json::{Map, Value};
use tilework_algebra::draw::{By, Window};

/// A request. What it lacks is empty or 0.
pub struct Request(Map<String, Value>);

impl Request {
    pub fn read(text: &str) -> Option<Request> {
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Some(Request(object)),
            _ => None,
        }
    }

    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or("")
    }

    pub fn number(&self, name: &str) -> usize {
        self.0.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
    }

    /// A number of the object `access`, at least 1.
    pub fn of_access(&self, name: &str, default: i64) -> i64 {
        let access = self.0.get("access").and_then(|access| access.get(name));
        access.and_then(Value::as_i64).unwrap_or(default).clamp(1, 1 << 16)
    }

    /// The same, or none if the number is not known: it is `null` in the object.
    pub fn known(&self, name: &str, default: i64) -> Option<i64> {
        let given = self.0.get("access").and_then(|access| access.get(name));
        (!given.is_some_and(Value::is_null)).then(|| self.of_access(name, default))
    }

    /// What the colors say.
    pub fn by(&self) -> By {
        if self.text("by") == "value" { By::Value } else { By::Thread }
    }

    /// The part that is drawn. Panels stand below one another beyond `width` characters.
    pub fn window(&self) -> Window {
        match self.number("width") {
            0 => Window::on_screen(),
            width => Window::on_screen().within(width),
        }
    }
}
