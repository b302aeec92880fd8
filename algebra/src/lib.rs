//! Layouts as values, and their algebra.
//!
//! A [`Layout`] `S:D` is a [`Profile`] with an extent and a stride at each leaf. It is a
//! function from coordinates of the shape `S` to offsets: the integral coordinate `i` has the
//! natural coordinate `(i mod s_0, floor(i / s_0) mod s_1, ...)`, and the natural coordinate
//! `c` has the offset `sum c_k d_k`. The algebra makes new layouts of old ones such that their
//! functions are related by an equation:
//!
//! | operation | law |
//! |---|---|
//! | [`coalesce`]`(a) = r` | `r(i) = a(i)`, `size(r) = size(a)`, `depth(r) <= 1` |
//! | [`composition`]`(a, b) = r` | `r(c) = a(b(c))`, the shape of `r` refines that of `b` |
//! | [`complement`]`(a, n) = r` | `(a, r)` is a bijection onto `0..n` |
//! | [`complement_ceil`]`(a, n) = r` | copies of `a` at the offsets of `r` are disjoint and reach `n` |
//! | [`complement_ext`]`(a) = r` | as [`complement_ceil`], with no end |
//! | [`right_inverse`]`(a) = r` | `a(r(i)) = i`, of the largest size |
//! | [`left_inverse`]`(a) = r` | `a(r(a(k))) = a(k)` |
//! | [`logical_divide`]`(a, b) = r` | `r(x, y) = a(b(x) + b'(y))`, `b'` the complement of `b` in `size(a)` |
//! | [`zipped_divide`]`(a, t) = r` | as [`logical_divide`] by mode, the tiles in mode 0, the rest in mode 1 |
//! | [`logical_product`]`(a, b) = r` | `r(x, y) = a(x) + a'(b(y))`, `a'` the [`complement_ext`] of `a` |
//!
//! Beside these there are the arrangements of tiles ([`tiled_divide`], [`flat_divide`],
//! [`blocked_product`], [`raked_product`], [`tile_to_shape`]), what rearranges modes of profiles,
//! tuples and layouts ([`Nested`]), slices ([`slice()`]), other element widths ([`recast`]), quotients
//! of shapes ([`shape_div`], [`left_divide`]), predicates ([`is_compact`], [`is_injective`],
//! [`image_in_range`]), and the way back from a function given by its values ([`function_to_layout`]).
//! [`morphism`] has the other view of [003](crate::papers): layouts as arrows between tuples.
//!
//! Strides are integers, or elements of another integer-semimodule ([`Stride`]): coordinates
//! ([`ArithmeticTuple`]) or vectors of bits ([`Xor`]). Beside layouts there are [`Swizzle`]s and
//! [`Composed`] layouts, conflicts of memory in banks ([`bank_conflicts`]), thread-value layouts
//! ([`ThreadValue`]) and those of instructions ([`atom`]).
//!
//! Integers are `i64`. An operation whose exact result does not fit, or which has none, is an
//! [`Error`]; nothing wraps and nothing panics. Extents are at least 0, and a layout with one of 0 is empty; strides may be
//! negative where an operation does not say otherwise.
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
//! Text in CuTe notation, as `((2,3),4):((1,2),6)`, is read with [`str::parse`] and written
//! with `to_string`; the module [`notation`] has the grammar. Expressions with operations in them
//! are read and evaluated by the module [`expression`]. [`export`] writes layouts for CuTe, PyCuTe and C,
//! [`import`] reads what CuTe writes. With the feature `draw` the module `draw` has pictures of all this.
//!
//! | feature | |
//! |---|---|
//! | `alloc` (default) | tuples, layouts and tilers of any rank, their operations and their text |
//! | `expression` (default) | text with operations in it; those on morphisms and searches are errors without these features |
//! | `explain` (default) | how results of expressions come about; it brings `expression`, `morphism` and `search` |
//! | `morphism` (default) | morphisms of tuples |
//! | `distribution` (default) | tensors over several devices ([`Distribution`]), and what is sent between them ([`redistribute()`]) |
//! | `partly-known` (default) | what the types of tilework compute with: numbers of which some are known while compiling |
//! | `search` (default) | layouts that are found: [`shared_layout()`], [`copy_plan()`], [`copy_loops()`] |
//! | `export`, `import` (default) | layouts as source text of CuTe, PyCuTe and C, and back; `import` brings `expression` |
//! | `draw` | pictures, in a terminal, as SVG, TikZ and HTML |
//! | `serde` | their text in the formats of serde, and errors |
//!
//! `tilework` asks for `alloc` alone, which compiles in a fifth of the time of all, in release in a fourteenth: most of the rest are expressions, with
//! each operation for each kind of stride. What is `#[inline]` is compiled where it is used, and not here, since most
//! programs use little of it.
//!
//! Without the feature `alloc` there are the [`error`], the [integers](int), the [`steps`] of
//! the algorithms that work on single modes, and [`injectivity`].

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What is linked above is not all there without these.
#![cfg_attr(
    not(all(
        feature = "distribution",
        feature = "explain",
        feature = "export",
        feature = "import",
        feature = "partly-known"
    )),
    allow(rustdoc::broken_intra_doc_links, rustdoc::private_intra_doc_links)
)]
// What the other modules have for expressions and what is explained of them alone.
#![cfg_attr(not(feature = "explain"), allow(dead_code, unused_imports))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod complement;
mod composition;
#[cfg(feature = "draw")]
pub mod draw;
pub mod error;
#[cfg(feature = "alloc")]
mod euclidean;
pub mod injectivity;
pub mod int;
#[cfg(feature = "distribution")]
mod mesh;
mod mode;
#[cfg(feature = "morphism")]
pub mod morphism;
#[doc = include_str!("papers.md")]
pub mod papers {}
#[cfg(feature = "partly-known")]
pub mod partly_known;
// The steps that values take too. What is not exported is not compiled.
#[allow(dead_code, unused_imports)]
#[cfg(not(feature = "partly-known"))]
mod partly_known;

#[cfg(feature = "alloc")]
mod append;
#[cfg(feature = "alloc")]
mod arithmetic_tuple;
pub mod atom;
#[cfg(feature = "alloc")]
mod bank_conflicts;
#[doc(hidden)]
pub mod budget;
#[cfg(feature = "alloc")]
mod by_place;
mod cast;
#[cfg(feature = "alloc")]
mod coalesce;
#[cfg(feature = "alloc")]
mod compact;
#[cfg(feature = "alloc")]
mod composed;
#[cfg(feature = "alloc")]
mod congruence;
#[cfg(feature = "alloc")]
mod coordinate;
#[cfg(feature = "alloc")]
mod coordinates;
#[cfg(feature = "search")]
mod copy_plan;
#[cfg(feature = "alloc")]
mod data;
#[cfg(feature = "distribution")]
mod distribution;
#[cfg(feature = "alloc")]
mod divide;
#[cfg(feature = "alloc")]
mod domain_distribute;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "expression")]
pub mod expression;
#[cfg(feature = "alloc")]
mod filter;
#[cfg(feature = "alloc")]
mod flatten;
#[cfg(feature = "alloc")]
mod function_to_layout;
#[cfg(feature = "alloc")]
mod group;
#[cfg(feature = "alloc")]
mod image;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "alloc")]
mod inner_product;
#[cfg(feature = "alloc")]
mod int_tuple;
#[cfg(feature = "alloc")]
mod integers;
#[cfg(feature = "alloc")]
mod interpolation;
#[cfg(feature = "alloc")]
mod layout;
#[cfg(feature = "alloc")]
mod left_divisible;
#[cfg(feature = "alloc")]
mod left_inverse;
#[cfg(feature = "alloc")]
mod locate;
#[cfg(feature = "alloc")]
mod max_common;
#[cfg(feature = "alloc")]
mod nested;
#[cfg(feature = "alloc")]
pub mod notation;
#[cfg(feature = "alloc")]
mod nullspace;
#[cfg(feature = "alloc")]
mod product;
#[cfg(feature = "alloc")]
mod profile;
mod reach;
#[cfg(feature = "alloc")]
mod recast;
#[cfg(feature = "distribution")]
pub mod redistribute;
#[cfg(feature = "alloc")]
mod relative;
#[cfg(feature = "alloc")]
mod right_inverse;
mod rounding;
#[cfg(feature = "alloc")]
mod select;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "alloc")]
mod shape_div;
#[cfg(feature = "search")]
mod shared_layout;
#[cfg(feature = "alloc")]
mod slice;
#[cfg(feature = "alloc")]
mod sort;
#[cfg(feature = "alloc")]
mod swizzle;
#[cfg(feature = "alloc")]
mod thread_value;
#[cfg(feature = "alloc")]
mod tile_to_shape;
#[cfg(feature = "alloc")]
mod tiler;
mod together;
#[cfg(feature = "alloc")]
mod xor;
#[cfg(feature = "alloc")]
mod zip;

#[cfg(feature = "alloc")]
use layout::stride;

pub use error::{Error, Operation, Rule};
pub use mode::Mode;

/// The steps of the algorithms that work on single modes, in any of the integers: the type
/// level takes them for dynamic leaves.
pub mod steps {
    pub use crate::cast::{downcast_leaf, upcast_leaf};
    pub use crate::complement::{cover, gap};
    pub use crate::composition::{Taken, segregated, take};
    pub use crate::int::gcd;
    pub use crate::reach::{largest_of_bits, largest_of_bits_rounded};
    pub use crate::rounding::Rounding;
    pub use crate::together::Together;
}

#[cfg(feature = "search")]
pub use copy_plan::{
    Cache, Copier, CopyAccess, CopyLoop, CopyLoops, CopyPlan, CopySide, copy_lines, copy_loops,
    copy_plan,
};
#[cfg(feature = "search")]
pub use shared_layout::{
    Certificate, Placed, SharedAccess, SharedLayout, SharedMemory, Use, shared_layout, shared_uses,
};
#[cfg(feature = "distribution")]
pub use {distribution::Distribution, mesh::Mesh, redistribute::redistribute};

#[cfg(feature = "alloc")]
pub use {
    append::{append, prepend},
    arithmetic_tuple::ArithmeticTuple,
    bank_conflicts::{Access, bank_conflicts, conflict_free_swizzle},
    by_place::make_identity_layout,
    coalesce::{coalesce, coalesce_profile},
    compact::{
        compact_col_major, compact_order, compact_row_major, identity, make_layout_like,
        make_ordered_layout, prefix_product,
    },
    complement::{complement, complement_ceil, complement_ext},
    composed::{Chain, Composed, Outer},
    composition::{admissible, composition},
    congruence::{compatible, congruent, refines, weakly_congruent},
    coordinate::{crd2idx, idx2crd},
    coordinates::{Coordinates, colexicographic, coord_map, coordinates},
    divide::{
        flat_divide, flat_divide_ceil, logical_divide, logical_divide_ceil, tiled_divide,
        tiled_divide_ceil, zipped_divide, zipped_divide_ceil,
    },
    domain_distribute::domain_distribute,
    filter::{filter, filter_zeros, squeeze, squeeze_zeros},
    flatten::{flatten, unflatten},
    function_to_layout::function_to_layout,
    group::group,
    image::{image, image_in_range, is_compact, is_injective, is_surjective, offsets},
    inner_product::inner_product,
    int_tuple::IntTuple,
    layout::Layout,
    left_divisible::{left_divide, left_divisible, weakly_left_divisible},
    left_inverse::left_inverse,
    locate::locate,
    max_common::{max_common_layout, max_common_vector},
    nested::Nested,
    nullspace::nullspace,
    product::{
        blocked_product, flat_product, logical_product, raked_product, tiled_product,
        zipped_product,
    },
    profile::{Profile, Token},
    recast::{downcast, recast, upcast},
    relative::{relative_flatten, relative_modes, substitute},
    right_inverse::right_inverse,
    select::{mode, permute, select, take},
    shape_div::{ceil_div, evenly_divides, shape_div},
    slice::{Slicer, dice, slice},
    sort::{is_sorted, sort},
    stride::Stride,
    swizzle::Swizzle,
    thread_value::{ThreadValue, partition},
    tile_to_shape::tile_to_shape,
    tiler::{Tiler, TilerRef},
    xor::Xor,
    zip::zip,
};
