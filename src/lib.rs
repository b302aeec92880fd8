//! [The guide]: guide
//! [`from_cute`]: guide::from_cute
//! [`layouts`]: guide::layouts
//! [`from_numpy`]: guide::from_numpy
//! [`papers`]: guide::papers
//! [`calculator`]: guide::calculator
//! [`gpu`]: guide::gpu
//!
// The pages of this version: where README is read elsewhere its own links are those of docs.rs.
#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The guide links to items that need the feature.
#![cfg_attr(not(feature = "algebra"), allow(rustdoc::broken_intra_doc_links))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod algorithm;
pub mod bound;
#[doc(hidden)]
pub mod expansion;
mod gemm;
pub mod generic;
pub mod guide;
#[doc(hidden)]
pub mod internal;
pub mod interop;
mod layout;
mod leaf;
pub mod operation;
#[cfg(feature = "rayon")]
mod parallel;
mod plain;
pub mod prelude;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
mod processor;
pub mod result;
mod tensor;
pub mod verdict;

pub use frunk_core::HList;
#[doc(no_inline)]
pub use frunk_core::hlist::{HCons, HNil};
pub use generic_array;
pub use tilework_algebra as algebra;
pub use tilework_algebra::{Error, Operation, Rule};
pub use typenum;
pub use typenum::Const;

pub use layout::composed::Composed;
pub use layout::slice::range;
pub use layout::swizzle::Swizzle;
pub use layout::{AnyLayout, Layout};
pub use leaf::arithmetic_tuple::ArithmeticTuple;
pub use leaf::basis::Basis;
pub use leaf::decimal;
pub use leaf::int::{Dyn, Leaf, Static};
pub use leaf::into_leaf::{leaf, try_leaf};
pub use leaf::xor::Xor;
pub use operation::tiler::Keep;
pub use tensor::accessor::Packed;
#[cfg(feature = "alloc")]
pub use tensor::{DynamicTensor, Owned};
pub use tensor::{Fragment, Named, Tensor, View, ViewMut};

/// The layout of an expression in CuTe's notation, as a value: `layout!((4,8):(8,1))` has the shape `(4,8)` and the
/// stride `(8,1)`, and is static.
///
/// | | |
/// |---|---|
/// | `layout!(((2,3),4):((1,2),6))` | shape `:` stride, all static: usable in `const`, zero-sized |
/// | `layout!((m,k):(1,lda))` | identifiers are dynamic integers (`usize`, `u32`, a plain literal's `i32`, or a leaf) |
/// | `layout!((m,{n / 2}):(1,m))` | so is any expression in braces |
/// | `layout!((const M,const {2 * N}))` | constants, also const generics ([`ToStatic`](bound::ToStatic)), become static leaves; without `const` they are dynamic |
/// | `layout!(n:1)` | a dynamic mode; `layout!(a)`, a name or braces alone, is the value itself, which should be a layout |
/// | `layout!((m,8))` | a shape alone is compact and column-major; extents of 1 have stride 0 |
/// | `layout!((m,8):row_major)` | compact and row-major |
/// | `layout!(a o (4,8):(8,1))` | composition; `a` is a layout |
/// | `layout!(a / (4,8))` | [`logical_divide`](operation::logical_divide()); a right operand without `:` is a tiler, `(4,8)` = `<4,8>` = `<4:1,8:1>`, and `_` in it keeps a mode |
/// | `layout!(a * (4,8))` | [`logical_product`](operation::logical_product()) with a tiler |
/// | `layout!(zipped_divide(a, (4,8)))` | any operation by its name |
/// | `layout!(group(a, 0, 2))`, `layout!(select(a, [2,0]))` | positions and factors are literals or names of [`Static`] integers |
/// | `layout!(coalesce(a, (*,*)))` | [`coalesce_profile`](operation::coalesce_profile()), relative to a profile; [`unflatten`](operation::unflatten()) takes a profile too |
/// | `layout!(make_ordered_layout((m,8), (1,0)))` | takes a shape, and an order of literals or names of [`Static`] integers; [`identity`](operation::identity()) and [`tile_to_shape`](operation::tile_to_shape()) take shapes too |
/// | `layout!(partition(a, (8,8), tv))` | [`partition`](operation::partition()): divides tiles of a shape among threads by a thread-value layout |
/// | `layout!(composed(f, n, a))` | [`Composed::new`]: applies the function `f` to `n` plus the offset of `a` |
/// | `layout!(<4,8:2>)` | a tiler by itself |
/// | `layout!((m,8):(e0,n*e(0,1)))` | strides that are coordinates: multiples of basis elements ([`Basis`]) |
/// | `layout!((m,8):(e0+e1,2e0+n*e1))` | sums of these ([`ArithmeticTuple`]) |
/// | `layout!((8,8):(f9,f1))` | XOR strides ([`Xor`]); dynamic ones are `n*f1` |
/// | `layout!(Sw<3,0,3> o (8,8):(8,1))` | literals with a swizzle: a layout with XOR strides, or a [`Composed`] layout |
///
/// The value level evaluates literals at compile time, so their results are exact. An expression of literals alone has
/// all operations of the value level ([`algebra::expression`]), also those that the types lack:
/// `layout!((2,2):(1,2) * 3:1)`, `layout!(right_inverse((4,8):(8,1)))`. Operands with names go through the traits.
/// [`slice`](operation::slice()) and [`dice`](operation::dice()) also yield an offset, so they are functions only. `o`,
/// `e0`, `f1` and the like are reserved: write `{f1}` for a variable of that name.
///
/// In generic code, names are layouts that satisfy the bound of the operation, or integers that are [`Leaf`]s. Write a
/// shape alone as `layout!(identity((m,8)))` there; its bound is [`HasCompact`](bound::HasCompact).
///
/// ```
/// use tilework::typenum::U8;
/// use tilework::{
///     AnyLayout, HList, Layout, Leaf, Static, layout, leaf,
///     bound::{Column, ComposeWith, HasCompact},
/// };
/// fn composed<M: Leaf, B>(m: M, b: B) -> usize
/// where
///     Layout!((M,8):(8,1)): ComposeWith<B>,
/// {
///     layout!((m,8):(8,1) o b).cosize()
/// }
/// fn columns<M: Leaf>(m: M) -> Layout!((M,8))
/// where
///     HList![M, Static<U8>]: HasCompact<Column>,
/// {
///     layout!(identity((m,8)))
/// }
/// assert_eq!(composed(leaf(4), layout!((2,2):(1,4))), 8 + 2);
/// assert_eq!(columns(leaf(4)).to_string(), "(4,8):(1,4)");
/// ```
///
/// # Panics
/// If [`try_layout!`](crate::try_layout!) returns an error. `try_layout!` needs a dynamic leaf.
///
/// ```
/// use tilework::layout;
/// let (m, k, lda) = (64, 32, 80);
/// let a = layout!((m,k):(1,lda));
/// assert_eq!(layout!(zipped_divide(a, (16,8))).to_string(), "((16,8),(4,4)):((1,80),(16,640))");
/// assert_eq!(layout!((4,6):row_major o (2,6):(2,4)).to_string(), "(2,6):(12,1)");
/// ```
#[doc(alias("make_layout", "make_shape", "make_stride", "make_tile"))]
#[macro_export]
macro_rules! layout {
    ($($notation:tt)*) => { $crate::expansion::layout!($crate $($notation)*) };
}

/// The type of what `layout!` makes of the same notation, `Layout!((4,8):(8,1))`. It relates to `layout!` as `HList!`
/// does to `hlist!`.
///
/// A dynamic leaf is `_` (a `usize`), `u32` or `usize`. Other names are types: of a leaf inside a tuple, and of a
/// layout as an operand. Braces hold any type. A number may be a parameter of a type or a function:
///
/// ```
/// use tilework::{AnyLayout, Const, Layout, bound::ToStatic, layout};
/// type Rows<const N: usize> = Layout!((const N,8):(8,1));
/// fn rows<const N: usize>() -> Rows<N>
/// where
///     Const<N>: ToStatic,
///     Rows<N>: AnyLayout,
/// {
///     layout!((const N,8):(8,1))
/// }
/// assert_eq!(rows::<4>(), layout!((4,8):(8,1)));
/// ```
///
/// The tiler of `layout!(zipped_divide(a, (m,8)))` is `Layout!(<_:1,8>)` in a bound. A shape alone with named extents,
/// `Layout!((M,8))`, needs the bound [`HasCompact`](bound::HasCompact). `Layout!((_,8))` is `Layout!((_,8):(1,_))`.
///
/// ```
/// use tilework::{Layout, layout};
/// fn first_column(lda: usize) -> Layout!((8,_):(1,_)) {
///     layout!((8,lda):(1,lda))
/// }
/// type Tiled<A> = Layout!(zipped_divide(A, (4,4)));
/// let tiled: Tiled<Layout!((8,8):(8,1))> = layout!(((4,4),(2,2)):((8,1),(32,4)));
/// # let _ = (first_column(3), tiled);
/// ```
#[macro_export]
macro_rules! Layout {
    ($($notation:tt)*) => { $crate::expansion::Layout!($crate $($notation)*) };
}

/// [`layout!`](crate::layout!) that returns a `Result`: `Err` if dynamic integers break a rule.
///
/// ```
/// use tilework::try_layout;
/// let (m, tile) = (10, 4);
/// assert_eq!(
///     try_layout!((m,8) / (tile,8)).unwrap_err().to_string(),
///     "logical_divide: evenness, mode 0: the size 10 is not a multiple of the span 4; \
///      `logical_divide_ceil` pads, and of a tensor `predicated_divide`",
/// );
/// ```
#[macro_export]
macro_rules! try_layout {
    ($($notation:tt)*) => { $crate::expansion::try_layout!($crate $($notation)*) };
}

/// The hlist of these values: `hlist![a, b]` has the type [`HList![A, B]`](crate::HList), and `...t` at its end goes on
/// with the hlist `t`.
///
/// ```
/// use tilework::{hlist, layout, operation::concatenate};
/// let columns = concatenate(hlist![layout!(4:1), layout!(8:4)]);
/// assert_eq!(columns, layout!((4,8):(1,4)));
/// assert_eq!(hlist![1, ...hlist![2, 3]], hlist![1, 2, 3]);
/// ```
// A macro of its own: under the name of frunk's there is a module too.
#[macro_export]
macro_rules! hlist {
    ($($values:tt)*) => { $crate::expansion::hlist![$($values)*] };
}
