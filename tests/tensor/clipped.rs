//! Windows clipped to a tensor, against the law: a coordinate of the window is one of the part exactly if the tensor
//! has it.

use tilework::{Layout, Owned, Tensor, View, layout};

/// The coordinate `origin + c` of the tensor, if there is one.
fn there(origin: isize, c: usize, extent: usize) -> Option<usize> {
    origin.checked_add(c as isize)?.try_into().ok().filter(|&i: &usize| i < extent)
}

fn check(t: &View<i32, Layout!((_,_):(_,1))>, origin: [isize; 2], sizes: [usize; 2]) {
    let [m, n] = t.sizes();
    let (part, at) = t.clipped(origin, sizes);
    let [rows, columns] = part.sizes();
    for i in 0..sizes[0] {
        for j in 0..sizes[1] {
            let coordinate = there(origin[0], i, m).zip(there(origin[1], j, n));
            let inside = i.checked_sub(at[0]).zip(j.checked_sub(at[1]));
            let inside = inside.filter(|&(i, j)| i < rows && j < columns);
            assert_eq!(coordinate.is_some(), inside.is_some(), "{origin:?} {sizes:?} {i} {j}");
            if let Some((coordinate, inside)) = coordinate.zip(inside) {
                assert_eq!(t[coordinate], part[inside], "{origin:?} {sizes:?} {i} {j}");
            }
        }
    }
    // Nothing else is in the part.
    assert!(part.size() == 0 || rows + at[0] <= sizes[0] && columns + at[1] <= sizes[1]);
}

#[test]
fn all_small_windows() {
    for (m, n) in [(0, 3), (1, 1), (3, 4)] {
        let (m, n): (usize, usize) = (m, n);
        let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| (10 * i + j) as i32);
        let t = t.view();
        for origin in (-5..6).flat_map(|i| (-5..6).map(move |j| [i, j])) {
            for sizes in (0..5).flat_map(|m| (0..5).map(move |n| [m, n])) {
                check(&t, origin, sizes);
            }
        }
    }
}

#[test]
fn far_away() {
    let (m, n): (usize, usize) = (3, 4);
    let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| (10 * i + j) as i32);
    for origin in [isize::MIN, isize::MIN + 1, -1, 0, 2, isize::MAX - 1, isize::MAX] {
        for size in [0, 1, 2, usize::MAX / 2, usize::MAX] {
            let (part, at) = t.clipped([origin, 0], [size, 4]);
            let first = (0..m).find(|&i| {
                (i as i128) >= origin as i128 && (i as i128) < origin as i128 + size as i128
            });
            assert_eq!(part.size() > 0, first.is_some(), "{origin} {size}");
            if let Some(first) = first {
                assert_eq!(part[(0, 0)], t[(first, 0)]);
                assert_eq!(at[0] as i128, first as i128 - origin as i128);
            }
        }
    }
}

/// Static layouts, vectors, three modes, and writing.
#[test]
fn other_tensors() {
    let mut data = [0; 24];
    let mut t = Tensor::new(&mut data[..], layout!((2, 3, 4))).unwrap();
    let (mut part, at) = t.clipped_mut([1, -1, 2], [2, 3, 3]);
    assert_eq!((part.sizes(), at), ([1, 2, 2], [0, 1, 0]));
    part.fill(1);
    for (i, j, k) in (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        assert_eq!(t[(i, j, k)], i32::from(i == 1 && j < 2 && k >= 2), "{i} {j} {k}");
    }
    let v = Tensor::new([1, 2, 3], layout!(3:1)).unwrap();
    let (part, at) = v.clipped([-1], [3]);
    assert_eq!((part.iter().sum::<i32>(), at), (3, [1]));
    assert_eq!(v.reversed::<0>().clipped([-1], [3]).0.iter().sum::<i32>(), 5);
}
