//! The windows of an image as a matrix, for a product with filters.

use std::hint::black_box;

use tilework::{Layout, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

/// Images whose rows are contiguous: the first mode goes along a row.
type Image = Layout!((_,_):(1,_));

/// Window after window.
#[inline(never)]
fn windows(from: &View<f32, Image>, to: &mut [f32]) {
    let (w, h) = (from.extent::<0>() - 2, from.extent::<1>() - 2);
    let mut to = Tensor::new(to, layout!(((3, 3), (w, h)))).unwrap();
    to.copy_from(&from.windows(layout!((3, 3))));
}
#[inline(never)]
fn windows_by_hand(from: &[f32], (w, h): (usize, usize), to: &mut [f32]) {
    for (y, to) in to.chunks_exact_mut(9 * w).take(h).enumerate() {
        let rows = [0, 1, 2].map(|j| &from[(y + j) * (w + 2)..][..w + 2]);
        for (x, window) in to.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            for j in 0..3 {
                for i in 0..3 {
                    window[i + 3 * j] = rows[j][x + i];
                }
            }
        }
    }
}

/// A row for each element of the window.
#[inline(never)]
fn elements(from: &View<f32, Image>, to: &mut ViewMut<f32, Layout!(((3,3),(_,_)):((_,_),(1,_)))>) {
    to.copy_from(&from.windows(layout!((3, 3))));
}
#[inline(never)]
fn elements_by_hand(from: &[f32], (w, h): (usize, usize), to: &mut [f32]) {
    for (k, to) in to.chunks_exact_mut(w * h).enumerate() {
        for (y, to) in to.chunks_exact_mut(w).enumerate() {
            to.copy_from_slice(&from[(y + k / 3) * (w + 2) + k % 3..][..w]);
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (w, h) = black_box((62, 62));
    let data = numbers((w + 2) * (h + 2));
    let from = Tensor::new(&data[..], layout!(({ w + 2 }, { h + 2 }))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; 9 * w * h], vec![0.0; 9 * w * h]);
    windows(&from, &mut ours);
    windows_by_hand(&data, (w, h), &mut hand);
    assert_eq!(ours, hand);
    beside(
        to,
        "im2col, window after window",
        9 * w * h,
        || windows(&from, &mut ours),
        || windows_by_hand(&data, (w, h), &mut hand),
    );
    let rows = layout!(((3,3),(w,h)):(({w * h},{3 * w * h}),(1,w)));
    elements(&from, &mut Tensor::new(&mut ours[..], rows).unwrap());
    elements_by_hand(&data, (w, h), &mut hand);
    assert_eq!(ours, hand);
    beside(
        to,
        "im2col, a row for each element of the window",
        9 * w * h,
        || elements(&from, &mut Tensor::new(&mut ours[..], rows).unwrap()),
        || elements_by_hand(&data, (w, h), &mut hand),
    );
}
