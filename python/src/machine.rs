//! Machines: the GPUs whose memory is known.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilework_algebra as algebra;
use tilework_algebra::expression as tw;

use crate::value::Value;

/// A GPU, as public sources describe its memory: `Machine("cdna3")`. Its name is taken in its place.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Machine;

impl Machine {
    fn get(self_: &Bound<'_, Self>) -> &'static algebra::Machine {
        match self_.as_super().get().value {
            tw::Value::Machine(machine) => machine,
            // No other value has this class.
            _ => &algebra::MACHINES[0],
        }
    }
}

/// Refuses a name that no machine has.
pub fn check(name: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(name) = name.cast::<PyString>() else { return Ok(()) };
    let name = name.to_cow()?;
    if name.chars().all(|c| c.is_ascii_alphanumeric()) && algebra::Machine::named(&name).is_none() {
        let known: Vec<&str> = algebra::MACHINES.iter().map(|machine| machine.name).collect();
        let known = known.join("`, `");
        return Err(PyValueError::new_err(format!("there is no machine {name:?}, but `{known}`")));
    }
    Ok(())
}

#[pymethods]
impl Machine {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        check(value)?;
        let is = |value: &tw::Value| matches!(value, tw::Value::Machine(_));
        let value = Value::read(value, "a machine", is)?;
        Ok(PyClassInitializer::from(value).add_subclass(Machine))
    }

    /// All machines.
    #[staticmethod]
    fn all(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
        let object =
            |machine| crate::value::object(py, tw::Value::Machine(machine), &Default::default());
        algebra::MACHINES.iter().map(object).collect()
    }

    /// The GPUs that it stands for.
    #[getter]
    fn gpus(self_: &Bound<'_, Self>) -> &'static str {
        Self::get(self_).gpus
    }

    /// The number of threads of a warp, wavefront or subgroup.
    #[getter]
    fn warp(self_: &Bound<'_, Self>) -> i64 {
        Self::get(self_).warp
    }

    /// The bytes of a word of a bank.
    #[getter]
    fn bank_width(self_: &Bound<'_, Self>) -> i64 {
        Self::get(self_).bank_width
    }

    /// The sources of these figures, and where they are silent or differ.
    #[getter]
    fn sources(self_: &Bound<'_, Self>) -> &'static str {
        Self::get(self_).sources
    }
}
