//! Copies of a matrix of `m` x `n` f32 by columns: to another, to tiles and from tiles; beside the driver's copy.

use std::process::ExitCode;

use tilework_device::argument::{Leaves, columns, tiles};
use tilework_device::reference::{Random, in_parallel};
use tilework_device::{DriverError, PushKernelArg, Report, program};

/// As many pairs of buffers, so that nothing is in a cache.
const BUFFERS: usize = 4;

fn main() -> ExitCode {
    program(&["m", "n", "repeats"], |gpu, options, say| {
        let (m, n) = (options.number("m", 16384), options.number("n", 16384));
        let repeats = options.number("repeats", 30) as usize;
        let length = m as usize * n as usize;
        // In units of 16 bytes.
        let (matrix, tiled) = (columns(m / 4, n, m / 4)?, tiles(m / 4, n)?);
        let (matrix, tiled): (Leaves<5>, Leaves<3>) =
            (Leaves(matrix.dynamic_leaves()), Leaves(tiled.dynamic_leaves()));
        let data = Random::fresh().numbers(length);
        let mut from = Vec::new();
        let mut to = Vec::new();
        for _ in 0..BUFFERS {
            from.push(gpu.upload(&data)?);
            to.push(gpu.poisoned::<f32>(length)?);
        }
        // Where the element (i,j) of the matrix is in tiles of 64 x 64, 4096 elements each.
        let in_tiles = |at: usize| {
            let (i, j) = (at % m as usize, at / m as usize);
            i % 64 + 64 * (j % 64) + 4096 * (i / 64 + m as usize / 64 * (j / 64))
        };
        let errors = |copied: &[f32], place: &(dyn Fn(usize) -> (usize, usize) + Sync)| {
            let wrong = in_parallel(length.div_ceil(1 << 16), |block| {
                let range = block << 16..length.min((block + 1) << 16);
                range
                    .filter(|&at| {
                        let (x, y) = place(at);
                        copied[x].to_bits() != data[y].to_bits()
                    })
                    .count()
            });
            wrong.into_iter().sum::<usize>() as f64
        };
        let mut report = |name: &str, ms: f64, error: f64| {
            let rate = 8.0 * length as f64 / ms / 1e9;
            say(Report {
                name: name.to_owned(),
                extents: vec![m, n],
                ms,
                rate,
                unit: "TB/s",
                error,
            });
            if error == 0.0 { Ok(()) } else { Err(format!("{name}: {error} elements are wrong")) }
        };

        if options.chooses("driver") {
            let ms =
                gpu.median_ms(repeats, |i| gpu.copy(&from[i % BUFFERS], &mut to[i % BUFFERS]))?;
            report("driver's copy", ms, errors(&gpu.download(&to[0])?, &|at| (at, at)))?;
        }
        let grid = [m / 64, n / 64, 1];
        for (name, inward, outward) in [
            ("copy", false, false),
            ("copy_to_tiles", false, true),
            ("copy_from_tiles", true, false),
        ] {
            if !options.chooses(name) {
                continue;
            }
            for to in &mut to {
                gpu.poison(to)?;
            }
            let kernel = gpu.kernel(name, grid, 256, 0)?;
            let ms = gpu.median_ms(repeats, |i| {
                let (from, to) = (&from[i % BUFFERS], &mut to[i % BUFFERS]);
                let mut with = kernel.with();
                with.arg(from);
                if inward {
                    with.arg(&tiled)
                } else {
                    with.arg(&matrix)
                };
                with.arg(to);
                if outward {
                    with.arg(&tiled)
                } else {
                    with.arg(&matrix)
                };
                // SAFETY: buffers of as many elements as the layouts reach, and a block for each tile.
                unsafe { with.launch(kernel.launch) }.map(|_| ())
            })?;
            let copied = gpu.download(&to[1])?;
            let place = |at| match (inward, outward) {
                (false, false) => (at, at),
                (false, true) => (in_tiles(at), at),
                _ => (at, in_tiles(at)),
            };
            report(name, ms, errors(&copied, &place))?;
        }
        Ok::<(), DriverError>(())?;
        Ok(())
    })
}
