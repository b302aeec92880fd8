//! Leaves of shapes and strides: the integers, of the type or of run time, and their arithmetic.

pub(crate) mod arithmetic;
pub mod decimal;
pub mod digits;
pub(crate) mod exact_division;
pub(crate) mod int;
