//! Reductions along a mode, whichever of the modes are contiguous, against the equation.

use tilework::algorithm::{reduce, transform};
use tilework::{Tensor, layout};

/// Code as a user writes it: `::<1>` alone, into a tensor that is kept.
#[test]
fn sums_along_a_mode_are_kept() {
    let data: Vec<f32> = (0..12).map(|i| i as f32).collect();
    let (m, n) = (3, 4);
    let t = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let mut kept = Tensor::new(vec![0.0; 3], layout!(m:1)).unwrap();
    kept.copy_from(&t.along::<1>().fold(0.0, |s, x| s + x));
    assert_eq!(kept.data(), [6.0, 22.0, 38.0]);
    kept.copy_from(&t.along::<1>().sum());
    assert_eq!(kept.data(), [6.0, 22.0, 38.0]);
    let mut kept = Tensor::new(vec![0.0; 4], layout!(n:1)).unwrap();
    kept.copy_from(&t.along::<0>().sum().map(|sum| sum / 3.0));
    assert_eq!(kept.data(), [4.0, 5.0, 6.0, 7.0]);
}

/// A function that depends on the order of the elements.
fn digest(seen: u32, x: u32) -> u32 {
    seen.wrapping_mul(31).wrapping_add(x)
}

/// Each element is folded in the order of the mode, whatever the order of the loops is. Rows are shorter and longer
/// than those that are folded together, and modes have any extent.
#[test]
fn each_element_is_folded_in_order() {
    let rows = [1, 2, 3, 4, 5, 8, 9];
    let columns = [1, 2, 63, 64, 65, 1023, 1024, 1025, 2100];
    for m in rows {
        for n in columns {
            let data: Vec<u32> = (0..2 * (m * n) as u32).map(|i| i * i % 1009).collect();
            let expected: Vec<u32> =
                (0..n).map(|j| (0..m).fold(7, |seen, i| digest(seen, data[i * n + j]))).collect();
            let t = Tensor::new(&data[..], layout!((m,n):(n,1))).unwrap();
            let folded = t.along::<0>().fold(7, digest);
            let mut kept = Tensor::new(vec![0; n], layout!(n:1)).unwrap();
            kept.copy_from(&folded);
            assert_eq!(kept.data(), expected, "{m} x {n}");
            transform(&folded.map(|x| x / 2), &mut kept, |to, x| *to ^= x).unwrap();
            assert!(kept.iter().zip(&expected).all(|(x, y)| *x == y ^ (y / 2)), "{m} x {n}");
            assert_eq!(reduce(&folded, 0, u32::max), *expected.iter().max().unwrap());

            // Every other element, and elements in another order.
            let twice = Tensor::new(&data[..], layout!((m,n):({2 * n},2))).unwrap();
            kept.copy_from(&twice.along::<0>().fold(7, digest));
            for j in 0..n {
                let of = (0..m).fold(7, |seen, i| digest(seen, data[2 * (i * n + j)]));
                assert_eq!(kept[j], of, "{m} x {n}");
            }
            let columns = Tensor::new(&data[..], layout!((m, n))).unwrap();
            kept.copy_from(&columns.along::<0>().fold(7, digest));
            for j in 0..n {
                let of = (0..m).fold(7, |seen, i| digest(seen, data[i + m * j]));
                assert_eq!(kept[j], of, "{m} x {n}");
            }
        }
    }
}

/// Nested modes, several kept modes in any order, and folds of folds.
#[test]
fn nested_modes_and_folds_of_folds() {
    let data: Vec<u32> = (0..5 * 6 * 7).map(|i| i * 37 % 101).collect();
    let (l, m, n) = (5, 6, 7);
    let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
    let at = |i: usize, j: usize, k: usize| data[(i * 6 + j) * 7 + k];
    let folded = t.along::<1>().fold(3, digest);
    let mut by_rows = Tensor::new(vec![0; 35], layout!((l,n):row_major)).unwrap();
    let mut by_columns = Tensor::new(vec![0; 35], layout!((l, n))).unwrap();
    by_rows.copy_from(&folded);
    by_columns.copy_from(&folded);
    for (i, k) in (0..5).flat_map(|i| (0..7).map(move |k| (i, k))) {
        let expected = (0..6).fold(3, |seen, j| digest(seen, at(i, j, k)));
        assert_eq!((by_rows[(i, k)], by_columns[(i, k)]), (expected, expected));
    }

    let mut kept = Tensor::new([0; 7], layout!(7)).unwrap();
    kept.copy_from(&folded.along::<0>().fold(1, digest));
    for k in 0..7 {
        let rows = (0..5).map(|i| (0..6).fold(3, |seen, j| digest(seen, at(i, j, k))));
        assert_eq!(kept[k], rows.fold(1, digest));
    }

    // The pairs (i, j), i fastest, as one nested mode.
    let pairs = Tensor::new(&data[..], layout!(((5,6),7):((42,7),1))).unwrap();
    kept.copy_from(&pairs.along::<0>().fold(2, digest));
    for k in 0..7 {
        let all = (0..6).flat_map(|j| (0..5).map(move |i| at(i, j, k)));
        assert_eq!(kept[k], all.fold(2, digest));
    }
}
