//! Swizzles and composed layouts, compared with their definition on bits.

use std::collections::BTreeSet;

use tilework_algebra::atom::{MMA_SYNC, TiledMma};
use tilework_algebra::{
    Composed, IntTuple, Layout, Mode, Outer, Rule, Swizzle, ThreadValue, Tiler, Xor, composition,
    crd2idx, downcast, recast, slice, upcast,
};

use crate::definition::{all_layouts, bits, layout, refines, value, values};

/// Bits of the offset XORed with others, one by one.
fn swizzled(bits: i64, base: i64, shift: i64, offset: i64) -> i64 {
    let mut result = offset;
    for k in 0..bits {
        // The bit that is read and the bit that changes.
        let (from, to) =
            if shift < 0 { (base + k, base + k - shift) } else { (base + k + shift, base + k) };
        if offset >> from & 1 == 1 {
            result ^= 1 << to;
        }
    }
    result
}

fn all() -> impl Iterator<Item = (i64, i64, i64, Swizzle)> {
    let numbers = |bits| {
        (0..3).flat_map(move |base| {
            (-3..=4i64)
                .filter(move |shift| shift.abs() >= bits)
                .map(move |shift| (bits, base, shift))
        })
    };
    (0..4).flat_map(numbers).map(|(b, m, s)| (b, m, s, Swizzle::new(b, m, s).unwrap()))
}

#[test]
fn by_definition() {
    for (bits, base, shift, swizzle) in all() {
        assert_eq!(
            (swizzle.bits(), swizzle.base(), swizzle.shift()),
            (bits as u32, base as u32, shift as i32)
        );
        let layout = swizzle.to_layout();
        assert!(
            Swizzle::of_layout(&layout)
                .is_some_and(|other| (0..1 << 9).all(|x| other.apply(x) == swizzle.apply(x))),
            "{swizzle}"
        );
        for x in 0..1 << 9 {
            let there = swizzle.apply(x);
            assert_eq!(there, swizzled(bits, base, shift, x), "{swizzle}");
            assert_eq!(swizzle.apply(there), x, "its own inverse");
            if x < layout.size() {
                assert_eq!(layout.offset(x), Ok(there), "{swizzle} = {layout}");
            }
        }
        let together = swizzle.alignment();
        for x in (0..1 << 9).step_by(together.min(1 << 9) as usize) {
            for i in 0..together.min(16) {
                assert_eq!(swizzle.apply(x + i), swizzle.apply(x) + i, "{swizzle}");
            }
        }
        // No more offsets stay together.
        let more = (0..1 << 9).step_by((2 * together.min(1 << 8)) as usize);
        let stay = |x| swizzle.apply(x + together) == swizzle.apply(x) + together;
        assert!(bits == 0 || more.into_iter().any(|x| !stay(x)), "{swizzle}");
    }
}

/// A layout is a swizzle if a swizzle has all its values.
#[test]
fn swizzles_that_layouts_are() {
    let (mut found, mut odd) = (0, 0);
    let mut small = all_layouts(2, &[2, 3, 4, 8], &[1, 2, 3, 4, 5, 8, 9, 10]);
    small.extend(all_layouts(3, &[2, 3], &[1, 2, 3, 4, 5, 9]));
    for a in small {
        let a = bits(&a);
        let same = |s: &Swizzle| (0..a.size()).all(|i| a.offset(i) == Ok(s.apply(i)));
        match Swizzle::of_layout(&a) {
            Some(swizzle) => {
                found += 1;
                odd += usize::from(a.size() % 3 == 0);
                assert!(same(&swizzle), "{a} = {swizzle}");
            }
            None => {
                let other = all().map(|(.., swizzle)| swizzle).find(same);
                // Extents that carry are not checked.
                let before = a.flat_modes().split_last().unwrap().1;
                let carries = before.iter().any(|mode| mode.shape == 3);
                assert!(carries || other.is_none(), "{a} = {other:?}");
            }
        }
    }
    assert!(found > 10 && odd > 0, "{found}, {odd}");
}

#[test]
fn numbers_that_are_no_swizzle() {
    for (bits, base, shift) in
        [(-1, 0, 3), (3, -1, 3), (3, 0, 2), (2, 0, -1), (20, 22, 21), (1, 62, 1)]
    {
        let rule = Rule::Swizzle { bits, base, shift };
        assert_eq!(Swizzle::new(bits, base, shift).unwrap_err().rule, rule);
    }
    assert!(Swizzle::new(3, 0, i64::MIN).is_err());
    assert_eq!(Swizzle::new(20, 21, 21).unwrap().apply(-1), -1 ^ ((1 << 20) - 1) << 21);
}

/// A swizzle of integer layouts has XOR strides if possible, and is composed otherwise.
#[test]
fn after_layouts() {
    let layouts = all_layouts(2, &[2, 3, 4, 5], &[0, 1, 3, 4, 8]);
    let mut plain = 0;
    for (_, base, shift, swizzle) in all().filter(|&(bits, base, ..)| bits == 2 && base < 2) {
        for a in &layouts {
            let composed = Composed::new(swizzle, 0, a.clone());
            let expected: Vec<i64> = values(a).into_iter().map(|x| swizzle.apply(x)).collect();
            let all = |f: &dyn Fn(i64) -> i64| (0..a.size()).map(f).collect::<Vec<_>>();
            assert_eq!(all(&|i| composed.offset(i).unwrap()), expected);
            if let Ok(r) = composed.to_layout() {
                plain += 1;
                assert_eq!(all(&|i| r.offset(i).unwrap()), expected, "{composed} = {r}");
                assert!(refines(&r.shape(), &a.shape()), "{composed} = {r}");
            } else {
                // Values that carry, or an odd extent whose bits go different ways.
                let carries = Layout::<Xor>::of_integers(a).is_err();
                let odd = a.flat_modes().iter().any(|mode| mode.shape % 2 == 1);
                assert!(carries || odd, "{composed}");
            }
            assert!(base < 2 && shift.abs() >= 2);
        }
    }
    assert!(plain > 500, "{plain}");
}

#[test]
fn of_one_another() {
    let mut swizzles = 0;
    for (.., first) in all() {
        for (.., second) in all() {
            let both = second.after(first);
            let expected = |x| second.apply(first.apply(x));
            assert!(
                (0..both.size()).all(|x| both.offset(x) == Ok(expected(x))),
                "{second} o {first}"
            );
            // Also past its size, if neither moves a bit.
            let size = 4 * both.size();
            let all_offsets = Layout::<Xor>::of_integers(&layout(&format!("{size}:1"))).unwrap();
            let r = composition(&both, &all_offsets).unwrap();
            assert!(
                (0..size).all(|x| r.offset(x) == Ok(expected(x))),
                "{second} o {first} o {size}:1"
            );
            // The swizzle that it is, if it is one: the one with the same values.
            let found = Swizzle::of_layout(&both);
            let same =
                |swizzle: &Swizzle| (0..both.size()).all(|x| swizzle.apply(x) == expected(x));
            assert!(found.as_ref().is_none_or(same), "{second} o {first}: {found:?}");
            if found.is_none() {
                assert_eq!(all().find(|(.., swizzle)| same(swizzle)), None, "{second} o {first}");
            } else {
                swizzles += 1;
            }
        }
    }
    let pairs = all().count().pow(2);
    assert!(swizzles > pairs / 4 && swizzles < pairs, "{swizzles} of {pairs}");
}

/// With different shifts there is a layout, but no swizzle.
#[test]
fn different_shifts() {
    let (first, second) = (Swizzle::new(2, 4, 3).unwrap(), Swizzle::new(1, 4, 5).unwrap());
    let both = second.after(first);
    assert_eq!(Swizzle::of_layout(&both), None);
    let rows = Layout::<Xor>::of_integers(&layout("(16,64):(64,1)")).unwrap();
    let r = second.compose(&first.compose(&rows).unwrap()).unwrap();
    assert_eq!(composition(&both, &rows).unwrap(), r);
    for i in 0..r.size() {
        let x = value(&layout("(16,64):(64,1)"), i);
        assert_eq!(r.offset(i), Ok(second.apply(first.apply(x))));
    }
}

/// Elements that are `n` times as wide, or as narrow, go where their parts go.
#[test]
fn other_widths() {
    for (_, base, _, swizzle) in all() {
        for n in [1, 2, 4, 8] {
            let small = swizzle.recast(n * 8, 8).unwrap();
            for x in 0..1 << 9 {
                for i in 0..n {
                    assert_eq!(small.apply(n * x + i), n * swizzle.apply(x) + i, "{swizzle} {n}");
                }
            }
            match swizzle.recast(8, n * 8) {
                Ok(large) => {
                    for x in 0..1 << 9 {
                        assert_eq!(swizzle.apply(n * x), n * large.apply(x), "{swizzle} {n}");
                    }
                }
                Err(error) => {
                    assert!(1 << base < n, "{swizzle} {n}");
                    assert!(matches!(error.rule, Rule::Alignment { .. }));
                }
            }
        }
        assert!(matches!(swizzle.recast(8, 24).unwrap_err().rule, Rule::PowerOfTwo { extent: 3 }));
        assert!(matches!(swizzle.recast(16, 24).unwrap_err().rule, Rule::PowerOfTwo { .. }));
    }
    let tile = Composed::new(Swizzle::new(2, 3, 3).unwrap(), 16, layout("(8,64):(64,1)"));
    let large = tile.recast(16, 32).unwrap();
    assert_eq!(large.to_string(), "Sw<2,2,3> o 8 o (8,32):(32,1)");
    for (row, column) in [(0, 0), (3, 6), (7, 31)] {
        let at = |column: i64| IntTuple::tuple([row.into(), column.into()]);
        let parts = [tile.crd2idx(&at(2 * column)), tile.crd2idx(&at(2 * column + 1))];
        let whole = large.crd2idx(&at(column)).unwrap();
        assert_eq!(parts, [Ok(2 * whole), Ok(2 * whole + 1)]);
    }
    assert_eq!(large.recast(32, 16).unwrap().to_string(), tile.to_string());
    let odd = Composed::new(Swizzle::new(2, 3, 3).unwrap(), 1, layout("(8,64):(64,1)"));
    assert!(matches!(odd.recast(16, 32).unwrap_err().rule, Rule::Alignment { .. }));
}

/// A slice has the values of the whole at the remaining coordinates, even if its offset carries into the bits of the
/// swizzle.
#[test]
fn slices_with_offsets() {
    let shape: IntTuple = "((2,3),(4,5))".parse().unwrap();
    let stride: IntTuple = "((20,40),(1,4))".parse().unwrap();
    let inner = Layout::new(&shape, &stride).unwrap();
    for outer in [
        Outer::from(Swizzle::new(2, 0, 3).unwrap()),
        Outer::from(layout("(8,4,9):(1,100,17)")),
        Outer::from("(8,4,9):(f1,f9,f32)".parse::<Layout<Xor>>().unwrap()),
    ] {
        for added in [0, 3, 13] {
            let tile = Composed::new(outer.clone(), added, inner.clone());
            for given in 0..6 {
                let slicer = format!("({given},_)").parse().unwrap();
                let r = tile.slice(&slicer).unwrap();
                for open in 0..20 {
                    let whole = IntTuple::tuple([given.into(), open.into()]);
                    assert_eq!(r.offset(open), tile.crd2idx(&whole), "{tile} at {given}");
                }
            }
            let tiled = tile.compose(&"<2,4>".parse::<tilework_algebra::Tiler>().unwrap()).unwrap();
            for i in 0..8 {
                let at = IntTuple::tuple([(i % 2).into(), (i / 2).into()]);
                assert_eq!(tiled.offset(i), tile.crd2idx(&at));
            }
        }
    }
    // With XOR strides, the offset of a slice is XORed.
    let swizzled = Swizzle::new(3, 0, 3).unwrap();
    let rows = swizzled.compose(&"(8,8):(f8,f1)".parse().unwrap()).unwrap();
    for row in 0..8 {
        let (rest, offset) = slice(&rows, &format!("({row},_)").parse().unwrap()).unwrap();
        for column in 0..8i64 {
            let whole = IntTuple::tuple([row.into(), column.into()]);
            assert_eq!(crd2idx(&whole, &rows), rest.offset(column).map(|x| x ^ offset));
        }
    }
    let below = Composed::new(layout("4:1"), -3, layout("4:1"));
    assert!(matches!(below.offset(0).unwrap_err().rule, Rule::CoordinateRange { .. }));
}

/// The elements that threads have of composed layouts: `r(t, (v, rest))` is the data at `tv(t, v)` of the tile `rest`.
#[test]
fn threads_of_composed_layouts() {
    let (rows, columns) = (16, 24);
    let inner = layout("((2,8),(4,6)):((24,48),(6,1))");
    let bits: Layout<Xor> = "((2,8),(12,2)):((f1,f40),(f2,f512))".parse().unwrap();
    let tv = layout("((4,2),(2,3)):((1,16),(4,32))");
    let threads = ThreadValue::new(&"(8,12)".parse().unwrap(), tv.clone()).unwrap();
    for outer in [
        Outer::from(Swizzle::new(2, 0, 3).unwrap()),
        Outer::from(layout("(8,4,9):(1,100,17)")),
        Outer::from("(8,4,9):(f1,f9,f32)".parse::<Layout<Xor>>().unwrap()),
    ] {
        for added in [0, 5] {
            let integers = Composed::new(outer.clone(), added, inner.clone());
            let xors = Composed::of(outer.clone(), bits.clone()).with_added(added);
            let parts = [
                (threads.partition(&integers).unwrap().offsets(), integers.offsets()),
                (threads.partition(&xors).unwrap().offsets(), xors.offsets()),
            ];
            for (part, data) in parts {
                let (part, data) = (part.unwrap(), data.unwrap());
                assert_eq!(part.len() as i64, rows * columns / 2);
                for (i, offset) in (0..).zip(part) {
                    let (t, v, rest) = (i % 8, i / 8 % 6, i / 48);
                    let c = tv.offset(t + 8 * v).unwrap();
                    let (row, column) = (c % 8 + rest % 2 * 8, c / 8 + rest / 2 * 12);
                    assert_eq!(offset, data[(row + rows * column) as usize], "{i}");
                }
            }
            // A single tile.
            let tile = integers.compose(&"<8,12>".parse::<Tiler>().unwrap()).unwrap();
            let part = threads.of_tile(&tile).unwrap();
            for i in 0..48 {
                assert_eq!(part.offset(i), tile.offset(tv.offset(i).unwrap()));
            }
            // The same for a multiplication, in terms of its coordinates.
            let mma = TiledMma::new(&MMA_SYNC[0], &layout("(2,1,1):(1,0,0)")).unwrap();
            let numbers = layout("(16,24):(1,16)");
            let (part, numbers) =
                (mma.partition_c(&integers).unwrap(), mma.partition_c(&numbers).unwrap());
            for i in 0..rows * columns {
                assert_eq!(part.offset(i), integers.offset(numbers.offset(i).unwrap()));
            }
        }
    }
}

#[test]
fn alignment_of_composed_layouts() {
    for (added, together) in [(0, 8), (8, 8), (12, 4), (2, 2), (5, 1)] {
        let tile = Composed::new(Swizzle::new(3, 3, 3).unwrap(), added, layout("512:1"));
        assert_eq!(tile.alignment(), together);
        let stay = |v: i64| {
            (0..512)
                .step_by(v as usize)
                .all(|x| (0..v).all(|i| tile.offset(x + i).unwrap() == tile.offset(x).unwrap() + i))
        };
        assert!(stay(together) && !stay(2 * together), "{tile}");
    }
}

/// With XOR strides: `n` elements for one, `r(n i + k, j) = n a(i, j) + k` along the first stride 1, and back. A
/// swizzle and its layout are recast alike.
#[test]
fn other_widths_of_xor_strides() {
    let (mut larger, mut refused) = (0, 0);
    for a in all_layouts(2, &[2, 4, 8], &[1, 2, 3, 4, 8, 9, 12]) {
        let strides = a.flat_modes().iter().map(|mode| mode.stride).collect::<Vec<_>>();
        let mode = |mode: &Mode| Mode { shape: mode.shape, stride: Xor::new(mode.stride).unwrap() };
        let x = Layout::of_modes(a.flat_modes().iter().map(mode), a.profile().clone()).unwrap();
        for n in [1, 2, 4] {
            let r = match downcast(&x, n) {
                Ok(r) => r,
                Err(error) => {
                    let odd = strides.iter().position(|stride| stride % 2 == 1);
                    assert!(n > 1 && !strides.contains(&1) && odd.is_some(), "{x} {n}: {error}");
                    let rule = Rule::UnitStride { stride: strides[odd.unwrap()] };
                    assert_eq!((error.rule, error.mode), (rule, odd), "{x} {n}");
                    refused += 1;
                    continue;
                }
            };
            let at = |layout: &Layout<Xor>, c: [i64; 2]| {
                crd2idx(&IntTuple::tuple(c.map(IntTuple::leaf)), layout).unwrap()
            };
            let unit = strides.iter().position(|&stride| stride == 1);
            let times = |k: usize| if unit == Some(k) { n } else { 1 };
            for i in 0..a.flat_modes()[0].shape * times(0) {
                for j in 0..a.flat_modes()[1].shape * times(1) {
                    let inside = i % times(0) + j % times(1);
                    let whole = n * at(&x, [i / times(0), j / times(1)]);
                    let expected = whole + inside;
                    assert_eq!(at(&r, [i, j]), expected, "{x} {n}: {r}");
                }
            }
            assert_eq!(upcast(&r, n).unwrap(), x);
            let Ok(r) = upcast(&x, n) else { continue };
            larger += 1;
            let steps = |k: usize| a.flat_modes()[k].shape / r.flat_modes()[k].shape;
            for i in 0..a.flat_modes()[0].shape {
                for j in 0..a.flat_modes()[1].shape {
                    let there = at(&r, [i / steps(0), j / steps(1)]);
                    assert_eq!(at(&x, [i, j]) / n, there, "{x} {n}: {r}");
                }
            }
        }
        assert!(matches!(upcast(&x, 3).unwrap_err().rule, Rule::PowerOfTwo { extent: 3 }));
    }
    assert!(larger > 200 && refused > 20, "{larger}, {refused}");
    let rows: Layout<Xor> = "(8,64):(f64,f1)".parse().unwrap();
    let swizzle = Swizzle::new(3, 3, 3).unwrap();
    let bytes = swizzle.recast(16, 8).unwrap().compose(&recast(&rows, 16, 8).unwrap()).unwrap();
    assert_eq!(recast(&swizzle.compose(&rows).unwrap(), 16, 8).unwrap(), bytes);
}

/// A cast of a layout after a swizzle has the same elements as the cast of the composed layout: all parts of each
/// element, wherever the swizzle moves the unit stride.
#[test]
fn other_widths_after_swizzles() {
    let offsets = |layout: &Layout<Xor>| {
        (0..layout.size()).map(|i| layout.offset(i).unwrap()).collect::<BTreeSet<_>>()
    };
    let (mut smaller, mut larger, mut refused, mut torn) = (0, 0, 0, 0);
    for (.., swizzle) in all() {
        for rows in
            ["(8,(4,2)):(1,(8,32))", "(8,(4,2)):(4,(1,32))", "(2,4):(1,2)", "(2,8,2):(16,1,8)"]
        {
            let (name, rows) = (rows, rows.parse::<Layout>().unwrap());
            let plain = swizzle.compose(&Layout::of_integers(&rows).unwrap()).unwrap();
            let apart = Composed::new(swizzle, 0, rows);
            for n in [2, 4] {
                // Each element in parts.
                let parts = offsets(&plain).iter().flat_map(|x| n * x..n * x + n).collect();
                let composed = apart.recast(8 * n, 8).unwrap();
                let image: BTreeSet<i64> =
                    (0..composed.inner().size()).map(|i| composed.offset(i).unwrap()).collect();
                assert_eq!(image, parts, "{swizzle} o {name}, {n}");
                match downcast(&plain, n) {
                    Ok(r) => {
                        assert_eq!(offsets(&r), parts, "{swizzle} o {name}, {n}: {r}");
                        assert_eq!(upcast(&r, n).unwrap(), plain);
                        smaller += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error.rule, Rule::UnitStride { .. }), "{error}");
                        assert_eq!(recast(&plain, 8 * n, 8).unwrap_err().rule, error.rule);
                        refused += 1;
                    }
                }
                // The elements whose parts are here; the parts of one element stay together.
                match upcast(&plain, n) {
                    Ok(r) => {
                        let wholes = offsets(&plain).iter().map(|x| x / n).collect();
                        assert_eq!(offsets(&r), wholes, "{swizzle} o {name}, {n}: {r}");
                        larger += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error.rule, Rule::Divisibility { .. }), "{error}");
                        torn += 1;
                    }
                }
            }
        }
    }
    let found = [smaller, larger, refused, torn];
    assert!(found.iter().all(|&n| n > 10), "{found:?}");
    let moved: Layout<Xor> = "((2,4),(4,2)):((f68,f8),(f17,f32))".parse().unwrap();
    let error = recast(&moved, 32, 8).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::UnitStride { stride: 17 }, Some(2)));
    // Elements that are apart stay apart.
    let apart: Layout<Xor> = "(4,2):(f6,f32)".parse().unwrap();
    assert_eq!(downcast(&apart, 4).unwrap().to_string(), "(4,2):(f24,f128)");
}
