//! The rule that an operation breaks, by its definition: the verdict of the types.

use tilework::algebra::expression::{Names, Reason, evaluate};
use tilework::algebra::{
    self, Error, Layout, admissible, complement, complement_ceil, complement_ext,
};

use super::operands::{Kind, Operand};

/// The first rule that does not hold, mode by mode from left to right.
pub fn judge(kind: Kind, a: &Layout, b: &Operand) -> Option<&'static str> {
    let name = |error: Error| error.rule.name();
    match b {
        Operand::Layout(b) => judge_layout(kind, a, b).err().map(name),
        Operand::Modes(tiles) => {
            let judged = a
                .modes()
                .zip(tiles)
                .find_map(|(mode, tile)| judge_layout(kind, &mode, tile.as_ref()?).err().map(name));
            judged.or((tiles.len() > a.rank()).then_some("tiler rank"))
        }
    }
}

/// `A o (T, T*)` for a divide, `A* o B` for a product.
pub fn judge_layout(kind: Kind, a: &Layout, b: &Layout) -> Result<(), Error> {
    let rest = match kind {
        Kind::Composition => return admissible(a, b),
        Kind::Product | Kind::Paired => return admissible(&complement_ext(a)?, b),
        Kind::Divide => complement(b, a.size())?,
        Kind::DivideCeil => complement_ceil(b, a.size())?,
    };
    admissible(a, &Layout::concatenate([b, &rest])?)
}

/// The rule because of which the value level has no result.
pub fn broken(text: &str) -> Option<&'static str> {
    match evaluate(text, &mut Names::new()).err()?.reason {
        Reason::Algebra(error) => Some(error.rule.name()),
        reason => panic!("{text}: {reason}"),
    }
}

/// The modes that move the offset, sorted by stride.
pub fn moving(a: &Layout) -> Vec<algebra::Mode> {
    apart(&algebra::coalesce(a))
}

/// The modes of the layout as written, none of which continues another.
fn apart(a: &Layout) -> Vec<algebra::Mode> {
    let mut modes = a.flat_modes().to_vec();
    modes.retain(|mode| mode.shape > 1 && mode.stride > 0);
    modes.sort_by_key(|mode| mode.stride);
    modes
}

/// The types have a right inverse unless a mode overlaps the span of the modes before it.
pub fn right_inverse(a: &Layout) -> Option<&'static str> {
    let mut span = 1;
    for mode in moving(a) {
        if mode.stride != span {
            return (mode.stride < span).then_some("overlap");
        }
        span *= mode.shape;
    }
    None
}

/// The types have a left inverse if the strides are the radices of the offsets.
pub fn left_inverse(a: &Layout) -> Option<&'static str> {
    radices(moving(a))
}

/// The same for modes that continue one another only by their dynamic numbers, which the types do not merge.
pub fn left_inverse_apart(a: &Layout) -> Option<&'static str> {
    radices(apart(a))
}

fn radices(modes: Vec<algebra::Mode>) -> Option<&'static str> {
    let (mut reach, mut before) = (0, 1);
    for mode in modes {
        if mode.stride <= reach {
            return Some("digits");
        }
        if mode.stride % before != 0 {
            return Some("divisibility");
        }
        reach += (mode.shape - 1) * mode.stride;
        before = mode.stride;
    }
    None
}
