//! `by_quads`, for fragments of each shape: each vector has 8 columns of a row, and each is there once.

use std::sync::Mutex;

use tilework::bound::Unroll;
use tilework::generic_array::ArrayLength;
use tilework::typenum::{U2, U4, U6, U8, U10, U12, U16};
use tilework::{Tensor, layout};
use tilework_device::*;

use crate::emulator;
use crate::reference::Random;

/// The sum of row `16 m + r` and column `8 n + c` of a fragment of `ROWS` repeats `m` and `N / ROWS` repeats `n`: a number
/// that f16 has, and that is another one for each element of a row and of a column.
fn sum(row: usize, column: usize) -> f32 {
    (row * 31 + column * 7) as f32 % 2048.0
}

/// The row, in units of 8, and the first column of the vector `i` of thread `q` of a quad, as the documentation says.
fn place(i: usize, q: usize, rows: usize, columns: usize) -> (usize, usize) {
    match columns.is_multiple_of(4) {
        true => (2 * (i / 2 % rows) + i % 2, 8 * (i / 2 / rows * 4 + q)),
        false => (2 * (i % rows) + q / 2, 8 * (i / rows * 2 + q % 2)),
    }
}

fn check<N: ArrayLength, const ROWS: usize, L: Unroll<Point>>(
    random: &mut Random,
    places: fn() -> Tensor<tilework::result::Origin<Point>, L>,
) {
    let columns = N::USIZE / ROWS;
    let seen = Mutex::new(vec![0; 16 * ROWS * columns]);
    // SAFETY: one warp, all of whose threads come to the exchange.
    emulator(random).launch([1, 1, 1], 32, 0, || unsafe {
        let t = thread::<32>() as usize;
        let mut sums = Fragment::<[f32; 4], N>::zeros();
        for (m, n) in (0..N::USIZE).map(|i| (i % ROWS, i / ROWS)) {
            let element = |v: usize| (16 * m + t / 4 + v / 2 * 8, 8 * n + 2 * (t % 4) + v % 2);
            *sums.repeat_mut(m + ROWS * n) = [0, 1, 2, 3].map(|v| {
                let (row, column) = element(v);
                sum(row, column)
            });
        }
        let mut i = 0;
        sums.by_quads::<F16, _, ROWS>(t as u32, places(), |vector, _| {
            let (row, column) = place(i, t % 4, ROWS, columns);
            let row = 8 * row + t / 4;
            let right =
                [0, 2, 4, 6].map(|j| F16::pair(sum(row, column + j), sum(row, column + j + 1)));
            assert_eq!(vector.0, right, "vector {i} of thread {t}");
            seen.lock().unwrap()[row * columns + column / 8] += 1;
            i += 1;
        });
    });
    assert!(seen.into_inner().unwrap().into_iter().all(|count| count == 1));
}

#[test]
fn vectors_of_quads() {
    let mut random = Random::fresh();
    macro_rules! checks {
        ($($n:ident $rows:literal $count:literal;)*) => {$(
            check::<$n, $rows, _>(&mut random, || Tensor::coordinates(layout!(($count,1):(e0,e1))));
        )*};
    }
    checks! {
        U2 1 1;
        U4 1 2;
        U6 1 3;
        U8 1 4;
        U10 1 5;
        U4 2 2;
        U8 2 4;
        U12 2 6;
        U16 2 8;
        U6 3 3;
        U12 3 6;
    }
}
