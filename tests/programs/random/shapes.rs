//! Literals: what is made and asked of shapes while compiling.

use std::fmt::Write;

use tilework::algebra::Profile;
use tilework::algebra::expression::{Names, Value, evaluate};

use super::judge::broken;
use super::literals::evaluated;
use super::operands::{Random, with_leaves};

/// A random case; whether it has a result.
pub fn case(random: &mut Random, program: &mut String) -> bool {
    let a = random.layout();
    let shape = a.shape().to_string();
    let (types, check, has_result) = match random.below(6) {
        0 => {
            let order = random.order(a.profile());
            let stride = evaluated(&format!("compact_order({shape}, {order})"));
            let twos = with_leaves(a.profile(), a.flat_modes().iter().map(|_| 2));
            let types = format!("type K = <Layout!({twos}:{order}) as AnyLayout>::Stride; ");
            (types, stride_is("CompactOrder<S, K>", &shape, &stride), true)
        }
        1 => {
            let n = 1 + random.below(6);
            let (operation, n, order) = [
                ("compact_col_major", 1, "Column"),
                ("compact_row_major", 1, "Row"),
                ("prefix_product", n, "Column"),
            ][random.below(3)];
            let argument =
                if operation == "prefix_product" { format!(", {n}") } else { String::new() };
            let stride = evaluated(&format!("{operation}({shape}{argument})"));
            let typed = format!("<S as CompactStride<Static<typenum::U{n}>, {order}>>::Stride");
            (String::new(), stride_is(&typed, &shape, &stride), true)
        }
        2 => {
            let n = [0, 1, 2][random.below(3)] * random.size();
            let text = format!("domain_distribute({shape}, {n})");
            let types = format!("type N = <Layout!(1:{n}) as AnyLayout>::Stride; ");
            let check = match broken(&text) {
                Some(rule) => format!(
                    "const _: () = assert!(is(<<S as Distribute<N>>::Result \
                     as Judged>::RULE, {rule:?}), \"{text}\");"
                ),
                None => format!(
                    "const _: fn(Layout!(domain_distribute(S, {n}))) -> Layout!({}) = |r| r;",
                    evaluated(&text)
                ),
            };
            (types, check, n > 0)
        }
        3 => {
            let profile = match random.below(3) {
                0 => random.layout().profile().clone(),
                1 => a.profile().clone(),
                _ => Profile::flat(a.rank()),
            };
            let strides = random.strides();
            let text = random.strided(&a, strides);
            let modes = evaluate(&format!("relative_modes({text}, {profile})"), &mut Names::new());
            let Ok(Value::List(modes)) = modes else { return case(random, program) };
            let modes: Vec<String> = modes.iter().map(|mode| format!("Layout!({mode})")).collect();
            let types =
                format!("type P = ShapeOf<Layout!({})>; ", profile.to_string().replace('*', "1"));
            let check = format!(
                "const _: fn(RelativeModes<Layout!({text}), P>) -> HList!({}) = |r| r;",
                modes.join(", ")
            );
            (types, check, true)
        }
        4 => {
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

/// That the type of a stride is that of the one written.
fn stride_is(typed: &str, shape: &str, stride: &str) -> String {
    format!("const _: fn({typed}) -> <Layout!({shape}:{stride}) as AnyLayout>::Stride = |r| r;")
}
