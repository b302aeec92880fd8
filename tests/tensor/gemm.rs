//! `gemm` against the definition: `C(i,j) = alpha sum_p A(i,p) B(j,p) + beta C(i,j)`.

use proptest::prelude::*;
use tilework::typenum::{N2, P2, P3, U0, U1, U2, U3};
use tilework::{
    Composed, Dyn, Error, Layout, Operation, Rule, Swizzle, Tensor,
    algorithm::{Element, batched_gemm, gemm},
    layout,
};

/// Elements that can be compared with sums in `f64`.
trait Real: Element + Copy + Into<f64> + std::fmt::Debug {
    const EPSILON: f64;
    fn round(x: f64) -> Self;
}
impl Real for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn round(x: f64) -> Self {
        x as f32
    }
}
impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;
    fn round(x: f64) -> Self {
        x
    }
}

/// A layout of two modes of two leaves each: `(extent, stride)`.
type Leaves = [(usize, usize); 4];
/// Its type.
type Nested = Layout!(((_, _), (_, _)):((_, _), (_, _)));

fn nested([a, b, c, d]: Leaves) -> Nested {
    layout!((({a.0},{b.0}),({c.0},{d.0})):(({a.1},{b.1}),({c.1},{d.1})))
}

fn sizes(leaves: Leaves) -> (usize, usize) {
    (leaves[0].0 * leaves[1].0, leaves[2].0 * leaves[3].0)
}

/// The offset of a coordinate, by the definition.
fn offset(leaves: Leaves, (i, j): (usize, usize)) -> usize {
    let (m, n) = (leaves[0].0, leaves[2].0);
    i % m * leaves[0].1 + i / m * leaves[1].1 + j % n * leaves[2].1 + j / n * leaves[3].1
}

fn reach(leaves: Leaves) -> usize {
    1 + leaves.iter().map(|(extent, stride)| (extent - 1) * stride).sum::<usize>()
}

/// Varied numbers in -1..1.
fn numbers<T: Real>(len: usize, seed: u64) -> Vec<T> {
    let number = |i| {
        let z = (i as u64 + 1).wrapping_mul(seed | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        T::round((z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    };
    (0..len).map(number).collect()
}

/// The parameters of `gemm`, and of `par_gemm`.
type Way<T> = fn(
    T,
    &Tensor<&[T], Nested>,
    &Tensor<&[T], Nested>,
    T,
    &mut Tensor<&mut [T], Nested>,
) -> Result<(), Error>;

/// `par_gemm` with a number of threads that the extents of C choose.
#[cfg(feature = "rayon")]
fn by_threads<T: Real>(
    alpha: T,
    a: &Tensor<&[T], Nested>,
    b: &Tensor<&[T], Nested>,
    beta: T,
    c: &mut Tensor<&mut [T], Nested>,
) -> Result<(), Error> {
    use rayon::{ThreadPool, ThreadPoolBuilder};
    static POOLS: std::sync::LazyLock<Vec<ThreadPool>> = std::sync::LazyLock::new(|| {
        (1..=16).map(|n| ThreadPoolBuilder::new().num_threads(n).build().unwrap()).collect()
    });
    let pool = &POOLS[(c.extent::<0>() + 3 * c.extent::<1>()) % POOLS.len()];
    pool.install(|| tilework::algorithm::par_gemm(alpha, a, b, beta, c))
}

/// `gemm`, with one thread and with several, against the definition, with sums in `f64`.
fn check<T: Real>(a: Leaves, b: Leaves, c: Leaves, factors: (f64, f64)) {
    check_by::<T>(|alpha, a, b, beta, c| gemm(alpha, a, b, beta, c), a, b, c, factors);
    #[cfg(feature = "rayon")]
    check_by::<T>(by_threads, a, b, c, factors);
}

fn check_by<T: Real>(way: Way<T>, a: Leaves, b: Leaves, c: Leaves, (alpha, beta): (f64, f64)) {
    let (a_data, b_data): (Vec<T>, Vec<T>) = (numbers(reach(a), 3), numbers(reach(b), 5));
    let before: Vec<T> = numbers(reach(c), 7);
    let mut after = before.clone();
    let result = way(
        T::round(alpha),
        &Tensor::new(&a_data[..], nested(a)).unwrap(),
        &Tensor::new(&b_data[..], nested(b)).unwrap(),
        T::round(beta),
        &mut Tensor::new(&mut after[..], nested(c)).unwrap(),
    );
    assert_eq!(result, Ok(()));
    let ((m, n), k) = (sizes(c), sizes(a).1);
    let mut expected: Vec<Option<(f64, f64)>> = vec![None; before.len()];
    for i in 0..m {
        for j in 0..n {
            let at = offset(c, (i, j));
            let (mut sum, mut size) = (0.0, 0.0);
            for p in 0..k {
                let product = a_data[offset(a, (i, p))].into() * b_data[offset(b, (j, p))].into();
                sum += product;
                size += f64::abs(product);
            }
            let old = beta * before[at].into();
            expected[at] = Some((alpha * sum + old, alpha.abs() * size + old.abs()));
        }
    }
    // k products and sums, the scaling by alpha and by beta, and their sum are k + 3 roundings of T, and as many of f64
    // in the reference (Higham, Accuracy and Stability, 3.1).
    let bound = (k + 3) as f64 * (T::EPSILON + f64::EPSILON);
    for (at, (expected, after)) in expected.iter().zip(&after).enumerate() {
        match *expected {
            Some((value, size)) => {
                let error = (value - (*after).into()).abs();
                assert!(error <= bound * size, "{at}: {after:?}, not {value}");
            }
            // Nothing is written between the elements of C.
            None => assert_eq!((*after).into(), before[at].into()),
        }
    }
}

fn check_both(a: Leaves, b: Leaves, c: Leaves, factors: (f64, f64)) {
    check::<f32>(a, b, c, factors);
    check::<f64>(a, b, c, factors);
}

/// Rows and columns, one leaf each.
fn plain((m, n): (usize, usize), (row, column): (usize, usize)) -> Leaves {
    [(m, row), (1, 0), (n, column), (1, 0)]
}

#[test]
fn all_orders_of_all_operands_around_the_sizes_of_tiles_and_blocks() {
    let sizes = [
        (1, 1, 1),
        (1, 7, 3),
        (7, 1, 3),
        (2, 3, 5),
        (16, 6, 4),
        (32, 12, 8),
        (33, 13, 9),
        (31, 11, 257),
        (64, 48, 256),
        (65, 25, 300),
        (390, 14, 70),
        (40, 130, 513),
    ];
    for (m, n, k) in sizes {
        for orders in 0..8 {
            let order = |bit: usize, (rows, columns): (usize, usize), pad: usize| {
                if orders & bit == 0 {
                    plain((rows, columns), (1, rows + pad))
                } else {
                    plain((rows, columns), (columns + pad, 1))
                }
            };
            let factors = [(1.0, 0.0), (2.0, 1.0), (-0.5, 3.0)][(m + orders) % 3];
            check_both(order(1, (m, k), 0), order(2, (n, k), 1), order(4, (m, n), 2), factors);
        }
    }
}

/// Operands and result behind swizzles and XOR strides, with offsets that carry into their bits. Small integers make it
/// exact; it is compared with the definition on the offsets of the composed layouts.
#[test]
fn through_functions_of_offsets() {
    fn check<T: Real>((m, n, k): (usize, usize, usize), added: usize) {
        let a_layout =
            Composed::new(Swizzle::<U3, U0, P3>::new(), Dyn(added), layout!((m,k):row_major));
        let b_layout = Composed::new(Swizzle::<U2, U1, N2>::new(), Dyn(3 * added), layout!((n, k)));
        let c_layout =
            Composed::new(Swizzle::<U1, U0, P2>::new(), Dyn(added), layout!((m,n):row_major));
        let bits = layout!((2,2,2,256):(f2,f1,f5,f8));
        let d_layout = Composed::new(bits, Dyn(0_usize), layout!((m, n)));
        let integers = |len: usize, by: usize| -> Vec<T> {
            (0..len).map(|i| T::round((i * by % 11) as f64 - 5.0)).collect()
        };
        let len = (m.max(n) * k.max(n) + 4 * added).next_multiple_of(64).max(2048);
        let (a_data, b_data) = (integers(len, 3), integers(len, 7));
        let a = Tensor::through(&a_data[..], a_layout).unwrap();
        let b = Tensor::through(&b_data[..], b_layout).unwrap();
        let before = integers(len, 5);
        let sum = |i: usize, j: usize| -> f64 {
            let product = |p| -> f64 {
                a_data[a_layout.offset((i, p))].into() * b_data[b_layout.offset((j, p))].into()
            };
            (0..k).map(product).sum()
        };
        macro_rules! check {
            ($layout:ident) => {{
                let mut after = before.clone();
                let mut c = Tensor::through(&mut after[..], $layout).unwrap();
                gemm(T::round(2.0), &a, &b, T::round(-1.0), &mut c).unwrap();
                let mut expected = before.clone();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let at = $layout.offset((i, j));
                    expected[at] = T::round(2.0 * sum(i, j) - before[at].into());
                }
                let same = |(x, y): (&T, &T)| -> bool { (*x).into() == (*y).into() };
                assert!(after.iter().zip(&expected).all(same), "{m} {n} {k} {}", $layout);
            }};
        }
        check!(c_layout);
        check!(d_layout);
        // One of the operands behind a swizzle, the others not.
        let mut plain = vec![T::round(0.0); m * n];
        let mut c = Tensor::new(&mut plain[..], layout!((m, n))).unwrap();
        gemm(T::round(1.0), &a, &b, T::round(0.0), &mut c).unwrap();
        assert!((0..m * n).all(|x| plain[x].into() == sum(x % m, x / m)), "{m} {n} {k}");
    }
    for size in [(1, 1, 1), (3, 5, 7), (16, 12, 4), (33, 13, 9), (40, 30, 70), (64, 17, 300)] {
        for added in [0, 5, 64] {
            check::<f32>(size, added);
            check::<f64>(size, added);
        }
    }
}

/// Many products behind a swizzle, each of which begins at its own offset.
#[test]
fn batches_through_a_swizzle() {
    let (m, n, k, l) = (5, 6, 7, 3);
    let swizzle = Swizzle::<U2, U0, P3>::new();
    let numbers: Vec<f64> = (0..256).map(|i| f64::from(i % 13) - 6.0).collect();
    let a = Composed::new(swizzle, Dyn(1_usize), layout!((m,k,l):(1,m,{ m * k })));
    let b = Composed::new(swizzle, Dyn(2_usize), layout!((n,k,l):(k,1,{ n * k })));
    let c = Composed::new(swizzle, Dyn(3_usize), layout!((m,n,l):(n,1,{ m * n })));
    let mut after = numbers.clone();
    batched_gemm(
        1.0,
        &Tensor::through(&numbers[..], a).unwrap(),
        &Tensor::through(&numbers[..], b).unwrap(),
        2.0,
        &mut Tensor::through(&mut after[..], c).unwrap(),
    )
    .unwrap();
    let mut expected = numbers.clone();
    for (i, j, q) in (0..m * n * l).map(|x| (x % m, x / m % n, x / m / n)) {
        let product = |p| numbers[a.offset((i, p, q))] * numbers[b.offset((j, p, q))];
        let at = c.offset((i, j, q));
        expected[at] = 2.0 * numbers[at] + (0..k).map(product).sum::<f64>();
    }
    assert_eq!(after, expected);
}

/// Several threads share the data behind the swizzle.
#[cfg(feature = "rayon")]
#[test]
fn threads_through_a_swizzle() {
    let swizzle = Swizzle::<U3, U0, P3>::new();
    let rows = Composed::of(swizzle, layout!((96,64):row_major));
    let numbers: Vec<f64> = (0..96 * 64).map(|i| f64::from(i % 17) - 8.0).collect();
    let mut after = vec![1.0; 96 * 96];
    let a = Tensor::through(&numbers[..], rows).unwrap();
    let square = Composed::of(swizzle, layout!((96,96):row_major));
    let mut c = Tensor::through(&mut after[..], square).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    pool.install(|| tilework::algorithm::par_gemm(1.0, &a, &a, 0.0, &mut c)).unwrap();
    for (i, j) in (0..96 * 96).map(|x| (x % 96, x / 96)) {
        let product = |p| numbers[rows.offset((i, p))] * numbers[rows.offset((j, p))];
        assert_eq!(after[square.offset((i, j))], (0..64).map(product).sum::<f64>());
    }
}

/// Leaves of a random layout: extents, and either any strides, also 0, or those of a compact layout in a random order,
/// with gaps.
fn leaves(extents: [usize; 4], injective: bool) -> impl Strategy<Value = Leaves> {
    let order = Just([0, 1, 2, 3]).prop_shuffle();
    (order, [1_usize..4, 1..4, 1..4, 1..4], [0_usize..40, 0..40, 0..40, 0..40]).prop_map(
        move |(order, gaps, any)| {
            let mut leaves = [0, 1, 2, 3].map(|i| (extents[i], any[i]));
            if injective {
                let mut span = 1;
                for i in order {
                    leaves[i].1 = if gaps[i] == 3 { span + 1 } else { span };
                    span = leaves[i].1 * extents[i];
                }
            }
            leaves
        },
    )
}

fn problem() -> impl Strategy<Value = (Leaves, Leaves, Leaves, (f64, f64))> {
    let extents = || [1_usize..13, 1..7, 1..13, 1..7, 1..13, 1..7];
    let factors = ((-2..3).prop_map(f64::from), (-2..3).prop_map(f64::from));
    (extents(), any::<bool>(), any::<bool>(), factors).prop_flat_map(
        |([m0, m1, n0, n1, k0, k1], compact_a, compact_b, factors)| {
            (
                leaves([m0, m1, k0, k1], compact_a),
                leaves([n0, n1, k0, k1], compact_b),
                leaves([m0, m1, n0, n1], true),
                Just(factors),
            )
        },
    )
}

proptest! {
    /// Nested, padded, folded and repeated layouts in any order.
    #[test]
    fn any_layouts((a, b, c, factors) in problem()) {
        check_both(a, b, c, factors);
    }
}

#[test]
fn modes_may_be_split_in_different_places() {
    // m = 60 as (4,15) and (10,6), n = 35 as (5,7) and (35,1), k = 24 as (2,12) and (6,4).
    check_both(
        [(4, 1), (15, 100), (2, 50), (12, 4)],
        [(5, 24), (7, 120), (6, 4), (4, 1)],
        [(10, 35), (6, 350), (35, 1), (1, 0)],
        (1.5, -1.0),
    );
}

#[test]
fn where_beta_is_0_the_old_c_does_not_count() {
    for (m, n) in [(32, 12), (5, 3)] {
        let (a, b) = (vec![1.0_f32; m * 2], vec![1.0_f32; n * 2]);
        let mut c = vec![f32::NAN; m * n];
        gemm(
            1.0,
            &Tensor::new(&a[..], layout!((m, 2))).unwrap(),
            &Tensor::new(&b[..], layout!((n, 2))).unwrap(),
            0.0,
            &mut Tensor::new(&mut c[..], layout!((m, n))).unwrap(),
        )
        .unwrap();
        assert_eq!(c, vec![2.0; m * n]);
    }
}

#[test]
fn sizes_must_agree() {
    let data = [0.0; 64];
    let matrix = |m: usize, n: usize| Tensor::new(&data[..], layout!((m, n))).unwrap();
    let try_gemm = |a: (usize, usize), b: (usize, usize), c: (usize, usize)| {
        let mut elements = [0.0; 64];
        let mut c = Tensor::new(&mut elements[..], layout!(({ c.0 }, { c.1 }))).unwrap();
        gemm(1.0, &matrix(a.0, a.1), &matrix(b.0, b.1), 0.0, &mut c)
    };
    let differ = |mode, left, right| {
        Err(Error::new(Operation::Gemm, Rule::EqualExtents { left, right }).at(mode))
    };
    assert_eq!(try_gemm((2, 3), (4, 3), (2, 4)), Ok(()));
    assert_eq!(try_gemm((2, 3), (4, 3), (5, 4)), differ(0, 2, 5));
    assert_eq!(try_gemm((2, 3), (4, 3), (2, 5)), differ(1, 4, 5));
    assert_eq!(try_gemm((2, 3), (4, 2), (2, 4)), differ(2, 3, 2));
    assert_eq!(
        try_gemm((2, 3), (4, 2), (2, 4)).unwrap_err().to_string(),
        "gemm: equal extents, mode 2: the extents 3 and 2 differ; A is (m,k), B (n,k) and C (m,n): a B of (k,n) is \
         `b.transposed()`, or the product `a.matmul(&b)`",
    );
}
