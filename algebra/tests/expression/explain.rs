//! Explanations, with numbers computed by hand.

use serde_json::Value as Json;
use tilework_algebra::expression::{Expression, Names};

fn explained(text: &str) -> String {
    let expression: Expression = text.parse().unwrap();
    expression.explain(&mut Names::new()).0
}

#[track_caller]
pub fn assert_lines(text: &str, lines: &[&str]) {
    let explanation = explained(text);
    let mut rest = explanation.lines().map(str::trim);
    for line in lines {
        assert!(rest.any(|other| other == *line), "no {line:?} in its place in\n{explanation}");
    }
}

/// 004, section 3.3.4: 12 elements in steps of 4 through (4,6,8):(2,3,5).
#[test]
fn a_composition() {
    assert_lines(
        "(4,6,8):(2,3,5) o (2,12):(2,4)",
        &[
            "composition((4,6,8):(2,3,5), (2,12):(2,4))",
            "leaf 0 of the right side, 2:2",
            "mode 0, 4:2: takes 2:2 of 2:2, gives 2:4, leaves nothing",
            "leaf 1 of the right side, 12:4",
            "mode 0, 4:2: the stride 4 is 1 times the extent: steps over it, leaves 12:1",
            "mode 1, 6:3: takes 6:1 of 12:1, gives 6:3, leaves 2:1",
            "mode 2, 8:5, has no end: takes 2:1, gives 2:5",
            "= (2,(6,2)):(4,(3,5))",
        ],
    );
}

/// A tile of 8 on a mode of 4: CuTe's rule continues with the stride of the mode.
#[test]
fn a_tiler_that_leaves_the_layout() {
    assert_lines(
        "left_inverse((4,4):(4,1)) o (8,2)",
        &[
            "mode 0, 4:4 o 8:1",
            "the tiler leaves mode 0: 8:1 is not within its 4 elements, 4:4, which goes on without end",
            "the result has the cosize 30, the left side 16",
            "= (8,2):(4,1)",
        ],
    );
    assert_lines(
        "(4,4):(4,1) o 20:1",
        &[
            "the right side is not within the 16 elements of the left side, which goes on without end",
        ],
    );
    for within in ["(4,4):(4,1) o (4,2)", "(4,4):(4,1) o 8:2", "(4,4):(4,1) o <_,2>"] {
        let explanation = explained(within);
        assert!(!explanation.contains("is not within"), "{explanation}");
    }
}

/// Two devices have two rows of six each; each wants three columns.
#[test]
fn redistributions() {
    assert_lines(
        "redistribute((2,(2,6)):(2e0,(e0,e1)), (2,(4,3)):(3e1,(e0,e1)), (4,6), 2)",
        &[
            "all-to-all among 2 devices",
            "12 elements in 2 messages between devices, the least is 12 in 2; 12 stay",
            "0 to 1, 6: (3,2):(1,6)+3 -> (3,2):(1,3)",
            "1 to 0, 6: (3,2):(1,6) -> (3,2):(1,3)+6",
            "24 bytes in 2 messages, the least is 24 in 2",
        ],
    );
    let refused =
        "redistribute((4,(1,6)):(2e0,(e0,e1)), (4,(2,6)):(2e0,(e0,e1)))".parse::<Expression>();
    let failure = refused.unwrap().evaluate(&mut Names::new()).unwrap_err().to_string();
    assert!(failure.contains("no device has the coordinate 1 = 1 + 7 * 0"), "{failure}");
    let many = "redistribute((512,2):(2e0,e0), (512,2):(2e0,e0))".parse::<Expression>();
    let failure = many.unwrap().evaluate(&mut Names::new()).unwrap_err().to_string();
    assert!(failure.contains("512") && failure.contains("256"), "{failure}");
}

/// 4 x 4 floats are 64 bytes; 1024 bytes are 32 sectors, and 8 deliveries of all banks. 16 x 16 bytes exceed the
/// registers.
#[test]
fn copies() {
    assert_lines(
        "copy_plan((64,64):(1,64), (64,64):(64,1), 32, 4)",
        &[
            "loops of both: (64,64):(1,64) to (64,64):(64,1)",
            "each thread keeps its elements: 64 bytes",
        ],
    );
    assert_lines(
        "copy_plan_shared((64,64):(1,64), (64,64):(64,1), 64, 1)",
        &[
            "read (64,16):(16,1): 16 bytes at once, 32 sectors in the first tile, the fewest possible",
            "a thread that keeps the vectors of both sides has 256 bytes, 128 at most",
            "stored with 8 wavefronts, 0 of them conflicts",
            "loaded with 32 wavefronts, 0 of them conflicts",
        ],
    );
}

/// 64 x 64 floats are 256 lines on each side, and 1 KiB has room for 16: for 8 x 8 squares, 8 on each side.
#[test]
fn loops() {
    assert_lines(
        "copy_loops((64,64):(1,64), (64,64):(64,1), 4)",
        &[
            "loops of both: (64,64):(1,64) to (64,64):(64,1)",
            "8 elements are read at once, 8 are written",
            "read: 256 lines of 64 bytes are brought, as many as there are",
            "written: 256 lines of 64 bytes are brought, as many as there are",
        ],
    );
}

#[test]
fn an_inadmissible_composition() {
    // 0, 3, 6, 9, 12, 15 in (4,6,8):(2,3,5) are at 0, 6, 7, 8, 9, 15.
    assert_lines(
        "(4,6,8):(2,3,5) o 6:3",
        &[
            "leaf 0 of the right side, 6:3",
            "mode 0, 4:2: stride divisibility: \
             the remaining stride 3 and the extent 4 do not divide each other",
            "no layout has the values of leaf 0, 6:3, [0, 6, 7, 8, 9, 15]: \
             the value at 3 is 8, where a layout with the values before has 13",
            "no result: composition: stride divisibility, mode 0: \
             the remaining stride 3 and the extent 4 do not divide each other",
        ],
    );
    // A(12) = 2 * 18 + 59, A(4) + A(8) = 4 * 18 + 8 * 18.
    assert_lines(
        "(10,8):(18,59) o (2,2):(8,4)",
        &["no layout has the values: at the coordinate (1,1) it is 95, \
             but the sum of what each leaf gives alone is 216"],
    );
}

#[test]
fn a_composition_that_the_rules_miss() {
    assert_lines(
        "(4,6):(1,7) o 2:5",
        &[
            "the rules do not hold, but a layout has the values all the same",
            "leaf 0, 2:5: the values [0, 8] are 2:8",
            "= 2:8",
        ],
    );
}

#[test]
fn complements() {
    assert_lines(
        "complement((3,7):(2,30),210)",
        &[
            "modes of extent above 1 by stride: 3:2, 7:30",
            "the span 1 goes 2 times into the stride 2: gap 2:1; the span is now 3 * 2 = 6",
            "the span 6 goes 5 times into the stride 30: gap 5:6; the span is now 7 * 30 = 210",
            "the span 210 goes 1 times into 210: 1:210",
            "= (2,5):(1,6)",
        ],
    );
    assert_lines("complement((3,7):(2,15),210)", &["the span 6 does not go into the stride 15"]);
    assert_lines("complement(4:1,10)", &["the span 4 does not go into 10"]);
    assert_lines(
        "complement_ceil(4:1,10)",
        &["the span 4 goes 3 times into 10, rounded up: 3:4", "= 3:4"],
    );
    assert_lines("complement_ext(4:2)", &["the span 8 goes on without end: 1:8"]);
}

#[test]
fn divides_and_products() {
    assert_lines(
        "zipped_divide((8,16):(20,1),<4:1,8:2>)",
        &[
            "mode 0, 8:20 / 4:1",
            "rest = complement(4:1, 8)",
            "rest = 2:4",
            "8:20 o (tile, rest) = 8:20 o (4,2):(1,4)",
            "mode 1, 16:1 / 8:2",
            "rest = 2:1",
            "((4,2),(8,2)):((20,80),(2,1)), arranged: tiles in mode 0, the others in mode 1",
            "= ((4,8),(2,2)):((20,2),(80,1))",
        ],
    );
    assert_lines("(8,16) / <4,_>", &["mode 1, 16:8, stays"]);
    assert_lines("8 / <4,4>", &["the tiler has 2 modes, the layout 1"]);
    assert_lines(
        "(3,4):(4,1) * (2,5):(1,2)",
        &["rest = complement_ext((3,4):(4,1))", "rest = 1:12", "copies = (2,5):(12,24)"],
    );
}

/// Each operation has its own part, in the order of evaluation.
#[test]
fn operations_within_operations() {
    let explanation = explained("A = 24 / 4:2; size(A o complement(2:1,8))");
    let heads: Vec<&str> = explanation.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        heads,
        [
            "logical_divide(24, 4:2)",
            "complement(2:1, 8)",
            "composition((4,(2,3)):(2,(1,8)), 4:2)",
            "size((2,2):(4,1))"
        ]
    );
    assert_eq!(explained("8:1"), "");
}

/// A layout into coordinates on the right side, place by place.
#[test]
fn a_composition_with_coordinates() {
    assert_lines(
        "(8,(4,6)):(1,(8,40)) o (2,(3,4)):(e(1,0),(2*e(1,1),2*e0))",
        &[
            "place e0, 8:1 o (4):(2)",
            "mode 0, 8:1, has no end: takes 4:2, gives 4:2",
            "place e(1,0), 4:8 o (2):(1)",
            "mode 0, 4:8, has no end: takes 2:1, gives 2:8",
            "place e(1,1), 6:40 o (3):(2)",
            "mode 0, 6:40, has no end: takes 3:2, gives 3:80",
            "= (2,(3,4)):(8,(80,2))",
        ],
    );
}

/// XOR strides, bit by bit: 004, table 4, row 5, and the bits of a swizzle.
#[test]
fn bits() {
    assert_lines(
        "(8,8):(f1,f9) o ((4,8),2):((16,1),8)",
        &[
            "leaf 0 of the right side, 4:16",
            "at 1 it is 16, which becomes f18",
            "at 2 it is 32, which becomes f36",
            "leaf 1 of the right side, 8:1",
            "at 4 it is 4, which becomes f4",
            "leaf 2 of the right side, 2:8",
            "at 1 it is 8, which becomes f9",
            "= ((4,8),2):((f18,f1),f9)",
        ],
    );
    assert_lines("(8,8):(8,1) o 4:f8", &["at 2 it is 16, which becomes 2", "= 4:1"]);
    assert_lines(
        "complement((2,2,2):(f1,f5,f32), 64)",
        &[
            "the bits of its coordinates have the values 1, 5, 32",
            "their sums begin with the bits 1, 4, 32, with 2, 8, 16 they do not; all are below 64",
            "= (2,4):(f2,f8)",
        ],
    );
    assert_lines(
        "complement((2,2):(f1,f1), 4)",
        &[
            "the value 1 is a sum of those before it",
            "no result: complement: broadcast: a mode of stride 0 and extent 2 has no complement",
        ],
    );
}

/// Layouts into coordinates on the left side: the values of the modes are coordinates.
#[test]
fn coordinates_on_the_left() {
    assert_lines(
        "(4,8):(e0,e1) o (2,4):(2,8)",
        &[
            "leaf 0 of the right side, 2:2",
            "mode 0, 4:e0: takes 2:2 of 2:2, gives 2:2e0, leaves nothing",
            "leaf 1 of the right side, 4:8",
            "mode 0, 4:e0: the stride 8 is 2 times the extent: steps over it, leaves 4:2",
            "mode 1, 8:e1, has no end: takes 4:2, gives 4:2e1",
            "= (2,4):(2e0,2e1)",
        ],
    );
    // 3 is (3,0), but 6 is (2,1).
    assert_lines(
        "(4,6):(e0,e1) o 6:3",
        &[
            "mode 0, 4:e0: stride divisibility: \
             the remaining stride 3 and the extent 4 do not divide each other",
            "the rules do not hold",
        ],
    );
    assert_lines(
        "zipped_divide((8,6):(e0,e1), <4,3>)",
        &[
            "mode 0, 8:e0 / 4:1",
            "rest = 2:4",
            "8:e0 o (tile, rest) = 8:e0 o (4,2):(1,4)",
            "mode 1, 6:e1 / 3:1",
            "rest = 2:3",
            "((4,2),(3,2)):((e0,4e0),(e1,3e1)), arranged: tiles in mode 0, the others in mode 1",
            "= ((4,3),(2,2)):((e0,e1),(4e0,3e1))",
        ],
    );
    assert_lines(
        "blocked_product((2,2):(e0,2e0), 4)",
        &[
            "place e0, (2,2):(1,2)",
            "the span 4 goes on without end: 1:4",
            "copies = 4:4e0",
            "each mode of A with one of the copies, A first",
        ],
    );
}

/// Tiles of coordinates and their rests, place by place.
#[test]
fn coordinates_as_tiles() {
    let divide = "(8,16):(16,1) / (4,8):(e0,e1)";
    assert_lines(
        divide,
        &[
            "rest = complement((4,8):(e0,e1), (8,16))",
            "place e0, 4:1",
            "the span 4 goes 2 times into 8: 2:4",
            "place e1, 8:1",
            "the span 8 goes 2 times into 16: 2:8",
            "rest = (2,2):(4e0,8e1)",
            "place e0, 8:16 o (4,2):(1,4)",
            "mode 0, 8:16, has no end: takes 2:4, gives 2:64",
            "place e1, 16:1 o (8,2):(1,8)",
            "mode 0, 16:1, has no end: takes 2:8, gives 2:8",
            "= ((4,8),(2,2)):((16,1),(64,8))",
        ],
    );
    assert_lines(
        "(2,2):(e0,e1) * (3,4):(e0,e1)",
        &[
            "rest = complement_ext((2,2):(e0,e1))",
            "rest = (1,1):(2e0,2e1)",
            "place e0, 1:2e0 o (3):(1)",
            "place e1, 1:2e1 o (4):(1)",
            "copies = (3,4):(2e0,2e1)",
        ],
    );
    assert_lines(
        "complement((4,8):(e0,2e1), (8,30))",
        &["place e1, 8:2", "the span 16 does not go into 30"],
    );
}

/// Divides, products and compositions by mode with XOR strides.
#[test]
fn bits_by_mode() {
    assert_lines(
        "(8,8):(f1,f9) o <4,2:f4>",
        &[
            "mode 0, 8:f1 o 4:1",
            "at 2 it is 2, which becomes f2",
            "mode 1, 8:f9 o 2:f4",
            "at 1 it is 4, which becomes f36",
            "= (4,2):(f1,f36)",
        ],
    );
    assert_lines(
        "(8,8):(f9,f1) / <4,4>",
        &[
            "mode 0, 8:f9 / 4:1",
            "rest = 2:4",
            "leaf 1 of the right side, 2:4",
            "at 1 it is 4, which becomes f36",
            "= ((4,2),(4,2)):((f9,f36),(f1,f4))",
        ],
    );
    assert_lines(
        "(8,8):(8,1) / (4,2):(f8,f1)",
        &[
            "rest = complement((4,2):(f8,f1), 64)",
            "their sums begin with the bits 1, 8, 16, with 2, 4 they do not; all are below 32",
            "rest = (4,2):(f2,f32)",
            "leaf 2 of the right side, 4:f2",
            "at 2 it is 4, which becomes 32",
            "leaf 3 of the right side, 2:f32",
            "at 1 it is 32, which becomes 4",
        ],
    );
    assert_lines(
        "(2,2):(f1,f2) * 4",
        &["rest = 1:f4", "at 2 it is 2, which becomes f8", "copies = 4:f4"],
    );
    // Sw<1,0,3> maps 8 to 9.
    assert_lines(
        "Sw<1,0,3> o (8,2)",
        &["leaf 1 of the right side, 2:8", "at 1 it is 8, which becomes f9", "= (8,2):(f1,f9)"],
    );
    // A swizzle and an offset, still without a layout under them.
    assert_lines(
        "Sw<3,0,3> o 8 o (8,8):(8,1)",
        &["composition(Sw<3,0,3> o 8, (8,8):(8,1))", "= Sw<3,0,3> o 8 o (8,8):(8,1)"],
    );
    // The inner layout under a swizzle, if the result is not a layout.
    assert_lines(
        "(Sw<3,0,3> o 16 o (8,8)) / <4,4>",
        &["mode 1, 8:8 / 4:1", "8:8 o (tile, rest) = 8:8 o (4,2):(1,4)"],
    );
}

/// An explanation ends with the result, whatever its steps are. Checked for the rows of CuTe that have steps, for the
/// same layouts with XOR strides, and for the identities of their shapes.
#[test]
fn explanations_end_with_the_result() {
    let (mut results, mut none) = ([0; 3], [0; 3]);
    for row in include_str!("../vectors/cute.jsonl").lines() {
        let row: Json = row.parse().unwrap();
        let operation = match row["op"].as_str().unwrap() {
            "complement" => "complement_ceil",
            "logical_divide" => "logical_divide_ceil",
            operation @ ("composition" | "logical_product") => operation,
            _ => continue,
        };
        let text = |arg: &Json| arg.as_str().map_or(arg.to_string(), str::to_owned);
        let [a, b] = [0, 1].map(|at| text(&row["args"][at]));
        let of = [a.clone(), format!("to_xor({a})"), format!("make_identity_layout(shape({a}))")];
        for (kind, a) in of.iter().enumerate() {
            let text = format!("{operation}({a}, {b})");
            let expression: Expression = text.parse().unwrap();
            let (explanation, value) = expression.explain(&mut Names::new());
            let last = explanation.lines().last().unwrap().trim();
            match value {
                Ok(value) => {
                    results[kind] += 1;
                    assert_eq!(last, format!("= {value}"), "{text}");
                    assert!(explanation.lines().count() > 2, "{text}");
                }
                Err(_) => {
                    none[kind] += 1;
                    let named = last.starts_with("no result: ") || last.starts_with("= ");
                    assert!(named, "{text}: {last}");
                }
            }
        }
    }
    println!("{results:?} with a result, {none:?} without");
    assert!(results.iter().all(|&count| count > 500), "{results:?}");
}
