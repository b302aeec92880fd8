//! The operations behind the names in the notation.

use Parameter::{Added, Integer, Layout, Layouts, List, Order, Profile, Shape, Size, Tiler};
use tilework_algebra::Operation;

/// An operation of the type level.
pub struct Known {
    pub operation: Operation,
    /// The name of the result type.
    pub result: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// True if dynamic leaves can make it fail, so that it has a `try_` form.
    pub fallible: bool,
}

/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq)]
pub enum Parameter {
    Layout,
    /// Any number of layouts.
    Layouts,
    Tiler,
    Shape,
    /// An integer, or a shape.
    Size,
    /// A static integer.
    Integer,
    /// Several static integers as one argument, `[2, 0]`.
    List,
    /// A profile, `(*,*)`; the leaves of the tuple are ignored.
    Profile,
    /// A tuple of static integers, `(1,0)`.
    Order,
    /// An integer that is added to offsets.
    Added,
}

const fn known(
    operation: Operation,
    result: &'static str,
    parameters: &'static [Parameter],
    fallible: bool,
) -> Known {
    Known { operation, result, parameters, fallible }
}

/// The operation with this name and number of arguments.
pub fn named(name: &str, arguments: usize) -> Option<&'static Known> {
    let profile = name == Operation::Coalesce.name() && arguments == 2;
    OPERATIONS.iter().find(|known| match profile {
        true => known.operation == Operation::CoalesceProfile,
        false => known.operation.name() == name,
    })
}

/// The operations by name.
pub const OPERATIONS: &[Known] = &[
    known(Operation::Composition, "Composition", &[Layout, Tiler], true),
    known(Operation::LogicalDivide, "LogicalDivide", &[Layout, Tiler], true),
    known(Operation::LogicalDivideCeil, "LogicalDivideCeil", &[Layout, Tiler], true),
    known(Operation::ZippedDivide, "ZippedDivide", &[Layout, Tiler], true),
    known(Operation::ZippedDivideCeil, "ZippedDivideCeil", &[Layout, Tiler], true),
    known(Operation::TiledDivide, "TiledDivide", &[Layout, Tiler], true),
    known(Operation::TiledDivideCeil, "TiledDivideCeil", &[Layout, Tiler], true),
    known(Operation::FlatDivide, "FlatDivide", &[Layout, Tiler], true),
    known(Operation::FlatDivideCeil, "FlatDivideCeil", &[Layout, Tiler], true),
    known(Operation::Coalesce, "Coalesced", &[Layout], false),
    known(Operation::CoalesceProfile, "CoalesceProfile", &[Layout, Profile], false),
    known(Operation::Complement, "Complement", &[Layout, Size], true),
    known(Operation::ComplementCeil, "ComplementCeil", &[Layout, Size], true),
    known(Operation::RightInverse, "RightInverse", &[Layout], true),
    known(Operation::MaxCommonLayout, "MaxCommonLayout", &[Layout, Layout], false),
    known(Operation::LeftInverse, "LeftInverse", &[Layout], true),
    known(Operation::ComplementExt, "ComplementExt", &[Layout], true),
    known(Operation::LogicalProduct, "LogicalProduct", &[Layout, Tiler], true),
    known(Operation::ZippedProduct, "ZippedProduct", &[Layout, Tiler], true),
    known(Operation::TiledProduct, "TiledProduct", &[Layout, Tiler], true),
    known(Operation::FlatProduct, "FlatProduct", &[Layout, Tiler], true),
    known(Operation::BlockedProduct, "BlockedProduct", &[Layout, Layout], true),
    known(Operation::RakedProduct, "RakedProduct", &[Layout, Layout], true),
    known(Operation::Flatten, "Flatten", &[Layout], false),
    known(Operation::Unflatten, "Unflatten", &[Layout, Profile], false),
    known(Operation::Concatenate, "Concatenate", &[Layouts], true),
    known(Operation::Zip, "Zip", &[Layout, Layout], true),
    known(Operation::Mode, "ModeAt", &[Layout, Integer], false),
    known(Operation::Group, "Group", &[Layout, Integer, Integer], false),
    known(Operation::Take, "Take", &[Layout, Integer, Integer], false),
    known(Operation::Select, "Select", &[Layout, List], true),
    known(Operation::Permute, "Permute", &[Layout, List], false),
    known(Operation::Append, "Append", &[Layout, Layout], true),
    known(Operation::Prepend, "Prepend", &[Layout, Layout], true),
    known(Operation::Sort, "Sort", &[Layout], false),
    known(Operation::Filter, "Filter", &[Layout], false),
    known(Operation::FilterZeros, "FilterZeros", &[Layout], false),
    known(Operation::Squeeze, "Squeeze", &[Layout], false),
    known(Operation::SqueezeZeros, "SqueezeZeros", &[Layout], false),
    known(Operation::MakeLayoutLike, "MakeLayoutLike", &[Layout], false),
    known(Operation::Upcast, "Upcast", &[Layout, Integer], true),
    known(Operation::Downcast, "Downcast", &[Layout, Integer], true),
    known(Operation::Recast, "Recast", &[Layout, Integer, Integer], true),
    known(Operation::Identity, "ColMajor", &[Shape], true),
    known(Operation::MakeIdentityLayout, "MakeIdentityLayout", &[Shape], true),
    known(Operation::MakeOrderedLayout, "MakeOrderedLayout", &[Shape, Order], true),
    known(Operation::TileToShape, "TileToShape", &[Layout, Shape, Order], true),
    known(Operation::Partition, "Partition", &[Layout, Shape, Layout], true),
    known(Operation::Composed, "Composed", &[Layout, Added, Layout], true),
];
