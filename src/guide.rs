//! A guide from a matrix to kernels. Read the chapters in this order, or each alone.
//!
//! | chapter | what it is about |
//! |---|---|
//! | [`layouts`] | a matrix, its strides, nested modes |
//! | [`operations`] | each operation of the algebra, with a picture |
//! | [`tensors`] | data seen through a layout: slices, windows, tiles |
//! | [`named_modes`] | names for the modes of a tensor, in place of their positions |
//! | [`tiling`] | a kernel cut into tiles, step by step |
//! | [`edges`] | extents that are no multiples of the tile; halos |
//! | [`loops`] | which loops are fast, and how to see it |
//! | [`threads`] | tiles for threads, thread-value layouts, tensor-core fragments |
//! | [`gpu`] | kernels for GPUs |
//! | [`swizzles`] | shared memory without bank conflicts |
//! | [`searched`] | layouts that a search finds: for shared memory, and for copies |
//! | [`devices`] | several devices: which has which elements, and what they send to each other |
//! | [`static_and_dynamic`] | numbers in types, and numbers that are known at run time |
//! | [`generic_code`] | kernels for any layout; types in structs, traits and constants |
//! | [`errors`] | how to read what the compiler says |
//! | [`notation`] | everything that [`layout!`](crate::layout!) reads |
//! | [`levels`] | which operation is at which level: values, types, macros, kernels, Python |
//! | [`from_cute`] | what each function of CuTe C++ is called here |
//! | [`from_numpy`] | what each function of NumPy and ndarray is called here |
//! | [`from_triton`] | Triton's linear layouts and encodings, pasted, compared and written back |
//! | [`calculator`] | the program `tilework` |
//! | [`limits`] | what tilework does not have |
//!
//! The calculator prints the pictures: run `cargo install --path cli`, then `tilework show '(4,8):(8,1)'`.
//! `tilework svg` and `tilework html` draw the same pictures.

#[doc = include_str!("guide/layouts.md")]
pub mod layouts {}
#[doc = include_str!("guide/operations.md")]
pub mod operations {}
#[doc = include_str!("guide/tensors.md")]
pub mod tensors {}
#[doc = include_str!("guide/named_modes.md")]
pub mod named_modes {}
#[doc = include_str!("guide/tiling.md")]
pub mod tiling {}
#[doc = include_str!("guide/edges.md")]
pub mod edges {}
#[doc = include_str!("guide/loops.md")]
pub mod loops {}
// Its examples need the feature.
#[cfg(any(feature = "rayon", not(doctest)))]
#[doc = include_str!("guide/threads.md")]
pub mod threads {}
#[doc = include_str!("guide/gpu.md")]
pub mod gpu {}
#[doc = include_str!("guide/swizzles.md")]
pub mod swizzles {}
// As of `threads`.
#[cfg(any(feature = "search", not(doctest)))]
#[doc = include_str!("guide/searched.md")]
pub mod searched {}
#[doc = include_str!("guide/devices.md")]
pub mod devices {}
#[doc = include_str!("guide/static_and_dynamic.md")]
pub mod static_and_dynamic {}
#[doc = include_str!("guide/generic_code.md")]
pub mod generic_code {}
#[doc = include_str!("guide/errors.md")]
pub mod errors {}
#[doc = include_str!("guide/notation.md")]
pub mod notation {}
#[doc = include_str!("guide/levels.md")]
pub mod levels {}
#[doc = include_str!("guide/from_cute.md")]
pub mod from_cute {}
#[doc = include_str!("guide/from_numpy.md")]
pub mod from_numpy {}
// As of `threads`.
#[cfg(any(feature = "algebra", not(doctest)))]
#[doc = include_str!("guide/from_triton.md")]
pub mod from_triton {}
#[doc = include_str!("guide/calculator.md")]
pub mod calculator {}
#[doc = include_str!("guide/limits.md")]
pub mod limits {}
#[doc = include_str!("guide/papers.md")]
pub mod papers {}
