//! Expressions in text: values, explanations, pictures, source text, and the calculator itself.

use std::ffi::OsString;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilework_algebra::draw::{By, Scene, Window, of_expression, page};
use tilework_algebra::export::Form;
use tilework_algebra::expression::{self as tw, Expression, Names, Reason};

use crate::convert::{from_python, to_python};
use crate::error;
use crate::facts::Facts;

/// The value of a text that someone wrote: its notes are warnings. What is known of its symbols is added to `facts`.
pub fn read(text: &str, facts: &mut Facts) -> PyResult<tw::Value> {
    let mut names = Names::new();
    let value = value(text, &mut names, true)?;
    facts.join(&Facts::of(&names));
    Ok(value)
}

/// The value of what an object prints.
pub fn printed(text: &str, facts: &mut Facts) -> PyResult<tw::Value> {
    let mut names = Names::new();
    let value = value(text, &mut names, false)?;
    facts.join(&Facts::of(&names));
    Ok(value)
}

/// The value of an expression. Between its steps, other threads go on, and Ctrl-C ends it.
fn value(text: &str, names: &mut Names, warns: bool) -> PyResult<tw::Value> {
    let expression: Expression = text.parse().map_err(|failure| error::of_text(failure, text))?;
    let mut interrupted = None;
    let result = expression.evaluate_while(names, &mut || {
        interrupted = Python::attach(|py| py.check_signals()).err();
        interrupted.is_none()
    });
    let value = match interrupted {
        Some(interrupted) => return Err(interrupted),
        None => result.map_err(|failure| error::of_text(failure, text))?,
    };
    if warns {
        warn(&expression, names)?;
    }
    Ok(value)
}

/// Shows the notes of the reader, and those on new symbols, as warnings.
fn warn(expression: &Expression, names: &mut Names) -> PyResult<()> {
    let mut notes = expression.notes().to_vec();
    notes.extend(names.take_notes());
    if notes.is_empty() {
        return Ok(());
    }
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    Python::attach(|py| py.import("tilework.errors")?.getattr("warn")?.call1((notes,)).map(drop))
}

/// The value of an expression, in which names stand for values.
#[pyfunction]
#[pyo3(signature = (text, names=None))]
pub fn evaluate<'py>(
    py: Python<'py>,
    text: &str,
    names: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut names = crate::convert::names(names)?;
    let value = value(text, &mut names, true)?;
    to_python(py, value, &Facts::of(&names))
}

/// What the reader of a printout dropped or converted, such as a pointer, and which names it took as symbols.
#[pyfunction]
pub fn notes(text: &str) -> PyResult<Vec<String>> {
    let expression: Expression = text.parse().map_err(|failure| error::of_text(failure, text))?;
    let mut names = Names::new();
    // An expression without a value still has notes.
    let _ = expression.evaluate(&mut names);
    let symbols = names.take_notes();
    Ok(expression.notes().iter().chain(&symbols).map(ToString::to_string).collect())
}

/// The lines of the explanation, and the value or the exception.
#[pyfunction]
#[pyo3(signature = (text, names=None))]
pub fn explained<'py>(
    py: Python<'py>,
    text: &str,
    names: Option<&Bound<'py, PyDict>>,
) -> PyResult<(String, Bound<'py, PyAny>)> {
    let mut names = crate::convert::names(names)?;
    let expression: Expression = text.parse().map_err(|failure| error::of_text(failure, text))?;
    let (lines, value) = expression.explain(&mut names);
    warn(&expression, &mut names)?;
    let result = match value {
        Ok(value) => to_python(py, value, &Facts::of(&names))?,
        Err(failure @ tw::Failure { reason: Reason::Algebra(_), .. }) => {
            error::of_text(failure, text).value(py).clone().into_any()
        }
        Err(failure) => return Err(error::of_text(failure, text)),
    };
    Ok((lines, result))
}

/// The way in which a picture is colored, and the part that is drawn.
fn drawn(by: &str, rows: usize, columns: usize, width: usize) -> PyResult<(By, Window)> {
    let by = match by {
        "thread" => By::Thread,
        "value" => By::Value,
        other => {
            let message = format!("`by` is \"thread\" or \"value\", not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok((by, Window::new(rows, columns).within(width)))
}

/// The picture of an expression.
pub fn scene(
    text: &str,
    names: Option<&Bound<'_, PyDict>>,
    by: &str,
    rows: usize,
    columns: usize,
    width: usize,
) -> PyResult<Scene> {
    let (by, window) = drawn(by, rows, columns, width)?;
    let mut names: Names = crate::convert::names(names)?;
    of_expression(text, &mut names, by, &window).map_err(|failure| error::of_text(failure, text))
}

/// The picture of an expression in one of the forms `svg`, `tikz`, `terminal`, `color` and `html`.
#[pyfunction]
#[pyo3(signature = (text, form, names=None, by="thread", rows=64, columns=64, width=400))]
pub fn picture(
    text: &str,
    form: &str,
    names: Option<&Bound<'_, PyDict>>,
    by: &str,
    rows: usize,
    columns: usize,
    width: usize,
) -> PyResult<String> {
    if form == "html" {
        let (by, window) = drawn(by, rows, columns, width)?;
        let mut names: Names = crate::convert::names(names)?;
        return page(text, &mut names, by, &window)
            .map_err(|failure| error::of_text(failure, text));
    }
    let scene = scene(text, names, by, rows, columns, width)?;
    Ok(match form {
        "svg" => scene.to_svg(),
        "tikz" => scene.to_tikz(),
        "terminal" => scene.to_terminal(false),
        "color" => scene.to_terminal(true),
        other => return Err(PyValueError::new_err(format!("no form {other:?} of a picture"))),
    })
}

/// A layout as source text: `cute`, `type`, `dsl`, `pycute`, `c`, `rust`, `triton` or `gluon`.
#[pyfunction]
pub fn export(form: &str, layout: &Bound<'_, PyAny>) -> PyResult<String> {
    let Some(known) = Form::named(form) else {
        let forms = Form::ALL.map(Form::name).join("`, `");
        return Err(PyValueError::new_err(format!("there is no form {form:?}, but `{forms}`")));
    };
    let value = from_python(layout, &mut Facts::default())?;
    match value.as_layout().map(|layout| known.write(layout)) {
        Some(text) => text.map_err(error::of_algebra),
        None => Err(PyTypeError::new_err(format!("a layout is written, not {}", value.kind()))),
    }
}

/// The calculator, with the arguments of a command line; the result is the exit status.
#[pyfunction]
pub fn calculator(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| tilework_cli::run(arguments))
}
