//! Kernels. The build script of `program` compiles them to PTX, and `cargo test` to functions for the CPU.

pub mod copy;
pub mod histogram;
pub mod layer_norm;
pub mod matrix;
pub mod product;
pub mod scale;
pub mod softmax;
pub mod transpose;
