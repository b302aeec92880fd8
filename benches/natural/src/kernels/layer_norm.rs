//! Layer norm over rows.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::{beside, near, sum_in_chains};
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));
type Vector = Layout!((_,));

/// Each row without its mean, by its deviation, scaled and shifted.
#[inline(never)]
fn layer_norm(
    from: &View<f32, ByRows>,
    scale: &View<f32, Vector>,
    shift: &View<f32, Vector>,
    to: &mut ViewMut<f32, ByRows>,
) {
    let n = from.extent::<1>() as f32;
    for (row, mut to) in from.slices::<0>().zip(to.slices_mut::<0>()) {
        let mean = row.sum() / n;
        let variance = row.map(|x| (x - mean) * (x - mean)).sum() / n;
        let by = 1.0 / (variance + 1e-5).sqrt();
        to.zip_mut_with((&row, scale, shift), |y, (x, s, b)| *y = (x - mean) * by * s + b);
    }
}
#[inline(never)]
fn layer_norm_by_hand(from: &[f32], n: usize, scale: &[f32], shift: &[f32], to: &mut [f32]) {
    for (row, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        let mean = sum_in_chains(row, |x| x) / n as f32;
        let variance = sum_in_chains(row, |x| (x - mean) * (x - mean)) / n as f32;
        let by = 1.0 / (variance + 1e-5).sqrt();
        for (((y, x), s), b) in to.iter_mut().zip(row).zip(scale).zip(shift) {
            *y = (x - mean) * by * s + b;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let (data, scale, shift) = (numbers(m * n), numbers(n), numbers(n + 1));
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let scales = Tensor::new(&scale[..], layout!((n,))).unwrap();
    let shifts = Tensor::new(&shift[..n], layout!((n,))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    layer_norm(&from, &scales, &shifts, &mut ours.view_mut());
    layer_norm_by_hand(&data, n, &scale, &shift, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "layer norm over rows",
        m * n,
        || layer_norm(&from, &scales, &shifts, &mut ours.view_mut()),
        || layer_norm_by_hand(&data, n, &scale, &shift, &mut hand),
    );
}
