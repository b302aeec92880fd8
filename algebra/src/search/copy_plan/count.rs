//! The numbers of sectors, or of deliveries of shared memory, that the instructions of a tile touch.

use alloc::vec::Vec;

use super::digits::Place;
use super::{Problem, Roles};
use crate::error::Error;
use crate::search::bank_conflicts::{Access, bank_conflicts};

/// The number of nearest digits that are used to find the fullest sectors.
const NEAREST: usize = 12;

/// The counts for one side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub sectors: i64,
    /// The least number for as many instructions.
    pub least: i64,
    /// The least number if no element is read twice.
    pub wanted: i64,
    pub instructions: i64,
}

/// A side that is read or written in vectors of `2^vector` elements.
pub(super) struct Side<'a> {
    problem: &'a Problem<'a>,
    side: usize,
    vector: usize,
    /// The numbers of vectors in the fullest sector, in the two fullest, and so on; then the same for distinct vectors.
    fullest: [Vec<i64>; 2],
    banks: Option<Access>,
}

impl<'a> Side<'a> {
    pub fn new(problem: &'a Problem<'a>, side: usize, vector: &[usize]) -> Result<Self, Error> {
        let copier = problem.copier;
        let banks = match problem.sides[side].shared {
            true => Some(copier.memory.access(copier.element, 1 << vector.len())?),
            false => None,
        };
        let mut of =
            Side { problem, side, vector: vector.len(), fullest: Default::default(), banks };
        let digits: Vec<usize> =
            problem.digits.nearest(side).filter(|at| !vector.contains(at)).collect();
        let still = |at: &usize| problem.digits.all[*at].steps[side] == 0;
        let moving = digits.iter().copied().filter(|at| !still(at));
        of.fullest[1] = of.sectors_by_vectors(moving.clone())?;
        of.fullest[0] = match digits.iter().any(still) {
            true => of.sectors_by_vectors(digits.iter().copied().filter(still).chain(moving))?,
            false => of.fullest[1].clone(),
        };
        Ok(of)
    }

    /// The number of bytes of a vector.
    fn bytes(&self) -> i64 {
        self.problem.copier.element << self.vector
    }

    /// The first and the last sector that the vector at an offset touches.
    fn touched(&self, offset: i64) -> (i128, i128) {
        let sector = i128::from(self.problem.copier.sector);
        let begin = i128::from(offset) * i128::from(self.problem.copier.element);
        (begin.div_euclid(sector), (begin + i128::from(self.bytes()) - 1).div_euclid(sector))
    }

    fn sectors_by_vectors(&self, digits: impl Iterator<Item = usize>) -> Result<Vec<i64>, Error> {
        let all = &self.problem.digits;
        let places: Vec<usize> = digits.take(NEAREST).collect();
        let places = all.places(&places);
        self.problem.spend_offsets(1 << places.len())?;
        let mut sectors: Vec<i128> = (0..1usize << places.len())
            .filter_map(|number| self.offset(&[(&places, number)]))
            .map(|offset| self.touched(offset).0)
            .collect();
        sectors.sort_unstable();
        let mut full: Vec<i64> =
            sectors.chunk_by(|left, right| left == right).map(|of| of.len() as i64).collect();
        full.sort_unstable_by(|left, right| right.cmp(left));
        let mut sum = 0;
        for vectors in &mut full {
            sum += *vectors;
            *vectors = sum;
        }
        Ok(full)
    }

    /// The offset of the element whose digits are those of the given numbers; `None` past the extents.
    fn offset(&self, parts: &[(&[Place], usize)]) -> Option<i64> {
        let loops = &self.problem.loops;
        let mut coordinate: smallvec::SmallVec<[i64; 8]> = smallvec::smallvec![0; loops.all.len()];
        for &(places, number) in parts {
            for (at, &(of, place)) in places.iter().enumerate() {
                coordinate[of] |= (number as i64 >> at & 1) << place;
            }
        }
        let inside = coordinate.iter().zip(&loops.all).all(|(&c, of)| c < of.extent);
        inside.then(|| loops.offset(self.side, &coordinate))
    }

    /// The least number of sectors that an instruction of `threads` threads touches.
    fn least(&self, threads: usize, of_different: bool) -> i64 {
        if let Some(access) = &self.banks {
            return threads.div_ceil(access.threads()) as i64;
        }
        let full = &self.fullest[usize::from(of_different)];
        let sectors = full.partition_point(|&vectors| vectors < threads as i64) + 1;
        sectors.min(full.len()) as i64
            * (self.bytes() as u64).div_ceil(self.problem.copier.sector as u64) as i64
    }

    /// The number of sectors that one instruction touches, for threads with these offsets.
    fn instruction(&self, threads: &[Option<i64>]) -> i64 {
        if let Some(access) = &self.banks {
            let phases = threads.chunks(access.threads()).map(|phase| {
                let offsets: Vec<i64> = phase.iter().flatten().copied().collect();
                i64::from(!offsets.is_empty()) + bank_conflicts(&offsets, access)
            });
            return phases.sum();
        }
        let mut sectors: Vec<i128> = Vec::new();
        for &offset in threads.iter().flatten() {
            let (first, last) = self.touched(offset);
            sectors.extend(first..=last);
        }
        sectors.sort_unstable();
        sectors.dedup();
        sectors.len() as i64
    }

    /// The counts of all instructions of the first tile, or of its first warp.
    pub fn counted(&self, (threads, values): &Roles, all: bool) -> Result<Counted, Error> {
        let (lanes, warps) = threads.split_at(threads.len().min(self.problem.lanes() as usize));
        let vectors = &values[self.vector..];
        let mut counted = Counted::default();
        let mut offsets = Vec::new();
        for warp in 0..if all { 1usize << warps.len() } else { 1 } {
            for vector in 0..1usize << vectors.len() {
                self.problem.spend_offsets(1 << lanes.len())?;
                offsets.clear();
                offsets.extend(
                    (0..1usize << lanes.len()).map(|lane| {
                        self.offset(&[(lanes, lane), (warps, warp), (vectors, vector)])
                    }),
                );
                let active = offsets.iter().flatten().count();
                if active > 0 {
                    counted.instructions += 1;
                    counted.sectors += self.instruction(&offsets);
                    counted.least += self.least(active, false);
                    counted.wanted += self.least(active, true);
                }
            }
        }
        Ok(counted)
    }
}
