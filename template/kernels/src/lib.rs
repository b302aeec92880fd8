//! Kernels: compiled to PTX by the build script of `program`, and to functions for the CPU by `cargo test`.

pub mod histogram;
pub mod layer_norm;
pub mod product;
pub mod scale;
