//! Squares of the distances of all pairs of points.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::{beside, near, sum_of_pairs};
use crate::{Rows, numbers};

type Columns = Layout!((_,_):(1,_));

/// Distances of points that lie one after another, of any dimension.
#[inline(never)]
fn points(x: &View<f32, Columns>, y: &View<f32, Columns>, to: &mut ViewMut<f32, Columns>) {
    for (y, mut column) in y.slices::<1>().zip(to.slices_mut::<1>()) {
        for (x, to) in x.slices::<1>().zip(&mut column) {
            *to = x.iter().zip(&y).map(|(x, y)| (x - y) * (x - y)).sum();
        }
    }
}
#[inline(never)]
fn points_by_hand(x: &[f32], y: &[f32], d: usize, to: &mut [f32]) {
    let m = x.len() / d;
    for (y, column) in y.chunks_exact(d).zip(to.chunks_exact_mut(m)) {
        for (x, to) in x.chunks_exact(d).zip(column) {
            *to = x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum();
        }
    }
}

/// The same in chains.
#[inline(never)]
fn points_in_chains(
    x: &View<f32, Columns>,
    y: &View<f32, Columns>,
    to: &mut ViewMut<f32, Columns>,
) {
    for (j, y) in y.slices::<1>().enumerate() {
        for (i, x) in x.slices::<1>().enumerate() {
            to[(i, j)] = (&x - &y).map(|d| d * d).sum();
        }
    }
}
#[inline(never)]
fn points_in_chains_by_hand(x: &[f32], y: &[f32], d: usize, to: &mut [f32]) {
    let m = x.len() / d;
    for (y, column) in y.chunks_exact(d).zip(to.chunks_exact_mut(m)) {
        for (x, to) in x.chunks_exact(d).zip(column) {
            *to = sum_of_pairs(x, y, |x, y| (x - y) * (x - y));
        }
    }
}

/// Distances of points in space whose coordinates lie apart.
#[inline(never)]
fn coordinates(
    x: &View<f32, Layout!((_,3):(1,_))>,
    y: &View<f32, Layout!((_,3):(1,_))>,
    to: &mut ViewMut<f32, Columns>,
) {
    let [x0, x1, x2] = [0, 1, 2].map(|k| x.slice((.., k)));
    for (j, mut column) in to.slices_mut::<1>().enumerate() {
        let [y0, y1, y2] = [0, 1, 2].map(|k| y[(j, k)]);
        column.zip_mut_with((&x0, &x1, &x2), |to, (x0, x1, x2)| {
            let (d0, d1, d2) = (x0 - y0, x1 - y1, x2 - y2);
            *to = d0 * d0 + d1 * d1 + d2 * d2;
        });
    }
}
#[inline(never)]
fn coordinates_by_hand(x: &[f32], y: &[f32], to: &mut [f32]) {
    let (m, n) = (x.len() / 3, y.len() / 3);
    let [x0, x1, x2] = [0, 1, 2].map(|k| &x[k * m..][..m]);
    for (j, column) in to.chunks_exact_mut(m).enumerate() {
        let [y0, y1, y2] = [0, 1, 2].map(|k| y[k * n + j]);
        for (((to, x0), x1), x2) in column.iter_mut().zip(x0).zip(x1).zip(x2) {
            let (d0, d1, d2) = (x0 - y0, x1 - y1, x2 - y2);
            *to = d0 * d0 + d1 * d1 + d2 * d2;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (d, m, n) = black_box((40, 64, 48));
    let (x, y) = (numbers(d * m), numbers(d * n + 3)[3..].to_vec());
    let xt = Tensor::new(&x[..], layout!((d, m))).unwrap();
    let yt = Tensor::new(&y[..], layout!((d, n))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m, n))), vec![0.0; m * n]);
    points(&xt, &yt, &mut ours.view_mut());
    points_by_hand(&x, &y, d, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "distances of pairs, points one after another",
        d * m * n,
        || points(&xt, &yt, &mut ours.view_mut()),
        || points_by_hand(&x, &y, d, &mut hand),
    );
    points_in_chains(&xt, &yt, &mut ours.view_mut());
    points_in_chains_by_hand(&x, &y, d, &mut hand);
    assert!(near(ours.data(), &hand));
    beside(
        to,
        "distances of pairs, points one after another, in chains",
        d * m * n,
        || points_in_chains(&xt, &yt, &mut ours.view_mut()),
        || points_in_chains_by_hand(&x, &y, d, &mut hand),
    );
    let (m, n) = black_box((200, 150));
    let (x, y) = (numbers(3 * m), numbers(3 * n));
    let xt = Tensor::new(&x[..], layout!((m, 3))).unwrap();
    let yt = Tensor::new(&y[..], layout!((n, 3))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m, n))), vec![0.0; m * n]);
    coordinates(&xt, &yt, &mut ours.view_mut());
    coordinates_by_hand(&x, &y, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "distances of pairs in space, coordinates apart",
        m * n,
        || coordinates(&xt, &yt, &mut ours.view_mut()),
        || coordinates_by_hand(&x, &y, &mut hand),
    );
}
