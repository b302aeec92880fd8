//! What kernels of GPUs are made of, as types: atoms, thread-value layouts, tiled copies and multiplications, layouts in shared
//! memory. The packages of kernels have their own tests.

mod alignment;
mod atom;
mod copy_plan;
mod shared_layout;
mod thread_value;
mod tiled_copy;
mod tiled_mma;
