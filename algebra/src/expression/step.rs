//! The steps of a parsed expression.

#[cfg(feature = "morphism")]
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{AnyStride, Fact, NamedOperation};
use crate::layout::swizzle::Swizzle;
#[cfg(feature = "morphism")]
use crate::morphism::NestedTupleMorphism;

/// A step of the evaluation, which takes its operands from a stack and leaves its result there.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position in the text.
    pub at: usize,
    /// The action.
    pub what: What,
}

/// The action of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum What {
    /// `true` or `false`
    Boolean(bool),
    /// `16`
    Integer(i64),
    /// `{0}`: the value that the caller has at this position
    Foreign(usize),
    /// `{0}*e1`: a multiple of a stride whose factor is foreign
    Times,
    /// `{0}*e0+e1`: a sum with a foreign multiple
    Plus,
    /// `6e1`, `f5`
    Stride(AnyStride),
    /// `Sw<3,4,3>`
    Swizzle(Swizzle),
    /// `*`
    Leaf,
    /// `_`
    Open,
    /// The value with this name
    Name(String),
    /// `S:D`
    Layout,
    /// `(2,8)--(1,0)-->(2,4)`
    #[cfg(feature = "morphism")]
    Morphism(Box<NestedTupleMorphism>),
    /// `S--(1,0)-->T`, with the images as written
    Arrow(Vec<usize>),
    /// `S:col_major`
    ColMajor,
    /// `S:row_major`
    RowMajor,
    /// `(name)`: a tuple of one mode, or the value itself
    Parentheses,
    /// A tuple of this many items
    Tuple(usize),
    /// A tiler `<..>` with this many modes
    Modes(usize),
    /// A list of this many items
    List(usize),
    /// An operation with this many arguments
    Call(&'static NamedOperation, usize),
    /// `o x`, followed by another `o`; an integer `x` is an offset
    Offset(&'static NamedOperation),
    /// A layout applied to this many coordinates
    Apply(usize),
    /// `name =`
    Assign(String),
    /// The value with this name, or a symbol
    Symbol(String),
    /// `?{div=8}`: a fresh symbol, `d` and a number of at least `first`
    Dynamic {
        /// The divisor, 1 without one.
        divisor: i64,
        /// The smallest number that no name in the text has.
        first: usize,
    },
    /// `+`, `-` or `*` of two numbers with symbols
    Arithmetic(char),
    /// `N % 8 = 0`
    Fact(Arc<Fact>),
    /// The end of a statement that is not the last
    Discard,
}
