//! Loops over tensors on the threads of rayon's current pool.

mod along;
mod copy;
mod dot;
mod fill;
mod map;
mod reduce;
mod split;
#[cfg(test)]
mod tests;
mod zip;

pub use along::ParAlong;
pub use copy::par_transpose;
pub use reduce::par_reduce;
