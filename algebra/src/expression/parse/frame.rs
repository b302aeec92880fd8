//! Open brackets, and what has been read in them.

use alloc::vec::Vec;

use super::cute::Template;
use super::triton::Given;
use super::types::{Major, Named};
use crate::expression::NamedOperation;
use crate::layout::swizzle::Swizzle;

/// An open bracket, or the statement.
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) at: usize,
    /// The number of complete items.
    pub(super) items: usize,
    /// The operator whose right operand is being read.
    pub(super) operator: Option<(&'static NamedOperation, usize)>,
    /// The `+` or `-` whose right operand is being read.
    pub(super) sum: Option<(char, usize)>,
    /// The `:` whose stride is being read.
    pub(super) colon: Option<usize>,
    /// The arrow whose codomain is being read.
    pub(super) arrow: Option<(usize, Vec<usize>)>,
    /// The `==` whose right side is being read.
    pub(super) equals: Option<usize>,
    /// The integers in `<..>` between an operation and its arguments.
    pub(super) template: Option<Template>,
    /// The order of the compact strides of a layout that is made.
    pub(super) major: Option<Major>,
    /// The arguments of an attribute of MLIR or of a class of Gluon.
    pub(super) given: Option<Given>,
    /// The shape of a tensor whose encoding is being read.
    pub(super) shape: Vec<i64>,
    /// True if `;` separates the modes of a tiler, `[32:1;32:1]`.
    pub(super) semicolons: bool,
    /// True if the operand is already a layout with a stride.
    pub(super) layout: bool,
    /// A swizzle as CuTe counts bytes, with which the argument of a cast begins.
    pub(super) cast: Option<(Swizzle, usize)>,
    pub(super) written: Written,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Statement,
    Parentheses,
    Angles,
    Brackets,
    Call(&'static NamedOperation),
    Apply,
    /// `make_shape(..)` or `Shape<..>`, with its closing character
    Named(Named, char),
    /// `tensor<..>`, which is what is in it, with its closing character
    Group(char),
    /// `!cute.layout<"..">`
    Quoted,
    /// `#ttg.blocked<{..}>` or `BlockedLayout(..)`, with its closing character
    Attribute(char),
    /// `tensor<64x64xf16, ..>`
    Shaped,
}

/// The form of an item, which decides whether parentheses around it group or make a tuple.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Written {
    /// An integer, a tuple, `_` or `*`
    Plain,
    Name,
    Expression,
}

impl Frame {
    pub(super) fn new(kind: Kind, at: usize) -> Self {
        Frame {
            kind,
            at,
            items: 0,
            operator: None,
            sum: None,
            colon: None,
            arrow: None,
            equals: None,
            template: None,
            major: None,
            given: None,
            shape: Vec::new(),
            semicolons: false,
            layout: false,
            cast: None,
            written: Written::Plain,
        }
    }
}

impl Kind {
    /// The bracket that closes it.
    pub(super) fn closing(self) -> Option<char> {
        match self {
            Kind::Statement => None,
            Kind::Parentheses | Kind::Call(_) | Kind::Apply => Some(')'),
            Kind::Angles | Kind::Shaped => Some('>'),
            Kind::Brackets => Some(']'),
            Kind::Named(_, closing) | Kind::Group(closing) | Kind::Attribute(closing) => {
                Some(closing)
            }
            Kind::Quoted => Some('"'),
        }
    }

    /// The tokens that may follow an operand.
    pub(super) fn expected(self) -> &'static str {
        match self.closing() {
            None => "an operator or the end",
            Some('>') => "an operator, `,` or `>`",
            Some(']') => "an operator, `,` or `]`",
            Some('"') => "an operator or `\"`",
            Some('}') => "an operator, `,` or `}`",
            Some(_) => "an operator, `,` or `)`",
        }
    }
}
