//! What the machine has.

pub mod arithmetic;
pub mod barrier;
pub mod cp_async;
pub mod element;
pub mod index;
pub mod mbarrier;
pub mod memory;
pub mod quad;
pub mod tma;
pub mod warpgroup;
pub mod wgmma;

pub use arithmetic::*;
pub use barrier::*;
pub use cp_async::*;
pub use element::*;
pub use index::*;
pub use mbarrier::*;
pub use memory::*;
pub use quad::*;
pub use tma::*;
pub use warpgroup::*;
pub use wgmma::*;
