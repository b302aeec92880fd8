//! Products of any extents, each beside a reference in f64: `f32`, by columns, `C = A Bᵀ` where `A` is `m` x `k`, `B` is `n` x `k` and `C`
//! is `m` x `n`; `f16` and `bf16` by rows, by `mma.sync`, as many as `batch` in one launch. Columns of f32 begin at multiples of 4
//! elements, rows of the others at multiples of 8.

use std::process::ExitCode;

use half::{bf16, f16};
use tilework_device::argument::gemm_mma::{GEMM_MMA_BF16, GEMM_MMA_F16, Layouts};
use tilework_device::argument::{Leaves, gemm_f32_ragged_in, gemm_f32_ragged_out};
use tilework_device::reference::{Random, error_of_product};
use tilework_device::{Gpu, PushKernelArg, Report, Usage, program};

/// As many sets of buffers, so that nothing is in a cache.
const BUFFERS: usize = 3;

type Outcome = Result<Report, Box<dyn std::error::Error>>;

const USAGE: Usage = Usage {
    about: "Products of matrices of any extents, `m` x `k` by `k` x `n`; of f16 and bf16 a `batch` of them.",
    numbers: &[("m", 4095), ("n", 4095), ("k", 4095), ("batch", 1), ("repeats", 30)],
    words: &["f32", "f16", "bf16"],
    check: |options| {
        let [m, n, k] = ["m", "n", "k"].map(|name| u64::from(options.number(name)));
        // Rows and columns begin at multiples of 8.
        match [[m, k], [n, k], [m, n]].iter().all(|[x, y]| (x + 7) * (y + 7) < 1 << 32) {
            true => Ok(()),
            false => Err("a matrix has fewer than 2^32 elements".to_owned()),
        }
    },
};

fn main() -> ExitCode {
    program(&USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let products = [extents[0], extents[1], extents[2], options.number("batch")];
        let repeats = options.number("repeats") as usize;
        if options.chooses("f32") {
            say(gemm_f32(gpu, extents, repeats)?);
        }
        if options.chooses("f16") {
            let (to, from) = (|x| f16::from_f32(x).to_bits(), |x| f16::from_bits(x).to_f64());
            say(gemm_mma(gpu, "gemm_mma_f16", GEMM_MMA_F16, products, repeats, to, from)?);
        }
        if options.chooses("bf16") {
            let (to, from) = (|x| bf16::from_f32(x).to_bits(), |x| bf16::from_bits(x).to_f64());
            say(gemm_mma(gpu, "gemm_mma_bf16", GEMM_MMA_BF16, products, repeats, to, from)?);
        }
        Ok(())
    })
}

/// The report, if the result is right.
fn report(name: &str, extents: Vec<u32>, ms: f64, error: f64, most: f64) -> Outcome {
    let rate = 2e-9 * extents.iter().copied().map(f64::from).product::<f64>() / ms;
    if error < most {
        Ok(Report { name: name.to_owned(), extents, ms, rate, unit: "TFLOP/s", error })
    } else {
        Err(format!("{name}: the error is {error:e}").into())
    }
}

fn gemm_f32(gpu: &Gpu, [m, n, k]: [u32; 3], repeats: usize) -> Outcome {
    let [lda, ldb] = [m, n].map(|x| x.next_multiple_of(4));
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    let a = random.normals(lda as usize * depth);
    let b = random.normals(ldb as usize * depth);
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<f32>(lda as usize * columns)?);
    }
    let layout_a: Leaves<5> = Leaves(gemm_f32_ragged_in(lda / 4, k, lda / 4)?.dynamic_leaves());
    let layout_b: Leaves<5> = Leaves(gemm_f32_ragged_in(ldb / 4, k, ldb / 4)?.dynamic_leaves());
    let layout_c: Leaves<6> = Leaves(gemm_f32_ragged_out(lda / 4, n, lda / 4)?.dynamic_leaves());
    let extents = Leaves([m, n, k]);
    let grid = [m.div_ceil(128), n.div_ceil(128), 1];
    let kernel = gpu.kernel("gemm_f32_ragged", grid, 256, 4 * 2 * 128 * 16 * 4)?;
    let ms = gpu.median_ms(repeats, |i| {
        let i = i % BUFFERS;
        let mut with = kernel.with();
        with.arg(&on_a[i]).arg(&layout_a).arg(&on_b[i]).arg(&layout_b);
        with.arg(&mut on_c[i]).arg(&layout_c).arg(&extents);
        // SAFETY: buffers of as many elements as the layouts reach, and a block for each tile.
        unsafe { with.launch(kernel.launch) }.map(|_| ())
    })?;
    let c = gpu.download(&on_c[1])?;
    let (lda, ldb) = (lda as usize, ldb as usize);
    let error = error_of_product(
        [rows, columns, depth],
        |i, p| f64::from(a[i + lda * p]),
        |j, p| f64::from(b[j + ldb * p]),
        |i, j| f64::from(c[i + lda * j]),
        &mut random,
    );
    report("gemm_f32_ragged", vec![m, n, k], ms, error, 1e-4)
}

fn gemm_mma<G: Layouts>(
    gpu: &Gpu,
    name: &str,
    parameters: G,
    [m, n, k, batch]: [u32; 4],
    repeats: usize,
    to: impl Fn(f32) -> u16,
    from: impl Fn(u16) -> f64 + Sync,
) -> Outcome {
    let [lda, ldc] = [k, n].map(|x| x.next_multiple_of(8));
    let next = [m * lda, n * lda, m * ldc];
    let mut random = Random::fresh();
    let mut numbers = |next: u32| -> Vec<u16> {
        let count = batch as usize * next as usize;
        random.normals(count).into_iter().map(&to).collect()
    };
    let (a, b) = (numbers(next[0]), numbers(next[1]));
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<u16>(batch as usize * next[2] as usize)?);
    }
    let depth = k.div_ceil(8);
    let layout_a = parameters.operand([m, depth, batch], [lda / 8, next[0] / 8])?;
    let layout_b = parameters.operand([n, depth, batch], [lda / 8, next[1] / 8])?;
    let layout_c = parameters.c([m, ldc / 8, batch], [ldc / 8, next[2] / 8])?;
    let extents = Leaves([m, n, k]);
    let grid = parameters.grid([m, n, batch]);
    let kernel = gpu.kernel(name, grid, G::THREADS, G::SHARED_MEMORY as u32)?;
    let ms = gpu.median_ms(repeats, |i| {
        let i = i % BUFFERS;
        let mut with = kernel.with();
        with.arg(&on_a[i]).arg(&layout_a).arg(&on_b[i]).arg(&layout_b);
        with.arg(&mut on_c[i]).arg(&layout_c).arg(&extents);
        // SAFETY: buffers of as many elements as the layouts reach, and blocks for all tiles.
        unsafe { with.launch(kernel.launch) }.map(|_| ())
    })?;
    let c = gpu.download(&on_c[1])?;
    let [lda, ldc] = [lda, ldc].map(|x| x as usize);
    let next = next.map(|x| x as usize);
    // The first matrix and the last.
    let mut error: f64 = 0.0;
    for z in [0, batch as usize - 1] {
        let of = error_of_product(
            [m, n, k].map(|x| x as usize),
            |i, p| from(a[next[0] * z + p + lda * i]),
            |j, p| from(b[next[1] * z + p + lda * j]),
            |i, j| from(c[next[2] * z + j + ldc * i]),
            &mut random,
        );
        error = error.max(of);
    }
    report(name, vec![m, n, k, batch], ms, error, 3e-2)
}
