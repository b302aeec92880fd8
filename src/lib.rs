//! wip
#![no_std]
#![allow(missing_docs)]
extern crate self as tilework;

#[cfg(feature = "alloc")]
extern crate alloc;

mod accessor;
mod arithmetic;
mod coalesce;
mod compact;
mod complement;
mod composition;
mod coordinate;
pub mod decimal;
mod divide;
mod exact_division;
mod for_each;
mod injectivity;
mod int;
mod layout;
mod segregation;
mod slice;
mod sort;
mod tensor;
mod tiler;
pub mod verdict;

pub use accessor::{Accessor, AccessorMut};
pub use coalesce::{Coalesce, Coalesced, coalesce};
pub use compact::*;
pub use complement::*;
pub use composition::{ComposeWith, Composition, composition, try_composition};
pub use coordinate::*;
pub use divide::*;
pub use frunk_core::{hlist, hlist as hlists};
pub use generic_array;
pub use int::*;
pub use layout::*;
pub use slice::*;
pub use tensor::{Fragment, Tensor};
pub use tiler::Keep;
pub use tilework_algebra as algebra;
pub use tilework_algebra::{Error, Operation, Rule};
pub use tilework_macros::{Layout, layout, try_layout};
pub use typenum;
