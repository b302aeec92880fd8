//! The operations of the algebra, and the queries of layouts, as functions.
//!
//! Plain forms panic if dynamic leaves break a rule; `try_` forms return the error. The requirements of a function are
//! a trait of [`bound`](crate::bound), and [`result`](crate::result) has the type of its result.
//!
//! Each operation has a file of its name with its pseudo-code, and computes as the value level does. Operations on
//! numbers are functions of kinds, which the module `kind` explains.

pub(crate) mod append;
pub(crate) mod arrangement;
pub(crate) mod bits;
pub(crate) mod coalesce;
pub(crate) mod coalesce_profile;
pub(crate) mod complement;
pub(crate) mod complement_ext;
pub(crate) mod composed;
pub(crate) mod composition;
pub(crate) mod concatenate;
pub(crate) mod divide;
pub(crate) mod evenness;
pub(crate) mod face;
pub(crate) mod filter;
pub(crate) mod flatten;
pub(crate) mod group;
pub(crate) mod identity;
pub(crate) mod inverse;
pub(crate) mod kind;
pub(crate) mod layout_like;
pub(crate) mod left_inverse;
pub(crate) mod max_common;
pub(crate) mod mode;
pub(crate) mod one_mode;
pub(crate) mod ordered;
pub(crate) mod permute;
pub(crate) mod product;
pub(crate) mod rearranged;
pub(crate) mod recast;
pub(crate) mod right_inverse;
pub(crate) mod round;
pub(crate) mod select;
pub(crate) mod sort;
pub(crate) mod swizzle;
pub(crate) mod take;
pub(crate) mod thread_value;
pub(crate) mod tile_to_shape;
pub(crate) mod tiler;
pub(crate) mod transposed;
pub(crate) mod two_modes;
pub(crate) mod zip;

pub use crate::layout::congruence::{compatible, congruent, refines, weakly_congruent};
pub use crate::layout::crd2idx::{coord_map, crd2idx, idx2crd};
pub use crate::layout::same::assert_same;
pub use crate::layout::shape_div::{evenly_divides, try_evenly_divides};
pub use crate::layout::size;
pub use crate::layout::slice::{dice, slice};
pub use crate::operation::append::{append, prepend, try_append, try_prepend};
pub use crate::operation::coalesce::coalesce;
pub use crate::operation::coalesce_profile::coalesce_profile;
pub use crate::operation::complement::{
    complement, complement_ceil, try_complement, try_complement_ceil,
};
pub use crate::operation::complement_ext::{complement_ext, try_complement_ext};
pub use crate::operation::composition::{composition, try_composition};
pub use crate::operation::concatenate::{concatenate, try_concatenate};
pub use crate::operation::divide::arranged::{
    flat_divide, flat_divide_ceil, tiled_divide, tiled_divide_ceil, try_flat_divide,
    try_flat_divide_ceil, try_tiled_divide, try_tiled_divide_ceil,
};
pub use crate::operation::divide::{
    logical_divide, logical_divide_ceil, try_logical_divide, try_logical_divide_ceil,
    try_zipped_divide, try_zipped_divide_ceil, zipped_divide, zipped_divide_ceil,
};
pub use crate::operation::filter::{filter, filter_zeros, squeeze, squeeze_zeros};
pub use crate::operation::flatten::{flatten, unflatten};
pub use crate::operation::group::group;
pub use crate::operation::identity::{
    identity, make_identity_layout, try_identity, try_make_identity_layout,
};
pub use crate::operation::layout_like::make_layout_like;
pub use crate::operation::left_inverse::{left_inverse, try_left_inverse};
pub use crate::operation::max_common::{max_common_layout, max_common_vector};
pub use crate::operation::mode::mode;
pub use crate::operation::ordered::{make_ordered_layout, try_make_ordered_layout};
pub use crate::operation::permute::permute;
pub use crate::operation::product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product,
    try_blocked_product, try_flat_product, try_logical_product, try_raked_product,
    try_tiled_product, try_zipped_product, zipped_product,
};
pub use crate::operation::recast::{
    downcast, recast, try_downcast, try_recast, try_upcast, upcast,
};
pub use crate::operation::right_inverse::{right_inverse, try_right_inverse};
pub use crate::operation::select::{select, try_select};
pub use crate::operation::sort::{is_sorted, sort};
pub use crate::operation::take::take;
pub use crate::operation::thread_value::{ThreadValue, partition, try_partition};
pub use crate::operation::tile_to_shape::{tile_to_shape, try_tile_to_shape};
pub use crate::operation::zip::{try_zip, zip};
