use proptest::prelude::*;
use tilework_algebra::{
    Composed, Layout, Rule, Swizzle, downcast, is_injective, offsets, recast, upcast,
};

use crate::arbitrary;
use crate::definition::{all_layouts, layout, value};

/// Each leaf has the elements `floor(i d / n)`, each once, for `i` in `0..s`; backward leaves have `-floor(i |d| / n)`.
fn is_upcast(a: &Layout, n: i64, r: &Layout) -> bool {
    let leaf = |s: i64, d: i64| Layout::leaf(s, d).unwrap();
    a.profile() == r.profile()
        && a.flat_modes().iter().zip(r.flat_modes()).all(|(a, r)| {
            let steps = a.shape / r.shape;
            let ours = leaf(r.shape, r.stride);
            a.shape == steps * r.shape
                && (0..a.shape).all(|i| {
                    let offset = value(&leaf(a.shape, a.stride), i);
                    offset.signum() * (offset.abs() / n) == value(&ours, i / steps)
                })
        })
}

#[test]
fn leaves() {
    let (mut found, mut none) = (0, 0);
    for s in 1..=12 {
        for d in -12..=12i64 {
            for n in 1..=12 {
                let a = Layout::leaf(s, d).unwrap();
                match upcast(&a, n) {
                    Ok(r) => {
                        assert!(is_upcast(&a, n, &r), "upcast({a}, {n}) = {r}");
                        // The parts are at these positions, counted from the last part of the element at 0 if the leaf
                        // goes backwards.
                        let from = if d < 0 { n - 1 } else { 0 };
                        let parts = (0..s).map(|i| (i * d + from).div_euclid(n));
                        let mut elements: Vec<i64> = parts.collect();
                        elements.dedup();
                        if d != 0 {
                            assert!(
                                elements.into_iter().eq(offsets(&r).unwrap()),
                                "upcast({a}, {n}) = {r}"
                            );
                        }
                        found += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error.rule, Rule::Divisibility { .. }));
                        // A step is not a whole number of elements, and an element is not a whole number of steps of
                        // the leaf.
                        let steps = n / d.abs();
                        let whole = n % d.abs() == 0 && (s % steps == 0 || steps % s == 0);
                        assert!(d % n != 0 && !whole, "upcast({a}, {n}): {error}");
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(found > 1000 && none > 1000, "{found}, {none}");
}

/// An element at `x` becomes the narrower elements `n x .. n x + n`, in order, each once, if a mode has stride 1. If a
/// mode has stride -1, they go backwards from the last one, and are counted from the last part of the element at 0.
/// Otherwise there is only the first one.
#[test]
fn smaller_elements() {
    let (mut all, mut backwards, mut first) = (0, 0, 0);
    let strides = [-4, -2, -1, 0, 1, 2, 4, 8];
    for a in [1, 2].into_iter().flat_map(|rank| all_layouts(rank, &[1, 2, 3, 8], &strides)) {
        for n in [1, 2, 3] {
            let r = downcast(&a, n).unwrap();
            let leaf = |stride| a.flat_modes().iter().position(|mode| mode.stride == stride);
            let (unit, step, count) = match (leaf(1), leaf(-1)) {
                (Some(at), _) => (at, 1, &mut all),
                (None, Some(at)) => (at, -1, &mut backwards),
                (None, None) => (0, 0, &mut first),
            };
            *count += 1;
            let (before, extent) = (
                a.flat_modes()[..unit].iter().map(|mode| mode.shape).product::<i64>(),
                a.flat_modes()[unit].shape,
            );
            let parts = if step == 0 { 1 } else { n };
            assert_eq!(r.size(), parts * a.size());
            let mut places = Vec::new();
            for (c, i) in (0..a.size()).flat_map(|c| (0..parts).map(move |i| (c, i))) {
                // The coordinate at the leaf.
                let (within, at, after) = (c % before, c / before % extent, c / before / extent);
                let at = parts * at + i;
                let found = value(&r, within + before * (at + parts * extent * after));
                assert_eq!(found, n * value(&a, c) + step * i, "downcast({a}, {n}) = {r}");
                places.push(found + if step < 0 { n - 1 } else { 0 });
            }
            let whole = (0..a.size())
                .flat_map(|c| (0..parts).map(|i| n * value(&a, c) + i).collect::<Vec<_>>());
            let mut whole: Vec<i64> = whole.collect();
            whole.sort();
            places.sort();
            assert_eq!(places, whole, "downcast({a}, {n}) = {r}");
        }
    }
    assert!(all > 700 && backwards > 300 && first > 700, "{all}, {backwards}, {first}");
    // Computed by hand: the first mode of stride 1 has the parts.
    for (a, n, r) in [
        ("(1,8):(1,1)", 2, "(2,8):(1,2)"),
        ("(2,8):(1,1)", 2, "(4,8):(1,2)"),
        ("((3,2),(4,5)):((6,1),(0,1))", 4, "((3,8),(4,5)):((24,1),(0,4))"),
        ("4:-1", 2, "8:-1"),
        ("2:-1", 4, "8:-1"),
        ("(2,3):(-6,-1)", 4, "(2,12):(-24,-1)"),
        ("(4,2):(-1,1)", 2, "(4,4):(-2,1)"),
    ] {
        assert_eq!(downcast(&layout(a), n).unwrap().to_string(), r);
    }
}

#[test]
fn errors() {
    let a = layout("(4,2):(1,4)");
    for cast in [upcast, downcast] {
        assert_eq!(cast(&a, 0).unwrap_err().rule, Rule::Extent { extent: 0 });
    }
    assert_eq!(recast(&a, 8, -1).unwrap_err().rule, Rule::Extent { extent: -1 });
    assert_eq!(upcast(&a, 8).map(|r| r.to_string()), Ok("(1,1):(0,0)".into()));
    let error = upcast(&layout("(4,6):(1,4)"), 16).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Divisibility { left: 6, right: 4 }, Some(1)));
    // 8, 7, .., 1 are the end of an element, three whole elements and the beginning of one; 7, .., 0 are four elements.
    let backwards = |added| Composed::new(Swizzle::new(0, 0, 0).unwrap(), added, layout("8:-1"));
    let rule = Rule::Alignment { together: 1, wanted: 2 };
    assert_eq!(backwards(8).recast(8, 16).unwrap_err().rule, rule);
    assert_eq!(backwards(7).recast(8, 16).unwrap().offsets(), Ok(vec![3, 2, 1, 0]));
    assert_eq!(upcast(&layout("8:-1"), 2).map(|r| r.to_string()), Ok("4:-1".into()));
    assert_eq!(upcast(&layout("8:-1"), 16).map(|r| r.to_string()), Ok("1:0".into()));
    assert_eq!(
        upcast(&layout("(8,1):(-4,-1)"), 2).map(|r| r.to_string()),
        Ok("(8,1):(-2,0)".into())
    );
    assert_eq!(downcast(&a, i64::MAX).unwrap_err().rule, Rule::Overflow);
}

/// The offsets of composed layouts. Narrower elements have the offsets of all parts of each element, backwards from the
/// last one; wider elements are those that contain the offsets.
#[test]
fn places_of_composed_layouts() {
    let (mut finer, mut coarser, mut apart) = (0, 0, 0);
    let strides = [-8, -4, -2, -1, 1, 2, 4];
    // If leaves overlap, the elements of each leaf are those of the leaf, not of the sum.
    let layouts = [1, 2].into_iter().flat_map(|rank| all_layouts(rank, &[2, 4], &strides));
    for inner in layouts.filter(|inner| is_injective(inner) == Ok(true)) {
        let lowest = (0..inner.size()).map(|c| value(&inner, c)).min().unwrap();
        for (swizzle, n) in [(0, 0), (1, 1), (2, 2)].into_iter().flat_map(|f| [(f, 2), (f, 4)]) {
            let swizzle = Swizzle::new(swizzle.0, swizzle.1, 3).unwrap();
            for added in -lowest..8 - lowest {
                let whole = Composed::new(swizzle, added, inner.clone());
                let places = whole.offsets().unwrap();
                let parts = |of: &[i64]| {
                    let mut parts: Vec<i64> =
                        of.iter().flat_map(|x| (0..n).map(move |i| n * x + i)).collect();
                    parts.sort();
                    parts
                };
                let smaller = whole.recast(n, 1).unwrap();
                let mut found = smaller.offsets().unwrap();
                found.sort();
                if found.len() == n as usize * places.len() {
                    assert_eq!(found, parts(&places), "{whole} by {n}: {smaller}");
                    finer += 1;
                    // And back.
                    let back = smaller.recast(1, n).unwrap();
                    assert_eq!(back.offsets(), Ok(places.clone()), "{smaller} by {n}: {back}");
                }
                let Ok(larger) = whole.recast(1, n) else {
                    apart += 1;
                    continue;
                };
                let mut elements: Vec<i64> = places.iter().map(|x| x / n).collect();
                let mut found = larger.offsets().unwrap();
                for all in [&mut elements, &mut found] {
                    all.sort();
                    all.dedup();
                }
                assert_eq!(found, elements, "{whole} by {n}: {larger}");
                coarser += 1;
            }
        }
    }
    assert!(finer > 1000 && coarser > 300 && apart > 1000, "{finer}, {coarser}, {apart}");
}

proptest! {
    /// Stride 0 for extent 1, whose stride does not matter.
    #[test]
    fn there_and_back(a in arbitrary::layout(5, 6, -20..20), n in 1i64..9) {
        let plain = |a: &Layout| {
            a.flat_modes().iter().map(|m| (m.shape, if m.shape == 1 { 0 } else { m.stride }))
                .collect::<Vec<_>>()
        };
        let down = downcast(&a, n).unwrap();
        prop_assert_eq!(plain(&upcast(&down, n).unwrap()), plain(&a));
        let leaf = |stride| a.flat_modes().iter().position(|mode| mode.stride == stride);
        let unit = leaf(1).or(leaf(-1));
        for (at, (a, r)) in a.flat_modes().iter().zip(down.flat_modes()).enumerate() {
            if unit == Some(at) {
                prop_assert_eq!((r.shape, r.stride), (n * a.shape, a.stride));
            } else {
                prop_assert_eq!((r.shape, r.stride), (a.shape, n * a.stride));
            }
        }
        prop_assert_eq!(recast(&a, n, 1), Ok(down));
        prop_assert_eq!(recast(&a, 3 * n, 3), recast(&a, n, 1));
        prop_assert_eq!(recast(&a, 1, n).ok(), upcast(&a, n).ok());
    }
}
