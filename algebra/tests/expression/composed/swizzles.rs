//! Swizzles in compositions with layouts: after layouts, as layouts, and before several layouts.

use tilework_algebra::Layout;
use tilework_algebra::expression::{Reason, Value};

use super::{FUNCTIONS, Function, integers, of};
use crate::definition::values;
use crate::{assert_value, value};

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
    // An offset is XORed to bit vectors, so a slice has the same form.
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

/// If a shape is needed, a swizzle is the layout of `2^(B + M + |S|)` offsets with its function.
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
        // This is one of the layouts with these offsets.
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
        // As functions of all offsets, swizzles stay unchanged.
        for operation in ["right_inverse($)", "left_inverse($)", "$ o Sw<0,0,0>", "upcast($, 1)"] {
            assert_value(&operation.replace('$', swizzle), swizzle);
        }
        assert_value(&format!("{swizzle}(1000)"), &function(1000).to_string());
    }
}

/// The meaning of `X o 3 o Y` depends on how `X` is written, not on its numbers.
#[test]
fn integers_between_compositions() {
    let y = "(2,2):(1,8)";
    let inner = values(&y.parse().unwrap());
    // Under one swizzle, written in any way.
    for (f, function) in &FUNCTIONS[..2] {
        for x in [f.to_string(), format!("({f})"), format!("to_swizzle({f})")] {
            for text in [
                format!("offsets({x} o 3 o {y})"),
                format!("s = {x}; offsets(s o 3 o {y})"),
                // With any name, and for the value of any expression.
                format!("n = 3; offsets({x} o n o {y})"),
                format!("n = (3); s = {x}; offsets(s o n o {y})"),
                format!("offsets({x} o (3) o {y})"),
                format!("offsets({x} o size(3:1) o {y})"),
            ] {
                let offsets: Vec<i64> = inner.iter().map(|x| function(3 + x)).collect();
                assert_eq!(integers(&text), offsets, "{text}");
            }
        }
    }
    // After a composition that ends in a swizzle, whether the result is a swizzle, a layout or composed.
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
        for text in [
            format!("{x} o (3) o {y}"),
            format!("n = 3; {x} o n o {y}"),
            format!("{x} o size(3:1) o {y}"),
        ] {
            assert_eq!(value(&text).unwrap_err().reason, Reason::OffsetOrShape(3), "{text}");
        }
        // With a shape, as the message says: the first offsets.
        let first: Vec<i64> = (0..2).map(|i| integers(&format!("({x})({i})"))[0]).collect();
        assert_eq!(integers(&format!("offsets({x} o 4:1 o 2:1)")), first, "{x}");
    }
    for kind in ["a swizzle", "a layout", "a layout with XOR strides", "a composed layout"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    // With an offset, by the definition.
    let (first, second) = (|x: i64| x ^ (x >> 3 & 3), |x: i64| x ^ (x >> 5 & 3) << 2);
    let expected: Vec<i64> = inner.iter().map(|x| first(second(3 + x))).collect();
    let text = format!("offsets(composed(Sw<2,0,3> o Sw<2,2,3>, 3, {y}))");
    assert_eq!(integers(&text), expected);
    // After a layout, 3 is the layout `3:1`, also under a swizzle.
    for x in [
        "(8,8):(8,1)",
        "(8,4):(f1,f9)",
        "(Sw<3,0,3> o (8,8):(8,1))",
        "(Sw<3,0,3> o 1 o (8,8):(8,1))",
    ] {
        for x in [x.to_string(), format!("x = {x}; x")] {
            let (n, one) = (of(&format!("{x} o 3 o 2:1")), of(&format!("{x} o 3:1 o 2:1")));
            assert_eq!(n, one, "{x}");
            assert_eq!(of(&format!("n = size(3:1); {x} o n o 2:1")), one, "{x}");
        }
    }
}

/// Past its size, a layout under a swizzle continues as layouts do; a composed layout continues as the swizzle does.
#[test]
fn past_the_size() {
    let offsets = |text: &str| integers(&format!("offsets({text})"));
    let swizzled: Vec<i64> = (0..16).map(|x| x ^ (x >> 3 & 7)).collect();
    assert_eq!(offsets("Sw<3,0,3> o 4:1 o 16:1"), (0..16).collect::<Vec<_>>());
    assert_eq!(offsets("Sw<3,0,3> o (4:1 o 16:1)"), swizzled);
    assert_eq!(offsets("composed(Sw<3,0,3>, 0, 4:1) o 16:1"), swizzled);
}
