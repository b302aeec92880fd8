//! `atom` and `red`: atomic operations, which read, compute and write as one step.
//!
//! They are relaxed and of GPU scope by default: PTX ISA 8.0, 9.7.12.12 and 9.7.12.13.

use super::{Element, Global, Shared};

/// An element with atomic operations in memory.
pub trait Atomic: Element + PartialOrd {
    #[doc(hidden)]
    unsafe fn atom_add_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_add_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn red_add_global(address: u64, x: Self);
    #[doc(hidden)]
    unsafe fn red_add_shared(address: u32, x: Self);
    #[doc(hidden)]
    unsafe fn load_relaxed_global(address: u64) -> Self;
    #[doc(hidden)]
    unsafe fn load_relaxed_shared(address: u32) -> Self;
    #[doc(hidden)]
    unsafe fn store_relaxed_global(address: u64, x: Self);
    #[doc(hidden)]
    unsafe fn store_relaxed_shared(address: u32, x: Self);
}
/// An integer with atomic operations in memory.
pub trait AtomicInteger: Atomic {
    #[doc(hidden)]
    unsafe fn atom_min_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_min_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_max_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_max_shared(address: u32, x: Self) -> Self;
}
/// An unsigned integer with atomic bit operations and exchanges in memory.
pub trait AtomicBits: AtomicInteger {
    #[doc(hidden)]
    unsafe fn atom_and_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_and_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_or_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_or_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_xor_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_xor_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_exch_global(address: u64, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_exch_shared(address: u32, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_cas_global(address: u64, compare: Self, x: Self) -> Self;
    #[doc(hidden)]
    unsafe fn atom_cas_shared(address: u32, compare: Self, x: Self) -> Self;
}

macro_rules! atom {
    ($register:ident $name:ident $address:ty, $in:ident, $instruction:expr, $cpu:expr, $of:expr) => {
        #[inline(always)]
        unsafe fn $name(address: $address, x: Self) -> Self {
            on! {
                gpu {
                    let before;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!($instruction, " {}, [{}], {};"),
                            out($register) before, in($in) address, in($register) x, options(nostack),
                        );
                    }
                    before
                }
                cpu { $of(address, |before: Self| $cpu(before, x)) }
            }
        }
    };
}
macro_rules! red {
    ($register:ident $name:ident $address:ty, $in:ident, $instruction:expr, $cpu:expr, $of:expr) => {
        #[inline(always)]
        unsafe fn $name(address: $address, x: Self) {
            on! {
                gpu {
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!($instruction, " [{}], {};"),
                            in($in) address, in($register) x, options(nostack),
                        );
                    }
                }
                cpu { $of(address, |before: Self| $cpu(before, x)); }
            }
        }
    };
}
macro_rules! load {
    ($register:ident $name:ident $address:ty, $in:ident, $instruction:expr, $of:expr) => {
        #[inline(always)]
        unsafe fn $name(address: $address) -> Self {
            on! {
                gpu {
                    let x;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(concat!($instruction, " {}, [{}];"), out($register) x, in($in) address, options(nostack));
                    }
                    x
                }
                cpu { $of(address) }
            }
        }
    };
}
macro_rules! numbers {
    ($($t:ty: $register:ident $suffix:literal $add:expr;)*) => {$(
        impl Atomic for $t {
            atom!($register atom_add_global u64, reg64, concat!("atom.global.add.", $suffix), $add, emulator::atom_global);
            atom!($register atom_add_shared u32, reg32, concat!("atom.shared.add.", $suffix), $add, emulator::atom_shared);
            red!($register red_add_global u64, reg64, concat!("red.global.add.", $suffix), $add, emulator::atom_global);
            red!($register red_add_shared u32, reg32, concat!("red.shared.add.", $suffix), $add, emulator::atom_shared);
            load!($register load_relaxed_global u64, reg64, concat!("ld.relaxed.gpu.global.", $suffix), emulator::atomic_load_global);
            load!($register load_relaxed_shared u32, reg32, concat!("ld.relaxed.cta.shared.", $suffix), emulator::atomic_load_shared);
            red!($register store_relaxed_global u64, reg64, concat!("st.relaxed.gpu.global.", $suffix), |_, x| x, emulator::atom_global);
            red!($register store_relaxed_shared u32, reg32, concat!("st.relaxed.cta.shared.", $suffix), |_, x| x, emulator::atom_shared);
        }
    )*};
}
numbers! {
    u32: reg32 "u32" u32::wrapping_add;
    i32: reg32 "s32" i32::wrapping_add;
    u64: reg64 "u64" u64::wrapping_add;
    f32: reg32 "f32" |x: f32, y: f32| x + y;
}
macro_rules! integers {
    ($($t:ty: $register:ident $suffix:literal;)*) => {$(
        impl AtomicInteger for $t {
            atom!($register atom_min_global u64, reg64, concat!("atom.global.min.", $suffix), Ord::min, emulator::atom_global);
            atom!($register atom_min_shared u32, reg32, concat!("atom.shared.min.", $suffix), Ord::min, emulator::atom_shared);
            atom!($register atom_max_global u64, reg64, concat!("atom.global.max.", $suffix), Ord::max, emulator::atom_global);
            atom!($register atom_max_shared u32, reg32, concat!("atom.shared.max.", $suffix), Ord::max, emulator::atom_shared);
        }
    )*};
}
integers! {
    u32: reg32 "u32";
    i32: reg32 "s32";
    u64: reg64 "u64";
}
macro_rules! compare {
    ($register:ident $name:ident $address:ty, $in:ident, $instruction:expr, $of:expr) => {
        #[inline(always)]
        unsafe fn $name(address: $address, compare: Self, x: Self) -> Self {
            on! {
                gpu {
                    let before;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!($instruction, " {}, [{}], {}, {};"),
                            out($register) before, in($in) address, in($register) compare, in($register) x,
                            options(nostack),
                        );
                    }
                    before
                }
                cpu { $of(address, |before: Self| if before == compare { x } else { before }) }
            }
        }
    };
}
macro_rules! bits {
    ($($t:ty: $register:ident $suffix:literal;)*) => {$(
        impl AtomicBits for $t {
            atom!($register atom_and_global u64, reg64, concat!("atom.global.and.", $suffix), |x, y| x & y, emulator::atom_global);
            atom!($register atom_and_shared u32, reg32, concat!("atom.shared.and.", $suffix), |x, y| x & y, emulator::atom_shared);
            atom!($register atom_or_global u64, reg64, concat!("atom.global.or.", $suffix), |x, y| x | y, emulator::atom_global);
            atom!($register atom_or_shared u32, reg32, concat!("atom.shared.or.", $suffix), |x, y| x | y, emulator::atom_shared);
            atom!($register atom_xor_global u64, reg64, concat!("atom.global.xor.", $suffix), |x, y| x ^ y, emulator::atom_global);
            atom!($register atom_xor_shared u32, reg32, concat!("atom.shared.xor.", $suffix), |x, y| x ^ y, emulator::atom_shared);
            atom!($register atom_exch_global u64, reg64, concat!("atom.global.exch.", $suffix), |_, y| y, emulator::atom_global);
            atom!($register atom_exch_shared u32, reg32, concat!("atom.shared.exch.", $suffix), |_, y| y, emulator::atom_shared);
            compare!($register atom_cas_global u64, reg64, concat!("atom.global.cas.", $suffix), emulator::atom_global);
            compare!($register atom_cas_shared u32, reg32, concat!("atom.shared.cas.", $suffix), emulator::atom_shared);
        }
    )*};
}
bits! {
    u32: reg32 "b32";
    u64: reg64 "b64";
}

macro_rules! of_pointers {
    ($($pointer:ident: $load:ident $store:ident $add:ident $red:ident $min:ident $max:ident $and:ident $or:ident $xor:ident $exch:ident $cas:ident;)*) => {$(
        impl<T: Atomic> $pointer<T> {
            /// `atom.add`: adds `x`, and returns the old value.
            ///
            /// # Safety
            /// There is an element, and other threads access it only by `atom`, `red`, and loads and stores with an order.
            #[inline(always)]
            pub unsafe fn atom_add(self, x: T) -> T {
                // SAFETY: as promised.
                unsafe { T::$add(self.address(), x) }
            }
            /// `red.add`: adds `x`.
            ///
            /// # Safety
            /// As for `atom_add`.
            #[inline(always)]
            pub unsafe fn red_add(self, x: T) {
                // SAFETY: as promised.
                unsafe { T::$red(self.address(), x) }
            }
            /// `ld.relaxed`: reads the element.
            ///
            /// # Safety
            /// As for `atom_add`.
            #[inline(always)]
            pub unsafe fn load_relaxed(self) -> T {
                // SAFETY: as promised.
                unsafe { T::$load(self.address()) }
            }
            /// `st.relaxed`: writes the element.
            ///
            /// # Safety
            /// As for `atom_add`.
            #[inline(always)]
            pub unsafe fn store_relaxed(self, x: T) {
                // SAFETY: as promised.
                unsafe { T::$store(self.address(), x) }
            }
        }
        of_pointers!(@ AtomicInteger $pointer
            "`atom.min`: the smaller of both is there after, and what was there before is given." atom_min $min;
            "`atom.max`: the larger of both is there after, and what was there before is given." atom_max $max;
        );
        of_pointers!(@ AtomicBits $pointer
            "`atom.and`, which gives what was there before." atom_and $and;
            "`atom.or`, which gives what was there before." atom_or $or;
            "`atom.xor`, which gives what was there before." atom_xor $xor;
            "`atom.exch`: writes, and gives what was there before." atom_exch $exch;
        );
        impl<T: AtomicBits> $pointer<T> {
            /// `atom.cas`: writes `x` if the old value is `compare`, and returns the old value.
            ///
            /// # Safety
            /// As for `atom_add`.
            #[inline(always)]
            pub unsafe fn atom_cas(self, compare: T, x: T) -> T {
                // SAFETY: as promised.
                unsafe { T::$cas(self.address(), compare, x) }
            }
        }
    )*};
    (@ $bound:ident $pointer:ident $($doc:literal $name:ident $of:ident;)*) => {
        impl<T: $bound> $pointer<T> {$(
            #[doc = $doc]
            ///
            /// # Safety
            /// As for `atom_add`.
            #[inline(always)]
            pub unsafe fn $name(self, x: T) -> T {
                // SAFETY: as promised.
                unsafe { T::$of(self.address(), x) }
            }
        )*}
    };
}
of_pointers! {
    Global: load_relaxed_global store_relaxed_global atom_add_global red_add_global atom_min_global atom_max_global atom_and_global atom_or_global atom_xor_global atom_exch_global atom_cas_global;
    Shared: load_relaxed_shared store_relaxed_shared atom_add_shared red_add_shared atom_min_shared atom_max_shared atom_and_shared atom_or_shared atom_xor_shared atom_exch_shared atom_cas_shared;
}
