//! How many lines a block of a layout touches.

use alloc::vec::Vec;

use super::error;
use crate::error::{Error, Rule};
use crate::int::gcd;

/// The elements that are counted one by one.
const COUNTED: i64 = 1 << 20;

/// The lines that the offsets of these modes touch, of elements that do not lie across lines: offset 0, or what is least, begins one.
pub(super) fn distinct(
    modes: impl Iterator<Item = (i64, i64)>,
    element: i64,
    line: i64,
) -> Result<i64, Error> {
    let overflow = error(Rule::Overflow);
    let mut all: Vec<Step> = Vec::new();
    let mut before = 0i64;
    for (extent, stride) in modes.filter(|&(extent, stride)| extent > 1 && stride != 0) {
        let bytes = stride.checked_mul(element).and_then(i64::checked_abs).ok_or(overflow)?;
        if stride < 0 {
            let back = bytes.checked_mul(extent - 1).ok_or(overflow)?;
            before = (before - back % line).rem_euclid(line);
        }
        all.push(Step { extent, bytes, span: 0 });
    }
    all.sort_by_key(|step| step.bytes);
    let mut span = element;
    let mut apart = true;
    for step in &mut all {
        apart &= step.bytes >= span;
        step.span = span;
        let more = step.bytes.checked_mul(step.extent - 1).ok_or(overflow)?;
        span = span.checked_add(more).ok_or(overflow)?;
    }
    // An element is not longer than a line.
    let line = line.max(element);
    if apart {
        let phases = (line / element) as usize;
        let mut known: Vec<Option<i64>> =
            all.iter().flat_map(|_| (0..phases).map(|_| None)).collect();
        return of_nested(&all, before, [element, line], &mut known).ok_or(overflow);
    }
    let count = all.iter().try_fold(1i64, |count, step| count.checked_mul(step.extent));
    match count {
        Some(count) if count <= COUNTED => {
            let mut lines: Vec<i64> = Vec::from([before]);
            for step in &all {
                let each =
                    (0..step.extent).flat_map(|i| lines.iter().map(move |of| of + i * step.bytes));
                lines = each.collect();
            }
            lines.iter_mut().for_each(|of| *of /= line);
            lines.sort_unstable();
            lines.dedup();
            Ok(lines.len() as i64)
        }
        _ => Err(error(Rule::Undecided { steps: COUNTED.unsigned_abs() })),
    }
}

/// A mode: its stride in bytes, and the bytes from the first to the last one of the modes before it.
struct Step {
    extent: i64,
    bytes: i64,
    span: i64,
}

/// The lines of modes of which each steps over all those before, from so far behind where a line begins on: those of each turn of the last
/// mode, less one where a turn begins in the line in which the one before has ended.
fn of_nested(
    modes: &[Step],
    begin: i64,
    [element, line]: [i64; 2],
    known: &mut [Option<i64>],
) -> Option<i64> {
    let Some((last, inside)) = modes.split_last() else { return Some(1) };
    let phases = (line / element) as usize;
    let at = inside.len() * phases + (begin / element) as usize;
    if let Some(lines) = known[at] {
        return Some(lines);
    }
    // As many turns further on all is as it was.
    let period = line / gcd(last.bytes, line);
    let mut lines = 0i64;
    for turn in 0..period.min(last.extent) {
        let from = (begin + turn * (last.bytes % line)) % line;
        let each = of_nested(inside, from, [element, line], known)?;
        let times = (last.extent - 1 - turn) / period + 1;
        let shared = (from + last.span - 1) / line == (from + last.bytes) / line;
        let pairs = match (shared, turn + 1 < last.extent) {
            (true, true) => (last.extent - 2 - turn) / period + 1,
            _ => 0,
        };
        lines = lines.checked_add(each.checked_mul(times)?.checked_sub(pairs)?)?;
    }
    known[at] = Some(lines);
    Some(lines)
}
