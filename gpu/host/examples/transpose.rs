//! The transpose of a column-major matrix of `m` x `n` f32. Extents that are no multiples of 64 use the kernel for any
//! extents.

use std::process::ExitCode;

use tilework_host::reference::{Random, in_parallel};
use tilework_host::{Report, Usage, program, promise};
use tilework_kernels::argument::transpose::{RAGGED_TRANSPOSE, TRANSPOSE};
use tilework_kernels::transpose::{transpose, transpose_ragged};

/// The number of pairs of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 4;

const USAGE: Usage = Usage {
    about: "The transpose of a column-major matrix of `m` x `n` f32; `transpose` alone needs multiples of 64.",
    numbers: &[("m", 16384), ("n", 16384), ("repeats", 30)],
    zeros: &[],
    words: &["transpose", "transpose_ragged"],
    check: |options| {
        // If both kernels are chosen, the one for any extents accepts the extents.
        if options.chooses("transpose_ragged") {
            return Ok(());
        }
        options.multiple("m", 64).and_then(|()| options.multiple("n", 64))
    },
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let (m, n) = (options.number("m"), options.number("n"));
        let repeats = options.number("repeats") as usize;
        let length = m as usize * n as usize;
        let even = m.is_multiple_of(64) && n.is_multiple_of(64);
        let data = Random::fresh().numbers(length);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..BUFFERS {
            from.push(gpu.upload(&data)?);
            to.push(gpu.poisoned::<f32>(length)?);
        }
        for (name, whole) in [("transpose", true), ("transpose_ragged", false)] {
            if !options.chooses(name) || whole && !even {
                continue;
            }
            for to in &mut to {
                gpu.poison(to)?;
            }
            let ms = if whole {
                let a = TRANSPOSE.read().by_columns(m / 4, n, m / 4)?;
                let b = TRANSPOSE.written().by_columns(n / 4, m, n / 4)?;
                let (grid, threads) = (TRANSPOSE.grid(m, n), TRANSPOSE.threads());
                let shared = TRANSPOSE.shared_memory() as u32;
                let kernel = gpu.kernel::<transpose>(grid, threads, shared)?;
                gpu.median_ms(repeats, |i| {
                    let (from, to) = (&from[i % BUFFERS], &mut to[i % BUFFERS]);
                    // SAFETY: the buffers have as many elements as the layouts reach, and there is a block for each
                    // tile.
                    kernel.launch(unsafe { promise(transpose { from, a, to, b }) })
                })?
            } else {
                let (a, b) = (RAGGED_TRANSPOSE.a(m, n, m)?, RAGGED_TRANSPOSE.b(n, m, n)?);
                let (grid, threads) = (RAGGED_TRANSPOSE.grid(m, n), RAGGED_TRANSPOSE.threads());
                let shared = RAGGED_TRANSPOSE.shared_memory() as u32;
                let kernel = gpu.kernel::<transpose_ragged>(grid, threads, shared)?;
                gpu.median_ms(repeats, |i| {
                    let (from, to) = (&from[i % BUFFERS], &mut to[i % BUFFERS]);
                    // SAFETY: as above.
                    kernel.launch(unsafe {
                        promise(transpose_ragged { from, a, to, b, extents: [m, n] })
                    })
                })?
            };
            let (m, n) = (m as usize, n as usize);
            let turned = gpu.download(&to[1])?;
            let wrong: usize = in_parallel(m, |i| {
                (0..n).filter(|&j| turned[j + n * i].to_bits() != data[i + m * j].to_bits()).count()
            })
            .into_iter()
            .sum();
            let rate = 8.0 * length as f64 / ms / 1e9;
            let extents = vec![m as u32, n as u32];
            say(Report {
                name: name.to_owned(),
                extents,
                ms,
                rate,
                unit: "TB/s",
                error: wrong as f64,
            });
            if wrong > 0 {
                return Err(format!("{name}: {wrong} elements are wrong").into());
            }
        }
        Ok(())
    })
}
