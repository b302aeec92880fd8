//! A convolution of an image with a filter of 3 x 3.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

/// Images whose rows are contiguous: the first mode goes along a row.
type Image = Layout!((_,_):(1,_));
type Filter = Layout!((3, 3));

/// Window by window.
#[inline(never)]
fn by_windows(from: &View<f32, Image>, filter: &View<f32, Filter>, to: &mut ViewMut<f32, Image>) {
    let windows = from.windows(layout!((3, 3)));
    for (to, window) in to.iter_mut().zip(windows.slices::<1>()) {
        *to = window.iter().zip(filter.iter()).map(|(x, f)| x * f).sum();
    }
}

/// Nine slices: the first one by itself, as a zip takes eight.
#[inline(never)]
fn by_slices(from: &View<f32, Image>, filter: &View<f32, Filter>, to: &mut ViewMut<f32, Image>) {
    let (w, h) = (to.extent::<0>(), to.extent::<1>());
    let at = |i, j| from.slice((i..w + i, j..h + j));
    let f = [0, 1, 2].map(|j| [0, 1, 2].map(|i| filter[(i, j)]));
    to.copy_from(&at(0, 0).map(|x| x * f[0][0]));
    to.zip_mut_with(
        (&at(1, 0), &at(2, 0), &at(0, 1), &at(1, 1), &at(2, 1), &at(0, 2), &at(1, 2), &at(2, 2)),
        |to, (b, c, d, e, g, h, i, j)| {
            let upper = *to + b * f[0][1] + c * f[0][2];
            let middle = upper + d * f[1][0] + e * f[1][1] + g * f[1][2];
            *to = middle + h * f[2][0] + i * f[2][1] + j * f[2][2];
        },
    );
}

#[inline(never)]
fn by_hand(from: &[f32], filter: &[[f32; 3]; 3], w: usize, to: &mut [f32]) {
    for (y, to) in to.chunks_exact_mut(w).enumerate() {
        let rows = [0, 1, 2].map(|j| &from[(y + j) * (w + 2)..][..w + 2]);
        for (x, to) in to.iter_mut().enumerate() {
            let mut sum = 0.0;
            for j in 0..3 {
                for i in 0..3 {
                    sum += rows[j][x + i] * filter[j][i];
                }
            }
            *to = sum;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (w, h) = black_box((250, 200));
    let data = numbers((w + 2) * (h + 2));
    let weights: Vec<f32> = (0..9).map(|i| i as f32 - 3.0).collect();
    let by_rows = [0, 1, 2].map(|j| [0, 1, 2].map(|i| weights[3 * j + i]));
    let from = Tensor::new(&data[..], layout!(({ w + 2 }, { h + 2 }))).unwrap();
    let filter = Tensor::new(&weights[..], layout!((3, 3))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((w, h))), vec![0.0; w * h]);
    by_hand(&data, &by_rows, w, &mut hand);
    by_windows(&from, &filter, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "convolution 3 x 3 by windows",
        w * h,
        || by_windows(&from, &filter, &mut ours.view_mut()),
        || by_hand(&data, &by_rows, w, &mut hand),
    );
    let mut ours = Owned::zeros(layout!((w, h)));
    by_slices(&from, &filter, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "convolution 3 x 3 by nine slices",
        w * h,
        || by_slices(&from, &filter, &mut ours.view_mut()),
        || by_hand(&data, &by_rows, w, &mut hand),
    );
}
