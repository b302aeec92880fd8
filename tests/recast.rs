//! Composed layouts of elements of other widths, against the value level and the definition.

use tilework::typenum::{
    N2, P1, P3, U0, U1, U2, U3, U4, U6, U8, U12, U16, U32, U40, U60, Unsigned,
};
use tilework::verdict::{Bits, Cast, Judged, Up, Verdict};
use tilework::{
    Composed, Dyn, Layout, OffsetMap, Rule, Static, Swizzle, Tensor, algebra, composition,
    downcast, layout, recast, try_upcast, upcast,
};

/// Of elements of other widths: `n` times as small, `r(n x + i) = n c(x) + i` along stride 1.
#[test]
fn recasts() {
    let c =
        Composed::new(Swizzle::<U2, U3, P3>::new(), Static::<U16>::new(), layout!((8,64):(64,1)));
    let large: Composed<Swizzle<U2, U2, P3>, Static<U8>, Layout!((8,32):(32,1))> =
        recast(c, Static::<U16>::new(), Static::<U32>::new());
    assert_eq!(
        large.to_string(),
        layout!(recast(Sw<2,3,3> o 16 o (8,64):(64,1), 16, 32)).to_string()
    );
    let back = c.recast(Static::<U16>::new(), Static::<U32>::new());
    let back = back.recast(Static::<U32>::new(), Static::<U16>::new());
    assert_eq!(back.to_string(), c.to_string());
    let run_time = Composed::new(c.outer(), Dyn(16_usize), c.inner());
    let (up, down) =
        (upcast(run_time, Static::<U4>::new()), downcast(run_time, Static::<U2>::new()));
    for (row, column) in (0..8).flat_map(|i| (0..64).map(move |j| (i, j))) {
        let offset = c.offset((row, column));
        assert_eq!(large.offset((row, column / 2)), offset / 2);
        assert_eq!(offset % 2, column % 2);
        assert_eq!(up.offset((row, column / 4)), offset / 4);
        for i in 0..2 {
            assert_eq!(down.offset((row, 2 * column + i)), 2 * offset + i);
        }
    }
    let odd = Composed::new(c.outer(), Dyn(3_usize), c.inner());
    let error = odd.try_recast(Static::<U16>::new(), Static::<U32>::new()).unwrap_err();
    assert!(matches!(error.rule, Rule::Alignment { .. }));
    assert!(
        matches!(tilework::try_upcast(odd, Static::<U2>::new()), Err(e) if e.rule == error.rule)
    );
    // Other shifts, both ways.
    let turned = Composed::new(Swizzle::<U2, U1, N2>::new(), Static::<U4>::new(), layout!((4, 8)));
    let turned = upcast(turned, Static::<U2>::new());
    assert_eq!(turned.to_string(), "Sw<2,0,-2> o 2 o (2,8):(1,2)");
    let _ = OffsetMap::apply(Swizzle::<U3, U0, P3>::new(), 0);
}

/// The rule that a cast breaks.
fn broken<C: Cast<F, Result: Verdict<Out: Judged>>, F>(_: C) -> Option<&'static str> {
    <<C as Cast<F>>::Result as Verdict>::Out::RULE
}

/// The first number that breaks it.
fn number<C: Cast<F, Result: Verdict<Out: Judged>>, F>(_: C) -> Option<u64> {
    <<C as Cast<F>>::Result as Verdict>::Out::NUMBERS[0]
}

/// Of elements `q` times as small a function `F` is `x -> q F(x / q) + x % q`, and what `p` of these have together, of
/// those `p` times as large; past the size too.
fn is_recast(f: impl OffsetMap, of: impl OffsetMap, size: usize, [q, p]: [usize; 2]) {
    let fine = |x: usize| q * of.apply(x / q) + x % q;
    for x in 0..=3 * q * size / p {
        for i in 0..p {
            assert_eq!(fine(p * x + i), p * f.apply(x) + i, "{f} of {of} at {x}");
        }
    }
}

/// Under swizzles one width is a power of 2 times the other; what has no result is refused by the rule and the number
/// of the value level.
#[test]
fn swizzles() {
    let (mut there, mut refused) = (0, 0);
    macro_rules! check {
        ($($swizzle:expr => $($old:ident $new:ident),*;)*) => {$($({
            let swizzle = $swizzle;
            let composed = Composed::of(swizzle, layout!((12,2):(1,12)));
            let value = swizzle.to_value().recast($old::I64, $new::I64);
            type Widths = Bits<$old, $new>;
            match (broken::<_, Widths>(composed), value) {
                (None, Ok(value)) => {
                    let cast = Cast::<Widths>::try_cast(composed).unwrap();
                    assert_eq!(cast.outer().to_value(), value);
                    let common = $old::USIZE.min($new::USIZE);
                    is_recast(cast.outer(), swizzle, 64, [$old::USIZE / common, $new::USIZE / common]);
                    there += 1;
                }
                (Some(rule), Err(error)) => {
                    let named = match error.rule {
                        Rule::PowerOfTwo { extent } => extent,
                        Rule::Alignment { together, .. } => together,
                        rule => panic!("{rule:?}"),
                    };
                    assert_eq!((rule, number::<_, Widths>(composed)), (error.rule.name(), Some(named as u64)));
                    refused += 1;
                }
                (types, value) => panic!("{swizzle}: {types:?}, {value:?}"),
            }
        })*)*};
    }
    check! {
        Swizzle::<U3, U4, P3>::new() => U3 U2, U6 U4, U2 U3, U4 U6, U12 U8, U8 U12, U3 U1, U1 U3, U6 U3, U3 U6, U12 U3, U3 U12;
        Swizzle::<U2, U1, N2>::new() => U3 U2, U6 U4, U2 U3, U4 U6, U12 U8, U8 U12, U3 U1, U1 U3, U6 U3, U3 U6, U12 U3, U3 U12;
        // Of all bits that there are.
        Swizzle::<U3, U40, P3>::new() => U1 U4, U4 U1, U3 U2;
        Swizzle::<U1, U60, P1>::new() => U1 U4, U4 U16, U1 U3;
    }
    assert_eq!((there, refused), (4 + 3 + 2 + 2, 8 + 9 + 1 + 1));
}

/// Under layouts, the function too is one of elements of another width, as at the value level, and what has none is
/// refused by the same rule.
#[test]
fn functions() {
    let (mut there, mut refused) = (0, 0);
    macro_rules! check {
        ($($outer:tt: $strides:tt;)*) => {$(
            let outer = layout!($outer:$strides);
            let value: algebra::Outer = outer.to_value().into();
            check!(@widths outer, value, U1 U2, U1 U4, U2 U1, U3 U1, U2 U3, U4 U6, U3 U2, U6 U4);
        )*};
        // Functions of their own: unoptimized, they would fill the stack together.
        (@widths $outer:ident, $value:ident, $($old:ident $new:ident),*) => {$({
            let mut case = || {
                let composed = Composed::new($outer, Static::<U12>::new(), layout!((12,2):(1,12)));
                let value = algebra::Composed::of($value.clone(), composed.inner().to_value()).with_added(12);
                let (old, new) = ($old::USIZE, $new::USIZE);
                let common = if old.max(new) == 6 { 2 } else { 1 };
                let cast = Cast::<Bits<$old, $new>>::try_cast(composed);
                match (broken::<_, Bits<$old, $new>>(composed), value.recast(old as i64, new as i64)) {
                    (None, Ok(value)) => {
                        let cast = cast.unwrap();
                        assert_eq!(cast.to_string(), value.to_string(), "{composed}, {old} {new}");
                        is_recast(cast.outer(), $outer, $outer.size(), [old / common, new / common]);
                        there += 1;
                    }
                    (Some(rule), Err(error)) => {
                        assert_eq!(rule, error.rule.name(), "{composed}, {old} {new}");
                        refused += 1;
                    }
                    (types, value) => panic!("{composed}, {old} {new}: {types:?}, {value:?}"),
                }
            };
            case();
        })*};
    }
    check! {
        8:1; 12:1; 4:1; 2:f1; 12:2; 4:0; 1:0; 1:1;
        (4,3):(3,1); (12,4):(1,24); (12,4):(1,30); (6,4):(1,6); (4,3):(1,4); (12,2):(1,0); (4,1):(1,8); (4,1):(1,1); (12,1):(1,18);
        ((2,6),2):((1,2),48); (2,(3,4)):(1,(2,12)); (3,8):(1,12); (24,2,3):(1,72,24);
        8:f1; 8:f2; 12:f1; (4,8):(f1,f12); (4,8):(f1,f4); (2,6):(f1,f2); (8,8):(f9,f8); (12,4):(f1,f16); (4,(1,4)):(f1,(f7,0));
    }
    assert_eq!(there + refused, 30 * 8);
    assert!(there > 90 && refused > 60, "{there} and {refused}");
}

/// Functions after one another, and what is added between them.
#[test]
fn functions_after_one_another() {
    let first = Composed::new(layout!((12,4):(1,24)), Static::<U4>::new(), layout!((8,3):(1,12)));
    let swizzled =
        Composed::new(Swizzle::<U2, U3, P3>::new(), Dyn(16_usize), layout!((8,64):(64,1)));
    let tile = layout!((8,64):(1,8));
    macro_rules! same {
        ($($types:expr, $literal:expr;)*) => {$(
            assert_eq!($types.to_string(), $literal.to_string());
        )*};
    }
    let chain = Composed::new(first, Static::<U8>::new(), layout!((4,2):(1,8)));
    let columns = composition(tile, swizzled);
    same! {
        upcast(chain, Static::<U4>::new()),
            layout!(upcast(composed(composed((12,4):(1,24), 4, (8,3):(1,12)), 8, (4,2):(1,8)), 4));
        recast(chain, Static::<U16>::new(), Static::<U8>::new()),
            layout!(recast(composed(composed((12,4):(1,24), 4, (8,3):(1,12)), 8, (4,2):(1,8)), 16, 8));
        upcast(columns, Static::<U4>::new()),
            layout!(upcast((8,64):(1,8) o (Sw<2,3,3> o 16 o (8,64):(64,1)), 4));
        downcast(columns, Static::<U2>::new()),
            layout!(downcast((8,64):(1,8) o (Sw<2,3,3> o 16 o (8,64):(64,1)), 2));
    }
    is_recast(upcast(chain, Static::<U4>::new()).outer(), first, 24, [1, 4]);
    is_recast(upcast(columns, Static::<U4>::new()).outer(), columns.outer(), 512, [1, 4]);
    is_recast(downcast(columns, Static::<U2>::new()).outer(), columns.outer(), 512, [2, 1]);
    // What is added inside counts as well, as does each of the functions.
    let torn = Composed::new(layout!(24:1), Static::<U2>::new(), layout!((8,3):(1,12)));
    assert_eq!(broken::<_, Up<U4>>(Composed::of(torn, layout!(8:1))), Some("alignment"));
    let torn = Composed::new(layout!(24:1), Static::<U4>::new(), layout!((8,3):(1,10)));
    assert_eq!(broken::<_, Up<U4>>(Composed::of(torn, layout!(8:1))), Some("alignment"));
    let torn = Composed::new(layout!(24:1), Dyn(2_usize), layout!((8,3):(1,12)));
    let error = try_upcast(Composed::of(torn, layout!(8:1)), Static::<U4>::new()).unwrap_err();
    assert!(matches!(error.rule, Rule::Alignment { .. }), "{error}");
}

/// As functions layouts go on past their sizes, by the last mode also where its extent is 1: `(4,1):(1,1)` has 4 at 1.
#[test]
fn past_the_size() {
    let inner = layout!(8:1);
    let (steps, value) = (layout!((4,1):(1,1)), |outer: &str| {
        algebra::Composed::of(outer.parse::<algebra::Layout>().unwrap(), inner.to_value())
    });
    assert_eq!(Composed::of(steps, inner).offset(4), 1);
    assert_eq!([Composed::of(steps, inner).alignment(), steps.alignment()], [1, 4]);
    assert_eq!(value("(4,1):(1,1)").alignment(), 1);
    assert_eq!("(4,1):(1,1)".parse::<algebra::Layout>().unwrap().alignment(), 4);
    assert!(value("(4,1):(1,1)").recast(8, 16).is_err());
    // One element of 4 goes on to the next.
    let (whole, four) = (
        upcast(Composed::of(layout!(4:1), inner), Static::<U4>::new()),
        value("4:1").recast(1, 4).unwrap(),
    );
    assert_eq!([whole.offset(0), whole.offset(1)], [0, 1]);
    assert_eq!(four.offsets().unwrap(), [0, 1]);
}

/// Leaves of run time: a function that is found is right, and none is found where the value level has none.
#[test]
fn at_run_time() {
    let (mut there, mut only_values, mut nowhere) = (0, 0, 0);
    macro_rules! check {
        ($composed:expr, $($old:ident $new:ident),*) => {$({
            let composed = $composed;
            let value = algebra::Composed::of(composed.outer().to_value(), composed.inner().to_value());
            let value = value.recast($old::I64, $new::I64);
            match (composed.try_recast(Static::<$old>::new(), Static::<$new>::new()), value) {
                (Ok(cast), Ok(_)) => {
                    is_recast(cast.outer(), composed.outer(), composed.outer().size(), [$old::USIZE, $new::USIZE]);
                    there += 1;
                }
                (Err(_), Ok(_)) => only_values += 1,
                (Err(error), Err(_)) => {
                    assert!(matches!(error.rule, Rule::Alignment { .. } | Rule::Divisibility { .. }), "{error}");
                    nowhere += 1;
                }
                (Ok(cast), Err(error)) => panic!("{cast} of {composed}: {error}"),
            }
        })*};
    }
    let inner = layout!((12,2):(1,12));
    for (m, n) in (1..9_usize).flat_map(|m| (1..4_usize).map(move |n| (m, n))) {
        for lda in [1, 2, 4, 6, 8, 12] {
            check!(Composed::of(layout!((m,n):(1,lda)), inner), U1 U2, U1 U4, U3 U1, U3 U2);
            check!(Composed::of(layout!((4,n):(1,lda)), inner), U1 U2, U1 U4, U3 U1, U3 U2);
            check!(Composed::of(layout!((m,n):(lda,4)), inner), U1 U2, U3 U1);
            check!(Composed::of(layout!((m,4):(f1,f8)), inner), U1 U2, U1 U4);
        }
    }
    // Where modes go on into one another by their numbers alone.
    assert!(
        there > 500 && nowhere > 500 && only_values < there / 10,
        "{there}, {nowhere}, {only_values}"
    );
}

/// Data through functions as vectors and one by one again: the vector at a coordinate has the elements at those that it
/// stands for.
#[test]
fn data_through_functions() {
    let data: Vec<usize> = (0..4096).collect();
    let mut written = data.clone();
    let inner = layout!((8,8):(1,8));
    let swizzled = Composed::new(Swizzle::<U2, U2, P3>::new(), Static::<U16>::new(), inner);
    macro_rules! check {
        ($($composed:expr;)*) => {$({
            let composed = $composed;
            let elements = Tensor::through(&data[..], composed).unwrap();
            let vectors = elements.upcast::<4>();
            let again = vectors.downcast();
            for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
                let offset = composed.offset((i, j));
                assert_eq!(vectors[(i / 4, j)][i % 4], offset, "{composed} at {i}, {j}");
                assert_eq!(again[(i, j)], offset, "{composed} at {i}, {j}");
            }
            let mut elements = Tensor::through(&mut written[..], composed).unwrap();
            let mut vectors = elements.upcast_mut::<4>();
            vectors.for_each_mut(|vector| vector.iter_mut().for_each(|x| *x += 4096));
            vectors.downcast_mut().for_each_mut(|x| *x -= 4096);
            assert_eq!(written, data);
        })*};
    }
    let (run_time, lda) = (8_usize, 40_usize);
    check! {
        Composed::of(layout!((8,2,4):(1,32,8)), inner);
        Composed::new(layout!((8,2,8):(1,64,8)), Dyn(12_usize), inner);
        Composed::of(layout!((run_time,8):(1,lda)), inner);
        Composed::of(layout!((4,4,4):(f1,f16,f4)), inner);
        Composed::new(Composed::new(layout!((12,12):(1,24)), Static::<U4>::new(), layout!((8,9):(1,12))), Static::<U8>::new(), inner);
        composition(layout!((8,64):(1,8)), swizzled);
    }
    // By numbers of run time: what a function leaves together, and what is added.
    let torn = Composed::of(layout!((run_time,8):(1,{42_usize})), inner);
    let odd = Composed::new(layout!((8,16):(1,32)), Dyn(6_usize), inner);
    let error = Tensor::through(&data[..], torn).unwrap().try_upcast::<4>().unwrap_err();
    assert!(matches!(error.rule, Rule::Alignment { together: 2, wanted: 4 }), "{error}");
    let error = Tensor::through(&data[..], odd).unwrap().try_upcast::<4>().unwrap_err();
    assert!(matches!(error.rule, Rule::Alignment { together: 2, wanted: 4 }), "{error}");
}
