//! Tensors and layouts beside those of others, each behind a feature by its name.
//!
//! | feature | |
//! |---|---|
//! | `serde` | layouts as text in every format, `"((2,3),4):((1,2),6)"` |
//! | `npy` | NumPy files: `npy::read`, `npy::write` |
//! | `ndarray` | `Tensor::as_ndarray`, `as_ndarray_mut`; `from_ndarray`, `from_ndarray_mut` |
//! | `nalgebra` | `Tensor::as_nalgebra`, `as_nalgebra_mut`; `from_nalgebra`, `from_nalgebra_mut` |
//! | `faer` | `Tensor::as_faer`, `as_faer_mut`; `from_faer`, `from_faer_mut` |
//! | `mdarray` | `Tensor::as_mdarray`, `as_mdarray_mut`; `from_mdarray`, `from_mdarray_mut` |
//!
//! Views have the same elements; nothing is copied. An axis of a view of others has an extent and a stride, so that each mode
//! of a tensor must have one stride: a nested mode does if it is one after coalescing, `(2,3):(4,8)` as
//! `6:4`. The error names the mode that does not. The other way the type of the layout is chosen
//! by the annotation, `Layout!((_,_):(_,_))` of any matrix; static leaves in it must be those of the view. Strides
//! below 0 and empty views are errors.
//!
//! Views of others are made of [`Disjoint`](crate::result::Disjoint) elements, never of slices: between the elements of a
//! view may lie those of another that is written at the same time. Views of nalgebra have columns without gaps: for others
//! the products of nalgebra 0.35 write past the end of their result (dimforge/nalgebra, issue 1616).

#[cfg(any(feature = "faer", feature = "mdarray", feature = "nalgebra", feature = "ndarray"))]
mod axes;
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
