//! Operands of a tiled multiplication: their modes, and the threads' parts of them.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework::algebra::{Error, Operation, Rule};
use typenum::{U0, U1};

use super::MmaAtom;
use super::halves::{Beside, Both, Halves};
use super::tiled_mma::{Atoms, Leaves3};
use tilework::internal::{
    AnyLayout, AnyResult, CoalesceTotal, Composed, CompositionTotal, Computes, Distribute, First,
    HasResult, HasSize, Known, Layout, Leaf, Modes, Pair, Product, QuotientBy, RightInverseTotal,
    Static, Staticness, Verdict, WithRest, followed_by, halves, pair, split_first, try_map_inner,
};
use tilework::verdict::operation;

/// An operand: its modes among `M`, `N` and `K`, and its layout.
pub trait MmaOperand<A, R, P> {
    /// [`Axes`]
    type Out;
}
/// Atoms along the axes `X` and `Y`, with the thread-value layout `V`.
pub struct Axes<X, Y, V>(PhantomData<(X, Y, V)>);
/// An axis of atoms of `A` elements, repeated `T` times over threads, in tiles `Q`.
pub struct Axis<A, T, Q>(PhantomData<(A, T, Q)>);
macro_rules! operands {
    ($($operand:ident $tv:ident: $ax:ident $x:ident, $ay:ident $y:ident;)*) => {$(
        #[doc = concat!("The operand `", stringify!($tv), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $operand;
        impl<A: MmaAtom, R: InThree, P: InThree> MmaOperand<A, R, P> for $operand {
            type Out = Axes<Axis<A::$ax, R::$x, P::$x>, Axis<A::$ay, R::$y, P::$y>, A::$tv>;
        }
    )*};
}
operands! {
    OfA A: M M, K K;
    OfB B: N N, K K;
    OfC C: M M, N N;
}

/// What has a part in `M`, in `N` and in `K`: an arrangement of atoms, or tiles.
pub trait InThree {
    /// The part in `M`.
    type M;
    /// The part in `N`.
    type N;
    /// The part in `K`.
    type K;
}
impl<M, N, K> InThree for HList![M, N, K] {
    type M = M;
    type N = N;
    type K = K;
}
impl<M, N, K, D> InThree for Layout<Leaves3<M, N, K>, D> {
    type M = M;
    type N = N;
    type K = K;
}

/// The numbers of an axis.
pub trait Along {
    /// The elements of an atom.
    type Atom: Leaf;
    /// The atoms of all threads.
    type Atoms: Leaf;
    /// The elements of the atoms of all threads.
    type Span: Leaf;
    /// The tile.
    type Tile: HasSize<Size = Self::Size>;
    /// The elements of the tile.
    type Size: Leaf;
    /// The spans in the tile.
    type Repeats;
}
impl<A: Leaf, T: Leaf, Q: HasSize, U> Along for Axis<A, T, Q>
where
    Q::Size: QuotientBy<Product<A, T>, Product<A, T>, (Q, Q, First), Out = U>,
{
    type Atom = A;
    type Atoms = T;
    type Span = Product<A, T>;
    type Tile = Q;
    type Size = Q::Size;
    type Repeats = U;
}

/// From thread, atom, value and repeat to the integral coordinate in a tile.
pub trait Reference {
    /// The first axis.
    type X: Along;
    /// The second axis.
    type Y: Along;
    /// `((t, (x, y)), (v, (x', y')))`
    type Out;
}
impl<X: Along, Y: Along, V, L, T, W> Reference for Axes<X, Y, V>
where
    Layout<HList![X::Atom, Y::Atom], HList![Static<U1>, X::Size]>: CompositionTotal<V, Result = L>,
    L: Halves<First = T, Second = W>,
    T: Beside<Layout<HList![X::Atoms, Y::Atoms], HList![X::Atom, Product<Y::Atom, X::Size>]>>,
    W: Beside<Layout<HList![X::Repeats, Y::Repeats], HList![X::Span, Product<Y::Span, X::Size>]>>,
    T::Both: Beside<W::Both>,
{
    type X = X;
    type Y = Y;
    type Out = Both<T::Both, W::Both>;
}

/// Data that can be partitioned among threads as the operand `O` of an atom `A` arranged by `R` in tiles `P`.
#[diagnostic::on_unimplemented(
    message = "partition: not a layout of data, or in generic code one without the bound `MmaA<A, R, P>`, `MmaB<A, R, P>` or `MmaC<A, R, P>`"
)]
pub trait PartOf<O, A, R, P>: Copy {
    /// The elements of each thread. If there is no partition, it has a verdict.
    type Result;
    /// Checks that the elements of each thread lie in their tile, since atoms may be users' own.
    fn try_within() -> Result<(), Error>;
    /// The elements of each thread, if they lie in their tile.
    fn try_part(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
/// [`PartOf::try_part`] as an operation.
struct Parting<O, A, R, P>(PhantomData<(O, A, R, P)>);
impl<O, A, R, P, L: PartOf<O, A, R, P, Result: AnyResult>> Computes<L, (), L::Result>
    for Parting<O, A, R, P>
{
    #[inline(always)]
    fn compute(data: L, (): ()) -> Result<L::Result, Error> {
        data.try_part()
    }
}
/// The elements of each thread.
///
/// # Errors
/// [`Rule::CoordinateOutside`], and those of [`PartOf::try_part`].
#[inline(always)]
pub(super) fn part<O, A, R, P, L>(data: L) -> Result<L::Result, Error>
where
    L: PartOf<O, A, R, P, Result: AnyResult>,
{
    L::try_within()?;
    <L::Result as AnyResult>::IsKnown::known_or::<Parting<O, A, R, P>, _, _, _>(data, ())
}
/// The tile of the axis `X`.
type TileOn<X> = <X as Along>::Tile;
#[diagnostic::do_not_recommend]
impl<S, D, O, A, R, P, W, V, Q> PartOf<O, A, R, P> for Layout<S, D>
where
    O: MmaOperand<A, R, P, Out = W>,
    W: Reference<X: Along<Tile: Known>, Y: Along<Tile: Known>, Out = V>,
    V: AnyLayout + Known,
    Self: Distribute<HList![TileOn<W::X>, TileOn<W::Y>], V, ByRepeat, Result = Q>,
{
    type Result = Q;
    #[inline(always)]
    fn try_within() -> Result<(), Error> {
        let (x, y) = (<TileOn<W::X>>::VALUE, <TileOn<W::Y>>::VALUE);
        if V::VALUE.modes().reach() < x.modes().size() * y.modes().size() {
            return Ok(());
        }
        Err(Error::new(Operation::Partition, Rule::CoordinateOutside))
    }
    #[inline(always)]
    fn try_part(self) -> Result<Q, Error>
    where
        Q: AnyResult,
    {
        self.try_distribute(Known::VALUE, V::VALUE)
    }
}
// The inner layout is divided.
impl<O, A, R, P, F: Copy, N: Copy, L> PartOf<O, A, R, P> for Composed<F, N, L>
where
    L: PartOf<O, A, R, P, Result: AnyResult>,
{
    type Result = Composed<F, N, L::Result>;
    #[inline(always)]
    fn try_within() -> Result<(), Error> {
        L::try_within()
    }
    #[inline(always)]
    fn try_part(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        // SAFETY: a part of the inner layout.
        unsafe { try_map_inner(self, L::try_part) }
    }
}
/// `((t, (x, y)), (v, (x', y')))` with rests `(x'', y'', ...)` becomes `(v, ((x', x''), (y', y''), ...))`, coalesced by
/// mode.
pub struct ByRepeat;
impl<T, TD, V, VD, X, DX, Y, DY, X1, DX1, Y1, DY1, O, OD, XS, XD, YS, YD>
    WithRest<
        HList![T, HList![V, HList![X, Y]]],
        HList![TD, HList![VD, HList![DX, DY]]],
        HCons<X1, HCons<Y1, O>>,
        HCons<DX1, HCons<DY1, OD>>,
    > for ByRepeat
where
    Pair<X, DX, X1, DX1>: CoalesceTotal<Output = Layout<XS, XD>>,
    Pair<Y, DY, Y1, DY1>: CoalesceTotal<Output = Layout<YS, YD>>,
{
    type Out =
        Pair<T, TD, HList![V, HCons<XS, HCons<YS, O>>], HList![VD, HCons<XD, HCons<YD, OD>>]>;
    #[inline(always)]
    fn with_rest(
        tile: Pair<T, TD, HList![V, HList![X, Y]], HList![VD, HList![DX, DY]]>,
        rest: Layout<HCons<X1, HCons<Y1, O>>, HCons<DX1, HCons<DY1, OD>>>,
    ) -> Self::Out {
        let (threads, values) = halves(tile);
        let (values, repeats) = halves(values);
        let (x, y) = halves(repeats);
        let (x1, others) = split_first(rest);
        let (y1, others) = split_first(others);
        // SAFETY: the modes of a sound layout in another order, coalesced.
        unsafe {
            let (x, y) = (pair(x, x1).coalesce(), pair(y, y1).coalesce());
            pair(threads, pair(values, followed_by(x, followed_by(y, others))))
        }
    }
}

macro_rules! bounds {
    ($($operand:ident $name:literal $bound:ident $op:ident;)*) => {$(
        #[doc = concat!("Data that is ", $name, " of an atom `A` arranged by `R` in tiles `P`.")]
        pub trait $bound<A, R, P>: PartOf<$operand, A, R, P, Result = Self::Output> {
            /// The elements of each thread.
            type Output: AnyResult;
        }
        impl<L, A, R, P, D> $bound<A, R, P> for L
        where
            L: PartOf<$operand, A, R, P, Result = D>,
            D: AnyResult + Verdict<Out: HasResult<operation::$op>>,
        {
            type Output = D;
        }
    )*};
}
bounds! {
    OfA "`A`, `(M,K)`," MmaA partition_a;
    OfB "`B`, `(N,K)`," MmaB partition_b;
    OfC "`C`, `(M,N)`," MmaC partition_c;
}

/// From a thread's place in the atom, `M`, `N` and `K` to its number among the threads of an operand. Threads that only
/// differ in the mode that the operand lacks have the same number.
pub trait Places<A, R> {
    /// A layout on the places.
    type Out;
}
impl<A: MmaAtom<Threads = V>, M: Leaf, N, K, D, V: Leaf> Places<A, Layout<Leaves3<M, N, K>, D>>
    for OfA
{
    type Out = Layout<HList![V, M, N, K], HList![Static<U1>, V, Static<U0>, Product<V, M>]>;
}
impl<A: MmaAtom<Threads = V>, M, N: Leaf, K, D, V: Leaf> Places<A, Layout<Leaves3<M, N, K>, D>>
    for OfB
{
    type Out = Layout<HList![V, M, N, K], HList![Static<U1>, Static<U0>, V, Product<V, N>]>;
}
impl<A: MmaAtom<Threads = V>, M: Leaf, N, K, D, V: Leaf> Places<A, Layout<Leaves3<M, N, K>, D>>
    for OfC
{
    type Out = Layout<HList![V, M, N, K], HList![Static<U1>, V, Product<V, M>, Static<U0>]>;
}

/// The tile of the operand `Self`, and the threads' parts of it.
pub trait PartOfTile<A, R, P> {
    /// The shape of the tile.
    type Tile;
    /// From thread and value to the integral coordinate in the tile.
    type Out;
}
impl<O, A, R, P, X, Y, V, L> PartOfTile<A, R, P> for O
where
    O: MmaOperand<A, R, P, Out = Axes<X, Y, V>>,
    X: Along,
    Y: Along,
    Layout<HList![X::Size, Y::Size], HList![Static<U1>, X::Size]>: PartOf<O, A, R, P, Result = L>,
{
    type Tile = HList![X::Size, Y::Size];
    type Out = L;
}

/// The thread-value layout of the tile of the operand `Self`.
pub trait TileOf<A, R, P> {
    /// The shape of the tile.
    type Tile;
    /// The layout.
    type Out;
}
impl<O, A, R, P, T, V, I, G, Z> TileOf<A, R, P> for O
where
    O: PartOfTile<A, R, P, Out: Halves<First = T, Second = V> + Verdict<Out = HNil>>
        + Places<A, R, Out: CompositionTotal<I, Result = G>>,
    R: Atoms<A, Threads: RightInverseTotal<Result = I>>,
    T: CompositionTotal<G, Result = Z>,
    HList![I, G, Z]: Verdict<Out = HNil>,
    Z: Beside<V>,
{
    type Tile = <O as PartOfTile<A, R, P>>::Tile;
    type Out = Both<Z, V>;
}
