//! PyCuTe, the Python package `pycute` of CUTLASS.

use alloc::format;
use alloc::string::String;

use super::{LayoutRef, Target, export, python_tuples};
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::composed::Outer;

struct PyCute;

impl Target for PyCute {
    const NAME: &'static str = "PyCuTe";

    fn layout(layout: &Layout) -> Result<String, Error> {
        let [shape, stride] = python_tuples(layout);
        Ok(format!("Layout({shape}, {stride})"))
    }

    fn swizzle(bits: u32, base: u32, shift: i32) -> String {
        // PyCuTe does not terminate for a shift of 0, which a swizzle without bits may have.
        let shift = if shift == 0 { 1 } else { shift };
        format!("Swizzle({bits}, {base}, {shift})")
    }

    fn composed(_: &Outer, added: i64, [outer, inner]: [&str; 2]) -> Result<String, Error> {
        Ok(format!("ComposedLayout({outer}, {added}, {inner})"))
    }
}

/// The layout as an expression of PyCuTe, after `from pycute import *`. (This is the package in CUTLASS, which
/// `pip install nvidia-cutlass` provides; the package named pycute on PyPI is a different one.)
///
/// # Errors
/// [`Rule::Form`](crate::Rule::Form): PyCuTe has no strides that are coordinates or bits, other than a swizzle after a
/// layout.
///
/// ```
/// use tilework_algebra::{Composed, Layout, export::pycute};
/// let layout: Layout = "((2,3),4):((1,2),6)".parse()?;
/// assert_eq!(pycute(&layout)?, "Layout(((2, 3), 4), ((1, 2), 6))");
/// let tile: Composed = "Sw<3,3,3> o 4 o (8,8):(8,1)".parse()?;
/// assert_eq!(pycute(&tile)?, "ComposedLayout(Swizzle(3, 3, 3), 4, Layout((8, 8), (8, 1)))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn pycute<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    export::<PyCute>(layout.into())
}
