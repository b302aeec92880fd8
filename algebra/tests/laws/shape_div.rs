use proptest::prelude::*;
use tilework_algebra::{IntTuple, Rule, ceil_div, evenly_divides, inner_product, shape_div};

fn tuple(text: &str) -> IntTuple {
    text.parse().unwrap()
}

/// Integers divide if one is a multiple of the other; the quotient is then rounded up.
#[test]
fn integers() {
    for a in 1..=24i64 {
        for b in 1..=24i64 {
            let quotient = (1..).find(|q| q * b >= a).unwrap();
            assert_eq!(ceil_div(&a.into(), &b.into()), Ok(quotient.into()));
            let multiple = (1..=24).any(|q| q * b == a || q * a == b);
            match shape_div(&a.into(), &b.into()) {
                Ok(q) => assert!(multiple && q == quotient.into()),
                Err(error) => {
                    assert!(!multiple);
                    assert_eq!(error.rule, Rule::Divisibility { left: a, right: b });
                    assert_eq!(error.mode, Some(0));
                }
            }
            assert_eq!(evenly_divides(&a.into(), &b.into()), Ok((1..=a).any(|q| q * b == a)));
        }
    }
}

#[test]
fn by_mode_and_by_size() {
    let shapes = ["(4,(6,2))", "(2,(3,1))", "2", "(4,3)", "12"];
    let quotients = ["(1,(1,1))", "(2,(2,2))", "(2,(6,2))", "(1,(2,2))", "(1,(2,2))"];
    for (b, q) in shapes.iter().zip(quotients) {
        assert_eq!(shape_div(&tuple(shapes[0]), &tuple(b)), Ok(tuple(q)), "{b}");
    }
    // A leaf is divided by the size of a tuple.
    assert_eq!(shape_div(&12.into(), &tuple("(2,(3,1))")), Ok(2.into()));
    assert_eq!(ceil_div(&tuple("((2,3),7)"), &tuple("(4,(2,2))")), Ok(tuple("((1,2),2)")));
    assert_eq!(shape_div(&tuple("(2,3)"), &tuple("(2,3,4)")).unwrap_err().rule, Rule::Profile);
    let error = shape_div(&tuple("(2,0)"), &tuple("2")).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Extent { extent: 0 }, Some(1)));
    let wide = tuple("(4611686018427387904,4)");
    assert_eq!(shape_div(&2.into(), &wide).unwrap_err().rule, Rule::Overflow);
    assert_eq!(evenly_divides(&wide, &2.into()).unwrap_err().rule, Rule::Overflow);
}

proptest! {
    /// After a division by an integer, the rest of the tuple times the part that was taken is the tuple.
    #[test]
    fn flat_by_integer(extents in prop::collection::vec(1i64..9, 1..5), n in 1i64..100) {
        let shape = IntTuple::tuple(extents.iter().map(|&n| n.into()));
        let size: i64 = extents.iter().product();
        let covering = ceil_div(&shape, &n.into()).unwrap();
        // Copies of n cover the shape from the left.
        let mut left = n;
        for (&quotient, &extent) in covering.leaves().iter().zip(&extents) {
            prop_assert!(quotient * left >= extent && (quotient - 1) * left < extent);
            left = (1..).find(|q| q * extent >= left).unwrap();
        }
        if let Ok(quotient) = shape_div(&shape, &n.into()) {
            prop_assert_eq!(&quotient, &covering);
            let taken = size / quotient.size().unwrap();
            prop_assert!(taken * quotient.size().unwrap() == size);
            prop_assert!(taken == n || size % n != 0, "{shape} / {n} = {quotient}");
        }
    }

    #[test]
    fn inner_products(pairs in prop::collection::vec((-50i64..50, -50i64..50), 0..6)) {
        let (a, b): (Vec<i64>, Vec<i64>) = pairs.iter().copied().unzip();
        let flat = |leaves: Vec<i64>| IntTuple::tuple(leaves.into_iter().map(IntTuple::leaf));
        let sum: i64 = pairs.iter().map(|(a, b)| a * b).sum();
        prop_assert_eq!(inner_product(&flat(a), &flat(b)), Ok(sum));
    }
}

#[test]
fn inner_product_errors() {
    assert_eq!(inner_product(&tuple("(1,2)"), &tuple("(1,(2))")).unwrap_err().rule, Rule::Profile);
    let wide = IntTuple::tuple([i64::MAX.into(), i64::MAX.into()]);
    assert_eq!(inner_product(&wide, &tuple("(1,1)")).unwrap_err().rule, Rule::Overflow);
    assert_eq!(inner_product(&wide, &tuple("(1,-1)")), Ok(0));
}
