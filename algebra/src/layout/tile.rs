//! Layouts with any kind of stride as tilers.

use core::fmt;

use super::Layout;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;

/// A tiler that is not a tuple of tilers.
#[derive(Clone, Copy)]
pub enum Tile<'a> {
    Layout(&'a Layout),
    Coordinates(&'a Layout<ArithmeticTuple>),
    Xor(&'a Layout<Xor>),
}

impl fmt::Display for Tile<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Layout(layout) => layout.fmt(f),
            Tile::Coordinates(layout) => layout.fmt(f),
            Tile::Xor(layout) => layout.fmt(f),
        }
    }
}
