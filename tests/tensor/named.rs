//! Named modes, against loops over coordinates and against the operations by positions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tilework::bound::ModeName;
use tilework::generic::Deferred;
use tilework::generic::RankLayout;
use tilework::{Named, Owned, Tensor, View, ViewMut, by, layout, leaf, modes, names, range};

names! { A, B, C, D }

mod elsewhere {
    tilework::names! {
        /// The same text as the other one.
        pub A,
        pub LongName2,
    }
}

fn cube(l: usize, m: usize, n: usize) -> Vec<u32> {
    (0..(l * m * n) as u32).map(|i| i * 7 + 3).collect()
}

/// Extents with 0, 1 and more, and all coordinates of them.
fn shapes() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..4).flat_map(|l| (0..4).flat_map(move |m| (0..4).map(move |n| (l, m, n))))
}
fn coordinates(l: usize, m: usize, n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..l).flat_map(move |i| (0..m).flat_map(move |j| (0..n).map(move |k| (i, j, k))))
}

#[test]
fn names_are_texts() {
    assert_eq!((A::NAME, elsewhere::A::NAME), ("A", "A"));
    assert_eq!(elsewhere::LongName2::NAME, "LongName2");
    let t = Tensor::new([1, 2], layout!((2, 1))).unwrap();
    // By their text they are one name.
    assert_eq!(t.named((A, elsewhere::LongName2)).extent(elsewhere::A), 2);
}

#[test]
fn names_take_no_memory() {
    let t = Tensor::new([1_u8, 2], layout!((2, 1))).unwrap();
    assert_eq!(size_of_val(&t.named((A, B))), size_of_val(&t));
}

/// Naming changes no element, and elements are found in any order of the names.
#[test]
fn elements_by_names() {
    for (l, m, n) in shapes() {
        let data = cube(l, m, n);
        let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
        let named = t.named((A, B, C));
        assert_eq!((named.extent(A), named.extent(B), named.extent(C)), (l, m, n));
        assert!(named.iter().eq(t.iter()));
        assert_eq!(named.unnamed().layout(), t.layout());
        for (i, j, k) in coordinates(l, m, n) {
            let x = data[(i * m + j) * n + k];
            assert_eq!(named[by!(A = i, B = j, C = k)], x);
            assert_eq!(named[by!(C = k, A = i, B = j)], x);
            assert_eq!(*named.at(by!(B = j, C = k as u32, A = i as i32)), x);
            assert_eq!(named.get(by!(B = j, C = n, A = i)), None);
        }
    }
}

/// Of all six orders, by names and by positions.
#[test]
fn permuted_by_names_as_by_positions() {
    for (l, m, n) in shapes() {
        let data = cube(l, m, n);
        let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
        let named = t.named((A, B, C));
        macro_rules! order {
            ($($names:ident $positions:literal),*) => {{
                let (by_names, by_positions) =
                    (named.permuted(($($names),*)), t.permute(modes![$($positions),*]));
                assert_eq!(by_names.layout(), by_positions.layout());
                assert!(by_names.iter().eq(by_positions.iter()));
                for (i, j, k) in coordinates(l, m, n) {
                    let at = by!(A = i, B = j, C = k);
                    assert_eq!(by_names[at], data[(i * m + j) * n + k]);
                }
            }};
        }
        order!(A 0, B 1, C 2);
        order!(A 0, C 2, B 1);
        order!(B 1, A 0, C 2);
        order!(B 1, C 2, A 0);
        order!(C 2, A 0, B 1);
        order!(C 2, B 1, A 0);
    }
}

#[test]
fn slices_by_names() {
    for (l, m, n) in shapes() {
        let data = cube(l, m, n);
        let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
        let named = t.named((A, B, C));
        for (i, j, k) in coordinates(l, m, n) {
            let at = |i: usize, j: usize, k: usize| data[(i * m + j) * n + k];
            let plane = named.slice(by!(B = j));
            assert_eq!((plane.extent(A), plane.extent(C)), (l, n));
            assert_eq!(plane[by!(C = k, A = i)], at(i, j, k));
            assert!(plane.iter().eq(t.slice((.., j, ..)).iter()));
            let row = named.slice(by!(C = k..n, A = i));
            assert_eq!((row.extent(B), row.extent(C)), (m, n - k));
            assert_eq!(row[by!(C = 0, B = j)], at(i, j, k));
            assert!(row.iter().eq(t.slice((i, .., k..n)).iter()));
            let line = named.slice(by!(C = k, B = ..=j, A = i));
            assert_eq!((line.extent(B), line[by!(B = j)]), (j + 1, at(i, j, k)));
            assert_eq!(*named.slice(by!(C = k, A = i, B = j)).at(by!()), at(i, j, k));
            let even = named.slice(by!(A = (0..l).step_by(2), B = .., C = range::<0, 1>()));
            assert_eq!((even.extent(A), even.extent(C)), (l.div_ceil(2), 1));
            assert_eq!(even[by!(A = i / 2, B = j, C = 0)], at(i / 2 * 2, j, 0));
        }
        for (j, slice) in named.slices(B).enumerate() {
            assert!(slice.iter().eq(t.slice((.., j, ..)).iter()));
            assert_eq!((slice.extent(C), slice.extent(A)), (n, l));
        }
        assert_eq!(named.slices(A).len(), l);
        assert!(
            named.slices(A).rev().map(|s| s.to_vec()).eq(t.slices::<0>().rev().map(|s| s.to_vec()))
        );
        // Slices of slices: the last ones have one element and no name.
        let mut seen = Vec::new();
        for a in named.slices(A) {
            for b in a.slices(B) {
                seen.extend(b.slices(C).map(|x| *x.at(by!())));
            }
        }
        assert_eq!(seen, data);
    }
}

#[test]
fn writing_by_names() {
    for (l, m, n) in shapes() {
        let mut expected = vec![0; l * m * n];
        for (i, j, k) in coordinates(l, m, n) {
            expected[(i * m + j) * n + k] = 100 * i + 10 * j + k;
        }
        let new = || Owned::<usize, _>::zeros(layout!((l,m,n):row_major)).named((A, B, C));
        let mut t = new();
        for (i, j, k) in coordinates(l, m, n) {
            t[by!(B = j, A = i, C = k)] = 100 * i + 10 * j + k;
        }
        assert_eq!(t.data(), expected);
        let mut t = new();
        for (j, mut slice) in t.slices_mut(B).enumerate() {
            for (k, mut row) in slice.slices_mut(C).enumerate() {
                for i in 0..l {
                    row[by!(A = i)] = 100 * i + 10 * j + k;
                }
            }
        }
        assert_eq!(t.data(), expected);
        let mut t = new();
        for k in 0..n {
            let mut plane = t.slice_mut(by!(C = k));
            let mut plane = plane.permuted_mut((B, A));
            for (i, j) in (0..l).flat_map(|i| (0..m).map(move |j| (i, j))) {
                plane[by!(A = i, B = j)] = 100 * i + 10 * j + k;
            }
        }
        assert_eq!(t.data(), expected);
    }
}

#[test]
fn reductions_by_names() {
    for (l, m, n) in shapes() {
        let data = cube(l, m, n);
        let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap().named((A, B, C));
        let at = |i: usize, j: usize, k: usize| data[(i * m + j) * n + k];
        let (sums, largest) = (t.sum(B), t.fold(A, 0, u32::max).to_owned());
        for (i, j, k) in coordinates(l, m, n) {
            assert_eq!(sums.at(by!(C = k, A = i)), (0..m).map(|j| at(i, j, k)).sum());
            assert_eq!(largest[by!(C = k, B = j)], (0..l).map(|i| at(i, j, k)).max().unwrap());
        }
        assert_eq!(t.sum(B).sum(A).sum(C).at(by!()), data.iter().sum());
        assert_eq!(t.map(|x| x + 1).sum(C).extent(B), m);
    }
}

/// Tensors in all orders of the modes, and with a part of the names.
#[test]
fn lockstep_by_names() {
    for (l, m, n) in shapes() {
        let data = cube(l, m, n);
        let t = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap().named((A, B, C));
        let other = Owned::from_fn(layout!((n, l, m)), |(k, i, j)| (i + 5 * j + 25 * k) as u32);
        let mut other = other.named((C, A, B));
        let some = Owned::from_fn(layout!((n, l)), |(k, i)| (1000 * i + 100 * k) as u32);
        let some = some.named((C, A));
        let one = Tensor::new(&[1_000_000][..], layout!(():())).unwrap().named(());
        let mut to = Owned::zeros(layout!((m,n,l):row_major)).named((B, C, A));
        to.zip_mut_with((&t, &mut other, &some, &one), |to, (t, other, some, one)| {
            *to = t + *other + some + one;
            *other = 2 * t;
        });
        for (i, j, k) in coordinates(l, m, n) {
            let x = data[(i * m + j) * n + k];
            let expected =
                x + (i + 5 * j + 25 * k) as u32 + (1000 * i + 100 * k) as u32 + 1_000_000;
            assert_eq!(to[by!(A = i, B = j, C = k)], expected);
            assert_eq!(other[by!(A = i, B = j, C = k)], 2 * x);
        }
    }
}

/// Static extents, nested modes, and a single name for a nested mode.
#[test]
fn nested_modes() {
    let data: Vec<u32> = (0..24).collect();
    let t = Tensor::new(&data[..], layout!(((2,3),4):((12,4),1))).unwrap();
    let named = t.named((A, B));
    assert_eq!((named.extent(A), named.extent(B)), (6, 4));
    let column = named.slice(by!(B = 3));
    assert_eq!(column.extent(A), 6);
    let offset = |i: usize| (12 * (i % 2) + 4 * (i / 2)) as u32;
    for i in 0..6 {
        assert_eq!(column[by!(A = i)], offset(i) + 3);
        assert_eq!(*column.slice(by!(A = i)).at(by!()), offset(i) + 3);
        assert_eq!(named[by!(B = 2, A = i)], offset(i) + 2);
    }
    assert!(column.slices(A).map(|x| *x.at(by!())).eq((0..6).map(|i| offset(i) + 3)));
    assert_eq!(column.sum(A).at(by!()), (0..6).map(|i| offset(i) + 3).sum());
    assert_eq!(column.permuted((A,)).extent(A), 6);
    let mut to = Owned::zeros(layout!((4, (2, 3)))).named((B, A));
    to.zip_mut_with(&column, |to, x| *to = *x);
    for i in 0..6 {
        assert_eq!(to[by!(A = i, B = 1)], offset(i) + 3);
    }
}

#[test]
fn other_names() {
    let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap().named((A, B));
    let renamed = t.renamed((C, A));
    assert_eq!((renamed.extent(C), renamed.extent(A)), (2, 3));
    assert_eq!(renamed.to_string(), "(C, A)\n1 2 3\n4 5 6");
    assert_eq!(renamed.slice(by!(A = 0)).to_string(), "(C,)\n1 4");
    assert!(format!("{t:?}").starts_with("Named { names: (A, B), tensor: "), "{t:?}");
}

#[test]
fn errors_have_the_names() {
    let (m, n) = (2, 3);
    let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| i + j).named((A, B));
    let error = t.try_slice(by!(B = 1..9)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "slice: coordinate range, mode 1: the coordinate 8 is not in 0..3");
    let panic = catch_unwind(AssertUnwindSafe(|| t.slice(by!(B = 1..9)).size())).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.starts_with(&error) && text.ends_with("of (A, B)"), "{text}");
}

/// Functions over any layout, with a single bound.
#[test]
fn generic_code() {
    fn by_names(t: &Named<(A, B, C), View<u32, impl RankLayout<3>>>) -> Vec<u32> {
        let last = t.permuted((C, B, A));
        assert_eq!(last.extent(A), t.extent(A));
        let mut sums = Vec::new();
        for plane in last.slices(A) {
            for row in plane.slices(B) {
                sums.push(row.sum(C).at(by!()));
            }
        }
        assert_eq!(t.slice(by!(A = 1)).extent(C), t.extent(C));
        assert_eq!(last[by!(A = 0, B = 0, C = 1)], t[by!(A = 0, B = 0, C = 1)]);
        sums
    }
    let data = cube(2, 3, 4);
    let expected: Vec<u32> = data.chunks(4).map(|row| row.iter().sum()).collect();
    let (l, m, n) = (2, 3, 4);
    let dynamic = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
    assert_eq!(by_names(&dynamic.named((A, B, C))), expected);
    let fixed = Tensor::new(&data[..], layout!((2,3,4):(12,4,1))).unwrap();
    assert_eq!(by_names(&fixed.named((A, B, C))), expected);
    let nested = Tensor::new(&data[..], layout!((2,3,(2,2)):(12,4,(1,2)))).unwrap();
    assert_eq!(by_names(&nested.named((A, B, C))), expected);
}

#[test]
fn eight_names() {
    names! { E, F, G, H }
    let t = Tensor::new([7; 256], layout!((2, 2, 2, 2, 2, 2, 2, 2))).unwrap();
    let t = t.named((A, B, C, D, E, F, G, H));
    let permuted = t.permuted((H, G, F, E, D, C, B, A));
    assert_eq!(permuted.layout().to_string(), "(2,2,2,2,2,2,2,2):(128,64,32,16,8,4,2,1)");
    assert_eq!(t.slice(by!(H = 1, A = 0)).sum(D).at(by!(B = 0, C = 0, E = 0, F = 0, G = 1)), 14);
}

/// The least and the largest elements along each mode, against loops.
#[test]
fn extremes_by_name() {
    let data: Vec<i32> = (0..24).map(|i| i * 7919 % 101 - 50).collect();
    let t = Tensor::new(&data[..], layout!((2,3,4):row_major)).unwrap().named((A, B, C));
    let at = |i: usize, j: usize, k: usize| data[12 * i + 4 * j + k];
    for (j, k) in (0..3).flat_map(|j| (0..4).map(move |k| (j, k))) {
        let all = (0..2).map(|i| at(i, j, k));
        assert_eq!(Some(t.max(A).at(by!(C = k, B = j))), all.clone().max());
        assert_eq!(Some(t.min(A).at(by!(B = j, C = k))), all.min());
    }
    for (i, k) in (0..2).flat_map(|i| (0..4).map(move |k| (i, k))) {
        let all = (0..3).map(|j| at(i, j, k));
        assert_eq!(Some(t.max(B).at(by!(A = i, C = k))), all.clone().max());
        assert_eq!(Some(t.min(B).at(by!(A = i, C = k))), all.min());
    }
    assert_eq!(t.max(A).max(B).max(C).at(by!()), *data.iter().max().unwrap());
    assert_eq!(t.along::<2>().min().to_owned().data(), t.min(C).to_owned().data());
    // Of none, and of what is no number.
    let (none, two): (usize, usize) = (0, 2);
    let empty = Tensor::new(&data[..0], layout!((none, two))).unwrap().named((A, B));
    assert!(empty.max(A).iter().eq([i32::MIN; 2]) && empty.min(A).iter().eq([i32::MAX; 2]));
    let floats = [1.0, f32::NAN, 0.0, -1.0];
    let floats = Tensor::new(&floats[..], layout!((2, 2))).unwrap().named((A, B));
    assert!(floats.max(A).at(by!(B = 0)).is_nan() && floats.min(A).at(by!(B = 0)).is_nan());
    assert_eq!((floats.max(A).at(by!(B = 1)), floats.min(A).at(by!(B = 1))), (0.0, -1.0));
    let floats = Tensor::new([f64::NAN, 3.0], layout!(2)).unwrap().named((A,));
    assert!(floats.max(A).at(by!()).is_nan());
}

/// Tiles by names are those by positions.
#[test]
fn tiles_by_name() {
    let data = cube(4, 6, 4);
    let (l, m, n) = (4, 6, 4);
    let plain = Tensor::new(&data[..], layout!((l,m,n):row_major)).unwrap();
    let t = plain.named((A, B, C));
    let tiles = t.tiles(by!(C = layout!(2), A = layout!(4), B = layout!(3)));
    for (tile, expected) in tiles.zip(plain.tiles(layout!(<4,3,2>))) {
        assert!(tile.iter().eq(expected.iter()) && tile.extent(B) == 3);
    }
    // Modes that are not named are kept, and integers are dynamic.
    let tiles = t.tiles(by!(B = 2));
    assert_eq!(tiles.len(), 3);
    for (tile, expected) in
        tiles.zip(plain.tiles(tilework::hlist![tilework::Keep, leaf(2), tilework::Keep]))
    {
        assert!(tile.iter().eq(expected.iter()));
        assert_eq!((tile.extent(A), tile.extent(B), tile.extent(C)), (4, 2, 4));
        assert_eq!(tile[by!(C = 1, A = 2, B = 1)], expected[(2, 1, 1)]);
    }
    assert_eq!(t.tiles(by!()).len(), 1);
    let row = t.slice(by!(A = 1, B = 1));
    assert!(
        row.tiles(by!(C = layout!(2)))
            .map(|tile| tile.sum(C).at(by!()))
            .eq([[0, 1], [2, 3]].map(|two| two.map(|k| plain[(1, 1, k)]).iter().sum::<u32>()))
    );
    let error = t.try_tiles(by!(B = 4)).err().unwrap();
    let by_position = plain.try_tiles(tilework::hlist![tilework::Keep, leaf(4), tilework::Keep]);
    assert_eq!(error.to_string(), by_position.err().unwrap().to_string());
    assert!(t.try_tiles(by!(B = 0)).is_err() && t.try_tiles(by!(B = -1)).is_err());

    let mut copy = plain.to_owned().named((A, B, C));
    for (i, mut tile) in copy.tiles_mut(by!(A = 2, C = 2)).enumerate() {
        tile.fill(i as u32);
        tile[by!(A = 0, B = 0, C = 0)] += 100;
    }
    for i in 0..4 {
        for j in 0..6 {
            for k in 0..4 {
                let tile = (i / 2 + 2 * (k / 2)) as u32;
                let first = i % 2 == 0 && j == 0 && k % 2 == 0;
                assert_eq!(copy[by!(A = i, B = j, C = k)], tile + if first { 100 } else { 0 });
            }
        }
    }
}

/// Tensors whose layouts are only known by their ranks.
#[test]
fn lockstep_in_generic_code() {
    fn add(
        t: &mut Named<(A, B), ViewMut<u32, impl RankLayout<2>>>,
        u: &Named<(B, A), View<u32, impl RankLayout<2>>>,
        v: &Named<(B,), View<u32, impl RankLayout<1>>>,
    ) {
        t.zip_mut_with((u, v), |t, (u, v)| *t += u * v);
        t.zip_mut_with(&u.sum(A), |t, sum| *t += sum);
    }
    fn swap(
        t: &mut Named<(A, B, C), ViewMut<u32, impl RankLayout<3>>>,
        u: &mut Named<(C, A, B), ViewMut<u32, impl RankLayout<3>>>,
    ) {
        t.zip_mut_with(u, core::mem::swap);
    }
    fn tiles(t: &Named<(A, B), View<u32, impl RankLayout<2>>>) -> Vec<u32> {
        let tiles = t.tiles(Deferred(by!(B = layout!(3), A = layout!(2))));
        tiles.map(|tile| tile.max(A).max(B).at(by!())).collect()
    }
    let u: Vec<u32> = (0..6).collect();
    let v = Tensor::new(&[1, 10, 100][..], layout!(3:1)).unwrap().named((B,));
    let check = |t: &[u32]| {
        for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
            let sum = (2 * j) + (2 * j + 1);
            assert_eq!(t[3 * i + j], ((2 * j + i) * [1, 10, 100][j] + sum) as u32, "{i} {j}");
        }
    };
    let (m, n) = (2, 3);
    let mut t = vec![0; 6];
    let from = Tensor::new(&u[..], layout!((3,2):row_major)).unwrap().named((B, A));
    add(&mut Tensor::new(&mut t[..], layout!((m,n):row_major)).unwrap().named((A, B)), &from, &v);
    check(&t);
    let mut t = vec![0; 6];
    add(&mut Tensor::new(&mut t[..], layout!((2,3):row_major)).unwrap().named((A, B)), &from, &v);
    check(&t);
    let first = Tensor::new(&t[..], layout!((2,3):row_major)).unwrap().named((A, B));
    assert_eq!(tiles(&first), [*t.iter().max().unwrap()]);

    let (mut a, mut b) = (cube(2, 3, 4), vec![0; 24]);
    let before = a.clone();
    let mut x = Tensor::new(&mut a[..], layout!((2,3,4):row_major)).unwrap().named((A, B, C));
    let mut y = Tensor::new(&mut b[..], layout!((4, m, n))).unwrap().named((C, A, B));
    swap(&mut x, &mut y);
    for (i, j, k) in (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        assert_eq!(y[by!(A = i, B = j, C = k)], before[12 * i + 4 * j + k]);
    }
    assert!(x.iter().all(|&x| x == 0));
}
