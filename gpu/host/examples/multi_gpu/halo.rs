//! A stencil on a matrix that is distributed by rows. Each device has a halo of its neighbors' rows.

use tilework::algebra::{Distribution, redistribute};
use tilework_host::multi_gpu::Rank;
use tilework_host::{Error, Options, promise};
use tilework_kernels::stencil::{COLUMNS, stencil};

use crate::Row;
use crate::bandwidth::{line, refused};

/// The element at a place before the first step.
fn number(i: usize, j: usize) -> f32 {
    ((31 * i + 17 * j) % 101) as f32
}

/// Runs steps on a matrix of this size. Returns the milliseconds of a step, those of its exchange, and the final
/// elements of this device.
fn steps(
    rank: &Rank,
    size: usize,
    count: usize,
    repeats: usize,
) -> Result<(f64, f64, Vec<f32>), Error> {
    let whole = format!("({size},{size})").parse().map_err(refused)?;
    let mesh = line(rank)?;
    let rows = Distribution::sharded(&mesh, &whole, &[Some(0)]).map_err(refused)?;
    let windows = rows.with_halo(&[1, 1]).and_then(Distribution::by_rows).map_err(refused)?;
    let rows = rows.by_rows().map_err(refused)?;
    let plan = redistribute(&rows, &windows).map_err(refused)?;
    let mut exchange = rank.redistribution::<f32>(&plan)?;
    let height = size / rank.ranks();
    let first = rank.rank() * height;
    let mine: Vec<f32> =
        (0..height * size).map(|at| number(first + at / size, at % size)).collect();
    let mut x = rank.upload(&rows, &mine)?;
    // Outside of the matrix the halo stays 0.
    let mut window = rank.upload(&windows, &vec![0.0_f32; windows.local_size() as usize])?;
    let grid = [(size as u32).div_ceil(COLUMNS), height as u32, 1];
    let kernel = rank.gpu().kernel::<stencil>(grid, COLUMNS, 0)?;
    for _ in 0..count {
        rank.redistribute(&mut exchange, &x, &mut window)?;
        // SAFETY: there is a block for each row and each 256 columns, and the window reaches one element further on
        // each side.
        kernel.launch(unsafe {
            promise(stencil { window: window.local(), to: x.local_mut(), n: size as u32 })
        })?;
    }
    let after = rank.gpu().download(x.local())?;
    rank.barrier()?;
    let step = rank.gpu().median_ms(repeats, |_| {
        rank.redistribute(&mut exchange, &x, &mut window)?;
        // SAFETY: as above.
        kernel.launch(unsafe {
            promise(stencil { window: window.local(), to: x.local_mut(), n: size as u32 })
        })
    })?;
    rank.barrier()?;
    let exchanged =
        rank.gpu().median_ms(repeats, |_| rank.redistribute(&mut exchange, &x, &mut window))?;
    Ok((step, exchanged, after))
}

/// The steps by their definition, on the CPU.
fn definition(size: usize, count: usize) -> Vec<f32> {
    let mut x: Vec<f32> = (0..size * size).map(|at| number(at / size, at % size)).collect();
    for _ in 0..count {
        let at = |i: usize, j: usize| {
            let inside = (1..=size).contains(&i) && (1..=size).contains(&j);
            if inside { x[(i - 1) * size + j - 1] } else { 0.0 }
        };
        let of = |place: usize| {
            let (i, j) = (place / size + 1, place % size + 1);
            0.25 * ((at(i - 1, j) + at(i + 1, j)) + (at(i, j - 1) + at(i, j + 1)))
        };
        x = (0..size * size).map(of).collect();
    }
    x
}

pub fn stencils(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let repeats = options.number("repeats") as usize;
    let (small, count) = (64 * rank.ranks(), 20);
    let (_, _, found) = steps(rank, small, count, 1)?;
    let right = definition(small, count);
    let mine = &right[rank.rank() * found.len()..][..found.len()];
    let wrong =
        found.iter().zip(mine).filter(|(found, right)| found.to_bits() != right.to_bits()).count();
    let size = options.number("s") as usize;
    let (step, exchanged, _) = steps(rank, size, 0, repeats)?;
    // Each element is read and written.
    let bytes = 8e-9 * (size * size) as f64;
    let row = |name: &str, ms, wrong| Row {
        name: format!("{name}, {size} x {size} f32"),
        ms,
        of: bytes,
        unit: "GB/s",
        wrong,
    };
    Ok(vec![
        row("step of a stencil with its halo", step, wrong),
        row("its exchange, which copies the window too", exchanged, 0),
    ])
}
