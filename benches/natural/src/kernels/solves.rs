//! Many systems of 3 equations.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::Rows;

/// An array of structs: a matrix after another.
type Structs = Layout!((3,3,_):(1,3,9));
type StructsOfVectors = Layout!((3,_):(1,3));
/// A struct of arrays: each element of all matrices.
type Arrays = Layout!((3,3,_):(_,_,1));
type ArraysOfVectors = Layout!((3,_):(_,1));

/// Cramer's rule. `a[j]` is the column `j`.
#[inline(always)]
fn solution(a: [[f32; 3]; 3], b: [f32; 3]) -> [f32; 3] {
    let cross = |x: [f32; 3], y: [f32; 3]| {
        [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    };
    let dot = |x: [f32; 3], y: [f32; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let minors = [cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])];
    let inverse = 1.0 / dot(a[0], minors[0]);
    minors.map(|minor| dot(b, minor) * inverse)
}

#[inline(never)]
fn structs(
    a: &View<f32, Structs>,
    b: &View<f32, StructsOfVectors>,
    x: &mut ViewMut<f32, StructsOfVectors>,
) {
    for ((a, b), mut x) in a.slices::<2>().zip(b.slices::<1>()).zip(x.slices_mut::<1>()) {
        let a = [0, 1, 2].map(|j| [0, 1, 2].map(|i| a[(i, j)]));
        let solved = solution(a, [b[0], b[1], b[2]]);
        for i in 0..3 {
            x[i] = solved[i];
        }
    }
}
#[inline(never)]
fn structs_by_hand(a: &[f32], b: &[f32], x: &mut [f32]) {
    let a = a.as_chunks::<3>().0.as_chunks::<3>().0;
    for ((a, b), x) in a.iter().zip(b.as_chunks().0).zip(x.as_chunks_mut().0) {
        *x = solution(*a, *b);
    }
}

/// The same loop as of structs.
#[inline(never)]
fn arrays(
    a: &View<f32, Arrays>,
    b: &View<f32, ArraysOfVectors>,
    x: &mut ViewMut<f32, ArraysOfVectors>,
) {
    for ((a, b), mut x) in a.slices::<2>().zip(b.slices::<1>()).zip(x.slices_mut::<1>()) {
        let a = [0, 1, 2].map(|j| [0, 1, 2].map(|i| a[(i, j)]));
        let solved = solution(a, [b[0], b[1], b[2]]);
        for i in 0..3 {
            x[i] = solved[i];
        }
    }
}
/// A slice for each element, and a loop over the systems.
#[inline(never)]
fn arrays_by_index(
    a: &View<f32, Arrays>,
    b: &View<f32, ArraysOfVectors>,
    x: &mut ViewMut<f32, ArraysOfVectors>,
) {
    let a = [0, 1, 2].map(|j| [0, 1, 2].map(|i| a.slice((i, j, ..))));
    let b = [0, 1, 2].map(|i| b.slice((i, ..)));
    for n in 0..x.extent::<1>() {
        let solved =
            solution([0, 1, 2].map(|j| [0, 1, 2].map(|i| a[j][i][n])), [0, 1, 2].map(|i| b[i][n]));
        for i in 0..3 {
            x[(i, n)] = solved[i];
        }
    }
}
#[inline(never)]
fn arrays_by_hand(a: &[f32], b: &[f32], x: &mut [f32]) {
    let n = x.len() / 3;
    let a: [[&[f32]; 3]; 3] =
        core::array::from_fn(|j| core::array::from_fn(|i| &a[(i + 3 * j) * n..][..n]));
    let b: [&[f32]; 3] = core::array::from_fn(|i| &b[i * n..][..n]);
    let (x0, rest) = x.split_at_mut(n);
    let (x1, x2) = rest.split_at_mut(n);
    let (x1, x2) = (&mut x1[..n], &mut x2[..n]);
    for n in 0..n {
        [x0[n], x1[n], x2[n]] = solution(a.map(|a| a.map(|a| a[n])), b.map(|b| b[n]));
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let n = black_box(2000);
    let element = |i: usize, j: usize, n: usize| {
        ((i * 5 + j * 3 + n) % 7) as f32 + if i == j { 10.0 } else { 0.0 }
    };
    let a = Owned::from_fn(layout!((3, 3, n)), |(i, j, n)| element(i, j, n));
    let b = Owned::from_fn(layout!((3, n)), |(i, n)| (i + n % 5) as f32);
    let (mut ours, mut hand) = (Owned::zeros(layout!((3, n))), vec![0.0; 3 * n]);
    structs(&a.view(), &b.view(), &mut ours.view_mut());
    structs_by_hand(a.data(), b.data(), &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "systems of 3 equations, array of structs",
        n,
        || structs(&a.view(), &b.view(), &mut ours.view_mut()),
        || structs_by_hand(a.data(), b.data(), &mut hand),
    );

    let structs = ours.clone();
    let mut turned = vec![0.0; 9 * n];
    Tensor::new(&mut turned[..], layout!((3,3,n):(n,{3 * n},1))).unwrap().copy_from(&a);
    let a = Tensor::new(&turned[..], layout!((3,3,n):(n,{3 * n},1))).unwrap();
    let mut turned = vec![0.0; 3 * n];
    Tensor::new(&mut turned[..], layout!((3,n):row_major)).unwrap().copy_from(&b);
    let b = Tensor::new(&turned[..], layout!((3,n):row_major)).unwrap();
    let mut ours = Owned::zeros(layout!((3,n):row_major));
    arrays_by_hand(a.data(), b.data(), &mut hand);
    arrays(&a, &b, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    assert!(ours == structs);
    arrays_by_index(&a, &b, &mut ours.view_mut());
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "systems of 3 equations, struct of arrays",
        n,
        || arrays(&a, &b, &mut ours.view_mut()),
        || arrays_by_hand(a.data(), b.data(), &mut hand),
    );
    beside(
        to,
        "systems of 3 equations, struct of arrays, by index",
        n,
        || arrays_by_index(&a, &b, &mut ours.view_mut()),
        || arrays_by_hand(a.data(), b.data(), &mut hand),
    );
}
