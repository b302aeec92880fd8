#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The macros name this crate `::tilework`, in its own documentation too.
extern crate self as tilework;

mod algorithm;
pub mod atom;
mod gemm;
mod layout;
mod leaf;
mod operation;
mod plain;
mod sorts;
mod tensor;
pub mod verdict;

pub use frunk_core::{HList, hlist};
pub use generic_array;
pub use tilework_algebra as algebra;
pub use tilework_algebra::{Error, Operation, Rule};
pub use typenum;

pub use algorithm::{axpby, copy, copy_if, fill, reduce, transform, transpose};
#[cfg(feature = "rayon")]
pub use gemm::par_gemm;
pub use gemm::{BatchLayout, Element, MatrixLayout, batched_gemm, gemm};
pub use layout::codomain::{CoordinateOf, IntegerOffsets, IntegerStrides, IntoCoordinates};
pub use layout::compact::{ColMajor, Column, Compact, HasCompact, Row, RowMajor};
pub use layout::composed::Composed;
pub use layout::congruence::{Agrees, compatible, congruent, refines, weakly_congruent};
pub use layout::coordinate::{Coordinate, Natural, coord_map, crd2idx, idx2crd};
pub use layout::for_each::{ForEach, Zip2With, ZipWith};
pub use layout::image::{
    HasImage, KnownImage, image_in_range, is_compact, is_injective, is_surjective, try_is_compact,
    try_is_surjective,
};
#[doc(hidden)]
pub use layout::literal::{literal, run, try_run};
pub use layout::modes::{Mode, Modes};
pub use layout::offset_map::OffsetMap;
pub use layout::rank::{Depth, HasDepth, Rank};
pub use layout::same::{SameAs, assert_same};
pub use layout::shape_div::{Extents, MakesUp, evenly_divides, try_evenly_divides};
pub use layout::slice::{
    DiceAt, DiceBy, Diced, DicedAt, Slice, SliceAt, SliceBy, Sliced, SlicedAt, dice, slice,
};
pub use layout::swizzle::Swizzle;
pub use layout::unroll::{UNROLL_LIMIT, Unroll};
pub use layout::{
    AnyLayout, Cosize, HasCosize, HasKnownSize, HasSize, KnownSize, Layout, ModesOf, Shape, Size,
    size,
};
pub use leaf::arithmetic_tuple::ArithmeticTuple;
pub use leaf::basis::Basis;
pub use leaf::decimal;
#[doc(hidden)]
pub use leaf::digits;
pub use leaf::int::{Dyn, Index, Known, Leaf, LeafIn, Static};
pub use leaf::into_leaf::{IntoLeaf, leaf, try_leaf};
#[doc(hidden)]
pub use leaf::into_leaf::{known_integer, leaf_of, try_leaf_of};
pub use leaf::stride::{Codomain, StrideLeaf, StrideLeafIn};
pub use leaf::xor::Xor;
pub use operation::append::{
    Append, AppendBy, Prepend, PrependBy, append, prepend, try_append, try_prepend,
};
pub use operation::coalesce::{Coalesce, Coalesced, coalesce};
pub use operation::coalesce_profile::{CoalesceBy, CoalesceProfile, coalesce_profile};
pub use operation::compact_order::{
    CompactOrder, CompactStride, compact_col_major, compact_order, compact_row_major,
    prefix_product, try_compact_col_major, try_compact_order, try_compact_row_major,
    try_prefix_product,
};
pub use operation::complement::{
    Ceil, Complement, ComplementCeil, ComplementIn, Exact, complement, complement_ceil,
    try_complement, try_complement_ceil,
};
pub use operation::complement_ext::{
    ComplementExt, HasComplementExt, complement_ext, try_complement_ext,
};
pub use operation::composed::recast::{FunctionRecast, RecastFunction};
pub use operation::composition::{ComposeWith, Composition, composition, try_composition};
pub use operation::concatenate::{CanConcatenate, Concatenate, concatenate, try_concatenate};
pub use operation::divide::arranged::{
    FlatDivide, FlatDivideBy, FlatDivideCeil, TiledDivide, TiledDivideBy, TiledDivideCeil,
    flat_divide, flat_divide_ceil, tiled_divide, tiled_divide_ceil, try_flat_divide,
    try_flat_divide_ceil, try_tiled_divide, try_tiled_divide_ceil,
};
pub use operation::divide::{
    LogicalDivide, LogicalDivideBy, LogicalDivideCeil, ZippedDivide, ZippedDivideBy,
    ZippedDivideCeil, logical_divide, logical_divide_ceil, try_logical_divide,
    try_logical_divide_ceil, try_zipped_divide, try_zipped_divide_ceil, zipped_divide,
    zipped_divide_ceil,
};
pub use operation::filter::{
    CanFilter, CanFilterZeros, CanSqueeze, CanSqueezeZeros, Filter, FilterZeros, Squeeze,
    SqueezeZeros, filter, filter_zeros, squeeze, squeeze_zeros,
};
pub use operation::flatten::{CanFlatten, Flatten, Unflatten, UnflattenBy, flatten, unflatten};
pub use operation::group::{Group, GroupBy, group};
pub use operation::identity::{
    HasIdentity, MakeIdentityLayout, identity, make_identity_layout, try_identity,
    try_make_identity_layout,
};
pub use operation::layout_like::{HasLayoutLike, MakeLayoutLike, make_layout_like};
pub use operation::left_inverse::{HasLeftInverse, LeftInverse, left_inverse, try_left_inverse};
pub use operation::locate::{Locate, LocateBy, locate, try_locate};
pub use operation::max_common::{
    MaxCommonLayout, MaxCommonVector, MaxCommonWith, max_common_layout, max_common_vector,
};
pub use operation::mode::{HasMode, ModeAt, mode};
pub use operation::ordered::{
    MakeOrderedLayout, OrderedBy, make_ordered_layout, try_make_ordered_layout,
};
pub use operation::product::{
    BlockedProduct, BlockedProductBy, FlatProduct, FlatProductBy, LogicalProduct, LogicalProductBy,
    RakedProduct, RakedProductBy, TiledProduct, TiledProductBy, ZippedProduct, ZippedProductBy,
    blocked_product, flat_product, logical_product, raked_product, tiled_product,
    try_blocked_product, try_flat_product, try_logical_product, try_raked_product,
    try_tiled_product, try_zipped_product, zipped_product,
};
pub use operation::recast::{
    Downcast, DowncastBy, Recast, RecastBy, Upcast, UpcastBy, downcast, recast, try_downcast,
    try_recast, try_upcast, upcast,
};
pub use operation::right_inverse::{
    HasRightInverse, RightInverse, right_inverse, try_right_inverse,
};
pub use operation::select::{
    Permute, PermuteBy, Select, SelectBy, Take, TakeFrom, permute, select, take, try_select,
};
pub use operation::sorted::{CanSort, Sort, is_sorted, sort};
pub use operation::thread_value::{
    OfTile, OfTileBy, Partition, PartitionBy, ThreadValue, ThreadsAndValues, partition,
    try_partition,
};
pub use operation::tile_to_shape::{TileTo, TileToShape, tile_to_shape, try_tile_to_shape};
pub use operation::tiler::Keep;
pub use operation::zip::{Zip, ZipBy, try_zip, zip};
pub use tensor::accessor::{
    Accessor, AccessorMut, Addressed, AddressedMut, Contiguous, ContiguousMut, Counting, Disjoint,
    DisjointMut, Divisible, ElementOf, Lends, Mapped, Memory, MemoryMut, Reader, Through, Whole,
    Writer,
};
pub use tensor::coordinates::Origin;
pub use tensor::engine::{Engine, EngineMut};
pub use tensor::iterate::Iter;
pub use tensor::{
    Coordinates, Exclusive, Fragment, LocalPartition, LocalPartitionBy, LocalTile, LocalTileBy,
    PartitionsMut, Predicated, PredicatedBy, Shared, Tensor, ThreadLayout, TileMut, TilesMut,
    TwoModes, View, ViewMut,
};

/// The layout, or expression over layouts, in CuTe notation.
///
/// | | |
/// |---|---|
/// | `layout!(((2,3),4):((1,2),6))` | shape `:` stride, static throughout: usable in `const`, of no size |
/// | `layout!((m,k):(1,lda))` | identifiers are run-time integers (`usize`, `u32`, a plain literal's `i32`, or a leaf) |
/// | `layout!((m,{n / 2}):(1,m))` | so is any expression in braces |
/// | `layout!(n:1)` | a mode of run time; a name or braces alone, `layout!(a)`, are the value itself, meant to be a layout |
/// | `layout!((m,8))` | a shape alone is compact, column-major; extents of 1 have stride 0 |
/// | `layout!((m,8):row_major)` | compact, row-major |
/// | `layout!(a o (4,8):(8,1))` | composition; `a` is a layout |
/// | `layout!(a / (4,8))` | [`logical_divide`]; as right operand a tuple without `:` is a tiler, `(4,8)` = `<4,8>` = `<4:1,8:1>`, and `_` in it keeps a mode |
/// | `layout!(a * (4,8))` | [`logical_product`] with a tiler |
/// | `layout!(zipped_divide(a, (4,8)))` | any operation by its name |
/// | `layout!(group(a, 0, 2))`, `layout!(select(a, [2,0]))` | positions, and factors, are literals or names of [`Static`] integers |
/// | `layout!(coalesce(a, (*,*)))` | [`coalesce_profile`]: relative to a profile; so [`unflatten`] |
/// | `layout!(make_ordered_layout((m,8), (1,0)))` | of a shape, and an order of literals or names of [`Static`] integers; so [`identity`], [`tile_to_shape`] |
/// | `layout!(partition(a, (8,8), tv))` | [`partition`] of tiles of a shape among threads, by a layout of threads and values |
/// | `layout!(composed(f, n, a))` | [`Composed::new`]: the function `f` of what `a` has, `n` added |
/// | `layout!(<4,8:2>)` | a tiler by itself |
/// | `layout!((m,8):(e0,n*e(0,1)))` | strides into coordinates: multiples of basis elements ([`Basis`]) |
/// | `layout!((m,8):(e0+e1,2e0+n*e1))` | sums of these ([`ArithmeticTuple`]) |
/// | `layout!((8,8):(f9,f1))` | XOR strides ([`Xor`]); `n*f1` at run time |
/// | `layout!(Sw<3,0,3> o (8,8):(8,1))` | literals with a swizzle: XOR strides, or a [`Composed`] layout |
///
/// What is literal is evaluated by the value level while the program compiles, so it is exact, and
/// an expression of nothing but literals has all operations of the value level
/// ([`algebra::expression`]), also those that types do not have: `layout!((2,2):(1,2) * 3:1)`, `layout!(right_inverse((4,8):(8,1)))`.
/// What has a name goes through the traits. [`slice`](slice()) and [`dice`](dice()), which give an offset
/// too, are functions only. `o`, `e0`, `f0` and the like are reserved. What the macros write has the paths of the
/// crate, so `Cargo.toml` has it under its own name, `tilework`.
///
/// In generic code names stand for layouts with the bound of the operation, and for integers that are
/// [`Leaf`]s. A shape alone is written `layout!(identity((m,8)))` there, and its bound is [`HasCompact`].
///
/// ```
/// use tilework::typenum::U8;
/// use tilework::{
///     AnyLayout, Column, ComposeWith, HList, HasCompact, Layout, Leaf, Static, layout, leaf,
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
pub use tilework_macros::layout;

/// The type of what `layout!` makes of the same notation, as `HList!` is to `hlist!`.
///
/// A dynamic leaf is `_` (a `usize`), `u32` or `usize`; other names are types: of a leaf in a
/// tuple, of a layout as an operand. Braces hold any type, so a number can be a parameter:
///
/// ```
/// use tilework::typenum::{Const, ToUInt, U};
/// use tilework::{AnyLayout, Layout, Leaf, Static, layout};
/// type Rows<const N: usize> = Layout!(({Static<U<N>>},8):(8,1));
/// fn rows<const N: usize>() -> Rows<N>
/// where
///     Const<N>: ToUInt,
///     Static<U<N>>: Leaf,
///     Rows<N>: AnyLayout,
/// {
///     let n = Static::<U<N>>::new();
///     layout!((n,8):(8,1))
/// }
/// assert_eq!(rows::<4>(), layout!((4,8):(8,1)));
/// ```
///
/// The tiler of `layout!(zipped_divide(a, (m,8)))` is `Layout!(<_:1,8>)`, as a bound has to name it. A shape
/// alone with extents by their names, `Layout!((M,8))`, takes the bound [`HasCompact`]; `Layout!((_,8))` is
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
pub use tilework_macros::Layout;

/// [`layout!`](crate::layout!) with the errors of dynamic leaves returned: a `Result`.
///
/// ```
/// use tilework::try_layout;
/// let (m, tile) = (10, 4);
/// assert_eq!(
///     try_layout!((m,8) / (tile,8)).unwrap_err().to_string(),
///     "logical_divide: evenness, mode 0: the size 10 is not a multiple of the span 4",
/// );
/// ```
pub use tilework_macros::try_layout;
