//! Tensors reversed along a mode, beside hand-written loops.

use std::hint::black_box;

use tilework::{Tensor, layout};

use crate::counter::{Counter, Way};

/// All rows: row-major matrices of 60 by 64, with static extents and with extents known at run time.
pub fn rows(counter: &mut Counter) {
    const M: usize = 60;
    const N: usize = 64;
    let data: Vec<u32> = (0..(M * N) as u32).collect();
    macro_rules! row {
        ($name:literal, $layout:expr, |$t:ident, $to:ident| $ours:expr, |$from:ident, $h:ident, $m:ident, $n:ident| $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![0_u32; M * N], vec![0_u32; M * N]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $t = Tensor::new(&data[..], $layout).unwrap();
                            #[allow(unused_mut)]
                            let mut $to = Tensor::new(&mut ours[..], $layout).unwrap();
                            black_box($ours);
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let ($m, $n) = black_box((M, N));
                            let ($from, $h) = (&data[..$m * $n], &mut hand[..$m * $n]);
                            black_box($by_hand);
                        }),
                    ),
                ];
                counter.row($name, data.len(), ways);
                assert!(ours == hand);
            }
        };
    }
    let dynamic = || {
        let (m, n) = black_box((M, N));
        layout!((m,n):row_major)
    };
    row!(
        "reversed rows copied, dynamic",
        dynamic(),
        |t, to| to.copy_from(&t.reversed::<0>()),
        |from, h, m, n| for i in 0..m {
            h[i * n..][..n].copy_from_slice(&from[(m - 1 - i) * n..][..n]);
        }
    );
    row!(
        "reversed columns copied, dynamic",
        dynamic(),
        |t, to| to.copy_from(&t.reversed::<1>()),
        |from, h, m, n| for i in 0..m {
            let from = from[i * n..][..n].iter().rev();
            h[i * n..][..n].iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
    );
    row!(
        "reversed columns copied, static",
        layout!((60,64):row_major),
        |t, to| to.copy_from(&t.reversed::<1>()),
        |from, h, m, n| for i in 0..m {
            let from = from[i * n..][..n].iter().rev();
            h[i * n..][..n].iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
    );
    row!(
        "reversed columns folded, dynamic",
        dynamic(),
        |t, _to| {
            let t = t.transposed();
            t.reversed::<0>().fold(0_u32, |sum, x| sum.wrapping_mul(3).wrapping_add(*x))
        },
        |from, _h, m, n| (0..m).fold(0_u32, |sum, i| {
            let row = from[i * n..][..n].iter().rev();
            row.fold(sum, |sum, x| sum.wrapping_mul(3).wrapping_add(*x))
        })
    );
    row!(
        "reversed by index, dynamic",
        dynamic(),
        |t, _to| {
            let (t, (m, n)) = (t.reversed::<1>(), t.extents());
            (0..m).fold(0, |sum, i| (0..n).fold(sum, |sum, j| sum + t[(i, j)]))
        },
        |from, _h, m, n| (0..m)
            .fold(0, |sum, i| { (0..n).fold(sum, |sum, j| sum + from[i * n + (n - 1 - j)]) })
    );
}
