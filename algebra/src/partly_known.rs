//! Operations on flat modes of which the types know some numbers: what a result has in the places of those that they
//! do not know.
//!
//! The types compute with what they know and go one way, whatever it is, with numbers of run time: a leaf of run time
//! meets each mode, and a mode stands for what it takes, `1:0` where that is nothing. Here the same way is gone on the
//! numbers, known or not, so that those of run time are found in the places that they have in the type. What is known
//! is a constant ([`Facts`]). Numbers come and go in slices of the caller; nothing is allocated, and nothing wraps of
//! modes of a layout.
//!
//! Values, of which all is known, go this way too: what is known folds away, strides are of any kind, and modes are
//! appended to a list (`numbers.rs`).

mod coalesce;
mod complement;
mod composition;
mod divide;
mod facts;
mod inverse;
mod numbers;
mod sort;

pub use coalesce::coalesce;
pub use complement::{End, Tile, complement, complement_here, positive};
pub use composition::{Right, composition, composition_here, composition_of_bits, stays_within};
pub use divide::{
    Divide, ModeByInteger, Pairs, divide_mode, logical_divide, logical_divide_here,
    logical_divide_of_bits, logical_product, paired_product,
};
pub use facts::{Facts, Known, Leaf, Order, Ordered};
pub use inverse::{left_inverse, right_inverse};
pub use sort::order;
#[cfg(feature = "alloc")]
pub(crate) use {
    coalesce::{Merged, merge},
    complement::{Sorted, gaps},
    composition::{Leaves, compose, largest_value},
    inverse::{Moving, digits, links},
    numbers::{All, Out},
};
