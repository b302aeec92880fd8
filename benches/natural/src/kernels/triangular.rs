//! `A -= x x^T` below the diagonal, a step of Cholesky's factorization.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type Columns = Layout!((_,_):(1,_));
type Vector = Layout!((_,));

#[inline(never)]
fn by_index(a: &mut ViewMut<f32, Columns>, x: &View<f32, Vector>) {
    let n = a.extent::<0>();
    for j in 0..n {
        for i in j..n {
            a[(i, j)] -= x[i] * x[j];
        }
    }
}
#[inline(never)]
fn by_slices(a: &mut ViewMut<f32, Columns>, x: &View<f32, Vector>) {
    let n = a.extent::<0>();
    for j in 0..n {
        let factor = x[j];
        a.slice_mut((j..n, j)).zip_mut_with(&x.slice((j..n,)), |a, x| *a -= x * factor);
    }
}
#[inline(never)]
fn by_hand(a: &mut [f32], x: &[f32]) {
    for (j, column) in a.chunks_exact_mut(x.len()).enumerate() {
        for (a, y) in column[j..].iter_mut().zip(&x[j..]) {
            *a -= y * x[j];
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let n = black_box(200);
    let x = numbers(n);
    let xt = Tensor::new(&x[..], layout!((n,))).unwrap();
    let names = ["by index", "by slices"];
    type Update = fn(&mut ViewMut<f32, Columns>, &View<f32, Vector>);
    for (name, f) in names.into_iter().zip([by_index as Update, by_slices]) {
        let (mut ours, mut hand) = (Owned::zeros(layout!((n, n))), vec![0.0; n * n]);
        f(&mut ours.view_mut(), &xt);
        by_hand(&mut hand, &x);
        assert_eq!(ours.data()[..], hand[..]);
        beside(
            to,
            &format!("triangular update, {name}"),
            n * (n + 1) / 2,
            || f(&mut ours.view_mut(), &xt),
            || by_hand(&mut hand, &x),
        );
    }
}
