//! Vectors in tensors that move elements in blocks, such as swizzled ones.

use core::ops::Shl;

use frunk_core::HList;
use frunk_core::hlist::HNil;
use generic_array::{ArrayLength, GenericArray};
use tilework::algebra::steps::ContiguousBlock;
use tilework::algebra::{Error, Operation, Rule};
use typenum::{Gcd, Gcf, Shleft, U1, UInt, UTerm};

use super::CopyAtom;
use super::alignment::Run;
use super::tiled_copy::CopyPartOf;
use tilework::internal::{
    AnyLayout, Bad, CoalesceTotal, Composed, Counting, Disjoint, DisjointMut, Dyn, Engine,
    EngineMut, ExactQuotient, HasResult, Layout, Leaf, Mapped, Number, Of, OffsetMap, Origin, Raw,
    Static, Swizzle, Through, Undecided, Unless, Verdict, try_map_inner,
};
use tilework::verdict::{operation, rule};

macro_rules! bounds {
    ($($bound:ident $engine:ident $n:ident $op:ident $does:literal $of:literal;)*) => {$(
        #[doc = concat!("Elements of which the vectors stay together that the atom `A` ", $does, ", as far as the")]
        #[doc = concat!("types know: the bound of [`ThreadCopy::", $of, "`](super::ThreadCopy::", $of, ").")]
        /// The data has the layout `L`.
        pub trait $bound<A, L>: $engine {}
        impl<C, A, L, N: Number, B: Number, W> $bound<A, L> for C
        where
            A: CopyAtom<$n = Static<N>>,
            C: $engine + Blocks<N, Out = B>,
            ExactQuotient<B, N>: Whole<L, B, N, Out = W>,
            W: HasResult<operation::$op>,
        {
        }
    )*};
}
bounds! {
    VectorsRead Engine Reads partition_s "reads" "partition_s";
    VectorsWritten EngineMut Writes partition_d "writes" "partition_d";
}

/// The verdict on vectors of `N` in blocks of `A`. `Self` is the quotient of `A` and `N`.
pub trait Whole<L, A, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, A: Gcd<N>, N> Whole<L, A, N> for Undecided {
    type Out = Bad<rule::Torn, Of<L>, Static<Gcf<A, N>>, Static<N>>;
}
impl<L, A, N> Whole<L, A, N> for UTerm {
    type Out = HNil;
}
impl<L, A, N, U, B> Whole<L, A, N> for UInt<U, B> {
    type Out = HNil;
}

/// `n` elements stay together, starting at a multiple of `n`, if `n` divides the result. It is 0 if all elements stay
/// together. `N` is the required number.
pub trait Blocks<N> {
    /// An integer.
    type Out;
}
macro_rules! all {
    ($([$($g:tt)*] $accessor:ty;)*) => {$(
        impl<$($g)*> Blocks<Bound> for $accessor {
            type Out = UTerm;
        }
    )*};
}
all! {
    ['a, T, Bound] &'a [T];
    ['a, T, Bound] &'a mut [T];
    [T, L: ArrayLength, Bound] GenericArray<T, L>;
    ['a, T, Bound] Disjoint<'a, T>;
    ['a, T, Bound] DisjointMut<'a, T>;
    [Bound] Counting;
    // Coordinates are not in memory, and always stay together.
    [O, Bound] Origin<O>;
}
#[cfg(feature = "alloc")]
all! {
    [T, Bound] alloc::vec::Vec<T>;
}
impl<A: Blocks<N>, F, N> Blocks<N> for Mapped<A, F> {
    type Out = A::Out;
}
impl<A, F: Blocks<N>, N> Blocks<N> for Through<A, F> {
    type Out = F::Out;
}
impl<M, S, N> Blocks<N> for Swizzle<UTerm, M, S> {
    type Out = UTerm;
}
impl<U, B, M, S, N> Blocks<N> for Swizzle<UInt<U, B>, M, S>
where
    U1: Shl<M>,
{
    type Out = Shleft<U1, M>;
}
impl<S, D, N, Kept, A> Blocks<N> for Layout<S, D>
where
    Self: CoalesceTotal<Output: AnyLayout<Modes = Kept>>,
    Kept: Run<N, Out = A>,
{
    type Out = A;
}

impl<F, K, L, N, A, B, C> Blocks<N> for Composed<F, K, L>
where
    F: Blocks<N, Out = A>,
    L: Blocks<N, Out = B>,
    B: Gcd<A, Output = C>,
    K: AddedTo<C>,
{
    type Out = K::Out;
}

/// `n` divides the result if it divides `A` and the added offset `Self`, as far as the types know.
pub trait AddedTo<A> {
    /// An integer.
    type Out;
}
impl<N, A: Gcd<N>> AddedTo<A> for Static<N> {
    type Out = Gcf<A, N>;
}
impl<I, A> AddedTo<A> for Dyn<I> {
    type Out = A;
}

// The inner layout is divided.
impl<F, K, S, D, A, T, V, L, N: Number, PS, PD, B, C: Number, X, W, RS, RD>
    CopyPartOf<A, T, V, L, Static<N>> for Composed<F, K, Layout<S, D>>
where
    F: OffsetMap + Blocks<N, Out = B>,
    K: Leaf + AddedTo<B, Out = C>,
    Layout<S, D>: AnyLayout + CopyPartOf<A, T, V, L, Static<N>, Result = Layout<PS, PD>>,
    ExactQuotient<C, N>: Whole<Layout<S, D>, C, N, Out = X>,
    HList![PS, X]: Verdict<Out = W>,
    W: Unless<PS, PD, Out = Layout<RS, RD>>,
{
    type Result = Composed<F, K, Layout<RS, RD>>;
    #[inline(always)]
    fn try_within() -> Result<(), Error> {
        Layout::<S, D>::try_within()
    }
    #[inline(always)]
    fn try_copy_part(self) -> Result<Self::Result, Error> {
        let part = self.inner().try_copy_part()?;
        let together =
            self.outer().together().and(ContiguousBlock::divisors_of(self.added().get() as i64));
        let wanted = Static::<N>::new().number();
        let together = together.of(wanted);
        if together != wanted {
            return Err(Error::new(Operation::Partition, Rule::Alignment { together, wanted }));
        }
        // SAFETY: a part of the inner layout.
        unsafe { try_map_inner(self, |_| Ok(W::unless(part))) }
    }
}
// Whoever makes the tensor promises that vectors are aligned, as for slices.
impl<P, N> Blocks<N> for Raw<P> {
    type Out = UTerm;
}
