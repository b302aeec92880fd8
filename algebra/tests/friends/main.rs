//! Export and import, compared with the programs that read and print the texts: a C compiler, PyCuTe, CuTe DSL and CuTe
//! C++, if they are installed. If one is not installed, the test says so and passes, or fails if the environment has
//! `TILEWORK_PEERS=all`.
//!
//! `TILEWORK_PYTHON` is a Python with
//! `pip install nvidia-cutlass nvidia-cutlass-dsl nvidia-cuda-runtime nvidia-cuda-cccl nvidia-cuda-crt`. PyCuTe and
//! CuTe C++ need the first package and the last three.

mod cases;
mod export;
mod import;
mod peer;
#[cfg(feature = "serde")]
mod serde;
