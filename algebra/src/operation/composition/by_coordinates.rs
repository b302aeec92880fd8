//! Composition with a layout into coordinates: place by place.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::{ArithmeticTuple, Place};
use crate::tuple::profile::{self, Profile, Token};

/// `a o b` for a `b` into coordinates of `a`. For each place `p`, the modes of `b` that move `p` are composed with the
/// part `a_p` of `a` at that place. They are composed together, so that their effect on one another is checked. If one
/// mode moves several places, the results add up.
pub(super) fn by_coordinates<D: Stride>(
    a: &Layout<D>,
    b: &Layout<ArithmeticTuple>,
    compose: &dyn Fn(&Layout<D>, &Layout) -> Result<Layout<D>, Error>,
) -> Result<Layout<D>, Error> {
    let modes = b.flat_modes();
    // The layout that replaces each mode of `b`.
    let mut results: Vec<Option<Modes<D>>> = alloc::vec![None; modes.len()];
    for AtPlace { part, moving, right, .. } in places(a, b)? {
        let in_whole = |error: Error| Error {
            mode: error.mode.and_then(|at| moving.get(at)).copied(),
            ..error
        };
        let composed = compose(&part, &right).map_err(in_whole)?;
        for (&at, mode) in moving.iter().zip(composed.modes()) {
            let flat: Modes<D> = mode.flat_modes().iter().cloned().collect();
            results[at] = Some(match results[at].take() {
                None => flat,
                Some(before) => sum(&before, &flat).map_err(|error| error.at(at))?,
            });
        }
    }
    let mut flat = Modes::new();
    let profile = b.profile().widened(|at| {
        let zero = |shape| Mode { shape, stride: D::zero() };
        match results[at].take() {
            Some(result) if !result.is_empty() => {
                let width = result.len();
                flat.extend(result);
                Ok(width)
            }
            _ => {
                flat.push(zero(modes[at].shape));
                Ok::<_, Error>(1)
            }
        }
    })?;
    Layout::of_modes(flat, profile).map_err(|error| error.during(Operation::Composition))
}

/// The composition `a o b` restricted to one place.
pub(crate) struct AtPlace<D> {
    pub(crate) place: Place,
    /// The part of `a` at this place.
    pub(crate) part: Layout<D>,
    /// The modes of `b` that move the place.
    pub(super) moving: Vec<usize>,
    /// These modes, flat.
    pub(crate) right: Layout,
}

/// The places that `b` moves, in order.
pub(crate) fn places<D: Stride>(
    a: &Layout<D>,
    b: &Layout<ArithmeticTuple>,
) -> Result<Vec<AtPlace<D>>, Error> {
    let modes = b.flat_modes();
    let mut places: Vec<&Place> = modes.iter().flat_map(|mode| mode.stride.places()).collect();
    places.sort_unstable();
    places.dedup();
    let at_place = |place: &Place| {
        let moves = |(at, mode): (usize, &Mode<ArithmeticTuple>)| {
            let stride = mode.stride.at(place)?;
            (mode.shape > 1).then_some((at, Mode { shape: mode.shape, stride }))
        };
        let (moving, right): (Vec<usize>, Vec<Mode>) =
            modes.iter().enumerate().filter_map(moves).unzip();
        let right = Layout::of_modes(right, Profile::flat(moving.len()))?;
        Ok(AtPlace { place: place.clone(), part: part_at(a, place)?, moving, right })
    };
    places.into_iter().map(at_place).collect()
}

/// The part of the layout at this place.
fn part_at<D: Stride>(a: &Layout<D>, place: &Place) -> Result<Layout<D>, Error> {
    let mut word = a.profile().tokens();
    let mut modes = a.flat_modes();
    for &position in place {
        let rule = Rule::CoordinateProfile;
        let error = Error::new(Operation::Composition, rule);
        if word.first() != Some(&Token::Open) {
            return Err(error);
        }
        let mut parts = profile::parts(word);
        let before = parts.by_ref().take(position.into()).map(profile::leaves).sum();
        word = parts.next().ok_or(error)?;
        modes = &modes[before..][..profile::leaves(word)];
    }
    Ok(Layout::trusted(modes.iter().cloned().collect(), Profile::of_word(word)))
}

/// The coalesced modes of the sum of two functions of the same size. Their extents refine the extents of both.
fn sum<D: Stride>(a: &[Mode<D>], b: &[Mode<D>]) -> Result<Modes<D>, Error> {
    let error = |rule| Error::new(Operation::Composition, rule);
    let ends = |modes: &[Mode<D>]| {
        let ends = modes.iter().scan(1, |size, mode| {
            *size *= mode.shape;
            Some(*size)
        });
        ends.collect::<SmallVec<[i64; 8]>>()
    };
    let mut all = ends(a);
    all.extend(ends(b));
    all.sort_unstable();
    all.dedup();
    let mut modes = Modes::new();
    let mut begin = 1;
    for end in all {
        if end % begin != 0 {
            return Err(error(Rule::ShapeDivisibility { extent: end, factor: begin }));
        }
        // XOR strides require that modes are split between bits.
        if D::BITWISE && !begin.unsigned_abs().is_power_of_two() {
            return Err(error(Rule::PowerOfTwo { extent: begin }));
        }
        let stride = step(a, begin).and_then(|left| left.plus(&step(b, begin)?));
        modes.push(Mode { shape: end / begin, stride: stride.ok_or(error(Rule::Overflow))? });
        begin = end;
    }
    Ok(coalesced(&modes))
}

/// The value at the integral coordinate `i`, which is the beginning of a mode of the refinement and moves one mode
/// alone.
fn step<D: Stride>(modes: &[Mode<D>], i: i64) -> Option<D> {
    let mut rest = i;
    for mode in modes {
        if rest < mode.shape {
            return mode.stride.times(rest);
        }
        rest /= mode.shape;
    }
    Some(D::zero())
}
