//! The bounds of generic code: traits that operations and tensors require of their operands.
//!
//! [`AnyLayout`](crate::AnyLayout) and [`Leaf`](crate::Leaf), which almost all generic code needs, are in the crate
//! root.

pub mod total;

pub use crate::layout::codomain::{IntegerOffsets, IntegerStrides, IntoCoordinates};
pub use crate::layout::compact::{Column, Compact, CompactInto, HasCompact, Row};
pub use crate::layout::congruence::Agrees;
pub use crate::layout::coordinate::Coordinate;
pub use crate::layout::dynamic_leaves::DynamicLeaves;
pub use crate::layout::for_each::ForEach;
pub use crate::layout::modes::Modes;
pub use crate::layout::natural::Natural;
pub use crate::layout::offset_map::OffsetMap;
pub use crate::layout::plain_tuple::Numbers;
pub use crate::layout::rank::{HasDepth, HasExtent, HasRank, IsVector, SameRank};
pub use crate::layout::same::SameAs;
pub use crate::layout::shape_div::{Extents, MakesUp};
pub use crate::layout::slice::{DiceAt, DiceBy, Slice, SliceAt, SliceBy};
pub use crate::layout::unroll::{UNROLL_LIMIT, Unroll};
pub use crate::layout::window::WindowBy;
pub use crate::layout::{HasCosize, HasKnownSize, HasSize, Shape};
pub use crate::leaf::constant::ToStatic;
pub use crate::leaf::int::{Index, Known, LeafIn};
pub use crate::leaf::into_leaf::IntoLeaf;
pub use crate::leaf::stride::{Codomain, StrideLeaf, StrideLeafIn};
pub use crate::operation::append::{AppendBy, PrependBy};
pub use crate::operation::coalesce::Coalesce;
pub use crate::operation::coalesce_profile::CoalesceBy;
pub use crate::operation::complement::ComplementIn;
pub use crate::operation::complement_ext::HasComplementExt;
pub use crate::operation::composed::recast::RecastFunction;
pub use crate::operation::composition::ComposeWith;
pub use crate::operation::concatenate::CanConcatenate;
pub use crate::operation::divide::arranged::{FlatDivideBy, TiledDivideBy};
pub use crate::operation::divide::{LogicalDivideBy, ZippedDivideBy};
pub use crate::operation::filter::{CanFilter, CanFilterZeros, CanSqueeze, CanSqueezeZeros};
pub use crate::operation::flatten::{CanFlatten, UnflattenBy};
pub use crate::operation::group::GroupBy;
pub use crate::operation::identity::HasIdentity;
pub use crate::operation::layout_like::HasLayoutLike;
pub use crate::operation::left_inverse::HasLeftInverse;
pub use crate::operation::max_common::MaxCommonWith;
pub use crate::operation::mode::HasMode;
pub use crate::operation::one_mode::CanBeOneMode;
pub use crate::operation::ordered::OrderedBy;
pub use crate::operation::permute::PermuteBy;
pub use crate::operation::product::{
    BlockedProductBy, FlatProductBy, LogicalProductBy, RakedProductBy, TiledProductBy,
    ZippedProductBy,
};
pub use crate::operation::recast::{DowncastBy, RecastBy, UpcastBy};
pub use crate::operation::right_inverse::HasRightInverse;
pub use crate::operation::round::{Ceil, Exact};
pub use crate::operation::select::SelectBy;
pub use crate::operation::sort::CanSort;
pub use crate::operation::take::TakeFrom;
pub use crate::operation::thread_value::{OfTileBy, PartitionBy, ThreadsAndValues};
pub use crate::operation::tile_to_shape::TileTo;
pub use crate::operation::transposed::CanTranspose;
pub use crate::operation::two_modes::TwoModes;
pub use crate::operation::zip::ZipBy;
#[cfg(target_pointer_width = "64")]
pub use crate::tensor::ReverseMode;
pub use crate::tensor::accessor::{
    Accessor, AccessorMut, Addressed, AddressedMut, Contiguous, ContiguousMut, Divisible, InMemory,
    Lends, Memory, MemoryMut, Placed, Reader, Small, Whole, Word, Writer,
};
pub use crate::tensor::by_mode::ByMode;
pub use crate::tensor::engine::{Engine, EngineMut};
pub use crate::tensor::extremes::Extremes;
pub use crate::tensor::named::{AlongName, Has, ModeName, NamedTiler, Names, PermuteNames};
pub use crate::tensor::{
    AlongMode, AnyBits, ClipBy, LocalPartitionBy, LocalTileBy, Pointer, PointerMut, Predicate,
    PredicatedBy, PredicatedWindowBy, SplitMode, ThreadLayout,
};
#[cfg(feature = "alloc")]
pub use crate::tensor::{CompactLike, HasOwned};
