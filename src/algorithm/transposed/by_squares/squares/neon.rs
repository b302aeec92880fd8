//! Squares by the registers of AArch64.

use core::arch::aarch64::{vld1q_u8, vld1q_u16, vst1q_u8, vst1q_u16};

use super::square;
use crate::algorithm::square::{
    load_32, load_64, of_4, of_8, of_8_halves, of_16_bytes, store_32, store_64,
};

/// Registers of 16 bytes, or two of them.
pub struct Neon;

square!(Neon "neon": u8 16 vld1q_u8 of_16_bytes vst1q_u8);
square!(Neon "neon": u16 8 vld1q_u16 of_8_halves vst1q_u16);
square!(Neon "neon": u32 8 load_32 of_8 store_32);
square!(Neon "neon": u64 4 load_64 of_4 store_64);
