//! wip
#![no_std]
#![allow(missing_docs)]
extern crate self as tilework;

mod arithmetic;
mod coalesce;
mod complement;
mod composition;
pub mod decimal;
mod divide;
mod exact_division;
mod int;
mod layout;
mod segregation;
mod sort;
mod tiler;
pub mod verdict;

pub use coalesce::{Coalesce, Coalesced, coalesce};
pub use complement::*;
pub use composition::{ComposeWith, Composition, composition, try_composition};
pub use divide::*;
pub use frunk_core::{hlist, hlist as hlists};
pub use generic_array;
pub use int::*;
pub use layout::*;
pub use tiler::Keep;
pub use tilework_algebra as algebra;
pub use tilework_algebra::{Error, Operation, Rule};
pub use tilework_macros::{Layout, layout, try_layout};
pub use typenum;
