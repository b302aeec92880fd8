//! Prefix sums of a matrix by rows.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));

#[inline(never)]
fn along_rows(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    for (from, mut to) in from.slices::<0>().zip(to.slices_mut::<0>()) {
        let mut sum = 0.0;
        to.zip_mut_with(&from, |y, x| {
            sum += x;
            *y = sum;
        });
    }
}
#[inline(never)]
fn along_rows_by_hand(from: &[f32], n: usize, to: &mut [f32]) {
    for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
        let mut sum = 0.0;
        for (y, x) in to.iter_mut().zip(from) {
            sum += x;
            *y = sum;
        }
    }
}

#[inline(never)]
fn along_columns(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    to.copy_from(from);
    for i in 1..to.extent::<0>() {
        for j in 0..to.extent::<1>() {
            to[(i, j)] += to[(i - 1, j)];
        }
    }
}
#[inline(never)]
fn along_columns_by_slices(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    let mut rows = from.slices::<0>().zip(to.slices_mut::<0>());
    let Some((first, mut above)) = rows.next() else { return };
    above.copy_from(&first);
    for (from, mut row) in rows {
        row.zip_mut_with((&from, &above), |y, (x, a)| *y = a + x);
        above = row;
    }
}
#[inline(never)]
fn along_columns_by_hand(from: &[f32], n: usize, to: &mut [f32]) {
    let mut rows = from.chunks_exact(n).zip(to.chunks_exact_mut(n));
    let Some((first, mut above)) = rows.next() else { return };
    above.copy_from_slice(first);
    for (from, row) in rows {
        for ((y, x), a) in row.iter_mut().zip(from).zip(&*above) {
            *y = a + x;
        }
        above = row;
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    along_rows(&from, &mut ours.view_mut());
    along_rows_by_hand(&data, n, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "prefix sums along rows",
        m * n,
        || along_rows(&from, &mut ours.view_mut()),
        || along_rows_by_hand(&data, n, &mut hand),
    );
    along_columns_by_hand(&data, n, &mut hand);
    along_columns(&from, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    along_columns_by_slices(&from, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "prefix sums along columns, by index",
        m * n,
        || along_columns(&from, &mut ours.view_mut()),
        || along_columns_by_hand(&data, n, &mut hand),
    );
    beside(
        to,
        "prefix sums along columns, by slices",
        m * n,
        || along_columns_by_slices(&from, &mut ours.view_mut()),
        || along_columns_by_hand(&data, n, &mut hand),
    );
}
