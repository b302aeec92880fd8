//! Fragments: the registers of a thread that hold operands of multiplications.

use core::mem;

use tilework::bound::{HasSize, Known, Unroll};
use tilework::generic_array::{ArrayLength, GenericArray};
use tilework::result::{Origin, Raw};
use tilework::typenum::U1;
use tilework::{HList, Layout, Static, Tensor};

use super::{
    Accumulate, Accumulator, Bits128, Element, InSharedMemory, Matrices, MmaSync, Pair, Registers,
    Shared, ldmatrix_x4, transpose_quad,
};

/// The registers `X` of an instruction, for each of its `N` repeats, as in CuTe's fragments. Their order is that of a
/// partition of [`ThreadMma`](crate::atom::ThreadMma), `(v, (m', n'))`: the value at the integral coordinate `i` is
/// register `i % v` of the repeat `i / v`.
///
/// It stays in registers as long as its indices are constants, as in the functions of this module.
///
/// ```
/// use tilework_device::atom::{MmaSyncM16N8K16F16, TiledMma};
/// use tilework::operation::make_identity_layout;
/// use tilework::{Tensor, layout, typenum::U2};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: one warp, all of whose threads come to the multiplications.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     let t = thread::<32>() as usize;
///     let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((1,1,1)));
///     let tile = Tensor::coordinates(make_identity_layout(layout!((16,16)).shape()));
///     // Ones and twos in halves: each sum is 16 * 2.
///     let a = Fragment::new([[0x3c00_3c00_u32; 4]].into());
///     let b = Fragment::new([[0x4000_4000_u32; 2]; 2].into());
///     let mut sums = Fragment::<[f32; 4], U2>::zeros();
///     gemm(MmaSyncM16N8K16F16, &(a, b), &mut sums);
/// // A mask compares coordinates: it keeps the diagonal and what lies below it.
///     sums.map_with_coordinates(mma.thread(t).partition_c(&tile), |x, (row, column)| {
///         if row >= column { x } else { 0.0 }
///     });
///     let mut seen = 0;
///     sums.with_coordinates(mma.thread(t).partition_c(&tile), |x, (row, column)| {
///         assert_eq!(x, if row >= column { 32.0 } else { 0.0 });
///         seen += 1;
///     });
///     assert_eq!(seen, 8);
/// });
/// ```
pub struct Fragment<X, N: ArrayLength>(GenericArray<X, N>);

/// A row and a column.
pub type Point = HList![usize, usize];
/// The integral coordinates 0 to `N - 1`.
type Count<N> = Layout<Static<N>, Static<U1>>;

impl<X, N: ArrayLength> Fragment<X, N> {
    /// Makes a fragment from registers, such as those that [`Tensor::load_by`] loads.
    #[inline(always)]
    pub fn new(registers: GenericArray<X, N>) -> Self {
        Fragment(registers)
    }
    /// The registers of repeat `i`.
    #[inline(always)]
    pub fn repeat(&self, i: usize) -> &X {
        &self.0[i]
    }
    /// The registers of repeat `i`, for an instruction that writes them.
    ///
    /// # Panics
    /// If there is no such repeat.
    #[inline(always)]
    pub fn repeat_mut(&mut self, i: usize) -> &mut X {
        &mut self.0[i]
    }
}
impl<T: Accumulator, const V: usize, N: ArrayLength> Fragment<[T; V], N> {
    /// Zero sums of the instruction `I` for a partition `(v, (m', n'))` of `C`, given by its coordinates. There are as
    /// many repeats as the partition has.
    #[doc(alias = "partition_fragment_C")]
    ///
    /// A product of integers of 8 bits, whose sums are exact:
    ///
    /// ```
    /// use tilework_device::atom::{TiledMma, WgmmaM64K32S8Ss};
    /// use tilework::typenum::{P3, U3, U4, U16};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// let (a, b) = (|i: usize, k: usize| (i * k % 251) as u8 as i8, |j: usize, k: usize| (7 * j + k) as u8 as i8);
    /// // SAFETY: a warpgroup, all of whose threads come to the multiplications; there are 64 and 16 rows of 128.
    /// Emulator::new(1).launch([1, 1, 1], 128, 80 * 128, || unsafe {
    ///     let t = thread::<128>() as usize;
    ///     let instruction = WgmmaM64K32S8Ss::<U16>::new();
    ///     let mma = TiledMma::new(instruction, layout!((1,1,1)));
    ///     let swizzle = Swizzle::<U3, U4, P3>::new();
    ///     let of_a = Composed::of(swizzle, layout!((64,128):(128,1)));
    ///     let of_b = Composed::of(swizzle, layout!((16,128):(128,1)));
    ///     let tile_a = Tensor::through_raw_parts(Shared::<i8>::new(0), of_a);
    ///     let tile_b = Tensor::through_raw_parts(Shared::<i8>::new(64 * 128), of_b);
    ///     (0..64).for_each(|i| _ = tile_a.set((i, t), a(i, t)));
    ///     (0..16).for_each(|j| _ = tile_b.set((j, t), b(j, t)));
    ///     tma_store_fence();
    ///     barrier();
    ///     let own_a = descriptors(KMajor, mma.thread(t).partition_a(&tile_a), || mma.partition_a(of_a));
    ///     let own_b = descriptors(KMajor, mma.thread(t).partition_b(&tile_b), || mma.partition_b(of_b));
    ///     let at = mma.thread(t).partition_c(&Tensor::coordinates(layout!((64,16):(e0,e1))));
    ///     let mut sums = Fragment::sums_of(instruction, &at);
    ///     wgmma_begin(&mut sums);
    ///     gemm_shared(instruction, own_a, own_b, &mut sums, false);
    ///     wgmma_commit();
    ///     wgmma_wait::<0>(&mut sums);
    ///     sums.with_coordinates(at, |x, (i, j)| {
    ///         let right: i32 = (0..128).map(|k| i32::from(a(i, k)) * i32::from(b(j, k))).sum();
    ///         assert_eq!(x, right);
    ///     });
    /// });
    /// ```
    #[inline(always)]
    pub fn sums_of<I: Accumulate<Sums = [T; V]>, A, D, R, E>(
        _: I,
        _: &Tensor<Origin<Point>, Layout<HList![A, R], HList![D, E]>>,
    ) -> Self
    where
        Layout<R, E>: HasSize<Size = Static<N>>,
    {
        // SAFETY: `Accumulator` promises that bits which are all 0 are a sum.
        Fragment(unsafe { mem::zeroed() })
    }
}
// SAFETY: its only part passes it.
unsafe impl<X: Registers, N: ArrayLength> Registers for Fragment<X, N> {
    #[inline(always)]
    fn fence(&mut self) {
        self.0.fence();
    }
}
impl<const V: usize, N: ArrayLength> Fragment<[f32; V], N> {
    /// Zeros that stay in registers: no loop fills them in.
    #[inline(always)]
    pub fn zeros() -> Self {
        // SAFETY: all bits 0 are 0.0.
        Fragment(unsafe { mem::zeroed() })
    }
    /// Zeros for a partition `(v, (m', n'))` of `C`, given by its coordinates. There are as many repeats as the
    /// partition has.
    #[inline(always)]
    pub fn zeros_of<A, D, R, E>(
        _: &Tensor<Origin<Point>, Layout<HList![A, R], HList![D, E]>>,
    ) -> Self
    where
        Layout<R, E>: HasSize<Size = Static<N>>,
    {
        Fragment::zeros()
    }
}
impl<const V: usize> Fragment<[f32; V], U1> {
    /// The sums of a `wgmma` as `A` of the next one, in elements `E` of 16 bits. The same thread has the same elements
    /// of each 16 columns, in pairs, so that threads exchange nothing. The sums of `(m,n)` become `A` of `(m,k)`, `K`
    /// times 16 columns. [`gemm_registers`](super::gemm_registers) has an example.
    #[inline(always)]
    pub fn operands<E: Pair, K: ArrayLength>(&self) -> Fragment<[u32; 4], K>
    where
        Count<K>: Unroll + Known,
    {
        const { assert!(V == 8 * K::USIZE, "operands: of each 16 columns a thread has 8 sums") };
        // SAFETY: any bits are numbers.
        let mut pairs: Fragment<[u32; 4], K> = Fragment(unsafe { mem::zeroed() });
        Count::<K>::VALUE.unroll(|k, _| {
            let s = &self.0[0];
            pairs.0[k] = [0, 2, 4, 6].map(|j| E::pair(s[8 * k + j], s[8 * k + j + 1]));
        });
        pairs
    }
}
impl<const V: usize, T: Copy, N: ArrayLength> Fragment<[T; V], N> {
    /// The values at the `K` integral coordinates from `first` on, for example those that one instruction stores.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub fn values<const K: usize>(&self, first: usize) -> [T; K] {
        core::array::from_fn(|i| self.0[(first + i) / V][(first + i) % V])
    }
    /// Calls `f` with each element and its row and column, taken from a partition of coordinates: those of the tile or
    /// of the whole matrix. It is unrolled, as [`Tensor::unroll`].
    #[inline(always)]
    pub fn with_coordinates<L: Unroll<Point>>(
        &self,
        at: Tensor<Origin<Point>, L>,
        mut f: impl FnMut(T, (usize, usize)),
    ) {
        at.unroll(|i, at| f(self.0[i / V][i % V], (at.head, at.tail.head)));
    }
    /// Replaces each element by the result of `f` for the element, its row and its column, as
    /// [`Fragment::with_coordinates`].
    #[inline(always)]
    pub fn map_with_coordinates<L: Unroll<Point>>(
        &mut self,
        at: Tensor<Origin<Point>, L>,
        mut f: impl FnMut(T, (usize, usize)) -> T,
    ) {
        at.unroll(|i, at| {
            let x = &mut self.0[i / V][i % V];
            *x = f(*x, (at.head, at.tail.head));
        });
    }
}
impl<const V: usize, N: ArrayLength> Fragment<[f32; V], N> {
    /// Stores sums as elements `E` of 16 bits by `stmatrix`, 8 of each thread at a time: the inverse of
    /// [`load_operands`], and CuTe's `copy` of an `SM90_U32x4_STSM_N`. `to` holds the row of 8 elements whose address
    /// the thread gives each time, from the [`TiledCopy`](crate::atom::TiledCopy) of
    /// [`StoreOf`](crate::atom::StoreOf) `I` of a multiplication. The `i`-th row takes the sums from `8 i` on, in
    /// the order that they have if a thread has one repeat `m'`, as with `wgmma`. `f` maps each sum, at its integral
    /// coordinate, to the number that is stored.
    ///
    /// ```
    /// use tilework_device::atom::{LdmatrixX4, MmaSyncM16N8K16F16, StoreOf, TiledCopy, TiledMma};
    /// use tilework::{Tensor, layout, typenum::U16};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// // SAFETY: one warp, all of whose threads come to the instructions; there are 16 rows of 32.
    /// Emulator::new(1).launch([1, 1, 1], 32, 2 * 16 * 32, || unsafe {
    ///     let t = thread::<32>() as usize;
    ///     let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((1,1,1))).permuted(layout!(<16,16,16>));
    ///     let shape = layout!((16,32):row_major);
    ///     let at = mma.thread(t).partition_c(&Tensor::coordinates(layout!((16,32):(e0,e1))));
    ///     let mut sums = Fragment::<[f32; 4], _>::zeros_of(&at);
    ///     sums.map_with_coordinates(at, |_, (row, column)| (32 * row + column) as f32);
    ///     let store = TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma.c());
    ///     let mut tile = Tensor::from_raw_parts(Shared::<u16>::new(0), shape);
    ///     let to = store.thread(t).partition_d(&mut tile).slice_unchecked(((0, ..), ..));
    ///     sums.store_matrices::<LdmatrixX4, F16, _, _>(to, |_, x| x + 1.0);
    ///     warp_barrier();
    ///     for row in 0..16 {
    ///         let x = F16::pair((32 * row + t + 1) as f32, 0.0) as u16;
    ///         assert_eq!(tile.get((row, t)), Some(x));
    ///     }
    /// });
    /// ```
    ///
    /// # Safety
    /// As for [`stmatrix_x4`](super::stmatrix_x4), for each row.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn store_matrices<I: Matrices, E: Pair, P: InSharedMemory, L: Unroll>(
        &self,
        to: Tensor<Raw<P>, L>,
        mut f: impl FnMut(usize, f32) -> f32,
    ) {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        let start = to.pointer();
        to.layout().unroll(|i, offset| {
            let at = |j: usize| 8 * i + j;
            let mut x = |j: usize| f(at(j), self.0[at(j) / V][at(j) % V]);
            let pairs = [0, 2, 4, 6].map(|j| E::pair(x(j), x(j + 1)));
            // SAFETY: as promised; the offset is one of the layout.
            unsafe { I::store_matrices(start.add(offset).place(), pairs) }
        });
    }
}
impl<N: ArrayLength> Fragment<[f32; 4], N> {
    /// The sums of `mma.sync` as vectors of 8 elements of 16 bits. The threads of a quad have pairs of columns of a row,
    /// and exchange these so that each has 8 columns: 16 bytes. The fragment has `ROWS` repeats `m'` and an even number of
    /// repeats `n'`, thus a multiple of 16 columns. `f` gets the vectors, and the coordinates at their places.
    ///
    /// - If `n'` is a multiple of 4, thread `q` of a quad gets the 8 columns of repeat `q` of each 4 repeats side by side.
    ///   The places are `(2, (m', n' / 4))`, with rows 8 apart first.
    /// - Otherwise it gets the columns of repeat `q % 2` of each 2, in the first row for `q < 2`, and in the row 8 further
    ///   for the others. The places are `(m', n' / 2)`.
    ///
    /// ```
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    /// use tilework::typenum::U6;
    /// use tilework::{Tensor, layout};
    /// // 16 x 48 sums of a warp. The sum of row `i` and column `j` is `i + j / 8`.
    /// // SAFETY: one warp, all of whose threads come to the exchange.
    /// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
    ///     let t = thread::<32>();
    ///     let (g, q) = (t / 4, t % 4);
    ///     let mut sums = Fragment::<[f32; 4], U6>::zeros();
    ///     for n in 0..6 {
    ///         *sums.repeat_mut(n) = [0, 0, 8, 8].map(|row| (g + row) as f32 + n as f32);
    ///     }
    ///     // Pairs of vectors side by side: threads `((2,2),8)`, 3 such places.
    ///     let at = Tensor::coordinates(layout!((16,6):(e0,e1)));
    ///     let parts = at.compose(layout!((((2,2),8),3):(((16,8),1),32)));
    ///     let own = parts.slice((t as usize, ..));
    ///     sums.by_quads::<F16, _, 1>(t, own, |vector, (row, vectors)| {
    ///         assert_eq!(row, (g + 8 * (q / 2)) as usize);
    ///         assert_eq!(vectors % 2, (q % 2) as usize);
    ///         let x = (row + vectors) as f32;
    ///         assert_eq!(vector.0, [F16::pair(x, x); 4]);
    ///     });
    /// });
    /// ```
    ///
    /// # Safety
    /// All threads of the warp reach this call; `lane` is the index of the thread in the warp.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn by_quads<E: Pair, L: Unroll<Point>, const ROWS: usize>(
        &self,
        lane: u32,
        at: Tensor<Origin<Point>, L>,
        mut f: impl FnMut(Bits128, (usize, usize)),
    ) {
        const {
            assert!(
                (N::USIZE / ROWS).is_multiple_of(2),
                "by_quads: the columns are a multiple of 16: an even number of repeats side by side"
            )
        };
        let by_four = (N::USIZE / ROWS).is_multiple_of(4);
        at.unroll(|i, at| {
            // The row and the column of the repeat, and the row of its two, of which pair `column` of a thread is a part.
            let place = |column: usize| match by_four {
                true => (i / 2 % ROWS, i / 2 / ROWS * 4 + column, i % 2),
                false => (i % ROWS, i / ROWS * 2 + column % 2, column / 2),
            };
            let pairs = [0, 1, 2, 3].map(|column| {
                let (row, column, half) = place(column);
                let sums = self.0[row + ROWS * column];
                E::pair(sums[2 * half], sums[2 * half + 1])
            });
            // SAFETY: as promised.
            let vector = Bits128::of(unsafe { transpose_quad(pairs, lane % 4) });
            f(vector, (at.head, at.tail.head));
        });
    }
}

/// Loads fragments of `A` and `B` by [`ldmatrix_x4`], one load for each row that the thread has by a
/// [`TiledCopy`](crate::atom::TiledCopy) of [`LdmatrixX4`](crate::atom::LdmatrixX4). The stage begins `stage`
/// bytes after the first. CuTe's `copy` of an `SM75_U32x4_LDSM_N`.
///
/// # Safety
/// As for [`ldmatrix_x4`], for each load.
#[inline(always)]
#[track_caller]
pub unsafe fn load_operands<T: Element, A, B, M: ArrayLength, N: ArrayLength>(
    (a, b): (Tensor<Raw<Shared<T>>, A>, Tensor<Raw<Shared<T>>, B>),
    stage: usize,
) -> (Fragment<[u32; 4], M>, Fragment<[u32; 4], N>)
where
    A: Unroll + HasSize<Size = Static<M>>,
    B: Unroll + HasSize<Size = Static<N>>,
{
    #[cfg(not(target_arch = "nvptx64"))]
    let _placed = crate::emulator::Placed::here();
    // SAFETY: as promised.
    let a = Fragment(a.load_by(|row| unsafe { ldmatrix_x4(row.bytes(stage)) }));
    // SAFETY: as promised.
    (a, Fragment(b.load_by(|row| unsafe { ldmatrix_x4(row.bytes(stage)) })))
}

/// Fragments of instructions that take registers `X`.
pub trait Repeats<X> {
    /// The number of repeats.
    const COUNT: usize;
    /// The registers of repeat `i`.
    fn registers(&self, i: usize) -> X;
}
impl<const V: usize, T: Copy, N: ArrayLength> Repeats<[T; V]> for Fragment<[T; V], N> {
    const COUNT: usize = N::USIZE;
    #[inline(always)]
    fn registers(&self, i: usize) -> [T; V] {
        self.0[i]
    }
}
/// One [`ldmatrix_x4`] loads the registers of two instructions side by side.
impl<T: Copy, N: ArrayLength> Repeats<[T; 2]> for Fragment<[T; 4], N> {
    const COUNT: usize = 2 * N::USIZE;
    #[inline(always)]
    fn registers(&self, i: usize) -> [T; 2] {
        let [a, b, c, d] = self.0[i / 2];
        match i % 2 {
            0 => [a, b],
            _ => [c, d],
        }
    }
}

/// A vector holds one element of each of several instructions.
macro_rules! elements {
    ($($count:literal)*) => {$(
        impl<T: Copy, N: ArrayLength> Repeats<[T; 1]> for Fragment<[T; $count], N> {
            const COUNT: usize = $count * N::USIZE;
            #[inline(always)]
            fn registers(&self, i: usize) -> [T; 1] {
                [self.0[i / $count][i % $count]]
            }
        }
    )*};
}
elements! { 2 4 }

/// `sums += A B`: each repeat `(m', n')` of the sums takes the repeats `m'` of `A` and `n'` of `B`. The columns of a
/// row follow one another. CuTe's `gemm`, for one step of `k`.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
#[track_caller]
pub unsafe fn gemm<I, X, Y, Z, N: ArrayLength>(
    _: I,
    (a, b): &(impl Repeats<X>, impl Repeats<Y>),
    sums: &mut Fragment<Z, N>,
) where
    I: MmaSync<Z, X, Y>,
    Count<N>: Unroll + Known,
{
    if I::COLUMN_BY_COLUMN {
        return gemm_by_columns::<I, _, _, _, _, _, _>(a, b, sums);
    }
    gemm_of(a, b, sums, |sums, a, b| {
        // SAFETY: as promised.
        unsafe { I::mma_sync(sums, a, b) }
    });
}
/// [`gemm`] where the rows of a column follow one another.
#[inline(always)]
fn gemm_by_columns<I, A: Repeats<X>, B: Repeats<Y>, X, Y, Z, N: ArrayLength>(
    a: &A,
    b: &B,
    sums: &mut Fragment<Z, N>,
) where
    I: MmaSync<Z, X, Y>,
    Count<N>: Unroll + Known,
{
    const { counts::<A, B, X, Y, N>() };
    Count::<N>::VALUE.unroll(|at, _| {
        let (a, b) = (a.registers(at % A::COUNT), b.registers(at / A::COUNT));
        // SAFETY: all threads of the warp reach this call.
        unsafe { I::mma_sync(&mut sums.0[at], a, b) }
    });
}
const fn counts<A: Repeats<X>, B: Repeats<Y>, X, Y, N: ArrayLength>() {
    assert!(
        A::COUNT * B::COUNT == N::USIZE,
        "gemm: the repeats of the sums are those of `A` by those of `B`"
    );
}
/// [`gemm`] with any instruction.
#[inline(always)]
fn gemm_of<A: Repeats<X>, B: Repeats<Y>, X, Y, Z, N: ArrayLength>(
    a: &A,
    b: &B,
    sums: &mut Fragment<Z, N>,
    mut multiply: impl FnMut(&mut Z, X, Y),
) where
    Count<N>: Unroll + Known,
{
    const { counts::<A, B, X, Y, N>() };
    Count::<N>::VALUE.unroll(|at, _| {
        let (i, j) = (at / B::COUNT, at % B::COUNT);
        multiply(&mut sums.0[i + A::COUNT * j], a.registers(i), b.registers(j));
    });
}
