//! Algorithms on tensors of any layouts: the loops are put into the order that memory likes.

mod axpby;
mod computed;
mod copy;
mod fill;
mod fold;
mod plan;
mod reduce;
mod square;
mod strided;
mod transform;
mod transpose;
mod turned;

pub use axpby::axpby;
pub use copy::{copy, copy_if};
pub use fill::fill;
pub(crate) use plan::check;
pub use reduce::reduce;
pub use transform::transform;
pub use transpose::transpose;
