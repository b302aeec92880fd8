//! A stencil on tiles with their halo.

use std::hint::black_box;

use tilework::{Fragment, Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

/// Images whose rows are contiguous: the first mode goes along a row.
type Image = Layout!((_,_):(1,_));

/// A step of the heat equation from an image with a border, tile by tile.
#[inline(never)]
fn step(from: &View<f32, Image>, to: &mut ViewMut<f32, Image>) {
    for ((x, y), mut tile) in to.tiles_mut(layout!(<16,16>)).with_coordinates() {
        let halo = from.window((16 * x, 16 * y), layout!((18, 18)));
        let at = |i, j| halo.slice((i..i + 16, j..j + 16));
        tile.zip_mut_with(
            (&at(1, 1), &at(0, 1), &at(2, 1), &at(1, 0), &at(1, 2)),
            |x, (c, l, r, u, d)| *x = c + 0.2 * (l + r + u + d - 4.0 * c),
        );
    }
}
/// The same, each tile copied first.
#[inline(never)]
fn step_of_copies(from: &View<f32, Image>, to: &mut ViewMut<f32, Image>) {
    let mut halo = Fragment::filled(layout!((18, 18)), 0.0).unwrap();
    for ((x, y), mut tile) in to.tiles_mut(layout!(<16,16>)).with_coordinates() {
        halo.copy_from(&from.window((16 * x, 16 * y), layout!((18, 18))));
        let at = |i, j| halo.slice((i..i + 16, j..j + 16));
        tile.zip_mut_with(
            (&at(1, 1), &at(0, 1), &at(2, 1), &at(1, 0), &at(1, 2)),
            |x, (c, l, r, u, d)| *x = c + 0.2 * (l + r + u + d - 4.0 * c),
        );
    }
}
#[inline(never)]
fn step_by_hand(from: &[f32], w: usize, h: usize, to: &mut [f32]) {
    for y in (0..h).step_by(16) {
        for x in (0..w).step_by(16) {
            for j in y..y + 16 {
                let [above, row, below]: [&[f32; 18]; 3] =
                    [j, j + 1, j + 2].map(|j| from[j * (w + 2) + x..][..18].try_into().unwrap());
                let to: &mut [f32; 16] = (&mut to[j * w + x..][..16]).try_into().unwrap();
                for i in 0..16 {
                    let c = row[i + 1];
                    to[i] = c + 0.2 * (row[i] + row[i + 2] + above[i + 1] + below[i + 1] - 4.0 * c);
                }
            }
        }
    }
}
#[inline(never)]
fn step_of_copies_by_hand(from: &[f32], w: usize, h: usize, to: &mut [f32]) {
    let mut halo = [[0.0; 18]; 18];
    for y in (0..h).step_by(16) {
        for x in (0..w).step_by(16) {
            for j in 0..18 {
                halo[j].copy_from_slice(&from[(y + j) * (w + 2) + x..][..18]);
            }
            for j in 0..16 {
                let to: &mut [f32; 16] = (&mut to[(y + j) * w + x..][..16]).try_into().unwrap();
                let [above, row, below] = [0, 1, 2].map(|i| &halo[j + i]);
                for i in 0..16 {
                    let c = row[i + 1];
                    to[i] = c + 0.2 * (row[i] + row[i + 2] + above[i + 1] + below[i + 1] - 4.0 * c);
                }
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (w, h) = black_box((256, 192));
    let data = numbers((w + 2) * (h + 2));
    let from = Tensor::new(&data[..], layout!(({ w + 2 }, { h + 2 }))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((w, h))), vec![0.0; w * h]);
    step(&from, &mut ours.view_mut());
    step_by_hand(&data, w, h, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    step_of_copies(&from, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    step_of_copies_by_hand(&data, w, h, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "stencil on tiles with halo, in place",
        w * h,
        || step(&from, &mut ours.view_mut()),
        || step_by_hand(&data, w, h, &mut hand),
    );
    beside(
        to,
        "stencil on tiles with halo, copied",
        w * h,
        || step_of_copies(&from, &mut ours.view_mut()),
        || step_of_copies_by_hand(&data, w, h, &mut hand),
    );
}
