//! Any text, expressions made at random, and those that fuzzing found worth keeping.

use proptest::prelude::*;
use tilework_algebra::expression::OPERATIONS;

use crate::properties;

/// Text that has been a mistake, or looks like one.
const CORPUS: &[&str] = &[
    "",
    " ",
    ";",
    ";;8",
    "=",
    "A=",
    "A==3",
    "A=3;A=A;A",
    "((",
    "))",
    "<>",
    "<",
    "<>()",
    "[]()",
    "()()",
    "()",
    "():()",
    "():()()",
    "():()(())",
    "_(_)",
    "*(*)",
    "* * *",
    "**",
    "-",
    "--1",
    "-9223372036854775808:-9223372036854775808",
    "1:-9223372036854775808 o 1:1",
    "2:-9223372036854775808 o 2:-1",
    "offsets(9223372036854775807:1)",
    "coordinates(9223372036854775807)",
    "(9223372036854775807,2):(0,0)",
    "4611686018427387904:4611686018427387904 / 2:4611686018427387904",
    "mode(8,9223372036854775807)",
    "take(8:1,9223372036854775807,9223372036854775807)",
    "take(8:1,2,1)",
    "group((2,3),2,1)",
    "8:1(-1)",
    "8:1(())",
    "8:1()",
    "∘",
    "8∘4",
    "8:1\u{a0}o\u{2003}4",
    "é=8;é:é",
    "4:row_major:1",
    "row_major",
    "4:(row_major)",
    "4:col_major(3)",
    "(true)",
    "(true,1)",
    "<true>",
    "substitute(*,[])",
    "substitute((),[])",
    "relative_modes((),())",
    "function_to_layout([])",
    "function_to_layout(())",
    "permute((),())",
    "select((2,3),())",
    "profile(prefix_product(()))",
    "prefix_product((2,3),-9223372036854775808)",
    "upcast(8:-9223372036854775808,2)",
    "recast(8:1,0,0)",
    "tile_to_shape(1,(),())",
    "tile_to_shape(2,4)",
    "domain_distribute((),1)",
    "(2,3)--(1,0)-->(2,4)",
    "(2,3)--()-->()",
    "S = 2; (S)--(*)-->()",
    "layout_of((2,3)--(2,1)-->(3,2) o (2,3)--(1,2)-->(2,3))",
    "(3,7,5):(5,15,1) o right_inverse((3,7,5):(5,15,1))",
];

/// Layouts and functions of offsets, at the ends of 64 bits too.
const FUNCTIONS: &[&str] = &[
    "Sw<2,0,3>",
    "Sw<2,1,-2>",
    "Sw<0,0,0>",
    "Sw<1,30,31>",
    "(8,6):(6,1)",
    "(3,8):(8,1)",
    "(3,4):(-3,12)",
    "(4,2):(1,0)",
    "(8,4):(f1,f9)",
    "(3,2):(f1,f4)",
    "(4,8):(e0,e1)",
    "2:4611686018427387904",
    "9223372036854775807:1",
    "(2,2):(f4611686018427387904,f1)",
    "0:1",
    "(0,8):(8,1)",
    "(8,0):(1,8)",
    "(2,(0,4)):(4,(1,2))",
    "(0,4):(f1,f9)",
    "(4,0):(e0,e1)",
];

#[test]
fn corpus() {
    for text in CORPUS {
        properties::reads(text);
        properties::evaluates(text);
    }
}

/// Expressions, most of which can be read.
fn expression() -> impl Strategy<Value = String> {
    let names: Vec<&str> =
        OPERATIONS.iter().flat_map(|section| section.operations).map(|op| op.name).collect();
    let small = (-2i64..13).prop_map(|n| n.to_string());
    let integer = prop_oneof![8 => small, 1 => any::<i64>().prop_map(|n| n.to_string())];
    let function = || prop::sample::select(FUNCTIONS);
    let composed = (function(), integer.clone(), function())
        .prop_map(|(f, n, inner)| format!("composed({f}, {n}, {inner})"));
    let leaf = prop_oneof![
        8 => integer,
        2 => function().prop_map(str::to_owned),
        2 => composed,
        4 => (0i64..9, -2i64..20).prop_map(|(s, d)| format!("{s}:{d}")),
        4 => ((0i64..7, 0i64..7), (0i64..20, 0i64..20))
            .prop_map(|((s, t), (d, e))| format!("({s},{t}):({d},{e})")),
        1 => Just("_".to_owned()),
        1 => Just("*".to_owned()),
        1 => Just("true".to_owned()),
        2 => prop::sample::select(&["(2,3)--(2,1)-->(3,2)", "((2,2),3)--(1,0,3)-->(2,2,3)", "6--(1)-->(6,5)"])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let items = prop::collection::vec(inner.clone(), 0..4).prop_map(|items| items.join(","));
        prop_oneof![
            4 => (prop::sample::select(names.clone()), items.clone())
                .prop_map(|(name, items)| format!("{name}({items})")),
            2 => items.clone().prop_map(|items| format!("({items})")),
            1 => items.clone().prop_map(|items| format!("<{items}>")),
            1 => items.clone().prop_map(|items| format!("[{items}]")),
            2 => (inner.clone(), items).prop_map(|(f, items)| format!("{f}({items})")),
            2 => (inner.clone(), prop::sample::select(vec!["o", "/", "*", ":", "∘"]), inner)
                .prop_map(|(a, operator, b)| format!("{a} {operator} {b}")),
        ]
    })
}

/// An operation, two layouts or composed layouts, and an integer.
fn on_functions() -> impl Strategy<Value = (&'static str, String, String, i64)> {
    let names: Vec<&str> =
        OPERATIONS.iter().flat_map(|section| section.operations).map(|op| op.name).collect();
    let function = || prop::sample::select(FUNCTIONS);
    let integer = || prop_oneof![4 => -3i64..20, 1 => any::<i64>()];
    let plain = function().prop_map(str::to_owned);
    let operand = plain.prop_recursive(3, 4, 1, move |inner| {
        (function(), integer(), inner)
            .prop_map(|(f, n, inner)| format!("composed({f}, {n}, {inner})"))
    });
    let n = prop::sample::select(vec![1, 2, 3, 4, 8, 24, 64, i64::MAX]);
    (prop::sample::select(names), operand.clone(), operand, n)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text(text in any::<String>()) {
        properties::reads(&text);
        properties::evaluates(&text);
    }

    #[test]
    fn text_of_the_notation(text in "[-0-9(),:;<>\\[\\]_ *oA=/∘]{0,32}") {
        properties::reads(&text);
        properties::evaluates(&text);
    }

    #[test]
    fn operations_on_functions((name, f, g, n) in on_functions()) {
        properties::evaluates(&format!("{name}({f}, {g})"));
        properties::evaluates(&format!("{name}({f}, {n})"));
        properties::evaluates(&format!("{name}({f})"));
    }

    #[test]
    fn expressions(text in expression()) {
        properties::reads(&text);
        properties::evaluates(&text);
    }
}

/// What moves nothing is a layout of integers, whatever its strides came from.
#[test]
fn strides_of_zero() {
    for text in [
        "to_swizzle(1)",
        "Sw<2,0,3> o 1:0",
        "1:f1",
        "1:f0",
        "(2,3):(f0,0)",
        "4:0*e1",
        "coalesce(1:f1)",
        "coalesce(1:e1)",
    ] {
        properties::evaluates(text);
        properties::evaluates(&format!("<{text}>"));
    }
}
