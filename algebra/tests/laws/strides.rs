//! Coordinate and XOR strides: each law by enumeration, with an independent evaluation.

use proptest::prelude::*;
use tilework_algebra::expression::{Failure, Names, Reason, evaluate};
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Mode, Profile, Rule, Stride, Tiler, Xor, coalesce,
    complement, complement_ext, composition, coord_map, crd2idx, idx2crd, logical_divide,
    logical_product, make_identity_layout, right_inverse, zipped_divide,
};

use crate::arbitrary;
use crate::definition::{all_layouts, refines, values};
use crate::semimodule::{At, Semimodule, all, at, bits, two_places, with_strides};

fn coordinates(text: &str) -> Layout<ArithmeticTuple> {
    text.parse().unwrap()
}

fn xor(text: &str) -> Layout<Xor> {
    text.parse().unwrap()
}

fn coalesces<D: Semimodule>(layout: &Layout<D>) -> Result<(), TestCaseError> {
    let r = coalesce(layout);
    prop_assert_eq!(all(&r), all(layout), "{} {}", layout, r);
    prop_assert!(r.depth() <= 1);
    let modes = r.flat_modes();
    for pair in modes.windows(2) {
        let both = Layout::of_modes(pair.to_vec(), Profile::flat(2)).unwrap();
        let one =
            Layout::of_modes([Mode { shape: both.size(), ..pair[0].clone() }], Profile::leaf());
        prop_assert!(all(&one.unwrap()) != all(&both), "{}: {} is one mode", layout, both);
    }
    Ok(())
}

proptest! {
    #[test]
    fn fewest_modes(layout in arbitrary::layout(4, 4, 0..64)) {
        coalesces(&with_strides(&layout, two_places))?;
        coalesces(&with_strides(&layout, |d| two_places(&(d % 3))))?;
        coalesces(&with_strides(&layout, bits))?;
        coalesces(&with_strides(&layout, |d| bits(&(d % 3))))?;
    }

    #[test]
    fn compositions_of_tiles((a, b) in arbitrary::tiled()) {
        let a = with_strides(&a, |d| two_places(&d.abs()));
        let r = composition(&a, &b).unwrap();
        let composed: Vec<At> = values(&b).into_iter().map(|offset| at(&a, offset)).collect();
        prop_assert_eq!(all(&r), composed);
        prop_assert!(refines(&r.shape(), &b.shape()));
    }

    #[test]
    fn written_and_read(layout in arbitrary::layout(4, 4, 0..64)) {
        let a = with_strides(&layout, two_places);
        prop_assert_eq!(a.to_string().parse::<Layout<ArithmeticTuple>>().unwrap(), a);
        let a = with_strides(&layout, bits);
        prop_assert_eq!(a.to_string().parse::<Layout<Xor>>().unwrap(), a);
    }
}

/// Integers that carry are not an XOR: `3 f1` is not `3 (1 f1)` if 3 is a sum of two coordinates.
#[test]
fn xor_compositions_that_carry() {
    for (a, b) in [("8:f1", "3:3"), ("8:f1", "(3,2):(1,3)"), ("16:f1", "(2,2):(3,1)")] {
        let got = composition(&xor(a), &b.parse::<Layout>().unwrap());
        match got {
            Ok(r) => assert_eq!(
                all(&r),
                values(&b.parse().unwrap()).into_iter().map(|i| at(&xor(a), i)).collect::<Vec<_>>()
            ),
            Err(error) => assert!(matches!(error.rule, Rule::Carries { .. }), "{error}"),
        }
    }
    let error = composition(&xor("8:f1"), &"(2,2):(3,1)".parse::<Layout>().unwrap()).unwrap_err();
    assert!(matches!(error.rule, Rule::Carries { .. }), "{error}");
}

#[test]
fn coordinates_on_the_right() {
    let a: Layout = "(4,(6,8)):(1,(5,40))".parse().unwrap();
    for (b, composes) in [
        ("(4,8):(e0,e1)", false),
        ("(4,6):(e0,e1)", true),
        ("(4,12):(e0,e1)", true),
        ("(2,(2,3)):(2e0,(e0,2e1))", true),
        ("(2,2):(e1,e0)", true),
        ("(2,(2,4)):(e(1,1),(2e0,2e(1,1)))", true),
        // Along the diagonal: at both places in the same steps, and in a common refinement.
        ("4:e0+e1", true),
        ("(2,2):(e0+6e1,2e0)", true),
        ("12:e(1,0)+e(1,1)", true),
        ("6:e0+e1", true),
        ("4:e2", false),
        ("4:e(0,1)", false),
    ] {
        let b = coordinates(b);
        let got = composition(&a, &b);
        assert_eq!(got.is_ok(), composes, "{a} o {b}: {got:?}");
        if let Ok(r) = got {
            assert!(refines(&r.shape(), &b.shape()), "{a} o {b} = {r}");
            for i in 0..b.size() {
                // The factors of the coordinate at its places; other places of `a` are 0.
                let expected: i64 = at(&b, i)
                    .into_iter()
                    .map(|(place, n)| {
                        let part =
                            place.iter().fold(a.clone(), |part, &k| part.mode(k.into()).unwrap());
                        crate::definition::value(&part, n)
                    })
                    .sum();
                assert_eq!(r.offset(i), Ok(expected), "{a} o {b} = {r} at {i}");
            }
        }
    }
}

/// Along a diagonal, the parts have to split in steps that divide one another.
#[test]
fn sums_without_a_common_refinement() {
    let a: Layout = "((2,3),(3,2)):((1,10),(100,1000))".parse().unwrap();
    let error = composition(&a, &coordinates("6:e0+e1")).unwrap_err();
    assert_eq!(error.rule, Rule::ShapeDivisibility { extent: 3, factor: 2 });
    assert_eq!(error.mode, Some(0));
    let r = composition(&a, &coordinates("2:e0+e1")).unwrap();
    assert_eq!(r.to_string(), "2:101");
}

/// `(4,8) = <4,8> = (4,8):(e0,e1)` (004, section 3.3.5).
#[test]
fn tilers_are_coordinate_layouts() {
    let a: Layout = "((4,2),(4,6)):((1,100),(4,7))".parse().unwrap();
    let tiler: Tiler = "<4,8>".parse().unwrap();
    for text in ["(4,8)", "<4:1,8:1>", "(4,8):(e0,e1)"] {
        let other: Tiler = text.parse().unwrap();
        assert_eq!(composition(&a, &other), composition(&a, &tiler), "{text}");
    }
    let b = coordinates("(4,8):(e0,e1)");
    assert_eq!(logical_divide(&a, &b), zipped_divide(&a, &tiler));
    // The tiler as a layout of coordinates.
    let identity = make_identity_layout(&"(8,24)".parse().unwrap()).unwrap();
    assert_eq!(composition(&identity, &tiler).unwrap(), b);
}

#[test]
fn identities() {
    for shape in ["(4,6)", "((2,3),(1,4),5)", "(7)", "((2,(3,2)),2)"] {
        let shape: IntTuple = shape.parse().unwrap();
        let identity = make_identity_layout(&shape).unwrap();
        for i in 0..identity.size() {
            let natural = idx2crd(i, &shape).unwrap();
            assert_eq!(identity.offset(i).unwrap(), natural);
            assert_eq!(crd2idx(&natural, &identity).unwrap(), natural);
            assert_eq!(coord_map(&shape, &shape, &natural).unwrap(), natural);
        }
        // On both sides (004, section 3.3.1).
        let strides = (0..identity.flat_modes().len() as i64).map(|k| 3 * k + 1);
        let strides = IntTuple::new(strides.collect::<Vec<_>>(), shape.profile().clone()).unwrap();
        let a = Layout::new(&shape, &strides).unwrap();
        let r = composition(&a, &identity).unwrap();
        assert_eq!(values(&r), values(&a));
        assert_eq!(
            composition(&identity, &identity).unwrap().to_string(),
            ones_are_zero(&identity)
        );
    }
    assert!(make_identity_layout(&4.into()).is_err());
    let wide = IntTuple::tuple((0..257).map(|_| IntTuple::leaf(1)));
    assert!(matches!(make_identity_layout(&wide).unwrap_err().rule, Rule::ModeRange { .. }));
}

/// The layout with stride 0 for each extent 1.
fn ones_are_zero(layout: &Layout<ArithmeticTuple>) -> String {
    let mode = |mode: &Mode<ArithmeticTuple>| match mode.shape {
        1 => Mode { shape: 1, stride: ArithmeticTuple::zero() },
        _ => mode.clone(),
    };
    let modes = layout.flat_modes().iter().map(mode);
    Layout::of_modes(modes, layout.profile().clone()).unwrap().to_string()
}

#[test]
fn coordinate_complements() {
    // Table 7, rows 8 (with the stride that is misprinted) and 9.
    let a = coordinates("(4,8):(e0,e1)");
    assert_eq!(complement(&a, "(8,16)".parse().unwrap()).unwrap().to_string(), "(2,2):(4e0,8e1)");
    let product = logical_product(&a, &coordinates("(3,2):(e0,e1)")).unwrap();
    assert_eq!(product.to_string(), "((4,8),(3,2)):((e0,e1),(4e0,8e1))");
}

/// Integers as XOR strides and back, exactly if the values are the same.
#[test]
fn integers_as_bits() {
    let mut converted = 0;
    for a in all_layouts(2, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 8, 12]) {
        let same = with_strides(&a, bits);
        let equal = (0..a.size()).all(|i| same.offset(i) == a.offset(i));
        match Layout::<Xor>::of_integers(&a) {
            Ok(x) => {
                converted += 1;
                assert!(equal, "{a}");
                assert_eq!(x, same);
                assert_eq!(x.to_integers().unwrap(), a);
            }
            Err(error) => {
                assert!(!equal && matches!(error.rule, Rule::Carries { .. }), "{a}: {error}");
                assert!(same.to_integers().is_err(), "{a}");
            }
        }
    }
    assert!(converted > 300, "{converted}");
}

/// Compositions with XOR strides on the right: products of matrices of bits.
#[test]
fn products_of_matrices() {
    let mut found = 0;
    let left = all_layouts(2, &[2, 4], &[1, 2, 3, 5, 6]);
    let right = all_layouts(2, &[2, 3, 4], &[0, 1, 2, 3, 5, 7]);
    for a in &left {
        let a = with_strides(a, bits);
        for b in &right {
            let b = with_strides(b, bits);
            let Ok(r) = composition(&a, &b) else { continue };
            found += 1;
            assert!(refines(&r.shape(), &b.shape()), "{a} o {b} = {r}");
            for i in 0..b.size() {
                assert_eq!(at(&r, i), at(&a, b.offset(i).unwrap()), "{a} o {b} = {r}");
            }
        }
    }
    assert!(found > left.len() * right.len() / 3, "{found}");
}

/// Operations without a meaning are refused.
#[test]
fn refusals() {
    let parse = |text: &str| text.parse::<Tiler>().map(|_| ()).map_err(|error| error.rule);
    let evaluated = |text: &str| match evaluate(text, &mut Names::new()) {
        Ok(_) => Ok(()),
        Err(Failure { reason: Reason::Algebra(error), .. }) => Err(error.rule),
        Err(failure) => panic!("{text}: {failure}"),
    };
    assert_eq!(evaluated("concatenate(4:2, 3:e0)"), Err(Rule::Codomain));
    assert_eq!(evaluated("concatenate(4:e0, 3:f1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,f1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,e(0,1))"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,0)"), Ok(()));
    assert_eq!(evaluated("concatenate(4:0, 3:e0)"), Ok(()));
    assert_eq!(parse("4:e300"), Err(Rule::ModeRange { mode: 300, rank: 256 }));
    let sum = coordinates("4:e0+e1");
    assert_eq!(right_inverse(&sum).unwrap().to_string(), "(1,1):(0,0)");
    assert_eq!(complement_ext(&sum).unwrap_err().rule, Rule::ScaledBasis);
}
