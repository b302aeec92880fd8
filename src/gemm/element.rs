//! The element types of matrices, and their kernels.

use super::kernel::Kernel;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::processor::has;
use sealed::Square;

/// The element types that [`gemm`](crate::algorithm::gemm()) multiplies: `f32`, `f64`, `i32` and `i64`.
/// Products and sums of integers wrap around, as those of `wrapping_mul` and `wrapping_add`. Sealed.
///
/// Smaller elements are converted first, so that the sums fit:
///
/// ```
/// use tilework::{Tensor, layout};
/// let a = Tensor::new([100_i8, 100, 100, -100], layout!((2,2):row_major))?;
/// let product = a.map(i32::from).to_owned().matmul(&a.map(i32::from).to_owned());
/// assert_eq!(product.to_vec_row_major(), [20_000, 0, 0, 20_000]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "gemm: the elements are none of `f32`, `f64`, `i32`, `i64`: convert others, `a.map(i32::from).to_owned()`; or in generic code of a type without the bound `Element`",
    label = "is of `{Self}`"
)]
pub trait Element: sealed::Sealed {}
// For all types, since the compiler would quote impls for some types.
#[diagnostic::do_not_recommend]
impl<T: sealed::Sealed> Element for T {}

pub(super) mod sealed {
    use core::ops::{Add, Mul};

    /// The extent of the squares that are transposed in registers.
    pub const SQUARE: usize = 4;
    /// The rows of a square.
    pub type Square<T> = [[T; SQUARE]; SQUARE];

    pub trait Sealed:
        Copy
        + Default
        + PartialEq
        + Add<Output = Self>
        + Mul<Output = Self>
        + From<i8>
        + Send
        + Sync
        + 'static
    {
        /// `self * factor`
        fn times(self, factor: Self) -> Self;
        /// `self * factor + summand`
        fn times_plus(self, factor: Self, summand: Self) -> Self;
        /// The fastest kernel for the processor that runs this program.
        fn kernel() -> super::Kernel<Self>;
        /// All kernels that the processor has the instructions for.
        #[cfg(all(test, feature = "std"))]
        fn kernels() -> std::vec::Vec<super::Kernel<Self>>;
        /// Two buffers of at least the given lengths, with any content. With `std` the thread keeps them, since
        /// allocating the memory again takes longer than filling it.
        #[cfg(feature = "alloc")]
        fn with_buffers<R>(
            lengths: (usize, usize),
            f: impl FnOnce(&mut [Self], &mut [Self]) -> R,
        ) -> R;
        /// A buffer of at least the given length, with any content, for several threads. The program keeps one.
        #[cfg(feature = "rayon")]
        fn with_shared<R>(length: usize, f: impl FnOnce(&mut [Self]) -> R) -> R;
        /// The transposed square.
        fn transposed(square: Square<Self>) -> Square<Self>;
    }
}

macro_rules! element {
    ($($t:ty: $kernel:ident $zero:literal $transposed:ident
        [$x:ident * $y:ident = $product:expr, + $z:ident = $sum:expr]
        [$(($module:ident: $($feature:tt)*))*];)*) => {$(
        impl sealed::Sealed for $t {
            #[inline(always)]
            fn times(self, $y: $t) -> $t {
                let $x = self;
                $product
            }
            // Not fused: on processors without such an instruction it would be a call.
            #[inline(always)]
            fn times_plus(self, factor: $t, $z: $t) -> $t {
                let $x = self.times(factor);
                $sum
            }
            #[inline]
            fn kernel() -> Kernel<$t> {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                {$(
                    if has!($($feature)*) {
                        return super::x86::$module::$kernel;
                    }
                )*}
                #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
                return super::neon::$kernel;
                #[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
                super::portable::$kernel
            }
            #[cfg(all(test, feature = "std"))]
            fn kernels() -> std::vec::Vec<Kernel<$t>> {
                #[allow(unused_mut, reason = "an element may have no other kernel")]
                let mut kernels = std::vec![super::portable::$kernel];
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                {$(
                    kernels.extend(has!($($feature)*).then_some(super::x86::$module::$kernel));
                )*}
                #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
                kernels.push(super::neon::$kernel);
                kernels
            }
            #[cfg(feature = "alloc")]
            fn with_buffers<R>(
                lengths: (usize, usize),
                f: impl FnOnce(&mut [$t], &mut [$t]) -> R,
            ) -> R {
                use alloc::vec::Vec;
                #[cfg(feature = "std")]
                std::thread_local! {
                    static KEPT: core::cell::Cell<(Vec<$t>, Vec<$t>)> = const {
                        core::cell::Cell::new((Vec::new(), Vec::new()))
                    };
                }
                #[cfg(feature = "std")]
                let mut buffers = KEPT.take();
                #[cfg(not(feature = "std"))]
                let mut buffers = (Vec::new(), Vec::new());
                let (a, b) = (lengths.0.max(buffers.0.len()), lengths.1.max(buffers.1.len()));
                buffers.0.resize(a, $zero);
                buffers.1.resize(b, $zero);
                let result = f(&mut buffers.0, &mut buffers.1);
                #[cfg(feature = "std")]
                KEPT.set(buffers);
                result
            }
            #[cfg(feature = "rayon")]
            fn with_shared<R>(length: usize, f: impl FnOnce(&mut [$t]) -> R) -> R {
                use alloc::vec::Vec;
                static KEPT: std::sync::Mutex<Vec<$t>> = std::sync::Mutex::new(Vec::new());
                // Nothing panics while it is locked.
                let kept = || KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let mut buffer = core::mem::take(&mut *kept());
                let length = length.max(buffer.len());
                buffer.resize(length, $zero);
                let result = f(&mut buffer);
                *kept() = buffer;
                result
            }
            #[inline(always)]
            fn transposed(square: Square<$t>) -> Square<$t> {
                $transposed(square)
            }
        }
    )*};
}
element! {
    f32: F32 0.0 transposed_f32 [a * b = a * b, + c = a + c]
        [(avx512: "avx512f") (avx2: "avx2" "fma")];
    f64: F64 0.0 transposed_f64 [a * b = a * b, + c = a + c]
        [(avx512: "avx512f") (avx2: "avx2" "fma")];
    i32: I32 0 by_elements [a * b = a.wrapping_mul(b), + c = a.wrapping_add(c)]
        [(avx512: "avx512f") (avx2: "avx2")];
    i64: I64 0 by_elements [a * b = a.wrapping_mul(b), + c = a.wrapping_add(c)] [];
}

macro_rules! transposed {
    ($($name:ident: $t:ty;)*) => {$(
        #[inline(always)]
        fn $name(square: Square<$t>) -> Square<$t> {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: all processors that this is compiled for have SSE2.
            return unsafe { super::sse2::$name(square) };
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            by_elements(square)
        }
    )*};
}
transposed! {
    transposed_f32: f32;
    transposed_f64: f64;
}
#[inline(always)]
fn by_elements<T: Copy>(square: Square<T>) -> Square<T> {
    core::array::from_fn(|j| square.map(|row| row[j]))
}
