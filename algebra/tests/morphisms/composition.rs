//! The composition algorithm, compared with exact composition and the definition.

use proptest::prelude::*;
use tilework_algebra::morphism::{composition_algorithm, is_tractable, layout_of, weak_composite};
use tilework_algebra::{Layout, composition};

use crate::arbitrary;
use crate::definition::{all_layouts, composition_exists, is_composition, refines, values};

/// Theorem 4.1.3.1: the algorithm returns the composition. Returns whether it returned a result.
fn check(a: &Layout, b: &Layout) -> bool {
    let Ok(composed) = composition_algorithm(b, a) else { return false };
    assert!(is_composition(b, a, &composed), "{b} o {a} = {composed}");
    assert_eq!(composition(b, a), Ok(composed), "{b} o {a}");
    true
}

#[test]
fn all_small_layouts() {
    let all: Vec<Layout> = (0..=2)
        .flat_map(|rank| all_layouts(rank, &[1, 2, 4, 6], &[0, 1, 2, 3, 4, 8]))
        .filter(is_tractable)
        .collect();
    let (mut found, mut missed) = (0, 0);
    for a in all.iter().step_by(3) {
        for b in &all {
            match check(a, b) {
                true => found += 1,
                false => missed += usize::from(composition(b, a).is_ok()),
            }
        }
    }
    // It is not complete, mostly if `a` reaches past the size of `b`.
    assert!(found > 1000 && missed > 1000, "{found} {missed}");
}

proptest! {
    /// Morphisms that are composable up to the nesting and a common refinement.
    #[test]
    fn any_weak_composite((f, g) in arbitrary::tuple(4, 12).prop_flat_map(|tuple| {
        let here = arbitrary::refinement(tuple.clone()).prop_flat_map(|tuple| arbitrary::into(tuple, 1));
        let there = arbitrary::refinement(tuple).prop_flat_map(|tuple| arbitrary::out_of(tuple, 1));
        (here, there)
    })) {
        prop_assume!(f.size() < 1 << 14);
        if let Ok(composite) = weak_composite(&f, &g) {
            let (inner, outer, both) = (layout_of(&f), layout_of(&g), layout_of(&composite));
            prop_assert!(refines(&both.shape(), &inner.shape()));
            prop_assert!(is_composition(&outer, &inner, &both), "{f} {g}: {composite}");
            check(&inner, &outer);
        }
    }
}

/// 002 says that the algorithm finds a composition whenever there is one; here it does not.
#[test]
fn not_complete() {
    for (a, b, composed) in [("2:3", "(4,2):(1,100)", "2:3"), ("6:1", "10:1", "6:1")] {
        let (a, b): (Layout, Layout) = (a.parse().unwrap(), b.parse().unwrap());
        assert!(composition_exists(&b, &a));
        assert!(composition_algorithm(&b, &a).is_err());
        let direct = composition(&b, &a).unwrap();
        assert_eq!(direct.to_string(), composed);
        assert_eq!(values(&direct).len() as i64, a.size());
    }
}
