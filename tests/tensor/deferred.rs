//! Tiles in generic code, with `Deferred`. The functions know the rank of a layout and nothing else. Each element of a
//! tile is compared with that of the tensor at the coordinate `tile * t + c`.

use tilework::algorithm::MatrixLayout;
use tilework::bound::{Memory, MemoryMut};
use tilework::generic::{Deferred, RankLayout};
use tilework::{Keep, Owned, Tensor, View, ViewMut, hlist, layout, leaf};

fn element((i, j): (usize, usize)) -> i64 {
    (100 * i + j) as i64
}
/// Compares a tile of `4 x 3` at `(i, j)`.
fn tile_of_matrix(
    tile: &Tensor<impl Memory<Item = i64>, impl MatrixLayout>,
    (i, j): (usize, usize),
) {
    assert_eq!(tile.sizes(), [4, 3]);
    for x in 0..tile.extent::<0>() {
        for y in 0..tile.extent::<1>() {
            assert_eq!(tile[(x, y)], element((4 * i + x, 3 * j + y)));
        }
    }
    let rows = tile.as_tile().slices::<0>().map(|row| row.sum()).sum::<i64>();
    assert_eq!(rows, tile.transposed().sum());
}
fn tiles_of_matrix(t: &View<i64, impl MatrixLayout>) {
    let [m, n] = t.sizes();
    let three = leaf(3);
    assert_eq!(t.tiles(Deferred(layout!(<4,3>))).len(), m / 4 * (n / 3));
    for ([i, j], tile) in t.tiles(Deferred(layout!(<4,3>))).with_positions() {
        tile_of_matrix(&tile, (i, j));
        // Tiles have tiles.
        for ([x, y], small) in tile.view().tiles(Deferred(layout!(<2,3>))).with_positions() {
            assert_eq!((small.sizes(), y), ([2, 3], 0));
            assert_eq!(small.sum(), (0..2).map(|k| tile.slice((2 * x + k, ..)).sum()).sum());
        }
        let other = t.tiles(Deferred(layout!(<4,3>))).get((i, j)).unwrap();
        assert_eq!(other[(3, 2)], tile[(3, 2)]);
    }
    for ([i, j], tile) in t.tiles(Deferred(hlist![leaf(4), three])).with_positions() {
        tile_of_matrix(&tile, (i, j));
    }
    // A mode that is kept.
    let strips: Vec<_> =
        t.tiles(Deferred(hlist![leaf(4), Keep])).map(|strip| strip.sizes()).collect();
    assert_eq!(strips, vec![[4, n]; m / 4]);
    // Elements 0 and 2, and 1 and 3.
    let skipping = t.tiles(Deferred(layout!(<2:2,3>))).next().unwrap();
    assert_eq!(skipping[(1, 2)], element((2, 2)));
    assert_eq!(t.zipped_divide(Deferred(layout!(<4,3>))).sum(), t.sum());
}
fn written(t: &mut ViewMut<i64, impl MatrixLayout>) {
    for ([i, j], mut tile) in t.tiles_mut(Deferred(layout!(<2,3>))).with_positions() {
        add(&mut tile, (10 * i + j) as i64);
    }
    let [m, n] = t.sizes();
    for i in 0..m {
        for j in 0..n {
            assert_eq!(t[(i, j)], element((i, j)) + (10 * (i / 2) + j / 3) as i64);
        }
    }
}
fn add(t: &mut Tensor<impl MemoryMut<Item = i64>, impl MatrixLayout>, x: i64) {
    t.map_inplace(|y| *y += x);
}
/// The elements of tiles that reach past the end.
fn ragged(t: &View<i64, impl MatrixLayout>) {
    let [m, n] = t.sizes();
    let (mut sum, five) = (0, leaf(5));
    for ([i, j], tile) in t.predicated_tiles(Deferred(hlist![leaf(4), five])).with_positions() {
        let mut to = Owned::zeros(layout!((4, 5)));
        tile.load(-1, &mut to).unwrap();
        for x in 0..4 {
            for y in 0..5 {
                let c = (4 * i + x, 5 * j + y);
                let expected = if c.0 < m && c.1 < n { element(c) } else { -1 };
                assert_eq!(to[(x, y)], expected);
                assert_eq!(tile.get((x, y)).copied().unwrap_or(-1), expected);
            }
        }
        tile.for_each(|x| sum += x);
    }
    assert_eq!(sum, t.sum());
}
fn ragged_written(t: &mut ViewMut<i64, impl MatrixLayout>) {
    let before = t.sum();
    for mut tile in t.predicated_tiles_mut(Deferred(layout!(<4,5>))) {
        tile.for_each_mut(|x| *x += 1);
    }
    assert_eq!(t.sum(), before + t.size() as i64);
}
fn all(t: &View<i64, impl MatrixLayout>) {
    tiles_of_matrix(t);
    ragged(t);
}

#[test]
fn of_matrices() {
    let (m, n): (usize, usize) = (8, 6);
    all(&Owned::from_fn(layout!((m,n):row_major), element).view());
    all(&Owned::from_fn(layout!((m, 6)), element).view());
    let mut fixed = Owned::from_fn(layout!((8,6):row_major), element);
    all(&fixed.view());
    all(&Owned::from_fn(layout!((6, 8)), |(j, i)| element((i, j))).transposed());
    written(&mut fixed.view_mut());
    ragged_written(&mut fixed.view_mut());
    let mut t = Owned::from_fn(layout!((m,n):row_major), element);
    written(&mut t.view_mut());
    ragged_written(&mut t.view_mut());
    // A part of a larger matrix, with gaps.
    let large = Owned::from_fn(layout!((m,n):row_major), element);
    ragged(&large.slice((0..5, 0..4)).view());
    // A nested mode has tiles of its integral coordinates.
    let data: Vec<i64> = (0..6).flat_map(|j| (0..8).map(move |i| element((i, j)))).collect();
    tiles_of_matrix(&Tensor::new(&data[..], layout!(((4,2),n):((1,4),8))).unwrap());
}

#[test]
fn of_other_ranks() {
    fn cube(t: &View<i64, impl RankLayout<3>>) {
        let mut all = 0;
        for ([i, j, k], tile) in t.tiles(Deferred(layout!(<2,1,3>))).with_positions() {
            assert_eq!(tile.sizes(), [2, 1, 3]);
            assert_eq!(tile[(1, 0, 2)], t[(2 * i + 1, j, 3 * k + 2)]);
            all += tile.slices::<2>().map(|matrix| matrix.sum()).sum::<i64>();
        }
        assert_eq!(all, t.sum());
        let tiles = t.predicated_tiles(Deferred(layout!(<3,2,2>)));
        let mut sum = 0;
        tiles.for_each(|tile| tile.for_each(|x| sum += x));
        assert_eq!(sum, all);
    }
    fn vector(t: &View<i64, impl RankLayout<1>>) {
        let halves: Vec<i64> =
            t.tiles(Deferred(layout!(2:1))).map(|tile| tile[0] + tile[1]).collect();
        assert_eq!(halves.len(), t.size() / 2);
        assert_eq!(halves.iter().sum::<i64>(), t.sum());
    }
    fn ragged_vector(t: &View<i64, impl RankLayout<1>>) {
        let mut sum = 0;
        t.predicated_tiles(Deferred(layout!(5:1))).for_each(|tile| tile.for_each(|x| sum += x));
        assert_eq!(sum, t.sum());
    }
    fn six(t: &View<i64, impl RankLayout<6>>) {
        let tiles = t.tiles(Deferred(layout!(<1,2,1,2,1,2>)));
        assert_eq!(tiles.map(|tile| (tile.sizes(), tile.sum()).1).sum::<i64>(), t.sum());
    }
    let n: usize = 4;
    let data: Vec<i64> = (0..128).collect();
    cube(&Tensor::new(&data[..], layout!((n,5,6):row_major)).unwrap());
    cube(&Tensor::new(&data[..], layout!((4, 5, 6))).unwrap());
    vector(&Tensor::new(&data[..], layout!(n:7)).unwrap());
    ragged_vector(&Tensor::new(&data[..], layout!(n:7)).unwrap());
    ragged_vector(&Tensor::new(&data[..], layout!(12:7)).unwrap());
    vector(&Tensor::new(&data[..], layout!((2,3):(6,1))).unwrap());
    six(&Tensor::new(&data[..], layout!((2, 2, 2, 2, 2, n))).unwrap());
}

#[test]
fn errors_of_the_run() {
    fn tiles(t: &View<i64, impl MatrixLayout>, n: usize) -> String {
        match t.try_tiles(Deferred(hlist![leaf(2), leaf(n)])) {
            Ok(tiles) => tiles.len().to_string(),
            Err(error) => error.to_string(),
        }
    }
    let (m, n): (usize, usize) = (4, 6);
    let t = Owned::from_fn(layout!((m, n)), element);
    assert_eq!(tiles(&t.view(), 3), "4");
    assert_eq!(
        Err(tiles(&t.view(), 4)),
        t.try_tiles(hlist![leaf(2), leaf(4)]).map(|_| ()).map_err(|e| e.to_string())
    );
}
