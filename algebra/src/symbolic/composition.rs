//! Composition: `r(c) = a(b(c))`. Each leaf of `b` walks through the modes of `a`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::coalesce::coalesced;
use super::layout::{SymbolicLayout, SymbolicMode};
use super::term::Term;

/// `a o b`. Leaves of `b` may carry into one another only if `carries`.
///
/// ```text
/// onto(s:d, n:e ..) = if n is the last extent { s:(d e) }
///     else if d divides n { let q = n / d;
///         if s <= q { s:(d e) }
///         else if q divides s { q:(d e), onto((s/q):1, ..) }
///         else { no result } }
///     else if n divides d { onto(s:(d/n), ..) }
///     else { not decided }
/// ```
pub(crate) fn composition(
    path: &mut Path,
    a: &SymbolicLayout,
    b: &SymbolicLayout,
    carries: bool,
) -> Result<SymbolicLayout, Refusal> {
    let mut left = coalesced(path, &a.modes, true)?;
    loop {
        match by_rules(path, &left, b, carries) {
            // These modes continue one another in this case.
            Err(Stop::Merge(at)) => {
                let next = left.remove(at + 1);
                left[at].shape = left[at].shape.times(&next.shape).ok_or(Refusal::Overflow)?;
            }
            Err(Stop::Refused(refusal)) => return Err(refusal),
            Ok(result) => return Ok(result),
        }
    }
}

/// Why there is no result yet.
enum Stop {
    Refused(Refusal),
    /// The mode at this position and the next one are one mode.
    Merge(usize),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

fn open(text: String) -> Stop {
    Stop::Refused(Refusal::Open(text))
}

fn by_rules(
    path: &mut Path,
    left: &[SymbolicMode],
    b: &SymbolicLayout,
    carries: bool,
) -> Result<SymbolicLayout, Stop> {
    if carries && left.len() > 1 && !within_first(path, &left[0], &b.modes)? {
        segregated(path, &b.modes)?;
    }
    let moving = |mode: &&SymbolicMode| !mode.shape.is_one() && !mode.stride.is_zero();
    let alone = b.modes.iter().filter(moving).count() <= 1;
    let mut modes = Vec::new();
    let mut widths = Vec::new();
    for leaf in &b.modes {
        let taken = onto(path, left, leaf, alone)?;
        let taken = SymbolicLayout::flat(coalesced(path, &taken, false)?);
        widths.push(taken.modes.len());
        modes.extend(taken.modes);
    }
    let profile = b.profile.widened(|at| Ok::<_, Refusal>(widths[at]))?;
    match modes.len() > super::layout::MAX_LEAVES {
        true => Err(Refusal::Overflow.into()),
        false => Ok(SymbolicLayout { modes, profile }),
    }
}

/// Whether it is certain that all values of a layout of integers are in the first mode.
fn within_first(
    path: &mut Path,
    first: &SymbolicMode,
    leaves: &[SymbolicMode],
) -> Result<bool, Refusal> {
    let mut end = 1i64;
    for leaf in leaves {
        let (Some(s), Some(d)) = (leaf.shape.as_integer(), leaf.stride.as_integer()) else {
            return Ok(false);
        };
        let last = (s - 1).checked_mul(d).and_then(|last| end.checked_add(last));
        end = last.ok_or(Refusal::Overflow)?;
    }
    path.surely_at_most(&Term::integer(end), &first.shape)
}

/// The modes of `left o s:d`.
fn onto(
    path: &mut Path,
    left: &[SymbolicMode],
    leaf: &SymbolicMode,
    alone: bool,
) -> Result<Vec<SymbolicMode>, Stop> {
    let overflow = Refusal::Overflow;
    let one = Term::integer(1);
    let (mut s, mut d) = (leaf.shape.clone(), leaf.stride.clone());
    if s.is_one() || d.is_zero() {
        return Ok(alloc::vec![SymbolicMode::new(s, Term::integer(0))]);
    }
    let mut taken = Vec::new();
    // The modes of which a part was taken that ends where the mode ends.
    let mut left_at: Vec<usize> = Vec::new();
    let Some((last, others)) = left.split_last() else {
        return Ok(alloc::vec![SymbolicMode::new(s, Term::integer(0))]);
    };
    for (at, mode) in others.iter().enumerate() {
        let n = &mode.shape;
        let stays = path.surely_divides(&d, n)?;
        if !stays && path.surely_divides(n, &d)? {
            d = d.over(n).ok_or(overflow.clone())?;
            continue;
        }
        if stays || path.divides(&d, n)? {
            let offered = n.over(&d).ok_or(overflow.clone())?;
            let whole = path.surely_at_most(&s, &offered)?;
            let part = !whole && path.surely_divides(&offered, &s)?;
            if whole || !part && path.at_most(&s, &offered)? {
                let stride = d.times(&mode.stride).ok_or(overflow)?;
                taken.push(SymbolicMode::new(s, stride));
                return Ok(taken);
            }
            left_at.push(at);
            if part || path.divides(&offered, &s)? {
                let stride = d.times(&mode.stride).ok_or(overflow.clone())?;
                s = s.over(&offered).ok_or(overflow.clone())?;
                taken.push(SymbolicMode::new(offered, stride));
                d = one.clone();
                continue;
            }
            return Err(uneven(path, left, &left_at, &s, &offered)?);
        }
        if path.divides(n, &d)? {
            d = d.over(n).ok_or(overflow.clone())?;
            continue;
        }
        // Neither divides the other. The leaf may end before the mode does.
        if alone && stays_within(path, &s, &d, n)? {
            let stride = d.times(&mode.stride).ok_or(overflow)?;
            taken.push(SymbolicMode::new(s, stride));
            return Ok(taken);
        }
        if path.equal(&s, &one)? {
            taken.push(SymbolicMode::new(s, Term::integer(0)));
            return Ok(taken);
        }
        return Err(open(format!(
            "composition: stride divisibility: the remaining stride {d} and the extent {n} do not divide each other"
        )));
    }
    let stride = d.times(&last.stride).ok_or(overflow)?;
    taken.push(SymbolicMode::new(s, stride));
    Ok(taken)
}

/// Whether a leaf `s:d` has only values below `n`.
fn stays_within(path: &mut Path, s: &Term, d: &Term, n: &Term) -> Result<bool, Refusal> {
    if let (Some(s), Some(d)) = (s.as_integer(), d.as_integer()) {
        let end = (s - 1).checked_mul(d).and_then(|last| last.checked_add(1));
        return path.at_most(&Term::integer(end.ok_or(Refusal::Overflow)?), n);
    }
    path.surely_at_most(&s.times(d).ok_or(Refusal::Overflow)?, n)
}

/// Why a leaf has no result of which `offered` does not divide the rest `s`. Where the parts end, the values go on with
/// another step, unless two modes are one. Such values need a mode that ends there, but its extent does not divide `s`.
fn uneven(
    path: &mut Path,
    left: &[SymbolicMode],
    left_at: &[usize],
    s: &Term,
    offered: &Term,
) -> Result<Stop, Refusal> {
    let text = format!(
        "composition: shape divisibility: the extent {s} is not a multiple of {offered}, which the mode takes"
    );
    for &at in left_at {
        if path.equal(&left[at].span()?, &left[at + 1].stride)? {
            return Ok(Stop::Merge(at));
        }
        // The next step is that of a mode that moves.
        let is_last = at + 2 == left.len();
        if !is_last && path.equal(&left[at + 1].shape, &Term::integer(1))? {
            return Ok(open(text));
        }
    }
    Ok(Stop::Refused(Refusal::Never(text)))
}

/// Checks that no leaf carries into another: each spans no more than the stride of the next, by stride.
fn segregated(path: &mut Path, leaves: &[SymbolicMode]) -> Result<(), Stop> {
    let mut sorted: Vec<&SymbolicMode> = Vec::new();
    for leaf in leaves {
        if leaf.shape.is_one() || leaf.stride.is_zero() {
            continue;
        }
        let at = place(path, &sorted, leaf)?;
        sorted.insert(at, leaf);
    }
    for pair in sorted.windows(2) {
        let (span, stride) = (pair[0].span()?, &pair[1].stride);
        if !path.at_most(&span, stride)? {
            return Err(open(format!(
                "composition: segregation: the right side carries, since the span {span} exceeds the stride {stride}"
            )));
        }
    }
    Ok(())
}

/// The place of a mode among modes sorted by stride.
pub(crate) fn place(
    path: &mut Path,
    sorted: &[&SymbolicMode],
    mode: &SymbolicMode,
) -> Result<usize, Refusal> {
    let mut at = sorted.len();
    while at > 0 && !path.at_most(&sorted[at - 1].stride, &mode.stride)? {
        at -= 1;
    }
    Ok(at)
}
