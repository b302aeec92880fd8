//! Products of batches, and with an epilogue, compared with their definition in f64.

use half::{bf16, f16};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::device::{Element, TensorMap, kernel};
use tilework_kernels::epilogue::{Activation, Bias, Eight, Epilogue, Linear, Strided};
use tilework_kernels::gemm_f16::{OfA, OfB, OfC};
use tilework_kernels::gemm_f16_batched::*;
use tilework_kernels::gemm_f16_grouped::{gemm_bf16_grouped, gemm_f16_grouped};
use tilework_kernels::gemm_f16_with::*;
use tilework_kernels::gemm_wgmma::bf16_128;
use tilework_kernels::scheduler::{Batched, Batches};

use crate::emulator;
use crate::reference::Random;

/// Elements of 16 bits: their conversions, and the rounding error.
struct Kind<E> {
    to: fn(f32) -> E,
    from: fn(E) -> f64,
    error: f64,
}
const F16: Kind<f16> = Kind { to: f16::from_f32, from: f16::to_f64, error: 1e-3 };
const BF16: Kind<bf16> = Kind { to: bf16::from_f32, from: bf16::to_f64, error: 8e-3 };

type With<G> = unsafe fn(
    &TensorMap<Batched<OfA<G>>>,
    &TensorMap<Batched<OfB<G>>>,
    &TensorMap<Batched<OfC<G>>>,
    [u32; 3],
    u32,
    Linear,
);

/// The computation from the sums.
#[derive(Clone, Copy)]
struct What {
    alpha: f32,
    beta: f32,
    bias: Bias,
    activation: Activation,
    /// True if results are `f32`.
    wide: bool,
}
const SUMS: What =
    What { alpha: 1.0, beta: 0.0, bias: Bias::None, activation: Activation::None, wide: false };

impl What {
    /// The result for a sum, an element of `C` and one of the bias.
    fn of(self, sum: f64, c: f64, bias: f64) -> f64 {
        let x = f64::from(self.alpha) * sum + f64::from(self.beta) * c + bias;
        match self.activation {
            Activation::None => x,
            Activation::Relu => x.max(0.0),
            Activation::Gelu => {
                let y = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
                0.5 * x * (1.0 + y.tanh())
            }
            Activation::Silu => x / (1.0 + (-x).exp()),
        }
    }
}

/// Elements of the matrices of a batch. Rows begin `next` elements after one another, with NaN between them.
fn matrices(random: &mut Random, [rows, columns, batch, next]: [usize; 4]) -> Vec<f32> {
    let number = |at| if at % next < columns { random.number() } else { f32::NAN };
    (0..batch * rows * next).map(number).collect()
}

fn with<E: Element, G: Of16Bits<E>>(
    _: G,
    kernel: With<G>,
    kind: &Kind<E>,
    extents: [usize; 4],
    what: What,
) {
    let [m, n, k, batch] = extents;
    let mut random = Random::fresh();
    // The last row and column are read for those outside, whose sums are not used.
    let mut emulator = emulator(&mut random).reads_racing();
    // Rows begin at multiples of 8, with some elements between them.
    let [next_k, next_n] = [k, n].map(|x| x.next_multiple_of(8) + 8);
    let mut numbers = |of| matrices(&mut random, of);
    let (a, b) = (numbers([m, k, batch, next_k]), numbers([n, k, batch, next_k]));
    let c = numbers([m, n, batch, next_n]);
    let bias = numbers([1, m.max(n), 1, m.max(n)]);
    let bits = |of: &[f32]| of.iter().map(|&x| (kind.to)(x)).collect::<Vec<E>>();
    let [on_a, on_b, on_bias] = [&a, &b, &bias].map(|of| emulator.upload(&bits(of)));
    // `C` is the earlier contents of the result.
    let (on_c, on_wide) = (emulator.upload(&bits(&c)), emulator.upload(&c));

    let [m32, n32, k32, batch32, next_k32, next_n32] =
        [m, n, k, batch, next_k, next_n].map(|x| x as u32);
    let map = |rows: u32, columns, next: u32| {
        ([columns, rows, batch32], [1, next.into(), u64::from(rows) * u64::from(next)])
    };
    let (of_a, of_b, of_c) =
        (map(m32, k32, next_k32), map(n32, k32, next_k32), map(m32, n32, next_n32));
    // For a column-major result, the kernel computes Cᵀ = B Aᵀ.
    let [x, y] =
        if G::BY_COLUMNS { [(on_b, of_b), (on_a, of_a)] } else { [(on_a, of_a), (on_b, of_b)] };
    let a_map = emulator.tensor_map_strided(x.0, x.1.0, x.1.1);
    let b_map = emulator.tensor_map_strided(y.0, y.1.0, y.1.1);
    let c_map = emulator.tensor_map_strided(on_c, of_c.0, of_c.1);
    let strides = [next_n as u64, (m * next_n) as u64];
    let address = match what.wide {
        true => on_wide.pointer::<f32>().addr(),
        false => on_c.pointer::<E>().addr(),
    };
    let result = Strided { address: address as u64, strides };
    let mut linear = Linear::of([m32, n32], what.alpha)
        .plus(what.beta, result)
        .bias(what.bias, on_bias.pointer::<E>().addr() as u64)
        .activation(what.activation);
    if what.wide {
        linear = linear.wide(result);
    }
    let [rows, columns] = if G::BY_COLUMNS { G::tiles(n32, m32) } else { G::tiles(m32, n32) };
    let tiles = [rows, columns, batch32];
    let grid = [G::blocks(tiles, 4 * G::SPLITS as u32), 1, 1];
    // SAFETY: the maps are of the buffers, and so is everything that the epilogue reads and writes.
    emulator.launch_clusters(G::BLOCKS as u32, grid, G::THREADS, G::SHARED_MEMORY, || unsafe {
        kernel(&a_map, &b_map, &c_map, tiles, G::steps(k32), linear);
    });

    let round = |x: f32| (kind.from)((kind.to)(x));
    let found: Vec<f64> = match what.wide {
        true => emulator.download(on_wide).into_iter().map(f64::from).collect(),
        false => emulator.download(on_c).into_iter().map(kind.from).collect(),
    };
    let error = if what.wide { 1e-4 } else { kind.error };
    for (at, &found) in found.iter().enumerate() {
        let (one, row, column) = (at / (m * next_n), at / next_n % m, at % next_n);
        if column >= n {
            assert!(found.is_nan(), "between the rows, {at}");
            continue;
        }
        let (of_a, of_b) = (next_k * (row + m * one), next_k * (column + n * one));
        let sum = (0..k).map(|p| round(a[of_a + p]) * round(b[of_b + p])).sum();
        let c = if what.wide { f64::from(c[at]) } else { round(c[at]) };
        let bias = match what.bias {
            Bias::None => 0.0,
            Bias::OfColumns => round(bias[column]),
            Bias::OfRows => round(bias[row]),
        };
        let right = what.of(sum, c, bias);
        let wrong = (found - right).abs() / right.abs().max(1.0);
        assert!(wrong < error, "{one}, {row}, {column}: {found} and not {right}");
    }
}

/// A kernel without an epilogue, with the signature of [`With`].
macro_rules! without {
    ($kernel:ident) => {
        |a, b, c, tiles, steps, _| {
            // SAFETY: as for the other kernel.
            unsafe { $kernel(a, b, c, tiles, steps) }
        }
    };
}

/// More tiles than blocks; tiles reach past the ends of each matrix.
#[test]
fn batches() {
    with(GEMM_BF16, without!(gemm_bf16_batched), &BF16, [130, 264, 72, 3], SUMS);
    with(GEMM_F16, without!(gemm_f16_batched), &F16, [257, 40, 136, 2], SUMS);
    with(GEMM_BF16_128, without!(gemm_bf16_128_batched), &BF16, [130, 136, 72, 3], SUMS);
    with(GEMM_BF16, gemm_bf16_with, &BF16, [130, 264, 72, 3], SUMS);
    with(GEMM_F16, gemm_f16_with, &F16, [257, 40, 136, 2], SUMS);
    with(GemmBf16N32::new(), gemm_bf16_n32_with, &BF16, [24, 136, 264, 3], SUMS);
}

#[test]
fn all_that_an_epilogue_has() {
    let all = What {
        alpha: 0.5,
        beta: -2.0,
        bias: Bias::OfColumns,
        activation: Activation::Relu,
        wide: false,
    };
    with(GEMM_F16, gemm_f16_with, &F16, [130, 264, 72, 1], all);
    with(GEMM_BF16_128, gemm_bf16_128_with, &BF16, [130, 136, 72, 2], all);
    let gelu = What { bias: Bias::OfRows, activation: Activation::Gelu, ..all };
    with(GEMM_BF16, gemm_bf16_with, &BF16, [67, 40, 72, 2], gelu);
    with(GemmBf16N16::new(), gemm_bf16_n16_with, &BF16, [13, 136, 264, 2], gelu);
    let silu = What { bias: Bias::None, activation: Activation::Silu, ..all };
    with(GemmBf16By128K2::new(), gemm_bf16_128_k2_with, &BF16, [67, 40, 136, 1], silu);
}

/// An odd number of rows, which are columns of the kernel, and blocks that share `k`.
#[test]
fn epilogues_by_columns() {
    let all = What { alpha: 0.25, beta: 1.5, bias: Bias::OfColumns, ..SUMS };
    with(GemmBf16N32::new(), gemm_bf16_n32_with, &BF16, [21, 136, 136, 1], all);
    let rows = What { bias: Bias::OfRows, activation: Activation::Relu, ..all };
    with(GemmBf16N64::new(), gemm_bf16_n64_with, &BF16, [33, 72, 136, 2], rows);
    with(GemmBf16N128K2::new(), gemm_bf16_n128_k2_with, &BF16, [67, 136, 200, 1], rows);
}

/// The sums themselves, and with a `C` of `f32`.
#[test]
fn results_of_f32() {
    let wide = What { wide: true, ..SUMS };
    with(GEMM_F16, gemm_f16_with, &F16, [130, 262, 72, 2], wide);
    let all =
        What { alpha: 2.0, beta: 0.5, bias: Bias::OfRows, activation: Activation::Silu, ..wide };
    with(GEMM_BF16_128, gemm_bf16_128_with, &BF16, [130, 134, 72, 1], all);
    with(GemmBf16N32::new(), gemm_bf16_n32_with, &BF16, [21, 134, 136, 2], all);
}

/// An odd number of columns, whose bias is read one by one.
#[test]
fn a_bias_of_an_odd_number_of_columns() {
    let bias = What { bias: Bias::OfColumns, ..SUMS };
    with(GEMM_BF16_128, gemm_bf16_128_with, &BF16, [20, 45, 72, 1], bias);
}

/// A user's own epilogue: everything above the diagonal is 0.
#[derive(Clone, Copy)]
struct Lower;
impl Epilogue for Lower {
    unsafe fn finish(self, sums: [f32; 8], of: Eight) -> [f32; 8] {
        of.map(sums, |x, [row, column]| if column > row { 0.0 } else { x })
    }
}
/// A kernel with this epilogue.
#[kernel]
#[allow(clippy::missing_safety_doc, reason = "as of the others")]
pub unsafe fn lower(
    a: &TensorMap<Batched<OfA<GemmBf16By128>>>,
    b: &TensorMap<Batched<OfB<GemmBf16By128>>>,
    c: &TensorMap<Batched<OfC<GemmBf16By128>>>,
    tiles: [u32; 3],
    steps: u32,
    _linear: Linear,
) {
    // SAFETY: as promised.
    unsafe {
        bf16_128(Batches { a, b, c, tiles, epilogue: Lower }, steps);
    }
}
#[test]
fn an_epilogue_of_ones_own() {
    let (n, k) = (136, 64);
    let mut emulator = emulator(&mut Random::fresh());
    let ones = vec![(BF16.to)(1.0); n * k];
    let (on_a, on_b, on_c) =
        (emulator.upload(&ones), emulator.upload(&ones), emulator.poisoned::<bf16>(n * n));
    let map = |columns: usize| {
        let (columns, rows) = (columns as u32, n as u32);
        ([columns, rows, 1], [1, columns.into(), u64::from(columns) * u64::from(rows)])
    };
    let (of_k, of_n) = (map(k), map(n));
    let a_map = emulator.tensor_map_strided(on_a, of_k.0, of_k.1);
    let b_map = emulator.tensor_map_strided(on_b, of_k.0, of_k.1);
    let c_map = emulator.tensor_map_strided(on_c, of_n.0, of_n.1);
    let [rows, columns] = GemmBf16By128::tiles(n as u32, n as u32);
    let (grid, linear) =
        ([GemmBf16By128::blocks([rows, columns], 4), 1, 1], Linear::of([136; 2], 1.0));
    // SAFETY: the maps are of the buffers.
    emulator.launch_clusters(2, grid, 384, GemmBf16By128::SHARED_MEMORY, || unsafe {
        lower(&a_map, &b_map, &c_map, [rows, columns, 1], 1, linear);
    });
    for (at, bits) in emulator.download(on_c).into_iter().enumerate() {
        let right = if at % n > at / n { 0.0 } else { 64.0 };
        assert_eq!((BF16.from)(bits), right, "{at}");
    }
}

/// Groups with no rows, with fewer than a box, with whole boxes, and with more than a tile.
fn grouped<E: Element, G: Of16Bits<E>>(_: G, kernel: Grouped<G>, kind: &Kind<E>) {
    let (groups, [n, k]) = ([5, 0, 131, 32, 0, 77], [264_usize, 136_usize]);
    let m = groups.iter().sum::<u32>() as usize;
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (a, b) = (random.normals(m * k), random.normals(groups.len() * n * k));
    let bits = |of: &[f32]| of.iter().map(|&x| (kind.to)(x)).collect::<Vec<E>>();
    let (on_a, on_b, on_c) =
        (emulator.upload(&bits(&a)), emulator.upload(&bits(&b)), emulator.poisoned::<E>(m * n));
    let first: Vec<u32> = first_of_groups(groups, G::TILE[0] as u32).collect();
    // Counted by hand: the groups have 1, 0, 2, 1, 0 and 1 rows of tiles.
    assert_eq!(first, [0, 0, 5, 1, 5, 1, 136, 3, 168, 4, 168, 4, 245, 5]);
    let on_first = emulator.upload(&first);
    let [n32, k32] = [n, k].map(|x| x as u32);
    let a_map = emulator.tensor_map(on_a, k32);
    let of_b = ([k32, n32, groups.len() as u32], [1, k as u64, (n * k) as u64]);
    let b_map = emulator.tensor_map_strided(on_b, of_b.0, of_b.1);
    let c_map = emulator.tensor_map(on_c, n32);
    let result = [on_c.pointer::<E>().addr() as u64, n as u64];
    let columns = [n32.div_ceil(G::TILE[1] as u32), n32];
    // SAFETY: the maps are of the buffers, and the groups divide the rows.
    emulator.launch([3, 1, 1], G::THREADS, G::SHARED_MEMORY, || unsafe {
        let count = groups.len() as u32;
        kernel(&a_map, &b_map, &c_map, on_first.pointer(), count, columns, result, G::steps(k32));
    });
    let c = emulator.download(on_c);
    let round = |x: f32| (kind.from)((kind.to)(x));
    let of_rows =
        groups.iter().enumerate().flat_map(|(group, &rows)| (0..rows).map(move |_| group));
    for (row, group) in of_rows.enumerate() {
        for column in 0..n {
            let (of_a, of_b) = (row * k, (column + group * n) * k);
            let right: f64 = (0..k).map(|p| round(a[of_a + p]) * round(b[of_b + p])).sum();
            let found = (kind.from)(c[column + n * row]);
            let wrong = (found - right).abs() / right.abs().max(1.0);
            assert!(wrong < kind.error, "{group}, {row}, {column}: {found} and not {right}");
        }
    }
}
type Grouped<G> = unsafe fn(
    &TensorMap<OfA<G>>,
    &TensorMap<Batched<OfB<G>>>,
    &TensorMap<OfC<G>>,
    *const u32,
    u32,
    [u32; 2],
    [u64; 2],
    u32,
);
#[test]
fn groups() {
    grouped(GemmBf16Grouped::new(), gemm_bf16_grouped, &BF16);
    grouped(GemmF16Grouped::new(), gemm_f16_grouped, &F16);
}
