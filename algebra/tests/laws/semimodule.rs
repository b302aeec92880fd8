//! The laws of evaluation, inverses and complements in each integer-semimodule, by enumeration and with an independent
//! evaluation (004, equations 24 and 26 to 29).

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Mode, Profile, Rule, Stride, Xor, complement,
    complement_ceil, complement_ext, crd2idx, idx2crd, left_inverse, make_identity_layout,
    right_inverse, weakly_congruent,
};

use crate::arbitrary;
use crate::definition::{
    all_layouts, largest_right_inverse, layouts_through, product, value, xor_value,
};

/// A value: factors of places, with the place `[]` for integers and bits. The value 0 has no factors.
pub type At = BTreeMap<Vec<u8>, i64>;

pub fn alone(n: i64) -> At {
    if n == 0 { At::new() } else { [(vec![], n)].into() }
}

/// The definition of a semimodule, independent of the library.
pub trait Semimodule: Stride<Extent: Clone> {
    /// `sum n d`.
    fn sum(terms: &[(i64, &Self)]) -> At;

    /// The sum of two natural coordinates, leaf by leaf.
    fn coordinates_plus(i: i64, j: i64) -> i64;

    /// The sum of two values.
    fn values_plus(x: &At, y: &At) -> At;

    /// Converts a value of the library.
    fn of_offset(layout: &Layout<Self>, offset: &Self::Offset) -> At;

    /// The profile of values.
    fn codomain(layout: &Layout<Self>) -> Profile;

    /// The coordinate to which an inverse maps a value.
    fn back(inverse: &Layout<Self::Inverse>, value: &At) -> i64;

    /// All values on which an inverse is defined.
    fn domain(layout: &Layout<Self>, inverse: &Layout<Self::Inverse>) -> Vec<At>;

    /// Extents for complements, with their profiles and numbers of values.
    fn extents() -> Vec<(Self::Extent, Profile, i64)>;
}

impl Semimodule for i64 {
    fn sum(terms: &[(i64, &Self)]) -> At {
        alone(terms.iter().map(|(n, d)| n * *d).sum())
    }

    fn coordinates_plus(i: i64, j: i64) -> i64 {
        i + j
    }

    fn values_plus(x: &At, y: &At) -> At {
        ArithmeticTuple::values_plus(x, y)
    }

    fn of_offset(_: &Layout, offset: &i64) -> At {
        alone(*offset)
    }

    fn codomain(_: &Layout) -> Profile {
        Profile::leaf()
    }

    fn back(inverse: &Layout, at: &At) -> i64 {
        value(inverse, at.values().sum())
    }

    fn domain(_: &Layout, inverse: &Layout) -> Vec<At> {
        (0..inverse.size()).map(alone).collect()
    }

    fn extents() -> Vec<(i64, Profile, i64)> {
        [1, 6, 12, 24].map(|n| (n, Profile::leaf(), n)).into()
    }
}

impl Semimodule for Xor {
    fn sum(terms: &[(i64, &Self)]) -> At {
        alone(terms.iter().fold(0, |sum, (n, d)| sum ^ product(*n, d.bits())))
    }

    fn coordinates_plus(i: i64, j: i64) -> i64 {
        i ^ j
    }

    fn values_plus(x: &At, y: &At) -> At {
        alone(x.values().chain(y.values()).fold(0, |sum, n| sum ^ n))
    }

    fn of_offset(_: &Layout<Xor>, offset: &i64) -> At {
        alone(*offset)
    }

    fn codomain(_: &Layout<Xor>) -> Profile {
        Profile::leaf()
    }

    fn back(inverse: &Layout<Xor>, at: &At) -> i64 {
        xor_value(&with_strides(inverse, |d| d.bits()), at.values().sum())
    }

    fn domain(_: &Layout<Xor>, inverse: &Layout<Xor>) -> Vec<At> {
        (0..inverse.size()).map(alone).collect()
    }

    fn extents() -> Vec<(i64, Profile, i64)> {
        [1, 6, 16, 24].map(|n| (n, Profile::leaf(), n)).into()
    }
}

/// The places of the leaves of a profile that is not a leaf.
fn places(profile: &Profile) -> Vec<Vec<u8>> {
    let ones = IntTuple::new(vec![1; profile.len()], profile.clone()).unwrap();
    let Ok(identity) = make_identity_layout(&ones) else { return vec![] };
    let terms = identity.flat_modes().iter().flat_map(|mode| mode.stride.terms());
    terms.map(|(place, _)| place.to_vec()).collect()
}

impl Semimodule for ArithmeticTuple {
    fn sum(terms: &[(i64, &Self)]) -> At {
        let each = terms.iter().flat_map(|(n, stride)| {
            stride.terms().map(move |(place, scale)| [(place.to_vec(), n * scale)].into())
        });
        each.fold(At::new(), |sum, term| Self::values_plus(&sum, &term))
    }

    fn coordinates_plus(i: i64, j: i64) -> i64 {
        i + j
    }

    fn values_plus(x: &At, y: &At) -> At {
        let mut sum = x.clone();
        y.iter().for_each(|(place, n)| *sum.entry(place.clone()).or_default() += n);
        sum.retain(|_, n| *n != 0);
        sum
    }

    fn of_offset(layout: &Layout<Self>, offset: &IntTuple) -> At {
        assert_eq!(offset.profile(), &layout.codomain());
        let factors = places(offset.profile()).into_iter().zip(offset.leaves().iter().copied());
        factors.filter(|(_, n)| *n != 0).collect()
    }

    fn codomain(layout: &Layout<Self>) -> Profile {
        layout.codomain()
    }

    fn back(inverse: &Layout, at: &At) -> i64 {
        let there = |place: &[u8]| {
            place.iter().fold(inverse.clone(), |part, &k| part.mode(k.into()).unwrap())
        };
        at.iter().map(|(place, &n)| value(&there(place), n)).sum()
    }

    fn domain(layout: &Layout<Self>, inverse: &Layout) -> Vec<At> {
        let mut all = vec![At::new()];
        for place in places(&layout.codomain()) {
            let part = place.iter().fold(inverse.clone(), |part, &k| part.mode(k.into()).unwrap());
            let there = |n| if n == 0 { At::new() } else { [(place.clone(), n)].into() };
            let more = (0..part.size()).map(there);
            all = more.flat_map(|n| all.iter().map(move |k| Self::values_plus(k, &n))).collect();
        }
        all
    }

    fn extents() -> Vec<(IntTuple, Profile, i64)> {
        [("(6,12)", 72), ("(4,1)", 4), ("(3,8)", 24)]
            .map(|(shape, size)| (shape.parse().unwrap(), Profile::flat(2), size))
            .into()
    }
}

/// The layout with other strides.
pub fn with_strides<C: Clone + Stride, D: Stride>(
    layout: &Layout<C>,
    stride: impl Fn(&C) -> D,
) -> Layout<D> {
    let mode = |mode: &Mode<C>| Mode { shape: mode.shape, stride: stride(&mode.stride) };
    Layout::of_modes(layout.flat_modes().iter().map(mode), layout.profile().clone()).unwrap()
}

/// Two factors in one integer, at `(0)` and `(1,1)`.
pub fn two_places(n: &i64) -> ArithmeticTuple {
    let basis = |place: &[usize], n| ArithmeticTuple::basis(place).unwrap().times(n).unwrap();
    basis(&[0], n.div_euclid(8)).plus(&basis(&[1, 1], n.rem_euclid(8))).unwrap()
}

/// One factor, at `(0)` or `(1)`.
pub fn one_place(n: &i64) -> ArithmeticTuple {
    ArithmeticTuple::basis(&[(n % 2) as usize]).unwrap().times(n / 2).unwrap()
}

pub fn bits(n: &i64) -> Xor {
    Xor::new(*n).unwrap()
}

/// The value at an integral coordinate, with an unbounded last mode.
pub fn at<D: Semimodule>(layout: &Layout<D>, i: i64) -> At {
    let mut rest = i;
    let last = layout.flat_modes().len().saturating_sub(1);
    let coordinate = layout.flat_modes().iter().enumerate().map(|(k, Mode { shape, stride })| {
        let digit = if k == last { rest } else { rest % shape };
        rest /= shape;
        (digit, stride)
    });
    D::sum(&coordinate.collect::<Vec<_>>())
}

pub fn all<D: Semimodule>(layout: &Layout<D>) -> Vec<At> {
    (0..layout.size()).map(|i| at(layout, i)).collect()
}

/// Evaluation follows its definition at integral and natural coordinates, and is linear in natural ones:
/// `a(c + c') = a(c) + a(c')`; over F2, bit by bit.
fn is_linear<D: Semimodule>(a: &Layout<D>, i: i64, j: i64) {
    let natural = |i| idx2crd(i, &a.shape()).unwrap();
    let value = |c: &IntTuple| D::of_offset(a, &crd2idx(c, a).unwrap());
    let (x, y) = (natural(i), natural(j));
    assert_eq!(D::of_offset(a, &a.offset(i).unwrap()), at(a, i), "{a} at {i}");
    assert_eq!(value(&x), at(a, i), "{a} at {x}");
    let leaves = x.leaves().iter().zip(y.leaves()).map(|(&i, &j)| D::coordinates_plus(i, j));
    let sum = IntTuple::new(leaves.collect::<Vec<_>>(), x.profile().clone()).unwrap();
    assert_eq!(value(&sum), D::values_plus(&value(&x), &value(&y)), "{a} at {x} and {y}");
}

/// `r(a(r(k))) = r(k)` (equation 24), and also `a(r(k)) = k`.
fn right_inverse_law<D: Semimodule>(a: &Layout<D>) -> usize {
    let Ok(r) = right_inverse(a) else { return 0 };
    for k in D::domain(a, &r) {
        let coordinate = D::back(&r, &k);
        assert!((0..a.size()).contains(&coordinate), "right_inverse({a}) = {r} at {k:?}");
        let there = at(a, coordinate);
        assert_eq!(there, k, "right_inverse({a}) = {r}");
        assert_eq!(D::back(&r, &there), coordinate, "right_inverse({a}) = {r}");
    }
    1
}

/// `a(l(a(k))) = a(k)` (equation 26).
fn left_inverse_law<D: Semimodule>(a: &Layout<D>) -> usize {
    let Ok(l) = left_inverse(a) else { return 0 };
    for value in all(a) {
        assert_eq!(at(a, D::back(&l, &value)), value, "left_inverse({a}) = {l}");
    }
    1
}

/// The conditions of a complement: the profile of values is weakly congruent to it (equation 27); no value except 0 is
/// a value of the layout, or of its copies (28); and values increase, with the last place compared first (29).
fn complement_conditions<D: Semimodule>(a: &Layout<D>, codomain: Profile, r: &Layout<D>) {
    let tuple = |profile: Profile| IntTuple::new(vec![1; profile.len()], profile).unwrap();
    assert!(weakly_congruent(&tuple(codomain), &r.shape()), "{a}: {r}");
    let (mut image, offsets) = (all(a), all(r));
    image.sort_unstable();
    image.dedup();
    assert!(offsets[1..].iter().all(|offset| !image.contains(offset)), "{a}: {r}");
    let mut sums: Vec<At> =
        offsets.iter().flat_map(|r| image.iter().map(|x| D::values_plus(x, r))).collect();
    let count = sums.len();
    sums.sort_unstable();
    sums.dedup();
    assert_eq!(sums.len(), count, "{a}: {r}");
    let less = |x: &At, y: &At| {
        let mut places: Vec<&[u8]> = x.keys().chain(y.keys()).map(Vec::as_slice).collect();
        places.sort_unstable();
        let factors = |place: &[u8]| [x, y].map(|at| at.get(place).copied().unwrap_or_default());
        let factors = places.into_iter().rev().map(factors).find(|[x, y]| x != y);
        factors.is_some_and(|[x, y]| x < y)
    };
    assert!(offsets.is_sorted_by(less), "{a}: {r}");
}

/// The conditions, for all three complements; the exact one fills the extent.
fn complement_laws<D: Semimodule>(a: &Layout<D>) -> usize {
    if let Ok(r) = complement_ext(a) {
        complement_conditions(a, D::codomain(a), &r);
    }
    let mut found = 0;
    for (extent, profile, size) in D::extents() {
        if let Ok(r) = complement_ceil(a, extent.clone()) {
            complement_conditions(a, profile.clone(), &r);
        }
        if let Ok(r) = complement(a, extent) {
            complement_conditions(a, profile, &r);
            assert_eq!(a.size() * r.size(), size, "complement({a}) = {r}");
            found += 1;
        }
    }
    found
}

/// The numbers of right inverses, left inverses and exact complements found.
fn laws<D: Semimodule>(layouts: &[Layout], stride: impl Fn(&i64) -> D) -> [usize; 3] {
    let mut found = [0; 3];
    for a in layouts {
        let a = with_strides(a, &stride);
        found[0] += right_inverse_law(&a);
        found[1] += left_inverse_law(&a);
        found[2] += complement_laws(&a);
    }
    found
}

#[test]
fn of_small_layouts() {
    let mut small = all_layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 5, 6, 8]);
    small.extend(all_layouts(3, &[2, 3], &[1, 2, 4, 6]));
    let count = small.len();
    let found = laws(&small, |d| *d);
    assert!(found[0] == count && found[1] > count / 2 && found[2] > 200, "{found:?} of {count}");
    let found = laws(&small, bits);
    assert!(found[0] == count && found[1] > count / 2 && found[2] > 200, "{found:?} of {count}");
    let small: Vec<Layout> =
        small.iter().chain(&all_layouts(2, &[2, 3, 4], &[7, 8, 9, 12, 13, 24])).cloned().collect();
    let found = laws(&small, one_place);
    assert!(found[0] == small.len() && found[1] > count / 2 && found[2] > 200, "{found:?}");
}

/// For coordinates, the right inverse is the longest one in each place, whatever overlaps, carries and adds up.
#[test]
fn right_inverses_of_coordinates_are_the_largest() {
    let mut small = all_layouts(2, &[2, 3, 4], &[0, 1, 2, 3, 8, 9, 16, 24]);
    small.extend(all_layouts(3, &[2, 3], &[0, 1, 2, 3, 8, 17]));
    small.extend(all_layouts(4, &[2, 3], &[0, 1, 2, 8]));
    let longer = small.iter().filter(|a| largest_in_places(&with_strides(a, two_places)));
    assert!(longer.count() > 100);
    // Beyond 24, the mode of 8 would carry into another place.
    let a = "((3,8),2,2):((2e0,e0),e2,8e0)".parse().unwrap();
    assert!(largest_in_places(&a));
    // The stride of a sum is a separate step.
    let a: Layout<ArithmeticTuple> = "(3,4,2):(e0+e1,e1,e0)".parse().unwrap();
    assert_eq!(right_inverse(&a).unwrap().to_string(), "(2,4):(12,3)");
}

/// Returns whether the size of the right inverse, which is the largest in each place, is above 1 in two places.
fn largest_in_places(a: &Layout<ArithmeticTuple>) -> bool {
    let r = right_inverse(a).unwrap();
    assert_eq!(right_inverse_law(a), 1);
    let values = all(a);
    let at_place = |place: Vec<u8>| {
        let factor = |value: &At| match value.len() {
            0 => 0,
            1 => value.get(&place).copied().unwrap_or(-1),
            _ => -1,
        };
        let factors: Vec<i64> = values.iter().map(factor).collect();
        largest_right_inverse(&factors, &[0], |r, step| r + step, |n, d| n * d)
    };
    let sizes: Vec<usize> = places(&a.codomain()).into_iter().map(at_place).collect();
    assert_eq!(r.size(), sizes.iter().product::<usize>() as i64, "right_inverse({a}) = {r}");
    sizes.iter().filter(|&&size| size > 1).count() > 1
}

/// At one place there is a left inverse if there is one for integers, unless that one leaves the layout, where the
/// coordinates of other places are.
#[test]
fn left_inverses_at_one_place() {
    let (mut found, mut past) = (0, 0);
    for a in all_layouts(2, &[2, 3, 4], &[1, 2, 3, 4, 5, 6, 7]) {
        let there = with_strides(&a, |d| ArithmeticTuple::basis(&[0]).unwrap().times(*d).unwrap());
        match (left_inverse(&a), left_inverse(&there)) {
            (_, Ok(_)) => found += left_inverse_law(&there),
            (Err(_), Err(_)) => {}
            (Ok(l), Err(error)) => {
                past += 1;
                let leaves = all(&a).iter().any(|x| <i64 as Semimodule>::back(&l, x) >= a.size());
                assert!(leaves, "{there}: {error}, {l}");
            }
        }
    }
    assert!(found > 200, "{found}, {past}");
    // 0, 2, 4, 3, 5, 7 have no digits.
    let a: Layout<ArithmeticTuple> = "((3,2),2):((2e0,3e0),e1)".parse().unwrap();
    assert_eq!(left_inverse_law(&a), 1);
}

/// If strides are sums, there is a left inverse if there are layouts, one for each place, that map values to the first
/// coordinates that have them; here with two modes and strides up to 4.
#[test]
fn left_inverses_of_sums() {
    let mut small = all_layouts(2, &[2, 3], &[1, 8, 9, 10, 17]);
    small.extend(all_layouts(3, &[2], &[1, 8, 9, 17]));
    let (mut found, mut none) = (0, 0);
    for a in &small {
        let a = with_strides(a, two_places);
        let Err(error) = left_inverse(&a) else {
            found += left_inverse_law(&a);
            continue;
        };
        none += 1;
        assert!(matches!(error.rule, Rule::ScaledBasis | Rule::Digits { .. }), "{a}: {error}");
        let mut points: Vec<(Vec<i64>, i64)> = Vec::new();
        for (k, value) in all(&a).into_iter().enumerate() {
            let at = |place: &[u8]| value.get(place).copied().unwrap_or_default();
            let x = vec![at(&[0]), at(&[1, 1])];
            if !points.iter().any(|(other, _)| *other == x) {
                points.push((x, k as i64));
            }
        }
        let strides: Vec<i64> = (-4..=4).collect();
        let exists = layouts_through(&points, 2, &strides, |x, y| x + y, |n, d| n * d);
        assert!(!exists, "left_inverse({a})");
    }
    assert!(found > 80 && none > 10, "{found}, {none}");
    // (a, a + b) is at a + 3 b = 3 (a + b) - 2 a.
    let a: Layout<ArithmeticTuple> = "(3,2):(e0+e1,e1)".parse().unwrap();
    assert_eq!(left_inverse(&a).unwrap().to_string(), "(3,4):(-2,3)");
}

#[test]
fn small_layouts_are_linear() {
    for a in all_layouts(2, &[1, 2, 3], &[0, 1, 3, 13]) {
        let (places, xor) = (with_strides(&a, two_places), with_strides(&a, bits));
        for i in 0..a.size() {
            for j in 0..a.size() {
                is_linear(&a, i, j);
                is_linear(&places, i, j);
                is_linear(&xor, i, j);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_layout_is_linear(
        layout in arbitrary::layout(6, 9, -64..64), i in 0i64..1 << 12, j in 0i64..1 << 12,
    ) {
        let (i, j) = (i % layout.size(), j % layout.size());
        is_linear(&layout, i, j);
        is_linear(&with_strides(&layout, two_places), i, j);
        is_linear(&with_strides(&layout, |d| bits(&d.abs())), i, j);
    }

    #[test]
    fn of_any_nesting(layout in arbitrary::layout(4, 5, 0..24)) {
        laws(std::slice::from_ref(&layout), |d| *d);
        laws(std::slice::from_ref(&layout), bits);
        laws(std::slice::from_ref(&layout), one_place);
        laws(std::slice::from_ref(&layout), two_places);
    }

    /// Along factors there is an inverse of each kind, and a complement.
    #[test]
    fn along_factors((a, tile) in arbitrary::tiled()) {
        assert_eq!(right_inverse_law(&tile), 1);
        assert_eq!(left_inverse_law(&tile), 1);
        let r = complement(&tile, a.size()).unwrap();
        complement_conditions(&tile, Profile::leaf(), &r);
        let tile = with_strides(&tile, |d| ArithmeticTuple::basis(&[1]).unwrap().times(*d).unwrap());
        assert_eq!(right_inverse_law(&tile), 1);
        assert_eq!(left_inverse_law(&tile), 1);
    }
}
