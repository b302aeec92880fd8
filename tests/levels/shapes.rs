//! What is asked and made of shapes, at all levels and with leaves of run time.

use tilework::algebra::{self, IntTuple, Layout as Value};
use tilework::{
    Dyn, Extents, Layout, MakesUp, Rule, domain_distribute, evenly_divides, hlist, layout,
    try_domain_distribute, try_evenly_divides, try_layout, try_left_divisible,
    try_weakly_left_divisible,
};

use super::rearranging::on_values;
use super::run_time::RunTime;

/// Rows `shape, n => result`: by the value level, on types, in the macros, and at run time as functions.
macro_rules! distributed {
    ($($s:tt, $n:literal => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn distributed() {$({
            let row = stringify!(domain_distribute($s, $n));
            let result: Layout!($rs:$rd) =
                domain_distribute(layout!($s).shape(), layout!($n:1).shape());
            let literal: Layout!(domain_distribute($s, $n)) = layout!(domain_distribute($s, $n));
            assert!(literal == result, "{row}");
            assert_eq!(on_values(row), result.to_string(), "{row}");
            let extents = layout!($s).extents().shape();
            for at_run_time in [
                try_domain_distribute(extents, layout!($n:1).shape()).map(|l| l.to_value()),
                try_domain_distribute(layout!($s).shape(), Dyn::<usize>($n)).map(|l| l.to_value()),
                try_domain_distribute(extents, Dyn::<usize>($n)).map(|l| l.to_value()),
            ] {
                let at_run_time = at_run_time.unwrap();
                assert_eq!(algebra::coalesce(&at_run_time), result.to_value(), "{row}: {at_run_time}");
            }
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

/// Every shape and number up to 12: what the value level has.
#[test]
fn distributed_at_run_time() {
    for (s, t, n) in (0..8usize)
        .flat_map(|s| (0..8usize).flat_map(move |t| (0..13usize).map(move |n| (s, t, n))))
    {
        let values =
            algebra::domain_distribute(&format!("({s},({t},6))").parse().unwrap(), n as i64);
        let types = try_layout!(domain_distribute((s, (t, 6)), n));
        let (types, values) = match (types, values) {
            (Ok(types), Ok(values)) => (types.to_value(), values),
            (types, values) => {
                assert_eq!(types.unwrap_err(), values.unwrap_err(), "({s},({t},6)), {n}");
                continue;
            }
        };
        assert_eq!(algebra::coalesce(&types), values, "({s},({t},6)), {n}");
    }
    let rule = try_layout!(domain_distribute((5, { usize::MAX }), 4)).unwrap_err().rule;
    assert_eq!(rule, tilework::Rule::Overflow);
}

#[test]
fn relative_modes() {
    let m = 7usize;
    let a = layout!(((2,(3,m)),(),5):((1,(2,6)),(),42));
    let parts = tilework::relative_modes(a, layout!(((1, 1), (), 1)).shape());
    assert_eq!(parts, hlist![layout!(2:1), layout!((3,m):(2,6)), layout!(5:42)]);
    let whole: tilework::RelativeModes<Layout!((2, (3, 4))), Dyn> = hlist![layout!((2, (3, 4)))];
    assert_eq!(tilework::relative_modes(layout!((2, (3, 4))), Dyn(1usize)), whole);
    // The hlist is that of the value level.
    let value: Vec<Value> =
        algebra::relative_modes(&a.to_value(), &"((*,*),(),*)".parse().unwrap()).unwrap();
    let types =
        [parts.head.to_value(), parts.tail.head.to_value(), parts.tail.tail.head.to_value()];
    assert_eq!(types.to_vec(), value);
}

/// A shape of run time.
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

#[test]
fn left_divisions() {
    fn check<S: Extents>(shape: S, tuple: IntTuple, d: i32) {
        let strictly = algebra::left_divisible(&tuple, d.into());
        assert_eq!(try_left_divisible(shape, d), strictly, "{tuple} by {d}");
        let weakly = algebra::weakly_left_divisible(&tuple, d.into());
        assert_eq!(try_weakly_left_divisible(shape, d), weakly, "{tuple} by {d}");
    }
    macro_rules! of {
        ($m:ident $n:ident, $d:ident: $($shape:tt)+) => {
            $(check(shape!($shape), tuple!($shape, $m $n), $d);)+
        };
    }
    for (m, n) in pairs(5) {
        for d in -1..20 {
            of!(m n, d: m (m,n) ((m,n),m) (m,(n,m)) (n,n,m,n) ());
        }
    }
}
