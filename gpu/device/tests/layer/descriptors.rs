//! Operands of `wgmma` from the layouts of their tiles, of both majors, compared with integer sums.

use half::bf16;
use tilework::typenum::{P3, U1, U2, U3, U64, U128};
use tilework::{Composed, Swizzle, Tensor, layout};
use tilework_device::atom::{TiledMma, WgmmaM64K16Bf16Ss};
use tilework_device::proof::{Descriptor, InShared};
use tilework_device::*;

use crate::reference::Random;

/// A number of two bits and a sign, from the row or column and `k`.
fn element(seed: usize, at: usize, k: usize) -> i32 {
    (at * (3 + seed) + k * (5 + seed) + at * k % 7) as i32 % 7 - 3
}
fn bits(x: i32) -> u16 {
    bf16::from_f32(x as f32).to_bits()
}

/// Two warpgroups multiply 128 x 128 by 128 x 128. `A` is in two boxes of 64 columns of `k`; so is `B`, unless it is
/// column-major with 64 contiguous columns.
macro_rules! product {
    ($name:ident $major:ident $columns:ident $sums:literal $repeats:ident $of_b:tt) => {
        #[test]
        fn $name() {
            let mut random = Random::fresh();
            let mut emulator = crate::emulator(&mut random);
            emulator.launch([1, 1, 1], 256, 2 * 2 * 128 * 128, || unsafe {
                let t = thread::<256>() as usize;
                let instruction = WgmmaM64K16Bf16Ss::<$columns>::new();
                let mma = TiledMma::new(instruction, layout!((2,1,1)));
                let swizzle = Swizzle::<U3, U3, P3>::new();
                let of_a = Composed::of(swizzle, layout!(((8,16),(64,2)):((64,512),(1,8192))));
                let of_b = Composed::of(swizzle, layout!$of_b);
                let a = Tensor::through_raw_parts(Shared::<u16>::new(0), of_a);
                let b = Tensor::through_raw_parts(Shared::<u16>::new(2 * 128 * 128), of_b);
                for i in 0..64 {
                    let (row, k) = (t / 2, 64 * (t % 2) + i);
                    a.set((row, k), bits(element(0, row, k))).unwrap();
                    b.set((row, k), bits(element(1, row, k))).unwrap();
                }
                tma_store_fence();
                barrier();
                let a = descriptors(KMajor, mma.thread(t).partition_a(&a), || mma.partition_a(of_a));
                let b = descriptors($major, mma.thread(t).partition_b(&b), || mma.partition_b(of_b));
                let mut sums = Fragment::<[f32; $sums], $repeats>::zeros();
                for _ in 0..2 {
                    wgmma_begin(&mut sums);
                    gemm_shared(instruction, a, b, &mut sums, true);
                    wgmma_commit();
                    wgmma_wait::<0>(&mut sums);
                }
                let (at, mut seen) = (Tensor::coordinates(layout!((128,128):(e0,e1))), 0);
                sums.with_coordinates(mma.thread(t).partition_c(&at), |x, (row, column)| {
                    let sum: i32 = (0..128).map(|k| element(0, row, k) * element(1, column, k)).sum();
                    assert_eq!(x, 2.0 * sum as f32, "at {row}, {column}");
                    seen += 1;
                });
                assert_eq!(seen, 64);
            });
        }
    };
}
product! { depth_first KMajor U64 32 U2 (((8,16),(64,2)):((64,512),(1,8192))) }
product! { columns_first MnMajor U128 64 U1 (((64,2),(8,16)):((1,8192),(64,512))) }

/// The fields of descriptors for narrower rows and for tiles in stages.
#[test]
fn distances() {
    let mma = TiledMma::new(WgmmaM64K16Bf16Ss::<U64>::new(), layout!((1, 1, 1)));
    let rows = |bits: u32, stride: u32| Descriptor { bits, leading: 0, stride };
    let of_32 = Composed::of(Swizzle::<U1, U3, P3>::new(), layout!((64,16,3):(16,1,1024)));
    assert_eq!(InShared::<u16>::descriptor(|| mma.partition_a(of_32)), rows(1, 256));
    let of_64 = Composed::of(Swizzle::<U2, U3, P3>::new(), layout!((64,32):(32,1)));
    assert_eq!(InShared::<u16>::descriptor(|| mma.partition_b(of_64)), rows(2, 512));
    // Groups of 8 rows need not follow one another.
    let apart = Composed::of(Swizzle::<U3, U3, P3>::new(), layout!(((8,8),64):((64,1024),1)));
    assert_eq!(InShared::<u16>::descriptor(|| mma.partition_a(apart)), rows(3, 2048));
}
