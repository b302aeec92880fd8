//! Tiles for reading and for writing, even and ragged ones, with their coordinates; elements with theirs.

use std::thread;

use proptest::prelude::*;
use tilework::{
    Error, Keep, Tensor, View, ViewMut,
    bound::{Accessor, AccessorMut, ByMode, ZippedDivideBy},
    hlist, layout,
    result::TileMut,
};

/// One function for all tiles that are read, in generic code with the bounds of the divide and of its tiler.
#[test]
fn tiles_in_generic_code() {
    fn largest<L: ZippedDivideBy<T>, T: ByMode<L>>(matrix: &View<u32, L>, tiler: T) -> Vec<u32> {
        let mut largest = Vec::new();
        for tile in matrix.tiles(tiler) {
            largest.push(tile.iter().copied().max().unwrap_or(0));
        }
        largest
    }
    fn number<L: ZippedDivideBy<T>, T: ByMode<L>>(matrix: &mut ViewMut<u32, L>, tiler: T) {
        for (i, mut tile) in matrix.tiles_mut(tiler).enumerate() {
            tile.fill(i as u32);
        }
    }
    let mut data: Vec<u32> = (0..24).collect();
    let (m, n) = (4, 6);
    let mut matrix = Tensor::new(&mut data[..], layout!((m, n))).unwrap();
    assert_eq!(largest(&matrix.view(), layout!(<2,3>)), [9, 11, 21, 23]);
    number(&mut matrix.view_mut(), layout!(<2,3>));
    assert_eq!(largest(&matrix.view(), layout!(<2,3>)), [0, 1, 2, 3]);
}

/// A function of one tile takes tiles of each kind.
#[test]
fn one_function_for_all_tiles() {
    fn sum<A: Accessor<Item = i32>, L: tilework::AnyLayout>(tile: &Tensor<A, L>) -> i32 {
        let mut sum = 0;
        tile.map(|x| x).for_each(|x| sum += x);
        sum
    }
    fn add<A: AccessorMut<Item = i32>, L: tilework::AnyLayout>(tile: &mut Tensor<A, L>) {
        tile.for_each_mut(|x| *x += 1);
    }
    fn add_to_tile<L: tilework::AnyLayout>(tile: &mut TileMut<i32, L>) {
        add(tile);
    }
    let mut data = [0; 24];
    let mut matrix = Tensor::new(&mut data[..], layout!((4, 6))).unwrap();
    for mut tile in matrix.tiles_mut(layout!(<2,3>)) {
        add(&mut tile);
        add_to_tile(&mut tile);
        assert_eq!(sum(&tile), 12);
    }
    add(&mut matrix.local_tile_mut(layout!(<2,3>), (0, 1)));
    add_to_tile(&mut matrix.local_tile_mut(layout!(<2,3>), (0, 1)).into());
    add_to_tile(&mut matrix.zipped_divide_mut(layout!(<2,3>)).slice_mut((.., (0, 1))).into());
    let sums: Vec<i32> = matrix.tiles(layout!(<2,3>)).map(|tile| sum(&tile)).collect();
    assert_eq!(sums, [12, 12, 12 + 3 * 6, 12]);
}

/// Threads get ragged tiles, each element once.
#[test]
fn ragged_tiles_go_to_threads() -> Result<(), Error> {
    let (m, n) = (13_usize, 9_usize);
    let mut data = vec![usize::MAX; 13 * 9];
    let mut matrix = Tensor::new(&mut data[..], layout!((m, n)))?;
    thread::scope(|scope| {
        for ((i, j), mut tile) in matrix.predicated_tiles_mut(layout!(<4,4>)).with_coordinates() {
            scope.spawn(move || tile.for_each_mut(|x| *x = 10 * i + j));
        }
    });
    for j in 0..9 {
        for i in 0..13 {
            assert_eq!(matrix[(i, j)], 10 * (i / 4) + j / 4);
        }
    }
    let mut sizes = Vec::new();
    for tile in matrix.predicated_tiles(layout!(<4,4>)) {
        let mut size = 0;
        tile.for_each(|_| size += 1);
        sizes.push((size, tile.whole().is_some()));
    }
    let row = |last| (0..4).map(move |i| if i < 3 { 4 * last } else { last });
    let expected: Vec<(usize, bool)> =
        row(4).chain(row(4)).chain(row(1)).map(|size| (size, size == 16)).collect();
    assert_eq!(sizes, expected);
    Ok(())
}

proptest! {
    /// Tiles, forwards and backwards, by coordinates and all together, are those of the divide.
    #[test]
    fn tiles_are_those_of_the_divide(
        (a, b) in (1_usize..4, 1_usize..4),
        (p, q) in (1_usize..4, 1_usize..4),
        gap in 0_usize..3,
    ) {
        let (m, n) = (a * p, b * q);
        let ld = m + gap;
        let tensor = Tensor::counting(layout!((m,n):(1,ld)));
        let divided = tensor.zipped_divide(layout!(<a:1,b:1>));
        let tiles = || tensor.tiles(layout!(<a:1,b:1>));
        prop_assert_eq!(tiles().len(), p * q);
        let mut seen = 0;
        for ((i, j), tile) in tiles().with_coordinates() {
            prop_assert!(tile.iter().eq(divided.slice((.., (i, j))).iter()));
            prop_assert!(tiles().get((i, j)).unwrap().iter().eq(tile.iter()));
            prop_assert_eq!(i + p * j, seen);
            seen += 1;
        }
        prop_assert_eq!(seen, p * q);
        let first = |tile: Tensor<_, _>| tile.iter().next();
        let mut backwards: Vec<_> = tiles().rev().map(first).collect();
        backwards.reverse();
        prop_assert!(tiles().map(first).eq(backwards));
        prop_assert!(tiles().get((p, 0)).is_none() && tiles().get(p * q).is_none());
    }

    /// An exact divide has the offsets of the layout, each as often. Divided tensors rely on it.
    #[test]
    fn divides_have_the_offsets_of_the_layout(
        (m, n) in (1_usize..13, 1_usize..13),
        (d, e) in (0_usize..15, 0_usize..15),
        ((s, ds), (t, dt)) in ((1_usize..5, 0_usize..7), (1_usize..5, 0_usize..7)),
    ) {
        let tensor = Tensor::counting(layout!((m,n):(d,e)));
        let mut offsets: Vec<usize> = tensor.iter().collect();
        offsets.sort_unstable();
        macro_rules! check {
            ($($divide:ident($tiler:expr);)*) => {$(
                if let Ok(divided) = tensor.$divide($tiler) {
                    let mut seen: Vec<usize> = divided.iter().collect();
                    seen.sort_unstable();
                    prop_assert_eq!(&seen, &offsets, "{} by {}:{},{}:{}", stringify!($divide), s, ds, t, dt);
                }
            )*};
        }
        check! {
            try_logical_divide(layout!(<s:ds,t:dt>));
            try_logical_divide(layout!(s:ds));
            try_logical_divide(layout!((2,3):(1,4)));
            try_zipped_divide(layout!(<s:ds,t:dt>));
            try_zipped_divide(layout!((2,2):(4,1)).one_mode());
            try_tiled_divide(layout!(<s:ds,t:dt>));
            try_flat_divide(layout!(<s:ds,t:dt>));
            try_zipped_divide(hlist![Keep, layout!(t:dt)]);
        }
    }

    /// Ragged tiles have every element of the tensor once, at its place.
    #[test]
    fn ragged_tiles_cover_a_tensor(
        (m, n) in (1_usize..9, 1_usize..9),
        (a, b) in (1_usize..5, 1_usize..5),
    ) {
        let data: Vec<usize> = (0..m * n).collect();
        let mut written = vec![0; m * n];
        let tensor = Tensor::new(&data[..], layout!((m,n))).unwrap();
        let mut to = Tensor::new(&mut written[..], layout!((m,n))).unwrap();
        let tiles = tensor.predicated_tiles(layout!(<a:1,b:1>)).with_coordinates();
        let mut all: Vec<_> = to.predicated_tiles_mut(layout!(<a:1,b:1>)).collect();
        for (((i, j), from), tile) in tiles.zip(&mut all) {
            for y in 0..b {
                for x in 0..a {
                    let at = (i * a + x, j * b + y);
                    prop_assert_eq!(from.get((x, y)), tensor.get(at));
                    let element = tile.get_mut((x, y));
                    prop_assert_eq!(element.is_some(), tensor.get(at).is_some());
                    if let Some(element) = element {
                        *element += 1 + data[at.0 + m * at.1];
                    }
                }
            }
        }
        drop(all);
        prop_assert!(written.iter().enumerate().all(|(i, &x)| x == 1 + i));
    }

    /// Elements forwards, backwards and from both ends, with their coordinates.
    #[test]
    fn elements_from_both_ends(
        (l, m, n) in (1_usize..4, 1_usize..4, 1_usize..4),
        (front, back) in (0_usize..30, 0_usize..30),
    ) {
        let mut data: Vec<usize> = (0..l * m * n).collect();
        let mut tensor = Tensor::new(&mut data[..], layout!(((l,m),n):((m,1),{l * m}))).unwrap();
        let elements: Vec<usize> = tensor.iter().copied().collect();
        prop_assert!(tensor.iter().rev().eq(elements.iter().rev()));
        let mut iter = tensor.iter();
        let (taken, dropped) = (iter.by_ref().take(front).count(), iter.by_ref().rev().take(back).count());
        let left = &elements[taken..elements.len() - dropped];
        prop_assert_eq!(iter.len(), left.len());
        prop_assert!(iter.clone().eq(left));
        for (at, x) in iter.clone().with_coordinates() {
            prop_assert_eq!(&tensor[at], x);
        }
        prop_assert_eq!(iter.with_coordinates().map(|(_, x)| *x).collect::<Vec<_>>(), left);
        for x in &mut tensor {
            *x += 100;
        }
        let mut seen = 0;
        for x in &tensor {
            prop_assert_eq!(*x, 100 + elements[seen]);
            seen += 1;
        }
        prop_assert_eq!(seen, elements.len());
        for (((i, j), k), x) in tensor.iter_mut().with_coordinates() {
            *x = i + 10 * j + 100 * k;
        }
        tensor.iter_mut().rev().take(1).for_each(|x| *x += 1);
        prop_assert_eq!(tensor[((l - 1, m - 1), n - 1)], l + 10 * (m - 1) + 100 * (n - 1));
    }
}
