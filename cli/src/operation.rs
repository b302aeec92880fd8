//! The operations: their names, their operands and what they compute.

use std::fmt::Display;
use std::str::FromStr;

use tilework_algebra::{
    Error, IntTuple, Layout, Operation as Named, Rule, Tiler, coalesce, compact_col_major,
    compact_row_major, compatible, complement, complement_ceil, composition, congruent, crd2idx,
    idx2crd, logical_divide, logical_divide_ceil, weakly_congruent, zipped_divide,
    zipped_divide_ceil,
};

use crate::failure::Failure;

/// An operation of the algebra on operands given as text.
pub struct Operation {
    pub name: &'static str,
    /// The names of the operands, as the help explains them.
    pub operands: &'static [&'static str],
    /// What it computes, in a line.
    pub meaning: &'static str,
    compute: fn(Operands<'_>) -> Result<String, Failure>,
}

impl Operation {
    /// The result of the operation on as many operands as it takes, as text.
    pub fn evaluate(&self, operands: &[String]) -> Result<String, Failure> {
        (self.compute)(Operands(operands))
    }
}

/// The operands by position, read as what they are to be.
#[derive(Clone, Copy)]
struct Operands<'a>(&'a [String]);

impl Operands<'_> {
    fn read<T: FromStr<Err = Error>>(self, at: usize) -> Result<T, Failure> {
        self.0[at].parse().map_err(|error| Failure::in_operand(at, error))
    }

    fn layout(self, at: usize) -> Result<Layout, Failure> {
        self.read(at)
    }

    fn tiler(self, at: usize) -> Result<Tiler, Failure> {
        self.read(at)
    }

    fn tuple(self, at: usize) -> Result<IntTuple, Failure> {
        self.read(at)
    }

    fn integer(self, at: usize) -> Result<i64, Failure> {
        self.tuple(at)?.as_leaf().ok_or_else(|| {
            let rule = Rule::Syntax { at: 0, expected: "an integer" };
            Failure::in_operand(at, Error::new(Named::Parse, rule))
        })
    }
}

fn text(result: impl Display) -> Result<String, Failure> {
    Ok(result.to_string())
}

macro_rules! operations {
    ($($name:ident($($operand:ident),*) $meaning:literal = $compute:expr;)*) => {
        /// All operations, in the order of the help.
        pub const OPERATIONS: &[Operation] = &[$(Operation {
            name: stringify!($name),
            operands: &[$(stringify!($operand)),*],
            meaning: $meaning,
            compute: $compute,
        }),*];
    };
}

operations! {
    composition(A, T) "A o T: r(c) = A(T(c))"
        = |of| text(composition(&of.layout(0)?, &of.tiler(1)?)?);
    coalesce(L) "the same function in the fewest modes"
        = |of| text(coalesce(&of.layout(0)?));
    complement(L, N) "what L leaves out of 0..N, where that comes out even"
        = |of| text(complement(&of.layout(0)?, of.integer(1)?)?);
    complement_ceil(L, N) "what L leaves out up to at least N, padded"
        = |of| text(complement_ceil(&of.layout(0)?, of.integer(1)?)?);
    logical_divide(A, T) "(tile, rest) of A, by mode for a tiler of modes"
        = |of| text(logical_divide(&of.layout(0)?, &of.tiler(1)?)?);
    logical_divide_ceil(A, T) "the same, padded"
        = |of| text(logical_divide_ceil(&of.layout(0)?, &of.tiler(1)?)?);
    zipped_divide(A, T) "all tiles in mode 0, all rests in mode 1"
        = |of| text(zipped_divide(&of.layout(0)?, &of.tiler(1)?)?);
    zipped_divide_ceil(A, T) "the same, padded"
        = |of| text(zipped_divide_ceil(&of.layout(0)?, &of.tiler(1)?)?);
    size(L) "the number of coordinates"
        = |of| text(of.layout(0)?.size());
    cosize(L) "the number of offsets from the smallest to the largest"
        = |of| text(of.layout(0)?.cosize()?);
    rank(L) "the number of modes"
        = |of| text(of.layout(0)?.rank());
    depth(L) "how deep the modes are nested"
        = |of| text(of.layout(0)?.depth());
    crd2idx(COORD, L) "the offset of L at a coordinate"
        = |of| text(crd2idx(&of.tuple(0)?, &of.layout(1)?)?);
    idx2crd(I, SHAPE) "the natural coordinate of a shape at an integral one"
        = |of| text(idx2crd(of.integer(0)?, &of.tuple(1)?)?);
    compact_col_major(SHAPE) "the stride of the compact layout, first leaf fastest"
        = |of| text(compact_col_major(&of.tuple(0)?)?);
    compact_row_major(SHAPE) "the stride of the compact layout, last leaf fastest"
        = |of| text(compact_row_major(&of.tuple(0)?)?);
    congruent(P, Q) "whether two tuples have the same profile"
        = |of| text(congruent(&of.tuple(0)?, &of.tuple(1)?));
    weakly_congruent(P, Q) "whether Q has the profile of P with tuples for leaves"
        = |of| text(weakly_congruent(&of.tuple(0)?, &of.tuple(1)?));
    compatible(P, Q) "whether coordinates of the shape P are coordinates of Q"
        = |of| text(compatible(&of.tuple(0)?, &of.tuple(1)?));
}
