//! A short run of the example `composition_evidence`: composition compared with brute force.

#[path = "../examples/composition_evidence/brute_force.rs"]
mod brute_force;
#[path = "../examples/composition_evidence/count.rs"]
mod count;
#[path = "../examples/composition_evidence/domains.rs"]
mod domains;

use count::Count;
use domains::{Random, SMALL};

/// All cases were decided correctly. Results, refusals and results beyond the rules all occur often.
fn assert_exact(count: Count) {
    println!("{count:?}");
    assert!(count.is_faultless(), "{count:?}");
    assert!(10 * count.accepted > count.cases() && 10 * count.rejected > count.cases());
    assert!(20 * (count.accepted - count.admissible) > count.cases());
}

#[test]
fn small_pairs() {
    const CASES: u64 = 6000;
    let mut count = Count::default();
    for small in SMALL {
        for case in 0..CASES {
            let (a, b) = small.sample(case, CASES);
            count += Count::of_pair(&a, &b);
        }
    }
    assert_exact(count);
}

#[test]
fn larger_nested_pairs() {
    let mut count = Count::default();
    for seed in 0..6000 {
        let (a, b) = Random(seed).pair();
        count += Count::of_pair(&a, &b);
    }
    assert_exact(count);
}
