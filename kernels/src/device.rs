//! What the machine has.

pub mod barrier;
pub mod cp_async;
pub mod element;
pub mod index;
pub mod memory;

pub use barrier::*;
pub use cp_async::*;
pub use element::*;
pub use index::*;
pub use memory::*;
