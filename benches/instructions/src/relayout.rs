//! Copies from rows to tiles and back, beside hand-written loops.

use std::hint::black_box;

use tilework::{Tensor, algorithm::copy, layout};

use crate::counter::{Counter, Way};

/// A number of each type that is copied.
pub trait Number: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    const NAME: &str;
    fn of(i: usize) -> Self;
}
macro_rules! number {
    ($($t:ident)*) => {$(
        impl Number for $t {
            const NAME: &str = stringify!($t);
            fn of(i: usize) -> Self {
                (i % 65536) as $t
            }
        }
    )*};
}
number!(u8 u16 f32 f64);

/// The extent of the matrices: there are so many tiles in a row that the loops are those of large matrices.
const N: usize = 512;

/// All rows.
pub fn rows(counter: &mut Counter) {
    macro_rules! tiles {
        ($t:ty, $w:literal, $h:literal) => {{
            let n = black_box(N);
            let (across, down, band, area) = (n / $w, n / $h, n * $h, $w * $h);
            // The static tile, and dynamic extents around it.
            let rows = layout!((($w,$h),(across,down)):((1,n),($w,band)));
            let tiles = layout!((($w,$h),(across,down)):((1,$w),(area,band)));
            relayout!($t, "to", $w, $h, rows, tiles, tile_by_hand);
            relayout!($t, "from", $w, $h, tiles, rows, untile_by_hand);
        }};
    }
    macro_rules! relayout {
        ($t:ty, $way:literal, $w:literal, $h:literal, $from:ident, $to:ident, $by_hand:ident) => {
            let row = format!("relayout {} {} {} x {} tiles", <$t>::NAME, $way, $w, $h);
            if counter.wants(&row) {
                let data: Vec<$t> = (0..N * N).map(<$t>::of).collect();
                let (mut ours, mut hand) = (vec![0.0; N * N], vec![0.0; N * N]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let from = Tensor::new(&data[..], $from).unwrap();
                            let mut to = Tensor::new(&mut ours[..], $to).unwrap();
                            copy(&from, &mut to).unwrap();
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| $by_hand::<$t, $w, $h>(&data, &mut hand, black_box(N))),
                    ),
                ];
                counter.row(&row, N * N, ways);
                assert!(ours == hand);
            }
        };
    }
    tiles!(f32, 8, 8);
    tiles!(f32, 16, 4);
    tiles!(f64, 8, 8);
    tiles!(f64, 16, 4);
    of_static_layouts(counter);
}

/// All static.
fn of_static_layouts(counter: &mut Counter) {
    macro_rules! row {
        ($name:literal, |$from:ident, $to:ident| $run:expr) => {
            if counter.wants($name) {
                let data: Vec<f32> = (0..N * N).map(f32::of).collect();
                let (mut ours, mut hand) = (vec![0.0; N * N], vec![0.0; N * N]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let from = layout!(((8,8),(64,64)):((1,512),(8,4096)));
                            let to = layout!(((8,8),(64,64)):((1,8),(64,4096)));
                            let $from = Tensor::new(&data[..], from).unwrap();
                            let mut $to = Tensor::new(&mut ours[..], to).unwrap();
                            $run;
                        }),
                    ),
                    ("by hand", Box::new(|| tile_by_hand::<f32, 8, 8>(&data, &mut hand, N))),
                ];
                counter.row($name, N * N, ways);
                assert!(ours == hand);
            }
        };
    }
    row!("relayout f32 to 8 x 8 tiles, static", |from, to| copy(&from, &mut to).unwrap());
    row!("relayout f32 to 8 x 8 tiles, static, zip_mut_with", |from, to| {
        to.zip_mut_with(&from, |to, from| *to = *from)
    });
}

#[inline(never)]
fn tile_by_hand<T: Copy, const W: usize, const H: usize>(from: &[T], to: &mut [T], n: usize) {
    assert!(from.len() >= n * n && to.len() >= n * n);
    for l in 0..n / H {
        for k in 0..n / W {
            for j in 0..H {
                for i in 0..W {
                    // SAFETY: both indices are below n * n.
                    unsafe {
                        *to.get_unchecked_mut(i + W * j + W * H * k + H * n * l) =
                            *from.get_unchecked(i + n * j + W * k + H * n * l);
                    }
                }
            }
        }
    }
}

#[inline(never)]
fn untile_by_hand<T: Copy, const W: usize, const H: usize>(from: &[T], to: &mut [T], n: usize) {
    assert!(from.len() >= n * n && to.len() >= n * n);
    for l in 0..n / H {
        for k in 0..n / W {
            for j in 0..H {
                for i in 0..W {
                    // SAFETY: both indices are below n * n.
                    unsafe {
                        *to.get_unchecked_mut(i + n * j + W * k + H * n * l) =
                            *from.get_unchecked(i + W * j + W * H * k + H * n * l);
                    }
                }
            }
        }
    }
}
