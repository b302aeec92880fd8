//! Composed layouts after layouts with which the inner layout has no composition: functions of integral coordinates, by
//! the definition.

use tilework_algebra::Layout;
use tilework_algebra::expression::{Names, Value, evaluate};

use crate::composed::{FUNCTIONS, integers, of};
use crate::definition::values;
use crate::{assert_value, value};

/// The XORs of the multiples without carries, with the first mode fastest.
fn bits(modes: &[(i64, i64)]) -> Vec<i64> {
    let product = |n: i64, bits: i64| {
        (0..16).filter(|place| n >> place & 1 == 1).fold(0, |sum, place| sum ^ bits << place)
    };
    modes.iter().fold(vec![0], |all, &(extent, stride)| {
        let steps = (0..extent).map(|i| product(i, stride));
        steps.flat_map(|step| all.iter().map(move |x| x ^ step).collect::<Vec<_>>()).collect()
    })
}

/// `F(n + B(x))` for all coordinates `x` of a list; past the size `B` continues as layouts do.
fn at(function: fn(i64) -> i64, n: i64, inner: &str, coordinates: &[i64]) -> Vec<i64> {
    let inner: Layout = inner.parse().unwrap();
    coordinates.iter().map(|&x| function(n + inner.offset(x).unwrap())).collect()
}

/// A layout that stays within the size is never refused, whatever its strides are.
#[test]
fn compositions() {
    let mut functions = 0;
    let inner = [(0, "16:1"), (5, "(2,8):(8,1)"), (20, "(4,4):(0,3)"), (1, "(2,2,4):(4,1,9)")];
    for ((f, function), (n, inner)) in FUNCTIONS.into_iter().zip(inner) {
        let mut names = Names::new();
        evaluate(&format!("c = composed({f}, {n}, {inner})"), &mut names).unwrap();
        // A third of the small layouts.
        for (s0, s1, d0, d1) in (0..4 * 4 * 8 * 8)
            .map(|i| (1 + i % 4, 1 + i / 4 % 4, i / 16 % 8, i / 128))
            .filter(|&(s0, s1, d0, d1)| (s0 + s1 + d0 + 2 * d1) % 3 == 0 && (d0, d1) != (0, 0))
        {
            let sums: Vec<i64> = (0..s0 * s1).map(|i| i % s0 * d0 + i / s0 * d1).collect();
            let xors = bits(&[(s0, d0), (s1, d1)]);
            let of_bits = |d: i64| if d == 0 { "0".into() } else { format!("f{d}") };
            for (right, coordinates) in [
                (format!("({s0},{s1}):({d0},{d1})"), sums),
                (format!("({s0},{s1}):({},{})", of_bits(d0), of_bits(d1)), xors),
            ] {
                if coordinates.iter().any(|&x| x >= 16) {
                    continue;
                }
                let text = format!("c o {right}");
                let result = evaluate(&text, &mut names).unwrap_or_else(|failure| {
                    panic!("{f} o {n} o {inner}: {}", failure.show(&text))
                });
                let outer = match &result {
                    Value::Composed(composed) => composed.outer(),
                    Value::ComposedXor(composed) => composed.outer(),
                    other => panic!("{text}: {other}"),
                };
                functions += i32::from(outer.to_string() != f);
                let expected = at(function, n, inner, &coordinates);
                assert_eq!(
                    integers(&format!("offsets({result})")),
                    expected,
                    "composed({f}, {n}, {inner}) o {right} = {result}"
                );
            }
        }
    }
    assert!(functions > 100, "{functions}");
}

/// The coordinates of the parts are those of the identity, with integer or XOR strides.
#[test]
fn parts() {
    for (f, function) in FUNCTIONS {
        for (n, inner) in [(0, "(8,8):(1,8)"), (9, "(8,8):(8,1)"), (3, "(8,8):(0,3)")] {
            let mut names = Names::new();
            evaluate(&format!("c = composed({f}, {n}, {inner})"), &mut names).unwrap();
            evaluate("i = (8,8); j = (8,8):(f1,f8)", &mut names).unwrap();
            for operation in [
                "logical_divide($, (4,2):(f1,f5))",
                "logical_divide($, composed(Sw<1,0,1>, 0, 4:1))",
                "logical_divide_ceil($, (4,2):(f1,f5))",
                "tiled_divide($, (4,4):(f9,f5))",
                "flat_divide($, (4,2):(f3,f4))",
                "$ / Sw<1,0,2>",
                "zipped_divide($, <(2,2):(f1,f3),_>)",
                "zipped_divide($, <4,(2,2):(f3,f2)>)",
                "flat_divide($, <(2,2):(f1,f3),(2,2):(f3,f2)>)",
                "$ o <(2,2):(f1,f3),4:f2>",
                "partition($, (8,8), (8,8):(f1,f9))",
                "partition($, (4,8), (4,(2,2)):(f5,(f1,f3)))",
                "partition($, 16, (4,2):(f5,f1))",
                "logical_divide($, 16:2)",
                "zipped_divide($, <(2,2):(4,1),4>)",
                "tiled_divide_ceil($, 12:3)",
                "partition($, (8,8), (4,4):(9,2))",
                "partition($, (4,8), (4,2):(e0+e1,4e1))",
            ] {
                let mut of_identity = |name| {
                    evaluate(&format!("offsets({})", operation.replace('$', name)), &mut names)
                };
                let coordinates = of_identity("i").or_else(|_| of_identity("j"));
                let coordinates =
                    coordinates.unwrap_or_else(|error| panic!("{operation}: {error}"));
                let expected = at(function, n, inner, &integers(&coordinates.to_string()));
                let text = operation.replace('$', "c");
                let result = evaluate(&text, &mut names).unwrap_or_else(|failure| {
                    panic!("composed({f}, {n}, {inner}): {}", failure.show(&text))
                });
                let offsets = integers(&format!("offsets({result})"));
                assert_eq!(offsets, expected, "{text} of composed({f}, {n}, {inner}) = {result}");
            }
        }
    }
}

/// Under several swizzles, and a layout after some of them, a layout is composed as under one swizzle, in any order.
#[test]
fn under_several_swizzles() {
    const SWIZZLES: [(&str, fn(i64) -> i64); 5] = [
        ("Sw<1,0,3>", |x| x ^ (x >> 3 & 1)),
        ("Sw<1,1,4>", |x| x ^ (x >> 4 & 2)),
        ("Sw<1,1,3>", |x| x ^ (x >> 3 & 2)),
        ("Sw<2,0,-2>", |x| x ^ (x & 3) << 2),
        ("Sw<0,0,0>", |x| x),
    ];
    let rights = [
        ("(3,8):(3,3)", values(&"(3,8):(3,3)".parse().unwrap())),
        ("(3,8):(f3,f3)", bits(&[(3, 3), (8, 3)])),
        ("(3,3):(f5,f9)", bits(&[(3, 5), (3, 9)])),
        ("(4,8):(8,1)", values(&"(4,8):(8,1)".parse().unwrap())),
        ("(5,3):(1,4)", values(&"(5,3):(1,4)".parse().unwrap())),
        ("24", (0..24).collect()),
    ];
    let mut composed = 0;
    for (a, of_a) in SWIZZLES {
        for (b, of_b) in SWIZZLES {
            for (right, coordinates) in &rights {
                let expected: Vec<i64> = coordinates.iter().map(|&x| of_a(of_b(x))).collect();
                for text in [
                    format!("{a} o {b} o {right}"),
                    format!("({a} o {b}) o {right}"),
                    format!("{a} o ({b} o {right})"),
                    format!("x = {a} o {b}; x o {right}"),
                ] {
                    let result = of(&text);
                    composed += i32::from(result.kind() == "a composed layout");
                    assert_eq!(
                        integers(&format!("offsets({result})")),
                        expected,
                        "{text} = {result}"
                    );
                }
            }
            // A layout of 64 columns, and one of 48.
            for (layout, of_layout) in [
                ("(8,8):(8,1)", (|x| x % 8 * 8 + x / 8) as fn(i64) -> i64),
                ("(8,6):(6,1)", |x| x % 8 * 6 + x / 8),
            ] {
                if b == "Sw<2,0,-2>" {
                    // It has 16 offsets, after which it continues as layouts do.
                    continue;
                }
                for (right, coordinates) in &rights {
                    let (inside, size) =
                        (*coordinates.iter().max().unwrap(), format!("size(to_xor({b}))"));
                    if inside >= integers(&size)[0] {
                        continue;
                    }
                    let expected: Vec<i64> =
                        coordinates.iter().map(|&x| of_layout(of_b(x))).collect();
                    let text = format!("{layout} o {b} o {right}");
                    assert_eq!(integers(&format!("offsets({text})")), expected, "{text}");
                }
            }
        }
    }
    assert!(composed > 100, "{composed}");
}

#[test]
fn written_forms() {
    for (text, expected) in [
        (
            "composed(Sw<1,0,3>, 0, 64:1) o (4,2):(f1,f5)",
            "composed(Sw<1,0,3> o 0 o 64:1, 0, (4,2):(f1,f5))",
        ),
        (
            "composed(Sw<3,1,3>, 20, (2,4):(0,1)) o 3:1",
            "composed(Sw<3,1,3> o 20 o (2,4):(0,1), 0, 3:1)",
        ),
        // If the inner layout has a composition, it stays under the same function.
        ("composed(Sw<3,1,3>, 20, (2,4):(0,1)) o 4:1", "Sw<3,1,3> o 20 o (2,2):(0,1)"),
        (
            "Sw<1,0,3> o Sw<1,1,4> o (3,8):(3,3)",
            "composed((8,2,2,2,2):(f1,f9,f16,f34,f64), 0, (3,8):(3,3))",
        ),
        // Past a mode, coordinates continue as the mode does, and integral coordinates continue in the next mode.
        (
            "composed(Sw<1,0,3>, 0, (8,8):(8,1)) o <(4,2):(f1,f13),_>",
            "(((2,2),2),8):(((f9,f16),f105),f1)",
        ),
        ("admissible(Sw<2,0,3> o 1 o 8:1, Sw<2,0,3> o 1 o 8:1)", "true"),
        ("admissible((4,6):(1,7), Sw<2,0,3> o 1 o 8:1)", "true"),
        ("admissible((4,6):(1,7), Sw<2,0,3>)", "true"),
        ("admissible(Sw<2,0,3>, Sw<2,0,3>)", "true"),
        ("admissible(8:e0, composed(Sw<1,0,1>, 0, 2:1))", "true"),
        ("admissible(Sw<2,0,3> o 1 o (4,6):(1,7), 2:5)", "false"),
    ] {
        assert_value(text, expected);
    }
    for (text, expected) in [
        ("composed(Sw<1,0,3>, 1, (8,8):(8,1)) o 4:-1", "natural stride"),
        (
            "to_integers(Sw<2,0,3> o 1 o 8:1)",
            "a layout is wanted, not a composed layout; to_xor: added offset: a layout begins at 0, and the \
             offset 1 is added",
        ),
        ("to_integers(composed(Sw<1,1,3>, 16, 2:1))", "the offset 16 is added"),
        ("stride(composed((8,6):(6,1), 0, Sw<3,0,3>))", "carries"),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(expected), "{text}: {failure}");
    }
}

/// Copies of a tile along the last place, by the definition: the blocked product, coalesced by mode.
#[test]
fn tiles_to_shapes() {
    assert_value("tile_to_shape((4,8):(e0,e1), (8,16))", "((4,2),(8,2)):((e0,8e1),(e1,16e1))");
    for (tile, grid, shape) in [
        ("(4,8):(e0,e1)", "(2,2)", "(8,16)"),
        ("(4,8):(e1,e0)", "(3,2)", "(12,16)"),
        ("(4,6):(2e0,e(1,1))", "(2,3)", "(8,18)"),
        ("4:e0", "(3,5)", "(12,5)"),
    ] {
        assert_value(
            &format!("tile_to_shape({tile}, {shape})"),
            &evaluate(
                &format!("coalesce(blocked_product({tile}, {grid}), (*,*))"),
                &mut Names::new(),
            )
            .unwrap()
            .to_string(),
        );
    }
}
