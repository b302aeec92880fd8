//! The reader's own kernel in the guide: a copy with a factor, and with a layout that the kernel's author writes.

use tilework::{Dyn, Layout, Tensor};

use crate::device::{F32x4, Global, block, kernel, thread};

/// Vectors of 4, by columns: of each block 64 x 4, of which each of 256 threads has one.
type Matrix = Layout!(((64,4),(N,N)):((1,N),(64,N)));
type N = Dyn<u32>;

/// `to = factor from`.
#[kernel(threads = 256, blocks = matrix.extents().1)]
pub unsafe fn scaled_copy(from: *const F32x4, to: *mut F32x4, matrix: Matrix, factor: f32) {
    // SAFETY: there is a block of 256 threads for each tile of a layout that the host has checked.
    unsafe {
        let (t, [x, y, _]) = (thread::<256>(), block());
        let [row, column, x, y] = [t % 64, t / 64, x, y].map(|x| x as usize);
        let own = ((row, column), (x, y));
        let from = Tensor::from_raw_parts(Global::new(from), matrix).slice_unchecked(own);
        let to = Tensor::from_raw_parts(Global::new(to), matrix).slice_unchecked(own);
        let loaded = from.load();
        to.write_each(|i| F32x4::of(loaded[i].0.map(|x| factor * x)));
    }
}
