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
// The guide names what is behind it.
#![cfg_attr(not(feature = "algebra"), allow(rustdoc::broken_intra_doc_links))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod algorithm;
pub mod atom;
pub mod bound;
#[doc(hidden)]
pub mod expansion;
mod gemm;
pub mod generic;
pub mod guide;
pub mod interop;
mod layout;
mod leaf;
pub mod operation;
mod plain;
pub mod prelude;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod processor;
pub mod proof;
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
#[cfg(feature = "alloc")]
pub use tensor::Owned;
pub use tensor::accessor::Packed;
pub use tensor::{Fragment, Tensor, View, ViewMut};

/// The layout that an expression in CuTe's notation stands for, as a value: `layout!((4,8):(8,1))` has the shape `(4,8)`
/// and the stride `(8,1)`, all of it static.
///
/// | | |
/// |---|---|
/// | `layout!(((2,3),4):((1,2),6))` | shape `:` stride, static throughout: usable in `const`, of no size |
/// | `layout!((m,k):(1,lda))` | identifiers are run-time integers (`usize`, `u32`, a plain literal's `i32`, or a leaf) |
/// | `layout!((m,{n / 2}):(1,m))` | so is any expression in braces |
/// | `layout!((const M,const {2 * N}))` | constants, in const generics too ([`ToStatic`](bound::ToStatic)): static leaves; without `const` they are of run time |
/// | `layout!(n:1)` | a mode of run time; a name or braces alone, `layout!(a)`, are the value itself, meant to be a layout |
/// | `layout!((m,8))` | a shape alone is compact, column-major; extents of 1 have stride 0 |
/// | `layout!((m,8):row_major)` | compact, row-major |
/// | `layout!(a o (4,8):(8,1))` | composition; `a` is a layout |
/// | `layout!(a / (4,8))` | [`logical_divide`](operation::logical_divide()); as right operand a tuple without `:` is a tiler, `(4,8)` = `<4,8>` = `<4:1,8:1>`, and `_` in it keeps a mode |
/// | `layout!(a * (4,8))` | [`logical_product`](operation::logical_product()) with a tiler |
/// | `layout!(zipped_divide(a, (4,8)))` | any operation by its name |
/// | `layout!(group(a, 0, 2))`, `layout!(select(a, [2,0]))` | positions, and factors, are literals or names of [`Static`] integers |
/// | `layout!(coalesce(a, (*,*)))` | [`coalesce_profile`](operation::coalesce_profile()): relative to a profile; so [`unflatten`](operation::unflatten()) |
/// | `layout!(make_ordered_layout((m,8), (1,0)))` | of a shape, and an order of literals or names of [`Static`] integers; so [`identity`](operation::identity()), [`tile_to_shape`](operation::tile_to_shape()) |
/// | `layout!(partition(a, (8,8), tv))` | [`partition`](operation::partition()) of tiles of a shape among threads, by a layout of threads and values |
/// | `layout!(composed(f, n, a))` | [`Composed::new`]: the function `f` of what `a` has, `n` added |
/// | `layout!(<4,8:2>)` | a tiler by itself |
/// | `layout!((m,8):(e0,n*e(0,1)))` | strides into coordinates: multiples of basis elements ([`Basis`]) |
/// | `layout!((m,8):(e0+e1,2e0+n*e1))` | sums of these ([`ArithmeticTuple`]) |
/// | `layout!((8,8):(f9,f1))` | XOR strides ([`Xor`]); `n*f1` at run time |
/// | `layout!(Sw<3,0,3> o (8,8):(8,1))` | literals with a swizzle: XOR strides, or a [`Composed`] layout |
///
/// What is literal is evaluated by the value level while the program compiles, so it is exact, and
/// an expression of nothing but literals has all operations of the value level
/// ([`algebra::expression`]), also those that types do not have: `layout!((2,2):(1,2) * 3:1)`,
/// `layout!(right_inverse((4,8):(8,1)))`. Layouts that are found, as by `shared`, are behind the feature `search`, and
/// morphisms of tuples behind `morphism`.
/// What has a name goes through the traits. [`slice`](operation::slice()) and [`dice`](operation::dice()), which give an offset
/// too, are functions only. `o`, `e0`, `f1` and the like are reserved: a variable of such a name is `{f1}`.
///
/// In generic code names stand for layouts with the bound of the operation, and for integers that are
/// [`Leaf`]s. A shape alone is written `layout!(identity((m,8)))` there, and its bound is [`HasCompact`](bound::HasCompact).
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
/// Where [`try_layout!`](crate::try_layout!) is an error, which takes a dynamic leaf.
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

/// The type of what `layout!` makes of the same notation, `Layout!((4,8):(8,1))`, as `HList!` is to `hlist!`.
///
/// A dynamic leaf is `_` (a `usize`), `u32` or `usize`; other names are types: of a leaf in a
/// tuple, of a layout as an operand. Braces hold any type. A number can be a parameter, of a type or a function:
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
/// The tiler of `layout!(zipped_divide(a, (m,8)))` is `Layout!(<_:1,8>)`, as a bound has to name it. A shape
/// alone with extents by their names, `Layout!((M,8))`, takes the bound [`HasCompact`](bound::HasCompact); `Layout!((_,8))` is
/// `Layout!((_,8):(1,_))`.
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

/// As [`layout!`](crate::layout!), but a `Result`: `Err` where integers of run time break a rule.
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
