//! Tiles and slices for the threads of a pool, against the iterators of one thread: the same items in the same order,
//! wherever a range of them is divided. Each element is written once.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use proptest::prelude::*;
use rayon::iter::plumbing::{Producer, ProducerCallback};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilework::algorithm::MatrixLayout;
use tilework::bound::{ByMode, Memory, MemoryMut, ZippedDivideBy};
use tilework::typenum::{P3, U0, U2};
use tilework::{Composed, Owned, Rule, Swizzle, Tensor, View, ViewMut, layout};

/// Pools of 1 thread, of 2, and so on.
static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    (1..=5).map(pool).collect()
});

/// The items of a producer, divided at two positions. The second half of the items of each part is taken from its end.
struct Thirds(usize, usize);
impl<T> ProducerCallback<T> for Thirds {
    type Output = Vec<T>;
    fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
        let (first, others) = producer.split_at(self.0);
        let (second, third) = others.split_at(self.1 - self.0);
        let mut items = Vec::new();
        // All three exist at the same time.
        for mut part in [first.into_iter(), second.into_iter(), third.into_iter()] {
            let half = part.len() / 2;
            let mut back: Vec<T> = part.by_ref().rev().take(half).collect();
            items.extend(part.by_ref());
            assert!(part.next().is_none() && part.next_back().is_none() && part.len() == 0);
            back.reverse();
            items.extend(back);
        }
        items
    }
}

/// The items of both iterators are the same, as `key` sees them.
fn same<I, P, T, K>(
    pool: &ThreadPool,
    sequential: impl Fn() -> I,
    parallel: impl Fn() -> P + Sync,
    key: impl Fn(T) -> K + Sync,
) where
    I: ExactSizeIterator<Item = T> + DoubleEndedIterator,
    P: IndexedParallelIterator<Item = T>,
    T: Send,
    K: Clone + PartialEq + Debug + Send + Sync,
{
    let expected: Vec<K> = sequential().map(&key).collect();
    let mut backwards: Vec<K> = sequential().rev().map(&key).collect();
    backwards.reverse();
    assert_eq!(backwards, expected);
    let n = expected.len();
    assert_eq!((parallel().len(), parallel().opt_len()), (n, Some(n)));
    let some = if n < 8 { 1 } else { n / 5 };
    for (from, to) in (0..=n).flat_map(|from| (from..=n).step_by(some).map(move |to| (from, to))) {
        let found: Vec<K> =
            parallel().with_producer(Thirds(from, to)).into_iter().map(&key).collect();
        assert_eq!(found, expected, "{from} {to}");
    }
    pool.install(|| {
        assert_eq!(parallel().map(&key).collect::<Vec<K>>(), expected);
        let reversed: Vec<K> = parallel().rev().map(&key).collect();
        assert!(reversed.iter().eq(expected.iter().rev()));
        let part: Vec<K> = parallel().skip(n / 3).take(n / 2).map(&key).collect();
        assert!(part.iter().eq(expected.iter().skip(n / 3).take(n / 2)));
        let steps: Vec<K> = parallel().step_by(3).map(&key).collect();
        assert!(steps.iter().eq(expected.iter().step_by(3)));
        let chunks: Vec<Vec<K>> =
            parallel().chunks(4).map(|chunk| chunk.into_iter().map(&key).collect()).collect();
        assert!(chunks.iter().map(Vec::as_slice).eq(expected.chunks(4)));
        parallel().enumerate().for_each(|(i, item)| assert_eq!(key(item), expected[i]));
        parallel().zip(&expected).for_each(|(item, other)| assert_eq!(&key(item), other));
        parallel().zip(parallel().rev()).enumerate().for_each(|(i, (item, other))| {
            assert_eq!((key(item), key(other)), (expected[i].clone(), expected[n - 1 - i].clone()));
        });
        for (least, most) in [(1, 1), (3, 4), (n + 1, n + 2)] {
            let found: Vec<K> =
                parallel().with_min_len(least).with_max_len(most).map(&key).collect();
            assert_eq!(found, expected);
        }
        let seen = Mutex::new(Vec::new());
        parallel().enumerate().for_each_init(Vec::new, |own, (i, item)| {
            own.push(i);
            seen.lock().unwrap().push((i, key(item)));
        });
        let mut seen = seen.into_inner().unwrap();
        seen.sort_by_key(|(i, _)| *i);
        assert!(seen.iter().map(|(_, key)| key).eq(&expected));
        assert_eq!(parallel().map(|_| 1).sum::<usize>(), n);
    });
}

/// A tensor of these data through a layout, with these iterators of tiles for writing: a tile is written with one more
/// than its number, and the elements that no tile has stay 0.
macro_rules! written {
    ($pool:expr, $length:expr, |$data:ident| $new:expr, |$t:ident| $sequential:expr, $parallel:expr) => {
        written!($pool, $length, |$data| $new, |$t| $t.view_mut() => $sequential, $parallel)
    };
    (
        $pool:expr, $length:expr, |$data:ident| $new:expr,
        |$t:ident| $part:expr => $sequential:expr, $parallel:expr
    ) => {{
        let mut expected = vec![0_usize; $length];
        let $data = &mut expected[..];
        let mut $t = $new;
        let mut $t = $part;
        let tiles = $sequential;
        let n = tiles.len();
        tiles.enumerate().for_each(|(i, mut tile)| tile.for_each_mut(|x| *x += i + 1));
        macro_rules! writes {
            (|$tiles:ident| $write:expr) => {{
                let mut found = vec![0_usize; $length];
                let $data = &mut found[..];
                let mut $t = $new;
                let mut $t = $part;
                let $tiles = $parallel;
                assert_eq!($tiles.len(), n);
                $pool.install(|| $write);
                assert_eq!(found, expected);
            }};
        }
        writes!(|tiles| tiles
            .enumerate()
            .for_each(|(i, mut tile)| tile.for_each_mut(|x| *x += i + 1)));
        writes!(|tiles| tiles
            .rev()
            .enumerate()
            .for_each(|(i, mut tile)| tile.for_each_mut(|x| *x += n - i)));
        writes!(|tiles| tiles
            .with_max_len(1)
            .enumerate()
            .for_each_init(|| 1, |one, (i, mut tile)| tile.for_each_mut(|x| *x += i + *one),));
        writes!(|tiles| tiles
            .zip((1..=n).collect::<Vec<_>>())
            .for_each(|(mut tile, i)| tile.for_each_mut(|x| *x += i)));
        writes!(|tiles| tiles.chunks(3).enumerate().for_each(|(i, chunk)| {
            for (j, mut tile) in chunk.into_iter().enumerate() {
                tile.for_each_mut(|x| *x += 3 * i + j + 1);
            }
        }));
        for at in 0..=n {
            let mut found = vec![0_usize; $length];
            let $data = &mut found[..];
            let mut $t = $new;
            let mut $t = $part;
            // The tiles of two calls, each of a part of the items.
            $pool.install(|| {
                $parallel
                    .enumerate()
                    .take(at)
                    .for_each(|(i, mut tile)| tile.for_each_mut(|x| *x += i + 1));
                $parallel
                    .enumerate()
                    .skip(at)
                    .for_each(|(i, mut tile)| tile.for_each_mut(|x| *x += i + 1));
            });
            assert_eq!(found, expected);
            // All tiles exist at the same time and are written in turn.
            let mut found = vec![0_usize; $length];
            let $data = &mut found[..];
            let mut $t = $new;
            let mut $t = $part;
            let mut tiles = $parallel.with_producer(Thirds(at / 2, at));
            for i in (0..n).rev().chain(0..n) {
                tiles[i].for_each_mut(|x| *x += i + 1);
            }
            assert!(found.iter().zip(&expected).all(|(x, y)| *x == 2 * y));
        }
    }};
}

/// The elements of a tile.
macro_rules! elements {
    ($tile:expr) => {{
        let mut all = Vec::new();
        $tile.for_each(|x| all.push(*x));
        all
    }};
}

/// Elements that are their own places.
fn places(length: usize) -> Vec<usize> {
    (0..length).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Matrices of dynamic extents and strides: tiles that divide them.
    #[test]
    fn tiles_of_dynamic_layouts(
        (a, b) in (1_usize..4, 1_usize..4),
        (p, q) in (0_usize..5, 1_usize..5),
        (order, gap) in (0_usize..3, 0_usize..3),
        threads in 0_usize..5,
    ) {
        let (m, n) = (a * p, b * q);
        let (d, e) = [(1, m + gap), (n + gap, 1), (2, 2 * m + gap)][order];
        let length = m.saturating_sub(1) * d + n.saturating_sub(1) * e + 1;
        let data = places(length);
        let t = Tensor::new(&data[..], layout!((m,n):(d,e))).unwrap();
        let pool = &POOLS[threads];
        let tiler = layout!(<a:1,b:1>);
        same(pool, || t.tiles(tiler), || t.par_tiles(tiler), |tile| elements!(tile));
        same(
            pool,
            || t.tiles(tiler).with_coordinates(),
            || t.par_tiles(tiler).with_coordinates(),
            |((i, j), tile): ((usize, usize), _)| ((i, j), elements!(tile)),
        );
        written!(pool, length, |data| Tensor::new(data, layout!((m,n):(d,e))).unwrap(), |t| t.tiles_mut(tiler), t.par_tiles_mut(tiler));
    }

    /// Tiles that need not divide them.
    #[test]
    fn predicated_tiles_of_dynamic_layouts(
        (m, n) in (0_usize..11, 1_usize..11),
        (a, b) in (1_usize..5, 1_usize..5),
        (order, gap) in (0_usize..3, 0_usize..3),
        threads in 0_usize..5,
    ) {
        let (d, e) = [(1, m + gap), (n + gap, 1), (2, 2 * m + gap)][order];
        let length = m.saturating_sub(1) * d + n.saturating_sub(1) * e + 1;
        let data = places(length);
        let t = Tensor::new(&data[..], layout!((m,n):(d,e))).unwrap();
        let pool = &POOLS[threads];
        let tiler = layout!(<a:1,b:1>);
        same(pool, || t.predicated_tiles(tiler), || t.par_predicated_tiles(tiler), |tile| elements!(tile));
        same(
            pool,
            || t.predicated_tiles(tiler).with_coordinates(),
            || t.par_predicated_tiles(tiler).with_coordinates(),
            |((i, j), tile): ((usize, usize), _)| ((i, j), elements!(tile)),
        );
        written!(pool, length, |data| Tensor::new(data, layout!((m,n):(d,e))).unwrap(), |t| t.predicated_tiles_mut(tiler), t.par_predicated_tiles_mut(tiler)
        );
    }

    /// Slices along each mode, of which one is nested.
    #[test]
    fn slices_of_nested_layouts(
        (l, m, n) in (1_usize..4, 0_usize..4, 1_usize..5),
        gap in 0_usize..3,
        threads in 0_usize..5,
    ) {
        let (d, e) = (n + gap, l * n + gap * l);
        let length = l.saturating_sub(1) * d + m.saturating_sub(1) * e + n;
        let data = places(length);
        let pool = &POOLS[threads];
        let t = Tensor::new(&data[..], layout!(((l,m),n):((d,e),1))).unwrap();
        same(pool, || t.slices::<0>(), || t.par_slices::<0>(), |tile| elements!(tile));
        same(pool, || t.slices::<1>(), || t.par_slices::<1>(), |tile| elements!(tile));
        same(
            pool,
            || t.slices::<0>().with_coordinates(),
            || t.par_slices::<0>().with_coordinates(),
            |((i, j), row): ((usize, usize), _)| ((i, j), elements!(row)),
        );
        written!(pool, length, |data| Tensor::new(data, layout!(((l,m),n):((d,e),1))).unwrap(), |t| t.slices_mut::<0>(), t.par_slices_mut::<0>());
        written!(pool, length, |data| Tensor::new(data, layout!(((l,m),n):((d,e),1))).unwrap(), |t| t.slices_mut::<1>(), t.par_slices_mut::<1>());
    }
}

/// Static and nested layouts, computed, swizzled and reversed elements.
#[test]
fn other_layouts_and_elements() {
    let pool = &POOLS[2];
    macro_rules! check {
        ($layout:expr, $length:expr, $tiler:expr, $ragged:expr) => {{
            let data = places($length);
            let t = Tensor::new(&data[..], $layout).unwrap();
            same(pool, || t.tiles($tiler), || t.par_tiles($tiler), |tile| elements!(tile));
            same(pool, || t.slices::<1>(), || t.par_slices::<1>(), |row| elements!(row));
            same(
                pool,
                || t.predicated_tiles($ragged),
                || t.par_predicated_tiles($ragged),
                |tile| elements!(tile),
            );
            written!(
                pool,
                $length,
                |data| Tensor::new(data, $layout).unwrap(),
                |t| t.tiles_mut($tiler),
                t.par_tiles_mut($tiler)
            );
            written!(
                pool,
                $length,
                |data| Tensor::new(data, $layout).unwrap(),
                |t| t.predicated_tiles_mut($ragged),
                t.par_predicated_tiles_mut($ragged)
            );
        }};
    }
    check!(layout!((6,8):row_major), 48, layout!(<2,4>), layout!(<4,3>));
    check!(layout!((6,8):(1,7)), 56, layout!(<3:2,2:4>), layout!(<4:1,5:1>));
    let m = 3_usize;
    check!(layout!(((2,m),4):((4,8),1)), 24, layout!(<2,2>), layout!(<4,3>));

    let counting = Tensor::counting(layout!((6,8):row_major));
    same(
        pool,
        || counting.tiles(layout!(<2,4>)),
        || counting.par_tiles(layout!(<2,4>)),
        |tile| tile.iter().collect::<Vec<usize>>(),
    );
    let squares = counting.map(|x| x * x);
    same(
        pool,
        || squares.slices::<0>(),
        || squares.par_slices::<0>(),
        |row| row.iter().collect::<Vec<usize>>(),
    );
    let swizzled = || Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((4,8):row_major));
    written!(
        pool,
        32,
        |data| Tensor::through(data, swizzled()).unwrap(),
        |t| t.tiles_mut(layout!(<2,2>)),
        t.par_tiles_mut(layout!(<2,2>))
    );
    written!(
        pool,
        32,
        |data| Tensor::through(data, swizzled()).unwrap(),
        |t| t.slices_mut::<1>(),
        t.par_slices_mut::<1>()
    );
    #[cfg(target_pointer_width = "64")]
    written!(
        pool,
        24,
        |data| Tensor::new(data, layout!((4, 6))).unwrap(),
        |t| t.reversed_mut::<1>() => t.tiles_mut(layout!(<2,3>)),
        t.par_tiles_mut(layout!(<2,3>))
    );
    // Tiles of a tile.
    written!(
        pool,
        24,
        |data| Tensor::new(data, layout!((4, 6))).unwrap(),
        |t| t.local_tile_mut(layout!(<4,3>), (0, 1)) => t.tiles_mut(layout!(<2,1>)),
        t.par_tiles_mut(layout!(<2,1>))
    );
}

/// Owned tensors and views, in functions of one bound and in those with the bounds of the divide.
#[test]
fn generic_code() {
    fn number_rows(t: &mut Tensor<impl MemoryMut<Item = usize>, impl MatrixLayout>) {
        t.par_slices_mut::<0>().enumerate().for_each(|(i, mut row)| row.fill(i));
    }
    fn sum(t: &Tensor<impl Memory<Item = usize>, impl MatrixLayout>) -> usize {
        t.as_tile().par_slices::<1>().map(|column| column.sum()).sum()
    }
    fn number<L: ZippedDivideBy<T>, T: ByMode<L>>(t: &mut ViewMut<usize, L>, tiler: T) {
        t.par_tiles_mut(tiler).enumerate().for_each(|(i, mut tile)| tile.fill(i));
    }
    fn largest<L: ZippedDivideBy<T>, T: ByMode<L>>(t: &View<usize, L>, tiler: T) -> Vec<usize> {
        t.par_tiles(tiler).map(|tile| tile.iter().copied().max().unwrap_or(0)).collect()
    }
    let (m, n) = (4_usize, 6_usize);
    POOLS[2].install(|| {
        let mut owned = Owned::zeros(layout!((m,n):row_major));
        number_rows(&mut owned);
        assert_eq!((owned[(3, 5)], sum(&owned)), (3, (1 + 2 + 3) * 6));
        number_rows(&mut owned.slice_mut((1.., ..)));
        assert_eq!(sum(&owned), (1 + 2) * 6);
        for mut tile in owned.tiles_mut(layout!(<2,3>)) {
            number_rows(&mut tile);
            assert_eq!(sum(&tile), 3);
        }
        number(&mut owned.view_mut(), layout!(<2,3>));
        assert_eq!(largest(&owned.view(), layout!(<2,3>)), [0, 1, 2, 3]);
    });
}

/// What the iterators of one thread refuse.
#[test]
fn refusals() {
    let (m, n, three) = (4_usize, 6_usize, 3_usize);
    let mut t = Owned::<u32, _>::zeros(layout!((m, n)));
    let uneven = layout!(<three:1,2>);
    let error = t.try_tiles(uneven).err().unwrap();
    assert_eq!(t.try_par_tiles(uneven).err(), Some(error));
    assert_eq!(t.try_par_tiles_mut(uneven).err(), Some(error));
    let said = |f: &mut dyn FnMut()| {
        let panic = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let expected = said(&mut || _ = t.tiles_mut(uneven));
    assert!(expected.contains("evenness, mode 0: the size 4 is not a multiple of the span 3"));
    assert_eq!(said(&mut || _ = t.par_tiles(uneven)), expected);
    assert_eq!(said(&mut || _ = t.par_tiles_mut(uneven)), expected);
    // Tiles that have an element in common can be read but not written.
    let mut data = [0; 20];
    let mut t = Tensor::new(&mut data[..], layout!(10:2)).unwrap();
    let twice = layout!((4,2):(1,0));
    assert!(t.try_par_predicated_tiles(twice).is_ok());
    let error = t.try_predicated_tiles_mut(twice).err().unwrap();
    assert!(matches!(error.rule, Rule::Injectivity { first: 0, second: 4 }));
    assert_eq!(t.try_par_predicated_tiles_mut(twice).err(), Some(error));
    let expected = said(&mut || _ = t.predicated_tiles_mut(twice));
    assert_eq!(said(&mut || _ = t.par_predicated_tiles_mut(twice)), expected);
    // A tensor that repeats elements is never written through.
    let mut data = [0; 4];
    let error = Tensor::new(&mut data[..], layout!((4,4):(1,0))).unwrap_err();
    assert!(matches!(error.rule, Rule::Injectivity { .. }));
}

#[test]
fn empty_tensors() {
    let (k, n) = (0_usize, 8_usize);
    let pool = &POOLS[3];
    let mut none: [usize; 0] = [];
    let t = Tensor::new(&none[..], layout!((k,n):row_major)).unwrap();
    same(pool, || t.tiles(layout!(<4,4>)), || t.par_tiles(layout!(<4,4>)), |tile| elements!(tile));
    same(pool, || t.slices::<0>(), || t.par_slices::<0>(), |tile| elements!(tile));
    same(pool, || t.slices::<1>(), || t.par_slices::<1>(), |tile| elements!(tile));
    same(
        pool,
        || t.predicated_tiles(layout!(<3,4>)),
        || t.par_predicated_tiles(layout!(<3,4>)),
        |tile| elements!(tile),
    );
    let mut t = Tensor::new(&mut none[..], layout!((k,n):row_major)).unwrap();
    pool.install(|| {
        t.par_tiles_mut(layout!(<4,4>)).for_each(|_| panic!("no tile"));
        t.par_tiles_mut(layout!(<4,4>)).with_coordinates().rev().for_each(|_| panic!("no tile"));
        t.par_predicated_tiles_mut(layout!(<4,4>)).for_each(|_| panic!("no tile"));
        t.par_slices_mut::<0>().for_each(|_| panic!("no row"));
        assert_eq!(t.par_slices_mut::<1>().map(|mut column| column.fill(1)).count(), 8);
    });
}

/// A panic in a closure reaches the caller, once each thread has ended. What belongs to the other tiles is dropped once,
/// and a tile is written or not.
#[test]
fn a_panic_ends_all_threads() {
    struct Counted<'a>(&'a AtomicUsize);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    for (pool, at) in POOLS.iter().flat_map(|pool| [0, 17, 63].map(|at| (pool, at))) {
        let mut t = Owned::<u32, _>::zeros(layout!((64,64):row_major));
        let dropped = AtomicUsize::new(0);
        let counted: Vec<Counted> = (0..64).map(|_| Counted(&dropped)).collect();
        let tiles = t.par_tiles_mut(layout!(<8,8>)).zip(counted).enumerate();
        let run = || {
            pool.install(|| {
                tiles.for_each(|(i, (mut tile, _counted))| {
                    assert!(i != at, "stop");
                    tile.map_inplace(|x| *x += 1);
                });
            });
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"stop"));
        assert_eq!(dropped.load(Ordering::Relaxed), 64);
        for (i, tile) in t.tiles(layout!(<8,8>)).enumerate() {
            let first = tile[(0, 0)];
            assert!(first <= 1 && tile.iter().all(|x| *x == first) && (i != at || first == 0));
        }
        pool.install(|| t.par_tiles_mut(layout!(<8,8>)).for_each(|mut tile| tile.fill(2)));
        assert_eq!(t.sum(), 2 * 64 * 64);
    }
}
