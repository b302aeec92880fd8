//! Products of matrices, each beside a reference in f64: `f32`, by columns, `C = A Bᵀ` where `A` is `m` x `k`, `B` is `n` x `k` and
//! `C` is `m` x `n`; `f16` and `bf16` the same by rows. Of f32 extents are multiples of 128, 128 and 16; of the others `n` and
//! `k` are multiples of 8.

use std::process::ExitCode;

use cudarc::driver::CudaSlice;
use half::{bf16, f16};
use tilework::atom::SharedTile;
use tilework_device::argument::gemm_f16::{GEMM_BF16, GEMM_BF16_128, GEMM_F16, Parameters};
use tilework_device::argument::{Leaves, gemm_f32_in, gemm_f32_out};
use tilework_device::reference::{Random, error_of_product};
use tilework_device::{Gpu, PushKernelArg, Report, Usage, program};

/// As many sets of buffers, so that nothing is in a cache.
const BUFFERS: usize = 3;

type Outcome = Result<Report, Box<dyn std::error::Error>>;

const USAGE: Usage = Usage {
    about: "Products of matrices, `m` x `k` by `k` x `n`. Of f32 `m` and `n` are multiples of 128 and `k` is one of 16; of \
            f16 and bf16 `n` and `k` are multiples of 8.",
    numbers: &[("m", 4096), ("n", 4096), ("k", 4096), ("repeats", 30)],
    words: &["f32", "f16", "bf16"],
    check: |options| {
        if options.chooses("f32") {
            options.multiple("m", 128)?;
            options.multiple("n", 128)?;
            options.multiple("k", 16)?;
        }
        if options.chooses("f16") || options.chooses("bf16") {
            options.multiple("n", 8)?;
            options.multiple("k", 8)?;
        }
        Ok(())
    },
};

fn main() -> ExitCode {
    program(&USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        if options.chooses("f32") {
            say(gemm_f32(gpu, extents, repeats)?);
        }
        if options.chooses("f16") {
            let (to, from) = (|x| f16::from_f32(x).to_bits(), |x| f16::from_bits(x).to_f64());
            say(gemm_16(gpu, "gemm_f16", GEMM_F16, extents, repeats, to, from)?);
        }
        if options.chooses("bf16") {
            let (to, from) = (|x| bf16::from_f32(x).to_bits(), |x| bf16::from_bits(x).to_f64());
            say(gemm_16(gpu, "gemm_bf16", GEMM_BF16, extents, repeats, to, from)?);
            say(gemm_16(gpu, "gemm_bf16_128", GEMM_BF16_128, extents, repeats, to, from)?);
        }
        Ok(())
    })
}

/// The report, if the result is right.
fn report(name: &str, [m, n, k]: [u32; 3], ms: f64, error: f64, most: f64) -> Outcome {
    let rate = 2e-9 * f64::from(m) * f64::from(n) * f64::from(k) / ms;
    if error < most {
        Ok(Report {
            name: name.to_owned(),
            extents: vec![m, n, k],
            ms,
            rate,
            unit: "TFLOP/s",
            error,
        })
    } else {
        Err(format!("{name}: the error is {error:e}").into())
    }
}

fn gemm_f32(gpu: &Gpu, [m, n, k]: [u32; 3], repeats: usize) -> Outcome {
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    let (a, b) = (random.normals(rows * depth), random.normals(columns * depth));
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<f32>(rows * columns)?);
    }
    let layout_a: Leaves<5> = Leaves(gemm_f32_in(m / 4, k, m / 4)?.dynamic_leaves());
    let layout_b: Leaves<5> = Leaves(gemm_f32_in(n / 4, k, n / 4)?.dynamic_leaves());
    let layout_c: Leaves<6> = Leaves(gemm_f32_out(m / 4, n, m / 4)?.dynamic_leaves());
    let kernel = gpu.kernel("gemm_f32", [m / 128, n / 128, 1], 256, 4 * 2 * 128 * 16 * 4)?;
    let ms = gpu.median_ms(repeats, |i| {
        let i = i % BUFFERS;
        let mut with = kernel.with();
        with.arg(&on_a[i])
            .arg(&layout_a)
            .arg(&on_b[i])
            .arg(&layout_b)
            .arg(&mut on_c[i])
            .arg(&layout_c);
        // SAFETY: buffers of as many elements as the layouts reach, and a block for each tile.
        unsafe { with.launch(kernel.launch) }.map(|_| ())
    })?;
    let c = gpu.download(&on_c[1])?;
    let error = error_of_product(
        [rows, columns, depth],
        |i, p| f64::from(a[i + rows * p]),
        |j, p| f64::from(b[j + columns * p]),
        |i, j| f64::from(c[i + rows * j]),
        &mut random,
    );
    report("gemm_f32", [m, n, k], ms, error, 1e-4)
}

fn gemm_16<G: Parameters>(
    gpu: &Gpu,
    name: &str,
    _: G,
    [m, n, k]: [u32; 3],
    repeats: usize,
    to: impl Fn(f32) -> u16,
    from: impl Fn(u16) -> f64 + Sync,
) -> Outcome {
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    let mut numbers = |count| random.normals(count).into_iter().map(&to).collect::<Vec<u16>>();
    let (a, b) = (numbers(rows * depth), numbers(columns * depth));
    let (mut on_a, mut on_b, mut on_c): (
        Vec<CudaSlice<u16>>,
        Vec<CudaSlice<u16>>,
        Vec<CudaSlice<u16>>,
    ) = Default::default();
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned(rows * columns)?);
    }
    let mut maps = Vec::new();
    for i in 0..BUFFERS {
        let [of_a, of_b, of_c] = G::BOXES;
        maps.push((
            gpu.tensor_map(&on_a[i], k, G::Operand::VALUE, of_a)?,
            gpu.tensor_map(&on_b[i], k, G::Operand::VALUE, of_b)?,
            gpu.tensor_map(&on_c[i], n, G::Operand::VALUE, of_c)?,
        ));
    }
    let tiles = G::tiles(m, n);
    let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
    let kernel = gpu.kernel(name, grid, G::THREADS, G::SHARED_MEMORY as u32)?;
    let steps = k.div_ceil(G::TILE[2] as u32);
    let ms = gpu.median_ms(repeats, |i| {
        let (a, b, c) = &maps[i % BUFFERS];
        let mut with = kernel.with();
        with.arg(a).arg(b).arg(c).arg(&tiles).arg(&steps);
        // SAFETY: the maps are those of buffers, which outlive the kernel.
        unsafe { with.launch(kernel.launch) }.map(|_| ())
    })?;
    let c = gpu.download(&on_c[1])?;
    let error = error_of_product(
        [rows, columns, depth],
        |i, p| from(a[p + depth * i]),
        |j, p| from(b[p + depth * j]),
        |i, j| from(c[j + columns * i]),
        &mut random,
    );
    report(name, [m, n, k], ms, error, 3e-2)
}
