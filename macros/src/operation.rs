//! The operations that names in the notation stand for.

use tilework_algebra::Operation;

/// An operation of the types.
pub struct Known {
    pub operation: Operation,
    /// The type that stands for the result.
    pub result: &'static str,
    /// What it has besides its left operand.
    pub parameter: Parameter,
    /// Whether dynamic leaves can make it fail, so that there is a `try_` form.
    pub fallible: bool,
}

/// What an operation has besides its left operand.
#[derive(Clone, Copy, PartialEq)]
pub enum Parameter {
    None,
    Tiler,
    Layout,
    /// Any number of layouts.
    Layouts,
    Size,
    /// So many integers that are known while compiling, each an argument.
    Integers(usize),
    /// Such integers as one argument, `[2, 0]`.
    List,
    /// A profile, `(*,*)`, or none.
    Profile,
    /// An order, `(1,0)`; the left operand is a shape.
    Order,
    /// A shape and an order, which may be left out.
    Filled,
    /// The shape of a tile and a layout.
    Tiles,
    /// An integer that is added to offsets, and the layout that has them.
    Offsets,
}

const fn known(
    operation: Operation,
    result: &'static str,
    parameter: Parameter,
    fallible: bool,
) -> Known {
    Known { operation, result, parameter, fallible }
}

/// The operations by name.
pub const OPERATIONS: &[Known] = &[
    known(Operation::Composition, "Composition", Parameter::Tiler, true),
    known(Operation::LogicalDivide, "LogicalDivide", Parameter::Tiler, true),
    known(Operation::LogicalDivideCeil, "LogicalDivideCeil", Parameter::Tiler, true),
    known(Operation::ZippedDivide, "ZippedDivide", Parameter::Tiler, true),
    known(Operation::ZippedDivideCeil, "ZippedDivideCeil", Parameter::Tiler, true),
    known(Operation::TiledDivide, "TiledDivide", Parameter::Tiler, true),
    known(Operation::TiledDivideCeil, "TiledDivideCeil", Parameter::Tiler, true),
    known(Operation::FlatDivide, "FlatDivide", Parameter::Tiler, true),
    known(Operation::FlatDivideCeil, "FlatDivideCeil", Parameter::Tiler, true),
    known(Operation::Coalesce, "Coalesced", Parameter::Profile, false),
    known(Operation::CoalesceProfile, "CoalesceProfile", Parameter::Profile, false),
    known(Operation::Complement, "Complement", Parameter::Size, true),
    known(Operation::ComplementCeil, "ComplementCeil", Parameter::Size, true),
    known(Operation::RightInverse, "RightInverse", Parameter::None, true),
    known(Operation::MaxCommonLayout, "MaxCommonLayout", Parameter::Layout, false),
    known(Operation::LeftInverse, "LeftInverse", Parameter::None, true),
    known(Operation::ComplementExt, "ComplementExt", Parameter::None, true),
    known(Operation::LogicalProduct, "LogicalProduct", Parameter::Tiler, true),
    known(Operation::ZippedProduct, "ZippedProduct", Parameter::Tiler, true),
    known(Operation::TiledProduct, "TiledProduct", Parameter::Tiler, true),
    known(Operation::FlatProduct, "FlatProduct", Parameter::Tiler, true),
    known(Operation::BlockedProduct, "BlockedProduct", Parameter::Layout, true),
    known(Operation::RakedProduct, "RakedProduct", Parameter::Layout, true),
    known(Operation::Flatten, "Flatten", Parameter::None, false),
    known(Operation::Unflatten, "Unflatten", Parameter::Profile, false),
    known(Operation::Concatenate, "Concatenate", Parameter::Layouts, true),
    known(Operation::Zip, "Zip", Parameter::Layout, true),
    known(Operation::Mode, "ModeAt", Parameter::Integers(1), false),
    known(Operation::Group, "Group", Parameter::Integers(2), false),
    known(Operation::Take, "Take", Parameter::Integers(2), false),
    known(Operation::Select, "Select", Parameter::List, true),
    known(Operation::Permute, "Permute", Parameter::List, false),
    known(Operation::Append, "Append", Parameter::Layout, true),
    known(Operation::Prepend, "Prepend", Parameter::Layout, true),
    known(Operation::Sort, "Sort", Parameter::None, false),
    known(Operation::Filter, "Filter", Parameter::None, false),
    known(Operation::FilterZeros, "FilterZeros", Parameter::None, false),
    known(Operation::Squeeze, "Squeeze", Parameter::None, false),
    known(Operation::SqueezeZeros, "SqueezeZeros", Parameter::None, false),
    known(Operation::MakeLayoutLike, "MakeLayoutLike", Parameter::None, false),
    known(Operation::Upcast, "Upcast", Parameter::Integers(1), true),
    known(Operation::Downcast, "Downcast", Parameter::Integers(1), true),
    known(Operation::Recast, "Recast", Parameter::Integers(2), true),
    known(Operation::Identity, "ColMajor", Parameter::None, true),
    known(Operation::MakeIdentityLayout, "MakeIdentityLayout", Parameter::None, true),
    known(Operation::MakeOrderedLayout, "MakeOrderedLayout", Parameter::Order, true),
    known(Operation::TileToShape, "TileToShape", Parameter::Filled, true),
    known(Operation::Locate, "Locate", Parameter::Layout, true),
    known(Operation::Partition, "Partition", Parameter::Tiles, true),
    known(Operation::Composed, "Composed", Parameter::Offsets, true),
];
