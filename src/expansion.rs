//! Functions and types that the expansions of the macros use. Nothing else calls it.

// The macro and the module of this name. All of frunk would put its types `_1` beside ours, and messages would have paths.
pub use frunk_core::hlist;
pub use tilework_macros::{Layout, layout, try_layout};

pub use crate::layout::literal::{
    known, known_col_major, known_row_major, known_run, literal, run, try_run,
};
pub use crate::leaf::constant::constant;
pub use crate::leaf::digits;
pub use crate::leaf::into_leaf::{known_integer, leaf_of, try_leaf_of};
pub use crate::tensor::named::{By, Digits, digit};
