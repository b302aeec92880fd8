//! Literals: the type of an operation is that of the value level's result, or the verdict that names the rule.

use std::fmt::Write;

use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, Error, complement, complement_ceil, complement_ext};

use super::judge::{judge, left_inverse, right_inverse};
use super::operands::{Random, WITH_OPERAND, tuple};
use super::{shapes, strides};

/// The common beginning of the program.
pub const HEAD: &str = "#![allow(unused)]\n\
         use tilework::{bound::total::*, verdict::*};\n\
         use tilework::{bound::*, operation::*, result::*, *};\n\
         type ShapeOf<L> = <L as AnyLayout>::Shape;\n\
         const fn is(rule: Option<&str>, expected: &str) -> bool {\n\
         \x20   let Some(rule) = rule else { return false };\n\
         \x20   let (rule, expected) = (rule.as_bytes(), expected.as_bytes());\n\
         \x20   let mut i = 0;\n\
         \x20   while i < rule.len() && i < expected.len() && rule[i] == expected[i] { i += 1 }\n\
         \x20   i == rule.len() && i == expected.len()\n\
         }\n";

pub fn evaluated(text: &str) -> String {
    let result = evaluate(text, &mut Names::new());
    result.unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

/// A line of the program: the operation, its first operand, the rest of its arguments, its total form, and the rule
/// that does not hold.
pub fn line(program: &mut String, call: [&str; 3], types: &str, total: &str, broken: Option<&str>) {
    let [operation, a, arguments] = call;
    let text = format!("{operation}({a}{arguments})");
    let check = match broken {
        Some(name) => {
            let rule = format!("<<A as {total}>::Result as Judged>::RULE");
            format!("const _: () = assert!(is({rule}, {name:?}), \"{text}: {name}\");")
        }
        None => {
            let result = evaluated(&text);
            format!("const _: fn(Layout!({operation}(A{arguments}))) -> Layout!({result}) = |r| r;")
        }
    };
    writeln!(program, "const _: () = {{ type A = Layout!({a}); {types}{check} }};").unwrap();
}

/// A random case. Returns whether it has a result.
pub fn case(random: &mut Random, program: &mut String) -> bool {
    let kind = random.below(46);
    match kind {
        38..42 => return strides::case(random, program),
        42.. => return shapes::case(random, program),
        _ => {}
    }
    let mut a = random.layout();
    if matches!(kind, 1..=3) && random.below(3) == 0 {
        a = random.carrying(&a);
    }
    let text = a.to_string();
    let name = |error: Error| error.rule.name();
    let mut write = |operation, arguments: &str, types: &str, total, rule: Option<&str>| {
        line(program, [operation, &text, arguments], types, total, rule);
        rule.is_none()
    };
    match kind {
        0 => write("coalesce", "", "", "", None),
        1 | 2 => write("right_inverse", "", "", "RightInverseTotal", right_inverse(&a)),
        3 => write("left_inverse", "", "", "LeftInverseTotal", left_inverse(&a)),
        4 => {
            let profile = random.layout().profile().clone();
            let fits = profile.len() == a.profile().len();
            let types = format!("type P = Layout!({}); ", profile.to_string().replace('*', "1"));
            let rule = (!fits).then_some("profile");
            write("unflatten", &format!(", {profile}"), &types, "UnflattenTotal<ShapeOf<P>>", rule)
        }
        n @ (5 | 6) => {
            let size = random.size();
            let (operation, form, result) = match n {
                5 => ("complement", "ComplementTotal<N, Exact>", complement(&a, size)),
                _ => ("complement_ceil", "ComplementTotal<N, Ceil>", complement_ceil(&a, size)),
            };
            let types = format!("type N = ShapeOf<Layout!({size}:1)>; ");
            write(operation, &format!(", {size}"), &types, form, result.err().map(name))
        }
        7 => write(
            "complement_ext",
            "",
            "",
            "ComplementExtTotal",
            complement_ext(&a).err().map(name),
        ),
        8 => {
            let operation = ["sort", "make_layout_like"][random.below(2)];
            write(operation, "", "", "", None)
        }
        n @ (9 | 10) => {
            let (begin, end) = (random.below(a.rank() + 1), random.below(a.rank() + 2));
            let (operation, form, result) = match n {
                9 => ("group", "GroupTotal", algebra::group(&a, begin..end)),
                _ => ("take", "TakeTotal", algebra::take(&a, begin..end)),
            };
            let form = format!("{form}<typenum::U{begin}, typenum::U{end}>");
            write(operation, &format!(", {begin}, {end}"), "", &form, result.err().map(name))
        }
        11 | 12 => {
            let (operation, arguments) = random.rearrangement(&a);
            write(operation, &arguments, "", "", None)
        }
        13 => {
            let (operation, numbers, result) = random.cast(&a);
            let (form, arguments) = match (operation, &numbers[..]) {
                ("upcast", [n]) => (format!("CastTotal<Up<typenum::U{n}>>"), format!(", {n}")),
                (_, [n]) => (format!("CastTotal<Down<typenum::U{n}>>"), format!(", {n}")),
                (_, [old, new, ..]) => {
                    let form = format!("CastTotal<Bits<typenum::U{old}, typenum::U{new}>>");
                    (form, format!(", {old}, {new}"))
                }
                _ => unreachable!("casts have one number or two"),
            };
            write(operation, &arguments, "", &form, result.err().map(name))
        }
        14 => {
            let b = random.sharing(&a);
            write("max_common_layout", &format!(", {b}"), "", "", None)
        }
        15 => {
            let (tile, shape, order) = random.filling();
            let arguments = format!(", {}, {order}", tuple(&shape));
            line(program, ["tile_to_shape", &tile.to_string(), &arguments], "", "", None);
            true
        }
        16 => {
            let shape = a.shape().to_string();
            let order = random.order(a.profile());
            let result = evaluated(&format!("make_ordered_layout({shape}, {order})"));
            let check = format!(
                "const _: fn(Layout!(make_ordered_layout(S, {order}))) -> Layout!({result}) = |r| r;"
            );
            let types = format!("type S = ShapeOf<Layout!({text})>;");
            writeln!(program, "const _: () = {{ {types} {check} }};").unwrap();
            true
        }
        17 => {
            let k = random.below(a.rank() + 2);
            let (form, result) = (format!("ModeTotal<typenum::U{k}>"), algebra::mode(&a, k));
            write("mode", &format!(", {k}"), "", &form, result.err().map(name))
        }
        18 => {
            let b = random.layout();
            let (types, result) = (format!("type B = Layout!({b}); "), algebra::zip(&a, &b));
            write("zip", &format!(", {b}"), &types, "ZipTotal<B>", result.err().map(name))
        }
        19 => {
            let positions = random.positions(&a);
            let (operation, form, result) = match random.below(2) {
                0 => ("select", "SelectTotal", algebra::select(&a, &positions)),
                _ => ("permute", "PermuteTotal", algebra::permute(&a, &positions)),
            };
            let list: Vec<String> =
                positions.iter().map(|k| format!("Static<typenum::U{k}>")).collect();
            let form = format!("{form}<HList!({})>", list.join(", "));
            write(operation, &format!(", {positions:?}"), "", &form, result.err().map(name))
        }
        20 => {
            let profile = random.layout().profile().clone();
            let types = format!("type P = Layout!({}); ", profile.to_string().replace('*', "1"));
            let result = algebra::coalesce_profile(&a, &profile);
            let form = "CoalesceByTotal<ShapeOf<P>>";
            write("coalesce", &format!(", {profile}"), &types, form, result.err().map(name))
        }
        21 => {
            let (tile, mut shape, order) = random.filling();
            shape[0] = random.extent();
            let (text, order) = (tuple(&shape), order.to_string());
            let twos = order.replace(['0', '1'], "2");
            let types = format!(
                "type S = ShapeOf<Layout!({text})>; \
                 type K = <Layout!({twos}:{order}) as AnyLayout>::Stride; "
            );
            let result =
                algebra::tile_to_shape(&tile, &text.parse().unwrap(), &order.parse().unwrap());
            let (rule, arguments) = (result.err().map(name), format!(", {text}, {order}"));
            let call = ["tile_to_shape", &tile.to_string(), &arguments];
            line(program, call, &types, "TileToShapeTotal<S, K>", rule);
            rule.is_none()
        }
        22 => {
            let order = random.layout().profile().to_string().replace('*', "1");
            let (shape, types) = (a.shape(), format!("type K = Layout!({order}); "));
            let result = algebra::make_ordered_layout(&shape, &order.parse().unwrap());
            let Err(error) = result else { return case(random, program) };
            let types = format!("type A = ShapeOf<Layout!({text})>; {types}");
            let rule = "<<A as OrderedTotal<ShapeOf<K>>>::Result as Judged>::RULE";
            let check = format!(
                "const _: () = assert!(is({rule}, {:?}), \"make_ordered_layout({shape}, {order})\");",
                name(error)
            );
            writeln!(program, "const _: () = {{ {types} {check} }};").unwrap();
            false
        }
        n => {
            // Composition, the first operation with an operand, is tried most.
            let at = if n < 26 { 0 } else { random.below(WITH_OPERAND.len()) };
            let (operation, kind, form) = WITH_OPERAND[at];
            let b = random.operand(kind, &a);
            let types = format!("type B = Layout!({b}); ");
            write(operation, &format!(", {b}"), &types, form, judge(kind, &a, &b))
        }
    }
}
