//! Layouts as types: their leaves, strides and shapes, what is said of them, and what fits the target.

mod constants;
mod distributions;
mod narrow;
mod nested;
mod side_by_side;
mod slice;
mod strides;
mod swizzle;
mod targets;
mod values;
mod xor;
