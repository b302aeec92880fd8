//! NEON: 32 registers of 16 bytes. 24 of them hold sums.

use core::arch::aarch64::*;

use super::vector::vector;

// NEON has no product of 64 bits.
pub(super) use super::portable::I64;

vector!("neon" [1 2 3 4 5 6 7 8 9 10 11 12] F32 run_f32: float32x4_t, f32, 4,
    vdupq_n_f32 vld1q_f32 vst1q_f32 vmulq_f32 [a * b + c = vfmaq_f32(c, a, b)]);
vector!("neon" [1 2 3 4 5 6 7 8 9 10 11 12] F64 run_f64: float64x2_t, f64, 2,
    vdupq_n_f64 vld1q_f64 vst1q_f64 vmulq_f64 [a * b + c = vfmaq_f64(c, a, b)]);
vector!("neon" [1 2 3 4 5 6 7 8 9 10 11 12] I32 run_i32: int32x4_t, i32, 4,
    vdupq_n_s32 vld1q_s32 vst1q_s32 vmulq_s32 [a * b + c = vmlaq_s32(c, a, b)]);
