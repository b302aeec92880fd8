//! Attention forward, `O = softmax(Q Kᵀ / sqrt(d)) V`, of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.

use std::process::ExitCode;

use half::bf16;
use tilework::atom::SharedTile;
use tilework_device::argument::attention::{
    Atom, Attention64, Attention128, BOX, Parameters, ROWS, THREADS,
};
use tilework_device::reference::{Random, error_of_attention, in_parallel};
use tilework_device::{PushKernelArg, Report, Usage, program};

/// As many rows of `O`, or all, are compared.
const COMPARED: usize = 1024;

const USAGE: Usage = Usage {
    about: "Attention forward of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.",
    numbers: &[("heads", 16), ("tokens", 16384), ("d", 128), ("repeats", 10)],
    words: &[],
    check: |options| options.either("d", [64, 128]).and_then(|()| options.multiple("tokens", 128)),
};

fn main() -> ExitCode {
    program(&USAGE, |gpu, options, say| {
        let [heads, tokens, d] = ["heads", "tokens", "d"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        let (name, shared) = match d {
            64 => ("attention_64", Attention64::SHARED_MEMORY),
            _ => ("attention_128", Attention128::SHARED_MEMORY),
        };
        let mut random = Random::fresh();
        let rows = heads as usize * tokens as usize;
        let width = d as usize;
        let mut numbers = || -> Vec<u16> {
            random.normals(rows * width).into_iter().map(|x| bf16::from_f32(x).to_bits()).collect()
        };
        let (q, k, v) = (numbers(), numbers(), numbers());
        let on = [gpu.upload(&q)?, gpu.upload(&k)?, gpu.upload(&v)?];
        let mut o = gpu.poisoned::<u16>(rows * width)?;
        let [q_map, k_map, v_map] = [
            gpu.tensor_map(&on[0], d, Atom::VALUE, [BOX as u32, ROWS as u32])?,
            gpu.tensor_map(&on[1], d, Atom::VALUE, [BOX as u32, Attention128::TOKENS as u32])?,
            gpu.tensor_map(&on[2], d, Atom::VALUE, [BOX as u32, Attention128::TOKENS as u32])?,
        ];
        let grid = [tokens / ROWS as u32, heads, 1];
        let kernel = gpu.kernel(name, grid, THREADS, shared as u32)?;
        let scale = 1.0 / f64::from(d).sqrt();
        let to_power_of_2 = (scale * std::f64::consts::LOG2_E) as f32;
        let ms = gpu.median_ms(repeats, |_| {
            let mut with = kernel.with();
            with.arg(&q_map).arg(&k_map).arg(&v_map).arg(&mut o).arg(&tokens).arg(&to_power_of_2);
            // SAFETY: buffers of as many elements as the maps reach, and a block for 128 tokens of each head.
            unsafe { with.launch(kernel.launch) }.map(|_| ())
        })?;
        let o = gpu.download(&o)?;
        let number = |x: u16| f64::from(bf16::from_bits(x).to_f32());
        if o.iter().any(|&x| number(x).is_nan()) {
            return Err(format!("{name}: not all of the result was written").into());
        }
        let compared: Vec<usize> = if rows <= COMPARED {
            (0..rows).collect()
        } else {
            (0..COMPARED).map(|_| random.bits() as usize % rows).collect()
        };
        let errors = in_parallel(compared.len(), |i| {
            let row = compared[i];
            let first = row / tokens as usize * tokens as usize;
            let of = |data: &[u16], row: usize| -> Vec<f64> {
                data[row * width..][..width].iter().map(|&x| number(x)).collect()
            };
            let tokens = first..first + tokens as usize;
            error_of_attention(
                scale,
                &of(&q, row),
                tokens.clone().map(|at| of(&k, at)),
                tokens.map(|at| of(&v, at)),
                &of(&o, row),
            )
        });
        // The worst row.
        let error = errors.into_iter().fold(0.0, f64::max);
        let work = 4.0 * f64::from(heads) * f64::from(tokens) * f64::from(tokens) * f64::from(d);
        let extents = vec![heads, tokens, d];
        say(Report {
            name: name.to_owned(),
            extents,
            ms,
            rate: work / ms / 1e9,
            unit: "TFLOP/s",
            error,
        });
        if error < 3e-2 { Ok(()) } else { Err(format!("{name}: the error is {error:e}").into()) }
    })
}
