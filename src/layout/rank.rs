//! Rank and depth as typenum integers, for code that computes types with them. Here are also the bounds on the rank
//! that methods have, so that `cargo check` finds a wrong one.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, U0, U1, UInt, UTerm, Unsigned};

use crate::layout::{AnyLayout, Shape};
use crate::leaf::decimal::{AndMore, names};
use crate::leaf::int::Leaf;
use crate::leaf::number::{Number, Order};

/// The rank of a layout as a typenum integer. Generic code needs no bound for it, as any layout has one. An array of
/// this length needs `Rank<L>: ArrayLength`: `generic-array` compares each length with 2^64, and that comparison cannot
/// be proved from one rank to the next.
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

/// Shapes whose depth is a typenum integer; all shapes are. [`AnyLayout::DEPTH`] is the constant.
pub trait HasDepth {
    /// The depth of nesting; 0 for a leaf.
    type Depth: Number;
}
/// The depth of a layout as a typenum integer, like [`Rank`].
pub type Depth<L> = <<L as AnyLayout>::Shape as HasDepth>::Depth;

/// The natural numbers one by one, which need no bound for the next one.
pub trait Count: Unsigned {
    /// The number plus one.
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
impl<H: HasDepth, T: HasDepth> HasDepth for HCons<H, T> {
    type Depth = Larger<<H::Depth as Number>::Next, T::Depth>;
}
type Larger<A, B> = <<A as Number>::Compared<B, Equal> as Order>::Larger<A, B>;

/// The number of modes as errors print it. All numbers from nine on have the same name, and constants decide between
/// them.
type Named<L> = <<L as AnyLayout>::Shape as Shape>::Modes;

/// Layouts with as many modes at the top as `M`: the bound of [`Tensor::copy_from`](crate::Tensor::copy_from) and of
/// `&t + &u` in generic code over two layouts that are no [`MatrixLayout`](crate::algorithm::MatrixLayout)s. Functions,
/// such as [`copy`](crate::algorithm::copy()), need no bound; shapes that do not match fail to build there.
///
/// ```
/// use tilework::{AnyLayout, Owned, View, layout, bound::{HasOwned, SameRank}, result::OwnedLayout};
/// fn sum<L: HasOwned + SameRank<M>, M: AnyLayout>(t: &View<f32, L>, u: &View<f32, M>) -> Owned<f32, OwnedLayout<L>> {
///     t + u
/// }
/// let t = Owned::from_fn(layout!((2,3)), |_| 1.0);
/// assert_eq!(sum(&t.view(), &t.view()).sum(), 12.0);
/// ```
pub trait SameRank<M>: AnyLayout {}
impl<L: AnyLayout, M: AnyLayout> SameRank<M> for L where Named<L>: AsMany<Named<M>> {}

/// A number of modes that is `N`.
#[diagnostic::on_unimplemented(
    message = "equal extents: the one tensor has {Self} modes, the other {N}",
    label = "tensors of other numbers of modes",
    note = "`one_mode()` of both goes through them by integral coordinates; a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector \
            `v` in each of `m` rows, `(1,0)` in each of `n` columns"
)]
pub trait AsMany<N> {}
#[diagnostic::do_not_recommend]
impl<N> AsMany<N> for N {}

/// Layouts of one mode: the bound of [`Tensor::dot`](crate::Tensor::dot).
pub trait IsVector: AnyLayout {}
impl<L: AnyLayout> IsVector for L where Named<L>: One {}

/// A number of modes that is 1.
#[diagnostic::on_unimplemented(
    message = "dot: of vectors, tensors of one mode, not of {Self}; the product of the matrices `a` and `b` is `a.matmul(&b)`, and of all \
               elements of both `a.one_mode().dot(&b.one_mode())`; in generic code `algorithm::dot` asks no bound",
    label = "no vector"
)]
pub trait One {}
#[diagnostic::do_not_recommend]
impl One for names::_1 {}

/// Layouts with a mode `K`, counted from 0: the bound of [`Tensor::extent`](crate::Tensor::extent).
pub trait HasExtent<const K: usize>: AnyLayout {}
impl<L: AnyLayout, const K: usize> HasExtent<K> for L where Named<L>: Above<K> {}

/// A number of modes that is above `K`.
#[diagnostic::on_unimplemented(
    message = "mode range: there is no mode {K} among {Self}, counted from 0; in generic code the bound is `HasExtent<{K}>`, or \
               `t.layout().extent::<{K}>()` without one",
    label = "has not so many modes"
)]
pub trait Above<const K: usize> {}
macro_rules! above {
    ($($count:ident: $($k:literal)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Above<$k> for names::$count {}
    )*)*};
}
above! {
    _1: 0;
    _2: 0 1;
    _3: 0 1 2;
    _4: 0 1 2 3;
    _5: 0 1 2 3 4;
    _6: 0 1 2 3 4 5;
    _7: 0 1 2 3 4 5 6;
    _8: 0 1 2 3 4 5 6 7;
}
#[diagnostic::do_not_recommend]
impl<const K: usize> Above<K> for AndMore {}

/// Layouts of `N` modes, 1 to 8: the bound of [`Tensor::sizes`](crate::Tensor::sizes).
pub trait HasRank<const N: usize>: AnyLayout {}
impl<L: AnyLayout, const N: usize> HasRank<N> for L where Named<L>: Modes<N> {}

/// A number of modes that is `N`.
#[diagnostic::on_unimplemented(
    message = "sizes: {N} numbers are taken of {Self} modes; in generic code the bound is `RankLayout<{N}>`",
    label = "has not {N} modes"
)]
pub trait Modes<const N: usize> {}
macro_rules! modes {
    ($($count:ident: $n:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Modes<$n> for names::$count {}
    )*};
}
modes! {
    _0: 0;
    _1: 1;
    _2: 2;
    _3: 3;
    _4: 4;
    _5: 5;
    _6: 6;
    _7: 7;
    _8: 8;
}
