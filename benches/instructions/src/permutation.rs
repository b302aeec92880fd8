//! Transposes, and permutations of three and four modes, beside the crates `transpose` and `ndarray` and hand-written
//! loops.

use std::hint::black_box;

use ndarray::{Array2, ArrayD};
use tilework::{
    Tensor,
    algorithm::{copy, transpose},
    layout,
};

use crate::counter::{Counter, Way};
use crate::relayout::Number;

/// All rows.
pub fn rows(counter: &mut Counter) {
    // Within a cache, with edges, with rows whole pages apart, and larger than a cache.
    for (m, n) in [(64, 64), (255, 257), (64, 1024), (1023, 1100)] {
        matrix::<f32>(counter, black_box((m, n)));
        matrix::<f64>(counter, black_box((m, n)));
    }
    matrix::<u8>(counter, black_box((256, 320)));
    matrix::<u16>(counter, black_box((256, 320)));
    // So much that it is written past the caches if there is AVX-512.
    matrix::<f32>(counter, black_box((2048, 2048)));
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0]] {
        three(counter, black_box([48, 32, 40]), black_box(order));
    }
    for order in [[3, 2, 1, 0], [2, 1, 0, 3], [0, 3, 2, 1], [2, 3, 0, 1]] {
        four(counter, black_box([16, 12, 25, 16]), black_box(order));
    }
}

fn matrix<T: Number>(counter: &mut Counter, (m, n): (usize, usize)) {
    let row = format!("transpose {} {m} x {n}", T::NAME);
    if !counter.wants(&row) {
        return;
    }
    let from: Vec<T> = (0..m * n).map(T::of).collect();
    let [mut ours, mut theirs, mut hand] =
        [const { Vec::new() }; 3].map(|_: Vec<T>| vec![T::default(); m * n]);
    let view = Array2::from_shape_vec((m, n), from.clone()).unwrap();
    let mut array = Array2::from_elem((n, m), T::default());
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let from = Tensor::new(&from[..], layout!((m,n):row_major)).unwrap();
                let mut to = Tensor::new(&mut ours[..], layout!((n,m):row_major)).unwrap();
                transpose(&from, &mut to).unwrap();
            }),
        ),
        ("transpose", Box::new(|| transpose::transpose(&from, &mut theirs, n, m))),
        ("by hand", Box::new(|| by_hand(&from, &mut hand, [n, m], [1, n], [m, 1]))),
        ("ndarray", Box::new(|| array.assign(&view.t()))),
    ];
    counter.row(&row, m * n, ways);
    assert!(ours == theirs && ours == hand && array.as_slice() == Some(&ours[..]));
}

/// Loops in the order of the destination.
#[inline(never)]
fn by_hand<T: Copy, const N: usize>(
    from: &[T],
    to: &mut [T],
    extents: [usize; N],
    read: [usize; N],
    written: [usize; N],
) {
    let size = extents.iter().product();
    assert!(from.len() >= size && to.len() >= size);
    fn nest<T: Copy>(
        from: &[T],
        to: &mut [T],
        (extents, read, written): (&[usize], &[usize], &[usize]),
        (far, away): (usize, usize),
    ) {
        let (x, r, w) = (extents[0], read[0], written[0]);
        if extents.len() == 1 {
            for i in 0..x {
                // SAFETY: these are offsets of arrays without gaps of that size.
                unsafe { *to.get_unchecked_mut(away + i * w) = *from.get_unchecked(far + i * r) };
            }
        } else {
            let rest = (&extents[1..], &read[1..], &written[1..]);
            (0..x).for_each(|i| nest(from, to, rest, (far + i * r, away + i * w)));
        }
    }
    nest(from, to, (&extents, &read, &written), (0, 0));
}

/// Row-major strides of an array with these extents, and those of its axes in the permuted array.
fn strides<const N: usize>(extents: [usize; N], order: [usize; N]) -> ([usize; N], [usize; N]) {
    let (mut from, mut to) = ([1; N], [1; N]);
    for i in (0..N - 1).rev() {
        from[i] = from[i + 1] * extents[i + 1];
        to[order[i]] = to[order[i + 1]] * extents[order[i + 1]];
    }
    (from, to)
}

macro_rules! permutation {
    ($name:ident, $n:literal, |$e:ident, $d:ident| $layout:expr) => {
        fn $name(counter: &mut Counter, extents: [usize; $n], order: [usize; $n]) {
            let row = format!("permute f32 {extents:?} by {order:?}");
            if !counter.wants(&row) {
                return;
            }
            let size = extents.iter().product();
            let from: Vec<f32> = (0..size).map(f32::of).collect();
            let (mut ours, mut hand) = (vec![0.0; size], vec![0.0; size]);
            let view = ArrayD::from_shape_vec(extents.to_vec(), from.clone()).unwrap();
            let view = view.permuted_axes(order.to_vec());
            let mut array = ArrayD::<f32>::zeros(view.raw_dim());
            let (read, written) = strides(extents, order);
            let of = |$e: [usize; $n], $d: [usize; $n]| $layout;
            let [x, r, w] = [extents, read, written].map(|list| order.map(|axis| list[axis]));
            let ways: Vec<Way<'_>> = vec![
                (
                    "tilework",
                    Box::new(|| {
                        let from = Tensor::new(&from[..], of(extents, read)).unwrap();
                        let to = Tensor::new(&mut ours[..], of(extents, written));
                        copy(&from, &mut to.unwrap()).unwrap();
                    }),
                ),
                ("by hand", Box::new(|| by_hand(&from, &mut hand, x, r, w))),
                ("ndarray", Box::new(|| array.assign(&view))),
            ];
            counter.row(&row, size, ways);
            assert!(ours == hand && array.as_slice() == Some(&ours[..]));
        }
    };
}
permutation!(three, 3, |e, d| {
    let ([a, b, c], [p, q, r]) = (e, d);
    layout!((a,b,c):(p,q,r))
});
permutation!(four, 4, |e, d| {
    let ([a, b, c, f], [p, q, r, s]) = (e, d);
    layout!((a,b,c,f):(p,q,r,s))
});
