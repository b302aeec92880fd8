use proptest::prelude::*;
use tilework_algebra::{Layout, Mode, Operation, Rule, Tiler, admissible, composition};

use crate::arbitrary;
use crate::definition::{
    all_layouts, composition_exists, is_coalesced_over, is_composition, layout,
};

fn check(a: &Layout, b: &Layout, r: &Layout) -> bool {
    is_composition(a, b, r) && is_coalesced_over(r, &b.shape())
}

/// There is a result if and only if there is a composition. The rules, which are only sufficient, accept only such
/// pairs, but not all. They give the error if there is none.
#[test]
fn all_small_pairs() {
    let extents = [1, 2, 3, 4];
    let strides = [0, 1, 2, 3, 4, 5, 6];
    // One stride is enough for extent 1, except at the end of the left side, which is unbounded.
    let one_stride = |mode: &Mode| mode.shape > 1 || mode.stride == 5;
    let mut left = all_layouts(2, &extents, &strides);
    left.retain(|a| one_stride(&a.flat_modes()[0]));
    let mut right = all_layouts(2, &extents, &strides);
    right.extend(all_layouts(1, &extents, &strides));
    right.retain(|b| b.flat_modes().iter().all(one_stride));
    let (mut by_rules, mut accepted, mut rejected) = (0, 0, 0);
    for a in &left {
        for b in &right {
            match (composition(a, b), admissible(a, b)) {
                (Ok(r), rules) => {
                    assert!(check(a, b, &r), "{a} o {b} = {r}");
                    accepted += 1;
                    by_rules += usize::from(rules.is_ok());
                }
                (Err(error), rules) => {
                    assert!(
                        matches!(
                            error.rule,
                            Rule::StrideDivisibility { .. }
                                | Rule::ShapeDivisibility { .. }
                                | Rule::Segregation { .. }
                        ),
                        "{a} o {b}: {error}"
                    );
                    assert_eq!(rules, Err(error), "{a} o {b}");
                    assert!(!composition_exists(a, b), "{a} o {b}: {error}");
                    rejected += 1;
                }
            }
        }
    }
    println!("accepted {accepted}, {by_rules} of them by the rules, rejected {rejected}");
    assert!(by_rules < accepted && accepted < 2 * by_rules && rejected > 0);
}

#[test]
fn three_modes_on_the_left() {
    let left = all_layouts(3, &[2, 3], &[1, 2, 5, 12]);
    let right = all_layouts(2, &[2, 3, 4], &[1, 2, 3, 4, 6]);
    let mut accepted = 0;
    for a in &left {
        for b in &right {
            match composition(a, b) {
                Ok(r) => {
                    assert!(check(a, b, &r), "{a} o {b} = {r}");
                    accepted += 1;
                }
                Err(error) => assert!(!composition_exists(a, b), "{a} o {b}: {error}"),
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

/// A left side of one mode, however it is written, can be composed with everything.
#[test]
fn one_mode_on_the_left_always_composes() {
    for a in ["7:3", "(2,3):(5,10)", "(1,1,4):(8,9,-2)", "():()", "(2,1):(3,6)"] {
        let a = layout(a);
        for b in all_layouts(2, &[1, 2, 3], &[0, 1, 2, 5]) {
            let r = composition(&a, &b).unwrap();
            assert!(check(&a, &b, &r), "{a} o {b} = {r}");
        }
    }
}

/// A linear left side is linear below 0 as well. A mode of extent 1 never leads there.
#[test]
fn negative_strides_on_the_right() {
    let compose = |a: &str, b: &str| composition(&layout(a), &layout(b)).map(|r| r.to_string());
    assert_eq!(compose("(2,2):(3,6)", "(4,(2,1)):(-2,(1,-9))"), Ok("(4,(2,1)):(-6,(3,0))".into()));
    assert_eq!(compose("4:-1", "4:-1"), Ok("4:1".into()));
    assert_eq!(compose("(6,2):(1,7)", "(1,3):(-5,2)"), Ok("(1,3):(0,2)".into()));
    assert_eq!(
        compose("(6,2):(1,7)", "(2,2):(5,-5)").unwrap_err().rule,
        Rule::NaturalStride { stride: -5 }
    );
}

#[test]
fn the_trailing_mode_of_extent_one_goes_on() {
    let a = layout("(4,1):(1,100)");
    assert_eq!(composition(&a, &layout("8:1")).unwrap(), layout("(4,2):(1,100)"));
    let a = layout("(4,1,1):(1,7,100)");
    assert_eq!(composition(&a, &layout("8:1")).unwrap(), layout("(4,2):(1,100)"));
}

#[test]
fn each_rule() {
    let rule = |a: &str, b: &str| {
        let error = composition(&layout(a), &layout(b)).unwrap_err();
        assert_eq!(error.operation, Operation::Composition);
        (error.rule, error.mode)
    };
    assert_eq!(
        rule("(4,6,8):(2,3,5)", "6:3"),
        (Rule::StrideDivisibility { stride: 3, extent: 4 }, Some(0))
    );
    assert_eq!(
        rule("(4,6,8):(2,3,5)", "(2,6):(0,1)"),
        (Rule::ShapeDivisibility { extent: 6, factor: 4 }, Some(1))
    );
    assert_eq!(
        rule("(10,8):(18,59)", "(2,2):(8,4)"),
        (Rule::StrideDivisibility { stride: 8, extent: 10 }, Some(0))
    );
    assert_eq!(
        rule("(6,2):(1,7)", "(3,2):(2,3)"),
        (Rule::Segregation { span: 6, stride: 3 }, Some(0))
    );
    assert_eq!(rule("(6,2):(1,7)", "(2,2):(1,-1)"), (Rule::NaturalStride { stride: -1 }, Some(1)));
}

/// Compositions that exist although the rules refuse them: the functions are computed by hand.
#[test]
fn results_beyond_the_rules() {
    for (a, b, r) in [
        // Two values are always those of a layout: 0, and 1 + 7.
        ("(4,6):(1,7)", "2:5", "2:8"),
        // Sums that do not carry: 8 mod 6 + 9 mod 6 < 6.
        ("(6,2):(1,7)", "(2,2):(8,9)", "(2,2):(9,10)"),
        // 4 i is 0 mod 4, so only 2 c carries over 4, whenever c is even.
        ("(4,10):(10,1)", "(4,4):(4,2)", "(4,(2,2)):(1,(20,1))"),
        // 11 + 9 carries over 2 and over 16, with the bends -8 and 8.
        ("(2,8,5):(4,0,8)", "(2,2):(11,9)", "(2,2):(4,4)"),
        // 8 c mod 6 and 8 c mod 24 carry together, at every multiple of 3.
        ("(6,4,9):(1,0,6)", "4000000000000:8", "4000000000000:2"),
        // 33 c mod 4 = c, and floor(33 c / 32) = c.
        ("(4,8,9):(1,0,4)", "4:33", "4:5"),
    ] {
        let (a, b) = (layout(a), layout(b));
        assert!(admissible(&a, &b).is_err(), "{a} o {b}");
        assert_eq!(composition(&a, &b), Ok(layout(r)), "{a} o {b}");
    }
}

/// Carries over 4 and over 2^26, whose bends cancel, occur together at every fourth of 2^24 coordinates: too many to
/// follow one by one.
#[test]
fn the_bound_holds() {
    let a = layout("(4,16777216,16):(1,0,4)");
    for (b, decided) in [("2097152:16777217", true), ("16777216:16777217", false)] {
        match composition(&a, &layout(b)) {
            Ok(r) => assert!(decided && r == layout("2097152:1")),
            Err(error) => {
                assert!(!decided);
                assert_eq!(error.rule, Rule::Undecided { steps: 1 << 22 });
            }
        }
    }
}

fn by_mode(a: &str, tiler: &str) -> Result<String, (Rule, Option<usize>)> {
    let tiler: Tiler = tiler.parse().unwrap();
    match composition(&layout(a), &tiler) {
        Ok(r) => Ok(r.to_string()),
        Err(error) => Err((error.rule, error.mode)),
    }
}

#[test]
fn tilers_act_mode_by_mode() {
    let a = "(8,(16,3),5):(20,(1,100),7)";
    assert_eq!(by_mode(a, "<4:2,_>"), Ok("(4,(16,3),5):(40,(1,100),7)".into()));
    assert_eq!(by_mode(a, "(2,(4,3:0))"), Ok("(2,(4,3),5):(20,(1,0),7)".into()));
    assert_eq!(by_mode(a, "<>"), Ok(a.into()));
    assert_eq!(by_mode("8:3", "(4)"), Ok("(4):(3)".into()));
    assert_eq!(by_mode("8:3", "4"), Ok("4:3".into()));
    assert_eq!(by_mode("():()", "<>"), Ok("():()".into()));
}

#[test]
fn errors_of_tilers_name_the_mode() {
    let a = "(8,(4,6,8)):(1,(2,3,5))";
    assert_eq!(
        by_mode(a, "<4,6:3>"),
        Err((Rule::StrideDivisibility { stride: 3, extent: 4 }, Some(1)))
    );
    assert_eq!(by_mode(a, "<4,4,4>"), Err((Rule::TilerRank { tiler: 3, layout: 2 }, None)));
    assert_eq!(by_mode(a, "<<4,2>>"), Err((Rule::TilerRank { tiler: 2, layout: 1 }, Some(0))));
}

proptest! {
    // Many pairs have no result.
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn any_nesting(
        a in arbitrary::layout(4, 7, -20..30),
        b in arbitrary::layout(3, 5, 0..13),
    ) {
        match composition(&a, &b) {
            Ok(r) => prop_assert!(check(&a, &b, &r), "{a} o {b} = {r}"),
            Err(error) => prop_assert!(!composition_exists(&a, &b), "{a} o {b}: {error}"),
        }
    }

    #[test]
    fn right_sides_along_factors_compose((a, b) in arbitrary::tiled()) {
        let r = composition(&a, &b).unwrap();
        prop_assert!(check(&a, &b, &r), "{a} o {b} = {r}");
    }
}
