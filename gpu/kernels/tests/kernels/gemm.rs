//! Products of matrices.

use half::{bf16, f16};
use tilework::typenum::*;
use tilework_device::atom::{
    MmaSyncM16N8K16Bf16, WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaM64K16Bf16Ss,
};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::argument::gemm_mma::{
    self as mma_sync, GEMM_MMA_BF16, GEMM_MMA_F16, GemmMma,
};
use tilework_kernels::argument::{
    gemm_f32_in, gemm_f32_out, gemm_f32_ragged_in, gemm_f32_ragged_out,
};
use tilework_kernels::device::{Element, F32x4, TensorMap, Vector};
use tilework_kernels::gemm_f16::*;
use tilework_kernels::gemm_f16_parts::InParts;
use tilework_kernels::gemm_f32::gemm_f32;
use tilework_kernels::gemm_f32_ragged::gemm_f32_ragged;
use tilework_kernels::gemm_mma::{gemm_mma_bf16, gemm_mma_f16};
use tilework_kernels::scheduler::Matrices;

use crate::reference::{Random, error_of_product};
use crate::{columns, emulator};

/// Elements of 16 bits.
struct Kind<E> {
    to: fn(f32) -> E,
    from: fn(E) -> f64,
}
const F16: Kind<f16> = Kind { to: f16::from_f32, from: f16::to_f64 };
const BF16: Kind<bf16> = Kind { to: bf16::from_f32, from: bf16::to_f64 };
impl<E> Kind<E> {
    fn normals(&self, random: &mut Random, count: usize) -> Vec<E> {
        random.normals(count).into_iter().map(self.to).collect()
    }
}

#[test]
fn f32_of_whole_tiles() {
    for [m, n, k] in [[128, 256, 64], [128, 128, 16], [128, 128, 0]] {
        let mut random = Random::fresh();
        // The operands after the last step are loaded, and not used.
        let mut emulator = emulator(&mut random).reads_unwritten();
        let (a, b) = (random.normals(m * k), random.normals(n * k));
        let (on_a, on_b, on_c) =
            (emulator.upload(&a), emulator.upload(&b), emulator.poisoned::<f32>(m * n));
        let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
        let layout_a = gemm_f32_in(m32 / 4, k32, m32 / 4).unwrap();
        let layout_b = gemm_f32_in(n32 / 4, k32, n32 / 4).unwrap();
        let layout_c = gemm_f32_out(m32 / 4, n32, m32 / 4).unwrap();
        // SAFETY: the layouts belong to the buffers, and there is a block for each tile.
        emulator.launch([m32 / 128, n32 / 128, 1], 256, 4 * 2 * 128 * 16 * 4, || unsafe {
            gemm_f32(
                on_a.pointer(),
                layout_a,
                on_b.pointer(),
                layout_b,
                on_c.pointer_mut(),
                layout_c,
            );
        });
        let c = emulator.download(on_c);
        if k == 0 {
            assert!(c.iter().all(|&x| x == 0.0), "{m} x {n} x 0");
            continue;
        }
        let error = error_of_product(
            [m, n, k],
            |i, p| f64::from(a[i + m * p]),
            |j, p| f64::from(b[j + n * p]),
            |i, j| f64::from(c[i + m * j]),
            &mut random,
        );
        assert!(error < 1e-5, "{m} x {n} x {k}: {error:e}");
    }
}

#[test]
fn f32_of_any_extents() {
    for [m, n, k] in [[1, 1, 1], [131, 129, 67], [7, 250, 16], [128, 128, 33], [131, 7, 0]] {
        let mut random = Random::fresh();
        // The operands after the last step are loaded, and not used.
        let mut emulator = emulator(&mut random).reads_unwritten();
        // Columns begin at multiples of 4, with NaN between them.
        let [lda, ldb, ldc] = [m, n, m].map(|x: usize| x.next_multiple_of(4) + 4);
        let (a, b) = (columns(&mut random, m, k, lda), columns(&mut random, n, k, ldb));
        let (on_a, on_b, on_c) =
            (emulator.upload(&a), emulator.upload(&b), emulator.poisoned::<f32>(ldc * n));
        let [m4, n4, lda4, ldb4, ldc4] = [m, n, lda, ldb, ldc].map(|x| x.div_ceil(4) as u32);
        let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
        let layout_a = gemm_f32_ragged_in(m4, k32, lda4).unwrap();
        let layout_b = gemm_f32_ragged_in(n4, k32, ldb4).unwrap();
        let layout_c = gemm_f32_ragged_out(m4, n32, ldc4).unwrap();
        let grid = [m32.div_ceil(128), n32.div_ceil(128), 1];
        // SAFETY: as above.
        emulator.launch(grid, 256, 4 * 2 * 128 * 16 * 4, || unsafe {
            gemm_f32_ragged(
                on_a.pointer(),
                layout_a,
                on_b.pointer(),
                layout_b,
                on_c.pointer_mut(),
                layout_c,
                [m32, n32, k32],
            );
        });
        let c = emulator.download(on_c);
        assert!((0..ldc * n).all(|at| at % ldc < m || c[at].is_nan()), "between the columns");
        if k == 0 {
            assert!((0..ldc * n).all(|at| at % ldc >= m || c[at] == 0.0), "{m} x {n} x 0");
            continue;
        }
        let error = error_of_product(
            [m, n, k],
            |i, p| f64::from(a[i + lda * p]),
            |j, p| f64::from(b[j + ldb * p]),
            |i, j| f64::from(c[i + ldc * j]),
            &mut random,
        );
        assert!(error < 1e-5, "{m} x {n} x {k}: {error:e}");
    }
}

type Gemm16<G> =
    unsafe fn(&TensorMap<OfA<G>>, &TensorMap<OfB<G>>, &TensorMap<OfC<G>>, [u32; 2], u32);

fn wgmma<E: Element + Sync, G: Of16Bits<E>>(
    _: G,
    kernel: Gemm16<G>,
    kind: &Kind<E>,
    [m, n, k]: [usize; 3],
) {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (a, b) = (kind.normals(&mut random, m * k), kind.normals(&mut random, n * k));
    let (on_a, on_b, on_c) =
        (emulator.upload(&a), emulator.upload(&b), emulator.poisoned::<E>(m * n));
    let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
    let c_map = emulator.tensor_map(on_c, if G::BY_COLUMNS { m32 } else { n32 });
    // A matrix without columns has no map. No element of it is read, so any other matrix serves.
    let [of_a, of_b] = [on_a, on_b].map(|on| if k == 0 { (on_c, n32) } else { (on, k32) });
    let (a_map, b_map) = (emulator.tensor_map(of_a.0, of_a.1), emulator.tensor_map(of_b.0, of_b.1));
    let tiles = G::tiles(m32, n32);
    let grid = [G::blocks(tiles, 4 * G::SPLITS as u32), 1, 1];
    // SAFETY: the maps are of the buffers.
    emulator.launch_clusters(G::BLOCKS as u32, grid, G::THREADS, G::SHARED_MEMORY, || unsafe {
        kernel(&a_map, &b_map, &c_map, tiles, G::steps(k32));
    });
    let c = emulator.download(on_c);
    if k == 0 {
        assert!(c.iter().all(|&x| (kind.from)(x) == 0.0), "{m} x {n} x 0");
        return;
    }
    let error = error_of_product(
        [m, n, k],
        |i, p| (kind.from)(a[p + k * i]),
        |j, p| (kind.from)(b[p + k * j]),
        |i, j| (kind.from)(c[if G::BY_COLUMNS { i + m * j } else { j + n * i }]),
        &mut random,
    );
    assert!(error < 3e-2, "{m} x {n} x {k}: {error:e}");
}

#[test]
fn f16_by_wgmma() {
    wgmma(GEMM_F16, gemm_f16, &F16, [130, 264, 72]);
}

/// More steps than fit in shared memory, and more tiles than blocks.
#[test]
fn bf16_by_wgmma() {
    wgmma(GEMM_BF16, gemm_bf16, &BF16, [300, 256, 328]);
}

/// Smaller tiles, and more stages.
#[test]
fn bf16_by_wgmma_of_128_columns() {
    wgmma(GEMM_BF16_128, gemm_bf16_128, &BF16, [300, 136, 456]);
}

/// Sums of nothing are 0, with one tile for each block and with more.
#[test]
fn without_columns_by_wgmma() {
    wgmma(GEMM_F16, gemm_f16, &F16, [130, 264, 0]);
    wgmma(GEMM_BF16_128, gemm_bf16_128, &BF16, [1200, 136, 0]);
}

/// Other parameters of the kernel, which have no entry.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident $extents:tt $kernel:ty;)*) => {$(
        mod $name {
            use super::*;
            type Mine = $kernel;
            tilework_kernels::products_by_wgmma! {
                $(#[$doc])*
                product Mine;
            }
            /// # Safety
            /// As for the entries.
            unsafe fn entry(
                a: &TensorMap<OfA<Mine>>,
                b: &TensorMap<OfB<Mine>>,
                c: &TensorMap<OfC<Mine>>,
                tiles: [u32; 2],
                steps: u32,
            ) {
                // SAFETY: as promised.
                unsafe { product(Matrices { a, b, c, tiles }, steps) }
            }
            $(#[$doc])*
            #[test]
            fn $name() {
                wgmma(Mine::new(), entry, &BF16, $extents);
            }
        }
    )*};
}
parameters! {
    /// A step has two boxes side by side.
    steps_of_two_boxes [136, 264, 264]
        Gemm<(U128, U128, U128), U3, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
    /// A tile has two instructions side by side, and tiles are taken row by row.
    tiles_of_two_instructions [264, 520, 72]
        Gemm<(U128, U256, U64), U2, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U1, U1>;
    /// Three warpgroups multiply.
    tiles_of_192_rows [200, 136, 200]
        Gemm<(U192, U128, U64), U4, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
    /// Swizzled rows of 64 bytes; a step has two boxes.
    swizzles_of_64_bytes [264, 136, 136]
        Gemm<(U128, U128, U64), U4, WgmmaM64K16Bf16Ss<U128>, WgmmaK64B<U16>, U2>;
    /// Swizzled rows of 32 bytes; a step has four boxes.
    swizzles_of_32_bytes [264, 136, 136]
        Gemm<(U128, U128, U64), U4, WgmmaM64K16Bf16Ss<U128>, WgmmaK32B<U16>, U2>;
    /// Four blocks share `B`; a step has two boxes of it.
    clusters_of_four [520, 264, 392]
        Gemm<(U128, U128, U128), U2, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U4>;
    /// Four blocks share the `k` of a tile, and two share `B`.
    parts_in_clusters [264, 136, 520]
        Gemm<(U128, U128, U64), U6, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U2, U8, ByRows, U4>;
    /// Each of two blocks stores two boxes of a tile.
    parts_of_four_boxes [136, 264, 200]
        Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>, U1, U8, ByRows, U2>;
    /// More blocks than steps: some have nothing to add.
    more_parts_than_steps [136, 264, 392]
        Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>, U1, U8, ByRows, U8>;
    /// Column-major: one warpgroup has one box, tile after tile.
    one_box_by_columns [136, 40, 264] GemmBf16Few<U16, U128, U10>;
    /// Column-major in parts, one of which has no box.
    parts_by_columns [136, 8, 648] GemmBf16Few<U16, U128, U10, U4>;
    /// Column-major with two warpgroups, two blocks that share `B`, and two parts.
    parts_by_columns_in_clusters [200, 72, 328]
        Gemm<(U128, U64, U64), U8, WgmmaM64K16Bf16Ss<U64>, WgmmaK128B<U16>, U2, U8, ByColumns, U2>;
}

/// The entries for products other than large ones.
#[test]
fn bf16_of_other_extents() {
    wgmma(GemmBf16By128K2::new(), gemm_bf16_128_k2, &BF16, [136, 264, 328]);
    wgmma(GemmBf16K4::new(), gemm_bf16_k4, &BF16, [136, 264, 648]);
    wgmma(GemmBf16N16::new(), gemm_bf16_n16, &BF16, [200, 8, 520]);
    wgmma(GemmBf16N32::new(), gemm_bf16_n32, &BF16, [136, 24, 264]);
    wgmma(GemmBf16N32K2::new(), gemm_bf16_n32_k2, &BF16, [72, 32, 264]);
    wgmma(GemmBf16N64::new(), gemm_bf16_n64, &BF16, [136, 72, 264]);
    wgmma(GemmBf16N64K2::new(), gemm_bf16_n64_k2, &BF16, [72, 56, 392]);
    wgmma(GemmBf16N128::new(), gemm_bf16_n128, &BF16, [72, 136, 200]);
    wgmma(GemmBf16N128K2::new(), gemm_bf16_n128_k2, &BF16, [72, 120, 328]);
    wgmma(GemmBf16By192N128K2::new(), gemm_bf16_192_n128_k2, &BF16, [200, 136, 328]);
}

/// Sums of nothing are 0, also in parts and column-major.
#[test]
fn without_columns_in_parts() {
    wgmma(GemmBf16K4::new(), gemm_bf16_k4, &BF16, [136, 264, 0]);
    wgmma(GemmBf16N16::new(), gemm_bf16_n16, &BF16, [136, 24, 0]);
    wgmma(GemmBf16N64K2::new(), gemm_bf16_n64_k2, &BF16, [72, 56, 0]);
}

tilework_kernels::products_by_wgmma! {
    /// The product with these parameters.
    parts_of_128 Gemm<(U128, U128, U64), U3, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
}

/// Tiles whose `k` is shared in global memory, with more parts than boxes and with fewer, and parts without steps.
#[test]
fn parts_in_global_memory() {
    type G = Gemm<(U128, U128, U64), U3, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
    for (parts, [m, n, k]) in [(2, [136, 264, 328]), (5, [136, 72, 520]), (4, [72, 136, 136])] {
        let mut random = Random::fresh();
        let mut emulator = emulator(&mut random);
        let (a, b) = (BF16.normals(&mut random, m * k), BF16.normals(&mut random, n * k));
        let (on_a, on_b, on_c) =
            (emulator.upload(&a), emulator.upload(&b), emulator.poisoned::<bf16>(m * n));
        let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
        let (a_map, b_map) = (emulator.tensor_map(on_a, k32), emulator.tensor_map(on_b, k32));
        let c_map = emulator.tensor_map(on_c, n32);
        let tiles = G::tiles(m32, n32);
        let count = tiles[0] * tiles[1];
        let sums = emulator.poisoned::<f32>((count * parts * 128 * 128) as usize);
        let arrived = emulator.upload(&vec![0_u32; count as usize]);
        let workspace =
            [sums.pointer::<F32x4>().addr() as u64, arrived.pointer::<u32>().addr() as u64];
        // The blocks of a tile run at the same time, as one cluster.
        // SAFETY: the maps are of the buffers, and there is room for all sums.
        emulator.launch_clusters(
            parts,
            [count * parts, 1, 1],
            G::THREADS,
            G::SHARED_MEMORY,
            || unsafe {
                let work = Matrices { a: &a_map, b: &b_map, c: &c_map, tiles };
                parts_of_128(InParts::new(work, parts, workspace), G::steps(k32));
            },
        );
        assert_eq!(emulator.download(arrived), vec![0; count as usize], "for the next launch");
        let c = emulator.download(on_c);
        let error = error_of_product(
            [m, n, k],
            |i, p| (BF16.from)(a[p + k * i]),
            |j, p| (BF16.from)(b[p + k * j]),
            |i, j| (BF16.from)(c[j + n * i]),
            &mut random,
        );
        assert!(error < 3e-2, "{m} x {n} x {k} in {parts}: {error:e}");
    }
}

type GemmMmaEntry<E, G> = unsafe fn(
    *const Vector<E, 8>,
    <G as mma_sync::Layouts>::In,
    *const Vector<E, 8>,
    <G as mma_sync::Layouts>::In,
    *mut Vector<E, 8>,
    <G as mma_sync::Layouts>::C,
    [u32; 3],
);

/// `l` products whose rows and matrices have NaN between them.
fn mma_sync<E: Element + Sync, G: mma_sync::Layouts<In: Sync, C: Sync>>(
    parameters: G,
    kernel: GemmMmaEntry<E, G>,
    kind: &Kind<E>,
    [m, n, k]: [usize; 3],
    l: usize,
) {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    // Rows begin at multiples of 8, and the distance between matrices is more than their rows.
    let [lda, ldc] = [k, n].map(|x| x.next_multiple_of(8) + 8);
    let [next_a, next_b, next_c] = [m * lda + 16, n * lda, m * ldc + 8];
    let mut matrices = |next: usize| -> Vec<E> {
        let numbers = kind.normals(&mut random, l * next);
        let number = |(at, x)| if at % next % lda < k { x } else { (kind.to)(f32::NAN) };
        numbers.into_iter().enumerate().map(number).collect()
    };
    let (a, b) = (matrices(next_a), matrices(next_b));
    let (on_a, on_b, on_c) =
        (emulator.upload(&a), emulator.upload(&b), emulator.poisoned::<E>(l * next_c));
    let [m8, n8, k8, l8] = [m, n, k, l].map(|x| x as u32);
    let of = |x: usize| x as u32 / 8;
    let operand = |rows, next| parameters.operand([rows, k8.div_ceil(8), l8], [of(lda), of(next)]);
    let (a_layout, b_layout) = (operand(m8, next_a).unwrap(), operand(n8, next_b).unwrap());
    let c_layout = parameters.c([m8, n8.div_ceil(8), l8], [of(ldc), of(next_c)]).unwrap();
    let grid = parameters.grid([m8, n8, l8]);
    // SAFETY: the layouts belong to the buffers, and there is a block for each tile.
    emulator.launch(grid, G::THREADS, G::SHARED_MEMORY, || unsafe {
        kernel(
            on_a.pointer(),
            a_layout,
            on_b.pointer(),
            b_layout,
            on_c.pointer_mut(),
            c_layout,
            [m8, n8, k8],
        );
    });
    let c = emulator.download(on_c);
    for batch in 0..l {
        let row = |i: usize| &c[next_c * batch + ldc * i..][..n];
        if k == 0 {
            assert!(
                (0..m).all(|i| row(i).iter().all(|&x| (kind.from)(x) == 0.0)),
                "{m} x {n} x 0, {batch}"
            );
            continue;
        }
        let error = error_of_product(
            [m, n, k],
            |i, p| (kind.from)(a[next_a * batch + p + lda * i]),
            |j, p| (kind.from)(b[next_b * batch + p + lda * j]),
            |i, j| (kind.from)(c[next_c * batch + j + ldc * i]),
            &mut random,
        );
        assert!(error < 3e-2, "{m} x {n} x {k}, {batch}: {error:e}");
    }
    let outside = |at: usize| at % next_c >= m * ldc || at % next_c % ldc >= n;
    let unwritten = emulator.unwritten(on_c);
    let beside: Vec<usize> = (0..l * next_c).filter(|at| outside(*at)).collect();
    assert!(beside.iter().all(|at| unwritten.contains(at)), "beside the matrices");
}

#[test]
fn f16_by_mma_sync() {
    mma_sync(GEMM_MMA_F16, gemm_mma_f16, &F16, [128, 256, 160], 1);
    mma_sync(GEMM_MMA_F16, gemm_mma_f16, &F16, [133, 251, 37], 2);
}

#[test]
fn bf16_by_mma_sync() {
    mma_sync(GEMM_MMA_BF16, gemm_mma_bf16, &BF16, [7, 9, 3], 3);
    mma_sync(GEMM_MMA_BF16, gemm_mma_bf16, &BF16, [256, 264, 64], 1);
}

/// Sums of nothing are 0.
#[test]
fn without_columns_by_mma_sync() {
    mma_sync(GEMM_MMA_F16, gemm_mma_f16, &F16, [133, 251, 0], 2);
    mma_sync(GEMM_MMA_BF16, gemm_mma_bf16, &BF16, [1, 1, 0], 1);
}

/// Rows of 128 bytes, whose swizzle has more bits; a step has four multiplications.
type By64Columns = GemmMma<(U128, U256, U64), U3, (U2, U4), MmaSyncM16N8K16Bf16, WgmmaK128B<U16>>;
/// Four warps of 32 x 32.
type OfSmallTiles = GemmMma<(U64, U64, U64), U2, (U2, U2), MmaSyncM16N8K16Bf16, WgmmaK128B<U16>>;
/// One warp; tiles are taken row by row.
type OfOneWarp = GemmMma<(U16, U32, U32), U6, (U1, U1), MmaSyncM16N8K16Bf16, WgmmaK64B<U16>, U1>;

// Other parameters of the kernel than the measured ones.
tilework_kernels::products_by_mma! {
    /// As the parameters say.
    by_64_columns By64Columns 256;
    /// As the parameters say.
    of_small_tiles OfSmallTiles 128;
    /// As the parameters say.
    of_one_warp OfOneWarp 32;
}

#[test]
fn other_parameters_by_mma_sync() {
    mma_sync(By64Columns::new(), by_64_columns, &BF16, [130, 136, 200], 2);
    mma_sync(OfSmallTiles::new(), of_small_tiles, &BF16, [70, 72, 130], 2);
    mma_sync(OfOneWarp::new(), of_one_warp, &BF16, [33, 71, 70], 2);
}
