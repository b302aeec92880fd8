//! Strides, extents and swizzles at the limits of 64 bits: an error or a result, never a panic.

use tilework_algebra::{
    ArithmeticTuple, Composed, Layout, Rule, Stride, Swizzle, Xor, complement, complement_ceil,
    complement_ext, composition, left_inverse, right_inverse,
};

#[test]
fn xor_strides_of_63_bits() {
    const TOP: i64 = 1 << 62;
    for text in [
        format!("(2,2):(f{TOP},f1)"),
        "4611686018427387904:f1".to_owned(),
        format!("(4,4611686018427387904):(f{TOP},f{})", i64::MAX),
        format!("(3,2):(f{TOP},f{})", i64::MAX),
        format!("{}:f1", i64::MAX),
        format!("{}:f{}", i64::MAX, i64::MAX),
    ] {
        let Ok(a) = text.parse::<Layout<Xor>>() else { continue };
        for i in [0, 1, 3, a.size() - 1, i64::MAX] {
            if let Ok(offset) = a.offset(i) {
                assert!(offset >= 0);
            }
        }
        if let Ok(l) = left_inverse(&a) {
            assert_eq!(a.offset(l.offset(a.offset(1).unwrap()).unwrap()), a.offset(1), "{a} {l}");
        }
        if let Ok(r) = right_inverse(&a) {
            let last = r.size() - 1;
            assert_eq!(a.offset(r.offset(last).unwrap()), Ok(last), "{a} {r}");
        }
        for n in [1, 7, TOP, i64::MAX] {
            for r in [complement(&a, n), complement_ceil(&a, n), complement_ext(&a)] {
                let Ok(r) = r else { continue };
                // The offset is disjoint from the first values of `a`.
                assert_eq!(r.offset(0), Ok(0), "{a} {r}");
                assert!(r.size() < 2 || r.offset(1) != a.offset(1), "{a} {r}");
            }
        }
        for b in ["2:1", "(2,4):(1,4611686018427387904)", "3:3", "4611686018427387904:1"] {
            let b: Layout = b.parse().unwrap();
            let Ok(r) = composition(&a, &b) else { continue };
            for i in [0, 1, b.size() - 1] {
                let there = b.offset(i).and_then(|x| a.offset(x));
                assert!(there.is_err() || r.offset(i) == there, "{a} o {b} = {r}");
            }
        }
        let back = a.to_integers().and_then(|a| Layout::<Xor>::of_integers(&a));
        assert!(back.is_err() || back == Ok(a));
    }
    assert_eq!(Xor::new(i64::MAX).unwrap().times(2), None);
    assert_eq!(Xor::new(1).unwrap().times(-1), None);
    assert!(matches!(Xor::new(-1).unwrap_err().rule, Rule::NaturalStride { stride: -1 }));
}

#[test]
fn coordinates_of_64_bits() {
    let basis = ArithmeticTuple::basis(&[255, 0]).unwrap();
    let large = basis.times(i64::MAX).unwrap();
    assert_eq!(large.times(2), None);
    assert_eq!(large.plus(&basis), None);
    let least = basis.times(i64::MIN).unwrap();
    assert_eq!(least.times(-1), None);
    assert!(least.to_string().parse::<Layout>().is_err());
    let a: Layout<ArithmeticTuple> =
        "(4,2):(9223372036854775807e0,-9223372036854775808e0)".parse().unwrap();
    assert_eq!(a.offset(1).unwrap().to_string(), "(9223372036854775807)");
    assert_eq!(a.offset(5).unwrap().to_string(), "(-1)");
    assert!(matches!(a.offset(2).unwrap_err().rule, Rule::Overflow));
    for r in [complement_ext(&a), complement(&a, "(8)".parse().unwrap())] {
        assert!(r.is_err());
    }
    assert!(right_inverse(&a).is_err() && left_inverse(&a).is_err());
    // Many places, each deep in a tuple of its own.
    let deep = |k: usize| {
        let mut place = vec![255; 64];
        place[0] = k;
        ArithmeticTuple::basis(&place).unwrap()
    };
    let mode = |k: usize| tilework_algebra::Mode { shape: 1, stride: deep(k) };
    let profile = tilework_algebra::Profile::flat(200);
    let error = Layout::of_modes((0..200).map(mode), profile).unwrap_err();
    assert_eq!(error.rule, Rule::Codomain);
    assert!(matches!(
        ArithmeticTuple::basis(&[0; 65]).unwrap_err().rule,
        Rule::Depth { limit: ArithmeticTuple::MAX_DEPTH }
    ));
    assert!(ArithmeticTuple::basis(&[]).is_err());
}

#[test]
fn swizzles_of_62_bits() {
    let swizzle = Swizzle::new(31, 0, 31).unwrap();
    for x in [0, 1, i64::MAX, i64::MIN, -1, 1 << 61] {
        assert_eq!(swizzle.apply(swizzle.apply(x)), x);
    }
    let layout = swizzle.to_layout();
    assert_eq!(layout.size(), 1 << 62);
    assert_eq!(Swizzle::of_layout(&layout), Some(swizzle));
    assert_eq!(layout.offset((1 << 62) - 1), Ok(swizzle.apply((1 << 62) - 1)));
    let far = Composed::new(swizzle, i64::MAX, "4:1".parse().unwrap());
    assert!(matches!(far.offset(1).unwrap_err().rule, Rule::Overflow));
    assert!(Swizzle::new(1, 60, 1).unwrap().recast(16, 8).is_err());
    assert!(swizzle.recast(i64::MAX, 1).is_err());
}
