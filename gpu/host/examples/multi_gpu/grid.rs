//! A product over a mesh of devices: which device has what, and what arrives while something else is multiplied.
//!
//! `C = A B` with `A` of `m` x `k`, and `B` stored transposed as `n` x `k`; both are row-major, over a mesh of `(R,
//! S)`. Device `(r, s)` has the columns of part `s` of the rows of part `r` of `A`. It has the columns of part `r` of
//! the rows of part `s` of `B`. It computes part `(r, s)` of `C`. So it gets `A` from the devices in its row of the
//! mesh, and `B` from those in its column. SUMMA (van de Geijn and Watts, 1997) goes through `k` for that. Here whole
//! rows of the operands arrive, with all of `k`, so that an element of `C` is summed at once.

use std::ops::Range;

use tilework::algebra::redistribute::Plan;
use tilework::algebra::{Distribution, Error, IntTuple, Mesh, redistribute};

/// One of the two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    A,
    B,
}

/// The mesh, and the extents `m`, `n` and `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub mesh: [usize; 2],
    pub extents: [usize; 3],
}

/// The rows of operands that begin to arrive in a turn, and what is multiplied meanwhile: rows of `A` by rows of `B`
/// that arrived in earlier turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub comes: Vec<(Operand, Range<usize>)>,
    pub multiplied: Vec<[Range<usize>; 2]>,
}

impl Grid {
    pub fn mesh(&self) -> Result<Mesh, Error> {
        let [down, right] = self.mesh;
        Mesh::of_shape(&format!("({down},{right})").parse()?)
    }

    /// The number of rows of an operand that a device multiplies.
    pub fn rows(&self, of: Operand) -> usize {
        self.extents[of as usize] / self.mesh[of as usize]
    }

    /// Returns whether a device gets parts of an operand from others.
    pub fn comes(&self, of: Operand) -> bool {
        self.mesh[1 - of as usize] > 1
    }

    /// The distributions of `rows` rows of each part of an operand, before and after it is sent.
    pub fn operand(&self, of: Operand, rows: usize) -> Result<[Distribution; 2], Error> {
        let (rows, k) = (self.mesh[of as usize] * rows, self.extents[2]);
        let whole: IntTuple = format!("({rows},{k})").parse()?;
        let mesh = self.mesh()?;
        let by = |axes| Distribution::sharded(&mesh, &whole, axes)?.by_rows();
        Ok(match of {
            Operand::A => [by(&[Some(0), Some(1)])?, by(&[Some(0), None])?],
            Operand::B => [by(&[Some(1), Some(0)])?, by(&[None, Some(0)])?],
        })
    }

    /// The distribution of `C`.
    pub fn product(&self) -> Result<Distribution, Error> {
        let [m, n, _] = self.extents;
        let whole = format!("({m},{n})").parse()?;
        Distribution::sharded(&self.mesh()?, &whole, &[Some(0), Some(1)])?.by_rows()
    }

    /// The plan that sends `rows` rows of each part of an operand.
    pub fn plan(&self, of: Operand, rows: usize) -> Result<Plan, Error> {
        let [from, to] = self.operand(of, rows)?;
        redistribute(&from, &to)
    }

    /// All turns in order. First `head` rows arrive. Then rows of the operand that has fewer arrived rows follow, in
    /// whole units: one row for each `beside` elements of `C` that can be computed meanwhile, or all that is left of
    /// both. No more than that is computed beside the transfer, since NCCL takes multiprocessors away; the rest waits
    /// until everything has arrived.
    pub fn turns(&self, unit: usize, head: usize, beside: usize) -> Vec<Turn> {
        const BOTH: [Operand; 2] = [Operand::A, Operand::B];
        let all = BOTH.map(|of| self.rows(of));
        let mut there = BOTH.map(|of| if self.comes(of) { 0 } else { self.rows(of) });
        let more = |of: Operand, there: [usize; 2], rows: usize| {
            let begin = there[of as usize];
            (of, begin..all[of as usize].min(begin + rows))
        };
        let mut comes: Vec<_> = BOTH.map(|of| more(of, there, head)).into();
        comes.retain(|(_, rows)| !rows.is_empty());
        let mut ready = match comes.is_empty() {
            true => vec![(Operand::A, [0..all[0], 0..all[1]])],
            false => vec![],
        };
        let mut turns = Vec::new();
        loop {
            let area: usize = comes.iter().map(|(_, rows)| beside * rows.len()).sum();
            let multiplied = match comes.is_empty() {
                true => ready.drain(..).map(|(_, part)| part).collect(),
                false => taken(&mut ready, area, unit),
            };
            turns.push(Turn { comes: comes.clone(), multiplied });
            if comes.is_empty() {
                return turns;
            }
            for (of, rows) in &comes {
                // New rows of one operand by all rows of the other that are there.
                let mut part = there.map(|rows| 0..rows);
                part[*of as usize] = rows.clone();
                there[*of as usize] = rows.end;
                if part.iter().all(|rows| !rows.is_empty()) {
                    add(&mut ready, *of, part);
                }
            }
            let area: usize = ready.iter().map(|(_, [a, b])| a.len() * b.len()).sum();
            let rows = (area / beside / unit).max(1) * unit;
            let left = [all[0] - there[0], all[1] - there[1]];
            let of_a = left[1] == 0 || left[0] > 0 && there[0] <= there[1];
            comes = match left[0] + left[1] <= rows {
                true => BOTH.map(|of| more(of, there, rows)).into(),
                false => vec![more(if of_a { Operand::A } else { Operand::B }, there, rows)],
            };
            comes.retain(|(_, rows)| !rows.is_empty());
        }
    }
}

/// Rows of `A` by rows of `B`.
type Part = [Range<usize>; 2];

/// Adds a part, with the operand whose arrival it waited for. A part that continues the last one is merged with it.
fn add(parts: &mut Vec<(Operand, Part)>, of: Operand, part: Part) {
    let (along, other) = (of as usize, 1 - of as usize);
    match parts.last_mut() {
        Some((_, last)) if last[other] == part[other] && last[along].end == part[along].start => {
            last[along].end = part[along].end;
        }
        _ => parts.push((of, part)),
    }
}

/// Takes parts with `area` elements, or up to a unit of rows more.
fn taken(parts: &mut Vec<(Operand, Part)>, area: usize, unit: usize) -> Vec<Part> {
    let (mut taken, mut left) = (Vec::new(), area);
    while left > 0 && !parts.is_empty() {
        let (of, part) = &mut parts[0];
        let (along, wide) = (*of as usize, part[1 - *of as usize].len());
        let cut = part[along].len().min(left.div_ceil(wide * unit) * unit);
        let mut now = part.clone();
        now[along].end = now[along].start + cut;
        part[along].start = now[along].end;
        left = left.saturating_sub(cut * wide);
        if part[along].is_empty() {
            parts.remove(0);
        }
        taken.push(now);
    }
    taken
}
