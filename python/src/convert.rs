//! Conversions between Python's objects and the values of the calculator.

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyEllipsis, PyFloat, PyInt, PyList, PySlice, PyString, PyTuple};
use tilework_algebra::expression::{self as tw, MAX_DEPTH, Operand, Step, What};
use tilework_algebra::{IntTuple, Token};

use crate::error;
use crate::facts::Facts;
use crate::text;
use crate::value;

/// The value of a Python object:
///
/// | Python | value |
/// |---|---|
/// | a value of this package | itself |
/// | `int`, also of NumPy, and `bool` | an integer, a truth value |
/// | `tuple` | a tuple, or a tiler if layouts are in it |
/// | `list`, a NumPy array | a list |
/// | `None`, `:`, `...` | `_`, an open part |
/// | a layout of Gluon | an encoding or a linear layout |
/// | `str` | the value of the expression |
/// | an object with `shape` and `stride` | a layout |
///
/// Facts about its symbols are added to `facts`.
pub fn from_python(object: &Bound<'_, PyAny>, facts: &mut Facts) -> PyResult<tw::Value> {
    nested(object, 0, facts)
}

fn nested(object: &Bound<'_, PyAny>, depth: usize, facts: &mut Facts) -> PyResult<tw::Value> {
    if let Ok(value) = object.cast::<value::Value>() {
        facts.join(&value.get().facts);
        return Ok(value.get().value.clone());
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        if let Some(tuple) = integers(tuple, depth)? {
            return Ok(tw::Value::Tuple(tuple));
        }
        return gathered(tuple.iter(), What::Tuple, depth, facts);
    }
    if object.is_instance_of::<PyBool>() {
        return Ok(tw::Value::Boolean(object.extract()?));
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(tw::Value::Tuple(IntTuple::leaf(object.extract()?)));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return text::read(&text.to_cow()?, facts);
    }
    if let Ok(list) = object.cast::<PyList>() {
        return gathered(list.iter(), What::List, depth, facts);
    }
    if object.is_none() || object.is_instance_of::<PyEllipsis>() || is_whole(object)? {
        return built(What::Open, vec![], facts);
    }
    foreign(object, depth, facts)
}

/// The value of an object of another package.
fn foreign(object: &Bound<'_, PyAny>, depth: usize, facts: &mut Facts) -> PyResult<tw::Value> {
    // Integers of NumPy, and whatever counts as one.
    if let Ok(integer) = object.extract::<i64>() {
        return Ok(tw::Value::Tuple(IntTuple::leaf(integer)));
    }
    if object.hasattr("tolist")? {
        shallow(depth)?;
        let list = nested(&object.call_method0("tolist")?, depth + 1, facts);
        // Elements are no shape.
        return list.map_err(|error| match error.is_instance_of::<PyTypeError>(object.py()) {
            true => tensor(object).unwrap_or(error),
            false => error,
        });
    }
    if object.hasattr("shape")? && object.hasattr("stride")? {
        let (shape, stride) = (object.getattr("shape")?, object.getattr("stride")?);
        if stride.is_callable() {
            return Err(tensor(object)?);
        }
        let layout = value::layout_of(&shape, Some(&stride), facts);
        // Layouts of CuTe DSL print as the notation, whatever their integers are.
        return layout.or_else(|error| {
            text::printed(&object.str()?.to_string_lossy(), facts).map_err(|_| error)
        });
    }
    let module = object.get_type().module()?;
    if module.to_string_lossy().starts_with("cutlass") {
        return text::printed(&object.str()?.to_string_lossy(), facts);
    }
    if module.to_string_lossy().starts_with("triton") {
        return text::printed(&object.repr()?.to_string_lossy(), facts);
    }
    let given = object.get_type().name()?;
    if object.is_instance_of::<PyFloat>() {
        return Err(PyTypeError::new_err(format!(
            "{object} is a {given}, and an integer is wanted"
        )));
    }
    Err(PyTypeError::new_err(format!(
        "{given} is neither a layout, an integer, a tuple, a list nor text; `Layout.of` takes tensors"
    )))
}

/// The error for a tensor in the place of a layout.
fn tensor(object: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    let given = object.get_type().name()?;
    Ok(PyTypeError::new_err(format!(
        "{given} is no layout; `Layout.of(tensor)` is the layout of its elements"
    )))
}

/// What is given in the place of another kind, in words.
pub fn kind_of(object: &Bound<'_, PyAny>, value: &tw::Value) -> &'static str {
    match value.kind() {
        _ if object.is_none() => "None",
        "a list" => "a list; a shape is a tuple, `(4, 8)`",
        kind => kind,
    }
}

/// Returns whether the object is the slice `:`.
fn is_whole(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(slice) = object.cast::<PySlice>() else { return Ok(false) };
    for end in ["start", "stop", "step"] {
        if !slice.getattr(end)?.is_none() {
            return Err(PyTypeError::new_err(
                "only `:` is open in a coordinate; a part of a mode is a composition, `L @ \"<4:2>\"`",
            ));
        }
    }
    Ok(true)
}

/// The tuple of these integers and tuples of integers; `None` if something else is in it.
pub fn integers(tuple: &Bound<'_, PyTuple>, depth: usize) -> PyResult<Option<IntTuple>> {
    within(depth)?;
    let mut parts = Vec::with_capacity(tuple.len());
    for part in tuple.iter_borrowed() {
        if part.is_exact_instance_of::<PyInt>() {
            parts.push(IntTuple::leaf(part.extract()?));
        } else if let Ok(tuple) = part.cast::<PyTuple>() {
            match integers(&tuple, depth + 1)? {
                Some(tuple) => parts.push(tuple),
                None => return Ok(None),
            }
        } else {
            return Ok(None);
        }
    }
    Ok(Some(IntTuple::tuple(parts)))
}

fn within(depth: usize) -> PyResult<()> {
    match depth < MAX_DEPTH {
        true => Ok(()),
        false => Err(PyRecursionError::new_err(format!("nested more than {MAX_DEPTH} deep"))),
    }
}

/// The depth of lists, and of tuples with more than integers in them: each level takes room on the stack.
const MAX_NESTED: usize = 64;

fn shallow(depth: usize) -> PyResult<()> {
    match depth < MAX_NESTED {
        true => Ok(()),
        false => Err(PyRecursionError::new_err(format!("nested more than {MAX_NESTED} deep"))),
    }
}

fn gathered<'py>(
    parts: impl Iterator<Item = Bound<'py, PyAny>>,
    what: fn(usize) -> What,
    depth: usize,
    facts: &mut Facts,
) -> PyResult<tw::Value> {
    shallow(depth)?;
    let parts: Vec<tw::Value> =
        parts.map(|part| nested(&part, depth + 1, facts)).collect::<PyResult<_>>()?;
    built(what(parts.len()), parts, facts)
}

/// What a step of the calculator makes of these values, with what is known of their symbols. `facts` is then what is
/// known of the symbols of the result.
pub fn built(what: What, values: Vec<tw::Value>, facts: &mut Facts) -> PyResult<tw::Value> {
    let operands = values.into_iter().enumerate().map(|(at, value)| Operand::new(at, value));
    let operands: Vec<Operand> = operands.collect();
    let mut names = facts.names()?;
    let result = (Step { at: 0, what }).evaluate_with(&operands, &mut names);
    *facts = Facts::of(&names);
    Ok(result.map_err(error::of_call)?.value)
}

/// The Python object of a value: integers, truth values, tuples and lists as Python has them, and otherwise a value of
/// this package.
pub fn to_python<'py>(
    py: Python<'py>,
    value: tw::Value,
    facts: &Facts,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        tw::Value::Boolean(value) => PyBool::new(py, value).to_owned().into_any(),
        tw::Value::Tuple(tuple) => tuple_to_python(py, &tuple)?,
        tw::Value::Incomplete(slicer) => {
            let mut leaves = slicer.leaves().iter();
            of_tokens(py, slicer.profile().tokens(), || {
                Ok(leaves.next().copied().flatten().into_pyobject(py)?)
            })?
        }
        tw::Value::Integers(list) => PyList::new(py, list)?.into_any(),
        tw::Value::List(list) => {
            let list: PyResult<Vec<_>> =
                list.into_iter().map(|value| to_python(py, value, facts)).collect();
            PyList::new(py, list?)?.into_any()
        }
        value if value.kind() == "a tuple with symbols" => parts(py, &value, facts)?,
        value => value::object(py, value, facts)?,
    })
}

/// Python's tuple of the parts of a tuple with symbols.
fn parts<'py>(py: Python<'py>, tuple: &tw::Value, facts: &Facts) -> PyResult<Bound<'py, PyAny>> {
    let mut facts = facts.clone();
    let rank = value::called("rank", vec![tuple.clone()], &mut facts)?;
    let rank: usize = to_python(py, rank, &facts)?.extract()?;
    let mut parts = Vec::with_capacity(rank);
    for mode in 0..rank {
        let part = value::called("mode", vec![tuple.clone(), tw::Value::from(mode)], &mut facts)?;
        parts.push(to_python(py, part, &facts)?);
    }
    Ok(PyTuple::new(py, parts)?.into_any())
}

/// An integer, or tuples of integers.
pub fn tuple_to_python<'py>(py: Python<'py>, tuple: &IntTuple) -> PyResult<Bound<'py, PyAny>> {
    if let Some(leaf) = tuple.as_leaf() {
        return Ok(leaf.into_pyobject(py)?.into_any());
    }
    let mut leaves = tuple.leaves().iter();
    of_tokens(py, tuple.profile().tokens(), || {
        Ok(leaves.next().copied().unwrap_or(0).into_pyobject(py)?.into_any())
    })
}

/// Python's tuples in the profile with these tokens.
pub fn of_tokens<'py>(
    py: Python<'py>,
    tokens: &[Token],
    mut leaf: impl FnMut() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut open: Vec<Vec<Bound<'py, PyAny>>> = vec![vec![]];
    for token in tokens {
        let part = match token {
            Token::Open => {
                open.push(vec![]);
                continue;
            }
            Token::Leaf => leaf()?,
            Token::Close => PyTuple::new(py, open.pop().unwrap_or_default())?.into_any(),
        };
        if let Some(parts) = open.last_mut() {
            parts.push(part);
        }
    }
    let whole = open.pop().and_then(|mut whole| whole.pop());
    whole.ok_or_else(|| PyTypeError::new_err("a profile without a leaf"))
}

/// The names that an expression may use, with their values.
pub fn names(given: Option<&Bound<'_, PyDict>>) -> PyResult<tw::Names> {
    let mut names = tw::Names::new();
    let Some(given) = given else { return Ok(names) };
    for (name, value) in given {
        let mut facts = Facts::default();
        let (name, value) = (name.extract::<String>()?, from_python(&value, &mut facts)?);
        facts.state(&mut names)?;
        let text = format!("{name} = {value}");
        tw::evaluate(&text, &mut names).map_err(|failure| error::of_text(failure, &text))?;
    }
    Ok(names)
}
