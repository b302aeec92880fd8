//! Partitions of shared memory for `wgmma`. Its operands are descriptors: an address, two distances and a swizzle in 64
//! bits.

use core::marker::PhantomData;

use tilework::bound::{Coordinate, Modes, Pointer, TwoModes};
use tilework::generic_array::ArrayLength;
use tilework::result::{ModesOf, Raw, Swizzled};
use tilework::typenum::{Integer, U0, U1, Unsigned};
use tilework::{AnyLayout, Composed, Static, Swizzle, Tensor};
use tilework_atom::proof::{ByInstruction, InShared};

use super::{Element, Fragment, FromRegisters, FromShared, Major, Operand, Shared};

/// A pointer to operands of `wgmma` in shared memory, as CuTe's `DescriptorIterator`; the elements are `T`, the
/// [`Major`] is `M`. An element of a tensor over it is an [`Operand`], which takes its address from the pointer; the
/// distances are the same for all. Offsets count elements `T`, as in layouts. [`descriptors`] makes it.
#[derive(Debug)]
pub struct Descriptors<T, M> {
    start: Shared<T>,
    /// The bits of a descriptor other than the address.
    distances: u64,
    major: PhantomData<M>,
}
impl<T, M> Clone for Descriptors<T, M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, M> Copy for Descriptors<T, M> {}
impl<T, M> Descriptors<T, M> {
    /// The distance in bytes from `other` to this pointer.
    #[inline(always)]
    fn after(&self, other: &Self) -> usize {
        self.start.address().wrapping_sub(other.start.address()) as usize
    }
}
impl<T: Element, M: Copy> Pointer for Descriptors<T, M> {
    type Item = Operand<M>;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        Descriptors { start: self.start.offset(offset), ..self }
    }
    #[inline(always)]
    unsafe fn read(self) -> Operand<M> {
        Operand::new(self.start, self.distances)
    }
}

/// The operands of a thread, `(x', k', ...)`: `x'` counts the instructions along the rows of a tile, and `k'` along its
/// depth. Other modes of the tile, such as stages, follow.
pub type Operands<T, M, L> = Tensor<Raw<Descriptors<T, M>>, L>;

/// The operands of a thread in a tile in shared memory, `(x', k', ...)`, where `x'` is `m'` of `A` or `n'` of `B`.
///
/// The first argument is the [`Major`]. `own` is the thread's part of the tile, from
/// [`ThreadMma::partition_a`](crate::atom::ThreadMma::partition_a) or `partition_b`. The closure is never called;
/// its type is that of the partition for all threads. The distances of the descriptors follow from the layout at
/// compile time, together with the proof of [`InShared::descriptor`]. A layout that no descriptor describes is a
/// compile error.
///
/// ```
/// use tilework_device::atom::{TiledMma, WgmmaM64K16Bf16Ss};
/// use tilework::typenum::{P3, U1, U3, U8};
/// use tilework::{Composed, Swizzle, Tensor, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: a warpgroup, all of whose threads come to the multiplications; there are 64 and 8 rows of 64.
/// Emulator::new(1).launch([1, 1, 1], 128, 2 * 72 * 64, || unsafe {
///     let t = thread::<128>() as usize;
///     let mma = TiledMma::new(WgmmaM64K16Bf16Ss::<U8>::new(), layout!((1,1,1)));
///     let swizzle = Swizzle::<U3, U3, P3>::new();
///     let (of_a, of_b) = (
///         Composed::of(swizzle, layout!((64,64):(64,1))),
///         Composed::of(swizzle, layout!((8,64):(64,1))),
///     );
///     let a = Tensor::through_raw_parts(Shared::<u16>::new(0), of_a);
///     let b = Tensor::through_raw_parts(Shared::<u16>::new(2 * 64 * 64), of_b);
/// // Row `i` of `A` is all ones if `i` is even; `B` is all twos.
///     for i in 0..32 {
///         let (row, column) = (t / 2, 32 * (t % 2) + i);
///         a.set((row, column), if row % 2 == 0 { 0x3f80 } else { 0 });
///     }
///     if t < 64 {
///         (0..8).for_each(|row| _ = b.set((row, t), 0x4000));
///     }
///     tma_store_fence();
///     barrier();
///     let a = descriptors(KMajor, mma.thread(t).partition_a(&a), || mma.partition_a(of_a));
///     let b = descriptors(KMajor, mma.thread(t).partition_b(&b), || mma.partition_b(of_b));
///     assert_eq!(a.layout().to_string(), "(1,4):(0,16)");
///     let mut sums = Fragment::<[f32; 4], U1>::zeros();
///     wgmma_begin(&mut sums);
///     gemm_shared(WgmmaM64K16Bf16Ss::<U8>::new(), a, b, &mut sums, false);
///     wgmma_commit();
///     wgmma_wait::<0>(&mut sums);
///     let at = Tensor::coordinates(layout!((64,8):(e0,e1)));
///     sums.with_coordinates(mma.thread(t).partition_c(&at), |x, (row, _)| {
///         assert_eq!(x, if row % 2 == 0 { 128.0 } else { 0.0 });
///     });
/// });
/// ```
///
/// # Safety
/// The tensor begins at a multiple of 1024 bytes of shared memory.
#[inline(always)]
pub unsafe fn descriptors<E: Element, X: Major, B, M, S, L: ByInstruction>(
    _: X,
    own: Tensor<Raw<Swizzled<Shared<E>, Swizzle<B, M, S>>>, L::Second>,
    _: impl FnOnce() -> Composed<Swizzle<B, M, S>, Static<U0>, L>,
) -> Operands<E, X, L::Repeats>
where
    B: Unsigned,
    M: Unsigned,
    S: Integer,
{
    let descriptor = const { InShared::<E>::descriptor_by::<B, M, S, L>(X::TRANSPOSED == 0) };
    // SAFETY: the part begins with the first element of an operand, and the swizzle does not move that element.
    unsafe {
        let start = own.pointer().straight();
        let first = Descriptors {
            start,
            distances: Operand::<X>::distances(descriptor),
            major: PhantomData,
        };
        Tensor::from_raw_parts(first, own.layout().two_modes().1)
    }
}

/// `sums += A B` if `add`, else `sums = A B`, as CuTe's `gemm` of descriptors. `a` is `(m', k')` and `b` is `(n', k')`,
/// made by [`descriptors`], which has an example; `sums` are `(m', n')`. The instructions of `k'` for one sum follow
/// one another.
///
/// It is a compile error if `k'` of `A` and `B` differ, if there are not `m' n'` sums, or if there are more than 32
/// instructions.
///
/// # Safety
/// As for [`Multiply::multiply`](super::Multiply::multiply), for each instruction.
#[inline(always)]
pub unsafe fn gemm_shared<I, E: Element, X: Major, Y: Major, A, B, N>(
    instruction: I,
    a: Operands<E, X, A>,
    b: Operands<E, Y, B>,
    sums: &mut Fragment<I::Sums, N>,
    add: bool,
) where
    I: FromShared<X, Y>,
    A: TwoModes,
    B: TwoModes,
    (usize, usize): Coordinate<usize, A::Shape, A::Stride> + Coordinate<usize, B::Shape, B::Stride>,
    N: ArrayLength,
{
    const {
        let [m, n] = [extent::<A::First>(), extent::<B::First>()];
        assert!(
            m * n == N::USIZE,
            "gemm: the repeats of the sums are those of `A` by those of `B`"
        );
        assert!(m * n * extent::<A::Second>() <= 32, "gemm: a step has at most 32 instructions");
    }
    // The instructions are unrolled in the source. A closure called at many places becomes a function, and its sums
    // then lie in memory.
    macro_rules! each {
        ($($step:literal)*) => {$(
            if const { $step < N::USIZE * extent::<A::Second>() } {
                let (rows, depth) = const { (extent::<A::First>(), extent::<A::Second>()) };
                let (at, k) = ($step / depth, $step % depth);
                // SAFETY: as promised.
                unsafe { one(instruction, a, b, sums.repeat_mut(at), add, [at % rows, at / rows, k]) }
            }
        )*};
    }
    each! {
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    }
}
/// [`gemm_shared`] for one repeat of the sums, with the repeat `row` of the rows and `column` of the columns: `sums +=
/// A(row, ..) B(column, ..)` if `add`, else `sums = A(row, ..) B(column, ..)`.
///
/// It is a compile error if `k'` of `A` and `B` differ, or if there are more than 16 instructions.
///
/// # Safety
/// As for [`gemm_shared`]; the repeat exists.
#[inline(always)]
pub unsafe fn gemm_shared_of<I, E: Element, X: Major, Y: Major, A, B>(
    instruction: I,
    a: Operands<E, X, A>,
    b: Operands<E, Y, B>,
    [row, column]: [usize; 2],
    sums: &mut I::Sums,
    add: bool,
) where
    I: FromShared<X, Y>,
    A: TwoModes,
    B: TwoModes,
    (usize, usize): Coordinate<usize, A::Shape, A::Stride> + Coordinate<usize, B::Shape, B::Stride>,
{
    const { assert!(extent::<A::Second>() <= 16, "gemm: a step has at most 16 instructions") }
    // As in `gemm_shared`.
    macro_rules! each {
        ($($k:literal)*) => {$(
            if const { $k < extent::<A::Second>() } {
                // SAFETY: as promised.
                unsafe { one(instruction, a, b, sums, add, [row, column, $k]) }
            }
        )*};
    }
    each! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 }
}
/// `sums += A B` with `A` in registers. `a` has the registers of each 16 columns, and `b` is `(n', k')` with one `n'`,
/// made by [`descriptors`]. The instructions of `k'` follow one another.
///
/// It is a compile error if `k'` of `A` and `B` differ, or if there are more than 16 instructions.
///
/// ```
/// use tilework_device::atom::{TiledMma, WgmmaM64K16Bf16Rs, WgmmaM64K16Bf16Ss};
/// use tilework::typenum::{P3, U1, U3, U16, U64};
/// use tilework::{Composed, Swizzle, Tensor, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: a warpgroup, all of whose threads come to the multiplications; there are 16 rows of 64.
/// Emulator::new(1).launch([1, 1, 1], 128, 2 * 64 * 16, || unsafe {
///     let t = thread::<128>() as usize;
/// // The sums of a product of 64 x 16 serve as `A` of the next product.
///     let mma = TiledMma::new(WgmmaM64K16Bf16Ss::<U16>::new(), layout!((1,1,1)));
///     let at = mma.thread(t).partition_c(&Tensor::coordinates(layout!((64,16):(e0,e1))));
///     let mut sums = Fragment::<[f32; 8], U1>::zeros();
///     sums.map_with_coordinates(at, |_, (row, column)| (row + column) as f32);
///     let mut a = sums.operands::<Bf16, U1>();
/// // `B`, whose columns are contiguous, has ones on the diagonal.
///     let of_b = Composed::of(Swizzle::<U3, U3, P3>::new(), layout!((64,16):(1,64)));
///     let b = Tensor::through_raw_parts(Shared::<u16>::new(0), of_b);
///     for i in 0..8 {
///         let (n, k) = (t / 2, 8 * (t % 2) + i);
///         b.set((n, k), if n == k { 0x3f80 } else { 0 });
///     }
///     tma_store_fence();
///     barrier();
///     let instruction = WgmmaM64K16Bf16Rs::<U64>::new();
///     let mma = TiledMma::new(instruction, layout!((1,1,1)));
///     let b = descriptors(MnMajor, mma.thread(t).partition_b(&b), || mma.partition_b(of_b));
///     let mut sums = Fragment::<[f32; 32], U1>::zeros();
///     wgmma_begin((&mut sums, &mut a));
///     gemm_registers(instruction, &a, b, &mut sums);
///     wgmma_commit();
///     wgmma_wait::<0>((&mut sums, &mut a));
///     let at = mma.thread(t).partition_c(&Tensor::coordinates(layout!((64,64):(e0,e1))));
///     sums.with_coordinates(at, |x, (row, column)| {
///         assert_eq!(x, if column < 16 { (row + column) as f32 } else { 0.0 });
///     });
/// });
/// ```
///
/// # Safety
/// As for [`MultiplyRegisters::multiply_registers`](super::MultiplyRegisters::multiply_registers), for each
/// instruction.
#[inline(always)]
pub unsafe fn gemm_registers<I, E: Element, Y: Major, B, K>(
    _: I,
    a: &Fragment<[u32; 4], K>,
    b: Operands<E, Y, B>,
    sums: &mut Fragment<I::Sums, U1>,
) where
    I: FromRegisters<Y>,
    B: TwoModes,
    (usize, usize): Coordinate<usize, B::Shape, B::Stride>,
    K: ArrayLength,
{
    const {
        assert!(extent::<B::First>() == 1, "gemm: the sums are those of one instruction");
        assert!(K::USIZE == extent::<B::Second>(), "gemm: `A` and `B` have as many columns");
        assert!(K::USIZE <= 16, "gemm: a step has at most 16 instructions");
    }
    // As in `gemm_shared`.
    macro_rules! each {
        ($($k:literal)*) => {$(
            if const { $k < K::USIZE } {
                // SAFETY: as promised. The operands exist, the first one has a descriptor, and the others follow it.
                unsafe {
                    let further = b.at((0, $k)).after(&b.pointer());
                    I::multiply(sums.repeat_mut(0), *a.repeat($k), b.pointer().read().further(further));
                }
            }
        )*};
    }
    each! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 }
}
/// The instruction of [`gemm_shared`] for the repeat `(row, column)` of the sums and the repeat `k` of the depth.
#[inline(always)]
unsafe fn one<I, E: Element, X: Major, Y: Major, A, B>(
    _: I,
    a: Operands<E, X, A>,
    b: Operands<E, Y, B>,
    sums: &mut I::Sums,
    add: bool,
    [row, column, k]: [usize; 3],
) where
    I: FromShared<X, Y>,
    A: TwoModes,
    B: TwoModes,
    (usize, usize): Coordinate<usize, A::Shape, A::Stride> + Coordinate<usize, B::Shape, B::Stride>,
{
    const {
        let [k, other] = [extent::<A::Second>(), extent::<B::Second>()];
        assert!(k == other, "gemm: `A` and `B` have as many columns");
    }
    // SAFETY: as promised. The operands exist, the first one has a descriptor, and the others follow it.
    unsafe {
        let at_a = a.at((row, k)).after(&a.pointer());
        let at_b = b.at((column, k)).after(&b.pointer());
        let (a, b) = (a.pointer().read().further(at_a), b.pointer().read().further(at_b));
        I::multiply(sums, a, b, add || k > 0)
    }
}
/// The size of a static mode.
pub(crate) const fn extent<L: AnyLayout>() -> usize {
    match <ModesOf<L> as Modes>::STATIC {
        Some((size, _)) => size as usize,
        None => panic!("static extent: what a tile consists of is unrolled"),
    }
}
