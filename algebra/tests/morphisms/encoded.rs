//! Morphisms by their definition, without the library, and all small ones.

use std::collections::BTreeMap;

use tilework_algebra::Layout;
use tilework_algebra::morphism::{NestedTupleMorphism, PointedMap, TupleMorphism};

use crate::definition::flat;

/// The function of a morphism: the digits of `i` in the domain, put at the images of the entries, are the digits of the
/// value in the codomain (003, constructions 3.1.4.1 and 3.1.4.4).
pub fn function(f: &TupleMorphism) -> Vec<i64> {
    let (domain, codomain, map) = (f.domain(), f.codomain(), f.map().numbers());
    let value = |mut i: i64| {
        let mut digits = vec![0; codomain.len()];
        for (extent, image) in domain.iter().zip(map) {
            if *image > 0 {
                digits[image - 1] = i % extent;
            }
            i /= extent;
        }
        digits.iter().zip(codomain).rev().fold(0, |value, (digit, extent)| value * extent + digit)
    };
    (0..domain.iter().product()).map(value).collect()
}

/// The layout that a morphism encodes: the stride of an entry is the product of the entries before its image (003,
/// construction 3.1.2.1).
pub fn layout(f: &TupleMorphism) -> Layout {
    let stride = |&image: &usize| match image {
        0 => 0,
        image => f.codomain()[..image - 1].iter().product(),
    };
    let strides = f.map().numbers().iter().map(stride);
    flat(&f.domain().iter().copied().zip(strides).collect::<Vec<_>>())
}

pub fn morphism(text: &str) -> NestedTupleMorphism {
    text.parse().unwrap()
}

/// All tuples of at most `len` entries.
pub fn tuples(len: usize, extents: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    let mut longest = all.clone();
    for _ in 0..len {
        let longer = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            extents.iter().map(move |&extent| [tuple.clone(), vec![extent]].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend(longest.clone());
    }
    all
}

/// All morphisms between tuples with at most these numbers of entries.
pub fn morphisms(domains: usize, codomains: usize, extents: &[i64]) -> Vec<TupleMorphism> {
    let mut all = vec![];
    for codomain in tuples(codomains, extents) {
        let mut started: Vec<(Vec<i64>, Vec<usize>)> = vec![(vec![], vec![])];
        for len in 0..=domains {
            let built = |(domain, map): &(Vec<i64>, Vec<usize>)| {
                let map = PointedMap::written(map.iter().copied(), codomain.len()).unwrap();
                TupleMorphism::new(domain, &codomain, map).unwrap()
            };
            all.extend(started.iter().map(built));
            if len == domains {
                break;
            }
            let mut longer = vec![];
            for (domain, map) in &started {
                let mut push = |extent: i64, image: usize| {
                    longer.push(([&domain[..], &[extent]].concat(), [&map[..], &[image]].concat()));
                };
                extents.iter().for_each(|&extent| push(extent, 0));
                let free = (1..=codomain.len()).filter(|image| !map.contains(image));
                free.for_each(|image| push(codomain[image - 1], image));
            }
            started = longer;
        }
    }
    all
}

/// The morphisms with each tuple as the domain.
pub fn by_domain(all: &[TupleMorphism]) -> BTreeMap<Vec<i64>, Vec<TupleMorphism>> {
    let mut from: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for f in all {
        from.entry(f.domain().to_vec()).or_default().push(f.clone());
    }
    from
}

/// The morphisms with each tuple as the codomain.
pub fn by_codomain(all: &[TupleMorphism]) -> BTreeMap<Vec<i64>, Vec<TupleMorphism>> {
    let mut to: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for f in all {
        to.entry(f.codomain().to_vec()).or_default().push(f.clone());
    }
    to
}
