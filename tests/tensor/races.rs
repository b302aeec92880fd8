//! Concurrent work of threads: products and loops with several threads, and tiles, slices and parts that each thread writes. The
//! values are those of the definition. `.ci/races` runs this under ThreadSanitizer and `.ci/miri` under Miri, which
//! find a race even if the values are right.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilework::algorithm::{
    Element, copy, matmul, par_batched_gemm, par_gemm, par_reduce, par_transpose, transpose,
};
use tilework::internal::par_gemm_in_small_tasks;
use tilework::typenum::{P3, U0, U2};
use tilework::{AnyLayout, Composed, Swizzle, Tensor, layout};

/// Calls `f` with a pool of `threads` threads, which have ended when it returns.
fn with_threads(threads: usize, f: impl FnOnce(&ThreadPool)) {
    ThreadPoolBuilder::new().num_threads(threads).build_scoped(|thread| thread.run(), f).unwrap();
}

fn a_at(i: usize, p: usize) -> i8 {
    ((3 * i + 5 * p + i * p) % 7) as i8 - 3
}
fn b_at(j: usize, p: usize) -> i8 {
    ((2 * p + 7 * j + p * j) % 5) as i8 - 2
}

/// Marks the end of something, also by a panic.
struct Ends<'a>(&'a AtomicBool);
impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Calls `f` in a pool of `threads` threads. One of them only takes what `f` gives to others, so that it does not end
/// before they are awake.
fn beside_another<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
    let mut result = None;
    let has_ended = AtomicBool::new(false);
    with_threads(threads, |pool| {
        let f = || {
            let _ends = Ends(&has_ended);
            result = Some(f());
        };
        let take = || {
            while !has_ended.load(Ordering::Relaxed) {
                if rayon::yield_now() != Some(rayon::Yield::Executed) {
                    std::hint::spin_loop();
                }
            }
        };
        pool.join(f, take);
    });
    result.expect("it has ended")
}

/// Products of these extents with threads, column-major and row-major. Returns those with a wrong element after all of
/// them have run, so that a race is seen in each.
fn wrong_products<T: Element + PartialEq>(
    extents: &[(usize, usize, usize)],
) -> Vec<(usize, usize, usize)> {
    let mut wrong = Vec::new();
    for &(m, n, k) in extents {
        let a: Vec<T> = (0..m * k).map(|x| T::from(a_at(x % m, x / m))).collect();
        let b: Vec<T> = (0..n * k).map(|x| T::from(b_at(x / k, x % k))).collect();
        let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
        let b = Tensor::new(&b[..], layout!((n,k):row_major)).unwrap();
        let one = 1;
        for c_layout in [layout!((m,n):(one,m)), layout!((m,n):(n,one))] {
            let mut c = Tensor::new(vec![T::from(1); m * n], c_layout).unwrap();
            par_gemm_in_small_tasks(T::from(1), &a, &b, T::from(2), &mut c).unwrap();
            let expected = |i, j| {
                let product = |p| T::from(a_at(i, p)) * T::from(b_at(j, p));
                (0..k).map(product).fold(T::from(2), |sum, x| sum + x)
            };
            if (0..m * n).any(|x| c[(x % m, x / m)] != expected(x % m, x / m)) {
                wrong.push((m, n, k));
            }
        }
    }
    wrong
}

/// Several blocks of the sum and of C, whole tiles and remainders. A tile has 4 to 32 rows, depending on the processor.
#[test]
fn products_by_threads() {
    if cfg!(miri) {
        let wrong =
            beside_another(2, || wrong_products::<f64>(&[(5, 1, 1), (9, 6, 2), (4, 11, 3)]));
        return assert_eq!(wrong, []);
    }
    let rows = [1, 5, 9, 16, 17, 23, 24, 33, 39, 65];
    let all = |k: usize| rows.into_iter().flat_map(move |m| [1, 7, 17, 34].map(|n| (m, n, k)));
    let extents: Vec<_> = [1, 7, 20].into_iter().flat_map(all).collect();
    let mut wrong = Vec::new();
    for threads in [2, 3, 16] {
        wrong.extend(beside_another(threads, || wrong_products::<f32>(&extents)));
        wrong.extend(beside_another(threads, || wrong_products::<f64>(&extents)));
    }
    assert_eq!(wrong, []);
}

/// A product in tasks as large as users have them, and a batch, whose products are shared out.
#[test]
fn large_products_and_batches_by_threads() {
    let (m, n, k, l) = if cfg!(miri) { (3, 2, 2, 3) } else { (150, 110, 90, 40) };
    let a: Vec<f32> = (0..m * k).map(|x| a_at(x % m, x / m).into()).collect();
    let b: Vec<f32> = (0..k * n).map(|x| b_at(x % n, x / n).into()).collect();
    let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
    let b = Tensor::new(&b[..], layout!((n, k))).unwrap();
    beside_another(3, || {
        let mut c = Tensor::new(vec![0.0; m * n], layout!((m, n))).unwrap();
        par_gemm(1.0, &a, &b, 0.0, &mut c).unwrap();
        let mut all = Tensor::new(vec![0.0; m * n * l], layout!((m, n, l))).unwrap();
        par_batched_gemm(1.0, &a, &b, 0.0, &mut all).unwrap();
        for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
            let sum: f32 = (0..k).map(|p| f32::from(a_at(i, p)) * f32::from(b_at(j, p))).sum();
            assert_eq!(c[(i, j)], sum, "({i},{j})");
            assert!((0..l).all(|l| all[(i, j, l)] == sum), "({i},{j})");
        }
    });
}

/// A type of elements that holds as much of a number as fits.
trait Number: Copy + Default + PartialEq + std::fmt::Debug + Send + Sync {
    fn of(x: usize) -> Self;
}
macro_rules! number {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn of(x: usize) -> $t {
                x as $t
            }
        }
    )*};
}
number!(u8 u16 f32 f64);

/// A thread gets each part of what is written, for each way to cut a matrix. The part is filled, copied, turned and
/// folded into.
macro_rules! side_by_side {
    ($pool:expr, $t:ty, $c:expr, $from:expr) => {{
        let (pool, mut c, from): (&ThreadPool, _, &Tensor<Vec<$t>, _>) = ($pool, $c, $from);
        let (m, n) = (AnyLayout::extent::<0>(c.layout()), AnyLayout::extent::<1>(c.layout()));
        let turned = from.transposed().to_owned();
        let check = |c: &dyn Fn(usize, usize) -> $t, f: &dyn Fn(usize, usize) -> $t| {
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                assert_eq!(c(i, j), f(i, j), "({i},{j})");
            }
        };
        // Tiles, in the order of the rows and turned.
        pool.install(|| rayon::scope(|scope| {
            for ((i, j), mut tile) in c.tiles_mut(layout!(<4,3>)).with_coordinates() {
                let (from, turned) = (&from, &turned);
                scope.spawn(move |_| {
                    let (rows, columns) = (4 * i..4 * (i + 1), 3 * j..3 * (j + 1));
                    tile.fill(<$t>::of(1));
                    if (i + j) % 2 == 0 {
                        copy(&from.slice((rows, columns)), &mut tile).unwrap();
                    } else {
                        transpose(&turned.slice((columns, rows)), &mut tile).unwrap();
                    }
                });
            }
        }));
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| *from.get((i, j)).unwrap());
        // Also the incomplete tiles at the end.
        pool.install(|| rayon::scope(|scope| {
            for ((i, j), mut tile) in c.predicated_tiles_mut(layout!(<5,7>)).with_coordinates() {
                scope.spawn(move |_| tile.for_each_mut(|x| *x = <$t>::of(4 * i + j)));
            }
        }));
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| <$t>::of(4 * (i / 5) + j / 7));
        // The parts of threads are interleaved.
        pool.install(|| rayon::scope(|scope| {
            for (k, mut part) in c.partitions_mut(layout!((2, 3))).enumerate() {
                scope.spawn(move |_| part.iter_mut().for_each(|x| *x = <$t>::of(k)));
            }
        }));
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| <$t>::of(i % 2 + 2 * (j % 3)));
        // Rows, with a source that all read, and columns in threads of the system.
        pool.install(|| rayon::scope(|scope| {
            for (i, mut row) in c.slices_mut::<0>().enumerate() {
                let sums = from.map(|x| x).along::<0>().fold(<$t>::of(0), |_, x| x);
                scope.spawn(move |_| if i % 2 == 0 { row.copy_from(&sums) } else { row.copy_from(&from.slice((i, ..))) });
            }
        }));
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| *from.get((if i % 2 == 0 { m - 1 } else { i }, j)).unwrap());
        std::thread::scope(|scope| {
            for (j, mut column) in c.slices_mut::<1>().enumerate() {
                scope.spawn(move || column.zip_mut_with(&from.slice((.., j)), |to, x| *to = *x));
            }
        });
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| *from.get((i, j)).unwrap());
    }};
}

fn parts<T: Number>(pool: &ThreadPool) {
    let (m, n) = (8_usize, 12_usize);
    let from: Vec<T> = (0..m * n).map(T::of).collect();
    let from = &Tensor::new(from, layout!((m, n))).unwrap();
    let mut data = vec![T::default(); 4 * m * n];
    side_by_side!(pool, T, Tensor::new(&mut data[..], layout!((m, n))).unwrap(), from);
    side_by_side!(pool, T, Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap(), from);
    side_by_side!(
        pool,
        T,
        Tensor::new(&mut data[..], layout!((m,n):(2,{ 2 * m + 1 }))).unwrap(),
        from
    );
    let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((m,n):row_major));
    side_by_side!(pool, T, Tensor::through(&mut data[..], swizzled).unwrap(), from);
    #[cfg(target_pointer_width = "64")]
    {
        let mut tensor = Tensor::new(&mut data[..], layout!((m, n))).unwrap();
        side_by_side!(pool, T, tensor.reversed_mut::<1>(), from);
    }
}

#[test]
fn parts_by_threads() {
    with_threads(3, |pool| {
        parts::<f32>(pool);
        if cfg!(miri) {
            return;
        }
        for _ in 0..8 {
            parts::<u8>(pool);
            parts::<u16>(pool);
            parts::<f32>(pool);
            parts::<f64>(pool);
        }
    });
}

/// A thread gets some of the tiles or slices of what is written and of what is read, for each parallel iterator.
macro_rules! in_parallel {
    ($pool:expr, $t:ty, $c:expr, $from:expr) => {{
        let (pool, mut c, from): (&ThreadPool, _, &Tensor<Vec<$t>, _>) = ($pool, $c, $from);
        let (m, n) = (AnyLayout::extent::<0>(c.layout()), AnyLayout::extent::<1>(c.layout()));
        let check = |c: &dyn Fn(usize, usize) -> $t, f: &dyn Fn(usize, usize) -> $t| {
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                assert_eq!(c(i, j), f(i, j), "({i},{j})");
            }
        };
        let (tiler, ragged) = (layout!(<2,3>), layout!(<3,5>));
        pool.install(|| {
            let tiles = c.par_tiles_mut(tiler).with_max_len(1).zip(from.par_tiles(tiler));
            tiles.for_each(|(mut to, from)| copy(&from, &mut to).unwrap());
        });
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| *from.get((i, j)).unwrap());
        let copied = pool.install(|| {
            let tiles = c.par_predicated_tiles(ragged).zip(from.par_predicated_tiles(ragged));
            tiles.all(|(x, y)| x.get((0, 0)) == y.get((0, 0)))
        });
        assert!(copied);
        pool.install(|| {
            let tiles = c.par_predicated_tiles_mut(ragged).with_coordinates().with_max_len(1);
            tiles.for_each(|((i, j), mut tile)| tile.for_each_mut(|x| *x = <$t>::of(4 * i + j)));
        });
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| <$t>::of(4 * (i / 3) + j / 5));
        pool.install(|| {
            let rows = c.par_slices_mut::<0>().with_max_len(1).zip(from.par_slices::<0>());
            rows.for_each(|(mut to, from)| to.copy_from(&from));
        });
        check(&|i, j| *c.get((i, j)).unwrap(), &|i, j| *from.get((i, j)).unwrap());
        pool.install(|| {
            let columns = c.par_slices_mut::<1>().rev().enumerate().with_max_len(1);
            columns.for_each(|(j, mut column)| column.fill(<$t>::of(j)));
        });
        check(&|i, j| *c.get((i, j)).unwrap(), &|_, j| <$t>::of(n - 1 - j));
    }};
}

fn parallel_parts<T: Number>(pool: &ThreadPool) {
    let (m, n) = if cfg!(miri) { (4_usize, 6_usize) } else { (8, 12) };
    let from: Vec<T> = (0..m * n).map(T::of).collect();
    let from = &Tensor::new(from, layout!((m, n))).unwrap();
    let mut data = vec![T::default(); 4 * m * n];
    in_parallel!(pool, T, Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap(), from);
    in_parallel!(
        pool,
        T,
        Tensor::new(&mut data[..], layout!((m,n):(2,{ 2 * m + 1 }))).unwrap(),
        from
    );
    let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((m,n):row_major));
    in_parallel!(pool, T, Tensor::through(&mut data[..], swizzled).unwrap(), from);
    #[cfg(target_pointer_width = "64")]
    {
        let mut tensor = Tensor::new(&mut data[..], layout!((m, n))).unwrap();
        in_parallel!(pool, T, tensor.reversed_mut::<1>(), from);
    }
}

#[test]
fn parallel_tiles_by_threads() {
    with_threads(3, |pool| {
        parallel_parts::<f32>(pool);
        if cfg!(miri) {
            return;
        }
        for _ in 0..8 {
            parallel_parts::<u8>(pool);
            parallel_parts::<f64>(pool);
        }
    });
}

/// Products that are written to adjacent tiles, each by one thread and by several.
#[test]
fn products_to_tiles_by_threads() {
    let (m, n, k) = if cfg!(miri) { (8, 6, 2) } else { (48, 36, 9) };
    let a: Vec<f32> = (0..m * k).map(|x| a_at(x % m, x / m).into()).collect();
    let b: Vec<f32> = (0..k * n).map(|x| b_at(x % n, x / n).into()).collect();
    let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
    let b = Tensor::new(&b[..], layout!((n, k))).unwrap();
    let turned = b.transposed();
    with_threads(3, |pool| {
        let mut c = Tensor::new(vec![0.0; m * n], layout!((m,n):row_major)).unwrap();
        for several in [false, true] {
            c.fill(7.0);
            pool.install(|| {
                rayon::scope(|scope| {
                    for ((i, j), mut tile) in c.tiles_mut(layout!(<4,3>)).with_coordinates() {
                        let (rows, columns) = (4 * i..4 * (i + 1), 3 * j..3 * (j + 1));
                        let (a, b) = (a.slice((rows, ..)), b.slice((columns.clone(), ..)));
                        let turned = turned.slice((.., columns));
                        scope.spawn(move |_| match several {
                            false => matmul(&a, &turned, &mut tile).unwrap(),
                            true => par_gemm_in_small_tasks(1.0, &a, &b, 0.0, &mut tile).unwrap(),
                        });
                    }
                })
            });
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                let sum: f32 = (0..k).map(|p| f32::from(a_at(i, p)) * f32::from(b_at(j, p))).sum();
                assert_eq!(c[(i, j)], sum, "({i},{j})");
            }
        }
    });
}

/// Loops by threads, a row for each operation: its name, and what it makes of a source and a destination of the same
/// extents. The last closure makes the expected element from that of the source at the same coordinate.
macro_rules! loops {
    ($from:expr, $to:expr; $($name:literal |$s:ident, $d:ident| $run:expr, $expected:expr;)*) => {{
        let (from, mut to) = ($from, $to);
        $({
            to.iter_mut().for_each(|x| *x = 1);
            let ($s, $d) = (&from, &mut to);
            $run;
            let expected = $expected;
            let is_right = |(x, y): (&u32, &u32)| *y == expected(*x);
            assert!(from.iter().zip(to.iter()).all(is_right), $name);
        })*
    }};
}
fn of(f: impl Fn(u32) -> u32) -> impl Fn(u32) -> u32 {
    f
}
macro_rules! each_loop {
    ($from:expr, $to:expr) => {
        loops! {
            $from, $to;
            "par_copy_from" |from, to| to.par_copy_from(from), of(|x| x);
            "par_copy_from, computed" |from, to| to.par_copy_from(&from.map(|x| x ^ 5)), of(|x| x ^ 5);
            "par_transpose" |from, to| par_transpose(from, &mut to.transposed_mut()).unwrap(), of(|x| x);
            "par_fill" |_from, to| to.par_fill(7), of(|_| 7);
            "par_map_inplace" |from, to| {
                to.par_copy_from(from);
                to.par_map_inplace(|x| *x = 3 * *x + 1);
            }, of(|x| 3 * x + 1);
            "par_zip_mut_with" |from, to| to.par_zip_mut_with(from, |to, x| *to += 2 * x), of(|x| 1 + 2 * x);
            "par_zip_mut_with, two written" |from, to| {
                let mut other = from.to_owned();
                other.par_zip_mut_with((from, to), |y, (x, to)| {
                    *to = *y + x;
                    *y = 0;
                });
            }, of(|x| 2 * x);
            "par_to_owned" |from, to| to.copy_from(&from.par_to_owned()), of(|x| x);
            "par_map" |from, to| to.copy_from(&from.par_map(|x| x + 4)), of(|x| x + 4);
            "par_sum" |from, to| to.fill(from.map(|x| x % 8).par_sum()), {
                let sum = from.iter().map(|x| x % 8).sum();
                of(move |_| sum)
            };
            "par_min and par_max" |from, to| to.fill(from.par_max().unwrap() - from.par_min().unwrap()), {
                let range = from.iter().max().unwrap() - from.iter().min().unwrap();
                of(move |_| range)
            };
            "par_reduce" |from, to| to.fill(par_reduce(from, 0, |x, y| x ^ y)), {
                let all = from.iter().fold(0, |x, y| x ^ y);
                of(move |_| all)
            };
            "par_dot" |from, to| {
                let ones = Tensor::new(vec![1; from.size()], layout!({ from.size() }:1)).unwrap();
                to.fill(from.map(|x| x % 8).one_mode().par_dot(&ones));
            }, {
                let sum = from.iter().map(|x| x % 8).sum();
                of(move |_| sum)
            };
            "par_along" |from, to| {
                let rows = from.map(|x| x % 4).par_along::<1>().sum();
                let columns = from.par_along::<0>().reduce(0, u32::max);
                let last = from.par_along::<1>().fold(0, |_, x| x);
                to.fill(rows.sum() + columns.max().unwrap() + last.max().unwrap());
            }, {
                let n = AnyLayout::extent::<1>(from.layout());
                let last = from.iter().with_coordinates().filter(|((_, j), _)| *j == n - 1);
                let last = last.map(|(_, x)| *x).max().unwrap();
                let all = from.iter().map(|x| x % 4).sum::<u32>() + from.iter().max().unwrap() + last;
                of(move |_| all)
            };
        }
    };
}

/// From 512 KiB on, threads share the work. Miri runs `each_loop_on_few_elements` of
/// `src/parallel/tests.rs` instead.
#[test]
fn loops_by_threads() {
    if cfg!(miri) {
        return;
    }
    let (m, n) = (520_usize, 264_usize);
    let elements: Vec<u32> =
        (0..(m * n) as u32).map(|x| x.wrapping_mul(2_654_435_761) >> 20).collect();
    beside_another(3, || {
        let mut data = vec![0_u32; 2 * m * n];
        let from = Tensor::new(&elements[..], layout!((m, n))).unwrap();
        each_loop!(from, Tensor::new(&mut data[..], layout!((m, n))).unwrap());
        each_loop!(from, Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap());
        let from = Tensor::new(&elements[..], layout!((m,n):row_major)).unwrap();
        each_loop!(from, Tensor::new(&mut data[..], layout!((m,n):(1,{ m + 5 }))).unwrap());
        let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((m,n):row_major));
        each_loop!(from, Tensor::through(&mut data[..], swizzled).unwrap());
        #[cfg(target_pointer_width = "64")]
        {
            let mut tensor = Tensor::new(&mut data[..], layout!((m, n))).unwrap();
            each_loop!(from, tensor.reversed_mut::<1>());
        }
    });
}
