//! The memory layout of `C`, and the types that sums are rounded to.

use core::marker::PhantomData;

use tilework::typenum::*;
use tilework_device::atom::{LdmatrixX4, LdmatrixX4Trans, SharedTile, WgmmaK128B};
use tilework_device::{Accumulate, Accumulator, Bf16, Element, F16, Matrices, Pair, TensorElement};

/// `C` has the 16-bit elements of `A` and `B`.
#[derive(Clone, Copy, Debug)]
pub struct OfOperands;
/// `C` is row-major, with elements `E`: [`OfOperands`], or a named type. Sums in `f32` allow [`F16`], [`Bf16`] and
/// `f32`; sums of integers allow `i32` and `f32`.
#[derive(Clone, Copy, Debug)]
pub struct ByRows<E = OfOperands>(PhantomData<E>);
/// `C` is column-major. This serves an `A` with many rows and a `B` with few: then it is the row-major `C` of `B Aᵀ`.
/// Its elements have 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct ByColumns<E = OfOperands>(PhantomData<E>);
/// The memory layout of `C`.
pub trait InMemory: Copy {
    /// True if it is column-major.
    const BY_COLUMNS: bool;
    /// The elements, or [`OfOperands`].
    type Of;
    /// The `ldmatrix` that is the inverse of the `stmatrix` which stores it in shared memory.
    type Load: Matrices + Default;
    /// The number of columns that are stored at a time, if a swizzled row has `Width` elements.
    type Stored<Width>;
}
impl<E: Copy> InMemory for ByRows<E> {
    const BY_COLUMNS: bool = false;
    type Of = E;
    type Load = LdmatrixX4;
    type Stored<Width> = Width;
}
impl<E: Copy> InMemory for ByColumns<E> {
    const BY_COLUMNS: bool = true;
    type Of = E;
    type Load = LdmatrixX4Trans;
    type Stored<Width> = U16;
}

/// Elements of `C` that sums `S` are rounded to.
#[diagnostic::on_unimplemented(
    message = "result: sums of `{S}` are not stored as `{Self}`",
    note = "sums in `f32` are stored as `F16`, `Bf16` and `f32`, sums of integers as `i32` and `f32`: write `ByRows<f32>`"
)]
pub trait Rounds<S>: TensorElement<Storage: Element> + Copy {
    /// The type of sums before they are rounded.
    type Finished: Copy;
    /// The number of elements in a swizzled row of 128 bytes.
    type Width;
    /// The atom of `C` in shared memory.
    type Atom: SharedTile;
    /// Converts a sum to this type.
    fn finished(sum: S) -> Self::Finished;
    /// Two neighboring elements, the first in the lower bits.
    fn pair(of: [Self::Finished; 2]) -> u64;
}
macro_rules! rounds {
    ($($sum:ident $t:ident $finished:ident $width:ident $bits:ident |$pair:ident| $two:expr;)*) => {$(
        impl Rounds<$sum> for $t {
            type Finished = $finished;
            type Width = $width;
            type Atom = WgmmaK128B<$bits>;
            #[inline(always)]
            fn finished(sum: $sum) -> $finished {
                sum as $finished
            }
            #[inline(always)]
            fn pair($pair: [$finished; 2]) -> u64 {
                $two
            }
        }
    )*};
}
/// Two values of 32 bits.
#[inline(always)]
fn two<T: Accumulator>([low, high]: [T; 2]) -> u64 {
    u64::from(low.bits()) | u64::from(high.bits()) << 32
}
rounds! {
    f32 F16 f32 U64 U16 |pair| u64::from(<F16 as Pair>::pair(pair[0], pair[1]));
    f32 Bf16 f32 U64 U16 |pair| u64::from(<Bf16 as Pair>::pair(pair[0], pair[1]));
    f32 f32 f32 U32 U32 |pair| two(pair);
    i32 i32 i32 U32 U32 |pair| two(pair);
    i32 f32 f32 U32 U32 |pair| two(pair);
}
/// The element type of `C` that a result names, for an instruction.
pub trait Named<Instruction> {
    /// The elements.
    type Element;
}
impl<I: Accumulate> Named<I> for OfOperands {
    type Element = I::Element;
}
macro_rules! named {
    ($($t:ident)*) => {$(
        impl<I> Named<I> for $t {
            type Element = $t;
        }
    )*};
}
named!(F16 Bf16 f32 i32);
