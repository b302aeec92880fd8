//! Names of the operations as the errors print them, between the operands.
//!
//! rustc prints a name without its path only if no other type or module has that name and no glob import brings it in.
//! Therefore these names differ slightly from those of the functions; methods have names of their own.

use tilework_algebra::Operation;

use super::{Or, Verdict};
use crate::operation::kind::InRange;

/// An operation by its name.
pub trait Named {
    /// Its value.
    const OPERATION: Operation;
}
/// The name of an operation in errors.
pub trait Words {
    /// The name, one of this module.
    type Name;
}
impl<O: Named> Words for O {
    type Name = O;
}
/// An operation with the result `L`.
pub trait Judges<L> {
    /// The verdict in the result. It includes *overflow* for operations whose check is cheap to compile; a result of
    /// another operation that does not fit does not build.
    type Verdict: Or;
}
macro_rules! named {
    ($judged:ident $verdict:ident: $($name:ident $operation:ident;)*) => {$(
        pub struct $name;
        impl Named for $name {
            const OPERATION: Operation = Operation::$operation;
        }
        impl<L: $judged> Judges<L> for $name {
            type Verdict = L::$verdict;
        }
    )*};
}
named! {
    Verdict Out:
    o Composition;
    complement_in Complement;
    complement_ceil_in ComplementCeil;
    logical_divide_by LogicalDivide;
    logical_divide_ceil_by LogicalDivideCeil;
    zipped_divide_by ZippedDivide;
    zipped_divide_ceil_by ZippedDivideCeil;
    tiled_divide_by TiledDivide;
    tiled_divide_ceil_by TiledDivideCeil;
    flat_divide_by FlatDivide;
    flat_divide_ceil_by FlatDivideCeil;
    mode_of Mode;
    take_of Take;
    permute_of Permute;
    group_of Group;
    right_inverse_of RightInverse;
    max_common_layout_with MaxCommonLayout;
    logical_product_by LogicalProduct;
    zipped_product_by ZippedProduct;
    tiled_product_by TiledProduct;
    flat_product_by FlatProduct;
    blocked_product_by BlockedProduct;
    raked_product_by RakedProduct;
    sort_of Sort;
    coalesce_profile_of CoalesceProfile;
    unflatten_of Unflatten;
    upcast_of Upcast;
    copy_atom_of CopyAtom;
    make_layout_like_of MakeLayoutLike;
    thread_value_of Partition;
    partition_by Partition;
    partition_a Partition;
    partition_b Partition;
    partition_c Partition;
    tiled_mma_of Partition;
    tiled_copy_of Partition;
    partition_s Partition;
    partition_d Partition;
    retile Partition;
}
named! {
    InRange Verdict:
    concatenate_of Concatenate;
    select_of Select;
    left_inverse_of LeftInverse;
    complement_ext_of ComplementExt;
    downcast_of Downcast;
    recast_of Recast;
    make_ordered_layout_of MakeOrderedLayout;
    with_last Append;
    with_first Prepend;
    zip_with Zip;
    tile_to_shape_of TileToShape;
}
