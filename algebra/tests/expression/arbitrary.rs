//! Random expressions of layouts and functions of offsets.

use proptest::prelude::*;
use tilework_algebra::expression::OPERATIONS;

/// Layouts and functions of offsets, including some at the limits of 64 bits.
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

/// Extents and strides: 0 and small numbers, numbers around powers of 2, and the largest one.
fn number() -> impl Strategy<Value = i64> {
    let around = (0u32..63, -1i64..=1).prop_map(|(place, more)| (1i64 << place).wrapping_add(more));
    prop_oneof![2 => Just(0), 2 => Just(1), 8 => 2i64..9, 2 => around, 1 => Just(i64::MAX)]
}

/// The text of a layout with strides of any kind.
fn layout() -> impl Strategy<Value = String> {
    let mode = (number(), (prop::sample::select(vec!["", "", "-", "f", "f", "e"]), number()));
    let kind = prop::sample::select(vec!["", "", "-", "f", "f", "e"]);
    (prop::collection::vec(mode, 1..4), kind, any::<bool>()).prop_map(|(modes, kind, nested)| {
        let stride = |(other, n): &(&str, i64)| match kind {
            "-" if *other == "-" => format!("-{n}"),
            "e" => format!("{}e{}", 1 + n % 5, n % 3),
            "f" => format!("f{n}"),
            _ => n.to_string(),
        };
        let [shape, stride] = [
            modes.iter().map(|(s, _)| s.to_string()).collect::<Vec<_>>(),
            modes.iter().map(|(_, d)| stride(d)).collect(),
        ]
        .map(|leaves| match &leaves[..] {
            [one] => one.clone(),
            [first, others @ ..] if nested => format!("({first},({}))", others.join(",")),
            leaves => format!("({})", leaves.join(",")),
        });
        format!("{shape}:{stride}")
    })
}

/// Functions of offsets: the list above, and layouts of any kind.
fn function() -> impl Strategy<Value = String> {
    prop_oneof![2 => prop::sample::select(FUNCTIONS).prop_map(str::to_owned), 3 => layout()]
}

/// Expressions, most of which can be parsed.
pub fn expression() -> impl Strategy<Value = String> {
    let names: Vec<&str> =
        OPERATIONS.iter().flat_map(|section| section.operations).map(|op| op.name).collect();
    let small = (-2i64..13).prop_map(|n| n.to_string());
    let integer = prop_oneof![8 => small, 1 => any::<i64>().prop_map(|n| n.to_string())];
    let composed = (function(), integer.clone(), function())
        .prop_map(|(f, n, inner)| format!("composed({f}, {n}, {inner})"));
    let leaf = prop_oneof![
        8 => integer,
        2 => function(),
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
pub fn on_functions() -> impl Strategy<Value = (&'static str, String, String, i64)> {
    let names: Vec<&str> =
        OPERATIONS.iter().flat_map(|section| section.operations).map(|op| op.name).collect();
    let integer = || prop_oneof![4 => -3i64..20, 1 => any::<i64>()];
    let operand = function().prop_recursive(3, 4, 1, move |inner| {
        (function(), integer(), inner)
            .prop_map(|(f, n, inner)| format!("composed({f}, {n}, {inner})"))
    });
    let n = prop::sample::select(vec![0, 1, 2, 3, 4, 8, 24, 64, 1 << 62, i64::MAX]);
    (prop::sample::select(names), operand.clone(), operand, n)
}
