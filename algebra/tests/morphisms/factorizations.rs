//! Ordered factorizations, and the permutations that are functions of layouts (000, chapter 3).

use std::collections::BTreeSet;

use tilework_algebra::morphism::{
    FactorizationMorphism, LayoutPermutations, OrderedFactorization, morphism_of_permutation,
};
use tilework_algebra::{Error, Rule, function_to_layout};

use crate::definition::{all_layouts, is_layout_function, values};

fn permutations(n: i64) -> Vec<Vec<i64>> {
    LayoutPermutations::of(n).unwrap().map(|f| values(&f.layout())).collect()
}

/// All orders of `0..n`.
fn orders(n: i64) -> Vec<Vec<i64>> {
    let mut orders = vec![vec![]];
    for number in 0..n {
        let inserted = |order: &Vec<i64>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[number], &order[at..]].concat())
        };
        orders = orders.iter().flat_map(inserted).collect();
    }
    orders
}

/// Proposition 3.15: of all permutations, exactly those that are layout functions are realized, each once. The test of
/// a single permutation finds a morphism with its function.
#[test]
fn all_permutations_of_up_to_8() {
    for n in 1..=8 {
        let listed = permutations(n);
        let set: BTreeSet<Vec<i64>> = listed.iter().cloned().collect();
        assert_eq!(set.len(), listed.len());
        let mut found = 0;
        for values_of in orders(n) {
            let is_one = is_layout_function(&values_of);
            assert_eq!(set.contains(&values_of), is_one, "{values_of:?}");
            match morphism_of_permutation(&values_of) {
                Ok(f) => {
                    assert!(is_one && f.is_isomorphism() && f.codomain().size() == n);
                    assert_eq!(values(&f.layout()), values_of);
                    found += 1;
                }
                Err(_) => assert!(!is_one, "{values_of:?}"),
            }
        }
        assert_eq!(found, listed.len());
    }
}

/// Larger sizes, compared with all layouts with the extents of a factorization: their number, and each one.
#[test]
fn larger_sizes() {
    for (n, extents, rank) in [
        (12, &[2, 3, 4, 6, 12][..], 3),
        (16, &[2, 4, 8, 16], 4),
        (30, &[2, 3, 5, 6, 10, 15, 30], 3),
    ] {
        let strides: Vec<i64> = (1..n).filter(|d| n % d == 0).collect();
        let compact = (1..=rank)
            .flat_map(|rank| all_layouts(rank, extents, &strides))
            .filter(|layout| layout.size() == n)
            .map(|layout| values(&layout))
            .filter(|values| values.iter().collect::<BTreeSet<_>>().len() == n as usize)
            .filter(|values| values.iter().all(|&value| value < n));
        let all: BTreeSet<Vec<i64>> = compact.collect();
        let listed = permutations(n);
        assert_eq!(listed.len(), all.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), all);
    }
}

/// Remark 3.16: closed under inverses. For a prime power they form a group of order `k!`; for 6 and 12 they form no
/// group.
#[test]
fn groups() {
    let composed =
        |f: &Vec<i64>, g: &Vec<i64>| f.iter().map(|&i| g[i as usize]).collect::<Vec<_>>();
    for (n, size, is_group) in
        [(4, 2, true), (6, 3, false), (8, 6, true), (12, 14, false), (16, 24, true), (27, 6, true)]
    {
        let all: BTreeSet<Vec<i64>> = permutations(n).into_iter().collect();
        assert_eq!(all.len(), size, "{n}");
        for f in &all {
            let mut inverse = vec![0; n as usize];
            f.iter().zip(0..).for_each(|(&to, from)| inverse[to as usize] = from);
            assert!(all.contains(&inverse), "{f:?}");
        }
        let closed = all.iter().all(|f| all.iter().all(|g| all.contains(&composed(f, g))));
        assert_eq!(closed, is_group, "{n}");
    }
}

/// Lemma 3.12, for all maps, injective or not: the function of a composite is the composite, and so is the morphism of
/// tuples, if there is one.
#[test]
fn composites() {
    let maps = |from: usize, to: usize| {
        (0..to.pow(from as u32))
            .map(move |n| (0..from).map(|i| n / to.pow(i as u32) % to).collect())
    };
    for primes in [&[2, 3][..], &[2, 2, 3], &[3, 2, 5]] {
        let e = OrderedFactorization::new(primes.iter().copied()).unwrap();
        for alpha in maps(2, primes.len()) {
            let alpha: Vec<usize> = alpha;
            let outer = FactorizationMorphism::new(e.clone(), alpha).unwrap();
            for beta in (1..=2).flat_map(|from| maps(from, 2)) {
                let beta: Vec<usize> = beta;
                let inner = FactorizationMorphism::new(outer.domain(), beta).unwrap();
                let both = inner.then(&outer).unwrap();
                assert_eq!(both.domain(), inner.domain());
                // The values of a map that is not injective go past the size of the other.
                let place = |i: i64| crate::definition::value(&outer.layout(), i);
                let injective = inner.tuple_morphism().is_some();
                if injective {
                    let composed: Vec<i64> =
                        values(&inner.layout()).into_iter().map(place).collect();
                    assert_eq!(values(&both.layout()), composed, "{inner} {outer}");
                }
                if let (Some(f), Some(g)) = (inner.tuple_morphism(), outer.tuple_morphism()) {
                    assert_eq!(f.then(&g).ok(), both.tuple_morphism());
                    assert_eq!(f.layout(), inner.layout());
                }
            }
        }
        let identity = FactorizationMorphism::identity(e.clone());
        assert!(identity.is_automorphism() && identity.domain() == e);
    }
}

#[test]
fn texts() {
    for n in [1, 12, 30] {
        for f in LayoutPermutations::of(n).unwrap() {
            assert_eq!(f.to_string().parse(), Ok(f.clone()));
            assert_eq!(f.domain().to_string().parse(), Ok(f.domain()));
        }
    }
    for (text, words) in [
        (
            "[3,2]--[2,3]-->[2,3]",
            "morphism: map range, mode 1: the image 3 is not among the 2 entries of the codomain",
        ),
        (
            "[3,2]--[0,1]-->[2,3]",
            "morphism: map range, mode 0: the image 0 is not among the 2 entries of the codomain",
        ),
        ("[2,2]--[2,1]-->[2,3]", "morphism: equal extents, mode 0: the extents 2 and 3 differ"),
        ("[3]--[2,1]-->[2,3]", "morphism: map length: the map has 2 images for 1 entries"),
        ("[3,2]--(2,1)-->[2,3]", "parse: syntax: expected `[` at position 7"),
        ("[3,2]--[2,1]-->[2,3", "parse: syntax: expected `,` or `]` at position 19"),
    ] {
        let error = text.parse::<FactorizationMorphism>().unwrap_err();
        assert_eq!(error.to_string(), words, "{text}");
    }
}

#[test]
fn refusals() {
    let rule = |error: Error| error.rule;
    assert_eq!(OrderedFactorization::new([2, 4]).map_err(rule), Err(Rule::Prime { factor: 4 }));
    assert_eq!(OrderedFactorization::new([1]).map_err(rule), Err(Rule::Prime { factor: 1 }));
    assert_eq!(OrderedFactorization::new([2; 63]).map_err(rule), Err(Rule::Overflow));
    assert_eq!(OrderedFactorization::of(0).map_err(rule), Err(Rule::Extent { extent: 0 }));
    // A product of two primes above 2^22.
    let hard = 4_194_319 * 4_194_329;
    let undecided = Rule::Undecided { steps: 1 << 22 };
    assert_eq!(OrderedFactorization::of(hard).map_err(rule), Err(undecided));
    // The divisors of all factors together: 2^41 - 21 has no factor up to its square root.
    let large = 2_199_023_255_531;
    assert_eq!(OrderedFactorization::new([large]).unwrap().size(), large);
    assert_eq!(OrderedFactorization::new([large; 3]).map_err(rule), Err(undecided));
    assert_eq!(OrderedFactorization::of(i64::MAX).unwrap().size(), i64::MAX);
    assert_eq!(LayoutPermutations::of(1).unwrap().count(), 1);
    // A function of a layout that is not a permutation, and a permutation that is not such a function.
    assert_eq!(morphism_of_permutation(&[0, 2, 4]).map_err(rule), Err(Rule::Compactness));
    assert!(function_to_layout(&[0, 2, 1, 3]).is_ok() && morphism_of_permutation(&[1, 0]).is_err());
    let e = OrderedFactorization::new([2, 3]).unwrap();
    let past = FactorizationMorphism::new(e.clone(), [2]).map_err(rule);
    assert_eq!(past, Err(Rule::MapRange { image: 3, entries: 2 }));
    let many = FactorizationMorphism::new(e, [1; 40]).map_err(rule);
    assert_eq!(many, Err(Rule::Overflow));
}
