//! Plans through shared memory: a tile of the nearest digits of both sides.

use alloc::vec::Vec;

use super::count::Side;
use super::digits::{Place, Tile};
use super::direct::planned;
use super::{Planned, Problem, TILE_BITS};
use crate::budget::SHARED_LAYOUT;
use crate::error::{Error, Operation};
use crate::search::shared_layout::{SharedAccess, SharedLayout, shared_layout_within};

/// The largest number of digits that a tile has beyond those that threads and vectors need.
const MORE: u32 = 4;

/// A plan with these vectors, and the layout in shared memory, if there is one.
pub(super) fn found(
    problem: &Problem<'_>,
    vectors: &[Vec<usize>; 2],
) -> Result<Option<(Planned, SharedLayout)>, Error> {
    let (digits, copier) = (&problem.digits, problem.copier);
    let mut tile = Tile::new(&problem.loops);
    for (side, vector) in vectors.iter().enumerate() {
        let in_sector = digits.nearest(side).filter(|&at| {
            let step = digits.all[at].steps[side].unsigned_abs();
            step > 0
                && step.saturating_mul(copier.element.unsigned_abs()) < copier.sector.unsigned_abs()
        });
        for at in in_sector.chain(vector.iter().copied()) {
            tile.include(&digits.all[at]);
        }
    }
    let widest = vectors.iter().map(Vec::len).max().unwrap_or(0);
    while (tile.bits() as usize) < problem.threads() as usize + widest {
        digits.grow(&problem.loops, &mut tile);
    }
    // Try longer runs, if they touch fewer sectors, as for rows that begin anywhere.
    let sides = [Side::new(problem, 0, &vectors[0])?, Side::new(problem, 1, &vectors[1])?];
    let mut best: Option<Planned> = None;
    for _ in 0..=MORE {
        if tile.bits() > TILE_BITS {
            break;
        }
        let plan = of_tile(problem, &tile, vectors, &sides)?;
        if best.as_ref().is_none_or(|best| plan.cost().0 < best.cost().0) {
            best = Some(plan);
        }
        digits.grow(&problem.loops, &mut tile);
    }
    let Some(best) = best else { return Ok(None) };
    let access = |side: usize| {
        let (threads, values) = &best.roles[side];
        let tv = best.tile.layout(threads, values)?;
        SharedAccess::vectors(&tv, copier.vector.max(copier.element))
    };
    let accesses = [access(0)?, access(1)?];
    let part = problem.budget.part(Operation::SharedLayout, SHARED_LAYOUT);
    let tile = best.tile.shape();
    let shared = shared_layout_within(&tile, copier.element, &accesses, &copier.memory, &part);
    // A tile that does not fit or has no layout is skipped.
    Ok(shared.ok().map(|shared| (best, shared)))
}

/// The plan for this tile. On each side, the nearest digits belong to the vectors, the next ones to threads, and the
/// others to values.
fn of_tile(
    problem: &Problem<'_>,
    tile: &Tile,
    vectors: &[Vec<usize>; 2],
    sides: &[Side<'_>; 2],
) -> Result<Planned, Error> {
    let digits = &problem.digits;
    let roles = [0, 1].map(|side| {
        let mut values = digits.places(&vectors[side]);
        let mut rest: Vec<Place> = tile.digits().filter(|digit| !values.contains(digit)).collect();
        rest.sort_by_key(|&digit| digits.rank(side, digit));
        let more = rest.split_off(problem.threads() as usize);
        values.extend(more);
        (rest, values)
    });
    planned(tile, roles, tile.tiles(&problem.loops), sides, vectors, true)
}
