//! The largest of each 2 x 2 elements.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

/// Images whose rows are contiguous: the first mode goes along a row.
type Image = Layout!((_,_):(1,_));

fn larger(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// A fold along the tile.
#[inline(never)]
fn folded(from: &View<f32, Image>, to: &mut ViewMut<f32, Image>) {
    let tiles = from.zipped_divide(layout!(<2,2>));
    to.copy_from(&tiles.along::<0>().fold(f32::NEG_INFINITY, larger));
}
/// Tile by tile.
#[inline(never)]
fn by_tiles(from: &View<f32, Image>, to: &mut ViewMut<f32, Image>) {
    let tiles = from.zipped_divide(layout!(<2,2>));
    for y in 0..to.extent::<1>() {
        for x in 0..to.extent::<0>() {
            to[(x, y)] = tiles.slice((.., (x, y))).fold(f32::NEG_INFINITY, |x, &y| larger(x, y));
        }
    }
}
/// One pass over four slices.
#[inline(never)]
fn by_slices(from: &View<f32, Image>, to: &mut ViewMut<f32, Image>) {
    let tiles = from.zipped_divide(layout!(<2,2>));
    let at = |i, j| tiles.slice(((i, j), ..));
    to.zip_mut_with((&at(0, 0), &at(1, 0), &at(0, 1), &at(1, 1)), |to, (a, b, c, d)| {
        *to = larger(larger(*a, *b), larger(*c, *d));
    });
}
#[inline(never)]
fn by_hand(from: &[f32], w: usize, to: &mut [f32]) {
    for (rows, to) in from.chunks_exact(2 * w).zip(to.chunks_exact_mut(w / 2)) {
        let (above, below) = rows.split_at(w);
        let (above, below) = (above.as_chunks::<2>().0, below.as_chunks::<2>().0);
        for ((to, [a, b]), [c, d]) in to.iter_mut().zip(above).zip(below) {
            *to = larger(larger(*a, *b), larger(*c, *d));
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (w, h) = black_box((256, 200));
    let data = numbers(w * h);
    let from = Tensor::new(&data[..], layout!((w, h))).unwrap();
    let mut hand = vec![0.0; w * h / 4];
    by_hand(&data, w, &mut hand);
    let names = ["folded", "tile by tile", "by slices"];
    type Pooling = fn(&View<f32, Image>, &mut ViewMut<f32, Image>);
    for (name, f) in names.into_iter().zip([folded as Pooling, by_tiles, by_slices]) {
        let mut ours = Owned::zeros(layout!(({ w / 2 }, { h / 2 })));
        f(&from, &mut ours.view_mut());
        assert_eq!(ours.data()[..], hand[..]);
        beside(
            to,
            &format!("max pooling 2 x 2, {name}"),
            w * h,
            || f(&from, &mut ours.view_mut()),
            || by_hand(&data, w, &mut hand),
        );
    }
}
