use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, Layout, Rule, Tiler, Xor, composition, image, image_in_range, is_compact,
    is_injective, is_sorted, is_surjective, make_layout_like, offsets, sort,
};

use crate::arbitrary;
use crate::definition::{self, all_layouts, bits, layout, value, values, xor_values};
use crate::semimodule::{At, all as all_values, two_places, with_strides};

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

/// XOR strides, whose offsets never carry: the same by enumeration; offsets are ordered as integers.
#[test]
fn all_small_layouts_of_bits() {
    let (mut compact, mut surjective, mut colliding) = (0, 0, 0);
    let mut small = all_layouts(1, &[1, 2, 3, 5, 6, 7, 11], &[0, 1, 2, 3, 5, 6, 7]);
    small.extend(all_layouts(2, &[1, 2, 3, 4, 5, 6], &[0, 1, 2, 3, 4, 5, 6, 8, 12]));
    small.extend(all_layouts(3, &[2, 3, 5], &[0, 1, 2, 3, 4, 7, 8]));
    for integers in small {
        let (all, a) = (xor_values(&integers), bits(&integers));
        let set: BTreeSet<i64> = all.iter().copied().collect();
        let cosize = set.last().unwrap() + 1;
        let without_gaps = set.len() as i64 == cosize;
        let bijective = all.len() as i64 == cosize && without_gaps;
        assert_eq!(a.cosize(), Ok(cosize), "{a}");
        assert_eq!(a.is_surjective(), Ok(without_gaps), "{a}");
        assert_eq!(a.is_compact(), Ok(bijective), "{a}");
        compact += usize::from(bijective);
        surjective += usize::from(without_gaps);
        colliding += usize::from(without_gaps && set.len() < all.len() && a.size() % 3 == 0);
        assert_eq!(sort(&a), bits(&sort(&integers)), "{a}");
        assert_eq!(is_sorted(&a), is_sorted(&integers), "{a}");
        assert_eq!(make_layout_like(&a), make_layout_like(&integers), "{a}");
    }
    assert!(compact > 50 && surjective > 2 * compact && colliding > 10);
}

/// Layouts that are too large for a list.
#[test]
fn large_layouts_of_bits() {
    let xor = |text: &str| text.parse::<Layout<Xor>>().unwrap();
    let wide = xor("(1073741824,1073741824):(f1073741825,f1)");
    assert_eq!(wide.cosize(), Ok(1 << 60));
    assert_eq!((wide.is_compact(), wide.is_surjective()), (Ok(true), Ok(true)));
    // The same bits twice.
    let twice = xor("(1073741824,1073741824):(f3,f1)");
    assert_eq!((twice.cosize(), twice.is_compact()), (Ok(1 << 31), Ok(false)));
    assert_eq!(twice.is_surjective(), Ok(true));
    let overflow = xor("3:f9223372036854775807");
    assert_eq!(overflow.cosize().unwrap_err().rule, Rule::Overflow);
    assert_eq!(overflow.is_compact(), Ok(false));
    assert_eq!(xor("2:f9223372036854775807").cosize().unwrap_err().rule, Rule::Overflow);
    // 15 parts each.
    let parts = xor("(32767,32767,32767,32767):(f1,f32768,f1073741824,f35184372088832)");
    assert_eq!(parts.cosize(), Ok(((32766 << 15 | 32766) << 15 | 32766) << 15 | 32767));
    let many = xor(
        "(3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3):(f1,f2,f4,f8,f3,f5,f1,f1,f1,f1,f1,f1,f1,f1,f1,f1,f1)",
    );
    assert!(matches!(many.cosize().unwrap_err().rule, Rule::Undecided { .. }));
}

#[test]
fn ranges_of_small_layouts() {
    let right = all_layouts(2, &[1, 2, 3], &[-2, 0, 1, 2, 3, 5]);
    for size in 1..=12 {
        let a = Layout::leaf(size, 1).unwrap();
        for b in &right {
            let inside = (0..b.size()).all(|i| (0..size).contains(&value(b, i)));
            assert_eq!(image_in_range(&a, b), Ok(inside), "{a}, {b}");
        }
    }
}

/// Tilers: each within its mode, and those of a nested tuple within its part.
#[test]
fn ranges_of_tilers() {
    let tile = |s: i64, d: i64| Tiler::Layout(Layout::leaf(s, d).unwrap());
    let fits = |size: i64, (s, d): (i64, i64)| (0..s).all(|i| (0..size).contains(&(i * d)));
    let tiles = [(1, 1), (2, 1), (2, 3), (3, 1), (4, 0), (4, 2), (8, 1), (2, -1), (5, 4)];
    let (mut inside, mut outside) = (0, 0);
    for (m, n, k) in [(4, 4, 1), (3, 8, 2), (1, 6, 5)] {
        let a = layout(&format!("({m},({n},{k})):(1,({m},{}))", m * n));
        for (&x, &y) in tiles.iter().flat_map(|x| tiles.iter().map(move |y| (x, y))) {
            let both = Tiler::Modes(vec![tile(x.0, x.1), tile(y.0, y.1)]);
            let is = fits(m, x) && fits(n * k, y);
            assert_eq!(image_in_range(&a, &both), Ok(is), "{a}, {both}");
            let nested =
                Tiler::Modes(vec![tile(x.0, x.1), Tiler::Modes(vec![tile(y.0, y.1), Tiler::Keep])]);
            assert_eq!(image_in_range(&a, &nested), Ok(fits(m, x) && fits(n, y)), "{a}, {nested}");
            // A shorter tiler keeps modes unchanged.
            let first = Tiler::Modes(vec![tile(x.0, x.1)]);
            assert_eq!(image_in_range(&a, &first), Ok(fits(m, x)), "{a}, {first}");
            assert_eq!(image_in_range(&a, &tile(x.0, x.1)), Ok(fits(m * n * k, x)), "{a}");
            *(if is { &mut inside } else { &mut outside }) += 1;
            // If so, the result has only offsets of `a`.
            if is && let Ok(composed) = composition(&a, &both) {
                let all = image(&a).unwrap();
                assert!(image(&composed).unwrap().iter().all(|x| all.contains(x)));
            }
        }
    }
    assert!(inside > 30 && outside > 100, "{inside}, {outside}");
    let a = layout("(4,4):(4,1)");
    let tiler: Tiler = "(8,2)".parse().unwrap();
    assert_eq!(image_in_range(&a, &tiler), Ok(false));
    assert_eq!(composition(&a, &tiler).unwrap().cosize(), Ok(30));
    let longer: Tiler = "(2,2,2)".parse().unwrap();
    let rule = Rule::TilerRank { tiler: 3, layout: 2 };
    assert_eq!(image_in_range(&a, &longer).unwrap_err().rule, rule);
}

/// XOR strides, and coordinates: integers below the size of each part.
#[test]
fn ranges_of_bits_and_coordinates() {
    let a = layout("((2,3),(5,2)):((0,0),(0,0))");
    let (mut inside, mut outside) = (0, 0);
    let mut count = |is: bool| if is { inside += 1 } else { outside += 1 };
    for b in all_layouts(2, &[1, 2, 3, 5, 7], &[0, 1, 2, 3, 9, 10, 17, 24]) {
        let all = xor_values(&b);
        for size in [1, 5, 8, 12, 24] {
            let a = Layout::leaf(size, 1).unwrap();
            let is = all.iter().all(|&x| x < size);
            assert_eq!(image_in_range(&a, &bits(&b)), Ok(is), "{a}, {b}");
            count(is);
        }
        // (0), and (1,1), whose part is a leaf of 2.
        let b = with_strides(&b, two_places);
        let within = |at: &At| {
            let factor = |place: &[u8]| at.get(place).copied().unwrap_or(0);
            factor(&[0]) < 6 && factor(&[1, 1]) < 2
        };
        let is = all_values(&b).iter().all(within);
        assert_eq!(image_in_range(&a, &b), Ok(is), "{a}, {b}");
        count(is);
    }
    assert!(inside > 300 && outside > 300, "{inside}, {outside}");
    // There is no such place, and no coordinate below 0.
    for b in ["2:e2", "2:e(0,0,0)", "(2,2):(e0,-1e1)", "(2,3):(e0,e0+2e(1,1))"] {
        let b: Layout<ArithmeticTuple> = b.parse().unwrap();
        assert_eq!(image_in_range(&a, &b), Ok(false), "{b}");
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
    assert_eq!(image_in_range(&wide, &overflow), Ok(false));
    let overflow: Layout<Xor> = "3:f9223372036854775807".parse().unwrap();
    assert_eq!(image_in_range(&wide, &overflow), Ok(false));
}

proptest! {
    #[test]
    fn any_nesting(a in arbitrary::layout(5, 5, -10..20)) {
        prop_assert!(check(&a), "{a}");
    }
}
