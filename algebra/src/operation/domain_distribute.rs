//! Elements spread over the coordinates of a shape.

use crate::error::{Error, Operation, Rule};
use crate::int::gcd;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::tuple::int_tuple::IntTuple;

/// The layout of up to `n` elements over the coordinates of `shape`. From the left, each leaf gets as many elements as
/// divide both its extent and the part of `n` that is left. The layout is increasing, and every layout of this shape
/// can be composed with it leaf by leaf (CuTe's `domain_distribute`).
///
/// Its size divides `n`; it is less than `n` if the extents have other factors.
///
/// # Errors
/// [`Rule::Extent`] for an extent or `n` below 1, [`Rule::Overflow`] if the size of the shape does
/// not fit.
///
/// ```
/// use tilework_algebra::domain_distribute;
/// let layout = domain_distribute(&"(192,(8,8))".parse()?, 128)?;
/// assert_eq!(layout.to_string(), "(64,2):(1,192)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn domain_distribute(shape: &IntTuple, n: i64) -> Result<Layout, Error> {
    let operation = Operation::DomainDistribute;
    if n < 1 {
        return Err(Error::new(operation, Rule::Extent { extent: n }));
    }
    // This performs the checks of a layout.
    let layout = Layout::new(shape, shape).map_err(|error| error.during(operation))?;
    layout.positive(operation)?;
    let mut modes = Modes::new();
    let (mut left, mut weight) = (n, 1);
    for mode in layout.flat_modes() {
        let taken = gcd(mode.shape, left);
        modes.push(Mode { shape: taken, stride: weight });
        left /= taken;
        weight *= mode.shape;
    }
    Ok(Layout::of_flat(coalesced(&modes)))
}
