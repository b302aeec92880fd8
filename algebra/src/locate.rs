//! Location: where in a layout the offsets are that an instruction accesses.

use crate::coalesce::coalesce;
use crate::composition::composition;
use crate::error::{Error, Operation, Rule};
use crate::image::{integers_in_range, is_injective};
use crate::layout::Layout;
use crate::left_inverse::left_inverse;

/// The layout of the coordinates of `data` at which the offsets of `instruction` are:
/// `data(r(i)) = instruction(i)`, `r = l o instruction` with `l` the [`left_inverse`] of `data`
/// (004, section 3.4.4). The coordinates are all different, and inside `data`.
///
/// # Errors
/// [`Rule::CoordinateOutside`] if an offset is none of `data`; [`Rule::Injectivity`] if `data` has
/// several coordinates for an offset, or the instruction accesses one twice; those of
/// [`left_inverse`] and [`composition`](crate::composition()), where that is not found out.
///
/// ```
/// use tilework_algebra::{Layout, locate};
/// // Accumulators of 128 lanes and 256 columns of tensor memory, and `tcgen05.ld.32x32b.x2`.
/// let data: Layout = "(128,256):(65536,1)".parse()?;
/// let instruction: Layout = "(2,128):(1,65536)".parse()?;
/// assert_eq!(locate(&data, &instruction)?.to_string(), "(2,128):(128,1)");
/// // With 64 lanes it has no place.
/// assert!(locate(&"(64,256):(65536,1)".parse()?, &instruction).is_err());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn locate(data: &Layout, instruction: &Layout) -> Result<Layout, Error> {
    let error = |rule| Error::new(Operation::Locate, rule);
    let during = |error: Error| error.during(Operation::Locate);
    for layout in [data, instruction] {
        if let Some((first, second)) = layout.collision().map_err(during)? {
            return Err(error(Rule::Injectivity { first, second }));
        }
    }
    let inverse = left_inverse(data).map_err(during)?;
    let located = composition(&inverse, instruction).map_err(during)?;
    // There is one coalesced layout of a function.
    let there = composition(data, &located).map_err(during)?;
    let same = coalesce(&there) == coalesce(instruction);
    if same && integers_in_range(data, &located) && is_injective(&located).map_err(during)? {
        return Ok(located);
    }
    Err(error(Rule::CoordinateOutside))
}
