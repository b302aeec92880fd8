//! The instructions `wgmma` as types: those of the device layer, `tilework_kernel::device`.

pub use crate::device::{Accumulate, FromRegisters, FromShared};
