//! The sum of two layouts as functions.

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::greatest_common_domain::Common;
use crate::stride::Stride;

/// The coalesced layout of the sum, `r(i) = a(i) + b(i)` at each integral coordinate `i`.
///
/// The shapes may differ, but not the sizes. Both layouts are coalesced first. If their shapes have a common refinement,
/// the coarsest one is the shape of their [`greatest_common_domain`](crate::greatest_common_domain()). Both layouts have
/// strides on it, and `r` has their sums. If they have none, no layout with integers or coordinates is the sum;
/// `docs/rules/layout_add.md` has the proof. PyCuTe has the same operation.
///
/// XOR strides are added as bits, so the result is `a(i) ^ b(i)`. A mode of them is cut only at powers of 2, unless its
/// stride is 0.
///
/// The laws are those of sums: `a + b = b + a`, `(a + b) + c = a + (b + c)` where both exist, and `a` plus a layout of
/// strides 0 is `coalesce(a)`.
///
/// # Errors
/// [`Rule::EqualExtents`] with the sizes if they differ; [`Rule::CommonRefinement`]; [`Rule::PowerOfTwo`] for XOR
/// strides; [`Rule::Codomain`] for strides that cannot be added; [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, layout_add};
/// let (a, b): (Layout, Layout) = ("12:2".parse()?, "(4,3):(3,1)".parse()?);
/// assert_eq!(layout_add(&a, &b)?.to_string(), "(4,3):(5,9)");
/// let (a, b): (Layout, Layout) = ("(5,3):(3,1)".parse()?, "(3,5):(5,1)".parse()?);
/// assert_eq!(layout_add(&a, &b).unwrap_err().to_string(),
///     "layout_add: common refinement: coalesced, a mode of the first layout ends at 5 and one of the second at 3, \
///      and neither divides the other");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn layout_add<D: Stride>(a: &Layout<D>, b: &Layout<D>) -> Result<Layout<D>, Error> {
    let error = |rule| Error::new(Operation::LayoutAdd, rule);
    if a.size() != b.size() {
        return Err(error(Rule::EqualExtents { left: a.size(), right: b.size() }));
    }
    let (a, b) = (coalesced(a.flat_modes()), coalesced(b.flat_modes()));
    if a.iter().any(|mode| mode.shape == 0) {
        return Ok(Layout::of_flat(a));
    }
    let common = Common::of(a.iter().map(|mode| mode.shape), b.iter().map(|mode| mode.shape));
    if let Some((left, right)) = common.apart {
        return Err(error(Rule::CommonRefinement { left, right }));
    }
    let (mut of_a, mut of_b) = (Along::new(&a), Along::new(&b));
    let mut sum = Modes::new();
    for &Mode { shape, stride: at } in &common.modes {
        let (left, right) = (of_a.stride(at).map_err(error)?, of_b.stride(at).map_err(error)?);
        let Some(stride) = left.plus(&right) else {
            let both = [left, right].map(|stride| Mode { shape, stride });
            return Err(error(D::go_together(&both).err().unwrap_or(Rule::Overflow)));
        };
        sum.push(Mode { shape, stride });
    }
    Layout::of_flat_checked(coalesced(&sum)).map_err(|error| error.during(Operation::LayoutAdd))
}

/// The strides of coalesced modes at increasing places.
struct Along<'a, D> {
    modes: &'a [Mode<D>],
    /// Where the first of the modes begins.
    begin: i64,
}

impl<'a, D: Stride> Along<'a, D> {
    fn new(modes: &'a [Mode<D>]) -> Self {
        Along { modes, begin: 1 }
    }

    /// The value at the integral coordinate `at`, at which no mode is cut but the one that has it.
    fn stride(&mut self, at: i64) -> Result<D, Rule> {
        while let [mode, others @ ..] = self.modes {
            let within = at / self.begin;
            if within < mode.shape {
                let carries = D::BITWISE && within & (within - 1) != 0 && !mode.stride.is_zero();
                if carries {
                    return Err(Rule::PowerOfTwo { extent: within });
                }
                return mode.stride.times(within).ok_or(Rule::Overflow);
            }
            (self.begin, self.modes) = (self.begin * mode.shape, others);
        }
        Ok(D::zero())
    }
}
