//! Vectors: 16 bytes, which one instruction loads or stores.

/// 16 bytes of elements.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Vector<T, const N: usize>(pub [T; N]);
/// 4 elements of `f32`.
pub type F32x4 = Vector<f32, 4>;
/// 16 bytes, of whatever elements.
pub type Bits128 = Vector<u32, 4>;
