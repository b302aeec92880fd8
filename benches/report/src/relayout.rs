//! Copies from one layout to another.

use std::hint::black_box;

use ndarray::{Array2, Array4};
use tilework::{Tensor, algorithm::copy, layout};

use crate::measure::{Report, Way};

/// A number of each type that is measured.
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
number!(f32 f64);

/// All rows.
pub fn rows(report: &mut Report) {
    for n in [1024, 2048, 4096, 8192] {
        both::<f32, 8, 8>(report, n);
        both::<f32, 16, 4>(report, n);
        both::<f64, 8, 8>(report, n);
    }
}

/// A row-major matrix to tiles of `W` columns and `H` rows, tile by tile, and back.
fn both<T: Number, const W: usize, const H: usize>(report: &mut Report, n: usize) {
    let name = T::NAME;
    let (to_tiles, back) = (
        format!("relayout {name} {n} x {n} to {W} x {H} tiles"),
        format!("relayout {name} {n} x {n} from {W} x {H} tiles"),
    );
    let bytes = (2 * n * n * size_of::<T>()) as f64;
    let matrix: Vec<T> = (0..n * n).map(T::of).collect();
    let (across, down, band) = (n / W, n / H, n * H);
    let area = W * H;
    // The static tile, and dynamic extents around it.
    macro_rules! tiles {
        ($w:literal, $h:literal) => {
            (
                layout!((($w,$h),(across,down)):((1,n),({W},band))),
                layout!((($w,$h),(across,down)):((1,{W}),(area,band))),
            )
        };
    }
    macro_rules! run {
        ($layouts:expr) => {{
            let (rows, tiles) = $layouts;
            if report.wants(&to_tiles) {
                let [mut ours, mut hand, mut plain] = [const { Vec::new() }; 3].map(|_: Vec<T>| vec![T::default(); n * n]);
                let mut theirs = Array4::from_elem((down, across, H, W), T::default());
                let view = Array2::from_shape_vec((n, n), matrix.clone()).unwrap();
                let view = view.into_shape_with_order((down, H, across, W)).unwrap();
                let ways: Vec<Way<'_>> = vec![
                    ("tilework", Box::new(|| {
                        let from = Tensor::new(&matrix[..], rows).unwrap();
                        copy(&from, &mut Tensor::new(&mut ours[..], tiles).unwrap()).unwrap();
                    })),
                    ("by hand", Box::new(|| tile_by_hand::<T, W, H>(&matrix, &mut hand, n))),
                    ("ndarray", Box::new(|| {
                        theirs.assign(&black_box(&view).view().permuted_axes([0, 2, 1, 3]));
                    })),
                    ("memcpy", Box::new(|| plain.copy_from_slice(black_box(&matrix)))),
                ];
                report.row(&to_tiles, (bytes, "GB/s"), "hand 1.00, ndarray <= 0.6", ways);
                assert!(ours == hand && theirs.as_slice() == Some(&ours[..]));
            }
            if report.wants(&back) {
                let mut tiled = vec![T::default(); n * n];
                tile_by_hand::<T, W, H>(&matrix, &mut tiled, n);
                let [mut ours, mut hand, mut plain] = [const { Vec::new() }; 3].map(|_: Vec<T>| vec![T::default(); n * n]);
                let mut theirs = Array4::from_elem((down, H, across, W), T::default());
                let view = Array4::from_shape_vec((down, across, H, W), tiled.clone()).unwrap();
                let ways: Vec<Way<'_>> = vec![
                    ("tilework", Box::new(|| {
                        let from = Tensor::new(&tiled[..], tiles).unwrap();
                        copy(&from, &mut Tensor::new(&mut ours[..], rows).unwrap()).unwrap();
                    })),
                    ("by hand", Box::new(|| untile_by_hand::<T, W, H>(&tiled, &mut hand, n))),
                    ("ndarray", Box::new(|| {
                        theirs.assign(&black_box(&view).view().permuted_axes([0, 2, 1, 3]));
                    })),
                    ("memcpy", Box::new(|| plain.copy_from_slice(black_box(&tiled)))),
                ];
                report.row(&back, (bytes, "GB/s"), "hand 1.00, ndarray <= 0.6", ways);
                assert!(ours == hand && theirs.as_slice() == Some(&ours[..]));
            }
        }};
    }
    match W {
        8 => run!(tiles!(8, 8)),
        _ => run!(tiles!(16, 4)),
    }
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
