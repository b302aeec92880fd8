//! What `layout!` makes of layouts: those that it has evaluated, those of constants, and `n:1`.

use core::mem::MaybeUninit;

use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::compact::{Column, CompactInto, Row};
use crate::layout::{Layout, StrideFor};
use crate::leaf::int::{Leaf, Static, any_extent};
use crate::plain::plain;

/// The one value of the static layout `L`, without the compiler's proof that it is one, which takes
/// more than half of what a literal costs: [`layout!`](crate::layout) has evaluated it.
///
/// # Safety
/// Shape and stride of `L` are congruent hlists of [`Static`](crate::Static) integers, extents are at
/// least 1, and strides, size and cosize fit `u32`, and so a `usize` of each target.
#[doc(hidden)]
#[inline(always)]
// Nothing is left uninitialized of what has no size.
#[allow(clippy::uninit_assumed_init)]
pub const unsafe fn literal<L>() -> L {
    const { assert!(size_of::<L>() == 0, "a static layout has no size") };
    // SAFETY: it is without size, and of hlists of `Static`, which have one value each.
    unsafe { MaybeUninit::uninit().assume_init() }
}

/// The layout of a shape and a stride of constants, which constants can be.
#[doc(hidden)]
#[inline(always)]
pub const fn known<S: Copy, D: StrideFor<S, Layout<S, D>> + Copy>(_: S, _: D) -> Layout<S, D> {
    static_layout(const { D::KNOWN })
}
/// The column-major layout of a shape of constants.
#[doc(hidden)]
#[inline(always)]
pub const fn known_col_major<S: CompactInto<Column, L>, L: Copy>(_: S) -> L {
    static_layout(const { S::KNOWN })
}
/// The row-major layout of a shape of constants.
#[doc(hidden)]
#[inline(always)]
pub const fn known_row_major<S: CompactInto<Row, L>, L: Copy>(_: S) -> L {
    static_layout(const { S::KNOWN })
}
const fn static_layout<L: Copy>(known: Option<L>) -> L {
    match known {
        Some(layout) => layout,
        None => panic!("layout: static layout: a leaf is of run time"),
    }
}
/// `n:1` of a constant, for any leaf as [`run`].
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

/// `n:1`, a layout for any leaf: generic code, which has the tiler `(m,8)` by the bound of the operation, asks for no
/// other.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a static 0, [`Rule::Overflow`](crate::Rule) beyond `i64`.
#[doc(hidden)]
#[inline(always)]
pub fn try_run<N: Leaf>(n: N) -> Result<Layout<N, Static<U1>>, Error> {
    any_extent(n).map_err(|rule| Error::new(Operation::Layout, rule).at(0))?;
    Ok(Layout::sound(n, Static::new()))
}

/// [`try_run`] with the text of an error as a panic.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn run<N: Leaf>(n: N) -> Layout<N, Static<U1>> {
    plain(try_run(n))
}
