//! Operations on shapes, and predicates of them, at all levels and with dynamic leaves.

use tilework::algebra::{self, IntTuple};
use tilework::{
    Dyn, Layout, Rule,
    bound::{Extents, MakesUp},
    hlist, layout,
    operation::{evenly_divides, try_evenly_divides},
};

use super::rearranging::on_values;

/// Rows `shape, n => result`, for the value level and literals.
macro_rules! distributed {
    ($($s:tt, $n:literal => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn distributed() {$({
            let row = stringify!(domain_distribute($s, $n));
            let literal: Layout!($rs:$rd) = layout!(domain_distribute($s, $n));
            let _: Layout!(domain_distribute($s, $n)) = literal;
            assert_eq!(on_values(row), literal.to_string(), "{row}");
        })+}
    };
}
distributed! {
    // CuTe
    (192,(8,8)), 128 => (64,2):(1,192);
    ((64,3),(8,8)), 1024 => (64,16):(1,192);
    (192,(8,8)), 1024 => (64,16):(1,192);
    ((64,3)), 128 => 64:1;
    // By the definition: nothing in common, extents of 1, all of them
    (3,5), 8 => 1:0;
    (1,6,1), 4 => 2:1;
    (3,4), 2 => 2:3;
    (6,4,9), 54 => (6,9):(1,24);
    (6,4,9), 216 => 216:1;
    7, 14 => 7:1;
    (), 5 => 1:0;
}

/// A dynamic shape.
macro_rules! shape {
    (($($mode:tt),*)) => { hlist![$(shape!($mode)),*] };
    ($extent:ident) => { Dyn($extent) };
}
/// The tuple of a shape.
macro_rules! tuple {
    ($shape:tt, $($name:ident)*) => {{
        let text = stringify!($shape).to_owned();
        $(let text = text.replace(stringify!($name), &$name.to_string());)*
        text.parse::<IntTuple>().unwrap()
    }};
}
/// The two numbers below `n`.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)))
}

#[test]
fn even_divisions() {
    fn check<A: Extents, B: Extents + MakesUp<A>>(a: A, b: B, values: (IntTuple, IntTuple)) {
        let (of, by) = values;
        let expected = algebra::evenly_divides(&of, &by);
        assert_eq!(try_evenly_divides(a, b), expected, "{of} by {by}");
    }
    macro_rules! of {
        ($m:ident $n:ident, $k:ident $l:ident: $($a:tt)+) => {
            $(by!($a $m $n, $k $l: $k ($k) ($k,$l) (($k)) ($k,($l)) ($k,($l,$k)) ());)+
        };
    }
    macro_rules! by {
        ($a:tt $m:ident $n:ident, $k:ident $l:ident: $($b:tt)+) => {
            $(check(shape!($a), shape!($b), (tuple!($a, $m $n), tuple!($b, $k $l)));)+
        };
    }
    for ((m, n), (k, l)) in pairs(4).flat_map(|of| pairs(4).map(move |by| (of, by))) {
        of!(m n, k l: m (m) (m,n) ((m,n),m) (m,(n,m)) ());
    }
    let (a, b) = (hlist![Dyn(1usize << 40), Dyn(1usize << 40)], Dyn(2usize));
    assert_eq!(try_evenly_divides(a, b).unwrap_err().rule, Rule::Overflow);
    assert!(evenly_divides(layout!((6, 4)).shape(), layout!(8:1).shape()));
}
