//! Composed layouts by the names of the operations: `F o n o B` stays a function of `F`, and what
//! concerns the domain happens to `B`.

use tilework_algebra::Layout;
use tilework_algebra::expression::{Names, Reason, Value, evaluate};

use crate::definition::values;
use crate::{assert_value, value};

/// What is applied to offsets, as it is written, and by the definition.
pub type Function = (&'static str, fn(i64) -> i64);
pub const FUNCTIONS: [Function; 4] = [
    ("Sw<2,0,3>", |x| x ^ (x >> 3 & 3)),
    ("Sw<2,1,-2>", |x| x ^ (x >> 1 & 3) << 3),
    // The last mode has no end.
    ("(4,6):(7,1)", |x| x % 4 * 7 + x / 4),
    ("(8,4):(f1,f9)", |x| (x % 8) ^ (x / 8) ^ (8 * (x / 8))),
];

/// Operations on a layout of the shape `((2,4),(3,2))`.
const OF_LAYOUTS: [&str; 36] = [
    "logical_divide($, <4,3>)",
    "zipped_divide($, <(2,2),3>)",
    "tiled_divide($, <4,_>)",
    "flat_divide($, <4,3>)",
    "logical_divide_ceil($, <4,4>)",
    "zipped_divide_ceil($, <4,3>)",
    "tiled_divide_ceil($, <3,3>)",
    "flat_divide_ceil($, <4,3>)",
    "logical_divide($, 4:2)",
    "$ / <4,3>",
    "composition($, <4,3>)",
    "$ o 8:3",
    "coalesce($)",
    "coalesce($, (*,*))",
    "filter($)",
    "filter_zeros($)",
    "squeeze($)",
    "squeeze_zeros($)",
    "flatten($)",
    "unflatten(flatten($), (*,(*,*),*))",
    "relative_flatten($, (*,(*,*)))",
    "group($, 0, 2)",
    "take($, 1, 2)",
    "select($, [1,0])",
    "select($, [0,0])",
    "permute($, [1,0])",
    "mode($, 0)",
    "append($, 2:32)",
    "prepend($, (2,3):(32,64))",
    "zip($, (2,5):(64,128))",
    "partition($, (4,3), (3,4):(4,1))",
    "logical_product($, 2:1)",
    "zipped_product($, <2,2>)",
    "blocked_product($, (2,2))",
    "raked_product($, (2,2))",
    "$((_,1),(2,_))",
];

pub fn of(text: &str) -> Value {
    evaluate(text, &mut Names::new()).unwrap_or_else(|failure| panic!("{}", failure.show(text)))
}

pub fn integers(text: &str) -> Vec<i64> {
    match of(text) {
        Value::Integers(list) => list,
        Value::Tuple(one) => one.leaves().to_vec(),
        other => panic!("{text} = {other}"),
    }
}

pub fn all(value: &Value) -> Vec<i64> {
    match value {
        Value::Layout(layout) => values(layout),
        other => panic!("{other}"),
    }
}

/// For each coordinate of the result, the function of what the inner layout has there.
#[test]
fn of_the_domain() {
    let mut tried = 0;
    for (f, function) in FUNCTIONS {
        for (n, inner) in [
            (0, "((2,4),(3,2)):((1,2),(8,24))"),
            (5, "((2,4),(3,2)):((3,0),(6,20))"),
            (13, "((2,4),(3,2)):((24,1),(48,4))"),
        ] {
            let composed = format!("composed({f}, {n}, {inner})");
            let (mut names, mut results) = (Names::new(), 0);
            evaluate(&format!("c = {composed}"), &mut names).unwrap();
            for operation in OF_LAYOUTS {
                let Ok(plain) = evaluate(&operation.replace('$', inner), &mut Names::new()) else {
                    continue;
                };
                let result = evaluate(&operation.replace('$', "c"), &mut names);
                let result = result.unwrap_or_else(|failure| {
                    panic!("{}", failure.show(&operation.replace('$', &composed)))
                });
                assert!(matches!(result, Value::Composed(_)), "{operation}: {result}");
                // A slice is a list, of the offset and the layout.
                let (first, plain) = match &plain {
                    Value::List(list) => (integers(&list[0].to_string())[0], &list[1]),
                    layout => (0, layout),
                };
                let expected: Vec<i64> =
                    all(plain).into_iter().map(|x| function(n + first + x)).collect();
                let offsets = integers(&format!("offsets({result})"));
                assert_eq!(offsets, expected, "{operation} of {composed}: {result}");
                for what in ["size", "rank", "depth", "length", "shape", "profile"] {
                    let of_plain = value(&format!("{what}({plain})")).unwrap();
                    assert_value(&format!("{what}({result})"), &of_plain);
                }
                (results, tried) = (results + 1, tried + 1);
            }
            assert!(results > 20, "{composed}: {results}");
        }
    }
    assert!(tried > 300, "{tried}");
}

/// What concerns offsets, by the list of them.
#[test]
fn of_the_offsets() {
    for (f, function) in FUNCTIONS {
        for n in [0, 5] {
            for inner in ["(4,6):(1,4)", "(4,6):(6,1)", "(3,5):(3,2)", "(2,3):(0,8)", "16:1"] {
                let layout: Layout = inner.parse().unwrap();
                let offsets: Vec<i64> =
                    values(&layout).into_iter().map(|x| function(n + x)).collect();
                let mut image = offsets.clone();
                image.sort_unstable();
                image.dedup();
                let injective = image.len() == offsets.len();
                let (first, last) = (image[0], image[image.len() - 1]);
                let surjective = last - first + 1 == image.len() as i64;
                let compact = injective && surjective && first == 0;
                let c = format!("composed({f}, {n}, {inner})");
                assert_eq!(integers(&format!("offsets({c})")), offsets, "{c}");
                assert_eq!(integers(&format!("image({c})")), image, "{c}");
                for (what, expected) in [
                    ("is_injective", injective),
                    ("is_surjective", surjective),
                    ("is_compact", compact),
                ] {
                    assert_value(&format!("{what}({c})"), &expected.to_string());
                }
                assert_value(
                    &format!("cosize({c})"),
                    &(last.max(0) - first.min(0) + 1).to_string(),
                );
                let inside = first >= 0 && last < 24;
                assert_value(&format!("image_in_range((4,6):(1,7), {c})"), &inside.to_string());
                let inside = layout.size() >= 20;
                assert_value(&format!("image_in_range({c}, 20:1)"), &inside.to_string());
                for (i, x) in offsets.iter().enumerate() {
                    assert_value(&format!("crd2idx({i}, {c})"), &x.to_string());
                }
            }
        }
    }
}

/// A layout after a swizzle: with integer strides, with XOR strides, or composed.
#[test]
fn after_a_swizzle() {
    let swizzles: [Function; 3] = [FUNCTIONS[0], FUNCTIONS[1], ("Sw<1,0,1>", |x| x ^ (x >> 1 & 1))];
    let mut kinds = [0; 3];
    for outer in ["(8,8):(8,1)", "8:0", "(4,4,2):(8,2,1)", "(8,6):(6,1)", "(3,5,3):(5,1,15)"] {
        let layout: Layout = outer.parse().unwrap();
        let at = |x: i64| match layout.offset(x) {
            Ok(offset) => offset,
            Err(error) => panic!("{error}"),
        };
        for (f, function) in swizzles {
            let result = of(&format!("{outer} o {f}"));
            kinds[match result {
                Value::Layout(_) => 0,
                Value::Xor(_) => 1,
                _ => 2,
            }] += 1;
            let size = integers(&format!("size(to_xor({f}))"))[0];
            let expected: Vec<i64> = (0..size).map(|x| at(function(x))).collect();
            assert_eq!(
                integers(&format!("offsets({result})")),
                expected,
                "{outer} o {f}: {result}"
            );
            let (Value::ComposedXor(_), true) = (&result, size % 4 == 0) else { continue };
            for (operation, order) in [
                ("zipped_divide($, 4:1)", (0..size).collect::<Vec<_>>()),
                ("($)(_)", (0..size).collect()),
                ("$ o 2:2", vec![0, 2]),
            ] {
                let text = operation.replace('$', &result.to_string());
                let expected: Vec<i64> = order.into_iter().map(|x| at(function(x))).collect();
                assert_eq!(integers(&format!("offsets({text})")), expected, "{text}");
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 0), "{kinds:?}");
    // What is added to bits is XORed, so that a slice is one.
    let (f, function) = FUNCTIONS[2];
    for n in [0, 3, 6] {
        let c = format!("composed({f}, {n}, (8,4):(f1,f9))");
        for row in 0..8 {
            let expected: Vec<i64> =
                (0..4).map(|column| function(n ^ row ^ column ^ (8 * column))).collect();
            assert_eq!(integers(&format!("offsets(({c})({row},_))")), expected, "{c}");
        }
    }
}

/// Where a shape is asked for, a swizzle is the layout of `2^(B + M + |S|)` offsets with its function.
/// The length that data must have, as in the types, also where 0 is no offset.
#[test]
fn cosize_counts_from_zero() {
    assert_value("cosize(Sw<1,0,1> o 4 o 4:1)", "8");
    assert_value("cosize(composed(24:1, 16, (4,2):(f1,f8)))", "28");
    assert_value("cosize(composed(8:-1, 0, 4:1))", "4");
    assert_value("cosize(4:-1)", "4");
}

/// Errors of casts of functions name the operation that was called.
#[test]
fn casts_of_functions() {
    for (expression, expected) in [
        ("upcast(Sw<1,0,2> o (4,5):(1,4), 4)", "upcast: alignment"),
        ("upcast(Sw<1,0,2>, 4)", "upcast: alignment"),
        ("upcast(composed((4,4):(4,1), 1, 8:1), 2)", "upcast: alignment"),
        ("upcast(Sw<1,0,2>, 3)", "upcast: power of 2"),
        ("downcast(Sw<1,60,1>, 2)", "downcast: "),
        ("downcast(Sw<1,60,1> o 4 o 4:1, 2)", "downcast: "),
        ("recast(Sw<1,0,2>, 8, 16)", "recast: alignment"),
    ] {
        let error = value(expression).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{expression}: {error}");
    }
}

#[test]
fn swizzles_as_layouts() {
    const OF_LAYOUTS: [&str; 30] = [
        "append($, 4:f64)",
        "prepend($, 4:f64)",
        "concatenate(2:f64, $)",
        "zip($, $)",
        "substitute((*,*), [$, 4:f64])",
        "$ / 4",
        "zipped_divide($, 4:2)",
        "64:0 / $",
        "$ * 4",
        "blocked_product($, 4)",
        "raked_product($, (2,2))",
        "complement($, 128)",
        "complement_ceil($, 100)",
        "complement_ext($)",
        "partition($, 32, (4,8):(1,4))",
        "coalesce($)",
        "flatten($)",
        "group($, 0, 1)",
        "sort($)",
        "nullspace($)",
        "max_common_layout(32:1, $)",
        "make_layout_like($)",
        "is_sorted($)",
        "image_in_range(64:1, $)",
        "admissible($, 4:1)",
        "shape($)",
        "stride($)",
        "cosize($)",
        "bank_conflicts($, 4)",
        "$(_)",
    ];
    for (swizzle, function) in &FUNCTIONS[..2] {
        let size = 32i64;
        let expected: Vec<i64> = (0..size).map(function).collect();
        assert_eq!(integers(&format!("offsets({swizzle})")), expected, "{swizzle}");
        assert_value(&format!("size({swizzle})"), &size.to_string());
        // One of the layouts with these offsets.
        let layout = format!("({})", value(&format!("to_xor({swizzle})")).unwrap());
        assert_eq!(integers(&format!("offsets({layout})")), expected, "{layout}");
        let mut tried = 0;
        for operation in OF_LAYOUTS {
            let results = [swizzle, &layout[..]].map(|x| value(&operation.replace('$', x)));
            match &results {
                [Ok(of_swizzle), Ok(of_layout)] => assert_eq!(of_swizzle, of_layout, "{operation}"),
                [of_swizzle, _] => panic!("{operation} of {swizzle}: {of_swizzle:?}"),
            }
            tried += 1;
        }
        assert_eq!(tried, OF_LAYOUTS.len());
        // As functions of all offsets they stay what they are.
        for operation in ["right_inverse($)", "left_inverse($)", "$ o Sw<0,0,0>", "upcast($, 1)"] {
            assert_value(&operation.replace('$', swizzle), swizzle);
        }
        assert_value(&format!("{swizzle}(1000)"), &function(1000).to_string());
    }
}

#[test]
fn written_forms() {
    for (text, expected) in [
        ("(8,8):(8,1) o Sw<3,0,3>", "(8,8):(f8,f9)"),
        ("(8,6):(6,1) o Sw<3,0,3>", "composed((8,6):(6,1), 0, (8,8):(f1,f9))"),
        ("composed((8,6):(6,1), 0, Sw<3,0,3>)", "composed((8,6):(6,1), 0, (8,8):(f1,f9))"),
        ("composed((8,6):(6,1), 3, Sw<3,0,3>)(8)", "13"),
        (
            "zipped_divide(Sw<2,0,3> o 16 o (8,8), <4,2>)",
            "Sw<2,0,3> o 16 o ((4,2),(2,4)):((1,8),(4,16))",
        ),
        ("slice(Sw<2,0,3> o 16 o (8,8), (1,_))", "Sw<2,0,3> o 17 o 8:8"),
        ("dice(Sw<2,0,3> o 16 o (8,8), (1,_))", "Sw<2,0,3> o 16 o 8:1"),
        (
            "tile_to_shape(Sw<2,0,3> o 16 o (8,4):(4,1), (16,8))",
            "Sw<2,0,3> o 16 o (16,(4,2)):(4,(1,64))",
        ),
        ("upcast(Sw<2,1,3> o 16 o (8,8), 2)", "Sw<2,0,3> o 8 o (4,8):(1,4)"),
        ("downcast(Sw<2,0,3> o 16 o (8,8), 2)", "Sw<2,1,3> o 32 o (16,8):(1,16)"),
        (
            "recast(composed(Sw<3,0,-4>, 0, (8,(4,2)):(4,(1,32))), 32, 8)",
            "Sw<3,2,-4> o 0 o (8,(16,2)):(16,(1,128))",
        ),
        ("upcast(Sw<2,1,3>, 2)", "Sw<2,0,3>"),
        ("recast(composed(Sw<2,1,3>, 16, 32:f1), 8, 16)", "composed(Sw<2,0,3>, 8, 16:f1)"),
        ("sort(Sw<2,0,3> o 3 o (3,8):(8,1))", "Sw<2,0,3> o 3 o (8,3):(1,8)"),
        ("make_layout_like(Sw<2,0,3> o 3 o (3,8):(8,1))", "(3,8):(8,1)"),
        ("Sw<1,0,3> o (Sw<1,1,3> o 5 o (3,8):(8,1))", "Sw<2,0,3> o 5 o (3,8):(8,1)"),
        (
            "Sw<1,0,3> o (Sw<1,1,4> o 5 o (3,8):(8,1))",
            "composed((8,2,2,2,2):(f1,f9,f16,f34,f64), 5, (3,8):(8,1))",
        ),
        // What has extent 1 is as it was.
        ("Sw<2,0,3> o 1 o (1,4):(5,1)", "Sw<2,0,3> o 1 o (1,4):(5,1)"),
        // Of offsets: as the plain layout, where there is one.
        ("complement(composed(Sw<3,0,3>, 0, (8,8):(8,1)), 128)", "2:f64"),
        ("right_inverse(composed((8,4):(4,1), 0, (4,8):(8,1)))", "32:1"),
        ("stride(composed(Sw<3,0,3>, 0, (8,8):(8,1)))", "(f9,f1)"),
        ("stride(composed(4:3, 0, 4:2))", "6"),
        ("concatenate(composed(Sw<3,0,3>, 0, 8:8), 8:f1)", "(8,8):(f9,f1)"),
        ("8:f1 o composed(Sw<1,0,1>, 0, 4:1)", "(2,2):(f1,f3)"),
        // With XOR strides where there are no integers.
        ("(8,8):(8,1) o (8,8):(f1,f9)", "(8,8):(f8,f9)"),
        ("(8,8):(8,1) o (8,8):(f1,f8)", "(8,8):(8,1)"),
    ] {
        assert_value(text, expected);
    }
    for (text, expected) in [
        (
            "right_inverse(Sw<2,0,3> o 1 o 8:1)",
            "right_inverse: added offset: a layout begins at 0, and the offset 1 is added",
        ),
        ("complement(Sw<2,0,3> o 1 o 8:1, 64)", "complement: added offset: a layout begins at 0"),
        ("stride(Sw<2,0,3> o 1 o 8:1)", "a layout is wanted, not a composed layout"),
        ("8:e0 o (Sw<2,0,3> o 1 o 8:1)", "a tiler is wanted, not a composed layout"),
        (
            "zipped_divide(8:1, Sw<2,0,3> o 1 o 8:1)",
            "zipped_divide: added offset: a layout begins at 0",
        ),
        (
            "recast(Sw<3,0,-4> o (8,(4,2)):(4,(1,32)), 32, 8)",
            "unit stride, mode 2: no stride is f1, of which a swizzle may have made f17",
        ),
        (
            "concatenate(Sw<2,0,3> o 1 o 8:1, Sw<2,0,3> o 2 o 8:8)",
            "a layout under the same function is wanted, not a composed layout",
        ),
        (
            "append(Sw<2,0,3> o 1 o 8:1, Sw<2,1,3> o 1 o 8:8)",
            "a layout under the same function is wanted, not a composed layout",
        ),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(expected.split(" at ").next().unwrap()), "{text}: {failure}");
    }
}

/// What `X o 3 o Y` means depends on how `X` is written, not on the numbers in it.
#[test]
fn integers_between_compositions() {
    let y = "(2,2):(1,8)";
    let inner = values(&y.parse().unwrap());
    // Under one swizzle, by any name.
    for (f, function) in &FUNCTIONS[..2] {
        for x in [f.to_string(), format!("({f})"), format!("to_swizzle({f})")] {
            for text in
                [format!("offsets({x} o 3 o {y})"), format!("s = {x}; offsets(s o 3 o {y})")]
            {
                let offsets: Vec<i64> = inner.iter().map(|x| function(3 + x)).collect();
                assert_eq!(integers(&text), offsets, "{text}");
            }
        }
    }
    // After a composition that ends in one, whether that is a swizzle, a layout or composed.
    let ambiguous = [
        "Sw<3,0,3> o Sw<3,0,3>",
        "Sw<2,0,3> o Sw<2,2,3>",
        "Sw<1,0,3> o (Sw<1,1,3> o Sw<1,2,3>)",
        "8:0 o Sw<3,0,3>",
        "(8,8):(8,1) o Sw<3,0,3>",
        "(8,6):(6,1) o Sw<3,0,3>",
        "(8,4):(f1,f9) o Sw<1,0,3>",
        "composition(8:1, Sw<1,0,1>)",
    ];
    let mut kinds = Vec::new();
    for x in ambiguous {
        kinds.push(of(x).kind());
        for text in [
            format!("{x} o 3 o {y}"),
            format!("({x}) o 3 o {y}"),
            format!("x = {x}; x o 3 o {y}"),
            format!("x = {x}; z = (x); z o 3 o {y}"),
        ] {
            let failure = value(&text).unwrap_err();
            assert_eq!(failure.reason, Reason::OffsetOrShape(3), "{text}");
            assert_eq!(failure.at, text.rfind("3 o (").unwrap(), "{text}");
        }
        // As the message says, of a shape: the first offsets.
        let first: Vec<i64> = (0..2).map(|i| integers(&format!("({x})({i})"))[0]).collect();
        assert_eq!(integers(&format!("offsets({x} o 4:1 o 2:1)")), first, "{x}");
    }
    for kind in ["a swizzle", "a layout", "a layout with XOR strides", "a composed layout"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    // And of an offset, by the definition.
    let (first, second) = (|x: i64| x ^ (x >> 3 & 3), |x: i64| x ^ (x >> 5 & 3) << 2);
    let expected: Vec<i64> = inner.iter().map(|x| first(second(3 + x))).collect();
    let text = format!("offsets(composed(Sw<2,0,3> o Sw<2,2,3>, 3, {y}))");
    assert_eq!(integers(&text), expected);
    // After a layout it is the layout `3:1`, under a swizzle too.
    for x in [
        "(8,8):(8,1)",
        "(8,4):(f1,f9)",
        "(Sw<3,0,3> o (8,8):(8,1))",
        "(Sw<3,0,3> o 1 o (8,8):(8,1))",
    ] {
        for x in [x.to_string(), format!("x = {x}; x")] {
            let (n, one) = (of(&format!("{x} o 3 o 2:1")), of(&format!("{x} o 3:1 o 2:1")));
            assert_eq!(n, one, "{x}");
        }
    }
}

/// Past its size a layout under a swizzle goes on as layouts do, a composed one as the swizzle does.
#[test]
fn past_the_size() {
    let offsets = |text: &str| integers(&format!("offsets({text})"));
    let swizzled: Vec<i64> = (0..16).map(|x| x ^ (x >> 3 & 7)).collect();
    assert_eq!(offsets("Sw<3,0,3> o 4:1 o 16:1"), (0..16).collect::<Vec<_>>());
    assert_eq!(offsets("Sw<3,0,3> o (4:1 o 16:1)"), swizzled);
    assert_eq!(offsets("composed(Sw<3,0,3>, 0, 4:1) o 16:1"), swizzled);
}

#[test]
fn words() {
    for (text, words) in [
        ("to_xor(Sw<3,0,3> o 64 o (8,8):(8,1))", "the offset 64 is added"),
        ("to_xor(composed(Sw<3,0,3>, -1, 8:f1))", "the offset -1 is added"),
        ("2:-f1", "multiples of bits are not negative"),
        ("2:-2*f3", "multiples of bits are not negative"),
        ("group((4,8),1,0)", "begins at 1, behind its end 0"),
        ("take((4,8):(1,4),5,1)", "begins at 5, behind its end 1"),
        ("group((4,8),1,3)", "there is no mode 2 among 2"),
        ("group((4,8),3,3)", "there is no mode 3 among 2"),
        ("conflict_free_swizzle(0,1,32:1)", "conflict_free_swizzle: positive extent"),
        ("conflict_free_swizzle(4,0,32:1)", "conflict_free_swizzle: positive extent"),
        ("bank_conflicts(32:1,0)", "bank_conflicts: positive extent"),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
}

/// A thread-value layout into the coordinates of the tile.
#[test]
fn partition_by_coordinates() {
    let tv = "((4,8),2):((2e0,e1),e0)";
    for (shape, rows, columns) in [("(16,16):(16,1)", 16, 1), ("(16,16):(1,20)", 1, 20)] {
        let mut expected = Vec::new();
        for (tile_column, tile_row) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for v in 0..2 {
                for t in 0..32 {
                    let (row, column) = (8 * tile_row + 2 * (t % 4) + v, 8 * tile_column + t / 4);
                    expected.push(rows * row + columns * column);
                }
            }
        }
        assert_eq!(integers(&format!("offsets(partition({shape},(8,8),{tv}))")), expected);
        // Of these bits none carry.
        let bits = "((4,8),2):((f2,f8),f1)";
        assert_eq!(integers(&format!("offsets(partition({shape},(8,8),{bits}))")), expected);
    }
    for (tv, words) in [
        ("((4,8),2):((4e0,e1),e0)", "coordinate range"),
        ("((4,8),2):((2e0,e1),e(2))", "coordinate profile"),
        ("((4,8),2):((2e0,e1),-e0)", "coordinate range"),
        ("((4,8),2):((f2,f8),f64)", "coordinate range"),
    ] {
        let text = format!("partition((16,16):(16,1),(8,8),{tv})");
        let failure = value(&text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
}
