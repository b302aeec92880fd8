use proptest::prelude::*;
use tilework_algebra::{Layout, Profile, coalesce, coalesce_profile};

use crate::arbitrary;
use crate::definition::{all_layouts, is_coalesced_form, layout, values};

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

fn coalesced_over(a: &Layout, profile: &Profile, r: &Layout) -> bool {
    if profile.is_leaf() {
        return is_coalesced_form(a, r);
    }
    let profiles: Vec<Profile> = profile.modes().collect();
    a.rank() == r.rank()
        && a.modes().zip(r.modes()).enumerate().all(|(k, (a, r))| match profiles.get(k) {
            Some(profile) => coalesced_over(&a, profile, &r),
            None => a == r,
        })
}

/// Returns whether the layout has at least the tuples of the profile, each with at least as many modes.
fn is_profile_of(profile: &Profile, a: &Layout) -> bool {
    profile.is_leaf()
        || a.depth() > 0
            && profile.rank() <= a.rank()
            && profile.modes().zip(a.modes()).all(|(profile, a)| is_profile_of(&profile, &a))
}

proptest! {
    #[test]
    fn relative_to_a_profile(
        a in arbitrary::layout(6, 4, -4..8),
        profile in arbitrary::profile(4),
    ) {
        match coalesce_profile(&a, &profile) {
            Ok(r) => {
                prop_assert!(coalesced_over(&a, &profile, &r), "coalesce({a}, {profile}) = {r}");
                prop_assert_eq!(values(&r), values(&a));
                prop_assert_eq!(coalesce_profile(&r, &profile), Ok(r));
            }
            Err(error) => {
                prop_assert!(!is_profile_of(&profile, &a), "coalesce({a}, {profile}): {error}");
            }
        }
        prop_assert_eq!(coalesce_profile(&a, &Profile::leaf()), Ok(coalesce(&a)));
    }
}
