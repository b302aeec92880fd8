//! `wgmma`: multiplications by four warps, with operands in shared memory.

use tilework::generic_array::{ArrayLength, GenericArray};

use super::{Bf16, F16, Shared};

/// Where an operand is in shared memory, in rows that are swizzled.
#[derive(Clone, Copy, Debug)]
pub struct Operand(u64);
impl Operand {
    /// The operand that begins here, along its depth in rows of 128 bytes, as [`WgmmaK128B`](tilework::atom::WgmmaK128B).
    #[inline(always)]
    pub fn depth_first<T>(start: Shared<T>) -> Self {
        Self::depth_first_of(start, 3)
    }

    /// The operand that begins here, along its depth in rows of `16 << bits` bytes that are swizzled by so many bits: 1, 2 or 3, as
    /// [`WgmmaK32B`](tilework::atom::WgmmaK32B), [`WgmmaK64B`](tilework::atom::WgmmaK64B) and
    /// [`WgmmaK128B`](tilework::atom::WgmmaK128B). 8 rows lie side by side.
    #[inline(always)]
    pub fn depth_first_of<T>(start: Shared<T>, bits: u32) -> Self {
        // In units of 16 bytes: the address; the distance between parts of a row, of which there are none; the distance
        // of 8 rows. The kind of the swizzle.
        let address = u64::from(start.address() & 0x3ffff) >> 4;
        Operand(address | 1 << 16 | (8 << bits) << 32 | u64::from(4 - bits) << 62)
    }

    /// The operand that begins here whose columns are contiguous, as [`WgmmaMn128B`](tilework::atom::WgmmaMn128B): 64 of a row,
    /// 8 rows of them 1024 bytes apart, and the next 64 columns `next` bytes apart.
    #[inline(always)]
    pub fn columns_first<T>(start: Shared<T>, next: usize) -> Self {
        let address = u64::from(start.address() & 0x3ffff) >> 4;
        Operand(address | (next as u64 >> 4) << 16 | (1024 >> 4) << 32 | 1 << 62)
    }

    /// The operand that begins so many bytes further on.
    #[inline(always)]
    pub fn further(self, bytes: usize) -> Self {
        Operand(self.0 + (bytes as u64 >> 4))
    }
}

/// An instruction of `64 x N x 16`, whose accumulators are `SUMS` for each thread.
pub trait Multiply<const SUMS: usize> {
    /// `sums += A B`, or `sums = A B`.
    ///
    /// # Safety
    /// All threads of the warpgroup come here with the same operands, which are there, after
    /// [`wgmma_begin`] of `sums`; nobody reads or writes these before they pass [`wgmma_wait`].
    unsafe fn multiply(sums: &mut [f32; SUMS], a: Operand, b: Operand, add: bool);
}
/// An instruction of `64 x N x 16` whose `A` is in registers: of each thread 4 pairs, as
/// [`WgmmaM64K16F16A`](tilework::atom::WgmmaM64K16F16A).
pub trait MultiplyRegisters<const SUMS: usize> {
    /// `sums += A B`, where `B` has its columns contiguous.
    ///
    /// # Safety
    /// As of [`Multiply::multiply`]; `a` passes both too, and nobody writes it before.
    unsafe fn multiply_registers(sums: &mut [f32; SUMS], a: [u32; 4], b: Operand);
}

/// Calls a macro with what is given, the number of registers, the index of the last one, and all others.
macro_rules! each_register {
    (32 $call:ident $($of:tt)*) => {
        $call! { $($of)* 32 31:
             0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
        }
    };
    (64 $call:ident $($of:tt)*) => {
        $call! { $($of)* 64 63:
             0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36
             37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
        }
    };
    (128 $call:ident $($of:tt)*) => {
        $call! { $($of)* 128 127:
             0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36
             37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70
             71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103
             104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126
        }
    };
}
// The numbers of the sums are those of the operands in the text of the instruction.
macro_rules! from_shared {
    ($type:literal $t:ident $columns:literal $sums:literal $last:literal: $($i:literal)*) => {
        impl Multiply<$sums> for $t {
            #[inline(always)]
            unsafe fn multiply(sums: &mut [f32; $sums], a: Operand, b: Operand, add: bool) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                "{{ .reg .pred p; setp.ne.b32 p, {add}, 0;",
                                concat!(
                                    "wgmma.mma_async.sync.aligned.m64n", $columns, "k16.f32.", $type, ".", $type, " {{",
                                    $("{", $i, "}, ",)* "{", $last, "}}}, {a}, {b}, p, 1, 1, 0, 0; }}"
                                ),
                                $(inout(reg32) sums[$i],)*
                                inout(reg32) sums[$last],
                                a = in(reg64) a.0, b = in(reg64) b.0, add = in(reg32) u32::from(add),
                            );
                        }
                    }
                    cpu { host::wgmma(sums, host::Source::Shared(a.0), b.0, add, <Self as super::Pair>::number) }
                }
            }
        }
    };
}
macro_rules! from_registers {
    ($type:literal $t:ident $columns:literal $sums:literal $last:literal: $($i:literal)*) => {
        impl MultiplyRegisters<$sums> for $t {
            #[inline(always)]
            unsafe fn multiply_registers(sums: &mut [f32; $sums], a: [u32; 4], b: Operand) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "wgmma.mma_async.sync.aligned.m64n", $columns, "k16.f32.", $type, ".", $type, " {{",
                                    $("{", $i, "}, ",)* "{", $last, "}}}, {{{a}, {a1}, {a2}, {a3}}}, {b}, 1, 1, 1, 1;"
                                ),
                                $(inout(reg32) sums[$i],)*
                                inout(reg32) sums[$last],
                                a = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
                                b = in(reg64) b.0,
                            );
                        }
                    }
                    cpu { host::wgmma(sums, host::Source::Registers(a), b.0, true, <Self as super::Pair>::number) }
                }
            }
        }
    };
}
each_register!(128 from_shared "f16" F16 "256");
each_register!(128 from_shared "bf16" Bf16 "256");
each_register!(64 from_shared "bf16" Bf16 "128");
each_register!(64 from_registers "bf16" Bf16 "128");
each_register!(32 from_registers "bf16" Bf16 "64");

/// Registers that `wgmma` reads or writes while it is under way: sums, `A`, both or none.
///
/// The compiler does not know that it is under way, and may move what reads a sum to before the wait, or what writes one to after the
/// beginning. So both pass [`fence`](Self::fence), which to the compiler is another value of each register.
pub trait Registers {
    /// What the program has written to them stands before, and what it reads of them after. On a CPU sums whose multiplications were
    /// waited for come here, and not before.
    fn fence(&mut self);
}
impl Registers for () {
    #[inline(always)]
    fn fence(&mut self) {}
}
impl<A: Registers, B: Registers> Registers for (A, B) {
    #[inline(always)]
    fn fence(&mut self) {
        self.0.fence();
        self.1.fence();
    }
}
impl<T: Registers> Registers for &mut T {
    #[inline(always)]
    fn fence(&mut self) {
        T::fence(self);
    }
}
impl<T: Registers, N: ArrayLength> Registers for GenericArray<T, N> {
    #[inline(always)]
    fn fence(&mut self) {
        self.iter_mut().for_each(T::fence);
    }
}
macro_rules! sums {
    ($count:literal $last:literal: $($i:literal)*) => {
        impl Registers for [f32; $count] {
            #[inline(always)]
            fn fence(&mut self) {
                on! {
                    gpu {
                        // SAFETY: does nothing: the text is a comment, which names them, and which `tilework-ptx` leaves out.
                        unsafe {
                            asm!(
                                concat!("//fence", $(" {", $i, "}",)* " {", $last, "}"),
                                $(inout(reg32) self[$i],)*
                                inout(reg32) self[$last],
                                options(nomem, nostack),
                            );
                        }
                    }
                    cpu { host::wgmma_sums(self) }
                }
            }
        }
    };
}
each_register!(32 sums);
each_register!(64 sums);
each_register!(128 sums);
/// A part of `A`.
impl Registers for [u32; 4] {
    #[inline(always)]
    fn fence(&mut self) {
        on! {
            gpu {
                let [x, y, z, w] = self;
                // SAFETY: as of sums.
                unsafe {
                    asm!(
                        "//fence {} {} {} {}", inout(reg32) *x, inout(reg32) *y, inout(reg32) *z, inout(reg32) *w,
                        options(nomem, nostack),
                    );
                }
            }
            cpu {}
        }
    }
}

/// Lets multiplications begin: their registers, and shared memory, that were written are there.
///
/// # Safety
/// All threads of the warpgroup come here.
#[inline(always)]
pub unsafe fn wgmma_begin(mut registers: impl Registers) {
    registers.fence();
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.fence.sync.aligned;") } }
        cpu { host::wgmma_begin() }
    }
}

/// Ends a group of multiplications.
///
/// # Safety
/// All threads of the warpgroup come here.
#[inline(always)]
pub unsafe fn wgmma_commit() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.commit_group.sync.aligned;") } }
        cpu { host::wgmma_commit() }
    }
}

/// Waits until at most `LEFT` groups are under way. `registers` are those of the groups that are not: their sums are there now, and
/// their `A` may be written.
///
/// # Safety
/// All threads of the warpgroup come here; no group that is under way has any of these registers.
#[inline(always)]
pub unsafe fn wgmma_wait<const LEFT: u32>(mut registers: impl Registers) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("wgmma.wait_group.sync.aligned {};", const LEFT) } }
        cpu { host::wgmma_wait(LEFT) }
    }
    registers.fence();
}
