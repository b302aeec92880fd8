use proptest::prelude::*;
use tilework_algebra::injectivity::{STEPS, collision};
use tilework_algebra::{Layout, Mode, Rule};

use crate::arbitrary;
use crate::definition::{all_layouts, is_injective, layout, value};

/// Checks that there are two coordinates of the layout with the same value, or that the layout is injective.
fn check(a: &Layout) {
    match a.collision() {
        Ok(Some((first, second))) => {
            assert!(0 <= first && first < second && second < a.size(), "{a}: {first}, {second}");
            assert_eq!(value(a, first), value(a, second), "{a}: {first}, {second}");
        }
        Ok(None) => assert!(is_injective(a), "{a} is not injective"),
        Err(error) => panic!("{a}: {error}"),
    }
}

#[test]
fn all_small_layouts() {
    for a in all_layouts(2, &[1, 2, 3, 4, 7], &[-5, -2, 0, 1, 2, 3, 4, 6, 9]) {
        check(&a);
    }
    for a in all_layouts(3, &[2, 3, 5], &[-4, 1, 3, 6, 7, 10, 11]) {
        check(&a);
    }
    check(&layout("():()"));
}

#[test]
fn large_strides_and_sizes() {
    let injective = |text: &str| {
        let a = layout(text);
        let found = a.collision().unwrap();
        if let Some((first, second)) = found {
            assert!(first != second && a.offset(first) == a.offset(second), "{a}: {found:?}");
        }
        found.is_none()
    };
    assert!(injective("(2,2):(-9223372036854775808,9223372036854775807)"));
    assert!(!injective("(2,2):(9223372036854775807,-9223372036854775807)"));
    // n * (n + 1) is the first common multiple of the strides; it is beyond both modes.
    assert!(injective("(3037000500,3037000499):(3037000499,3037000500)"));
    // Half of it, since both strides are even.
    assert!(!injective("(3037000500,3037000499):(3037000498,3037000500)"));
}

/// Strides that all subsets tell apart, although none exceeds the reach of those before it. The search may give up; it
/// must not answer wrongly or run on.
#[test]
fn the_bound_holds() {
    let modes: Vec<Mode> =
        (0..40).map(|k| Mode { shape: 2, stride: (1 << 40) + (1 << k) }).collect();
    match collision(&modes) {
        Err(error) => assert_eq!(error.rule, Rule::Undecided { steps: STEPS }),
        Ok(found) => assert_eq!(found, None, "the low bits tell all subsets of one size apart"),
    }
}

#[test]
fn wrong_modes_are_errors() {
    let negative = [Mode { shape: -1, stride: 1 }];
    assert_eq!(collision(&negative).unwrap_err().rule, Rule::NaturalExtent { extent: -1 });
    let huge = [Mode { shape: i64::MAX, stride: 1 }; 2];
    assert_eq!(collision(&huge).unwrap_err().rule, Rule::Overflow);
}

proptest! {
    #[test]
    fn any_nesting(a in arbitrary::layout(5, 6, -60..60)) {
        check(&a);
    }
}
