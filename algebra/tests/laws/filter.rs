use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework_algebra::{
    Layout, coalesce, filter, filter_zeros, is_sorted, sort, squeeze, squeeze_zeros,
};

use crate::arbitrary;
use crate::definition::{is_coalesced_form, same_function, values};

fn image(a: &Layout) -> BTreeSet<i64> {
    values(a).into_iter().collect()
}

/// The flat modes for which a condition holds.
fn kept(a: &Layout, keep: impl Fn(i64, i64) -> bool) -> Vec<(i64, i64)> {
    let modes = a.flat_modes().iter().map(|mode| (mode.shape, mode.stride));
    modes.filter(|&(s, d)| keep(s, d)).collect()
}

proptest! {
    #[test]
    fn filters(a in arbitrary::layout(5, 5, -4..5)) {
        let moving = kept(&a, |_, d| d != 0);
        let size: i64 = moving.iter().map(|&(s, _)| s).product();

        let r = filter(&a);
        prop_assert!(image(&r) == image(&a) && r.size() == size, "filter({a}) = {r}");
        prop_assert!(is_coalesced_form(&crate::definition::flat(&moving), &r));

        let r = filter_zeros(&a);
        prop_assert!(image(&r) == image(&a) && r.size() == size, "filter_zeros({a}) = {r}");
        prop_assert_eq!((r.profile(), r.stride()), (a.profile(), a.stride()));

        let r = squeeze_zeros(&a);
        prop_assert_eq!(kept(&r, |_, _| true), moving);
        prop_assert_eq!(r.rank(), r.flat_modes().len());

        let r = squeeze(&a);
        prop_assert!(same_function(&r, &a), "squeeze({a}) = {r}");
        prop_assert_eq!(kept(&r, |_, _| true), kept(&a, |s, _| s != 1));
        prop_assert_eq!(coalesce(&r), coalesce(&a));
    }

    #[test]
    fn sorts(a in arbitrary::layout(5, 5, -9..10)) {
        let r = sort(&a);
        let (mut before, mut after) = (values(&a), values(&r));
        before.sort_unstable();
        after.sort_unstable();
        prop_assert_eq!(before, after);
        let modes = r.flat_modes();
        let key = |k: usize| (modes[k].stride, modes[k].shape);
        prop_assert!((1..modes.len()).all(|k| key(k - 1) <= key(k)));
        prop_assert!(is_sorted(&r));
        prop_assert_eq!(is_sorted(&a), a.flat_modes() == modes);
    }
}
