//! Identity tensors: the coordinates of tiles, also past the ends.

use super::*;

/// A matrix product by tiles whose sizes do not divide those of the matrices. Identity tensors, tiled like the
/// operands, say what is inside.
#[test]
fn ragged_product() {
    let tile = layout!(<4,3>);
    for (m, n, k) in [(4, 3, 3), (10, 7, 5), (1, 1, 1), (5, 8, 2), (9, 2, 7)] {
        let (m, n, k): (usize, usize, usize) = (m, n, k);
        let numbers = |len: usize| (0..len as i64).map(|x| x * 7 % 11 - 5).collect::<Vec<_>>();
        let (a, b, mut c) = (numbers(m * k), numbers(n * k), vec![0; m * n]);
        let a = Tensor::new(&a[..], layout!((m,k):row_major)).unwrap();
        let b = Tensor::new(&b[..], layout!((n, k))).unwrap();
        let mut c = Tensor::new(&mut c[..], layout!((m, n))).unwrap();
        let of_a = Tensor::coordinates(layout!(make_identity_layout((m, k))));
        let of_c = Tensor::coordinates(layout!(make_identity_layout((m, n))));
        let (of_a, of_c) = (of_a.zipped_divide_ceil(tile), of_c.zipped_divide_ceil(tile));
        let (rows, columns, steps) = (m.div_ceil(4), n.div_ceil(3), k.div_ceil(3));
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let out = of_c.slice((.., (i, j)));
            for p in 0..steps {
                let left = of_a.slice((.., (i, p)));
                for (x, y, z) in (0..4).flat_map(|x| (0..9).map(move |yz| (x, yz / 3, yz % 3))) {
                    let (at, from) = (out.get((x, y)).unwrap(), left.get((x, z)).unwrap());
                    let (column, step) = (at.tail.head, from.tail.head);
                    // Elements outside of an operand are 0, and elements outside of `c` are not written.
                    let product = a.get(from).zip(b.get((column, step))).map(|(a, b)| a * b);
                    if let (Some(sum), Some(product)) = (c.get_mut(at), product) {
                        *sum += product;
                    }
                }
            }
        }
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let expected: i64 = (0..k).map(|p| a[(i, p)] * b[(j, p)]).sum();
            assert_eq!(c[(i, j)], expected, "{m} {n} {k}");
        }
    }
}

/// The tiles of an identity tensor have the coordinates of the tiles of data, also where they reach past it.
#[test]
fn identity_tensors() {
    for (m, n) in (1..9_usize).flat_map(|m| (1..7_usize).map(move |n| (m, n))) {
        let matrix = layout!((m,n):row_major);
        let identity = Tensor::coordinates(make_identity_layout(matrix.shape()));
        let mut all = Vec::new();
        identity.for_each(|at| all.push(at));
        assert!(all.iter().copied().eq((0..m * n).map(|i| hlist![i % m, i / m])));
        let tiles = identity.zipped_divide_ceil(layout!(<4,3>));
        let (rows, columns) = (m.div_ceil(4), n.div_ceil(3));
        assert_eq!(tiles.size(), 12 * rows * columns);
        let mut inside = vec![0; m * n];
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let tile = tiles.slice((.., (i, j)));
            assert_eq!(tile.origin(), hlist![4 * i, 3 * j]);
            for (k, l) in (0..4).flat_map(|k| (0..3).map(move |l| (k, l))) {
                let at = hlist![4 * i + k, 3 * j + l];
                assert_eq!(tile.get((k, l)), Some(at));
                assert_eq!(tile.get(k + 4 * l), Some(at));
                if matrix.contains(at) {
                    inside[matrix.offset(at)] += 1;
                }
            }
            assert_eq!(tile.get((4, 0)), None);
        }
        assert!(inside.iter().all(|&times| times == 1));
        assert!(tiles.try_slice((.., (rows, 0))).is_err());
    }
    let nested = Tensor::coordinates(make_identity_layout(layout!(((2, 3), 4)).shape()));
    assert_eq!(nested.slice(((1, ..), 2)).get(2), Some(hlist![hlist![1, 2], 2]));
    assert_eq!(nested.compose(layout!(<3:2,4>)).get((2, 3)), Some(hlist![hlist![0, 2], 3]));
}
