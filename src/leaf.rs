//! Leaves of shapes and strides: static and dynamic integers with their arithmetic, and strides that are coordinates or
//! bits.

pub(crate) mod arithmetic_tuple;
pub(crate) mod basis;
pub(crate) mod constant;
pub mod decimal;
pub mod digits;
pub(crate) mod int;
pub(crate) mod integers;
pub(crate) mod into_leaf;
pub(crate) mod notation;
pub(crate) mod number;
pub(crate) mod occupied;
pub(crate) mod stride;
pub(crate) mod text;
pub(crate) mod xor;
