//! Pairs of functions whose machine code `tests/compiler/zero_cost.rs` compares: `.._by_layout` uses tilework, and
//! `.._by_hand` is hand-written without it. The pair `names` is of named modes, and of positions; the pair `deferred` is of
//! tiles in generic code, and of those of a layout that is known.

#![allow(missing_docs)]

use core::hint::black_box;

use tilework::algorithm::MatrixLayout;
use tilework::generic::Deferred;
use tilework::typenum::{P3, U0, U3};
use tilework::{Composed, Layout, Swizzle, Tensor, View, by, layout, names};

names! { Batch, Row, Col }

/// Gathers the 8x8 tile `((2,4),(4,2)):((1,16),(2,8))`.
#[inline(never)]
pub fn gather_by_layout(from: &[f32; 64], to: &mut [f32; 64]) {
    let from = Tensor::new(&from[..], layout!(((2,4),(4,2)):((1,16),(2,8))));
    let to = Tensor::new(&mut to[..], layout!(((2, 4), (4, 2))));
    if let (Ok(from), Ok(mut to)) = (from, to) {
        to.zip_mut_with(&from, |to, from| *to = *from);
    }
}

#[inline(never)]
pub fn gather_by_hand(from: &[f32; 64], to: &mut [f32; 64]) {
    for d in 0..2 {
        for c in 0..4 {
            for b in 0..4 {
                for a in 0..2 {
                    // SAFETY: a < 2, b < 4, c < 4, d < 2, so both indices are below 64.
                    unsafe {
                        *to.get_unchecked_mut(32 * d + 8 * c + 2 * b + a) =
                            *from.get_unchecked(8 * d + 2 * c + 16 * b + a)
                    };
                }
            }
        }
    }
}

/// Copies a tile of 8 x 8 to swizzled memory.
#[inline(never)]
pub fn swizzle_by_layout(from: &[f32; 64], to: &mut [f32; 64]) {
    let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):(1,8)));
    let from = Tensor::new(&from[..], layout!((8,8):(1,8)));
    let to = Tensor::through(&mut to[..], swizzled);
    if let (Ok(from), Ok(mut to)) = (from, to) {
        to.zip_mut_with(&from, |to, from| *to = *from);
    }
}

#[inline(never)]
pub fn swizzle_by_hand(from: &[f32; 64], to: &mut [f32; 64]) {
    for (i, row) in from.chunks(8).enumerate() {
        for (j, &x) in row.iter().enumerate() {
            to[8 * i + (j ^ i)] = x;
        }
    }
}

/// Adds the elements of the tile.
#[inline(never)]
pub fn sum_by_layout(from: &[u32; 64]) -> u32 {
    match Tensor::new(&from[..], layout!(((2,4),(4,2)):((1,16),(2,8)))) {
        Ok(tile) => tile.fold(0, |sum, x| x.wrapping_add(sum)),
        Err(_) => 0,
    }
}

#[inline(never)]
pub fn sum_by_hand(from: &[u32; 64]) -> u32 {
    let mut sum = 0_u32;
    for d in 0..2 {
        for c in 0..4 {
            for b in 0..4 {
                for a in 0..2 {
                    // SAFETY: a < 2, b < 4, c < 4, d < 2, so the index is below 64.
                    let x = unsafe { from.get_unchecked(a + 16 * b + 2 * c + 8 * d) };
                    sum = x.wrapping_add(sum);
                }
            }
        }
    }
    sum
}

/// The offset of an integral coordinate.
#[inline(never)]
pub fn index_by_layout(i: usize) -> usize {
    layout!(((2,4),(4,2)):((1,16),(2,8))).offset(i)
}

#[inline(never)]
pub fn index_by_hand(i: usize) -> usize {
    (i % 2) + (i / 2 % 4) * 16 + (i / 8 % 4) * 2 + (i / 32) * 8
}

/// The offset of a natural coordinate, in 32 bits, with a dynamic stride.
#[inline(never)]
pub fn element_by_layout(matrix: Layout!((128,64):(1,u32)), i: u32, j: u32) -> usize {
    matrix.offset((i, j))
}

#[inline(never)]
pub fn element_by_hand(lda: u32, i: u32, j: u32) -> usize {
    (i + j * lda) as usize
}

/// The sum of a row at a coordinate of 32 bits, of 4 columns with a dynamic stride.
///
/// # Safety
/// The row must exist, and the data must have the elements of the layout.
#[inline(never)]
pub unsafe fn row_by_layout(data: *const u32, matrix: Layout!((128,4):(1,u32)), i: u32) -> u32 {
    // SAFETY: as promised.
    unsafe {
        let row = Tensor::from_raw_parts(data, matrix).slice_unchecked((i, ..));
        let mut sum = 0_u32;
        row.unroll(|_, x| sum = sum.wrapping_add(x));
        sum
    }
}

/// The same, hand-written.
///
/// # Safety
/// See [`row_by_layout`].
#[inline(never)]
pub unsafe fn row_by_hand(data: *const u32, lda: u32, i: u32) -> u32 {
    // SAFETY: as above.
    unsafe {
        let (row, lda) = (data.add(i as usize), lda as usize);
        let sum = (*row).wrapping_add(*row.add(lda));
        sum.wrapping_add(*row.add(2 * lda)).wrapping_add(*row.add(3 * lda))
    }
}

/// An unrolled tile kernel: the tile `((2,2),4):((1,8),16)` times a number, added to registers.
#[inline(never)]
pub fn tile_by_layout(from: &[f32; 64], factor: f32, sums: &mut [f32; 16]) {
    if let Ok(tile) = Tensor::new(&from[..], layout!(((2,2),4):((1,8),16))) {
        tile.unroll(|i, x| sums[i] += factor * x);
    }
}

#[inline(never)]
pub fn tile_by_hand(from: &[f32; 64], factor: f32, sums: &mut [f32; 16]) {
    sums[0] += factor * from[0];
    sums[1] += factor * from[1];
    sums[2] += factor * from[8];
    sums[3] += factor * from[9];
    sums[4] += factor * from[16];
    sums[5] += factor * from[17];
    sums[6] += factor * from[24];
    sums[7] += factor * from[25];
    sums[8] += factor * from[32];
    sums[9] += factor * from[33];
    sums[10] += factor * from[40];
    sums[11] += factor * from[41];
    sums[12] += factor * from[48];
    sums[13] += factor * from[49];
    sums[14] += factor * from[56];
    sums[15] += factor * from[57];
}

/// The sums of two columns of each batch, by the names of modes.
#[inline(never)]
pub fn names_by_layout(from: &[f32; 64], to: &mut [f32; 16]) {
    let from = Tensor::new(&from[..], layout!((4,4,4):(16,4,1)));
    let to = Tensor::new(&mut to[..], layout!((4,4):(1,4)));
    if let (Ok(from), Ok(to)) = (from, to) {
        let (from, mut to) = (from.named((Batch, Row, Col)), to.named((Row, Batch)));
        for (batch, mut to) in from.slices(Batch).zip(to.slices_mut(Batch)) {
            to.zip_mut_with(&batch.slice(by!(Col = 1)), |to, x| *to = *x);
            for row in 0..4 {
                to[by!(Row = row)] += batch[by!(Col = 2, Row = row)];
            }
        }
    }
}

/// The same by positions.
#[inline(never)]
pub fn names_by_hand(from: &[f32; 64], to: &mut [f32; 16]) {
    let from = Tensor::new(&from[..], layout!((4,4,4):(16,4,1)));
    let to = Tensor::new(&mut to[..], layout!((4,4):(1,4)));
    if let (Ok(from), Ok(mut to)) = (from, to) {
        for (batch, mut to) in from.slices::<0>().zip(to.slices_mut::<1>()) {
            to.zip_mut_with(&batch.slice((.., 1)), |to, x| *to = *x);
            for row in 0..4 {
                to[row] += batch[(row, 2)];
            }
        }
    }
}

/// The sums of tiles, in generic code.
#[inline(never)]
pub fn deferred_by_layout(from: &[u32], rows: usize, to: &mut [u32]) {
    fn sums(from: &View<u32, impl MatrixLayout>, to: &mut [u32]) {
        for (to, tile) in to.iter_mut().zip(from.tiles(Deferred(layout!(<4,4>)))) {
            for i in 0..tile.extent::<0>() {
                for j in 0..tile.extent::<1>() {
                    *to = to.wrapping_add(tile[(i, j)]);
                }
            }
        }
    }
    if let Ok(from) = Tensor::new(from, layout!((rows,16):row_major)) {
        sums(&from, to);
    }
}

/// The same where the layout is known.
#[inline(never)]
pub fn deferred_by_hand(from: &[u32], rows: usize, to: &mut [u32]) {
    fn sums(from: &View<u32, Layout!((_,16):(16,1))>, to: &mut [u32]) {
        for (to, tile) in to.iter_mut().zip(from.tiles(layout!(<4,4>))) {
            for i in 0..tile.extent::<0>() {
                for j in 0..tile.extent::<1>() {
                    *to = to.wrapping_add(tile[(i, j)]);
                }
            }
        }
    }
    if let Ok(from) = Tensor::new(from, layout!((rows,16):row_major)) {
        sums(&from, to);
    }
}

fn main() {
    let from = core::array::from_fn(|i| i as f32);
    let (mut by_layout, mut by_hand) = ([0.0; 64], [0.0; 64]);
    gather_by_layout(&from, &mut by_layout);
    gather_by_hand(&from, &mut by_hand);
    assert_eq!(by_layout, by_hand);
    swizzle_by_layout(&from, &mut by_layout);
    swizzle_by_hand(&from, &mut by_hand);
    assert_eq!(by_layout, by_hand);
    let from = core::array::from_fn(|i| i as u32 * 0x9e37_79b9);
    assert_eq!(sum_by_layout(&from), sum_by_hand(&from));
    assert!((0..64).all(|i| index_by_layout(i) == index_by_hand(i)));
    let (i, j, lda) = black_box((3, 5, 200_u32));
    assert_eq!(element_by_layout(layout!((128,64):(1,lda)), i, j), element_by_hand(lda, i, j));
    let rows: Vec<u32> = (0..4 * 200).collect();
    let matrix = layout!((128,4):(1,lda));
    // SAFETY: the matrix has 4 columns 200 apart.
    unsafe {
        assert_eq!(row_by_layout(rows.as_ptr(), matrix, i), row_by_hand(rows.as_ptr(), lda, i));
    }
    let (mut by_layout, mut by_hand) = ([1.0; 16], [1.0; 16]);
    let (from, factor) = black_box((core::array::from_fn(|i| i as f32), 3.0));
    tile_by_layout(&from, factor, &mut by_layout);
    tile_by_hand(&from, factor, &mut by_hand);
    assert_eq!(by_layout, by_hand);
    let (mut by_layout, mut by_hand) = ([0.0; 16], [0.0; 16]);
    names_by_layout(&from, &mut by_layout);
    names_by_hand(&from, &mut by_hand);
    assert_eq!(by_layout, by_hand);
    let (mut by_layout, mut by_hand) = ([0; 8], [0; 8]);
    deferred_by_layout(&rows[..128], 8, &mut by_layout);
    deferred_by_hand(&rows[..128], 8, &mut by_hand);
    assert_eq!(by_layout, by_hand);
    println!(
        "by layout and by hand the same; `cargo test -p tilework-tests --test compiler zero_cost` compares the code"
    );
}
