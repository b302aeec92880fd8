//! Plain loops over the indices of matrices of any kind.

use std::hint::black_box;

use tilework::{
    Owned, Tensor,
    algorithm::MatrixLayout,
    bound::{Memory, MemoryMut},
    layout,
};

use super::beside;
use crate::{Rows, numbers};

#[inline(never)]
fn without(
    from: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>,
    mean: f32,
    to: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>,
) {
    for i in 0..from.extent::<0>() {
        for j in 0..from.extent::<1>() {
            to[(i, j)] = from[(i, j)] - mean;
        }
    }
}
#[inline(never)]
fn without_by_hand(from: &[f32], n: usize, mean: f32, to: &mut [f32]) {
    for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = from - mean;
        }
    }
}
/// The same, where the extents are compared first.
#[inline(never)]
fn without_compared(
    from: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>,
    mean: f32,
    to: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>,
) {
    let (m, n) = (from.extent::<0>(), from.extent::<1>());
    assert_eq!((m, n), (to.extent::<0>(), to.extent::<1>()));
    for i in 0..m {
        for j in 0..n {
            to[(i, j)] = from[(i, j)] - mean;
        }
    }
}
/// Column after column, of matrices by columns.
#[inline(never)]
fn without_by_columns(
    from: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>,
    mean: f32,
    to: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>,
) {
    for j in 0..from.extent::<1>() {
        for i in 0..from.extent::<0>() {
            to[(i, j)] = from[(i, j)] - mean;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    without(&from, 0.5, &mut ours);
    without_by_hand(&data, n, 0.5, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "loop over indices, by rows",
        m * n,
        || without(&from, 0.5, &mut ours),
        || without_by_hand(&data, n, 0.5, &mut hand),
    );
    without_compared(&from, 0.5, &mut ours);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "loop over indices, extents compared",
        m * n,
        || without_compared(&from, 0.5, &mut ours),
        || without_by_hand(&data, n, 0.5, &mut hand),
    );
    let from = Tensor::new(&data[..], layout!((m, n))).unwrap();
    let mut ours = Owned::zeros(layout!((m, n)));
    without_by_columns(&from, 0.5, &mut ours);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "loop over indices, by columns",
        m * n,
        || without_by_columns(&from, 0.5, &mut ours),
        || without_by_hand(&data, m, 0.5, &mut hand),
    );
}
