//! The instructions `wgmma` as types: the atoms of [`atom`](crate::atom) together with the accumulators of a thread.

use core::ops::{Index, IndexMut};

use tilework::typenum::*;
use tilework_atom::{
    Mma, WgmmaM64K8Tf32Ss, WgmmaM64K16Bf16Rs, WgmmaM64K16Bf16Ss, WgmmaM64K16F16Rs,
    WgmmaM64K16F16Ss, WgmmaM64K32E4m3Ss, WgmmaM64K32E5m2Ss, WgmmaM64K32S8Ss,
};

use super::{
    Bf16, E4m3, E5m2, F16, KMajor, Major, MnMajor, Multiply, MultiplyRegisters, Operand, Registers,
    S8, TensorElement, Tf32,
};

/// The type of a sum: `f32`, or `i32` for integers.
///
/// # Safety
/// The value whose bits are all 0 is the number 0.
pub unsafe trait Accumulator: Copy {
    /// Its bits.
    fn bits(self) -> u32;
    /// The sum with these bits.
    fn of_bits(bits: u32) -> Self;
    /// The sum of both. Integers wrap, as in `wgmma`.
    fn plus(self, other: Self) -> Self;
}
// SAFETY: it is a number.
unsafe impl Accumulator for f32 {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.to_bits()
    }
    #[inline(always)]
    fn of_bits(bits: u32) -> Self {
        f32::from_bits(bits)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
}
// SAFETY: it is a number.
unsafe impl Accumulator for i32 {
    #[inline(always)]
    fn bits(self) -> u32 {
        self as u32
    }
    #[inline(always)]
    fn of_bits(bits: u32) -> Self {
        bits as i32
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

/// An instruction `wgmma` of [`atom`](crate::atom), with the types of its operands in a thread.
/// [`descriptors`](super::descriptors) has an example.
pub trait Accumulate: Mma {
    /// The elements of `A` and `B`.
    type Element: TensorElement;
    /// The type of a sum.
    type Sum: Accumulator;
    /// The accumulators of a thread: an array of sums in the order of [`WgmmaM64D`](crate::atom::WgmmaM64D).
    type Sums: Registers + IndexMut<usize> + Index<usize, Output = Self::Sum>;
}
/// An instruction with `A` and `B` in shared memory. The [`Major`]s `A` and `B` say which extent of each operand is
/// contiguous.
pub trait FromShared<A = KMajor, B = KMajor>: Accumulate {
    /// `sums += A B` if `add`, else `sums = A B`.
    ///
    /// # Safety
    /// As for [`Multiply::multiply`].
    unsafe fn multiply(sums: &mut Self::Sums, a: Operand<A>, b: Operand<B>, add: bool);
}
/// An instruction with `A` in registers and `B` in shared memory. `B` has the [`Major`] `B`.
pub trait FromRegisters<B = MnMajor>: Accumulate {
    /// `sums += A B`.
    ///
    /// # Safety
    /// As for [`MultiplyRegisters::multiply_registers`].
    unsafe fn multiply(sums: &mut Self::Sums, a: [u32; 4], b: Operand<B>);
}

macro_rules! instructions {
    ($($shared:ident $registers:ident $element:ident: $($columns:ident $sums:literal,)*;)*) => {$($(
        impl Accumulate for $shared<$columns> {
            type Element = $element;
            type Sum = f32;
            type Sums = [f32; $sums];
        }
        impl<A: Major, B: Major> FromShared<A, B> for $shared<$columns> {
            #[inline(always)]
            #[track_caller]
            unsafe fn multiply(sums: &mut Self::Sums, a: Operand<A>, b: Operand<B>, add: bool) {
                // SAFETY: as promised.
                unsafe { $element::multiply(sums, a, b, add) }
            }
        }
        impl Accumulate for $registers<$columns> {
            type Element = $element;
            type Sum = f32;
            type Sums = [f32; $sums];
        }
        impl<B: Major> FromRegisters<B> for $registers<$columns> {
            #[inline(always)]
            #[track_caller]
            unsafe fn multiply(sums: &mut Self::Sums, a: [u32; 4], b: Operand<B>) {
                // SAFETY: as promised.
                unsafe { $element::multiply_registers(sums, a, b) }
            }
        }
    )*)*};
}
/// Instructions of other elements, whose operands are both contiguous along `k`.
macro_rules! depth_first {
    ($sum:ident $($shared:ident $element:ident)*: $columns:tt) => {$( depth_first!(@ $sum $shared $element $columns); )*};
    (@ $sum:ident $shared:ident $element:ident [$($columns:ident $sums:literal,)*]) => {$(
        impl Accumulate for $shared<$columns> {
            type Element = $element;
            type Sum = $sum;
            type Sums = [$sum; $sums];
        }
        impl FromShared for $shared<$columns> {
            #[inline(always)]
            #[track_caller]
            unsafe fn multiply(sums: &mut Self::Sums, a: Operand, b: Operand, add: bool) {
                // SAFETY: as promised.
                unsafe { $element::multiply(sums, a, b, add) }
            }
        }
    )*};
}
macro_rules! of_columns {
    ($($columns:tt)*) => {
        instructions! {
            WgmmaM64K16F16Ss WgmmaM64K16F16Rs F16: $($columns)*;
            WgmmaM64K16Bf16Ss WgmmaM64K16Bf16Rs Bf16: $($columns)*;
        }
        depth_first! {
            f32 WgmmaM64K8Tf32Ss Tf32 WgmmaM64K32E4m3Ss E4m3 WgmmaM64K32E5m2Ss E5m2: [$($columns)*]
        }
    };
}
of_columns! {
    U8 4, U16 8, U24 12, U32 16, U40 20, U48 24, U56 28, U64 32, U72 36, U80 40, U88 44, U96 48, U104 52, U112 56, U120 60, U128 64,
    U136 68, U144 72, U152 76, U160 80, U168 84, U176 88, U184 92, U192 96, U200 100, U208 104, U216 108, U224 112, U232 116,
    U240 120, U248 124, U256 128,
}
depth_first! {
    i32 WgmmaM64K32S8Ss S8: [
        U8 4, U16 8, U24 12, U32 16, U48 24, U64 32, U80 40, U96 48, U112 56, U128 64, U144 72, U160 80, U176 88, U192 96,
        U208 104, U224 112, U240 120, U256 128,
    ]
}
