//! Compares transposed data with the definition: tiles of all types of elements, whole and at both ends, written from any
//! address on, with rows close together and a multiple of 4096 bytes apart.

use core::fmt::Debug;
use std::collections::BTreeSet;
use std::vec::Vec;

use super::super::assign::assign;
use super::super::plan::{FEW, Leaves, Plan};
use super::super::transform::dynamic;
use crate::layout;
use crate::layout::AnyLayout;

/// `(m,n,k)` is read with the strides `(1,pitch,far)`, and written with `(pitch,1,far)` from `begin` on.
fn check<T: Copy + PartialEq + Debug>(of: fn(usize) -> T) {
    let crowded = 4096 / size_of::<T>();
    let extents = [3, 4, 8, 15, 17, 33, 66];
    // If there are many tiles, the first ones are partial, up to the beginning of a line.
    let long = [(20, 600), (40, 300), (17, 1100)].into_iter();
    for (m, n) in extents.into_iter().flat_map(|m| extents.map(|n| (m, n))).chain(long) {
        for (pitch, k, begin) in [(m.max(n), 1, 0), (67, 2, 3), (68, 2, 0), (crowded, 1, 5)] {
            let (pitch, k) = if n > 66 { (pitch.max(n), 1) } else { (pitch, k) };
            let other = 67 * 68;
            let from: Vec<T> = (0..n * pitch + other + m).map(of).collect();
            let room: Vec<T> = (0..m * pitch + other + n + begin).map(|_| of(0)).collect();
            let mut expected = room.clone();
            for (l, (i, j)) in (0..k).flat_map(|l| coordinates(m, n).map(move |at| (l, at))) {
                expected[begin + i * pitch + j + l * other] = from[i + j * pitch + l * other];
            }
            let (read, written) =
                (layout!((m,n,k):(1,pitch,other)), layout!((m,n,k):(pitch,1,other)));
            let leaves = (Leaves::<FEW>::of(read.modes()), Leaves::of(written.modes()));
            // Both as a copy and as another function.
            for is_copy in [true, false] {
                let mut to = room.clone();
                let written = to[begin..].as_mut_ptr();
                // SAFETY: both have as many elements as the layouts reach, and more.
                unsafe {
                    match is_copy {
                        true => dynamic(&leaves, m * n * k, from.as_ptr(), written, &mut assign),
                        false => {
                            dynamic(&leaves, m * n * k, from.as_ptr(), written, &mut |to, x| {
                                *to = x;
                            })
                        }
                    }
                }
                assert!(to == expected, "{m} x {n} x {k}, rows {pitch} apart, from {begin} on");
            }
        }
    }
}

fn coordinates(m: usize, n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..m).flat_map(move |i| (0..n).map(move |j| (i, j)))
}

#[test]
fn elements_of_all_sizes() {
    check(|i| (i % 251) as u8);
    check(|i| i as u16);
    check(|i| i as f32);
    check(|i| (i as u16, (i / 7) as u8));
    check(|i| i as u64);
    check(|i| i as f64);
    check(|i| [i as f32, -(i as f32)]);
    check(|i| [i as u16; 3]);
    check(|i| [i, i + 1]);
}

/// Four modes in all orders: other modes continue short rows, and come before the modes that are written next.
#[test]
fn modes_in_any_order() {
    let extents = [5, 17, 3, 20];
    let strides = |order: [usize; 4]| {
        let (mut strides, mut span) = ([0; 4], 1);
        for mode in order {
            strides[mode] = span;
            span *= extents[mode];
        }
        strides
    };
    let size: usize = extents.iter().product();
    let from: Vec<f32> = (0..size).map(|i| i as f32).collect();
    let ([a, b, c, d], [p, q, r, s]) = (extents, strides([0, 1, 2, 3]));
    for order in (0..256).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]) {
        if (0..4).any(|mode| !order.contains(&mode)) {
            continue;
        }
        let [t, u, v, w] = strides(order);
        let (read, written) = (layout!((a,b,c,d):(p,q,r,s)), layout!((a,b,c,d):(t,u,v,w)));
        let mut to = std::vec![-1.0; size];
        let leaves = (Leaves::<FEW>::of(read.modes()), Leaves::of(written.modes()));
        // SAFETY: both layouts are compact.
        unsafe {
            dynamic(&leaves, size, from.as_ptr(), to.as_mut_ptr(), &mut assign);
        }
        for (i, &x) in from.iter().enumerate() {
            let digit = |mode: usize| i / strides([0, 1, 2, 3])[mode] % extents[mode];
            let at: usize = (0..4).map(|mode| digit(mode) * [t, u, v, w][mode]).sum();
            assert_eq!(to[at], x, "{order:?}");
        }
    }
}

/// The chosen loops are the one with the smallest step in the destination, and the one with the smallest step in the
/// source. A tile of these two, 16 iterations each, touches the fewest lines, read and written. If they are the same
/// loop, rows are copied in order.
#[test]
fn innermost_pair() {
    let steps = |order: [usize; 4], extents: [usize; 4]| {
        let (mut steps, mut span) = ([0; 4], 1);
        for mode in order {
            steps[mode] = span;
            span *= extents[mode];
        }
        steps
    };
    let lines = |[x, y]: [usize; 2]| {
        let tile =
            (0..16).flat_map(|i| (0..16).map(move |j| (i * x + j * y) * size_of::<f32>() / 64));
        tile.collect::<BTreeSet<_>>().len()
    };
    // Three modes are four modes, the last of which has one element and is no loop.
    let (mut transposed, mut in_rows) = (0, 0);
    for extents in [[32, 16, 48, 80], [48, 80, 16, 1], [512, 64, 16, 16], [1024, 2048, 16, 1]] {
        let modes = if extents[3] == 1 { 3 } else { 4 };
        let ([a, b, c, d], [p, q, r, s]) = (extents, steps([0, 1, 2, 3], extents));
        for order in (0..256).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]) {
            if (0..4).any(|mode| !order.contains(&mode)) || (modes == 3 && order[3] != 3) {
                continue;
            }
            let [t, u, v, w] = steps(order, extents);
            let (read, written) = (layout!((a,b,c,d):(p,q,r,s)), layout!((a,b,c,d):(t,u,v,w)));
            let leaves = (Leaves::<FEW>::of(read.modes()), Leaves::of(written.modes()));
            let plan = Plan::new(&leaves.0, &leaves.1).unwrap();
            let along = plan.along(0);
            let touched = |i: usize, j: usize| {
                let (i, j) = (plan.axis(i), plan.axis(j));
                lines([i.from, j.from]) + lines([i.to, j.to])
            };
            let loops = 0..plan.count();
            let pairs = loops.clone().flat_map(|i| (0..i).map(move |j| (i, j)));
            let Some(least) = pairs.map(|(i, j)| touched(i, j)).min() else {
                // Everything is one row.
                assert_eq!(order[..modes], [0, 1, 2, 3][..modes]);
                continue;
            };
            if along == 0 {
                assert_eq!(order[0], 0, "{extents:?} by {order:?}: a row");
                assert_eq!((plan.axis(0).from, plan.axis(0).to), (1, 1));
                assert!(loops.skip(1).any(|i| touched(0, i) == least), "{extents:?} by {order:?}");
                in_rows += 1;
            } else {
                assert_eq!((plan.axis(along).from, plan.axis(0).to), (1, 1));
                assert_eq!(touched(0, along), least, "{extents:?} by {order:?}");
                transposed += 1;
            }
        }
    }
    // 4 of the 6 orders of three modes turn data, and 18 of the 24 orders of four modes. One order of each is one row.
    assert_eq!((transposed, in_rows), (2 * (4 + 18), 2 * (1 + 5)));
}
