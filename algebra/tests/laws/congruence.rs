use proptest::prelude::*;
use tilework_algebra::{IntTuple, compatible, congruent, weakly_congruent};

use crate::arbitrary;
use crate::definition::refines;

/// Weak congruence by its definition: integers are coarser than anything, tuples are compared mode by mode.
fn coarsens(p: &IntTuple, s: &IntTuple) -> bool {
    match (p.as_leaf(), s.as_leaf()) {
        (Some(_), _) => true,
        (None, Some(_)) => false,
        (None, None) => {
            p.rank() == s.rank() && p.modes().zip(s.modes()).all(|(p, s)| coarsens(&p, &s))
        }
    }
}

fn check(p: &IntTuple, s: &IntTuple) {
    assert_eq!(weakly_congruent(p, s), coarsens(p, s), "{p} and {s}");
    assert_eq!(compatible(p, s), refines(s, p), "{p} and {s}");
    let both = coarsens(p, s) && coarsens(s, p);
    assert_eq!(congruent(p, s), both, "{p} and {s}");
}

#[test]
fn all_pairs_of_these() {
    let tuples = [
        "6",
        "1",
        "()",
        "(6)",
        "((6))",
        "(())",
        "((),())",
        "(1,6)",
        "(6,1)",
        "(2,3)",
        "(3,2)",
        "((2,3))",
        "((1,2),3)",
        "(2,(3,1))",
        "(2,(3,()))",
        "(2,3,1)",
        "((2,3),())",
        "(0,3)",
        "0",
    ];
    for p in tuples {
        for s in tuples {
            check(&p.parse().unwrap(), &s.parse().unwrap());
        }
    }
}

#[test]
fn sizes_beyond_the_integers_are_compatible_with_none() {
    let huge: IntTuple = "(9223372036854775807,2)".parse().unwrap();
    assert!(!compatible(&(-2).into(), &huge));
    assert!(compatible(&huge, &huge));
}

/// Replaces each leaf by the tuple of a random refinement.
fn refinement(shape: &IntTuple, ones: &[bool]) -> IntTuple {
    match shape.as_leaf() {
        Some(n) if ones.first() == Some(&true) => IntTuple::tuple([n.into(), 1.into()]),
        Some(n) => n.into(),
        None => {
            let modes = shape.modes().enumerate();
            let rest = |i: usize| ones.get(i + 1..).unwrap_or(&[]);
            IntTuple::tuple(modes.map(|(i, mode)| refinement(&mode, rest(i))))
        }
    }
}

proptest! {
    #[test]
    fn any_pair(a in arbitrary::layout(5, 4, 0..1), b in arbitrary::layout(5, 4, 0..1)) {
        check(&a.shape(), &b.shape());
    }

    #[test]
    fn refinements(a in arbitrary::layout(5, 4, 0..1), ones in prop::collection::vec(any::<bool>(), 8)) {
        let (p, s) = (a.shape(), refinement(&a.shape(), &ones));
        prop_assert!(compatible(&p, &s), "{p} and {s}");
        check(&p, &s);
        check(&s, &p);
    }
}
