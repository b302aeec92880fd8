//! `C = A B`, of f32 and of any extents: [`gemm_f32`](crate::gemm_f32), whose tiles reach past the ends of the matrices.
//!
//! Its loop is that of whole tiles, without predicates. Rows past the end of `A` and of `B` give elements past the ends of `C`, which are
//! not written, so that any row may stand in their place: the last one does. Matrices consist of vectors of 4 rows, and what the last
//! vector of a column has past the end does not matter either. Columns past the end are 0 in shared memory, so that they add
//! nothing. Only the last step has some, and steps are taken from the last to the first: its copies begin before the loop.

use tilework::{Tensor, layout};

use crate::argument::{GemmF32In, GemmF32Out};
use crate::device::*;
use crate::gemm_f32::{Kernel, copied, multiplied, multiply};

const TILE: u32 = Kernel::TILE as u32;
const K: u32 = Kernel::K as u32;

/// `C = A B`, of matrices in units of 16 bytes; `extents` are `m`, `n` and `k`, in elements.
#[kernel]
pub unsafe fn gemm_f32_ragged(
    a: *const F32x4,
    a_layout: GemmF32In,
    b: *const F32x4,
    b_layout: GemmF32In,
    c: *mut F32x4,
    c_layout: GemmF32Out,
    extents: [u32; 3],
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        at_most_threads!(256);
        let (t, [x, y, _]) = (thread::<{ Kernel::THREADS }>(), block());
        let [m, n, k] = extents;
        let [_, steps, ..]: [u32; 5] = a_layout.dynamic_leaves();
        let columns_of_last = K + k - K * steps;
        let steps = steps as usize;
        // How many rows and columns of `C` there are from this tile on.
        let (rows_left, columns_left) = (m - TILE * x, n - TILE * y);

        let (row, column) = copied(t);
        let own = |left: u32| (row.min((left - 1) / 4), (column, ..));
        let a = Tensor::from_raw_parts(Global::new(a), a_layout);
        let a = a.slice_unchecked((own(rows_left), (x, ..)));
        let b = Tensor::from_raw_parts(Global::new(b), b_layout);
        let b = b.slice_unchecked((own(columns_left), (y, ..)));
        let sums = multiply(t, steps, |(i, step), [to_a, to_b]| {
            let from = (i, steps - 1 - step);
            if step == 0 {
                let inside = column + 8 * (i as u32) < columns_of_last;
                let bytes = if inside { 16 } else { 0 };
                cp_async_part(a.at(from), to_a, bytes);
                cp_async_part(b.at(from), to_b, bytes);
            } else {
                cp_async(a.at(from), to_a);
                cp_async(b.at(from), to_b);
            }
        });

        // (2, (4, 2)): of rows and of columns.
        let (row, column) = multiplied(t);
        let own = ((row, ..), (.., column, ..));
        let c = Tensor::from_raw_parts(Global::new(c), c_layout);
        let c = c.slice_unchecked((own, (x, y)));
        let coordinates = layout!(((16,2),(4,16,2)):((4e0,64e0),(e1,4e1,64e1)));
        Tensor::coordinates(coordinates).slice(own).unroll(|i, at| {
            let vector = sums[i / 8][i / 2 % 4][i % 2];
            let (row, column) = (at.head as u32, at.tail.head as u32);
            if row < rows_left && column < columns_left {
                let (to, left) = (c.at(i as u32), rows_left - row);
                if left >= 4 {
                    to.write(F32x4::of(vector));
                } else {
                    layout!(4).unroll(|j, _| {
                        if (j as u32) < left {
                            to.cast::<f32>().offset(j).write(vector[j]);
                        }
                    });
                }
            }
        });
    }
}
