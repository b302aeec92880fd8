//! Linear layouts and encodings of Triton.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilework_algebra::expression as tw;
use tilework_algebra::linear_layout::{self as algebra, Bases, Input};

use crate::error;
use crate::facts::Facts;
use crate::value::{Layout, Value};

/// A linear layout of Triton: the coordinates of an element for each register, lane, warp and block, or for each offset
/// of shared memory. Operations take it as the layout `((lane, warp, block), register)` of integral coordinates.
#[pyclass(frozen, extends = Layout, module = "tilework")]
pub struct LinearLayout;

/// A rule that gives a linear layout for each shape: `blocked([1, 4], [8, 4], [4, 1], [1, 0])(64, 64)`.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Encoding;

fn initializer(value: tw::Value) -> PyClassInitializer<LinearLayout> {
    let base = PyClassInitializer::from(Value { value, facts: Facts::default() });
    base.add_subclass(Layout).add_subclass(LinearLayout)
}

/// The object of a linear layout.
pub fn object(py: Python<'_>, value: tw::Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, initializer(value))?.into_any())
}

/// The input with this name.
fn input(name: &str) -> PyResult<Input> {
    Input::named(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "there is no input {name:?}, but `register`, `lane`, `warp`, `block` and `offset`"
        ))
    })
}

/// The linear layout with these bases, of the smallest shape that has them if none is given.
fn of_bases(bases: &Bound<'_, PyDict>, shape: Option<Vec<i64>>) -> PyResult<tw::Value> {
    let mut inputs = Vec::new();
    for (name, bases) in bases {
        let bases: Bases = bases.extract().map_err(|_| {
            PyTypeError::new_err(
                "the bases of an input are a list of coordinates, [[0, 1], [8, 0]]",
            )
        })?;
        inputs.push((input(&name.extract::<String>()?)?, bases));
    }
    let layout = match shape {
        Some(shape) => algebra::LinearLayout::new(&shape, inputs),
        None => algebra::LinearLayout::of_bases(inputs),
    };
    Ok(tw::Value::Linear(layout.map_err(error::of_algebra)?))
}

impl LinearLayout {
    fn get<'a>(self_: &'a Bound<'_, Self>) -> PyResult<&'a algebra::LinearLayout> {
        match &self_.as_super().as_super().get().value {
            tw::Value::Linear(linear) => Ok(linear),
            other => Err(PyTypeError::new_err(other.kind())),
        }
    }
}

#[pymethods]
impl LinearLayout {
    /// `LinearLayout({"register": [[0, 1], [8, 0]], "lane": [..]}, (16, 8))`, with the bases of each input and the shape
    /// of the tensor; without it, the smallest shape that has them. Or what prints as a linear layout.
    #[new]
    #[pyo3(signature = (bases, shape=None))]
    fn new(
        bases: &Bound<'_, PyAny>,
        shape: Option<Vec<i64>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        if let Ok(bases) = bases.cast::<PyDict>() {
            return Ok(initializer(of_bases(bases, shape)?));
        }
        if shape.is_some() {
            return Err(PyTypeError::new_err(
                "a shape is given with bases; `to_linear_layout(L, shape)` takes a layout",
            ));
        }
        let is = |value: &tw::Value| matches!(value, tw::Value::Linear(_));
        Ok(initializer(Value::read(bases, "a linear layout", is)?.value))
    }

    /// The bases of each input: the coordinates at the powers of 2, as Triton has them.
    #[getter]
    fn bases(self_: &Bound<'_, Self>) -> PyResult<Py<PyDict>> {
        let linear = Self::get(self_)?;
        let bases = PyDict::new(self_.py());
        for &input in linear.inputs() {
            bases.set_item(input.name(), linear.bases(input))?;
        }
        Ok(bases.unbind())
    }

    /// The extents of the tensor.
    #[getter]
    fn tensor_shape<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(self_.py(), Self::get(self_)?.shape())
    }

    /// Whether it is a layout of shared memory.
    #[getter]
    fn is_shared(self_: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(Self::get(self_)?.is_shared())
    }

    /// The coordinate of an element: `L.coordinate(register=1, lane=5)`. Inputs that are left out are 0.
    #[pyo3(signature = (**inputs))]
    fn coordinate<'py>(
        self_: &Bound<'py, Self>,
        inputs: Option<BTreeMap<String, i64>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut at = Vec::new();
        for (name, number) in inputs.unwrap_or_default() {
            at.push((input(&name)?, number));
        }
        let coordinate = Self::get(self_)?.coordinate(&at).map_err(error::of_algebra)?;
        PyTuple::new(self_.py(), coordinate)
    }
}

#[pymethods]
impl Encoding {
    /// `Encoding("blocked([1,4], [8,4], [4,1], [1,0])")`, an attribute of MLIR as Triton prints it, or a layout of Gluon.
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let is = |value: &tw::Value| matches!(value, tw::Value::Encoding(_));
        let value = Value::read(value, "an encoding", is)?;
        Ok(PyClassInitializer::from(value).add_subclass(Encoding))
    }
}
