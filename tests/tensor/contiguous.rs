//! The contiguous mode, by the definition.

use proptest::prelude::*;
use tilework::{AnyLayout, layout};

/// `L(0, .., c, .., 0) = c` for all coordinates of the mode.
fn check<L: AnyLayout>(l: L, [first, second, third]: [Vec<usize>; 3]) {
    let is_run = |offsets: Vec<usize>| offsets.iter().copied().eq(0..offsets.len());
    assert_eq!(l.is_contiguous::<0>(), is_run(first), "{l:?}");
    assert_eq!(l.is_contiguous::<1>(), is_run(second), "{l:?}");
    assert_eq!(l.is_contiguous::<2>(), is_run(third), "{l:?}");
}

proptest! {
    #[test]
    fn by_the_definition(
        (m, n, p, q) in (1_usize..4, 1_usize..4, 1_usize..4, 1_usize..4),
        (d, e, f, g) in (0_usize..3, 0_usize..3, 0_usize..5, 0_usize..3),
    ) {
        let l = layout!((m,(n,p),q):(d,(e,f),g));
        let first = (0..m).map(|i| l.offset((i, (0, 0), 0))).collect();
        let second = (0..n * p).map(|j| l.offset((0, j, 0))).collect();
        let third = (0..q).map(|k| l.offset((0, (0, 0), k))).collect();
        check(l, [first, second, third]);
    }
}

/// For static layouts, and for coordinates, which are no places in memory.
#[test]
fn of_types() {
    let l = layout!((4,(2,3),1):(6,(1,2),0));
    assert_eq!(
        [l.is_contiguous::<0>(), l.is_contiguous::<1>(), l.is_contiguous::<2>()],
        [false, true, true]
    );
    assert!(!layout!((4,2):(e0,e1)).is_contiguous::<0>());
    assert!(layout!(8:1).is_contiguous::<0>() && !layout!(8:2).is_contiguous::<0>());
}
