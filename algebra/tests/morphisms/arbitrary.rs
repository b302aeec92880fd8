//! Random nested morphisms, and pairs of morphisms that fit together.

use proptest::prelude::*;
use tilework_algebra::morphism::{NestedTupleMorphism, PointedMap};
use tilework_algebra::{IntTuple, Profile};

/// A profile of `leaves` leaves: neighbors are grouped repeatedly.
fn profile(leaves: usize) -> impl Strategy<Value = Profile> {
    let groups = prop::collection::vec((any::<prop::sample::Index>(), 1usize..4), 0..4);
    groups.prop_map(move |groups| {
        let mut parts = vec![Profile::leaf(); leaves];
        for (at, len) in groups {
            if parts.is_empty() {
                break;
            }
            let begin = at.index(parts.len());
            let end = (begin + len).min(parts.len());
            let group = Profile::tuple(parts[begin..end].iter().cloned());
            parts.splice(begin..end, [group]);
        }
        match parts.pop() {
            Some(part) if parts.is_empty() => part,
            last => Profile::tuple(parts.into_iter().chain(last)),
        }
    })
}

/// A tuple of these leaves, in any nesting.
pub fn nested(leaves: Vec<i64>) -> impl Strategy<Value = IntTuple> {
    profile(leaves.len())
        .prop_map(move |profile| IntTuple::new(leaves.iter().copied(), profile).unwrap())
}

/// A tuple of small extents.
pub fn tuple(leaves: usize, extent: i64) -> impl Strategy<Value = IntTuple> {
    prop::collection::vec(1..=extent, 0..=leaves).prop_flat_map(nested)
}

/// A morphism to a tuple, whose domain has a few additional entries without images.
pub fn into(codomain: IntTuple, nowhere: usize) -> impl Strategy<Value = NestedTupleMorphism> {
    let entries: Vec<usize> = (0..codomain.leaves().len()).collect();
    let hit = prop::sample::subsequence(entries.clone(), 0..=entries.len());
    let others = prop::collection::vec(1i64..=3, 0..=nowhere);
    (hit, others).prop_flat_map(move |(hit, others)| {
        let leaves = codomain.leaves().to_vec();
        let hit = hit.into_iter().map(|j| (leaves[j], Some(j)));
        let all: Vec<_> = hit.chain(others.into_iter().map(|extent| (extent, None))).collect();
        let codomain = codomain.clone();
        Just(all).prop_shuffle().prop_flat_map(move |all| {
            let map = PointedMap::new(all.iter().map(|entry| entry.1), codomain.leaves().len());
            let (map, codomain) = (map.unwrap(), codomain.clone());
            nested(all.iter().map(|entry| entry.0).collect()).prop_map(move |domain| {
                NestedTupleMorphism::new(&domain, &codomain, map.clone()).unwrap()
            })
        })
    })
}

/// A morphism from a tuple, whose codomain has a few additional entries that are not images.
pub fn out_of(domain: IntTuple, free: usize) -> impl Strategy<Value = NestedTupleMorphism> {
    let entries: Vec<usize> = (0..domain.leaves().len()).collect();
    let sent = prop::sample::subsequence(entries.clone(), 0..=entries.len());
    let others = prop::collection::vec(1i64..=3, 0..=free);
    (sent, others).prop_flat_map(move |(sent, others)| {
        let leaves = domain.leaves().to_vec();
        let sent = sent.into_iter().map(|i| (leaves[i], Some(i)));
        let all: Vec<_> = sent.chain(others.into_iter().map(|extent| (extent, None))).collect();
        let domain = domain.clone();
        Just(all).prop_shuffle().prop_flat_map(move |all| {
            let image = |i: usize| all.iter().position(|entry| entry.1 == Some(i));
            let map = PointedMap::new((0..domain.leaves().len()).map(image), all.len()).unwrap();
            let domain = domain.clone();
            nested(all.iter().map(|entry| entry.0).collect()).prop_map(move |codomain| {
                NestedTupleMorphism::new(&domain, &codomain, map.clone()).unwrap()
            })
        })
    })
}

/// A morphism.
pub fn morphism() -> impl Strategy<Value = NestedTupleMorphism> {
    tuple(4, 4).prop_flat_map(|codomain| into(codomain, 2))
}

/// Two morphisms, one after the other.
pub fn composable() -> impl Strategy<Value = (NestedTupleMorphism, NestedTupleMorphism)> {
    tuple(4, 4).prop_flat_map(|tuple| (into(tuple.clone(), 1), out_of(tuple, 2)))
}

/// Two morphisms. The codomain of the second is what the first leaves free, and the second has entries without images
/// only if the first has some.
pub fn product_admissible() -> impl Strategy<Value = (NestedTupleMorphism, NestedTupleMorphism)> {
    tuple(5, 4).prop_flat_map(|codomain| into(codomain, 0)).prop_flat_map(|f| {
        let free = f.complement().unwrap().domain();
        (Just(f), into(free, 1))
    })
}

/// A refinement of a tuple: some entries become tuples of factors.
pub fn refinement(coarser: IntTuple) -> impl Strategy<Value = IntTuple> {
    let leaves = coarser.leaves().to_vec();
    let parts: Vec<_> = leaves.into_iter().map(factors).collect();
    parts.prop_map(move |parts| tilework_algebra::substitute(coarser.profile(), &parts).unwrap())
}

/// A tuple of this size.
fn factors(size: i64) -> impl Strategy<Value = IntTuple> {
    let divisors: Vec<i64> = (1..=size).filter(|d| size % d == 0).collect();
    let cut = prop::sample::select(divisors);
    prop_oneof![
        Just(IntTuple::leaf(size)),
        Just(IntTuple::tuple([size.into()])),
        cut.prop_map(move |d| IntTuple::tuple([d.into(), (size / d).into()])),
    ]
}
