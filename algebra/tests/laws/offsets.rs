//! Questions about the offsets of layouts with strides of any kind: which offsets there are, whether each occurs once,
//! how many are contiguous, and which offsets two layouts share.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Mode, Rule, Stride, Xor, blocked_product, image,
    is_injective, logical_product, max_common_layout, max_common_vector, offsets, raked_product,
    right_inverse,
};

use crate::arbitrary;
use crate::definition::{
    all_layouts, bits, is_layout_function, layout, value, xor_value, xor_values,
};
use crate::exact_strides::is_xor_function;

fn xor(text: &str) -> Layout<Xor> {
    text.parse().unwrap()
}

fn coordinates(text: &str) -> Layout<ArithmeticTuple> {
    text.parse().unwrap()
}

/// Checks the image, and two coordinates that collide, if there are any.
fn check_bits(a: &Layout) {
    let (all, a) = (xor_values(a), bits(a));
    let set: BTreeSet<i64> = all.iter().copied().collect();
    assert_eq!(image(&a).unwrap(), set.iter().copied().collect::<Vec<_>>(), "{a}");
    let once = set.len() == all.len();
    assert_eq!(is_injective(&a), Ok(once), "{a}");
    match a.collision().unwrap() {
        None => assert!(once, "{a}"),
        Some((first, second)) => {
            assert!(0 <= first && first < second, "{a}: {first}, {second}");
            assert_eq!(all[first as usize], all[second as usize], "{a}: {first}, {second}");
        }
    }
}

#[test]
fn bits_of_small_layouts() {
    for a in all_layouts(2, &[1, 2, 3, 4, 5, 8], &[0, 1, 2, 3, 5, 6, 8, 12]) {
        check_bits(&a);
    }
    for a in all_layouts(3, &[2, 3], &[1, 3, 4, 6, 7]) {
        check_bits(&a);
    }
    check_bits(&layout("():()"));
    // Offsets beyond 64 bits.
    let wide = xor("(4,1152921504606846976):(f4611686018427387904,f8)");
    assert_eq!(is_injective(&wide), Ok(false));
    assert_eq!(is_injective(&xor("(4,1152921504606846976):(f4611686018427387904,f1)")), Ok(true));
}

/// Multiples of two places, and sums of them.
#[test]
fn coordinates_of_small_layouts() {
    let strides = ["0", "e0", "2e0", "3e0", "e1", "-e1", "2e1", "e0+e1", "2e0-e1", "e0+2e1"];
    let (mut once, mut twice) = (0, 0);
    for (s, t, u) in [(2, 2, 2), (3, 2, 3), (4, 3, 1), (2, 5, 2)] {
        for (d, e) in strides.iter().flat_map(|d| strides.iter().map(move |e| (d, e))) {
            let third = "5e0+7e1";
            let a = coordinates(&format!("({s},({t},{u})):({d},({e},{third}))"));
            let mut factors = a.flat_modes().iter().map(|mode| {
                let at = |place: u8| mode.stride.terms().find(|(p, _)| p == &[place]);
                [0, 1].map(|place| at(place).map_or(0, |(_, factor)| factor))
            });
            let [x, y, z] = [(); 3].map(|()| factors.next().unwrap());
            let all: Vec<[i64; 2]> = (0..s * t * u)
                .map(|i| (i % s, i / s % t, i / (s * t)))
                .map(|(i, j, k)| [0, 1].map(|p| i * x[p] + j * y[p] + k * z[p]))
                .collect();
            let same = (0..all.len()).any(|i| all[..i].contains(&all[i]));
            assert_eq!(is_injective(&a), Ok(!same), "{a}");
            match a.collision().unwrap() {
                None => once += 1,
                Some((i, j)) => {
                    assert!(i < j && all[i as usize] == all[j as usize], "{a}");
                    twice += 1;
                }
            }
            let second: BTreeSet<[i64; 2]> = all.iter().map(|[x, y]| [*y, *x]).collect();
            if a.codomain().to_string() == "(*,*)" {
                let expected =
                    second.iter().map(|[y, x]| IntTuple::tuple([(*x).into(), (*y).into()]));
                assert_eq!(image(&a).unwrap(), expected.collect::<Vec<_>>(), "{a}");
                let list = offsets(&a).unwrap();
                assert!(list.iter().zip(&all).all(|(tuple, pair)| tuple.leaves() == pair), "{a}");
            }
        }
    }
    assert!(once > 100 && twice > 100, "{once}, {twice}");
    // Common factors are not part of the weights.
    let far = "(4,4):(4611686018427387904e0,4611686018427387904e1)";
    assert_eq!(is_injective(&coordinates(far)), Ok(true));
    let primes = "(2,2,2):(4611686018427387904e0+e1,4611686018427387903e0,e1)";
    assert_eq!(is_injective(&coordinates(primes)).unwrap_err().rule, Rule::Overflow);
}

/// The largest number that stays together, by the definition: at multiples of it, beginning at multiples of it.
fn together(size: i64, value: impl Fn(i64) -> i64) -> i64 {
    let holds = |v: &i64| {
        size % v == 0
            && (0..size).all(|i| value(i) == value(i - i % v) + i % v && value(i - i % v) % v == 0)
    };
    (0..40).map(|k| 1 << k).filter(holds).max().unwrap()
}

#[test]
fn alignments() {
    for a in all_layouts(2, &[1, 2, 3, 4, 6, 8], &[0, 1, 2, 3, 4, 6, 8, 12, 16]) {
        assert_eq!(a.alignment(), together(a.size(), |i| value(&a, i)), "{a}");
        assert_eq!(bits(&a).alignment(), together(a.size(), |i| xor_value(&a, i)), "{}", bits(&a));
    }
    for a in all_layouts(3, &[2, 4], &[1, 2, 4, 6, 8, 9]) {
        assert_eq!(bits(&a).alignment(), together(a.size(), |i| xor_value(&a, i)), "{}", bits(&a));
    }
    for (b, m, s) in [(1, 0, 1), (2, 0, 3), (2, 2, 2), (3, 1, 3), (2, 3, -2)] {
        let swizzle = tilework_algebra::Swizzle::new(b, m, s).unwrap();
        assert_eq!(swizzle.to_layout().alignment(), swizzle.alignment(), "{swizzle}");
        assert!((0..1 << 9).all(|i| swizzle.inverse().apply(swizzle.apply(i)) == i), "{swizzle}");
    }
}

/// Checks the beginning of the right inverse of `b` as far as `a` has the same offsets. A longer beginning is not a
/// layout.
fn check_common<A: Stride<Offset = i64>, B: Stride<Offset = i64>>(
    a: (&Layout<A>, impl Fn(i64) -> i64),
    b: &Layout<B>,
    is_function: fn(&[i64]) -> bool,
) -> usize
where
    B::Inverse: Stride<Offset = i64>,
{
    let (a, of_a) = a;
    let inverse = offsets(&right_inverse(b).unwrap()).unwrap();
    let r = max_common_layout(a, b).unwrap_or_else(|error| panic!("{a}, {b}: {error}"));
    let ours = offsets(&r).unwrap();
    let agree = inverse.iter().zip(0..).take_while(|&(&c, k)| of_a(c) == k).count();
    assert_eq!(ours, inverse[..ours.len()], "{a}, {b}: {r}");
    assert!(ours.len() <= agree, "{a}, {b}: {r}");
    let longer = (ours.len() + 1..=agree).find(|&n| is_function(&inverse[..n]));
    assert_eq!(longer, None, "{a}, {b}: {r}, but {agree} agree");
    assert_eq!(max_common_vector(a, b), Ok(r.size()));
    ours.len()
}

#[test]
fn common_offsets() {
    let small = all_layouts(2, &[2, 3, 4], &[0, 1, 2, 3, 6]);
    let mut some = 0;
    for b in &small {
        for a in &small {
            let (xa, xb) = (bits(a), bits(b));
            let both = check_common((&xa, |i| xor_value(a, i)), &xb, is_xor_function);
            check_common((a, |i| value(a, i)), &xb, is_xor_function);
            check_common((&xa, |i| xor_value(a, i)), b, is_layout_function);
            some += usize::from(both > 1);
        }
    }
    assert!(some > 500, "{some}");
}

/// Each pair of modes is a mode of the tile and a mode of its grid. For the grid as a tuple, this is the mode of the
/// product.
#[test]
fn paired_products_of_any_strides() {
    fn check<D: Stride, E: Stride>(
        a: &Layout<D>,
        b: &Layout<E>,
        grid: impl Fn(&Layout<E>) -> Layout<D>,
    ) {
        let rank = a.rank().max(b.rank());
        let ones = [Mode { shape: 1, stride: D::zero() }];
        let unit = Layout::of_modes(ones, layout("1:0").profile().clone()).unwrap();
        let grid = grid(b);
        let mode = |layout: &Layout<D>, i| layout.mode(i).unwrap_or(unit.clone());
        for (r, grid_first) in [(blocked_product(a, b), false), (raked_product(a, b), true)] {
            let r = r.unwrap();
            assert_eq!(r.rank(), rank);
            for i in 0..rank {
                let pair = if grid_first { [&grid, a] } else { [a, &grid] };
                let pair = Layout::concatenate(pair.map(|part| mode(part, i))).unwrap();
                assert_eq!(r.mode(i), Some(pair), "{a}, {b}: {r}");
            }
        }
    }
    let grids = ["(4,2):(f2,f1)", "(2,2):(f1,f6)"];
    for tile in ["(2,2):(f1,f3)", "(8,8):(f9,f1)", "(2,2):(f4,f1)"] {
        for grid in grids {
            check(&xor(tile), &xor(grid), |b| {
                logical_product(&xor(tile), b).unwrap().mode(1).unwrap()
            });
        }
        check(&xor(tile), &layout("(4,2):(2,1)"), |b| {
            logical_product(&xor(tile), b).unwrap().mode(1).unwrap()
        });
    }
    check(&layout("(2,2):(1,2)"), &xor(grids[0]), |b| {
        logical_product(&layout("(2,2):(1,2)"), b).unwrap().mode(1).unwrap()
    });
    let tile = coordinates("(2,2):(e0,e1)");
    check(&tile, &coordinates("(4,2):(e0,e1)"), |b| {
        logical_product(&tile, b).unwrap().mode(1).unwrap()
    });
}

proptest! {
    #[test]
    fn any_nesting(a in arbitrary::layout(4, 4, 0..40)) {
        check_bits(&a);
        let expected = together(a.size(), |i| xor_value(&a, i));
        prop_assert_eq!(bits(&a).alignment(), expected, "{}", bits(&a));
    }
}
