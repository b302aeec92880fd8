//! `wgmma`: multiplications by four warps. `B` is in shared memory, and `A` is in shared memory or in registers (PTX
//! ISA 8.0, 9.7.14).

use core::marker::PhantomData;

use tilework::generic_array::{ArrayLength, GenericArray};
use tilework_atom::proof::Descriptor;

use super::{Bf16, E4m3, E5m2, F16, S8, Shared, Tf32, U8};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::KMajor {}
    impl Sealed for super::MnMajor {}
}
/// The extent of an operand that is contiguous in shared memory: [`KMajor`] or [`MnMajor`]. The trait is sealed,
/// because the descriptor of an operand relies on it.
pub trait Major: Copy + sealed::Sealed {
    /// The transpose bit of the instruction: 1 if it transposes.
    const TRANSPOSED: u32;
}
/// `k` is contiguous: `A` is row-major, `B` is column-major.
#[derive(Clone, Copy, Debug, Default)]
pub struct KMajor;
/// The other extent is contiguous: `A` is column-major, `B` is row-major. Only elements of 16 bits have it.
#[derive(Clone, Copy, Debug, Default)]
pub struct MnMajor;
impl Major for KMajor {
    const TRANSPOSED: u32 = 0;
}
impl Major for MnMajor {
    const TRANSPOSED: u32 = 1;
}

/// The place of an operand in shared memory, in swizzled rows.
#[derive(Clone, Copy, Debug)]
pub struct Operand<M = KMajor>(u64, PhantomData<M>);
impl Operand {
    /// The operand that begins here and is contiguous along its depth, in rows of 128 bytes, as
    /// [`WgmmaK128B`](crate::atom::WgmmaK128B).
    #[inline(always)]
    pub fn depth_first<T>(start: Shared<T>) -> Self {
        Self::depth_first_of(start, 3)
    }

    /// The operand that begins here and is contiguous along its depth, in rows of `16 << bits` bytes that are swizzled
    /// by `bits` bits: 1, 2 or 3, as [`WgmmaK32B`](crate::atom::WgmmaK32B), [`WgmmaK64B`](crate::atom::WgmmaK64B)
    /// and [`WgmmaK128B`](crate::atom::WgmmaK128B). 8 rows lie side by side.
    #[inline(always)]
    pub fn depth_first_of<T>(start: Shared<T>, bits: u32) -> Self {
        Operand::new(start, Self::distances(Descriptor { bits, leading: 0, stride: 128 << bits }))
    }
}
impl Operand<MnMajor> {
    /// The operand that begins here and has contiguous columns, as [`WgmmaMn128B`](crate::atom::WgmmaMn128B): 64 of
    /// a row, 8 rows of them 1024 bytes apart, and the next 64 columns `next` bytes apart. For `A`, exchange rows and
    /// columns.
    #[inline(always)]
    pub fn columns_first<T>(start: Shared<T>, next: usize) -> Self {
        let of = Descriptor { bits: 3, leading: next as u32, stride: 1024 };
        Operand::new(start, Self::distances(of))
    }
}
impl<M: Major> Operand<M> {
    /// The bits of a descriptor other than the start address.
    #[inline(always)]
    pub(crate) const fn distances(of: Descriptor) -> u64 {
        // If the depth is contiguous, there is one row of a swizzle and no distance to a next one: 1 by convention.
        let leading = if M::TRANSPOSED == 0 { 1 } else { of.leading as u64 >> 4 };
        leading << 16 | (of.stride as u64 >> 4) << 32 | (4 - of.bits as u64) << 62
    }
}
impl<M> Operand<M> {
    /// The operand that begins at `start`, with these other bits of its descriptor.
    #[inline(always)]
    pub(crate) fn new<T>(start: Shared<T>, distances: u64) -> Self {
        Operand(u64::from(start.address() & 0x3ffff) >> 4 | distances, PhantomData)
    }
    /// The operand that begins `bytes` bytes later.
    #[inline(always)]
    pub fn further(self, bytes: usize) -> Self {
        Operand(self.0 + (bytes as u64 >> 4), PhantomData)
    }
}

/// `wgmma.mma_async.m64nNkK` of these elements, with both operands in shared memory. `K` covers 256 bits. The type of
/// the sums gives `N` and the kind of sum:
///
/// | elements | sums of a thread | `N` |
/// |---|---|---|
/// | [`F16`], [`Bf16`], [`Tf32`], [`E4m3`], [`E5m2`] | `[f32; N / 2]` | 8, 16, .. 256 |
/// | [`F16`], [`E4m3`], [`E5m2`] | `[u32; N / 4]`, pairs of f16 | 8, 16, .. 256 |
/// | [`S8`], [`U8`] | `[i32; N / 2]` | 8, 16, 24, 32, 48, .. 256 |
///
/// The sums are in the order of [`WgmmaM64D`](crate::atom::WgmmaM64D). Another number of columns, or another major,
/// is a compile error:
///
/// ```
/// use tilework_device::*;
/// fn has<T: Multiply<S, A, B>, S, A, B>() {}
/// has::<Bf16, [f32; 40 / 2], KMajor, MnMajor>();
/// has::<S8, [i32; 48 / 2], KMajor, KMajor>();
/// ```
/// ```compile_fail,E0277
/// # use tilework_device::*;
/// # fn has<T: Multiply<S, A, B>, S, A, B>() {}
/// has::<S8, [i32; 40 / 2], KMajor, KMajor>();
/// ```
/// ```compile_fail,E0277
/// # use tilework_device::*;
/// # fn has<T: Multiply<S, A, B>, S, A, B>() {}
/// has::<E4m3, [f32; 48 / 2], KMajor, MnMajor>();
/// ```
#[diagnostic::on_unimplemented(
    message = "there is no `wgmma` of elements `{Self}` with sums `{Sums}`, `A` as `{A}` and `B` as `{B}`",
    note = "sums are `[f32; N / 2]`, `[u32; N / 4]` of pairs of f16, and `[i32; N / 2]` of integers; only elements of 16 bits are `MnMajor`"
)]
pub trait Multiply<Sums, A = KMajor, B = KMajor> {
    /// `sums += A B` if `add`, else `sums = A B`.
    ///
    /// # Safety
    /// All threads of the warpgroup reach this call with the same operands, which exist, after [`wgmma_begin`] of
    /// `sums`. Nobody reads or writes the sums before they pass [`wgmma_wait`].
    unsafe fn multiply(sums: &mut Sums, a: Operand<A>, b: Operand<B>, add: bool);
}
/// [`Multiply`] with `A` in registers, 4 of each thread. Their order is that of
/// [`WgmmaM64K16F16A`](crate::atom::WgmmaM64K16F16A) for pairs of 16 bits,
/// [`WgmmaM64K8Tf32A`](crate::atom::WgmmaM64K8Tf32A) for tf32, or [`WgmmaM64K32S8A`](crate::atom::WgmmaM64K32S8A)
/// for 4 elements of 8 bits.
#[diagnostic::on_unimplemented(
    message = "there is no `wgmma` of elements `{Self}` with sums `{Sums}`, `A` in registers and `B` as `{B}`",
    note = "sums are `[f32; N / 2]`, `[u32; N / 4]` of pairs of f16, and `[i32; N / 2]` of integers; only elements of 16 bits are `MnMajor`"
)]
pub trait MultiplyRegisters<Sums, B = KMajor> {
    /// `sums += A B`
    ///
    /// # Safety
    /// As for [`Multiply::multiply`]; `a` passes both too, and nobody writes it before.
    unsafe fn multiply_registers(sums: &mut Sums, a: [u32; 4], b: Operand<B>);
}

// The numbers of the sums are the operand numbers in the text of the instruction. After the sums and the two operands
// come the flag that says whether to add, the signs of `A` and `B` for floating-point numbers, and the transpose bits
// of `A` and `B` for elements of 16 bits.
macro_rules! multiply {
    ($t:ident [$a:ty, $b:ty] ($($of:tt)*) ($($of_b:tt)*) $sum:ident $columns:literal $text:literal
        $tail:literal [$($operand:tt)*] $tail_b:literal [$($operand_b:tt)*] $count:literal: $zero:literal $($i:literal)*) => {
        impl $($of)* Multiply<[$sum; $count], $a, $b> for $t {
            #[inline(always)]
            #[track_caller]
            unsafe fn multiply(sums: &mut [$sum; $count], a: Operand<$a>, b: Operand<$b>, add: bool) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                "{{ .reg .pred p; setp.ne.b32 p, {add}, 0;",
                                concat!(
                                    "wgmma.mma_async.sync.aligned.m64n{n}", $text, " {{{", $zero, "}", $(", {", $i, "}",)*
                                    "}}, {a}, {b}, p", $tail, "; }}"
                                ),
                                inout(reg32) sums[$zero], $(inout(reg32) sums[$i],)*
                                n = const $columns * $count, $($operand)*
                                a = in(reg64) a.0, b = in(reg64) b.0, add = in(reg32) u32::from(add),
                            );
                        }
                    }
                    cpu {
                        let by_columns = [<$a>::TRANSPOSED, <$b>::TRANSPOSED].map(|x| x == 1);
                        emulator::wgmma::<$t, _>(sums, emulator::Source::Shared(a.0), b.0, by_columns, add)
                    }
                }
            }
        }
        impl $($of_b)* MultiplyRegisters<[$sum; $count], $b> for $t {
            #[inline(always)]
            #[track_caller]
            unsafe fn multiply_registers(sums: &mut [$sum; $count], a: [u32; 4], b: Operand<$b>) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "wgmma.mma_async.sync.aligned.m64n{n}", $text, " {{{", $zero, "}", $(", {", $i, "}",)*
                                    "}}, {{{a}, {a1}, {a2}, {a3}}}, {b}, 1", $tail_b, ";"
                                ),
                                inout(reg32) sums[$zero], $(inout(reg32) sums[$i],)*
                                n = const $columns * $count, $($operand_b)*
                                a = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
                                b = in(reg64) b.0,
                            );
                        }
                    }
                    cpu {
                        let by_columns = [false, <$b>::TRANSPOSED == 1];
                        emulator::wgmma::<$t, _>(sums, emulator::Source::Registers(a), b.0, by_columns, true)
                    }
                }
            }
        }
    };
}
/// Elements of 16 bits have both majors.
macro_rules! of_16_bits {
    ($t:ident $sum:ident $columns:literal $text:literal $($of:tt)*) => {
        multiply! {
            $t [A, B] (<A: Major, B: Major>) (<B: Major>) $sum $columns $text
            ", 1, 1, {ta}, {tb}" [ta = const A::TRANSPOSED, tb = const B::TRANSPOSED,]
            ", 1, 1, {tb}" [tb = const B::TRANSPOSED,] $($of)*
        }
    };
}
macro_rules! of_other_bits {
    ($t:ident $sum:ident $columns:literal $text:literal $tail:literal $($of:tt)*) => {
        multiply! { $t [KMajor, KMajor] () () $sum $columns $text $tail [] $tail [] $($of)* }
    };
}
/// Sums in f32.
macro_rules! floats {
    ($($of:tt)*) => {
        of_16_bits! { F16 f32 2 "k16.f32.f16.f16" $($of)* }
        of_16_bits! { Bf16 f32 2 "k16.f32.bf16.bf16" $($of)* }
        of_other_bits! { Tf32 f32 2 "k8.f32.tf32.tf32" ", 1, 1" $($of)* }
        of_other_bits! { E4m3 f32 2 "k32.f32.e4m3.e4m3" ", 1, 1" $($of)* }
        of_other_bits! { E5m2 f32 2 "k32.f32.e5m2.e5m2" ", 1, 1" $($of)* }
    };
}
/// Sums in f16, two in a register.
macro_rules! halves {
    ($($of:tt)*) => {
        of_16_bits! { F16 u32 4 "k16.f16.f16.f16" $($of)* }
        of_other_bits! { E4m3 u32 4 "k32.f16.e4m3.e4m3" ", 1, 1" $($of)* }
        of_other_bits! { E5m2 u32 4 "k32.f16.e5m2.e5m2" ", 1, 1" $($of)* }
    };
}
/// Sums in s32.
macro_rules! integers {
    ($($of:tt)*) => {
        of_other_bits! { S8 i32 2 "k32.s32.s8.s8" "" $($of)* }
        of_other_bits! { U8 i32 2 "k32.s32.u8.u8" "" $($of)* }
    };
}

/// Registers that a pending `wgmma` reads or writes: sums, `A`, both or none.
///
/// The compiler does not know that the `wgmma` is pending. It may move a read of a sum before the wait, or a write
/// after the beginning. The registers therefore pass [`fence`](Self::fence) at both places, and the compiler then
/// takes each register for a new value.
///
/// # Safety
/// All of its registers pass the fence. A structure passes each of its parts.
pub unsafe trait Registers {
    /// The program's writes to the registers stay before the fence, and its reads stay after it. On a CPU, this call
    /// delivers the sums whose multiplications were waited for.
    fn fence(&mut self);
}
// SAFETY: there are none.
unsafe impl Registers for () {
    #[inline(always)]
    fn fence(&mut self) {}
}
// SAFETY: both parts pass it.
unsafe impl<A: Registers, B: Registers> Registers for (A, B) {
    #[inline(always)]
    fn fence(&mut self) {
        self.0.fence();
        self.1.fence();
    }
}
// SAFETY: the registers behind the reference pass it.
unsafe impl<T: Registers> Registers for &mut T {
    #[inline(always)]
    fn fence(&mut self) {
        T::fence(self);
    }
}
// SAFETY: each element passes it.
unsafe impl<T: Registers, N: ArrayLength> Registers for GenericArray<T, N> {
    #[inline(always)]
    fn fence(&mut self) {
        self.iter_mut().for_each(T::fence);
    }
}
/// Arrays of registers, all of which pass the fence.
macro_rules! registers {
    ($count:literal: $zero:literal $($i:literal)*) => {
        registers! { @ f32 $count: $zero $($i)* }
        registers! { @ i32 $count: $zero $($i)* }
        registers! { @ u32 $count: $zero $($i)* }
    };
    (@ $t:ident $count:literal: $zero:literal $($i:literal)*) => {
        // SAFETY: the text names each element.
        unsafe impl Registers for [$t; $count] {
            #[inline(always)]
            fn fence(&mut self) {
                on! {
                    gpu {
                        // SAFETY: it does nothing. The text is a comment that names the registers, and `tilework-ptx`
                        // removes it.
                        unsafe {
                            asm!(
                                concat!("//fence {", $zero, "}", $(" {", $i, "}",)*),
                                inout(reg32) self[$zero], $(inout(reg32) self[$i],)*
                                options(nomem, nostack),
                            );
                        }
                    }
                    cpu { emulator::wgmma_sums(self) }
                }
            }
        }
    };
}

// Each row adds registers to those of the row before: first the number of registers, and at the end the macros that are
// called with all of them.
macro_rules! table {
    ([$($i:literal)*] $count:literal: $($next:literal)* => $($call:ident)*; $($rest:tt)*) => {
        table!(@ $count [$($i)* $($next)*] $($call)*);
        table!([$($i)* $($next)*] $($rest)*);
    };
    ([$($i:literal)*]) => {};
    (@ $count:literal $all:tt $($call:ident)*) => {$( table!(@@ $count $all $call); )*};
    (@@ $count:literal [$($i:literal)*] $call:ident) => { $call! { $count: $($i)* } };
}
table! {
    []
    2: 0 1 => registers halves;
    4: 2 3 => registers floats integers halves;
    6: 4 5 => registers halves;
    8: 6 7 => registers floats integers halves;
    10: 8 9 => registers halves;
    12: 10 11 => registers floats integers halves;
    14: 12 13 => registers halves;
    16: 14 15 => registers floats integers halves;
    18: 16 17 => registers halves;
    20: 18 19 => registers floats halves;
    22: 20 21 => registers halves;
    24: 22 23 => registers floats integers halves;
    26: 24 25 => registers halves;
    28: 26 27 => registers floats halves;
    30: 28 29 => registers halves;
    32: 30 31 => registers floats integers halves;
    34: 32 33 => registers halves;
    36: 34 35 => registers floats halves;
    38: 36 37 => registers halves;
    40: 38 39 => registers floats integers halves;
    42: 40 41 => registers halves;
    44: 42 43 => registers floats halves;
    46: 44 45 => registers halves;
    48: 46 47 => registers floats integers halves;
    50: 48 49 => registers halves;
    52: 50 51 => registers floats halves;
    54: 52 53 => registers halves;
    56: 54 55 => registers floats integers halves;
    58: 56 57 => registers halves;
    60: 58 59 => registers floats halves;
    62: 60 61 => registers halves;
    64: 62 63 => registers floats integers halves;
    68: 64 65 66 67 => registers floats;
    72: 68 69 70 71 => registers floats integers;
    76: 72 73 74 75 => registers floats;
    80: 76 77 78 79 => registers floats integers;
    84: 80 81 82 83 => registers floats;
    88: 84 85 86 87 => registers floats integers;
    92: 88 89 90 91 => registers floats;
    96: 92 93 94 95 => registers floats integers;
    100: 96 97 98 99 => registers floats;
    104: 100 101 102 103 => registers floats integers;
    108: 104 105 106 107 => registers floats;
    112: 108 109 110 111 => registers floats integers;
    116: 112 113 114 115 => registers floats;
    120: 116 117 118 119 => registers floats integers;
    124: 120 121 122 123 => registers floats;
    128: 124 125 126 127 => registers floats integers;
}

/// Begins multiplications: earlier writes to their registers and to shared memory are visible to them.
///
/// # Safety
/// All threads of the warpgroup reach this call.
#[inline(always)]
#[track_caller]
pub unsafe fn wgmma_begin(mut registers: impl Registers) {
    registers.fence();
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.fence.sync.aligned;") } }
        cpu { emulator::wgmma_begin() }
    }
}

/// Closes a group of multiplications.
///
/// # Safety
/// All threads of the warpgroup reach this call.
#[inline(always)]
#[track_caller]
pub unsafe fn wgmma_commit() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.commit_group.sync.aligned;") } }
        cpu { emulator::wgmma_commit() }
    }
}

/// Waits until at most `LEFT` groups are pending. `registers` are those of the finished groups: their sums are
/// available now, and their `A` may be written.
///
/// # Safety
/// All threads of the warpgroup reach this call; no pending group has any of these registers.
#[inline(always)]
#[track_caller]
pub unsafe fn wgmma_wait<const LEFT: u32>(mut registers: impl Registers) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.wait_group.sync.aligned {};", const LEFT) } }
        cpu { emulator::wgmma_wait(LEFT) }
    }
    registers.fence();
}
