//! The instructions `wgmma` as types: those of [`tilework::atom`], with the accumulators that a thread has.

use core::ops::{Index, IndexMut};

use tilework::atom::{Mma, WgmmaM64K16Bf16Rs, WgmmaM64K16Bf16Ss, WgmmaM64K16F16Ss};
use tilework::typenum::{U16, U32, U64, U128, U256};

use crate::device::{Bf16, F16, MnMajor, Multiply, MultiplyRegisters, Operand, Pair, Registers};

/// An instruction, as what a thread does.
pub trait Accumulate: Mma {
    /// The elements.
    type Element: Pair;
    /// The accumulators of a thread, in the order of [`WgmmaM64D`](tilework::atom::WgmmaM64D).
    type Sums: Registers + IndexMut<usize> + Index<usize, Output = f32>;
}
/// An instruction with `A` and `B` in shared memory.
pub trait FromShared: Accumulate {
    /// `sums += A B`, or `sums = A B`.
    ///
    /// # Safety
    /// As of [`Multiply::multiply`].
    unsafe fn multiply(sums: &mut Self::Sums, a: Operand, b: Operand, add: bool);
}
/// An instruction with `A` in registers.
pub trait FromRegisters: Accumulate {
    /// `sums += A B`, where `B` has its columns contiguous.
    ///
    /// # Safety
    /// As of [`MultiplyRegisters::multiply_registers`].
    unsafe fn multiply(sums: &mut Self::Sums, a: [u32; 4], b: Operand<MnMajor>);
}

macro_rules! instructions {
    ($($instruction:ident<$columns:ident> $element:ident $sums:literal
        $of:ident $from:ident $multiply:ident ($($operand:ident: $type:ty),*);)*) => {$(
        impl Accumulate for $instruction<$columns> {
            type Element = $element;
            type Sums = [f32; $sums];
        }
        impl $of for $instruction<$columns> {
            #[inline(always)]
            unsafe fn multiply(sums: &mut Self::Sums, $($operand: $type),*) {
                // SAFETY: as promised.
                unsafe { $element::$multiply(sums, $($operand),*) }
            }
        }
    )*};
}
instructions! {
    WgmmaM64K16F16Ss<U256> F16 128 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Ss<U256> Bf16 128 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Ss<U16> Bf16 8 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Ss<U32> Bf16 16 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Ss<U64> Bf16 32 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Ss<U128> Bf16 64 FromShared Multiply multiply (a: Operand, b: Operand, add: bool);
    WgmmaM64K16Bf16Rs<U128> Bf16 64 FromRegisters MultiplyRegisters multiply_registers (a: [u32; 4], b: Operand<MnMajor>);
    WgmmaM64K16Bf16Rs<U64> Bf16 32 FromRegisters MultiplyRegisters multiply_registers (a: [u32; 4], b: Operand<MnMajor>);
}
