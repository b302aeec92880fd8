//! Elements: what one instruction loads or stores.

use super::{Bf16, F16};

/// Elements that one instruction loads or stores in global and shared memory: numbers, and vectors of them.
///
/// # Safety
/// Buffers of elements are read and written as bytes. The type must have no padding, any bytes must be a valid
/// value of it, and it must contain no references or pointers. A load reads the bytes of the type at its address. A
/// store writes the bytes of the value.
///
/// Your own structure can be an element:
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// #[repr(C, align(8))]
/// struct Complex {
///     re: f32,
///     im: f32,
/// }
/// impl Complex {
///     fn of(bits: u64) -> Self {
///         Complex { re: f32::from_bits(bits as u32), im: f32::from_bits((bits >> 32) as u32) }
///     }
///     fn bits(self) -> u64 {
///         u64::from(self.re.to_bits()) | u64::from(self.im.to_bits()) << 32
///     }
/// }
/// // SAFETY: two numbers of 32 bits side by side, and both machines store the lower bytes first.
/// unsafe impl Element for Complex {
///     unsafe fn load_global(address: u64) -> Self {
///         // SAFETY: as promised.
///         Complex::of(unsafe { u64::load_global(address) })
///     }
///     unsafe fn store_global(self, address: u64) {
///         // SAFETY: as promised.
///         unsafe { self.bits().store_global(address) }
///     }
///     unsafe fn load_shared(address: u32) -> Self {
///         // SAFETY: as promised.
///         Complex::of(unsafe { u64::load_shared(address) })
///     }
///     unsafe fn store_shared(self, address: u32) {
///         // SAFETY: as promised.
///         unsafe { self.bits().store_shared(address) }
///     }
/// }
/// // SAFETY: it consists of two of them.
/// unsafe impl ConsistsOf<f32> for Complex {}
///
/// /// The conjugates.
/// #[kernel(threads = 4, blocks = [1])]
/// fn conjugate(from: Slice<Complex>, to: SliceMut<Complex>) {
///     // SAFETY: a launch of 4 threads.
///     let t = unsafe { thread::<4>() } as usize;
///     if let (Some(x), Some(to)) = (from.get(t), to.at(t)) {
///         // SAFETY: each thread writes an element of its own.
///         unsafe { to.write(Complex { im: -x.im, ..x }) }
///     }
/// }
/// let mut emulator = Emulator::new(1);
/// let from = emulator.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
/// let mut to = emulator.poisoned::<Complex>(4);
/// emulator.run(conjugate { from: &from, to: &mut to });
/// assert_eq!(emulator.written(to)[1], Complex { re: 3.0, im: -4.0 });
/// ```
#[diagnostic::on_unimplemented(
    message = "no instruction loads or stores a `{Self}`: elements are `f32`, `f64`, `f16` and `bf16` of the crate `half`, and integers of 8 to 64 bits"
)]
pub unsafe trait Element: Copy {
    /// The element at an address of global memory.
    ///
    /// # Safety
    /// There is an element, and nobody writes it at the same time.
    #[track_caller]
    unsafe fn load_global(address: u64) -> Self;
    /// Stores the element at an address of global memory.
    ///
    /// # Safety
    /// There is room for one, and nobody else accesses it at the same time.
    #[track_caller]
    unsafe fn store_global(self, address: u64);
    /// As [`Element::load_global`], from shared memory.
    ///
    /// # Safety
    /// As for [`Element::load_global`].
    #[track_caller]
    unsafe fn load_shared(address: u32) -> Self;
    /// As [`Element::store_global`], to shared memory.
    ///
    /// # Safety
    /// As for [`Element::store_global`].
    #[track_caller]
    unsafe fn store_shared(self, address: u32);
}
macro_rules! scalars {
    ($($t:ty: $register:ident $suffix:literal;)*) => {$(
        // SAFETY: a number, and instructions of its width.
        unsafe impl Element for $t {
            #[inline(always)]
            unsafe fn load_global(address: u64) -> Self {
                on! {
                    gpu {
                        let x;
                        // SAFETY: as promised.
                        unsafe { asm!(concat!("ld.global.", $suffix, " {}, [{}];"), out($register) x, in(reg64) address) };
                        x
                    }
                    cpu { emulator::load_global(address) }
                }
            }
            #[inline(always)]
            unsafe fn store_global(self, address: u64) {
                on! {
                    gpu {
                        // SAFETY: as promised.
                        unsafe { asm!(concat!("st.global.", $suffix, " [{}], {};"), in(reg64) address, in($register) self) };
                    }
                    cpu { emulator::store_global(address, self) }
                }
            }
            #[inline(always)]
            unsafe fn load_shared(address: u32) -> Self {
                on! {
                    gpu {
                        let x;
                        // SAFETY: as promised.
                        unsafe { asm!(concat!("ld.shared.", $suffix, " {}, [{}];"), out($register) x, in(reg32) address) };
                        x
                    }
                    cpu { emulator::load_shared(address) }
                }
            }
            #[inline(always)]
            unsafe fn store_shared(self, address: u32) {
                on! {
                    gpu {
                        // SAFETY: as promised.
                        unsafe { asm!(concat!("st.shared.", $suffix, " [{}], {};"), in(reg32) address, in($register) self) };
                    }
                    cpu { emulator::store_shared(address, self) }
                }
            }
        }
    )*};
}
scalars! {
    f32: reg32 "b32";
    u32: reg32 "b32";
    i32: reg32 "b32";
    u16: reg16 "b16";
    i16: reg16 "b16";
    u64: reg64 "b64";
    i64: reg64 "b64";
    f64: reg64 "b64";
}
// There are no registers of 8 bits. The lower half of a register of 16 bits holds the value.
macro_rules! of_8_bits {
    ($($t:ty: $load_global:ident $load_shared:ident $store_global:ident $store_shared:ident;)*) => {$(
        // SAFETY: as above.
        unsafe impl Element for $t {
            of_8_bits!(@load $load_global "global" reg64 u64);
            of_8_bits!(@load $load_shared "shared" reg32 u32);
            of_8_bits!(@store $store_global "global" reg64 u64);
            of_8_bits!(@store $store_shared "shared" reg32 u32);
        }
    )*};
    (@load $load:ident $space:literal $register:ident $address:ty) => {
        #[inline(always)]
        unsafe fn $load(address: $address) -> Self {
            on! {
                gpu {
                    let x: u16;
                    // SAFETY: as promised.
                    unsafe { asm!(concat!("ld.", $space, ".b8 {}, [{}];"), out(reg16) x, in($register) address) };
                    x as Self
                }
                cpu { emulator::$load(address) }
            }
        }
    };
    (@store $store:ident $space:literal $register:ident $address:ty) => {
        #[inline(always)]
        unsafe fn $store(self, address: $address) {
            on! {
                gpu {
                    // SAFETY: as promised.
                    unsafe { asm!(concat!("st.", $space, ".b8 [{}], {};"), in($register) address, in(reg16) self as u16) };
                }
                cpu { emulator::$store(address, self) }
            }
        }
    };
}
of_8_bits! {
    u8: load_global load_shared store_global store_shared;
    i8: load_global load_shared store_global store_shared;
}

// The registers hold the bits.
macro_rules! of_16_bits {
    ($($t:ty)*) => {$(
        // SAFETY: 16 bits, any of which are a number, as an integer.
        unsafe impl Element for $t {
            #[inline(always)]
            unsafe fn load_global(address: u64) -> Self {
                // SAFETY: as promised.
                Self::from_bits(unsafe { u16::load_global(address) })
            }
            #[inline(always)]
            unsafe fn store_global(self, address: u64) {
                // SAFETY: as promised.
                unsafe { self.to_bits().store_global(address) }
            }
            #[inline(always)]
            unsafe fn load_shared(address: u32) -> Self {
                // SAFETY: as promised.
                Self::from_bits(unsafe { u16::load_shared(address) })
            }
            #[inline(always)]
            unsafe fn store_shared(self, address: u32) {
                // SAFETY: as promised.
                unsafe { self.to_bits().store_shared(address) }
            }
        }
    )*};
}
of_16_bits!(F16 Bf16);

/// `N` consecutive elements, aligned as a whole.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Vector<T, const N: usize>(pub [T; N]);
/// 16 bytes of any elements.
pub type Bits128 = Vector<u32, 4>;
/// 4 elements of type `f32`.
pub type F32x4 = Vector<f32, 4>;
impl<T, const N: usize> Vector<T, N> {
    /// Makes a vector from its elements.
    #[inline(always)]
    pub fn of(elements: [T; N]) -> Self {
        Vector(elements)
    }
}

/// 2 elements of type `f64`.
pub type F64x2 = Vector<f64, 2>;
/// 2 elements of type `u64`.
pub type U64x2 = Vector<u64, 2>;

macro_rules! vectors {
    ($($t:ty, $count:literal: $register:ident $suffix:literal $text:literal $($x:ident)*;)*) => {$(
        // SAFETY: numbers that fill 16 bytes, without padding.
        unsafe impl Element for Vector<$t, $count> {
            vectors! { @load load_global reg64 u64 "global" $count: $register $suffix $text $($x)* }
            vectors! { @store store_global reg64 u64 "global" $count: $register $suffix $text $($x)* }
            vectors! { @load load_shared reg32 u32 "shared" $count: $register $suffix $text $($x)* }
            vectors! { @store store_shared reg32 u32 "shared" $count: $register $suffix $text $($x)* }
        }
    )*};
    (@load $load:ident $of:ident $address:tt $space:literal $count:literal: $register:ident $suffix:literal $text:literal $($x:ident)*) => {
        #[inline(always)]
        unsafe fn $load(address: $address) -> Self {
            on! {
                gpu {
                    $(let $x;)*
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("ld.", $space, ".", $suffix, " ", $text, ", [{}];"),
                            $(out($register) $x,)* in($of) address,
                        );
                    }
                    Vector([$($x),*])
                }
                cpu { emulator::$load(address) }
            }
        }
    };
    (@store $store:ident $of:ident $address:tt $space:literal $count:literal: $register:ident $suffix:literal $text:literal $($x:ident)*) => {
        #[inline(always)]
        unsafe fn $store(self, address: $address) {
            on! {
                gpu {
                    let [$($x),*] = self.0;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("st.", $space, ".", $suffix, " [{}], ", $text, ";"),
                            in($of) address, $(in($register) $x,)*
                        );
                    }
                }
                cpu { emulator::$store(address, self) }
            }
        }
    };
}
vectors! {
    u32, 4: reg32 "v4.b32" "{{{}, {}, {}, {}}}" x y z w;
    f32, 4: reg32 "v4.b32" "{{{}, {}, {}, {}}}" x y z w;
    u64, 2: reg64 "v2.b64" "{{{}, {}}}" x y;
    f64, 2: reg64 "v2.b64" "{{{}, {}}}" x y;
}
// As 16 bytes.
macro_rules! vectors_of_16_bits {
    ($($t:ty)*) => {$(
        // SAFETY: eight numbers of 16 bits, without padding.
        unsafe impl Element for Vector<$t, 8> {
            #[inline(always)]
            unsafe fn load_global(address: u64) -> Self {
                // SAFETY: as promised. Any bits are numbers.
                unsafe { core::mem::transmute(Bits128::load_global(address)) }
            }
            #[inline(always)]
            unsafe fn store_global(self, address: u64) {
                // SAFETY: as above.
                unsafe { core::mem::transmute::<Self, Bits128>(self).store_global(address) }
            }
            #[inline(always)]
            unsafe fn load_shared(address: u32) -> Self {
                // SAFETY: as above.
                unsafe { core::mem::transmute(Bits128::load_shared(address)) }
            }
            #[inline(always)]
            unsafe fn store_shared(self, address: u32) {
                // SAFETY: as above.
                unsafe { core::mem::transmute::<Self, Bits128>(self).store_shared(address) }
            }
        }
    )*};
}
vectors_of_16_bits!(F16 Bf16);

/// An element that is a `T` or consists of several. A buffer of `T` can be used as a buffer of this type.
///
/// # Safety
/// Its bytes are those of one or more `T`, one after another.
#[diagnostic::on_unimplemented(
    message = "the kernel has elements `{Self}` here, and the buffer `{T}`",
    label = "a buffer of `{T}`",
    note = "a buffer is of the elements of the parameter, or of those that they consist of: `f32` for `F32x4`"
)]
pub unsafe trait ConsistsOf<T>: Element {}
// SAFETY: it is one `T`.
#[diagnostic::do_not_recommend]
unsafe impl<T: Element> ConsistsOf<T> for T {}
// SAFETY: an array of them, without padding at the end.
#[diagnostic::do_not_recommend]
unsafe impl<T: Element, const N: usize> ConsistsOf<T> for Vector<T, N> where Self: Element {}
macro_rules! consist_of {
    ($($t:ty: $($of:ty)*;)*) => {
        $($(
            // SAFETY: narrower numbers that fill it exactly.
            #[diagnostic::do_not_recommend]
            unsafe impl ConsistsOf<$of> for $t {}
        )*)*
    };
}
consist_of! {
    Bits128: f32 i32 u16 i16 F16 Bf16 u8 i8;
    u32: u16 i16 F16 Bf16 u8 i8;
}

/// An array of zeros that stays in registers. `[0.0; N]` is filled in a loop, and an array indexed by a loop lies in
/// local memory.
#[inline(always)]
pub fn zeros<const N: usize>() -> [f32; N] {
    // SAFETY: all bits 0 are 0.0.
    unsafe { core::mem::zeroed() }
}
