//! What the expansions of the macros call. Nothing else calls it.

pub use tilework_macros::{Layout, layout, try_layout};

pub use crate::layout::literal::{
    known, known_col_major, known_row_major, known_run, literal, run, try_run,
};
pub use crate::leaf::constant::constant;
pub use crate::leaf::digits;
pub use crate::leaf::into_leaf::{known_integer, leaf_of, try_leaf_of};
