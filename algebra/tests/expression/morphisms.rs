//! Morphisms in expressions: the notation, and the rows of `tract.jsonl` as written, with the operation names used
//! there.

use serde_json::Value as Json;

use tilework_algebra::expression::{Expression, Names};

use crate::{assert_value, value};

/// The JSON value as the calculator reads and writes it.
fn written(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// The number of calls in the rows of these operations, and the wrong ones.
fn run(rows: &str, name: impl Fn(&str) -> Option<String>) -> (usize, Vec<String>) {
    let (mut ran, mut wrong) = (0, vec![]);
    for row in rows.lines() {
        let row: Json = row.parse().unwrap();
        let Some(name) = name(row["op"].as_str().unwrap()) else { continue };
        let args = row["args"].as_array().unwrap().iter().map(written).collect::<Vec<_>>();
        let call = format!("{name}({})", args.join(", "));
        let expected = ["correct", "result"].map(|field| &row[field]);
        let expected = expected.into_iter().find(|value| !value.is_null()).unwrap();
        let expected = Some(written(expected)).filter(|text| text != "ERROR");
        let got = value(&call).ok();
        if got != expected {
            wrong.push(format!("{}: {call}: {got:?}, not {expected:?}", row["id"]));
        }
        ran += 1;
    }
    (ran, wrong)
}

#[test]
fn tract() {
    let (ran, wrong) = run(include_str!("../vectors/tract.jsonl"), |op| Some(op.to_owned()));
    assert_eq!((ran, wrong), (664, vec![]));
}

/// The rows of 002 and 003 whose operation has another name there.
#[test]
fn papers() {
    let name = |op: &str| {
        Some(
            match op {
                "layout_of_morphism" => "layout_of",
                "standard_representation" => "morphism_of",
                "tractable" => "is_tractable",
                "pullback" => "pullback_along",
                "pushforward" => "pushforward_along",
                "mutual_refinement" => "mutual_refinement",
                "composition_algorithm" => "compose_tractable_layouts",
                "morphisms_disjoint_images" => "has_disjoint_images",
                "morphism_compose" => "compose",
                "morphism_coalesce" => "coalesce",
                "morphism_complement" => "complement",
                "morphism_concat" | "morphism_concat3" => "concat",
                "morphism_logical_divide" => "logical_divide",
                "morphism_logical_product" => "logical_product",
                "morphism_restrict" => "tuple_restrict",
                "morphism_factorize" => "tuple_factorize",
                "morphism_sum" => "tuple_sum",
                "morphism_squeeze" => "tuple_squeeze",
                "morphism_sort" => "tuple_sort",
                "morphism_is_sorted" => "is_sorted",
                "morphism_nondegenerate" => "is_nondegenerate",
                "morphism_standard_form" => "is_standard_form",
                _ => return None,
            }
            .to_owned(),
        )
    };
    let (ran, wrong) = run(include_str!("../vectors/papers.jsonl"), name);
    assert_eq!((ran, wrong), (147, vec![]));
}

#[test]
fn notation() {
    for (text, expected) in [
        ("((2,2),8)--(1,0,3)-->(2,8,8)", "((2,2),8)--(1,0,3)-->(2,8,8)"),
        ("(4,4) -- (1, * ) --> (4,2,4)", "(4,4)--(1,0)-->(4,2,4)"),
        ("S = (2,3); T = (3,2); S--(2,1)-->T", "(2,3)--(2,1)-->(3,2)"),
        ("f = 6--(2)-->(2,6); f", "6--(2)-->(2,6)"),
        ("(()--()-->())", "()--()-->()"),
        ("[(2)--(1)-->(2), (2)--(0)-->()]", "[(2)--(1)-->(2), (2)--(0)-->()]"),
        // The right operand is applied first, as for functions.
        ("(4,6)--(2,3)-->(2,4,6) o (6,4)--(2,1)-->(4,6)", "(6,4)--(3,2)-->(2,4,6)"),
        ("compose((6,4)--(2,1)-->(4,6), (4,6)--(2,3)-->(2,4,6))", "(6,4)--(3,2)-->(2,4,6)"),
        (
            "(4,8,4,8)--(1,2,3,4)-->(4,8,4,8) / (4,4)--(1,3)-->(4,8,4,8)",
            "((4,4),(8,8))--(1,3,2,4)-->(4,8,4,8)",
        ),
        ("(2,2)--(1,2)-->(2,2,5,5) * (5,5)--(2,1)-->(5,5)", "((2,2),(5,5))--(1,2,4,3)-->(2,2,5,5)"),
        // The functions of morphisms, and of their layouts.
        ("(4,6)--(2,1)-->(6,4)(5)", "7"),
        ("f = (4,6)--(2,1)-->(6,4); layout_of(f)(5)", "7"),
        ("(3,256,256,512)--(0,3,2,0)-->(3,256,256)(2,17,200,511)", "(0,200,17)"),
        ("6--(2)-->(2,6)(5)", "10"),
        ("make_morphism((2,3), (3,2), [2,1])", "(2,3)--(2,1)-->(3,2)"),
        ("size((2,3)--(2,1)-->(3,2))", "6"),
        ("f = (2,(2,3))--(2,0,1)-->(3,2); [domain(f), codomain(f)]", "[(2,(2,3)), (3,2)]"),
        (
            "[is_coalesced((2,2)--(1,2)-->(2,2)), is_coalesced((2,2)--(2,1)-->(2,2))]",
            "[false, true]",
        ),
        ("is_complementary_to((2)--(1)-->(2,3), 3--(2)-->(2,3))", "true"),
        ("mode((64,(8,8))--(0,3,1)-->(8,2,8), 1)", "(8,8)--(3,1)-->(8,2,8)"),
        ("permute((2,3,5)--(3,1,0)-->(3,7,2), [2,0,1])", "(5,2,3)--(0,3,1)-->(3,7,2)"),
        ("flat_divide((2)--(1)-->(2,3), (2)--(1)-->(2))", "(2)--(1)-->(2,3)"),
        ("flat_product((2)--(1)-->(2,3), (3)--(1)-->(3))", "(2,3)--(1,2)-->(2,3)"),
        ("concatenate((2)--(1)-->(2,3), 3--(2)-->(2,3))", "((2),3)--(1,2)-->(2,3)"),
        (
            "relative_modes(((2,2),((3,3),25))--(1,3,2,0,4)-->(2,3,2,25), (4,(9,25)))",
            "[(2,2)--(1,3)-->(2,3,2,25), (3,3)--(2,0)-->(2,3,2,25), 25--(4)-->(2,3,2,25)]",
        ),
        (
            "weak_composite((6,6)--(2,1)-->(6,6), (12,3,6)--(1,3,2)-->(12,6,3))",
            "((2,3),6)--(2,4,1)-->((6,2),6,3)",
        ),
        ("ordered_factorizations(12)", "[(2,2,3), (2,3,2), (3,2,2)]"),
        ("layout_permutations(6)", "[6:1, (3,2):(2,1), (2,3):(3,1)]"),
        ("layout_of_permutation([0, 2, 4, 1, 3, 5])", "(3,2):(2,1)"),
    ] {
        assert_value(text, expected);
    }
}

#[test]
fn failures() {
    for (text, expected) in [
        ("(2,2)--(1,2)", "expected `-->` at position 12"),
        ("(2,2)--1", "expected `(` at position 7"),
        ("(2,2)--(1,x)-->(2,2)", "expected an image or `*` at position 10"),
        ("(2,2)--(1 2)-->(2,2)", "expected `,` or `)` at position 10"),
        ("(2,2)--(99999999999999999999)-->(2,2)", "the integer does not fit 64 bits at position 8"),
        ("(2)--(1)-->(2)--(1)-->(2)", "expected an operator or the end at position 14"),
        ("(2):(1)--(1)-->(2)", "expected an operator or the end at position 7"),
        ("2:1 o (2)--(1)-->(2)", "a morphism is wanted, not a layout at position 0"),
        ("layout_of(2:1)", "a morphism is wanted, not a layout at position 10"),
        (
            "tuple_restrict((2)--(1)-->(2), [0])",
            "a list of numbers of entries, from 1, is wanted, \
            not a list at position 31",
        ),
        ("cosize((2)--(1)-->(2))", "a layout is wanted, not a morphism at position 7"),
        (
            "(2,3)--(1,1)-->(2,3)",
            "morphism: tractability, mode 1: the image 1 is that of mode 0 too",
        ),
        ("(2,3)--(1)-->(2,3)", "morphism: map length: the map has 1 images for 2 entries"),
        ("(2,2)--(1,2)-->(2,2)(4)", "realize: coordinate range: the coordinate 4 is not in 0..4"),
        (
            "layout_permutations(0)",
            "ordered_factorization: positive extent: an extent, factor or width must be at least 1 \
             here, not 0",
        ),
        (
            "layout_permutations(1000000007000000000)",
            "more than 65536 leaves and brackets at position 0",
        ),
    ] {
        let got = value(text).map_err(|failure| failure.to_string());
        assert_eq!(got, Err(expected.to_owned()), "{text}");
    }
}

fn explained(text: &str) -> String {
    let expression: Expression = text.parse().unwrap();
    expression.explain(&mut Names::new()).0
}

/// 003, example 4.1.4.2, and a composition that the algorithm does not find.
#[test]
fn explanations() {
    assert_eq!(
        explained("compose_tractable_layouts((6,6):(6,1), (12,3,6):(1,72,12))"),
        "\
compose_tractable_layouts((6,6):(6,1), (12,3,6):(1,72,12))
  f encodes (6,6):(6,1): (6,6)--(2,1)-->(6,6)
  g encodes (12,3,6):(1,72,12): (12,3,6)--(1,3,2)-->(12,6,3)
  mutual refinement of (6,6) and (12,3,6)
    first: 6 as 6
    first: 6 as (2,3)
    second: 12 as (6,2)
    second: 3 as 3
    second: 6 as 6
  f pulled back, into the second: ((2,3),6)--(2,3,1)-->((6,2),3,6)
  g pushed forward: ((6,2),3,6)--(1,2,4,3)-->((6,2),6,3)
  g after f: ((2,3),6)--(2,4,1)-->((6,2),6,3), which encodes ((2,3),6):((6,72),1)
  = ((2,3),6):((6,72),1)
"
    );
    assert_eq!(
        explained("compose_tractable_layouts(2:3, (4,2):(1,100))"),
        "\
compose_tractable_layouts(2:3, (4,2):(1,100))
  f encodes 2:3: 2--(2)-->(3,2)
  g encodes (4,2):(1,100): (4,2)--(1,3)-->(4,25,2)
  mutual refinement of (3,2) and (4,2)
  no result: composition_algorithm: divisibility, mode 0: 3 and 4 do not divide each other
"
    );
}
