//! Layouts as values, and their algebra.
//!
//! A [`Layout`] `S:D` is a [`Profile`] with an extent and a stride at each leaf. It is a function from coordinates of
//! the shape `S` to offsets. The integral coordinate `i` has the natural coordinate
//! `(i mod s_0, floor(i / s_0) mod s_1, ...)`, and the natural coordinate `c` has the offset `sum c_k d_k`. The algebra
//! makes new layouts from old ones. Each operation is defined by an equation between the functions:
//!
//! | operation | law |
//! |---|---|
//! | [`coalesce`]`(a) = r` | `r(i) = a(i)`, `size(r) = size(a)`, `depth(r) <= 1` |
//! | [`composition`]`(a, b) = r` | `r(c) = a(b(c))`, the shape of `r` refines that of `b` |
//! | [`complement`]`(a, n) = r` | `(a, r)` is a bijection onto `0..n` |
//! | [`complement_ceil`]`(a, n) = r` | copies of `a` at the offsets of `r` are disjoint and reach `n` |
//! | [`complement_ext`]`(a) = r` | like [`complement_ceil`], without end |
//! | [`right_inverse`]`(a) = r` | `a(r(i)) = i`, `r` of the largest possible size |
//! | [`left_inverse`]`(a) = r` | `a(r(a(k))) = a(k)` |
//! | [`logical_divide`]`(a, b) = r` | `r(x, y) = a(b(x) + b'(y))`, `b'` the complement of `b` in `size(a)` |
//! | [`zipped_divide`]`(a, t) = r` | [`logical_divide`] by mode, with the tiles in mode 0 and the rest in mode 1 |
//! | [`logical_product`]`(a, b) = r` | `r(x, y) = a(x) + a'(b(y))`, `a'` the [`complement_ext`] of `a` |
//!
//! The crate also has arrangements of tiles ([`tiled_divide`], [`flat_divide`], [`blocked_product`], [`raked_product`],
//! [`tile_to_shape`]), operations that rearrange the modes of profiles, tuples and layouts ([`Nested`]), slices
//! ([`slice()`]), other element widths ([`recast`]), quotients of shapes ([`shape_div`], [`left_divide`]) and
//! predicates ([`is_compact`], [`is_injective`], [`image_in_range`]). [`function_to_layout`] finds the layout of a
//! function that is given by its values. The module [`morphism`] has the other view of [003](crate::papers): layouts as arrows between
//! tuples.
//!
//! Strides are integers, or elements of another integer-semimodule ([`Stride`]): coordinates ([`ArithmeticTuple`]) or
//! vectors of bits ([`Xor`]). There are also [`Swizzle`]s and [`Composed`] layouts, bank conflicts
//! ([`bank_conflicts`]), thread-value layouts ([`ThreadValue`]) and the thread-value layouts of instructions
//! ([`atom`]). The module [`linear_layout`] has the linear layouts and encodings of Triton.
//!
//! Integers are `i64`. An operation returns an [`Error`] if it has no result or if its exact result does not fit;
//! nothing wraps and nothing panics. Extents are at least 0, and a layout with an extent of 0 is empty. Strides may be
//! negative unless an operation says otherwise.
//!
//! ```
//! use tilework_algebra::{composition, Layout, Tiler};
//! let a: Layout = "(6,2):(8,2)".parse()?;
//! let b: Layout = "(4,3):(3,1)".parse()?;
//! assert_eq!(composition(&a, &b)?.to_string(), "((2,2),3):((24,2),8)");
//!
//! let tiler: Tiler = "<3,2>".parse()?;
//! assert_eq!(composition(&a, &tiler)?.to_string(), "(3,2):(8,2)");
//! # Ok::<(), tilework_algebra::Error>(())
//! ```
//!
//! [`str::parse`] reads text in CuTe notation, such as `((2,3),4):((1,2),6)`, and `to_string` writes it; the module
//! [`notation`] has the grammar. The module [`expression`] reads and evaluates expressions that contain operations.
//! The module `symbolic` has layouts whose extents and strides have names, and answers for all values of these.
//! [`export`] writes layouts for CuTe, PyCuTe, Triton, C and Rust, and [`expression`] reads what CuTe, PyCuTe and Triton
//! write. The feature `draw` adds the
//! module `draw`, which has pictures of all of these.
//!
//! | feature | |
//! |---|---|
//! | `alloc` (default) | tuples, layouts and tilers of any rank, their operations and their text |
//! | `expression` (default) | text that contains operations; those on morphisms and searches are errors without their features |
//! | `explain` (default) | the steps of expressions; enables `expression`, `morphism` and `search` |
//! | `morphism` (default) | morphisms of tuples |
//! | `distribution` (default) | tensors distributed over devices ([`Distribution`]) and the messages between them ([`redistribute()`]) |
//! | `rules` (default) | algorithms on numbers of which some are known at compile time, which the types of tilework use |
//! | `search` (default) | searches for layouts and loops: [`shared_layout()`], [`copy_plan()`], [`copy_loops()`] |
//! | `export` (default) | layouts as source text of CuTe, PyCuTe, Triton, C and Rust |
//! | `draw` | pictures in a terminal, as SVG, TikZ and HTML |
//! | `serde` | serialization of values, as their text, and of errors |
//!
//! `tilework` enables only `alloc`. That compiles in a fifth of the time that all features take, and in release mode in
//! a fourteenth. Most of the rest is expressions, which contain each operation for each kind of stride. Functions
//! marked `#[inline]` are compiled where they are used and not here, since most programs use few of them.
//!
//! Without the feature `alloc` there are the [`error`], the [integers](int), the [`steps`] of the algorithms that work
//! on single modes, and [`injectivity`].

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Some of the items linked above do not exist without these features.
#![cfg_attr(
    not(all(
        feature = "distribution",
        feature = "explain",
        feature = "export",
        feature = "rules"
    )),
    allow(rustdoc::broken_intra_doc_links, rustdoc::private_intra_doc_links)
)]
// Other modules have items that only expressions and their explanations use.
#![cfg_attr(not(feature = "explain"), allow(dead_code, unused_imports))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "draw")]
pub mod draw;
pub mod error;
pub mod injectivity;
pub mod int;
mod mode;
#[cfg(feature = "morphism")]
pub mod morphism;
#[doc = include_str!("papers.md")]
pub mod papers {}
#[cfg(feature = "rules")]
pub mod rules;
// The steps that values take too. What is not exported is not compiled.
#[allow(dead_code, unused_imports)]
#[cfg(not(feature = "rules"))]
mod rules;

pub mod atom;
#[doc(hidden)]
pub mod budget;
#[cfg(feature = "distribution")]
mod distribution;
#[cfg(feature = "expression")]
pub mod expression;
#[cfg(feature = "alloc")]
mod layout;
#[cfg(any(feature = "expression", feature = "export"))]
pub mod linear_layout;
#[cfg(feature = "alloc")]
pub mod notation;
mod operation;
#[cfg(feature = "alloc")]
mod search;
#[cfg(feature = "alloc")]
mod stride;
#[cfg(feature = "expression")]
pub mod symbolic;
#[cfg(feature = "alloc")]
mod tuple;

pub use error::{Error, Operation, Rule};
pub use mode::Mode;
#[cfg(feature = "export")]
pub use notation::export;
#[cfg(feature = "serde")]
pub use notation::serde;

/// The steps of the algorithms that work on single modes, for every integer type. The type level calls them for dynamic
/// leaves.
pub mod steps {
    pub use crate::int::gcd;
    pub use crate::operation::cast::{downcast_leaf, upcast_leaf};
    pub use crate::operation::complement::{cover, gap};
    pub use crate::operation::composition::{Taken, segregated, take};
    pub use crate::operation::contiguous_block::ContiguousBlock;
    pub use crate::operation::reach::{largest_of_bits, largest_of_bits_rounded};
    pub use crate::operation::rounding::Rounding;
}

#[cfg(feature = "distribution")]
pub use distribution::{Distribution, mesh::Mesh, redistribute, redistribute::redistribute};
#[cfg(feature = "morphism")]
pub use morphism::left_divisible::{left_divide, left_divisible, weakly_left_divisible};
#[cfg(feature = "search")]
pub use search::copy_plan::{
    Cache, Copier, CopyAccess, CopyLoop, CopyLoops, CopyPlan, CopySide, copy_lines, copy_loops,
    copy_plan,
};
#[cfg(feature = "search")]
pub use search::shared_layout::{
    Certificate, Placed, SharedAccess, SharedLayout, SharedMemory, Use, shared_layout, shared_uses,
};

#[cfg(feature = "alloc")]
pub use {
    layout::Layout,
    layout::composed::{Chain, Composed, Outer},
    layout::coordinate::{crd2idx, idx2crd},
    layout::coordinates::{Coordinates, colexicographic, coord_map, coordinates},
    layout::image::{image, image_in_range, is_compact, is_injective, is_surjective, offsets},
    layout::swizzle::Swizzle,
    layout::thread_value::{ThreadValue, partition},
    layout::tiler::{Tiler, TilerRef},
    operation::append::{append, prepend},
    operation::coalesce::{coalesce, coalesce_profile},
    operation::compact::{
        compact_col_major, compact_order, compact_row_major, identity, make_layout_like,
        make_ordered_layout, prefix_product,
    },
    operation::complement::{complement, complement_ceil, complement_ext},
    operation::composition::{admissible, composition},
    operation::divide::{
        flat_divide, flat_divide_ceil, logical_divide, logical_divide_ceil, tiled_divide,
        tiled_divide_ceil, zipped_divide, zipped_divide_ceil,
    },
    operation::domain_distribute::domain_distribute,
    operation::filter::{filter, filter_zeros, squeeze, squeeze_zeros},
    operation::flatten::{flatten, unflatten},
    operation::function_to_layout::{function_to_layout, function_to_xor},
    operation::greatest_common_domain::greatest_common_domain,
    operation::group::group,
    operation::layout_add::layout_add,
    operation::left_inverse::left_inverse,
    operation::locate::locate,
    operation::max_common::{max_common_layout, max_common_vector},
    operation::nullspace::nullspace,
    operation::product::{
        blocked_product, flat_product, logical_product, raked_product, tiled_product,
        zipped_product,
    },
    operation::recast::{downcast, recast, upcast},
    operation::relative::{relative_flatten, relative_modes, substitute},
    operation::right_inverse::right_inverse,
    operation::select::{mode, permute, select, take},
    operation::slice::{Slicer, dice, slice},
    operation::sort::{is_sorted, sort},
    operation::tile_to_shape::tile_to_shape,
    operation::zip::zip,
    search::bank_conflicts::{Access, bank_conflicts, conflict_free_swizzle},
    search::coalescing::{Coalescing, coalescing},
    search::machine::{MACHINES, Machine, Phases, Transfer},
    stride::Stride,
    stride::arithmetic_tuple::ArithmeticTuple,
    stride::axes::make_identity_layout,
    stride::xor::Xor,
    tuple::congruence::{compatible, congruent, refines, weakly_congruent},
    tuple::inner_product::inner_product,
    tuple::int_tuple::IntTuple,
    tuple::nested::Nested,
    tuple::profile::{Profile, Token},
    tuple::shape_div::{ceil_div, evenly_divides, shape_div},
};
