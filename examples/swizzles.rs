//! Finds the swizzle that spreads a tile over the banks of shared memory. It tries all of them on a tile of f32 that is
//! written row by row and read column by column, and prints the conflicts of both.
//!
//! `cargo run --release --example swizzles [-- ROWS COLUMNS]`

use std::time::Instant;

use tilework::Error;
use tilework::algebra::{self, Access, bank_conflicts, offsets};

/// The conflicts of 32 threads that have the elements of `layout` at the coordinates `threads`, summed over all such
/// accesses.
fn conflicts(
    swizzle: Option<algebra::Swizzle>,
    layout: &algebra::Layout,
    threads: &algebra::Layout,
) -> Result<i64, Error> {
    let access = Access::new(4)?;
    let all: Vec<i64> = offsets(&algebra::composition(layout, threads)?)?
        .into_iter()
        .map(|offset| swizzle.map_or(offset, |swizzle| swizzle.apply(offset)))
        .collect();
    Ok(all.chunks(32).map(|warp| bank_conflicts(warp, &access)).sum())
}

fn main() -> Result<(), Error> {
    let arguments: Vec<i64> =
        std::env::args().skip(1).map(|n| n.parse().expect("ROWS COLUMNS are integers")).collect();
    let [rows, columns] = match arguments[..] {
        [] => [32, 32],
        [rows, columns] => [rows, columns],
        _ => panic!("usage: swizzles [ROWS COLUMNS]"),
    };
    let text = |text: String| text.parse::<algebra::Layout>();
    let tile = text(format!("({rows},{columns}):({columns},1)"))?;
    let by_rows = text(format!("({columns},{rows}):({rows},1)"))?;
    let by_columns = text(format!("({rows},{columns}):(1,{rows})"))?;

    let begin = Instant::now();
    let mut found = vec![(
        "none".to_string(),
        conflicts(None, &tile, &by_rows)?,
        conflicts(None, &tile, &by_columns)?,
    )];
    for (b, m, s) in (1..6).flat_map(|b| (0..6).flat_map(move |m| (b..7).map(move |s| (b, m, s)))) {
        let swizzle = algebra::Swizzle::new(b, m, s)?;
        let (rows, columns) = (
            conflicts(Some(swizzle), &tile, &by_rows)?,
            conflicts(Some(swizzle), &tile, &by_columns)?,
        );
        found.push((swizzle.to_string(), rows, columns));
    }
    let (_, plain_rows, plain) = found[0];
    found.sort_by_key(|&(_, rows, columns)| (rows + columns, rows));
    println!(
        "{tile} of f32, {} layouts in {:.1?}: conflicts by rows and by columns",
        found.len(),
        begin.elapsed()
    );
    for (name, rows, columns) in found.iter().take(8) {
        println!("{name:>10} {rows:>6} {columns:>6}");
    }
    println!("{:>10} {plain_rows:>6} {plain:>6}", "none");
    Ok(())
}
