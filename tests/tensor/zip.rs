//! Tensors in lockstep: any number of others, extents and strides of any kind, each coordinate once.

use proptest::prelude::*;
use tilework::typenum::{P2, U0, U2};
use tilework::{Composed, Swizzle, Tensor, layout};

/// Code as a user writes it: one other, or a tuple of up to eight.
#[test]
fn one_to_eight_others() {
    let (m, n) = (3, 4);
    let t = Tensor::counting(layout!((m,n):row_major));
    let [a, b, c, d, e, f, g, h] = [1_usize, 2, 3, 4, 5, 6, 7, 8].map(|k| t.map(move |x| k * x));
    let (b, d) = (&b, &d);
    let mut y = Tensor::new(vec![0; 12], layout!((m, n))).unwrap();
    macro_rules! sums {
        ($($factor:literal: $others:expr => $pattern:tt, $sum:expr;)*) => {$(
            y.zip_mut_with($others, |y, $pattern| *y = 100 + $sum);
            let factor: usize = $factor;
            for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
                assert_eq!(y[(i, j)], 100 + factor * (4 * i + j));
            }
        )*};
    }
    sums! {
        1: &a => a, a;
        1: (&a,) => (a,), a;
        3: (&a, b) => (a, b), a + b;
        6: (&a, b, &c) => (a, b, c), a + b + c;
        10: (&a, b, &c, d) => (a, b, c, d), a + b + c + d;
        15: (&a, b, &c, d, &e) => (a, b, c, d, e), a + b + c + d + e;
        21: (&a, b, &c, d, &e, &f) => (a, b, c, d, e, f), a + b + c + d + e + f;
        28: (&a, b, &c, d, &e, &f, &g) => (a, b, c, d, e, f, g), a + b + c + d + e + f + g;
        36: (&a, b, &c, d, &e, &f, &g, &h) => (a, b, c, d, e, f, g, h), a + b + c + d + e + f + g + h;
    }
}

proptest! {
    /// Three modes in every order of the strides, with and without gaps; the others have other strides, also 0.
    #[test]
    fn each_coordinate_once(
        (l, m, n) in (0_usize..5, 0_usize..5, 0_usize..5),
        order in Just([0, 1, 2]).prop_shuffle(),
        gaps in prop::array::uniform3(0_usize..2),
        (d, e, f) in (0_usize..4, 0_usize..4, 0_usize..4),
    ) {
        let extents = [l, m, n];
        let (mut strides, mut next) = ([0; 3], 1);
        for mode in order {
            next += gaps[mode];
            strides[mode] = next;
            next *= extents[mode].max(1);
        }
        let [p, q, r] = strides;
        let mut y = Tensor::new(vec![0; next + 1], layout!((l,m,n):(p,q,r))).unwrap();
        let a = Tensor::counting(layout!((l,m,n):(d,e,f)));
        let b = Tensor::counting(layout!((l,m,n):(p,q,r)));
        let mut count = 0;
        y.zip_mut_with((&a, &b), |y, (a, b)| {
            *y += 1 + a + 100 * b;
            count += 1;
        });
        prop_assert_eq!(count, l * m * n);
        for ((i, j, k), y) in y.iter().with_coordinates() {
            let at = (i * d + j * e + k * f, i * p + j * q + k * r);
            prop_assert_eq!(*y, 1 + at.0 + 100 * at.1);
        }
        prop_assert_eq!(y.data().iter().filter(|y| **y > 0).count(), l * m * n);

        // Others are written too, with other strides and gaps.
        let mut z = Tensor::new(vec![0; next + 1], layout!((l,m,n):(p,q,r))).unwrap();
        let mut x = Tensor::new(vec![7; l * m * n], layout!((l,m,n):row_major)).unwrap();
        z.zip_mut_with((&y, &mut x, &b), |z, (y, x, b)| (*z, *x) = (*y, *x + b));
        for ((i, j, k), x) in x.iter().with_coordinates() {
            prop_assert_eq!((z[(i, j, k)], *x), (y[(i, j, k)], 7 + i * p + j * q + k * r));
        }
        z.zip_mut_with(&mut x, std::mem::swap);
        for ((i, j, k), z) in z.iter().with_coordinates() {
            prop_assert_eq!((*z, x[(i, j, k)]), (7 + i * p + j * q + k * r, y[(i, j, k)]));
        }
        // What lies in the gaps stays.
        prop_assert_eq!(z.data().iter().filter(|z| **z > 0).count(), l * m * n);

        // Two modes, and one.
        let mut z = Tensor::new(vec![0; next + 1], layout!((l,m):(p,q))).unwrap();
        let c = Tensor::counting(layout!((l,m):(d,e)));
        z.zip_mut_with((&c, &c), |z, (c, _)| *z += 1 + c);
        for ((i, j), z) in z.iter().with_coordinates() {
            prop_assert_eq!(*z, 1 + i * d + j * e);
        }
    }
}

/// Written tensors that are parts of one, through swizzles, backward.
#[test]
fn several_written() {
    let (m, n) = (6, 8);
    let mut t = Tensor::new((0..48).collect::<Vec<i32>>(), layout!((m,n):row_major)).unwrap();
    let (mut a, mut b) = t.pair_mut::<0>(4, 1).unwrap();
    a.zip_mut_with(&mut b, std::mem::swap);
    assert!((0..8).all(|j| (t[(4, j)], t[(1, j)]) == (8 + j, 32 + j)));
    assert!(t.pair_mut::<0>(4, 4).is_none());
    assert!(t.pair_mut::<0>(4, 6).is_none());
    let mut tiles = t.zipped_divide_mut(layout!(<3,4>));
    let (a, b) = tiles.pair_mut::<1>(3, 2).unwrap();
    assert_eq!((a[(0, 0)], b[(0, 0)]), (28, 4));

    let by_swizzle = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4, 4)));
    let mut swizzled = Tensor::through(vec![0; 16], by_swizzle).unwrap();
    let mut plain = Tensor::new(vec![0; 16], layout!((4,4):row_major)).unwrap();
    let mut back = plain.reversed_mut::<0>();
    let counting = Tensor::counting(layout!((4, 4)));
    swizzled.zip_mut_with((&mut back, &counting), |s, (b, c)| (*s, *b) = (c, c + 1));
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!((swizzled[(i, j)], plain[(3 - i, j)]), (i + 4 * j, i + 4 * j + 1));
    }
}

/// Nine modes are more than are sorted.
#[test]
fn nine_modes() {
    let e = [2; 9];
    let [a, b, c, d, f, g, h, i, j] = e;
    let t = Tensor::counting(layout!((a,b,c,d,f,g,h,i,j):row_major));
    let mut y = Tensor::new(vec![0; 512], layout!((a, b, c, d, f, g, h, i, j))).unwrap();
    y.zip_mut_with(&t, |y, x| *y += x);
    for at in 0..512_usize {
        assert_eq!(y[at], at.reverse_bits() >> (usize::BITS - 9));
    }
}
