//! The instructions `wgmma` as types, which are in the device layer.

pub use crate::device::{Accumulate, FromRegisters, FromShared};
