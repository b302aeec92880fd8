//! Literals: operations on shapes, and predicates of them, at compile time.

use std::fmt::Write;

use super::literals::evaluated;
use super::operands::Random;

/// A random case. Returns whether it has a result.
pub fn case(random: &mut Random, program: &mut String) -> bool {
    let a = random.layout();
    let shape = a.shape().to_string();
    let (types, check, has_result) = match random.below(2) {
        0 => {
            let strides = random.strides();
            let text = random.strided(&a, strides);
            let asked = [("LENGTH", "length"), ("RANK", "rank"), ("DEPTH", "depth")];
            let checks = asked.map(|(constant, operation)| {
                let n = evaluated(&format!("{operation}({text})"));
                format!("const _: () = assert!(<Layout!({text}) as AnyLayout>::{constant} == {n});")
            });
            (String::new(), checks.concat(), true)
        }
        _ => {
            let other = match random.below(4) {
                0 => shape.clone(),
                1 => a.size().to_string(),
                2 => format!("({})", a.size()),
                _ => random.layout().shape().to_string(),
            };
            let (p, s) = if random.below(2) == 0 { (&shape, &other) } else { (&other, &shape) };
            let types = format!("type P = ShapeOf<Layout!({p})>; type T = ShapeOf<Layout!({s})>; ");
            let says = |operation| evaluated(&format!("{operation}({p}, {s})"));
            let check = format!(
                "const _: () = assert!(<P as Agrees<T>>::CONGRUENT == {} \
                 && <P as Agrees<T>>::WEAKLY_CONGRUENT == {} \
                 && matches!(<P as Agrees<T>>::COMPATIBLE, Some({})), \"{p} {s}\");",
                says("congruent"),
                says("weakly_congruent"),
                says("compatible"),
            );
            (types, check, true)
        }
    };
    writeln!(program, "const _: () = {{ type S = ShapeOf<Layout!({a})>; {types}{check} }};")
        .unwrap();
    has_result
}
