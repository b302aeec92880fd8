//! Failures as exceptions, which `tilework/errors.py` defines.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use tilework_algebra::expression::{Failure, Reason};
use tilework_algebra::{Error, Rule};

/// The exception for an operation that was called with values.
pub fn of_call(failure: Failure) -> PyErr {
    of(&failure.reason, failure.reason.to_string(), None)
}

/// The exception for a text, which shows the place in it.
pub fn of_text(failure: Failure, text: &str) -> PyErr {
    let shown = failure.show(text);
    let message = shown.strip_prefix("error: ").unwrap_or(&shown).to_owned();
    of(&failure.reason, message, Some(failure.at))
}

/// The exception for an error of the algebra.
pub fn of_algebra(error: Error) -> PyErr {
    of(&Reason::Algebra(error), error.to_string(), None)
}

fn of(reason: &Reason, message: String, at: Option<usize>) -> PyErr {
    Python::attach(|py| exception(py, reason, message, at).unwrap_or_else(|error| error))
}

/// Calls `tilework.errors.exception(message, kind, operation, rule, mode, numbers, hint, at)`.
fn exception(
    py: Python<'_>,
    reason: &Reason,
    message: String,
    at: Option<usize>,
) -> PyResult<PyErr> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.get_or_try_init(py, || {
        PyResult::Ok(py.import("tilework.errors")?.getattr("exception")?.unbind())
    })?;
    let kind = match reason {
        Reason::Algebra(_) | Reason::Composed { .. } => "algebra",
        Reason::Expected(_)
        | Reason::Reserved(_)
        | Reason::Unknown { .. }
        | Reason::OffsetOrShape(_) => "notation",
        Reason::Arguments { .. } | Reason::Kind { .. } => "kind",
        Reason::Integer
        | Reason::Depth(_)
        | Reason::Length(_)
        | Reason::Work(_)
        | Reason::Held(_) => "limit",
        Reason::None(_) => "none",
        _ => "other",
    };
    let error = match reason {
        Reason::Algebra(error) | Reason::Composed { error, .. } => Some(error),
        _ => None,
    };
    let numbers = PyDict::new(py);
    let mut variant = String::new();
    if let Some(error) = error {
        variant = parts(error.rule, |name, number| numbers.set_item(name, number))?;
    }
    let operation = error.map(|error| error.operation.to_string());
    let rule = error.map(|error| error.rule.name());
    let mode = error.and_then(|error| error.mode);
    let hint = error.map(Error::instead).filter(|hint| !hint.is_empty());
    let exception =
        make.bind(py).call1((message, kind, variant, operation, rule, mode, numbers, hint, at))?;
    Ok(match exception.is_instance_of::<pyo3::exceptions::PyBaseException>() {
        true => PyErr::from_value(exception),
        false => PyValueError::new_err("tilework.errors.exception returned no exception"),
    })
}

/// The name of the rule's variant, and its numbers by name: both are what `Debug` prints of a rule.
fn parts(rule: Rule, mut number: impl FnMut(&str, i128) -> PyResult<()>) -> PyResult<String> {
    let text = format!("{rule:?}");
    let (variant, fields) = text.split_once(" { ").unwrap_or((&text, ""));
    for field in fields.trim_end_matches(" }").split(", ") {
        if let Some((name, value)) = field.split_once(": ")
            && let Ok(value) = value.parse()
        {
            number(name, value)?;
        }
    }
    Ok(variant.to_owned())
}
