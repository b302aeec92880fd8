//! Tensors that several threads work on, those of rayon's current pool.

mod predicated_tiles;
mod slices;
mod tiles;

pub use tiles::ParTiles;
