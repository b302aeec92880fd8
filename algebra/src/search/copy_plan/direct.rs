//! Plans in which threads keep their elements: each thread has vectors of both sides.

use alloc::vec::Vec;

use super::count::Side;
use super::digits::{Place, Tile};
use super::{Planned, Problem, Roles, VECTOR};
use crate::error::Error;

/// A plan, and whether it touches as few sectors as possible without reading elements twice.
pub(super) struct Direct {
    pub plan: Planned,
    pub as_few_as_wanted: bool,
}

/// The elements of a thread: the vectors of both sides.
pub(super) fn kept(problem: &Problem<'_>, vectors: &[Vec<usize>; 2]) -> Tile {
    let mut tile = Tile::new(&problem.loops);
    for &at in vectors.iter().flatten() {
        tile.include(&problem.digits.all[at]);
    }
    tile
}

/// The best choice of lanes for these vectors, if their elements fit the registers of a thread.
pub(super) fn found(
    problem: &Problem<'_>,
    vectors: &[Vec<usize>; 2],
) -> Result<Option<Direct>, Error> {
    let digits = &problem.digits;
    let tile = kept(problem, vectors);
    let bytes = i64::checked_shl(problem.copier.element, tile.bits());
    if bytes.is_none_or(|bytes| bytes > problem.copier.registers.max(VECTOR)) {
        return Ok(None);
    }
    let sides = [Side::new(problem, 0, &vectors[0])?, Side::new(problem, 1, &vectors[1])?];
    let values: Vec<Place> = tile.digits().collect();
    let values = vectors.each_ref().map(|vector| {
        let first = digits.places(vector);
        let rest = values.iter().filter(|digit| !first.contains(digit)).copied();
        first.iter().copied().chain(rest).collect::<Vec<Place>>()
    });
    let mut best: Option<Planned> = None;
    for chosen in choices(problem, &tile)? {
        let mut whole = tile.clone();
        let mut lanes = Vec::new();
        for (of, &count) in chosen.iter().enumerate() {
            lanes.extend((0..count).map(|_| whole.push(of)));
        }
        while lanes.len() < problem.lanes() as usize {
            lanes.push(digits.grow(&problem.loops, &mut whole));
        }
        let warps: Vec<Place> = (lanes.len()..problem.threads() as usize)
            .map(|_| digits.grow(&problem.loops, &mut whole))
            .collect();
        let tiles = whole.tiles(&problem.loops);
        // The order of the lanes affects only banks, and is otherwise arbitrary.
        for order in [1, 0] {
            let mut threads = lanes.clone();
            threads.sort_by_key(|&digit| digits.rank(order, digit));
            threads.extend(&warps);
            let roles = values.each_ref().map(|values| (threads.clone(), values.clone()));
            let plan = planned(&whole, roles, tiles, &sides, vectors, false)?;
            if best.as_ref().is_none_or(|best| plan.cost() < best.cost()) {
                best = Some(plan);
            }
        }
    }
    let Some(best) = best else { return Ok(None) };
    let plan = planned(&best.tile, best.roles, best.tiles, &sides, vectors, true)?;
    let as_few_as_wanted = plan.counted.iter().all(|of| of.sectors <= of.wanted);
    Ok(Some(Direct { plan, as_few_as_wanted }))
}

/// A plan with these roles, with its counts.
pub(super) fn planned(
    tile: &Tile,
    roles: [Roles; 2],
    tiles: u128,
    sides: &[Side<'_>; 2],
    vectors: &[Vec<usize>; 2],
    all: bool,
) -> Result<Planned, Error> {
    let counted = [sides[0].counted(&roles[0], all)?, sides[1].counted(&roles[1], all)?];
    let vectors = vectors.each_ref().map(Vec::len);
    Ok(Planned { tile: tile.clone(), roles, vectors, counted, tiles })
}

/// The numbers of lanes that each loop may have: all choices of the next digits. A loop has at most as many lanes as it
/// has digits among the nearest missing ones of each side.
fn choices(problem: &Problem<'_>, tile: &Tile) -> Result<Vec<Vec<u32>>, Error> {
    let lanes = problem.lanes();
    let digits = &problem.digits;
    let mut near = alloc::vec![0; problem.loops.all.len()];
    let mut seen: Vec<usize> = Vec::new();
    for side in [0, 1] {
        let next = digits.nearest(side).filter(|&at| !tile.has(&digits.all[at]));
        for at in next.take(lanes as usize) {
            if !seen.contains(&at) {
                seen.push(at);
                near[digits.all[at].of] += 1;
            }
        }
    }
    let lanes = lanes.min(seen.len() as u32);
    let mut choices = alloc::vec![Vec::new()];
    for (of, &most) in near.iter().enumerate() {
        let later: u32 = near[of + 1..].iter().sum();
        let more = |chosen: &Vec<u32>| {
            let left = lanes - chosen.iter().sum::<u32>();
            let chosen = chosen.clone();
            let counts = left.saturating_sub(later)..=most.min(left);
            counts.map(move |count| {
                let mut chosen = chosen.clone();
                chosen.push(count);
                chosen
            })
        };
        choices = choices.iter().flat_map(more).collect();
        problem.budget.spend(choices.len() as u64)?;
    }
    Ok(choices)
}

/// The best plan with vectors that are narrower, so that their elements fit the registers.
pub(super) fn narrower(
    problem: &Problem<'_>,
    mut vectors: [Vec<usize>; 2],
) -> Result<Option<Planned>, Error> {
    loop {
        let longer = usize::from(vectors[1].len() > vectors[0].len());
        if vectors[longer].pop().is_none() {
            return Ok(None);
        }
        if let Some(direct) = found(problem, &vectors)? {
            return Ok(Some(direct.plan));
        }
    }
}
