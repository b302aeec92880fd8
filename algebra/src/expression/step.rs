//! The steps that an expression is read into.

#[cfg(feature = "morphism")]
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{AnyStride, NamedOperation};
#[cfg(feature = "morphism")]
use crate::morphism::NestedTupleMorphism;
use crate::swizzle::Swizzle;

/// A step of the evaluation, which takes its operands from a stack and leaves its result there.
#[derive(Clone, Debug)]
pub struct Step {
    /// The place in the text.
    pub at: usize,
    /// What it does.
    pub what: What,
}

/// What a step does.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum What {
    /// `true` or `false`
    Boolean(bool),
    /// `16`
    Integer(i64),
    /// `{0}`: what the reader of the text has in this place
    Foreign(usize),
    /// `{0}*e1`: a multiple of a stride that is foreign
    Times,
    /// `{0}*e0+e1`: a sum in which a multiple is foreign
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
    /// `S--(1,0)-->T`, with the images as they are written
    Arrow(Vec<usize>),
    /// `S:col_major`
    ColMajor,
    /// `S:row_major`
    RowMajor,
    /// `(name)`: a tuple of one mode, or the value itself
    Parentheses,
    /// A tuple of so many
    Tuple(usize),
    /// A tiler `<..>` of so many modes
    Modes(usize),
    /// A list of so many
    List(usize),
    /// An operation with so many arguments
    Call(&'static NamedOperation, usize),
    /// `o x`, where another `o` follows: of an integer the offset
    Offset(&'static NamedOperation),
    /// A layout and so many coordinates
    Apply(usize),
    /// `name =`
    Assign(String),
    /// The end of a statement that is not the last
    Discard,
}
