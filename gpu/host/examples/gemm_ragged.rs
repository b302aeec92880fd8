//! Products of any extents, each compared with a reference in f64: `C = A Bᵀ`, where `A` is `m` x `k`, `B` is `n` x `k`
//! and `C` is `m` x `n`. `f32` is column-major; its columns begin at multiples of 4 elements. `f16` and `bf16` are
//! row-major by `mma.sync`; their rows begin at multiples of 8, and one launch computes `batch` products.

use std::process::ExitCode;

use half::{bf16, f16};
use tilework_device::{Element, launch};
use tilework_host::reference::{Random, error_of_product, part_of_signs, wrong_rows_of_product};
use tilework_host::{Buffer, Error, Gpu, Kernel, Report, Usage, program, promise};
use tilework_kernels::argument::gemm_mma::{GemmMma, GemmMmaBf16, GemmMmaF16, Layouts};
use tilework_kernels::argument::{gemm_f32_ragged_in, gemm_f32_ragged_out};
use tilework_kernels::gemm_f32_ragged::gemm_f32_ragged;
use tilework_kernels::gemm_mma::{gemm_mma_bf16, gemm_mma_f16};

/// The number of sets of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 3;

type Outcome = Result<Report, Box<dyn std::error::Error>>;

const USAGE: Usage = Usage {
    about: "Products of matrices of any extents, `m` x `k` by `k` x `n`; for f16 and bf16, a `batch` of them.",
    numbers: &[("m", 4095), ("n", 4095), ("k", 4095), ("batch", 1), ("repeats", 30)],
    zeros: &["k"],
    words: &["f32", "f16", "bf16"],
    check: |options| {
        let [m, n, k] = ["m", "n", "k"].map(|name| u64::from(options.number(name)));
        // The offsets of vectors, of 4 or 8 elements, have 32 bits.
        let vectors = if options.chooses("f32") { 4 } else { 8 };
        match [[m, k], [n, k], [m, n]].iter().all(|[x, y]| (x + 7) * (y + 7) < vectors << 32) {
            true => Ok(()),
            false => Err(format!("a matrix has fewer than {vectors} x 2^32 elements")),
        }
    },
};

/// The product by one kernel, with these parameters.
macro_rules! by_mma_sync {
    ($kernel:ident $parameters:ident) => {
        |gpu: &Gpu, extents, repeats, most, conversions| {
            let run: Run<'_, _, $kernel, $parameters> = &|kernel, [a, b], [of_a, of_b], c, of_c, extents| {
                // SAFETY: the buffers have as many elements as the layouts reach, and there are blocks for all tiles.
                kernel.launch(unsafe { promise($kernel { a, a_layout: of_a, b, b_layout: of_b, c, c_layout: of_c, extents }) })
            };
            const PARAMETERS: $parameters = GemmMma::new();
            gemm_mma(gpu, run, PARAMETERS, extents, repeats, most, conversions)
        }
    };
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let products = [extents[0], extents[1], extents[2], options.number("batch")];
        let repeats = options.number("repeats") as usize;
        if options.chooses("f32") {
            say(of_f32(gpu, extents, repeats)?);
        }
        if options.chooses("f16") {
            // The type represents all integers up to this one.
            const MOST: f64 = 2048.0;
            let (to, from) = (f16::from_f32 as fn(f32) -> f16, f16::to_f64 as fn(f16) -> f64);
            say(by_mma_sync!(gemm_mma_f16 GemmMmaF16)(gpu, products, repeats, MOST, (to, from))?);
        }
        if options.chooses("bf16") {
            const MOST: f64 = 256.0;
            let (to, from) = (bf16::from_f32 as fn(f32) -> bf16, bf16::to_f64 as fn(bf16) -> f64);
            say(by_mma_sync!(gemm_mma_bf16 GemmMmaBf16)(gpu, products, repeats, MOST, (to, from))?);
        }
        Ok(())
    })
}

/// Checks that no row is wrong in a launch with integers, and that nothing is written outside of the matrix.
fn exact(name: &str, wrong: usize, beside: usize) -> Result<(), String> {
    match (wrong, beside) {
        (0, 0) => Ok(()),
        _ => Err(format!(
            "{name}: {wrong} rows of a product of integers are wrong, and {beside} elements beside it are written"
        )),
    }
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

fn of_f32(gpu: &Gpu, [m, n, k]: [u32; 3], repeats: usize) -> Outcome {
    let [lda, ldb] = [m, n].map(|x| x.next_multiple_of(4));
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    // Empty matrices get memory of one element.
    let a = random.normals((lda as usize * depth).max(1));
    let b = random.normals((ldb as usize * depth).max(1));
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<f32>(lda as usize * columns)?);
    }
    let layout_a = gemm_f32_ragged_in(lda / 4, k, lda / 4)?;
    let layout_b = gemm_f32_ragged_in(ldb / 4, k, ldb / 4)?;
    let layout_c = gemm_f32_ragged_out(lda / 4, n, lda / 4)?;
    let grid = [m.div_ceil(128), n.div_ceil(128), 1];
    let kernel = gpu.kernel::<gemm_f32_ragged>(grid, 256, 4 * 2 * 128 * 16 * 4)?;
    let launch = |a: &Buffer<f32>, b: &Buffer<f32>, c: &mut Buffer<f32>| {
        // SAFETY: the buffers have as many elements as the layouts reach, and there is a block for each tile.
        let with = unsafe {
            promise(gemm_f32_ragged {
                a,
                a_layout: layout_a,
                b,
                b_layout: layout_b,
                c,
                c_layout: layout_c,
                extents: [m, n, k],
            })
        };
        kernel.launch(with)
    };
    let ms = gpu.median_ms(repeats, |i| {
        let i = i % BUFFERS;
        launch(&on_a[i], &on_b[i], &mut on_c[i])
    })?;
    // Sums of integers are exact.
    let part = part_of_signs(depth, 1e6);
    let (signs_a, signs_b) = (random.signs(a.len(), part), random.signs(b.len(), part));
    let (on_signs_a, on_signs_b) = (gpu.upload(&signs_a)?, gpu.upload(&signs_b)?);
    for on_c in &mut on_c {
        gpu.poison(on_c)?;
        launch(&on_signs_a, &on_signs_b, on_c)?;
        let c = gpu.download(on_c)?;
        let wrong = wrong_rows_of_product(
            [rows, columns, depth],
            |i, p| f64::from(signs_a[i + lda as usize * p]),
            |j, p| f64::from(signs_b[j + ldb as usize * p]),
            |i, j| f64::from(c[i + lda as usize * j]),
            &mut random,
        );
        let beside =
            c.iter().enumerate().filter(|(at, x)| at % lda as usize >= rows && !x.is_nan());
        exact("gemm_f32_ragged", wrong, beside.count())?;
    }
    if k == 0 {
        return report("gemm_f32_ragged", vec![m, n, k], ms, 0.0, 1e-4);
    }
    gpu.poison(&mut on_c[1])?;
    launch(&on_a[1], &on_b[1], &mut on_c[1])?;
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

/// Launches a kernel with `A` and `B`, their layouts, `C`, its layout, and the extents.
type Run<'r, E, K, G> = &'r dyn Fn(
    &Kernel<K>,
    [&Buffer<E>; 2],
    [<G as Layouts>::In; 2],
    &mut Buffer<E>,
    <G as Layouts>::C,
    [u32; 3],
) -> Result<(), Error>;

fn gemm_mma<E: Element + Sync, K: launch::Kernel, G: Layouts>(
    gpu: &Gpu,
    run: Run<'_, E, K, G>,
    parameters: G,
    [m, n, k, batch]: [u32; 4],
    repeats: usize,
    most: f64,
    (to, from): (fn(f32) -> E, fn(E) -> f64),
) -> Outcome {
    let name = K::NAME;
    let [lda, ldc] = [k, n].map(|x| x.next_multiple_of(8));
    // The distance to the next matrix, in elements.
    let next = [[m, lda], [n, lda], [m, ldc]].map(|[x, y]| x as usize * y as usize);
    let mut random = Random::fresh();
    // Empty matrices get memory of one element.
    let [length_a, length_b] = [next[0], next[1]].map(|next| (batch as usize * next).max(1));
    let mut numbers = |count| -> Vec<E> { random.normals(count).into_iter().map(to).collect() };
    let (a, b) = (numbers(length_a), numbers(length_b));
    // Integers whose sums the type represents exactly.
    let part = part_of_signs(k as usize, most);
    let mut signs = |count| -> Vec<E> { random.signs(count, part).into_iter().map(to).collect() };
    let (signs_a, signs_b) = (signs(length_a), signs(length_b));
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<E>(batch as usize * next[2])?);
    }
    let depth = k.div_ceil(8);
    // In vectors. The options were checked to give few enough of them.
    let [of_a, of_b, of_c] = next.map(|next| (next / 8) as u32);
    let layout_a = parameters.operand([m, depth, batch], [lda / 8, of_a])?;
    let layout_b = parameters.operand([n, depth, batch], [lda / 8, of_b])?;
    let layout_c = parameters.c([m, ldc / 8, batch], [ldc / 8, of_c])?;
    let grid = parameters.grid([m, n, batch]);
    let kernel = gpu.kernel::<K>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
    let (on_signs_a, on_signs_b) = (gpu.upload(&signs_a)?, gpu.upload(&signs_b)?);
    let launch = |a: &Buffer<E>, b: &Buffer<E>, c: &mut Buffer<E>| {
        run(&kernel, [a, b], [layout_a, layout_b], c, layout_c, [m, n, k])
    };
    let ms = gpu.median_ms(repeats, |i| {
        let i = i % BUFFERS;
        launch(&on_a[i], &on_b[i], &mut on_c[i])
    })?;
    for on_c in &mut on_c {
        gpu.poison(on_c)?;
        launch(&on_signs_a, &on_signs_b, on_c)?;
        let c = gpu.download(on_c)?;
        for z in 0..batch as usize {
            let wrong = wrong_rows_of_product(
                [m, n, k].map(|x| x as usize),
                |i, p| from(signs_a[next[0] * z + p + lda as usize * i]),
                |j, p| from(signs_b[next[1] * z + p + lda as usize * j]),
                |i, j| from(c[next[2] * z + j + ldc as usize * i]),
                &mut random,
            );
            exact(name, wrong, 0)?;
        }
        let beside = |at: usize| at % ldc as usize >= n as usize;
        let beside = c.iter().enumerate().filter(|(at, x)| beside(*at) && !from(**x).is_nan());
        exact(name, 0, beside.count())?;
    }
    if k == 0 {
        return report(name, vec![m, n, k, batch], ms, 0.0, 3e-2);
    }
    gpu.poison(&mut on_c[1])?;
    launch(&on_a[1], &on_b[1], &mut on_c[1])?;
    let c = gpu.download(&on_c[1])?;
    let [lda, ldc] = [lda, ldc].map(|x| x as usize);
    // The first and the last matrix.
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
