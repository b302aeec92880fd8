//! `A += x y^T`

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));
type Vector = Layout!((_,));

/// Both vectors repeated by strides of 0.
#[inline(never)]
fn repeated(a: &mut ViewMut<f32, ByRows>, x: &View<f32, Vector>, y: &View<f32, Vector>) {
    let (m, n) = (a.extent::<0>(), a.extent::<1>());
    let (x, y) = (x.compose(layout!((m,n):(1,0))), y.compose(layout!((m,n):(0,1))));
    a.zip_mut_with((&x, &y), |a, (x, y)| *a += x * y);
}
/// Row by row.
#[inline(never)]
fn by_rows(a: &mut ViewMut<f32, ByRows>, x: &View<f32, Vector>, y: &View<f32, Vector>) {
    for (mut row, x) in a.slices_mut::<0>().zip(x) {
        row.zip_mut_with(y, |a, y| *a += x * y);
    }
}
#[inline(never)]
fn by_hand(a: &mut [f32], x: &[f32], y: &[f32]) {
    for (row, x) in a.chunks_exact_mut(y.len()).zip(x) {
        for (a, y) in row.iter_mut().zip(y) {
            *a += x * y;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let (x, y) = (numbers(m), numbers(n));
    let xt = Tensor::new(&x[..], layout!((m,))).unwrap();
    let yt = Tensor::new(&y[..], layout!((n,))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    repeated(&mut ours.view_mut(), &xt, &yt);
    by_hand(&mut hand, &x, &y);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "outer product added, vectors repeated",
        m * n,
        || repeated(&mut ours.view_mut(), &xt, &yt),
        || by_hand(&mut hand, &x, &y),
    );
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    by_rows(&mut ours.view_mut(), &xt, &yt);
    by_hand(&mut hand, &x, &y);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "outer product added, row by row",
        m * n,
        || by_rows(&mut ours.view_mut(), &xt, &yt),
        || by_hand(&mut hand, &x, &y),
    );
}
