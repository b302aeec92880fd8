//! The laws, for all small morphisms and for random ones.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilework_algebra::morphism::{
    NestedTupleMorphism, PointedMap, TupleMorphism, is_tractable, layout_of, morphism_of,
};
use tilework_algebra::{IntTuple, Layout};

use crate::definition::{all_layouts, flat};
use crate::encoded::{self, by_codomain, by_domain, morphisms};
use crate::{arbitrary, laws};

fn nest(f: &TupleMorphism) -> NestedTupleMorphism {
    f.clone().into()
}

#[test]
fn all_small_morphisms() {
    for f in morphisms(3, 3, &[1, 2, 3]) {
        let nested = nest(&f);
        assert!(laws::realization(&nested), "{f}");
        assert!(laws::standard_representation(&f.layout()), "{f}");
        assert!(laws::theorem_a(&nested), "{f}");
        assert!(laws::theorem_c(&nested), "{f}");
        assert!(laws::theorem_d(&nested), "{f}");
        assert!(laws::sort_and_squeeze(&f), "{f}");
        assert_eq!(f.to_string().parse(), Ok(f));
    }
}

/// Theorem A, the converse: a layout is tractable if and only if a morphism encodes it, and each nondegenerate layout
/// has a nondegenerate morphism in standard form.
#[test]
fn all_small_layouts() {
    let mut encoded: BTreeSet<String> = BTreeSet::new();
    let mut standard: BTreeMap<String, String> = BTreeMap::new();
    for f in morphisms(2, 4, &[1, 2, 3, 4]) {
        let layout = encoded::layout(&f).to_string();
        if f.is_standard_form() && f.is_nondegenerate() {
            let other = standard.insert(layout.clone(), f.to_string());
            assert_eq!(other, None, "{layout}");
        }
        encoded.insert(layout);
    }
    let mut tractable = 0;
    for rank in 0..=2 {
        for layout in all_layouts(rank, &[1, 2, 3], &[-1, 0, 1, 2, 3, 4]) {
            let text = layout.to_string();
            assert_eq!(is_tractable(&layout), encoded.contains(&text), "{layout}");
            assert_eq!(is_tractable(&layout), morphism_of(&layout).is_ok(), "{layout}");
            if let Some(f) = standard.get(&text) {
                assert_eq!(morphism_of(&layout).unwrap().to_string(), *f, "{layout}");
            }
            tractable += usize::from(is_tractable(&layout));
        }
    }
    assert!(tractable > 50);
    for layout in all_layouts(3, &[1, 2, 3], &[-1, 0, 1, 2, 3, 4, 6]) {
        assert!(laws::tractability(&layout), "{layout}");
    }
}

#[test]
fn all_small_pairs() {
    let all = morphisms(2, 3, &[1, 2, 3]);
    let (from, to) = (by_domain(&all), by_codomain(&all));
    for (f, g) in to.iter().filter_map(|(tuple, f)| Some((f, from.get(tuple)?))) {
        for (f, g) in f.iter().flat_map(|f| g.iter().map(move |g| (nest(f), nest(g)))) {
            assert!(laws::theorem_b(&f, &g), "{f} {g}");
            assert!(laws::theorem_e(&g, &f), "{g} {f}");
        }
    }
    for f in all.iter().filter(|f| f.is_complementable()) {
        let free = f.complement().unwrap();
        for g in to.get(free.domain()).into_iter().flatten() {
            assert!(laws::theorem_f(&nest(f), &nest(g)), "{f} {g}");
        }
    }
}

#[test]
fn all_small_triples() {
    let all = morphisms(2, 2, &[1, 2]);
    let (from, to) = (by_domain(&all), by_codomain(&all));
    for f in &all {
        for g in &from[f.codomain()] {
            for h in &from[g.codomain()] {
                assert!(laws::category(f, g, h), "{f} {g} {h}");
            }
        }
        for g in &to[f.codomain()] {
            assert!(laws::complements(f, g), "{f} {g}");
            for h in &from[f.codomain()] {
                assert!(laws::concatenation(&nest(f), &nest(g), &nest(h)), "{f} {g} {h}");
            }
        }
    }
    for (f, g) in all.iter().flat_map(|f| all.iter().map(move |g| (f, g))) {
        assert!(laws::sum(f, g), "{f} {g}");
    }
}

/// Examples 3.1.3.4 to 3.1.3.6, with their strides; an expansion does not change the layout.
#[test]
fn families() {
    for tuple in encoded::tuples(3, &[1, 2, 3]) {
        let len = tuple.len();
        for entries in
            (0..1usize << len).map(|set| (0..len).filter(|k| set >> k & 1 == 1).collect())
        {
            let entries: Vec<usize> = entries;
            let onto = TupleMorphism::projection(&tuple, &entries).unwrap();
            let stride = |k: usize| match entries.contains(&k) {
                true => entries.iter().filter(|&&j| j < k).map(|&j| tuple[j]).product(),
                false => 0,
            };
            assert_eq!(
                onto.layout(),
                flat(&(0..len).map(|k| (tuple[k], stride(k))).collect::<Vec<_>>())
            );
        }
        for factors in encoded::tuples(len, &[1, 2, 4]).into_iter().filter(|f| f.len() == len) {
            let apart = TupleMorphism::dilation(&tuple, &factors).unwrap();
            let before = |k: usize| (0..k).map(|j| factors[j] * tuple[j]).product::<i64>();
            let modes = (0..len).map(|k| (tuple[k], factors[k] * before(k)));
            assert_eq!(apart.layout(), flat(&modes.collect::<Vec<_>>()));
        }
        for shorter in 0..=len {
            let to = TupleMorphism::expansion(&tuple, shorter).unwrap();
            for f in
                by_codomain(&morphisms(2, 2, &[1, 2, 3])).get(to.domain()).into_iter().flatten()
            {
                assert_eq!(f.then(&to).unwrap().layout(), f.layout());
            }
        }
    }
    assert!(
        TupleMorphism::expansion(&[2], 2).is_err()
            && TupleMorphism::projection(&[2], &[1]).is_err()
    );
    assert!(
        TupleMorphism::dilation(&[2], &[]).is_err() && TupleMorphism::dilation(&[2], &[0]).is_err()
    );
}

/// `f * (g * h)`, where each codomain is what the morphism before leaves free.
#[test]
fn all_small_products() {
    let all = morphisms(2, 3, &[2, 3]);
    let to = by_codomain(&all);
    let injective = |f: &&TupleMorphism| f.is_complementable();
    for f in all.iter().filter(injective) {
        let free = f.complement().unwrap();
        for g in to[free.domain()].iter().filter(injective) {
            let rest = g.complement().unwrap();
            for h in &to[rest.domain()] {
                assert!(laws::products(f, g, h), "{f} {g} {h}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_morphism(f in arbitrary::morphism()) {
        prop_assert!(laws::realization(&f), "{f}");
        prop_assert!(laws::standard_representation(&layout_of(&f)), "{f}");
        prop_assert!(laws::theorem_a(&f), "{f}");
        prop_assert!(laws::theorem_a(&morphism_of(&layout_of(&f)).unwrap()), "{f}");
        prop_assert!(laws::theorem_c(&f), "{f}");
        prop_assert!(laws::theorem_d(&f), "{f}");
        prop_assert!(laws::sort_and_squeeze(f.flatten()), "{f}");
        prop_assert_eq!(f.to_string().parse(), Ok(f));
    }

    #[test]
    fn any_pair((f, g) in arbitrary::composable()) {
        prop_assert!(laws::theorem_b(&f, &g), "{f} {g}");
        prop_assert!(laws::theorem_e(&g, &f), "{g} {f}");
    }

    #[test]
    fn any_product((f, g) in arbitrary::product_admissible()) {
        prop_assert!(laws::theorem_d(&f), "{f}");
        prop_assert!(laws::theorem_f(&f, &g), "{f} {g}");
    }

    #[test]
    fn any_concatenation((f, g, h) in arbitrary::tuple(4, 4).prop_flat_map(|tuple| {
        let into = || arbitrary::into(tuple.clone(), 1);
        (into(), into(), arbitrary::out_of(tuple.clone(), 1))
    })) {
        prop_assert!(laws::concatenation(&f, &g, &h), "{f} {g} {h}");
    }

    /// Sizes that are too large for a list of values: the function at a few coordinates.
    #[test]
    fn any_large_morphism(
        extents in prop::collection::vec(1i64..2000, 5),
        order in Just([0usize, 1, 2, 3, 4]).prop_shuffle(),
        kept in 0usize..=5,
        at in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let domain: Vec<i64> = order.iter().map(|&j| extents[j]).collect();
        let images = order.iter().enumerate().map(|(i, &j)| (i < kept).then_some(j));
        let tuple = |entries: &[i64]| IntTuple::tuple(entries.iter().map(|&n| n.into()));
        let map = PointedMap::new(images, 5).unwrap();
        let f = NestedTupleMorphism::new(&tuple(&domain), &tuple(&extents), map).unwrap();
        let layout = layout_of(&f);
        for at in at {
            let i = at.index(f.size() as usize) as i64;
            prop_assert_eq!(f.realize(i), layout.offset(i));
        }
        prop_assert!(laws::theorem_a(&f));
        prop_assert_eq!(morphism_of(&layout).map(|g| layout_of(&g)), Ok(layout));
    }

    #[test]
    fn any_layout_that_is_tractable(modes in prop::collection::vec((1i64..5, 1i64..4, any::<bool>()), 0..6)) {
        // Strides that continue the spans before them, in random order.
        let mut span = 1;
        let mut all = vec![];
        for (extent, gap, moves) in modes {
            span *= gap;
            all.push((extent, if moves { span } else { 0 }));
            span *= if moves { extent } else { 1 };
        }
        all.reverse();
        let layout: Layout = flat(&all);
        prop_assert!(laws::standard_representation(&layout), "{layout}");
    }
}
