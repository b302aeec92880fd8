//! Export and import, against those that read and print the texts: a compiler of C, PyCuTe, CuTe DSL and
//! CuTe C++, where they are installed. Of one that is not, the test says so and passes, or with
//! `TILEWORK_PEERS=all` in the environment fails.
//!
//! `TILEWORK_PYTHON` is the Python that has `pip install nvidia-cutlass nvidia-cutlass-dsl
//! nvidia-cuda-runtime nvidia-cuda-cccl nvidia-cuda-crt`, of which PyCuTe and CuTe C++ need the first and the last three.

mod cases;
mod export;
mod import;
mod peer;
#[cfg(feature = "serde")]
mod serde;
