//! Composed layouts in named operations: `F o n o B` stays a function of `F`, and operations on the domain apply to
//! `B`.

use tilework_algebra::Layout;
use tilework_algebra::expression::{Names, Value, evaluate};

use crate::definition::values;
use crate::{assert_value, value};

mod carries;
mod swizzles;
mod tilers_by_mode;
mod written;

/// A function of offsets, as text and by its definition.
pub type Function = (&'static str, fn(i64) -> i64);
pub const FUNCTIONS: [Function; 4] = [
    ("Sw<2,0,3>", |x| x ^ (x >> 3 & 3)),
    ("Sw<2,1,-2>", |x| x ^ (x >> 1 & 3) << 3),
    // The last mode is unbounded.
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

/// Each coordinate of the result has the function of the inner layout's offset there.
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
                // A slice is a list of the layout and the offset.
                let (first, plain) = match &plain {
                    Value::List(list) => (integers(&list[1].to_string())[0], &list[0]),
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

/// Operations on offsets, checked with the list of offsets.
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

/// The length that data must have, as at the type level, even if 0 is not an offset.
#[test]
fn cosize_counts_from_zero() {
    assert_value("cosize(Sw<1,0,1> o 4 o 4:1)", "8");
    assert_value("cosize(composed(24:1, 16, (4,2):(f1,f8)))", "28");
    assert_value("cosize(composed(8:-1, 0, 4:1))", "4");
    assert_value("cosize(4:-1)", "4");
}

/// Errors of casts of functions name the called operation.
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
