//! Vectors by the intrinsics of a processor.

/// A vector type by its intrinsics, and the kernel with tiles of up to the given number of columns.
macro_rules! vector {
    ($features:literal [$($columns:literal)*] $kernel:ident $run:ident: $vector:ty, $t:ty, $lanes:literal,
     $splat:ident $load:ident $store:ident $times:ident [$x:ident * $y:ident + $z:ident = $mul_add:expr]) => {
        // SAFETY: the intrinsics read and write one register.
        unsafe impl $crate::gemm::kernel::Vector for $vector {
            type Element = $t;
            const LANES: usize = $lanes;
            const ZERO: $t = 0 as $t;
            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                // SAFETY: the caller promises the same, here and in the other functions.
                unsafe { $splat(x as _) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $t) -> Self {
                // SAFETY: as above.
                unsafe { $load(from.cast()) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: as above.
                unsafe { $store(to.cast(), self) }
            }
            #[inline(always)]
            unsafe fn ask_for(at: *const $t) {
                $crate::processor::ask_for(at);
            }
            #[inline(always)]
            unsafe fn times(self, factor: Self) -> Self {
                // SAFETY: as above.
                unsafe { $times(self, factor) }
            }
            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                let ($x, $y, $z) = (self, factor, summand);
                // SAFETY: as above.
                unsafe { $mul_add }
            }
        }

        #[target_feature(enable = $features)]
        fn $run(tile: &$crate::gemm::kernel::Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: this function is compiled with the instructions.
            unsafe {
                $crate::gemm::kernel::dispatch!($vector, tile, vectors, columns, [$($columns)*])
            }
        }
        pub const $kernel: $crate::gemm::kernel::Kernel<$t> = $crate::gemm::kernel::Kernel {
            lanes: $lanes,
            vectors: 2,
            columns: [$($columns),*].len(),
            run: $run,
        };
    };
}
pub(super) use vector;
