//! The offsets that a layout takes.

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::AnyLayout;
use crate::layout::injectivity::{self, StaticModes};
use crate::layout::modes::{Modes, only_integers};

/// What static leaves say of the offsets, while compiling; `None` where a dynamic leaf decides.
///
/// ```
/// use tilework::{KnownImage, Layout};
/// const _: () = assert!(matches!(<Layout!((4,8):(8,1)) as KnownImage>::IS_COMPACT, Some(true)));
/// assert_eq!(<Layout!((4,_):(8,1)) as KnownImage>::IS_COMPACT, None);
/// ```
pub trait KnownImage: AnyLayout {
    /// [`is_compact`]
    const IS_COMPACT: Option<bool>;
    /// [`is_surjective`]
    const IS_SURJECTIVE: Option<bool>;
    /// [`is_injective`], where it takes no search: each stride is above all offsets of those below
    /// it, or there are more coordinates than offsets.
    const IS_INJECTIVE: Option<bool>;
}
impl<L: AnyLayout> KnownImage for L {
    const IS_COMPACT: Option<bool> = match L::Modes::STATIC {
        Some(_) => {
            assert!(
                L::Modes::CODOMAIN.is_integers(),
                "is_compact: codomain: known while compiling of integer strides only"
            );
            Some(L::Modes::LIST.compact())
        }
        None => None,
    };
    const IS_SURJECTIVE: Option<bool> = match L::Modes::STATIC {
        Some(_) => {
            assert!(
                L::Modes::CODOMAIN.is_integers(),
                "is_surjective: codomain: known while compiling of integer strides only"
            );
            Some(L::Modes::LIST.surjective())
        }
        None => None,
    };
    const IS_INJECTIVE: Option<bool> = match L::Modes::STATIC {
        Some((size, reach)) => {
            assert!(
                L::Modes::CODOMAIN.is_integers(),
                "is_injective: codomain: known while compiling of integer strides only"
            );
            if L::Modes::SEGREGATED {
                Some(true)
            } else if size > reach + 1 {
                Some(false)
            } else {
                None
            }
        }
        None => None,
    };
}

/// Whether the layout is a bijection onto `0..size`: sorted by stride, each stride is the product
/// of the extents before it. (003, definitions 2.1.5.1 and 2.3.5.1.)
///
/// ```
/// use tilework::{is_compact, layout};
/// let m = 2;
/// assert!(is_compact(layout!(((2,m),(2,2)):((1,4),(2,8)))));
/// assert!(!is_compact(layout!((3,2):(1,0))));
/// ```
#[inline(always)]
pub fn is_compact<L: AnyLayout>(layout: L) -> bool {
    const { L::IS_COMPACT }.unwrap_or_else(|| listed(layout).compact())
}

/// Whether each integer from 0 to the largest offset is one: onto `0..cosize`.
///
/// Sorted, each stride must be at most 1 more than what the ones before it reach.
///
/// ```
/// use tilework::{is_surjective, layout};
/// let d = 3;
/// assert!(is_surjective(layout!((2,(3,2)):(d,(1,4)))));
/// assert!(!is_surjective(layout!((2,2):(1,3))));
/// ```
#[inline(always)]
pub fn is_surjective<L: AnyLayout>(layout: L) -> bool {
    const { L::IS_SURJECTIVE }.unwrap_or_else(|| listed(layout).surjective())
}

/// Whether no two coordinates have the same offset.
///
/// # Errors
/// [`Rule::Undecided`] where the exact test ends at its bound, as at the value level.
///
/// ```
/// use tilework::{is_injective, layout};
/// let d = 3;
/// assert!(is_injective(layout!((4,4):(d,4)))?);
/// assert!(!is_injective(layout!((4,4):(3,2)))?);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline(always)]
pub fn is_injective<L: AnyLayout>(layout: L) -> Result<bool, Error> {
    match injectivity::check(layout.modes()) {
        Ok(()) => Ok(true),
        Err(Error { rule: Rule::Injectivity { .. }, .. }) => Ok(false),
        Err(error) => Err(error.during(Operation::IsInjective)),
    }
}

/// Whether all offsets of `b` are integral coordinates of `a`: then `a o b` does not depend on how
/// `a` goes on past its size, as 003 demands of compositions (definition 2.3.7.1).
///
/// ```
/// use tilework::{image_in_range, layout};
/// let d = 11;
/// assert!(image_in_range(layout!((4,6):(1,5)), layout!((2,3):(1,d))));
/// assert!(!image_in_range(layout!(7:11), layout!(3:4)));
/// ```
#[inline(always)]
pub fn image_in_range<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> bool {
    b.cosize() <= a.size()
}

/// The flat modes of a layout.
fn listed<L: AnyLayout>(layout: L) -> StaticModes {
    const { only_integers(L::Modes::CODOMAIN) }
    let mut list = StaticModes::EMPTY;
    layout.modes().for_each_mode(0, &mut |_, mode| {
        list = list.with(mode.shape.unsigned_abs(), mode.stride.unsigned_abs());
    });
    list
}
