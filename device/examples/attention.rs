//! Attention forward, `O = softmax(Q Kᵀ / sqrt(d)) V`, of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.

use std::process::ExitCode;

use half::bf16;
use tilework_device::reference::{Random, dominated, error_of_attention, in_parallel};
use tilework_device::{Buffer, Error, Gpu, Kernel, Report, TensorMap, Usage, program, promise};
use tilework_kernel::launch;
use tilework_kernels::argument::attention::{Attention64, Attention128, Parameters, ROWS, THREADS};
use tilework_kernels::attention::{OfQ, OfTokens, attention_64, attention_128};

/// As many rows of `O`, or all, are compared.
const COMPARED: usize = 1024;

const USAGE: Usage = Usage {
    about: "Attention forward of bf16: `heads` of `tokens`, a multiple of 128, with `d` 64 or 128.",
    numbers: &[("heads", 16), ("tokens", 16384), ("d", 128), ("repeats", 10)],
    zeros: &[],
    words: &[],
    check: |options| options.either("d", [64, 128]).and_then(|()| options.multiple("tokens", 128)),
};

/// Maps of `Q`, `K` and `V`.
type Maps<'d, A> = (TensorMap<'d, OfQ>, TensorMap<'d, OfTokens<A>>, TensorMap<'d, OfTokens<A>>);

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = ["heads", "tokens", "d"].map(|name| options.number(name));
        let repeats = options.number("repeats") as usize;
        say(match extents[2] {
            64 => attention::<attention_64, Attention64>(
                gpu,
                extents,
                repeats,
                |kernel, (q, k, v), o, tokens, scale| {
                    // SAFETY: a buffer of as many elements as the maps reach, and a block for 128 tokens of each head.
                    kernel.launch(unsafe { promise(attention_64 { q, k, v, o, tokens, scale }) })
                },
            )?,
            _ => attention::<attention_128, Attention128>(
                gpu,
                extents,
                repeats,
                |kernel, (q, k, v), o, tokens, scale| {
                    // SAFETY: as above.
                    kernel.launch(unsafe { promise(attention_128 { q, k, v, o, tokens, scale }) })
                },
            )?,
        });
        Ok(())
    })
}

/// Attention by a kernel of these parameters.
fn attention<K: launch::Kernel, A: Parameters>(
    gpu: &Gpu,
    [heads, tokens, d]: [u32; 3],
    repeats: usize,
    run: impl Fn(&Kernel<K>, &Maps<'_, A>, &mut Buffer<u16>, u32, f32) -> Result<(), Error>,
) -> Result<Report, Box<dyn std::error::Error>> {
    let name = K::NAME;
    let mut random = Random::fresh();
    let rows = heads as usize * tokens as usize;
    let width = d as usize;
    let mut numbers = || -> Vec<u16> {
        random.normals(rows * width).into_iter().map(|x| bf16::from_f32(x).to_bits()).collect()
    };
    let (q, k, v) = (numbers(), numbers(), numbers());
    let on = [gpu.upload(&q)?, gpu.upload(&k)?, gpu.upload(&v)?];
    let mut o = gpu.poisoned::<u16>(rows * width)?;
    let v_map = gpu.tensor_map(&on[2], d)?;
    let maps = (gpu.tensor_map(&on[0], d)?, gpu.tensor_map(&on[1], d)?, v_map);
    let grid = [tokens / ROWS as u32, heads, 1];
    let kernel = gpu.kernel::<K>(grid, THREADS, A::SHARED_MEMORY as u32)?;
    let scale = 1.0 / f64::from(d).sqrt();
    let to_power_of_2 = (scale * std::f64::consts::LOG2_E) as f32;
    let launch =
        |maps: &Maps<'_, A>, o: &mut Buffer<u16>| run(&kernel, maps, o, tokens, to_power_of_2);
    let ms = gpu.median_ms(repeats, |_| launch(&maps, &mut o))?;
    // One key of each row is so much larger than all others that the row of `O` is that of `V`: all rows, exactly.
    let (one_q, one_k, of_row) = dominated([heads, tokens, d], &mut random);
    let bits = |x: Vec<f32>| x.into_iter().map(|x| bf16::from_f32(x).to_bits()).collect::<Vec<_>>();
    let (on_q, on_k) = (gpu.upload(&bits(one_q))?, gpu.upload(&bits(one_k))?);
    let one = (gpu.tensor_map(&on_q, d)?, gpu.tensor_map(&on_k, d)?, v_map);
    for _ in 0..3 {
        gpu.poison(&mut o)?;
        launch(&one, &mut o)?;
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
    launch(&maps, &mut o)?;
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
    if error >= 3e-2 {
        return Err(format!("{name}: the error is {error:e}").into());
    }
    Ok(Report {
        name: name.to_owned(),
        extents: vec![heads, tokens, d],
        ms,
        rate: work / ms / 1e9,
        unit: "TFLOP/s",
        error,
    })
}
