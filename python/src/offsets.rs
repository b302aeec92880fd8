//! All offsets of a layout, and their inverse, as bytes that NumPy takes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tilework_algebra::expression::{self as tw, NamedOperation, What};

use crate::convert::{built, from_python};
use crate::error;
use crate::facts::Facts;
use crate::value::shape_of;

/// The offsets of a value that is a function to integers, in the order of the coordinates.
pub fn listed(value: &tw::Value) -> PyResult<Vec<i64>> {
    if let tw::Value::Layout(layout) = value
        && layout.size() <= tw::MAX_LIST as i64
    {
        return tilework_algebra::offsets(layout).map_err(error::of_algebra);
    }
    let operation = NamedOperation::named("offsets");
    let operation = operation.ok_or_else(|| PyTypeError::new_err("no operation offsets"))?;
    match built(What::Call(operation, 1), vec![value.clone()], &mut Facts::default())? {
        tw::Value::Integers(list) => Ok(list),
        // An empty list, or coordinates.
        tw::Value::List(list) if list.is_empty() => Ok(vec![]),
        other => {
            Err(PyTypeError::new_err(format!("offsets are integers here, not {}", other.kind())))
        }
    }
}

fn bytes<'py>(py: Python<'py>, list: &[i64]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, 8 * list.len(), |bytes| {
        for (place, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(list) {
            *place = number.to_ne_bytes();
        }
        Ok(())
    })
}

/// The offsets of a layout as 8-byte integers, with the extents of its modes.
#[pyfunction]
pub fn offset_bytes<'py>(
    py: Python<'py>,
    layout: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyByteArray>, Vec<i64>)> {
    let value = from_python(layout, &mut Facts::default())?;
    let offsets = py.detach(|| listed(&value))?;
    let modes = match shape_of(&value) {
        Some(shape) => shape.modes().map(|mode| mode.size()).collect::<Result<_, _>>(),
        None => Ok(vec![offsets.len() as i64]),
    };
    Ok((bytes(py, &offsets)?, modes.map_err(error::of_algebra)?))
}

/// For each offset from the smallest one, which is returned too, the first coordinate that has it, or -1.
#[pyfunction]
pub fn inverse_bytes<'py>(
    py: Python<'py>,
    layout: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyByteArray>, i64)> {
    let value = from_python(layout, &mut Facts::default())?;
    let offsets = py.detach(|| listed(&value))?;
    let first = offsets.iter().copied().min().unwrap_or(0).min(0);
    let last = offsets.iter().copied().max().unwrap_or(-1);
    let length = usize::try_from(i128::from(last) - i128::from(first) + 1).unwrap_or(usize::MAX);
    if length > tw::MAX_LIST {
        let limit = tw::MAX_LIST;
        return Err(PyTypeError::new_err(format!(
            "a table of {length} offsets, of at most {limit}"
        )));
    }
    let mut table = vec![-1; length];
    for (coordinate, offset) in offsets.iter().enumerate().rev() {
        table[(offset - first) as usize] = coordinate as i64;
    }
    Ok((bytes(py, &table)?, first))
}
