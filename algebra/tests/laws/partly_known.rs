//! Compositions of numbers that are known in part, whatever is known of them: the result is the function, and with all
//! known the layout of values.

use proptest::prelude::*;
use tilework_algebra::partly_known::{self, Facts, Known, Leaf, Right};
use tilework_algebra::{Error, Layout, Mode, admissible, coalesce, composition};

use crate::arbitrary;
use crate::definition::all_layouts;

/// The modes, with a bit of `known` for each number; the types have no negative strides.
fn known(modes: &[Mode], known: u64) -> Known {
    let number = |n: i64, bit: usize| (known >> bit & 1 == 1 && n >= 0).then_some(n as u64);
    modes.iter().enumerate().rev().fold(Known::None, |others, (at, mode)| {
        let leaf =
            Leaf { shape: number(mode.shape, 2 * at), stride: number(mode.stride, 2 * at + 1) };
        Known::Then(leaf, Box::leak(Box::new(others)))
    })
}
/// The value at an integral coordinate; the last mode goes on.
fn value(modes: &[Mode], mut i: i64) -> i64 {
    let Some((last, others)) = modes.split_last() else { return 0 };
    let mut sum = 0;
    for mode in others {
        sum += i % mode.shape * mode.stride;
        i /= mode.shape;
    }
    sum + i * last.stride
}
/// The modes of `a o b`, of which the bits of `knows` are known.
fn composed(a: &[Mode], b: &[Mode], knows: (u64, u64)) -> Result<Vec<Mode>, Error> {
    const NONE: Mode = Mode { shape: -1, stride: -1 };
    let facts = Facts::extended(&known(a, knows.0));
    let of_right = Facts::plain(&known(b, knows.1));
    let (mut left, mut out) = (a.to_vec(), vec![NONE; (a.len() * b.len()).max(b.len())]);
    let right = Right { leaves: b, facts: &of_right, named: b.len(), at: 0, limit: i64::MAX };
    partly_known::composition(&mut left, &facts, right, &mut out)?;
    let count = out.iter().position(|&mode| mode == NONE).unwrap_or(out.len());
    assert!(out[count..].iter().all(|&mode| mode == NONE));
    out.truncate(count);
    Ok(out)
}
/// Whether there is a result.
fn check(a: &Layout, b: &Layout, knows: (u64, u64)) -> bool {
    let (left, right) = (a.flat_modes(), b.flat_modes());
    let rules = admissible(a, b);
    let text = format!("{a} o {b}, known {knows:?}");
    let result = composed(left, right, knows);
    if knows == (u64::MAX, u64::MAX) {
        let by_values = rules.map(|()| composition(a, b).unwrap());
        let by_values = by_values.map(|r| r.flat_modes().to_vec());
        assert_eq!(result, by_values, "{text}");
    }
    let Ok(modes) = result else {
        // Modes that are not known to merge may be refused although they do.
        let merges = coalesce(a).flat_modes() != left;
        assert!(rules.is_err() || merges, "{text}: {result:?}");
        return false;
    };
    let size: i64 = right.iter().map(|mode| mode.shape).product();
    assert_eq!(modes.iter().map(|mode| mode.shape).product::<i64>(), size, "{text}");
    for i in 0..size {
        let (r, ab) = (value(&modes, i), value(left, value(right, i)));
        assert_eq!(r, ab, "{text} is {modes:?} at {i}");
    }
    true
}

#[test]
fn all_small_pairs() {
    let (extents, strides) = ([1, 2, 4, 6], [0, 1, 2, 5]);
    let (mut accepted, mut rejected) = (0, 0);
    for a in all_layouts(2, &extents, &strides) {
        for b in all_layouts(1, &extents, &strides) {
            for knows in 0..1 << 6 {
                let knows =
                    if knows == 63 { (u64::MAX, u64::MAX) } else { (knows >> 2, knows & 3) };
                *if check(&a, &b, knows) { &mut accepted } else { &mut rejected } += 1;
            }
        }
    }
    assert!(accepted > 200_000 && rejected > 10_000, "{accepted} {rejected}");
}

proptest! {
    #[test]
    fn random_pairs(
        (a, b) in prop_oneof![
            (arbitrary::layout(4, 7, 0..13), arbitrary::layout(3, 5, 0..13)),
            arbitrary::tiled(),
        ],
        knows in (any::<u64>(), any::<u64>()),
    ) {
        check(&a, &b, knows);
        check(&a, &b, (0, 0));
        if a.flat_modes().iter().all(|mode| mode.stride >= 0) {
            check(&a, &b, (u64::MAX, u64::MAX));
        }
    }
}

/// Modes that merge, leaves that go on, and a limit of the integers.
#[test]
fn by_hand() {
    let mode = |shape, stride| Mode { shape, stride };
    // (2,_,3):(1,2,6) o _:1: the first extent meets, the second of run time, the last takes what is left.
    let a = [mode(2, 1), mode(3, 2), mode(3, 6)];
    let knows = (0b11_10_11, 0b10);
    assert_eq!(composed(&a, &[mode(18, 1)], knows), Ok(vec![mode(6, 1), mode(3, 6)]));
    assert_eq!(composed(&a, &[mode(18, 1)], (0, 0)), Ok(vec![mode(2, 1), mode(3, 2), mode(3, 6)]));
    let right = Facts::plain(&known(&[mode(2, 1)], 0));
    let right = Right { leaves: &[mode(2, 1)], facts: &right, named: 1, at: 3, limit: 100 };
    let (mut left, mut out) = ([mode(2, 101)], [mode(0, 0)]);
    let facts = Facts::extended(&known(&left, 0));
    let error = partly_known::composition(&mut left, &facts, right, &mut out).unwrap_err();
    assert_eq!((error.rule, error.mode), (tilework_algebra::Rule::Overflow, Some(3)));
}
