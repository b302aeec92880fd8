//! Layouts in the notation `S:D`, with the checks of shapes and strides as far as these are known.

use proc_macro2::Span;
use tilework_algebra::expression::{Operand, Step, What};
use tilework_algebra::{self as algebra, IntTuple, Layout, Operation, Rule};

use super::in_types::static_extent;
use super::semimodule::of_other_semimodule;
use super::{AfterColon, Evaluator, Level, NEGATIVE, Term, at, value_of};
use crate::error::{Error, Result};
use crate::scan::reserved;
use crate::tuple::{Leaf, Tuple};

impl Evaluator<'_> {
    pub(super) fn layout(&self, shape: Tuple, stride: AfterColon, begin: usize) -> Result<Term> {
        self.check_shape(&shape)?;
        let span = shape.span();
        let known = |value: Layout| Ok(Term::Known(Box::new(Operand::new(begin, value.into()))));
        let in_layout = |error: algebra::Error| at(span)(error.during(Operation::Layout));
        let stride = match (stride, shape.literal()) {
            (AfterColon::Tuple(stride), _) => stride,
            (AfterColon::ColMajor, None) => return Ok(Term::ColMajor(shape)),
            (AfterColon::RowMajor, None) => return Ok(Term::RowMajor(shape)),
            (order, Some(shape)) => {
                let stride = match order {
                    AfterColon::RowMajor => algebra::compact_row_major(&shape),
                    _ => algebra::compact_col_major(&shape),
                };
                return known(Layout::new(&shape, &stride.map_err(in_layout)?).map_err(at(span))?);
            }
        };
        self.check_leaves(&stride)?;
        if let Some(star) = stride.find(&|leaf| matches!(leaf, Leaf::Star)) {
            return Err(Error::new(star, "`*` is a leaf of a profile, not a stride"));
        }
        if let Some(span) = incongruence(&shape, &stride) {
            let error = algebra::Error::new(Operation::Layout, Rule::Congruence);
            let hint = match (&shape, &stride) {
                // One name as the stride of a tuple may be meant as an order.
                (_, Tuple::Leaf(Leaf::Code(..), _)) => {
                    "; orders are `row_major` and `col_major`".into()
                }
                (Tuple::Modes(shapes, _), Tuple::Modes(strides, _))
                    if shapes.len() != strides.len() =>
                {
                    let (modes, strides) = (shapes.len(), strides.len());
                    format!("; the shape has {modes} modes, the stride {strides}: `(6,8):(8,1)`")
                }
                (Tuple::Modes(..), Tuple::Leaf(..)) => {
                    "; there is a stride for each mode, `(6,8):(8,1)`".into()
                }
                _ => String::new(),
            };
            return Err(Error::new(span, format!("{error}{hint}")));
        }
        let negative = stride.find(&|leaf| matches!(leaf, Leaf::Integer(..0)));
        if self.negative.get().is_none() {
            self.negative.set(negative);
        }
        match (shape.literal(), stride.literal()) {
            (Some(shape), Some(stride)) => {
                return known(Layout::new(&shape, &stride).map_err(at(span))?);
            }
            (Some(shape), None) => {
                if stride.find(&|leaf| matches!(leaf, Leaf::Any)).is_none()
                    && let Some(stride) = value_of(&stride)
                {
                    let operands = [Operand::new(begin, shape.into()), Operand::new(begin, stride)];
                    let layout = Step { at: begin, what: What::Layout }.evaluate(&operands);
                    let layout = layout.map_err(|failure| Error::new(span, failure.reason))?;
                    return Ok(Term::Known(Box::new(layout)));
                }
            }
            _ => {}
        }
        match (negative, of_other_semimodule(&stride)) {
            (Some(negative), _) => Err(Error::new(negative, NEGATIVE)),
            (None, Some(other)) => {
                Err(Error::new(other, algebra::Error::new(Operation::Layout, Rule::Codomain)))
            }
            (None, None) => Ok(Term::Layout { shape, stride }),
        }
    }

    /// Checks a shape, as far as it is known.
    pub(super) fn check_shape(&self, shape: &Tuple) -> Result<()> {
        self.check_extents(shape)?;
        // The literal extents alone may make a shape too large.
        let extents = shape.leaves().into_iter().map(|(leaf, _)| match leaf {
            Leaf::Integer(extent) => IntTuple::leaf(*extent),
            _ => IntTuple::leaf(1),
        });
        IntTuple::tuple(extents).size().map(drop).map_err(at(shape.span()))
    }

    pub(super) fn check_extents(&self, shape: &Tuple) -> Result<()> {
        for (leaf, span) in shape.leaves() {
            let text = match leaf {
                Leaf::Integer(extent @ ..1) => static_extent(*extent),
                Leaf::Stride(stride) if stride.to_string().starts_with(['e', 'f']) => {
                    reserved(&stride.to_string())
                }
                Leaf::Stride(_) | Leaf::Multiples(_) | Leaf::Bits(_) => {
                    "expected an integer, not a stride".to_string()
                }
                Leaf::Star => "`*` is a leaf of a profile, not an extent".to_string(),
                _ => continue,
            };
            return Err(Error::new(span, text));
        }
        self.check_leaves(shape)
    }

    /// Checks the leaves for the level. A dynamic leaf without a name has a type but no value, and only two of Rust's
    /// integer types are leaves.
    pub(super) fn check_leaves(&self, tuple: &Tuple) -> Result<()> {
        let (found, text) = match self.level {
            Level::Value => (
                tuple.find(&|leaf| matches!(leaf, Leaf::Any)),
                "`_` is a run-time leaf in `Layout!` and keeps a mode in a tiler; a value here needs \
                 an integer, a name or `{..}`",
            ),
            Level::Type => (
                tuple.find(&is_no_leaf),
                "no leaf: dynamic integers are `_`, which is `usize`, or `u32`; an `i32` becomes a `usize`",
            ),
        };
        found.map_or(Ok(()), |span| Err(Error::new(span, text)))
    }
}

/// The first place where the stride does not have the profile of the shape.
fn incongruence(shape: &Tuple, stride: &Tuple) -> Option<Span> {
    match (shape, stride) {
        (Tuple::Leaf(..), Tuple::Leaf(..)) => None,
        (Tuple::Modes(shapes, _), Tuple::Modes(strides, span)) => {
            let inside = shapes.iter().zip(strides).find_map(|(s, d)| incongruence(s, d));
            let beyond = || strides.get(shapes.len()).map(Tuple::span);
            let missing = || (strides.len() < shapes.len()).then_some(*span);
            inside.or_else(beyond).or_else(missing)
        }
        _ => Some(stride.span()),
    }
}

/// Returns whether a leaf is a built-in type of Rust that layouts do not count in.
fn is_no_leaf(leaf: &Leaf) -> bool {
    const OTHERS: [&str; 13] = [
        "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u64",
        "u128",
    ];
    matches!(leaf, Leaf::Code(code, _) if OTHERS.contains(&code.to_string().as_str()))
}
