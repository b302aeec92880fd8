//! The portable kernel: arrays that the compiler puts into vector registers.

use super::kernel::{Kernel, Tile, Vector, dispatch};

/// Consecutive elements. Almost all processors have registers of 16 bytes.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Lanes<T, const N: usize>([T; N]);

macro_rules! vector {
    ($t:ty, $lanes:literal, $run:ident) => {
        // SAFETY: it reads and writes an array of `LANES` elements.
        unsafe impl Vector for Lanes<$t, $lanes> {
            type Element = $t;
            const LANES: usize = $lanes;
            const ZERO: $t = 0.0;
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
                Lanes(core::array::from_fn(|i| self.0[i] * factor.0[i]))
            }
            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                // Not fused: on processors without such an instruction it would be a call.
                Lanes(core::array::from_fn(|i| self.0[i] * factor.0[i] + summand.0[i]))
            }
        }

        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: it needs no particular instructions.
            unsafe { dispatch!(Lanes<$t, $lanes>, tile, vectors, columns, [1 2 3 4]) }
        }
    };
}
vector!(f32, 4, run_f32);
vector!(f64, 2, run_f64);

pub(super) const F32: Kernel<f32> = Kernel { lanes: 4, vectors: 2, columns: 4, run: run_f32 };
pub(super) const F64: Kernel<f64> = Kernel { lanes: 2, vectors: 2, columns: 4, run: run_f64 };
