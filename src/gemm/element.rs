//! Elements of matrices, and the kernels for them.

use super::kernel::Kernel;

/// What [`gemm`](crate::gemm()) multiplies: `f32` and `f64`. Sealed.
pub trait Element: sealed::Sealed {}
impl Element for f32 {}
impl Element for f64 {}

pub(super) mod sealed {
    use core::ops::{Add, Mul};

    pub trait Sealed:
        Copy + Default + PartialEq + Add<Output = Self> + Mul<Output = Self> + From<i8> + 'static
    {
        /// The fastest kernel on the processor that runs this.
        #[doc(hidden)]
        #[expect(private_interfaces, reason = "sealed")]
        fn kernel() -> super::Kernel<Self>;
    }
}

/// Whether the processor that runs this has instructions; without `std`, whether all that it is
/// compiled for have them.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)*) => {
        $(({
            #[cfg(feature = "std")]
            let has = std::arch::is_x86_feature_detected!($feature);
            #[cfg(not(feature = "std"))]
            let has = cfg!(target_feature = $feature);
            has
        }))&&*
    };
}

macro_rules! element {
    ($t:ty, $kernel:ident) => {
        impl sealed::Sealed for $t {
            #[expect(private_interfaces, reason = "sealed")]
            #[inline]
            fn kernel() -> Kernel<$t> {
                #[cfg(target_arch = "x86_64")]
                {
                    if has!("avx512f") {
                        return super::avx512::$kernel;
                    }
                    if has!("avx2" "fma") {
                        return super::avx2::$kernel;
                    }
                }
                super::portable::$kernel
            }
        }
    };
}
element!(f32, F32);
element!(f64, F64);
