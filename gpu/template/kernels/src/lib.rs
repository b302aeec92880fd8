//! Kernels. The build script of `program` compiles them to PTX, and `cargo test` to functions for the CPU.

pub mod copy;
pub mod histogram;
pub mod layer_norm;
pub mod matrix;
pub mod product;
pub mod product_bf16;
pub mod rms_norm;
pub mod rotary;
pub mod scale;
pub mod scan;
pub mod softmax;
pub mod top_k;
pub mod transpose;
