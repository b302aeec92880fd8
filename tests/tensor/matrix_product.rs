//! `matmul` against the definition, `C(i,j,l) = sum_p A(i,p,l) B(p,j,l)`, with integers so small that every sum is exact.

use tilework::algorithm::{Element, gemm, matmul};
use tilework::{Error, Layout, Operation, Rule, Tensor, layout};

/// Matrices of three modes with any strides.
type Batch = Layout!((_, _, _):(_, _, _));
type Extents = (usize, usize, usize);

/// The layouts of these extents whose modes are in any order in memory, without gaps or with a gap between the columns.
fn layouts((m, n, l): Extents) -> Vec<Batch> {
    let strides = [
        (1, m, m * n),
        (n, 1, m * n),
        (l, m * l, 1),
        (n * l, l, 1),
        (1, m * l, m),
        (n * l, 1, n),
        (2, 2 * m + 1, n * (2 * m + 1)),
    ];
    strides.map(|(r, s, t)| layout!((m, n, l):(r, s, t))).into()
}

/// Elements that encode their place.
fn a_at(i: usize, p: usize, l: usize) -> f64 {
    ((3 * i + 5 * p + i * p + 2 * l) % 7) as f64 - 3.0
}
fn b_at(p: usize, j: usize, l: usize) -> f64 {
    ((2 * p + 7 * j + p * j + 3 * l) % 5) as f64 - 2.0
}

/// A tensor with these elements.
fn filled(
    layout: Batch,
    at: impl Fn(usize, usize, usize) -> f64,
    (m, n, l): Extents,
) -> Tensor<Vec<f64>, Batch> {
    let mut tensor = Tensor::new(vec![f64::NAN; layout.cosize()], layout).unwrap();
    for (i, j, b) in coordinates((m, n, l)) {
        tensor[(i, j, b)] = at(i, j, b);
    }
    tensor
}

fn coordinates((m, n, l): Extents) -> impl Iterator<Item = Extents> {
    (0..l).flat_map(move |b| (0..n).flat_map(move |j| (0..m).map(move |i| (i, j, b))))
}

#[test]
fn all_orders_of_strides_are_the_definition() {
    let mut products = 0;
    for (m, n, k, l) in [(1, 1, 1, 1), (2, 3, 5, 2), (9, 7, 33, 3), (17, 8, 4, 1)] {
        for a_layout in layouts((m, k, l)) {
            let a = filled(a_layout, a_at, (m, k, l));
            for b_layout in layouts((k, n, l)) {
                let b = filled(b_layout, b_at, (k, n, l));
                let expected = |i, j, b| (0..k).map(|p| a_at(i, p, b) * b_at(p, j, b)).sum::<f64>();
                let own = a.matmul(&b);
                assert_eq!(own.extents(), (m, n, l));
                for (i, j, b) in coordinates((m, n, l)) {
                    assert_eq!(own[(i, j, b)], expected(i, j, b));
                }
                for c_layout in layouts((m, n, l)) {
                    // The old elements of C are not read.
                    let mut c = filled(c_layout, |_, _, _| f64::NAN, (m, n, l));
                    matmul(&a, &b, &mut c).unwrap();
                    for (i, j, b) in coordinates((m, n, l)) {
                        assert_eq!(c[(i, j, b)], expected(i, j, b));
                    }
                    products += 1;
                }
            }
        }
    }
    assert_eq!(products, 4 * 7 * 7 * 7);
}

/// Integers of all sizes, whose sums wrap around.
fn integers_wrap_around<T: Element + std::fmt::Debug>(
    number: impl Fn(usize) -> T + Copy,
    times_plus: impl Fn(T, T, T) -> T,
) {
    for (m, n, k) in [(1, 1, 1), (5, 3, 7), (33, 18, 20), (70, 40, 130)] {
        let a = Tensor::new((0..m * k).map(number).collect::<Vec<_>>(), layout!((m, k))).unwrap();
        let b = Tensor::new(
            (0..k * n).map(|i| number(i + 77)).collect::<Vec<_>>(),
            layout!((k,n):row_major),
        )
        .unwrap();
        let c = a.matmul(&b);
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum = (0..k).fold(T::default(), |sum, p| times_plus(a[(i, p)], b[(p, j)], sum));
            assert_eq!(c[(i, j)], sum);
        }
    }
}

#[test]
fn integers() {
    let spread = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    integers_wrap_around(|i| spread(i) as i32, |a, b, c: i32| c.wrapping_add(a.wrapping_mul(b)));
    integers_wrap_around(|i| spread(i) as i64, |a, b, c: i64| c.wrapping_add(a.wrapping_mul(b)));
    // Small elements are converted, and every product of i8 fits.
    let bytes = Tensor::new([-128_i8; 64], layout!((8, 8))).unwrap().map(i32::from).to_owned();
    assert!(bytes.matmul(&bytes).iter().all(|&x| x == 8 * 128 * 128));
}

#[test]
fn square_matrices_are_multiplied_as_they_are_written() {
    let a = Tensor::new([1.0, 2.0, 3.0, 4.0], layout!((2,2):row_major)).unwrap();
    let b = Tensor::new([0.0, 1.0, 0.0, 0.0], layout!((2,2):row_major)).unwrap();
    // Worked out by hand: (1 2; 3 4) (0 1; 0 0) = (0 1; 0 3). gemm has A times B transposed, (2 0; 4 0).
    let c = a.matmul(&b);
    assert_eq!([c[(0, 0)], c[(0, 1)], c[(1, 0)], c[(1, 1)]], [0.0, 1.0, 0.0, 3.0]);
    let mut transposed = Tensor::new([0.0; 4], layout!((2,2):row_major)).unwrap();
    gemm(1.0, &a, &b, 0.0, &mut transposed).unwrap();
    assert_eq!(transposed.data(), [2.0, 0.0, 4.0, 0.0]);
    gemm(1.0, &a, &b.transposed(), 0.0, &mut transposed).unwrap();
    assert_eq!(transposed.data(), [0.0, 1.0, 0.0, 3.0]);
}

#[test]
fn a_matrix_alone_serves_for_all() {
    let (m, n, k, l) = (3, 4, 5, 6);
    let many_a = filled(layouts((m, k, l))[0], a_at, (m, k, l));
    let many_b = filled(layouts((k, n, l))[3], b_at, (k, n, l));
    let one_a = Tensor::new(
        (0..m * k).map(|i| a_at(i / k, i % k, 0)).collect::<Vec<_>>(),
        layout!((m, k):row_major),
    );
    let one_b = Tensor::new(
        (0..k * n).map(|i| b_at(i / n, i % n, 0)).collect::<Vec<_>>(),
        layout!((k, n):row_major),
    );
    let (one_a, one_b) = (one_a.unwrap(), one_b.unwrap());
    let (left, right, alone) = (one_a.matmul(&many_b), many_a.matmul(&one_b), one_a.matmul(&one_b));
    assert_eq!((left.extents(), right.extents(), alone.extents()), ((m, n, l), (m, n, l), (m, n)));
    let mut both = Tensor::new(vec![f64::NAN; m * n * l], layout!((m, n, l))).unwrap();
    matmul(&one_a, &one_b, &mut both).unwrap();
    for (i, j, b) in coordinates((m, n, l)) {
        let sum = |a_batch, b_batch| -> f64 {
            (0..k).map(|p| a_at(i, p, a_batch) * b_at(p, j, b_batch)).sum()
        };
        assert_eq!(left[(i, j, b)], sum(0, b));
        assert_eq!(right[(i, j, b)], sum(b, 0));
        assert_eq!(both[(i, j, b)], sum(0, 0));
        assert_eq!(alone[(i, j)], sum(0, 0));
    }
}

#[test]
fn nested_modes_static_extents_and_swizzled_data() {
    let tiled = layout!(((2,4),(4,2)):((1,8),(2,32)));
    let mut a = Tensor::new([0.0_f32; 64], tiled).unwrap();
    let composed = layout!(Sw<2,0,3> o 0 o (8,8):(8,1));
    let mut b = Tensor::through(vec![0.0_f32; 64], composed).unwrap();
    for i in 0..8 {
        for j in 0..8 {
            a[(i, j)] = a_at(i, j, 0) as f32;
            *b.get_mut((i, j)).unwrap() = b_at(i, j, 0) as f32;
        }
    }
    let c = a.matmul(&b);
    for i in 0..8 {
        for j in 0..8 {
            let expected: f64 = (0..8).map(|p| a_at(i, p, 0) * b_at(p, j, 0)).sum();
            assert_eq!(f64::from(c[(i, j)]), expected);
        }
    }
}

#[test]
fn extents_that_do_not_fit_are_refused_with_the_line_to_write() {
    let tensor = |m: usize, n: usize| Tensor::new(vec![1.0; m * n], layout!((m, n))).unwrap();
    let is = |error: Error, mode, line: &str| {
        assert_eq!((error.operation, error.mode), (Operation::Matmul, Some(mode)), "{error}");
        assert!(matches!(error.rule, Rule::EqualExtents { .. }), "{error}");
        assert!(error.to_string().contains(line), "{error}");
    };
    let line = "a B of (n,k) is `b.transposed()`";
    is(tensor(2, 3).try_matmul(&tensor(4, 3)).unwrap_err(), 2, line);
    is(matmul(&tensor(2, 3), &tensor(3, 4), &mut tensor(2, 3)).unwrap_err(), 1, line);
    is(matmul(&tensor(2, 3), &tensor(3, 4), &mut tensor(3, 4)).unwrap_err(), 0, "matmul");
    // B as (k,n) in gemm.
    let error = gemm(1.0, &tensor(2, 3), &tensor(3, 4), 0.0, &mut tensor(2, 4)).unwrap_err();
    assert!(
        error.to_string().contains("`b.transposed()`, or the product `a.matmul(&b)`"),
        "{error}"
    );
    let batch = |m: usize, n: usize, l: usize| {
        Tensor::new(vec![1.0; m * n * l], layout!((m, n, l))).unwrap()
    };
    is(batch(2, 3, 4).try_matmul(&batch(3, 2, 5)).unwrap_err(), 3, "matmul");
    let panic = std::panic::catch_unwind(|| tensor(2, 3).matmul(&tensor(4, 3))).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().contains(line));
}

#[test]
fn no_columns_of_a_give_zeros_and_no_rows_nothing() {
    let tensor = |m: usize, n: usize| Tensor::new(vec![1.0; m * n], layout!((m, n))).unwrap();
    let c = tensor(2, 0).matmul(&tensor(0, 3));
    assert_eq!((c.extents(), c.data()), ((2, 3), &[0.0; 6][..]));
    assert_eq!(tensor(0, 2).matmul(&tensor(2, 3)).extents(), (0, 3));
}

/// Products that threads write to tiles: of whole vectors, and so small that they use no kernel.
#[test]
fn to_tiles_by_threads() {
    let (m, n, k) = (32, 12, 5);
    let a: Vec<f64> = (0..m * k).map(|i| (i % 7) as f64 - 3.0).collect();
    let b: Vec<f64> = (0..k * n).map(|i| (i % 5) as f64 - 2.0).collect();
    let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
    let b = Tensor::new(&b[..], layout!((k,n):row_major)).unwrap();
    let expected = |i: usize, j: usize| (0..k).map(|p| a[(i, p)] * b[(p, j)]).sum::<f64>();

    macro_rules! by_tiles {
        ($m:literal, $n:literal, $tiler:expr, $c:ident) => {
            std::thread::scope(|scope| {
                for ((i, j), mut tile) in $c.tiles_mut($tiler).with_coordinates() {
                    let a = a.slice(($m * i..$m * (i + 1), ..));
                    let b = b.slice((.., $n * j..$n * (j + 1)));
                    scope.spawn(move || matmul(&a, &b, &mut tile).unwrap());
                }
            });
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                assert_eq!($c[(i, j)], expected(i, j), "({i},{j})");
            }
        };
    }
    let mut data = vec![7.0; m * n];
    let mut c = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
    by_tiles!(16, 6, layout!(<16,6>), c);
    let mut c = Tensor::new(vec![7.0; m * n], layout!((m, n))).unwrap();
    by_tiles!(4, 4, layout!(<4,4>), c);
}
