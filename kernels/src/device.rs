//! What the machine has.

pub mod index;
pub mod vector;

pub use index::*;
pub use vector::*;
