//! Exact complements, and complements that are rounded.

use crate::error::Operation;

/// The way in which a complement treats numbers that do not divide evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// They are an error.
    Exact,
    /// Gaps are rounded down and the last mode is rounded up, as in CuTe.
    Ceil,
}

impl Rounding {
    /// The complement that rounds in this way.
    pub const fn operation(self) -> Operation {
        match self {
            Rounding::Exact => Operation::Complement,
            Rounding::Ceil => Operation::ComplementCeil,
        }
    }
}
