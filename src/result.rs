//! Names for the types of the results of operations and of tensors.

#[cfg(feature = "alloc")]
pub use crate::gemm::Matmul;
pub use crate::layout::codomain::CoordinateOf;
pub use crate::layout::compact::{ColMajor, RowMajor};
pub use crate::layout::modes::Mode;
pub use crate::layout::plain_tuple::Extents;
pub use crate::layout::rank::{Depth, Rank};
pub use crate::layout::slice::{Diced, DicedAt, Sliced, SlicedAt, StaticRange};
pub use crate::layout::{Cosize, KnownSize, ModesOf, Size};
pub use crate::operation::append::{Append, Prepend};
pub use crate::operation::coalesce::Coalesced;
pub use crate::operation::coalesce_profile::CoalesceProfile;
pub use crate::operation::complement::{Complement, ComplementCeil};
pub use crate::operation::complement_ext::ComplementExt;
pub use crate::operation::composed::recast::FunctionRecast;
pub use crate::operation::composition::Composition;
pub use crate::operation::concatenate::Concatenate;
pub use crate::operation::divide::arranged::{
    FlatDivide, FlatDivideCeil, TiledDivide, TiledDivideCeil,
};
pub use crate::operation::divide::{
    LogicalDivide, LogicalDivideCeil, ZippedDivide, ZippedDivideCeil,
};
pub use crate::operation::filter::{Filter, FilterZeros, Squeeze, SqueezeZeros};
pub use crate::operation::flatten::{Flatten, Unflatten};
pub use crate::operation::group::Group;
pub use crate::operation::identity::MakeIdentityLayout;
pub use crate::operation::layout_like::MakeLayoutLike;
pub use crate::operation::left_inverse::LeftInverse;
pub use crate::operation::max_common::{MaxCommonLayout, MaxCommonVector};
pub use crate::operation::mode::ModeAt;
pub use crate::operation::one_mode::OneMode;
pub use crate::operation::ordered::MakeOrderedLayout;
pub use crate::operation::permute::Permute;
pub use crate::operation::product::{
    BlockedProduct, FlatProduct, LogicalProduct, RakedProduct, TiledProduct, ZippedProduct,
};
pub use crate::operation::recast::{Downcast, Recast, Upcast};
pub use crate::operation::right_inverse::RightInverse;
pub use crate::operation::select::Select;
pub use crate::operation::sort::Sort;
pub use crate::operation::take::Take;
pub use crate::operation::thread_value::{OfTile, Partition};
pub use crate::operation::tile_to_shape::TileToShape;
pub use crate::operation::transposed::Transposed;
pub use crate::operation::zip::Zip;
#[cfg(feature = "rayon")]
pub use crate::parallel::ParTiles;
#[cfg(target_pointer_width = "64")]
pub use crate::tensor::Reversed;
#[cfg(target_pointer_width = "64")]
pub use crate::tensor::accessor::Backward;
pub use crate::tensor::accessor::{
    Counting, Disjoint, DisjointMut, ElementOf, Folded, Mapped, Through,
};
pub use crate::tensor::coordinates::Origin;
pub use crate::tensor::iterate::{Iter, IterMut, WithCoordinates, WithPositions};
pub use crate::tensor::named::EachNamed;
pub use crate::tensor::{
    Along, Clipped, Coordinates, Exclusive, LocalPartition, LocalTile, Others, PartitionsMut,
    Predicated, PredicatedTiles, PredicatedTilesMut, PredicatedWindows, Raw, Shared, Split,
    Swizzled, Tile, TileMut, Tiles, TilesMut,
};
#[cfg(feature = "alloc")]
pub use crate::tensor::{CompactAs, OwnedLayout};
