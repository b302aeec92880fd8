//! Strides and extents around powers of 2, up to the limits of 64 bits, of every kind: the result is right wherever it
//! can be checked, or an error, and never a panic.

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, Error, IntTuple, Layout, Mode, Profile, Rule, Slicer, Stride, Xor,
    blocked_product, coalesce, complement, complement_ceil, complement_ext, composition, dice,
    downcast, filter, image_in_range, is_injective, left_inverse, logical_divide_ceil,
    logical_product, max_common_layout, nullspace, partition, recast, right_inverse, slice,
    tile_to_shape, upcast, zipped_divide,
};

/// A number around a power of 2.
fn edge(places: core::ops::Range<u32>) -> impl Strategy<Value = i64> {
    let around = (places, -1i64..=1).prop_map(|(place, more)| {
        i64::try_from((1i128 << place) + i128::from(more)).unwrap_or(i64::MAX)
    });
    prop_oneof![3 => 0i64..6, 3 => around, 1 => Just(i64::MAX), 1 => Just(i64::MAX - 1)]
}

/// Flat modes of a size that fits, with two numbers for a stride.
fn modes() -> impl Strategy<Value = Vec<(i64, [i64; 2])>> {
    let mode = (edge(1..63), [edge(0..64), edge(0..64)], any::<[bool; 2]>());
    prop::collection::vec(mode, 1..4).prop_map(|modes| {
        let mut size = 1i64;
        let fitting = modes.into_iter().map(|(extent, strides, negative)| {
            let longer = size.checked_mul(extent).filter(|size| *size > 0);
            let extent = longer.map_or(1, |_| extent);
            size = longer.unwrap_or(size);
            let sign = |k: usize| if negative[k] { -strides[k] } else { strides[k] };
            // Mostly strides of at least 0.
            (extent, if extent % 5 == 1 { [sign(0), sign(1)] } else { strides })
        });
        fitting.collect()
    })
}

fn layout<D: Stride>(
    modes: &[(i64, [i64; 2])],
    stride: impl Fn([i64; 2]) -> Option<D>,
) -> Option<Layout<D>> {
    let modes = modes.iter().map(|&(shape, d)| Some(Mode { shape, stride: stride(d)? }));
    let modes = modes.collect::<Option<Vec<_>>>()?;
    let profile = Profile::flat(modes.len());
    Layout::of_modes(modes, profile).ok()
}

fn places([d, e]: [i64; 2]) -> Option<ArithmeticTuple> {
    let basis = |place: &[usize], n| ArithmeticTuple::basis(place).unwrap().times(n);
    // Mostly one place.
    match e % 3 {
        0 => basis(&[0], d),
        1 => basis(&[1, 0], d),
        _ => basis(&[0], d)?.plus(&basis(&[1, 0], e)?),
    }
}

fn bits([d, _]: [i64; 2]) -> Option<Xor> {
    Xor::new(d).ok()
}

/// Coordinates at the ends, and between.
fn coordinates(size: i64) -> impl Iterator<Item = i64> {
    let near = [0, 1, size / 2, size / 3, size - 2, size - 1];
    near.into_iter().filter(move |i| (0..size).contains(i))
}

/// The nonzero numbers in an offset. Its profile also depends on strides that are never taken.
fn numbers(offset: &impl ToString) -> Vec<String> {
    let text = offset.to_string();
    let parts = text.split(['(', ')', ',']);
    parts.filter(|part| !matches!(*part, "" | "0")).map(str::to_owned).collect()
}

/// Checks `r(i) = a(b(i))`, if all three values fit.
fn composed<D: Stride, E: Stride<Offset = i64>>(a: &Layout<D>, b: &Layout<E>, r: &Layout<D>) {
    for i in coordinates(b.size()) {
        let there = b.offset(i).and_then(|x| a.offset(x));
        let (Ok(there), Ok(here)) = (there, r.offset(i)) else { continue };
        assert_eq!(numbers(&here), numbers(&there), "{a} o {b} = {r} at {i}");
    }
}

/// Checks that both have the same size and function.
fn same<D: Stride>(a: &Layout<D>, r: &Layout<D>) {
    assert_eq!(a.size(), r.size(), "{a}: {r}");
    for i in coordinates(a.size()) {
        let [before, after] = [a, r].map(|l| l.offset(i).map(|offset| numbers(&offset)));
        assert_eq!(before, after, "{a}: {r}");
    }
}

/// Operations on layouts of any kind.
fn any_kind<D: Stride>(a: &Layout<D>, b: &Layout, xor: Option<&Layout<Xor>>, n: D::Extent)
where
    D::Extent: Clone,
{
    same(a, &coalesce(a));
    let _ = (filter(a), nullspace(a), is_injective(a));
    if let Ok(r) = composition(a, b) {
        composed(a, b, &r);
    }
    if let Some(xor) = xor {
        if let Ok(r) = composition(a, xor) {
            composed(a, xor, &r);
        }
        let _ = (zipped_divide(a, xor), logical_product(a, xor), image_in_range(a, xor));
        let _ = partition(a, &a.shape(), xor);
    }
    for r in [complement(a, n.clone()), complement_ceil(a, n), complement_ext(a)] {
        let Some(r) = r.ok().filter(|r| !r.is_empty()) else { continue };
        assert!(r.offset(0).is_ok_and(|zero| numbers(&zero).is_empty()), "{a}: {r}");
    }
    let _ = (logical_divide_ceil(a, b), logical_product(a, b), blocked_product(a, b));
    let _ = (image_in_range(a, b), partition(a, &a.shape(), b), left_inverse(a));
    let _ = (slice(a, &last(a)), dice(a, &last(a)));
}

/// The last coordinate.
fn last<D: Stride>(layout: &Layout<D>) -> Slicer {
    let last = layout.flat_modes().iter().map(|mode| (mode.shape - 1).max(0).to_string());
    format!("({})", last.collect::<Vec<_>>().join(",")).parse().unwrap()
}

/// Operations on layouts whose offsets are integers.
fn in_memory<D: Stride<Offset = i64, Extent = i64>>(a: &Layout<D>, n: i64)
where
    D::Inverse: Stride<Offset = i64>,
{
    if let Ok(r) = right_inverse(a) {
        for i in coordinates(r.size()) {
            assert_eq!(r.offset(i).and_then(|c| a.offset(c)), Ok(i), "{a}: {r}");
        }
    }
    if let Ok(l) = left_inverse(a) {
        for i in coordinates(a.size()) {
            // For layouts that are not injective, the inverse may leave the integers.
            let inverse = |offset| l.offset(offset).and_then(|c| a.offset(c)).map(|x| (x, offset));
            let Ok((there, offset)) = a.offset(i).and_then(inverse) else { continue };
            assert_eq!(there, offset, "{a}: {l}");
        }
    }
    let _ = (a.alignment(), max_common_layout(a, a));
    let _ = (upcast(a, n), downcast(a, n), recast(a, n, 16), recast(a, 8, n));
    let _ = tile_to_shape(a, &IntTuple::leaf(n), &IntTuple::leaf(0));
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 64, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn of_every_kind(a in modes(), b in modes(), n in edge(0..64)) {
        let b: Layout = layout(&b, |[d, _]| Some(d)).unwrap();
        let xor: Option<Layout<Xor>> = Layout::<Xor>::of_integers(&b).ok();
        if let Some(a) = layout(&a, |[d, _]| Some(d)) {
            any_kind::<i64>(&a, &b, xor.as_ref(), n);
            in_memory(&a, n);
            let _ = a.cosize();
        }
        if let Some(a) = layout(&a, bits) {
            any_kind(&a, &b, xor.as_ref(), n);
            in_memory(&a, n);
            let _ = (a.cosize(), a.is_compact());
            let back = a.to_integers().and_then(|a| Layout::<Xor>::of_integers(&a));
            prop_assert!(back.is_err() || back.as_ref() == Ok(&a));
        }
        if let Some(a) = layout(&a, places) {
            let extent: IntTuple = format!("({n},({},1))", n / 2).parse().unwrap();
            any_kind(&a, &b, xor.as_ref(), extent);
            let into = composition(&b, &a);
            if let Ok(r) = into {
                prop_assert_eq!(r.size(), a.size());
            }
            let inverse: Result<Layout, Error> = right_inverse(&a);
            if let Ok(r) = inverse {
                // Check along the first place.
                let first = r.mode(0).unwrap_or("1:0".parse().unwrap());
                for i in coordinates(first.size()) {
                    let there = first.offset(i).and_then(|c| a.offset(c)).unwrap();
                    let factors: Vec<i64> = there.leaves().to_vec();
                    prop_assert!(factors.iter().skip(1).all(|n| *n == 0), "{a}: {r}");
                    prop_assert_eq!(factors.first().copied().unwrap_or(0), i, "{}: {}", a, r);
                }
            }
        }
    }
}

/// The inverse would be as long as the largest offset.
#[test]
fn left_inverses_longer_than_the_integers_overflow() {
    let a = layout(&[(2, [i64::MAX, 2])], places).unwrap();
    assert_eq!(left_inverse(&a).unwrap_err().rule, Rule::Overflow);
}

/// The complement of the tile is rounded up beyond the integers, and the rules do not decide.
#[test]
fn tiles_with_complements_past_the_integers_overflow() {
    let b: Layout = layout(&[(2, [5, 0]), (524_287, [128, 0])], |[d, _]| Some(d)).unwrap();
    let of_integers = layout(&[(i64::MAX, [0, 0]), (1, [1, 0])], |[d, _]| Some(d)).unwrap();
    let of_places = layout(&[(i64::MAX, [0, 0]), (1, [1, 0])], places).unwrap();
    assert_eq!(logical_divide_ceil(&of_integers, &b).unwrap_err().rule, Rule::Overflow);
    assert_eq!(logical_divide_ceil(&of_places, &b).unwrap_err().rule, Rule::Overflow);
}
