//! A step of the fast Fourier transform: butterflies of halves.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

/// (in a half, which half, which group)
type Halves = Layout!((_,2,_):(1,_,_));
type Twiddles = Layout!((_,));

/// Real and imaginary parts lie apart. The results are in other memory.
#[inline(never)]
fn step(
    (re, im): (&View<f32, Halves>, &View<f32, Halves>),
    (wr, wi): (&View<f32, Twiddles>, &View<f32, Twiddles>),
    to_re: &mut ViewMut<f32, Halves>,
    to_im: &mut ViewMut<f32, Halves>,
) {
    for g in 0..re.extent::<2>() {
        let (ar, br) = (re.slice((.., 0, g)), re.slice((.., 1, g)));
        let (ai, bi) = (im.slice((.., 0, g)), im.slice((.., 1, g)));
        let (mut to_re, mut to_im) = (to_re.slice_mut((.., .., g)), to_im.slice_mut((.., .., g)));
        let (mut ur, mut vr) = to_re.pair_mut::<1>(0, 1).unwrap();
        ur.zip_mut_with((&mut vr, &ar, &br, &bi, wr, wi), |u, (v, a, br, bi, wr, wi)| {
            let t = br * wr - bi * wi;
            (*u, *v) = (a + t, a - t);
        });
        let (mut ui, mut vi) = to_im.pair_mut::<1>(0, 1).unwrap();
        ui.zip_mut_with((&mut vi, &ai, &br, &bi, wr, wi), |u, (v, a, br, bi, wr, wi)| {
            let t = br * wi + bi * wr;
            (*u, *v) = (a + t, a - t);
        });
    }
}
#[inline(never)]
fn step_by_hand(
    (re, im): (&[f32], &[f32]),
    (wr, wi): (&[f32], &[f32]),
    to_re: &mut [f32],
    to_im: &mut [f32],
) {
    let half = wr.len();
    let from = re.chunks_exact(2 * half).zip(im.chunks_exact(2 * half));
    let to = to_re.chunks_exact_mut(2 * half).zip(to_im.chunks_exact_mut(2 * half));
    for ((re, im), (to_re, to_im)) in from.zip(to) {
        let ((ar, br), (ai, bi)) = (re.split_at(half), im.split_at(half));
        let (ur, vr) = to_re.split_at_mut(half);
        let (ui, vi) = to_im.split_at_mut(half);
        let (br, ai, bi, wi) = (&br[..half], &ai[..half], &bi[..half], &wi[..half]);
        let (vr, ui, vi) = (&mut vr[..half], &mut ui[..half], &mut vi[..half]);
        for i in 0..half {
            let (tr, ti) = (br[i] * wr[i] - bi[i] * wi[i], br[i] * wi[i] + bi[i] * wr[i]);
            (ur[i], ui[i]) = (ar[i] + tr, ai[i] + ti);
            (vr[i], vi[i]) = (ar[i] - tr, ai[i] - ti);
        }
    }
}

type Complex = [f32; 2];
fn times([a, b]: Complex, [c, d]: Complex) -> Complex {
    [a * c - b * d, a * d + b * c]
}
/// Elements are complex numbers, and change in place.
#[inline(never)]
fn in_place(x: &mut ViewMut<Complex, Halves>, w: &View<Complex, Twiddles>) {
    for mut group in x.slices_mut::<2>() {
        let mut halves = group.slices_mut::<1>();
        let (Some(mut a), Some(mut b)) = (halves.next(), halves.next()) else { return };
        for ((a, b), w) in a.iter_mut().zip(&mut b).zip(w) {
            let t = times(*b, *w);
            *b = [a[0] - t[0], a[1] - t[1]];
            *a = [a[0] + t[0], a[1] + t[1]];
        }
    }
}
/// The same with both halves written in lockstep.
#[inline(never)]
fn in_lockstep(x: &mut ViewMut<Complex, Halves>, w: &View<Complex, Twiddles>) {
    for mut group in x.slices_mut::<2>() {
        let (mut a, mut b) = group.pair_mut::<1>(0, 1).unwrap();
        a.zip_mut_with((&mut b, w), |a, (b, w)| {
            let t = times(*b, *w);
            *b = [a[0] - t[0], a[1] - t[1]];
            *a = [a[0] + t[0], a[1] + t[1]];
        });
    }
}
#[inline(never)]
fn in_place_by_hand(x: &mut [Complex], w: &[Complex]) {
    for group in x.chunks_exact_mut(2 * w.len()) {
        let (a, b) = group.split_at_mut(w.len());
        for ((a, b), w) in a.iter_mut().zip(b).zip(w) {
            let t = times(*b, *w);
            *b = [a[0] - t[0], a[1] - t[1]];
            *a = [a[0] + t[0], a[1] + t[1]];
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (half, groups) = black_box((64, 50));
    let n = 2 * half * groups;
    let (re, im, wr, wi) =
        (numbers(n), numbers(n + 2)[2..].to_vec(), numbers(half), numbers(half + 1)[1..].to_vec());
    let halves = layout!((half, 2, groups));
    let (ret, imt) = (Tensor::new(&re[..], halves).unwrap(), Tensor::new(&im[..], halves).unwrap());
    let (wrt, wit) = (
        Tensor::new(&wr[..], layout!((half,))).unwrap(),
        Tensor::new(&wi[..], layout!((half,))).unwrap(),
    );
    let (mut ours, mut hand) =
        ((Owned::zeros(halves), Owned::zeros(halves)), (vec![0.0; n], vec![0.0; n]));
    step((&ret, &imt), (&wrt, &wit), &mut ours.0.view_mut(), &mut ours.1.view_mut());
    step_by_hand((&re, &im), (&wr, &wi), &mut hand.0, &mut hand.1);
    assert!(ours.0.data()[..] == hand.0 && ours.1.data()[..] == hand.1);
    beside(
        to,
        "butterflies of slices, parts apart",
        n,
        || step((&ret, &imt), (&wrt, &wit), &mut ours.0.view_mut(), &mut ours.1.view_mut()),
        || step_by_hand((&re, &im), (&wr, &wi), &mut hand.0, &mut hand.1),
    );
    let x: Vec<Complex> = re.iter().zip(&im).map(|(&x, &y)| [x, y]).collect();
    // Of absolute value 1/2, so that the numbers do not grow.
    let w: Vec<Complex> = (0..half).map(|i| [[0.5, 0.0], [0.0, 0.5], [0.3, 0.4]][i % 3]).collect();
    let wt = Tensor::new(&w[..], layout!((half,))).unwrap();
    let (mut ours, mut hand) = (x.clone(), x);
    in_place(&mut Tensor::new(&mut ours[..], halves).unwrap(), &wt);
    in_place_by_hand(&mut hand, &w);
    assert_eq!(ours, hand);
    beside(
        to,
        "butterflies in place, complex elements",
        n,
        || in_place(&mut Tensor::new(&mut ours[..], halves).unwrap(), &wt),
        || in_place_by_hand(&mut hand, &w),
    );
    hand.clone_from(&ours);
    in_lockstep(&mut Tensor::new(&mut ours[..], halves).unwrap(), &wt);
    in_place_by_hand(&mut hand, &w);
    assert_eq!(ours, hand);
    beside(
        to,
        "butterflies in place, two slices in lockstep",
        n,
        || in_lockstep(&mut Tensor::new(&mut ours[..], halves).unwrap(), &wt),
        || in_place_by_hand(&mut hand, &w),
    );
}
