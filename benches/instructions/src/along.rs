//! Reductions along a mode, of row-major matrices, beside loops over slices.

use std::hint::black_box;

use tilework::{Tensor, layout};

use crate::counter::{Counter, Way};

/// All rows.
pub fn rows(counter: &mut Counter) {
    const M: usize = 200;
    const N: usize = 96;
    let data: Vec<f32> = (0..M * N).map(|i| (i % 11) as f32).collect();
    macro_rules! row {
        ($name:literal, $length:expr, |$t:ident, $to:ident| $ours:expr, |$n:ident, $sums:ident| $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![0.0_f32; $length], vec![0.0_f32; $length]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let (m, n, length) = black_box((M, N, $length));
                            let $t = Tensor::new(&data[..], layout!((m,n):(n,1))).unwrap();
                            let mut $to = Tensor::new(&mut ours[..], layout!(length:1)).unwrap();
                            $ours;
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let ($n, $sums) = (black_box(N), &mut hand[..]);
                            $by_hand;
                        }),
                    ),
                ];
                counter.row($name, M * N, ways);
                assert_eq!(ours, hand);
            }
        };
    }
    row!(
        "along, sums of columns, by rows",
        N,
        |t, to| to.copy_from(&t.along::<0>().sum()),
        |n, sums| {
            sums.fill(0.0);
            for row in data.chunks_exact(n) {
                sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
        }
    );
    row!(
        "along, sums of rows, by rows",
        M,
        |t, to| to.copy_from(&t.along::<1>().sum()),
        |n, sums| {
            for (sum, row) in sums.iter_mut().zip(data.chunks_exact(n)) {
                *sum = row.iter().sum();
            }
        }
    );
}
