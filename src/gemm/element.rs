//! The element types of matrices, and their kernels.

use super::kernel::Kernel;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::processor::has;
use sealed::Square;

/// The element types that [`gemm`](crate::algorithm::gemm()) multiplies: `f32` and `f64`. Sealed.
#[diagnostic::on_unimplemented(
    message = "gemm: the elements are neither `f32` nor `f64`, or in generic code of a type without the bound `Element`",
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
        /// The transposed square.
        fn transposed(square: Square<Self>) -> Square<Self>;
    }
}

macro_rules! element {
    ($t:ty, $kernel:ident, $transposed:ident) => {
        impl sealed::Sealed for $t {
            #[inline]
            fn kernel() -> Kernel<$t> {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                {
                    if has!("avx512f") {
                        return super::x86::avx512::$kernel;
                    }
                    if has!("avx2" "fma") {
                        return super::x86::avx2::$kernel;
                    }
                }
                #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
                return super::neon::$kernel;
                #[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
                super::portable::$kernel
            }
            #[cfg(all(test, feature = "std"))]
            fn kernels() -> std::vec::Vec<Kernel<$t>> {
                let mut kernels = std::vec![super::portable::$kernel];
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                {
                    kernels.extend(has!("avx2" "fma").then_some(super::x86::avx2::$kernel));
                    kernels.extend(has!("avx512f").then_some(super::x86::avx512::$kernel));
                }
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
                buffers.0.resize(a, 0.0);
                buffers.1.resize(b, 0.0);
                let result = f(&mut buffers.0, &mut buffers.1);
                #[cfg(feature = "std")]
                KEPT.set(buffers);
                result
            }
            #[inline(always)]
            fn transposed(square: Square<$t>) -> Square<$t> {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                // SAFETY: all processors that this is compiled for have SSE2.
                return unsafe { super::sse2::$transposed(square) };
                #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
                core::array::from_fn(|j| square.map(|row| row[j]))
            }
        }
    };
}
element!(f32, F32, transposed_f32);
element!(f64, F64, transposed_f64);
