//! The code that `layout!` emits for layouts: evaluated ones, those of constants, and `n:1`.

use core::mem::MaybeUninit;

use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::compact::{Column, CompactInto, Row};
use crate::layout::{Layout, StrideFor};
use crate::leaf::int::{Leaf, Static, any_extent};
use crate::plain::plain;

/// The one value of the static layout `L`, without the proof by the compiler that the layout is sound.
/// [`layout!`](crate::layout) has evaluated it already, and the proof takes more than half of the time that a literal
/// costs.
///
/// # Safety
/// Shape and stride of `L` are congruent hlists of [`Static`](crate::Static) integers. Extents are at least 1. Strides,
/// size and cosize fit `u32`, and so the `usize` of each target.
#[doc(hidden)]
#[inline(always)]
// A zero-sized value leaves nothing uninitialized.
#[allow(clippy::uninit_assumed_init)]
pub const unsafe fn literal<L>() -> L {
    const { assert!(size_of::<L>() == 0, "a static layout has no size") };
    // SAFETY: it is zero-sized and made of hlists of `Static`, which have one value each.
    unsafe { MaybeUninit::uninit().assume_init() }
}

/// The layout with a shape and a stride of constants, for constants.
#[doc(hidden)]
#[inline(always)]
pub const fn known<S: Copy, D: StrideFor<S, Layout<S, D>> + Copy>(_: S, _: D) -> Layout<S, D> {
    static_layout(const { D::KNOWN })
}
/// The column-major layout with a shape of constants.
#[doc(hidden)]
#[inline(always)]
pub const fn known_col_major<S: CompactInto<Column, L>, L: Copy>(_: S) -> L {
    static_layout(const { S::KNOWN })
}
/// The row-major layout with a shape of constants.
#[doc(hidden)]
#[inline(always)]
pub const fn known_row_major<S: CompactInto<Row, L>, L: Copy>(_: S) -> L {
    static_layout(const { S::KNOWN })
}
const fn static_layout<L: Copy>(known: Option<L>) -> L {
    match known {
        Some(layout) => layout,
        None => panic!("layout: static layout: a leaf is dynamic"),
    }
}
/// `n:1` for a constant; like [`run`] it takes any leaf.
#[doc(hidden)]
#[inline(always)]
pub const fn known_run<N: Leaf>(n: N) -> Layout<N, Static<U1>> {
    const {
        assert!(
            !matches!(N::STATIC, Some(0)),
            "layout: positive extent: a static extent must be at least 1, not 0"
        );
    }
    Layout::sound(n, Static::new())
}

/// `n:1`, a layout for any leaf: generic code that takes the tiler `(m,8)` by the bound of the operation needs no other
/// bound.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a static 0, [`Rule::Overflow`](crate::Rule) beyond `i64`.
#[doc(hidden)]
#[inline(always)]
pub fn try_run<N: Leaf>(n: N) -> Result<Layout<N, Static<U1>>, Error> {
    any_extent(n).map_err(|rule| Error::new(Operation::Layout, rule).at(0))?;
    Ok(Layout::sound(n, Static::new()))
}

/// [`try_run`], which panics with the text of an error.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn run<N: Leaf>(n: N) -> Layout<N, Static<U1>> {
    plain(try_run(n))
}
