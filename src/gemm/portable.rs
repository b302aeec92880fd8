//! The portable kernel: arrays that the compiler puts into vector registers.

use super::element::sealed::Sealed;
use super::kernel::{Kernel, Tile, Vector, dispatch};

/// Consecutive elements. Almost all processors have registers of 16 bytes.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Lanes<T, const N: usize>([T; N]);

macro_rules! vector {
    ($($t:ty: $kernel:ident $lanes:literal $run:ident;)*) => {$(
        // SAFETY: it reads and writes an array of `LANES` elements.
        unsafe impl Vector for Lanes<$t, $lanes> {
            type Element = $t;
            const LANES: usize = $lanes;
            const ZERO: $t = 0 as $t;
            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                Lanes([x; $lanes])
            }
            #[inline(always)]
            unsafe fn load(from: *const $t) -> Self {
                // SAFETY: the caller promises the same.
                unsafe { from.cast::<Self>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: the caller promises the same.
                unsafe { to.cast::<Self>().write_unaligned(self) }
            }
            #[inline(always)]
            unsafe fn times(self, factor: Self) -> Self {
                Lanes(core::array::from_fn(|i| self.0[i].times(factor.0[i])))
            }
            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                Lanes(core::array::from_fn(|i| self.0[i].times_plus(factor.0[i], summand.0[i])))
            }
        }

        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: it needs no particular instructions.
            unsafe { dispatch!(Lanes<$t, $lanes>, tile, vectors, columns, [1 2 3 4]) }
        }
        pub(super) const $kernel: Kernel<$t> =
            Kernel { lanes: $lanes, vectors: 2, columns: 4, run: $run };
    )*};
}
vector! {
    f32: F32 4 run_f32;
    f64: F64 2 run_f64;
    i32: I32 4 run_i32;
    i64: I64 2 run_i64;
}
