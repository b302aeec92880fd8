//! A stencil of five points, on a window with a halo of 1.

use crate::device::{Global, block, kernel, thread};
use tilework::bound::{Pointer, PointerMut};

/// The columns of a block.
pub const COLUMNS: u32 = 256;

/// `to(i, j) = (x(i-1, j) + x(i+1, j) + x(i, j-1) + x(i, j+1)) / 4`, with `n` columns. `to` and the window of `x` are
/// row-major. The window begins one row and one column earlier, and ends one later. A block has a row of [`COLUMNS`]
/// columns.
#[kernel]
pub unsafe fn stencil(window: *const f32, to: *mut f32, n: u32) {
    // SAFETY: the host has checked that the window is large enough.
    unsafe {
        let (window, to) = (Global::new(window), Global::new(to));
        let (t, [x, row, _]) = (thread::<COLUMNS>(), block());
        let column = COLUMNS * x + t;
        if column < n {
            let wide = n as usize + 2;
            let first = row as usize * wide + column as usize;
            let at = |offset: usize| window.add(first + offset).read();
            let (above, below) = (at(1), at(2 * wide + 1));
            let (left, right) = (at(wide), at(wide + 2));
            to.add(row as usize * n as usize + column as usize)
                .write(0.25 * ((above + below) + (left + right)));
        }
    }
}
