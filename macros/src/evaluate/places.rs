//! Where literals are written.

use proc_macro2::Span;
use tilework_algebra::{self as algebra, Rule};

use crate::notation::{Leaf, Operand, Stride, Tuple};

/// Where the modes of a literal operand are written, to point at the one that breaks a rule.
pub enum Places {
    /// The leaves of a layout.
    Layout { shape: Vec<Span>, stride: Vec<Span> },
    /// The modes of a tiler, and the whole.
    Modes(Vec<Span>, Span),
    /// The result of other operations, or a name.
    Elsewhere,
}

impl Places {
    pub fn of(operand: &Operand) -> Self {
        let leaves =
            |tuple: &Tuple| -> Vec<Span> { tuple.leaves().into_iter().map(Leaf::span).collect() };
        match operand {
            Operand::Chain(chain, _) if chain.steps.is_empty() => Places::of(&chain.first),
            Operand::Chain(..) | Operand::Swizzle(..) => Places::Elsewhere,
            Operand::Layout { shape, stride } => {
                let shape = leaves(shape);
                let stride = match stride {
                    Stride::Tuple(stride) => leaves(stride),
                    Stride::ColMajor(span) | Stride::RowMajor(span) => vec![*span; shape.len()],
                };
                Places::Layout { shape, stride }
            }
            Operand::Tuple(tuple) => Places::of_tuple(tuple),
            Operand::Modes(modes, span) => {
                Places::Modes(modes.iter().map(Operand::span).collect(), *span)
            }
        }
    }

    pub fn of_tuple(tuple: &Tuple) -> Self {
        match tuple {
            Tuple::Leaf(leaf) => Places::Modes(vec![leaf.span()], leaf.span()),
            Tuple::Modes(modes, span) => {
                Places::Modes(modes.iter().map(Tuple::span).collect(), *span)
            }
        }
    }

    /// The token that breaks the rule, where it is written.
    pub fn blame(&self, error: &algebra::Error) -> Option<Span> {
        match self {
            Places::Elsewhere => None,
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
            Places::Layout { shape, stride } => {
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
