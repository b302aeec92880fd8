//! Lists in the order of names: coordinates and modes, picked by the names that they have.

use core::iter::StepBy;
use core::marker::PhantomData;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive, Sub};

use frunk_core::hlist::{HCons, HNil};
use typenum::{B1, Sub1, UInt, UTerm};

use super::names::{Find, List, Names, OrderOf};
use crate::layout::coordinate::Whole;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::sealed::Seal;
use crate::layout::slice::kept::{Kept, Nested};
use crate::layout::slice::{NOTHING, Nothing, StaticRange};
use crate::layout::still::Still;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Dyn;
use crate::tensor::along::Remove;

/// A place in the list `L`; `O` is taken if it is none.
pub trait Pick<L, O> {
    /// What is there.
    type Out;
    /// What is there.
    fn pick(list: L, other: O) -> Self::Out;
}
impl<L, O> Pick<L, O> for Dyn<usize> {
    type Out = O;
    #[inline(always)]
    fn pick(_: L, other: O) -> O {
        other
    }
}
impl<H, T, O> Pick<HCons<H, T>, O> for UTerm {
    type Out = H;
    #[inline(always)]
    fn pick(list: HCons<H, T>, _: O) -> H {
        list.head
    }
}
impl<H, T, O, V, B> Pick<HCons<H, T>, O> for UInt<V, B>
where
    Self: Sub<B1>,
    Sub1<Self>: Pick<T, O>,
{
    type Out = <Sub1<Self> as Pick<T, O>>::Out;
    #[inline(always)]
    fn pick(list: HCons<H, T>, other: O) -> Self::Out {
        <Sub1<Self>>::pick(list.tail, other)
    }
}

/// Names in whose order the values `V` of the names `F` are gathered. `O` has what is taken for other names: a list, or
/// [`Every`].
pub trait Gather<F, V, O> {
    /// The values in this order.
    type Out;
    /// The values in this order.
    fn gather(values: V, others: O) -> Self::Out;
}
impl<F, V, O> Gather<F, V, O> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn gather(_: V, _: O) -> HNil {
        HNil
    }
}
impl<A, T, F, V: Clone, O: Split> Gather<F, V, O> for HCons<A, T>
where
    F: Find<A, At: Pick<V, O::Head>>,
    T: Gather<F, V, O::Tail>,
{
    type Out = HCons<<F::At as Pick<V, O::Head>>::Out, T::Out>;
    #[inline(always)]
    fn gather(values: V, others: O) -> Self::Out {
        let (head, tail) = others.split();
        cons(<F::At as Pick<V, O::Head>>::pick(values.clone(), head), T::gather(values, tail))
    }
}
/// The first value of a list, and the others.
pub trait Split {
    /// The first.
    type Head;
    /// The others.
    type Tail;
    /// Both.
    fn split(self) -> (Self::Head, Self::Tail);
}
impl<H, T> Split for HCons<H, T> {
    type Head = H;
    type Tail = T;
    #[inline(always)]
    fn split(self) -> (H, T) {
        (self.head, self.tail)
    }
}
/// The same value for all names.
#[derive(Clone, Copy)]
pub struct Every<T>(pub(super) T);
impl<T: Clone> Split for Every<T> {
    type Head = T;
    type Tail = Self;
    #[inline(always)]
    fn split(self) -> (T, Self) {
        (self.0.clone(), self)
    }
}

/// Coordinates of the modes with the names `M`: [`by!`](crate::by!).
#[derive(Clone, Copy, Debug)]
pub struct By<M, C> {
    names: PhantomData<M>,
    coordinates: C,
}
impl<M: Names, C> By<M, C> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn new(_: M, coordinates: C) -> Self {
        By { names: PhantomData, coordinates }
    }
}
impl<M, C> By<M, C> {
    /// The values in the order of the names.
    #[inline(always)]
    pub(super) fn into_values(self) -> C {
        self.coordinates
    }
}

/// A coordinate by names, for [`Named`](crate::Named) tensors: `by!(Row = 3, Col = 1..4)`, in any order. For a slice,
/// modes that are not listed are kept. So they are for tiles, `t.tiles(by!(Row = 4, Col = layout!(8)))`.
///
/// ```
/// use tilework::{Tensor, by, layout, names};
/// names! { Row, Col }
/// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?.named((Row, Col));
/// assert_eq!(t[by!(Col = 2, Row = 0)], 3);
/// assert_eq!(t.slice(by!(Col = 1..3)).to_string(), "(Row, Col)\n2 3\n5 6");
/// # Ok::<(), tilework::Error>(())
/// ```
#[macro_export]
macro_rules! by {
    ($($name:path = $coordinate:expr),* $(,)?) => {
        $crate::expansion::By::new(($($name,)*), $crate::hlist![$($coordinate),*])
    };
}

/// Coordinates that name modes. Those with other names than `N` are left out; the methods ask that there are none.
pub trait Coordinates<N> {
    /// The names.
    type Names: Names;
    /// The coordinate in the order of the modes.
    type Coordinate;
    /// The names of the modes that a slice keeps.
    type Kept: Names;
    /// The coordinate in the order of the modes.
    fn coordinate(self) -> Self::Coordinate;
}
impl<N, L, M, C, G, K: List> Coordinates<N> for By<M, C>
where
    N: Names<List = L>,
    M: Names,
    L: Gather<M::List, C, Every<RangeFull>, Out = G> + KeptBy<G, Out = K>,
    G: Alone,
{
    type Names = M;
    type Coordinate = G::Out;
    type Kept = K::Tuple;
    #[inline(always)]
    fn coordinate(self) -> G::Out {
        L::gather(self.coordinates, Every(..)).alone()
    }
}
/// Coordinates that name each of the modes `N`.
pub trait Place<N> {
    /// The coordinate in the order of the modes.
    type Coordinate;
    /// The coordinate in the order of the modes.
    fn place(self) -> Self::Coordinate;
}
// Names that are missing are one error, so that there is a coordinate for them too.
impl<N, M, C, G: Alone> Place<N> for By<M, C>
where
    M: OrderOf<N>,
    N: Names<List: Gather<M::List, C, Every<usize>, Out = G>>,
{
    type Coordinate = G::Out;
    #[inline(always)]
    fn place(self) -> G::Out {
        N::List::gather(self.coordinates, Every(0)).alone()
    }
}
/// A list of coordinates as a coordinate: one alone is not wrapped.
pub trait Alone {
    /// The coordinate.
    type Out;
    /// The coordinate.
    fn alone(self) -> Self::Out;
}
impl Alone for HNil {
    type Out = Self;
    #[inline(always)]
    fn alone(self) -> Self {
        self
    }
}
impl<C> Alone for HCons<C, HNil> {
    type Out = C;
    #[inline(always)]
    fn alone(self) -> C {
        self.head
    }
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<$($c),*> Alone for frunk_core::HList![$($c),*] {
            type Out = ($($c,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn alone(self) -> Self::Out {
                let frunk_core::hlist_pat![$($c),*] = self;
                ($($c,)*)
            }
        }
    )*};
}
tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

/// The names of the modes that the coordinates `C`, a list, keep.
pub trait KeptBy<C> {
    /// The names.
    type Out;
}
impl KeptBy<HNil> for HNil {
    type Out = HNil;
}
impl<A, T: KeptBy<CT>, C: Keeps, CT> KeptBy<HCons<C, CT>> for HCons<A, T> {
    type Out = C::Names<A, T::Out>;
}
/// The coordinate of one mode: an integer, or `..` or a range, which keeps the mode.
#[diagnostic::on_unimplemented(
    message = "by: `{Self}` is no coordinate of a mode: it is a `usize`, `u32` or `i32`, `..`, or a range, `Row = 1..4`",
    label = "is no coordinate"
)]
pub trait Keeps {
    /// The name `A` of the mode, if it is kept, before the names `T`.
    type Names<A, T>;
}
#[diagnostic::do_not_recommend]
impl<C: Whole> Keeps for C {
    type Names<A, T> = T;
}
macro_rules! keep {
    ($([$($g:tt)*] $range:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Keeps for $range {
            type Names<A, T> = HCons<A, T>;
        }
    )*};
}
keep! {
    [] RangeFull;
    [] Range<usize>;
    [] RangeInclusive<usize>;
    [] RangeFrom<usize>;
    [] RangeTo<usize>;
    [] RangeToInclusive<usize>;
    [R] StepBy<R>;
    [B, E] StaticRange<B, E>;
}

/// Names of the modes of the layout `S:D`.
pub trait Spread<S, D> {
    /// The modes.
    type Modes;
    /// The modes.
    fn spread(shape: S, stride: D) -> Self::Modes;
}
impl<S, D> Spread<S, D> for HNil {
    type Modes = HNil;
    #[inline(always)]
    fn spread(_: S, _: D) -> HNil {
        HNil
    }
}
// A single mode may be nested, which a slice does not wrap.
impl<A, S, D> Spread<S, D> for HCons<A, HNil> {
    type Modes = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn spread(shape: S, stride: D) -> Self::Modes {
        cons(mode(shape, stride), HNil)
    }
}
impl<A, B, T, S: Nested<D>, D> Spread<S, D> for HCons<A, HCons<B, T>> {
    type Modes = S::Out;
    #[inline(always)]
    fn spread(shape: S, stride: D) -> S::Out {
        shape.parts(stride)
    }
}

/// [`Remove`] for places that may be none. A name that is missing, of which [`Has`](super::Has) is the error, has a mode
/// of one coordinate.
pub trait Without<K> {
    /// The mode.
    type Mode;
    /// The others.
    type Others;
    /// Both.
    fn without(self) -> (Self::Mode, Self::Others);
}
macro_rules! without {
    ($([$($g:ident),*] $place:ty;)*) => {$(
        impl<$($g,)* L: Remove<$place>> Without<$place> for L {
            type Mode = L::Mode;
            type Others = L::Others;
            #[inline(always)]
            fn without(self) -> (L::Mode, L::Others) {
                self.remove()
            }
        }
    )*};
}
without! {
    [] UTerm;
    [V, B] UInt<V, B>;
}
impl<L> Without<Dyn<usize>> for L {
    type Mode = Mode<HNil, HNil>;
    type Others = L;
    #[inline(always)]
    fn without(self) -> (Self::Mode, L) {
        (mode(HNil, HNil), self)
    }
}

/// Layouts whose modes have the names `N`, with the mode `M` and others: the bound of
/// [`Named::slices`](crate::Named::slices) and of reductions. Sealed: tensors rely on it.
pub trait AlongName<N, M>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The mode.
    type Mode: AnyLayout;
    /// The layout of the other modes.
    type Others: AnyLayout;
    /// The names of the other modes.
    type Names: Names;
    /// Both: `L(c, d) = Mode(c) + Others(d)`.
    fn along_name(self) -> (Self::Mode, Self::Others);
}
impl<L, S, D, N, M, Names, K, Parts, MS, MD, Rest, Left> AlongName<N, M> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    N: super::Names<List = Names>,
    Names: Find<M, At = K> + Without<K, Others = Left> + Spread<S, D, Modes = Parts>,
    Left: List,
    Parts: Without<K, Mode = Mode<MS, MD>, Others = Rest>,
    Rest: Kept<Layout<Nothing>: AnyLayout>,
    Layout<MS, MD>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Mode = Layout<MS, MD>;
    type Others = Rest::Layout<Nothing>;
    type Names = Left::Tuple;
    #[inline(always)]
    fn along_name(self) -> (Self::Mode, Self::Others) {
        let (shape, stride) = self.parts();
        let (mode, others) = Names::spread(shape, stride).without();
        (Layout::sound(mode.shape, mode.stride), others.layout(NOTHING))
    }
}

/// Layouts whose modes have the names `N`, with their modes in the order of the names `P`: the bound of
/// [`Named::permuted`](crate::Named::permuted). Sealed: tensors rely on it.
pub trait PermuteNames<N, P>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout.
    type Output: AnyLayout;
    /// The layout.
    fn permute_names(self) -> Self::Output;
}
// A name that is missing, of which `OrderOf` is the error, has a mode of one coordinate.
impl<L, S, D, N, P, Parts, Out> PermuteNames<N, P> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    N: Names<List: Spread<S, D, Modes = Parts>>,
    P: Names<List: Gather<N::List, Parts, Every<Mode<HNil, HNil>>, Out = Out>>,
    Out: Kept<Layout<Nothing>: AnyLayout>,
{
    const SEAL: Seal = Seal;
    type Output = Out::Layout<Nothing>;
    #[inline(always)]
    fn permute_names(self) -> Self::Output {
        let (shape, stride) = self.parts();
        let modes = N::List::spread(shape, stride);
        P::List::gather(modes, Every(mode(HNil, HNil))).layout(NOTHING)
    }
}

/// Layouts whose modes have the names `P`, arranged in the order of the names `N` of the layout `W`. For names that are
/// not in `P`, all coordinates have the same elements: the extents are those of `W`, and the strides 0. Sealed: tensors
/// rely on it.
pub trait Arrange<P, N, W>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout.
    type Output: AnyLayout;
    /// The layout.
    fn arrange(self, beside: W) -> Self::Output;
}
impl<L, S, D, P, N, W, WS, WD, Own, Others, Out> Arrange<P, N, W> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    W: AnyLayout<Shape = WS, Stride = WD>,
    P: Names<List: Spread<S, D, Modes = Own>>,
    N: Names<
        List: Spread<WS, WD, Modes: Repeated<Out = Others>>
                  + Gather<P::List, Own, Others, Out = Out>,
    >,
    Out: Kept<Layout<Nothing>: AnyLayout>,
{
    const SEAL: Seal = Seal;
    type Output = Out::Layout<Nothing>;
    #[inline(always)]
    fn arrange(self, beside: W) -> Self::Output {
        let ((shape, stride), (others, along)) = (self.parts(), beside.parts());
        let own = P::List::spread(shape, stride);
        let others = N::List::spread(others, along).repeated();
        N::List::gather(own, others).layout(NOTHING)
    }
}
/// Modes with strides of 0 in place of theirs.
pub trait Repeated {
    /// The modes.
    type Out;
    /// The modes.
    fn repeated(self) -> Self::Out;
}
impl Repeated for HNil {
    type Out = HNil;
    #[inline(always)]
    fn repeated(self) -> HNil {
        HNil
    }
}
impl<S: Still, D, T: Repeated> Repeated for HCons<Mode<S, D>, T> {
    type Out = HCons<Mode<S, S::Strides>, T::Out>;
    #[inline(always)]
    fn repeated(self) -> Self::Out {
        cons(mode(self.head.shape, S::STRIDES), self.tail.repeated())
    }
}
