//! Products of e4m3 with scales, `C = A Bᵀ` to bf16, of row-major matrices: `rows` has a scale for each row of `A` and of `B`, `blocks` one for each 128 columns of a row
//! of `A` and for each 128 x 128 elements of `B`. Kernels are in `kernels/src/gemm_e4m3.rs`.

use std::process::ExitCode;

use half::bf16;
use tilework::try_layout;
use tilework_device::reference::{Random, e4m3, error_of_product};
use tilework_device::{Gpu, Report, Usage, program, promise};
use tilework_kernels::gemm_e4m3::{
    CLUSTER, OfA, OfB, OfC, Scales, THREADS, gemm_e4m3_blocks, gemm_e4m3_rows, shared_memory, tiles,
};

/// How many sets of buffers are used in turn, so that nothing is in a cache.
const BUFFERS: usize = 3;

const USAGE: Usage = Usage {
    about: "Products of e4m3 with scales, `m` x `k` by `k` x `n`: `n` is a multiple of 8, and `k` of 16.",
    numbers: &[("m", 4096), ("n", 4096), ("k", 4096), ("repeats", 30)],
    zeros: &["k"],
    words: &["rows", "blocks"],
    check: |options| options.multiple("n", 8).and_then(|()| options.multiple("k", 16)),
};

macro_rules! product {
    ($kernel:ident $columns:literal $stages:literal, $gpu:ident $extents:ident $repeats:ident, [$of_rows:expr, $of_columns:expr]) => {{
        let ([m, n, k], mut random) = ($extents, Random::fresh());
        let mut numbers = |rows: u32| -> Vec<u8> {
            (0..rows as usize * k as usize).map(|_| e4m3::random(&mut random)).collect()
        };
        let (a, b) = (numbers(m), numbers(n));
        let (of_rows, of_columns): (u32, u32) = ($of_rows, $of_columns);
        let (parts, blocks) = (k.div_ceil(of_columns), n.div_ceil(of_rows));
        let mut scales = |rows: u32| -> Vec<f32> {
            let count = rows as usize * parts as usize;
            random.numbers(count).into_iter().map(|x| 1.5 + x).collect()
        };
        let (scales_a, scales_b) = (scales(m), scales(blocks));
        let (on_scales_a, on_scales_b) = ($gpu.upload(&scales_a)?, $gpu.upload(&scales_b)?);
        let of_a: Scales = try_layout!((m,parts):(1,m))?;
        let of_b: Scales = try_layout!((blocks,parts):(1,blocks))?;
        let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..BUFFERS {
            on_a.push($gpu.upload(&a)?);
            on_b.push($gpu.upload(&b)?);
            on_c.push($gpu.poisoned::<u16>(m as usize * n as usize)?);
        }
        let mut maps = Vec::new();
        for i in 0..BUFFERS {
            let a = $gpu.tensor_map::<OfA>(&on_a[i], k)?;
            let b = $gpu.tensor_map::<OfB<$columns>>(&on_b[i], k)?;
            maps.push((a, b, $gpu.tensor_map::<OfC>(&on_c[i], n)?));
        }
        let tiles = tiles(m, n, $columns);
        // As many as take all in as many turns as all multiprocessors do.
        let (all, at_once) = (tiles[0] * tiles[1], ($gpu.multiprocessors()? / CLUSTER as u32).max(1));
        let clusters = all.div_ceil(all.div_ceil(at_once).max(1));
        let shared = shared_memory($columns, $stages) as u32;
        let kernel = $gpu.kernel::<$kernel>([CLUSTER as u32 * clusters, 1, 1], THREADS, shared)?;
        let ms = $gpu.median_ms($repeats, |i| {
            let (a, b, c) = &maps[i % BUFFERS];
            let (scales_a, scales_b) = ((&on_scales_a, of_a), (&on_scales_b, of_b));
            // SAFETY: the maps are those of buffers, and the blocks take all tiles.
            kernel.launch(unsafe {
                promise($kernel { a, b, c, scales_a, scales_b, tiles, extents: [m, n, k] })
            })
        })?;
        let c = $gpu.download(&on_c[0])?;
        let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
        let scale = |scales: &[f32], row: usize, rows: u32, p: usize| {
            f64::from(scales[row + rows as usize * (p / of_columns as usize)])
        };
        let error = error_of_product(
            [rows, columns, depth],
            |i, p| scale(&scales_a, i, m, p) * e4m3::value(a[i * depth + p]),
            |j, p| scale(&scales_b, j / of_rows as usize, blocks, p) * e4m3::value(b[j * depth + p]),
            |i, j| bf16::from_bits(c[i * columns + j]).to_f64(),
            &mut random,
        );
        let name = stringify!($kernel).to_owned();
        // Sums of `wgmma` of 8 bits have some 13 bits, which are cut off in each multiplication, and of large scales bf16 rounds off more: 0.04 by rows.
        if error.is_nan() || error >= 1e-1 {
            return Err(format!("{name}: the error is {error:e}").into());
        }
        let rate = 2e-9 * f64::from(m) * f64::from(n) * f64::from(k) / ms;
        Report { name, extents: vec![m, n, k], ms, rate, unit: "TFLOP/s", error }
    }};
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        if options.chooses("rows") {
            say(by_rows(gpu, extents, repeats)?);
        }
        if options.chooses("blocks") {
            say(by_blocks(gpu, extents, repeats)?);
        }
        Ok(())
    })
}
type Outcome = Result<Report, Box<dyn std::error::Error>>;
fn by_rows(gpu: &Gpu, extents: [u32; 3], repeats: usize) -> Outcome {
    let k = extents[2];
    Ok(product!(gemm_e4m3_rows 256 4, gpu extents repeats, [1, k.max(1)]))
}
fn by_blocks(gpu: &Gpu, extents: [u32; 3], repeats: usize) -> Outcome {
    Ok(product!(gemm_e4m3_blocks 128 6, gpu extents repeats, [128, 128]))
}
