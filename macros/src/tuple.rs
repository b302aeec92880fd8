//! Tuples as they are written, with the place of every leaf. The operation that takes a tuple decides whether it is a
//! shape, a stride, a tiler or a profile.

use proc_macro2::{Span, TokenStream};
use tilework_algebra::IntTuple;
use tilework_algebra::expression::AnyStride;

/// A leaf or a tuple of tuples.
#[derive(Clone)]
pub enum Tuple {
    Leaf(Leaf, Span),
    Modes(Vec<Tuple>, Span),
}

/// A leaf of a tuple.
#[derive(Clone)]
pub enum Leaf {
    Integer(i64),
    /// A literal stride that is not an integer.
    Stride(AnyStride),
    /// Rust code: an expression, or a type.
    Code(TokenStream, Span),
    /// A Rust constant, `const M`.
    Constant(TokenStream, Span),
    /// `_`
    Any,
    /// `*`
    Star,
    /// Multiples of basis elements by place, at least one of them dynamic.
    Multiples(Vec<(Vec<u8>, Leaf)>),
    /// A dynamic multiple of `f1`.
    Bits(Box<Leaf>),
}

impl Leaf {
    /// The multiples of basis elements whose sum is the stride.
    pub fn multiples(&self) -> Option<Vec<(Vec<u8>, Leaf)>> {
        match self {
            Leaf::Stride(AnyStride::Coordinate(stride)) => {
                let terms = stride.terms();
                Some(terms.map(|(place, n)| (place.to_vec(), Leaf::Integer(n))).collect())
            }
            Leaf::Multiples(multiples) => Some(multiples.clone()),
            _ => None,
        }
    }

    /// Returns whether `is` holds for the leaf, or for a factor in it.
    pub fn any(&self, is: &dyn Fn(&Leaf) -> bool) -> bool {
        match self {
            Leaf::Bits(factor) => factor.any(is),
            Leaf::Multiples(multiples) => multiples.iter().any(|(_, factor)| factor.any(is)),
            leaf => is(leaf),
        }
    }
}

impl Tuple {
    pub fn span(&self) -> Span {
        match self {
            Tuple::Leaf(_, span) | Tuple::Modes(_, span) => *span,
        }
    }

    /// The leaves from left to right, with their places.
    pub fn leaves(&self) -> Vec<(&Leaf, Span)> {
        match self {
            Tuple::Leaf(leaf, span) => vec![(leaf, *span)],
            Tuple::Modes(modes, _) => modes.iter().flat_map(Tuple::leaves).collect(),
        }
    }

    /// The place of the first leaf for which `is` holds.
    pub fn find(&self, is: &dyn Fn(&Leaf) -> bool) -> Option<Span> {
        self.leaves().into_iter().find(|(leaf, _)| leaf.any(is)).map(|(_, span)| span)
    }

    /// The tuple with the values of `integer` as leaves, if `integer` has one for each leaf.
    pub fn map(&self, integer: &dyn Fn(&Leaf) -> Option<i64>) -> Option<IntTuple> {
        match self {
            Tuple::Leaf(leaf, _) => integer(leaf).map(IntTuple::leaf),
            Tuple::Modes(modes, _) => {
                let modes: Option<Vec<IntTuple>> =
                    modes.iter().map(|mode| mode.map(integer)).collect();
                modes.map(IntTuple::tuple)
            }
        }
    }

    /// The tuple of integers, if it is one.
    pub fn literal(&self) -> Option<IntTuple> {
        self.map(&|leaf| if let Leaf::Integer(value) = leaf { Some(*value) } else { None })
    }

    /// The same as [`Tuple::literal`], with 1 for the leaves of a profile.
    pub fn literal_or_profile(&self) -> Option<IntTuple> {
        self.map(&|leaf| match leaf {
            Leaf::Integer(value) => Some(*value),
            Leaf::Star => Some(1),
            _ => None,
        })
    }
}
