//! Tiles of 4 x 4 in the order of Morton, which is Z by Z.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::Rows;

type Columns = Layout!((_,_):(1,_));
/// 256 x 256 elements: the bits of the row and of the column of a tile take turns.
type Morton = Layout!(((4,2,2,2,2,2,2),(4,2,2,2,2,2,2)):((1,16,64,256,1024,4096,16384),(4,32,128,512,2048,8192,32768)));

#[inline(never)]
fn pack(from: &View<f32, Columns>, to: &mut ViewMut<f32, Morton>) {
    to.copy_from(from);
}
/// The number whose bits are the even ones.
fn even_bits(z: usize) -> usize {
    (0..6).map(|i| (z >> (2 * i) & 1) << i).sum()
}
#[inline(never)]
fn pack_by_hand(from: &[f32], lda: usize, to: &mut [f32]) {
    for (z, tile) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let (x, y) = (4 * even_bits(z), 4 * even_bits(z >> 1));
        for (j, column) in tile.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            column.copy_from_slice(&from[x + (y + j) * lda..][..4]);
        }
    }
}

/// The sum of each tile.
#[inline(never)]
fn sums(from: &View<f32, Morton>, to: &mut ViewMut<f32, Columns>) {
    for (to, tile) in to.iter_mut().zip(from.tiles(layout!(<4,4>))) {
        *to = tile.sum();
    }
}
#[inline(never)]
fn sums_by_hand(from: &[f32], m: usize, to: &mut [f32]) {
    for (z, tile) in from.as_chunks::<16>().0.iter().enumerate() {
        to[even_bits(z) + even_bits(z >> 1) * m] = tile.iter().sum();
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 256));
    let data: Vec<f32> = (0..m * n).map(|i| (i % 1000) as f32).collect();
    let from = Tensor::new(&data[..], layout!((m, n))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
    pack(&from, &mut Tensor::new(&mut ours[..], Morton::default()).unwrap());
    pack_by_hand(&data, m, &mut hand);
    assert_eq!(ours, hand);
    let packed = hand.clone();
    beside(
        to,
        "Morton tiles packed",
        m * n,
        || pack(&from, &mut Tensor::new(&mut ours[..], Morton::default()).unwrap()),
        || pack_by_hand(&data, m, &mut hand),
    );
    let (m, n) = (m / 4, n / 4);
    let from = Tensor::new(&packed[..], Morton::default()).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m, n))), vec![0.0; m * n]);
    sums(&from, &mut ours.view_mut());
    sums_by_hand(&packed, m, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "Morton tiles summed",
        16 * m * n,
        || sums(&from, &mut ours.view_mut()),
        || sums_by_hand(&packed, m, &mut hand),
    );
}
