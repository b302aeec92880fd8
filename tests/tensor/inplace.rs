//! Transpositions and permutations of modes in place, against the definition: `R(j, i) = T(i, j)`.

use std::fmt::Debug;

use tilework::typenum::{P2, U0, U2};
use tilework::{Composed, Layout, Owned, Rule, Swizzle, Tensor, layout, modes};

/// Extents around the sides of tiles, fewer under Miri.
fn extents() -> impl Iterator<Item = usize> {
    let all = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 31, 33, 50, 64, 65, 100, 130, 200];
    all.into_iter().filter(|n| !cfg!(miri) || *n <= 18)
}

/// A square matrix with elements `f(k)`, of the strides `d` and `e`, `before` elements from the beginning of the data,
/// is transposed. What lies between the elements and around them stays.
fn turned<T: Clone + PartialEq + Debug>(
    n: usize,
    (d, e): (usize, usize),
    before: usize,
    f: impl Fn(usize) -> T,
) {
    let length = before + n.saturating_sub(1) * (d + e) + 3;
    let original: Vec<T> = (0..length).map(&f).collect();
    let mut expected = original.clone();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        expected[before + i * d + j * e] = original[before + j * d + i * e].clone();
    }
    let mut data = original.clone();
    let mut t = Tensor::new(&mut data[before..], layout!((n,n):(d,e))).unwrap();
    t.transpose_inplace();
    t.as_tile_mut().transpose_inplace();
    t.try_transpose_inplace().unwrap();
    assert!(data == expected, "{n} {d} {e} {before}");
}

#[test]
fn square_matrices_of_all_elements() {
    for n in extents() {
        for lda in [n.max(1), n + 3] {
            turned(n, (lda, 1), 1, |k| k as u8);
            turned(n, (1, lda), 0, |k| k as i16);
            turned(n, (lda, 1), 0, |k| k as f32);
            turned(n, (lda, 1), 1, |k| k as u32);
            turned(n, (lda, 1), 1, |k| k as f64);
            turned(n, (1, lda), 0, |k| k as i64);
            turned(n, (lda, 1), 1, |k| k as u128);
            turned(n, (lda, 1), 1, |k| [k as u8, 1, 2]);
            turned(n, (lda, 1), 1, |_| ());
            // With padding, and with the alignment of smaller words.
            turned(n, (lda, 1), 1, |k| (k as u16, k as u8));
            turned(n, (lda, 1), 1, |k| [k as u8; 4]);
            turned(n, (lda, 1), 1, |k| (k as u32, k as u8));
            turned(n, (lda, 1), 1, |k| Some(k as u32).filter(|k| k % 3 > 0));
            turned(n, (lda, 1), 1, |k| char::from(k as u8));
            // Pointers, which keep what they point to.
            let numbers: Vec<usize> = (0..1000).collect();
            turned(n, (lda, 1), 1, |k| &numbers[k % 1000]);
        }
        if n <= 33 {
            turned(n, (n, 1), 1, |k| k.to_string());
            turned(n, (2, 2 * n + 1), 1, |k| k as f32);
            turned(n, (3 * n + 1, 3), 1, |k| k as u64);
        }
    }
}

/// Rows that are a multiple of 4096 bytes apart, wherever lines begin.
#[cfg(not(miri))]
#[test]
fn rows_in_few_places_of_a_cache() {
    for before in 0..17 {
        turned(300, (1024, 1), before, |k| k as f32);
        turned(150, (512, 1), before, |k| k as f64);
    }
    turned(600, (4096, 1), 5, |k| (k % 251) as u8);
    turned(1024, (1024, 1), 0, |k| k as i32);
}

#[test]
fn static_nested_and_swizzled_matrices() {
    let check = |before: Vec<usize>, after: Vec<usize>, n: usize| {
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            assert_eq!(after[i + n * j], before[j + n * i]);
        }
    };
    macro_rules! check {
        ($n:literal $t:expr) => {{
            let mut t = $t;
            let before = t.to_vec();
            assert_eq!(before.len(), $n * $n);
            t.transpose_inplace();
            check(before.clone(), t.to_vec(), $n);
            t.transpose_inplace();
            assert_eq!(t.to_vec(), before);
        }};
    }
    let mut data: Vec<usize> = (0..400).map(|i| i * i).collect();
    check!(3 Tensor::new(&mut data[..], layout!((3,3):row_major)).unwrap());
    check!(8 Tensor::new(&mut data[..], layout!((8,8):(1,10))).unwrap());
    // Nested modes of the same size, also with other extents inside.
    check!(6 Tensor::new(&mut data[..], layout!(((2,3),6):((1,12),2))).unwrap());
    check!(6 Tensor::new(&mut data[..], layout!(((2,3),(3,2)):((3,12),(1,6)))).unwrap());
    check!(12 Tensor::new(&mut data[..], layout!(((4,3),(2,6)):((1,8),(4,24)))).unwrap());
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):(4,1)));
    check!(4 Tensor::through(&mut data[..], swizzled).unwrap());
    let mut t = Tensor::new(&mut data[..], layout!((8,12):row_major)).unwrap();
    for tile in t.tiles_mut(layout!(<4,4>)) {
        check!(4 tile);
    }
    check!(5 t.slice_mut((1..6, 4..9)));
    #[cfg(target_pointer_width = "64")]
    {
        let mut middle = t.slice_mut((.., 2..10));
        check!(8 middle.reversed_mut::<1>());
    }
    check!(1 Tensor::new([7], layout!((1,1))).unwrap());
}

#[test]
fn matrices_that_are_not_square_are_refused() {
    let (m, n) = (2, 3);
    let mut t = Tensor::new([0; 6], layout!((m, n))).unwrap();
    let error = t.try_transpose_inplace().unwrap_err();
    assert_eq!(error.rule, Rule::EqualExtents { left: 2, right: 3 });
    assert_eq!(error.to_string(), "transpose: equal extents: the extents 2 and 3 differ");
    let mut t = Tensor::new([0; 6], layout!((2, 3))).unwrap();
    assert_eq!(t.try_transpose_inplace().unwrap_err(), error);
}

/// The tensor of a permuted layout has the elements that the permuted view had, and stores them in its order.
macro_rules! permuted {
    ($t:ident = $value:expr; $view:expr, $owned:expr, $compact:expr) => {{
        let $t = $value;
        let expected: Vec<_> = $view.iter().cloned().collect();
        let result = $owned;
        assert_eq!(result.layout(), $compact);
        assert!(result.iter().eq(&expected));
        assert_eq!(result.data().len(), expected.len());
    }};
}

#[test]
fn matrices_of_all_extents() {
    let most = if cfg!(miri) { 5 } else { 12 };
    for (m, n) in (0..most).flat_map(|m| (0..most).map(move |n| (m, n))) {
        let count = |data: &mut usize| {
            *data += 1;
            data.to_string()
        };
        let mut k = 0;
        permuted!(t = Owned::from_fn(layout!((m,n):row_major), |_| count(&mut k)); t.transposed(),
            t.transposed_inplace(),
            layout!((n,m):row_major)
        );
        permuted!(t = Owned::from_fn(layout!((m, n)), |_| count(&mut k)); t.transposed(),
            t.permuted_inplace(modes![1, 0]),
            layout!((n, m))
        );
        // With gaps, in either order, and more data than the layout reaches.
        for (d, e) in [(1, m + 2), (n + 1, 1), (2, 2 * m + 1), (3 * n + 2, 3), (1, m), (n, 1)] {
            let (d, e) = (d.max(1), e.max(1));
            let data: Vec<usize> = (0..m * d + n * e + 4).map(|k| 7 * k).collect();
            permuted!(t = Tensor::new(data, layout!((m,n):(d,e))).unwrap(); t.transposed(),
                t.transposed_inplace(),
                layout!((n, m))
            );
        }
    }
}

#[test]
fn three_modes_in_all_orders() {
    let most = if cfg!(miri) { 3 } else { 6 };
    let cubes =
        (0..most).flat_map(|l| (0..most).flat_map(move |m| (0..most).map(move |n| (l, m, n))));
    for (l, m, n) in cubes {
        macro_rules! orders {
            ($($order:expr => ($($extent:ident),*);)*) => {$(
                let mut k = 0_u32;
                let rows = Owned::from_fn(layout!((l,m,n):row_major), |_| { k += 1; k });
                permuted!(t = rows.clone(); t.permute($order),
                    t.permuted_inplace($order),
                    layout!(($($extent),*):row_major)
                );
                let columns = Tensor::new(rows.data().to_vec(), layout!((l, m, n))).unwrap();
                permuted!(t = columns; t.permute($order),
                    t.permuted_inplace($order),
                    layout!(($($extent),*))
                );
                // Strides in another order, and gaps.
                let (a, b) = (2 * n.max(1), 2 * (n * l).max(1));
                let data: Vec<u32> = (0..(b * (m + 1)) as u32).map(|k| k * k).collect();
                permuted!(t = Tensor::new(data, layout!((l,m,n):(a,b,2))).unwrap(); t.permute($order),
                    t.permuted_inplace($order),
                    layout!(($($extent),*))
                );
            )*};
        }
        orders! {
            modes![0, 1, 2] => (l, m, n);
            modes![0, 2, 1] => (l, n, m);
            modes![1, 0, 2] => (m, l, n);
            modes![1, 2, 0] => (m, n, l);
            modes![2, 0, 1] => (n, l, m);
            modes![2, 1, 0] => (n, m, l);
        }
    }
}

/// Static and nested shapes, whose types say what the result is.
#[test]
fn static_and_nested_shapes() {
    let t = Owned::from_fn(layout!((2,(3,4),5):row_major), |(i, (j, k), l)| {
        100 * i + 30 * j + 7 * k + l
    });
    let expected = t.transposed().to_owned();
    let r: Owned<usize, Layout!((5,(3,4),2):(24,(8,2),1))> = t.transposed_inplace();
    assert_eq!(r.to_vec(), expected.to_vec());
    let t = Owned::from_fn(layout!((16, 16)), |(i, j)| 16.0 * i as f32 + j as f32);
    let expected = t.transposed().to_vec();
    let r: Owned<f32, Layout!((16,16):(1,16))> = t.transposed_inplace();
    assert_eq!(r.data(), expected);
    let v = Owned::from_fn(layout!(5:1), |i| i);
    assert_eq!(v.transposed_inplace().data(), [0, 1, 2, 3, 4]);
}

/// Larger matrices, and batches of square ones.
#[cfg(not(miri))]
#[test]
fn larger_tensors() {
    for (m, n) in [(64_usize, 48_usize), (100, 37), (255, 257), (1, 1000), (1000, 3)] {
        let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| i * n + j);
        let r = t.clone().transposed_inplace();
        assert!((0..m).all(|i| (0..n).all(|j| r[(j, i)] == i * n + j)));
        assert_eq!(r.transposed_inplace(), t);
    }
    let [b, h, w, c] = [3_usize, 4, 5, 6];
    let t = Owned::from_fn(layout!((b,h,w,c):row_major), |(i, j, k, l)| {
        1000 * i + 100 * j + 10 * k + l
    });
    let r = t.clone().permuted_inplace(modes![0, 3, 1, 2]);
    assert!(r.iter().with_coordinates().all(|((i, l, j, k), &x)| x == t[(i, j, k, l)]));
    let r = r.permuted_inplace(modes![0, 2, 3, 1]);
    assert_eq!(r, t);
    let (b, m): (usize, usize) = (5, 33);
    let t = Owned::from_fn(layout!((b,m,m):row_major), |(k, i, j)| (k * m + i) * m + j);
    let r = t.clone().permuted_inplace(modes![0, 2, 1]);
    assert!(r.iter().with_coordinates().all(|((k, i, j), &x)| x == t[(k, j, i)]));
}
