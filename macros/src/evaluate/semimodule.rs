//! Of which integer-semimodule the strides are that are written.

use crate::notation::{Element, Leaf, Tuple};

/// The first stride that is of another semimodule than one before it, or moves a place that leads on from
/// one of those before it, or to it; 0 is of all.
pub fn of_other_semimodule(stride: &Tuple) -> Option<&Leaf> {
    let kind = |leaf: &Leaf| match leaf {
        Leaf::Integer(0, _) => None,
        Leaf::Multiple(factor, ..) if matches!(**factor, Leaf::Integer(0, _)) => None,
        Leaf::Multiple(_, Element::Bits(0), _) => None,
        Leaf::Multiple(_, Element::Bits(_), _) => Some('f'),
        Leaf::Multiple(_, Element::Basis(_), _) | Leaf::Sum(..) => Some('e'),
        _ => Some('1'),
    };
    let leaves = stride.leaves();
    let first = leaves.iter().find_map(|leaf| kind(leaf))?;
    let mut before: Vec<&[u64]> = Vec::new();
    leaves.into_iter().find(|leaf| {
        let places = places_of(leaf);
        let clash = places.iter().any(|place| before.iter().any(|other| leads_on(place, other)));
        before.extend(places);
        clash || kind(leaf).is_some_and(|kind| kind != first)
    })
}

/// The places of coordinates that a stride moves.
fn places_of(leaf: &Leaf) -> Vec<&[u64]> {
    match leaf {
        Leaf::Multiple(factor, ..) if matches!(**factor, Leaf::Integer(0, _)) => Vec::new(),
        Leaf::Multiple(_, Element::Basis(place), _) => vec![place],
        Leaf::Sum(terms, _) => terms.iter().flat_map(places_of).collect(),
        _ => Vec::new(),
    }
}

/// Whether one place leads on from the other, so that a leaf of a coordinate would be a tuple too.
fn leads_on(place: &[u64], other: &[u64]) -> bool {
    place != other && (place.starts_with(other) || other.starts_with(place))
}
