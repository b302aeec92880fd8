//! Composed layouts for elements of other widths, against the value level and the definition.

use tilework::bound::total::{Bits, CastTotal, Up};
use tilework::typenum::{
    N2, P1, P3, U0, U1, U2, U3, U4, U6, U8, U12, U16, U32, U40, U60, Unsigned,
};
use tilework::verdict::{Judged, Verdict};
use tilework::{
    Composed, Dyn, Layout, Rule, Static, Swizzle, Tensor, algebra,
    bound::OffsetMap,
    layout,
    operation::{downcast, recast, upcast},
};

/// For elements of other widths: `n` times as small, `r(n x + i) = n c(x) + i` along stride 1.
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
        matches!(tilework::operation::try_upcast(odd, Static::<U2>::new()), Err(e) if e.rule == error.rule)
    );
    // Other shifts, in both directions.
    let turned = Composed::new(Swizzle::<U2, U1, N2>::new(), Static::<U4>::new(), layout!((4, 8)));
    let turned = upcast(turned, Static::<U2>::new());
    assert_eq!(turned.to_string(), "Sw<2,0,-2> o 2 o (2,8):(1,2)");
    let _ = OffsetMap::apply(Swizzle::<U3, U0, P3>::new(), 0);
}

/// The rule that a cast breaks.
fn broken<C: CastTotal<F, Result: Verdict<Out: Judged>>, F>(_: C) -> Option<&'static str> {
    <<C as CastTotal<F>>::Result as Verdict>::Out::RULE
}

/// The first number that breaks the rule.
fn number<C: CastTotal<F, Result: Verdict<Out: Judged>>, F>(_: C) -> Option<u64> {
    <<C as CastTotal<F>>::Result as Verdict>::Out::NUMBERS[0]
}

/// For elements `q` times as small, a function `F` is `x -> q F(x / q) + x % q`. For elements `p` times as large, it is
/// what `p` of these have together. This holds past the size too.
fn is_recast(f: impl OffsetMap, of: impl OffsetMap, size: usize, [q, p]: [usize; 2]) {
    let fine = |x: usize| q * of.apply(x / q) + x % q;
    for x in 0..=3 * q * size / p {
        for i in 0..p {
            assert_eq!(fine(p * x + i), p * f.apply(x) + i, "{f} of {of} at {x}");
        }
    }
}

/// Under swizzles one width is a power of 2 times the other. A refusal has the rule and the number of the value level.
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
                    let cast = CastTotal::<Widths>::try_cast(composed).unwrap();
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
        // Up to the highest bits.
        Swizzle::<U3, U40, P3>::new() => U1 U4, U4 U1, U3 U2;
        Swizzle::<U1, U60, P1>::new() => U1 U4, U4 U16, U1 U3;
    }
    assert_eq!((there, refused), (4 + 3 + 2 + 2, 8 + 9 + 1 + 1));
}

/// Under layouts and compositions, literals have what the value level has, and the function is one of elements of
/// another width, past the size too. By name the types have it under swizzles only.
#[test]
fn functions() {
    macro_rules! check {
        ($($outer:tt: $strides:tt + $added:literal, [$q:literal $p:literal] $size:literal;)*) => {$({
            let cast = layout!(recast(composed($outer:$strides, $added, (8,2):(1,8)), $q, $p));
            let value = algebra::Composed::of(
                stringify!($outer:$strides).parse::<algebra::Layout>().unwrap(),
                "(8,2):(1,8)".parse::<algebra::Layout>().unwrap(),
            );
            let value = value.with_added($added).recast($q, $p).unwrap();
            assert_eq!(cast.to_string(), value.to_string());
            is_recast(cast.outer(), layout!($outer:$strides), $size, [$q, $p]);
        })*};
    }
    check! {
        (12,4):(1,24) + 4, [1 4] 48;
        (12,4):(1,24) + 0, [2 1] 48;
        ((2,6),2):((1,2),48) + 8, [1 4] 24;
        (4,3):(1,4) + 12, [1 2] 12;
    }
    let chain =
        layout!(upcast(composed(composed((12,4):(1,24), 4, (8,3):(1,12)), 8, (4,2):(1,8)), 4));
    let first = Composed::new(layout!((12,4):(1,24)), Static::<U4>::new(), layout!((8,3):(1,12)));
    is_recast(chain.outer(), first, 24, [1, 4]);
    let under_layout = Composed::of(layout!((12,4):(1,24)), layout!((4,2):(1,8)));
    assert_eq!(broken::<_, Up<U4>>(under_layout), Some("function"));
    assert_eq!(broken::<_, Up<U4>>(Composed::of(first, layout!((4,2):(1,8)))), Some("function"));
}

/// Layouts as functions go on past their sizes by the last mode, also if its extent is 1: `(4,1):(1,1)` has 4 at 1.
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
    // One element of 4 continues with the next.
    let four = value("4:1").recast(1, 4).unwrap();
    let whole = layout!(upcast(composed(4:1, 0, 8:1), 4));
    assert_eq!([whole.offset(0), whole.offset(1)], [0, 1]);
    assert_eq!(four.offsets().unwrap(), [0, 1]);
}

/// Data through swizzles as vectors, and one by one again: the vector at a coordinate has the elements at the
/// coordinates that it represents.
#[test]
fn data_through_swizzles() {
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
    check! {
        swizzled;
        Composed::new(Swizzle::<U2, U3, P3>::new(), Dyn(24_usize), inner);
        Composed::of(Swizzle::<U3, U2, P3>::new(), layout!((8,8):(1,40)));
        Composed::new(Swizzle::<U2, U2, N2>::new(), Dyn(8_usize), layout!((8,8):(1,16)));
    }
    // The added number is dynamic.
    let odd = Composed::new(Swizzle::<U2, U2, P3>::new(), Dyn(6_usize), inner);
    let error = Tensor::through(&data[..], odd).unwrap().try_upcast::<4>().unwrap_err();
    assert!(matches!(error.rule, Rule::Alignment { together: 2, wanted: 4 }), "{error}");
}
