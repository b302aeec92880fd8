//! Packed elements, beside hand-written shifts.

use std::hint::black_box;

use tilework::{Packed, Tensor, layout};

use crate::counter::{Counter, Way};

const M: usize = 60;
const N: usize = 64;

/// All rows: row-major matrices of 60 by 64 elements of 4 bits, with extents known at run time.
pub fn rows(counter: &mut Counter) {
    let bytes: Vec<u8> = (0..M * N / 2).map(|i| (i * 37) as u8).collect();
    let values: Vec<u8> = (0..M * N).map(|i| (i * 7 % 16) as u8).collect();
    let shape = || black_box((M, N));
    let at = |bytes: &[u8], i: usize| bytes[i / 2] >> (i % 2 * 4) & 15;
    let signed = |nibble: u8| (nibble << 4) as i8 >> 4;
    macro_rules! row {
        ($name:literal, $ours:expr, $by_hand:expr) => {
            if counter.wants($name) {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                let ways: Vec<Way<'_>> = vec![
                    ("tilework", Box::new(|| one = $ours)),
                    ("by hand", Box::new(|| other = $by_hand)),
                ];
                counter.row($name, M * N, ways);
                assert!(one == other);
            }
        };
    }
    macro_rules! packed {
        ($t:ty, $bytes:expr) => {{
            let (m, n) = shape();
            Tensor::new(Packed::<$t, 4, _>::new($bytes), layout!((m,n):row_major)).unwrap()
        }};
    }
    row!(
        "packed i8 of 4 bits to f32",
        {
            let (m, n) = shape();
            let mut to = vec![0.0_f32; m * n];
            let weights = packed!(i8, &bytes[..]);
            let mut to_rows = Tensor::new(&mut to[..], layout!((m,n):row_major)).unwrap();
            to_rows.copy_from(&weights.map(|w| f32::from(w) * 0.5));
            to
        },
        {
            let (m, n) = shape();
            let mut to = vec![0.0_f32; m * n];
            for (to, byte) in to.chunks_exact_mut(2).zip(&bytes[..m * n / 2]) {
                to[0] = f32::from(signed(byte & 15)) * 0.5;
                to[1] = f32::from(signed(byte >> 4)) * 0.5;
            }
            to
        }
    );
    let x: Vec<f32> = (0..M * N).map(|i| (i % 5) as f32).collect();
    row!(
        "packed i8 of 4 bits, mapped, times a vector",
        {
            let (m, n) = shape();
            let weights = Packed::<i8, 4, _>::new(&bytes[..]);
            let row = Tensor::new(weights, layout!(({ m * n },))).unwrap();
            vec![row.map(f32::from).dot(&Tensor::new(&x[..], layout!(({ m * n },))).unwrap())]
        },
        {
            let pairs = bytes.iter().zip(x.chunks_exact(2));
            let of_both = |w: u8, x: &[f32]| {
                f32::from(signed(w & 15)) * x[0] + f32::from(signed(w >> 4)) * x[1]
            };
            vec![pairs.map(|(&w, x)| of_both(w, x)).sum::<f32>()]
        }
    );
    row!(
        "packed u8 of 4 bits folded by rows",
        {
            let weights = packed!(u8, &bytes[..]);
            let rows = weights.slices::<0>();
            rows.map(|row| row.fold(0_u32, |sum, x| sum.wrapping_mul(3) + u32::from(x))).collect()
        },
        {
            let (m, n) = shape();
            let row = |i: usize| {
                (0..n).fold(0_u32, |sum, j| sum.wrapping_mul(3) + u32::from(at(&bytes, i * n + j)))
            };
            (0..m).map(row).collect::<Vec<u32>>()
        }
    );
    row!(
        "packed u8 of 4 bits by index",
        {
            let ((m, n), weights) = (shape(), packed!(u8, &bytes[..]));
            let row = |j: usize| (0..m).fold(0, |sum, i| sum + u32::from(weights.at((i, j))));
            (0..n).map(row).collect::<Vec<u32>>()
        },
        {
            let (m, n) = shape();
            let row = |j: usize| (0..m).fold(0, |sum, i| sum + u32::from(at(&bytes, i * n + j)));
            (0..n).map(row).collect::<Vec<u32>>()
        }
    );
    row!(
        "packed u8 of 4 bits from bytes",
        {
            let (m, n) = shape();
            let mut to = vec![0_u8; m * n / 2];
            let from = Tensor::new(&values[..], layout!((m,n):row_major)).unwrap();
            packed!(u8, &mut to[..]).copy_from(&from);
            to
        },
        {
            let (m, n) = shape();
            let mut to = vec![0_u8; m * n / 2];
            for (to, pair) in to.iter_mut().zip(values[..m * n].chunks_exact(2)) {
                assert!(pair[0] < 16 && pair[1] < 16);
                *to = pair[0] | pair[1] << 4;
            }
            to
        }
    );
    row!(
        "packed u8 of 4 bits set one by one",
        {
            let (m, n) = shape();
            let mut to = vec![0_u8; m * n / 2];
            let mut packed = packed!(u8, &mut to[..]);
            for (k, &value) in values.iter().enumerate() {
                packed.set((k / n, k % n), value);
            }
            to
        },
        {
            let (m, n) = shape();
            let mut to = vec![0_u8; m * n / 2];
            for (k, &value) in values.iter().enumerate() {
                assert!(k / n < m && value < 16);
                let (byte, place) = (&mut to[k / 2], k % 2 * 4);
                *byte = *byte & !(15 << place) | value << place;
            }
            to
        }
    );
}
