//! The one product with other elements and majors than `gemm_f16` and `gemm_bf16`, on threads of the CPU, and
//! parameters that are refused.

#[allow(dead_code)]
#[path = "../../../host/src/reference.rs"]
mod reference;
mod refused;

use half::{bf16, f16};
use reference::{Random, e4m3, in_parallel};
use tilework::typenum::*;
use tilework_device::atom::{
    WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaM64K8Tf32Ss, WgmmaM64K16Bf16Ss, WgmmaM64K32E5m2Ss,
    WgmmaM64K32S8Ss,
};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::device::{Accumulate, Element, TensorElement, TensorMap};
use tilework_kernels::emulator::Emulator;
use tilework_kernels::gemm_f16::*;
use tilework_kernels::scheduler::Matrices;

/// Elements: how to make one, and its number.
struct Elements<X> {
    make: fn(&mut Random) -> X,
    number: fn(X) -> f64,
}
const BF16: Elements<bf16> =
    Elements { make: |random| bf16::from_f32(random.number()), number: bf16::to_f64 };
const F16: Elements<f16> =
    Elements { make: |random| f16::from_f32(random.number()), number: f16::to_f64 };
/// The lower 13 bits are ignored.
const TF32: Elements<f32> = Elements {
    make: |random| random.number(),
    number: |x| f64::from(f32::from_bits(x.to_bits() & !0x1fff)),
};
const E4M3: Elements<u8> = Elements { make: e4m3::random, number: e4m3::value };
const S8: Elements<i8> =
    Elements { make: |random| (random.bits() >> 56) as i8, number: |x| f64::from(x) };
/// The elements of results.
const F32: Elements<f32> = Elements { make: |_| f32::NAN, number: |x| f64::from(x) };
const I32: Elements<i32> = Elements { make: |_| 77, number: |x| f64::from(x) };

/// The kernel with the parameters `G`.
type Kernel<G> =
    unsafe fn(&TensorMap<OfA<G>>, &TensorMap<OfB<G>>, &TensorMap<OfC<G>>, [u32; 2], u32);

/// A matrix of `rows` x `columns` elements, row-major or column-major. Rows or columns begin `next` elements after one
/// another.
#[derive(Clone, Copy)]
struct Of {
    rows: usize,
    columns: usize,
    by_columns: bool,
    next: usize,
}
impl Of {
    /// Rows, or columns, begin at multiples of 16 bytes, with some elements between them.
    fn new(rows: usize, columns: usize, by_columns: bool, bytes: usize) -> Self {
        let long = if by_columns { rows } else { columns };
        Of { rows, columns, by_columns, next: long.next_multiple_of(16 / bytes) + 16 / bytes }
    }
    fn length(self) -> usize {
        self.next * if self.by_columns { self.columns } else { self.rows }
    }
    fn at(self, row: usize, column: usize) -> usize {
        if self.by_columns { row + self.next * column } else { column + self.next * row }
    }
    fn map(self) -> ([u32; 2], [u64; 2]) {
        let [x, y] =
            if self.by_columns { [self.rows, self.columns] } else { [self.columns, self.rows] };
        ([x as u32, y as u32], [1, self.next as u64])
    }
}

/// Compares each element with the sum in f64. The tolerances are relative to the element and to the sum of all
/// magnitudes.
fn product<G, X, Y>(
    _: G,
    kernel: Kernel<G>,
    (of, of_c): (&Elements<X>, &Elements<Y>),
    [m, n, k]: [usize; 3],
    [part, part_of_all]: [f64; 2],
) where
    X: Copy + Sync + Element,
    Y: Copy + Sync + Element + PartialEq,
    G: Parameters<C: TensorElement<Storage = Y>>,
    <G as Parameters>::Instruction: Accumulate<Element: TensorElement<Storage = X>>,
{
    let mut random = Random::fresh();
    let seed = random.bits();
    println!("Emulator::new({seed})");
    let mut emulator = Emulator::new(seed);
    let in_a = Of::new(m, k, G::OfA::ROWS, size_of::<X>());
    let in_b = Of::new(n, k, G::OfB::ROWS, size_of::<X>());
    let in_c = Of::new(m, n, G::BY_COLUMNS, size_of::<Y>());
    let mut elements = |of_matrix: Of| -> Vec<X> {
        (0..of_matrix.length()).map(|_| (of.make)(&mut random)).collect()
    };
    let (a, b) = (elements(in_a), elements(in_b));
    let (on_a, on_b) = (emulator.upload(&a), emulator.upload(&b));
    let on_c = emulator.poisoned::<Y>(in_c.length());
    let a_map = emulator.tensor_map_strided(on_a, in_a.map().0, in_a.map().1);
    let b_map = emulator.tensor_map_strided(on_b, in_b.map().0, in_b.map().1);
    let c_map = emulator.tensor_map_strided(on_c, in_c.map().0, in_c.map().1);
    let tiles = G::tiles(m as u32, n as u32);
    let blocks = [G::blocks(tiles, 4 * G::SPLITS as u32), 1, 1];
    // SAFETY: the maps are of the buffers.
    emulator.launch_clusters(G::BLOCKS as u32, blocks, G::THREADS, G::SHARED_MEMORY, || unsafe {
        kernel(&a_map, &b_map, &c_map, tiles, G::steps(k as u32));
    });
    let c = emulator.download(on_c);
    let [a, b] = [a, b].map(|of_matrix| of_matrix.into_iter().map(of.number).collect::<Vec<f64>>());
    let wrong = in_parallel(m * n, |at| {
        let (i, j) = (at / n, at % n);
        let products = (0..k).map(|p| a[in_a.at(i, p)] * b[in_b.at(j, p)]);
        let (right, size) = products.fold((0.0, 0.0), |(x, y), z| (x + z, y + z.abs()));
        let found = (of_c.number)(c[in_c.at(i, j)]);
        let differs = (found - right).abs() > right.abs() * part + size * part_of_all;
        (differs || found.is_nan()).then(|| format!("({i},{j}): {found} for {right}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{m} x {n} x {k}: {} wrong, the first: {}", wrong.len(), wrong[0]);
    // Memory outside of the matrix does not change.
    let long = if G::BY_COLUMNS { m } else { n };
    let (between, poison) = (emulator.poisoned::<Y>(1), in_c.next);
    let before: Vec<u8> = bytes(&emulator.download(between));
    for (at, x) in c.iter().enumerate().filter(|(at, _)| at % poison >= long) {
        assert_eq!(bytes(&[*x]), before, "{at} is outside of the matrix");
    }
}
/// The bytes of elements.
fn bytes<T: Element>(of: &[T]) -> Vec<u8> {
    // SAFETY: elements are numbers.
    unsafe { std::slice::from_raw_parts(of.as_ptr().cast(), size_of_val(of)) }.to_vec()
}

/// Tolerances for results of 16 bits from sums in f32.
const OF_BF16: [f64; 2] = [1.0 / 200.0, 1e-5];
const OF_F16: [f64; 2] = [1.0 / 1500.0, 1e-5];
/// On the CPU `wgmma` sums in f32.
const OF_F32: [f64; 2] = [1e-6, 1e-6];

#[test]
fn of_tf32() {
    product(GemmTf32::new(), gemm_tf32, (&TF32, &F32), [260, 264, 72], OF_F32);
    product(GemmTf32::new(), gemm_tf32, (&TF32, &F32), [3, 64, 37], OF_F32);
}
/// Integers are exact.
#[test]
fn of_integers() {
    product(GemmS8::new(), gemm_s8, (&S8, &I32), [260, 264, 272], [0.0; 2]);
    product(GemmS8::new(), gemm_s8, (&S8, &I32), [3, 61, 400], [0.0; 2]);
}
#[test]
fn of_e4m3() {
    product(GemmE4m3::new(), gemm_e4m3, (&E4M3, &BF16), [260, 264, 272], OF_BF16);
    product(GemmE4m3F32::new(), gemm_e4m3_f32, (&E4M3, &F32), [3, 61, 400], OF_F32);
}
/// `A` and `B` with both majors, tiles past the ends of both, and more steps than stages.
#[test]
fn of_both_majors() {
    product(GemmBf16Nn::new(), gemm_bf16_nn, (&BF16, &BF16), [260, 264, 328], OF_BF16);
    product(GemmBf16Tn::new(), gemm_bf16_tn, (&BF16, &BF16), [260, 264, 328], OF_BF16);
    product(GemmBf16Tt::new(), gemm_bf16_tt, (&BF16, &BF16), [260, 264, 72], OF_BF16);
    product(GemmBf16Tn::new(), gemm_bf16_tn, (&BF16, &BF16), [3, 61, 37], OF_BF16);
}
#[test]
fn of_f16_and_few_rows() {
    product(GemmF16N16::new(), gemm_f16_n16, (&F16, &F16), [136, 13, 264], OF_F16);
    product(GemmF16N32::new(), gemm_f16_n32, (&F16, &F16), [72, 32, 264], OF_F16);
    product(GemmF16N64::new(), gemm_f16_n64, (&F16, &F16), [72, 56, 264], OF_F16);
    product(GemmF16N128K2::new(), gemm_f16_n128_k2, (&F16, &F16), [72, 120, 200], OF_F16);
    product(GemmF16By128::new(), gemm_f16_128, (&F16, &F16), [260, 136, 136], OF_F16);
}

/// Parameters that have no entry.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident $elements:expr, $extents:expr, $parts:expr, $kernel:ty;)*) => {$(
        mod $name {
            use super::*;
            type OfTest = $kernel;
            tilework_kernels::products_by_wgmma! {
                $(#[$doc])*
                product_of OfTest;
            }
            /// # Safety
            /// As for the entries.
            unsafe fn entry(
                a: &TensorMap<OfA<OfTest>>,
                b: &TensorMap<OfB<OfTest>>,
                c: &TensorMap<OfC<OfTest>>,
                tiles: [u32; 2],
                steps: u32,
            ) {
                // SAFETY: as promised.
                unsafe { product_of(Matrices { a, b, c, tiles }, steps) }
            }
            $(#[$doc])*
            #[test]
            fn $name() {
                product(OfTest::new(), entry, $elements, $extents, $parts);
            }
        }
    )*};
}
parameters! {
    /// Sums of integers that four blocks share, with results in f32.
    integers_in_parts (&S8, &F32), [136, 136, 520], [1e-7, 0.0],
        Gemm<(U128, U128, U128), U4, WgmmaM64K32S8Ss<U128>, WgmmaK128B<U8>, U1, U8, ByRows<f32>, U4>;
    /// Rows of 64 bytes, two boxes side by side, with integers.
    integers_in_rows_of_64_bytes (&S8, &I32), [136, 136, 272], [0.0; 2],
        Gemm<(U128, U128, U128), U3, WgmmaM64K32S8Ss<U128>, WgmmaK64B<U8>, U2, U8, ByRows<i32>>;
    /// Rows of 32 bytes, with column-major results in f16.
    e5m2_by_columns (&E5M2, &F16), [72, 40, 200], OF_F16,
        Gemm<(U64, U32, U64), U4, WgmmaM64K32E5m2Ss<U32>, WgmmaK32B<U8>, U1, U8, ByColumns<tilework_kernels::device::F16>>;
    /// Three warpgroups, two boxes side by side.
    tf32_of_192_rows (&TF32, &F32), [200, 72, 136], OF_F32,
        Gemm<(U192, U64, U64), U2, WgmmaM64K8Tf32Ss<U64>, WgmmaK128B<U32>, U1, U8, ByRows<f32>>;
    /// Results in f32 from operands of 16 bits and both majors, four blocks that share `B`, and two instructions side
    /// by side.
    rows_of_four (&BF16, &F32), [520, 520, 72], OF_F32,
        Gemm<(U128, U256, U64), U2, WgmmaM64K16Bf16Ss<U128>, Rows, U4, U1, ByRows<f32>>;
    /// A column-major `B`, a column-major `C` with few columns, in steps of 128.
    few_of_columns (&BF16, &BF16), [136, 56, 264], OF_BF16,
        Gemm<(U64, U64, U128), U6, WgmmaM64K16Bf16Ss<U64>, (Rows, Rows), U1, U8, ByColumns, U2>;
    /// A column-major `A`, with swizzles of both widths.
    two_swizzles (&BF16, &BF16), [136, 136, 136], OF_BF16,
        Gemm<(U128, U128, U64), U3, WgmmaM64K16Bf16Ss<U128>, (Rows, WgmmaK64B<U16>), U2>;
}
/// The upper half of an f16.
const E5M2: Elements<u8> = Elements {
    make: |random| (f16::from_f32(random.number()).to_bits() >> 8) as u8,
    number: |x| f16::from_bits(u16::from(x) << 8).to_f64(),
};
