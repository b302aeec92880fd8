//! Sums of layouts and greatest common domains, against their values and every pair of leaves.

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Rule, Stride, Xor, coalesce, composition,
    function_to_layout, greatest_common_domain, layout_add,
};

use crate::arbitrary;
use crate::definition::{all_layouts, flat, is_layout_function, layout, values, xor_values};
use crate::semimodule::{bits, with_strides};

/// The modes that the leaves of two shapes have in common, from the definition: for each two leaves, the least common
/// multiple of where they begin, as often as both have it.
fn common_by_pairs(a: &IntTuple, b: &IntTuple) -> Vec<(i64, i64)> {
    let leaves = |shape: &IntTuple| {
        let mut end = 1;
        let leaves = shape.leaves().iter().map(move |extent| {
            let begin = end;
            end *= extent;
            (begin, end)
        });
        leaves.collect::<Vec<_>>()
    };
    let mut modes = vec![];
    for (p, end) in leaves(a) {
        for (q, other) in leaves(b) {
            let step = (1..).find(|n| n % p == 0 && n % q == 0).unwrap();
            let times = 1..=end.min(other) / step;
            let whole = |e: &i64| end % (e * step) == 0 && other % (e * step) == 0;
            if let Some(e) = times.rev().find(whole).filter(|&e| e > 1) {
                modes.push((e, step));
            }
        }
    }
    modes.sort_by_key(|mode| mode.1);
    modes
}

fn check_domain(a: &IntTuple, b: &IntTuple) {
    let r = greatest_common_domain(a, b).unwrap();
    let modes: Vec<(i64, i64)> =
        r.flat_modes().iter().map(|mode| (mode.shape, mode.stride)).collect();
    let by_pairs = common_by_pairs(a, b);
    assert_eq!(modes, if by_pairs.is_empty() { vec![(1, 0)] } else { by_pairs }, "{a}, {b}");
    assert_eq!(greatest_common_domain(b, a), Ok(r.clone()));
    for shape in [a, b] {
        // No two modes of this layout merge.
        let strides: Vec<i64> =
            (0..shape.leaves().len()).map(|at| 1 + 1000 * at as i64 % 7919).collect();
        let strides = IntTuple::new(strides, shape.profile().clone()).unwrap();
        let of = Layout::new(shape, &strides).unwrap();
        let composed = composition(&of, &r).unwrap();
        assert_eq!(composed.rank(), r.rank(), "{of} o {r} = {composed}");
        assert_eq!(shape.size().unwrap() % r.size(), 0);
    }
}

/// Every pair of shapes of three leaves.
#[test]
fn domains_of_small_shapes() {
    let extents = [1, 2, 3, 4, 6];
    let mut shapes: Vec<IntTuple> = vec![];
    for a in extents {
        for b in extents {
            for c in extents {
                shapes.push(IntTuple::tuple([a, b, c].map(IntTuple::leaf)));
            }
        }
    }
    for a in &shapes {
        for b in &shapes {
            check_domain(a, b);
        }
    }
}

/// The examples of PyCuTe.
#[test]
fn domains_of_pycute() {
    for (a, b, r) in [
        ("10", "10", "10:1"),
        ("(16,3)", "(16,3)", "(16,3):(1,16)"),
        ("(5,3,4)", "(10,6)", "(5,2):(1,30)"),
        ("(6,35)", "(15,14)", "(3,7):(1,30)"),
        ("(5,3)", "(3,5)", "1:0"),
    ] {
        let domain = greatest_common_domain(&a.parse().unwrap(), &b.parse().unwrap());
        assert_eq!(domain.unwrap().to_string(), r);
    }
    let of = |a: &str, b: &str| greatest_common_domain(&a.parse().unwrap(), &b.parse().unwrap());
    assert_eq!(of("(2,0)", "4").unwrap_err().rule, Rule::Extent { extent: 0 });
    let long = "(4611686018427387904,4611686018427387904)";
    assert_eq!(of(long, "4").unwrap_err().rule, Rule::Overflow);
    // The least common multiple of the first leaves does not fit.
    assert_eq!(of("(3037000493,3)", "(3037000507,3)").unwrap().to_string(), "1:0");
    assert_eq!(
        of("(3037000493,3037000500)", "(3037000507,3037000490)").unwrap().to_string(),
        "1:0"
    );
}

fn plus(a: &Layout, b: &Layout) -> Vec<i64> {
    values(a).iter().zip(values(b)).map(|(a, b)| a + b).collect()
}

/// The result is that of the values: a layout, or the proof that there is none.
fn check_sum(a: &Layout, b: &Layout) -> bool {
    let sum = layout_add(a, b);
    let of_values = function_to_layout(&plus(a, b));
    assert_eq!(layout_add(b, a).is_ok(), sum.is_ok());
    match sum {
        Ok(sum) => assert_eq!(Ok(&sum), of_values.as_ref(), "{a} + {b}"),
        Err(error) => {
            assert!(!is_layout_function(&plus(a, b)), "{a} + {b}: {error}, but {of_values:?}");
            let Rule::CommonRefinement { left, right } = error.rule else {
                panic!("{a} + {b}: {error}")
            };
            assert!(left % right != 0 && right % left != 0);
            let swapped = layout_add(b, a).unwrap_err().rule;
            assert_eq!(swapped, Rule::CommonRefinement { left: right, right: left });
        }
    }
    of_values.is_ok()
}

#[test]
fn sums_of_small_layouts() {
    for size in [4, 6, 8, 12] {
        let all = all_layouts(3, &[1, 2, 3, 4, 6], &[-2, 0, 1, 3]);
        let all: Vec<Layout> = all.into_iter().filter(|a| a.size() == size).collect();
        // Each function once.
        let mut all: Vec<Layout> = all.iter().map(coalesce).collect();
        all.sort_by_key(Layout::to_string);
        all.dedup();
        let mut none = 0;
        for a in &all {
            for b in &all {
                none += usize::from(!check_sum(a, b));
            }
        }
        assert_eq!(none > 0, size == 6 || size == 12, "{size}");
    }
}

#[test]
fn sums_of_pycute() {
    for (a, b, r) in [
        ("12:1", "12:1", "12:2"),
        ("5:0", "5:1", "5:1"),
        ("(4,3):(1,4)", "(4,3):(3,1)", "(4,3):(4,5)"),
        ("(5,3,4):(1,5,15)", "(10,6):(1,10)", "60:2"),
        ("(2,(3,4)):(12,(4,1))", "(6,4):(4,1)", "(2,3,4):(16,12,2)"),
        ("1:5", "1:7", "1:0"),
        ("(0,4):(1,2)", "0:3", "0:0"),
        ("(2,2):(1,5)", "(2,2):(-1,-5)", "4:0"),
    ] {
        assert_eq!(layout_add(&layout(a), &layout(b)).unwrap(), layout(r), "{a} + {b}");
    }
    let rule = |a: &str, b: &str| layout_add(&layout(a), &layout(b)).unwrap_err().rule;
    assert_eq!(rule("6:1", "8:1"), Rule::EqualExtents { left: 6, right: 8 });
    assert_eq!(rule("(5,3):(3,1)", "(3,5):(5,1)"), Rule::CommonRefinement { left: 5, right: 3 });
    let large = format!("2:{}", i64::MAX);
    assert_eq!(rule(&large, "2:1"), Rule::Overflow);
    let large = format!("4:{}", i64::MAX / 2);
    assert_eq!(rule(&large, "(2,2):(1,5)"), Rule::Overflow);
    let of = |text: &str| text.parse::<Layout<ArithmeticTuple>>().unwrap();
    let refused = layout_add(&of("8:e0"), &of("8:e(0,1)")).unwrap_err();
    assert_eq!(refused.rule, Rule::Codomain);
    assert_eq!(layout_add(&of("8:e0"), &of("8:e1")).unwrap(), of("8:e0+e1"));
    assert_eq!(layout_add(&of("(4,2):(e0,e1)"), &of("8:0")).unwrap(), of("(4,2):(e0,e1)"));
}

/// Returns whether some layout with XOR strides has these values.
fn is_xor_function(values: &[i64]) -> bool {
    let size = values.len();
    if size == 1 {
        return values[0] == 0;
    }
    (2..=size).filter(|t| size.is_multiple_of(*t)).any(|t| {
        let rest: Vec<i64> = values.iter().copied().step_by(t).collect();
        let stride = values[1];
        // The product without carries.
        let times = |n: i64| (0..8).filter(|k| n >> k & 1 == 1).fold(0, |sum, k| sum ^ stride << k);
        let split = (0..size).all(|i| values[i] == times((i % t) as i64) ^ rest[i / t]);
        split && is_xor_function(&rest)
    })
}

#[test]
fn sums_of_bits() {
    let mut refused = 0;
    for size in [4, 6, 8, 12] {
        let all = all_layouts(3, &[1, 2, 3, 4, 6], &[0, 1, 3, 4]);
        let all = all.into_iter().filter(|a| a.size() == size);
        let mut all: Vec<Layout<Xor>> = all.map(|a| coalesce(&with_strides(&a, bits))).collect();
        all.sort_by_key(Layout::to_string);
        all.dedup();
        for a in &all {
            for b in &all {
                let of = |layout: &Layout<Xor>| xor_values(&with_strides(layout, |d| d.bits()));
                let values: Vec<i64> = of(a).iter().zip(of(b)).map(|(a, b)| a ^ b).collect();
                match layout_add(a, b) {
                    Ok(sum) => {
                        assert_eq!(of(&sum), values, "{a} + {b}: {sum}");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!is_xor_function(&values), "{a} + {b}: {error}");
                    }
                }
            }
        }
    }
    assert!(refused > 0);
}

proptest! {
    #[test]
    fn domains(a in arbitrary::layout(5, 13, 0..1), b in arbitrary::layout(5, 13, 0..1)) {
        check_domain(&a.shape(), &b.shape());
    }

    /// Cuts of the same chain of factors always have a sum.
    #[test]
    fn sums_on_a_common_chain(
        factors in prop::collection::vec((2i64..5, any::<bool>(), -50i64..50, any::<bool>(), -50i64..50), 1..6),
    ) {
        let cut = |of: &dyn Fn(&(i64, bool, i64, bool, i64)) -> (bool, i64)| {
            let mut modes: Vec<(i64, i64)> = vec![];
            for factor in &factors {
                match (of(factor), modes.last_mut()) {
                    ((false, _), Some(last)) => last.0 *= factor.0,
                    ((_, stride), _) => modes.push((factor.0, stride)),
                }
            }
            flat(&modes)
        };
        let (a, b) = (cut(&|factor| (factor.1, factor.2)), cut(&|factor| (factor.3, factor.4)));
        prop_assert!(check_sum(&a, &b));
        // A sum with coordinates is a sum at each place.
        let at = |layout: &Layout, place: usize| {
            with_strides(layout, |d| ArithmeticTuple::basis(&[place]).unwrap().times(*d).unwrap())
        };
        let both = layout_add(&at(&a, 0), &at(&b, 1)).unwrap();
        for (i, (x, y)) in values(&a).into_iter().zip(values(&b)).enumerate() {
            let there = both.offset(i as i64).unwrap();
            let there: Vec<i64> = there.leaves().to_vec();
            let zero_b = b.flat_modes().iter().all(|mode| mode.stride == 0);
            prop_assert_eq!(there, if zero_b { continue } else { vec![x, y] });
        }
    }

    #[test]
    fn sums(a in arbitrary::layout(4, 7, -9..20), b in arbitrary::layout(4, 7, -9..20)) {
        // The last mode of one makes the sizes equal.
        let (n, m) = (a.size(), b.size());
        let longer = |layout: &Layout, by: i64| {
            Layout::concatenate([layout, &flat(&[(by, 11)])]).unwrap()
        };
        check_sum(&longer(&a, m), &longer(&b, n));
    }
}
