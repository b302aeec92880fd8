//! Tiled multiplications: an atom repeated over threads and over values.

use alloc::vec::Vec;

use super::{DataLayout, Mma};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::image::integers_in_range;
use crate::layout::thread_value::ThreadValue;
use crate::layout::tiler::Tiler;
use crate::operation::coalesce::coalesce;
use crate::operation::composition::composition;
use crate::operation::divide::zipped_divide;
use crate::operation::product::tiled_product;
use crate::operation::right_inverse::right_inverse;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;

/// A multiplication `C += A B` of a tile by an atom that is repeated over `M`, `N` and `K`. It is repeated over
/// threads, in a given arrangement of atoms, and over the values of each thread if the tile is larger than that. CuTe
/// calls it `TiledMMA`.
///
/// Let `a_M` be the rows of the atom and `t_M` its number of repeats over threads. Element `p` of the tile along `M` is
/// row `p mod a_M` of the atom of the threads `(p / a_M) mod t_M`, in their repeat `p / (a_M t_M)`. The same holds for
/// `N` and `K`. A permutation `P_M` maps `p` to its position in the data.
///
/// ```
/// use tilework_algebra::Layout;
/// use tilework_algebra::atom::{MMA_SYNC, TiledMma};
/// let atom = MMA_SYNC.iter().find(|atom| atom.name == "mma.sync.m16n8k16.f16").unwrap();
/// let mma = TiledMma::new(atom, &"(2,2,1):(1,2,0)".parse()?)?;
/// assert_eq!((mma.tile(), mma.threads()), ([32, 16, 16], 128));
/// let c: Layout = "(64,32):(1,64)".parse()?;
/// // ((thread of the atom, (atom in M, atom in N)), (value, (repeat in M, repeat in N)))
/// assert_eq!(
///     mma.partition_c(&c)?.to_string(),
///     "(((4,8),(2,2)),((2,2),(2,2))):(((128,1),(16,512)),((64,8),(32,1024)))",
/// );
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledMma {
    atom: Mma,
    /// From the thread of the atom, and the position of the atom in `M`, `N` and `K`, to the thread.
    threads: Layout,
    /// The tile in `M`, `N` and `K`.
    tilers: [Layout; 3],
}

/// The modes of an operand among `M`, `N` and `K`.
const A: [usize; 2] = [0, 2];
const B: [usize; 2] = [1, 2];
const C: [usize; 2] = [0, 1];

impl TiledMma {
    /// The atom repeated over threads. `arrangement` maps a coordinate in `M`, `N` and `K` to the number of the atom.
    ///
    /// # Errors
    /// [`Rule::Profile`] for an arrangement without exactly three modes; [`Rule::Compactness`] if it repeats a number
    /// or leaves one out.
    #[inline]
    pub fn new(atom: &Mma, arrangement: &Layout) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Partition, rule);
        let during = |error: Error| error.during(Operation::Partition);
        if arrangement.rank() != 3 || arrangement.profile().is_leaf() {
            return Err(error(Rule::Profile));
        }
        let compact = integers_in_range(&Layout::leaf(arrangement.size(), 1)?, arrangement)
            && arrangement.collision().map_err(during)?.is_none();
        if !compact {
            return Err(error(Rule::Compactness));
        }
        let threads = Layout::leaf(atom.c()?.threads(), 1)?;
        let threads = tiled_product(&threads, arrangement).map_err(during)?;
        let mut tilers = [Layout::unit(), Layout::unit(), Layout::unit()];
        for (at, tiler) in tilers.iter_mut().enumerate() {
            let copies = threads.mode(at + 1).map_or(1, |mode| mode.size());
            let size = atom.shape[at].checked_mul(copies).ok_or(error(Rule::Overflow))?;
            *tiler = Layout::leaf(size, 1)?;
        }
        Ok(TiledMma { atom: *atom, threads, tilers })
    }

    /// The same multiplication with other tiles in `M`, `N` and `K`. The layout `n:1` is a tile of `n` elements in the
    /// order of the data; another layout permutes them.
    ///
    /// # Errors
    /// [`Rule::Evenness`], at the mode, for a size that is not a multiple of the number that all threads take together.
    ///
    /// ```
    /// use tilework_algebra::atom::{MMA_SYNC, TiledMma};
    /// let mma = TiledMma::new(&MMA_SYNC[0], &"(2,2,1):(2,1,0)".parse()?)?;
    /// // A thread that has four rows in two atoms has eight consecutive rows.
    /// let mma = mma.permuted(["(8,2,2):(1,16,8)".parse()?, "32:1".parse()?, "4:1".parse()?])?;
    /// assert_eq!(mma.tile(), [32, 32, 4]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn permuted(self, tilers: [Layout; 3]) -> Result<Self, Error> {
        for (at, tiler) in tilers.iter().enumerate() {
            let (size, span) = (tiler.size(), self.atom.shape[at] * self.atoms(at));
            if size % span != 0 {
                let rule = Rule::Evenness { size, span };
                return Err(Error::new(Operation::Partition, rule).at(at));
            }
        }
        Ok(TiledMma { tilers, ..self })
    }

    /// The atom.
    pub fn atom(&self) -> &Mma {
        &self.atom
    }

    /// `M`, `N` and `K` of the tile.
    #[inline]
    pub fn tile(&self) -> [i64; 3] {
        [0, 1, 2].map(|at| self.tilers[at].size())
    }

    /// The tiles in `M`, `N` and `K`. A tile is `n:1` if its elements are in the order of the data.
    pub fn tilers(&self) -> &[Layout; 3] {
        &self.tilers
    }

    /// The number of threads.
    #[inline]
    pub fn threads(&self) -> i64 {
        self.threads.size()
    }

    /// The layout from the thread of the atom, and the position of the atom in `M`, `N` and `K`, to the thread.
    pub fn thread_layout(&self) -> &Layout {
        &self.threads
    }

    /// The number of atoms along the mode.
    #[inline]
    fn atoms(&self, at: usize) -> i64 {
        self.threads.mode(at + 1).map_or(1, |mode| mode.size())
    }

    /// The elements of `A`, `(M,K)`, of each thread: `((t, (m, k)), (v, (m', k', ...)))` with the thread `t` of the
    /// atom at `(m, k)`, and value `v` of repeat `(m', k')`. CuTe calls it `thrfrg_A`.
    ///
    /// # Errors
    /// The errors of [`zipped_divide`](crate::zipped_divide()) for data that is not a whole number of tiles, and those
    /// of [`composition`](crate::composition()).
    pub fn partition_a<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        Ok(data.with_inner(self.partition(data.inner(), A, &self.atom.a()?)?))
    }

    /// The elements of `B`, `(N,K)`, otherwise like [`TiledMma::partition_a`].
    ///
    /// # Errors
    /// The errors of [`TiledMma::partition_a`].
    pub fn partition_b<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        Ok(data.with_inner(self.partition(data.inner(), B, &self.atom.b()?)?))
    }

    /// The elements of `C`, `(M,N)`, otherwise like [`TiledMma::partition_a`].
    ///
    /// # Errors
    /// The errors of [`TiledMma::partition_a`].
    pub fn partition_c<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        Ok(data.with_inner(self.partition(data.inner(), C, &self.atom.c()?)?))
    }

    /// The thread-value layout of the tile of `A`. Threads are numbered by their index; threads that differ only in `N`
    /// have the same elements. CuTe calls it `get_layoutA_TV`.
    ///
    /// # Errors
    /// The errors of [`TiledMma::partition_a`], for permutations that leave the tile.
    #[inline]
    pub fn a(&self) -> Result<ThreadValue, Error> {
        self.thread_value(A, &self.atom.a()?)
    }

    /// The thread-value layout of the tile of `B`: see [`TiledMma::a`].
    ///
    /// # Errors
    /// The errors of [`TiledMma::a`].
    #[inline]
    pub fn b(&self) -> Result<ThreadValue, Error> {
        self.thread_value(B, &self.atom.b()?)
    }

    /// The thread-value layout of the tile of `C`: see [`TiledMma::a`].
    ///
    /// # Errors
    /// The errors of [`TiledMma::a`].
    #[inline]
    pub fn c(&self) -> Result<ThreadValue, Error> {
        self.thread_value(C, &self.atom.c()?)
    }

    /// The layout from `((t, (x, y)), (v, (x', y')))` to the integral coordinate in a tile of the modes `x` and `y`.
    #[inline]
    fn reference(&self, [x, y]: [usize; 2], tv: &ThreadValue) -> Result<Layout, Error> {
        let [(ax, tx, px), (ay, ty, py)] =
            [x, y].map(|at| (self.atom.shape[at], self.atoms(at), self.tilers[at].size()));
        let rows = |a: (i64, i64), b: (i64, i64)| {
            Layout::concatenate([Layout::leaf(a.0, a.1)?, Layout::leaf(b.0, b.1)?])
        };
        let within = composition(&rows((ax, 1), (ay, px))?, tv.layout())?;
        let [threads, values] = halves(&within)?;
        // These products are below the size of the tile.
        let atoms = rows((tx, ax), (ty, ay * px))?;
        let repeats = rows((px / (ax * tx), ax * tx), (py / (ay * ty), ay * ty * px))?;
        Layout::concatenate([
            Layout::concatenate([threads, atoms])?,
            Layout::concatenate([values, repeats])?,
        ])
    }

    fn partition<D: Stride>(
        &self,
        data: &Layout<D>,
        modes: [usize; 2],
        tv: &ThreadValue,
    ) -> Result<Layout<D>, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let tiler = Tiler::Modes(modes.map(|at| Tiler::from(self.tilers[at].clone())).into());
        let [tile, rest] = halves(&zipped_divide(data, &tiler).map_err(during)?)?;
        let reference = self.reference(modes, tv)?;
        let [threads, values] = halves(&composition(&tile, &reference).map_err(during)?)?;
        let [values, repeats] = halves(&values)?;
        // The repeats in a tile, then those in further tiles, in each mode.
        let inner = repeats.modes().map(Some).chain(core::iter::repeat(None));
        let all = inner.zip(rest.modes()).map(|(inner, outer)| match inner {
            Some(inner) => Ok(coalesce(&Layout::concatenate([inner, outer])?)),
            None => Ok(outer),
        });
        let all = Layout::concatenate(all.collect::<Result<Vec<_>, Error>>()?)?;
        Layout::concatenate([threads, Layout::concatenate([values, all])?]).map_err(during)
    }

    #[inline]
    fn thread_value(&self, modes: [usize; 2], tv: &ThreadValue) -> Result<ThreadValue, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let tile = IntTuple::tuple(modes.map(|at| IntTuple::leaf(self.tilers[at].size())));
        let size = self.tilers[modes[0]].size();
        let identity = Layout::new(&tile, &IntTuple::tuple([1.into(), size.into()]))?;
        let [threads, values] = halves(&self.partition(&identity, modes, tv)?)?;
        // The position of a thread among those of the operand, which leaves out the mode that the operand does not
        // have.
        let mut span = self.threads.mode(0).map_or(1, |mode| mode.size());
        let mut places = Vec::from([Layout::leaf(span, 1)?]);
        for at in 0..3 {
            let stride = if modes.contains(&at) { span } else { 0 };
            places.push(Layout::leaf(self.atoms(at), stride)?);
            if modes.contains(&at) {
                span *= self.atoms(at);
            }
        }
        let place_of = right_inverse(&self.threads).map_err(during)?;
        let place_of = composition(&Layout::concatenate(places)?, &place_of).map_err(during)?;
        let threads = composition(&threads, &place_of).map_err(during)?;
        ThreadValue::new(&tile, Layout::concatenate([threads, values])?)
    }
}

/// Both modes of a layout that has two modes.
pub(super) fn halves<D: Stride>(layout: &Layout<D>) -> Result<[Layout<D>; 2], Error> {
    let error = Error::new(Operation::Partition, Rule::Profile);
    Ok([layout.mode(0).ok_or(error)?, layout.mode(1).ok_or(error)?])
}
