//! Tiled multiplications: an atom repeated over threads and over values.
//!
//! A tile is composed with one layout, which has the threads, their atoms, values and repeats, as at the value level.
//! The rest of the data follows the repeats.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework::algebra::Error;
use typenum::{Equal, Greater, Less, U1};

use super::operand::{MmaA, MmaB, MmaC, OfA, OfB, OfC, TileOf, part};
use super::{MmaAtom, ThreadMma};
use tilework::internal::{
    AnyLayout, Bad, First, HasResult, HasSize, Known, Layout, Leaf, Modes, ModesOf, Of, Permits,
    Position, Product, QuotientBy, RightInverseTotal, Static, ThreadValue, ThreadsAndValues,
    Verdict, Versus, plain,
};
use tilework::verdict::operation::tiled_mma_of;
use tilework::verdict::rule;

/// A multiplication `C += A B` of a tile by the atom `A`. The arrangement `R` of atoms in `M`, `N` and `K` repeats the
/// atom over threads. If the tiles `P` in `M`, `N` and `K` are larger than that, the atom is repeated over values of
/// each thread. CuTe's `TiledMMA`.
///
/// With `a_M` the rows of the atom and `t_M` its repeats over threads, element `p` of the tile along `M` is row
/// `p mod a_M` of the atom of the threads `(p / a_M) mod t_M`, in their repeat `p / (a_M t_M)`. The same holds for `N`
/// and `K`. A tile that is not the layout `n:1` gives the position of `p` in the data. All of it is static.
///
/// ```
/// use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
/// use tilework::{Layout, layout};
/// let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1):(1,2,0)));
/// assert_eq!((mma.tile(), mma.threads()), ([32, 16, 16], 128));
/// // ((thread of the atom, (atom in M, atom in N)), (value, (repeat in M, repeat in N)))
/// let c: Layout!((((4,8),(2,2)),((2,2),(2,2))):(((128,1),(16,512)),((64,8),(32,1024)))) =
///     mma.partition_c(layout!((64,32)));
/// // Threads and values are static, and the data is dynamic.
/// let (m, k) = (128, 64);
/// let a: Layout!((((4,8),(2,1)),((2,2,2),(_,_))):(((2,_),(_,0)),((1,_,8),(_,16)))) =
///     mma.partition_a(layout!((m,k):(k,1)));
/// assert_eq!(size_of_val(&mma), 0);
/// # let _ = (c, a);
/// ```
pub struct TiledMma<A, R, P>(PhantomData<(A, R, P)>);
impl<A, R, P> Clone for TiledMma<A, R, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, R, P> Copy for TiledMma<A, R, P> {}

// On one type, as for `ThreadValue`.
impl TiledMma<(), (), ()> {
    /// The atom repeated over threads. `arrangement` maps a coordinate in `M`, `N` and `K`, three static leaves, to the
    /// number of the atom.
    ///
    /// **Errors.** At compile time: *profile* for another rank; *compactness* unless it has each number once.
    // Only the bound on the arrangement requires the atom to be a multiplication, so that there is one error.
    #[doc(alias = "make_tiled_mma")]
    pub fn new<V: Permits<tiled_mma_of>, A, R: ArrangedAs<A, Tiles = P, Verdict = V>, P>(
        atom: A,
        arrangement: R,
    ) -> TiledMma<A, R, P> {
        let _ = (atom, arrangement);
        TiledMma(PhantomData)
    }
}

/// Arrangements of the atom `A`: the bound of [`TiledMma::new`].
pub trait ArrangementOf<A>: ArrangedAs<A, Verdict: HasResult<tiled_mma_of>> {}
impl<A, R: ArrangedAs<A, Verdict: HasResult<tiled_mma_of>>> ArrangementOf<A> for R {}

/// [`ArrangementOf`] before the verdict.
pub trait ArrangedAs<A>: AnyLayout {
    /// The tiles in `M`, `N` and `K`.
    type Tiles;
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<A, R, S, F, P, V> ArrangedAs<A> for R
where
    R: AnyLayout<Shape = S> + Known,
    S: ThreeModes<R, Out = F>,
    F: ArrangedUnless<A, R, Out = Arranged<P, V>>,
{
    type Tiles = P;
    type Verdict = V;
}
/// The tiles `P` and the verdict `V`.
pub struct Arranged<P, V>(PhantomData<(P, V)>);
/// The atoms `A` arranged by `R`, unless `Self` is a verdict.
pub trait ArrangedUnless<A, R> {
    /// [`Arranged`]
    type Out;
}
impl<A, R: Atoms<A> + Numbers> ArrangedUnless<A, R> for HNil {
    type Out = Arranged<<R as Atoms<A>>::Out, R::Verdict>;
}
impl<A, R, Rule, At, X, Y> ArrangedUnless<A, R> for Bad<Rule, At, X, Y> {
    type Out = Arranged<(), Self>;
}
/// Checks whether a shape has three modes. `L` is the layout that errors name.
pub trait ThreeModes<L> {
    /// `HNil`, or the verdict.
    type Out;
}
macro_rules! three_modes {
    ($([$($g:ident)*] $shape:ty: $verdict:ty;)*) => {$(
        impl<$($g,)* L> ThreeModes<L> for $shape {
            type Out = $verdict;
        }
    )*};
}
three_modes! {
    [A B C] HList![A, B, C]: HNil;
    [A B C D T] HCons<A, HCons<B, HCons<C, HCons<D, T>>>>: NotThree<L, Self>;
    [A B] HList![A, B]: NotThree<L, Self>;
    [A] HList![A]: NotThree<L, Self>;
    [] HNil: NotThree<L, Self>;
    [N] Static<N>: NotThree<L, Self>;
}
type NotThree<L, S> = Bad<rule::Profile, Of<L>, S, HNil>;

/// Checks whether an arrangement has the numbers of its atoms, each once.
pub trait Numbers: AnyLayout {
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<S, D, N, IS, ID, IN, W> Numbers for Layout<S, D>
where
    Self: RightInverseTotal<Result = Layout<IS, ID>> + AnyLayout + HasSize<Size = N>,
    N: Leaf,
    Layout<IS, ID>: HasSize<Size = IN>,
    IN: Leaf,
    IS: Verdict<Out = W>,
    W: CompactUnless<Self, N, Versus<IN, N>>,
{
    type Verdict = W::Out;
}
/// Checks whether the layout `L` of size `N` is compact, unless `Self` is a verdict. `F` says how the size of its
/// inverse compares with `N`.
pub trait CompactUnless<L, N, F> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, N> CompactUnless<L, N, Equal> for HNil {
    type Out = HNil;
}
impl<L, N> CompactUnless<L, N, Less> for HNil {
    type Out = Bad<rule::Compactness, Of<L>, N, HNil>;
}
impl<L, N> CompactUnless<L, N, Greater> for HNil {
    type Out = Bad<rule::Compactness, Of<L>, N, HNil>;
}
// Overlapping modes.
impl<R, At, X, Y, L, N, F> CompactUnless<L, N, F> for Bad<R, At, X, Y> {
    type Out = Bad<rule::Compactness, Of<L>, N, HNil>;
}

/// The tiles of an atom `A` arranged by `Self`, and its threads.
#[diagnostic::on_unimplemented(
    message = "an arrangement of atoms is a layout of three leaves, for M, N and K"
)]
pub trait Atoms<A>: AnyLayout {
    /// The tiles in `M`, `N` and `K`, as layouts `n:1`.
    type Out;
    /// From the thread of the atom and the atom's place in `M`, `N` and `K` to the thread.
    type Threads;
    /// The number of threads of the atom, and the numbers of atoms in `M`, `N` and `K`.
    fn extents() -> [usize; 4];
    /// The coordinate of the thread `index` in these extents.
    fn place(index: usize) -> [usize; 4];
}
type Tile<N> = Layout<N, Static<U1>>;
pub(super) type Leaves3<M, N, K> = HList![M, N, K];
pub(super) type Arrangement<M, N, K, DM, DN, DK> = Layout<Leaves3<M, N, K>, Leaves3<DM, DN, DK>>;
impl<A, M, N, K, DM, DN, DK, V> Atoms<A> for Arrangement<M, N, K, DM, DN, DK>
where
    Self: AnyLayout,
    A: MmaAtom<Threads = V>,
    V: Leaf + Known,
    M: Leaf + Known,
    N: Leaf + Known,
    K: Leaf + Known,
    DM: Leaf + Known,
    DN: Leaf + Known,
    DK: Leaf + Known,
{
    type Out = HList![Tile<Product<A::M, M>>, Tile<Product<A::N, N>>, Tile<Product<A::K, K>>];
    type Threads = Layout<
        HList![V, M, N, K],
        HList![Static<U1>, Product<V, DM>, Product<V, DN>, Product<V, DK>],
    >;
    #[inline(always)]
    fn extents() -> [usize; 4] {
        [V::VALUE.get(), M::VALUE.get(), N::VALUE.get(), K::VALUE.get()]
    }
    #[inline(always)]
    fn place(index: usize) -> [usize; 4] {
        let [threads, m, n, k] = <Self as Atoms<A>>::extents();
        let atom = index / threads;
        // The stride is 0 if the extent is 1.
        let of = |stride: usize, extent: usize| atom.checked_div(stride).unwrap_or(0) % extent;
        [index % threads, of(DM::VALUE.get(), m), of(DN::VALUE.get(), n), of(DK::VALUE.get(), k)]
    }
}

impl<A: MmaAtom, R: Atoms<A> + Known, P> TiledMma<A, R, P> {
    /// The same multiplication with other tiles in `M`, `N` and `K`. They are layouts, `n:1` for elements in the order
    /// of the data.
    ///
    /// **Errors.** At compile time: *evenness* for a size that is no multiple of the elements that all threads take
    /// together.
    ///
    /// ```
    /// use tilework_atom::{MmaSyncM8N8K4F64, TiledMma};
    /// use tilework::layout;
    /// let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((2,2,1):(2,1,0)));
    /// // Eight consecutive rows for each thread, which has four in each of two atoms.
    /// let mma = mma.permuted(layout!(<(8,2,2):(1,16,8),32,4>));
    /// assert_eq!(mma.tile(), [32, 32, 4]);
    /// ```
    pub fn permuted<V: Permits<tiled_mma_of>, Q: Repeats<A, R, Verdict = V> + Known>(
        self,
        tilers: Q,
    ) -> TiledMma<A, R, Q> {
        let _ = tilers;
        TiledMma(PhantomData)
    }

    /// The extents of the tile in `M`, `N` and `K`.
    pub fn tile(self) -> [usize; 3]
    where
        P: Three,
    {
        P::SIZES
    }

    /// The number of threads.
    pub fn threads(self) -> usize {
        A::Threads::VALUE.get() * AnyLayout::size(R::VALUE)
    }

    /// The part of the thread `index` in tensors. CuTe's `get_slice`.
    ///
    /// # Panics
    /// If there is no such thread.
    #[doc(alias("get_slice", "get_thread_slice"))]
    #[inline(always)]
    #[track_caller]
    pub fn thread(self, index: usize) -> ThreadMma<A, R, P> {
        assert!(index < self.threads(), "there is no thread {index} of {}", self.threads());
        ThreadMma { of: PhantomData, index }
    }
}

/// Three static layouts.
pub trait Three {
    /// Their sizes.
    const SIZES: [usize; 3];
}
impl<M: AnyLayout, N: AnyLayout, K: AnyLayout> Three for HList![M, N, K] {
    const SIZES: [usize; 3] = [size_of_static::<M>(), size_of_static::<N>(), size_of_static::<K>()];
}
const fn size_of_static<L: AnyLayout>() -> usize {
    match <ModesOf<L> as Modes>::STATIC {
        Some((size, _)) => size as usize,
        None => panic!("the tile of a multiplication is static"),
    }
}

/// Tiles whose sizes are multiples of what all threads of the atom `A` arranged by `R` take: the bound of
/// [`TiledMma::permuted`].
pub trait TilesOf<A, R>: Repeats<A, R, Verdict: HasResult<tiled_mma_of>> {}
impl<A, R, Q> TilesOf<A, R> for Q where Q: Repeats<A, R, Verdict: HasResult<tiled_mma_of>> {}
/// [`TilesOf`] before the verdict.
#[diagnostic::on_unimplemented(message = "tiles are three layouts, in `M`, `N` and `K`")]
pub trait Repeats<A, R> {
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<A, R, QM, QN, QK, PM, PN, PK, UM, UN, UK, V> Repeats<A, R> for HList![QM, QN, QK]
where
    R: Atoms<A, Out = HList![PM, PN, PK]>,
    QM: Covered<PM, First, Out = UM>,
    QN: Covered<PN, After<First>, Out = UN>,
    QK: Covered<PK, After<After<First>>, Out = UK>,
    HList![UM, UN, UK]: Verdict<Out = V>,
{
    type Verdict = V;
}
type After<J> = <J as Position>::After;
/// How often the tile `P` fits into the tile `Self`, that of mode `J`.
pub trait Covered<P, J> {
    /// A leaf, or the verdict.
    type Out;
}
impl<QS, QD, N, U, K, J, F> Covered<Layout<N, U>, J> for Layout<QS, QD>
where
    Self: HasSize<Size = K>,
    K: QuotientBy<N, N, (Self, Layout<N, U>, J), Out = F>,
{
    type Out = F;
}

// Not by a macro, which errors would quote.
impl<A, R, P> TiledMma<A, R, P> {
    /// The elements of `A`, `(M,K)`, of each thread: `((t, (m, k)), (v, (m', k', ...)))` with the thread `t` of the
    /// atom at `(m, k)`, and value `v` of repeat `(m', k')`. CuTe's `thrfrg_A`.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](tilework::operation::zipped_divide()), if the tiles do not divide the data evenly, and
    /// of [`composition`](tilework::operation::composition()). [`Rule::CoordinateOutside`](tilework::Rule) for an atom that
    /// leaves its tile.
    #[inline(always)]
    pub fn try_partition_a<L: MmaA<A, R, P>>(self, data: L) -> Result<L::Output, Error> {
        part(data)
    }

    /// The elements of `A`, `(M,K)`, of each thread: `((t, (m, k)), (v, (m', k', ...)))` with the
    /// thread `t` of the atom at `(m, k)`, and value `v` of repeat `(m', k')`. CuTe's `thrfrg_A`.
    ///
    /// # Panics
    /// If [`TiledMma::try_partition_a`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_a<L: MmaA<A, R, P>>(self, data: L) -> L::Output {
        plain(self.try_partition_a(data))
    }

    /// [`TiledMma::try_partition_a`] for `B`, `(N,K)`.
    ///
    /// # Errors
    /// Those of [`TiledMma::try_partition_a`].
    #[inline(always)]
    pub fn try_partition_b<L: MmaB<A, R, P>>(self, data: L) -> Result<L::Output, Error> {
        part(data)
    }

    /// [`TiledMma::partition_a`] for `B`, `(N,K)`.
    ///
    /// # Panics
    /// If [`TiledMma::try_partition_b`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_b<L: MmaB<A, R, P>>(self, data: L) -> L::Output {
        plain(self.try_partition_b(data))
    }

    /// [`TiledMma::try_partition_a`] for `C`, `(M,N)`.
    ///
    /// # Errors
    /// Those of [`TiledMma::try_partition_a`].
    #[inline(always)]
    pub fn try_partition_c<L: MmaC<A, R, P>>(self, data: L) -> Result<L::Output, Error> {
        part(data)
    }

    /// [`TiledMma::partition_a`] for `C`, `(M,N)`.
    ///
    /// # Panics
    /// If [`TiledMma::try_partition_c`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_c<L: MmaC<A, R, P>>(self, data: L) -> L::Output {
        plain(self.try_partition_c(data))
    }
}

impl<A, R, P> TiledMma<A, R, P> {
    /// The thread-value layout of the tile of `A`. Threads are numbered by their index, and those that only differ in
    /// `N` have the same elements. CuTe's `get_layoutA_TV`.
    ///
    /// ```
    /// use tilework_atom::{MmaSyncM8N8K4F64, TiledMma};
    /// use tilework::{Layout, layout};
    /// let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((2,2,1)));
    /// let a: Layout!((((4,16),2),(1,(1,1))):(((16,1),0),(0,(0,0)))) = mma.a().layout();
    /// # let _ = a;
    /// ```
    pub fn a<T: Known, V: ThreadsAndValues<T> + Known>(self) -> ThreadValue<T, V>
    where
        OfA: TileOf<A, R, P, Tile = T, Out = V>,
    {
        ThreadValue::new(T::VALUE, V::VALUE)
    }

    /// [`TiledMma::a`] for `B`.
    pub fn b<T: Known, V: ThreadsAndValues<T> + Known>(self) -> ThreadValue<T, V>
    where
        OfB: TileOf<A, R, P, Tile = T, Out = V>,
    {
        ThreadValue::new(T::VALUE, V::VALUE)
    }

    /// [`TiledMma::a`] for `C`.
    pub fn c<T: Known, V: ThreadsAndValues<T> + Known>(self) -> ThreadValue<T, V>
    where
        OfC: TileOf<A, R, P, Tile = T, Out = V>,
    {
        ThreadValue::new(T::VALUE, V::VALUE)
    }
}
