//! Arguments of kernels: what the host passes, and kernels read.

/// The dynamic leaves of a layout, `Layout::dynamic_leaves`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Leaves<const N: usize>(pub [u32; N]);
