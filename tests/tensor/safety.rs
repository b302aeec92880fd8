//! Uses of tensors in safe code: layouts that are huge, empty, overlapping or broadcast, and numbers from a subtraction
//! below 0. Each is refused with a correct error, or every algorithm does what its definition says.

use proptest::prelude::*;
use tilework::{
    AnyLayout, Error, Fragment, Rule, Tensor,
    algorithm::{axpby, batched_gemm, copy, copy_if, fill, gemm, reduce, transform, transpose},
    layout, try_layout,
};

/// Numbers of all kinds; a subtraction that goes below 0 wraps in release builds.
fn extent() -> impl Strategy<Value = usize> {
    prop_oneof![
        8 => 1_usize..6,
        1 => Just(0),
        1 => Just(1 << 33),
        1 => Just(3_usize.wrapping_sub(5)),
    ]
}
fn stride() -> impl Strategy<Value = usize> {
    prop_oneof![
        4 => 0_usize..5,
        4 => 0_usize..30,
        1 => Just(1 << 40),
        1 => Just(i64::MAX as usize),
        1 => Just(3_usize.wrapping_sub(5)),
    ]
}
/// Strides of extents of 1, which do not count.
fn idle() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(1), Just(7), Just(1 << 40), Just(i64::MAX as usize)]
}

/// The offset of an integral coordinate.
fn offset(extents: [usize; 3], strides: [usize; 3], i: usize) -> usize {
    let [a, b, _] = extents;
    i % a * strides[0] + i / a % b * strides[1] + i / (a * b) * strides[2]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A layout is refused if and only if its numbers do not fit. A tensor is refused if and only if its layout reaches
    /// past the data, or repeats elements that are written.
    #[test]
    fn what_is_refused_is_refused_rightly(
        extents in [extent(), extent(), extent()],
        strides in [stride(), stride(), stride()],
        len in 0_usize..60,
    ) {
        let ([a, b, c], [d, e, f]) = (extents, strides);
        let leaves = || extents.iter().zip(strides).map(|(&s, d)| (s as u128, d as u128));
        let most = i64::MAX as u128;
        let sound = leaves().all(|(_, d)| d <= most)
            && leaves().map(|(s, _)| s.max(1)).try_fold(1, u128::checked_mul).is_some_and(|n| n <= most)
            && leaves().map(|(s, d)| s.saturating_sub(1) * d).sum::<u128>() < most;
        let layout = match try_layout!(((a,b),c):((d,e),f)) {
            Ok(layout) => layout,
            Err(Error { rule, .. }) => {
                prop_assert!(!sound);
                prop_assert!(rule == Rule::Overflow);
                return Ok(());
            }
        };
        prop_assert!(sound);
        let reach = leaves().map(|(s, d)| s.saturating_sub(1) * d).sum::<u128>();
        let mut data: Vec<usize> = (0..len).collect();
        let fits = extents.contains(&0) || reach < len as u128;
        match Tensor::new(&data[..], layout) {
            Ok(_) => prop_assert!(fits),
            Err(error) => {
                prop_assert!(!fits);
                let cosize = i64::try_from(reach + 1).unwrap();
                prop_assert_eq!(error.rule, Rule::Length { cosize, len: len as i64 });
            }
        }
        let size = layout.size();
        match Tensor::new(&mut data[..], layout) {
            Ok(_) => {
                prop_assert!(fits && size <= len);
                let mut offsets: Vec<_> = (0..size).map(|i| offset(extents, strides, i)).collect();
                offsets.sort_unstable();
                prop_assert!(offsets.windows(2).all(|pair| pair[0] < pair[1]));
            }
            Err(Error { rule: Rule::Injectivity { first, second }, .. }) => {
                let (first, second) = (first as usize, second as usize);
                prop_assert!(first != second && first < size && second < size);
                prop_assert_eq!(
                    offset(extents, strides, first),
                    offset(extents, strides, second)
                );
            }
            Err(Error { rule, .. }) => {
                let length = matches!(rule, Rule::Length { .. });
                prop_assert!(!fits && length);
            }
        }
    }
}

/// A layout in which leaves of extent 1 have any strides.
fn leaves() -> impl Strategy<Value = ([usize; 3], [usize; 3])> {
    [1_usize..5, 1..20, 1..5].prop_flat_map(|extents| {
        let stride =
            |extent: usize| if extent == 1 { idle().boxed() } else { (0_usize..9).boxed() };
        (Just(extents), extents.map(stride))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every algorithm reads layouts that overlap and repeat, with strides that do not count, and writes what its
    /// definition says.
    #[test]
    fn algorithms_on_any_layouts(
        (extents, strides) in leaves(),
        [idle_a, idle_b] in [idle(), idle()],
    ) {
        let ([a, b, c], [d, e, f]) = (extents, strides);
        let from = layout!(((a,b),c):((d,e),f));
        let data: Vec<f64> = (0..from.cosize()).map(|x| (x % 29) as f64).collect();
        let from = Tensor::new(&data[..], from).unwrap();
        let size = a * b * c;
        let value = |i: usize| data[offset(extents, strides, i)];
        // Row-major, with leaves of extent 1 that have any strides.
        let (m, n) = (a * b, c);
        let target = layout!(((m,1),(n,1)):((n,idle_a),(1,idle_b)));
        macro_rules! check {
            (|$to:ident| $run:expr, |$i:ident| $expected:expr) => {{
                let mut written = vec![3.0; size];
                let mut $to = Tensor::new(&mut written[..], target).unwrap();
                $run;
                for $i in 0..size {
                    prop_assert_eq!(written[$i % m * n + $i / m], $expected);
                }
            }};
        }
        check!(|to| copy(&from, &mut to).unwrap(), |i| value(i));
        check!(|to| copy_if(|i| i % 2 == 0, &from, &mut to).unwrap(),
               |i| if i % 2 == 0 { value(i) } else { 3.0 });
        check!(|to| fill(&mut to, 5.0), |_i| 5.0);
        check!(|to| transform(&from, &mut to, |y, x| *y -= x).unwrap(), |i| 3.0 - value(i));
        check!(|to| axpby(2.0, &from, 4.0, &mut to).unwrap(), |i| 2.0 * value(i) + 12.0);
        check!(|to| to.for_each_mut(|x| *x += 1.0), |_i| 4.0);
        prop_assert_eq!(reduce(&from, 0.0, |x, y| x + y), (0..size).map(value).sum::<f64>());
        prop_assert!(from.iter().copied().eq((0..size).map(value)));
        prop_assert_eq!(from.fold(0.0, |x, y| x + y), (0..size).map(value).sum::<f64>());

        let mut written = vec![3.0; size];
        let turned = layout!(((n,1),(m,1)):((1,idle_a),(n,idle_b)));
        transpose(&from, &mut Tensor::new(&mut written[..], turned).unwrap()).unwrap();
        for i in 0..size {
            prop_assert_eq!(written[i / m + i % m * n], value(i));
        }

        // A A^T, one product and a batch of two.
        let product = |i: usize, j: usize| -> f64 {
            (0..n).map(|p| value(i + p * m) * value(j + p * m)).sum()
        };
        let mut written = vec![1.0; 2 * m * m];
        let square = layout!(((m,1),(m,1)):((1,idle_a),(m,idle_b)));
        let mut to = Tensor::new(&mut written[..], square).unwrap();
        gemm(1.0, &from, &from, 2.0, &mut to).unwrap();
        for (at, &x) in written.iter().enumerate() {
            let expected = if at < m * m { product(at % m, at / m) + 2.0 } else { 1.0 };
            prop_assert_eq!(x, expected);
        }
        let twice = Tensor::new(&data[..], layout!(((a,b),c,(2,1)):((d,e),f,(0,idle_a)))).unwrap();
        let squares = layout!((m,m,(2,1)):(1,m,({m * m},idle_b)));
        let mut to = Tensor::new(&mut written[..], squares).unwrap();
        batched_gemm(1.0, &twice, &twice, 0.0, &mut to).unwrap();
        #[cfg(feature = "rayon")]
        {
            let mut written = vec![1.0; m * m];
            let mut to = Tensor::new(&mut written[..], square).unwrap();
            tilework::algorithm::par_gemm(1.0, &from, &from, 2.0, &mut to).unwrap();
            for (at, x) in written.into_iter().enumerate() {
                prop_assert_eq!(x, product(at % m, at / m) + 2.0);
            }
        }
        for (at, x) in written.into_iter().enumerate() {
            prop_assert_eq!(x, product(at % m, at / m % m));
        }
    }
}

/// Different sizes are refused, whatever they are, and nothing is written.
#[test]
fn huge_sizes() {
    let data = [1.0];
    let mut written = [0.0; 6];
    for (huge, few) in [(1_usize << 62, 6_usize), (1 << 33, 2), (i64::MAX as usize, 3)] {
        let from = Tensor::new(&data[..], layout!((huge,1):(0,0))).unwrap();
        let mut to = Tensor::new(&mut written[..], layout!((few,1):(1,0))).unwrap();
        let is_refused = |result: Result<(), Error>| match result.unwrap_err().rule {
            Rule::EqualExtents { left, right } => left == huge as i64 && right == few as i64,
            _ => false,
        };
        assert!(is_refused(copy(&from, &mut to)));
        assert!(is_refused(copy_if(|_| true, &from, &mut to)));
        assert!(is_refused(transform(&from, &mut to, |y, x| *y = x)));
        assert!(is_refused(axpby(1.0, &from, 1.0, &mut to)));
        let across = Tensor::new(&data[..], layout!((1,huge):(0,0))).unwrap();
        assert!(is_refused(transpose(&across, &mut to)));
        let one_by_one = Tensor::new(&data[..], layout!((1,1):(0,0))).unwrap();
        assert!(is_refused(gemm(1.0, &from, &one_by_one, 0.0, &mut to)));
        let one = Tensor::new(&data[..], layout!((1,1,1):(0,0,0))).unwrap();
        let many = Tensor::new(&data[..], layout!((huge,1,1):(0,0,0))).unwrap();
        let mut to = Tensor::new(&mut written[..], layout!((few,1,1):(1,0,0))).unwrap();
        assert!(is_refused(batched_gemm(1.0, &many, &one, 0.0, &mut to)));
        // Elements at the far end of the address range.
        assert_eq!(from[(huge - 1, 0)], 1.0);
        assert_eq!(from.get(huge), None);
        assert_eq!(from.iter().len(), huge);
    }
    assert_eq!(written, [0.0; 6]);
}

/// No data has no elements.
#[test]
fn empty_data() {
    let none: [u8; 0] = [];
    let error = Tensor::new(&none[..], layout!(1:1)).unwrap_err();
    assert_eq!(error.rule, Rule::Length { cosize: 1, len: 0 });
    assert!(Tensor::new(Vec::<u8>::new(), layout!((1,1):(0,0))).is_err());
    let n = 0;
    assert!(Tensor::new(&none[..], layout!((4,n):(1,4))).is_ok());
}

/// However a tensor for writing is made, one whose layout repeats an element is refused. The error shows two
/// coordinates of that layout that have the same offset.
#[test]
fn writes_through_repeated_elements() {
    fn collide<T, L: AnyLayout>(result: Result<T, Error>, layout: L) {
        match result.err().expect("refused").rule {
            Rule::Injectivity { first, second } => {
                let (first, second) = (first as usize, second as usize);
                assert!(first != second && first.max(second) < layout.size());
                assert_eq!(layout.offset(first), layout.offset(second), "{layout:?}");
            }
            rule => panic!("{rule:?}"),
        }
    }
    let repeated = layout!((3,3):(1,2));
    let mut data = [0; 40];
    collide(Tensor::new(&mut data[..], repeated), repeated);
    collide(Tensor::new(vec![0; 9], repeated), repeated);
    collide(Fragment::filled(repeated, 0), repeated);
    let (m, n) = (4, 6);
    let mut matrix = Tensor::new(&mut data[..], layout!((m,n):(1,m))).unwrap();
    let compact = matrix.layout();
    let right = layout!((2,3):(0,1));
    collide(matrix.try_compose_mut(right), tilework::operation::composition(compact, right));
    let tiler = layout!(<3,6>);
    // Padded, a column continues into the next one.
    let divided = tilework::operation::zipped_divide_ceil(compact, tiler);
    collide(matrix.try_zipped_divide_ceil_mut(tiler), divided);
    let divided = tilework::operation::logical_divide_ceil(compact, tiler);
    collide(matrix.try_logical_divide_ceil_mut(tiler), divided);
    let divided = tilework::operation::tiled_divide_ceil(compact, tiler);
    collide(matrix.try_tiled_divide_ceil_mut(tiler), divided);
    let divided = tilework::operation::flat_divide_ceil(compact, tiler);
    collide(matrix.try_flat_divide_ceil_mut(tiler), divided);
    // A predicated divide does not.
    assert!(matrix.try_predicated_divide_mut(tiler).is_ok());
    let twice = layout!((2,2):(1,0));
    collide(
        matrix.try_predicated_divide_mut(twice.one_mode()),
        tilework::operation::zipped_divide_ceil(layout!(24:1), twice),
    );
    let threads = layout!((2,2):(1,1));
    collide(matrix.try_partitions_mut(threads), threads);
    let select = layout!((3,3):(0,0)).stride();
    collide(matrix.try_select_mut(select), tilework::operation::select(compact, select));
}
