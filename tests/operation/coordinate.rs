//! Coordinates to offsets and back, by the names and against the results of the value level.

use crate::run_time::{Dynamic, RunTime};
use tilework::algebra::{self, IntTuple};
use tilework::{
    Dyn, Error, HCons, HNil, Rule, Tensor, hlist, layout,
    operation::{coord_map, crd2idx, idx2crd},
};

/// The leaves of a coordinate, from left to right.
trait Leaves {
    fn leaves(self) -> Vec<i64>;
}
impl Leaves for usize {
    fn leaves(self) -> Vec<i64> {
        vec![self as i64]
    }
}
impl Leaves for HNil {
    fn leaves(self) -> Vec<i64> {
        vec![]
    }
}
impl<H: Leaves, T: Leaves> Leaves for HCons<H, T> {
    fn leaves(self) -> Vec<i64> {
        [self.head.leaves(), self.tail.leaves()].concat()
    }
}

/// On the domain and past the size.
macro_rules! rows {
    ($($s:tt:$d:tt;)*) => {$({
        let text = stringify!($s:$d);
        let (l, value): (_, algebra::Layout) = (layout!($s:$d), text.parse().unwrap());
        for i in 0..3 * l.size() {
            let expected: Result<IntTuple, _> = algebra::idx2crd(i as i64, &value.shape());
            let expected = expected.map(|c| c.leaves().to_vec());
            assert_eq!(idx2crd(i, l.shape()).map(Leaves::leaves), expected, "{text} at {i}");
            let dynamic = l.shape().dynamic();
            assert_eq!(idx2crd(i, dynamic).map(Leaves::leaves), expected, "{text} at {i}");
            let offset = value.offset(i as i64).unwrap();
            assert_eq!(crd2idx(i, l) as i64, offset, "{text} at {i}");
            assert_eq!(crd2idx(i, l.leaves()) as i64, offset, "{text} at {i}");
            let Ok(natural) = idx2crd(i, l.shape()) else { continue };
            assert_eq!(crd2idx(natural, l) as i64, offset, "{text} at {i}");
        }
    })*};
}

#[test]
fn as_on_values() {
    rows! {
        (3,(2,3)):(3,(12,1));
        5:7;
        (4):(2);
        ((2,1),(),(3,(1,2))):((1,0),(),(9,(0,2)));
        (2,((),())):(3,((),()));
        ():();
    }
}

/// Between shapes one of which refines the other, also at the integral coordinates.
macro_rules! maps {
    ($($from:tt $to:tt)*) => {$({
        let tuple = |text: &str| -> IntTuple { text.parse().unwrap() };
        let (s, t) = (tuple(stringify!($from)), tuple(stringify!($to)));
        let (from, to) = (layout!($from).shape(), layout!($to).shape());
        for i in 0..s.size().unwrap() {
            let expected = algebra::coord_map(&s, &t, &i.into()).map(|c| c.leaves().to_vec());
            let i = i as usize;
            assert_eq!(coord_map(from, to, i).map(Leaves::leaves), expected, "{s} {t} {i}");
            let natural = idx2crd(i, from).unwrap();
            assert_eq!(coord_map(from, to, natural).map(Leaves::leaves), expected, "{s} {t} {i}");
            let (from, to) = (from.dynamic(), to.dynamic());
            assert_eq!(coord_map(from, to, natural).map(Leaves::leaves), expected, "{s} {t} {i}");
        }
    })*};
}

#[test]
fn between_shapes() {
    maps! {
        ((2,2),(4,2)) (4,8)
        (4,8) ((2,2),(4,2))
        (4,8) 32
        (2,(3,2)) (2,(3,2))
        (4,8) (8,4)
        (6,4) ((2,3),5)
    }
}

#[test]
fn without_a_coordinate() {
    let at = |error: Error| (error.rule, error.mode);
    let shape = hlist![Dyn(3_usize), hlist![Dyn(2_usize), Dyn(0_usize)]];
    assert_eq!(idx2crd(1, shape).map_err(at), Err((Rule::Extent { extent: 0 }, Some(2))));
    assert_eq!(idx2crd(1, hlist![]).map_err(at), Err((Rule::CoordinateProfile, None)));
}

/// Coordinates may be of the integer types that a program has.
#[test]
fn coordinates_of_any_integers() {
    let l = layout!((4,8):(8,1));
    let (i, j) = (1_i32, 2_i32);
    assert_eq!(l.offset((1u32, 2u32)), 10);
    assert_eq!(l.offset((i, j)), 10);
    assert_eq!(l.offset([1, 2]), 10);
    assert_eq!((l.offset((1_usize, j)), l.offset((1_u32, 2_usize)), l.offset(9_u32)), (10, 10, 10));
    assert!(l.contains((3_u32, 7_i32)) && !l.contains([4_u32, 7]) && !l.contains((-1, 0)));
    assert_eq!((crd2idx((1_u32, 2_u32), l), crd2idx([i, j], l)), (10, 10));
    let data: Vec<usize> = (0..32).collect();
    let mut t = Tensor::new(data, l).unwrap();
    assert_eq!((t[(i, j)], t[[1, 2]], t[(1_u32, 2_u32)], t[9_i32]), (10, 10, 10, 10));
    t[[i, j]] = 50;
    assert_eq!((t.get((1, 2_u32)), t.get((-1, 0)), t.get([4_u32, 0])), (Some(&50), None, None));
    // Nested, and into coordinates.
    assert_eq!(layout!(((2,3),4):((1,2),6)).offset([[1, 2], [3, 0]].map(|c| c[0])), 1 + 3 * 6);
    assert_eq!(layout!((4,8):(e1,e0)).coordinate((1_u32, 2_i32)), hlist![2, 1]);
}

/// The type of a coordinate decides the arithmetic, not the result.
#[test]
fn offsets_of_32_bits_and_of_64() {
    let large = layout!((65536,65536):(65536,1));
    for (i, j) in [(0, 1), (40_000_u32, 65_535), (65_535, 65_535)] {
        let wide = i as usize * 65536 + j as usize;
        assert_eq!(large.offset((i, j)), wide);
        let (m, lda) = (1_usize << 17, 1_usize << 17);
        assert_eq!(layout!((m,65536):(lda,1)).offset((i, j)), i as usize * lda + j as usize);
        // Numbers that fit 32 bits.
        let lda = 60_000_u32;
        assert_eq!(
            layout!((60000,65536):(lda,1)).offset((i / 2, j)),
            i as usize / 2 * 60_000 + j as usize
        );
    }
    // Static layouts up to the largest one that fits.
    let l = layout!((65536,65535):(65536,1));
    assert_eq!(l.offset((65_535_u32, 65_534_u32)), 65_535 * 65_536 + 65_534);
    // A stride that does not fit, for an extent of 1.
    assert_eq!(layout!((4,1):(1,8589934592)).offset((1_u32, 1_u32)), 1 + 8589934592);
    for i in 0..64_u32 {
        assert_eq!(layout!((8,8):(f9,f1)).offset(i), layout!((8,8):(f9,f1)).offset(i as usize));
        let swizzled = layout!(Sw<3,0,3> o 64 o (8,8):(8,1));
        assert_eq!(swizzled.offset(i), swizzled.offset(i as usize));
        assert_eq!(swizzled.offset([i % 8, i / 8]), swizzled.offset(i as usize));
        let m = 3_u32;
        let l = layout!(((2,m),(4,2)):((1,m),(2,64)));
        assert_eq!(l.offset(i), l.offset(i as usize));
        assert_eq!(l.offset((i % 6, i / 6)), l.offset(i as usize));
    }
}

#[test]
#[should_panic = "a coordinate is negative"]
fn a_negative_coordinate() {
    layout!((4, 8)).offset((-1, 2));
}

#[test]
#[should_panic = "the coordinate (-1, 2) is outside of (4,8):(1,4)"]
fn a_negative_coordinate_of_a_tensor() {
    let _ = Tensor::new([0; 32], layout!((4, 8))).unwrap()[(-1, 2)];
}
