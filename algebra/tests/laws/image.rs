use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework_algebra::{
    Layout, Rule, image, image_in_range, is_compact, is_injective, is_surjective, offsets,
};

use crate::arbitrary;
use crate::definition::{self, all_layouts, layout, value, values};

/// All predicates of one layout, by enumeration.
fn check(a: &Layout) -> bool {
    let all = values(a);
    let set: BTreeSet<i64> = all.iter().copied().collect();
    let (least, most) = (set.first().unwrap(), set.last().unwrap());
    let compact = set.len() as i64 == a.size() && set.iter().copied().eq(0..a.size());
    offsets(a).as_deref() == Ok(&all[..])
        && image(a) == Ok(set.iter().copied().collect())
        && is_injective(a) == Ok(definition::is_injective(a))
        && is_surjective(a) == (set.len() as i64 == most - least + 1)
        && is_compact(a) == compact
}

#[test]
fn all_small_layouts() {
    let (mut compact, mut surjective) = (0, 0);
    for rank in 0..=3 {
        for a in all_layouts(rank, &[1, 2, 3], &[-3, -1, 0, 1, 2, 3, 4, 6]) {
            assert!(check(&a), "{a}");
            compact += usize::from(is_compact(&a));
            surjective += usize::from(is_surjective(&a));
        }
    }
    assert!(compact > 100 && surjective > 2 * compact, "{compact}, {surjective}");
}

#[test]
fn ranges_of_small_layouts() {
    let right = all_layouts(2, &[1, 2, 3], &[-2, 0, 1, 2, 3, 5]);
    for size in 1..=12 {
        let a = Layout::leaf(size, 1).unwrap();
        for b in &right {
            let inside = (0..b.size()).all(|i| (0..size).contains(&value(b, i)));
            assert_eq!(image_in_range(&a, b), inside, "{a}, {b}");
        }
    }
}

#[test]
fn lists_have_an_end() {
    let wide = layout("1000000000:0");
    let rule = Rule::ListLength { size: 1_000_000_000, limit: 1 << 24 };
    assert_eq!(image(&wide).unwrap_err().rule, rule);
    let overflow = layout("3:9223372036854775807");
    assert_eq!(offsets(&overflow).unwrap_err().rule, Rule::Overflow);
    assert!(!is_surjective(&overflow) && !is_compact(&overflow));
    assert!(!image_in_range(&wide, &overflow));
}

proptest! {
    #[test]
    fn any_nesting(a in arbitrary::layout(5, 5, -10..20)) {
        prop_assert!(check(&a), "{a}");
    }
}
