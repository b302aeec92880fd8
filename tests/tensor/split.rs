//! Tensors split at a coordinate of a mode, against the definition: the first part has the coordinates below it, the
//! second part those from it on.

use std::thread;

use tilework::bound::{Memory, SplitMode};
use tilework::result::{Split, TileMut};
use tilework::typenum::{P2, U0, U1, U2};
use tilework::{Composed, Rule, Swizzle, Tensor, layout};

/// Matrices of all strides up to 5, also with an empty mode, split everywhere along both modes.
#[test]
fn parts_have_the_elements_of_the_definition() {
    let run = |(m, n): (usize, usize), (d, e): (usize, usize)| {
        let length = m.saturating_sub(1) * d + n.saturating_sub(1) * e + 1;
        let data: Vec<usize> = (0..length).collect();
        let t = Tensor::new(&data[..], layout!((m,n):(d,e))).unwrap();
        for i in 0..=m {
            let (low, high) = t.split_at::<0>(i);
            assert_eq!((low.extents(), high.extents()), ((i, n), (m - i, n)));
            let all = || (0..m).flat_map(|i| (0..n).map(move |j| (i, j)));
            for (r, c) in all() {
                let found = if r < i { low[(r, c)] } else { high[(r - i, c)] };
                assert_eq!(found, r * d + c * e);
            }
        }
        for j in 0..=n {
            let (low, high) = t.split_at::<1>(j);
            assert_eq!((low.extents(), high.extents()), ((m, j), (m, n - j)));
            for (r, c) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let found = if c < j { low[(r, c)] } else { high[(r, c - j)] };
                assert_eq!(found, r * d + c * e);
            }
        }
    };
    for (m, n) in (0..4).flat_map(|m| (0..4).map(move |n| (m, n))) {
        for (d, e) in (0..6).flat_map(|d| (0..6).map(move |e| (d, e))) {
            run((m, n), (d, e));
        }
    }
}

/// Both parts are written at the same time: each element once, by its own part.
#[test]
fn parts_are_written_at_the_same_time() {
    for (m, n) in (1..6).flat_map(|m| (1..6).map(move |n| (m, n))) {
        for i in 0..=m {
            let mut data = vec![0; m * n + 3];
            let mut t = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
            let (mut low, mut high) = t.split_at_mut::<0>(i);
            thread::scope(|scope| {
                scope.spawn(|| low.map_inplace(|x| *x += 1));
                high.map_inplace(|x| *x += 10);
            });
            let expected = |at: usize| match at {
                _ if at < i * n => 1,
                _ if at < m * n => 10,
                _ => 0,
            };
            assert!(data.iter().enumerate().all(|(at, &x)| x == expected(at)), "{m} {n} {i}");
        }
        // Along the contiguous mode the parts interleave.
        for j in 0..=n {
            let mut data = vec![0; m * n];
            let mut t = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
            let (mut left, mut right) = t.split_at_mut::<1>(j);
            if j <= n - j {
                // The rest of the library takes parts: copies, slices, and tensors in lockstep.
                right.fill(7);
                left.copy_from(&right.slice((.., 0..j)));
                right.slice_mut((.., 0..j)).zip_mut_with(&left, |x, y| *x += y);
                for (at, &x) in data.iter().enumerate() {
                    assert_eq!(x, if at % n >= j && at % n < 2 * j { 14 } else { 7 });
                }
            } else {
                left.fill(1);
                right.fill(2);
                assert!(data.iter().enumerate().all(|(at, &x)| x == 1 + i32::from(at % n >= j)));
            }
        }
    }
}

/// The middle one of three modes, beside a nested one, and static extents.
#[test]
fn modes_beside_it_stay() {
    let data: Vec<usize> = (0..120).collect();
    let t = Tensor::new(&data[..], layout!(((2,3),4,5):((1,40),10,2))).unwrap();
    for at in 0..=4 {
        let (low, high) = t.split_at::<1>(at);
        assert_eq!(low.layout().to_string(), format!("((2,3),{at},5):((1,40),10,2)"));
        assert_eq!(low.size() + high.size(), 120);
        for j in 0..4 {
            for (i, k) in (0..6).flat_map(|i| (0..5).map(move |k| (i, k))) {
                let found = if j < at { low[(i, j, k)] } else { high[(i, j - at, k)] };
                assert_eq!(found, i % 2 + i / 2 * 40 + j * 10 + k * 2);
            }
        }
    }
    let (first, last) = t.split_at::<2>(5);
    assert!(first == t && last.is_empty());
}

/// Parts of a part, down to single elements: a part is a tensor like others.
#[test]
fn parts_are_split_again() {
    fn halve<L: SplitMode<U0, Split = L>>(mut t: TileMut<u32, L>, depth: u32) {
        match t.size() {
            1 => t.fill(depth),
            n => {
                let (low, high) = t.split_at_mut::<0>(n / 2);
                halve(low, depth + 1);
                halve(high, depth + 1);
            }
        }
    }
    let (mut data, n) = ([0; 12], 12);
    halve(Tensor::new(&mut data[..], layout!(n:1)).unwrap().as_tile_mut(), 0);
    // 12 is 6 + 6, 6 is 3 + 3, and 3 is 1 + 2.
    assert_eq!(data, [3, 4, 4, 3, 4, 4, 3, 4, 4, 3, 4, 4]);
}

/// Elements through a swizzle, and an empty part of a tile between others.
#[test]
fn parts_of_swizzled_data_and_of_tiles() {
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):(4,1)));
    let mut data: [usize; 16] = core::array::from_fn(|i| i);
    let mut t = Tensor::through(&mut data[..], swizzled).unwrap();
    let expected = t.to_owned();
    for i in 0..=4 {
        let (low, high) = t.split_at_mut::<0>(i);
        for (r, c) in (0..4).flat_map(|r| (0..4).map(move |c| (r, c))) {
            let found = if r < i { low.get((r, c)) } else { high.get((r - i, c)) };
            assert_eq!(found, Some(&expected[(r, c)]));
        }
    }
    let (mut low, mut high) = t.split_at_mut::<0>(1);
    low.fill(1);
    high.fill(2);
    assert_eq!(data, core::array::from_fn(|i| if i < 4 { 1 } else { 2 }));

    let mut data = [0; 24];
    let mut t = Tensor::new(&mut data[..], layout!((4, 6))).unwrap();
    for mut tile in t.tiles_mut(layout!(<2,3>)) {
        let (mut none, mut all) = tile.split_at_mut::<1>(0);
        // An empty part has no elements, whatever becomes of its layout.
        assert!(none.iter().next().is_none());
        assert!(none.try_slice((1, ..)).is_ok_and(|row| row.iter().next().is_none()));
        assert!(none.try_slice((.., 0)).is_err());
        none.fill(9);
        all.map_inplace(|x| *x += 1);
        let (mut all, none) = tile.split_at_mut::<0>(2);
        assert_eq!(none.len(), 0);
        all.map_inplace(|x| *x += 1);
    }
    assert_eq!(data, [2; 24]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn parts_of_reversed_tensors() {
    let data: Vec<usize> = (0..12).collect();
    let t = Tensor::new(&data[..], layout!((3,4):row_major)).unwrap();
    for j in 0..=4 {
        let reversed = t.reversed::<1>();
        let (low, high) = reversed.split_at::<1>(j);
        for (r, c) in (0..3).flat_map(|r| (0..4).map(move |c| (r, c))) {
            let found = if c < j { low.get((r, c)) } else { high.get((r, c - j)) };
            assert_eq!(found, Some(&t[(r, 3 - c)]));
        }
    }
}

/// The last coordinate at which a tensor can be split is its extent.
#[test]
fn a_coordinate_past_the_end_is_refused() {
    let (m, n) = (2, 3);
    let mut t = Tensor::new([0; 6], layout!((m, n))).unwrap();
    let error = t.try_split_at::<1>(4).unwrap_err();
    assert_eq!(error.rule, Rule::CoordinateRange { coordinate: 4, extent: 4 });
    assert_eq!(
        error.to_string(),
        "split_at: coordinate range, mode 1: the coordinate 4 is not in 0..4"
    );
    assert_eq!(t.try_split_at_mut::<1>(4).map(|_| ()).unwrap_err(), error);
    assert!(t.try_split_at::<0>(usize::MAX).is_err());
    assert!(t.try_split_at::<1>(3).is_ok());
}

/// In generic code the bound says which mode is split.
#[test]
fn generic_code() {
    fn without_first<L: SplitMode<U1>>(t: &Tensor<impl Memory<Item = u8>, L>) -> Split<L, U1> {
        t.split_at::<1>(1).1.layout()
    }
    let t = Tensor::new([0_u8; 12], layout!((3, 4))).unwrap();
    assert_eq!(without_first(&t).to_string(), "(3,3):(1,3)");
}
