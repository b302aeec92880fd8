//! Invalid morphisms, with the entry at fault; texts that are parsed and texts that are not.

use tilework_algebra::morphism::{
    NestedTupleMorphism, PointedMap, Refinement, TupleMorphism, morphism_of,
};
use tilework_algebra::{Error, IntTuple, Profile};

fn refusal(text: &str) -> String {
    text.parse::<NestedTupleMorphism>().unwrap_err().to_string()
}

#[test]
fn entries_are_named() {
    for (text, words) in [
        ("((2,3),4)--(1,2)-->(2,3,4)", "map length: the map has 2 images for 3 entries"),
        (
            "(2,3)--(1,3)-->(2,3)",
            "map range, mode 1: the image 3 is not among the 2 entries of the codomain",
        ),
        ("(2,3,2)--(1,0,1)-->(2,3)", "tractability, mode 2: the image 1 is that of mode 0 too"),
        (
            "(2,(3,4))--(3,2,1)-->(4,3,5)",
            "equal entries, mode 0: the entry 2 goes to the image 3, which is 5",
        ),
        (
            "(2,0)--(1,0)-->(2,3)",
            "positive extent, mode 1: an extent, factor or width must be at least 1 here, not 0",
        ),
        (
            "(2)--(1)-->(2,-3)",
            "positive extent, mode 1: an entry of the codomain must be at least 1, not -3",
        ),
        (
            "(4294967296,4294967296)--(0,0)-->()",
            "overflow: the exact result does not fit the integers used",
        ),
        (
            "()--()-->(4294967296,4294967296)",
            "overflow: the exact result does not fit the integers used",
        ),
    ] {
        assert_eq!(refusal(text), format!("morphism: {words}"), "{text}");
    }
}

#[test]
fn texts() {
    for (text, written) in [
        (" ( (2 , 2),8 ) -- ( 1,*, 3 ) --> (2,8,8)", "((2,2),8)--(1,0,3)-->(2,8,8)"),
        ("(4,4) --(1, 3)--> (4,2,4)", "(4,4)--(1,3)-->(4,2,4)"),
        ("()--()-->()", "()--()-->()"),
        ("6--(1)-->6", "6--(1)-->6"),
        ("((),(2,()))--(0)-->((()))", "((),(2,()))--(0)-->((()))"),
    ] {
        let f: NestedTupleMorphism = text.parse().unwrap();
        assert_eq!(f.to_string(), written);
        assert_eq!(written.parse(), Ok(f));
    }
    for (text, words) in [
        ("(2,2)", "syntax: expected `--` at position 5"),
        ("(2,2)--1-->(2)", "syntax: expected `(` at position 7"),
        ("(2,2)--(1,)-->(2)", "syntax: expected an image or `*` at position 10"),
        ("(2,2)--(1,-1)-->(2)", "syntax: expected an image of at least 0 at position 12"),
        ("(2,2)--(1 2)-->(2)", "syntax: expected `,` or `)` at position 10"),
        ("(2,2)--(1,2)--(2,2)", "syntax: expected `-->` at position 12"),
        ("(2,2)--(1,2)-->(2,2)x", "syntax: expected the end at position 20"),
        ("(2)--(1)-->", "syntax: expected an integer or `(` at position 11"),
    ] {
        assert_eq!(refusal(text), format!("parse: {words}"), "{text}");
    }
    assert!("((2))--(1)-->(2)".parse::<TupleMorphism>().is_err());
}

/// Tuples nest as deep as memory allows.
#[test]
fn deep_nesting() {
    let depth = 200_000;
    let deep = |entry: &str| format!("{}{entry}{}", "(".repeat(depth), ")".repeat(depth));
    let text = format!("{}--(1)-->{}", deep("6"), deep("6"));
    let f: NestedTupleMorphism = text.parse().unwrap();
    assert_eq!(f.domain_profile().depth(), depth);
    assert_eq!(f.to_string(), text);
    assert!(f.then(&f).is_ok() && f.is_isomorphism());
    let finer: IntTuple = deep("(2,3)").parse().unwrap();
    let along = Refinement::new(finer, f.codomain()).unwrap();
    assert!(f.pullback_along(&along).is_ok() && f.pushforward_along(&along).is_ok());
}

#[test]
fn no_overflow_passes() {
    let rule = |error: Error| error.rule.name();
    let large: TupleMorphism = "(4294967296)--(1)-->(4294967296)".parse().unwrap();
    assert_eq!(large.sum(&large).map_err(rule), Err("overflow"));
    let nowhere: TupleMorphism = "(4294967296)--(0)-->(4294967296)".parse().unwrap();
    assert_eq!(large.concatenate(&nowhere).map_err(rule), Err("overflow"));
    // A span that does not fit is not the span of any codomain.
    let layout = "(2,2):(1,4611686018427387904)".parse().unwrap();
    assert_eq!(morphism_of(&layout).map_err(rule), Err("overflow"));
    let layout = "(4,4):(4611686018427387904,1)".parse().unwrap();
    assert_eq!(morphism_of(&layout).map_err(rule), Err("overflow"));
    let images = [Some(usize::MAX)];
    assert_eq!(PointedMap::new(images, 3).map_err(rule), Err("map range"));
    let empty = PointedMap::new([], usize::MAX).unwrap();
    assert!(empty.is_tractable() && empty.sum(&PointedMap::identity(1)).is_err());
}

#[test]
fn refinements_name_the_entry() {
    let tuple = |text: &str| text.parse::<IntTuple>().unwrap();
    let refusal = |finer: &str, coarser: &str| {
        Refinement::new(tuple(finer), tuple(coarser)).unwrap_err().to_string()
    };
    assert_eq!(refusal("64", "(64)"), "refinement: profile: the profile does not fit");
    assert_eq!(
        refusal("(2,(3,5))", "(2,16)"),
        "refinement: refinement, mode 1: the entry 16 is not the size 15 of what refines it"
    );
    assert_eq!(
        refusal("(0,2)", "(0,2)"),
        "refinement: positive extent, mode 0: an extent, factor or width must be at least 1 here, not 0"
    );
    let f: NestedTupleMorphism = "(4)--(1)-->(4)".parse().unwrap();
    let other = Refinement::new(tuple("(2,2)"), tuple("4")).unwrap();
    assert!(f.pullback_along(&other).is_err() && f.pushforward_along(&other).is_err());
    assert!(f.relative_mode(0, &other).is_err());
    assert!(f.mode(1).is_err() && f.entry(1).is_err());
    let flat = Profile::flat(1);
    assert_eq!(*f.domain_profile(), flat);
}

#[test]
fn positions_are_checked() {
    let f: TupleMorphism = "(2,3,5)--(3,1,0)-->(3,7,2)".parse().unwrap();
    let words = |result: Result<TupleMorphism, Error>| result.unwrap_err().to_string();
    assert_eq!(
        words(f.restrict(&[1, 0])),
        "restrict: increasing order: the mode 0 comes after 1, \
        in an order that must increase"
    );
    assert_eq!(words(f.restrict(&[3])), "restrict: mode range: there is no mode 3 among 3");
    assert_eq!(
        words(f.factorize(&[0, 1])),
        "factorize: factorization, mode 0: the image 3 is not \
        among the entries to go through"
    );
    assert_eq!(words(f.permute(&[0, 1])), "permute: permutation: not each mode is taken once");
    assert_eq!(f.permute(&[2, 0, 1]).unwrap().to_string(), "(5,2,3)--(0,3,1)-->(3,7,2)");
    assert_eq!(
        words(f.complement()),
        "complement: injectivity, mode 2: an entry that goes nowhere \
        has no complement"
    );
    let g: TupleMorphism = "(2)--(3)-->(3,7,2)".parse().unwrap();
    assert_eq!(
        words(f.concatenate(&g)),
        "concatenate: disjoint images, mode 0: the image 3 is one \
        of both morphisms"
    );
    assert_eq!(
        words(f.then(&g)),
        "compose: composability: the first goes to a tuple of 3 entries, \
        the other begins at one of 1"
    );
}
