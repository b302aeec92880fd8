//! However large a layout is, its picture is small, and a note says what is left out.

use tilework_algebra::draw::{By, Window, layout, of_expression, page};
use tilework_algebra::expression::{Names, Reason};
use tilework_algebra::{IntTuple, Layout, Profile};

use super::draw;

#[test]
fn large_layouts_are_cut() {
    let scene = draw("(1000000,1000000,1000000):(1,1000000,1000000000000)");
    assert!(scene.cells().len() <= 12 * 64 * 64);
    let notes: Vec<&str> = scene.texts().iter().map(|text| &text.text[..]).collect();
    assert!(notes.contains(&"64 of 1000000 rows are drawn"), "{notes:?}");
    assert!(notes.contains(&"12 of 1000000 grids are drawn"), "{notes:?}");
    // The last row and column follow an ellipsis.
    assert!(scene.cells().iter().any(|cell| cell.label == "999999999999"));
    assert!(notes.contains(&"⋯") && notes.contains(&"⋮"));
}

/// Sizes, strides and nesting at the limits.
#[test]
fn no_expression_is_too_large() {
    let window = Window::new(6, 6).within(80);
    let (min, max) = (i64::MIN, i64::MAX);
    let ones = vec!["1"; 4000].join(",");
    for text in [
        format!("{max}:1"),
        format!("{max}:{max}"),
        format!("({max},1):({min},{max})"),
        format!("(2147483648,4294967295):({max},{min})"),
        format!("{max}:1 o {max}:1"),
        format!("{max}:1 o 3:{max}"),
        format!("{max}:0 / 7:1"),
        format!("zipped_divide_ceil({max}:1, 8)"),
        "zipped_divide(4611686018427387904:1, 2:1)".into(),
        "zipped_divide((4294967296,1073741824):(1,4294967296), <65536,65536>)".into(),
        "blocked_product((2147483648,2):(1,2147483648), (1073741824,1):(1,0))".into(),
        format!("slice(({max},1):(1,1), (_,0))"),
        format!("slice((4,8):(8,1), (_,{max}))"),
        format!("bank_conflicts((4194304):({max}), 4)"),
        "bank_conflicts(64:144115188075855871, 65536)".into(),
        "partition((4294967296,64):(64,1), (64,64), (64,64):(1,64))".into(),
        "Sw<3,0,3> o (2147483648,2147483648):(1,2147483648)".into(),
        "Sw<0,31,31>".into(),
        "Sw<20,20,-22>".into(),
        format!("({max})--(1)-->({max})"),
        format!("mutual_refinement({max}, {max})"),
        format!("({}):({})", vec!["2"; 62].join(","), vec!["1"; 62].join(",")),
        format!("({}):({})", vec!["1"; 9000].join(","), vec!["5"; 9000].join(",")),
        format!("(64,64,{ones}):(1,64,{ones})"),
        format!("(64,64,{ones}):(1,64,{ones}) o 4096:1"),
        format!("(64,64,{ones}):(1,64,{ones}) / 64:1"),
        format!(
            "({})--({})-->({})",
            vec!["1"; 5000].join(","),
            vec!["0"; 5000].join(","),
            vec!["1"; 5000].join(",")
        ),
        format!("{}8{}:{}1{}", "(".repeat(900), ")".repeat(900), "(".repeat(900), ")".repeat(900)),
        format!("{}2,2{}--(1,2)-->(2,2)", "(".repeat(900), ")".repeat(900)),
        "()".into(),
        "():()".into(),
        "(4,()):(1,())".into(),
        "()--()-->()".into(),
    ] {
        let start = &text[..text.len().min(60)];
        for by in [By::Thread, By::Value] {
            match of_expression(&text, &mut Names::new(), by, &window) {
                Ok(scene) => {
                    assert!(scene.cells().len() < 2000, "{start}");
                    for written in [
                        scene.to_svg(),
                        scene.to_tikz(),
                        scene.to_terminal(true),
                        scene.to_html(""),
                    ] {
                        assert!(written.len() < 1 << 20, "{start}");
                    }
                }
                Err(failure) => assert!(!failure.to_string().is_empty(), "{start}"),
            }
        }
        let _ = page(&text, &mut Names::new(), By::Thread, &window);
    }
}

#[test]
fn a_deep_layout_is_drawn() {
    let mut profile = Profile::leaf();
    for _ in 0..10_000 {
        profile = Profile::tuple([profile]);
    }
    let tuple = |n| IntTuple::new([n], profile.clone()).unwrap();
    let deep = Layout::new(&tuple(4), &tuple(2)).unwrap();
    let scene = layout(&deep, &Window::default());
    assert_eq!(scene.cells()[3].label, "6");
    assert!(scene.panels()[0].chars().count() < 100 && scene.width() < 100);
}

#[test]
fn what_has_no_picture() {
    let window = Window::default();
    for (text, given) in [("size(8:1)", "an integer"), ("[1, 2]", "a list"), ("<4,8>", "a tiler")] {
        let failure = of_expression(text, &mut Names::new(), By::Thread, &window).unwrap_err();
        let wanted = "a layout or a morphism";
        assert_eq!(failure.reason, Reason::Kind { wanted, given }, "{text}");
    }
    for text in ["(4,6,8):(2,3,5) o 6:3", "mma.sync", "8:1 o", ""] {
        assert!(of_expression(text, &mut Names::new(), By::Thread, &window).is_err(), "{text}");
    }
}

/// Names, and statements before the last one, work as everywhere.
#[test]
fn names_keep_their_values() {
    let mut names = Names::new();
    let window = Window::default();
    let mut panels =
        |text: &str| of_expression(text, &mut names, By::Thread, &window).unwrap().panels().len();
    assert_eq!(panels("A = (4,4):(4,1); A o 4:2"), 3);
    assert_eq!(panels("(A o 4:2)"), 3);
    assert_eq!(panels("B = A o 4:2"), 3);
    // Only the value is drawn.
    assert_eq!(panels("A o 4:2; A"), 1);
    assert_eq!(panels("B"), 1);
    assert_eq!(panels("coalesce(A o 4:2)"), 1);
}
