use proptest::prelude::*;
use tilework_algebra::{Composed, Layout, Rule, Swizzle, downcast, recast, upcast};

use crate::arbitrary;
use crate::definition::{all_layouts, layout, value};

/// Each leaf has the elements `floor(i d / n)`, each once: those of `0..s` in steps.
fn is_upcast(a: &Layout, n: i64, r: &Layout) -> bool {
    let leaf = |s: i64, d: i64| Layout::leaf(s, d).unwrap();
    a.profile() == r.profile()
        && a.flat_modes().iter().zip(r.flat_modes()).all(|(a, r)| {
            let steps = a.shape / r.shape;
            let ours = leaf(r.shape, r.stride);
            a.shape == steps * r.shape
                && (0..a.shape).all(|i| {
                    let offset = value(&leaf(a.shape, a.stride), i);
                    offset.div_euclid(n) == value(&ours, i / steps)
                })
        })
}

#[test]
fn leaves() {
    let (mut found, mut backwards, mut none) = (0, 0, 0);
    for s in 1..=12 {
        for d in -12..=12i64 {
            for n in 1..=12 {
                let a = Layout::leaf(s, d).unwrap();
                match upcast(&a, n) {
                    Ok(r) => {
                        assert!(is_upcast(&a, n, &r), "upcast({a}, {n}) = {r}");
                        found += 1;
                    }
                    Err(error) => {
                        if error.rule == (Rule::NaturalStride { stride: d }) {
                            // The element at 0 has one step, and the next one more, or the end.
                            let first = (0..s).filter(|i| (i * d).div_euclid(n) == 0).count();
                            let next = (0..s).filter(|i| (i * d).div_euclid(n) == -1).count();
                            assert!(d < 0 && d % n != 0 && n % d == 0, "upcast({a}, {n})");
                            assert!(first == 1 && (next > 1 || s == 2), "upcast({a}, {n})");
                            backwards += 1;
                            continue;
                        }
                        assert!(matches!(error.rule, Rule::Divisibility { .. }));
                        // No step is whole elements, nor an element whole steps of the leaf.
                        let steps = n / d.abs();
                        let whole = n % d.abs() == 0 && (s % steps == 0 || steps % s == 0);
                        assert!(d % n != 0 && !whole, "upcast({a}, {n}): {error}");
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(found > 800 && backwards > 100 && none > 1000, "{found}, {backwards}, {none}");
}

/// An element at `x` has the smaller ones `n x .. n x + n`, in order, each once, wherever a mode has
/// stride 1, and else the first of them.
#[test]
fn smaller_elements() {
    let (mut all, mut first) = (0, 0);
    let strides = [-4, -2, -1, 0, 1, 2, 4, 8];
    for a in [1, 2].into_iter().flat_map(|rank| all_layouts(rank, &[1, 2, 3, 8], &strides)) {
        for n in [1, 2, 3] {
            let r = downcast(&a, n).unwrap();
            let unit = a.flat_modes().iter().any(|mode| mode.stride == 1);
            let parts = if unit { 0..n } else { 0..1 };
            let mut expected: Vec<i64> = (0..a.size())
                .flat_map(|c| parts.clone().map(|i| n * value(&a, c) + i).collect::<Vec<_>>())
                .collect();
            let mut found: Vec<i64> = (0..r.size()).map(|c| value(&r, c)).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "downcast({a}, {n}) = {r}");
            *(if unit { &mut all } else { &mut first }) += 1;
        }
    }
    assert!(all > 700 && first > 1000, "{all}, {first}");
    // By hand: whichever mode of stride 1 is the first has the parts.
    for (a, n, r) in [
        ("(1,8):(1,1)", 2, "(2,8):(1,2)"),
        ("(2,8):(1,1)", 2, "(4,8):(1,2)"),
        ("((3,2),(4,5)):((6,1),(0,1))", 4, "((3,8),(4,5)):((24,1),(0,4))"),
        ("4:-1", 2, "4:-2"),
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
    // 8, 7, .., 1 are the end of an element, three whole ones and the beginning of one.
    let backwards = Composed::new(Swizzle::new(0, 0, 0).unwrap(), 8, layout("8:-1"));
    let rule = Rule::NaturalStride { stride: -1 };
    assert_eq!(backwards.recast(8, 16).unwrap_err().rule, rule);
    assert_eq!(upcast(&layout("8:-1"), 2).unwrap_err().rule, rule);
    assert_eq!(
        upcast(&layout("(8,1):(-4,-1)"), 2).map(|r| r.to_string()),
        Ok("(8,1):(-2,0)".into())
    );
    assert_eq!(downcast(&a, i64::MAX).unwrap_err().rule, Rule::Overflow);
}

proptest! {
    /// Stride 0 for extent 1, where there is nothing to say about it.
    #[test]
    fn there_and_back(a in arbitrary::layout(5, 6, -20..20), n in 1i64..9) {
        let plain = |a: &Layout| {
            a.flat_modes().iter().map(|m| (m.shape, if m.shape == 1 { 0 } else { m.stride }))
                .collect::<Vec<_>>()
        };
        let down = downcast(&a, n).unwrap();
        prop_assert_eq!(plain(&upcast(&down, n).unwrap()), plain(&a));
        let unit = a.flat_modes().iter().position(|mode| mode.stride == 1);
        for (at, (a, r)) in a.flat_modes().iter().zip(down.flat_modes()).enumerate() {
            if unit == Some(at) {
                prop_assert_eq!((r.shape, r.stride), (n * a.shape, 1));
            } else {
                prop_assert_eq!((r.shape, r.stride), (a.shape, n * a.stride));
            }
        }
        prop_assert_eq!(recast(&a, n, 1), Ok(down));
        prop_assert_eq!(recast(&a, 3 * n, 3), recast(&a, n, 1));
        prop_assert_eq!(recast(&a, 1, n).ok(), upcast(&a, n).ok());
    }
}
