//! `ld.global` and `st.global` with cache hints: PTX ISA 8.0, 9.7.8.8, 9.7.8.9 and 9.7.8.11, and 9.7.8.17 for policies.
//!
//! Hints do not change what is read or written. Threads of the CPU ignore them.

use super::{Element, Global, InGlobalMemory, ReadOnly, Vector};

/// A hint to the L1 cache for a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadHint {
    /// `ld.global.nc`: through the read-only cache, for data that nobody writes while the kernel runs.
    Nc,
    /// `ld.global.nc.L1::no_allocate`: the same, and the line is not kept.
    NcNoAllocate,
    /// `ld.global.L1::no_allocate`: the line is not kept.
    NoAllocate,
    /// `ld.global.L1::evict_first`: the line is evicted first.
    EvictFirst,
    /// `ld.global.L1::evict_last`: the line is evicted last.
    EvictLast,
}
/// A hint to the L1 cache for a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreHint {
    /// `st.global.L1::no_allocate`: the line is not kept.
    NoAllocate,
    /// `st.global.L1::evict_first`: the line is evicted first.
    EvictFirst,
    /// `st.global.L1::evict_last`: the line is evicted last.
    EvictLast,
}
/// A policy for the L2 cache: `createpolicy.fractional`.
#[derive(Clone, Copy, Debug)]
pub struct Policy(u64);
macro_rules! policies {
    ($($(#[$doc:meta])* $name:ident $instruction:literal;)*) => {
        impl Policy {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> Self {
                on! {
                    gpu {
                        let policy;
                        // SAFETY: computes a number.
                        unsafe {
                            asm!(
                                concat!("createpolicy.fractional.L2::", $instruction, ".b64 {}, 1.0;"),
                                out(reg64) policy, options(pure, nomem, nostack),
                            );
                        }
                        Policy(policy)
                    }
                    cpu { Policy(0) }
                }
            }
        )*}
    };
}
policies! {
    /// Lines are evicted first.
    evict_first "evict_first";
    /// Lines are evicted last.
    evict_last "evict_last";
}

/// An element whose loads and stores take cache hints.
pub trait Cached: Element {
    #[doc(hidden)]
    unsafe fn load_hint(address: u64, hint: LoadHint) -> Self;
    #[doc(hidden)]
    unsafe fn store_hint(self, address: u64, hint: StoreHint);
    #[doc(hidden)]
    unsafe fn load_policy(address: u64, policy: u64) -> Self;
    #[doc(hidden)]
    unsafe fn store_policy(self, address: u64, policy: u64);
}
macro_rules! cached {
    ($($t:ty: $register:ident $suffix:literal $text:literal $pattern:pat => $made:expr, $($x:ident)*;)*) => {$(
        impl Cached for $t {
            #[inline(always)]
            #[track_caller]
            unsafe fn load_hint(address: u64, hint: LoadHint) -> Self {
                on! {
                    gpu {
                        $(let $x;)*
                        macro_rules! load {
                            ($instruction:literal) => {
                                // SAFETY: as promised.
                                unsafe {
                                    asm!(
                                        concat!("ld.global.", $instruction, $suffix, " ", $text, ", [{}];"),
                                        $(out($register) $x,)* in(reg64) address, options(nostack),
                                    )
                                }
                            };
                        }
                        match hint {
                            LoadHint::Nc => load!("nc."),
                            LoadHint::NcNoAllocate => load!("nc.L1::no_allocate."),
                            LoadHint::NoAllocate => load!("L1::no_allocate."),
                            LoadHint::EvictFirst => load!("L1::evict_first."),
                            LoadHint::EvictLast => load!("L1::evict_last."),
                        }
                        $made
                    }
                    cpu {
                        let _ = hint;
                        emulator::load_global(address)
                    }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn store_hint(self, address: u64, hint: StoreHint) {
                on! {
                    gpu {
                        let $pattern = self;
                        macro_rules! store {
                            ($instruction:literal) => {
                                // SAFETY: as promised.
                                unsafe {
                                    asm!(
                                        concat!("st.global.", $instruction, $suffix, " [{}], ", $text, ";"),
                                        in(reg64) address, $(in($register) $x,)* options(nostack),
                                    )
                                }
                            };
                        }
                        match hint {
                            StoreHint::NoAllocate => store!("L1::no_allocate."),
                            StoreHint::EvictFirst => store!("L1::evict_first."),
                            StoreHint::EvictLast => store!("L1::evict_last."),
                        }
                    }
                    cpu {
                        let _ = hint;
                        emulator::store_global(address, self)
                    }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn load_policy(address: u64, policy: u64) -> Self {
                on! {
                    gpu {
                        $(let $x;)*
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!("ld.global.L2::cache_hint.", $suffix, " ", $text, ", [{}], {};"),
                                $(out($register) $x,)* in(reg64) address, in(reg64) policy, options(nostack),
                            );
                        }
                        $made
                    }
                    cpu {
                        let _ = policy;
                        emulator::load_global(address)
                    }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn store_policy(self, address: u64, policy: u64) {
                on! {
                    gpu {
                        let $pattern = self;
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!("st.global.L2::cache_hint.", $suffix, " [{}], ", $text, ", {};"),
                                in(reg64) address, $(in($register) $x,)* in(reg64) policy, options(nostack),
                            );
                        }
                    }
                    cpu {
                        let _ = policy;
                        emulator::store_global(address, self)
                    }
                }
            }
        }
    )*};
}
cached! {
    u16: reg16 "b16" "{}" x => x, x;
    u32: reg32 "b32" "{}" x => x, x;
    i32: reg32 "b32" "{}" x => x, x;
    f32: reg32 "b32" "{}" x => x, x;
    u64: reg64 "b64" "{}" x => x, x;
    i64: reg64 "b64" "{}" x => x, x;
    f64: reg64 "b64" "{}" x => x, x;
    Vector<u64, 2>: reg64 "v2.b64" "{{{}, {}}}" Vector([x, y]) => Vector([x, y]), x y;
    Vector<f64, 2>: reg64 "v2.b64" "{{{}, {}}}" Vector([x, y]) => Vector([x, y]), x y;
    Vector<u32, 4>: reg32 "v4.b32" "{{{}, {}, {}, {}}}" Vector([x, y, z, w]) => Vector([x, y, z, w]), x y z w;
    Vector<f32, 4>: reg32 "v4.b32" "{{{}, {}, {}, {}}}" Vector([x, y, z, w]) => Vector([x, y, z, w]), x y z w;
}
// As their bits.
macro_rules! cached_as_bits {
    ($($t:ty)*) => {$(
        impl Cached for $t {
            #[inline(always)]
            unsafe fn load_hint(address: u64, hint: LoadHint) -> Self {
                // SAFETY: as promised.
                Self::from_bits(unsafe { u16::load_hint(address, hint) })
            }
            #[inline(always)]
            unsafe fn store_hint(self, address: u64, hint: StoreHint) {
                // SAFETY: as promised.
                unsafe { self.to_bits().store_hint(address, hint) }
            }
            #[inline(always)]
            unsafe fn load_policy(address: u64, policy: u64) -> Self {
                // SAFETY: as promised.
                Self::from_bits(unsafe { u16::load_policy(address, policy) })
            }
            #[inline(always)]
            unsafe fn store_policy(self, address: u64, policy: u64) {
                // SAFETY: as promised.
                unsafe { self.to_bits().store_policy(address, policy) }
            }
        }
    )*};
}
cached_as_bits!(super::F16 super::Bf16);

impl<T: Cached> Global<T> {
    /// Reads the element with a hint to the L1 cache.
    ///
    /// # Safety
    /// There is an element, and nobody writes it at the same time. With `nc`, nobody writes it while the kernel runs.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn load_hint(self, hint: LoadHint) -> T {
        // SAFETY: as promised.
        unsafe { T::load_hint(self.address(), hint) }
    }
    /// Writes the element with a hint to the L1 cache.
    ///
    /// # Safety
    /// There is room for one, and nobody else accesses it at the same time.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn store_hint(self, x: T, hint: StoreHint) {
        // SAFETY: as promised.
        unsafe { x.store_hint(self.address(), hint) }
    }
    /// `ld.global.L2::cache_hint`: reads the element with a policy for the L2 cache.
    ///
    /// # Safety
    /// There is one, and nobody writes it at the same time.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn load_policy(self, policy: Policy) -> T {
        // SAFETY: as promised.
        unsafe { T::load_policy(self.address(), policy.0) }
    }
    /// `st.global.L2::cache_hint`: writes the element with a policy for the L2 cache.
    ///
    /// # Safety
    /// There is room for one, and nobody else accesses it at the same time.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn store_policy(self, x: T, policy: Policy) {
        // SAFETY: as promised.
        unsafe { x.store_policy(self.address(), policy.0) }
    }
}
impl<T: Cached> ReadOnly<Global<T>> {
    /// [`Global::load_hint`] of an [`Input`](super::Input), whose elements nobody writes while the kernel runs.
    ///
    /// # Safety
    /// There is an element.
    #[inline(always)]
    pub unsafe fn load_hint(self, hint: LoadHint) -> T {
        // SAFETY: as promised, and nobody writes it.
        unsafe { self.place().load_hint(hint) }
    }
    /// [`Global::load_policy`] of an [`Input`](super::Input).
    ///
    /// # Safety
    /// There is an element.
    #[inline(always)]
    pub unsafe fn load_policy(self, policy: Policy) -> T {
        // SAFETY: as promised, and nobody writes it.
        unsafe { self.place().load_policy(policy) }
    }
}
