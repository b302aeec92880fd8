//! Coordinates to offsets and back by the names of the value level, and against it.

#[allow(dead_code)]
#[path = "levels/run_time.rs"]
mod run_time;

use run_time::{Dynamic, RunTime};
use tilework::algebra::{self, IntTuple};
use tilework::hlist::{HCons, HNil};
use tilework::{
    Dyn, Error, Rule, hlist, layout,
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

/// Between shapes of which one refines the other, also at the integral coordinates.
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
