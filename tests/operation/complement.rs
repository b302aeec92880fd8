//! Complements in the types satisfy the conditions (27) to (29) of 004, section 3.5, for integers, coordinates and XOR
//! strides. This is checked by enumeration.

use std::collections::{BTreeMap, BTreeSet};

use tilework::algebra::{self, ArithmeticTuple, IntTuple, Profile, Stride, Xor, weakly_congruent};
use tilework::layout;

/// A value: the numbers that are not 0, by place.
type At = BTreeMap<Vec<usize>, i64>;

fn places(tuple: &IntTuple, place: &[usize]) -> At {
    match tuple.as_leaf() {
        Some(0) => At::new(),
        Some(n) => [(place.to_vec(), n)].into(),
        None => {
            let modes = tuple.modes().enumerate();
            modes.flat_map(|(k, mode)| places(&mode, &[place, &[k]].concat())).collect()
        }
    }
}

trait Values: Stride {
    fn value(offset: Self::Offset) -> At;
    /// The sum at one place.
    fn added(i: i64, j: i64) -> i64;
    fn codomain(layout: &algebra::Layout<Self>) -> Profile;
}
impl Values for i64 {
    fn value(offset: i64) -> At {
        places(&offset.into(), &[])
    }
    fn added(i: i64, j: i64) -> i64 {
        i + j
    }
    fn codomain(_: &algebra::Layout) -> Profile {
        Profile::leaf()
    }
}
impl Values for Xor {
    fn value(offset: i64) -> At {
        places(&offset.into(), &[])
    }
    fn added(i: i64, j: i64) -> i64 {
        i ^ j
    }
    fn codomain(_: &algebra::Layout<Xor>) -> Profile {
        Profile::leaf()
    }
}
impl Values for ArithmeticTuple {
    fn value(offset: IntTuple) -> At {
        places(&offset, &[])
    }
    fn added(i: i64, j: i64) -> i64 {
        i + j
    }
    fn codomain(layout: &algebra::Layout<ArithmeticTuple>) -> Profile {
        layout.codomain()
    }
}

fn values<D: Values>(layout: &algebra::Layout<D>) -> Vec<At> {
    (0..layout.size()).map(|i| D::value(layout.offset(i).unwrap())).collect()
}

fn sum<D: Values>(x: &At, y: &At) -> At {
    let mut sum = x.clone();
    for (place, &n) in y {
        let there = sum.remove(place).unwrap_or(0);
        sum.extend([(place.clone(), D::added(there, n))].into_iter().filter(|&(_, n)| n != 0));
    }
    sum
}

/// Compares the last place first.
fn less(x: &At, y: &At) -> bool {
    let places: BTreeSet<&Vec<usize>> = x.keys().chain(y.keys()).collect();
    let differ = places.into_iter().rev().map(|place| (x.get(place), y.get(place)));
    differ.into_iter().find(|(x, y)| x != y).is_some_and(|(x, y)| x.unwrap_or(&0) < y.unwrap_or(&0))
}

/// Checks the conditions for a layout whose values have this profile. It is weakly congruent to the complement (27).
/// The values of the complement are in no copy of the layout but their own, so only 0 is a value of the layout (28).
/// They increase (29). Returns how many values the layout and the copies have.
fn conditions<D: Values>(
    a: &algebra::Layout<D>,
    codomain: Profile,
    r: &algebra::Layout<D>,
) -> usize {
    let ones = IntTuple::new(vec![1; codomain.len()], codomain).unwrap();
    assert!(weakly_congruent(&ones, &r.shape()), "{a}: {r}");
    let (image, rest): (BTreeSet<At>, _) = (values(a).into_iter().collect(), values(r));
    let copies: BTreeSet<At> =
        rest.iter().flat_map(|y| image.iter().map(|x| sum::<D>(x, y))).collect();
    assert_eq!(copies.len(), image.len() * rest.len(), "{a}: {r}");
    assert!(rest.iter().skip(1).all(|y| !image.contains(y)), "{a}: {r}");
    assert!(rest.is_sorted_by(less), "{a}: {r}");
    copies.len()
}

/// Rows `S:D in n, m;`: complements in `n`, which they fill; padded ones in `m`; and unbounded ones.
macro_rules! rows {
    ($stride:ty: $($s:tt:$d:tt in $n:tt, $m:tt;)*) => {$({
        let a = layout!($s:$d);
        let value = algebra::Layout::<$stride>::from(a);
        let shape = |text: &str| text.parse::<IntTuple>().unwrap();
        let (n, m) = (shape(stringify!($n)), shape(stringify!($m)));
        let r = algebra::Layout::from(layout!(complement($s:$d, $n)));
        let filled = conditions(&value, n.profile().clone(), &r);
        assert_eq!(filled as i64, n.size().unwrap(), "{value} in {n}: {r}");
        let r = algebra::Layout::from(layout!(complement_ceil($s:$d, $m)));
        assert!(conditions(&value, m.profile().clone(), &r) as i64 >= m.size().unwrap(), "{value} in {m}: {r}");
        let r = algebra::Layout::from(layout!(complement_ext($s:$d)));
        conditions(&value, Values::codomain(&value), &r);
    })*};
}

#[test]
fn of_integers() {
    rows! { i64:
        (4,8):(1,4) in 64, 50;
        (4,8):(8,1) in 96, 33;
        (4,(4,2)):(4,(1,16)) in 96, 65;
        4:2 in 24, 23;
        (2,2,3):(12,2,24) in 144, 73;
        (2,(1,3)):(15,(7,5)) in 60, 31;
        3:6 in 54, 37;
    }
    let (m, n, size) = (2_usize, 3_usize, 48_usize);
    let a = layout!((m,n):(1,8));
    let value = a.to_value();
    for (r, n) in [
        (layout!(complement(a, size)).to_value(), 48),
        (layout!(complement_ceil(a, 41)).to_value(), 41),
        (layout!(complement_ext(a)).to_value(), 6),
    ] {
        assert!(conditions(&value, Profile::leaf(), &r) as i64 >= n, "{value}: {r}");
    }
}

/// In an unbounded complement, each copy of the last mode stays disjoint from the layout.
#[test]
fn without_end() {
    macro_rules! rows {
        ($($s:tt:$d:tt)*) => {$({
            let a = layout!($s:$d);
            let r = layout!(complement_ext($s:$d));
            let image: BTreeSet<usize> = (0..a.size()).map(|i| a.offset(i)).collect();
            let rest: Vec<usize> = (0..4 * r.size() + 3).map(|i| r.offset(i)).collect();
            assert!(rest.is_sorted_by(|x, y| x < y), "{a}: {r}");
            assert!(rest[1..].iter().all(|y| !image.contains(y)), "{a}: {r}");
        })*};
    }
    rows! {
        (4,8):(1,4) (4,8):(1,5) (4,8):(1,8) (4,8):(20,2) ((2,2),(2,4)):((0,2),(0,4)) (3,2):(1,7)
        (4,4):(f1,f5) (8,8):(f9,f1) (4,2):(f1,f8) (2,2):(f3,f16)
    }
}

#[test]
fn of_coordinates() {
    rows! { ArithmeticTuple:
        (4,8):(e0,e1) in (8,16), (5,17);
        (4,(4,2)):(e1,(e0,12e1)) in (8,96), (7,49);
        (4,(2,3)):(e(1,0),(2*e0,e(1,1))) in (12,(8,6)), (5,(9,4));
        (2,3):(2e1,e0) in (6,8), (4,5);
        (2,3,2):(e1,3e0,9e0) in (18,4), (19,3);
    }
}

#[test]
fn of_bits() {
    rows! { Xor:
        (4,4):(f1,f5) in 64, 17;
        (8,8):(f9,f1) in 256, 65;
        (4,2):(f1,f8) in 32, 33;
        (2,2):(f3,f16) in 64, 20;
        (2,(2,2)):(f2,(f12,f1)) in 16, 40;
        8:f3 in 32, 9;
    }
}
