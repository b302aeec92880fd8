//! A matrix times a vector.

use std::hint::black_box;

use tilework::{Layout, Tensor, View, ViewMut, algorithm::MatrixLayout, layout};

use super::{beside, near, sum_of_pairs};
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));
type Columns = Layout!((_,_):(1,_));
type Vector = Layout!((_,));

/// Row by row.
#[inline(never)]
fn by_rows(a: &View<f32, ByRows>, x: &View<f32, Vector>, y: &mut ViewMut<f32, Vector>) {
    for (y, row) in y.iter_mut().zip(a.slices::<0>()) {
        *y = row.dot(x);
    }
}
#[inline(never)]
fn by_rows_by_hand(a: &[f32], x: &[f32], y: &mut [f32]) {
    for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
        *y = sum_of_pairs(row, x, |a, x| a * x);
    }
}

/// Column by column.
#[inline(never)]
fn by_columns(a: &View<f32, Columns>, x: &View<f32, Vector>, y: &mut ViewMut<f32, Vector>) {
    y.fill(0.0);
    for (column, x) in a.slices::<1>().zip(x) {
        y.zip_mut_with(&column, |y, a| *y += a * x);
    }
}
#[inline(never)]
fn by_columns_by_hand(a: &[f32], x: &[f32], y: &mut [f32]) {
    y.fill(0.0);
    for (column, x) in a.chunks_exact(y.len()).zip(x) {
        for (y, a) in y.iter_mut().zip(column) {
            *y += a * x;
        }
    }
}

/// One function for either order.
#[inline(never)]
fn either(a: &View<f32, impl MatrixLayout>, x: &View<f32, Vector>, y: &mut ViewMut<f32, Vector>) {
    for i in 0..a.extent::<0>() {
        y[i] = (0..a.extent::<1>()).map(|j| a[(i, j)] * x[j]).sum();
    }
}
#[inline(never)]
fn either_by_hand(a: &[f32], x: &[f32], y: &mut [f32]) {
    for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
        *y = row.iter().zip(x).map(|(a, x)| a * x).sum();
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let (data, vector) = (numbers(m * n), numbers(n));
    let rows = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let columns = Tensor::new(&data[..], layout!((m, n))).unwrap();
    let x = Tensor::new(&vector[..], layout!((n,))).unwrap();
    let mut ours = Tensor::new(vec![0.0; m], layout!((m,))).unwrap();
    let mut hand = vec![0.0; m];
    by_rows(&rows, &x, &mut ours.view_mut());
    by_rows_by_hand(&data, &vector, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "matrix by rows times vector",
        m * n,
        || by_rows(&rows, &x, &mut ours.view_mut()),
        || by_rows_by_hand(&data, &vector, &mut hand),
    );
    by_columns(&columns, &x, &mut ours.view_mut());
    by_columns_by_hand(&data, &vector, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "matrix by columns times vector",
        m * n,
        || by_columns(&columns, &x, &mut ours.view_mut()),
        || by_columns_by_hand(&data, &vector, &mut hand),
    );
    either(&rows, &x, &mut ours.view_mut());
    either_by_hand(&data, &vector, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "matrix of any order times vector, by index",
        m * n,
        || either(&rows, &x, &mut ours.view_mut()),
        || either_by_hand(&data, &vector, &mut hand),
    );
}
