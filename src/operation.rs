//! The operations of the algebra, a file each: their recursion is that of the value level.

pub(crate) mod append;
pub(crate) mod arrangement;
pub(crate) mod coalesce;
pub(crate) mod coalesce_profile;
pub(crate) mod complement;
pub(crate) mod complement_ext;
pub(crate) mod composition;
pub(crate) mod divide;
pub(crate) mod filter;
pub(crate) mod flatten;
pub(crate) mod group;
pub(crate) mod identity;
pub(crate) mod left_inverse;
pub(crate) mod locate;
pub(crate) mod max_common;
pub(crate) mod ordered;
pub(crate) mod product;
pub(crate) mod recast;
pub(crate) mod right_inverse;
pub(crate) mod segregation;
pub(crate) mod select;
pub(crate) mod sort;
pub(crate) mod sorted;
pub(crate) mod thread_value;
pub(crate) mod tile_to_shape;
pub(crate) mod tiler;
