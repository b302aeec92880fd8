//! Windows with predicates, against the law: the element at `c` is that of the tensor at `origin + c`, if there is one.

use tilework::{Error, Fragment, Operation, Owned, Rule, Tensor, layout};

/// The coordinate `origin + c`, if it is below `extent`.
fn there(origin: isize, c: usize, extent: usize) -> Option<usize> {
    usize::try_from(origin as i128 + c as i128).ok().filter(|&i| i < extent)
}
fn element((i, j): (usize, usize)) -> i32 {
    (10 * i + j) as i32
}

/// The window of a matrix at an origin, by every method.
macro_rules! check {
    ($t:expr, $origin:expr, $window:expr) => {{
        let (t, origin, shape) = ($t, $origin, $window);
        let [m, n] = t.sizes();
        let [w, v] = shape.sizes();
        let at = |c: (usize, usize)| Some((there(origin[0], c.0, m)?, there(origin[1], c.1, n)?));
        let all = || (0..v).flat_map(|j| (0..w).map(move |i| (i, j)));
        let window = t.predicated_window(origin, shape);
        for c in all() {
            let expected = at(c).map(|c| &t[c]);
            assert_eq!(window.get(c), expected, "{origin:?} {c:?}");
            assert_eq!(window.contains(c), expected.is_some());
        }
        assert_eq!(window.whole().is_some(), all().all(|c| at(c).is_some()));
        if let Some(whole) = window.whole() {
            assert!(all().all(|c| whole[c] == t[at(c).unwrap()]));
        }
        let mut seen = Vec::new();
        window.for_each(|&x| seen.push(x));
        let expected: Vec<i32> = all().filter_map(at).map(|c| t[c]).collect();
        assert_eq!(seen, expected, "{origin:?}");
        let mut to = Owned::full(layout!((w,v):row_major), 7);
        window.load(-1, &mut to).unwrap();
        assert!(all().all(|c| to[c] == at(c).map_or(-1, |c| t[c])), "{origin:?}");
        // Slices of a window, and slices of these.
        for i in 0..w {
            let row = window.slice((i, ..));
            let mut seen = 0;
            row.for_each(|_| seen += 1);
            assert_eq!(seen, (0..v).filter(|&j| at((i, j)).is_some()).count());
            for j in 0..v {
                assert_eq!(row.get(j), at((i, j)).map(|c| &t[c]));
                assert_eq!(row.slice(j..v).get(0), row.get(j));
            }
        }
        for j in 0..v {
            let column = window.slice((.., j));
            assert!((0..w).all(|i| column.get(i) == at((i, j)).map(|c| &t[c])));
        }
        let one = window.one_mode();
        assert!(all().enumerate().all(|(k, c)| one.get(k) == window.get(c)));

        // Writing.
        let mut copy = t.to_owned();
        let before = copy.clone();
        copy.predicated_window_mut(origin, shape).for_each_mut(|x| *x += 100);
        let mut stored = t.to_owned();
        let from = Owned::from_fn(layout!((w,v)), |(i, j)| 1000 + element((i, j)));
        stored.predicated_window_mut(origin, shape).store(&from).unwrap();
        for c in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let inside = all().find(|&x| at(x) == Some(c));
            assert_eq!(copy[c], before[c] + if inside.is_some() { 100 } else { 0 });
            assert_eq!(stored[c], inside.map_or(before[c], |x| 1000 + element(x)));
        }
        for c in all() {
            let mut window = copy.predicated_window_mut(origin, shape);
            assert_eq!(window.get_mut(c).is_some(), at(c).is_some());
        }
    }};
}

#[test]
fn all_small_windows() {
    for (m, n) in [(0, 3), (1, 1), (2, 3)] {
        let (m, n): (usize, usize) = (m, n);
        let rows = Owned::from_fn(layout!((m,n):row_major), element);
        let columns = Owned::from_fn(layout!((m, n)), element);
        for origin in (-4..4).flat_map(|i| (-4..5).map(move |j| [i, j])) {
            for (w, v) in (1..4).flat_map(|w| (1..5).map(move |v| (w, v))) {
                let (w, v): (usize, usize) = (w, v);
                check!(&rows, origin, layout!((w, v)));
                check!(&columns, origin, layout!((w, v)));
            }
            check!(&rows, origin, layout!((3, 2)));
            check!(&columns, origin, layout!((3, { 2 })));
        }
    }
}

#[test]
fn parts_and_other_ranks() {
    // A part of a larger matrix has neighbors in memory, which are outside of it.
    let (m, n): (usize, usize) = (5, 6);
    let large = Owned::from_fn(layout!((m,n):row_major), element);
    let part = large.slice((1..4, 2..5));
    for origin in (-3..4).flat_map(|i| (-3..4).map(move |j| [i, j])) {
        check!(&part, origin, layout!((2, 3)));
    }
    let cube = Owned::from_fn(layout!((3, m, n)), |(i, j, k)| (100 * i + 10 * j + k) as i32);
    let window = cube.predicated_window([-1, 3, 4], layout!((5, 3, 3)));
    for (i, j, k) in (0..5).flat_map(|i| (0..3).flat_map(move |j| (0..3).map(move |k| (i, j, k)))) {
        let there = there(-1, i, 3).zip(there(3, j, 5)).zip(there(4, k, 6));
        assert_eq!(window.get((i, j, k)), there.map(|((i, j), k)| &cube[(i, j, k)]));
    }
    let vector = Tensor::new(&[1, 2, 3][..], layout!(3:1)).unwrap();
    let window = vector.predicated_window([-2], layout!(9:1));
    let mut to = Fragment::filled(layout!(9:1), 0).unwrap();
    window.load(8, &mut to).unwrap();
    assert_eq!(to.data()[..], [8, 8, 1, 2, 3, 8, 8, 8, 8]);
}

#[test]
fn far_away() {
    let (m, n): (usize, usize) = (3, 4);
    let t = Owned::from_fn(layout!((m,n):row_major), element);
    let far = [isize::MIN, isize::MIN + 1, -9, -2, 2, 9, isize::MAX - 1, isize::MAX];
    for origin in far.into_iter().flat_map(|i| far.map(|j| [i, j])) {
        check!(&t, origin, layout!((3, 3)));
    }
    let (large, zero): (usize, usize) = (usize::MAX / 8, 0);
    let overflow = |r: Result<(), Error>| r.unwrap_err().rule;
    assert_eq!(
        overflow(t.try_predicated_window([0, 0], layout!((large, 3))).map(|_| ())),
        Rule::Overflow
    );
    let empty = t.try_predicated_window([0, 0], layout!((2, zero))).map(|_| ()).unwrap_err();
    assert_eq!(empty, Error::new(Operation::Window, Rule::Extent { extent: 0 }).at(1));
    let step = t.try_predicated_windows([0, 0], [0, 1], layout!((2, 2))).map(|_| ()).unwrap_err();
    assert_eq!(step, Error::new(Operation::Window, Rule::Extent { extent: 0 }).at(0));
}

#[test]
fn one_for_each_tile() {
    for (m, n) in (0..6).flat_map(|m| (0..6).map(move |n| (m, n))) {
        let (m, n): (usize, usize) = (m, n);
        let t = Owned::from_fn(layout!((m,n):row_major), element);
        for (start, step) in [([-1, -1], [2, 3]), ([0, -2], [1, 4]), ([2, 1], [5, 2])] {
            let windows = t.predicated_windows(start, step, layout!((4, 5)));
            assert_eq!(windows.len(), m.div_ceil(step[0]) * n.div_ceil(step[1]));
            let mut place = 0;
            for (origin, window) in windows.with_coordinates() {
                let tiles = m.div_ceil(step[0]);
                let tile = [place % tiles * step[0], place / tiles * step[1]];
                let expected = [start[0] + tile[0] as isize, start[1] + tile[1] as isize];
                assert_eq!(origin, expected);
                for c in (0..4).flat_map(|i| (0..5).map(move |j| (i, j))) {
                    let there = there(origin[0], c.0, m).zip(there(origin[1], c.1, n));
                    assert_eq!(window.get(c), there.map(|c| &t[c]));
                }
                place += 1;
            }
            assert_eq!(place, t.predicated_windows(start, step, layout!((4, 5))).count());
        }
    }
}

/// A convolution of 3 x 3 with padding, by tiles with a halo, against the sum of the neighbors.
#[test]
fn convolution() {
    let (m, n): (usize, usize) = (13, 10);
    let image = Owned::from_fn(layout!((m,n):row_major), |c| (element(c) * 7919) % 101);
    let mut out = Owned::zeros(layout!((m, n)));
    let mut halo = Fragment::filled(layout!((6, 10)), 0).unwrap();
    let windows = image.predicated_windows([-1, -1], [4, 8], layout!((6, 10)));
    for (window, mut tile) in windows.zip(out.predicated_tiles_mut(layout!(<4,8>))) {
        window.load(0, &mut halo).unwrap();
        let mut sums = Fragment::filled(layout!((4, 8)), 0).unwrap();
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            sums.zip_mut_with(&halo.window((i, j), layout!((4, 8))), |to, x| *to += x);
        }
        tile.store(&sums).unwrap();
    }
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let near = |c: usize, extent: usize| c.saturating_sub(1)..(c + 2).min(extent);
        let sum: i32 =
            near(i, m).flat_map(|a| near(j, n).map(move |b| (a, b))).map(|c| image[c]).sum();
        assert_eq!(out[(i, j)], sum, "{i} {j}");
    }
}
