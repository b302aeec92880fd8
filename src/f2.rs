//! Linear algebra over F2 in the types: what inverses and complements of XOR strides, and
//! compositions with them, are.
//!
//! A layout with static XOR strides is a matrix: the value of each bit of its coordinates is a column,
//! a vector of bits. As in [`statics`](crate::sorts), functions are associated types with
//! parameters, so that each step is computed once, and they are total: where a rule does not hold
//! there is a verdict in place of columns, and it is what all functions of them are.

mod columns;
mod echelon;
mod linear;
mod matrix;
mod runs;
mod vector;
mod word;

pub use self::columns::{Column, Columns};
pub use self::echelon::Echelon;
pub use self::linear::{Both, Fold, Linear, Sums};
pub use self::matrix::{Even, Extent, Invertible, Matrix, Odd, Padded, Whole};
pub use self::runs::{Run, Runs};
pub use self::vector::{Choice, Vector};
