//! Loops over tensors, their tiles and their slices on the threads of rayon's current pool.
//!
//! `Send` and `Sync` are bounds of methods and not of their `impl`, since rustc then names the elements that have to be
//! sent.

mod along;
mod copy;
mod dot;
mod fill;
mod map;
mod predicated_tiles;
mod reduce;
mod slices;
mod split;
#[cfg(test)]
mod tests;
mod tiles;
mod zip;

pub use along::ParAlong;
pub use copy::par_transpose;
pub use reduce::par_reduce;
pub use tiles::ParTiles;
