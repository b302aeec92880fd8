//! Agreement of shapes, as constants and as functions, with dynamic leaves too: each pair of some shapes against the
//! value level.

use crate::run_time::Dynamic;
use tilework::algebra::{self, IntTuple};
use tilework::{
    Dyn,
    bound::Agrees,
    hlist, layout,
    operation::{compatible, congruent, refines, weakly_congruent},
};

/// The answers of the value level for two shapes.
struct Pair {
    text: String,
    congruent: bool,
    weakly: bool,
    compatible: bool,
}

impl Pair {
    fn new(p: &str, s: &str) -> Self {
        let tuple = |text: &str| -> IntTuple { text.parse().unwrap() };
        let (text, p, s) = (format!("{p} and {s}"), tuple(p), tuple(s));
        assert_eq!(algebra::compatible(&p, &s), algebra::refines(&s, &p), "{text}");
        Pair {
            text,
            congruent: algebra::congruent(&p, &s),
            weakly: algebra::weakly_congruent(&p, &s),
            compatible: algebra::compatible(&p, &s),
        }
    }

    /// Returns whether the types give the same answers, and the constant does as far as it is known.
    fn agrees<P: Agrees<S> + Copy, S: Copy>(&self, p: P, s: S) -> Option<bool> {
        let text = &self.text;
        assert_eq!(congruent(p, s), self.congruent, "{text}");
        assert_eq!(weakly_congruent(p, s), self.weakly, "{text}");
        assert_eq!(compatible(p, s), self.compatible, "{text}");
        assert_eq!(refines(s, p), self.compatible, "{text}");
        assert_eq!(p.compatible(s), self.compatible, "{text}");
        assert!(P::COMPATIBLE.is_none_or(|known| known == self.compatible), "{text}");
        P::COMPATIBLE
    }
}

macro_rules! with_each {
    ($p:tt: $($s:tt)*) => {$({
        let pair = Pair::new(stringify!($p), stringify!($s));
        let (p, s) = (layout!($p).shape(), layout!($s).shape());
        assert!(pair.agrees(p, s).is_some(), "{}", pair.text);
        pair.agrees(p.dynamic(), s);
        pair.agrees(p, s.dynamic());
        let unknown = pair.agrees(p.dynamic(), s.dynamic()).is_none();
        // The types know that shapes of different forms do not agree, and that shapes without leaves do.
        assert!(!unknown || pair.weakly, "{}", pair.text);
    })*};
}
macro_rules! each {
    ($($p:tt)*) => {$(
        with_each! { $p: 24 1 (24) (1) () (6,4) (4,6) ((2,3),4) (6,(2,2)) ((2,3),(4,1)) ((6),4) ((),24) (((2,3),4)) }
    )*};
}

#[test]
fn each_pair() {
    each! { 24 1 (24) (1) () (6,4) (4,6) ((2,3),4) (6,(2,2)) ((2,3),(4,1)) ((6),4) ((),24) (((2,3),4)) }
}

#[test]
fn while_compiling() {
    const FINE: bool = congruent(layout!((2, (3, 4))).shape(), layout!((5, (1, 7))).shape());
    const COARSE: bool = weakly_congruent(layout!((2, 3)).shape(), layout!((5, (1, 7))).shape());
    const NEITHER: bool = congruent(layout!((2, 3)).shape(), layout!((5, (1, 7))).shape());
    assert_eq!([FINE, COARSE, NEITHER], [true, true, false]);
}

/// Sizes that do not fit are no extents.
#[test]
fn large_sizes() {
    let half = Dyn(1_usize << (usize::BITS - 1));
    let shape = hlist![half, half];
    assert!(!compatible(Dyn(0_usize), shape) && !compatible(layout!(1).shape(), shape));
}
