//! The offsets that a layout takes.

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::AnyLayout;
use crate::layout::bits;
use crate::layout::codomain::IntegerOffsets;
use crate::layout::injectivity::{self, StaticModes};
use crate::layout::modes::Modes;
use crate::leaf::stride::Codomain;
use crate::plain::plain;

/// What static leaves say of the offsets, while compiling; `None` where a dynamic leaf decides, or where
/// offsets are coordinates. Of XOR strides also where an extent is no power of 2.
///
/// ```
/// use tilework::{Layout, bound::KnownImage};
/// const _: () = assert!(matches!(<Layout!((4,8):(8,1)) as KnownImage>::IS_COMPACT, Some(true)));
/// const _: () = assert!(matches!(<Layout!((8,8):(f9,f1)) as KnownImage>::IS_COMPACT, Some(true)));
/// assert_eq!(<Layout!((4,_):(8,1)) as KnownImage>::IS_COMPACT, None);
/// ```
pub trait KnownImage: AnyLayout {
    /// [`is_compact`]
    const IS_COMPACT: Option<bool>;
    /// [`is_surjective`]
    const IS_SURJECTIVE: Option<bool>;
    /// [`is_injective`], where it takes no search: each stride is above all offsets of those below
    /// it, or there are more coordinates than offsets. Of XOR strides always.
    const IS_INJECTIVE: Option<bool>;
}
impl<L: AnyLayout> KnownImage for L {
    const IS_COMPACT: Option<bool> = match (L::Modes::STATIC, L::Modes::CODOMAIN) {
        (None, _) | (_, Codomain::Coordinates) => None,
        (_, Codomain::Bits) => {
            let span = L::Modes::LIST.span();
            match span.powers {
                true => Some(span.injective() && span.surjective()),
                false => None,
            }
        }
        _ => Some(L::Modes::LIST.compact()),
    };
    const IS_SURJECTIVE: Option<bool> = match (L::Modes::STATIC, L::Modes::CODOMAIN) {
        (None, _) | (_, Codomain::Coordinates) => None,
        (_, Codomain::Bits) => {
            let span = L::Modes::LIST.span();
            match span.powers {
                true => Some(span.surjective()),
                false => None,
            }
        }
        _ => Some(L::Modes::LIST.surjective()),
    };
    const IS_INJECTIVE: Option<bool> = match (L::Modes::STATIC, L::Modes::CODOMAIN) {
        (None, _) | (_, Codomain::Coordinates) => None,
        (_, Codomain::Bits) => Some(L::Modes::LIST.span().injective()),
        _ if L::Modes::SEGREGATED => Some(true),
        (Some((size, reach)), _) if size > reach + 1 => Some(false),
        _ => None,
    };
}

/// Layouts and composed layouts whose offsets are integers: the bound of [`is_injective`] and others, which
/// [`IntegerOffsets`] has.
#[diagnostic::on_unimplemented(
    message = "image: codomain: the offsets are coordinates, or in generic code those of a layout without the bound \
               `IntegerOffsets`",
    note = "`to_value` leads to the value level, which has `is_injective` and `image_in_range` of coordinates"
)]
pub trait HasImage: Copy {
    /// [`is_injective`]
    #[doc(hidden)]
    fn injective(self) -> Result<bool, Error>;
    /// [`try_is_surjective`]
    #[doc(hidden)]
    fn surjective(self) -> Result<bool, Error>;
    /// [`try_is_compact`]
    #[doc(hidden)]
    fn compact(self) -> Result<bool, Error>;
    /// Whether all offsets are below `size`.
    #[doc(hidden)]
    fn below(self, size: usize) -> bool;
}
#[diagnostic::do_not_recommend]
impl<L: IntegerOffsets> HasImage for L {
    #[inline(always)]
    fn injective(self) -> Result<bool, Error> {
        match injectivity::check(self.modes()) {
            Ok(()) => Ok(true),
            Err(Error { rule: Rule::Injectivity { .. }, .. }) => Ok(false),
            Err(error) => Err(error.during(Operation::IsInjective)),
        }
    }
    #[inline(always)]
    fn surjective(self) -> Result<bool, Error> {
        match const { L::IS_SURJECTIVE } {
            Some(surjective) => Ok(surjective),
            None if self.modes().is_empty() => Ok(true),
            None if is_bits::<L>() => bits::surjective(&listed(self), self.modes().size()),
            None => Ok(listed(self).surjective()),
        }
    }
    #[inline(always)]
    fn compact(self) -> Result<bool, Error> {
        match const { L::IS_COMPACT } {
            Some(compact) => Ok(compact),
            None if self.modes().is_empty() => Ok(true),
            None if is_bits::<L>() => bits::compact(&listed(self), self.modes().size()),
            None => Ok(listed(self).compact()),
        }
    }
    #[inline(always)]
    fn below(self, size: usize) -> bool {
        self.modes().is_empty() || self.modes().reach() < size
    }
}

/// Whether the layout is a bijection onto `0..size`: sorted by stride, each stride is the product
/// of the extents before it. Of XOR strides by elimination. (003, definitions 2.1.5.1 and 2.3.5.1.)
///
/// ```
/// use tilework::{layout, operation::is_compact};
/// let m = 2;
/// assert!(is_compact(layout!(((2,m),(2,2)):((1,4),(2,8)))));
/// assert!(!is_compact(layout!((3,2):(1,0))));
/// assert!(is_compact(layout!((8,8):(f9,f1))));
/// ```
///
/// # Panics
/// Where [`try_is_compact`] is an error.
#[inline(always)]
#[track_caller]
pub fn is_compact<L: HasImage>(layout: L) -> bool {
    plain(try_is_compact(layout))
}

/// [`is_compact`], if it can be decided.
///
/// # Errors
/// [`Rule::Undecided`] and [`Rule::ListLength`] as of [`try_is_surjective`].
#[inline(always)]
pub fn try_is_compact<L: HasImage>(layout: L) -> Result<bool, Error> {
    layout.compact()
}

/// Whether each integer from the smallest offset to the largest is one: of a layout, whose smallest is 0, onto
/// `0..cosize`.
///
/// Sorted, each stride must be at most 1 more than what the ones before it reach. Of XOR strides by
/// elimination.
///
/// ```
/// use tilework::{layout, operation::is_surjective};
/// let d = 3;
/// assert!(is_surjective(layout!((2,(3,2)):(d,(1,4)))));
/// assert!(!is_surjective(layout!((2,2):(1,3))));
/// assert!(is_surjective(layout!((3,2):(f1,f3))));
/// ```
///
/// # Panics
/// Where [`try_is_surjective`] is an error.
#[inline(always)]
#[track_caller]
pub fn is_surjective<L: HasImage>(layout: L) -> bool {
    plain(try_is_surjective(layout))
}

/// [`is_surjective`], if it can be decided.
///
/// # Errors
/// Of XOR strides, where an extent is no power of 2: [`Rule::Undecided`] for extents that are cut into more
/// than 2^16 parts, [`Rule::ListLength`] where coordinates collide, and there are more than 2^16.
#[inline(always)]
pub fn try_is_surjective<L: HasImage>(layout: L) -> Result<bool, Error> {
    layout.surjective()
}

/// Whether strides are bits.
#[inline(always)]
fn is_bits<L: AnyLayout>() -> bool {
    matches!(const { L::Modes::CODOMAIN }, Codomain::Bits)
}
/// Whether no two coordinates have the same offset.
///
/// # Errors
/// [`Rule::Undecided`] where the exact test ends at its bound, as at the value level; of composed layouts, whose
/// offsets are ticked off unless the function has each value once, after 2^20 evaluations.
///
/// ```
/// use tilework::{Composed, layout, operation::is_injective};
/// let d = 3;
/// assert!(is_injective(layout!((4,4):(d,4)))?);
/// assert!(!is_injective(layout!((4,4):(3,2)))?);
/// // Of composed layouts too: the offsets 0 to 3 have one coordinate each, but 4 of `(4,4):(1,2)` is 2 again.
/// let pairs = layout!((4,4):(1,2));
/// assert!(is_injective(Composed::of(pairs, layout!(4:1)))?);
/// assert!(!is_injective(Composed::of(pairs, layout!(8:1)))?);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline(always)]
pub fn is_injective<L: HasImage>(layout: L) -> Result<bool, Error> {
    layout.injective()
}

/// Whether all offsets of `b` are integral coordinates of `a`: then `a o b` does not depend on how
/// `a` goes on past its size, as 003 demands of compositions (definition 2.3.7.1).
///
/// ```
/// use tilework::{layout, operation::image_in_range};
/// let d = 11;
/// assert!(image_in_range(layout!((4,6):(1,5)), layout!((2,3):(1,d))));
/// assert!(!image_in_range(layout!(7:11), layout!(3:4)));
/// ```
#[inline(always)]
pub fn image_in_range<A: AnyLayout, B: HasImage>(a: A, b: B) -> bool {
    b.below(a.size())
}

/// The flat modes of a layout.
fn listed<L: AnyLayout>(layout: L) -> StaticModes {
    let mut list = StaticModes::EMPTY;
    layout.modes().for_each_mode(0, &mut |_, mode| {
        list = list.with(mode.shape.unsigned_abs(), mode.stride.unsigned_abs());
    });
    list
}
