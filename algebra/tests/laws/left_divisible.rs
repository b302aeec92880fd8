use tilework_algebra::{
    IntTuple, Layout, Rule, complement, composition, left_divide, left_divisible, logical_divide,
    weakly_left_divisible,
};

use crate::definition::{composition_exists, flat, is_composition};

fn shape(extents: &[i64]) -> IntTuple {
    IntTuple::tuple(extents.iter().map(|&extent| extent.into()))
}

/// All lists of 1 to 3 of these extents.
fn shapes(extents: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    let mut shapes: Vec<Vec<i64>> = extents.clone().map(|extent| vec![extent]).collect();
    for from in [0, shapes.len()] {
        let longer = shapes[from..]
            .iter()
            .flat_map(|shape| extents.clone().map(|extent| [shape.as_slice(), &[extent]].concat()))
            .collect::<Vec<_>>();
        shapes.extend(longer);
    }
    shapes
}

/// The division indices: the `i` for which `M_0 ... M_{i-1}` divides `d`, and the quotient is less than `M_i` unless
/// `i` is the last, and divides it unless `weak`.
fn indices(extents: &[i64], d: i64, weak: bool) -> Vec<usize> {
    let fits = |&i: &usize| {
        let before: i64 = extents[..i].iter().product();
        let c = d / before;
        let last = i + 1 == extents.len();
        d % before == 0 && (last || c < extents[i] && (weak || extents[i] % c == 0))
    };
    (0..extents.len()).filter(fits).collect()
}

/// The coordinates of `x` in these extents, with an unbounded last one.
fn digits(extents: &[i64], x: i64) -> Vec<i64> {
    let mut before = 1;
    let mut digits = vec![];
    for (i, extent) in extents.iter().enumerate() {
        let steps = x / before;
        digits.push(if i + 1 == extents.len() { steps } else { steps % extent });
        before *= extent;
    }
    digits
}

#[test]
fn by_the_definition() {
    let mut divisible = [0; 2];
    for extents in shapes(1..=7) {
        let whole = shape(&extents);
        for d in 1..=60 {
            let [strong, weak] = [false, true].map(|weak| indices(&extents, d, weak));
            assert!(weak.len() <= 1, "{whole}, {d}: {weak:?}");
            assert_eq!(left_divisible(&whole, d), Ok(!strong.is_empty()), "{whole}, {d}");
            assert_eq!(weakly_left_divisible(&whole, d), Ok(!weak.is_empty()), "{whole}, {d}");
            assert_eq!(left_divide(&whole, d).is_ok(), !strong.is_empty(), "{whole}, {d}");
            divisible[0] += strong.len();
            divisible[1] += weak.len();
        }
    }
    assert!(1000 < divisible[0] && divisible[0] < divisible[1], "{divisible:?}");
}

/// `d x` has zeros followed by the digits of `x` in the remaining extents, with the first digit times `c`.
#[test]
fn digits_of_multiples() {
    for extents in shapes(1..=6) {
        for d in 1..=60 {
            let Ok(rest) = left_divide(&shape(&extents), d) else { continue };
            let at = extents.len() - rest.rank();
            let c = d / extents[..at].iter().product::<i64>();
            for x in 0..40 {
                let mut expected = vec![0; at];
                expected.extend(digits(rest.leaves(), x));
                expected[at] *= c;
                assert_eq!(digits(&extents, d * x), expected, "{d} x {x} in {extents:?}, {rest}");
            }
        }
    }
}

/// Admissible modes can be composed, whatever the strides are. If left divisibility holds twice, the divide exists if
/// there is a complement (000, theorem 2.18 for one mode, and lemma 2.23).
#[test]
fn admissible_modes_compose_and_divide() {
    let (mut composed, mut divided) = (0, 0);
    for extents in shapes(2..=6) {
        let strides = [7, 1000, 100_000];
        let modes: Vec<(i64, i64)> = extents.iter().copied().zip(strides).collect();
        let a = flat(&modes);
        for (d, n) in (1..=12).flat_map(|d| (1..=12).map(move |n| (d, n))) {
            let Ok(rest) = left_divide(&shape(&extents), d) else { continue };
            let b = Layout::leaf(n, d).unwrap();
            if weakly_left_divisible(&rest, n) == Ok(true) {
                assert!(composition_exists(&a, &b), "{a} o {b}");
                let r = composition(&a, &b).unwrap();
                assert!(is_composition(&a, &b, &r), "{a} o {b} = {r}");
                composed += 1;
            }
            if left_divisible(&rest, n) == Ok(true) && complement(&b, a.size()).is_ok() {
                assert!(logical_divide(&a, &b).is_ok(), "{a} / {b}");
                divided += 1;
            }
        }
    }
    assert!(composed > 1000 && divided > 100, "{composed}, {divided}");
}

#[test]
fn profiles_and_errors() {
    let nested: IntTuple = "((4,(6,1)),8)".parse().unwrap();
    assert_eq!(left_divide(&nested, 24).unwrap(), shape(&[8]));
    assert_eq!(left_divide(&nested, 8).unwrap(), shape(&[3, 1, 8]));
    assert_eq!(left_divide(&7.into(), 5).unwrap(), shape(&[2]));
    assert_eq!(left_divide(&shape(&[]), 5).unwrap(), shape(&[1]));
    for d in [0, -1, i64::MIN] {
        let rule = Rule::Extent { extent: d };
        assert_eq!(left_divide(&nested, d).unwrap_err().rule, rule);
        assert_eq!(left_divisible(&nested, d).unwrap_err().rule, rule);
        assert_eq!(weakly_left_divisible(&nested, d).unwrap_err().rule, rule);
    }
    let error = left_divisible(&shape(&[4, 0]), 2).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Extent { extent: 0 }, Some(1)));
    let most = [i64::MAX, i64::MAX];
    assert_eq!(left_divide(&shape(&most), i64::MAX), Ok(shape(&most[1..])));
}
