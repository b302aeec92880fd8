//! Operations on partly known numbers, whatever is known: the result has the right function. If all numbers are known,
//! they are the operations on values by construction, so the comparison with values here checks how the slices are
//! filled.

use proptest::prelude::*;
use tilework_algebra::rules::{
    self, Divide, End, Facts, Known, Leaf, ModeByInteger, Order, Pairs, Right, Tile,
};
use tilework_algebra::steps::Rounding;
use tilework_algebra::{
    Error, Layout, Mode, Rule, admissible, coalesce, complement, complement_ceil, complement_ext,
    composition,
};

use crate::arbitrary;
use crate::definition::all_layouts;

/// The modes, with a bit of `known` for each number. The types have no negative strides.
fn known(modes: &[Mode], known: u64) -> Known {
    let number = |n: i64, bit: usize| (known >> bit & 1 == 1 && n >= 0).then_some(n as u64);
    modes.iter().enumerate().rev().fold(Known::None, |others, (at, mode)| {
        let leaf =
            Leaf { shape: number(mode.shape, 2 * at), stride: number(mode.stride, 2 * at + 1) };
        Known::Then(leaf, Box::leak(Box::new(others)))
    })
}
/// The value at an integral coordinate; the last mode is unbounded.
fn value(modes: &[Mode], mut i: i64) -> i64 {
    let Some((last, others)) = modes.split_last() else { return 0 };
    let mut sum = 0;
    for mode in others {
        sum += i % mode.shape * mode.stride;
        i /= mode.shape;
    }
    sum + i * last.stride
}
/// The modes of `a o b`, with the known numbers given as bits.
fn composed(a: &[Mode], b: &[Mode], knows: (u64, u64)) -> Result<Vec<Mode>, Error> {
    let facts = Facts::extended(&known(a, knows.0));
    let of_right = Facts::plain(&known(b, knows.1));
    let (mut left, mut out) = (a.to_vec(), vec![NONE; (a.len() * b.len()).max(b.len())]);
    let right = Right { leaves: b, facts: &of_right, named: b.len(), at: 0, limit: i64::MAX };
    rules::composition(&mut left, &facts, right, &mut out)?;
    Ok(written(out))
}
/// Marks modes that are not written.
const NONE: Mode = Mode { shape: -1, stride: -1 };
/// The modes that are written.
fn written(mut out: Vec<Mode>) -> Vec<Mode> {
    let count = out.iter().position(|&mode| mode == NONE).unwrap_or(out.len());
    assert!(out[count..].iter().all(|&mode| mode == NONE));
    out.truncate(count);
    out
}
/// Checks the composition and returns whether there is a result.
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

/// Modes that merge, leaves that continue, and a limit of the integers.
#[test]
fn by_hand() {
    let mode = |shape, stride| Mode { shape, stride };
    // (2,_,3):(1,2,6) o _:1: the first extent meets the leaf, the second is dynamic, and the last takes the rest.
    let a = [mode(2, 1), mode(3, 2), mode(3, 6)];
    let knows = (0b11_10_11, 0b10);
    assert_eq!(composed(&a, &[mode(18, 1)], knows), Ok(vec![mode(6, 1), mode(3, 6)]));
    assert_eq!(composed(&a, &[mode(18, 1)], (0, 0)), Ok(vec![mode(2, 1), mode(3, 2), mode(3, 6)]));
    // There are no coordinates, and the stride is refused nevertheless, whatever is known.
    let (a, b) = ([mode(2, 1), mode(0, 0)], [mode(0, 3)]);
    let refused = Rule::StrideDivisibility { stride: 3, extent: 2 };
    for knows in [(0, 0), (0b1111, 0b10), (u64::MAX, u64::MAX)] {
        assert_eq!(composed(&a, &b, knows).unwrap_err().rule, refused, "{knows:?}");
    }
    let of_values =
        composition::<i64>(&"(2,0):(1,0)".parse().unwrap(), &"0:3".parse::<Layout>().unwrap());
    assert_eq!(of_values.unwrap_err().rule, refused);
    let right = Facts::plain(&known(&[mode(2, 1)], 0));
    let right = Right { leaves: &[mode(2, 1)], facts: &right, named: 1, at: 3, limit: 100 };
    let (mut left, mut out) = ([mode(2, 101)], [mode(0, 0)]);
    let facts = Facts::extended(&known(&left, 0));
    let error = rules::composition(&mut left, &facts, right, &mut out).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Overflow, Some(3)));
}

/// The requirement of the types on a tile: strides that are compared are known.
fn is_ordered(tile: &[Mode], knows: u64) -> bool {
    let moving = |at: &usize| !(tile[*at].shape == 1 && knows >> (2 * at) & 1 == 1);
    let places: Vec<usize> = (0..tile.len()).filter(moving).collect();
    places.len() < 2 || places.iter().all(|at| knows >> (2 * at + 1) & 1 == 1)
}
/// The complement of the tile, and the flat modes of the complement of values.
fn complements(
    tile: &Layout,
    (rounding, end): (Rounding, End),
    knows: u64,
) -> (Result<Vec<Mode>, Error>, Result<Vec<Mode>, Error>) {
    let leaves = tile.flat_modes();
    let known = known(leaves, knows);
    let order = Order::of(&known);
    let mut out = vec![NONE; leaves.len() + 1];
    let tiled = Tile { leaves, order: &order, at: 0, limit: i64::MAX };
    let count = rules::complement(rounding, tiled, end, &mut out);
    let by_values = match (end, rounding) {
        (End::UpTo { n, .. }, Rounding::Exact) => complement(tile, n),
        (End::UpTo { n, .. }, Rounding::Ceil) => complement_ceil(tile, n),
        (End::Never, _) => complement_ext(tile),
    };
    let found = count.map(|count| {
        let out = written(out);
        assert_eq!(out.len(), count);
        out
    });
    (found, by_values.map(|r| r.flat_modes().to_vec()))
}
/// The modes coalesced.
fn merged(modes: &[Mode]) -> Vec<Mode> {
    let mut merged: Vec<Mode> = vec![];
    for &mode in modes.iter().filter(|mode| mode.shape != 1) {
        match merged.last_mut() {
            Some(last) if last.shape * last.stride == mode.stride => last.shape *= mode.shape,
            _ => merged.push(mode),
        }
    }
    merged
}

/// Coalesced, it is the complement of values, and the errors are the same, except for static gaps.
#[test]
fn small_complements() {
    let (mut found, mut refused, mut gaps) = (0, 0, 0);
    let tiles = all_layouts(2, &[1, 2, 3], &[0, 1, 2, 3, 6]).into_iter();
    for tile in tiles.chain(all_layouts(1, &[1, 2, 3, 4], &[0, 1, 2, 4])) {
        let leaves = tile.flat_modes();
        for knows in 0..1 << (2 * leaves.len()) {
            if !is_ordered(leaves, knows) {
                continue;
            }
            // A gap that the types treat as static, or as exact, next to a mode whose extent turns out to be 1.
            let one = |at: usize| leaves[at].shape == 1 && knows >> (2 * at) & 3 == 0b10;
            for (rounding, n) in [
                (Rounding::Exact, Some(12)),
                (Rounding::Exact, Some(36)),
                (Rounding::Ceil, Some(17)),
                (Rounding::Ceil, Some(36)),
                (Rounding::Ceil, None),
            ] {
                for is_known in [false, true] {
                    let end = n.map_or(End::Never, |n| End::UpTo { n, is_known });
                    let text = format!("{tile}, known {knows:b}, {rounding:?} {end:?}");
                    match complements(&tile, (rounding, end), knows) {
                        (Ok(modes), Ok(by_values)) => {
                            if n.is_some() {
                                assert_eq!(merged(&modes), merged(&by_values), "{text}");
                            }
                            for i in 0..if n.is_some() { 0 } else { 40 } {
                                assert_eq!(value(&modes, i), value(&by_values, i), "{text} at {i}");
                            }
                            found += 1;
                        }
                        (Err(error), Ok(_)) => {
                            assert!((0..leaves.len()).any(one), "{text}: {error}");
                            gaps += i32::from(matches!(error.rule, Rule::StaticGap { .. }));
                        }
                        (Ok(_), Err(error)) => panic!("{text}: {error}"),
                        (Err(error), Err(by_values)) => {
                            let same = error.rule == by_values.rule;
                            assert!(
                                same || (0..leaves.len()).any(one),
                                "{text}: {error}, {by_values}"
                            );
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(found > 2_000 && refused > 100 && gaps > 10, "{found} {refused} {gaps}");
}

proptest! {
    /// A divide is the composition with the tile and its complement; a product is that of a grid with the gaps.
    #[test]
    fn divides_and_products((a, b) in arbitrary::tiled()) {
        let (left, right) = (a.flat_modes(), b.flat_modes());
        let n: i64 = left.iter().map(|mode| mode.shape).product();
        let all = known(right, u64::MAX);
        let order = Order::of(&all);
        let tile = Tile { leaves: right, order: &order, at: 0, limit: i64::MAX };
        if let Ok(rest) = complement(&b, n) {
            let rest = merged(rest.flat_modes());
            let both: Vec<Mode> = right.iter().chain(&rest).copied().collect();
            let divide = Divide {
                rounding: Rounding::Exact,
                tile,
                both: &Facts::plain(&known(&both, u64::MAX)),
                gaps: rest.len(),
                size_is_known: true,
            };
            let mut out = vec![NONE; left.len() * both.len() + both.len()];
            let facts = Facts::extended(&known(left, 0));
            rules::logical_divide(&mut left.to_vec(), &facts, divide, &mut out).unwrap();
            let modes = written(out);
            for i in 0..n {
                prop_assert_eq!(value(&modes, i), value(left, value(&both, i)), "{} by {}", a, b);
            }
        }
        let copies = complement_ext(&b);
        let grid = [Mode { shape: 3, stride: 1 }, Mode { shape: 2, stride: 3 }];
        let of_grid = Facts::plain(&known(&grid, 0));
        let over = Right { leaves: &grid, facts: &of_grid, named: 2, at: 0, limit: i64::MAX };
        if let Ok(copies) = copies {
            let copies = copies.flat_modes();
            let mut out = vec![NONE; right.len() + 2 * copies.len()];
            let facts = Facts::plain(&known(copies, u64::MAX));
            if rules::logical_product(tile, &facts, over, &mut out).is_ok() {
                let modes = written(out.split_off(right.len()));
                prop_assert_eq!(&out[..], right, "{}", b);
                for i in 0..6 {
                    prop_assert_eq!(value(&modes, i), value(copies, value(&grid, i)), "{} {}", b, i);
                }
            }
        }
    }
}
/// The leaves of a paired product are those of the product, each at its position, and `1:0` if there is none, for few
/// and for many leaves.
#[test]
fn products_in_pairs() {
    for copies in [1, 9] {
        let tile: Vec<Mode> =
            (0..2 * copies).map(|i| Mode { shape: 2, stride: 1 << (2 * i) }).collect();
        let text = |f: fn(&Mode) -> i64| {
            tile.iter().map(|m| f(m).to_string()).collect::<Vec<_>>().join(",")
        };
        let layout: Layout =
            format!("({}):({})", text(|m| m.shape), text(|m| m.stride)).parse().unwrap();
        let grid = [Mode { shape: 2, stride: 1 }];
        let order = Order::of(&known(&tile, u64::MAX));
        let of_tile = Tile { leaves: &tile, order: &order, at: 0, limit: i64::MAX };
        let of_grid = Facts::plain(&known(&grid, 0));
        let over = Right { leaves: &grid, facts: &of_grid, named: 1, at: 0, limit: i64::MAX };
        let gaps = complement_ext(&layout).unwrap();
        let facts = Facts::plain(&known(gaps.flat_modes(), u64::MAX));
        // The grid, all of the tile, and the leaves that are in no pair.
        let count = tile.len() + gaps.flat_modes().len();
        let mut product = vec![NONE; count];
        rules::logical_product(of_tile, &facts, over, &mut product).unwrap();
        let mut pairs = Pairs { count, places: [0; 128] };
        let places = (tile.len()..count).chain(0..tile.len()).chain([count]);
        for (place, from) in pairs.places.iter_mut().zip(places) {
            *place = from as u8;
        }
        let mut out = vec![NONE; count + 1];
        rules::paired_product(of_tile, &facts, over, &pairs, &mut out).unwrap();
        let (copies, others) = out.split_at(count - tile.len());
        assert_eq!(copies, &product[tile.len()..]);
        assert_eq!(others[..tile.len()], tile);
        assert_eq!(others[tile.len()..], [Mode { shape: 1, stride: 0 }]);
    }
}
/// The divide of one mode by an integer is the divide by the tile `n:1`, with the same errors, whatever is known and
/// whatever fits.
#[test]
fn modes_by_integers() {
    let (mut found, mut refused) = (0, 0);
    for case in 0..13 * 13 * 6 * 16_i64 {
        let (s, n, d) = (case % 13, case / 13 % 13, case / 169 % 6);
        let bits = case / (169 * 6);
        let (extent_is_known, integer_is_known) = (bits & 1 == 1, bits & 2 == 2);
        let rounding = if bits & 4 == 4 { Rounding::Ceil } else { Rounding::Exact };
        let limit = if bits & 8 == 8 { i64::MAX } else { 20 };
        // Static extents are at least 1.
        if extent_is_known && s == 0 || integer_is_known && n == 0 {
            continue;
        }
        let (mode, leaf) = (Mode { shape: s, stride: d }, Mode { shape: n, stride: 1 });
        let (left, right) =
            (known(&[mode], bits as u64 & 1), known(&[leaf], 2 | bits as u64 >> 1 & 1));
        let order = Order::of(&right);
        let is_one = extent_is_known && integer_is_known && s <= n;
        let rest = Leaf {
            shape: (extent_is_known && integer_is_known).then_some(2),
            stride: integer_is_known.then_some(n as u64),
        };
        let rest = if is_one { Known::None } else { Known::Then(rest, &Known::None) };
        let both = match right {
            Known::Then(leaf, _) => Known::Then(leaf, Box::leak(Box::new(rest))),
            Known::None => unreachable!(),
        };
        let divide = Divide {
            rounding,
            tile: Tile { leaves: &[leaf], order: &order, at: 0, limit },
            both: &Facts::plain(&both),
            gaps: usize::from(!is_one),
            size_is_known: extent_is_known,
        };
        let mut out = [NONE; 3];
        let facts = Facts::extended(&left);
        let expected = rules::logical_divide(&mut [mode], &facts, divide, &mut out);
        let by = ModeByInteger { rounding, extent_is_known, integer_is_known, limit };
        let mut here = [NONE; 2];
        let result = rules::divide_mode(mode, n, by, &mut here);
        let case = format!("{s}:{d} by {n}, {by:?}");
        assert_eq!(result, expected, "{case}");
        match result {
            Err(_) => refused += 1,
            Ok(()) => {
                found += 1;
                // A tile that is known to be 1 is written as `1:0`.
                let tile = if integer_is_known && n == 1 { here[0] } else { out[0] };
                assert_eq!(here[0], tile, "{case}");
                assert_eq!(here[1], out[1], "{case}");
            }
        }
    }
    assert!(found > 3_000 && refused > 3_000, "{found} {refused}");
}
