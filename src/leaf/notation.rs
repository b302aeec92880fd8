//! CuTe notation of shapes and strides: `((2,3),4)`.

use core::fmt;

use frunk_core::hlist::{HCons, HNil};

use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// Writes shapes and strides in CuTe notation.
pub trait Notation {
    /// `self`, with the parentheses of a tuple.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes `self` as the rest of a tuple.
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
impl<N> Notation for Static<N>
where
    Self: Leaf,
{
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl<I: Index> Notation for Dyn<I> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl Notation for HNil {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("()")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(")")
    }
}
impl<H: Notation, T: Notation> Notation for HCons<H, T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.head.write(f)?;
        self.tail.write_rest(f)
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(",")?;
        self.head.write(f)?;
        self.tail.write_rest(f)
    }
}
