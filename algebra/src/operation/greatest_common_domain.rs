//! The greatest common domain of two shapes: the steps that stay within one mode of both.

use crate::error::{Error, Operation};
use crate::int::gcd;
use crate::layout::{Layout, Modes, positive};
use crate::mode::Mode;
use crate::tuple::int_tuple::IntTuple;

/// The largest layout of integral coordinates that is linear in both shapes, sorted and flat.
///
/// Let a leaf of `a` have the extent `s`, with the product `p` of the extents before it, and a leaf of `b` the extent
/// `t`, with the product `q`. Both leaves contain the multiples of `lcm(p, q)` up to `gcd(s p, t q)`. The result `r`
/// has for each such pair of leaves the mode `e:d` with `d = lcm(p, q)` and `e d = gcd(s p, t q)`, if `e` is an integer
/// above 1. It depends on the shapes alone.
///
/// - `r` is the same for `(b, a)`.
/// - `A o r` and `B o r` are layouts, for any layouts `A` of shape `a` and `B` of shape `b`, and have as many modes as
///   `r`.
/// - `size(r)` divides the greatest common divisor of the sizes. It is the size of `a` and `b` if and only if they have
///   a common refinement. The shape of `r` is then the coarsest one, `A o r` has the function of `A`, and `B o r` that
///   of `B`.
///
/// PyCuTe has the same operation, which writes one mode as a tuple.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule::Extent) for an extent below 1, [`Rule::Overflow`](crate::Rule::Overflow).
///
/// ```
/// use tilework_algebra::{IntTuple, greatest_common_domain};
/// let (a, b): (IntTuple, IntTuple) = ("(4,6)".parse()?, "(8,3)".parse()?);
/// assert_eq!(greatest_common_domain(&a, &b)?.to_string(), "(4,2,3):(1,4,8)");
/// // 15 and 10 do not divide each other, but both have a mode from 30 to 60.
/// let (a, b): (IntTuple, IntTuple) = ("(5,3,4)".parse()?, "(10,6)".parse()?);
/// assert_eq!(greatest_common_domain(&a, &b)?.to_string(), "(5,2):(1,30)");
/// let (a, b): (IntTuple, IntTuple) = ("(5,3)".parse()?, "(3,5)".parse()?);
/// assert_eq!(greatest_common_domain(&a, &b)?.to_string(), "1:0");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn greatest_common_domain(a: &IntTuple, b: &IntTuple) -> Result<Layout, Error> {
    let operation = Operation::GreatestCommonDomain;
    for shape in [a, b] {
        shape.size().map_err(|error| error.during(operation))?;
        let leaves = shape.leaves().iter().map(|&shape| Mode { shape, stride: 0 });
        positive(operation, &leaves.collect::<Modes>())?;
    }
    Ok(Layout::of_flat(Common::of(a.leaves().iter().copied(), b.leaves().iter().copied()).modes))
}

/// What two lists of extents, of at least 1 and with products that fit, have in common.
pub(crate) struct Common {
    /// The extents of the common domain, and the places of their steps.
    pub modes: Modes,
    /// The ends of the first two leaves that do not divide each other.
    pub apart: Option<(i64, i64)>,
}

impl Common {
    pub(crate) fn of(a: impl Iterator<Item = i64>, b: impl Iterator<Item = i64>) -> Self {
        let mut common = Common { modes: Modes::new(), apart: None };
        // The leaves, and where they begin.
        let (mut left, mut right) = (a, b);
        let (mut at_left, mut at_right) = (left.next(), right.next());
        let (mut p, mut q) = (1, 1);
        while let (Some(s), Some(t)) = (at_left, at_right) {
            let (end, other) = (p * s, q * t);
            let both = gcd(end, other);
            // A multiple of `lcm(p, q)` that fits, or none.
            let step = i128::from(p) * i128::from(q / gcd(p, q));
            if i128::from(both) % step == 0 && i128::from(both) > step {
                let step = step as i64;
                common.modes.push(Mode { shape: both / step, stride: step });
            }
            if both != end && both != other {
                common.apart = common.apart.or(Some((end, other)));
            }
            // The leaf that ends first has nothing in common with the next ones. That holds for both leaves if neither
            // end divides the other.
            if both == end || both != other {
                (p, at_left) = (end, left.next());
            }
            if both == other || both != end {
                (q, at_right) = (other, right.next());
            }
        }
        common
    }
}
