//! The operations by name, as callables that are functions of the module and methods of values.

use std::collections::BTreeMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilework_algebra::expression::{self as tw, NamedOperation, OPERATIONS, What};
use tilework_algebra::{coalesce, complement};

use crate::batch::Batch;
use crate::convert::{built, from_python, to_python};
use crate::error;
use crate::facts::Facts;
use crate::machine;
use crate::value::{Value, of_integers};

// An operation of the calculator. It has no documentation here: that of an instance is a getter.
#[pyclass(frozen, module = "tilework")]
pub struct Operation {
    operation: &'static NamedOperation,
    section: &'static str,
    parameters: Vec<Parameter>,
    fast: Option<Fast>,
}

/// A parameter as Python has it.
struct Parameter {
    name: String,
    optional: bool,
    repeated: bool,
    default: Option<i64>,
}

/// The operations that skip the steps of the calculator where all operands have integer strides.
#[derive(Clone, Copy)]
enum Fast {
    Composition,
    Coalesce,
    Complement,
}

/// The words of Python that are no names; `lambda` is the parameter `lambda_`.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "self", "try",
    "while", "with", "yield",
];

impl Parameter {
    /// `[vector=1]`, `[P]`, `L...` and `S'` of the table: `vector=1`, `P=None`, `*L` and `S2`.
    fn of(text: &str) -> Self {
        let inner = text.trim_start_matches('[').trim_end_matches(']');
        let (inner, repeated) =
            inner.strip_suffix("...").map_or((inner, false), |name| (name, true));
        let (name, default) =
            inner.split_once('=').map_or((inner, None), |(name, value)| (name, value.parse().ok()));
        let primes = name.matches('\'').count();
        let mut name: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if primes > 0 {
            name += &(primes + 1).to_string();
        }
        if KEYWORDS.contains(&name.as_str()) {
            name.push('_');
        }
        Parameter { name, optional: text.starts_with('['), repeated, default }
    }
}

/// All operations by name.
pub fn all(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let named = PyDict::new(py);
    for section in OPERATIONS {
        for operation in section.operations {
            let parameters = operation.parameters.iter().map(|text| Parameter::of(text)).collect();
            let fast = match operation.name {
                "composition" => Some(Fast::Composition),
                "coalesce" => Some(Fast::Coalesce),
                "complement" => Some(Fast::Complement),
                _ => None,
            };
            let callable = Operation { operation, section: section.title, parameters, fast };
            named.set_item(operation.name, Bound::new(py, callable)?)?;
        }
    }
    Ok(named)
}

/// `composition(a, b)`.
pub fn composed<'py>(
    a: &tw::Value,
    b: &Bound<'py, PyAny>,
    mut facts: Facts,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(b) = b.cast::<Value>()
        && let Some(result) = of_integers(a, &b.get().value)
    {
        return to_python(b.py(), result, &Facts::default());
    }
    let operation = NamedOperation::named("composition");
    let operation = operation.ok_or_else(|| PyTypeError::new_err("no operation composition"))?;
    let operands = vec![a.clone(), from_python(b, &mut facts)?];
    let result = built(What::Call(operation, 2), operands, &mut facts)?;
    to_python(b.py(), result, &facts)
}

impl Operation {
    /// The result of operations that are called often, without a copy of the operands. `None` leaves it to the
    /// calculator, which also says why there is no result.
    fn fast(&self, arguments: &Bound<'_, PyTuple>) -> Option<tw::Value> {
        let fast = self.fast?;
        let first = arguments.get_borrowed_item(0).ok()?;
        let first = first.cast::<Value>().ok()?;
        let a = &first.get().value;
        let tw::Value::Layout(layout) = a else { return None };
        match (fast, arguments.len()) {
            (Fast::Coalesce, 1) => Some(tw::Value::Layout(coalesce(layout))),
            (Fast::Complement, 2) => {
                let size = arguments.get_borrowed_item(1).ok()?.extract::<i64>().ok()?;
                complement(layout, size).ok().map(tw::Value::Layout)
            }
            (Fast::Composition, 2) => {
                let second = arguments.get_borrowed_item(1).ok()?;
                of_integers(a, &second.cast::<Value>().ok()?.get().value)
            }
            _ => None,
        }
    }

    /// The arguments in the order of the parameters.
    fn arranged<'py>(
        &self,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = arguments.py();
        let mut given: Vec<Bound<'py, PyAny>> = arguments.iter().collect();
        let Some(named) = named.filter(|named| !named.is_empty()) else { return Ok(given) };
        let mut by_position: BTreeMap<usize, Bound<'py, PyAny>> = BTreeMap::new();
        for (name, value) in named {
            let name: String = name.extract()?;
            let at = self.parameters.iter().position(|p| p.name == name && !p.repeated);
            match at {
                Some(at) if at < given.len() => {
                    return Err(PyTypeError::new_err(format!(
                        "{}() got two values for `{name}`",
                        self.operation.name
                    )));
                }
                Some(at) => by_position.insert(at, value),
                None => {
                    let usage = self.operation.usage();
                    return Err(PyTypeError::new_err(format!("{usage} has no parameter `{name}`")));
                }
            };
        }
        let last = by_position.keys().copied().max().unwrap_or(0);
        for at in given.len()..=last {
            let parameter = &self.parameters[at];
            given.push(match (by_position.remove(&at), parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => default.into_pyobject(py)?.into_any(),
                (None, None) => {
                    let (usage, name) = (self.operation.usage(), &parameter.name);
                    return Err(PyTypeError::new_err(format!(
                        "{usage} is called without `{name}`"
                    )));
                }
            });
        }
        Ok(given)
    }
}

#[pymethods]
impl Operation {
    #[pyo3(signature = (*arguments, **named))]
    fn __call__<'py>(
        &self,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = arguments.py();
        if named.is_none()
            && let Some(result) = self.fast(arguments)
        {
            return to_python(py, result, &Facts::default());
        }
        let mut given = self.arranged(arguments, named)?;
        // `None` in the place of a parameter that may be left out is as if it were.
        while given.len() > 1
            && given.last().is_some_and(|last| last.is_none())
            && self.parameters.get(given.len() - 1).is_some_and(|parameter| parameter.optional)
        {
            given.pop();
        }
        if given.iter().any(|argument| argument.is_instance_of::<Batch>()) {
            return Ok(Bound::new(py, Batch::of_call(self.operation, &given)?)?.into_any());
        }
        for (argument, parameter) in given.iter().zip(&self.parameters) {
            if parameter.name == "machine" {
                machine::check(argument)?;
            }
        }
        let mut facts = Facts::default();
        let values = given.iter().map(|given| from_python(given, &mut facts));
        let mut values: Vec<tw::Value> = values.collect::<PyResult<_>>()?;
        let mut names = facts.names()?;
        for (value, parameter) in values.iter_mut().zip(&self.parameters) {
            // `None` is a leaf of a profile, too.
            if let tw::Value::Incomplete(open) = value
                && parameter.name == "P"
            {
                *value = tw::Value::Profile(open.profile().clone());
            }
        }
        let operation = self.operation;
        // Searches take long, and other threads go on meanwhile.
        let result = py.detach(|| {
            let what = What::Call(operation, values.len());
            let operands =
                values.into_iter().enumerate().map(|(at, value)| tw::Operand::new(at, value));
            let operands: Vec<tw::Operand> = operands.collect();
            (tw::Step { at: 0, what }).evaluate_with(&operands, &mut names)
        });
        to_python(py, result.map_err(error::of_call)?.value, &Facts::of(&names))
    }

    /// Binds the operation to a value, as a method.
    fn __get__<'py>(
        self_: &Bound<'py, Self>,
        instance: &Bound<'py, PyAny>,
        _owner: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if instance.is_none() {
            return Ok(self_.clone().into_any());
        }
        let method = self_.py().import("types")?.getattr("MethodType")?;
        method.call1((self_, instance))
    }

    #[getter(__name__)]
    fn name(&self) -> &'static str {
        self.operation.name
    }

    #[getter(__qualname__)]
    fn qualified_name(&self) -> &'static str {
        self.operation.name
    }

    /// The call with its parameters, as the calculator writes it.
    #[getter]
    fn usage(&self) -> String {
        self.operation.usage()
    }

    /// What the result is, in one line.
    #[getter]
    fn meaning(&self) -> &'static str {
        self.operation.meaning
    }

    /// The title of the operation's section.
    #[getter]
    fn section(&self) -> &'static str {
        self.section
    }

    /// The parameters: name, whether it may be left out, whether it may be repeated, and the integer that it is then.
    #[getter]
    fn parameters(&self) -> Vec<(&str, bool, bool, Option<i64>)> {
        let parameters = self.parameters.iter();
        parameters.map(|p| (p.name.as_str(), p.optional, p.repeated, p.default)).collect()
    }

    #[getter(__doc__)]
    fn documentation<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        self_.py().import("tilework.documentation")?.getattr("docstring")?.call1((self_,))
    }

    #[getter(__signature__)]
    fn signature<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        self_.py().import("tilework.documentation")?.getattr("signature")?.call1((self_,))
    }

    fn __repr__(&self) -> String {
        format!("<operation {}>", self.operation.usage())
    }

    fn __reduce__(&self) -> &'static str {
        self.operation.name
    }
}
