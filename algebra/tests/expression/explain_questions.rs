//! Explanations of questions, with numbers computed by hand.

use proptest::prelude::*;
use tilework_algebra::Layout;
use tilework_algebra::expression::{Expression, Failure, Names, Reason};

use crate::explain::assert_lines;

#[test]
fn functions() {
    assert_lines(
        "same_function((4,8):(1,4), (4,8):(8,1))",
        &[
            "A and B have 32 coordinates, which are compared as integers",
            "coalesced, A is 32:1 and B is (4,8):(8,1)",
            "the offsets before 1 are equal",
            "at 1, the coordinate (1,0) of A, A has 1",
            "at 1, the coordinate (1,0) of B, B has 8",
            "= false",
        ],
    );
    assert_lines(
        "same_function(8:1, 16:1)",
        &[
            "A has 8 coordinates and B has 16: the integers below 8 are compared",
            "all 8 offsets are equal, and B goes on",
        ],
    );
    assert_lines(
        "first_difference((2,2):(f1,f3), 4:1)",
        &["at 2, the coordinate (0,1) of A, A has 3"],
    );
    assert_lines("same_function((4,2):(1,4), 8:1)", &["all offsets are equal", "= true"]);
    assert_lines(
        "(4,2):(1,4) == 8:1",
        &["A has the shape (4,2), B has 8", "all offsets are equal", "= false"],
    );
    assert_lines("8:1 == 8:2", &["at 1, the coordinate 1 of A, A has 1", "= false"]);
    assert_lines(
        "function_to_layout([0,2,4,1,3,5])",
        &[
            "the values: 3 of them rise by 2, then comes 1 at 3: mode 3:2",
            "the values at multiples of 3: 2 of them rise by 1, to the end: mode 2:1",
            "= (3,2):(2,1)",
        ],
    );
    // 0 1 | 5 6 would go on with 5.
    assert_lines(
        "function_to_layout([0,1,5,7])",
        &["the run that begins with 5 at 2 has 7 at 3, not 6"],
    );
    assert_lines("function_to_layout([1])", &["a layout has 0 at 0, not 1"]);
}

#[test]
fn owners() {
    assert_lines(
        "owners((4,2):(1,2), 3)",
        &[
            "L has 8 coordinates, of which 2 have the offset 3",
            "(3,0): 3 * 1 + 0 * 2",
            "(1,1): 1 * 1 + 1 * 2",
        ],
    );
    assert_lines("owners((8,8):(f9,f1), 10)", &["(1,3): 1 * f9 ^ 3 * f1"]);
    assert_lines("owners((4,2):(e0,e1), (3,1))", &["(3,1): 3 * e0 + 1 * e1"]);
    assert_lines("owners((4,2):(2,8), 7)", &["the next offsets that there are, are 6 and 8"]);
    assert_lines("owners((4,2):(2,8), 15)", &["the largest offset is 14"]);
    assert_lines("owners(64:0, 0)", &["7: 7 * 0", "and 56 more"]);
}

/// 32 threads in rows of 128 bytes have a sector each, of which they use 4 bytes, and all of them bank 0.
#[test]
fn threads() {
    assert_lines(
        "coalescing(32:32, 4)",
        &[
            "32 threads access 4 bytes each, together 128 different bytes",
            "sector 0, bytes 0 to 31: thread 0",
            "sector 28, bytes 896 to 927: thread 7",
            "and 24 more sectors",
            "32 sectors of 32 bytes are 1024 bytes: 12 percent of them are accessed, 896 bytes are not",
            "128 bytes fit in 4 sectors",
            "= [32, 4]",
        ],
    );
    assert_lines(
        "coalescing((4,2):(2,1), 8)",
        &[
            "sector 0, bytes 0 to 31: threads 0, 1, 4, 5",
            "sector 1, bytes 32 to 63: threads 2, 3, 6, 7",
        ],
    );
    assert_lines(
        "bank_conflicts(32:32, 4)",
        &[
            "32 banks of 4 bytes, 4 bytes a thread: 32 threads in phases of 32, 1 in all",
            "phase 0, threads 0 to 31: bank 0 is asked for 32 words, 31 more than one",
            "word 32: thread 1",
            "and 24 more",
            "= 31",
        ],
    );
    assert_lines(
        "bank_conflicts((16,2):(2,32), 4)",
        &["phase 0, threads 0 to 31: bank 0 is asked for 2 words, 1 more than one"],
    );
    assert_lines(
        "bank_conflicts(32:1, 8)",
        &["phase 1, threads 16 to 31: no bank is asked for two words"],
    );
}

#[test]
fn sums() {
    assert_lines(
        "layout_add((4,3):(3,1), 12:2)",
        &[
            "coalesced, A is (4,3):(3,1) and B is 12:2",
            "from 4 to 12 both are in one leaf, leaf 1 of A and leaf 0 of B: 3:4",
            "3 steps of 4: A has 1 at 4, B has 8",
            "= (4,3):(5,9)",
        ],
    );
    // A(5) - A(4) = 1 - 12, B(5) - B(4) = 11 - 6; A(3) - A(2) = 3, B(3) - B(2) = 1 - 10.
    assert_lines(
        "layout_add((5,3):(3,1), (3,5):(5,1))",
        &[
            "the ends 5 of A and 3 of B do not divide each other",
            "the sum rises by 8 at 1, by -6 at 5 and by -6 at 3: a layout rises at 5 or at 3 as at their divisor 1",
        ],
    );
    assert_lines("layout_add(8:1, 16:1)", &["A has 8 coordinates, B has 16"]);
    assert_lines("layout_add(8:e0, 8:e1)", &["8 steps of 1: A has (1) at 1, B has (0,1)"]);
    assert_lines(
        "greatest_common_domain((5,3,4), (10,6))",
        &[
            "the leaves of A end at 5, 15, 60, those of B at 10, 60",
            "from 30 to 60 both are in one leaf, leaf 2 of A and leaf 1 of B: 2:30",
            "the ends 15 of A and 10 of B do not divide each other",
        ],
    );
}

/// Why something has no result, or is not so: the coordinates or numbers that show it.
#[test]
fn refusals() {
    assert_lines(
        "is_tractable((4,2):(1,6))",
        &[
            "the smallest stride is that of leaf 0, 4:1",
            "(4,2):(1,6) is not tractable: the stride 6 of leaf 1 is neither 0 nor a multiple of 4 * 1 = 4, the span of \
             leaf 0 before it",
            "= false",
        ],
    );
    assert_lines(
        "morphism_of((4,2,3):(1,8,0))",
        &[
            "leaf 2, 3:0, has the stride 0 and goes nowhere",
            "leaf 1, 2:8: the stride 8 is 2 times 4 * 1, the span of leaf 0",
        ],
    );
    assert_lines("is_tractable(4:-1)", &["not tractable: leaf 0, 4:-1, has a stride below 0"]);
    assert_lines(
        "locate(32:1, 4:16)",
        &["the offset 32 of B, at 2, is none of A", "the offsets of A are from 0 to 31"],
    );
    assert_lines("locate((4,8):(8,1), 8:2)", &["each offset of B is one of A"]);
    assert_lines(
        "compatible((4,6), (4,(2,4)))",
        &["mode 1 of A is 6, that of B is (2,4)", "= false"],
    );
    assert_lines("congruent((4,6), (4,6,1))", &["A has 2 modes, B has 3", "= false"]);
    assert_lines("refines(8, (2,3))", &["A is 8, of size 8, and B is (2,3), of size 6", "= false"]);
    assert_lines(
        "left_inverse((2,3,2):(1,5,7))",
        &["2:7: the stride is not above 11, which the modes before it reach"],
    );
    let twice = "the offset 2 has two coordinates, (2,0) and (0,1)";
    assert_lines(
        "complement((4,2):(1,2), 16)",
        &["the span 4 does not go into the stride 2", twice],
    );
    assert_lines(
        "is_injective((4,2):(1,2))",
        &["2:2: the stride is not above 3, which the modes before it reach", twice],
    );
    assert_lines(
        "is_compact((4,2):(1,2))",
        &[
            "8 coordinates have 6 different offsets, from 0 to 5",
            twice,
            "no coordinate has the offset 6",
        ],
    );
    assert_lines(
        "complement((4,2):(1,0), 16)",
        &["the offset 0 has two coordinates, (0,0) and (0,1)"],
    );
    assert_lines("is_injective(Sw<1,0,1> o 1 o (2,2):(1,0))", &["= false"]);
    assert_lines("is_surjective((4,2):(1,5))", &["no coordinate has an offset between 3 and 5"]);
    assert_lines("is_compact((2,2):(-1,2))", &["the offset -1 is below 0", "= false"]);
    assert_lines(
        "admissible((4,6,8):(2,3,5), 6:3)",
        &[
            "no layout has the values of leaf 0, 6:3, [0, 6, 7, 8, 9, 15]: \
           the value at 3 is 8, where a layout with the values before has 13",
            "= false",
        ],
    );
    assert_lines(
        "image_in_range((4,4):(4,1), (8,2))",
        &[
            "the tiler leaves mode 0: 8:1 is not within its 4 elements, 4:4, which goes on without end",
        ],
    );
}

#[test]
fn inverses_and_casts() {
    assert_lines(
        "right_inverse((4,2):(2,1))",
        &[
            "mode 0, 2:4: takes 1 to 4",
            "mode 1, 4:1: takes 2 to 1, and so on below 8",
            "no coordinate has the offset 8",
        ],
    );
    assert_lines("right_inverse((4,2):(2,5))", &["no coordinate has the offset 1", "= 1:0"]);
    assert_lines("left_inverse((2,2):(1,5))", &["mode 1, 2:2: takes 5 to 2"]);
    assert_lines(
        "upcast((8,4):(1,6), 4)",
        &[
            "leaf 0, 8:1: 4 steps make one element of 4, 2 in all",
            "leaf 1, 4:6: 6 and 4 do not divide each other",
        ],
    );
    assert_lines(
        "recast((8,4):(1,8), 16, 24)",
        &[
            "downcast((8,4):(1,8), 2)",
            "leaf 0, 8:1: its elements are adjacent, so it has 2 times as many",
            "leaf 1, 4:8: the stride is 2 times as many elements",
            "upcast((16,4):(1,16), 3)",
        ],
    );
    assert_lines(
        "upcast((32,8):(f1,f1152), 32)",
        &["leaf 1, 8:f1152: the stride is 36 elements of 32"],
    );
}

/// A layout of any kind, with the shape of `a`.
fn kinds(a: &Layout) -> [String; 4] {
    let shape = a.shape();
    [
        a.to_string(),
        format!("Sw<1,0,2> o {shape}"),
        format!("make_identity_layout({shape})"),
        format!("composed(Sw<1,0,2>, 1, {shape})"),
    ]
}

proptest! {
    /// An explanation ends with the result, and its steps are lines of text.
    #[test]
    fn explanations_of_questions_end_with_the_result(
        a in crate::questions::layout(),
        b in crate::questions::layout(),
        n in -3i64..30,
    ) {
        for a in kinds(&a) {
            for text in [
                format!("same_function({a}, {b})"),
                format!("owners({a}, {n})"),
                format!("is_injective({a})"),
                format!("locate({a}, {b})"),
                format!("compatible({a}, {b})"),
                format!("{a} == {b}"),
                format!("is_compact({a})"),
                format!("is_surjective({a})"),
                format!("is_tractable({a})"),
                format!("morphism_of({a})"),
                format!("coalescing({a}, 4)"),
                format!("bank_conflicts({a}, 4, 2)"),
                format!("layout_add({a}, {b})"),
                format!("layout_add({a}, {a})"),
                format!("greatest_common_domain({a}, {b})"),
                format!("admissible({a}, {b})"),
                format!("image_in_range({a}, {b})"),
                format!("complement({a}, {n})"),
                format!("right_inverse({a})"),
                format!("left_inverse({a})"),
                format!("upcast({a}, 4)"),
                format!("downcast({a}, 2)"),
                format!("recast({a}, 16, 24)"),
                format!("function_to_layout(offsets({a}))"),
            ] {
                let expression: Expression = text.parse().unwrap();
                let (explanation, value) = expression.explain(&mut Names::new());
                let last = explanation.lines().last().unwrap_or("").trim();
                match value {
                    Ok(value) => prop_assert_eq!(last, format!("= {value}"), "{}", text),
                    Err(Failure { reason: Reason::Algebra(_), .. }) => prop_assert!(
                        last.starts_with("no result: ") || last.starts_with("= ") || last.is_empty(),
                        "{}: {}", text, explanation
                    ),
                    Err(_) => {}
                }
            }
        }
    }
}
