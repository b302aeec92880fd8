//! Tensors with layouts of several dynamic modes as parameters: their layouts stay in registers.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Dyn, Layout, Tensor};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// Contiguous rows.
pub type Rows3 = Layout!((N,N,N):(N,N,1));
/// Contiguous rows.
pub type Rows4 = Layout!((N,N,N,N):(N,N,N,1));
/// Contiguous rows.
pub type Rows5 = Layout!((N,N,N,N,N):(N,N,N,N,1));
/// Any strides.
pub type Strided4 = Layout!((N,N,N,N):(N,N,N,N));
/// Any strides.
pub type Strided5 = Layout!((N,N,N,N,N):(N,N,N,N,N));
/// Any strides.
pub type Strided6 = Layout!((N,N,N,N,N,N):(N,N,N,N,N,N));

/// Calls a macro with all kernels: the layout, its number of modes, and the coordinate of `k` in the last mode, for the
/// block `b`.
#[macro_export]
macro_rules! each_layout_kernel {
    ($call:ident) => {
        $call! {
            rows_of_3_modes Rows3 3 2 |b, k| (b[1], b[0], k);
            rows_of_4_modes Rows4 4 3 |b, k| (b[2], b[1], b[0], k);
            rows_of_5_modes Rows5 5 4 |b, k| (1_u32, b[2], b[1], b[0], k);
            strides_of_4_modes Strided4 4 3 |b, k| (b[2], b[1], b[0], k);
            strides_of_5_modes Strided5 5 4 |b, k| (1_u32, b[2], b[1], b[0], k);
            strides_of_6_modes Strided6 6 5 |b, k| (0_u32, 1_u32, b[2], b[1], b[0], k);
        }
    };
}
macro_rules! kernels {
    ($($name:ident $layout:ident $rank:literal $last:tt |$b:ident, $k:ident| $at:expr;)*) => {$(
        /// Copies the elements along the last mode.
        #[kernel(threads = 32)]
        pub unsafe fn $name(from: Input<u32, $layout>, to: Output<u32, $layout>) {
            // SAFETY: a block of one warp for each coordinate of three modes, with the last one left out.
            unsafe {
                let (mut $k, $b) = (thread::<32>(), block());
                let count = from.layout().extents().$last as u32;
                let (from, to) = (from.tensor(), to.tensor());
                while $k < count {
                    to.at($at).write(from.at($at).read());
                    $k += 32;
                }
            }
        }
    )*};
}
each_layout_kernel!(kernels);

/// The layout as a parameter of its own.
#[kernel(threads = 32)]
pub unsafe fn layout_of_4_modes(from: *const u32, to: *mut u32, layout: Strided4) {
    // SAFETY: as above.
    unsafe {
        let (mut k, b) = (thread::<32>(), block());
        let count = layout.extents().3 as u32;
        let of = |data| Tensor::from_raw_parts(Global::new(data), layout);
        let (from, to) = (of(from), of(to.cast_const()));
        while k < count {
            to.at((b[2], b[1], b[0], k)).write(from.at((b[2], b[1], b[0], k)).read());
            k += 32;
        }
    }
}
