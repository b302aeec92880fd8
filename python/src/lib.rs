//! The compiled part of the Python package `tilework`: values, operations by name, pictures and explanations of the
//! value level. `tilework/*.py` has what is written in Python.

mod batch;
mod convert;
mod error;
mod facts;
mod linear;
mod machine;
mod offsets;
mod operation;
mod raster;
mod text;
mod value;

use pyo3::prelude::*;

/// `tilework._tilework`.
#[pymodule]
fn _tilework(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<value::Value>()?;
    m.add_class::<value::Layout>()?;
    m.add_class::<value::Swizzle>()?;
    m.add_class::<value::Tiler>()?;
    m.add_class::<value::Profile>()?;
    m.add_class::<value::Strides>()?;
    m.add_class::<value::Morphism>()?;
    m.add_class::<linear::LinearLayout>()?;
    m.add_class::<linear::Encoding>()?;
    m.add_class::<machine::Machine>()?;
    m.add_class::<operation::Operation>()?;
    m.add_class::<batch::Batch>()?;
    m.add("OPERATIONS", operation::all(m.py())?)?;
    m.add_function(wrap_pyfunction!(text::evaluate, m)?)?;
    m.add_function(wrap_pyfunction!(text::explained, m)?)?;
    m.add_function(wrap_pyfunction!(text::picture, m)?)?;
    m.add_function(wrap_pyfunction!(raster::pixels, m)?)?;
    m.add_function(wrap_pyfunction!(text::notes, m)?)?;
    m.add_function(wrap_pyfunction!(text::export, m)?)?;
    m.add_function(wrap_pyfunction!(offsets::offset_bytes, m)?)?;
    m.add_function(wrap_pyfunction!(offsets::inverse_bytes, m)?)?;
    m.add_function(wrap_pyfunction!(text::calculator, m)?)
}
