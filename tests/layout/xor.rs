//! XOR strides: what the types read and divide, and the inverses, complements and compositions of literals, against the
//! value level and the definition.

use std::collections::BTreeSet;

use tilework::algebra::expression::{Names, evaluate};
use tilework::bound::total::Bits as Recast;
use tilework::bound::total::{
    CastTotal, ComplementExtTotal, ComplementTotal, CompositionTotal, DivideTotal,
    LeftInverseTotal, MaxCommonTotal, RightInverseTotal, SortTotal,
};
use tilework::verdict::Judged;
use tilework::{Layout, algebra, layout, try_layout};

type Bits = algebra::Layout<algebra::Xor>;

/// Layouts with dependent, overlapping, missing and carrying bits, and with odd extents at the end.
macro_rules! layouts {
    ($check:ident) => {
        $check! {
            (4:f1) (8:f3) (2:f5) (1:f7) (16:f9)
            ((4,4):(f1,f5)) ((8,8):(f9,f1)) ((8,8):(f1,f9)) ((8,4):(f1,f10)) ((4,8):(f8,f1))
            ((2,2,2):(f1,f1,f2)) ((2,2,2):(f3,f1,f2)) ((2,2,2):(f1,f2,f3)) ((2,4,2):(f6,f12,f5))
            (((2,2),(2,2)):((f1,f2),(f5,f10))) ((4,(1,2)):(0,(f3,f4))) ((2,(4,2)):(f4,(f1,f8)))
            ((4,(4,3)):(f1,(f5,f16))) (3:f1) (6:f1) (3:f2) (5:f3) ((2,3):(f1,f2)) ((4,5,1):(f4,f1,f3))
            ((2,6):(f7,f9)) ((2,2,3):(f2,f1,f4)) ((2,12):(f1,f2))
            ((16,32):(f33,f1)) ((8,8,4):(f73,f1,f64)) ((2,2,2,2,2):(f31,f15,f7,f3,f1))
        }
    };
}

/// Offsets by the definition: the XOR of `d << k` for each bit `k` of the coordinate of each mode.
fn offset(layout: &Bits, i: i64) -> i64 {
    let (mut rest, mut sum) = (i, 0);
    for (at, mode) in layout.flat_modes().iter().enumerate() {
        let last = at + 1 == layout.flat_modes().len();
        let c = if last { rest } else { rest % mode.shape };
        rest /= mode.shape;
        sum = (0..62).filter(|k| c >> k & 1 == 1).fold(sum, |sum, k| sum ^ mode.stride.bits() << k);
    }
    sum
}

#[test]
fn inverses_and_complements() {
    let mut rows = 0;
    macro_rules! check {
        ($(($s:tt:$d:tt))*) => {$({
            let layout = layout!($s:$d);
            let value: Bits = stringify!($s:$d).parse().unwrap();
            let size = value.size();
            let offsets: Vec<i64> = (0..size).map(|i| offset(&value, i)).collect();
            assert!(layout.size() as i64 == size && (0..size).all(|i| layout.offset(i as usize) as i64 == offsets[i as usize]));

            let right = layout!(right_inverse($s:$d));
            assert_eq!(right.to_string(), algebra::right_inverse(&value).unwrap().to_string(), "{value}");
            for i in 0..right.size() {
                assert_eq!(offset(&value, right.offset(i) as i64), i as i64, "{value}");
            }
            let left = layout!(left_inverse($s:$d));
            assert_eq!(left.to_string(), algebra::left_inverse(&value).unwrap().to_string(), "{value}");
            for &x in &offsets {
                assert_eq!(offset(&value, left.offset(x as usize) as i64), x, "{value}");
            }
            let rest = layout!(complement_ext($s:$d));
            assert_eq!(rest.to_string(), algebra::complement_ext(&value).unwrap().to_string(), "{value}");
            let mut copies: Vec<i64> = Vec::new();
            for i in 0..2 * rest.size() {
                let shift = rest.offset(i) as i64;
                copies.extend(offsets.iter().map(|x| x ^ shift).collect::<std::collections::BTreeSet<_>>());
            }
            let all = copies.len();
            copies.sort_unstable();
            copies.dedup();
            assert_eq!(copies.len(), all, "{value}: copies have offsets in common");
            rows += 1;
        })*};
    }
    layouts!(check);
    assert_eq!(rows, 30);
}

/// The error names an extent before the last that is no power of 2 as written. The inverse may have integer strides.
#[test]
fn odd_extents() {
    for (text, mode, extent) in [
        ("(3,4):(f1,f4)", 0, 3),
        ("(4,5,4):(0,f8,f8)", 1, 5),
        ("(2,3,4):(f1,f2,f9)", 1, 3),
        ("(2,(1,(6,1)),2):(f1,(f5,(f2,0)),f64)", 2, 6),
        ("(4,(12,3)):(f3,(f16,f5))", 1, 12),
        ("(3,3,3):(f1,f1,f1)", 0, 3),
    ] {
        if let Err(error) = algebra::left_inverse(&text.parse::<Bits>().unwrap()) {
            let rule = algebra::Rule::PowerOfTwo { extent };
            assert_eq!((error.rule, error.mode), (rule, Some(mode)), "{text}");
        }
    }
    let value: Bits = "(3,4):(f1,f4)".parse().unwrap();
    assert!(algebra::left_inverse(&value).is_err());
    // An inverse with integer strides, which literals may have, since their results are of any kind.
    let inverse: Layout!((4,4):(1,3)) = layout!(left_inverse((3,4):(f1,f4)));
    assert!((0..12).all(|k| inverse.offset(offset(&value, k) as usize) as i64 == k));
    let integers = algebra::left_inverse(&value.to_integers().unwrap()).unwrap();
    assert_eq!(integers, algebra::Layout::from(inverse));
}

/// The rest of `n`: copies of the offsets at those of the complement are `0..n`, each once, or, if it is padded, more
/// than these.
#[test]
fn complements() {
    let mut rows = 0;
    macro_rules! check {
        ($(($s:tt:$d:tt) in $($n:literal)*;)*) => {$($({
            let value: Bits = stringify!($s:$d).parse().unwrap();
            let expected = algebra::complement(&value, $n).unwrap();
            let (rest, n) = (layout!(complement($s:$d, $n)), $n as usize);
            assert_eq!(rest.to_string(), expected.to_string(), "{value} in {n}");
            let offsets = |layout: &Bits| (0..layout.size()).map(|i| offset(layout, i)).collect::<Vec<_>>();
            let copies = offsets(&expected).into_iter().flat_map(|x| offsets(&value).into_iter().map(move |y| x ^ y));
            let mut copies: Vec<i64> = copies.collect();
            copies.sort_unstable();
            assert!(copies.into_iter().eq(0..$n), "{value} in {n}");
            rows += 1;
        })*)*};
    }
    check! {
        (4:f1) in 4 64 12;
        (4:f2) in 8 16;
        ((4,4):(f1,f5)) in 16 32;
        ((8,8):(f9,f1)) in 64 1024 192;
        ((2,2,2):(f3,f1,f4)) in 8 16;
        ((2,4,2):(f6,f16,f5)) in 64 128;
        ((2,(1,2)):(f8,(0,f33))) in 64 256;
    }
    assert_eq!(rows, 16);
    macro_rules! padded {
        ($(($s:tt:$d:tt) in $($n:literal)*;)*) => {$($({
            let value: Bits = stringify!($s:$d).parse().unwrap();
            let expected = algebra::complement_ceil(&value, $n).unwrap();
            assert_eq!(layout!(complement_ceil($s:$d, $n)).to_string(), expected.to_string(), "{value} in {}", $n);
        })*)*};
    }
    padded! {
        (4:f1) in 1 4 5 64 100;
        (3:f1) in 1 7 8 9;
        ((2,2,2):(f1,f1,f8)) in 1 16 17 100;
        ((4,3):(f9,f3)) in 5 16 33;
        ((3,5):(f2,0)) in 3 50;
    }
}

/// `A o B` with XOR strides on the right, by the value level and at each coordinate.
#[test]
fn composition_with_bits_on_the_right() {
    let mut rows = 0;
    macro_rules! check {
        ($($a:ident: ($s:tt:$d:tt) $(($bs:tt:$bd:tt))*;)*) => {$($({
            let left = layout!($s:$d);
            let a: algebra::Layout<algebra::$a> = stringify!($s:$d).parse().unwrap();
            let b: Bits = stringify!($bs:$bd).parse().unwrap();
            let composed = layout!(($s:$d) o ($bs:$bd));
            assert_eq!(composed.to_string(), algebra::composition(&a, &b).unwrap().to_string(), "{a} o {b}");
            for i in 0..b.size() {
                assert_eq!(composed.offset(i as usize), left.offset(offset(&b, i) as usize), "{a} o {b} at {i}");
            }
            rows += 1;
        })*)*};
    }
    check! {
        Xor: ((8,8):(f9,f1)) (8:f1) (8:f9) ((8,8):(f9,f1)) ((4,(2,2)):(f3,(f16,f33))) (3:f1) (6:f1) ((2,3):(0,f24)) (1:f4);
        Xor: (8:f3) (8:f1) ((4,2):(f3,f1)) (5:f2);
        Xor: ((4,2,3):(f8,f1,f2)) ((4,2):(f1,f5)) ((2,3):(f4,f8)) ((2,2):(f9,f64));
        Xor: ((2,(4,2)):(0,(f1,f5))) ((4,4):(f1,f4));
    }
    assert_eq!(rows, 15);
    macro_rules! integers {
        ($(($s:tt:$d:tt) $(($bs:tt:$bd:tt))*;)*) => {$($({
            let left = layout!($s:$d);
            let a: algebra::Layout = stringify!($s:$d).parse().unwrap();
            let b: Bits = stringify!($bs:$bd).parse().unwrap();
            let composed = layout!(($s:$d) o ($bs:$bd));
            assert_eq!(composed.to_string(), algebra::composition(&a, &b).unwrap().to_string(), "{a} o {b}");
            for i in 0..b.size() {
                assert_eq!(composed.offset(i as usize), left.offset(offset(&b, i) as usize), "{a} o {b} at {i}");
            }
        })*)*};
    }
    integers! {
        ((8,8):(8,1)) (8:f1) ((8,8):(f8,f1)) ((4,(2,2)):(f2,(f32,f1)));
        (5:0) ((4,2):(f1,f4));
        ((3,5):(5,1)) (3:f1);
    }
}

/// Dynamic strides on the right of XOR strides: powers of 2 shift bits, and others are refused.
#[test]
fn dynamic_strides_on_the_right() {
    let (swizzled, one) = (layout!((8,8):(f9,f1)), layout!(64:f5));
    let (mut results, mut refused) = (0, 0);
    for (n, k) in (2..5_usize).flat_map(|n| (1..20_usize).map(move |k| (n, k))) {
        let right = layout!((n,2):(k,128));
        let results_of: [Result<Vec<usize>, tilework::Error>; 2] = [
            tilework::operation::try_composition(one, right)
                .map(|l| (0..2 * n).map(|i| l.offset(i)).collect()),
            tilework::operation::try_composition(swizzled, layout!(n:k))
                .map(|l| (0..n).map(|i| l.offset(i)).collect()),
        ];
        let expected: [Vec<usize>; 2] = [
            (0..2 * n).map(|i| one.offset(right.offset(i))).collect(),
            (0..n).map(|i| swizzled.offset(k * i)).collect(),
        ];
        for (result, expected) in results_of.into_iter().zip(expected) {
            match result {
                Ok(offsets) => {
                    results += 1;
                    assert_eq!(offsets, expected, "{n} {k}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(!k.is_power_of_two() || n == 3, "{error}: {n} {k}");
                }
            }
        }
    }
    assert!(results > 20 && refused > 60, "{results} {refused}");
}

/// Divides by tiles with XOR strides: `A(T(x) + T*(y))`, whose bits do not overlap.
#[test]
fn divides_by_bits() {
    macro_rules! check {
        ($a:ident: $(($s:tt:$d:tt) $(($bs:tt:$bd:tt))*;)*) => {$($({
            let left = layout!($s:$d);
            let a: algebra::Layout<algebra::$a> = stringify!($s:$d).parse().unwrap();
            let b: Bits = stringify!($bs:$bd).parse().unwrap();
            let expected = algebra::logical_divide(&a, &b).unwrap();
            let divided = layout!(($s:$d) / ($bs:$bd));
            assert_eq!(divided.to_string(), expected.to_string());
            let expected = algebra::zipped_divide(&a, &b).unwrap();
            assert_eq!(layout!(zipped_divide($s:$d, $bs:$bd)).to_string(), expected.to_string());
            let rest = algebra::complement(&b, a.size()).unwrap();
            for (x, y) in (0..b.size()).flat_map(|x| (0..rest.size()).map(move |y| (x, y))) {
                let at = offset(&b, x) ^ offset(&rest, y);
                assert_eq!(divided.offset((x as usize, y as usize)), left.offset(at as usize));
            }
        })*)*};
    }
    check! {
        Xor: ((8,8):(f9,f1)) (4:f1) (4:f2) ((2,4):(f9,f2)) ((4,2):(f8,f5));
        (16:f3) (2:f6) (4:f4);
    }
    let padded = layout!(logical_divide_ceil((8,8):(f9,f1), 3:f2));
    let value: Bits = "(8,8):(f9,f1)".parse().unwrap();
    let tile: Bits = "3:f2".parse().unwrap();
    let expected = algebra::logical_divide_ceil(&value, &tile).unwrap();
    assert_eq!(padded.to_string(), expected.to_string());
    // For integers, without carries.
    let value: algebra::Layout = "(8,8):(8,1)".parse().unwrap();
    let b: Bits = "(2,2):(f4,f1)".parse().unwrap();
    let expected = algebra::logical_divide(&value, &b).unwrap();
    assert_eq!(layout!((8,8):(8,1) / (2,2):(f4,f1)).to_string(), expected.to_string());
}

/// `r(x, y) = a(x) XOR a*(b(y))`: disjoint copies in the order of the grid. Each is `a` shifted by bits that are the
/// highest bit of none of its values. By the names of all products, compared with the value level.
#[test]
fn products() {
    let mut rows = 0;
    macro_rules! copies {
        ($(($s:tt:$d:tt) $(($($b:tt)+))*;)*) => {$($({
            let (tile, grid) = (layout!($s:$d), layout!($($b)+));
            let product = layout!(logical_product($s:$d, $($b)+));
            let text = concat!("logical_product(", stringify!($s:$d), ", ", stringify!($($b)+), ")");
            assert_eq!(product.to_string(), calculated(text), "{text}");
            let values: BTreeSet<usize> = (0..tile.size()).map(|x| tile.offset(x)).collect();
            let mut shifts: Vec<(usize, usize)> = Vec::new();
            for y in 0..grid.size() {
                let shift = product.offset((0, y));
                assert!((0..tile.size()).all(|x| product.offset((x, y)) == tile.offset(x) ^ shift), "{text}");
                shifts.push((grid.offset(y), shift));
            }
            shifts.sort();
            shifts.dedup();
            assert!(shifts.is_sorted_by(|one, other| one.0 < other.0 && one.1 < other.1), "{text}");
            let all: BTreeSet<usize> =
                shifts.iter().flat_map(|(_, shift)| values.iter().map(move |x| x ^ shift)).collect();
            assert_eq!(all.len(), values.len() * shifts.len(), "{text}");
            rows += 1;
        })*)*};
    }
    copies! {
        ((2,2):(f1,f3)) (4:1) ((4,2):(2,1)) ((2,2):(f1,f6)) (4:0);
        ((8,8):(f9,f1)) (2:1) ((2,4):(4,1)) (4:f3);
        ((2,2):(f2,f8)) (8:1) ((2,2):(1,2)) ((2,4):(f3,f1)) (3:4);
        ((2,2):(f2,f9)) (4:f1) (16:1);
        ((2,3):(f1,f2)) (4:1);
        ((2,2):(1,4)) (8:f1) ((2,4):(f4,f1));
    }
    assert_eq!(rows, 16);
    macro_rules! named {
        ($($operation:ident(($s:tt:$d:tt), $($b:tt)+);)*) => {$({
            let text = concat!(stringify!($operation), "(", stringify!($s:$d), ", ", stringify!($($b)+), ")");
            assert_eq!(layout!($operation($s:$d, $($b)+)).to_string(), calculated(text), "{text}");
        })*};
    }
    named! {
        logical_product(((2,2):(f2,f9)), <2,2:f1>);
        zipped_product(((2,2):(f1,f3)), (4,2):(2,1));
        zipped_product(((2,2):(f1,f3)), <4,2:f1>);
        tiled_product(((2,2):(f1,f3)), (4,2):(2,1));
        flat_product(((2,2):(f1,f3)), (4,2):(f2,f1));
        blocked_product(((2,2):(f1,f3)), (4,2):(2,1));
        blocked_product(((8,8):(f9,f1)), (4,2):(f2,f1));
        raked_product(((2,2):(f1,f3)), 4:1);
        raked_product(((2,2):(1,2)), (4,2):(f2,f1));
        blocked_product(((2,2):(e0,e1)), (4,2):(e0,e1));
        raked_product(((2,2):(e0,e1)), (4,2):(f2,f1));
    }
}
/// Elements `n` times as large are at the offsets divided by `n`; several in one element give one. Elements that are as
/// small again are all there.
#[test]
fn elements_of_other_widths() {
    macro_rules! cast {
        ($(($s:tt:$d:tt) by $n:tt;)*) => {$({
            let layout = layout!($s:$d);
            let text = concat!("(", stringify!($s:$d), ", ", stringify!($n), ")");
            let larger = layout!(upcast($s:$d, $n));
            assert_eq!(larger.to_string(), calculated(&format!("upcast{text}")), "{text}");
            let at = |offset: usize| offset / $n;
            let expected: BTreeSet<usize> = (0..layout.size()).map(|i| at(layout.offset(i))).collect();
            let found: BTreeSet<usize> = (0..larger.size()).map(|i| larger.offset(i)).collect();
            assert_eq!(found, expected, "{text}");
            let smaller = layout!(downcast($s:$d, $n));
            assert_eq!(smaller.to_string(), calculated(&format!("downcast{text}")), "{text}");
            for i in 0..smaller.size() {
                assert!((0..layout.size()).any(|j| layout.offset(j) == at(smaller.offset(i))), "{text}");
            }
            let widths = concat!("recast(", stringify!($s:$d), ", 1, ", stringify!($n), ")");
            assert_eq!(layout!(recast($s:$d, 1, $n)).to_string(), calculated(widths));
            assert_eq!(layout!(upcast(downcast($s:$d, $n), $n)), layout, "{text}");
        })*};
    }
    cast! {
        (8:f1) by 2;
        ((8,8):(f1,f12)) by 4;
        ((8,4):(f4,f12)) by 4;
        ((16,8):(f1,f144)) by 8;
        ((4,(2,3)):(0,(f24,f8))) by 8;
        ((6,2):(f1,f16)) by 2;
        ((8,8):(f9,f1)) by 1;
        ((2,4):(f1,f1)) by 2;
    }
    // A stride of f1 continues in smaller elements.
    let smaller = layout!(downcast((4,(2,1)):(f17,(0,f1)), 4));
    assert_eq!(smaller.to_string(), "(4,(2,4)):(f68,(0,f1))");
    assert_eq!(calculated("downcast((4,(2,1)):(f17,(0,f1)), 4)"), "(4,(2,4)):(f68,(0,f1))");
}

/// The number of offsets that stay together, a power of 2 that divides the size, by the definition.
#[test]
fn alignments() {
    macro_rules! check {
        ($(($s:tt:$d:tt))*) => {$({
            let layout = layout!($s:$d);
            let at = |i| layout.offset(i);
            let holds = |v: &usize| {
                let size = layout.size();
                size % v == 0 && (0..size).all(|i| at(i) == at(i - i % v) + i % v && at(i - i % v) % v == 0)
            };
            let most = (0..20).map(|k| 1 << k).filter(holds).max();
            assert_eq!(Some(layout.alignment()), most, "{layout}");
            assert_eq!(layout.to_value().alignment(), layout.alignment() as i64, "{layout}");
        })*};
    }
    layouts!(check);
    check! {
        ((3,2):(f1,f3)) ((6,2):(f1,f6)) ((4,2,4):(f1,f4,f24)) (8:1) ((8,8):(1,12)) ((6,2):(1,8)) ((4,8):(1,10))
        ((1,8):(7,1)) ((8,8):(f1,f12)) ((2,8):(f8,f1))
    }
}

/// `a(r(i)) = b(r(i)) = i`, up to the size that the value level finds.
#[test]
fn common_vectors() {
    let mut common = 0;
    macro_rules! common {
        ($(($as:tt:$ad:tt) ($bs:tt:$bd:tt);)*) => {$({
            let (a, b) = (layout!($as:$ad), layout!($bs:$bd));
            let r = layout!(max_common_layout($as:$ad, $bs:$bd));
            let text = concat!(stringify!($as:$ad), ", ", stringify!($bs:$bd));
            for i in 0..r.size() {
                let at = r.offset(i);
                assert!(a.offset(at) == i && b.offset(at) == i, "{text}: {r} at {i}");
            }
            let most = calculated(&format!("max_common_vector({text})"));
            assert_eq!(r.size().to_string(), most, "{text}: {r}");
            common += r.size();
        })*};
    }
    common! {
        ((8,8):(f9,f1)) ((8,8):(f9,f1));
        ((8,8):(8,1)) ((8,8):(f9,f1));
        ((8,8):(f9,f1)) ((8,8):(8,1));
        ((8,8):(f9,f1)) ((8,8):(1,8));
        ((8,8):(100,1)) ((8,8):(f9,f1));
        ((8,8):(f1,f12)) ((8,8):(1,8));
        ((16,8):(f1,f20)) ((16,8):(f1,f24));
        ((2,2,2):(f2,f1,f4)) ((2,2,2):(f2,f1,f12));
        (8:f3) (8:1);
    }
    assert_eq!(common, 64 + 8 + 8 + 1 + 8 + 8 + 16 + 4 + 1);
}

/// The result of the value level for an expression.
fn calculated(text: &str) -> String {
    let value = evaluate(text, &mut Names::new());
    value.unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

/// The largest offset is known bit by bit, up to 63 bits.
#[test]
fn the_highest_bit_of_i64() {
    let big = 1usize << 62;
    let dynamic = try_layout!((2,2):(big*f1,f1)).unwrap();
    let fixed = layout!((2,2):(f4611686018427387904,f1));
    for i in 0..2 {
        for j in 0..2 {
            assert_eq!(dynamic.offset((i, j)), i << 62 | j);
            assert_eq!(fixed.offset((i, j)), i << 62 | j);
        }
    }
    assert_eq!(fixed.cosize(), big + 2);
    assert_eq!(try_layout!((2,2):(big*f1,big*f1)).map(|layout| layout.cosize()), Ok(big + 1));
}

/// The types have none of this by name: each is the same verdict.
#[test]
fn of_values_and_literals() {
    let (bits, rows) = (layout!((8,8):(f9,f1)), layout!((8,8):(8,1)));
    type Eight = tilework::typenum::U8;
    fn rule<R: Judged>() -> Option<&'static str> {
        R::RULE
    }
    fn of_one<L>(_: L) -> [Option<&'static str>; 7]
    where
        L: LeftInverseTotal<Result: Judged>
            + RightInverseTotal<Result: Judged>
            + ComplementExtTotal<Result: Judged>
            + SortTotal<Result: Judged>
            + ComplementTotal<tilework::Static<Eight>, Result: Judged>
            + CastTotal<Recast<Eight, tilework::typenum::U16>, Result: Judged>
            + tilework::bound::total::LayoutLikeTotal<Result: Judged>,
    {
        [
            rule::<<L as LeftInverseTotal>::Result>(),
            rule::<<L as RightInverseTotal>::Result>(),
            rule::<<L as ComplementExtTotal>::Result>(),
            rule::<<L as SortTotal>::Result>(),
            rule::<<L as ComplementTotal<tilework::Static<Eight>>>::Result>(),
            rule::<<L as CastTotal<Recast<Eight, tilework::typenum::U16>>>::Result>(),
            rule::<<L as tilework::bound::total::LayoutLikeTotal>::Result>(),
        ]
    }
    fn of_two<A, B>(_: A, _: B) -> [Option<&'static str>; 3]
    where
        A: CompositionTotal<B, Result: Judged>
            + DivideTotal<B, tilework::bound::Exact, Result: Judged>
            + MaxCommonTotal<B, Result: Judged>,
    {
        [
            rule::<<A as CompositionTotal<B>>::Result>(),
            rule::<<A as DivideTotal<B, tilework::bound::Exact>>::Result>(),
            rule::<<A as MaxCommonTotal<B>>::Result>(),
        ]
    }
    let refused = Some("XOR strides");
    assert_eq!(of_one(bits), [refused; 7]);
    assert_eq!(of_two(bits, bits), [refused; 3]);
    assert_eq!(of_two(rows, bits), [refused; 3]);
    // Data with such strides can be cut into tiles.
    assert_eq!(of_two(bits, rows), [None, None, refused]);
}
