//! Parameters of kernels: what stands in a kernel's list of parameters, and what is passed in its place.

use frunk_core::hlist::{HCons, HNil};
use tilework::{AnyLayout, Dyn, Layout, Static};

/// A type of parameters of kernels: numbers, arrays of them, pointers into global memory, and layouts whose dynamic leaves are `u32`.
///
/// The program that launches and the kernel are compiled by two compilers: so what is passed is laid out as C does, of a layout
/// its dynamic leaves, those of the shape and then those of the stride.
///
/// # Safety
/// `Passed` is laid out as C does, and has no references in it: a GPU has no memory of the CPU. [`receive`](Parameter::receive) of what
/// [`pass`](Parameter::pass) gives is the same value, on both machines, and any thread may have it. [`BORROWS`](Parameter::BORROWS) is true of what the
/// memory of a buffer is reached by without `unsafe`.
///
/// ```
/// use tilework::layout;
/// use tilework_kernel::Parameter;
/// let (m, n) = (64_u32, 12_u32);
/// let by_columns = layout!((m,(4,n)):(1,(m,{4 * m})));
/// assert_eq!(size_of_val(&by_columns.pass()), 4 * 4);
/// fn passed<P: Parameter>(x: P) -> P {
///     // SAFETY: it was passed by one of this type.
///     unsafe { P::receive(x.pass()) }
/// }
/// assert_eq!(passed(by_columns), by_columns);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of a kernel",
    label = "this is not passed to kernels",
    note = "parameters are numbers, arrays `[u32; 3]`, pointers `*const T` and `*mut T` of elements, `Slice<T>` and `SliceMut<T>`, `&TensorMap<T>`, and layouts whose integers of run time are `Dyn<u32>`"
)]
pub unsafe trait Parameter: Copy {
    /// Whether it is a buffer, as [`Slice`](crate::device::Slice): then `#[kernel]` takes it by its name only, so that the argument of a launch is the
    /// buffer, which is borrowed as long.
    const BORROWS: bool = false;
    /// What is passed.
    type Passed: Copy;
    /// This, as it is passed.
    fn pass(self) -> Self::Passed;
    /// What was passed.
    ///
    /// # Safety
    /// A value of this type has passed it.
    unsafe fn receive(passed: Self::Passed) -> Self;
}

macro_rules! as_it_is {
    ($($t:ty)*) => {$(
        // SAFETY: a number.
        unsafe impl Parameter for $t {
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
as_it_is!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

macro_rules! pointers {
    ($($t:ty)*) => {$(
        // SAFETY: an address; what is there is accessed by `unsafe` alone.
        unsafe impl<T> Parameter for $t {
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
pointers!(*const T *mut T);

/// An array as a structure of C, which an array by itself is not.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Array<T, const N: usize>([T; N]);
// SAFETY: as many of what is passed as it is.
unsafe impl<T: Parameter<Passed = T>, const N: usize> Parameter for [T; N] {
    const BORROWS: bool = T::BORROWS;
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

/// Two that follow one another.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair<A, B>(pub(crate) A, pub(crate) B);
/// Nothing, which takes no room.
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
/// Shapes and strides that are passed. Sealed: a kernel has the layout that was passed.
pub trait Leaves: Copy + sealed::Sealed {
    /// The dynamic leaves.
    type Passed: Copy;
    #[doc(hidden)]
    fn pass(self) -> Self::Passed;
    #[doc(hidden)]
    fn receive(passed: Self::Passed) -> Self;
}
impl<N> Leaves for Static<N> {
    type Passed = Nothing;
    #[inline(always)]
    fn pass(self) -> Nothing {
        Nothing
    }
    #[inline(always)]
    fn receive(_: Nothing) -> Self {
        Static::new()
    }
}
impl Leaves for Dyn<u32> {
    type Passed = u32;
    #[inline(always)]
    fn pass(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn receive(passed: u32) -> Self {
        Dyn(passed)
    }
}
impl Leaves for HNil {
    type Passed = Nothing;
    #[inline(always)]
    fn pass(self) -> Nothing {
        Nothing
    }
    #[inline(always)]
    fn receive(_: Nothing) -> Self {
        HNil
    }
}
impl<H: Leaves, T: Leaves> Leaves for HCons<H, T> {
    type Passed = Pair<H::Passed, T::Passed>;
    #[inline(always)]
    fn pass(self) -> Self::Passed {
        Pair(self.head.pass(), self.tail.pass())
    }
    #[inline(always)]
    fn receive(passed: Self::Passed) -> Self {
        HCons { head: H::receive(passed.0), tail: T::receive(passed.1) }
    }
}
// SAFETY: pairs of `repr(C)` with the integers of run time, of which a layout of this type is made again.
unsafe impl<S: Leaves, D: Leaves> Parameter for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    type Passed = Pair<S::Passed, D::Passed>;
    #[inline(always)]
    fn pass(self) -> Self::Passed {
        Pair(self.shape().pass(), self.stride().pass())
    }
    #[inline(always)]
    unsafe fn receive(passed: Self::Passed) -> Self {
        // SAFETY: those of a layout of this type, as promised.
        unsafe { Layout::new_unchecked(S::receive(passed.0), D::receive(passed.1)) }
    }
}

// By value, 128 bytes: where a kernel has a reference to it, `kernel` makes it one.
#[cfg(not(target_arch = "nvptx64"))]
// SAFETY: 128 bytes, `repr(C)`.
unsafe impl<T> Parameter for crate::device::TensorMap<T> {
    const BORROWS: bool = true;
    type Passed = Self;
    fn pass(self) -> Self {
        self
    }
    unsafe fn receive(passed: Self) -> Self {
        passed
    }
}
