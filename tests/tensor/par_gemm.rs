//! Products of parts of operands, with one thread and with many, against the definition
//! `C(i,j) = alpha sum_p A(i,p) B(j,p) + beta C(i,j)`: all extents up to 40, and random ones beyond. The elements are
//! integers so small that every sum is exact.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::LazyLock;

use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilework::algorithm::{
    Element, batched_gemm, gemm, matmul, par_batched_gemm, par_gemm, par_matmul,
};
use tilework::internal::par_gemm_in_small_tasks;
use tilework::typenum::{P3, U0, U3};
use tilework::{Composed, Dyn, Layout, Swizzle, Tensor, layout};

/// The types of elements.
trait Real: Element + Copy + Debug + PartialEq + std::ops::AddAssign {
    const NAN: Self;
    fn of(x: i64) -> Self;
    /// `x / 2^20`
    fn fraction(x: u64) -> Self;
}
impl Real for f32 {
    const NAN: f32 = f32::NAN;
    fn of(x: i64) -> f32 {
        x as f32
    }
    fn fraction(x: u64) -> f32 {
        x as f32 / (1 << 20) as f32
    }
}
impl Real for f64 {
    const NAN: f64 = f64::NAN;
    fn of(x: i64) -> f64 {
        x as f64
    }
    fn fraction(x: u64) -> f64 {
        x as f64 / (1 << 20) as f64
    }
}

/// The largest number of threads.
const THREADS: usize = 16;
/// Pools of 1 thread, of 2, and so on.
static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    (1..=THREADS).map(pool).collect()
});

/// The largest extent for which all products are tried.
const MOST: usize = 40;

fn a_at(i: usize, p: usize) -> i64 {
    ((3 * i + 5 * p + i * p) % 7) as i64 - 3
}
fn b_at(j: usize, p: usize) -> i64 {
    ((2 * p + 7 * j + p * j) % 5) as i64 - 2
}
fn c_at(i: usize, j: usize) -> i64 {
    ((i + 3 * j) % 4) as i64 - 1
}

/// The place of a matrix in data: `(i,j)` is at `first + i * row + j * column`.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    row: usize,
    column: usize,
    len: usize,
}
impl Place {
    const KINDS: u64 = 16;

    /// Column-major or row-major, with and without a gap between lines, contiguous or every second element, from the
    /// beginning of the data or from a later element.
    fn new(kind: u64, (m, n): (usize, usize)) -> Self {
        let [by_rows, gap, apart, later] = [0, 1, 2, 3].map(|bit| (kind >> bit & 1) as usize);
        let (lines, line) = if by_rows == 1 { (m, n) } else { (n, m) };
        let step = 1 + apart;
        let far = step * line + 3 * gap;
        let first = 37 * later;
        let (row, column) = if by_rows == 1 { (far, step) } else { (step, far) };
        Place { first, row, column, len: first + lines * far + later }
    }

    fn at(&self, i: usize, j: usize) -> usize {
        self.first + i * self.row + j * self.column
    }

    fn layout(&self, (m, n): (usize, usize)) -> Layout!((_, _):(_, _)) {
        layout!((m, n):({ self.row }, { self.column }))
    }
}

/// The choices that the extents of a product make: each of them is in a random order over all products (splitmix64,
/// Steele et al. 2014).
struct Choices(u64);
impl Choices {
    fn of((m, n, k): (usize, usize, usize)) -> Self {
        Choices(((m * (MOST + 1) + n) * (MOST + 1) + k) as u64)
    }

    fn one_of(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) % count
    }
}

/// All products with extents up to `most`. Each has its own number of threads, factors and places, and one in 17 uses
/// `gemm`. A sum is computed once, one step after another, as it is the same for all `m` and `n`.
fn all_products<T: Real>(most: usize) {
    let mut sums = vec![vec![0; most * most]];
    for p in 0..most {
        let mut sum = sums[p].clone();
        for (at, sum) in sum.iter_mut().enumerate() {
            *sum += a_at(at / most, p) * b_at(at % most, p);
        }
        sums.push(sum);
    }
    let way = |extents| {
        let mut choices = Choices::of(extents);
        (choices.one_of(1 + THREADS as u64) as usize, choices)
    };
    let extents = || {
        (0..(most + 1).pow(3))
            .map(|x| (x % (most + 1), x / (most + 1) % (most + 1), x / (most + 1).pow(2)))
    };
    let mut products = 0;
    for threads in 0..=THREADS {
        POOLS[threads.max(1) - 1].install(|| {
            for (m, n, k) in extents() {
                let (chosen, mut choices) = way((m, n, k));
                if chosen != threads {
                    continue;
                }
                products += 1;
                let mut place = |extents| Place::new(choices.one_of(Place::KINDS), extents);
                let (a_place, b_place, c_place) = (place((m, k)), place((n, k)), place((m, n)));
                let alpha = [1, 1, -1, 2][choices.one_of(4) as usize];
                let beta = [0, 1, -2, 3][choices.one_of(4) as usize];
                // Only elements of A and B are read, and none of C if beta is 0.
                let mut a = vec![T::NAN; a_place.len];
                let mut b = vec![T::NAN; b_place.len];
                for p in 0..k {
                    for i in 0..m {
                        a[a_place.at(i, p)] = T::of(a_at(i, p));
                    }
                    for j in 0..n {
                        b[b_place.at(j, p)] = T::of(b_at(j, p));
                    }
                }
                let mut c = vec![T::of(99); c_place.len];
                let mut expected = c.clone();
                for j in 0..n {
                    for i in 0..m {
                        let (at, old) = (c_place.at(i, j), c_at(i, j));
                        c[at] = if beta == 0 { T::NAN } else { T::of(old) };
                        expected[at] = T::of(alpha * sums[k][i * most + j] + beta * old);
                    }
                }
                let a = Tensor::new(&a[a_place.first..], a_place.layout((m, k))).unwrap();
                let b = Tensor::new(&b[b_place.first..], b_place.layout((n, k))).unwrap();
                let mut to =
                    Tensor::new(&mut c[c_place.first..], c_place.layout((m, n))).unwrap();
                let (alpha, beta) = (T::of(alpha), T::of(beta));
                match threads {
                    0 => gemm(alpha, &a, &b, beta, &mut to),
                    _ if (m + n + k) % 4 == 0 => {
                        par_gemm_in_small_tasks(alpha, &a, &b, beta, &mut to)
                    }
                    _ => par_gemm(alpha, &a, &b, beta, &mut to),
                }
                .unwrap();
                assert!(
                    c == expected,
                    "{m} x {n} x {k} by {threads} threads, alpha {alpha:?}, beta {beta:?}, A {a_place:?}, B {b_place:?}, C \
                     {c_place:?}: {c:?} in place of {expected:?}"
                );
            }
        });
    }
    assert_eq!(products, (most + 1).pow(3));
}

#[test]
fn all_products_of_f32_up_to_40() {
    all_products::<f32>(MOST);
}

#[test]
fn all_products_of_f64_up_to_40() {
    all_products::<f64>(MOST);
}

/// A part of a matrix: how many rows and columns are before and after it, and whether it takes every first, second or
/// third row and column. Also whether the matrix is row-major, and whether memory has the transposed one.
#[derive(Clone, Copy, Debug)]
struct Part {
    before: (usize, usize),
    behind: (usize, usize),
    steps: (usize, usize),
    by_rows: bool,
    transposed: bool,
    /// Behind a swizzle, the number added to offsets before it.
    added: usize,
}
impl Part {
    fn any() -> impl Strategy<Value = Part> {
        let few = || (0_usize..9, 0_usize..9);
        (few(), few(), (1_usize..4, 1_usize..4), any::<(bool, bool)>(), 0_usize..70).prop_map(
            |(before, behind, steps, (by_rows, transposed), added)| Part {
                before,
                behind,
                steps,
                by_rows,
                transposed,
                added,
            },
        )
    }

    /// The extents of the matrix that this is a part of, and of the one in memory.
    fn of(&self, (m, n): (usize, usize)) -> (usize, usize) {
        let extent = |before, behind, step, extent| before + behind + step * extent;
        let rows = extent(self.before.0, self.behind.0, self.steps.0, m);
        let columns = extent(self.before.1, self.behind.1, self.steps.1, n);
        if self.transposed { (columns, rows) } else { (rows, columns) }
    }

    /// The strides in memory.
    fn strides(&self, extents: (usize, usize)) -> (usize, usize) {
        let (rows, columns) = self.of(extents);
        if self.by_rows { (columns, 1) } else { (1, rows) }
    }

    /// The rows and columns.
    fn ranges(&self, (m, n): (usize, usize)) -> (Range<usize>, Range<usize>) {
        let range = |before, step, extent| before..before + step * extent;
        (range(self.before.0, self.steps.0, m), range(self.before.1, self.steps.1, n))
    }

    /// The offset of `(i,j)`, by the definition.
    fn offset(&self, extents: (usize, usize), (i, j): (usize, usize)) -> usize {
        let (row, column) = (self.before.0 + i * self.steps.0, self.before.1 + j * self.steps.1);
        let (down, right) = self.strides(extents);
        if self.transposed { column * down + row * right } else { row * down + column * right }
    }

    /// `Sw<3,0,3>` of the added number plus the offset: bits 3 to 5 are XORed with bits 0 to 2.
    fn swizzled(&self, extents: (usize, usize), at: (usize, usize)) -> usize {
        let offset = self.added + self.offset(extents, at);
        offset ^ (offset >> 3 & 7)
    }

    /// The amount of memory that is needed, for swizzles too.
    fn len(&self, extents: (usize, usize)) -> usize {
        let (rows, columns) = self.of(extents);
        (self.added + rows * columns).next_multiple_of(64)
    }
}

/// Calls `$f` with the tensor of a part of data, made as a user would make it.
macro_rules! with_part {
    ($part:expr, $extents:expr, $whole:expr, |$tensor:ident| $f:expr) => {{
        let (part, whole, (rows, columns)) = ($part, $whole, $part.ranges($extents));
        let (rows, columns) = (rows.step_by(part.steps.0), columns.step_by(part.steps.1));
        if part.transposed {
            let whole = whole.transposed();
            let $tensor = whole.slice((rows, columns));
            $f
        } else {
            let $tensor = whole.slice((rows, columns));
            $f
        }
    }};
}
macro_rules! with_part_mut {
    ($part:expr, $extents:expr, $whole:expr, |$tensor:ident| $f:expr) => {{
        let (part, mut whole, (rows, columns)) = ($part, $whole, $part.ranges($extents));
        let (rows, columns) = (rows.step_by(part.steps.0), columns.step_by(part.steps.1));
        if part.transposed {
            let mut whole = whole.transposed_mut();
            let mut $tensor = whole.slice_mut((rows, columns));
            $f
        } else {
            let mut $tensor = whole.slice_mut((rows, columns));
            $f
        }
    }};
}

/// Varied integers.
fn integers<T: Real>(len: usize, by: usize) -> Vec<T> {
    (0..len).map(|i| T::of((i * by % 11) as i64 - 5)).collect()
}

/// The random part of a product of parts.
fn random_parts<T: Real>(
    (m, n, k): (usize, usize, usize),
    (a_part, b_part, c_part): (Part, Part, Part),
    (alpha, beta): (i64, i64),
    threads: usize,
    swizzled: bool,
) {
    type Offset = fn(&Part, (usize, usize), (usize, usize)) -> usize;
    let at: Offset = if swizzled { Part::swizzled } else { Part::offset };
    let a_data: Vec<T> = integers(a_part.len((m, k)), 3);
    let b_data: Vec<T> = integers(b_part.len((n, k)), 7);
    let before: Vec<T> = integers(c_part.len((m, n)), 5);
    let (alpha, beta) = (T::of(alpha), T::of(beta));
    let mut expected = before.clone();
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let mut sum = T::of(0);
        for p in 0..k {
            sum += a_data[at(&a_part, (m, k), (i, p))] * b_data[at(&b_part, (n, k), (j, p))];
        }
        let to = at(&c_part, (m, n), (i, j));
        expected[to] = alpha * sum + beta * before[to];
    }
    let layout = |part: &Part, extents| -> Layout!((_, _):(_, _)) {
        let ((m, n), (down, right)) = (part.of(extents), part.strides(extents));
        layout!((m, n):(down, right))
    };
    let (a_layout, b_layout, c_layout) =
        (layout(&a_part, (m, k)), layout(&b_part, (n, k)), layout(&c_part, (m, n)));
    let mut after = before.clone();
    macro_rules! multiply {
        ($a:expr, $b:expr, $c:expr) => {
            with_part!(&a_part, (m, k), $a, |a| with_part!(&b_part, (n, k), $b, |b| {
                with_part_mut!(&c_part, (m, n), $c, |c| {
                    POOLS[threads - 1]
                        .install(|| par_gemm_in_small_tasks(alpha, &a, &b, beta, &mut c))
                        .unwrap();
                })
            }))
        };
    }
    if swizzled {
        let through = |part: &Part, layout| {
            Composed::new(Swizzle::<U3, U0, P3>::new(), Dyn(part.added), layout)
        };
        multiply!(
            Tensor::through(&a_data[..], through(&a_part, a_layout)).unwrap(),
            Tensor::through(&b_data[..], through(&b_part, b_layout)).unwrap(),
            Tensor::through(&mut after[..], through(&c_part, c_layout)).unwrap()
        );
    } else {
        multiply!(
            Tensor::new(&a_data[..], a_layout).unwrap(),
            Tensor::new(&b_data[..], b_layout).unwrap(),
            Tensor::new(&mut after[..], c_layout).unwrap()
        );
    }
    assert!(after == expected, "{m} x {n} x {k} by {threads} threads: {after:?}, not {expected:?}");
}

proptest! {
    /// Slices of matrices, with steps, of transposed ones, behind a swizzle, with any number of threads.
    #[test]
    fn random_parts_by_threads(
        extents in (1_usize..120, 1_usize..90, 1_usize..40),
        parts in (Part::any(), Part::any(), Part::any()),
        factors in (-2_i64..3, -2_i64..3),
        threads in 1..=THREADS,
        (swizzled, is_f32) in any::<(bool, bool)>(),
    ) {
        if is_f32 {
            random_parts::<f32>(extents, parts, factors, threads, swizzled);
        } else {
            random_parts::<f64>(extents, parts, factors, threads, swizzled);
        }
    }
}

/// Tiles of C that are written at the same time, each by several threads, surrounded by elements of others.
#[test]
fn tiles_by_threads_of_threads() {
    let (m, n, k) = (60, 36, 5);
    let a: Vec<f64> = (0..m * k).map(|x| a_at(x % m, x / m) as f64).collect();
    let b: Vec<f64> = (0..n * k).map(|x| b_at(x % n, x / n) as f64).collect();
    let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
    let b = Tensor::new(&b[..], layout!((n, k))).unwrap();
    macro_rules! by_tiles {
        ($($rows:literal by $columns:literal, $layout:expr;)*) => {$(
            let mut c = Tensor::new(vec![1.0; m * n], $layout).unwrap();
            POOLS[3].install(|| rayon::scope(|scope| {
                for ((i, j), mut tile) in c.tiles_mut(layout!(<$rows,$columns>)).with_coordinates() {
                    let a = a.slice(($rows * i..$rows * (i + 1), ..));
                    let b = b.slice(($columns * j..$columns * (j + 1), ..));
                    scope.spawn(move |_| par_gemm_in_small_tasks(2.0, &a, &b, 3.0, &mut tile).unwrap());
                }
            }));
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                let sum: i64 = (0..k).map(|p| a_at(i, p) * b_at(j, p)).sum();
                assert_eq!(c[(i, j)], (2 * sum + 3) as f64, "({i},{j})");
            }
        )*};
    }
    by_tiles! {
        20 by 9, layout!((m, n));
        20 by 9, layout!((m,n):row_major);
        10 by 2, layout!((m,n):row_major);
        3 by 12, layout!((m, n));
        1 by 18, layout!((m, n));
    }
}

/// Parts of batches: some of the matrices, and some rows and columns of each. `batched_gemm` has B `(n,k,l)`, `matmul`
/// `(k,n,l)`.
#[test]
fn parts_of_batches() {
    let sizes = (1..9).flat_map(|m| (1..9).flat_map(move |n| (1..9).map(move |k| (m, n, k))));
    let large = [(17, 3, 2), (9, 33, 8), (40, 20, 10)];
    let a_of = |i, p, l| a_at(i + 2 * l, p) as f64;
    let b_of = |j, p, l| b_at(j + l, p) as f64;
    for ((m, n, k), choice) in sizes.chain(large).zip(0_usize..) {
        let (l, first, before) = (3, choice % 3, 1 + choice % 4);
        // More of everything, in one of the orders of the modes.
        let around = |m: usize, n: usize| {
            let (m, n, l) = (m + before + 2, n + before, l + first);
            let strides = [(1, m, m * n), (n, 1, m * n), (l, m * l, 1), (n * l, 1, n)];
            let (down, right, next) = strides[(choice + m + n) % 4];
            Tensor::new(vec![f64::NAN; m * n * l], layout!((m, n, l):(down, right, next))).unwrap()
        };
        let part = |m, n| (before..before + m, before..before + n, first..first + l);
        let (mut a, mut b, mut c) = (around(m, k), around(n, k), around(m, n));
        a.slice_mut(part(m, k))
            .iter_mut()
            .with_coordinates()
            .for_each(|((i, p, l), x)| *x = a_of(i, p, l));
        b.slice_mut(part(n, k))
            .iter_mut()
            .with_coordinates()
            .for_each(|((j, p, l), x)| *x = b_of(j, p, l));
        let (of_a, of_b) = (a.slice(part(m, k)), b.slice(part(n, k)));
        c.slice_mut(part(m, n)).fill(2.0);
        batched_gemm(1.0, &of_a, &of_b, -1.0, &mut c.slice_mut(part(m, n))).unwrap();
        let check = |c: &Tensor<Vec<f64>, Layout!((_, _, _):(_, _, _))>, added: f64| {
            for ((i, j, batch), x) in c.slice(part(m, n)).iter().with_coordinates() {
                let sum: f64 = (0..k).map(|p| a_of(i, p, batch) * b_of(j, p, batch)).sum();
                assert_eq!(*x, sum + added, "{m} x {n} x {k}, ({i},{j},{batch})");
            }
            assert_eq!(c.iter().filter(|x| !x.is_nan()).count(), m * n * l, "others are written");
        };
        check(&c, -2.0);
        c.slice_mut(part(m, n)).fill(f64::NAN);
        matmul(&of_a, &of_b.permute(tilework::modes![1, 0, 2]), &mut c.slice_mut(part(m, n)))
            .unwrap();
        check(&c, 0.0);
    }
}

/// Fractions whose sums depend on the order of additions.
fn fractions<T: Real>(len: usize, by: u64) -> Vec<T> {
    let mut choices = Choices(by);
    (0..len).map(|_| T::fraction(choices.one_of(1 << 20))).collect()
}

/// Products that are large enough for several threads have the same bits by any number of them, and by one: those that
/// pack, those that read A and B in place, in several blocks along, and with few rows.
fn same_bits<T: Real>() {
    let extents = [
        (130, 110, 100),
        (97, 300, 41),
        (401, 390, 70),
        (260, 130, 1100),
        (20, 3000, 90),
        (2100, 13, 300),
        (3100, 30, 40),
    ];
    for (case, (m, n, k)) in extents.into_iter().enumerate() {
        for order in 0..8 {
            let place = |bit: u64, extents| Place::new(order >> bit & 1, extents);
            let (a_place, b_place, c_place) =
                (place(0, (m, k)), place(1, (n, k)), place(2, (m, n)));
            let a: Vec<T> = fractions(a_place.len, case as u64);
            let b: Vec<T> = fractions(b_place.len, order + 100);
            let old: Vec<T> = fractions(c_place.len, 1000);
            let (alpha, beta) = (T::fraction(3 << 18), T::fraction(5 << 17));
            let a = Tensor::new(&a[..], a_place.layout((m, k))).unwrap();
            let b = Tensor::new(&b[..], b_place.layout((n, k))).unwrap();
            let mut expected = Tensor::new(old.clone(), c_place.layout((m, n))).unwrap();
            gemm(alpha, &a, &b, beta, &mut expected).unwrap();
            for threads in [1, 2, 3, 5, 16] {
                let mut c = Tensor::new(old.clone(), c_place.layout((m, n))).unwrap();
                POOLS[threads - 1].install(|| par_gemm(alpha, &a, &b, beta, &mut c)).unwrap();
                assert!(c.data() == expected.data(), "{m} x {n} x {k}, {order}, {threads} threads");
            }
        }
    }
}

#[test]
fn the_same_bits_by_any_number_of_threads() {
    same_bits::<f32>();
    same_bits::<f64>();
}

/// Batches that are shared out, and those whose products are computed one by one: the bits of `batched_gemm`.
#[test]
fn batches_by_threads() {
    for (m, n, k, l) in
        [(3, 4, 5, 7), (20, 30, 40, 50), (120, 110, 90, 3), (1, 1, 1, 0), (9, 0, 2, 4)]
    {
        let a = Tensor::new(fractions::<f64>(m * k * l, 1), layout!((m, k, l))).unwrap();
        let b = Tensor::new(fractions::<f64>(n * k, 2), layout!((n, k))).unwrap();
        let old = fractions::<f64>(m * n * l, 3);
        let mut expected = Tensor::new(old.clone(), layout!((m, n, l))).unwrap();
        batched_gemm(0.5, &a, &b, 1.5, &mut expected).unwrap();
        let mut product = Tensor::new(old.clone(), layout!((m, n, l))).unwrap();
        matmul(&a, &b.transposed(), &mut product).unwrap();
        for threads in [1, 2, 5] {
            POOLS[threads - 1].install(|| {
                let mut c = Tensor::new(old.clone(), layout!((m, n, l))).unwrap();
                par_batched_gemm(0.5, &a, &b, 1.5, &mut c).unwrap();
                assert!(c.data() == expected.data(), "{m} x {n} x {k}, {l}, {threads} threads");
                par_matmul(&a, &b.transposed(), &mut c).unwrap();
                assert!(c.data() == product.data(), "{m} x {n} x {k}, {l}, {threads} threads");
                assert!(a.par_matmul(&b.transposed()).data() == product.data());
                assert!(a.try_par_matmul(&b).is_ok() == (n == k));
            });
        }
    }
}

/// A product of a pool's thread while all others are busy is computed by that thread.
#[test]
fn products_while_others_are_busy() {
    let ones = vec![1.0_f32; 120 * 120];
    let ones = Tensor::new(&ones[..], layout!((120, 120))).unwrap();
    POOLS[3].install(|| {
        rayon::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|_| {
                    let mut c = Tensor::new(vec![0.0; 120 * 120], layout!((120, 120))).unwrap();
                    par_gemm(1.0, &ones, &ones, 0.0, &mut c).unwrap();
                    assert!(c.iter().all(|x| *x == 120.0));
                });
            }
        })
    });
}
