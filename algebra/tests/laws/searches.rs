//! Searches end: within their limits they report what they found, and after that they report that the case is
//! undecided. Without the limits these tests would not end.

use tilework_algebra::{
    Access, Composed, Error, Layout, Rule, Xor, bank_conflicts, conflict_free_swizzle,
    left_inverse, max_common_layout, max_common_vector, offsets, right_inverse,
};

use crate::definition::{layout, value};

fn undecided<T>(result: Result<T, Error>) -> bool {
    let rule = |error: Error| error.rule;
    matches!(result.map_err(rule), Err(Rule::Undecided { .. } | Rule::UndecidedSize { .. }))
}

/// Modes of stride 0 that are longer than any search, after, before and between the other modes.
#[test]
fn long_modes_of_stride_0() {
    const LONG: i64 = 1_000_000_000_000;
    for (text, size) in [
        // All offsets of the other modes: their overlap is skipped.
        ("(4,3,1000000000000):(1,2,0)", 8),
        ("(4,5,1000000000000):(1,3,0)", 15),
        ("(6,5,1000000000000,2):(1,4,0,0)", 20),
        ("(1000000000000,4,3):(0,1,2)", 8),
        ("(4,1000000000000,1,3):(1,0,7,2)", 8),
        ("(1000000000000,2):(0,1)", 2),
    ] {
        let a = layout(text);
        let r = right_inverse(&a).unwrap();
        assert_eq!(r.size(), size, "{text}: {r}");
        for i in 0..size {
            assert_eq!(value(&a, value(&r, i)), i, "{text}: {r}");
        }
        assert_eq!(max_common_layout(&a, &a), Ok(r), "{text}");
        assert_eq!(max_common_vector(&a, &a), Ok(size), "{text}");
    }
    // Between modes, one of its steps carries into the next mode, and all steps are tried.
    let between = layout(&format!("(3,{LONG},5,7):(1,0,2,9)"));
    assert!(undecided(right_inverse(&between)));
    assert!(undecided(max_common_vector(&between, &between)));
}

/// Carries within the search; each composition may follow many of them.
#[test]
fn long_modes_that_overlap() {
    for text in [
        "(1073741824,2):(1,1)",
        "(65536,65536,65536):(1,3,5)",
        "(99991,99989,1000003):(1,7,99990)",
        "(1000,1000000007,1000):(1,999,999)",
    ] {
        let a = layout(text);
        match right_inverse(&a) {
            Ok(r) => {
                for i in (0..r.size()).step_by(1 + r.size() as usize / 1000) {
                    assert_eq!(value(&a, value(&r, i)), i, "{text}: {r}");
                }
            }
            error => assert!(undecided(error), "{text}"),
        }
        if let Ok(l) = left_inverse(&a) {
            for i in (0..a.size()).step_by(1 + a.size() as usize / 1000) {
                let x = value(&a, i);
                assert_eq!(value(&a, value(&l, x)), x, "{text}: {l}");
            }
        }
    }
}

/// Long vectors are counted by their ends. Each of 65536 threads with 2^16 bytes takes a phase of its own, in which
/// each of 32 banks has 2^16 / 4 / 32 = 512 words and so delivers 511 more times than once.
#[test]
fn long_vectors() {
    let bytes = Access::new(1).unwrap().vector(1 << 16).unwrap();
    let threads = offsets(&layout("65536:1")).unwrap();
    // A vector that does not begin at a word asks for one more word.
    let one_more = |offset: &&i64| *offset % 4 != 0;
    let expected = 65536 * 511 + threads.iter().filter(one_more).count() as i64;
    assert_eq!(bank_conflicts(&threads, &bytes), expected);
    let elements = Access::new(1 << 16).unwrap();
    let threads = offsets(&layout("(1024,1024):(251371533,48195)")).unwrap();
    assert_eq!(bank_conflicts(&threads, &elements), (1 << 20) * 511);
}

/// A search among swizzles with many threads gives up if none of the first ones is right.
#[test]
fn many_threads() {
    let access = Access::new(2).unwrap().vector(8).unwrap();
    let row = offsets(&layout("1048576:1")).unwrap();
    let tile: Layout<Xor> = "(2,1024,3):(f64,f1442,f8)".parse().unwrap();
    let tile = offsets(&tile).unwrap();
    assert!(undecided(conflict_free_swizzle(&[(&row, access), (&tile, access)])));
    // Without conflicts the length does not matter.
    let row = offsets(&layout("1048576:8")).unwrap();
    assert!(conflict_free_swizzle(&[(&row, access)]).unwrap().is_some());
}

/// A longer chain of functions is applied to fewer offsets.
#[test]
fn long_chains() {
    let rows = layout("(3,4):(4,1)");
    let long = |size: i64, functions: usize| {
        let inner = Composed::of(rows.clone(), Layout::leaf(size, 1).unwrap());
        (1..functions).fold(inner, |composed, _| composed.under(rows.clone()))
    };
    let (short, longer) = (long(12, 200), long(1 << 16, 200));
    let inverse = short.left_inverse().unwrap();
    for i in 0..12 {
        assert_eq!(inverse.offset(short.offset(i).unwrap()), Ok(i));
    }
    assert!(undecided(longer.left_inverse()));
    assert!(undecided(longer.right_inverse()));
    assert!(undecided(longer.natural()));
}
