//! Tiled copies: an atom that copies values of threads, repeated over a tile.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework::algebra::Error;
use typenum::{B0, B1, U1};

use super::alignment::TogetherUnless;
use super::halves::{Beside, Both, Halves};
use super::retile::{Retile, Retiling};
use super::{CopyAtom, RetiledBy, ThreadCopy};
use tilework::internal::{
    AnyLayout, AnyResult, Bad, CoalesceTotal, Column, Compact, CompositionTotal, Computes,
    Distribute, Exact, HasResult, HasSize, Known, Layout, ModeSizes, Pair, Permits, Place,
    ProductTotal, Raked, RightInverseTotal, Static, Staticness, ThreadValue, ThreadsAndValues,
    TwoModes, Unless, Verdict, WithRest, Within, ZippedDivideTotal, every, followed_by, halves,
    layout_of, plain,
};
use tilework::verdict::operation::tiled_copy_of;
use tilework::verdict::{operation, rule};

/// A copy by the atom `A`, repeated over the threads and values of the thread-value layout `V` of a tile of the shape
/// `T`. CuTe's `TiledCopy`. All of it is static.
///
/// ```
/// use tilework_atom::{TiledCopy, Vector};
/// use tilework::{Layout, layout, typenum::U8};
/// // 4 x 32 row-major threads with 4 x 8 row-major values each.
/// let (threads, values) = (layout!((4,32):row_major), layout!((4,8):row_major));
/// let copy = TiledCopy::new(Vector::<U8>::new(), threads, values);
/// // (thread, (value, atom), (rest, rest))
/// let parts: Layout!(((32,4),(8,4),(1,2)):((8,2048),(1,512),(0,256))) =
///     copy.partition_s(layout!((16,512):(512,1)));
/// assert_eq!(size_of_val(&copy), 0);
/// # let _ = parts;
/// ```
pub struct TiledCopy<A, T, V>(PhantomData<(A, T, V)>);
impl<A, T, V> Clone for TiledCopy<A, T, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, T, V> Copy for TiledCopy<A, T, V> {}

// On one type, as for `ThreadValue`.
impl TiledCopy<(), (), ()> {
    /// The copy by threads whose values are adjacent in the tile. `threads` maps a coordinate to the index of the
    /// thread, and `values` maps a coordinate within a thread to the number of the value. CuTe's `make_tiled_copy`.
    ///
    /// **Errors.** At compile time: those of [`raked_product`](tilework::operation::raked_product()) of both and of its
    /// [`right_inverse`](tilework::operation::right_inverse()); *static layout*; those of [`TiledCopy::of`].
    #[doc(alias("make_tiled_copy", "make_layout_tv"))]
    pub fn new<W: Permits<tiled_copy_of>, A: CopyAtom, R, U, T, V>(
        atom: A,
        threads: R,
        values: U,
    ) -> TiledCopy<A, T, V>
    where
        R: SideBySide<U, A, Tile = T, Out = V, Verdict = W>,
    {
        let _ = (atom, threads, values);
        TiledCopy(PhantomData)
    }

    /// The copy with the given elements of each thread, such as those of an operand of a [`TiledMma`](super::TiledMma).
    ///
    /// **Errors.** At compile time: *evenness*, unless the atom's threads and values divide those of `tv` evenly.
    pub fn of<A: CopyAtom, T: Known, V: CopiedBy<A> + Known>(
        atom: A,
        tv: ThreadValue<T, V>,
    ) -> TiledCopy<A, T, V> {
        let _ = (atom, tv);
        TiledCopy(PhantomData)
    }
}

/// Threads with adjacent values `U`, which the atom `C` divides.
pub trait SideBySide<U, C>: AnyLayout {
    /// The shape of the tile.
    type Tile;
    /// The thread-value layout.
    type Out;
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<R, U, C, A, B, T, V, W, X> SideBySide<U, C> for R
where
    R: AnyLayout<IsStatic = A>,
    U: AnyLayout<IsStatic = B>,
    A: Staticness,
    B: Staticness,
    A::And<B>: BesideIf<R, U, Out = InTile<T, V, W>>,
    W: DividedUnless<V, C, Out = X>,
{
    type Tile = T;
    type Out = V;
    type Verdict = X;
}
/// The shape `T` of the tile, the thread-value layout `V` and the verdict `W`.
pub struct InTile<T, V, W>(PhantomData<(T, V, W)>);
/// The threads `R` with adjacent values `U`. `Self` says whether both are static.
pub trait BesideIf<R, U> {
    /// [`InTile`]
    type Out;
}
impl<R, U> BesideIf<R, U> for B0 {
    type Out = InTile<(), (), Bad<rule::StaticLayout, Place<R, U, every>, HNil, HNil>>;
}
impl<R, U, S, D, I, V, T, W> BesideIf<R, U> for B1
where
    R: HasSize + ProductTotal<U, Raked, Result = Layout<S, D>>,
    U: HasSize,
    Layout<S, D>: RightInverseTotal<Result = I>,
    I: CompositionTotal<Layout<HList![R::Size, U::Size], HList![Static<U1>, R::Size]>, Result = V>,
    HList![S, I, V]: Verdict<Out = W>,
    S: ModeSizes<Out = T>,
    V: ThreadsAndValues<T>,
{
    type Out = InTile<T, V, W>;
}

/// Thread-value layouts that the atom `A` divides.
pub trait CopiedBy<A>: DividedByAtom<A> {}
impl<A, V, W> CopiedBy<A> for V
where
    V: DividedByAtom<A, Verdict = W>,
    W: HasResult<tiled_copy_of>,
{
}
/// [`CopiedBy`] before the verdict.
pub trait DividedByAtom<A> {
    /// `((thread, value) of the atom, (threads, values) of the atoms)`
    type Out;
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<A: CopyAtom<Reference = Layout<HList![TS, VS], D>>, V, D, TS, VS, AT, AV, S, D1, W>
    DividedByAtom<A> for V
where
    TS: Compact<Static<U1>, Column, After = AT>,
    VS: Compact<Static<U1>, Column, After = AV>,
    V: ZippedDivideTotal<HList![AT, AV], Exact, Result = Layout<S, D1>>,
    S: Verdict<Out = W>,
{
    type Out = Layout<S, D1>;
    type Verdict = W;
}

/// Checks whether the atom `A` divides `V`, unless `Self` is a verdict.
pub trait DividedUnless<V, A> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<V: DividedByAtom<A>, A> DividedUnless<V, A> for HNil {
    type Out = V::Verdict;
}
impl<V, A, R, At, X, Y> DividedUnless<V, A> for Bad<R, At, X, Y> {
    type Out = Self;
}

/// The elements of the tile that each thread has for the side `L` of the atom `A`, its source or destination.
pub trait SideOf<A, L> {
    /// `(thread, (value, atom))`
    type Out;
}
impl<A, L, V, W, P, X, T, Y, Z> SideOf<A, L> for V
where
    A: CopyAtom<Reference: RightInverseTotal<Result: CompositionTotal<L, Result = W>>>,
    V: DividedByAtom<A, Out: Halves<First: CompositionTotal<W, Result = P>, Second = X>>,
    P: Halves<First: Beside<X::First, Both: CoalesceTotal<Output = T>>>,
    P::Second: CoalesceTotal<Output = Y>,
    X: Halves<Second: CoalesceTotal<Output = Z>>,
    HList![W, P]: Verdict<Out = HNil>,
    Y: Beside<Z>,
    T: Beside<Both<Y, Z>>,
{
    type Out = Both<T, Both<Y, Z>>;
}

/// Data that can be partitioned among threads: for the side `L` of the atom `A`, with `N` contiguous elements at once.
#[diagnostic::on_unimplemented(
    message = "partition_s: not a layout of data, or in generic code one without the bound `CopySource<A, T, V>`, of what is written `CopyDestination<A, T, V>`"
)]
pub trait CopyPartOf<A, T, V, L, N> {
    /// `(thread, (value, atom), rest)`. If there is none, it has a verdict.
    type Result;
    /// Checks that the elements of each thread lie in their tile, since atoms may be users' own.
    fn try_within() -> Result<(), Error>;
    /// The elements of each thread, if they lie in their tile.
    fn try_copy_part(self) -> Result<Self::Result, Error>;
}
/// [`CopyPartOf::try_copy_part`] as an operation.
struct Parting<A, T, V, L, N>(PhantomData<(A, T, V, L, N)>);
impl<A, T, V, L, N, P: CopyPartOf<A, T, V, L, N>> Computes<P, (), P::Result>
    for Parting<A, T, V, L, N>
{
    #[inline(always)]
    fn compute(data: P, (): ()) -> Result<P::Result, Error> {
        data.try_copy_part()
    }
}
#[diagnostic::do_not_recommend]
impl<S, D, A, T, V, L, N, B, P, PS, PD, W, Q, RS, RD> CopyPartOf<A, T, V, L, N> for Layout<S, D>
where
    T: Known + ModeSizes<Out = B>,
    B: Known,
    V: SideOf<A, L, Out = P>,
    P: Known + Within<T, Verdict = HNil>,
    Self: Distribute<B, P, ByAtom, Result = Layout<PS, PD>>,
    PS: Verdict<Out = W>,
    W: TogetherUnless<Layout<PS, PD>, Self, N, Out = Q>,
    Q: Unless<PS, PD, Out = Layout<RS, RD>>,
    Layout<PS, PD>: AnyLayout,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_within() -> Result<(), Error> {
        P::VALUE.try_within(T::VALUE)
    }
    #[inline(always)]
    fn try_copy_part(self) -> Result<Layout<RS, RD>, Error> {
        let part = self.try_distribute(B::VALUE, P::VALUE)?;
        W::check(part, self)?;
        Ok(Q::unless(part))
    }
}
/// `(t, (v, x), rest)`
pub struct ByAtom;
impl<T, TD, V, VD, RS, RD> WithRest<HList![T, V], HList![TD, VD], RS, RD> for ByAtom {
    type Out = Layout<HList![T, V, RS], HList![TD, VD, RD]>;
    #[inline(always)]
    fn with_rest(tile: Pair<T, TD, V, VD>, rest: Layout<RS, RD>) -> Self::Out {
        let (threads, values) = halves(tile);
        // SAFETY: the modes of a sound layout in another order.
        unsafe {
            followed_by(threads, followed_by(values, followed_by(rest, layout_of(HNil, HNil))))
        }
    }
}
/// Data that a [`TiledCopy`] can read, layouts and composed layouts: the bound of [`TiledCopy::partition_s`].
pub trait CopySource<A: CopyAtom, T, V>:
    CopyPartOf<A, T, V, A::Source, A::Reads, Result = Self::Output>
{
    /// The elements of each thread.
    type Output: AnyResult;
}
impl<A: CopyAtom, T, V, L, R> CopySource<A, T, V> for L
where
    L: CopyPartOf<A, T, V, A::Source, A::Reads, Result = R>,
    R: AnyResult + Verdict<Out: HasResult<operation::partition_s>>,
{
    type Output = R;
}
/// Data that a [`TiledCopy`] can write, layouts and composed layouts: the bound of [`TiledCopy::partition_d`].
pub trait CopyDestination<A: CopyAtom, T, V>:
    CopyPartOf<A, T, V, A::Destination, A::Writes, Result = Self::Output>
{
    /// The elements of each thread.
    type Output: AnyResult;
}
impl<A: CopyAtom, T, V, L, R> CopyDestination<A, T, V> for L
where
    L: CopyPartOf<A, T, V, A::Destination, A::Writes, Result = R>,
    R: AnyResult + Verdict<Out: HasResult<operation::partition_d>>,
{
    type Output = R;
}

impl<A: CopyAtom, T, V> TiledCopy<A, T, V> {
    /// The number of threads.
    pub fn threads(self) -> usize
    where
        V: TwoModes + Known,
    {
        AnyLayout::size(V::VALUE.two_modes().0)
    }

    /// The elements that each thread reads in all tiles of the data: `(thread, (value, atom), rest)`.
    /// CuTe's `tidfrg_S`.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](tilework::operation::zipped_divide()), if the tiles do not divide the data evenly, and
    /// of [`composition`](tilework::operation::composition()).
    ///
    /// [`Rule::Alignment`](tilework::Rule) unless the elements that are read at once begin at a multiple of their number.
    /// All other strides must therefore be multiples of it. The error names the leaf of the data whose stride is none.
    /// If a static stride is none, or if the elements that are read at once are not known to be contiguous, the error
    /// is *alignment* at compile time. Multiples are counted from the beginning of the data. Its owner ensures that
    /// the data is aligned in memory ([`Tensor::is_aligned`](tilework::Tensor::is_aligned)).
    ///
    /// Coordinates are not in memory, and always stay together. In a composed layout, the function must keep vectors
    /// together wherever the inner layout may have them, since parts of tensors begin anywhere. If a swizzle
    /// splits vectors only at offsets that do not occur, use the layout with XOR strides that a literal
    /// `Sw<B,M,S> o layout` becomes: it has the vectors.
    #[inline(always)]
    pub fn try_partition_s<L: CopySource<A, T, V>>(self, data: L) -> Result<L::Output, Error> {
        L::try_within()?;
        <L::Output as AnyResult>::IsKnown::known_or::<Parting<A, T, V, A::Source, A::Reads>, _, _, _>(
            data,
            (),
        )
    }

    /// The elements that each thread reads in all tiles of the data: `(thread, (value, atom), rest)`.
    /// CuTe's `tidfrg_S`.
    ///
    /// # Panics
    /// If [`TiledCopy::try_partition_s`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_s<L: CopySource<A, T, V>>(self, data: L) -> L::Output {
        plain(self.try_partition_s(data))
    }

    /// [`TiledCopy::try_partition_s`] for the elements that each thread writes. CuTe's `tidfrg_D`.
    ///
    /// # Errors
    /// Those of [`TiledCopy::try_partition_s`].
    #[inline(always)]
    pub fn try_partition_d<L: CopyDestination<A, T, V>>(self, data: L) -> Result<L::Output, Error> {
        L::try_within()?;
        <L::Output as AnyResult>::IsKnown::known_or::<
            Parting<A, T, V, A::Destination, A::Writes>,
            _,
            _,
            _,
        >(data, ())
    }

    /// [`TiledCopy::partition_s`] for the elements that each thread writes. CuTe's `tidfrg_D`.
    ///
    /// # Panics
    /// If [`TiledCopy::try_partition_d`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_d<L: CopyDestination<A, T, V>>(self, data: L) -> L::Output {
        plain(self.try_partition_d(data))
    }

    /// The part of the thread `index` in tensors. CuTe's `get_slice`.
    #[doc(alias("get_slice", "get_thread_slice"))]
    #[inline(always)]
    pub fn thread(self, index: usize) -> ThreadCopy<A, T, V> {
        ThreadCopy { of: self, index }
    }

    /// A fragment `(v, x, y, ...)` of a thread in the order of this copy: `((value, atom), x', y', ...)`. The copy has
    /// the thread-value layout of the fragment, for example that of an operand of a [`TiledMma`](super::TiledMma).
    /// CuTe's `retile_D`.
    ///
    /// `v` are the first values of the thread-value layout, and the tile has repeats of them.
    ///
    /// # Errors
    /// Those of the intermediate operations, if the tile is not of this form.
    /// # Panics
    /// If the tile is not of this form, which is only known at run time.
    #[doc(alias("retile_S", "retile_D"))]
    #[inline(always)]
    #[track_caller]
    pub fn retile<L: RetiledBy<A, T, V>>(self, fragment: L) -> <L as Retile<A, T, V>>::Result {
        plain(<L::Result as AnyResult>::IsKnown::known_or::<Retiling<A, T, V>, _, _, _>(
            fragment,
            (),
        ))
    }
}
