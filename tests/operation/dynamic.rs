//! Operations on dynamic leaves, against the value level and the definition.
//!
//! A result has the right function, and the value level has one too. If the value level has one by the rules, so do the
//! types, unless modes of the left side merge (or have extent 1), which the types of dynamic leaves do not show.
//! Refusals break the same rule.

mod extremes;
mod inverses;
mod large_shapes;
mod never;

use std::cell::Cell;
use std::env;
use std::fmt::Debug;
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tilework::algebra::{self, Mode};
use tilework::{
    Error, hlist, layout,
    operation::{
        try_complement, try_complement_ceil, try_complement_ext, try_composition,
        try_logical_divide, try_logical_divide_ceil, try_zipped_divide, try_zipped_divide_ceil,
    },
};

/// Flat modes `(extent, stride)`.
type Flat<const N: usize> = [(usize, usize); N];

fn parse(text: &str) -> algebra::Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value_of(modes: &[(usize, usize)]) -> algebra::Layout {
    let number = |n: usize| i64::try_from(n).unwrap();
    let profile = match modes.len() {
        1 => algebra::Profile::leaf(),
        n => algebra::Profile::flat(n),
    };
    let modes = modes.iter().map(|&(s, d)| Mode { shape: number(s), stride: number(d) });
    algebra::Layout::of_modes(modes, profile).unwrap()
}

/// The value at the integral coordinate `i`, by the definition: leftmost mode fastest, the last one unbounded.
fn value(layout: &algebra::Layout, i: i64) -> i64 {
    let modes = layout.flat_modes();
    let (mut i, mut sum) = (i, 0);
    for (k, mode) in modes.iter().enumerate() {
        let c = if k + 1 == modes.len() { i } else { i % mode.shape };
        sum += c * mode.stride;
        i /= mode.shape;
    }
    sum
}

/// The composition at the value level, if the rules of the types admit it.
fn by_rules<'a>(
    a: &algebra::Layout,
    b: impl Into<algebra::TilerRef<'a>> + Copy,
) -> Result<algebra::Layout, Error> {
    algebra::admissible(a, b)?;
    algebra::composition(a, b)
}

/// Returns whether coalescing `a` would leave fewer modes, apart from its last one.
fn merges(a: &algebra::Layout) -> bool {
    let modes = a.flat_modes();
    modes.windows(2).any(|pair| {
        pair[0].shape == 1 || pair[0].shape.checked_mul(pair[0].stride) == Some(pair[1].stride)
    })
}

/// The result of the types as a value, and its offsets by its own evaluation.
type Outcome = Result<(algebra::Layout, Vec<usize>), Error>;

macro_rules! outcome {
    ($result:expr) => {
        $result.map(|layout| {
            let offsets: Vec<usize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
            (layout.to_value(), offsets)
        })
    };
}

/// The numbers of cases with a result and without one.
#[derive(Default)]
struct Count {
    results: Cell<u32>,
    refusals: Cell<u32>,
}

impl Count {
    /// Compares with the value level. `hidden` says that modes may merge which the types do not show.
    fn case(
        &self,
        types: Outcome,
        values: Result<algebra::Layout, Error>,
        hidden: bool,
        right: impl Fn(i64) -> i64,
    ) -> Result<(), TestCaseError> {
        match (types, values) {
            (Ok((types, offsets)), Ok(values)) => {
                prop_assert_eq!(types.size(), values.size(), "{}", &types);
                for i in 0..types.size() {
                    prop_assert_eq!(value(&types, i), right(i), "{} at {}", &types, i);
                    prop_assert_eq!(offsets[i as usize] as i64, right(i), "{} at {}", &types, i);
                }
                self.results.set(self.results.get() + 1);
            }
            (Ok((types, _)), Err(error)) => {
                prop_assert!(false, "{types}, but {error}");
            }
            (Err(error), Ok(values)) => prop_assert!(hidden, "{error}, but {values}"),
            (Err(types), Err(values)) => {
                if !hidden {
                    prop_assert_eq!((types.operation, types.rule), (values.operation, values.rule));
                    // In a divide the mode may belong to the complement; the value level then names none.
                    prop_assert!(types.mode == values.mode || values.mode.is_none(), "{}", types);
                }
                self.refusals.set(self.refusals.get() + 1);
            }
        }
        Ok(())
    }
}

/// Each run has other cases: their seed is printed, and `TILEWORK_SEED` sets it.
fn config(cases: u32) -> Config {
    let seed = match env::var("TILEWORK_SEED") {
        Ok(seed) => seed.parse().expect("TILEWORK_SEED is an integer"),
        Err(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64,
    };
    println!("TILEWORK_SEED={seed}");
    Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}

/// Runs `case` on many inputs. Neither results nor refusals may be rare. The rarest of them are a twelfth of the cases,
/// and no run of 3000 inputs has as few as a twentieth.
fn check<S: Strategy>(
    cases: u32,
    inputs: S,
    case: impl Fn(&Count, S::Value) -> Result<(), TestCaseError>,
) where
    S::Value: Debug,
{
    let count = Count::default();
    TestRunner::new(config(cases)).run(&inputs, |input| case(&count, input)).unwrap();
    let (results, refusals) = (count.results.get(), count.refusals.get());
    assert!(results > cases / 20 && refusals > cases / 20, "{results} and {refusals} of {cases}");
}

fn extent() -> impl Strategy<Value = usize> {
    select(vec![1, 2, 2, 2, 3, 3, 4, 4, 6, 8])
}

/// Any modes, as a left side.
fn left<const N: usize>() -> impl Strategy<Value = Flat<N>> {
    let stride = select(vec![0, 1, 1, 2, 3, 4, 5, 7, 8, 12, 24, 50]);
    std::array::from_fn(|_| (extent(), stride.clone()))
}

/// Modes with strides many of which divide extents or are multiples of them.
fn right<const N: usize>() -> impl Strategy<Value = Flat<N>> {
    let stride = select(vec![0, 1, 1, 1, 2, 2, 3, 4, 4, 6, 8, 12, 16, 24, 5]);
    std::array::from_fn(|_| (extent(), stride.clone()))
}

/// A layout of run-time leaves.
macro_rules! dynamic {
    (1, $m:expr) => {{
        let [(s, d)] = $m;
        layout!(s:d)
    }};
    (2, $m:expr) => {{
        let [(s, d), (t, e)] = $m;
        layout!((s,t):(d,e))
    }};
    (3, $m:expr) => {{
        let [(s, d), (t, e), (u, f)] = $m;
        layout!((s,t,u):(d,e,f))
    }};
}

mod composing {
    use super::*;

    macro_rules! both_dynamic {
        ($($name:ident: $rank:tt o $of:tt;)+) => {$(
            #[test]
            fn $name() {
                check(3000, (left::<$rank>(), right::<$of>()), |count, (a, b)| {
                    let types = outcome!(try_composition(dynamic!($rank, a), dynamic!($of, b)));
                    let (a, b) = (value_of(&a), value_of(&b));
                    let values = by_rules(&a, &b);
                    count.case(types, values, merges(&a), |i| value(&a, value(&b, i)))
                });
            }
        )+};
    }
    both_dynamic! {
        two_modes_with_one: 2 o 1;
        two_modes_with_two: 2 o 2;
        three_modes_with_one: 3 o 1;
        three_modes_with_two: 3 o 2;
        two_modes_with_three: 2 o 3;
    }

    // A single mode on the left takes everything.
    #[test]
    fn one_mode_with_any() {
        TestRunner::new(config(256))
            .run(&(left::<1>(), right::<2>()), |(a, b)| {
                let types = outcome!(try_composition(dynamic!(1, a), dynamic!(2, b)));
                let (a, b) = (value_of(&a), value_of(&b));
                let values = by_rules(&a, &b);
                prop_assert!(types.is_ok());
                Count::default().case(types, values, false, |i| value(&a, value(&b, i)))
            })
            .unwrap();
    }

    macro_rules! left_static {
        ($($name:ident: $s:tt:$d:tt;)+) => {$(
            #[test]
            fn $name() {
                check(3000, right::<2>(), |count, b| {
                    let types = outcome!(try_composition(layout!($s:$d), dynamic!(2, b)));
                    let (a, b) = (parse(stringify!($s:$d)), value_of(&b));
                    let values = by_rules(&a, &b);
                    count.case(types, values, false, |i| value(&a, value(&b, i)))
                });
            }
        )+};
    }
    left_static! {
        static_two_modes: (4,6):(1,50);
        static_three_modes: (2,4,6):(3,1,50);
        static_modes_that_merge: (2,2,(2,3)):(1,2,(4,50));
        static_last_mode_of_one: ((2,3),1):((4,1),100);
        static_constant_modes: (4,3,2):(0,7,0);
    }

    macro_rules! right_static {
        ($($name:ident: $s:tt:$d:tt;)+) => {$(
            #[test]
            fn $name() {
                check(3000, left::<3>(), |count, a| {
                    let types = outcome!(try_composition(dynamic!(3, a), layout!($s:$d)));
                    let (a, b) = (value_of(&a), parse(stringify!($s:$d)));
                    let values = by_rules(&a, &b);
                    count.case(types, values, merges(&a), |i| value(&a, value(&b, i)))
                });
            }
        )+};
    }
    right_static! {
        with_a_static_leaf: 6:2;
        with_static_modes: (2,4):(4,1);
        with_nested_static_modes: ((2,1),(2,2)):((1,5),(8,4));
        with_a_constant_mode: (3,4):(0,2);
        with_modes_that_carry: (3,2):(1,2);
    }

    // The types know the strides, and the reach is known at run time. A static stride must keep the rules even if its
    // extent turns out to be 1.
    macro_rules! right_extents_dynamic {
        ($($name:ident: $s:tt:$d:tt o $e:tt, $f:tt;)+) => {$(
            #[test]
            fn $name() {
                check(3000, (extent(), extent()), |count, (t, u)| {
                    let types =
                        outcome!(try_composition(layout!($s:$d), layout!((t,u):($e,$f))));
                    let (a, b) = (parse(stringify!($s:$d)), value_of(&[(t, $e), (u, $f)]));
                    let values = by_rules(&a, &b);
                    count.case(types, values, t == 1 || u == 1, |i| value(&a, value(&b, i)))
                });
            }
        )+};
    }
    right_extents_dynamic! {
        strides_that_do_not_divide_the_extent: (10,8):(18,59) o 4, 3;
        a_stride_that_does_not_divide_the_rest: (2,7,3):(5,1,100) o 6, 2;
        strides_that_divide_the_extent: (12,8):(1,59) o 1, 4;
        strides_past_the_first_mode: (4,6,2):(1,50,7) o 8, 4;
    }

    #[test]
    fn some_leaves_static() {
        check(3000, (left::<2>(), right::<2>()), |count, (a, b)| {
            let ([(s, _), (_, d)], [(t, e), (_, f)]) = (a, b);
            let types = outcome!(try_composition(layout!((s,6):(1,d)), layout!((t,2):(e,f))));
            let (a, b) = (value_of(&[(s, 1), (6, d)]), value_of(&[(t, e), (2, f)]));
            let values = by_rules(&a, &b);
            count.case(types, values, merges(&a), |i| value(&a, value(&b, i)))
        });
    }

    #[test]
    fn by_mode() {
        check(3000, (left::<3>(), right::<1>(), right::<1>()), |count, (a, b, c)| {
            let [(s, d), (t, e), (u, f)] = a;
            let ([(x, dx)], [(y, dy)]) = (b, c);
            let layout = layout!((s,(t,u)):(d,(e,f)));
            let types = outcome!(try_composition(layout, hlist![layout!(x:dx), layout!(y:dy)]));
            let first = value_of(&[(x * dx + 1, d)]);
            let second = value_of(&[(t, e), (u, f)]);
            let text = format!("<{x}:{dx},{y}:{dy}>");
            let values = by_rules(
                &parse(&format!("({s},({t},{u})):({d},({e},{f}))")),
                &text.parse::<algebra::Tiler>().unwrap(),
            );
            let (x, dx, dy) = (x as i64, dx as i64, dy as i64);
            count.case(types, values, merges(&second), |i| {
                value(&first, i % x * dx) + value(&second, i / x * dy)
            })
        });
    }
}

mod complementing {
    use super::*;

    fn size() -> impl Strategy<Value = usize> {
        prop_oneof![select(vec![1, 6, 12, 24, 48, 96, 144]), 1usize..100]
    }

    /// A mode of extent 1 does not count at the value level. A dynamic extent that turns out to be 1 counts if its
    /// stride is static and above 1.
    fn counts_for_more(a: &algebra::Layout) -> bool {
        a.flat_modes().iter().any(|mode| mode.shape == 1 && mode.stride > 1)
    }

    /// The offsets of a complement are those of the value level, which has its own tests.
    fn case(
        count: &Count,
        types: Outcome,
        a: &algebra::Layout,
        n: usize,
    ) -> Result<(), TestCaseError> {
        let values = algebra::complement(a, n as i64);
        let offsets = values.clone();
        count.case(types, values, counts_for_more(a), |i| value(offsets.as_ref().unwrap(), i))
    }

    /// Copies of the values of `a` at the offsets are disjoint, and one more step reaches `n`.
    fn covers(a: &algebra::Layout, offsets: &[usize], n: usize) -> bool {
        let mut values: Vec<usize> = (0..a.size()).map(|i| value(a, i) as usize).collect();
        values.sort_unstable();
        values.dedup();
        let mut sums: Vec<usize> = values
            .iter()
            .flat_map(|value| offsets.iter().map(move |offset| value + offset))
            .collect();
        let count = sums.len();
        sums.sort_unstable();
        sums.dedup();
        let span = a.flat_modes().iter().map(|mode| mode.shape * mode.stride).max().unwrap_or(0);
        sums.len() == count
            && offsets.is_sorted_by(|a, b| a < b)
            && offsets[offsets.len() - 1] + (span as usize).max(1) >= n
    }

    #[test]
    fn of_one_mode() {
        check(3000, (right::<1>(), size()), |count, (a, n)| {
            let types = outcome!(try_complement(dynamic!(1, a), tilework::leaf(n)));
            case(count, types, &value_of(&a), n)
        });
    }

    macro_rules! static_strides {
        ($($name:ident: $d:tt, $e:tt;)+) => {$(
            #[test]
            fn $name() {
                check(3000, (extent(), extent(), size()), |count, (s, t, n)| {
                    let a = layout!((s,t):($d,$e));
                    let types = outcome!(try_complement(a, tilework::leaf(n)));
                    case(count, types, &value_of(&[(s, $d), (t, $e)]), n)
                });
            }
        )+};
    }
    static_strides! {
        of_two_modes: 1, 4;
        of_two_unsorted_modes: 12, 2;
    }

    /// A result exists only if one of the extents is 1.
    #[test]
    fn of_two_modes_of_one_stride() {
        check(3000, (any::<bool>(), extent(), extent(), size()), |count, (one, s, t, n)| {
            let (s, n) = if one { (1, 3 * t * n) } else { (s, n) };
            let types = outcome!(try_complement(layout!((s,t):(3,3)), tilework::leaf(n)));
            case(count, types, &value_of(&[(s, 3), (t, 3)]), n)
        });
    }

    #[test]
    fn padded() {
        let inputs = (extent(), extent(), extent(), size(), any::<bool>());
        check(3000, inputs, |count, (s, t, u, n, constant)| {
            let n_leaf = tilework::leaf(n);
            let (types, d) = if constant {
                (outcome!(try_complement_ceil(layout!((s,t,u):(6,0,2)), n_leaf)), 0)
            } else {
                (outcome!(try_complement_ceil(layout!((s,t,u):(6,30,2)), n_leaf)), 30)
            };
            let a = value_of(&[(s, 6), (t, d), (u, 2)]);
            if let Ok((_, offsets)) = &types {
                prop_assert!(covers(&a, offsets, n), "{offsets:?}");
            }
            let values = algebra::complement_ceil(&a, n as i64);
            let offsets = values.clone();
            count.case(types, values, counts_for_more(&a), |i| value(offsets.as_ref().unwrap(), i))
        });
    }

    #[test]
    fn padded_of_strides_that_do_not_divide() {
        check(3000, (extent(), extent(), size()), |count, (s, t, n)| {
            let types = outcome!(try_complement_ceil(layout!((s,t):(2,5)), tilework::leaf(n)));
            let a = value_of(&[(s, 2), (t, 5)]);
            let values = algebra::complement_ceil(&a, n as i64);
            let offsets = values.clone();
            count.case(types, values, counts_for_more(&a), |i| value(offsets.as_ref().unwrap(), i))
        });
    }

    #[test]
    fn without_end_of_strides_that_do_not_divide() {
        check(3000, (extent(), extent()), |count, (s, t)| {
            let types = try_complement_ext(layout!((s,t):(2,5)));
            let a = value_of(&[(s, 2), (t, 5)]);
            match (types, algebra::complement_ext(&a)) {
                // The last mode goes on, so the sizes may differ.
                (Ok(types), Ok(values)) => {
                    let types = types.to_value();
                    for i in 0..100 {
                        prop_assert_eq!(value(&types, i), value(&values, i), "{} at {}", types, i);
                    }
                    count.results.set(count.results.get() + 1);
                }
                (Ok(types), Err(error)) => prop_assert!(false, "{types}, but {error}"),
                (Err(error), values) => {
                    prop_assert!(values.is_err() || counts_for_more(&a), "{error}");
                    count.refusals.set(count.refusals.get() + 1);
                }
            }
            Ok(())
        });
    }

    #[test]
    fn in_a_static_size() {
        check(3000, right::<1>(), |count, a| {
            let types = outcome!(try_complement(dynamic!(1, a), layout!(48:1).shape()));
            case(count, types, &value_of(&a), 48)
        });
    }
}

mod dividing;
mod multiplying;
