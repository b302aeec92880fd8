//! CuTe DSL, the Python package `cutlass.cute`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{LayoutRef, Target, export, python_tuple, python_tuples};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Outer;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;

struct CuteDsl;

impl Target for CuteDsl {
    const NAME: &'static str = "CuTe DSL";

    fn layout(layout: &Layout) -> Result<String, Error> {
        let [shape, stride] = python_tuples(layout);
        Ok(format!("cute.make_layout({shape}, stride={stride})"))
    }

    fn coordinates(layout: &Layout<ArithmeticTuple>) -> Result<String, Error> {
        let modes = || layout.flat_modes().iter();
        let strides = modes().enumerate().map(|(at, mode)| match mode.stride.as_scaled_basis() {
            Some((place, multiple)) => {
                let place: Vec<String> = place.iter().map(ToString::to_string).collect();
                let place = match &place[..] {
                    [one] => one.clone(),
                    several => format!("[{}]", several.join(", ")),
                };
                Ok(match multiple {
                    1 => format!("cute.E({place})"),
                    multiple => format!("cute.ScaledBasis({multiple}, {place})"),
                })
            }
            None if mode.stride.is_zero() => Ok("0".to_string()),
            None => Err(Error::new(Operation::Export, Rule::ScaledBasis).at(at)),
        });
        let strides: Vec<String> = strides.collect::<Result<_, _>>()?;
        let shape = python_tuple(layout.profile(), modes().map(|mode| mode.shape));
        let stride = python_tuple(layout.profile(), strides);
        Ok(format!("cute.make_layout({shape}, stride={stride})"))
    }

    fn swizzle(bits: u32, base: u32, shift: i32) -> String {
        format!("cute.make_swizzle({bits}, {base}, {shift})")
    }

    fn composed(_: &Outer, added: i64, [outer, inner]: [&str; 2]) -> Result<String, Error> {
        Ok(format!("cute.make_composed_layout({outer}, {added}, {inner})"))
    }
}

/// The layout as an expression of CuTe DSL, after `import cutlass.cute as cute`. Its integers are static in CuTe DSL.
///
/// # Errors
/// [`Rule::Form`]; [`Rule::ScaledBasis`] for a stride that is a sum of several basis elements.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Composed, Layout, export::cute_dsl};
/// let layout: Layout = "(2,3):(1,2)".parse()?;
/// assert_eq!(cute_dsl(&layout)?, "cute.make_layout((2, 3), stride=(1, 2))");
/// let tiles: Layout<ArithmeticTuple> = "(4,8):(e0,2*e1)".parse()?;
/// assert_eq!(
///     cute_dsl(&tiles)?,
///     "cute.make_layout((4, 8), stride=(cute.E(0), cute.ScaledBasis(2, 1)))",
/// );
/// let tile: Composed = "Sw<3,3,3> o 0 o 64:1".parse()?;
/// assert_eq!(
///     cute_dsl(&tile)?,
///     "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout(64, stride=1))",
/// );
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn cute_dsl<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    export::<CuteDsl>(layout.into())
}
