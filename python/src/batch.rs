//! Batches: many values, on which an operation is carried out in one call.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilework_algebra::expression::{self as tw, Failure, NamedOperation, Operand, Step, What};

use crate::convert::{from_python, to_python};
use crate::error;
use crate::facts::Facts;
use crate::value::of_integers;

/// Values on which an operation is carried out one by one, in one call: `composition(Batch(As), B)` is the batch of
/// `composition(A, B)` for each `A`. An element without a result has its exception, which is raised where the element
/// is taken; `errors` has all of them.
#[pyclass(frozen, sequence, module = "tilework")]
pub struct Batch {
    values: Vec<Result<tw::Value, Failure>>,
    facts: Facts,
}

impl Batch {
    /// The operation on each tuple of elements; what is not a batch stands for itself in each.
    pub fn of_call(
        operation: &'static NamedOperation,
        given: &[Bound<'_, PyAny>],
    ) -> PyResult<Self> {
        enum Column<'a> {
            Of(&'a Batch),
            One(Box<tw::Value>),
        }
        let mut columns = Vec::with_capacity(given.len());
        let mut length = None;
        let mut facts = Facts::default();
        for argument in given {
            columns.push(match argument.cast::<Batch>() {
                Ok(batch) => {
                    let batch = batch.get();
                    facts.join(&batch.facts);
                    if *length.get_or_insert(batch.values.len()) != batch.values.len() {
                        return Err(PyValueError::new_err("the batches are not of one length"));
                    }
                    Column::Of(batch)
                }
                Err(_) => Column::One(Box::new(from_python(argument, &mut facts)?)),
            });
        }
        let is_composition = operation.name == "composition";
        let mut names = facts.names()?;
        let mut result = |at: usize| -> Result<tw::Value, Failure> {
            let element = |column: &Column<'_>| match column {
                Column::Of(batch) => batch.values[at].clone(),
                Column::One(value) => Ok((**value).clone()),
            };
            if is_composition && let [a, b] = &columns[..] {
                let borrowed = |column| match column {
                    &Column::Of(batch) => batch.values[at].as_ref().ok(),
                    Column::One(value) => Some(&**value),
                };
                if let (Some(a), Some(b)) = (borrowed(a), borrowed(b))
                    && let Some(result) = of_integers(a, b)
                {
                    return Ok(result);
                }
            }
            let mut operands = Vec::with_capacity(columns.len());
            for (position, column) in columns.iter().enumerate() {
                operands.push(Operand::new(position, element(column)?));
            }
            let what = What::Call(operation, operands.len());
            Ok((Step { at: 0, what }).evaluate_with(&operands, &mut names)?.value)
        };
        let values = (0..length.unwrap_or(0)).map(&mut result).collect();
        Ok(Batch { values, facts: Facts::of(&names) })
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut facts = Facts::default();
        let values = values.try_iter()?.map(|value| from_python(&value?, &mut facts).map(Ok));
        let values = values.collect::<PyResult<_>>()?;
        Ok(Batch { values, facts })
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.values.len() as isize;
        let place = if at < 0 { at + length } else { at };
        match usize::try_from(place).ok().and_then(|place| self.values.get(place)) {
            Some(value) => to_python(py, value.clone().map_err(error::of_call)?, &self.facts),
            None => Err(PyIndexError::new_err(format!("element {at} of {length}"))),
        }
    }

    /// The elements that have no result, with their exceptions.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let errors = PyDict::new(py);
        for (at, value) in self.values.iter().enumerate() {
            if let Err(failure) = value {
                errors.set_item(at, error::of_call(failure.clone()).value(py))?;
            }
        }
        Ok(errors)
    }

    /// The elements as a list, with `None` where there is no result.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        let values = self.values.iter();
        let object = |value: &tw::Value| to_python(py, value.clone(), &self.facts);
        values.map(|value| value.as_ref().ok().map(object).transpose()).collect()
    }

    fn __repr__(&self) -> String {
        let failed = self.values.iter().filter(|value| value.is_err()).count();
        match failed {
            0 => format!("<batch of {}>", self.values.len()),
            failed => format!("<batch of {}, {failed} without a result>", self.values.len()),
        }
    }
}
