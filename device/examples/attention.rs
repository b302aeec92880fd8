//! Attention forward, `O = softmax(Q Kᵀ / sqrt(d)) V`, of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.

use std::process::ExitCode;

use half::bf16;
use tilework::atom::SharedTile;
use tilework_device::argument::attention::{
    Atom, Attention64, Attention128, BOX, Parameters, ROWS, THREADS,
};
use tilework_device::reference::{Random, dominated, error_of_attention, in_parallel};
use tilework_device::{CudaSlice, Report, TensorMap, Usage, program};

/// As many rows of `O`, or all, are compared.
const COMPARED: usize = 1024;

const USAGE: Usage = Usage {
    about: "Attention forward of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.",
    numbers: &[("heads", 16), ("tokens", 16384), ("d", 128), ("repeats", 10)],
    zeros: &[],
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
        let launch = |[q, k, v]: [&TensorMap<'_>; 3], o: &mut CudaSlice<u16>| {
            let with = kernel.with().value(q).value(k).value(v).write(o);
            // SAFETY: buffers of as many elements as the maps reach, and a block for 128 tokens of each head.
            unsafe { with.value(&tokens).value(&to_power_of_2).launch() }
        };
        let ms = gpu.median_ms(repeats, |_| launch([&q_map, &k_map, &v_map], &mut o))?;
        // One key of each row is so much larger than all others that the row of `O` is that of `V`: all rows, exactly.
        let (one_q, one_k, of_row) = dominated([heads, tokens, d], &mut random);
        let bits =
            |x: Vec<f32>| x.into_iter().map(|x| bf16::from_f32(x).to_bits()).collect::<Vec<_>>();
        let (on_q, on_k) = (gpu.upload(&bits(one_q))?, gpu.upload(&bits(one_k))?);
        let one_q = gpu.tensor_map(&on_q, d, Atom::VALUE, [BOX as u32, ROWS as u32])?;
        let one_k =
            gpu.tensor_map(&on_k, d, Atom::VALUE, [BOX as u32, Attention128::TOKENS as u32])?;
        for _ in 0..3 {
            gpu.poison(&mut o)?;
            launch([&one_q, &one_k, &v_map], &mut o)?;
            let o = gpu.download(&o)?;
            let row = |data: &[u16], row: usize| data[row * width..][..width].to_vec();
            // Of -0 and 0 either.
            let equal = |x: u16, y: u16| x == y || (x | y) & 0x7fff == 0;
            let wrong = in_parallel(rows, |i| {
                !row(&o, i).into_iter().zip(row(&v, of_row[i])).all(|(x, y)| equal(x, y))
            });
            let wrong = wrong.into_iter().filter(|wrong| *wrong).count();
            if wrong > 0 {
                return Err(format!("{name}: {wrong} of {rows} rows are not those of V").into());
            }
        }
        gpu.poison(&mut o)?;
        launch([&q_map, &k_map, &v_map], &mut o)?;
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
