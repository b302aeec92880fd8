//! The mean along a mode, subtracted from each element.

use std::hint::black_box;

use tilework::{Layout, Owned, View, ViewMut, layout};

use super::{beside, near, sum_in_chains};
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));

/// Each column without its mean.
#[inline(never)]
fn columns(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    let (m, n) = (from.extent::<0>(), from.extent::<1>());
    let means = from.along::<0>().sum().map(|s| s / m as f32).to_owned();
    to.zip_mut_with((from, &means.compose(layout!((m,n):(0,1)))), |y, (x, mean)| *y = x - mean);
}
#[inline(never)]
fn columns_by_hand(from: &[f32], n: usize, to: &mut [f32]) {
    let m = from.len() / n;
    let mut means = vec![0.0; n];
    for row in from.chunks_exact(n) {
        for (s, x) in means.iter_mut().zip(row) {
            *s += x;
        }
    }
    means.iter_mut().for_each(|s| *s /= m as f32);
    for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        for ((y, x), mean) in to.iter_mut().zip(from).zip(&means) {
            *y = x - mean;
        }
    }
}

/// Each row without its mean.
#[inline(never)]
fn rows_alone(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    let (m, n) = (from.extent::<0>(), from.extent::<1>());
    let means = from.along::<1>().sum().map(|s| s / n as f32).to_owned();
    to.zip_mut_with((from, &means.compose(layout!((m,n):(1,0)))), |y, (x, mean)| *y = x - mean);
}
#[inline(never)]
fn rows_by_hand(from: &[f32], n: usize, to: &mut [f32]) {
    for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        let mean = sum_in_chains(from, |x| x) / n as f32;
        for (y, x) in to.iter_mut().zip(from) {
            *y = x - mean;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = tilework::Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    columns(&from, &mut ours.view_mut());
    columns_by_hand(&data, n, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "columns without their means",
        m * n,
        || columns(&from, &mut ours.view_mut()),
        || columns_by_hand(&data, n, &mut hand),
    );
    rows_alone(&from, &mut ours.view_mut());
    rows_by_hand(&data, n, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "rows without their means",
        m * n,
        || rows_alone(&from, &mut ours.view_mut()),
        || rows_by_hand(&data, n, &mut hand),
    );
}
