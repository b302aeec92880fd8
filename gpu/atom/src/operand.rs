//! Operands of a tiled multiplication: their modes, and the threads' parts of them.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework::algebra::{Error, Operation, Rule};
use typenum::{U0, U1};

use super::MmaAtom;
use super::tiled_mma::{Arrangement, Atoms, Leaves3};
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
/// Atoms of `AX` by `AY` elements with the thread-value layout `V`, repeated `TX` by `TY` times over threads, in tiles
/// `PX` by `PY`.
pub struct Axes<AX, AY, TX, TY, PX, PY, V>(PhantomData<(AX, AY, TX, TY, PX, PY, V)>);
macro_rules! operands {
    ($($operand:ident $tv:ident: $ax:ident $x:ident $px:ident, $ay:ident $y:ident $py:ident;)*) => {$(
        #[doc = concat!("The operand `", stringify!($tv), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $operand;
        impl<A: MmaAtom, M, N, K, DM, DN, DK, PM, PN, PK>
            MmaOperand<A, Arrangement<M, N, K, DM, DN, DK>, HList![PM, PN, PK]> for $operand
        {
            type Out = Axes<A::$ax, A::$ay, $x, $y, $px, $py, A::$tv>;
        }
    )*};
}
operands! {
    OfA A: M M PM, K K PK;
    OfB B: N N PN, K K PK;
    OfC C: M M PM, N N PN;
}

/// From thread, atom, value and repeat to the integral coordinate in a tile.
pub trait Reference {
    /// `((t, (x, y)), (v, (x', y')))`
    type Out;
}
impl<AX: Leaf, AY: Leaf, TX: Leaf, TY: Leaf, V, PX, PY, UX, UY, TS, TD, VS, VD, QX, QY> Reference
    for Axes<AX, AY, TX, TY, QX, QY, V>
where
    QX: HasSize<Size = PX>,
    QY: HasSize<Size = PY>,
    PX: Leaf + QuotientBy<Product<AX, TX>, Product<AX, TX>, (QX, QX, First), Out = UX>,
    PY: Leaf + QuotientBy<Product<AY, TY>, Product<AY, TY>, (QY, QY, First), Out = UY>,
    Layout<HList![AX, AY], HList![Static<U1>, PX]>:
        CompositionTotal<V, Result = Pair<TS, TD, VS, VD>>,
{
    type Out = Layout<
        HList![HList![TS, HList![TX, TY]], HList![VS, HList![UX, UY]]],
        HList![
            HList![TD, HList![AX, Product<AY, PX>]],
            HList![VD, HList![Product<AX, TX>, Product<Product<AY, TY>, PX>]]
        ],
    >;
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
#[diagnostic::do_not_recommend]
impl<S, D, O, A, R, P, AX, AY, TX, TY, PX, PY, TV, V, RS, RD> PartOf<O, A, R, P> for Layout<S, D>
where
    O: MmaOperand<A, R, P, Out = Axes<AX, AY, TX, TY, PX, PY, TV>>,
    Axes<AX, AY, TX, TY, PX, PY, TV>: Reference<Out = V>,
    PX: AnyLayout + Known,
    PY: AnyLayout + Known,
    V: AnyLayout + Known,
    Self: Distribute<HList![PX, PY], V, ByRepeat, Result = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_within() -> Result<(), Error> {
        if V::VALUE.modes().reach() < PX::VALUE.modes().size() * PY::VALUE.modes().size() {
            return Ok(());
        }
        Err(Error::new(Operation::Partition, Rule::CoordinateOutside))
    }
    #[inline(always)]
    fn try_part(self) -> Result<Layout<RS, RD>, Error>
    where
        Layout<RS, RD>: AnyResult,
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
impl<O, A, R, P, AX, AY, TX, TY, QX, QY, TV, PX, PY, D> PartOfTile<A, R, P> for O
where
    O: MmaOperand<A, R, P, Out = Axes<AX, AY, TX, TY, QX, QY, TV>>,
    QX: HasSize<Size = PX>,
    QY: HasSize<Size = PY>,
    Layout<HList![PX, PY], HList![Static<U1>, PX]>: PartOf<O, A, R, P, Result = D>,
{
    type Tile = HList![PX, PY];
    type Out = D;
}

/// The thread-value layout of the tile of the operand `Self`.
pub trait TileOf<A, R, P> {
    /// The shape of the tile.
    type Tile;
    /// The layout.
    type Out;
}
impl<O, A, R, P, Z, TS, TD, VS, VD, T, L, IS, ID, GS, GD, ZS, ZD> TileOf<A, R, P> for O
where
    O: PartOfTile<A, R, P, Tile = Z, Out = Pair<TS, TD, VS, VD>> + Places<A, R, Out = L>,
    R: Atoms<A, Threads = T>,
    T: RightInverseTotal<Result = Layout<IS, ID>>,
    L: CompositionTotal<Layout<IS, ID>, Result = Layout<GS, GD>>,
    Layout<TS, TD>: CompositionTotal<Layout<GS, GD>, Result = Layout<ZS, ZD>>,
    HList![IS, GS, ZS, TS, VS]: Verdict<Out = HNil>,
{
    type Tile = Z;
    type Out = Pair<ZS, ZD, VS, VD>;
}
