//! Gray of red, green and blue.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::Rows;

/// The three bytes of a pixel lie together.
type Pixels = Layout!((3,_,_):(1,3,_));
type Image = Layout!((_,_):(1,_));

#[inline(never)]
fn gray(from: &View<u8, Pixels>, to: &mut ViewMut<f32, Image>) {
    let [r, g, b] = [0, 1, 2].map(|c| from.slice((c, .., ..)));
    to.zip_mut_with((&r, &g, &b), |to, (&r, &g, &b)| {
        *to = 0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b);
    });
}
#[inline(never)]
fn gray_by_hand(from: &[u8], to: &mut [f32]) {
    for (to, [r, g, b]) in to.iter_mut().zip(from.as_chunks::<3>().0) {
        *to = 0.299 * f32::from(*r) + 0.587 * f32::from(*g) + 0.114 * f32::from(*b);
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (w, h) = black_box((160, 120));
    let data: Vec<u8> = (0..3 * w * h).map(|i| (i * 7) as u8).collect();
    let from = Tensor::new(&data[..], layout!((3,w,h):(1,3,{3 * w}))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((w, h))), vec![0.0; w * h]);
    gray(&from, &mut ours.view_mut());
    gray_by_hand(&data, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "gray of interleaved bytes",
        w * h,
        || gray(&from, &mut ours.view_mut()),
        || gray_by_hand(&data, &mut hand),
    );
}
