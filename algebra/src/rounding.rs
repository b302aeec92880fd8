//! Complements that come out even, and those that are rounded.

use crate::error::Operation;

/// How a complement treats what does not come out even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// It is an error.
    Exact,
    /// Gaps are rounded down, the last mode up, as in CuTe.
    Ceil,
}

impl Rounding {
    /// The complement that rounds so.
    pub const fn operation(self) -> Operation {
        match self {
            Rounding::Exact => Operation::Complement,
            Rounding::Ceil => Operation::ComplementCeil,
        }
    }
}
