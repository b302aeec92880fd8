//! The total forms of the operations, for bounds: their results are [verdicts](crate::verdict) where a rule is broken.
//!
//! Those that tensors rely on are sealed, because tiles that are written at the same time must have no element in
//! common.
//!
//! ```compile_fail
//! use tilework::{Error, Layout, bound::total::ZippedDivideTotal, layout, verdict::AnyResult};
//! struct Mine;
//! impl<R> ZippedDivideTotal<Mine, R> for Layout!(4:1) {
//!     type Result = Layout!((4,2):(1,0));
//!     fn try_split_zipped<O: AnyResult>(self, _: Mine) -> Result<O, Error> {
//!         unreachable!()
//!     }
//! }
//! ```

pub use crate::operation::append::{AppendTotal, PrependTotal};
pub use crate::operation::arrangement::{Flat, Tiled, Zipped};
pub use crate::operation::coalesce::CoalesceTotal;
pub use crate::operation::coalesce_profile::CoalesceByTotal;
pub use crate::operation::complement::ComplementTotal;
pub use crate::operation::complement_ext::ComplementExtTotal;
pub use crate::operation::composition::CompositionTotal;
pub use crate::operation::concatenate::ConcatenateTotal;
pub use crate::operation::divide::arranged::ArrangedTotal;
pub use crate::operation::divide::{DivideTotal, ZippedDivideTotal};
pub use crate::operation::filter::{
    FilterTotal, FilterZerosTotal, SqueezeTotal, SqueezeZerosTotal,
};
pub use crate::operation::flatten::{FlattenTotal, UnflattenTotal};
pub use crate::operation::group::GroupTotal;
pub use crate::operation::layout_like::LayoutLikeTotal;
pub use crate::operation::left_inverse::LeftInverseTotal;
pub use crate::operation::max_common::MaxCommonTotal;
pub use crate::operation::mode::ModeTotal;
pub use crate::operation::ordered::OrderedTotal;
pub use crate::operation::permute::PermuteTotal;
pub use crate::operation::product::paired::{Blocked, Raked};
pub use crate::operation::product::{Gathered, ProductTotal, Repeated};
pub use crate::operation::recast::{Bits, CastTotal, Down, Up};
pub use crate::operation::right_inverse::RightInverseTotal;
pub use crate::operation::select::SelectTotal;
pub use crate::operation::sort::SortTotal;
pub use crate::operation::take::TakeTotal;
pub use crate::operation::tile_to_shape::TileToShapeTotal;
pub use crate::operation::zip::ZipTotal;
