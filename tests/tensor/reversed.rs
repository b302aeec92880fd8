//! Tensors reversed along a mode, against the definition: `R(.., c, ..) = T(.., s - 1 - c, ..)`. With a `usize` of 32
//! bits the method does not exist.
#![cfg(target_pointer_width = "64")]

use std::thread;

use tilework::algorithm::{copy, fill, reduce, transpose};
use tilework::bound::{Accessor, Coordinate, ReverseMode};
use tilework::typenum::{P2, U0, U1, U2};
use tilework::{AnyLayout, Composed, Owned, Rule, Swizzle, Tensor, layout, modes, range};

/// The elements of a column-major matrix, which are numbers, and those of it reversed along the given modes.
fn elements<A, L>(t: &Tensor<A, L>, rows: bool, columns: bool) -> Vec<usize>
where
    A: Accessor<Item = usize>,
    L: AnyLayout,
    (usize, usize): Coordinate<usize, L::Shape, L::Stride>,
{
    let (l, values) = (t.layout(), t.map(|x| x));
    let (m, n) = (l.extent::<0>(), l.extent::<1>());
    let turned = |c, extent, turns| if turns { extent - 1 - c } else { c };
    let at = |i, j| values.at((turned(i, m, rows), turned(j, n, columns)));
    (0..n).flat_map(|j| (0..m).map(move |i| (i, j))).map(|(i, j)| at(i, j)).collect()
}

/// All ways to read `t`, whose elements are `expected`, column-major.
fn reads<A, L>(t: &Tensor<A, L>, expected: &[usize])
where
    A: Accessor<Item = usize>,
    L: AnyLayout,
    usize: Coordinate<usize, L::Shape, L::Stride>,
{
    let values = t.map(|x| x);
    assert_eq!(t.size(), expected.len());
    assert!(values.iter().eq(expected.iter().copied()), "{:?}", t.layout());
    assert!(values.iter().rev().eq(expected.iter().rev().copied()));
    let folded = values.fold(Vec::new(), |mut all, x| {
        all.push(x);
        all
    });
    assert_eq!(folded, expected);
    let mut each = Vec::new();
    t.for_each(|_| each.push(()));
    assert_eq!(each.len(), expected.len());
    assert_eq!(reduce(t, 0, |sum, x| sum + x), expected.iter().sum());
    for (i, &x) in expected.iter().enumerate() {
        assert_eq!(values.at(i), x);
    }
    assert!(t.get(expected.len()).is_none());
}

/// A matrix of a layout with static or dynamic leaves, reversed along each mode and along both, read, written and
/// copied.
macro_rules! matrices {
    ($($layout:expr;)*) => {$({
        let layout = $layout;
        let (m, n) = (layout.extent::<0>(), layout.extent::<1>());
        let mut data: Vec<usize> = (100..100 + layout.cosize()).collect();
        let t = Tensor::new(&data[..], layout).unwrap();
        let (up, left) = (elements(&t, true, false), elements(&t, false, true));
        let turned = elements(&t, true, true);
        reads(&t.reversed::<0>(), &up);
        reads(&t.reversed::<1>(), &left);
        reads(&t.reversed::<0>().reversed::<1>(), &turned);
        reads(&t.reversed::<1>().reversed::<0>(), &turned);
        reads(&t.reversed::<0>().reversed::<0>(), &elements(&t, false, false));
        reads(&t.reversed::<0>().map(|x| x + 1).reversed::<1>().map(|x| x - 1), &turned);
        reads(&t.transposed().reversed::<1>().transposed(), &up);
        assert!(t.reversed::<1>().one_mode().iter().eq(&left));
        assert!(t.reversed::<1>().coalesce().iter().eq(&left));
        assert!(t.reversed::<1>().flatten().iter().eq(&left));
        assert_eq!(t.reversed::<0>(), t.reversed::<0>().view());
        for j in 0..n {
            assert!(t.reversed::<1>().slice((.., j)).iter().eq(t.slice((.., n - 1 - j)).iter()));
            assert!(t.reversed::<0>().slice((.., j)).iter().eq(&up[m * j..m * (j + 1)]));
        }
        for (i, row) in t.reversed::<0>().slices::<0>().enumerate() {
            assert!(row.iter().eq(t.slice((m - 1 - i, ..)).iter()));
        }
        let sums = t.reversed::<0>();
        let sums = sums.along::<1>().fold(0, |sum, x| sum + x);
        for i in 0..m {
            assert_eq!(sums.at(i), t.slice((m - 1 - i, ..)).iter().sum::<usize>());
        }
        // Copies to and from tensors of other layouts.
        for rows in [false, true] {
            let strides = if rows { (n, 1) } else { (1, m) };
            let flat = layout!((m,n):({strides.0},{strides.1}));
            let mut copied = Tensor::new(vec![0; m * n], flat).unwrap();
            copy(&t.reversed::<0>().reversed::<1>(), &mut copied).unwrap();
            reads(&copied, &turned);
            let mut target = Tensor::new(vec![0; layout.cosize()], layout).unwrap();
            copy(&copied, &mut target.reversed_mut::<1>()).unwrap();
            reads(&target, &up);
            copy(&t.reversed::<0>(), &mut target.reversed_mut::<1>()).unwrap();
            reads(&target, &turned);
            target.reversed_mut::<0>().reversed_mut::<1>().copy_from(&t);
            reads(&target, &turned);
            let mut across = Tensor::new(vec![0; m * n], layout!((n,m))).unwrap();
            transpose(&t.reversed::<1>(), &mut across).unwrap();
            reads(&across.transposed(), &left);
            target.reversed_mut::<1>().zip_mut_with(&t.reversed::<0>(), |to, from| *to = *from);
            reads(&target, &turned);
            target.reversed_mut::<1>().map_inplace(|x| *x += 1);
            target.map_inplace(|x| *x -= 1);
            reads(&target, &turned);
        }
        // Written.
        let mut t = Tensor::new(&mut data[..], layout).unwrap();
        let mut r = t.reversed_mut::<1>();
        for (i, x) in r.iter_mut().enumerate() {
            *x = i;
        }
        for (i, x) in (&mut r).into_iter().enumerate().rev() {
            assert_eq!(*x, i);
            *x += 1;
        }
        r.for_each_mut(|x| *x += 1);
        let expected: Vec<usize> = (2..2 + m * n).collect();
        reads(&r, &expected);
        if m * n > 0 {
            r[(m - 1, 0)] = 77;
            *r.get_mut((0, n - 1)).unwrap() += 1000;
            assert_eq!(r[(m - 1, 0)] % 1000, 77);
            assert_eq!(t[(m - 1, n - 1)] % 1000, 77);
        }
        fill(&mut t.reversed_mut::<0>(), 5);
        assert!(t.iter().all(|x| *x == 5));
        let mut up = t.reversed_mut::<0>();
        thread::scope(|scope| {
            for (i, mut row) in up.slices_mut::<0>().enumerate() {
                scope.spawn(move || row.iter_mut().enumerate().for_each(|(j, x)| *x = 10 * i + j));
            }
        });
        assert!((0..m).all(|i| (0..n).all(|j| t[(i, j)] == 10 * (m - 1 - i) + j)));
    })*};
}

#[test]
fn matrices_of_run_time() {
    for (m, n) in [(0, 0), (0, 3), (4, 0), (1, 1), (1, 5), (5, 1), (2, 2), (3, 4), (6, 5)] {
        let lda = m + 3;
        matrices! {
            layout!((m,n));
            layout!((m,n):row_major);
            layout!((m,n):(1,lda));
            layout!((m,n):(2,{2 * lda}));
        }
    }
}

#[test]
fn static_matrices() {
    matrices! {
        layout!((1,1));
        layout!((3,4));
        layout!((5,3):row_major);
        layout!((4,1):(3,0));
        layout!((4,6):(7,40));
    }
}

#[test]
fn nested_modes() {
    let n = 3;
    matrices! {
        layout!(((2,3),(2,2)):((1,4),(2,12)));
        layout!(((2,n),(n,2)):((9,1),(3,18)));
        layout!(((2,(2,2)),3):((1,(6,12)),2));
    }
}

#[test]
fn one_mode_and_three() {
    let n = 5;
    let t = Tensor::new(&[0, 1, 2, 3, 4][..], layout!(n:1)).unwrap();
    assert!(t.reversed::<0>().iter().eq(&[4, 3, 2, 1, 0]));
    assert!(t.reversed::<0>().slice((1..).step_by(2)).iter().eq(&[3, 1]));
    assert!(t.reversed::<0>().slice(1..4).reversed::<0>().iter().eq(&[1, 2, 3]));
    assert!(t.slice((0..5).step_by(2)).reversed::<0>().iter().eq(&[4, 2, 0]));
    let data: Vec<usize> = (0..24).collect();
    let cube = Tensor::new(&data[..], layout!((2,3,4):row_major)).unwrap();
    let (front, middle, back) = (cube.reversed::<0>(), cube.reversed::<1>(), cube.reversed::<2>());
    let all = front.reversed::<1>().reversed::<2>();
    for (i, j, k) in (0..24).map(|c| (c % 2, c / 2 % 3, c / 6)) {
        assert_eq!(front[(i, j, k)], cube[(1 - i, j, k)]);
        assert_eq!(middle[(i, j, k)], cube[(i, 2 - j, k)]);
        assert_eq!(back[(i, j, k)], cube[(i, j, 3 - k)]);
        assert_eq!(all[(i, j, k)], cube[(1 - i, 2 - j, 3 - k)]);
        assert_eq!(all.permute(modes![2, 0, 1])[(k, i, j)], all[(i, j, k)]);
        assert_eq!(middle.group(range::<0, 2>())[(i + 2 * j, k)], middle[(i, j, k)]);
        assert_eq!(middle.select(modes![1, 2])[(j, k)], middle[(0, j, k)]);
        assert_eq!(middle.take(range::<1, 2>())[j], middle[(0, j, 0)]);
    }
    // A mode that is selected twice has elements that are not in the layout.
    assert!(back.try_select(modes![2, 2]).is_err());
}

#[test]
fn tiles_and_windows() {
    let (m, n): (usize, usize) = (6, 8);
    let mut data: Vec<usize> = (0..48).collect();
    let t = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let r = t.reversed::<1>();
    for ((i, j), tile) in r.tiles(layout!(<2,4>)).with_coordinates() {
        let (top, left): (usize, usize) = (2 * i, 4 - 4 * j);
        assert_eq!((tile[(0, 0)], tile[(1, 3)]), (t[(top, left + 3)], t[(top + 1, left)]));
        assert_eq!(tile.reversed::<1>(), t.tiles(layout!(<2,4>)).get((i, 1_usize - j)).unwrap());
    }
    let divided = r.zipped_divide(layout!(<3,2>));
    assert_eq!(divided.at(((2, 1), (1, 3))), &t[(5, 0)]);
    assert_eq!(r.window((1, 2), layout!((2, 3)))[(1, 2)], t[(2, 3)]);
    assert_eq!(r.windows(layout!((2, 3))).at(((1, 2), (4, 5))), &t[(5, 0)]);
    for tile in r.predicated_tiles(layout!(<4,3>)) {
        tile.for_each(|x| assert!(*x < 48));
    }
    let mut loaded = Tensor::new([0; 12], layout!((4, 3))).unwrap();
    r.predicated_divide(layout!(<4,3>)).slice((.., (1, 2))).load(99, &mut loaded).unwrap();
    assert_eq!(loaded.data(), [33, 41, 99, 99, 32, 40, 99, 99, 99, 99, 99, 99]);
    let mut t = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
    let mut left = t.reversed_mut::<1>();
    thread::scope(|scope| {
        for ((i, j), mut tile) in left.tiles_mut(layout!(<2,4>)).with_coordinates() {
            scope.spawn(move || tile.fill(10 * i + j));
        }
    });
    assert!((0..6).all(|i| (0..8).all(|j| t[(i, j)] == 10 * (i / 2) + (7 - j) / 4)));
    let mut up = t.reversed_mut::<0>();
    thread::scope(|scope| {
        for (k, mut part) in up.partitions_mut(layout!((2, 2))).enumerate() {
            scope.spawn(move || part.for_each_mut(|x| *x = k));
        }
    });
    assert!((0..6).all(|i| (0..8).all(|j| t[(i, j)] == (5 - i) % 2 + 2 * (j % 2))));
    for mut tile in t.reversed_mut::<1>().predicated_tiles_mut(layout!(<4,3>)) {
        tile.for_each_mut(|x| *x += 50);
    }
    assert!(t.iter().all(|x| (50..54).contains(x)));
    // Tiles that are borrowed side by side can be reversed too.
    for (k, mut tile) in t.tiles_mut(layout!(<3,4>)).enumerate() {
        for (i, mut row) in tile.reversed_mut::<0>().slices_mut::<0>().enumerate() {
            row.reversed_mut::<0>()[0] = 10 * k + i;
        }
        assert_eq!((tile[(0, 3)], tile[(2, 3)]), (10 * k + 2, 10 * k));
    }
}

#[test]
fn other_elements() {
    let numbers = Tensor::counting(layout!((3, 4)));
    reads(&numbers.reversed::<0>(), &[2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9]);
    let data: Vec<usize> = (0..16).collect();
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):row_major));
    let t = Tensor::through(&data[..], swizzled).unwrap();
    reads(&t.reversed::<1>(), &elements(&t, false, true));
    let columns = t.along::<0>().fold(0, |sum, x| sum + x);
    assert!(columns.reversed::<0>().iter().eq((0..4).rev().map(|j| columns.at(j))));
    let mut names: Vec<String> = (0..6).map(|i| i.to_string()).collect();
    let mut t = Tensor::new(&mut names[..], layout!((2, 3))).unwrap();
    t.reversed_mut::<1>()[(0, 0)].push('!');
    assert_eq!(names[4], "4!");
    let nothing = [(); 12];
    let t = Tensor::new(&nothing[..], layout!((3, 4))).unwrap();
    assert_eq!(t.reversed::<0>().iter().count(), 12);
}

#[test]
fn what_is_too_large() {
    // 2^32 offsets fit, one more does not.
    let (m, n) = (1_usize << 16, 1_usize << 16);
    let numbers = Tensor::counting(layout!((m, n)));
    let reversed = numbers.reversed::<0>();
    assert_eq!((reversed.at((0, 0)), reversed.at((3, n - 1))), (m - 1, m * n - 4));
    let longer = n + 1;
    let numbers = Tensor::counting(layout!((m, longer)));
    assert_eq!(numbers.try_reversed::<1>().unwrap_err().rule, Rule::Overflow);
    assert_eq!(
        numbers.try_reversed::<0>().unwrap_err().to_string(),
        "tensor: overflow: the exact result does not fit the integers used",
    );
    // A layout that already counts modulo 2^32 can be reversed again.
    let twice = reversed.reversed::<0>();
    assert_eq!((twice.at((0, 0)), twice.at((3, n - 1))), (0, m * (n - 1) + 3));
}

#[test]
fn generic_code() {
    fn last<A: Accessor<Item = usize>, L: ReverseMode<U1>>(t: &Tensor<A, L>) -> usize {
        t.reversed::<1>().map(|x| x).iter().next().unwrap()
    }
    let data: Vec<usize> = (0..12).collect();
    assert_eq!(last(&Tensor::new(&data[..], layout!((3, 4))).unwrap()), 9);
}

/// Products of reversed matrices, in any place, against the sums of the definition.
#[test]
fn products() {
    use tilework::algorithm::{batched_gemm, dot, gemm, matmul};
    for (m, n, k) in [(1, 1, 1), (2, 3, 4), (9, 5, 8), (33, 17, 20), (3, 4, 0)] {
        let (m, n, k): (usize, usize, usize) = (m, n, k);
        let number = |i: usize| (i * 7919 % 13) as f64 - 6.0;
        let a = Owned::from_fn(layout!((m,k):row_major), |(i, p)| number(3 * i + p));
        let b = Owned::from_fn(layout!((k, n)), |(p, j)| number(p + 5 * j));
        macro_rules! check {
            ($a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                let expected = |i, j| (0..k).map(|p| a.at((i, p)) * b.at((p, j))).sum::<f64>();
                let c = a.matmul(&b);
                assert!((0..m).all(|i| (0..n).all(|j| c[(i, j)] == expected(i, j))), "{m} {n} {k}");
                let mut d = Owned::full(layout!((m,n):row_major), 1.0);
                matmul(&a, &b, &mut d.reversed_mut::<1>()).unwrap();
                assert!((0..m).all(|i| (0..n).all(|j| d[(i, n - 1 - j)] == expected(i, j))));
                gemm(2.0, &a, &b.transposed(), 1.0, &mut d.reversed_mut::<0>()).unwrap();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let before = expected(i, n - 1 - j);
                    assert_eq!(d[(i, j)], before + 2.0 * expected(m - 1 - i, j));
                }
            }};
        }
        check!(&a.reversed::<0>(), &b);
        check!(&a.reversed::<1>(), &b);
        check!(&a.view(), b.reversed::<0>());
        check!(a.reversed::<0>().reversed::<1>(), b.reversed::<1>());
        check!(
            a.reversed::<1>().transposed().transposed(),
            b.transposed().reversed::<1>().transposed()
        );
        for i in 0..m {
            let (row, column) = (a.slice((i, ..)), b.slice((.., n - 1)));
            let expected = (0..k).map(|p| row[k - 1 - p] * column[p]).sum::<f64>();
            assert_eq!(row.reversed::<0>().dot(&column), expected);
            assert_eq!(dot(&column, &row.reversed::<0>()).unwrap(), expected);
        }
    }
    // A part of a larger matrix, behind a swizzle, and a batch.
    let data: Vec<f64> = (0..64).map(|i| (i * 31 % 17) as f64).collect();
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((8,8):row_major));
    let t = Tensor::through(&data[..], swizzled).unwrap();
    let turned = t.reversed::<1>();
    let c = turned.matmul(&t.reversed::<0>());
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let sum: f64 = (0..8).map(|p| t.at((i, 7 - p)) * t.at((7 - p, j))).sum();
        assert_eq!(c[(i, j)], sum);
    }
    let cube = Tensor::new(&data[..], layout!((4, 4, 4))).unwrap();
    let mut out = Owned::zeros(layout!((4, 4, 4)));
    let (x, y) = (cube.reversed::<2>(), cube.reversed::<1>());
    batched_gemm(1.0, &x, &y, 0.0, &mut out.reversed_mut::<0>()).unwrap();
    for l in 0..4 {
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let sum: f64 = (0..4).map(|p| cube[(i, p, 3 - l)] * cube[(j, 3 - p, l)]).sum();
            assert_eq!(out[(3 - i, j, l)], sum);
        }
    }
    let part = cube.slice((1..3, .., 2));
    let c = part.reversed::<0>().matmul(&cube.slice((.., .., 1)).reversed::<1>());
    let sum: f64 = (0..4).map(|p| part[(1, p)] * cube[(p, 3, 1)]).sum();
    assert_eq!(c[(0, 0)], sum);
}

/// What the table of `reversed` says of other functions.
#[test]
fn what_takes_it() {
    use tilework::generic::RankLayout;
    fn sum(t: &Tensor<impl Accessor<Item = usize>, impl RankLayout<2>>) -> usize {
        let [m, n] = t.sizes();
        let each: usize =
            (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|c| t.map(|x| x).at(c)).sum();
        assert_eq!(each, t.sum());
        each
    }
    let t = Owned::from_fn(layout!((4,6):row_major), |(i, j)| 10 * i + j);
    let turned = t.reversed::<0>();
    assert_eq!(sum(&turned), t.sum());
    assert_eq!(turned.tiles(layout!(<2,3>)).next().unwrap()[(0, 1)], 31);
    assert_eq!(turned.windows(layout!((2, 2))).slice((.., (1, 1)))[(0, 0)], 21);
    assert_eq!(turned.clipped([-1, 4], [3, 9]).0[(0, 0)], 34);
    let window = turned.predicated_window([-1, 4], layout!((3, 9)));
    assert_eq!(
        (window.get((0, 0)), window.get((1, 0)), window.get((2, 1))),
        (None, Some(&34), Some(&25))
    );
    assert!(turned.along::<0>().max().iter().eq((0..6).map(|j| 30 + j)));
    let mut to = Owned::zeros(layout!((4, 6)));
    to.zip_mut_with((&turned, &t), |to, (x, y)| *to = x + y);
    assert!(to.iter().zip(t.iter()).all(|(x, y)| *x == 30 + 2 * (y % 10)));
    assert_eq!(turned.max(), Some(35));
    assert_eq!(turned.to_owned(), turned);
}
