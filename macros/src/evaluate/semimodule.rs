//! Strides with dynamic leaves: multiples of elements, their sums, and the integer-semimodule that they belong to.

use proc_macro2::Span;
use tilework_algebra::expression::AnyStride;
use tilework_algebra::{self as algebra, Operation, Rule, Stride as _};

use crate::error::{Error, Result};
use crate::tuple::{Leaf, Tuple};

/// `factor * element` with a dynamic factor. For vectors of bits, only multiples of `f1` are supported.
pub fn multiple(factor: &Tuple, element: &Tuple) -> Result<Tuple> {
    let (Tuple::Leaf(factor, _), Tuple::Leaf(element, span)) = (factor, element) else {
        return Err(Error::new(element.span(), "expected an element"));
    };
    let leaf = match element {
        Leaf::Stride(AnyStride::Xor(bits)) if bits.bits() == 1 => {
            Leaf::Bits(Box::new(factor.clone()))
        }
        Leaf::Stride(AnyStride::Coordinate(element)) => {
            let places = element.terms().map(|(place, _)| (place.to_vec(), factor.clone()));
            Leaf::Multiples(places.collect())
        }
        Leaf::Stride(element) => {
            let text =
                format!("only multiples of `f1` are dynamic, `n*f1`; `{element}` has none here");
            return Err(Error::new(*span, text));
        }
        _ => return Err(Error::new(*span, "expected an element")),
    };
    Ok(Tuple::Leaf(leaf, *span))
}

/// The sum of two sums of multiples of basis elements.
pub fn sum(left: &Tuple, right: &Tuple) -> Result<Tuple> {
    let multiples = |tuple: &Tuple| {
        let multiples = match tuple {
            Tuple::Leaf(leaf, _) => leaf.multiples(),
            Tuple::Modes(..) => None,
        };
        let text = "a sum is one of multiples of basis elements, `e0+2e1`";
        multiples.ok_or(Error::new(tuple.span(), text))
    };
    let (mut sum, span) = (multiples(left)?, right.span());
    for (place, factor) in multiples(right)? {
        if sum.iter().any(|(other, _)| leads_on(&place, other)) {
            return Err(Error::new(span, algebra::Error::new(Operation::Layout, Rule::Codomain)));
        }
        let Some((_, before)) = sum.iter_mut().find(|(other, _)| *other == place) else {
            sum.push((place, factor));
            continue;
        };
        let (Leaf::Integer(n), Leaf::Integer(m)) = (&*before, &factor) else {
            return Err(Error::new(span, "this place is in the sum already: add the multiples"));
        };
        let overflow = algebra::Error::new(Operation::Layout, Rule::Overflow);
        *before = Leaf::Integer(n.checked_add(*m).ok_or(Error::new(span, overflow))?);
    }
    sum.sort_by(|(place, _), (other, _)| place.cmp(other));
    Ok(Tuple::Leaf(Leaf::Multiples(sum), left.span()))
}

/// The first stride that belongs to another semimodule than an earlier one, or that moves a place which is a prefix or
/// an extension of an earlier place. 0 belongs to every semimodule.
pub fn of_other_semimodule(stride: &Tuple) -> Option<Span> {
    let kind = |leaf: &Leaf| match leaf {
        Leaf::Integer(0) => None,
        Leaf::Stride(AnyStride::Xor(bits)) => (!bits.is_zero()).then_some('f'),
        Leaf::Stride(AnyStride::Coordinate(stride)) => (!stride.is_zero()).then_some('e'),
        Leaf::Bits(_) => Some('f'),
        Leaf::Multiples(_) => Some('e'),
        _ => Some('1'),
    };
    let leaves = stride.leaves();
    let first = leaves.iter().find_map(|(leaf, _)| kind(leaf))?;
    let mut before: Vec<Vec<u8>> = Vec::new();
    let other = leaves.into_iter().find(|(leaf, _)| {
        let places = leaf.multiples().unwrap_or_default().into_iter().map(|(place, _)| place);
        let places: Vec<Vec<u8>> = places.collect();
        let clash = places.iter().any(|place| before.iter().any(|other| leads_on(place, other)));
        before.extend(places);
        clash || kind(leaf).is_some_and(|kind| kind != first)
    });
    other.map(|(_, span)| span)
}

/// Returns whether one place is a proper prefix of the other, so that a leaf of a coordinate would also be a tuple.
fn leads_on(place: &[u8], other: &[u8]) -> bool {
    place != other && (place.starts_with(other) || other.starts_with(place))
}
