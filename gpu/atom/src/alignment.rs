//! Alignment of copies: vectors whose elements are contiguous in memory and begin at a multiple of their number.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework::algebra::steps::gcd;
use tilework::algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Gcd, Gcf, U1, UInt, UTerm};

use tilework::internal::{
    AnyLayout, ArithmeticTuple, Bad, Basis, CoalesceTotal, Codomain, Dyn, ExactQuotient, First,
    Layout, Leaf, Mode, Modes, Number, Of, Position, Static, Undecided, Xor, every,
};
use tilework::verdict::rule;

/// Checks whether the values of an atom in `P`, a part of the data `L`, are vectors of `N` contiguous elements that
/// begin at multiples of `N`, unless `Self` is a verdict.
pub trait TogetherUnless<P, L, N> {
    /// `HNil`, or the verdict.
    type Out;
    /// Returns whether they are, by the dynamic strides.
    fn check(part: P, data: L) -> Result<(), Error>;
}
impl<T, V, X, R, TD, VD, XD, RD, L, N: Number, TM, M, Kept, O, A: Number, W>
    TogetherUnless<Layout<HList![T, HList![V, X], R], HList![TD, HList![VD, XD], RD]>, L, Static<N>>
    for HNil
where
    L: AnyLayout,
    Layout<HList![T, HList![V, X], R], HList![TD, HList![VD, XD], RD]>: AnyLayout,
    Layout<T, TD>: AnyLayout<Modes = TM>,
    TM: Modes,
    Layout<V, VD>: AnyLayout<Modes = M> + CoalesceTotal<Output: AnyLayout<Modes = Kept>>,
    M: Modes,
    Layout<HList![T, X, R], HList![TD, XD, RD]>: AnyLayout<Modes = O>,
    Kept: Run<N, Out = A>,
    ExactQuotient<A, N>: ContiguousBlock<L, A, O, N, Out = W>,
{
    type Out = W;
    #[inline(always)]
    fn check(
        part: Layout<HList![T, HList![V, X], R], HList![TD, HList![VD, XD], RD]>,
        data: L,
    ) -> Result<(), Error> {
        let wanted = Static::<N>::new().number();
        // XOR strides are checked in the types, and coordinates are not in memory.
        if wanted == 1 || !matches!(L::Modes::CODOMAIN, Codomain::Integers | Codomain::Any) {
            return Ok(());
        }
        let (mut together, vector) = (wanted, TM::COUNT..TM::COUNT + M::COUNT);
        part.modes().for_each_mode(0, &mut |at, mode| {
            if mode.shape > 1 && !vector.contains(&at) {
                together = gcd(together, mode.stride);
            }
        });
        if together == wanted {
            return Ok(());
        }
        let mut error = Error::new(Operation::Partition, Rule::Alignment { together, wanted });
        data.modes().for_each_mode(0, &mut |at, mode| {
            let moves = mode.shape > 1 && mode.stride != 1 && mode.stride % wanted != 0;
            if moves && error.mode.is_none() {
                error = error.at(at);
            }
        });
        Err(error)
    }
}
impl<P, L, N, R, At, X, Y> TogetherUnless<P, L, N> for Bad<R, At, X, Y> {
    type Out = Self;
    fn check(_: P, _: L) -> Result<(), Error> {
        Ok(())
    }
}

/// Checks whether `A` contiguous elements make vectors of `N` that begin at multiples of `N`, together with the modes
/// `O`. `Self` is the quotient of `A` and `N`.
pub trait ContiguousBlock<L, A, O, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, A: Gcd<N>, O, N> ContiguousBlock<L, A, O, N> for Undecided {
    type Out = Bad<rule::Alignment, Of<L>, Static<Gcf<A, N>>, Static<N>>;
}
macro_rules! whole {
    ($([$($g:ident)*] $quotient:ty;)*) => {$(
        impl<$($g,)* L, A, O: Keeps<N, Out = F>, N, F: Aligned<L, O, N>> ContiguousBlock<L, A, O, N>
            for $quotient
        {
            type Out = F::Out;
        }
    )*};
}
whole! {
    [] UTerm;
    [U B] UInt<U, B>;
}
/// `n` bits of each thread stay together if `n` divides the result. `Self` is a layout from thread and bit to the
/// number of the bit.
pub trait BitsTogether {
    /// An integer.
    type Out;
}
impl<T, TD, V, VD, M, Kept, A, G> BitsTogether for Layout<HList![T, V], HList![TD, VD]>
where
    Layout<T, TD>: AnyLayout<Modes = M>,
    Layout<V, VD>: CoalesceTotal<Output: AnyLayout<Modes = Kept>>,
    Kept: Run<U1, Out = A>,
    M: Common<A, Out = G>,
{
    type Out = G;
}
/// The verdict on elements of `N` bits for an instruction that keeps `A` bits together and gives bits to threads by the
/// layout `L`. `Self` is the quotient of `A` and `N`.
pub trait WholeElements<L, A, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, A, N> WholeElements<L, A, N> for Undecided {
    type Out = Bad<rule::WholeElements, Of<L>, Static<A>, Static<N>>;
}
impl<L, A, N, U, B> WholeElements<L, A, N> for UInt<U, B> {
    type Out = HNil;
}

/// The verdict on the modes `O` other than those of vectors of `N` of the data `L`. `Self` says whether they keep all
/// vectors aligned.
pub trait Aligned<L, O, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, O, N> Aligned<L, O, N> for B1 {
    type Out = HNil;
}
impl<L, O, N, M, J, G> Aligned<L, O, N> for B0
where
    L: AnyLayout<Modes = M>,
    M: Moving<N, First, Out = J>,
    O: Common<N, Out = G>,
{
    type Out = Bad<rule::Misaligned, Of<L, J>, Static<G>, Static<N>>;
}

/// The first `n` values of the coalesced modes `Self` are contiguous if `n` divides the result. `N` is the required
/// number.
pub trait Run<N> {
    /// An integer.
    type Out;
}
impl<N> Run<N> for HNil {
    type Out = U1;
}
impl<S, D: RunOf<S, T, N, Out = A>, T, N, A> Run<N> for HCons<Mode<Static<S>, D>, T> {
    type Out = A;
}
impl<I, D, T, N> Run<N> for HCons<Mode<Dyn<I>, D>, T> {
    type Out = U1;
}
/// [`Run`] of the first mode, `S` values with the stride `Self`, and the modes `T`.
pub trait RunOf<S, T, N> {
    /// An integer.
    type Out;
}
impl<M: Number, S, T, N, A> RunOf<S, T, N> for Static<M>
where
    M::IsOne: IfOne<S, T, Out = A>,
{
    type Out = A;
}
impl<I, S, T, N> RunOf<S, T, N> for Dyn<I> {
    type Out = U1;
}
// Coordinates are not in memory.
impl<M, P, S, T, N> RunOf<S, T, N> for Basis<M, P> {
    type Out = N;
}
impl<L, S, T, N> RunOf<S, T, N> for ArithmeticTuple<L> {
    type Out = N;
}
impl<M: Number, S, T, N, A> RunOf<S, T, N> for Xor<Static<M>>
where
    M::IsOne: IfOne<S, T, Out = A>,
{
    type Out = A;
}
impl<I, S, T, N> RunOf<S, T, N> for Xor<Dyn<I>> {
    type Out = U1;
}
/// The greatest common divisor of `S` and all strides of the modes `T`, or 1. `Self` says whether a stride is 1.
pub trait IfOne<S, T> {
    /// An integer.
    type Out;
}
impl<S, T: Common<S>> IfOne<S, T> for B1 {
    type Out = T::Out;
}
impl<S, T> IfOne<S, T> for B0 {
    type Out = U1;
}

/// The greatest common divisor of `N` and all static strides of the modes `Self`.
pub trait Common<N> {
    /// An integer.
    type Out;
}
impl<N> Common<N> for HNil {
    type Out = N;
}
impl<S, D, T, N, G, H> Common<N> for HCons<Mode<S, D>, T>
where
    S: Leaf<IsOne: Counting>,
    D: Step<Out = G>,
    T: Common<N, Out = H>,
    H: Gcd<<S::IsOne as Counting>::Of<G>>,
{
    type Out = Gcf<H, <S::IsOne as Counting>::Of<G>>;
}
/// The stride of a mode, which does not count if the extent is 1, as `Self` says.
pub trait Counting {
    /// `G`, or 0.
    type Of<G>;
}
impl Counting for B0 {
    type Of<G> = G;
}
impl Counting for B1 {
    type Of<G> = UTerm;
}
/// The stride `Self` keeps vectors of `n` aligned if `n` divides the result. It is 0 for strides that are checked at
/// run time, and for coordinates.
pub trait Step {
    /// An integer.
    type Out;
}
impl<M> Step for Static<M> {
    type Out = M;
}
impl<I> Step for Dyn<I> {
    type Out = UTerm;
}
impl<M, P> Step for Basis<M, P> {
    type Out = UTerm;
}
impl<L> Step for ArithmeticTuple<L> {
    type Out = UTerm;
}
// The stride must not change the bits of the values.
impl<M: LowestBit> Step for Xor<Static<M>> {
    type Out = M::Out;
}
impl<I> Step for Xor<Dyn<I>> {
    type Out = U1;
}
/// The lowest bit, 0 if there is none.
pub trait LowestBit {
    /// A power of 2, or 0.
    type Out;
}
impl LowestBit for UTerm {
    type Out = UTerm;
}
impl<U> LowestBit for UInt<U, B1> {
    type Out = U1;
}
impl<U: LowestBit<Out = L>, L> LowestBit for UInt<U, B0> {
    type Out = UInt<L, B0>;
}

/// Checks whether all modes of `Self` keep vectors of `N` aligned, as far as the types know.
pub trait Keeps<N> {
    /// The answer.
    type Out;
}
impl<N> Keeps<N> for HNil {
    type Out = B1;
}
impl<S, D, T, N: Number, G, F> Keeps<N> for HCons<Mode<S, D>, T>
where
    S: Leaf<IsOne: Counting>,
    D: Step<Out = G>,
    <S::IsOne as Counting>::Of<G>: Number,
    ExactQuotient<<S::IsOne as Counting>::Of<G>, N>: AndKeeps<T, N, Out = F>,
{
    type Out = F;
}
/// Checks whether a stride is a multiple of `N`, with the quotient `Self`, and the modes `T` keep vectors aligned too.
pub trait AndKeeps<T, N> {
    /// The answer.
    type Out;
}
impl<T, N> AndKeeps<T, N> for Undecided {
    type Out = B0;
}
impl<T: Keeps<N>, N> AndKeeps<T, N> for UTerm {
    type Out = T::Out;
}
impl<U, B, T: Keeps<N>, N> AndKeeps<T, N> for UInt<U, B> {
    type Out = T::Out;
}

/// The position of the first mode, counted from `J`, that is not the mode of the vectors and moves them by a part of
/// `N`.
pub trait Moving<N, J> {
    /// A position, or `every`.
    type Out;
}
impl<N, J> Moving<N, J> for HNil {
    type Out = every;
}
impl<S, D, T, N: Number, J, G, F> Moving<N, J> for HCons<Mode<S, D>, T>
where
    S: Leaf<IsOne: Counting>,
    D: Step<Out = G>,
    <S::IsOne as Counting>::Of<G>: Number,
    ExactQuotient<<S::IsOne as Counting>::Of<G>, N>: MovesIf<D, T, N, J, Out = F>,
{
    type Out = F;
}
/// [`Moving`] if the first mode has the stride `D`. `Self` is the quotient of the stride and `N`.
pub trait MovesIf<D, T, N, J> {
    /// A position, or `every`.
    type Out;
}
impl<D: Apart<T, N, J>, T, N, J> MovesIf<D, T, N, J> for Undecided {
    type Out = D::Out;
}
macro_rules! keeps {
    ($([$($g:ident)*] $quotient:ty;)*) => {$(
        impl<$($g,)* D, T: Moving<N, J::After>, N, J: Position> MovesIf<D, T, N, J> for $quotient {
            type Out = T::Out;
        }
    )*};
}
keeps! {
    [] UTerm;
    [U B] UInt<U, B>;
}
/// `J`, unless the stride `Self` is 1, that of the vectors.
pub trait Apart<T, N, J> {
    /// A position, or `every`.
    type Out;
}
macro_rules! apart {
    ($stride:ty) => {
        impl<M: Number, T, N, J> Apart<T, N, J> for $stride
        where
            M::IsOne: ApartIf<T, N, J>,
        {
            type Out = <M::IsOne as ApartIf<T, N, J>>::Out;
        }
    };
}
apart!(Static<M>);
apart!(Xor<Static<M>>);
impl<I, T, N, J> Apart<T, N, J> for Xor<Dyn<I>> {
    type Out = J;
}
/// [`Apart`] for a stride that is 1 or not, as `Self` says.
pub trait ApartIf<T, N, J> {
    /// A position, or `every`.
    type Out;
}
impl<T: Moving<N, J::After>, N, J: Position> ApartIf<T, N, J> for B1 {
    type Out = T::Out;
}
impl<T, N, J> ApartIf<T, N, J> for B0 {
    type Out = J;
}
