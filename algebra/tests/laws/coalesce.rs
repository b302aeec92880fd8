use proptest::prelude::*;
use tilework_algebra::coalesce;

use crate::arbitrary;
use crate::definition::{all_layouts, is_coalesced_form, layout};

#[test]
fn all_small_layouts() {
    for rank in 0..=3 {
        for a in all_layouts(rank, &[1, 2, 3], &[-2, 0, 1, 2, 3, 4, 6]) {
            let r = coalesce(&a);
            assert!(is_coalesced_form(&a, &r), "coalesce({a}) = {r}");
        }
    }
}

#[test]
fn a_span_beyond_the_integers_does_not_merge() {
    let a = layout("(2,2):(4611686018427387904,-9223372036854775808)");
    assert_eq!(coalesce(&a), a);
}

proptest! {
    #[test]
    fn any_nesting(a in arbitrary::layout(6, 5, -10..40)) {
        let r = coalesce(&a);
        prop_assert!(is_coalesced_form(&a, &r), "coalesce({a}) = {r}");
        prop_assert_eq!(coalesce(&r), r);
    }
}
