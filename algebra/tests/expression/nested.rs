//! Composed layouts with one another, as modes and as right operands of any function, and operations on the offsets of
//! XOR strides.

use tilework_algebra::Layout;
use tilework_algebra::expression::{Names, Value, evaluate};

use crate::composed::{FUNCTIONS, all, integers, of};
use crate::{assert_value, value};

/// Composed layouts with the same function can be concatenated: the result has that function and their modes. Layouts
/// next to them are put under the function.
#[test]
fn side_by_side() {
    let (x, y, z) = ("(2,4):(3,6)", "(3,2):(24,1)", "4:7");
    for (f, function) in FUNCTIONS {
        for n in [0, 5] {
            let mut names = Names::new();
            for (name, inner) in [("x", x), ("y", y), ("z", z)] {
                let composed = format!("{name} = composed({f}, {n}, {inner})");
                evaluate(&composed, &mut names).unwrap();
            }
            for operation in [
                "concatenate(x, y, z)",
                "concatenate(z)",
                "concatenate(x, 3:1)",
                "concatenate(3:1, x)",
                "append(x, z)",
                "append(2:5, z)",
                "prepend(x, y)",
                "prepend((2,2):(1,3), x)",
                "zip(x, y)",
                "zip((2,2):(1,3), y)",
                "substitute((*,(*,*)), [x, y, 2:1])",
            ] {
                let result = evaluate(operation, &mut names)
                    .unwrap_or_else(|failure| panic!("{f}, {n}: {}", failure.show(operation)));
                assert!(matches!(result, Value::Composed(_)), "{operation}: {result}");
                let mut plain = Names::new();
                for (name, inner) in [("x", x), ("y", y), ("z", z)] {
                    evaluate(&format!("{name} = {inner}"), &mut plain).unwrap();
                }
                let plain = evaluate(operation, &mut plain).unwrap();
                let expected: Vec<i64> = all(&plain).into_iter().map(|x| function(n + x)).collect();
                assert_eq!(integers(&format!("offsets({result})")), expected, "{operation}");
                assert_value(
                    &format!("shape({result})"),
                    &of(&format!("shape({plain})")).to_string(),
                );
            }
        }
    }
    // With XOR strides, and with layouts that are also plain.
    let c = "composed((8,6):(6,1), 3, (4,2):(f1,f5))";
    assert_value(
        &format!("append({c}, {c})"),
        "composed((8,6):(6,1), 3, (4,2,(4,2)):(f1,f5,(f1,f5)))",
    );
    assert_value("append(8:f1, composed(Sw<3,0,3>, 0, 8:8))", "(8,8):(f1,f9)");
    assert_value("zip(8:f1, Sw<3,0,3> o 8:8)", "((8,8)):((f1,f9))");
}

/// Composed layouts and swizzles on the right: there is always a composition, of any depth.
#[test]
fn on_the_right() {
    let swizzled = FUNCTIONS[0].1;
    let columns = FUNCTIONS[2].1;
    let bits = FUNCTIONS[3].1;
    let functions: [(&str, &dyn Fn(i64) -> i64); 9] = [
        (FUNCTIONS[0].0, &swizzled),
        (FUNCTIONS[1].0, &FUNCTIONS[1].1),
        (FUNCTIONS[2].0, &columns),
        (FUNCTIONS[3].0, &bits),
        ("9:5", &|x| 5 * x),
        ("composed((4,6):(7,1), 3, 24:2)", &|x| columns(3 + 2 * x)),
        ("composed(Sw<2,0,3>, 3, (8,4):(f1,f9))", &|x| swizzled(3 ^ bits(x))),
        ("composed(composed((4,6):(7,1), 5, (8,4):(f1,f9)), 2, 24:3)", &|x| {
            columns(5 ^ bits(2 + 3 * x))
        }),
        ("composed((8,4):(f1,f9), 1, composed((4,6):(7,1), 5, (8,4):(1,3)))", &|x| {
            bits(1 + columns(5 + x % 8 + x / 8 * 3))
        }),
    ];
    let mut nested = 0;
    for (left, f) in functions {
        for (right, g) in functions {
            let layout = matches!(of(right), Value::Layout(_) | Value::Xor(_));
            let size = match of(right) {
                Value::Swizzle(_) => integers(&format!("size(to_xor({right}))"))[0],
                _ => integers(&format!("size({right})"))[0],
            };
            let text = format!("({left}) o ({right})");
            let result = match value(&text) {
                // A layout on the right requires a layout as the result.
                Err(_) if layout => continue,
                Err(failure) => panic!("{}", failure.show(&text)),
                Ok(result) => result,
            };
            // Swizzles that equal one swizzle, at the same offsets.
            let offsets: Vec<i64> =
                (0..size).map(|x| integers(&format!("({result})({x})"))[0]).collect();
            let expected: Vec<i64> = (0..size).map(|x| f(g(x))).collect();
            assert_eq!(offsets, expected, "{text} = {result}");
            nested += usize::from(result.starts_with("composed(composed("));
            if layout {
                continue;
            }
            for n in [0, 5] {
                let added = format!("composed({left}, {n}, {right})");
                let expected: Vec<i64> = match of(right) {
                    // Bits are XORed.
                    Value::Swizzle(_) => (0..size).map(|x| f(n ^ g(x))).collect(),
                    _ => (0..size).map(|x| f(n + g(x))).collect(),
                };
                assert_eq!(integers(&format!("offsets({added})")), expected, "{added}");
            }
        }
    }
    assert!(nested > 20, "{nested}");
    // The text of the result is parsed again.
    let c =
        "composed(composed((4,6):(7,1), 0, (8,8,72057594037927936):(f1,f9,f64)), 5, (8,2):(1,8))";
    assert_value("(4,6):(7,1) o (Sw<3,0,3> o 5 o (8,2):(1,8))", c);
    assert_value(c, c);
    assert_value(
        &format!("slice({c}, (_,1))"),
        "composed(composed((4,6):(7,1), 0, (8,8,72057594037927936):(f1,f9,f64)), 13, 8:1)",
    );
}

/// A layout that also has XOR strides continues past its size with its integer strides.
#[test]
fn swizzles_past_the_size_of_a_layout() {
    let mut carries = 0;
    for outer in ["(4,2):(2,1)", "(2,4):(4,1)", "4:1", "(4,2):(1,8)", "(2,2,2):(4,1,2)"] {
        let layout: Layout = outer.parse().unwrap();
        for (f, function) in &FUNCTIONS[..2] {
            let expected: Vec<i64> = (0..32).map(|x| layout.offset(function(x)).unwrap()).collect();
            let result = of(&format!("{outer} o {f}"));
            assert_eq!(integers(&format!("offsets({result})")), expected, "{outer} o {f}");
            carries += usize::from(matches!(result, Value::ComposedXor(_)));
        }
    }
    assert!(carries > 0);
}

/// Operations on offsets with XOR strides, checked with the list of offsets, which are ordered as integers.
#[test]
fn of_bits() {
    for layout in ["(8,8):(f1,f9)", "(4,3):(f4,f1)", "(3,2):(f1,f3)", "(2,(2,2)):(f8,(f2,f8))"] {
        let image = integers(&format!("image({layout})"));
        let size = integers(&format!("size({layout})"))[0];
        let cosize = image[image.len() - 1] + 1;
        assert_value(&format!("cosize({layout})"), &cosize.to_string());
        let surjective = image.len() as i64 == cosize;
        assert_value(&format!("is_surjective({layout})"), &surjective.to_string());
        let compact = surjective && cosize == size;
        assert_value(&format!("is_compact({layout})"), &compact.to_string());
    }
    for (text, expected) in [
        ("sort((2,(3,4)):(f8,(f1,f12)))", "(3,2,4):(f1,f8,f12)"),
        ("is_sorted((8,8):(f1,f9))", "true"),
        ("is_sorted((8,8):(f9,f1))", "false"),
        ("make_layout_like((8,(2,3)):(f9,(f1,0)))", "(8,(2,3)):(2,(1,0))"),
        (
            "sort(composed((8,6):(6,1), 3, (2,4):(f12,f1)))",
            "composed((8,6):(6,1), 3, (4,2):(f1,f12))",
        ),
        ("make_layout_like(composed((8,6):(6,1), 3, (2,4):(f12,f1)))", "(2,4):(4,1)"),
        ("is_sorted(Sw<2,0,3> o 3 o (3,8):(8,1))", "false"),
        ("blocked_product(8:f1, composed(Sw<1,0,1>, 0, 4:1))", "((8,2),(1,2)):((f1,f8),(0,f24))"),
    ] {
        assert_value(text, expected);
    }
}
