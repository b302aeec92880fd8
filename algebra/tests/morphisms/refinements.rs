//! Refinements, pullbacks and pushforwards, and mutual refinements, compared with their definitions.

use proptest::prelude::*;
use tilework_algebra::morphism::{
    MutualRefinement, NestedTupleMorphism, Refinement, layout_of, mutual_refinement, weak_composite,
};
use tilework_algebra::{IntTuple, coalesce, flatten, relative_modes, substitute};

use crate::definition::refines;
use crate::encoded::tuples;
use crate::{arbitrary, laws};

fn flat(entries: &[i64]) -> IntTuple {
    IntTuple::tuple(entries.iter().map(|&n| n.into()))
}

/// Definition 4.1.1.1.
fn is_mutual_refinement(t: &IntTuple, u: &IntTuple, both: &MutualRefinement) -> bool {
    let (first, second) = (both.first().finer(), both.second().finer());
    refines(first, t) && refines(second, u) && second.leaves().starts_with(first.leaves())
}

/// Returns whether there is one, by trying each leaf that may be next in both; leaves of 1 change nothing.
fn exists(t: &[i64], u: &[i64]) -> bool {
    let (t, u) = (without_ones(t), without_ones(u));
    let (Some((&x, ts)), Some((&y, us))) = (t.split_first(), u.split_first()) else {
        return t.is_empty();
    };
    let mut leaves = (2..=x.min(y)).filter(|leaf| x % leaf == 0 && y % leaf == 0);
    leaves.any(|leaf| exists(&[&[x / leaf], ts].concat(), &[&[y / leaf], us].concat()))
}

fn without_ones(entries: &[i64]) -> Vec<i64> {
    entries.iter().copied().filter(|&n| n > 1).collect()
}

/// Returns whether there is one, by the condition in the documentation.
fn is_said_to_exist(t: &[i64], u: &[i64]) -> bool {
    let products = |entries: &[i64]| -> Vec<i64> {
        let next = |product: &mut i64, n: &i64| {
            *product *= n;
            Some(*product)
        };
        std::iter::once(1).chain(entries.iter().scan(1, next)).collect()
    };
    let (t, u) = (products(t), products(u));
    let size = *t.last().unwrap();
    let Some(end) = u.iter().position(|&product| product >= size) else { return false };
    let divide = |x: i64, y: i64| x.max(y) % x.min(y) == 0;
    t.iter().all(|&x| u[..=end].iter().all(|&y| divide(x, y)))
}

#[test]
fn all_small_mutual_refinements() {
    let mut none = 0;
    for t in tuples(3, &[1, 2, 3, 4, 6]) {
        for u in tuples(3, &[1, 2, 4, 6, 12]) {
            let there = exists(&t, &u);
            assert_eq!(is_said_to_exist(&t, &u), there, "{t:?} {u:?}");
            match mutual_refinement(&flat(&t), &flat(&u)) {
                Ok(both) => {
                    assert!(is_mutual_refinement(&flat(&t), &flat(&u), &both), "{t:?} {u:?}")
                }
                Err(_) => {
                    none += 1;
                    assert!(!there, "{t:?} {u:?}");
                }
            }
        }
    }
    assert!(none > 1000);
}

/// Entries of 1 that refine the empty tuple become `()`, in any nesting, and morphisms are composed over them.
#[test]
fn ones_and_the_empty_tuple() {
    for (t, u, finer) in
        [("(1)", "()", "(())"), ("1", "()", "()"), ("(1,(1,1))", "((),())", "((),((),()))")]
    {
        let (t, u): (IntTuple, IntTuple) = (t.parse().unwrap(), u.parse().unwrap());
        let both = mutual_refinement(&t, &u).unwrap();
        assert!(is_mutual_refinement(&t, &u, &both), "{t} {u}");
        assert_eq!((both.first().finer().to_string(), both.second().finer()), (finer.into(), &u));
        let first = both.first();
        assert_eq!(Refinement::new(first.finer().clone(), t), Ok(first.clone()));
    }
    let morphism = |text: &str| text.parse::<NestedTupleMorphism>().unwrap();
    let composite = weak_composite(&morphism("(2,1)--(0,1)-->(1)"), &morphism("()--()-->(5)"));
    assert_eq!(composite.unwrap().to_string(), "(2,())--(0)-->(5)");
    assert!(mutual_refinement(&flat(&[1, 2]), &flat(&[])).is_err());
}

proptest! {
    /// Tuples that have a mutual refinement, in any nesting (lemma 3.2.5.20: it is that of the flat tuples).
    #[test]
    fn any_mutual_refinement((t, u) in arbitrary::tuple(4, 12).prop_flat_map(|tuple| {
        let leaves: Vec<i64> = tuple.leaves().to_vec();
        (Just(tuple), arbitrary::nested(leaves))
    }).prop_flat_map(|(t, u)| (arbitrary::refinement(t), arbitrary::refinement(u)))) {
        let flat = mutual_refinement(&flatten(&t), &flatten(&u));
        match mutual_refinement(&t, &u) {
            Ok(both) => {
                prop_assert!(is_mutual_refinement(&t, &u, &both), "{t} {u}");
                let flat = flat.unwrap();
                prop_assert_eq!(both.first().relative_flatten(), flat.first().relative_flatten());
                prop_assert_eq!(both.second().relative_flatten(), flat.second().relative_flatten());
                let inclusion = both.inclusion();
                prop_assert_eq!(inclusion.domain(), both.first().finer().clone());
            }
            Err(error) => {
                prop_assert!(!exists(t.leaves(), u.leaves()), "{t} {u}: {error}");
                prop_assert!(flat.is_err());
            }
        }
    }

    #[test]
    fn any_pullback((f, finer) in arbitrary::morphism().prop_flat_map(|f| {
        let finer = arbitrary::refinement(f.codomain());
        (Just(f), finer)
    })) {
        let along = Refinement::new(finer.clone(), f.codomain()).unwrap();
        let pulled = f.pullback_along(&along).unwrap();
        prop_assert!(laws::is_refined(&f, &pulled), "{f} {finer}: {pulled}");
        prop_assert_eq!(pulled.codomain(), finer);
        entry_by_entry(&f, &pulled)?;
    }

    #[test]
    fn any_pushforward((f, finer) in arbitrary::morphism().prop_flat_map(|f| {
        let finer = arbitrary::refinement(f.domain());
        (Just(f), finer)
    })) {
        let along = Refinement::new(finer.clone(), f.domain()).unwrap();
        let pushed = f.pushforward_along(&along).unwrap();
        prop_assert!(laws::is_refined(&f, &pushed), "{f} {finer}: {pushed}");
        prop_assert_eq!(pushed.domain(), finer);
        entry_by_entry(&f, &pushed)?;
    }

    /// Observations 3.2.5.9 and 3.2.5.16: both are functors, `(g o f)^* = f^* g^*` and
    /// `(g o f)_* = g_* f_*`.
    #[test]
    fn both_are_functors((f, g, above, below) in arbitrary::composable().prop_flat_map(|(f, g)| {
        let (above, below) = (arbitrary::refinement(g.codomain()), arbitrary::refinement(f.domain()));
        (Just(f), Just(g), above, below)
    })) {
        let both = f.then(&g).unwrap();
        let along = |finer: &IntTuple, coarser: IntTuple| Refinement::new(finer.clone(), coarser).unwrap();
        let last = g.pullback_along(&along(&above, g.codomain())).unwrap();
        let first = f.pullback_along(&along(&last.domain(), f.codomain())).unwrap();
        let whole = both.pullback_along(&along(&above, g.codomain())).unwrap();
        // Entries without an image in the second stay whole in the first.
        prop_assert_eq!(whole.domain(), first.domain());
        prop_assert_eq!(&whole, &first.then(&last).unwrap());

        let first = f.pushforward_along(&along(&below, f.domain())).unwrap();
        let last = g.pushforward_along(&along(&first.codomain(), g.domain())).unwrap();
        let whole = both.pushforward_along(&along(&below, f.domain())).unwrap();
        prop_assert_eq!(&whole, &first.then(&last).unwrap());
    }

    /// The parts of a refinement put it together again, and so do the parts of a morphism relative to it.
    #[test]
    fn relative_parts((coarser, finer) in arbitrary::tuple(4, 12).prop_flat_map(|coarser| {
        let finer = arbitrary::refinement(coarser.clone());
        (Just(coarser), finer)
    })) {
        let along = Refinement::new(finer.clone(), coarser.clone()).unwrap();
        let modes = along.relative_modes();
        prop_assert_eq!(&modes, &relative_modes(&finer, coarser.profile()).unwrap());
        prop_assert_eq!(substitute(coarser.profile(), &modes), Ok(finer.clone()));
        prop_assert_eq!(along.relative_flatten(), IntTuple::tuple(modes.iter().cloned()));
        for (i, mode) in modes.iter().enumerate() {
            prop_assert_eq!(&along.inclusion(i).unwrap().domain(), mode);
        }
        let parts = (0..modes.len()).map(|i| along.inclusion(i).unwrap());
        let whole = NestedTupleMorphism::concatenate(parts).unwrap();
        if !modes.is_empty() {
            let identity = NestedTupleMorphism::reparenthesization(&along.relative_flatten(), &finer);
            prop_assert_eq!(Ok(whole), identity);
        }
        prop_assert!(along.inclusion(modes.len()).is_err());
    }
}

/// Lemmas 3.2.5.10 and 3.2.5.14: the part that replaces entry `i` coalesces to `s_i:d_i`.
fn entry_by_entry(
    f: &NestedTupleMorphism,
    finer: &NestedTupleMorphism,
) -> Result<(), TestCaseError> {
    let along = Refinement::new(finer.domain(), f.domain()).unwrap();
    for (i, mode) in layout_of(f).flat_modes().iter().enumerate() {
        let part = coalesce(&layout_of(&finer.relative_mode(i, &along).unwrap()));
        let stride = if mode.shape > 1 { mode.stride } else { 0 };
        prop_assert_eq!(part.to_string(), format!("{}:{stride}", mode.shape));
    }
    Ok(())
}

/// Observation 3.2.5.17: along an isomorphism, pullback and pushforward are inverse to each other.
#[test]
fn along_isomorphisms() {
    let f: NestedTupleMorphism = "((4,9),25)--(2,3,1)-->(25,(4,9))".parse().unwrap();
    let finer: IntTuple = "(((2,2),9),(5,5))".parse().unwrap();
    let pushed = f.pushforward_along(&Refinement::new(finer.clone(), f.domain()).unwrap()).unwrap();
    assert_eq!(pushed.to_string(), "(((2,2),9),(5,5))--(3,4,5,1,2)-->((5,5),((2,2),9))");
    let back =
        f.pullback_along(&Refinement::new(pushed.codomain(), f.codomain()).unwrap()).unwrap();
    assert_eq!(back.domain(), finer);
}
