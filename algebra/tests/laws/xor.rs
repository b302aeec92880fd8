//! Layouts with XOR strides: complements and right inverses of the largest possible size.

use tilework_algebra::{
    Layout, Rule, Xor, coalesce, complement, complement_ceil, left_inverse, right_inverse,
};

use crate::definition::{
    all_layouts, bits, largest_right_inverse, layouts_through, product, xor_value, xor_values,
};

fn xor(text: &str) -> Layout<Xor> {
    text.parse().unwrap()
}

fn values(layout: &Layout<Xor>) -> Vec<i64> {
    let modes = layout.flat_modes().iter().map(|mode| (mode.shape, mode.stride.bits()));
    xor_values(&crate::definition::flat(&modes.collect::<Vec<_>>()))
}

/// Returns whether some layout that begins with these increasing offsets completes the values to `0..n`.
fn complement_exists(values: &[i64], offsets: &[i64], n: i64) -> bool {
    let mut taken = vec![false; n as usize];
    for sum in offsets.iter().flat_map(|r| values.iter().map(move |x| r ^ x)) {
        match taken.get_mut(sum as usize) {
            Some(taken) if !*taken => *taken = true,
            _ => return false,
        }
    }
    let size = (values.len() * offsets.len()) as i64;
    let more = |times: i64, stride: i64| {
        let longer = (0..times).flat_map(|i| offsets.iter().map(move |r| r ^ product(i, stride)));
        let longer: Vec<i64> = longer.collect();
        longer.is_sorted_by(|x, y| x < y) && complement_exists(values, &longer, n)
    };
    let next = offsets[offsets.len() - 1] + 1;
    size == n
        || n % size == 0
            && (2..=n / size)
                .filter(|times| (n / size) % times == 0)
                .any(|times| (next..n).any(|stride| more(times, stride)))
}

#[test]
fn complements() {
    let mut small = all_layouts(1, &[1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3, 4, 5, 6]);
    small.extend(all_layouts(2, &[2, 3, 4, 5], &[0, 1, 2, 3, 4, 5, 6, 8, 9]));
    let (mut found, mut odd) = (0, 0);
    for a in &small {
        let image = xor_values(a);
        let a = bits(a);
        for n in 1..=24 {
            match complement(&a, n) {
                Ok(r) => {
                    let offsets = values(&r);
                    assert!(offsets.is_sorted_by(|x, y| x < y), "complement({a}, {n}) = {r}");
                    let sums = offsets.iter().flat_map(|r| image.iter().map(move |x| r ^ x));
                    let mut sums: Vec<i64> = sums.collect();
                    sums.sort_unstable();
                    assert!(sums.into_iter().eq(0..n), "complement({a}, {n}) = {r}");
                    assert_eq!(coalesce(&r), r);
                    assert_eq!(complement_ceil(&a, n), Ok(r));
                    found += 1;
                    odd += usize::from(n % 2 == 0 && !(n as u64).is_power_of_two());
                }
                Err(error) => {
                    assert!(!complement_exists(&image, &[0], n), "complement({a}, {n}): {error}")
                }
            }
        }
    }
    assert!(found > 400 && odd > 100, "{found}, {odd}");
}

/// An extent with an odd part reaches up to `n`; no mode may be above it.
#[test]
fn complements_of_odd_extents() {
    let complement = |a: &str, n| complement(&xor(a), n).map(|r| r.to_string());
    assert_eq!(complement("(3,2):(f4,f1)", 12), Ok("2:f2".into()));
    assert_eq!(complement("2:f1", 6), Ok("3:f2".into()));
    assert_eq!(complement("6:f5", 24), Ok("4:f1".into()));
    let rule = |a, n| complement(a, n).unwrap_err();
    // Copies of 12 would be XORed.
    assert_eq!(rule("3:f4", 24).rule, Rule::PowerOfTwo { extent: 3 });
    assert_eq!(rule("2:f1", 7).rule, Rule::Evenness { size: 7, span: 2 });
    // The leading bit of 2 f6 is 8, as that of 3 f4 would be.
    assert_eq!(rule("3:f6", 12).rule, Rule::PowerOfTwo { extent: 3 });
    assert_eq!(rule("(3,5):(f1,f4)", 15).mode, Some(1));
    assert_eq!(rule("(3,2):(f1,f4)", 6).rule, Rule::PowerOfTwo { extent: 3 });
}

#[test]
fn right_inverses_are_the_largest() {
    let mut small = all_layouts(2, &[1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3, 4, 5, 6, 8]);
    small.extend(all_layouts(3, &[2, 3, 4, 5], &[0, 1, 2, 3, 4]));
    let mut odd = 0;
    for a in &small {
        let image = xor_values(a);
        let r = right_inverse(&bits(a)).unwrap();
        for (i, c) in values(&r).into_iter().enumerate() {
            assert_eq!(image.get(c as usize), Some(&(i as i64)), "right_inverse({a}) = {r}");
        }
        assert_eq!(coalesce(&r), r);
        let largest = largest_right_inverse(&image, &[0], |r, step| r ^ step, product);
        assert_eq!(r.size(), largest as i64, "right_inverse({}) = {r}", bits(a));
        odd += usize::from(largest > 5 && !largest.is_power_of_two());
    }
    assert!(odd > 20, "{odd}");
}

/// Computed by hand, and for sizes with too many coordinates to look at.
#[test]
fn right_inverses_with_odd_extents() {
    let inverse = |a: &str| right_inverse(&xor(a)).map(|r| r.to_string()).map_err(|e| e.rule);
    // 5 = 1 XOR 4 is at the coordinate (1,4); 6 is not an offset.
    assert_eq!(inverse("(2,5):(f1,f1)"), Ok("(2,3):(f1,f4)".into()));
    assert_eq!(inverse("(3,2):(f1,f4)"), Ok("3:f1".into()));
    assert_eq!(inverse("(1048576,5):(f4,f1)"), Ok("(4,1048576):(f1048576,f1)".into()));
    assert_eq!(inverse("(1048576,5):(f8,f1)"), Ok("5:f1048576".into()));
    assert_eq!(inverse("(4,5242880):(f8388608,f1)"), Ok("5242880:f4".into()));
    assert_eq!(inverse("(3,4096):(f1,f4)"), Err(Rule::UndecidedSize { size: 12288, limit: 4096 }));
    // All 63 bits.
    assert_eq!(inverse("4611686018427387904:f1"), Ok("4611686018427387904:f1".into()));
    assert_eq!(inverse("(2,4611686018427387903):(f1,f2)"), Ok("9223372036854775806:f1".into()));
}

/// The left inverse reads bits, if the coordinate has bits.
#[test]
fn left_inverses() {
    let (mut found, mut carried) = (0, 0);
    for a in all_layouts(3, &[1, 2, 4, 6], &[0, 1, 2, 3, 5, 8]) {
        let moving = a.flat_modes().iter().filter(|mode| mode.shape > 1);
        let carries = moving.rev().skip(1).any(|mode| mode.shape == 6);
        match left_inverse(&bits(&a)) {
            Ok(l) => {
                found += 1;
                carried += usize::from(carries);
                is_left_inverse(&a, &l);
            }
            Err(error) => {
                assert!(carries, "left_inverse({a}): {error}");
                assert_eq!(error.rule, Rule::PowerOfTwo { extent: 6 });
            }
        }
    }
    assert!(found > 5000 && carried > 500, "{found}, {carried}");
}

/// Checks the law, and that `l` ends with the largest offset: no shorter last mode has all offsets.
fn is_left_inverse(a: &Layout, l: &Layout<Xor>) {
    let mut cosize = 1;
    for offset in xor_values(a) {
        let coordinate = l.offset(offset).unwrap();
        assert_eq!(xor_value(a, coordinate), offset, "left_inverse({a}) = {l}");
        cosize = cosize.max(offset + 1);
    }
    let last = l.flat_modes().last().unwrap().shape;
    let covers = l.size() - l.size() / last < cosize && cosize <= l.size();
    assert!(covers, "left_inverse({a}) = {l} of the cosize {cosize}");
}

/// Computed by hand, and for cosizes with too many coordinates to look at.
#[test]
fn left_inverses_end_with_the_offsets() {
    let inverse = |a: &str| left_inverse(&xor(a)).map(|l| l.to_string()).map_err(|e| e.rule);
    // 0 to 5; and 0, 1, 4, 5, 8, 9.
    assert_eq!(inverse("6:f1"), Ok("6:f1".into()));
    assert_eq!(inverse("(2,3):(f1,f4)"), Ok("(2,2,3):(f1,0,f2)".into()));
    assert_eq!(inverse("(1048576,5):(f1,f1048576)"), Ok("5242880:f1".into()));
    // All 63 bits.
    assert_eq!(inverse("(2,4611686018427387903):(f1,f2)"), Ok("9223372036854775806:f1".into()));
    // One coordinate more than fits.
    assert_eq!(inverse("(2,2):(f1,f4611686018427387904)"), Err(Rule::Overflow));
}

/// If the coordinate carries, there is a left inverse if and only if some layout maps the offsets to the coordinates;
/// here with strides below 16.
#[test]
fn left_inverses_over_carries() {
    let (mut found, mut none) = (0, 0);
    for a in all_layouts(2, &[2, 3], &[0, 1, 2, 4, 5, 8]) {
        let mut points: Vec<(Vec<i64>, i64)> = Vec::new();
        for (k, offset) in xor_values(&a).into_iter().enumerate() {
            if !points.iter().any(|(x, _)| x[0] == offset) {
                points.push((vec![offset], k as i64));
            }
        }
        let strides: Vec<i64> = (0..16).collect();
        match left_inverse(&bits(&a)) {
            Ok(l) => {
                found += 1;
                is_left_inverse(&a, &l);
            }
            Err(error) => {
                none += 1;
                assert_eq!(error.rule, Rule::PowerOfTwo { extent: 3 });
                let exists = layouts_through(&points, 3, &strides, |x, y| x ^ y, product);
                assert!(!exists, "left_inverse({a})");
            }
        }
    }
    assert!(found > 80 && none > 10, "{found}, {none}");
    // 0, 4, 8, 1, 5, 9: the digits of (3,3) have these at 0, 1, 2 times 3 and 2, without carries.
    assert!(left_inverse(&xor("(3,2):(f4,f1)")).is_ok());
    assert!(left_inverse(&xor("(3,1,2):(f1,f7,f4)")).is_err());
    // There are too many coordinates to look at, but not too many that move.
    assert!(left_inverse(&xor("(8192,3,2):(0,f4,f1)")).is_ok());
    let error = left_inverse(&xor("(5000,3):(f4,f1)")).unwrap_err();
    assert_eq!(error.rule, Rule::UndecidedSize { size: 15000, limit: 4096 });
}

/// An extent that is not a power of 2 has no copies, even if their number would be whole.
#[test]
fn complements_without_copies() {
    for (layout, n, extent, mode) in [("3:f1", 6, 3, 0), ("(4,3):(f1,f4)", 24, 3, 1)] {
        let layout = xor(layout);
        let error = complement(&layout, n).unwrap_err();
        assert_eq!((error.rule, error.mode), (Rule::PowerOfTwo { extent }, Some(mode)), "{layout}");
        // The size is not the only problem: `n + 2` is not a multiple of it either.
        let error = complement(&layout, n + 2).unwrap_err();
        let rule = Rule::Evenness { size: n + 2, span: layout.size() };
        assert_eq!(error.rule, rule, "{layout}");
    }
}
