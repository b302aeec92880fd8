//! A matrix turned into rows that are padded.

use std::hint::black_box;

use tilework::{Layout, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));

#[inline(never)]
fn turn(from: &View<f32, ByRows>, to: &mut ViewMut<f32, ByRows>) {
    to.copy_from(&from.transposed());
}
/// Blocks of 16 x 16, through rows of 4 x 4.
#[inline(never)]
fn turn_by_hand(from: &[f32], (m, n): (usize, usize), to: &mut [f32], lda: usize) {
    const B: usize = 16;
    for x in (0..m).step_by(B) {
        for y in (0..n).step_by(B) {
            for j in y..n.min(y + B) {
                let row = &mut to[j * lda..][..m];
                for i in x..m.min(x + B) {
                    row[i] = from[i * n + j];
                }
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n, lda) = black_box((250, 200, 256));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (vec![0.0; n * lda], vec![0.0; n * lda]);
    turn(&from, &mut Tensor::new(&mut ours[..], layout!((n,m):(lda,1))).unwrap());
    turn_by_hand(&data, (m, n), &mut hand, lda);
    assert_eq!(ours, hand);
    beside(
        to,
        "transposed into padded rows",
        m * n,
        || turn(&from, &mut Tensor::new(&mut ours[..], layout!((n,m):(lda,1))).unwrap()),
        || turn_by_hand(&data, (m, n), &mut hand, lda),
    );
}
