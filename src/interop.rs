//! Tensors and layouts next to the types of other crates, each behind a feature of its name.
//!
//! | feature | |
//! |---|---|
//! | `serde` | layouts as text in every format, `"((2,3),4):((1,2),6)"` |
//! | `npy` | NumPy files: `npy::read`, `npy::write` |
//! | `dlpack` | tensors of PyTorch and others: `dlpack::Managed` |
//! | `ndarray` | `Tensor::as_ndarray`, `as_ndarray_mut`; `from_ndarray`, `from_ndarray_mut` |
//! | `nalgebra` | `Tensor::as_nalgebra`, `as_nalgebra_mut`; `from_nalgebra`, `from_nalgebra_mut` |
//! | `faer` | `Tensor::as_faer`, `as_faer_mut`; `from_faer`, `from_faer_mut` |
//! | `mdarray` | `Tensor::as_mdarray`, `as_mdarray_mut`; `from_mdarray`, `from_mdarray_mut` |
//!
//! Views share their elements; nothing is copied. An axis of another crate's view has an extent and a stride, so each
//! mode of a tensor must have one stride. A nested mode has one if it coalesces to one mode, as `(2,3):(4,8)` coalesces
//! to `6:4`. The error names the mode that does not. In the other direction, a type annotation chooses the type of the
//! layout: `Layout!((_,_):(_,_))` for any matrix. Static leaves in it must equal those of the view. Negative strides
//! and empty views are errors.
//!
//! Views from other crates become tensors of [`Disjoint`](crate::result::Disjoint) elements, never slices, because
//! elements of another view that is written at the same time may lie between them. Views for nalgebra must have columns
//! without gaps: with other views, the products of nalgebra 0.35 write past the end of their result (dimforge/nalgebra,
//! issue 1616).

#[cfg(any(
    feature = "dlpack",
    feature = "faer",
    feature = "mdarray",
    feature = "nalgebra",
    feature = "ndarray"
))]
mod axes;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "serde")]
mod serde;
