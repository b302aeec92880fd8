//! Tensors that several threads work on, those of rayon's current pool.
//!
//! `Send` and `Sync` are bounds of methods and not of their `impl`, since rustc then names the elements that have to be
//! sent.

mod predicated_tiles;
mod slices;
mod tiles;

pub use tiles::ParTiles;
