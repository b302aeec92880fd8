//! The algorithms against their definitions, coordinate by coordinate, on random layouts.

use proptest::prelude::*;
use tilework::{
    Error, Operation, Rule, Tensor,
    algorithm::{axpby, copy, copy_if, fill, reduce, transform, transpose},
    layout,
};

/// Injective strides for 4 leaves, from a permutation of the leaves and gaps.
fn injective(extents: [usize; 4], order: [usize; 4], gaps: [usize; 4]) -> [usize; 4] {
    let (mut strides, mut step) = ([0; 4], 1);
    for (&leaf, gap) in order.iter().zip(gaps) {
        step += gap;
        strides[leaf] = step;
        step *= extents[leaf];
    }
    strides
}

fn order() -> impl Strategy<Value = [usize; 4]> {
    Just([0, 1, 2, 3]).prop_shuffle()
}

fn gaps() -> impl Strategy<Value = [usize; 4]> {
    prop_oneof![Just([0; 4]), [0_usize..3, 0..3, 0..3, 0..3]]
}

/// Extents inside and across which tiles end.
fn extents() -> impl Strategy<Value = [usize; 4]> {
    prop_oneof![
        [1_usize..6, 1..6, 1..6, 1..6],
        [1_usize..40, 1..40, 1..4, 1..3],
        [1_usize..3, 1..70, 1..3, 1..40],
        Just([16, 16, 2, 2]),
        Just([8, 4, 8, 16]),
    ]
}

/// Other extents for a layout of the same size: in order, folded, or without a common refinement with the first ones.
fn regrouped([a, b, c, d]: [usize; 4], how: usize) -> [usize; 4] {
    match how {
        0 => [a, b, c, d],
        1 => [a * b, c, d, 1],
        2 => [a, 1, b * c * d, 1],
        _ => [b, a, d, c],
    }
}

/// A tensor over as many elements as it needs. The values of the elements are their numbers.
macro_rules! tensor {
    ($data:expr, $extents:expr, $strides:expr) => {{
        let ([a, b, c, d], [p, q, r, s]) = ($extents, $strides);
        Tensor::new($data, layout!((a,(b,c),d):(p,(q,r),s))).unwrap()
    }};
}

fn cosize(extents: [usize; 4], strides: [usize; 4]) -> usize {
    1 + extents.iter().zip(strides).map(|(s, d)| (s - 1) * d).sum::<usize>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Each algorithm writes what the definition says, and nothing else.
    #[test]
    fn algorithms_are_their_definition(
        extents in extents(),
        how in 0_usize..4,
        (from_order, to_order) in (order(), order()),
        (from_gaps, to_gaps) in (gaps(), gaps()),
        broadcast in [prop::bool::weighted(0.1), prop::bool::weighted(0.1),
                      prop::bool::weighted(0.1), prop::bool::weighted(0.1)],
        overlap in prop::option::weighted(0.2, [0_usize..5, 0..5, 0..5, 0..5]),
    ) {
        let to_extents = regrouped(extents, how);
        // The source may repeat elements and overlap in any way.
        let mut from_strides =
            overlap.unwrap_or_else(|| injective(extents, from_order, from_gaps));
        for (stride, still) in from_strides.iter_mut().zip(broadcast) {
            if still {
                *stride = 0;
            }
        }
        let to_strides = injective(to_extents, to_order, to_gaps);
        let data: Vec<u32> = (1..).take(cosize(extents, from_strides)).collect();
        let from = tensor!(&data[..], extents, from_strides);
        let space = cosize(to_extents, to_strides) + 3;
        let size = from.size();

        macro_rules! run {
            ($name:expr, |$to:ident| $run:expr, |$old:ident, $new:ident, $i:ident| $rule:expr) => {{
                let before: Vec<u32> = (0..).map(|i| i * 7).take(space).collect();
                let mut expected = before.clone();
                {
                    let offsets = tensor!(&before[..], to_extents, to_strides).layout();
                    for $i in 0..size {
                        let ($old, $new) = (before[offsets.offset($i)], from[$i]);
                        expected[offsets.offset($i)] = $rule;
                    }
                }
                let mut written = before.clone();
                {
                    let mut $to = tensor!(&mut written[..], to_extents, to_strides);
                    $run;
                }
                prop_assert_eq!(written, expected, "{}", $name);
            }};
        }
        // Integral coordinates work for any extents.
        let from = from.one_mode();
        run!("copy", |to| copy(&from, &mut to.one_mode_mut()).unwrap(), |_old, new, i| new);
        run!("copy_if", |to| copy_if(|i| i % 3 == 1, &from, &mut to.one_mode_mut()).unwrap(),
             |old, new, i| if i % 3 == 1 { new } else { old });
        run!("fill", |to| fill(&mut to, 5), |_old, _new, i| 5);
        run!("transform", |to| transform(&from, &mut to.one_mode_mut(), |y, x| *y = 2 * *y + 3 * x).unwrap(),
             |old, new, i| 2 * old + 3 * new);
        run!("axpby", |to| axpby(3, &from, 5, &mut to.one_mode_mut()).unwrap(), |old, new, i| 3 * new + 5 * old);

        let sum: u64 = (0..size).map(|i| u64::from(from[i])).sum();
        prop_assert_eq!(u64::from(reduce(&from, 0, u32::wrapping_add)), sum & 0xffff_ffff);
        prop_assert_eq!(reduce(&from, 0, Ord::max), (0..size).map(|i| from[i]).max().unwrap());

        // Elements of other sizes, and elements that own memory.
        let bytes: Vec<u8> = data.iter().map(|&x| x as u8).collect();
        let mut to_bytes = vec![0_u8; space];
        let small = tensor!(&bytes[..], extents, from_strides);
        copy(
            &small.one_mode(),
            &mut tensor!(&mut to_bytes[..], to_extents, to_strides).one_mode_mut(),
        )
        .unwrap();
        let wide: Vec<[u64; 3]> = data.iter().map(|&x| [u64::from(x); 3]).collect();
        let sum = (0..size).fold(0, |sum, i| small[i].wrapping_add(sum));
        prop_assert_eq!(reduce(&small, 0, u8::wrapping_add), sum);
        let mut to_wide = vec![[0_u64; 3]; space];
        let large = tensor!(&wide[..], extents, from_strides);
        copy(
            &large.one_mode(),
            &mut tensor!(&mut to_wide[..], to_extents, to_strides).one_mode_mut(),
        )
        .unwrap();
        let add = |x: [u64; 3], y: [u64; 3]| [x[0] + y[0], x[1].max(y[1]), x[2] ^ y[2]];
        let sum = (0..size).fold([0; 3], |sum, i| add(sum, large[i]));
        prop_assert_eq!(reduce(&large, [0; 3], add), sum);
        let mut strings = vec![String::new(); space];
        let mut to_strings = tensor!(&mut strings[..], to_extents, to_strides);
        transform(&from, &mut to_strings.one_mode_mut(), |y, x| *y = x.to_string()).unwrap();
        let offsets = to_strings.layout();
        for i in 0..size {
            prop_assert_eq!(to_bytes[offsets.offset(i)], from[i] as u8);
            prop_assert_eq!(to_wide[offsets.offset(i)], [u64::from(from[i]); 3]);
            prop_assert_eq!(&strings[offsets.offset(i)], &from[i].to_string());
        }
    }

    /// Transposes of all sizes, of nested modes, and into tiles that are borrowed separately.
    #[test]
    fn transposes(
        (m, n) in (1_usize..70, 1_usize..70),
        (pad_from, pad_to) in (0_usize..3, 0_usize..3),
        by_rows in any::<bool>(),
    ) {
        let (lda, ldb) = (m + pad_from, if by_rows { m + pad_to } else { n + pad_to });
        let data: Vec<usize> = (0..lda * n).collect();
        let from = Tensor::new(&data[..], layout!((m,n):(1,lda))).unwrap();
        let mut written = vec![0; ldb * m.max(n)];
        let (row, column) = if by_rows { (ldb, 1) } else { (1, ldb) };
        let mut to = Tensor::new(&mut written[..], layout!((n,m):(row,column))).unwrap();
        transpose(&from, &mut to).unwrap();
        for i in 0..m {
            for j in 0..n {
                prop_assert_eq!(to[(j, i)], i + j * lda);
            }
        }
        fill(&mut to, 0);
        for (j, mut half) in to.tiles_mut(layout!(<n:1,1>)).enumerate() {
            copy(&from.slice((j, ..)), &mut half.view_mut().slice_mut((.., 0))).unwrap();
        }
        for i in 0..m {
            for j in 0..n {
                prop_assert_eq!(to[(j, i)], i + j * lda);
            }
        }
    }
}

/// Static layouts take the loops that are determined at compile time.
#[test]
fn static_layouts() {
    macro_rules! pairs {
        ($($from:tt : $from_d:tt => $to:tt : $to_d:tt;)*) => {$({
            let (from, to) = (layout!($from:$from_d), layout!($to:$to_d));
            let data: Vec<usize> = (0..from.cosize()).collect();
            let mut written = vec![usize::MAX; to.cosize()];
            copy(
                &Tensor::new(&data[..], from).unwrap(),
                &mut Tensor::new(&mut written[..], to).unwrap(),
            )
            .unwrap();
            let mut expected = vec![usize::MAX; to.cosize()];
            for i in 0..from.size() {
                expected[to.offset(i)] = data[from.offset(i)];
            }
            assert_eq!(written, expected, "{from} {to}");
            fill(&mut Tensor::new(&mut written[..], to).unwrap(), 3);
            for i in 0..to.size() {
                expected[to.offset(i)] = 3;
            }
            assert_eq!(written, expected, "{to}");
        })*};
    }
    pairs! {
        8:1 => 8:1;
        1:1 => 1:0;
        (8,8):(1,8) => (8,8):(8,1);
        (64,48):(48,1) => (64,48):(1,64);
        (64,48):(50,1) => (64,48):(1,65);
        ((8,8),(4,4)):((1,32),(8,256)) => ((8,8),(4,4)):((1,8),(64,256));
        ((16,4),(2,16)):((1,32),(16,128)) => (64,32):(32,1);
        ((4,9)):((9,1)) => ((6,6)):((1,6));
        ((4,8)):((0,1)) => ((2,16)):((16,1));
        (2,3,4,5):(1,2,6,24) => (2,3,4,5):(60,20,5,1);
    }
}

#[test]
fn sizes_must_agree() {
    let data = [0; 12];
    let mut other = [0; 12];
    let (six, n) = (6, 10);
    let from = Tensor::new(&data[..], layout!((2, six))).unwrap();
    let mut to = Tensor::new(&mut other[..], layout!(n:1)).unwrap();
    let rule = Rule::EqualExtents { left: 12, right: 10 };
    assert_eq!(copy(&from.one_mode(), &mut to), Err(Error::new(Operation::Copy, rule).at(0)));
    let mut to = Tensor::new(&mut other[..], layout!((six, 1))).unwrap();
    let rule = Rule::EqualExtents { left: 2, right: 1 };
    assert_eq!(transpose(&from, &mut to), Err(Error::new(Operation::Transpose, rule).at(0)));
}

/// Rows that are multiples of 4 KiB apart, in the source or in the destination, and narrow and wide matrices that are
/// too large for the caches.
#[test]
fn transposes_by_buffers_and_from_memory() {
    fn run<T: Copy + PartialEq + std::fmt::Debug>(
        (m, n, l): (usize, usize, usize),
        (read, written): (usize, usize),
        element: impl Fn(usize) -> T,
    ) {
        let data: Vec<T> = (0..l * n * read).map(&element).collect();
        let mut other = vec![element(0); l * m * written];
        let from = Tensor::new(&data[..], layout!((n,m,l):(read,1,{n * read}))).unwrap();
        let mut to =
            Tensor::new(&mut other[..], layout!((n,m,l):(1,written,{m * written}))).unwrap();
        copy(&from, &mut to).unwrap();
        for (at, x) in other.into_iter().enumerate() {
            let (j, i, k) = (at % written, at / written % m, at / written / m);
            let expected = if j < n { data[k * n * read + j * read + i] } else { element(0) };
            assert_eq!(x, expected, "{j} {i} {k}");
        }
    }
    run((37, 50, 2), (1024, 51), |i| i as u32);
    run((37, 50, 2), (37, 1024), |i| i as u32);
    run((21, 19, 1), (512, 512), |i| i as u64);
    run((70, 41, 1), (4096, 41), |i| i as u8);
    run((16, 20, 1), (256, 20), |i| [i; 2]);
    run((16, 48, 1500), (16, 48), |i| i as u32);
    run((1100, 1000, 1), (1100, 1000), |i| i as u32);
    run((520, 1030, 1), (520, 1030), |i| i as f64);
}
