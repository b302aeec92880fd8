//! Matrix products, each compared with a reference in f64: `C = A Bᵀ`, where `A` is `m` x `k`, `B` is `n` x `k` and `C`
//! is `m` x `n`. `f32` is column-major, with extents that are multiples of 128, 128 and 16. `f16` and `bf16` are
//! row-major, with `n` and `k` multiples of 8.

use std::process::ExitCode;

use half::{bf16, f16};
use tilework_device::{Element, launch};
use tilework_host::reference::{Random, error_of_product, part_of_signs, wrong_rows_of_product};
use tilework_host::{Buffer, Error, Gpu, Kernel, Report, TensorMap, Usage, program, promise};
use tilework_kernels::argument::gemm_f16::{GemmBf16, GemmBf16By128, GemmF16, Of16Bits};
use tilework_kernels::argument::{gemm_f32_in, gemm_f32_out};
use tilework_kernels::gemm_f16::{OfA, OfB, OfC, gemm_bf16, gemm_bf16_128, gemm_f16};
use tilework_kernels::gemm_f32::gemm_f32;

/// The number of sets of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 3;

type Outcome = Result<Report, Box<dyn std::error::Error>>;

const USAGE: Usage = Usage {
    about: "Products of matrices, `m` x `k` by `k` x `n`. For f32, `m` and `n` are multiples of 128 and `k` is a multiple of 16. \
            For f16 and bf16, `n` and `k` are multiples of 8.",
    numbers: &[("m", 4096), ("n", 4096), ("k", 4096), ("repeats", 30)],
    zeros: &["k"],
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

/// The product by one kernel, with these parameters.
macro_rules! by_wgmma {
    ($kernel:ident $parameters:ident) => {
        |gpu: &Gpu, extents, repeats, most, conversions| {
            let run: Run<'_, $kernel, $parameters> = &|kernel, (a, b, c), tiles, steps| {
                // SAFETY: the maps belong to buffers, and the blocks take all tiles.
                kernel.launch(unsafe { promise($kernel { a, b, c, tiles, steps }) })
            };
            gemm_16(gpu, run, extents, repeats, most, conversions)
        }
    };
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        if options.chooses("f32") {
            say(of_f32(gpu, extents, repeats)?);
        }
        if options.chooses("f16") {
            // The type represents all integers up to this one.
            const MOST: f64 = 2048.0;
            let (to, from) = (f16::from_f32 as fn(f32) -> f16, f16::to_f64 as fn(f16) -> f64);
            say(by_wgmma!(gemm_f16 GemmF16)(gpu, extents, repeats, MOST, (to, from))?);
        }
        if options.chooses("bf16") {
            const MOST: f64 = 256.0;
            let (to, from) = (bf16::from_f32 as fn(f32) -> bf16, bf16::to_f64 as fn(bf16) -> f64);
            say(by_wgmma!(gemm_bf16 GemmBf16)(gpu, extents, repeats, MOST, (to, from))?);
            say(by_wgmma!(gemm_bf16_128 GemmBf16By128)(gpu, extents, repeats, MOST, (to, from))?);
        }
        Ok(())
    })
}

/// Checks that no row is wrong in a launch with integers.
fn exact(name: &str, wrong: usize) -> Result<(), String> {
    match wrong {
        0 => Ok(()),
        rows => Err(format!("{name}: {rows} rows of a product of integers are wrong")),
    }
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

fn of_f32(gpu: &Gpu, [m, n, k]: [u32; 3], repeats: usize) -> Outcome {
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    // Empty matrices get memory of one element.
    let [length_a, length_b] = [rows * depth, columns * depth].map(|length| length.max(1));
    let (a, b) = (random.normals(length_a), random.normals(length_b));
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<f32>(rows * columns)?);
    }
    let layout_a = gemm_f32_in(m / 4, k, m / 4)?;
    let layout_b = gemm_f32_in(n / 4, k, n / 4)?;
    let layout_c = gemm_f32_out(m / 4, n, m / 4)?;
    let kernel = gpu.kernel::<gemm_f32>([m / 128, n / 128, 1], 256, 4 * 2 * 128 * 16 * 4)?;
    let launch = |a: &Buffer<f32>, b: &Buffer<f32>, c: &mut Buffer<f32>| {
        // SAFETY: the buffers have as many elements as the layouts reach, and there is a block for each tile.
        kernel.launch(unsafe {
            promise(gemm_f32 {
                a,
                a_layout: layout_a,
                b,
                b_layout: layout_b,
                c,
                c_layout: layout_c,
            })
        })
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
            |i, p| f64::from(signs_a[i + rows * p]),
            |j, p| f64::from(signs_b[j + columns * p]),
            |i, j| f64::from(c[i + rows * j]),
            &mut random,
        );
        exact("gemm_f32", wrong)?;
    }
    if k == 0 {
        return report("gemm_f32", [m, n, k], ms, 0.0, 1e-4);
    }
    gpu.poison(&mut on_c[1])?;
    launch(&on_a[1], &on_b[1], &mut on_c[1])?;
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

/// The maps of `A`, `B` and `C`.
type Maps<'d, G> = (TensorMap<'d, OfA<G>>, TensorMap<'d, OfB<G>>, TensorMap<'d, OfC<G>>);
/// Launches a kernel for these tiles of `C` and steps along `k`.
type Run<'r, K, G> = &'r dyn Fn(&Kernel<K>, &Maps<'_, G>, [u32; 2], u32) -> Result<(), Error>;

fn maps<'d, E: Element, G: Of16Bits<E>>(
    gpu: &Gpu,
    [a, b, c]: [&'d Buffer<E>; 3],
    [n, k]: [u32; 2],
) -> Result<Maps<'d, G>, Error> {
    // A matrix without columns has no map. The kernel reads no element of it, so any other matrix serves.
    let [a, b] = [a, b].map(|x| if k == 0 { (c, n) } else { (x, k) });
    Ok((gpu.tensor_map(a.0, a.1)?, gpu.tensor_map(b.0, b.1)?, gpu.tensor_map(c, n)?))
}

fn gemm_16<E: Element + Sync, K: launch::Kernel, G: Of16Bits<E>>(
    gpu: &Gpu,
    run: Run<'_, K, G>,
    [m, n, k]: [u32; 3],
    repeats: usize,
    most: f64,
    (to, from): (fn(f32) -> E, fn(E) -> f64),
) -> Outcome {
    let name = K::NAME;
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let mut random = Random::fresh();
    // Empty matrices get memory of one element.
    let lengths = [rows * depth, columns * depth, rows * columns].map(|length| length.max(1));
    let mut numbers = |count| random.normals(count).into_iter().map(to).collect::<Vec<E>>();
    let (a, b) = (numbers(lengths[0]), numbers(lengths[1]));
    // Integers whose sums the type represents exactly.
    let part = part_of_signs(depth, most);
    let mut signs = |count| random.signs(count, part).into_iter().map(to).collect::<Vec<E>>();
    let (signs_a, signs_b) = (signs(lengths[0]), signs(lengths[1]));
    let (mut on_a, mut on_b, mut on_c): (Vec<Buffer<E>>, Vec<Buffer<E>>, Vec<Buffer<E>>) =
        Default::default();
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned(lengths[2])?);
    }
    let (on_signs_a, on_signs_b) = (gpu.upload(&signs_a)?, gpu.upload(&signs_b)?);
    let tiles = G::tiles(m, n);
    let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
    let kernel = gpu.kernel::<K>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
    let steps = G::steps(k);
    let launch = |maps: &Maps<'_, G>| run(&kernel, maps, tiles, steps);
    let mut of_buffers = Vec::new();
    for i in 0..BUFFERS {
        of_buffers.push(maps::<E, G>(gpu, [&on_a[i], &on_b[i], &on_c[i]], [n, k])?);
    }
    let ms = gpu.median_ms(repeats, |i| launch(&of_buffers[i % BUFFERS]))?;
    for on_c in &mut on_c {
        gpu.poison(on_c)?;
        launch(&maps::<E, G>(gpu, [&on_signs_a, &on_signs_b, on_c], [n, k])?)?;
        let c = gpu.download(on_c)?;
        let wrong = wrong_rows_of_product(
            [rows, columns, depth],
            |i, p| from(signs_a[p + depth * i]),
            |j, p| from(signs_b[p + depth * j]),
            |i, j| from(c[j + columns * i]),
            &mut random,
        );
        exact(name, wrong)?;
    }
    if k == 0 {
        return report(name, [m, n, k], ms, 0.0, 3e-2);
    }
    gpu.poison(&mut on_c[1])?;
    launch(&maps::<E, G>(gpu, [&on_a[1], &on_b[1], &on_c[1]], [n, k])?)?;
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
