//! Rank and depth as typenum integers, for code that computes types with them.

use core::ops::Add;

use frunk_core::hlist::{HCons, HNil};
use typenum::{Add1, B1, Max, Maximum, U0, U1};

use crate::layout::AnyLayout;
use crate::leaf::int::Leaf;

/// Shapes whose rank and depth are typenum integers: all. [`AnyLayout::RANK`] and
/// [`AnyLayout::DEPTH`] are the constants.
pub trait HasRank {
    /// The number of modes; 1 for a leaf.
    type Rank;
}
/// See [`HasRank`].
pub trait HasDepth {
    /// The depth of nesting; 0 for a leaf.
    type Depth;
}
/// The rank of a layout as a typenum integer.
///
/// ```
/// use tilework::typenum::{U2, Unsigned};
/// use tilework::{Depth, Layout, Rank};
/// assert_eq!(<Rank<Layout!(((2,3),_):((1,2),6))> as Unsigned>::USIZE, 2);
/// fn is_matrix<L: tilework::AnyLayout<Shape: tilework::HasRank<Rank = U2>>>(_: L) {}
/// is_matrix(tilework::layout!((4,8):(8,1)));
/// assert_eq!(<Depth<Layout!(((2,3),_):((1,2),6))> as Unsigned>::USIZE, 2);
/// ```
pub type Rank<L> = <<L as AnyLayout>::Shape as HasRank>::Rank;
/// The depth of a layout as a typenum integer, as [`Rank`].
pub type Depth<L> = <<L as AnyLayout>::Shape as HasDepth>::Depth;

impl<S: Leaf> HasRank for S {
    type Rank = U1;
}
impl HasRank for HNil {
    type Rank = U0;
}
impl<H, T: HasRank<Rank = N>, N: Add<B1>> HasRank for HCons<H, T> {
    type Rank = Add1<N>;
}
impl<S: Leaf> HasDepth for S {
    type Depth = U0;
}
impl HasDepth for HNil {
    type Depth = U1;
}
impl<H, T, N, M> HasDepth for HCons<H, T>
where
    H: HasDepth<Depth = N>,
    N: Add<B1>,
    T: HasDepth<Depth = M>,
    Add1<N>: Max<M>,
{
    type Depth = Maximum<Add1<N>, M>;
}
