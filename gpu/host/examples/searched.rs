//! Compares kernels whose shared memory has hand-picked layouts with the same kernels whose layouts were found by
//! search. They run in turns: the transposes of `m` x `n` f32, and the transposes for any extents with 3 rows and
//! columns fewer. Each row of the output has the median of a kernel. A last row says how much longer the found one
//! takes, as the median over the turns.

use std::process::ExitCode;

use tilework_host::reference::Random;
use tilework_host::{Buffer, Error, Gpu, Kernel, Report, Usage, program, promise};
use tilework_kernels::argument::transpose::{RAGGED_TRANSPOSE, TRANSPOSE};
use tilework_kernels::searched::{
    RAGGED_SHARED_MEMORY, transpose_found, transpose_planned, transpose_ragged_found,
};
use tilework_kernels::transpose::{transpose, transpose_ragged};

/// The number of pairs of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 3;

const USAGE: Usage = Usage {
    about: "Kernels with layouts that a search found, and with hand-picked ones, in turns of `repeats` launches.",
    numbers: &[("m", 16384), ("n", 16384), ("turns", 15), ("repeats", 10)],
    zeros: &[],
    words: &["transpose", "transpose_ragged"],
    check: |options| options.multiple("m", 64).and_then(|()| options.multiple("n", 64)),
};

type Failed = Box<dyn std::error::Error>;
type Launch<'l> = Box<dyn FnMut(usize) -> Result<(), Error> + 'l>;

/// The kernels that run in turns, by name. Each is launched with the number of the buffers.
struct Turns<'l> {
    extents: Vec<u32>,
    /// The bytes that a launch moves.
    work: f64,
    each: Vec<(&'static str, Launch<'l>)>,
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Turns<'_> {
    /// The medians, with the first one compared to the others.
    fn run(
        mut self,
        gpu: &Gpu,
        [turns, repeats]: [usize; 2],
        say: &mut dyn FnMut(Report),
    ) -> Result<(), Failed> {
        let mut times = vec![Vec::new(); self.each.len()];
        for turn in 0..turns {
            // Each kernel is the first of a turn equally often.
            for i in 0..self.each.len() {
                let i = (i + turn) % self.each.len();
                times[i].push(gpu.median_ms(repeats, &mut self.each[i].1)?);
            }
        }
        let first = times[0].clone();
        for ((name, _), times) in self.each.iter().zip(times) {
            let longer = first.iter().zip(&times).map(|(first, of)| of / first).collect();
            let ms = middle(times);
            say(Report {
                name: format!("{name} {:.3}", middle(longer)),
                extents: self.extents.clone(),
                ms,
                rate: self.work / ms / 1e9,
                unit: "TB/s",
                error: 0.0,
            });
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let extents = [options.number("m"), options.number("n")];
        let turns = ["turns", "repeats"].map(|name| options.number(name) as usize);
        if options.chooses("transpose") {
            transposes(gpu, extents, true, turns, say)?;
        }
        if options.chooses("transpose_ragged") {
            transposes(gpu, extents.map(|extent| extent - 3), false, turns, say)?;
        }
        Ok(())
    })
}

/// Checks that each kernel transposes all elements.
fn all_right(
    gpu: &Gpu,
    data: &[f32],
    [m, n]: [usize; 2],
    to: &mut Buffer<f32>,
    name: &str,
    run: impl FnOnce(&mut Buffer<f32>) -> Result<(), Error>,
) -> Result<(), Failed> {
    gpu.poison(to)?;
    run(to)?;
    let turned = gpu.download(to)?;
    let right = |at: usize| turned[at / m + n * (at % m)].to_bits() == data[at].to_bits();
    match (0..m * n).filter(|&at| !right(at)).count() {
        0 => Ok(()),
        wrong => Err(format!("{name}: {wrong} elements are wrong").into()),
    }
}

/// The transposes for whole tiles, or those for any extents.
fn transposes(
    gpu: &Gpu,
    [m, n]: [u32; 2],
    whole: bool,
    turns: [usize; 2],
    say: &mut dyn FnMut(Report),
) -> Result<(), Failed> {
    let length = m as usize * n as usize;
    let data = Random::fresh().numbers(length);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for _ in 0..BUFFERS {
        from.push(gpu.upload(&data)?);
        to.push(std::cell::RefCell::new(gpu.poisoned::<f32>(length)?));
    }
    let mut each: Vec<(&'static str, Launch<'_>)> = Vec::new();
    macro_rules! launched {
        ($parameters:ident, $a:ident, $b:ident, $($kernel:ident $with:tt $shared:expr),*) => {$({
            let kernel: Kernel<$kernel> =
                gpu.kernel($parameters.grid(m, n), $parameters.threads(), $shared as u32)?;
            let (from, to) = (&from, &to);
            let run = move |from: &Buffer<f32>, to: &mut Buffer<f32>| {
                // SAFETY: the buffers have as many elements as the layouts reach, and there is a block for each tile.
                kernel.launch(unsafe { promise(launched!(@ $kernel from to $a $b $with)) })
            };
            let extents = [m as usize, n as usize];
            all_right(gpu, &data, extents, &mut to[0].borrow_mut(), stringify!($kernel), |to| run(&from[0], to))?;
            let launch =
                move |i: usize| run(&from[i % BUFFERS], &mut to[i % BUFFERS].borrow_mut());
            each.push((stringify!($kernel), Box::new(launch)));
        })*};
        (@ $kernel:ident $from:ident $to:ident $a:ident $b:ident []) => {
            $kernel { from: $from, a: $a, to: $to, b: $b }
        };
        (@ $kernel:ident $from:ident $to:ident $a:ident $b:ident [extents]) => {
            $kernel { from: $from, a: $a, to: $to, b: $b, extents: [m, n] }
        };
    }
    if whole {
        let a = TRANSPOSE.read().by_columns(m / 4, n, m / 4)?;
        let b = TRANSPOSE.written().by_columns(n / 4, m, n / 4)?;
        let shared = TRANSPOSE.shared_memory();
        launched!(TRANSPOSE, a, b, transpose [] shared, transpose_found [] shared, transpose_planned [] 0);
    } else {
        let (a, b) = (RAGGED_TRANSPOSE.a(m, n, m)?, RAGGED_TRANSPOSE.b(n, m, n)?);
        let shared = RAGGED_TRANSPOSE.shared_memory();
        launched!(
            RAGGED_TRANSPOSE, a, b,
            transpose_ragged [extents] shared, transpose_ragged_found [extents] RAGGED_SHARED_MEMORY
        );
    }
    let work = 8.0 * length as f64;
    Turns { extents: vec![m, n], work, each }.run(gpu, turns, say)
}
