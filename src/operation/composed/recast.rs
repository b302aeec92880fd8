//! Casts of composed layouts: of the function of offsets, of the added number, and of the inner layout.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Gcd, Integer, U0, U1, UInt, UTerm, Unsigned, Z0};

use crate::layout::Layout;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::layout::swizzle::Swizzle;
use crate::leaf::arithmetic::{Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Known, Leaf, Static};
use crate::operation::recast::{Bits, CastTotal, Down, Up};
use crate::operation::swizzle::CastSwizzle;
use crate::verdict::operation::recast_of;
use crate::verdict::{Bad, HasResult, Of, Verdict, rule};

/// If the swizzle keeps whole elements together, the cast has the swizzle, the added number and the inner layout, each
/// for elements of the other width.
#[diagnostic::do_not_recommend]
impl<F, N, L, C, Q, P, R> CastTotal<C> for Composed<F, N, L>
where
    C: Widths<Finer = Q, Coarser = P>,
    F: CastOuter<C, Out = R>,
    R: RecastOuter,
    N: RecastAdded<Q, P>,
    L: CastTotal<C, Result: AnyResult>,
{
    type Result = Composed<R::Outer, N::Out, R::Inner<N::Inner<L, L::Result>>>;
    #[inline(always)]
    fn try_cast<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let (_, added, inner) = self.into_parts();
        let inner = inner.try_cast::<L::Result>()?;
        let added = added.recast_added().map_err(|error| error.during(C::OPERATION))?;
        Ok(Composed::sound(Known::VALUE, added, R::inner(N::inner::<L, _>(inner))).itself())
    }
}
/// A cast between elements of two widths.
pub trait Widths {
    /// The width of the elements.
    type Old;
    /// The width of the elements of the result.
    type New;
    /// The number of elements of the width that divides both in an old one.
    type Finer;
    /// The number of elements of the width that divides both in a new one.
    type Coarser;
    /// The operation.
    const OPERATION: Operation;
}
macro_rules! widths {
    ($([$($g:ident)*] $cast:ty: $old:ty => $new:ty, $operation:ident;)*) => {$(
        impl<$($g),*> Widths for $cast {
            type Old = $old;
            type New = $new;
            type Finer = $old;
            type Coarser = $new;
            const OPERATION: Operation = Operation::$operation;
        }
    )*};
}
widths! {
    [K] Up<K>: U1 => K, Upcast;
    [K] Down<K>: K => U1, Downcast;
}
impl<Old, New, G, Q, P> Widths for Bits<Old, New>
where
    Old: Gcd<New, Output = G> + ExactDiv<G, Out = Q>,
    New: ExactDiv<G, Out = P>,
{
    type Old = Old;
    type New = New;
    type Finer = Q;
    type Coarser = P;
    const OPERATION: Operation = Operation::Recast;
}

/// A function of offsets that can be cast to elements of another width; swizzles can.
pub trait CastOuter<C>: Copy {
    /// The function, or the verdict.
    type Out: RecastOuter;
}
/// The function for elements of another width, or the verdict.
pub trait RecastOuter: Known {
    /// A function.
    type Outer: Known;
    /// `R`, or the verdict.
    type Inner<R>;
    /// `inner`
    fn inner<R>(inner: R) -> Self::Inner<R>;
}
impl<B: Unsigned, M: Unsigned, S: Integer> RecastOuter for Swizzle<B, M, S> {
    type Outer = Self;
    type Inner<R> = R;
    #[inline(always)]
    fn inner<R>(inner: R) -> R {
        inner
    }
}
impl<Rule, At, X, Y> RecastOuter for Bad<Rule, At, X, Y> {
    type Outer = Swizzle<U0, U0, Z0>;
    type Inner<R> = Layout<Self, Self>;
    fn inner<R>(_: R) -> Self::Inner<R> {
        Layout::sound(Bad::new(), Bad::new())
    }
}

/// Functions of offsets of elements of `Old` bits that exist for elements of `New` bits: `F` with
/// `F(n x + i) = n self(x) + i` for elements `n` times as small, and the reverse for larger ones. The types have them
/// for swizzles; values and literals have them for all functions.
pub trait RecastFunction<Old, New>: Copy {
    /// The function.
    type Output: OffsetMap + Known;
}
/// The function `F` of elements of `Old` bits for elements of `New` bits.
pub type FunctionRecast<F, Old, New> = <F as RecastFunction<Old, New>>::Output;

// The impl is for all types, because the compiler would print other impls.
impl<F, Old, New, R> RecastFunction<Old, New> for F
where
    F: CastOuter<Bits<Old, New>, Out = R>,
    R: RecastOuter<Outer: OffsetMap, Inner<HNil>: Verdict<Out: HasResult<recast_of>>>,
{
    type Output = R::Outer;
}

impl<B, M, S, C, R> CastOuter<C> for Swizzle<B, M, S>
where
    C: Widths,
    Self: CastSwizzle<C::Old, C::New, Out = R>,
    R: RecastOuter,
{
    type Out = R;
}
/// A width. The verdict on functions that are no swizzles waits for it: if the bound of a method fails before its
/// parameters are inferred, rustc says that there is no such method.
pub trait Width {
    /// The verdict.
    type OfFunctions: RecastOuter;
}
impl Width for UTerm {
    type OfFunctions = OfFunctions;
}
impl<U, B> Width for UInt<U, B> {
    type OfFunctions = OfFunctions;
}
type OfFunctions = Bad<rule::OfFunctions, (), (), ()>;
macro_rules! no_swizzles {
    ($([$($g:ident)*] $function:ty;)*) => {$(
        impl<$($g: Copy,)* C: Widths<New: Width>> CastOuter<C> for $function {
            type Out = <C::New as Width>::OfFunctions;
        }
    )*};
}
no_swizzles! {
    [S D] Layout<S, D>;
    [F N L] Composed<F, N, L>;
}

/// The number added to offsets, for elements `Q` times as small and then `P` times as large.
pub trait RecastAdded<Q, P>: Leaf {
    /// The leaf.
    type Out: Leaf;
    /// `R`, or a verdict that names `L`.
    type Inner<L, R>;
    /// The leaf.
    fn recast_added(self) -> Result<Self::Out, Error>;
    /// `inner`
    fn inner<L, R>(inner: R) -> Self::Inner<L, R>;
}
impl<N: Leaf, Q, P, A> RecastAdded<Q, P> for N
where
    Q: MultiplyAdded<N, Out = A>,
    P: DivideAdded<A>,
{
    type Out = P::Out;
    type Inner<L, R> = P::Inner<L, R>;
    #[inline(always)]
    fn recast_added(self) -> Result<Self::Out, Error> {
        P::divide_added(Q::multiply_added(self)?)
    }
    #[inline(always)]
    fn inner<L, R>(inner: R) -> Self::Inner<L, R> {
        P::inner(inner)
    }
}
/// `N`, for elements `Self` times as small. (`Self` is what is known last.)
pub trait MultiplyAdded<N> {
    /// The leaf.
    type Out;
    /// The leaf.
    fn multiply_added(added: N) -> Result<Self::Out, Error>;
}
impl<U, B, N: Mul<Static<Self>>> MultiplyAdded<N> for UInt<U, B>
where
    Static<Self>: Known,
{
    type Out = Product<N, Static<Self>>;
    #[inline(always)]
    fn multiply_added(added: N) -> Result<Self::Out, Error> {
        let overflow = Error::new(Operation::Recast, Rule::Overflow);
        added.checked_mul(Known::VALUE).ok_or(overflow)
    }
}
/// `N`, for elements `Self` times as large.
pub trait DivideAdded<N> {
    /// The leaf.
    type Out: Leaf;
    /// `R`, or a verdict that names `L`.
    type Inner<L, R>;
    /// The leaf.
    fn divide_added(added: N) -> Result<Self::Out, Error>;
    /// `inner`
    fn inner<L, R>(inner: R) -> Self::Inner<L, R>;
}
impl<N: Leaf> DivideAdded<N> for U1 {
    type Out = N;
    type Inner<L, R> = R;
    #[inline(always)]
    fn divide_added(added: N) -> Result<N, Error> {
        Ok(added)
    }
    #[inline(always)]
    fn inner<L, R>(inner: R) -> R {
        inner
    }
}
impl<U, B, C, N, Q> DivideAdded<Static<N>> for UInt<UInt<U, B>, C>
where
    N: ExactDiv<Self, Out = Q>,
    Q: WholeElements<N, Self>,
{
    type Out = Q::Out;
    type Inner<L, R> = Q::Inner<L, R>;
    #[inline(always)]
    fn divide_added(_: Static<N>) -> Result<Q::Out, Error> {
        Ok(Known::VALUE)
    }
    #[inline(always)]
    fn inner<L, R>(inner: R) -> Q::Inner<L, R> {
        Q::whole_elements(inner)
    }
}
impl<U, B, C, I: Index> DivideAdded<Dyn<I>> for UInt<UInt<U, B>, C>
where
    Dyn<I>: Leaf,
    Self: Unsigned,
{
    type Out = Dyn;
    type Inner<L, R> = R;
    #[inline(always)]
    fn divide_added(added: Dyn<I>) -> Result<Dyn, Error> {
        let (added, times) = (added.get(), <Self as Unsigned>::USIZE);
        if !added.is_multiple_of(times) {
            let rule = Rule::Alignment { together: 1, wanted: times as i64 };
            return Err(Error::new(Operation::Recast, rule));
        }
        Ok(Dyn(added / times))
    }
    #[inline(always)]
    fn inner<L, R>(inner: R) -> R {
        inner
    }
}
/// The quotient `Self` of the offset `N`, for elements `K` times as large.
pub trait WholeElements<N, K> {
    /// The leaf.
    type Out: Leaf + Known;
    /// `R`, or a verdict that names `L`.
    type Inner<L, R>;
    /// `inner`
    fn whole_elements<L, R>(inner: R) -> Self::Inner<L, R>;
}
macro_rules! whole_elements {
    ($([$($g:ident)*] $quotient:ty;)*) => {$(
        impl<N, K, $($g),*> WholeElements<N, K> for $quotient
        where
            Static<Self>: Leaf + Known,
        {
            type Out = Static<Self>;
            type Inner<L, R> = R;
            #[inline(always)]
            fn whole_elements<L, R>(inner: R) -> R {
                inner
            }
        }
    )*};
}
whole_elements! {
    [] UTerm;
    [U C] UInt<U, C>;
}
impl<N, K> WholeElements<N, K> for Inexact {
    type Out = Static<UTerm>;
    type Inner<L, R> = Layout<TornAdded<L, N, K>, TornAdded<L, N, K>>;
    fn whole_elements<L, R>(_: R) -> Self::Inner<L, R> {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type TornAdded<L, N, K> = Bad<rule::Added, Of<L>, Static<N>, Static<K>>;
