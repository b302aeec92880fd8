//! Parameters of kernels: the types in a kernel's parameter list, and how their values are passed.

use crate::{Bf16, F16};
use frunk_core::hlist::{HCons, HNil};
use tilework::typenum::Unsigned;
use tilework::{AnyLayout, Dyn, Layout, Static};

/// A type of kernel parameters: numbers, arrays of them, pointers into global memory, and layouts whose dynamic leaves
/// are `u32`.
///
/// Two compilers compile the program that launches and the kernel. Values are passed with C's memory layout. A
/// layout passes its dynamic leaves: first those of the shape, then those of the stride.
///
/// # Safety
/// `Passed` has C's memory layout and contains no references, since a GPU cannot reach the CPU's memory.
/// [`receive`](Parameter::receive) of the result of [`pass`](Parameter::pass) is the same value on both machines, and
/// any thread may have it. [`BORROWS`](Parameter::BORROWS) is true if safe code reaches a buffer's memory through the
/// type.
///
/// ```
/// use tilework::layout;
/// use tilework_device::Parameter;
/// let (m, n) = (64_u32, 12_u32);
/// let by_columns = layout!((m,(4,n)):(1,(m,{4 * m})));
/// assert_eq!(size_of_val(&by_columns.pass()), 4 * 4);
/// fn passed<P: Parameter>(x: P) -> P {
/// // SAFETY: a value of this type has passed it.
///     unsafe { P::receive(x.pass()) }
/// }
/// assert_eq!(passed(by_columns), by_columns);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of a kernel",
    label = "this is not passed to kernels",
    note = "parameters are numbers, arrays `[u32; 3]`, pointers `*const T` and `*mut T` of elements, `Slice<T>` and `SliceMut<T>`, `&TensorMap<T>`, and layouts whose dynamic integers are `Dyn<u32>`"
)]
pub unsafe trait Parameter: Copy {
    /// True if it is a buffer, such as [`Slice`](crate::Slice). `#[kernel]` recognizes buffers by name only,
    /// and then the argument of a launch is the buffer itself, which the launch borrows.
    const BORROWS: bool = false;
    /// What the type says that is not passed, mostly static extents and strides, as a number. The PTX has it, and a
    /// launch compares it, so that a kernel of another layout is found.
    const FINGERPRINT: u32 = 0;
    /// The representation that is passed.
    type Passed: Copy;
    /// Converts it to the representation that is passed.
    fn pass(self) -> Self::Passed;
    /// Restores the value from that representation.
    ///
    /// # Safety
    /// It comes from a value of this type.
    unsafe fn receive(passed: Self::Passed) -> Self;
}

/// Another number for each two numbers, in this order: a step of FNV-1a (Fowler, Noll, Vo).
pub(crate) const fn mixed(seed: u32, value: u32) -> u32 {
    let (mut hash, bytes) = (seed ^ 0x811c_9dc5, value.to_le_bytes());
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

macro_rules! as_it_is {
    ($($t:ident $number:literal)*) => {$(
        // SAFETY: a number.
        unsafe impl Parameter for $t {
            const FINGERPRINT: u32 = mixed(1, $number);
            type Passed = Self;
            #[inline(always)]
            fn pass(self) -> Self {
                self
            }
            #[inline(always)]
            unsafe fn receive(passed: Self) -> Self {
                passed
            }
        }
    )*};
}
as_it_is!(u8 1 u16 2 u32 3 u64 4 i8 5 i16 6 i32 7 i64 8 f32 9 f64 10);

macro_rules! as_bits {
    ($($t:ident $number:literal)*) => {$(
        // SAFETY: a number, as its bits.
        unsafe impl Parameter for $t {
            const FINGERPRINT: u32 = mixed(1, $number);
            type Passed = u16;
            #[inline(always)]
            fn pass(self) -> u16 {
                self.to_bits()
            }
            #[inline(always)]
            unsafe fn receive(passed: u16) -> Self {
                Self::from_bits(passed)
            }
        }
    )*};
}
as_bits!(F16 11 Bf16 12);

macro_rules! pointers {
    ($($t:ty: $number:literal)*) => {$(
        // SAFETY: an address. Only `unsafe` code accesses the memory behind it.
        unsafe impl<T> Parameter for $t {
            const FINGERPRINT: u32 = mixed(mixed(2, $number), size_of::<T>() as u32);
            type Passed = Self;
            #[inline(always)]
            fn pass(self) -> Self {
                self
            }
            #[inline(always)]
            unsafe fn receive(passed: Self) -> Self {
                passed
            }
        }
    )*};
}
pointers!(*const T: 1 *mut T: 2);

/// An array as a C structure. C does not pass a bare array.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Array<T, const N: usize>([T; N]);
// SAFETY: as many elements, in the same representation.
unsafe impl<T: Parameter<Passed = T>, const N: usize> Parameter for [T; N] {
    const BORROWS: bool = T::BORROWS;
    const FINGERPRINT: u32 = mixed(mixed(3, N as u32), T::FINGERPRINT);
    type Passed = Array<T, N>;
    #[inline(always)]
    fn pass(self) -> Array<T, N> {
        Array(self)
    }
    #[inline(always)]
    unsafe fn receive(passed: Array<T, N>) -> Self {
        passed.0
    }
}

/// Two values, one after the other.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair<A, B>(pub(crate) A, pub(crate) B);
/// Nothing; it takes no room.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Nothing;

mod sealed {
    use super::{Dyn, HCons, HNil, Static};
    pub trait Sealed {}
    impl<N> Sealed for Static<N> {}
    impl Sealed for Dyn<u32> {}
    impl Sealed for HNil {}
    impl<H, T> Sealed for HCons<H, T> {}
}
/// Shapes and strides that can be passed. The trait is sealed, so that a kernel gets the layout that was passed.
pub trait Leaves: Copy + sealed::Sealed {
    /// The dynamic leaves.
    type Passed: Copy;
    /// As of [`Parameter::FINGERPRINT`].
    #[doc(hidden)]
    const FINGERPRINT: u32;
    #[doc(hidden)]
    fn pass(self) -> Self::Passed;
    // By reference, so that no part of several leaves is copied as one integer: LLVM does not take such an integer apart
    // again if it overlaps others, and all of them stay in local memory.
    #[doc(hidden)]
    fn receive(passed: &Self::Passed) -> Self;
}
impl<N: Unsigned> Leaves for Static<N> {
    const FINGERPRINT: u32 = mixed(mixed(4, N::U64 as u32), (N::U64 >> 32) as u32);
    type Passed = Nothing;
    #[inline(always)]
    fn pass(self) -> Nothing {
        Nothing
    }
    #[inline(always)]
    fn receive(_: &Nothing) -> Self {
        Static::new()
    }
}
impl Leaves for Dyn<u32> {
    const FINGERPRINT: u32 = mixed(5, 0);
    type Passed = u32;
    #[inline(always)]
    fn pass(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn receive(passed: &u32) -> Self {
        Dyn(*passed)
    }
}
impl Leaves for HNil {
    const FINGERPRINT: u32 = mixed(6, 0);
    type Passed = Nothing;
    #[inline(always)]
    fn pass(self) -> Nothing {
        Nothing
    }
    #[inline(always)]
    fn receive(_: &Nothing) -> Self {
        HNil
    }
}
impl<H: Leaves, T: Leaves> Leaves for HCons<H, T> {
    const FINGERPRINT: u32 = mixed(mixed(7, H::FINGERPRINT), T::FINGERPRINT);
    type Passed = Pair<H::Passed, T::Passed>;
    #[inline(always)]
    fn pass(self) -> Self::Passed {
        Pair(self.head.pass(), self.tail.pass())
    }
    #[inline(always)]
    fn receive(passed: &Self::Passed) -> Self {
        HCons { head: H::receive(&passed.0), tail: T::receive(&passed.1) }
    }
}
// SAFETY: `repr(C)` pairs of the dynamic integers, from which a layout of this type is restored.
unsafe impl<S: Leaves, D: Leaves> Parameter for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    const FINGERPRINT: u32 = mixed(mixed(8, S::FINGERPRINT), D::FINGERPRINT);
    type Passed = Pair<S::Passed, D::Passed>;
    #[inline(always)]
    fn pass(self) -> Self::Passed {
        Pair(self.shape().pass(), self.stride().pass())
    }
    #[inline(always)]
    unsafe fn receive(passed: Self::Passed) -> Self {
        // SAFETY: they come from a layout of this type, as promised.
        unsafe { Layout::new_unchecked(S::receive(&passed.0), D::receive(&passed.1)) }
    }
}

// It is passed by value, 128 bytes. `kernel` makes it a reference for the kernel.
#[cfg(not(target_arch = "nvptx64"))]
// SAFETY: 128 bytes, `repr(C)`.
unsafe impl<T> Parameter for crate::TensorMap<T> {
    const BORROWS: bool = true;
    type Passed = Self;
    fn pass(self) -> Self {
        self
    }
    unsafe fn receive(passed: Self) -> Self {
        passed
    }
}
