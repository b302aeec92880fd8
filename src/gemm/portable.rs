//! What every processor can do: arrays that the compiler puts into vector registers.

use super::kernel::{Kernel, Tile, Vector, dispatch};

/// Neighbouring elements. 16 bytes are a register almost everywhere.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Lanes<T, const N: usize>([T; N]);

macro_rules! vector {
    ($t:ty, $lanes:literal, $run:ident) => {
        // SAFETY: an array of `LANES` elements is read and written.
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
                // SAFETY: as promised.
                unsafe { from.cast::<Self>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: as promised.
                unsafe { to.cast::<Self>().write_unaligned(self) }
            }
            #[inline(always)]
            unsafe fn times(self, factor: Self) -> Self {
                Lanes(core::array::from_fn(|i| self.0[i] * factor.0[i]))
            }
            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                // Not in one instruction: where there is none it would be a call.
                Lanes(core::array::from_fn(|i| self.0[i] * factor.0[i] + summand.0[i]))
            }
        }

        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: no particular instructions are needed.
            unsafe { dispatch!(Lanes<$t, $lanes>, tile, vectors, columns, [1 2 3 4]) }
        }
    };
}
vector!(f32, 4, run_f32);
vector!(f64, 2, run_f64);

pub(super) const F32: Kernel<f32> = Kernel { lanes: 4, vectors: 2, columns: 4, run: run_f32 };
pub(super) const F64: Kernel<f64> = Kernel { lanes: 2, vectors: 2, columns: 4, run: run_f64 };
