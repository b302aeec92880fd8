//! Sectors of accesses, against a list of all their bytes.

use proptest::prelude::*;
use tilework_algebra::{Access, Coalescing, Rule, coalescing};

fn by_bytes(offsets: &[i64], element: i64, vector: i64) -> Coalescing {
    let of_thread = |&offset: &i64| element * offset..element * (offset + vector);
    let mut bytes: Vec<i64> = offsets.iter().flat_map(of_thread).collect();
    bytes.sort_unstable();
    bytes.dedup();
    let mut sectors: Vec<i64> = bytes.iter().map(|byte| byte.div_euclid(32)).collect();
    sectors.dedup();
    let fewest = (bytes.len() as i64 + 31) / 32;
    Coalescing { sectors: sectors.len() as i64, bytes: bytes.len() as i64, fewest, sector: 32 }
}

proptest! {
    #[test]
    fn sectors_are_those_of_the_bytes(
        offsets in prop::collection::vec(-200i64..400, 0..40),
        element in 1i64..20,
        vector in 1i64..5,
    ) {
        let access = Access::new(element).unwrap().vector(vector).unwrap();
        prop_assert_eq!(coalescing(&offsets, &access), Ok(by_bytes(&offsets, element, vector)));
    }
}

#[test]
fn ends_of_the_integers() {
    let access = Access::new(4).unwrap();
    assert_eq!(coalescing(&[i64::MAX], &access).unwrap_err().rule, Rule::Overflow);
    assert_eq!(coalescing(&[i64::MAX / 4], &access).unwrap_err().rule, Rule::Overflow);
    assert_eq!(coalescing(&[i64::MIN / 4], &access).unwrap().sectors, 1);
    assert_eq!(coalescing(&[], &access).unwrap().efficiency(), 100);
}
