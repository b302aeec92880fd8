//! Casts of composed layouts: of the function of offsets, of the added number, and of the inner layout.

use core::ops::Shl;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Rule};
use typenum::{B0, B1, Integer, U0, U1, UTerm, Unsigned, Z0};

use crate::layout::Layout;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::layout::swizzle::Swizzle;
use crate::leaf::int::{Dyn, Index, Known, Leaf, Static};
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, Truth, above_zero};
use crate::operation::kind::nat::{Integral, Number};
use crate::operation::kind::stride::{OnNumber, Shifting};
use crate::operation::recast::{Bits, CastTotal, Widths};
use crate::verdict::operation::{Named, recast_of};
use crate::verdict::{Bad, HasResult, Of, Verdict, rule};

/// If the swizzle keeps whole elements together, the cast has the swizzle, the added number and the inner layout, each
/// for elements of the other width.
#[diagnostic::do_not_recommend]
impl<F, N: Integral, L, C: Widths, R> CastTotal<C> for Composed<F, N, L>
where
    F: CastOuter<C, Out = R>,
    R: RecastOuter,
    L: CastTotal<C, Result: AnyResult>,
{
    type Result = Composed<
        R::Outer,
        <Added<N, C> as OnQuotient>::Added,
        R::Inner<<Added<N, C> as OnQuotient>::Inner<L::Result, L, Finer<N, C>, C::Coarser>>,
    >;
    #[inline(always)]
    fn try_cast<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let (_, added, inner) = self.into_parts();
        let inner = inner.try_cast::<L::Result>()?;
        let added = Added::<N, C>::added(added.number(), C::Finer::STATIC, C::Coarser::STATIC);
        let added = added.map_err(|rule| Error::new(C::Name::OPERATION, rule))?;
        let inner = Added::<N, C>::inner::<_, L, Finer<N, C>, C::Coarser>(inner);
        Ok(Composed::sound(Known::VALUE, added, R::inner(inner)).itself())
    }
}
/// The number `N` that is added to offsets, for smaller elements.
type Finer<N, C> = <<N as Integral>::Number as Number>::Times<<C as Widths>::Finer>;
/// The number `N` that is added to offsets, for elements of the other width.
type Added<N, C> = <<C as Widths>::Coarser as Number>::Divides<Finer<N, C>>;

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

// Blocks of `2^M` offsets stay together, in smaller elements `Q` times as many and in larger ones `P` times as few.
impl<B: Number, M: Copy, S: Copy, C: Widths, Block: Number, R> CastOuter<C> for Swizzle<B, M, S>
where
    U1: Shl<M, Output = Block>,
    PowersOfTwo<C>: OnTruth<Swizzle<B, S, C, Block, Self> = R>,
    R: RecastOuter,
{
    type Out = R;
}
/// True if each of the two numbers of elements is a power of 2.
type PowersOfTwo<C> =
    <IsPowerOfTwo<<C as Widths>::Finer> as Truth>::And<IsPowerOfTwo<<C as Widths>::Coarser>>;
type IsPowerOfTwo<N> = <<N as OnNumber>::Shifts as Shifting>::IsKnown;
/// Functions of truths.
pub trait OnTruth {
    /// The swizzle `L` of `B` bits by `S`, with blocks of `N`, for the cast `C`, or the verdict. `Self`:
    /// [`PowersOfTwo`].
    type Swizzle<B: Number, S, C: Widths, N: Number, L>;
    /// The same for powers of 2. `Self`: nothing is XORed.
    type Bits<B: Number, S, C: Widths, N: Number, L>;
    /// `M`, or `N` if this is false.
    type Else<M: Number, N: Number>: Number;
}
impl OnTruth for B1 {
    type Swizzle<B: Number, S, C: Widths, N: Number, L> =
        <B::IsZero as OnTruth>::Bits<B, S, C, N, L>;
    // The blocks do not matter.
    type Bits<B: Number, S, C: Widths, N: Number, L> = Swizzle<U0, U0, S>;
    type Else<M: Number, N: Number> = M;
}
impl OnTruth for B0 {
    type Swizzle<B: Number, S, C: Widths, N: Number, L> = Bad<
        rule::FactorPowerOfTwo,
        Of<L>,
        Static<
            <<C::Coarser as Number>::IsOne as OnTruth>::Else<
                C::Finer,
                <<C::Finer as Number>::IsOne as OnTruth>::Else<C::Coarser, C::Wider>,
            >,
        >,
        Static<UTerm>,
    >;
    type Bits<B: Number, S, C: Widths, N: Number, L> =
        <<C::Coarser as Number>::Divides<N::Times<C::Finer>> as OnQuotient>::Swizzle<B, S, C, N, L>;
    type Else<M: Number, N: Number> = N;
}

/// A width. The verdict on functions that are no swizzles waits for it: if the bound of a method fails before its
/// parameters are inferred, rustc says that there is no such method.
pub trait Width: Number {
    /// The verdict.
    type OfFunctions: RecastOuter;
}
impl<N: Number> Width for N {
    type OfFunctions = Bad<rule::OfFunctions, (), (), ()>;
}
macro_rules! no_swizzles {
    ($([$($g:ident)*] $function:ty;)*) => {$(
        impl<$($g: Copy,)* C: Widths> CastOuter<C> for $function {
            type Out = <C::New as Width>::OfFunctions;
        }
    )*};
}
no_swizzles! {
    [S D] Layout<S, D>;
    [F N L] Composed<F, N, L>;
}

/// Functions of quotients.
pub trait OnQuotient {
    /// The number that is added to offsets. `Self` is that number, if it is one.
    type Added: Leaf;
    /// `R`, the cast of `L`, or the verdict. `Self`: the added number `N` divided by `P`.
    type Inner<R, L, N: Number, P: Number>;
    /// The added number `n`, for elements `finer` times as small and then `coarser` times as large.
    ///
    /// # Errors
    /// [`Rule::Alignment`] and [`Rule::Overflow`], if it is dynamic.
    fn added(n: i64, finer: Option<u64>, coarser: Option<u64>) -> Result<Self::Added, Rule>;
    /// `inner`
    fn inner<R, L, N: Number, P: Number>(inner: R) -> Self::Inner<R, L, N, P>;
    /// The swizzle `L` of `B` bits by `S`, with blocks of `Self`, for the cast `C`. The blocks were of `N`.
    type Swizzle<B: Number, S, C: Widths, N: Number, L>;
}
macro_rules! number {
    () => {
        type Inner<R, L, N: Number, P: Number> = R;
        #[inline(always)]
        fn inner<R, L, N: Number, P: Number>(inner: R) -> R {
            inner
        }
    };
}
macro_rules! known {
    ($added:ty) => {
        type Added = Static<$added>;
        #[inline(always)]
        fn added(_: i64, _: Option<u64>, _: Option<u64>) -> Result<Self::Added, Rule> {
            Ok(Known::VALUE)
        }
    };
}
/// Blocks are torn.
type NoBlocks<C, N, L> = Bad<rule::Alignment, Of<L>, Static<N>, Static<<C as Widths>::Coarser>>;
impl OnQuotient for UTerm {
    known!(Self);
    number!();
    type Swizzle<B: Number, S, C: Widths, N: Number, L> = NoBlocks<C, N, L>;
}
above_zero! { OnQuotient {
    known!(Self);
    number!();
    type Swizzle<B: Number, S, C: Widths, N: Number, L> =
        Swizzle<B, <<Self as OnNumber>::Length as Number>::Previous, S>;
} }
impl<I: Index> OnQuotient for Dyn<I> {
    type Added = Self;
    #[inline(always)]
    fn added(n: i64, finer: Option<u64>, coarser: Option<u64>) -> Result<Self, Rule> {
        let (Some(finer), Some(coarser)) = (finer, coarser) else {
            return Err(Rule::Overflow);
        };
        let n = (n as u64).checked_mul(finer).ok_or(Rule::Overflow)?;
        if !n.is_multiple_of(coarser) {
            return Err(Rule::Alignment { together: 1, wanted: coarser as i64 });
        }
        I::try_of(n / coarser).map(Dyn)
    }
    number!();
    type Swizzle<B: Number, S, C: Widths, N: Number, L> = NoBlocks<C, N, L>;
}
macro_rules! inexact {
    ($($quotient:ident)*) => {$(
        impl OnQuotient for $quotient {
            known!(UTerm);
            type Inner<R, L, N: Number, P: Number> =
                Layout<TornAdded<L, N, P>, TornAdded<L, N, P>>;
            fn inner<R, L, N: Number, P: Number>(_: R) -> Self::Inner<R, L, N, P> {
                Layout::sound(Bad::new(), Bad::new())
            }
            type Swizzle<B: Number, S, C: Widths, N: Number, L> = NoBlocks<C, N, L>;
        }
    )*};
}
inexact!(Undecided Any);
type TornAdded<L, N, P> = Bad<rule::Added, Of<L>, Static<N>, Static<P>>;
