//! The value of a layout that `layout!` has evaluated.

use core::mem::MaybeUninit;

/// The one value of the static layout `L`, without the compiler's proof that it is one, which takes
/// more than half of what a literal costs: [`layout!`](crate::layout) has evaluated it.
///
/// # Safety
/// Shape and stride of `L` are congruent hlists of [`Static`](crate::Static) integers, extents are at
/// least 1, and size and cosize fit `i64`.
#[doc(hidden)]
#[inline(always)]
// Nothing is left uninitialized of what has no size.
#[allow(clippy::uninit_assumed_init)]
pub const unsafe fn literal<L>() -> L {
    const { assert!(size_of::<L>() == 0, "a static layout has no size") };
    // SAFETY: it is without size, and of hlists of `Static`, which have one value each.
    unsafe { MaybeUninit::uninit().assume_init() }
}
