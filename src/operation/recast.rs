//! Recast: a layout of elements as one of larger or smaller elements.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{downcast_leaf, upcast_leaf};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Gcd, U0, U1, UInt, UTerm};

use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::{Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::verdict::operation::Named;
use crate::verdict::{Advance, Bad, First, HasResult, Of, Verdict, operation, rule};

/// The layout of elements `n` times as large: the leaf `i -> i d` becomes `i -> floor(i d / n)`,
/// without its repetitions.
///
/// Where `n` divides `d`, it is `s:(d/n)`; where `d` divides `n`, `n / d` steps make one element,
/// and the leaf is `(s d / n):1`, or `1:0` where it lies in one element. Stride 0 stays. A static
/// extent next to a dynamic stride stays static: `n` must divide the stride then.
///
/// **Errors.** While compiling, from static leaves, at run time ([`try_upcast`]) from dynamic
/// ones: *divisibility* of a leaf, where of stride and `n`, or of the extent and the steps to an
/// element, neither divides the other; *static extent*, at run time; *positive extent* for an `n`
/// of 0.
///
/// ```
/// use tilework::{Layout, layout};
/// let (k, lda) = (6, 64);
/// let layout = layout!((8,(4,k)):(1,(8,lda)));
/// let vectors: Layout!((2,(4,_)):(1,(2,_))) = layout!(upcast(layout, 4));
/// assert_eq!(vectors.to_string(), "(2,(4,6)):(1,(2,16))");
/// ```
///
/// # Panics
/// Where [`try_upcast`] is an error.
#[inline(always)]
#[track_caller]
pub fn upcast<L: UpcastBy<N>, N>(layout: L, n: Static<N>) -> <L as Cast<Up<N>>>::Result {
    match try_upcast(layout, n) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`upcast`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`upcast`] that dynamic leaves break.
#[inline(always)]
pub fn try_upcast<L: UpcastBy<N>, N>(
    layout: L,
    n: Static<N>,
) -> Result<<L as Cast<Up<N>>>::Result, Error> {
    let _ = n;
    layout.try_cast()
}

/// The layout of elements of which `n` make one of those of `layout`: a leaf `s:d` becomes
/// `s:(n d)`, and one of stride 1, along which elements are adjacent, `(n s):1`.
///
/// A static extent next to a dynamic stride stays static: the stride must not be 1 then.
///
/// **Law.** `upcast(downcast(layout, n), n) = layout`, but for the strides of extent 1.
///
/// **Errors.** *Positive extent*, while compiling, for an `n` of 0; at run time overflow and
/// *static extent*.
///
/// ```
/// use tilework::{Layout, layout};
/// let lda = 16;
/// let layout = layout!((2,(4,2)):(1,(2,lda)));
/// let smaller: Layout!((8,(4,2)):(1,(8,_))) = layout!(downcast(layout, 4));
/// assert_eq!(smaller.to_string(), "(8,(4,2)):(1,(8,64))");
/// ```
///
/// # Panics
/// Where [`try_downcast`] is an error.
#[inline(always)]
#[track_caller]
pub fn downcast<L: DowncastBy<N>, N>(layout: L, n: Static<N>) -> <L as Cast<Down<N>>>::Result {
    match try_downcast(layout, n) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`downcast`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`downcast`] that dynamic leaves break.
#[inline(always)]
pub fn try_downcast<L: DowncastBy<N>, N>(
    layout: L,
    n: Static<N>,
) -> Result<<L as Cast<Down<N>>>::Result, Error> {
    let _ = n;
    layout.try_cast()
}

/// The layout of elements of `old` bits as one of elements of `new` bits: with
/// `new / old = p / q` in lowest terms, `upcast(downcast(layout, q), p)`.
///
/// **Errors.** Those of [`upcast`] and [`downcast`].
///
/// ```
/// use tilework::{Layout, layout};
/// let lda = 8;
/// let halves = layout!((8,4):(1,lda));
/// let words: Layout!((4,4):(1,_)) = layout!(recast(halves, 16, 32));
/// assert_eq!(words.to_string(), "(4,4):(1,4)");
/// ```
///
/// # Panics
/// Where [`try_recast`] is an error.
#[inline(always)]
#[track_caller]
pub fn recast<L: RecastBy<Old, New>, Old, New>(
    layout: L,
    old: Static<Old>,
    new: Static<New>,
) -> <L as Cast<Bits<Old, New>>>::Result {
    match try_recast(layout, old, new) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`recast`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`recast`] that dynamic leaves break.
#[inline(always)]
pub fn try_recast<L: RecastBy<Old, New>, Old, New>(
    layout: L,
    old: Static<Old>,
    new: Static<New>,
) -> Result<<L as Cast<Bits<Old, New>>>::Result, Error> {
    let _ = (old, new);
    layout.try_cast()
}

/// Layouts that have an [`upcast`] by the typenum integer `N`: its bound.
pub trait UpcastBy<N>: Cast<Up<N>, Result = Self::Output> {
    /// The layout of larger elements.
    type Output: AnyLayout;
}
/// The layout `L` of elements `N` times as large, a typenum integer.
pub type Upcast<L, N> = <L as UpcastBy<N>>::Output;

/// Layouts that have a [`downcast`] by the typenum integer `N`: its bound.
pub trait DowncastBy<N>: Cast<Down<N>, Result = Self::Output> {
    /// The layout of smaller elements.
    type Output: AnyLayout;
}
/// The layout `L` of elements `N` times as small, a typenum integer.
pub type Downcast<L, N> = <L as DowncastBy<N>>::Output;

/// Layouts of elements of `Old` bits that are layouts of elements of `New` bits, typenum integers:
/// the bound of [`recast`].
pub trait RecastBy<Old, New>: Cast<Bits<Old, New>, Result = Self::Output> {
    /// The layout of the other elements.
    type Output: AnyLayout;
}
/// The layout `L` of elements of `Old` bits as one of elements of `New` bits.
pub type Recast<L, Old, New> = <L as RecastBy<Old, New>>::Output;

impl<L, N, R> UpcastBy<N> for L
where
    L: Cast<Up<N>, Result = R>,
    R: AnyLayout + Verdict<Out: HasResult<operation::upcast_of>>,
{
    type Output = R;
}
impl<L, N, R> DowncastBy<N> for L
where
    L: Cast<Down<N>, Result = R>,
    R: AnyLayout + Verdict<Out: HasResult<operation::downcast_of>>,
{
    type Output = R;
}
impl<L, Old, New, R> RecastBy<Old, New> for L
where
    L: Cast<Bits<Old, New>, Result = R>,
    R: AnyLayout + Verdict<Out: HasResult<operation::recast_of>>,
{
    type Output = R;
}

/// An upcast by `N`.
pub struct Up<N>(PhantomData<N>);
/// A downcast by `N`.
pub struct Down<N>(PhantomData<N>);
/// A recast from `Old` bits to `New` bits.
pub struct Bits<Old, New>(PhantomData<(Old, New)>);

/// [`UpcastBy`], [`DowncastBy`] and [`RecastBy`] before the verdict; `F` says which.
pub trait Cast<F>: AnyLayout {
    /// The layout, with a verdict in it if there is none.
    type Result;
    /// The layout.
    fn try_cast(self) -> Result<Self::Result, Error>;
}
impl<S, D, F, RS, RD> Cast<F> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    F: CastShape<S, D, Self, Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_cast(self) -> Result<Layout<RS, RD>, Error> {
        F::cast_shape(self)
            .and_then(|layout| layout.validated(F::Name::OPERATION))
            .map_err(|error| error.during(F::Name::OPERATION))
    }
}

/// The cast `Self` of the layout `S:D`; `L` is the layout that errors name.
pub trait CastShape<S, D, L> {
    /// The operation.
    type Name: Named;
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout.
    fn cast_shape(layout: Layout<S, D>) -> Result<Self::Out, Error>;
}
macro_rules! cast_by {
    ($($cast:ident $name:ident;)*) => {$(
        impl<U, B, S, D, L> CastShape<S, D, L> for $cast<UInt<U, B>>
        where
            S: CastLeaves<Self, D, L, First>,
        {
            type Name = operation::$name;
            type Out = S::Out;
            #[inline(always)]
            fn cast_shape(layout: Layout<S, D>) -> Result<S::Out, Error> {
                let (shape, stride) = layout.into_parts();
                shape.cast_leaves(stride, 0)
            }
        }
        impl<S, D, L> CastShape<S, D, L> for $cast<UTerm> {
            type Name = operation::$name;
            type Out = Layout<NotPositive<L>, NotPositive<L>>;
            fn cast_shape(_: Layout<S, D>) -> Result<Self::Out, Error> {
                Err(Error::new(Operation::Upcast, Rule::Extent { extent: 0 }))
            }
        }
    )*};
}
cast_by! {
    Up upcast_of;
    Down downcast_of;
}
type NotPositive<L> = Bad<rule::Extent, Of<L>, Static<U0>, HNil>;

impl<O, A, N, B, G, P, Q, S, D, L, DS, DD> CastShape<S, D, L> for Bits<UInt<O, A>, UInt<N, B>>
where
    UInt<O, A>: Gcd<UInt<N, B>, Output = G> + ExactDiv<G, Out = Q>,
    UInt<N, B>: ExactDiv<G, Out = P>,
    Down<Q>: CastShape<S, D, L, Out = Layout<DS, DD>>,
    Up<P>: CastShape<DS, DD, L>,
{
    type Name = operation::recast_of;
    type Out = <Up<P> as CastShape<DS, DD, L>>::Out;
    #[inline(always)]
    fn cast_shape(layout: Layout<S, D>) -> Result<Self::Out, Error> {
        <Up<P>>::cast_shape(<Down<Q>>::cast_shape(layout)?)
    }
}
macro_rules! no_bits {
    ($([$($g:tt)*] $old:ty, $new:ty;)*) => {$(
        impl<$($g)* S, D, L> CastShape<S, D, L> for Bits<$old, $new> {
            type Name = operation::recast_of;
            type Out = Layout<NotPositive<L>, NotPositive<L>>;
            fn cast_shape(_: Layout<S, D>) -> Result<Self::Out, Error> {
                Err(Error::new(Operation::Recast, Rule::Extent { extent: 0 }))
            }
        }
    )*};
}
no_bits! {
    [] UTerm, UTerm;
    [N, B,] UTerm, UInt<N, B>;
    [O, A,] UInt<O, A>, UTerm;
}

/// Casts each leaf of the shape `Self` with the stride `D`; the first leaf stands at `J`.
pub trait CastLeaves<F, D, L, J> {
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout.
    fn cast_leaves(self, stride: D, at: usize) -> Result<Self::Out, Error>;
}
impl<F, L, J> CastLeaves<F, HNil, L, J> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn cast_leaves(self, _: HNil, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<F, S, ST, D, DT, L, J, J1, HS, HD, TS, TD> CastLeaves<F, HCons<D, DT>, L, J> for HCons<S, ST>
where
    S: CastLeaves<F, D, L, J, Out = Layout<HS, HD>> + Advance<J, Out = J1>,
    ST: CastLeaves<F, DT, L, J1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn cast_leaves(self, stride: HCons<D, DT>, at: usize) -> Result<Self::Out, Error> {
        let head = self.head.cast_leaves(stride.head, at)?;
        Ok(head.followed_by(self.tail.cast_leaves(stride.tail, at + S::LEAVES)?))
    }
}
impl<F, S: Leaf, D: CastLeaf<F, S, L, J>, L, J> CastLeaves<F, D, L, J> for S {
    type Out = D::Out;
    #[inline(always)]
    fn cast_leaves(self, stride: D, at: usize) -> Result<D::Out, Error> {
        stride.cast_leaf(self).map_err(|error| error.at(at))
    }
}
// A verdict has said what is wrong.
impl<F, L, J, R, At, X, Y> CastLeaves<F, Self, L, J> for Bad<R, At, X, Y> {
    type Out = Layout<HNil, HNil>;
    fn cast_leaves(self, _: Self, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}

/// Casts the leaf of extent `S` with the stride `Self`, at `J`.
pub trait CastLeaf<F, S, L, J>: Sized {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn cast_leaf(self, extent: S) -> Result<Self::Out, Error>;
}

// Upcast: the quotient of stride and factor decides.
impl<K, N, S, L, J, Q> CastLeaf<Up<N>, S, L, J> for Static<K>
where
    K: ExactDiv<N, Out = Q>,
    Q: UpcastStride<S, K, N, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn cast_leaf(self, extent: S) -> Result<Q::Out, Error> {
        Q::upcast_stride(extent)
    }
}
/// `Self` is the stride `K` divided by the factor `N`.
pub trait UpcastStride<S, K, N, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn upcast_stride(extent: S) -> Result<Self::Out, Error>;
}
macro_rules! divided {
    ($([$($g:tt)*] $quotient:ty;)*) => {$(
        impl<$($g)* S, K, N, L, J> UpcastStride<S, K, N, L, J> for $quotient {
            type Out = Layout<S, Static<Self>>;
            #[inline(always)]
            fn upcast_stride(extent: S) -> Result<Self::Out, Error> {
                Ok(Layout::sound(extent, Static::new()))
            }
        }
    )*};
}
divided! {
    [] UTerm;
    [U, B,] UInt<U, B>;
}
impl<S, K, N, L, J, Steps> UpcastStride<S, K, N, L, J> for Inexact
where
    N: ExactDiv<K, Out = Steps>,
    Steps: UpcastExtent<S, K, N, L, J>,
{
    type Out = Steps::Out;
    #[inline(always)]
    fn upcast_stride(extent: S) -> Result<Steps::Out, Error> {
        Steps::upcast_extent(extent)
    }
}
/// `Self` is the factor `N` divided by the stride `K`: the steps to an element.
pub trait UpcastExtent<S, K, N, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn upcast_extent(extent: S) -> Result<Self::Out, Error>;
}
impl<S, K, N, L, J> UpcastExtent<S, K, N, L, J> for Inexact
where
    Static<K>: Leaf,
    Static<N>: Leaf,
{
    type Out = Indivisible<L, J, Static<K>, Static<N>>;
    fn upcast_extent(_: S) -> Result<Self::Out, Error> {
        indivisible(Static::<K>::new(), Static::<N>::new())
    }
}
fn indivisible<T>(left: impl Leaf, right: impl Leaf) -> Result<T, Error> {
    let rule = Rule::Divisibility { left: left.number(), right: right.number() };
    Err(Error::new(Operation::Upcast, rule))
}
type Indivisible<L, J, X, Y> =
    Layout<Bad<rule::EitherDivides, Of<L, J>, X, Y>, Bad<rule::EitherDivides, Of<L, J>, X, Y>>;
impl<E, K, N, L, J, U, B, Q> UpcastExtent<Static<E>, K, N, L, J> for UInt<U, B>
where
    E: ExactDiv<Self, Out = Q>,
    Q: Shrunk<E, Self, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn upcast_extent(_: Static<E>) -> Result<Q::Out, Error> {
        Q::shrunk()
    }
}
impl<I: Index, K, N, L, J, U, B> UpcastExtent<Dyn<I>, K, N, L, J> for UInt<U, B>
where
    Static<K>: LeafIn<I>,
    Static<N>: LeafIn<I>,
{
    type Out = Layout<Dyn<I>, Static<U1>>;
    #[inline(always)]
    fn upcast_extent(extent: Dyn<I>) -> Result<Self::Out, Error> {
        let (stride, n) = (Static::<K>::new().get_in(), Static::<N>::new().get_in());
        let (extent, _) = upcast_leaf((extent.0, stride), n)
            .map_err(|rule| Error::new(Operation::Upcast, rule))?;
        Ok(Layout::sound(Dyn(extent), Static::new()))
    }
}
/// `Self` is the extent `E` divided by the steps `M` to an element.
pub trait Shrunk<E, M, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn shrunk() -> Result<Self::Out, Error>;
}
impl<E, M, L, J> Shrunk<E, M, L, J> for UInt<UTerm, B1> {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn shrunk() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J, U, B, C> Shrunk<E, M, L, J> for UInt<UInt<U, B>, C> {
    type Out = Layout<Static<Self>, Static<U1>>;
    #[inline(always)]
    fn shrunk() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J, Q> Shrunk<E, M, L, J> for Inexact
where
    M: ExactDiv<E, Out = Q>,
    Q: WithinOne<E, M, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn shrunk() -> Result<Q::Out, Error> {
        Q::within_one()
    }
}
/// `Self` is the steps `M` to an element divided by the extent `E`.
pub trait WithinOne<E, M, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn within_one() -> Result<Self::Out, Error>;
}
impl<E, M, L, J, U, B> WithinOne<E, M, L, J> for UInt<U, B> {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn within_one() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J> WithinOne<E, M, L, J> for Inexact
where
    Static<E>: Leaf,
    Static<M>: Leaf,
{
    type Out = Indivisible<L, J, Static<E>, Static<M>>;
    fn within_one() -> Result<Self::Out, Error> {
        indivisible(Static::<E>::new(), Static::<M>::new())
    }
}

// Downcast: whether the stride is 1 decides.
impl<K, N, S, L, J, F> CastLeaf<Down<N>, S, L, J> for Static<K>
where
    Self: Leaf<IsOne = F>,
    F: DowncastStride<S, Self, Static<N>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn cast_leaf(self, extent: S) -> Result<F::Out, Error> {
        F::downcast_stride(extent, self)
    }
}
/// `Self` says whether the stride is 1.
pub trait DowncastStride<S, D, N> {
    /// The layout.
    type Out;
    /// The layout.
    fn downcast_stride(extent: S, stride: D) -> Result<Self::Out, Error>;
}
const OVERFLOW: Error = Error::new(Operation::Downcast, Rule::Overflow);
impl<S: Mul<Static<N>>, D, N> DowncastStride<S, D, Static<N>> for B1 {
    type Out = Layout<Product<S, Static<N>>, D>;
    #[inline(always)]
    fn downcast_stride(extent: S, stride: D) -> Result<Self::Out, Error> {
        let extent = extent.checked_mul(Static::new()).ok_or(OVERFLOW)?;
        Ok(Layout::sound(extent, stride))
    }
}
impl<S, D: Mul<Static<N>>, N> DowncastStride<S, D, Static<N>> for B0 {
    type Out = Layout<S, Product<D, Static<N>>>;
    #[inline(always)]
    fn downcast_stride(extent: S, stride: D) -> Result<Self::Out, Error> {
        let stride = stride.checked_mul(Static::new()).ok_or(OVERFLOW)?;
        Ok(Layout::sound(extent, stride))
    }
}

// A dynamic stride: a dynamic extent follows it, a static one stays.
macro_rules! dynamic_stride {
    ($($cast:ident $leaf:ident $operation:ident;)*) => {$(
        impl<I: Index, A: Index, N, L, J> CastLeaf<$cast<N>, Dyn<A>, L, J> for Dyn<I>
        where
            Static<N>: LeafIn<I>,
            Dyn<A>: LeafIn<I>,
        {
            type Out = Layout<Self, Self>;
            #[inline(always)]
            fn cast_leaf(self, extent: Dyn<A>) -> Result<Self::Out, Error> {
                let (extent, stride) = $leaf((extent.get_in(), self.0), Static::<N>::new().get_in())
                    .map_err(|rule| Error::new(Operation::$operation, rule))?;
                Ok(Layout::sound(Dyn(extent), Dyn(stride)))
            }
        }
        impl<I: Index, E, N, L, J> CastLeaf<$cast<N>, Static<E>, L, J> for Dyn<I>
        where
            Static<N>: LeafIn<I>,
            Static<E>: LeafIn<I>,
        {
            type Out = Layout<Static<E>, Self>;
            #[inline(always)]
            fn cast_leaf(self, extent: Static<E>) -> Result<Self::Out, Error> {
                let (cast, stride) = $leaf((extent.get_in(), self.0), Static::<N>::new().get_in())
                    .map_err(|rule| Error::new(Operation::$operation, rule))?;
                if cast != extent.get_in() {
                    let (extent, stride) = (extent.number(), self.number());
                    let rule = Rule::StaticExtent { extent, stride };
                    return Err(Error::new(Operation::$operation, rule));
                }
                Ok(Layout::sound(extent, Dyn(stride)))
            }
        }
    )*};
}
dynamic_stride! {
    Up upcast_leaf Upcast;
    Down downcast_leaf Downcast;
}
