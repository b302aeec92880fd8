//! Layouts as types: their leaves, strides and shapes, what is said of them, and what fits the target.
//!
//! `.ci/narrow` runs the files without numbers of 64 bits on a target of 32.

#[cfg(target_pointer_width = "64")]
mod constants;
#[cfg(target_pointer_width = "64")]
mod distributions;
#[cfg(target_pointer_width = "64")]
mod narrow;
mod nested;
#[cfg(target_pointer_width = "64")]
mod side_by_side;
mod slice;
#[cfg(target_pointer_width = "64")]
mod strides;
mod swizzle;
mod targets;
#[cfg(target_pointer_width = "64")]
mod values;
#[cfg(target_pointer_width = "64")]
mod xor;
