//! XOR strides in the types: inverses, complements and compositions by name, against the value level
//! and the definition.

use tilework::{algebra, complement_ext, layout, left_inverse, right_inverse};

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

            let right = right_inverse(layout);
            assert_eq!(right.to_string(), algebra::right_inverse(&value).unwrap().to_string(), "{value}");
            for i in 0..right.size() {
                assert_eq!(offset(&value, right.offset(i) as i64), i as i64, "{value}");
            }
            let left = left_inverse(layout);
            assert_eq!(left.to_string(), algebra::left_inverse(&value).unwrap().to_string(), "{value}");
            for &x in &offsets {
                assert_eq!(offset(&value, left.offset(x as usize) as i64), x, "{value}");
            }
            let rest = complement_ext(layout);
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

/// What is left of `n`, static and of run time: copies of the offsets at those of the complement are
/// `0..n`, each once, or if it is padded more of them.
#[test]
fn complements() {
    let mut rows = 0;
    macro_rules! check {
        ($(($s:tt:$d:tt) in $($n:literal)*;)*) => {$($({
            let layout = layout!($s:$d);
            let value: Bits = stringify!($s:$d).parse().unwrap();
            let expected = algebra::complement(&value, $n).unwrap();
            let (rest, n) = (layout!(complement(layout, $n)), $n as usize);
            assert_eq!(rest.to_string(), expected.to_string(), "{value} in {n}");
            let by_size = layout!(complement(layout, n));
            assert_eq!(algebra::coalesce(&Bits::from(by_size)), expected, "{value} in {n}");
            let offsets = |layout: &Bits| (0..layout.size()).map(|i| offset(layout, i)).collect::<Vec<_>>();
            let copies = offsets(&expected).into_iter().flat_map(|x| offsets(&value).into_iter().map(move |y| x ^ y));
            let mut copies: Vec<i64> = copies.collect();
            copies.sort_unstable();
            assert!(copies.into_iter().eq(0..$n), "{value} in {n}");
            for other in [0, 3, n / 2 * 3, value.size() as usize / 2] {
                let padded = tilework::try_complement(layout, tilework::Dyn(other));
                let expected = algebra::complement(&value, other as i64);
                assert_eq!(padded.map_err(|e| e.to_string()).map(|l| algebra::coalesce(&Bits::from(l))),
                    expected.map_err(|e| e.to_string()), "{value} in {other}");
            }
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
            let layout = layout!($s:$d);
            let value: Bits = stringify!($s:$d).parse().unwrap();
            let expected = algebra::complement_ceil(&value, $n).unwrap();
            assert_eq!(layout!(complement_ceil(layout, $n)).to_string(), expected.to_string(), "{value} in {}", $n);
            let n = $n as usize;
            let by_size = layout!(complement_ceil(layout, n));
            assert_eq!(algebra::coalesce(&Bits::from(by_size)), expected, "{value} in {n}");
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
