//! Copies of a column-major matrix of `m` x `n` elements, f32 or, with `--bits 16`, of 16 bits: to another matrix, to
//! tiles, and from tiles. The driver's copy runs beside them. The kernels copy 16 bytes at a time: a tile has 64 x 64
//! elements of f32, or 128 x 64 of 16 bits.

use std::process::ExitCode;

use tilework_device::{Bits128, ConsistsOf, Element};
use tilework_host::reference::{Random, in_parallel};
use tilework_host::{Buffer, Error, Gpu, Options, Report, Usage, program, promise};
use tilework_kernels::argument::copy::COPY;
use tilework_kernels::copy::{copy, copy_from_tiles, copy_to_tiles};

/// The number of pairs of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 4;

const USAGE: Usage = Usage {
    about: "Copies of a column-major matrix of `m` x `n` elements of 32 or 16 `bits`: to another matrix, to tiles and from tiles.",
    numbers: &[("m", 16384), ("n", 16384), ("bits", 32), ("repeats", 30)],
    zeros: &[],
    words: &["driver", "copy", "copy_to_tiles", "copy_from_tiles"],
    check: |options| {
        options.either("bits", [16, 32])?;
        // A tile has 16 rows of 16-byte units.
        options.multiple("m", 16 * 128 / options.number("bits"))?;
        options.multiple("n", 64)
    },
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let mut random = Random::fresh();
        let length = |m: u32, n: u32| m as usize * n as usize;
        let (m, n) = (options.number("m"), options.number("n"));
        if options.number("bits") == 32 {
            return copies(gpu, options, say, [m, n], &random.numbers(length(m, n)));
        }
        let data: Vec<u16> = (0..length(m, n)).map(|_| random.bits() as u16).collect();
        copies(gpu, options, say, [m, n], &data)
    })
}

/// A launch that copies from one buffer to the other.
type Run<'r, T> = dyn Fn(&Buffer<T>, &mut Buffer<T>) -> Result<(), Error> + 'r;

fn copies<T>(
    gpu: &Gpu,
    options: &Options,
    say: &mut dyn FnMut(Report),
    [m, n]: [u32; 2],
    data: &[T],
) -> Result<(), Box<dyn std::error::Error>>
where
    T: Element + PartialEq + Sync,
    Bits128: ConsistsOf<T>,
{
    let repeats = options.number("repeats") as usize;
    // The elements in 16 bytes, and the rows of a tile.
    let vector = 16 / size_of::<T>() as u32;
    let rows = 16 * vector as usize;
    let length = data.len();
    let (matrix, tiled) =
        (COPY.by_columns(m / vector, n, m / vector)?, COPY.in_tiles(m / vector, n)?);
    let mut from = Vec::new();
    let mut to = Vec::new();
    for _ in 0..BUFFERS {
        from.push(gpu.upload(data)?);
        to.push(gpu.poisoned::<T>(length)?);
    }
    // The place of the element (i,j) of the matrix in the tiled buffer.
    let in_tiles = |at: usize| {
        let (i, j) = (at % m as usize, at / m as usize);
        i % rows + rows * (j % 64) + 64 * rows * (i / rows + m as usize / rows * (j / 64))
    };
    let errors = |copied: &[T], place: &(dyn Fn(usize) -> (usize, usize) + Sync)| {
        let wrong = in_parallel(length.div_ceil(1 << 16), |block| {
            let range = block << 16..length.min((block + 1) << 16);
            let differ = |&at: &usize| {
                let (x, y) = place(at);
                // Elements that were not written are NaN, or 65535, which differs from all others.
                copied[x] != data[y]
            };
            range.filter(differ).count()
        });
        wrong.into_iter().sum::<usize>() as f64
    };
    let mut report = |name: &str, ms: f64, error: f64| {
        let rate = 2.0 * size_of_val(data) as f64 / ms / 1e9;
        let (name, extents) = (name.to_owned(), vec![m, n]);
        say(Report { name: name.clone(), extents, ms, rate, unit: "TB/s", error });
        if error == 0.0 { Ok(()) } else { Err(format!("{name}: {error} elements are wrong")) }
    };

    if options.chooses("driver") {
        let ms = gpu.median_ms(repeats, |i| gpu.copy(&from[i % BUFFERS], &mut to[i % BUFFERS]))?;
        report("driver's copy", ms, errors(&gpu.download(&to[0])?, &|at| (at, at)))?;
    }
    let grid = COPY.grid(m / vector, n);
    let threads = COPY.threads();
    let plain = gpu.kernel::<copy>(grid, threads, 0)?;
    let to_tiles = gpu.kernel::<copy_to_tiles>(grid, threads, 0)?;
    let from_tiles = gpu.kernel::<copy_from_tiles>(grid, threads, 0)?;
    let plain = |from: &_, to: &mut _| {
        // SAFETY: the buffers have as many elements as the layouts reach, and there is a block for each tile.
        plain.launch(unsafe { promise(copy { from, a: matrix, to, b: matrix }) })
    };
    let to_tiles = |from: &_, to: &mut _| {
        // SAFETY: as above.
        to_tiles.launch(unsafe { promise(copy_to_tiles { from, a: matrix, to, b: tiled }) })
    };
    let from_tiles = |from: &_, to: &mut _| {
        // SAFETY: as above.
        from_tiles.launch(unsafe { promise(copy_from_tiles { from, a: tiled, to, b: matrix }) })
    };
    let runs: [(&str, bool, bool, &Run<'_, T>); 3] = [
        ("copy", false, false, &plain),
        ("copy_to_tiles", false, true, &to_tiles),
        ("copy_from_tiles", true, false, &from_tiles),
    ];
    for (name, inward, outward, run) in runs {
        if !options.chooses(name) {
            continue;
        }
        for to in &mut to {
            gpu.poison(to)?;
        }
        let ms = gpu.median_ms(repeats, |i| run(&from[i % BUFFERS], &mut to[i % BUFFERS]))?;
        let copied = gpu.download(&to[1])?;
        let place = |at| match (inward, outward) {
            (false, false) => (at, at),
            (false, true) => (in_tiles(at), at),
            _ => (at, in_tiles(at)),
        };
        report(name, ms, errors(&copied, &place))?;
    }
    Ok(())
}
