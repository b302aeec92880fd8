//! The notation as it is written: a chain of operations on layouts, with the place of every
//! token.
//!
//! ```text
//! chain   := operand { ("o" | "/" | "*") operand }
//! operand := call | tuple ":" stride | tuple | "<" operand {"," operand} ">" | "(" chain ")"
//!          | "Sw" "<" integer "," integer "," integer ">"
//! call    := name "(" chain {"," (operand | integer | list | order)} ")"
//! list    := "[" [integer {"," integer}] "]" | "[" [operand {"," operand}] "]"
//! order   := integer | "(" [order {"," order}] ")"
//! stride  := tuple | "row_major" | "col_major"
//! tuple   := leaf | "(" [tuple {"," tuple}] ")"
//! leaf    := integer | path | "{" Rust code "}" | "_" | multiple {"+" multiple}
//! multiple := [leaf ["*"]] element
//! element := "e0" | "e" "(" integer {"," integer} ")" | "f5"
//! ```
//!
//! What an operand is, a layout or a tiler, depends on the side on which it stands; the
//! [evaluation](crate::evaluate) decides that.

mod leaf;
mod parse;

pub use leaf::is_element;
pub use parse::parse;

use proc_macro2::{Span, TokenStream};
use syn::{Error, Result};
use tilework_algebra::{Operation, Rule, Stride as _, Swizzle, Xor};

/// Operations from left to right.
pub struct Chain {
    pub first: Operand,
    pub steps: Vec<Step>,
}

/// An operation whose left operand is everything before it.
pub struct Step {
    pub operation: Operation,
    /// The operator, or the name of the operation.
    pub span: Span,
    pub argument: Argument,
}

/// What an operation has besides its left operand.
pub enum Argument {
    None,
    Tiler(Operand),
    Layout(Operand),
    /// Layouts beside the first one.
    Layouts(Vec<Operand>),
    /// An integer, or a shape.
    Size(Tuple),
    Integers(Vec<Leaf>),
    List(Vec<Leaf>, Span),
    /// Its leaves do not matter.
    Profile(Tuple),
    /// Its leaves are known while compiling.
    Order(Tuple),
    /// A shape and an order.
    Filled(Tuple, Tuple),
    /// The shape of a tile and a layout.
    Tiles(Tuple, Operand),
    /// An integer and a layout.
    Offsets(Tuple, Operand),
}

/// A layout, a tiler or an operation in parentheses.
pub enum Operand {
    Chain(Box<Chain>, Span),
    Layout {
        shape: Tuple,
        stride: Stride,
    },
    /// A shape or a tiler; a single leaf of Rust code is a layout or tiler by its name.
    Tuple(Tuple),
    /// A tiler `<..>`.
    Modes(Vec<Operand>, Span),
    /// A swizzle `Sw<B,M,S>`.
    Swizzle(Swizzle, Span),
}

/// The right side of a colon.
pub enum Stride {
    Tuple(Tuple),
    ColMajor(Span),
    RowMajor(Span),
}

/// An integer or a tuple of tuples.
pub enum Tuple {
    Leaf(Leaf),
    Modes(Vec<Tuple>, Span),
}

/// A leaf of a tuple.
#[derive(Clone)]
pub enum Leaf {
    Integer(i64, Span),
    /// Rust code: an expression, or a type.
    Code(TokenStream, Span),
    /// `_`
    Any(Span),
    /// A multiple of an element that is no integer.
    Multiple(Box<Leaf>, Element, Span),
    /// Two or more multiples of basis elements, by place, each place once.
    Sum(Vec<Leaf>, Span),
}

impl Leaf {
    /// `factor * element`. Of vectors of bits literal multiples are products without carries, and
    /// others multiples of `f1`.
    fn multiple(factor: Leaf, element: Element, span: Span) -> Result<Leaf> {
        let (factor, element) = match (factor, element) {
            (Leaf::Integer(n, at), Element::Bits(bits)) => {
                let product = Xor::new(bits.cast_signed()).ok().and_then(|xor| xor.times(n));
                let overflow = tilework_algebra::Error::new(Operation::Layout, Rule::Overflow);
                let product = product.ok_or(Error::new(span, overflow))?;
                (Leaf::Integer(1, at), Element::Bits(product.bits().unsigned_abs()))
            }
            (_, Element::Bits(bits)) if bits != 1 => {
                let text = format!(
                    "only multiples of `f1` are of run time, `n*f1`; `f{bits}` has none here"
                );
                return Err(Error::new(span, text));
            }
            other => other,
        };
        Ok(Leaf::Multiple(Box::new(factor), element, span))
    }

    /// The sum of multiples of basis elements.
    fn sum(multiples: Vec<Leaf>, span: Span) -> Result<Leaf> {
        let mut terms: Vec<(Vec<u64>, Leaf)> = Vec::new();
        for multiple in multiples {
            let Leaf::Multiple(factor, Element::Basis(place), at) = multiple else {
                let text = "a sum is one of multiples of basis elements, `e0+2e1`";
                return Err(Error::new(multiple.span(), text));
            };
            if matches!(*factor, Leaf::Integer(0, _)) {
                continue;
            }
            let leads_on = |(other, _): &&mut (Vec<u64>, Leaf)| {
                other.starts_with(&place) || place.starts_with(other)
            };
            let Some((other, before)) = terms.iter_mut().find(leads_on) else {
                terms.push((place, *factor));
                continue;
            };
            if *other != place {
                let error = tilework_algebra::Error::new(Operation::Layout, Rule::Codomain);
                return Err(Error::new(at, error));
            }
            let (Leaf::Integer(n, here), Leaf::Integer(m, _)) = (&*before, *factor) else {
                return Err(Error::new(at, "this place is in the sum already: add the multiples"));
            };
            let overflow = tilework_algebra::Error::new(Operation::Layout, Rule::Overflow);
            let sum = n.checked_add(m).ok_or(Error::new(at, overflow))?;
            *before = Leaf::Integer(sum, *here);
        }
        terms.sort_by(|(place, _), (other, _)| place.cmp(other));
        let multiple =
            |(place, factor)| Leaf::Multiple(Box::new(factor), Element::Basis(place), span);
        let mut terms: Vec<Leaf> = terms.into_iter().map(multiple).collect();
        Ok(match terms.len() {
            0 => Leaf::Integer(0, span),
            1 => terms.remove(0),
            _ => Leaf::Sum(terms, span),
        })
    }
}

/// What a stride is a multiple of.
#[derive(Clone)]
pub enum Element {
    /// The basis element of a place.
    Basis(Vec<u64>),
    /// A vector of bits.
    Bits(u64),
}

impl Leaf {
    pub fn span(&self) -> Span {
        match *self {
            Leaf::Integer(_, span)
            | Leaf::Code(_, span)
            | Leaf::Any(span)
            | Leaf::Multiple(_, _, span)
            | Leaf::Sum(_, span) => span,
        }
    }
}

impl Tuple {
    pub fn span(&self) -> Span {
        match self {
            Tuple::Leaf(leaf) => leaf.span(),
            Tuple::Modes(_, span) => *span,
        }
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Tuple::Leaf(leaf) => vec![leaf],
            Tuple::Modes(modes, _) => modes.iter().flat_map(Tuple::leaves).collect(),
        }
    }
}

impl Operand {
    /// The first token of a layout, all of anything else.
    pub fn span(&self) -> Span {
        match self {
            Operand::Chain(_, span) | Operand::Modes(_, span) | Operand::Swizzle(_, span) => *span,
            Operand::Layout { shape: tuple, .. } | Operand::Tuple(tuple) => tuple.span(),
        }
    }
}
