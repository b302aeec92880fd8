//! The names of the operations.

use core::fmt;

macro_rules! operations {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// An operation. Its name is the same at every level.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Operation {
            $($(#[$doc])* $variant,)*
        }

        impl Operation {
            /// The name of the operation in code and in the notation.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Operation::$variant => $name,)*
                }
            }
        }
    };
}

operations! {
    /// Reading the notation.
    Parse = "parse",
    /// Making a tensor from a view of another library, or such a view from a tensor.
    View = "view",
    /// Writing a layout as source text for another library or language.
    Export = "export",
    /// Making a tuple of integers.
    IntTuple = "int_tuple",
    /// Making a layout from a shape and a stride.
    Layout = "layout",
    /// Making a tiler.
    Tiler = "tiler",
    /// Size of a tuple or layout.
    Size = "size",
    /// Cosize of a layout.
    Cosize = "cosize",
    /// Index of a coordinate in a layout: its offset.
    Crd2Idx = "crd2idx",
    /// Index to coordinate.
    Idx2Crd = "idx2crd",
    /// Coalesce.
    Coalesce = "coalesce",
    /// Composition.
    Composition = "composition",
    /// Exact complement.
    Complement = "complement",
    /// Complement rounded up.
    ComplementCeil = "complement_ceil",
    /// Exact logical divide.
    LogicalDivide = "logical_divide",
    /// Logical divide, padded.
    LogicalDivideCeil = "logical_divide_ceil",
    /// Exact zipped divide.
    ZippedDivide = "zipped_divide",
    /// Zipped divide, padded.
    ZippedDivideCeil = "zipped_divide_ceil",
    /// Complement without end.
    ComplementExt = "complement_ext",
    /// Right inverse.
    RightInverse = "right_inverse",
    /// Left inverse.
    LeftInverse = "left_inverse",
    /// Exact tiled divide.
    TiledDivide = "tiled_divide",
    /// Tiled divide, padded.
    TiledDivideCeil = "tiled_divide_ceil",
    /// Exact flat divide.
    FlatDivide = "flat_divide",
    /// Flat divide, padded.
    FlatDivideCeil = "flat_divide_ceil",
    /// Logical product.
    LogicalProduct = "logical_product",
    /// Zipped product.
    ZippedProduct = "zipped_product",
    /// Tiled product.
    TiledProduct = "tiled_product",
    /// Flat product.
    FlatProduct = "flat_product",
    /// Blocked product.
    BlockedProduct = "blocked_product",
    /// Raked product.
    RakedProduct = "raked_product",
    /// Coalesce relative to a profile.
    CoalesceProfile = "coalesce_profile",
    /// Dropping modes of stride 0, then coalescing.
    Filter = "filter",
    /// Replacing the extents of modes of stride 0 by 1.
    FilterZeros = "filter_zeros",
    /// Dropping modes of extent 1.
    Squeeze = "squeeze",
    /// Dropping modes of stride 0.
    SqueezeZeros = "squeeze_zeros",
    /// Sorting modes by stride.
    Sort = "sort",
    /// The leaves as top-level modes.
    Flatten = "flatten",
    /// Giving a flat tuple or layout a profile.
    Unflatten = "unflatten",
    /// Making one mode from several.
    Group = "group",
    /// One layout from several, which become its modes.
    Concatenate = "concatenate",
    /// One mode.
    Mode = "mode",
    /// Modes in a range.
    Take = "take",
    /// Chosen modes.
    Select = "select",
    /// Adding a mode at the end.
    Append = "append",
    /// Adding a mode at the beginning.
    Prepend = "prepend",
    /// Modes in another order.
    Permute = "permute",
    /// The part of a tuple or layout at each leaf of a coarser shape.
    RelativeModes = "relative_modes",
    /// The parts at the leaves of a coarser shape, as the modes of one tuple.
    RelativeFlatten = "relative_flatten",
    /// Putting tuples in the place of leaves.
    Substitute = "substitute",
    /// Inner product of two tuples.
    InnerProduct = "inner_product",
    /// Dividing a shape.
    ShapeDiv = "shape_div",
    /// Dividing a shape, rounded up.
    CeilDiv = "ceil_div",
    /// Testing whether a shape divides another.
    EvenlyDivides = "evenly_divides",
    /// Dividing a shape from the left.
    LeftDivide = "left_divide",
    /// Testing whether a number divides a shape from the left.
    LeftDivisible = "left_divisible",
    /// Testing whether a number divides a shape from the left except for the last step.
    WeaklyLeftDivisible = "weakly_left_divisible",
    /// Compact strides, the first leaf fastest.
    CompactColMajor = "compact_col_major",
    /// Compact strides, the last leaf fastest.
    CompactRowMajor = "compact_row_major",
    /// Products of the leaves before each leaf.
    PrefixProduct = "prefix_product",
    /// Compact strides in a given order.
    CompactOrder = "compact_order",
    /// Translating a coordinate of one shape into one of another shape.
    CoordMap = "coord_map",
    /// Order of coordinates.
    Colexicographic = "colexicographic",
    /// Testing whether a layout is compact.
    IsCompact = "is_compact",
    /// Testing whether the offsets of a layout have no gaps.
    IsSurjective = "is_surjective",
    /// Testing whether a layout is injective.
    IsInjective = "is_injective",
    /// The offsets of a layout.
    Image = "image",
    /// Testing whether the offsets of one layout are coordinates of another.
    ImageInRange = "image_in_range",
    /// The identity on a shape.
    Identity = "identity",
    /// The identity on the coordinates of a shape.
    MakeIdentityLayout = "make_identity_layout",
    /// The modes that a coordinate fixes.
    Dice = "dice",
    /// Layout of wider elements.
    Upcast = "upcast",
    /// Layout of narrower elements.
    Downcast = "downcast",
    /// Layout of elements of another width.
    Recast = "recast",
    /// Coordinates with the offset 0.
    Nullspace = "nullspace",
    /// The part on which two layouts are contiguous together.
    MaxCommonLayout = "max_common_layout",
    /// The number of contiguous elements that two layouts have in common.
    MaxCommonVector = "max_common_vector",
    /// Elements spread over a shape.
    DomainDistribute = "domain_distribute",
    /// A tile repeated over a shape.
    TileToShape = "tile_to_shape",
    /// Compact layout in a given order.
    MakeOrderedLayout = "make_ordered_layout",
    /// Compact layout in the order of another.
    MakeLayoutLike = "make_layout_like",
    /// The layout of a function that is given by its values.
    FunctionToLayout = "function_to_layout",
    /// Rewriting integer strides as XOR strides.
    ToXor = "to_xor",
    /// Rewriting XOR strides as integer strides.
    ToIntegers = "to_integers",
    /// Counting the bank conflicts of an access.
    BankConflicts = "bank_conflicts",
    /// Searching for a swizzle without bank conflicts.
    ConflictFreeSwizzle = "conflict_free_swizzle",
    /// Searching for the layout of a tile in shared memory.
    SharedLayout = "shared",
    /// Searching for a way in which threads copy.
    CopyPlan = "copy_plan",
    /// The elements of each thread.
    Partition = "partition",
    /// Making an atom of a copy.
    CopyAtom = "copy_atom",
    /// Making a linear layout, or a layout of one.
    LinearLayout = "linear_layout",
    /// Comparing the functions of two layouts.
    SameFunction = "same_function",
    /// Adding the functions of two layouts.
    LayoutAdd = "layout_add",
    /// Finding the greatest common domain of two shapes.
    GreatestCommonDomain = "greatest_common_domain",
    /// Finding the coordinates of an offset.
    Owners = "owners",
    /// Counting the sectors of an access.
    Coalescing = "coalescing",
    /// Finding the coordinates of offsets in a layout.
    Locate = "locate",
    /// Making a swizzle.
    Swizzle = "swizzle",
    /// Making a composed layout.
    Composed = "composed",
    /// Searching for two coordinates with the same offset.
    Collision = "collision",
    /// Making a tensor from data and a layout.
    Tensor = "tensor",
    /// The elements of a thread in every tile of a tensor.
    LocalPartition = "local_partition",
    /// Copying one tensor to another.
    Copy = "copy",
    /// Computing the elements of a tensor from those of another.
    Transform = "transform",
    /// Adding a tensor to another, both scaled.
    Axpby = "axpby",
    /// Transposing a matrix into another.
    Transpose = "transpose",
    /// Slicing a tensor or layout.
    Slice = "slice",
    /// Splitting a tensor at a coordinate of a mode.
    SplitAt = "split_at",
    /// The tiles of a tensor.
    Tiles = "tiles",
    /// A window of a tensor.
    Window = "window",
    /// Pairing modes; visiting tensors in lockstep.
    Zip = "zip",
    /// Making a morphism of tuples.
    Morphism = "morphism",
    /// One morphism after another.
    Compose = "compose",
    /// Morphisms side by side.
    Sum = "sum",
    /// Restricting a morphism to some entries of its domain.
    Restrict = "restrict",
    /// Factoring a morphism through some entries of its codomain.
    Factorize = "factorize",
    /// A morphism with its codomain refined.
    PullbackAlong = "pullback_along",
    /// A morphism with its domain refined.
    PushforwardAlong = "pushforward_along",
    /// The morphism that encodes a layout.
    MorphismOf = "morphism_of",
    /// Testing whether a morphism encodes a layout.
    IsTractable = "is_tractable",
    /// The function of a morphism.
    Realize = "realize",
    /// Making a refinement of a tuple.
    Refinement = "refinement",
    /// Finding a common refinement of two tuples.
    MutualRefinement = "mutual_refinement",
    /// Composing two morphisms over a mutual refinement.
    WeakComposite = "weak_composite",
    /// Composing two layouts by composing their morphisms.
    CompositionAlgorithm = "composition_algorithm",
    /// Making an ordered factorization.
    OrderedFactorization = "ordered_factorization",
    /// Permutations that are functions of layouts.
    LayoutPermutations = "layout_permutations",
    /// Multiplying matrices.
    Gemm = "gemm",
    /// Making a mesh of devices.
    Mesh = "mesh",
    /// Distributing a tensor over devices.
    Distribution = "distribution",
    /// Moving a tensor from one distribution to another.
    Redistribute = "redistribute",
    /// A matrix product, written `A B`.
    Matmul = "matmul",
    /// The sum of the products of the elements of two vectors.
    Dot = "dot",
    /// Elementwise arithmetic of tensors.
    Arithmetic = "arithmetic",
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
