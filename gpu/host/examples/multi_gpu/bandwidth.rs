//! Bandwidths of plans compared with NCCL itself.

use tilework::algebra::{Distribution, Mesh, redistribute};
use tilework_host::multi_gpu::{Distributed, Rank};
use tilework_host::reference::in_parallel;
use tilework_host::{Error, Options};

use crate::Row;

/// The bits of the element at an integral coordinate.
pub fn element(x: u64) -> u16 {
    (x.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 45) as u16
}

/// Converts an error of the algebra about distributions that come from options.
pub fn refused(error: tilework::algebra::Error) -> Error {
    Error::because(error.to_string())
}

/// All devices as a one-dimensional mesh.
pub fn line(rank: &Rank) -> Result<Mesh, Error> {
    Mesh::of_shape(&(rank.ranks() as i64).into()).map_err(refused)
}

/// `length` elements. The `i`th is the element at `place(i)`.
fn made(length: usize, place: impl Fn(u64) -> u64 + Sync) -> Vec<u16> {
    let blocks = in_parallel(length.div_ceil(1 << 20), |block| {
        let range = block << 20..length.min((block + 1) << 20);
        range.map(|i| element(place(i as u64))).collect::<Vec<u16>>()
    });
    blocks.concat()
}

/// The number of a device's elements that differ from the element at `place(i)`.
fn wrong(
    rank: &Rank,
    of: &Distributed<u16>,
    place: impl Fn(u64) -> u64 + Sync,
) -> Result<usize, Error> {
    let found = rank.gpu().download(of.local())?;
    let counts = in_parallel(found.len().div_ceil(1 << 20), |block| {
        let range = block << 20..found.len().min((block + 1) << 20);
        range.filter(|&i| found[i] != element(place(i as u64))).count()
    });
    Ok(counts.into_iter().sum())
}

/// A redistribution, with the milliseconds that it takes.
fn timed(
    rank: &Rank,
    (from, to): (&Distribution, &Distribution),
    repeats: usize,
    at_first: impl Fn(u64) -> u64 + Sync,
    at_last: impl Fn(u64) -> u64 + Sync,
) -> Result<(f64, usize), Error> {
    let plan = redistribute(from, to).map_err(refused)?;
    let mut by = rank.redistribution::<u16>(&plan)?;
    let before = rank.upload(from, &made(from.local_size() as usize, at_first))?;
    let mut after = rank.poisoned::<u16>(to)?;
    rank.barrier()?;
    let ms = rank.gpu().median_ms(repeats, |_| rank.redistribute(&mut by, &before, &mut after))?;
    Ok((ms, wrong(rank, &after, at_last)?))
}

/// The gigabytes that each device sends or receives, out of all these bytes.
fn sent(bytes: f64, ranks: usize) -> f64 {
    1e-9 * bytes * (ranks - 1) as f64 / ranks as f64
}

pub fn all_gather(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let (ranks, bytes) = (rank.ranks(), (options.number("mib") as usize) << 20);
    let (mesh, whole) = (line(rank)?, (bytes as i64 / 2).into());
    let repeats = options.number("repeats") as usize;
    let of = |axis| Distribution::sharded(&mesh, &whole, &[axis]).map_err(refused);
    let (parts, copies) = (of(Some(0))?, of(None)?);
    let first = (rank.rank() * bytes / 2 / ranks) as u64;
    let (ms, wrong) = timed(rank, (&parts, &copies), repeats, |i| first + i, |i| i)?;
    let (from, mut to) =
        (rank.gpu().poisoned::<u16>(bytes / 2 / ranks)?, rank.gpu().poisoned(bytes / 2)?);
    rank.barrier()?;
    let directly = rank.gpu().median_ms(repeats, |_| rank.nccl_all_gather(&from, &mut to))?;
    let row = |name: &str, ms, wrong| Row {
        name: name.to_owned(),
        ms,
        of: sent(bytes as f64, ranks),
        unit: "GB/s",
        wrong,
    };
    Ok(vec![row("all-gather by a plan", ms, wrong), row("all-gather by NCCL", directly, 0)])
}

pub fn all_to_all(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let (ranks, bytes) = (rank.ranks(), (options.number("mib") as usize) << 20);
    let part = bytes / 2 / ranks;
    let repeats = options.number("repeats") as usize;
    let whole = format!("({ranks},{ranks},{part})").parse().map_err(refused)?;
    let mesh = line(rank)?;
    let of = |axis| {
        Distribution::sharded(&mesh, &whole, &[Some(axis)])
            .and_then(Distribution::by_rows)
            .map_err(refused)
    };
    let (p, part) = (rank.rank() as u64, part as u64);
    let first = p * ranks as u64 * part;
    let last = |i| ranks as u64 * part * (i / part) + p * part + i % part;
    let (ms, wrong) = timed(rank, (&of(0)?, &of(1)?), repeats, |i| first + i, last)?;
    let (from, mut to) = (rank.gpu().poisoned::<u16>(bytes / 2)?, rank.gpu().poisoned(bytes / 2)?);
    rank.barrier()?;
    let directly = rank.gpu().median_ms(repeats, |_| rank.nccl_all_to_all(&from, &mut to))?;
    let row = |name: &str, ms, wrong| Row {
        name: name.to_owned(),
        ms,
        of: sent(bytes as f64, ranks),
        unit: "GB/s",
        wrong,
    };
    Ok(vec![row("all-to-all by a plan", ms, wrong), row("all-to-all by NCCL", directly, 0)])
}

pub fn columns(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let (ranks, m) = (rank.ranks(), options.number("m") as u64);
    let repeats = options.number("repeats") as usize;
    let whole = format!("({m},{m})").parse().map_err(refused)?;
    let mesh = line(rank)?;
    let of = |axis| {
        Distribution::sharded(&mesh, &whole, &[Some(axis)])
            .and_then(Distribution::by_rows)
            .map_err(refused)
    };
    let (rows, columns) = (of(0)?, of(1)?);
    let (p, width) = (rank.rank() as u64, m / ranks as u64);
    let of_rows = move |i: u64| p * width * m + i;
    let of_columns = move |i: u64| m * (i / width) + p * width + i % width;
    let bytes = sent(2.0 * (m * m) as f64 / ranks as f64, ranks);
    let row = |name: &str, (ms, wrong)| Row {
        name: format!("{name}, {m} x {m} bf16"),
        ms,
        of: bytes,
        unit: "GB/s",
        wrong,
    };
    let there = timed(rank, (&rows, &columns), repeats, of_rows, of_columns)?;
    let back = timed(rank, (&columns, &rows), repeats, of_columns, of_rows)?;
    Ok(vec![row("rows to columns", there), row("columns to rows", back)])
}
