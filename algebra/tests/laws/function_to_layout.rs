use proptest::prelude::*;
use tilework_algebra::{Rule, coalesce, function_to_layout, function_to_xor, offsets};

use crate::arbitrary;
use crate::definition::{is_coalesced_form, is_layout_function, values};

/// Compares the layout, or the result that there is none, with a search for one.
fn check(function: &[i64]) -> bool {
    match function_to_layout(function) {
        Ok(r) => values(&r) == function && is_coalesced_form(&r, &r),
        Err(_) => !is_layout_function(function),
    }
}

/// All functions on up to 6 points with few values.
#[test]
fn all_small_functions() {
    let mut found = 0;
    for (points, most) in [(1u32, 4i64), (2, 4), (3, 4), (4, 6), (5, 4), (6, 4), (8, 3)] {
        for code in 0..most.pow(points) {
            let mut rest = code;
            let function: Vec<i64> = (0..points)
                .map(|_| {
                    let value = rest % most - 1;
                    rest /= most;
                    value
                })
                .collect();
            assert!(check(&function), "{function:?}: {:?}", function_to_layout(&function));
            found += usize::from(function_to_layout(&function).is_ok());
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn proofs_that_there_is_none() {
    let rule = |values: &[i64]| function_to_layout(values).unwrap_err().rule;
    assert_eq!(rule(&[]), Rule::Extent { extent: 0 });
    assert_eq!(rule(&[1, 2]), Rule::LayoutFunction { index: 0, value: 1, expected: 0 });
    assert_eq!(rule(&[0, 1, 5]), Rule::ShapeDivisibility { extent: 3, factor: 2 });
    assert_eq!(rule(&[0, 3, 1, 2]), Rule::LayoutFunction { index: 3, value: 2, expected: 4 });
    let wide = [0, i64::MAX, i64::MIN, -1];
    assert_eq!(function_to_layout(&wide).map(|r| values(&r)), Ok(wide.to_vec()));
}

proptest! {
    #[test]
    fn of_layouts(a in arbitrary::layout(5, 6, -20..40)) {
        prop_assert_eq!(function_to_layout(&values(&a)), Ok(coalesce(&a)));
    }

    /// One value is changed.
    #[test]
    fn of_broken_layouts(a in arbitrary::layout(3, 5, -5..9), at in 0usize..64, by in 1i64..3) {
        let mut function = values(&a);
        let at = at % function.len();
        function[at] += by;
        prop_assert!(check(&function), "{function:?}");
    }
}

/// All functions on 1, 2, 4 and 8 points with few values: there is a layout with XOR strides if and only if XORs go to
/// XORs, and it has these values.
#[test]
fn all_small_functions_of_bits() {
    let mut found = 0;
    for (points, most) in [(1usize, 4i64), (2, 8), (4, 8), (8, 4)] {
        for code in 0..most.pow(points as u32) {
            let function: Vec<i64> =
                (0..points as u32).map(|i| code / most.pow(i) % most).collect();
            let linear = (0..points)
                .all(|i| (0..points).all(|j| function[i ^ j] == function[i] ^ function[j]));
            let layout = function_to_xor(&function);
            assert_eq!(layout.is_ok(), linear, "{function:?}: {layout:?}");
            if let Ok(layout) = layout {
                assert_eq!(offsets(&layout), Ok(function));
                found += 1;
            }
        }
    }
    assert!(found > 80, "{found}");
    let rule = |values: &[i64]| function_to_xor(values).unwrap_err().rule;
    assert_eq!(rule(&[]), Rule::Extent { extent: 0 });
    assert_eq!(rule(&[0, 1, 2]), Rule::PowerOfTwo { extent: 3 });
    assert_eq!(rule(&[1]), Rule::LayoutFunction { index: 0, value: 1, expected: 0 });
    assert!(function_to_xor(&[0, -1]).is_err());
}
