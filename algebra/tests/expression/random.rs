//! Arbitrary text, random expressions, and expressions that fuzzing found worth keeping.

use proptest::prelude::*;
use tilework_algebra::export::{
    LayoutRef, c_function, cute_dsl, cute_expression, cute_type, pycute,
};
use tilework_algebra::expression::{Names, Value, evaluate};

use crate::arbitrary::{expression, on_functions};
use crate::properties;

/// Texts that once caused an error, or resemble such texts.
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
    "(1) * composed(Sw<2,0,3>, 1, Sw<2,0,3>)",
    "[(0,0):(0,1) ∘ 2:1]",
    "rank(0(Sw<2,0,3>,(composed((0,8):(8,1), 0, 2:4611686018427387904))))",
    "concatenate(composed(Sw<2,0,3>, 1, composed(Sw<2,0,3>, 0, Sw<2,0,3>)), Sw<2,0,3>)",
    "max_common_layout(Sw<2,0,3>, composed((2,(0,4)):(4,(1,2)), 0, composed(Sw<2,0,3>, 0, Sw<2,0,3>)))",
    "locate(composed(Sw<2,0,3>, 0, composed((0,8):(8,1), 0, Sw<2,0,3>)), Sw<2,0,3>)",
    "logical_product(Sw<2,0,3>, composed((2,(0,4)):(4,(1,2)), 0, composed(Sw<2,0,3>, 0, 0:1)))",
    "() * 1 * composed((2,(0,4)):(4,(1,2)), 0, (0,8):(8,1))",
    "rank(composed(Sw<2,0,3>, 0, (8,6):(6,1)) o 0:-1)",
];

#[test]
fn corpus() {
    for text in CORPUS {
        properties::reads(text);
        properties::evaluates(text);
    }
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
        properties::evaluates(&format!("{name}({f}, {g}, {n})"));
        properties::evaluates(&format!("{name}({f}, <{g},{n}>)"));
        properties::evaluates(&format!("({f},{g})(_,{n})"));
    }

    /// Exporting a layout gives an error or a text.
    #[test]
    fn exports((_, f, g, _) in on_functions()) {
        for text in [format!("({f}) o ({g})"), f] {
            let Ok(value) = evaluate(&text, &mut Names::new()) else { continue };
            let layout: LayoutRef<'_> = match &value {
                Value::Layout(layout) => layout.into(),
                Value::Coordinates(layout) => layout.into(),
                Value::Xor(layout) => layout.into(),
                Value::Composed(layout) => layout.into(),
                Value::ComposedXor(layout) => layout.into(),
                _ => continue,
            };
            for exported in [cute_type(layout), cute_expression(layout), cute_dsl(layout), pycute(layout)] {
                prop_assert_ne!(exported.as_deref(), Ok(""));
            }
            if let Ok(function) = c_function("f", layout) {
                // Nothing is divided by 0.
                prop_assert!(!function.contains("/ 0") && !function.contains("% 0"), "{}: {}", text, function);
            }
        }
    }

    #[test]
    fn expressions(text in expression()) {
        properties::reads(&text);
        properties::evaluates(&text);
    }
}

/// A layout that moves nothing has integer strides, whatever its strides came from.
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
