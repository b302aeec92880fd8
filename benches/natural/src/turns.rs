//! Transposes of small and of tall matrices.
use crate::{Rows, numbers};
use std::hint::black_box;
use tilework::{Layout, Tensor, View, ViewMut, algorithm::transpose, layout};

type Columns = Layout!((_,_):(1,_));

#[inline(never)]
fn turn(from: &View<f32, Columns>, to: &mut ViewMut<f32, Columns>) {
    transpose(from, to).unwrap();
}
#[inline(never)]
fn blocked(from: &[f32], m: usize, n: usize, to: &mut [f32]) {
    const B: usize = 16;
    for i in (0..m).step_by(B) {
        for j in (0..n).step_by(B) {
            for j in j..n.min(j + B) {
                for i in i..m.min(i + B) {
                    to[i * n + j] = from[j * m + i];
                }
            }
        }
    }
}
/// Transposes a matrix of `m` rows and `n` columns, and back.
fn tall(rows: &mut impl Rows, m: usize, n: usize) {
    let names = [format!("turns: {m} x {n}"), format!("turns: {n} x {m}")];
    if !names.iter().any(|name| rows.wants(name)) {
        return;
    }
    let (m, n) = black_box((m, n));
    let from: Vec<f32> = numbers(m * n);
    let (mut to, mut hand, mut other) = (vec![0.0; m * n], vec![0.0; m * n], vec![0.0; m * n]);
    turn(
        &Tensor::new(&from[..], layout!((m,n):(1,m))).unwrap(),
        &mut Tensor::new(&mut to[..], layout!((n,m):(1,n))).unwrap(),
    );
    blocked(&from, m, n, &mut hand);
    assert_eq!(to, hand);
    let (from, back) = (&from, hand.clone());
    rows.row(
        &names[0],
        m * n,
        vec![
            (
                "tilework",
                Box::new(|| {
                    turn(
                        &Tensor::new(&from[..], layout!((m,n):(1,m))).unwrap(),
                        &mut Tensor::new(&mut to[..], layout!((n,m):(1,n))).unwrap(),
                    )
                }),
            ),
            ("blocked", Box::new(|| blocked(from, m, n, &mut hand))),
            ("transpose", Box::new(|| transpose::transpose(from, &mut other, m, n))),
        ],
    );
    rows.row(
        &names[1],
        m * n,
        vec![
            (
                "tilework",
                Box::new(|| {
                    turn(
                        &Tensor::new(&back[..], layout!((n,m):(1,n))).unwrap(),
                        &mut Tensor::new(&mut to[..], layout!((m,n):(1,m))).unwrap(),
                    )
                }),
            ),
            ("blocked", Box::new(|| blocked(&back, n, m, &mut hand))),
            ("transpose", Box::new(|| transpose::transpose(&back, &mut other, n, m))),
        ],
    );
}

type Four = Layout!((4, 4));
#[inline(never)]
fn four(from: &View<f32, Four>, to: &mut ViewMut<f32, Four>) {
    transpose(from, to).unwrap();
}
#[inline(never)]
fn four_hand(from: &[f32; 16], to: &mut [f32; 16]) {
    for i in 0..4 {
        for j in 0..4 {
            to[4 * i + j] = from[4 * j + i];
        }
    }
}
/// All rows.
pub fn rows(rows: &mut impl Rows) {
    let from: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let (mut to, mut hand) = ([0.0; 16], [0.0; 16]);
    let f = Tensor::new(&from[..], layout!((4, 4))).unwrap();
    rows.row(
        "turns: 4 x 4, static",
        16,
        vec![
            (
                "tilework",
                Box::new(|| {
                    four(&f, &mut Tensor::new(black_box(&mut to[..]), layout!((4, 4))).unwrap())
                }),
            ),
            ("by hand", Box::new(|| four_hand(from[..].try_into().unwrap(), black_box(&mut hand)))),
        ],
    );
    let small = [(3, 3), (4, 4), (8, 8), (17, 13), (1000, 8), (1000, 12)];
    small.into_iter().for_each(|(m, n)| tall(rows, m, n));
    if rows.is_large() {
        [3, 8, 10, 12, 15, 16].into_iter().for_each(|n| tall(rows, 1 << 20, n));
    }
}
