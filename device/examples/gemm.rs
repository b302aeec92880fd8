//! `C = A B` of f32, by columns: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`, multiples of 128, of 128 and of 16.

use std::process::ExitCode;

use tilework_device::argument::{Leaves, gemm_f32_in, gemm_f32_out};
use tilework_device::reference::{Random, error_of_product};
use tilework_device::{PushKernelArg, Report, program};

/// As many sets of buffers, so that nothing is in a cache.
const BUFFERS: usize = 3;

fn main() -> ExitCode {
    program(&["m", "n", "k", "repeats"], |gpu, options, say| {
        let [m, n, k] = ["m", "n", "k"].map(|name| options.number(name, 4096));
        let repeats = options.number("repeats", 30) as usize;
        let extents = [m, n, k].map(|x| x as usize);
        let [rows, columns, depth] = extents;
        let mut random = Random::fresh();
        let (a, b) = (random.numbers(rows * depth), random.numbers(columns * depth));
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
            with.arg(&on_a[i]).arg(&layout_a).arg(&on_b[i]).arg(&layout_b).arg(&mut on_c[i]).arg(&layout_c);
            // SAFETY: buffers of as many elements as the layouts reach, and a block for each tile.
            unsafe { with.launch(kernel.launch) }.map(|_| ())
        })?;
        let c = gpu.download(&on_c[1])?;
        let error = error_of_product(
            extents,
            |i, p| f64::from(a[i + rows * p]),
            |j, p| f64::from(b[j + columns * p]),
            |i, j| f64::from(c[i + rows * j]),
            &mut random,
        );
        let rate = 2e-9 * (rows * columns) as f64 * depth as f64 / ms;
        say(Report { name: "gemm_f32".to_owned(), extents: vec![m, n, k], ms, rate, unit: "TFLOP/s", error });
        if error < 1e-4 { Ok(()) } else { Err(format!("gemm_f32: the error is {error:e}").into()) }
    })
}
