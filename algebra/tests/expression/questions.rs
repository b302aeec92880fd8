//! Questions, against all coordinates.

use proptest::prelude::*;
use tilework_algebra::expression::{Names, Value, evaluate};
use tilework_algebra::{Layout, idx2crd};

use crate::{assert_value, value};

/// The offset of a layout or swizzled layout at an integral coordinate, past its size too.
fn at(layout: &str, i: i64) -> Value {
    evaluate(&format!("({layout})({i})"), &mut Names::new()).unwrap()
}

fn size(layout: &str) -> i64 {
    value(&format!("size({layout})")).unwrap().parse().unwrap()
}

fn check(a: &str, b: &str) {
    let (of_a, of_b) = (size(a), size(b));
    let first = (0..of_a.min(of_b)).find(|&i| at(a, i) != at(b, i));
    let first = first.or((of_a != of_b).then_some(of_a.min(of_b)));
    assert_value(&format!("same_function({a}, {b})"), &first.is_none().to_string());
    match first {
        Some(i) => {
            let expected = format!("[{i}, {}, {}]", at(a, i), at(b, i));
            assert_value(&format!("first_difference({a}, {b})"), &expected);
        }
        None => {
            let failure = value(&format!("first_difference({a}, {b})")).unwrap_err();
            assert_eq!(failure.reason.to_string(), "A and B have the same function");
        }
    }
}

#[test]
fn functions_of_all_kinds() {
    let all = [
        "(4,8):(1,4)",
        "32:1",
        "(4,8):(8,1)",
        "(4,8):(f8,f1)",
        "(4,8):(f9,f1)",
        "Sw<2,0,3> o (4,8):(8,1)",
        "composed(Sw<2,0,3>, 0, (4,8):(8,1))",
        "composed(Sw<2,0,3>, 1, (4,8):(8,1))",
        "16:1",
        "(4,8):(e0,e1)",
        "(4,(4,2)):(e0,(e1,4e1))",
        "(4,8):(e0,2e1)",
    ];
    for a in all {
        for b in all {
            check(a, b);
        }
    }
}

/// Layouts of two modes, of which the second is nested.
pub fn layout() -> impl Strategy<Value = Layout> {
    let mode = || (1i64..5, -3i64..9);
    (mode(), mode(), mode()).prop_map(|((a, d), (b, e), (c, f))| {
        format!("({a},({b},{c})):({d},({e},{f}))").parse().unwrap()
    })
}

proptest! {
    #[test]
    fn owners_are_all_coordinates(layout in layout(), offset in -4i64..20) {
        let shape = layout.shape();
        let owners: Vec<String> = (0..layout.size())
            .filter(|&i| layout.offset(i) == Ok(offset))
            .map(|i| idx2crd(i, &shape).unwrap().to_string())
            .collect();
        let expected = format!("[{}]", owners.join(", "));
        prop_assert_eq!(value(&format!("owners({layout}, {offset})")).unwrap(), expected);
    }

    #[test]
    fn differences_of_layouts(a in layout(), b in layout()) {
        check(&a.to_string(), &b.to_string());
    }
}

/// Arguments by name are those by place, in the order of the parameters.
#[test]
fn arguments_by_name() {
    for (named, placed) in [
        ("bytes=8", "8"),
        ("8, banks=64", "8, 1, 64"),
        ("bytes=2, vector=4, lanes=16", "2, 4, 32, 4, 16"),
        ("4, width=8,", "4, 1, 32, 8"),
        ("4, lanes=64", "4, 1, 32, 4, 64"),
    ] {
        for layout in ["(32,2):(32,1)", "(8,8):(f9,f1)", "64:3"] {
            let by_name = value(&format!("bank_conflicts({layout}, {named})")).unwrap();
            assert_value(&format!("bank_conflicts({layout}, {placed})"), &by_name);
        }
    }
    // 64 threads of 8 bytes ask each of 64 banks for two words.
    assert_value("bank_conflicts(64:1, 8, banks=64, lanes=64)", "1");
    assert_value("bank_conflicts(64:1, bytes=8, banks=64)", "0");
    for (text, reason) in [
        ("bank_conflicts(banks=64)", "expected the arguments before this one at position 15"),
        (
            "bank_conflicts(8:1, 4, banks=64, vector=2)",
            "expected the name of a parameter, in the order of the parameters, at position 33",
        ),
        (
            "size(M=3)",
            "expected the name of a parameter, in the order of the parameters, at position 5",
        ),
        (
            "bank_conflicts(8:1, 4, lanes=-1)",
            "bank_conflicts: positive extent: an extent, factor or width must be at least 1 here, not -1",
        ),
    ] {
        assert_eq!(value(text).unwrap_err().to_string(), reason, "{text}");
    }
    assert_value("A = 3; [A == 3, size((A,4)) == 12]", "[true, true]");
}

/// Sums of layouts of all kinds, where they are of one kind; a layout of strides 0 is of every kind.
#[test]
fn sums() {
    for (text, expected) in [
        ("layout_add(12:2, (4,3):(3,1))", "(4,3):(5,9)"),
        ("layout_add((4,8), (4,8):(8,1))", "(4,8):(9,5)"),
        ("layout_add((4,8):(e0,e1), 32:0)", "(4,8):(e0,e1)"),
        ("layout_add(8:e0, 8:e1)", "8:e0+e1"),
        ("layout_add(64:0, Sw<3,0,3> o (8,8):(8,1))", "(8,8):(f9,f1)"),
        ("layout_add((8,8):(f9,f1), (8,8):(f1,f8))", "(8,8):(f8,f9)"),
        ("greatest_common_domain((4,6), (8,3):(3,1))", "(4,2,3):(1,4,8)"),
        ("greatest_common_domain(12, (6,35))", "6:1"),
    ] {
        assert_value(text, expected);
    }
    for (text, reason) in [
        ("layout_add(6:1, 8:1)", "layout_add: equal extents: the extents 6 and 8 differ"),
        (
            "layout_add((4,3):(1,5), (3,4):(1,5))",
            "layout_add: common refinement: coalesced, a mode of the first layout ends at 4 and one of the second at \
             3, and neither divides the other",
        ),
        (
            "layout_add(8:1, 8:f1)",
            "layout_add: codomain: the strides are not of one integer-semimodule",
        ),
        (
            "layout_add(8:1, 8:e0)",
            "layout_add: codomain: the strides are not of one integer-semimodule",
        ),
    ] {
        assert_eq!(value(text).unwrap_err().to_string(), reason, "{text}");
    }
}

/// Machines by name, by place too, unless a name has another value.
#[test]
fn machines() {
    for (text, expected) in [
        // 16 rows of 128 bytes, of which each thread has 16. Neighbors are in one column, 8 in 4 banks.
        ("bank_conflicts((16,4):(8,1), 16, machine=nvidia)", "56"),
        ("bank_conflicts((16,4):(8,1), 16)", "56"),
        ("bank_conflicts((16,4):(8,1), 16, machine=cdna3)", "24"),
        ("bank_conflicts((16,4):(8,1), 16, machine=cdna3, store=true)", "56"),
        ("bank_conflicts((16,4):(8,1), 16, 1, 32, 4, 0, cdna3, 1)", "56"),
        ("bank_conflicts((16,4):(64,8), 2, vector=8, machine=cdna3)", "24"),
        ("bank_conflicts(16:16, 4, machine=xe)", "15"),
        ("bank_conflicts(16:16, 4, machine=0, store=1)", "7"),
        ("coalescing(64:16, 4)", "[64, 8]"),
        ("coalescing(64:16, 4, machine=cdna2)", "[64, 4]"),
        ("coalescing(64:16, 4, 1, xe)", "[64, 4]"),
        ("coalescing(32:4, 4, vector=4)", "[16, 16]"),
        ("coalescing(32:8, 2, 4)", "[16, 8]"),
        ("[cdna4, cdna4 == cdna4, cdna4 == cdna3]", "[cdna4, true, false]"),
        ("cdna4 = 64:1; cdna4(5)", "5"),
        ("phases(cdna3, 16)", "((4,2),(4,2)):((f1,f20),(f4,f32))"),
        ("phases(cdna3, 16, store=true)", "(8,8):(1,8)"),
        ("phases(cdna4, bytes=16)", "((4,2,2),(2,2)):((f1,f12,f20),(f4,f32))"),
        ("phases(nvidia, 8)", "(16,2):(1,16)"),
        ("phases(xe, 4)", "(16,1):(1,0)"),
        // In the order of phases, the threads of CDNA3 are like those of NVIDIA.
        ("bank_conflicts((16,4):(8,1) o phases(cdna3, 16), 16)", "24"),
    ] {
        assert_value(text, expected);
    }
    for (text, reason) in [
        (
            "bank_conflicts(64:1, 8, machine=cdna3, store=true)",
            "bank_conflicts: unpublished: public sources are silent or differ on the threads of cdna3 that store 8 bytes each together; write `banks`, `width` and `lanes` instead",
        ),
        (
            "coalescing(64:1, 4, machine=rdna3)",
            "coalescing: unpublished: public sources are silent or differ on the pieces of global memory that rdna3 delivers",
        ),
        (
            "bank_conflicts(64:1, 4, lanes=32, machine=cdna3)",
            "expected a machine, or banks, width and lanes, not both at position 42",
        ),
        (
            "bank_conflicts(64:1, 4, machine=cdna5)",
            "nothing has the name `cdna5`; did you mean `cdna2`? at position 32",
        ),
        (
            "coalescing(64:1, 4, machine=32)",
            "a machine, such as `nvidia`, `cdna3` or `xe` is wanted, not an integer at position 28",
        ),
        (
            "phases(0, 4)",
            "a machine, such as `nvidia`, `cdna3` or `xe` is wanted, not an integer at position 7",
        ),
        ("phases(cdna3, 8)", ""),
        ("size(cdna3)", ""),
        ("cdna3 o 8:1", ""),
        ("cdna3:1", ""),
    ] {
        let refused = value(text).unwrap_err().to_string();
        assert!(refused == reason || reason.is_empty(), "{text}: {refused}");
    }
}
