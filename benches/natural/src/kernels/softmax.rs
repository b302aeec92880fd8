//! Softmax over rows.

use std::hint::black_box;

use tilework::{
    Owned, Tensor,
    algorithm::MatrixLayout,
    bound::{Memory, MemoryMut},
    layout,
};

use super::{beside, near, sum_in_chains};
use crate::{Rows, numbers};

#[inline(never)]
fn softmax(
    from: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>,
    to: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>,
) {
    to.copy_from(from);
    for mut row in to.as_tile_mut().slices_mut::<0>() {
        let largest = row.max().unwrap();
        row.map_inplace(|x| *x = (*x - largest).exp());
        let sum = row.sum();
        row.map_inplace(|x| *x /= sum);
    }
}
#[inline(never)]
fn softmax_by_hand(from: &[f32], n: usize, to: &mut [f32]) {
    for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        let largest = from.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (to, from) in to.iter_mut().zip(from) {
            *to = (from - largest).exp();
        }
        let sum = sum_in_chains(to, |x| x);
        to.iter_mut().for_each(|x| *x /= sum);
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((128, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    softmax(&from, &mut ours);
    softmax_by_hand(&data, n, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "softmax over rows",
        m * n,
        || softmax(&from, &mut ours),
        || softmax_by_hand(&data, n, &mut hand),
    );
}
