//! Products of e4m3 with scales, `C = A Bᵀ` to bf16, of row-major matrices. `rows` has a scale for each row of `A` and
//! of `B`. `blocks` has one for each 128 columns of a row of `A` and for each 128 x 128 elements of `B`. The kernels
//! are in `gpu/kernels/src/gemm_e4m3.rs`.

use std::process::ExitCode;

use half::bf16;
use tilework::try_layout;
use tilework_host::product::Scales;
use tilework_host::reference::{Random, e4m3, error_of_product};
use tilework_host::{Gpu, Report, Usage, program};

/// The number of sets of buffers, used in turn so that nothing stays in a cache.
const BUFFERS: usize = 3;

const USAGE: Usage = Usage {
    about: "Products of e4m3 with scales, `m` x `k` by `k` x `n`: `n` is a multiple of 8, and `k` of 16.",
    numbers: &[("m", 4096), ("n", 4096), ("k", 4096), ("repeats", 30)],
    zeros: &["k"],
    words: &["rows", "blocks"],
    check: |options| options.multiple("n", 8).and_then(|()| options.multiple("k", 16)),
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = ["m", "n", "k"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        for name in ["rows", "blocks"] {
            if options.chooses(name) {
                say(product(gpu, extents, repeats, name == "blocks")?);
            }
        }
        Ok(())
    })
}

fn product(
    gpu: &Gpu,
    [m, n, k]: [u32; 3],
    repeats: usize,
    by_blocks: bool,
) -> Result<Report, Box<dyn std::error::Error>> {
    let mut random = Random::fresh();
    let mut numbers = |rows: u32| -> Vec<u8> {
        (0..rows as usize * k as usize).map(|_| e4m3::random(&mut random)).collect()
    };
    let (a, b) = (numbers(m), numbers(n));
    // The rows of `B` and columns of `k` that share a scale, and the number of scales along each.
    let [of_rows, of_columns] = if by_blocks { [128, 128] } else { [1, k.max(1)] };
    let (parts, blocks) = (if by_blocks { k.div_ceil(128) } else { 1 }, n.div_ceil(of_rows));
    let mut scales = |rows: u32| -> Vec<f32> {
        let count = rows as usize * parts as usize;
        random.numbers(count).into_iter().map(|x| 1.5 + x).collect()
    };
    let (scales_a, scales_b) = (scales(m), scales(blocks));
    let (on_scales_a, on_scales_b) = (gpu.upload(&scales_a)?, gpu.upload(&scales_b)?);
    let scales = if by_blocks {
        let (of_a, of_b) = (try_layout!((m,parts):(1,m))?, try_layout!((blocks,parts):(1,blocks))?);
        Scales::by_blocks((&on_scales_a, of_a), (&on_scales_b, of_b))
    } else {
        Scales::by_rows(&on_scales_a, &on_scales_b)
    };
    let (mut on_a, mut on_b, mut on_c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        on_a.push(gpu.upload(&a)?);
        on_b.push(gpu.upload(&b)?);
        on_c.push(gpu.poisoned::<bf16>(m as usize * n as usize)?);
    }
    let of = |rows: u32, columns: u32| try_layout!((rows,columns):(columns,1));
    let (of_a, of_b, of_c) = (of(m, k)?, of(n, k)?, of(m, n)?);
    let mut products = Vec::new();
    for ((a, b), c) in on_a.iter().zip(&on_b).zip(&mut on_c) {
        products.push(gpu.product_scaled((a, of_a), (b, of_b), &scales, (c, of_c))?);
    }
    let name = products[0].kernel().to_owned();
    let ms = gpu.median_ms(repeats, |i| products[i % BUFFERS].launch())?;
    drop(products);
    let c = gpu.download(&on_c[0])?;
    let [rows, columns, depth] = [m, n, k].map(|x| x as usize);
    let scale = |scales: &[f32], row: usize, rows: u32, p: usize| {
        f64::from(scales[row + rows as usize * (p / of_columns as usize)])
    };
    let error = error_of_product(
        [rows, columns, depth],
        |i, p| scale(&scales_a, i, m, p) * e4m3::value(a[i * depth + p]),
        |j, p| scale(&scales_b, j / of_rows as usize, blocks, p) * e4m3::value(b[j * depth + p]),
        |i, j| c[i * columns + j].to_f64(),
        &mut random,
    );
    // Sums of 8-bit `wgmma` have 13 bits, and with large scales bf16 rounds off more: up to 0.06 for `rows`.
    if error.is_nan() || error >= 1e-1 {
        return Err(format!("{name}: the error is {error:e}").into());
    }
    let rate = 2e-9 * f64::from(m) * f64::from(n) * f64::from(k) / ms;
    Ok(Report { name, extents: vec![m, n, k], ms, rate, unit: "TFLOP/s", error })
}
