//! Batches of 4 x 4 matrices, as an array of structs and as a struct of arrays, by one function of the guide, beside
//! loops for each.

use std::hint::black_box;

use tilework::algorithm::{BatchLayout, matmul};
use tilework::{Tensor, View, ViewMut, layout};
use tilework_natural::text::batches::multiply;

use crate::counter::{Counter, Way};

/// The same by the function for matrices of any size.
fn product<L: BatchLayout>(a: &View<f32, L>, b: &View<f32, L>, c: &mut ViewMut<f32, L>) {
    matmul(a, b, c).unwrap();
}

/// All rows.
pub fn rows(counter: &mut Counter) {
    const N: usize = 500;
    let a: Vec<f32> = (0..16 * N).map(|i| (i % 7) as f32).collect();
    let b: Vec<f32> = (0..16 * N).map(|i| (i % 5) as f32).collect();
    macro_rules! row {
        ($name:literal, $multiply:path, |$n:ident| $layout:expr, |$d:ident| $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![0.0_f32; 16 * N], vec![0.0_f32; 16 * N]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $n = black_box(N);
                            let (a, b) = (
                                Tensor::new(&a[..], $layout).unwrap(),
                                Tensor::new(&b[..], $layout).unwrap(),
                            );
                            let mut c = Tensor::new(&mut ours[..], $layout).unwrap();
                            $multiply(&a, &b, &mut c);
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let ($n, $d) = (black_box(N), &mut hand[..]);
                            $by_hand;
                            black_box($n);
                        }),
                    ),
                ];
                counter.row($name, N, ways);
                assert_eq!(ours, hand);
            }
        };
    }
    let by_items = |d: &mut [f32]| {
        let items = a.chunks_exact(16).zip(b.chunks_exact(16)).zip(d.chunks_exact_mut(16));
        for ((a, b), d) in items {
            let a = [0, 1, 2, 3].map(|k| [0, 1, 2, 3].map(|i| a[i + 4 * k]));
            for j in 0..4 {
                let b = [0, 1, 2, 3].map(|k| b[k + 4 * j]);
                for i in 0..4 {
                    d[i + 4 * j] =
                        a[0][i] * b[0] + a[1][i] * b[1] + a[2][i] * b[2] + a[3][i] * b[3];
                }
            }
        }
    };
    row!(
        "batch of 4 x 4, array of structs",
        multiply,
        |n| layout!((4,4,n):(1,4,16)),
        |d| by_items(d)
    );
    row!("matmul of batches of 4 x 4", product, |n| layout!((4,4,n):(1,4,16)), |d| by_items(d));
    row!("batch of 4 x 4, struct of arrays", multiply, |n| layout!((4,4,n):(n,{4 * n},1)), |d| {
        for (i, j) in (0..4).flat_map(|j| (0..4).map(move |i| (i, j))) {
            let n = black_box(N);
            let [a0, a1, a2, a3] = [0, 1, 2, 3].map(|k| &a[(i + 4 * k) * n..][..n]);
            let [b0, b1, b2, b3] = [0, 1, 2, 3].map(|k| &b[(k + 4 * j) * n..][..n]);
            let d = &mut d[(i + 4 * j) * n..][..n];
            for p in 0..n {
                d[p] = a0[p] * b0[p] + a1[p] * b1[p] + a2[p] * b2[p] + a3[p] * b3[p];
            }
        }
    });
}
