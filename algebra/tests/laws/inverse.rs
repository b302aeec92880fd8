use proptest::prelude::*;
use tilework_algebra::{Operation, Rule, coalesce, crd2idx, left_inverse, right_inverse};

use crate::arbitrary;
use crate::definition::{
    all_layouts, is_injective, is_left_inverse, is_right_inverse, largest_right_inverse, layout,
    value, values,
};

#[test]
fn right_inverses_of_small_layouts_are_the_largest() {
    let (mut cases, mut overlapping) = (0, 0);
    let strides = [0, 1, 2, 3, 4, 6, 8];
    let small = (0..=2).flat_map(|rank| all_layouts(rank, &[1, 2, 3, 4, 6], &strides));
    for a in small.chain(all_layouts(3, &[2, 3, 4], &[0, 1, 2, 3, 4, 6])) {
        let r = right_inverse(&a).unwrap();
        assert!(is_right_inverse(&a, &r), "right_inverse({a}) = {r}");
        assert_eq!(coalesce(&r), r);
        let largest = largest_right_inverse(&values(&a), &[0], |r, step| r + step, |n, d| n * d);
        assert_eq!(r.size(), largest as i64, "right_inverse({a}) = {r}");
        cases += 1;
        overlapping += usize::from(!is_injective(&a));
    }
    assert!(cases > 5000 && overlapping > 1000, "{cases}, {overlapping}");
}

/// The chain of spans ends at 2, but one step may move both modes: 0, 1, 2, 3 are at (0,0), (0,1), (1,1), (1,2). One
/// step may also carry through a mode that moves nothing: 0, 1, 2 are at (0,0,0), (1,1,0), (0,1,1).
#[test]
fn right_inverses_of_overlapping_modes() {
    assert_eq!(right_inverse(&layout("(2,3):(1,1)")), Ok(layout("(2,2):(2,3)")));
    assert_eq!(right_inverse(&layout("(2,2,2):(0,1,1)")), Ok(layout("3:3")));
}

/// The offset 2^24 has only one coordinate, 2^25 - 1. No layout of size 2^24 + 1 ends there: its extents are all odd,
/// so its last value is even. The same holds for 2^40. For the other layouts, the search ends without an answer.
#[test]
fn right_inverses_of_long_overlapping_modes() {
    assert_eq!(right_inverse(&layout("(16777216,2):(1,1)")), Ok(layout("16777216:1")));
    assert_eq!(right_inverse(&layout("(1099511627776,2):(1,1)")), Ok(layout("1099511627776:1")));
    for a in ["(99991,99989,1000003):(1,7,99990)", "(3,1000000000000,5,7):(1,0,2,9)"] {
        let error = right_inverse(&layout(a)).unwrap_err();
        assert_eq!(error.rule, Rule::Undecided { steps: 1 << 23 }, "{a}");
    }
}

#[test]
fn left_inverses_of_small_layouts() {
    let (mut found, mut none) = (0, 0);
    let strides = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12];
    let small = (0..=2).flat_map(|rank| all_layouts(rank, &[1, 2, 3, 4], &strides));
    for a in small.chain(all_layouts(3, &[2, 3], &[0, 1, 2, 3, 4, 6, 9, 12])) {
        match left_inverse(&a) {
            Ok(l) => {
                assert!(is_left_inverse(&a, &l), "left_inverse({a}) = {l}");
                found += 1;
            }
            Err(error) => {
                assert_eq!(error.operation, Operation::LeftInverse);
                assert!(matches!(error.rule, Rule::Digits { .. }), "left_inverse({a}): {error}");
                none += 1;
            }
        }
    }
    println!("left inverses of small layouts: {found} found, {none} not");
    assert!(found > none && none > 0);
}

/// Returns whether some layout with up to `modes` modes, the last one unbounded, and with strides from -9 to 9, maps
/// the coordinates to their values.
fn fits(points: &[(i64, i64)], modes: usize) -> bool {
    let last = points.iter().map(|&(x, _)| x).max().unwrap();
    (-9..=9).any(|stride| {
        points.iter().all(|&(x, y)| y == stride * x)
            || modes > 1
                && (2..=last).any(|extent| {
                    // The part that is left for the other modes, if it is the same in each block.
                    let rest = points.iter().map(|&(x, y)| (x / extent, y - stride * (x % extent)));
                    let mut rest: Vec<(i64, i64)> = rest.collect();
                    rest.sort_unstable();
                    rest.dedup();
                    rest.windows(2).all(|pair| pair[0].0 != pair[1].0) && fits(&rest, modes - 1)
                })
    })
}

/// A layout that is refused has no inverse onto its coordinates, as far as the search goes.
#[test]
fn refused_left_inverses() {
    let (mut found, mut none) = (0, 0);
    let strides: Vec<i64> = (1..=9).collect();
    for a in all_layouts(2, &[2, 3, 4], &strides).iter().filter(|a| is_injective(a)) {
        let points: Vec<(i64, i64)> = values(a).into_iter().zip(0..).collect();
        match left_inverse(a) {
            Ok(l) => {
                assert!(points.iter().all(|&(x, y)| value(&l, x) == y), "left_inverse({a}) = {l}");
                found += 1;
            }
            Err(error) => {
                assert!(!fits(&points, 4), "left_inverse({a}): {error}");
                none += 1;
            }
        }
    }
    println!("injective layouts: {found} left inverses, {none} without");
    assert!(found > 500 && none > 10, "{found}, {none}");
}

/// Without overlap, each stride exceeds the reach of the strides before it, and an inverse gives the coordinate itself.
#[test]
fn left_inverse_of_the_coordinate() {
    for a in ["(4,8):(1,5)", "(4,(4,2)):(4,(1,16))", "(2,4):(4,37)", "(3,5,2):(100,10,1000)"] {
        let a = layout(a);
        let l = left_inverse(&a).unwrap();
        for (i, offset) in values(&a).into_iter().enumerate() {
            assert_eq!(l.offset(offset), Ok(i as i64), "left_inverse({a}) = {l}");
        }
    }
}

/// More coordinates than are looked at one by one, with an inverse that is linear in each place.
#[test]
fn left_inverses_of_large_sums() {
    for a in [
        "(128,64):(e0+e1,e1)",
        "(100,70,3):(e0+e1,e0+2e1,0)",
        "(1000,1000,1000):(e0+e1+e2,e1+e2,e2)",
        "(9,(30,50)):(e0+e(1,0),(e(1,0)+2e(1,1),e0+e(1,0)+e(1,1)))",
        "(1048576,1024,1024):(3e0+2e1,4e0+3e1,e2)",
    ] {
        let a: tilework_algebra::Layout<tilework_algebra::ArithmeticTuple> = a.parse().unwrap();
        let l = left_inverse(&a).unwrap();
        // All coordinates of a small layout, some of a large one.
        let step = (a.size() / 100_003).max(1);
        let mut tried = 0;
        for k in (0..a.size()).step_by(step as usize).chain([a.size() - 1]) {
            let offset = a.offset(k).unwrap();
            let found = crd2idx(&offset, &l).unwrap();
            assert_eq!(a.offset(found), Ok(offset), "left_inverse({a}) = {l} at {k}");
            tried += 1;
        }
        assert!(tried > 8000, "{tried}");
    }
}

#[test]
fn errors() {
    let a = layout("(2,2):(1,-1)");
    for inverse in [right_inverse, left_inverse] {
        let error = inverse(&a).unwrap_err();
        assert_eq!((error.rule, error.mode), (Rule::NaturalStride { stride: -1 }, Some(1)));
    }
    let error = left_inverse(&layout("(3,3):(2,3)")).unwrap_err();
    assert_eq!(error.rule, Rule::Digits { stride: 3, reach: 4 });
    let large = layout("(1000,1000):(1001,1000)");
    let rule = Rule::UndecidedSize { size: 1_000_000, limit: 4096 };
    assert_eq!(left_inverse(&large).unwrap_err().rule, rule);
    let carry: tilework_algebra::Layout<tilework_algebra::ArithmeticTuple> =
        "(128,64):(2e0+2e1,2e1)".parse().unwrap();
    let rule = Rule::UndecidedSize { size: 8192, limit: 4096 };
    assert_eq!(left_inverse(&carry).unwrap_err().rule, rule);
    let far: tilework_algebra::Layout<tilework_algebra::ArithmeticTuple> =
        "2:9223372036854775807e0+e1".parse().unwrap();
    assert_eq!(left_inverse(&far).unwrap_err().rule, Rule::Overflow);
    let wide = layout("(2,2):(4611686018427387904,9223372036854775807)");
    assert_eq!(left_inverse(&wide).unwrap_err().rule, Rule::Overflow);
    assert_eq!(right_inverse(&wide), Ok(layout("1:0")));
}

proptest! {
    #[test]
    fn right_inverse_of_any_nesting(a in arbitrary::layout(4, 6, 0..20)) {
        if let Ok(r) = right_inverse(&a) {
            prop_assert!(is_right_inverse(&a, &r), "right_inverse({a}) = {r}");
        }
    }

    #[test]
    fn left_inverse_of_any_nesting(a in arbitrary::layout(4, 6, 0..60)) {
        if let Ok(l) = left_inverse(&a) {
            prop_assert!(is_left_inverse(&a, &l), "left_inverse({a}) = {l}");
        }
    }

    #[test]
    fn tiles_along_factors_have_both((a, tile) in arbitrary::tiled()) {
        let l = left_inverse(&tile).unwrap();
        prop_assert!(is_left_inverse(&tile, &l), "left_inverse({tile}) = {l}");
        let r = right_inverse(&tile).unwrap();
        prop_assert!(is_right_inverse(&tile, &r), "right_inverse({tile}) = {r} ({a})");
    }
}
