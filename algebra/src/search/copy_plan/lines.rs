//! The number of lines that a block of a layout touches.

use alloc::vec::Vec;

use super::error;
use crate::budget::Budget;
use crate::error::{Error, Rule};
use crate::int::gcd;

/// The largest number of runs that are listed.
const LISTED: i64 = 1 << 20;

/// The number of lines that the offsets of these modes touch. No element crosses a line, and offset 0, or the smallest
/// one, begins a line.
pub(super) fn distinct(
    modes: impl Iterator<Item = (i64, i64)>,
    element: i64,
    line: i64,
    budget: &Budget<'_>,
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
    budget.spend(all.len() as u64 + 1)?;
    all.sort_by_key(|step| step.bytes);
    let mut span = element;
    for step in &mut all {
        step.span = span;
        let more = step.bytes.checked_mul(step.extent - 1).ok_or(overflow)?;
        span = span.checked_add(more).ok_or(overflow)?;
    }
    // An element is not longer than a line.
    let line = line.max(element);
    // The first modes form a run if each step leaves out less than a line: a run touches all lines from its first to
    // its last.
    let in_run = all.iter().position(|step| step.bytes - step.span >= line).unwrap_or(all.len());
    let run = all.get(in_run).map_or(span, |step| step.span);
    let others = &all[in_run..];
    if others.iter().all(|step| step.bytes >= step.span) {
        let phases = (line / element) as usize;
        let known = others.iter().flat_map(|_| (0..phases).map(|_| None)).collect();
        return Apart { run, element, line, known, budget }.lines(others, before);
    }
    let count = others.iter().try_fold(1i64, |count, step| count.checked_mul(step.extent));
    let count = count.filter(|count| *count <= LISTED).ok_or(budget.undecided())?;
    budget.spend(count.unsigned_abs())?;
    let mut runs: Vec<i64> = Vec::with_capacity(count as usize);
    runs.push(before);
    for step in others {
        for at in 0..runs.len() * (step.extent - 1) as usize {
            runs.push(runs[at] + step.bytes);
        }
    }
    runs.sort_unstable();
    // Each run adds the lines that the runs before it have not touched.
    let (mut lines, mut next) = (0, 0);
    for begin in runs {
        let (first, end) = (next.max(begin / line), (begin + run - 1) / line + 1);
        lines += (end - first).max(0);
        next = next.max(end);
    }
    Ok(lines)
}

/// A mode: its stride in bytes, and the number of bytes from the first to the last byte of the modes before it.
struct Step {
    extent: i64,
    bytes: i64,
    span: i64,
}

/// Runs of `run` bytes, at the offsets of modes. Each mode steps over all modes before it.
struct Apart<'a> {
    run: i64,
    element: i64,
    line: i64,
    /// For each mode, the lines of that mode and those before it, by the position in a line at which they begin.
    known: Vec<Option<i64>>,
    budget: &'a Budget<'a>,
}

impl Apart<'_> {
    /// The lines of these modes, which begin `begin` bytes after the beginning of a line: the sum over the iterations
    /// of the last mode, less one for each iteration that begins in the line in which the one before has ended.
    fn lines(&mut self, modes: &[Step], begin: i64) -> Result<i64, Error> {
        let overflow = error(Rule::Overflow);
        let line = self.line;
        let Some((last, inside)) = modes.split_last() else {
            return Ok((begin + self.run - 1) / line + 1);
        };
        let phases = (line / self.element) as usize;
        let at = inside.len() * phases + (begin / self.element) as usize;
        if let Some(lines) = self.known[at] {
            return Ok(lines);
        }
        // After this many iterations the positions repeat.
        let period = line / gcd(last.bytes, line);
        let mut lines = 0i64;
        for turn in 0..period.min(last.extent) {
            self.budget.spend(1)?;
            let from = (begin + turn * (last.bytes % line)) % line;
            let each = self.lines(inside, from)?;
            let times = (last.extent - 1 - turn) / period + 1;
            let shared = (from + last.span - 1) / line == (from + last.bytes) / line;
            let pairs = match (shared, turn + 1 < last.extent) {
                (true, true) => (last.extent - 2 - turn) / period + 1,
                _ => 0,
            };
            let more = each.checked_mul(times).and_then(|all| all.checked_sub(pairs));
            lines = more.and_then(|more| lines.checked_add(more)).ok_or(overflow)?;
        }
        self.known[at] = Some(lines);
        Ok(lines)
    }
}
