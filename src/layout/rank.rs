//! Rank and depth as typenum integers, for code that computes types with them.

use core::ops::Add;

use frunk_core::hlist::{HCons, HNil};
use typenum::{Add1, B0, B1, Max, Maximum, U0, U1, UInt, UTerm, Unsigned};

use crate::layout::{AnyLayout, Shape};
use crate::leaf::int::Leaf;

/// The rank of a layout as a typenum integer. Generic code asks nothing for it, any layout has one; an
/// array of this length needs `Rank<L>: ArrayLength`, since `generic-array` compares each length with 2^64,
/// which nothing that holds of one rank says of the next.
///
/// ```
/// use tilework::typenum::{U2, Unsigned};
/// use tilework::{
///     AnyLayout, Layout, layout, bound::{ComposeWith, Shape}, result::{Composition, Depth, Rank},
/// };
/// assert_eq!(<Rank<Layout!(((2,3),_):((1,2),6))>>::USIZE, 2);
/// fn is_matrix<L: AnyLayout<Shape: Shape<Rank = U2>>>(_: L) {}
/// is_matrix(layout!((4,8):(8,1)));
/// fn rank<A: ComposeWith<B>, B>(_: A, _: B) -> usize {
///     <Rank<Composition<A, B>>>::USIZE
/// }
/// assert_eq!(rank(layout!((4,8):(8,1)), layout!((2,2,8):(1,2,4))), 3);
/// assert_eq!(<Depth<Layout!(((2,3),_):((1,2),6))>>::USIZE, 2);
/// ```
pub type Rank<L> = <<L as AnyLayout>::Shape as Shape>::Rank;

/// Shapes whose depth is a typenum integer: all. [`AnyLayout::DEPTH`] is the constant.
pub trait HasDepth {
    /// The depth of nesting; 0 for a leaf.
    type Depth;
}
/// The depth of a layout as a typenum integer, as [`Rank`].
pub type Depth<L> = <<L as AnyLayout>::Shape as HasDepth>::Depth;

/// The natural numbers one after another, of which no bound is needed to go on.
pub trait Count: Unsigned {
    /// One more.
    type Next: Count;
}
impl Count for UTerm {
    type Next = U1;
}
impl<U: Count> Count for UInt<U, B0> {
    type Next = UInt<U, B1>;
}
impl<U: Count> Count for UInt<U, B1> {
    type Next = UInt<U::Next, B0>;
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
