//! The one error type: which operation, which rule, at which mode, with which numbers.

use core::fmt;

/// Why an operation has no result.
///
/// `Copy` and without allocation: it names the operation, the rule with its numbers and the
/// mode. Whoever has the operands prints them next to it. Every level of tilework uses it.
///
/// ```
/// use tilework_algebra::{Error, Operation, Rule};
/// let error = Error::new(Operation::Composition, Rule::ShapeDivisibility { extent: 6, factor: 4 }).at(0);
/// assert_eq!(error.to_string(), "composition: shape divisibility, mode 0: \
///     the remaining extent 6 is not a multiple of 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// The operation that was asked for.
    pub operation: Operation,
    /// The rule that does not hold, with its numbers.
    pub rule: Rule,
    /// The mode of the right operand (of the only operand, where there is one) at which the
    /// rule does not hold, counted from 0: the flat position of a leaf, for an operation by
    /// mode the position of the mode.
    pub mode: Option<usize>,
}

impl Error {
    /// The failure of `rule` in `operation`, at no mode in particular.
    pub const fn new(operation: Operation, rule: Rule) -> Self {
        Error { operation, rule, mode: None }
    }

    /// The same error at mode `mode`.
    pub const fn at(self, mode: usize) -> Self {
        Error { mode: Some(mode), ..self }
    }

    /// The same error in the name of `operation`, of which the failing one is a part.
    pub const fn during(self, operation: Operation) -> Self {
        Error { operation, ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.rule.name())?;
        if let Some(mode) = self.mode {
            write!(f, ", mode {mode}")?;
        }
        write!(f, ": {}", self.rule)
    }
}

impl core::error::Error for Error {}

macro_rules! operations {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// An operation, by the name that it has at every level.
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
    /// Making a tuple of integers.
    IntTuple = "int_tuple",
    /// Making a layout of a shape and a stride.
    Layout = "layout",
    /// Making a tiler.
    Tiler = "tiler",
    /// Size of a tuple or layout.
    Size = "size",
    /// Cosize of a layout.
    Cosize = "cosize",
    /// Coordinate to offset.
    Crd2Idx = "crd2idx",
    /// Index to coordinate.
    Idx2Crd = "idx2crd",
    /// Coalesce.
    Coalesce = "coalesce",
    /// Composition.
    Composition = "composition",
    /// Complement that comes out even.
    Complement = "complement",
    /// Complement rounded up.
    ComplementCeil = "complement_ceil",
    /// Logical divide that comes out even.
    LogicalDivide = "logical_divide",
    /// Logical divide, padded.
    LogicalDivideCeil = "logical_divide_ceil",
    /// Zipped divide that comes out even.
    ZippedDivide = "zipped_divide",
    /// Zipped divide, padded.
    ZippedDivideCeil = "zipped_divide_ceil",
    /// Complement without end.
    ComplementExt = "complement_ext",
    /// Right inverse.
    RightInverse = "right_inverse",
    /// Left inverse.
    LeftInverse = "left_inverse",
    /// Tiled divide that comes out even.
    TiledDivide = "tiled_divide",
    /// Tiled divide, padded.
    TiledDivideCeil = "tiled_divide_ceil",
    /// Flat divide that comes out even.
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
    /// Dropping modes of stride 0, and coalescing.
    Filter = "filter",
    /// Extent 1 for stride 0.
    FilterZeros = "filter_zeros",
    /// Dropping modes of extent 1.
    Squeeze = "squeeze",
    /// Dropping modes of stride 0.
    SqueezeZeros = "squeeze_zeros",
    /// Sorting modes by stride.
    Sort = "sort",
    /// The leaves at the top.
    Flatten = "flatten",
    /// Giving a flat tuple or layout a profile.
    Unflatten = "unflatten",
    /// Making one mode of several.
    Group = "group",
    /// Modes in a range.
    Take = "take",
    /// Chosen modes.
    Select = "select",
    /// Modes at the end.
    Append = "append",
    /// Modes at the beginning.
    Prepend = "prepend",
    /// Modes in another order.
    Permute = "permute",
    /// What stands in the place of the leaves of a coarser shape.
    RelativeModes = "relative_modes",
    /// Tuples in place of leaves.
    Substitute = "substitute",
    /// Inner product of two tuples.
    InnerProduct = "inner_product",
    /// Dividing a shape.
    ShapeDiv = "shape_div",
    /// Dividing a shape, rounded up.
    CeilDiv = "ceil_div",
    /// Whether a shape divides another.
    EvenlyDivides = "evenly_divides",
    /// Dividing a shape from the left.
    LeftDivide = "left_divide",
    /// Whether a number divides a shape from the left.
    LeftDivisible = "left_divisible",
    /// Whether it does but for the last step.
    WeaklyLeftDivisible = "weakly_left_divisible",
    /// Compact strides in a given order.
    CompactOrder = "compact_order",
    /// Coordinate of one shape to that of another.
    CoordMap = "coord_map",
    /// Order of coordinates.
    Colexicographic = "colexicographic",
    /// Whether a layout is compact.
    IsCompact = "is_compact",
    /// Whether a layout is injective.
    IsInjective = "is_injective",
    /// The offsets of a layout.
    Image = "image",
    /// Whether the offsets are coordinates of another.
    ImageInRange = "image_in_range",
    /// The identity on a shape.
    Identity = "identity",
    /// The identity on the coordinates of a shape.
    MakeIdentityLayout = "make_identity_layout",
    /// The modes that a coordinate fixes.
    Dice = "dice",
    /// Layout of larger elements.
    Upcast = "upcast",
    /// Layout of smaller elements.
    Downcast = "downcast",
    /// Layout of elements of another width.
    Recast = "recast",
    /// Coordinates with the offset 0.
    Nullspace = "nullspace",
    /// Where two layouts are contiguous together.
    MaxCommonLayout = "max_common_layout",
    /// How many elements two layouts have in common.
    MaxCommonVector = "max_common_vector",
    /// Elements spread over a shape.
    DomainDistribute = "domain_distribute",
    /// A tile repeated over a shape.
    TileToShape = "tile_to_shape",
    /// Compact layout in a given order.
    MakeOrderedLayout = "make_ordered_layout",
    /// Compact layout in the order of another.
    MakeLayoutLike = "make_layout_like",
    /// Layout of a function given by values.
    FunctionToLayout = "function_to_layout",
    /// Integer strides as XOR strides.
    ToXor = "to_xor",
    /// XOR strides as integer strides.
    ToIntegers = "to_integers",
    /// Conflicts of an access to memory in banks.
    BankConflicts = "bank_conflicts",
    /// Looking for a swizzle without bank conflicts.
    ConflictFreeSwizzle = "conflict_free_swizzle",
    /// The elements of each thread.
    Partition = "partition",
    /// Where offsets are in a layout.
    Locate = "locate",
    /// Making a swizzle.
    Swizzle = "swizzle",
    /// Making a composed layout.
    Composed = "composed",
    /// Looking for two coordinates with one offset.
    Collision = "collision",
    /// Making a tensor of data and a layout.
    Tensor = "tensor",
    /// The elements of a thread in every tile of a tensor.
    LocalPartition = "local_partition",
    /// Copying a tensor to another.
    Copy = "copy",
    /// Computing the elements of a tensor from those of another.
    Transform = "transform",
    /// Adding a tensor to another, both scaled.
    Axpby = "axpby",
    /// Transposing a matrix into another.
    Transpose = "transpose",
    /// Slicing a tensor or layout.
    Slice = "slice",
    /// Visiting tensors in lockstep.
    Zip = "zip",
    /// Multiplying matrices.
    Gemm = "gemm",
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule of the algebra, with the numbers that break it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The exact result does not fit the integers used.
    Overflow,
    /// Extents are at least 1.
    Extent {
        /// The extent given.
        extent: i64,
    },
    /// Two operands must have the same profile.
    Congruence,
    /// The operation takes strides of at least 0 here.
    NaturalStride {
        /// The stride given.
        stride: i64,
    },
    /// In `A o s:d` the part of `d` that is left and the extent of the mode of `A` that it
    /// meets must divide one another, unless the image of the right side ends within the mode
    /// (004, equation 20).
    StrideDivisibility {
        /// What is left of the stride.
        stride: i64,
        /// The extent of the mode of the left side.
        extent: i64,
    },
    /// In `A o s:d` the part of `s` that is left must be a multiple of what the mode of `A`
    /// offers (004, equation 21).
    ShapeDivisibility {
        /// What is left of the extent `s`.
        extent: i64,
        /// What the mode of the left side offers.
        factor: i64,
    },
    /// Modes of the right side must not carry into each other: of two, one must span no more
    /// than the stride of the other (004, section 3.3.2).
    Segregation {
        /// `s * d` of the mode with the smaller stride.
        span: i64,
        /// The stride of the other.
        stride: i64,
    },
    /// Sorted by stride, each stride must be a multiple of the span `s * d` before it (003,
    /// definition 2.1.6.5).
    Complementability {
        /// The stride.
        stride: i64,
        /// The span of the mode before it, 1 for the first.
        span: i64,
    },
    /// The size to be covered must be a multiple of the span of the last mode.
    Evenness {
        /// The size.
        size: i64,
        /// The span of the mode with the largest stride.
        span: i64,
    },
    /// A mode of stride 0 and an extent above 1 has no complement.
    Broadcast {
        /// The extent of the mode.
        extent: i64,
    },
    /// A tiler has no more modes than what it tiles.
    TilerRank {
        /// The modes of the tiler.
        tiler: usize,
        /// The modes of the layout.
        layout: usize,
    },
    /// A tiler is not nested deeper than this.
    Depth {
        /// The bound.
        limit: usize,
    },
    /// A coordinate is an integer or a tuple that the shape refines.
    CoordinateProfile,
    /// A coordinate lies in its mode.
    CoordinateRange {
        /// The coordinate.
        coordinate: i64,
        /// The extent, or the size of the mode.
        extent: i64,
    },
    /// A coordinate lies in the shape.
    CoordinateOutside,
    /// Data must reach as far as the layout.
    Length {
        /// The cosize of the layout.
        cosize: i64,
        /// The number of elements.
        len: i64,
    },
    /// A layout that is written through has one coordinate for each offset.
    Injectivity {
        /// One integral coordinate.
        first: i64,
        /// Another with the same offset.
        second: i64,
    },
    /// Layouts that are visited in lockstep have the same extents.
    EqualExtents {
        /// The extent in the first.
        left: i64,
        /// The extent in the other.
        right: i64,
    },
    /// Each offset has digits, of one radix below another, that are its coordinate.
    Digits {
        /// The stride of a mode.
        stride: i64,
        /// What the modes with smaller strides reach.
        reach: i64,
    },
    /// Sorted by stride, no stride is below the span of the modes before it. Only the right
    /// inverse of a layout with dynamic leaves asks for this.
    Overlap {
        /// The stride.
        stride: i64,
        /// The number of offsets that the modes before it have.
        span: i64,
    },
    /// A tuple must have the profile that is given, or be refined by it.
    Profile,
    /// The modes asked for are there.
    ModeRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The number of modes.
        rank: usize,
    },
    /// Each mode is taken once.
    Permutation,
    /// Of two integers one must divide the other.
    Divisibility {
        /// One of them.
        left: i64,
        /// The other.
        right: i64,
    },
    /// A leaf that the type has is that of the value.
    StaticLeaf {
        /// The integer given.
        value: i64,
        /// The integer of the type.
        expected: i64,
    },
    /// A static extent stays, whatever a stride of run time is.
    StaticExtent {
        /// The extent.
        extent: i64,
        /// The stride with which it would be another.
        stride: i64,
    },
    /// A layout with the values so far must go on with a certain one.
    LayoutFunction {
        /// The position of the value.
        index: i64,
        /// The value there.
        value: i64,
        /// The value that a layout has there.
        expected: i64,
    },
    /// Lists are made of so many elements at most.
    ListLength {
        /// The number of elements.
        size: i64,
        /// The bound.
        limit: i64,
    },
    /// The exact test ended at its documented bound.
    Undecided {
        /// The steps taken.
        steps: u64,
    },
    /// Strides are of one integer-semimodule: integers, coordinates of one profile, or XOR strides.
    Codomain,
    /// The strides are scaled basis elements here, not sums of several (004, section 3.3.2).
    ScaledBasis,
    /// Extents are powers of 2 where coordinates are taken bit by bit.
    PowerOfTwo {
        /// The extent given.
        extent: i64,
    },
    /// A sum is the XOR only if no bits overlap.
    Carries {
        /// One summand.
        left: i64,
        /// Another.
        right: i64,
    },
    /// A swizzle `Sw<B,M,S>` XORs `B` bits with `B` others, which are `S >= B` places away.
    Swizzle {
        /// The number of bits, `B`.
        bits: i64,
        /// The lowest one, `M`.
        base: i64,
        /// The distance, `S`.
        shift: i64,
    },
    /// So many offsets must stay together.
    Alignment {
        /// As many do.
        together: i64,
        /// As many must.
        wanted: i64,
    },
    /// The text is not in the notation.
    Syntax {
        /// The position of the offending character, in bytes.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
}

impl Rule {
    /// The rule in two words, as the papers call it.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Overflow => "overflow",
            Rule::Extent { .. } => "positive extent",
            Rule::Congruence => "congruence",
            Rule::NaturalStride { .. } => "natural stride",
            Rule::StrideDivisibility { .. } => "stride divisibility",
            Rule::ShapeDivisibility { .. } => "shape divisibility",
            Rule::Segregation { .. } => "segregation",
            Rule::Complementability { .. } => "complementability",
            Rule::Evenness { .. } => "evenness",
            Rule::Broadcast { .. } => "broadcast",
            Rule::TilerRank { .. } => "tiler rank",
            Rule::Depth { .. } => "depth",
            Rule::CoordinateProfile => "coordinate profile",
            Rule::CoordinateRange { .. } => "coordinate range",
            Rule::CoordinateOutside => "coordinate range",
            Rule::Length { .. } => "length",
            Rule::Injectivity { .. } => "injectivity",
            Rule::EqualExtents { .. } => "equal extents",
            Rule::Digits { .. } => "digits",
            Rule::Overlap { .. } => "overlap",
            Rule::Profile => "profile",
            Rule::ModeRange { .. } => "mode range",
            Rule::Permutation => "permutation",
            Rule::Divisibility { .. } => "divisibility",
            Rule::StaticLeaf { .. } => "static leaf",
            Rule::StaticExtent { .. } => "static extent",
            Rule::LayoutFunction { .. } => "layout function",
            Rule::ListLength { .. } => "list length",
            Rule::Undecided { .. } => "undecided",
            Rule::PowerOfTwo { .. } => "power of 2",
            Rule::Carries { .. } => "carries",
            Rule::Swizzle { .. } => "swizzle",
            Rule::Alignment { .. } => "alignment",
            Rule::Codomain => "codomain",
            Rule::ScaledBasis => "scaled basis",
            Rule::Syntax { .. } => "syntax",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rule::Overflow => write!(f, "the exact result does not fit the integers used"),
            Rule::Extent { extent } => write!(f, "an extent must be at least 1, not {extent}"),
            Rule::Congruence => write!(f, "shape and stride do not have the same profile"),
            Rule::NaturalStride { stride } => {
                write!(f, "a stride must be at least 0 here, not {stride}")
            }
            Rule::StrideDivisibility { stride, extent } => write!(
                f,
                "the remaining stride {stride} and the extent {extent} do not divide each other"
            ),
            Rule::ShapeDivisibility { extent, factor } => {
                write!(f, "the remaining extent {extent} is not a multiple of {factor}")
            }
            Rule::Segregation { span, stride } => write!(
                f,
                "the modes of the right side carry into each other: one spans {span}, \
                 past the stride {stride} of another"
            ),
            Rule::Complementability { stride, span } => {
                write!(f, "the stride {stride} is not a multiple of the span {span} before it")
            }
            Rule::Evenness { size, span } => {
                write!(f, "the size {size} is not a multiple of the span {span}")
            }
            Rule::Broadcast { extent } => {
                write!(f, "a mode of stride 0 and extent {extent} has no complement")
            }
            Rule::TilerRank { tiler, layout } => {
                write!(f, "the tiler has {tiler} modes, the layout {layout}")
            }
            Rule::Depth { limit } => write!(f, "the tiler is nested more than {limit} deep"),
            Rule::CoordinateProfile => write!(f, "the coordinate does not fit the shape's profile"),
            Rule::CoordinateRange { coordinate, extent } => {
                write!(f, "the coordinate {coordinate} is not in 0..{extent}")
            }
            Rule::CoordinateOutside => write!(f, "the coordinate lies outside of the shape"),
            Rule::Length { cosize, len } => {
                write!(f, "the layout reaches {cosize} elements, the data has {len}")
            }
            Rule::Injectivity { first, second } => {
                write!(f, "the coordinates {first} and {second} have the same offset")
            }
            Rule::EqualExtents { left, right } => {
                write!(f, "the extents {left} and {right} differ")
            }
            Rule::Digits { stride, reach } => write!(
                f,
                "no digits of the offsets are the coordinates: below the stride {stride} \
                 they reach {reach}"
            ),
            Rule::Overlap { stride, span } => {
                write!(f, "the stride {stride} is below the span {span} of the modes before it")
            }
            Rule::Profile => write!(f, "the profile does not fit"),
            Rule::ModeRange { mode, rank } => write!(f, "there is no mode {mode} among {rank}"),
            Rule::Permutation => write!(f, "not each mode is taken once"),
            Rule::Divisibility { left, right } => {
                write!(f, "{left} and {right} do not divide each other")
            }
            Rule::StaticLeaf { value, expected } => {
                write!(f, "the integer {value} where the type has {expected}")
            }
            Rule::StaticExtent { extent, stride } => {
                write!(f, "with the stride {stride} the static extent {extent} would be another")
            }
            Rule::LayoutFunction { index, value, expected } => write!(
                f,
                "the value at {index} is {value}, where a layout with the values before has {expected}"
            ),
            Rule::ListLength { size, limit } => {
                write!(f, "{size} elements, of at most {limit} in a list")
            }
            Rule::Undecided { steps } => write!(f, "not decided within {steps} steps"),
            Rule::PowerOfTwo { extent } => {
                write!(
                    f,
                    "the extent {extent} is not a power of 2, as bits of coordinates are taken"
                )
            }
            Rule::Carries { left, right } => {
                write!(f, "the sum of {left} and {right} carries, so that it is not their XOR")
            }
            Rule::Swizzle { bits, base, shift } => write!(
                f,
                "{bits} bits from bit {base} on cannot be XORed with others {shift} places away"
            ),
            Rule::Alignment { together, wanted } => {
                write!(f, "{together} offsets stay together, not {wanted}")
            }
            Rule::Codomain => write!(f, "the strides are not of one integer-semimodule"),
            Rule::ScaledBasis => write!(f, "the stride is a sum of several basis elements"),
            Rule::Syntax { at, expected } => {
                write!(f, "expected {expected} at position {at}")
            }
        }
    }
}
