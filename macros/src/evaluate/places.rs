//! The places of literals.

use proc_macro2::Span;
use tilework_algebra::{self as algebra, Rule};

use crate::tuple::Tuple;

/// The places of the modes of a literal operand, to point at the one that breaks a rule.
#[derive(Clone)]
pub enum Places {
    /// The leaves of a layout, and its colon.
    Layout { shape: Vec<Span>, stride: Vec<Span>, colon: Span },
    /// The modes of a tiler, and the whole tiler.
    Modes(Vec<Span>, Span),
    /// The offset that is added after a swizzle.
    Offset(i64, Span),
    /// The result of other operations, or a name.
    Elsewhere,
}

impl Places {
    /// The places of the leaves of a tuple.
    pub fn leaves(tuple: &Tuple) -> Vec<Span> {
        tuple.leaves().into_iter().map(|(_, span)| span).collect()
    }

    /// The places of the modes of a tuple.
    pub fn of_tuple(tuple: &Tuple) -> Self {
        match tuple {
            Tuple::Leaf(_, span) => Places::Modes(vec![*span], *span),
            Tuple::Modes(modes, span) => {
                Places::Modes(modes.iter().map(Tuple::span).collect(), *span)
            }
        }
    }

    /// The token that breaks the rule.
    pub fn blame(&self, error: &algebra::Error) -> Option<Span> {
        match self {
            Places::Elsewhere | Places::Offset(..) => None,
            Places::Modes(_, whole)
                if matches!(
                    error.rule,
                    Rule::TilerRank { .. }
                        | Rule::ModeRange { .. }
                        | Rule::Permutation
                        | Rule::Profile
                ) =>
            {
                Some(*whole)
            }
            Places::Modes(modes, _) => modes.get(error.mode?).copied(),
            Places::Layout { shape, stride, .. } => {
                let leaves = match error.rule {
                    Rule::NaturalStride { .. }
                    | Rule::StrideDivisibility { .. }
                    | Rule::Complementability { .. }
                    | Rule::Broadcast { .. } => stride,
                    _ => shape,
                };
                leaves.get(error.mode?).copied()
            }
        }
    }
}
