use proptest::prelude::*;
use tilework_algebra::{Layout, Rule, coalesce, complement, complement_ceil};

use crate::arbitrary;
use crate::definition::{
    all_layouts, complement_exists, is_complement, is_padded_complement, layout,
};

fn small_layouts() -> impl Iterator<Item = Layout> {
    (0..=2)
        .flat_map(|rank| all_layouts(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]))
        .chain(all_layouts(3, &[2, 3], &[1, 2, 4, 6]))
}

/// The exact complement exists if and only if some set completes the values.
#[test]
fn exact_on_all_small_layouts() {
    let (mut found, mut none) = (0, 0);
    for a in small_layouts() {
        for n in 1..=24 {
            match complement(&a, n) {
                Ok(r) => {
                    assert!(is_complement(&a, n, &r), "complement({a}, {n}) = {r}");
                    assert_eq!(coalesce(&r), r);
                    assert_eq!(complement_ceil(&a, n), Ok(r));
                    found += 1;
                }
                Err(error) => {
                    assert!(!complement_exists(&a, n), "complement({a}, {n}): {error}");
                    none += 1;
                }
            }
        }
    }
    assert!(found > 100 && none > 100, "both cases occur: {found}, {none}");
}

#[test]
fn padded_on_all_small_layouts() {
    let mut found = 0;
    for a in small_layouts() {
        for n in 1..=24 {
            if let Ok(r) = complement_ceil(&a, n) {
                assert!(is_padded_complement(&a, n, &r), "complement_ceil({a}, {n}) = {r}");
                assert_eq!(coalesce(&r), r);
                found += 1;
            }
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn each_rule() {
    let rule = |a: &str, n| complement(&layout(a), n).map_err(|error| (error.rule, error.mode));
    assert_eq!(
        rule("(2,2):(3,1)", 12),
        Err((Rule::Complementability { stride: 3, span: 2 }, Some(0)))
    );
    assert_eq!(rule("4:2", 12), Err((Rule::Evenness { size: 12, span: 8 }, None)));
    assert_eq!(rule("(1,(2,3)):(0,(1,0))", 12), Err((Rule::Broadcast { extent: 3 }, Some(2))));
    assert_eq!(rule("(2,2):(1,-2)", 4), Err((Rule::NaturalStride { stride: -2 }, Some(1))));
    assert_eq!(rule("2:1", -1), Err((Rule::Extent { extent: -1 }, None)));

    let overlapping = complement_ceil(&layout("(4,4,4):(64,1,1)"), 64).unwrap_err();
    assert_eq!(overlapping.rule, Rule::Complementability { stride: 1, span: 4 });
    assert_eq!(complement_ceil(&layout("(4,3):(1,0)"), 7).unwrap(), layout("2:4"));
}

proptest! {
    #[test]
    fn tiles_along_factors_have_complements((a, tile) in arbitrary::tiled()) {
        let n = a.size();
        let r = complement(&tile, n).unwrap();
        prop_assert!(is_complement(&tile, n, &r), "complement({tile}, {n}) = {r}");
        // Complements come in pairs.
        prop_assert!(is_complement(&r, n, &complement(&r, n).unwrap()));
    }

    #[test]
    fn any_nesting(a in arbitrary::layout(4, 5, 0..40), n in 1i64..300) {
        if let Ok(r) = complement(&a, n) {
            prop_assert!(is_complement(&a, n, &r), "complement({a}, {n}) = {r}");
        }
        if let Ok(r) = complement_ceil(&a, n) {
            prop_assert!(is_padded_complement(&a, n, &r), "complement_ceil({a}, {n}) = {r}");
        }
    }
}
