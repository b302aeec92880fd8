//! A histogram of each tile of an image.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::Rows;

type ByRows = Layout!((_,_):(_,1));

#[inline(never)]
fn histograms(image: &View<u8, ByRows>, to: &mut ViewMut<u32, Layout!((256, _, _))>) {
    to.fill(0);
    for ((x, y), tile) in image.tiles(layout!(<16,16>)).with_coordinates() {
        let mut bins = to.slice_mut((.., x, y));
        tile.for_each(|&v| bins[v as usize] += 1);
    }
}
/// The same along the rows of a tile, which are contiguous.
#[inline(never)]
fn histograms_by_rows(image: &View<u8, ByRows>, to: &mut ViewMut<u32, Layout!((256, _, _))>) {
    to.fill(0);
    for ((x, y), tile) in image.tiles(layout!(<16,16>)).with_coordinates() {
        let mut bins = to.slice_mut((.., x, y));
        tile.transposed().for_each(|&v| bins[v as usize] += 1);
    }
}
#[inline(never)]
fn histograms_by_hand(image: &[u8], m: usize, n: usize, to: &mut [u32]) {
    let all = to.as_chunks_mut::<256>().0;
    all.fill([0; 256]);
    for y in 0..n / 16 {
        for x in 0..m / 16 {
            let bins = &mut all[x + y * (m / 16)];
            for i in 0..16 {
                for &v in &image[(16 * x + i) * n + 16 * y..][..16] {
                    bins[v as usize] += 1;
                }
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 192));
    let data: Vec<u8> = (0..m * n).map(|i| (i * i / 7) as u8).collect();
    let image = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let mut ours = Owned::zeros(layout!((256, { m / 16 }, { n / 16 })));
    let mut hand = vec![0; m * n];
    histograms(&image, &mut ours.view_mut());
    histograms_by_hand(&data, m, n, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    histograms_by_rows(&image, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "histograms of tiles, along rows",
        m * n,
        || histograms_by_rows(&image, &mut ours.view_mut()),
        || histograms_by_hand(&data, m, n, &mut hand),
    );
    beside(
        to,
        "histograms of tiles",
        m * n,
        || histograms(&image, &mut ours.view_mut()),
        || histograms_by_hand(&data, m, n, &mut hand),
    );
}
