//! Operations on flat modes when the types know only some of the numbers. They compute the numbers of a result that the
//! types do not know.
//!
//! The type level computes with static numbers, and treats every dynamic number in the same way, whatever its value is.
//! A dynamic leaf meets each mode, and each mode of the result holds the part that was taken, which is `1:0` if nothing
//! was. The functions here do the same with the numbers, static or dynamic, so that the dynamic ones end up at their
//! positions in the type. The known part is a constant ([`Facts`]). The caller passes numbers in and out as slices.
//! Nothing is allocated, and nothing wraps for the modes of a layout.
//!
//! The value level shares this implementation. All its numbers are known, so the constants fold away; its strides may
//! be of any kind, and modes are appended to a list (`numbers.rs`).

mod coalesce;
mod complement;
mod composition;
mod divide;
mod facts;
mod inverse;
mod known;
mod ordered;
mod recast;
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
pub use ordered::ordered;
pub use recast::{Casts, recast, recast_here};
pub use sort::order;
#[cfg(feature = "alloc")]
pub(crate) use {
    coalesce::{Merged, merge},
    complement::{Sorted, gaps},
    composition::{Leaves, compose, largest_value},
    inverse::{Moving, digits, links},
    known::{All, Out},
};
