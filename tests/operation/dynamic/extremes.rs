//! Extents of 0, and numbers at the ends of the integers: they give errors; nothing panics and nothing wraps.

use super::{by_rules, config, merges, value};
use proptest::prelude::*;
use proptest::sample::select;
use tilework::{
    Dyn, Error, Layout, Operation, Rule, Static, algebra, hlist, layout, leaf,
    operation::{
        try_blocked_product, try_complement, try_complement_ceil, try_composition, try_downcast,
        try_logical_divide, try_logical_divide_ceil, try_logical_product, try_right_inverse,
        try_upcast, try_zipped_divide, try_zipped_divide_ceil,
    },
    try_layout, try_leaf, typenum,
    typenum::U8,
};

fn rule<T>(result: Result<T, Error>) -> Option<Rule> {
    result.err().map(|error| error.rule)
}

#[test]
fn an_extent_of_zero() {
    let zero = Rule::Extent { extent: 0 };
    let (n, z) = (4usize, 0usize);
    assert!(Layout::new(Dyn(z), Static::<U8>::new()).is_empty());
    assert!(layout!((8,(n,z)):(1,(4,8))).is_empty());
    assert!(layout!(z:0).is_empty());
    assert!(layout!({z as u32}:1).is_empty());
    // A complement in 0 has no elements; a tile of 0 is an error.
    assert_eq!(try_complement(layout!(n:1), leaf(z)).unwrap().to_string(), "0:4");
    let padded = try_complement_ceil(layout!((n,2):(1,8)), leaf(z)).unwrap();
    assert_eq!((padded.size(), try_layout!(complement(2:1, z)).unwrap().size()), (0, 0));
    assert_eq!(rule(try_layout!((n, 8) / (z, 8))), Some(zero));
    assert_eq!(rule(try_layout!(zipped_divide_ceil((n, 8), (2, z)))), Some(zero));
}

#[test]
fn a_negative_integer_is_an_error() {
    assert_eq!(rule(try_leaf(-3)), Some(Rule::NaturalStride { stride: -3 }));
    let (n, d) = (4, -1);
    assert_eq!(rule(try_layout!(n:d)), Some(Rule::NaturalStride { stride: -1 }));
    // If it is an extent, the error says so.
    let d = -1_i32;
    fn negative<T>(result: Result<T, Error>, operation: Operation, mode: Option<usize>) {
        let rule = Rule::NaturalExtent { extent: -1 };
        assert_eq!(result.err(), Some(Error { operation, rule, mode }));
    }
    negative(try_layout!((d, 8)), Operation::Layout, Some(0));
    negative(try_layout!((4,(n,d)):(1,(4,8))), Operation::Layout, Some(2));
    negative(try_layout!((8,d):row_major), Operation::Layout, Some(1));
    negative(try_layout!((8, 8) / (n, d)), Operation::Layout, Some(0));
    negative(try_layout!(complement(n:1, d)), Operation::Complement, None);
    negative(try_layout!(tile_to_shape((2, 2), (4, d))), Operation::TileToShape, Some(1));
}

#[test]
fn an_extent_of_zero_is_empty() {
    let z = 0;
    assert!(layout!((4,z):(1,4)).is_empty());
}

#[test]
#[should_panic(expected = "stride divisibility, mode 0: the remaining stride 3 and the extent 4")]
fn an_inadmissible_composition_panics_without_try() {
    let s = 4;
    let _ = layout!((s,6,8):(2,3,5) o 6:3);
}

const LARGE: [usize; 10] =
    [0, 1, 2, 3, 1 << 31, u32::MAX as usize, 1 << 32, 1 << 62, i64::MAX as usize, usize::MAX];

fn large() -> impl Strategy<Value = (usize, usize)> {
    (select(LARGE.to_vec()), select(LARGE.to_vec()))
}

/// The layout of these modes by the value level's rules, if it exists and its cosize fits.
fn sound(modes: &[(usize, usize)]) -> Option<algebra::Layout> {
    let number = |n| i64::try_from(n).ok();
    let flat: Option<Vec<_>> = modes
        .iter()
        .map(|&(s, d)| Some(algebra::Mode { shape: number(s)?, stride: number(d)? }))
        .collect();
    let profile = match modes.len() {
        1 => algebra::Profile::leaf(),
        n => algebra::Profile::flat(n),
    };
    let flat = flat?;
    // The types require a cosize that fits with extents of 0 counted as 1, too.
    let most = flat.iter().map(|mode| algebra::Mode { shape: mode.shape.max(1), ..*mode });
    algebra::Layout::of_modes(most, profile.clone()).ok()?.cosize().ok()?;
    algebra::Layout::of_modes(flat, profile).ok()
}

/// Returns whether overflow keeps the types from `values`, because its size or cosize does not fit. The stride of an
/// extent of 1 is no reason, because nothing uses it.
fn overflows(error: Error, values: &algebra::Layout, fits: fn(&algebra::Layout) -> bool) -> bool {
    error.rule == Rule::Overflow && (values.cosize().is_err() || !fits(values))
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_layout_is_one_if_it_fits((s, d) in large(), (t, e) in large()) {
        let types = try_layout!((s,t):(d,e));
        match (types, sound(&[(s, d), (t, e)])) {
            (Ok(types), Some(values)) => prop_assert_eq!(types.to_value(), values),
            (Ok(types), None) => prop_assert!(false, "{types} does not fit"),
            (Err(error), values) => {
                prop_assert_eq!(error.rule, Rule::Overflow);
                prop_assert!(values.is_none(), "{}", error);
            }
        }
    }

    #[test]
    fn large_compositions((s, d) in large(), (t, e) in large(), (x, f) in large()) {
        let (Ok(a), Ok(b)) = (try_layout!((s,t):(d,e)), try_layout!(x:f)) else { return Ok(()) };
        let (Some(left), Some(right)) = (sound(&[(s, d), (t, e)]), sound(&[(x, f)])) else {
            return Ok(());
        };
        let values = by_rules(&left, &right);
        match (try_composition(a, b), values) {
            (Ok(types), Ok(values)) => {
                prop_assert_eq!(types.size() as i64, values.size());
                for i in [0, 1, 2, values.size() / 2, values.size() - 1] {
                    if (0..values.size()).contains(&i) {
                        prop_assert_eq!(types.offset(i as usize) as i64, value(&values, i));
                    }
                }
            }
            (Ok(types), Err(error)) => prop_assert!(false, "{types}, but {error}"),
            (Err(error), Ok(values)) => {
                prop_assert!(merges(&left) || overflows(error, &values, |_| true), "{error}, but {values}");
            }
            (Err(_), Err(_)) => {}
        }
    }

    #[test]
    fn large_complements_and_divides((s, d) in large(), (t, e) in large(), (x, f) in large()) {
        let Ok(tile) = try_layout!(x:f) else { return Ok(()) };
        // Whatever they are, nothing panics, and results are layouts that fit.
        if t > 0 {
            for result in [
                try_complement(tile, leaf(t)).map(|r| r.to_value()),
                try_complement_ceil(tile, leaf(t)).map(|r| r.to_value()),
            ] {
                prop_assert!(result.is_err() || matches!(result, Ok(r) if r.cosize().is_ok()));
            }
        }
        let Ok(a) = try_layout!((s,t):(d,e)) else { return Ok(()) };
        for result in [
            try_logical_divide(a, tile).map(|r| r.to_value()),
            try_logical_divide_ceil(a, tile).map(|r| r.to_value()),
        ] {
            prop_assert!(result.is_err() || matches!(result, Ok(r) if r.cosize().is_ok()));
        }
        let padded = try_zipped_divide_ceil(a, hlist![tile, tile]).map(|r| r.to_value());
        prop_assert!(padded.is_err() || matches!(padded, Ok(r) if r.cosize().is_ok()));
    }
}

/// Returns whether the layout can be computed with in 32 bits: size and cosize fit.
fn fits_u32(layout: &algebra::Layout) -> bool {
    let limit = i64::from(u32::MAX);
    layout.size() <= limit && layout.cosize().is_ok_and(|cosize| cosize <= limit)
}

fn small_or_large() -> impl Strategy<Value = u32> {
    select(vec![1, 2, 3, 4, 6, 1 << 8, 1 << 15, 1 << 16, 1 << 20, 1 << 30, 1 << 31, u32::MAX])
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn leaves_of_32_bits(s in small_or_large(), d in small_or_large(), t in small_or_large(),
        e in small_or_large(), x in small_or_large(), f in small_or_large())
    {
        let wide = |n: u32| n as usize;
        let left = sound(&[(wide(s), wide(d)), (wide(t), wide(e))]);
        let right = sound(&[(wide(x), wide(f))]);
        let a = try_layout!((s,t):(d,e));
        let b = try_layout!(x:f);
        prop_assert_eq!(a.is_ok(), left.as_ref().is_some_and(fits_u32));
        prop_assert_eq!(b.is_ok(), right.as_ref().is_some_and(fits_u32));
        let (Ok(a), Ok(b), Some(left), Some(right)) = (a, b, left, right) else { return Ok(()) };
        prop_assert_eq!(size_of_val(&a), 16);
        match (try_composition(a, b), by_rules(&left, &right)) {
            (Ok(types), Ok(values)) => {
                prop_assert!(fits_u32(&values), "{} in 32 bits", values);
                for i in [0, 1, values.size() / 2, values.size() - 1] {
                    prop_assert_eq!(types.offset(i as u32) as i64, value(&values, i));
                }
            }
            (Ok(types), Err(error)) => prop_assert!(false, "{types}, but {error}"),
            (Err(error), Ok(values)) => {
                prop_assert!(merges(&left) || overflows(error, &values, fits_u32), "{error}, but {values}");
            }
            (Err(_), Err(_)) => {}
        }
    }

    #[test]
    fn divides_of_32_bits(s in small_or_large(), d in small_or_large(), x in small_or_large()) {
        let (Ok(a), Some(left)) = (try_layout!(s:d), sound(&[(s as usize, d as usize)])) else {
            return Ok(());
        };
        let Ok(tile) = try_layout!(x:1) else { return Ok(()) };
        let right = sound(&[(x as usize, 1)]).unwrap();
        let exact = (try_logical_divide(a, tile), algebra::logical_divide(&left, &right));
        let padded = (try_logical_divide_ceil(a, tile), algebra::logical_divide_ceil(&left, &right));
        for (types, values) in [exact, padded] {
            match (types, values) {
                (Ok(types), Ok(values)) => {
                    prop_assert!(fits_u32(&values), "{} in 32 bits", values);
                    for i in [0, values.size() / 2, values.size() - 1] {
                        prop_assert_eq!(types.offset(i as u32) as i64, value(&values, i));
                    }
                }
                (Err(error), Ok(values)) => {
                    prop_assert!(overflows(error, &values, fits_u32), "{error}, but {values}");
                }
                (types, Err(error)) => prop_assert_eq!(rule(types), Some(error.rule)),
            }
        }
    }
}

#[test]
fn a_leaf_is_a_tiler() {
    let (m, n) = (8, 6);
    let a = layout!((m,n):(6,1));
    let four: Layout!(((4,_),(_,_)):((6,24),(1,_))) =
        tilework::operation::logical_divide(a, hlist![leaf(Static::<typenum::U4>::new()), leaf(3)]);
    assert_eq!(four.to_string(), "((4,2),(3,2)):((6,24),(1,3))");
    let pairs = tilework::operation::zipped_divide(a, hlist![leaf(2), leaf(3)]);
    assert_eq!(pairs.to_string(), "((2,3),(4,2)):((6,1),(12,3))");
    let zero = Rule::Extent { extent: 0 };
    assert_eq!(rule(tilework::operation::try_logical_divide(a, hlist![leaf(0)])), Some(zero));
    assert_eq!(rule(try_composition(a, hlist![leaf(2), leaf(0)])), Some(zero));
}

#[test]
fn the_stride_of_an_extent_of_one_does_not_overflow() {
    let (one, large) = (1, 1_usize << 62);
    let a = layout!((one,4):(large,1));
    let pairs = try_composition(a, hlist![layout!(one:2)]).unwrap();
    assert_eq!(pairs.to_string(), "(1,4):(0,1)");
    // The rest of the second mode is 1, and a step in it would be 2^63.
    let (m, n, k) = (4_294_967_295_usize, 2, 8);
    let a = layout!((m,n,k):(2,large,65535));
    let by = hlist![leaf(3), leaf(2), leaf(2)];
    let divided = try_zipped_divide(a, by).unwrap();
    let values =
        algebra::zipped_divide(&a.to_value(), &"<3,2,2>".parse::<algebra::Tiler>().unwrap());
    assert_eq!(divided.to_value(), values.unwrap());
    let one = try_composition(layout!(n:large), layout!({1}:k)).unwrap();
    assert_eq!(one.to_string(), "1:0");
    // In 32 bits.
    let (n, half) = (2_u32, 1_u32 << 31);
    let divided = try_logical_divide(layout!(n:half), layout!(n:1)).unwrap();
    assert_eq!(divided.to_string(), "(2,1):(2147483648,0)");
    let by = try_zipped_divide_ceil(layout!((n,n):(half,1)), hlist![leaf(n), leaf(n)]).unwrap();
    assert_eq!(by.to_string(), "((2,2),(1,1)):((2147483648,1),(0,2))");
}

/// Numbers whose products and sums are close to 2^63, or to 2^32.
fn near(bits: u32) -> impl Strategy<Value = (usize, usize)> {
    let end = 1_usize << (bits - 1);
    let extent = select(vec![1, 1, 2, 2, 3, 4, 5, 8, end / 2, end / 3, end - 1, 1 << (bits / 2)]);
    let strides = [0, 1, 2, 3, 4, 8, 65535, end / 8, end / 4, end / 3, end / 2, end - 1];
    (extent, select(strides.to_vec()))
}
/// Compares a result of the types with that of the value level: both exist, or neither does. `hidden`: a rule may be
/// broken that the types do not see, but nothing overflows that fits. `limit` is the largest number.
fn agree(
    types: Result<algebra::Layout, Error>,
    values: Result<algebra::Layout, Error>,
    hidden: bool,
    limit: i64,
) -> Result<bool, TestCaseError> {
    let fits = |layout: &algebra::Layout| {
        layout.size() <= limit && layout.cosize().is_ok_and(|cosize| cosize <= limit)
    };
    match (types, values) {
        (Ok(types), Ok(values)) => {
            prop_assert!(fits(&values), "{types}, but {values} does not fit");
            prop_assert_eq!(types.size(), values.size(), "{}, not {}", types, values);
            let size = values.size();
            for i in [0, 1, 2, 3, 5, size / 3, size / 2, size - 2, size - 1] {
                if (0..size).contains(&i) {
                    let offsets = (types.offset(i), values.offset(i));
                    prop_assert_eq!(offsets.0, offsets.1, "{}, not {} at {}", types, values, i);
                }
            }
            Ok(true)
        }
        (Ok(types), Err(error)) => {
            prop_assert!(false, "{types}, but {error}");
            Ok(false)
        }
        (Err(error), Ok(values)) => {
            let overflows = error.rule == Rule::Overflow;
            prop_assert!(if overflows { !fits(&values) } else { hidden }, "{error}, but {values}");
            Ok(false)
        }
        (Err(_), Err(_)) => Ok(false),
    }
}

/// Each row is an operation on types with these leaves, and that of values; `hidden` as above.
macro_rules! near_the_end {
    ($($name:ident $bits:literal $t:ty: $($m:ident)+ => $hidden:expr, $types:expr, $values:expr;)+) => {$(
        #[test]
        fn $name() {
            let limit = if $bits == 64 { i64::MAX } else { i64::from(u32::MAX) };
            let results = std::cell::Cell::new(0);
            let inputs = ($(near($bits).prop_map(|m| (stringify!($m), m).1),)+);
            let mut runner = proptest::test_runner::TestRunner::new(config(6000));
            runner.run(&inputs, |($($m,)+)| {
                $(let $m = ($m.0 as $t, $m.1 as $t);)+
                let Some(types) = (|| Some($types))() else { return Ok(()) };
                let types = types.map(|layout| layout.to_value());
                let of = |modes: &[($t, $t)]| {
                    let wide = |n: $t| n as usize;
                    sound(&modes.iter().map(|&(s, d)| (wide(s), wide(d))).collect::<Vec<_>>()).unwrap()
                };
                let (hidden, values) = ($hidden(&of), $values(&of));
                results.set(results.get() + u32::from(agree(types, values, hidden, limit)?));
                Ok(())
            }).unwrap();
            // Results are neither rare nor universal.
            assert!(results.get() > 100, "{} results", results.get());
        }
    )+};
}
macro_rules! each_width {
    ($($name:ident $narrow:ident: $($m:ident)+ => $hidden:expr, $types:expr, $values:expr;)+) => {
        near_the_end! {$(
            $name 64 usize: $($m)+ => $hidden, $types, $values;
            $narrow 32 u32: $($m)+ => $hidden, $types, $values;
        )+}
    };
}
type Of<'a, T> = &'a dyn Fn(&[(T, T)]) -> algebra::Layout;
/// The layout of one mode.
fn one<T>(of: Of<'_, T>, m: (T, T)) -> algebra::Layout {
    of(&[m])
}
const NEVER: bool = false;
// The value level goes on with a search if the rules refuse.
const ALWAYS: bool = true;

each_width! {
    composing composing_narrow: a b x =>
        |of: Of<'_, _>| merges(&of(&[a, b])),
        try_composition(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            try_layout!({x.0}:{x.1}).ok()?,
        ),
        |of: Of<'_, _>| by_rules(&of(&[a, b]), &one(of, x));
    composing_two composing_two_narrow: a b x y =>
        |of: Of<'_, _>| merges(&of(&[a, b])),
        try_composition(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            try_layout!(({x.0},{y.0}):({x.1},{y.1})).ok()?,
        ),
        |of: Of<'_, _>| by_rules(&of(&[a, b]), &of(&[x, y]));
    composing_by_mode composing_by_mode_narrow: a b x y =>
        |_: Of<'_, _>| NEVER,
        try_composition(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            hlist![try_layout!({x.0}:{x.1}).ok()?, try_layout!({y.0}:{y.1}).ok()?],
        ),
        |of: Of<'_, _>| {
            let tiler = format!("<{},{}>", one(of, x), one(of, y));
            by_rules(&of(&[a, b]), &tiler.parse::<algebra::Tiler>().unwrap())
        };
    dividing dividing_narrow: a b x =>
        |of: Of<'_, _>| merges(&of(&[a, b])),
        try_logical_divide(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            try_layout!({x.0}:{x.1}).ok()?,
        ),
        |of: Of<'_, _>| algebra::logical_divide(&of(&[a, b]), &one(of, x));
    dividing_padded dividing_padded_narrow: a b x =>
        |of: Of<'_, _>| merges(&of(&[a, b])),
        try_logical_divide_ceil(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            try_layout!({x.0}:{x.1}).ok()?,
        ),
        |of: Of<'_, _>| algebra::logical_divide_ceil(&of(&[a, b]), &one(of, x));
    dividing_by_integers dividing_by_integers_narrow: a b c x y =>
        |_: Of<'_, _>| NEVER,
        try_zipped_divide(
            try_layout!(({a.0},{b.0},{c.0}):({a.1},{b.1},{c.1})).ok()?,
            hlist![leaf(x.0), leaf(y.0), leaf(c.0)],
        ),
        |of: Of<'_, _>| {
            let tiler = format!("<{},{},{}>", x.0, y.0, c.0);
            algebra::zipped_divide(&of(&[a, b, c]), &tiler.parse::<algebra::Tiler>().unwrap())
        };
    dividing_by_integers_padded dividing_by_integers_padded_narrow: a b x y =>
        |_: Of<'_, _>| NEVER,
        try_zipped_divide_ceil(
            try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?,
            hlist![leaf(x.0), leaf(y.0)],
        ),
        |of: Of<'_, _>| {
            let tiler = format!("<{},{}>", x.0, y.0);
            algebra::zipped_divide_ceil(&of(&[a, b]), &tiler.parse::<algebra::Tiler>().unwrap())
        };
    complementing complementing_narrow: x n =>
        |_: Of<'_, _>| NEVER,
        try_complement(try_layout!({x.0}:{x.1}).ok()?, leaf(n.0)),
        |of: Of<'_, _>| algebra::complement(&one(of, x), n.0 as i64);
    complementing_padded complementing_padded_narrow: x n =>
        |_: Of<'_, _>| NEVER,
        try_complement_ceil(try_layout!({x.0}:{x.1}).ok()?, leaf(n.0)),
        |of: Of<'_, _>| algebra::complement_ceil(&one(of, x), n.0 as i64);
    multiplying multiplying_narrow: a x y =>
        |_: Of<'_, _>| ALWAYS,
        try_logical_product(
            try_layout!({a.0}:{a.1}).ok()?,
            try_layout!(({x.0},{y.0}):({x.1},{y.1})).ok()?,
        ),
        |of: Of<'_, _>| algebra::logical_product(&one(of, a), &of(&[x, y]));
    multiplying_by_blocks multiplying_by_blocks_narrow: a x =>
        |_: Of<'_, _>| ALWAYS,
        try_blocked_product(try_layout!({a.0}:{a.1}).ok()?, try_layout!({x.0}:{x.1}).ok()?),
        |of: Of<'_, _>| algebra::blocked_product(&one(of, a), &one(of, x));
    inverting inverting_narrow: a =>
        |_: Of<'_, _>| NEVER,
        try_right_inverse(try_layout!({a.0}:{a.1}).ok()?),
        |of: Of<'_, _>| algebra::right_inverse(&one(of, a));
    casting casting_narrow: a b =>
        |_: Of<'_, _>| NEVER,
        try_downcast(try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?, Static::<U8>::new()),
        |of: Of<'_, _>| algebra::downcast(&of(&[a, b]), 8);
    casting_up casting_up_narrow: a b =>
        |_: Of<'_, _>| NEVER,
        try_upcast(try_layout!(({a.0},{b.0}):({a.1},{b.1})).ok()?, Static::<U8>::new()),
        |of: Of<'_, _>| algebra::upcast(&of(&[a, b]), 8);
}
