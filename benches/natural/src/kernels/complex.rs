//! The product of complex numbers, whose real and imaginary parts take turns.

use std::hint::black_box;

use tilework::{Layout, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type Complex = Layout!((2, _));

/// The real parts, then the imaginary ones.
#[inline(never)]
fn by_parts(a: &View<f32, Complex>, b: &View<f32, Complex>, c: &mut ViewMut<f32, Complex>) {
    let (ar, ai, br, bi) = (a.slice((0, ..)), a.slice((1, ..)), b.slice((0, ..)), b.slice((1, ..)));
    let parts = (&ar, &ai, &br, &bi);
    c.slice_mut((0, ..)).zip_mut_with(parts, |c, (ar, ai, br, bi)| *c = ar * br - ai * bi);
    c.slice_mut((1, ..)).zip_mut_with(parts, |c, (ar, ai, br, bi)| *c = ar * bi + ai * br);
}
/// Number by number.
#[inline(never)]
fn by_numbers(a: &View<f32, Complex>, b: &View<f32, Complex>, c: &mut ViewMut<f32, Complex>) {
    for ((a, b), mut c) in a.slices::<1>().zip(b.slices::<1>()).zip(c.slices_mut::<1>()) {
        c[0] = a[0] * b[0] - a[1] * b[1];
        c[1] = a[0] * b[1] + a[1] * b[0];
    }
}
#[inline(never)]
fn by_hand(a: &[f32], b: &[f32], c: &mut [f32]) {
    let (a, b, c) = (a.as_chunks().0, b.as_chunks().0, c.as_chunks_mut().0);
    for (([ar, ai], [br, bi]), c) in a.iter().zip(b).zip(c) {
        *c = [ar * br - ai * bi, ar * bi + ai * br];
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let n = black_box(10_000);
    let (a, b) = (numbers(2 * n), numbers(2 * n + 1)[1..].to_vec());
    let at = Tensor::new(&a[..], layout!((2, n))).unwrap();
    let bt = Tensor::new(&b[..], layout!((2, n))).unwrap();
    let (mut ours, mut hand) =
        (Tensor::new(vec![0.0; 2 * n], layout!((2, n))).unwrap(), vec![0.0; 2 * n]);
    by_hand(&a, &b, &mut hand);
    by_parts(&at, &bt, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    by_numbers(&at, &bt, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "product of interleaved complex numbers, by parts",
        n,
        || by_parts(&at, &bt, &mut ours.view_mut()),
        || by_hand(&a, &b, &mut hand),
    );
    beside(
        to,
        "product of interleaved complex numbers, one by one",
        n,
        || by_numbers(&at, &bt, &mut ours.view_mut()),
        || by_hand(&a, &b, &mut hand),
    );
}
