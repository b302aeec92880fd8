//! What kernels without `unsafe` are made of: a value that stands for the thread, parts of buffers that a thread owns,
//! and arrays in shared memory that threads publish.
//!
//! DESIGN.md has the argument why this is sound, under "Kernels without `unsafe`".

mod atomic;
mod collective;
mod here;
mod own;
mod part;
mod publish;
mod scan;
mod tile;

pub use atomic::{AtomicElement, ByAtomics, SharedAtomics};
pub use here::{Here, Scope, same_threads};
pub use own::{Divides, GivesParts, Own, OwnElement};
pub use part::{BlockMode, HasParts, OfEach, OfPartition, OfThreads, OwnOf};
pub use publish::{Common, Published, SharedArray};
pub use tile::{Matrix, OfTiles, Or, OwnTile, ThreadValues};
