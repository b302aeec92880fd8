//! Tiles in generic code, and windows with predicates: a blur whose image has no border.

use std::hint::black_box;

use tilework::{
    Fragment, Layout, Owned, Tensor, View, ViewMut,
    generic::{Deferred, RankLayout},
    layout,
};

use super::{beside, near};
use crate::{Rows, numbers};

type Image = Layout!((_,_):(_,1));

/// The sum of each tile of 8 x 8, of any matrix.
#[inline(never)]
fn tile_sums(t: &View<f32, impl RankLayout<2>>, to: &mut [f32]) {
    for (tile, to) in t.tiles(Deferred(layout!(<8,8>))).zip(to) {
        *to = tile.slices::<0>().map(|row| row.sum()).sum();
    }
}
#[inline(never)]
fn tile_sums_by_hand(t: &[f32], m: usize, n: usize, to: &mut [f32]) {
    for j in (0..n).step_by(8) {
        for i in (0..m).step_by(8) {
            let row = |i: usize| t[i * n + j..][..8].iter().sum::<f32>();
            to[i / 8 + j / 8 * (m / 8)] = (i..i + 8).map(row).sum();
        }
    }
}

/// The sums of 3 x 3 elements, as the guide has them.
#[inline(never)]
fn blur(image: &View<f32, Image>, out: &mut ViewMut<f32, Image>) {
    let mut halo = Fragment::filled(layout!((18,18):row_major), 0.0).unwrap();
    let windows = image.predicated_windows([-1, -1], [16, 16], layout!((18, 18)));
    for (window, mut tile) in windows.zip(out.predicated_tiles_mut(layout!(<16,16>))) {
        window.load(0.0, &mut halo).unwrap();
        let mut sums = Fragment::filled(layout!((16,16):row_major), 0.0).unwrap();
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            sums.zip_mut_with(&halo.window((i, j), layout!((16, 16))), |to, x| *to += x);
        }
        tile.store(&sums).unwrap();
    }
}
#[inline(never)]
fn blur_by_hand(image: &[f32], m: usize, n: usize, out: &mut [f32]) {
    for i in (0..m).step_by(16) {
        for j in (0..n).step_by(16) {
            let mut halo = [[0.0; 18]; 18];
            let (left, right) = (j.max(1) - 1, (j + 17).min(n));
            for y in i.max(1) - 1..(i + 17).min(m) {
                halo[y + 1 - i][left + 1 - j..right + 1 - j]
                    .copy_from_slice(&image[y * n + left..y * n + right]);
            }
            let mut sums = [[0.0; 16]; 16];
            for (y, x) in (0..3).flat_map(|y| (0..3).map(move |x| (y, x))) {
                for i in 0..16 {
                    for j in 0..16 {
                        sums[i][j] += halo[i + y][j + x];
                    }
                }
            }
            for y in i..(i + 16).min(m) {
                let width = 16.min(n - j);
                out[y * n + j..][..width].copy_from_slice(&sums[y - i][..width]);
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n): (usize, usize) = black_box((200, 256));
    let data = numbers(m * n);
    let t = Tensor::new(&data[..], layout!((m,n):(n,1))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n / 64], vec![0.0; m * n / 64]);
    tile_sums(&t, &mut ours);
    tile_sums_by_hand(&data, m, n, &mut hand);
    assert!(near(&ours, &hand));
    let (sums, by_hand) =
        (|| tile_sums(&t, &mut ours), || tile_sums_by_hand(&data, m, n, &mut hand));
    beside(to, "sums of tiles of any matrix", m * n, sums, by_hand);

    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):(n,1))), vec![0.0; m * n]);
    blur(&t, &mut ours.view_mut());
    blur_by_hand(&data, m, n, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    let (blurred, by_hand) =
        (|| blur(&t, &mut ours.view_mut()), || blur_by_hand(&data, m, n, &mut hand));
    beside(to, "blur by windows with predicates", m * n, blurred, by_hand);
}
