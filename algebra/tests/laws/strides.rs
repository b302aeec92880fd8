//! Coordinate and XOR strides: each law by enumeration, with an evaluation of its own.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Mode, Profile, Rule, Stride, Tiler, Xor, coalesce,
    complement, complement_ceil, complement_ext, composition, coord_map, crd2idx, idx2crd,
    left_inverse, logical_divide, logical_product, make_identity_layout, right_inverse,
    zipped_divide,
};

use crate::arbitrary;
use crate::definition::{all_layouts, refines, values};

/// A value: factors of places for coordinates, `[]` for XOR strides.
type At = BTreeMap<Vec<u8>, i64>;

trait Sum: Stride {
    fn sum(modes: &[(i64, &Self)]) -> At;
}

impl Sum for ArithmeticTuple {
    fn sum(modes: &[(i64, &Self)]) -> At {
        let mut sum = At::new();
        for (n, stride) in modes {
            for (place, scale) in stride.terms() {
                *sum.entry(place.to_vec()).or_default() += n * scale;
            }
        }
        sum.retain(|_, scale| *scale != 0);
        sum
    }
}

impl Sum for Xor {
    fn sum(modes: &[(i64, &Self)]) -> At {
        let mut sum = 0;
        for (n, stride) in modes {
            for i in (0..30).filter(|i| n >> i & 1 == 1) {
                for j in (0..30).filter(|j| stride.bits() >> j & 1 == 1) {
                    sum ^= 1 << (i + j);
                }
            }
        }
        [(vec![], sum)].into()
    }
}

/// The value at an integral coordinate, the last mode unbounded.
fn at<D: Sum>(layout: &Layout<D>, i: i64) -> At {
    let mut rest = i;
    let last = layout.flat_modes().len().saturating_sub(1);
    let coordinate = layout.flat_modes().iter().enumerate().map(|(k, Mode { shape, stride })| {
        let digit = if k == last { rest } else { rest % shape };
        rest /= shape;
        (digit, stride)
    });
    D::sum(&coordinate.collect::<Vec<_>>())
}

fn all<D: Sum>(layout: &Layout<D>) -> Vec<At> {
    (0..layout.size()).map(|i| at(layout, i)).collect()
}

/// The value that the library gives, in the form of ours.
trait Offset: Sum {
    fn of(layout: &Layout<Self>, offset: &Self::Offset) -> At;
}

impl Offset for ArithmeticTuple {
    fn of(layout: &Layout<Self>, offset: &IntTuple) -> At {
        assert_eq!(offset.profile(), &layout.codomain());
        let identity = make_identity_layout(&layout_of_ones(offset.profile()));
        let Ok(identity) = identity else { return At::new() };
        let places = identity.flat_modes().iter().flat_map(|mode| mode.stride.terms());
        let pairs = places.zip(offset.leaves()).map(|((place, _), n)| (place.to_vec(), *n));
        pairs.filter(|(_, n)| *n != 0).collect()
    }
}

impl Offset for Xor {
    fn of(_: &Layout<Self>, offset: &i64) -> At {
        [(vec![], *offset)].into()
    }
}

fn layout_of_ones(profile: &Profile) -> IntTuple {
    IntTuple::new(vec![1; profile.len()], profile.clone()).unwrap()
}

fn coordinates(text: &str) -> Layout<ArithmeticTuple> {
    text.parse().unwrap()
}

fn xor(text: &str) -> Layout<Xor> {
    text.parse().unwrap()
}

/// The layout with these strides in place of integers.
fn with_strides<D: Stride>(layout: &Layout, stride: impl Fn(i64) -> D) -> Layout<D> {
    let mode = |&Mode { shape, stride: d }: &Mode| Mode { shape, stride: stride(d) };
    Layout::of_modes(layout.flat_modes().iter().map(mode), layout.profile().clone()).unwrap()
}

/// Two factors in one integer, at `(0)` and `(1,1)`.
fn two_places(n: i64) -> ArithmeticTuple {
    let basis = |place: &[usize], n| ArithmeticTuple::basis(place).unwrap().times(n).unwrap();
    basis(&[0], n.div_euclid(8)).plus(&basis(&[1, 1], n.rem_euclid(8))).unwrap()
}

/// One factor, at `(0)` or `(1)`.
fn one_place(n: i64) -> ArithmeticTuple {
    ArithmeticTuple::basis(&[(n % 2) as usize]).unwrap().times(n / 2).unwrap()
}

fn bits(n: i64) -> Xor {
    Xor::new(n).unwrap()
}

fn linear_and_evaluated<D: Offset>(layout: &Layout<D>) -> Result<(), TestCaseError> {
    for i in 0..layout.size() {
        let here = at(layout, i);
        prop_assert_eq!(D::of(layout, &layout.offset(i).unwrap()), here.clone());
        let natural = idx2crd(i, &layout.shape()).unwrap();
        prop_assert_eq!(D::of(layout, &crd2idx(&natural, layout).unwrap()), here);
    }
    let r = coalesce(layout);
    prop_assert_eq!(all(&r), all(layout), "{} {}", layout, r);
    prop_assert!(r.depth() <= 1);
    Ok(())
}

proptest! {
    #[test]
    fn evaluation_and_coalesce(layout in arbitrary::layout(4, 4, 0..64)) {
        linear_and_evaluated(&with_strides(&layout, two_places))?;
        linear_and_evaluated(&with_strides(&layout, bits))?;
    }

    /// Over the integers, and over F2 bit by bit.
    #[test]
    fn linear_in_natural_coordinates(
        layout in arbitrary::layout(6, 9, 0..64), i in 0i64..1 << 12, j in 0i64..1 << 12,
    ) {
        let (i, j) = (i % layout.size(), j % layout.size());
        let natural = |i| idx2crd(i, &layout.shape()).unwrap();
        let combined = |f: fn(i64, i64) -> i64| {
            let (i, j) = (natural(i), natural(j));
            let leaves = i.leaves().iter().zip(j.leaves()).map(|(&i, &j)| f(i, j));
            IntTuple::new(leaves.collect::<Vec<_>>(), i.profile().clone()).unwrap()
        };
        let a = with_strides(&layout, two_places);
        let sum = crd2idx(&combined(|i, j| i + 3 * j), &a).unwrap();
        let (x, y) = (a.offset(i).unwrap(), a.offset(j).unwrap());
        let expected = x.leaves().iter().zip(y.leaves()).map(|(x, y)| x + 3 * y);
        prop_assert!(sum.leaves().iter().copied().eq(expected));
        let a = with_strides(&layout, bits);
        let sum = crd2idx(&combined(|i, j| i ^ j), &a).unwrap();
        prop_assert_eq!(sum, a.offset(i).unwrap() ^ a.offset(j).unwrap());
    }

    #[test]
    fn compositions_of_tiles((a, b) in arbitrary::tiled()) {
        let a = with_strides(&a, |d| two_places(d.abs()));
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

/// The composition is right if there is one; how many there are.
fn compositions<D: Sum>(a: &Layout<D>, b: &Layout) -> usize {
    let Ok(r) = composition(a, b) else { return 0 };
    let composed: Vec<At> = values(b).into_iter().map(|offset| at(a, offset)).collect();
    assert_eq!(all(&r), composed, "{a} o {b} = {r}");
    assert!(refines(&r.shape(), &b.shape()), "{a} o {b} = {r}");
    1
}

#[test]
fn compositions_of_small_layouts() {
    let left = all_layouts(2, &[2, 3, 4, 8], &[1, 5]);
    let right = all_layouts(2, &[2, 3, 4, 6], &[0, 1, 2, 3, 4]);
    let (mut coordinates, mut xors) = (0, 0);
    for a in &left {
        let (c, x) = (with_strides(a, two_places), with_strides(a, bits));
        for b in &right {
            coordinates += compositions(&c, b);
            xors += compositions(&x, b);
        }
    }
    // Neither always nor never.
    let pairs = left.len() * right.len();
    assert!(coordinates > pairs / 4 && coordinates < pairs, "{coordinates} of {pairs}");
    assert!(xors > pairs / 8 && xors < coordinates, "{xors} of {pairs}");
}

/// Integers that carry are no XOR: `3 f1` is not `3 (1 f1)` where 3 is a sum of two coordinates.
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
        // Along the diagonal, once at both places in the same steps, once in a common refinement.
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
                // The factors of the coordinate at its places, other places of `a` being 0.
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

/// Along a diagonal the parts have to split in steps that divide one another.
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
    // The layout of coordinates that a tiler is.
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

/// With stride 0 where the extent is 1.
fn ones_are_zero(layout: &Layout<ArithmeticTuple>) -> String {
    let mode = |mode: &Mode<ArithmeticTuple>| match mode.shape {
        1 => Mode { shape: 1, stride: ArithmeticTuple::zero() },
        _ => mode.clone(),
    };
    let modes = layout.flat_modes().iter().map(mode);
    Layout::of_modes(modes, layout.profile().clone()).unwrap().to_string()
}

/// The laws of inverses (004, equations 24 and 26).
#[test]
fn coordinate_inverses() {
    let mut found = [0, 0];
    for a in all_layouts(3, &[1, 2, 4], &[0, 2, 3, 4, 5, 8]) {
        let a = with_strides(&a, one_place);
        let codomain = a.codomain();
        if let Ok(r) = right_inverse(&a) {
            found[0] += 1;
            assert_eq!(r.rank(), codomain.rank());
            for k in 0..r.size() {
                let extents: Vec<i64> = r.modes().map(|mode| mode.size()).collect();
                let shape = IntTuple::tuple(extents.into_iter().map(IntTuple::leaf));
                let k = idx2crd(k, &shape).unwrap();
                let coordinate = crd2idx(&k, &r).unwrap();
                assert!((0..a.size()).contains(&coordinate), "{a}: {r}");
                assert_eq!(a.offset(coordinate).unwrap(), k, "{a}: {r}");
            }
        }
        if let Ok(l) = left_inverse(&a) {
            found[1] += 1;
            for i in 0..a.size() {
                let there = crd2idx(&a.offset(i).unwrap(), &l).unwrap();
                assert_eq!(a.offset(there), a.offset(i), "{a}: {l}");
            }
        }
    }
    assert!(found[0] > 3000 && found[1] > 2000, "{found:?}");
}

#[test]
fn xor_inverses() {
    let mut found = [0, 0];
    for a in all_layouts(2, &[1, 2, 3, 4, 8], &[0, 1, 2, 3, 4, 5, 6, 8, 9]) {
        let a = with_strides(&a, bits);
        let image: Vec<i64> = (0..a.size()).map(|i| a.offset(i).unwrap()).collect();
        if let Ok(r) = right_inverse(&a) {
            found[0] += 1;
            for k in 0..r.size() {
                let coordinate = r.offset(k).unwrap();
                assert!((0..a.size()).contains(&coordinate), "{a}: {r}");
                assert_eq!(a.offset(coordinate), Ok(k), "{a}: {r}");
            }
            // With powers of 2 none is larger.
            let longest = (0..).take_while(|k| image.contains(k)).count() as i64;
            if a.flat_modes().iter().all(|mode| mode.shape != 3) {
                assert!(longest < 2 * r.size(), "{a}: {r}");
            }
        }
        if let Ok(l) = left_inverse(&a) {
            found[1] += 1;
            for &offset in &image {
                assert_eq!(a.offset(l.offset(offset).unwrap()), Ok(offset), "{a}: {l}");
            }
        }
    }
    assert!(found[0] > 1000 && found[1] > 1000, "{found:?}");
}

/// Disjoint copies (004, equation 28), in increasing order, that fill the shape where they come
/// out even.
#[test]
fn coordinate_complements() {
    let shape: IntTuple = "(6,12)".parse().unwrap();
    let mut found = [0, 0];
    for a in all_layouts(2, &[1, 2, 3, 4], &[0, 2, 3, 4, 5, 6, 7, 8, 12]) {
        let a = with_strides(&a, one_place);
        let (Ok(ceil), Ok(ext)) = (complement_ceil(&a, shape.clone()), complement_ext(&a)) else {
            continue;
        };
        let mut image = all(&a);
        image.sort_unstable();
        image.dedup();
        let sums = |r: &Layout<ArithmeticTuple>| {
            let mut sums: Vec<At> = all(r)
                .iter()
                .flat_map(|r| {
                    image.iter().map(move |a| {
                        let mut sum = a.clone();
                        r.iter().for_each(|(place, n)| *sum.entry(place.clone()).or_default() += n);
                        sum
                    })
                })
                .collect();
            let count = sums.len();
            sums.sort_unstable();
            sums.dedup();
            assert_eq!(sums.len(), count, "{a}: {r}");
            sums
        };
        sums(&ceil);
        sums(&ext);
        found[0] += 1;
        if let Ok(exact) = complement(&a, shape.clone()) {
            found[1] += 1;
            assert_eq!(sums(&exact).len() as i64, shape.size().unwrap(), "{a}: {exact}");
            assert_eq!(a.size() * exact.size(), shape.size().unwrap());
        }
    }
    assert!(found[0] > 300 && found[1] > 100, "{found:?}");
    // Table 7, rows 8 (with the stride that is printed wrong) and 9.
    let a = coordinates("(4,8):(e0,e1)");
    assert_eq!(complement(&a, "(8,16)".parse().unwrap()).unwrap().to_string(), "(2,2):(4e0,8e1)");
    let product = logical_product(&a, &coordinates("(3,2):(e0,e1)")).unwrap();
    assert_eq!(product.to_string(), "((4,8),(3,2)):((e0,e1),(4e0,8e1))");
}

#[test]
fn xor_complements() {
    let mut found = [0, 0];
    for a in all_layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 5, 6, 8, 9, 12]) {
        let a = with_strides(&a, bits);
        let mut image: Vec<i64> = (0..a.size()).map(|i| a.offset(i).unwrap()).collect();
        image.sort_unstable();
        image.dedup();
        let sums = |r: &Layout<Xor>| {
            let offsets: Vec<i64> = (0..r.size()).map(|i| r.offset(i).unwrap()).collect();
            assert!(offsets.is_sorted_by(|x, y| x < y), "{a}: {r}");
            let mut sums: Vec<i64> =
                offsets.iter().flat_map(|r| image.iter().map(move |a| a ^ r)).collect();
            let count = sums.len();
            sums.sort_unstable();
            sums.dedup();
            assert_eq!(sums.len(), count, "{a}: {r}");
            sums
        };
        sums(&complement_ceil(&a, 40).unwrap());
        sums(&complement_ext(&a).unwrap());
        found[0] += 1;
        if let Ok(r) = complement(&a, 64) {
            found[1] += 1;
            assert!(sums(&r).into_iter().eq(0..64), "{a}: {r}");
            assert_eq!(a.size() * r.size(), 64, "{a}: {r}");
        }
    }
    assert!(found[0] == 1600 && found[1] > 200, "{found:?}");
}

/// Integers as XOR strides and back, exactly where the values are the same.
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

/// What has no meaning is refused.
#[test]
fn refusals() {
    let parse = |text: &str| text.parse::<Tiler>().map(|_| ()).map_err(|error| error.rule);
    assert_eq!(parse("concatenate(4:2, 3:e0)"), Err(Rule::Codomain));
    assert_eq!(parse("concatenate(4:e0, 3:f1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,f1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,1)"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,e(0,1))"), Err(Rule::Codomain));
    assert_eq!(parse("(4,8):(e0,0)"), Ok(()));
    assert_eq!(parse("concatenate(4:0, 3:e0)"), Ok(()));
    assert_eq!(parse("4:e300"), Err(Rule::ModeRange { mode: 300, rank: 256 }));
    let sum = coordinates("4:e0+e1");
    assert_eq!(right_inverse(&sum).unwrap_err().rule, Rule::ScaledBasis);
    assert_eq!(complement_ext(&sum).unwrap_err().rule, Rule::ScaledBasis);
}
