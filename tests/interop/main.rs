//! Tensors beside those of other crates. The tests need features:
//! `cargo test -p tilework-tests --test interop --features dlpack,faer,mdarray,nalgebra,ndarray,npy,serde`.

#[cfg(feature = "dlpack")]
mod dlpack;
#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "serde")]
mod serde;
