//! What most programs use: `use tilework::prelude::*;`

#[cfg(feature = "alloc")]
pub use crate::Owned;
pub use crate::algorithm::{copy, fill, gemm, transform, transpose};
pub use crate::bound::{ForEach, Unroll};
pub use crate::operation::{
    blocked_product, coalesce, complement, composition, flat_divide, logical_divide,
    logical_product, raked_product, right_inverse, size, tiled_divide, zipped_divide,
};
pub use crate::{
    AnyLayout, Composed, Dyn, Error, Fragment, HList, Keep, Layout, Leaf, Static, Swizzle, Tensor,
    View, ViewMut, hlist, layout, leaf, modes, try_layout,
};
