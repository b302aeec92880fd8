//! Explained expressions: the lines of `explain`, and to each operation its place and its own picture.

use tilework_algebra::draw::{Explained, Window, explained, of_expression};
use tilework_algebra::expression::{Expression, Names, Reason};

use crate::By;

fn of(text: &str) -> Explained {
    explained(text, &mut Names::new(), By::Thread, &Window::default()).unwrap()
}

#[test]
fn the_steps_are_the_lines_of_explain() {
    for text in [
        "complement(4:2, 24) o (4:1 o 2:2)",
        "A = 8:1 o 4:2; A / 2:1",
        "(4,6,8):(2,3,5) o 6:3",
        "zipped_divide((8,16):(16,1), <2,4>)",
        "Sw<3,0,3> o 5 o (8,8):(8,1)",
        "8:1",
    ] {
        let (lines, value) = text.parse::<Expression>().unwrap().explain(&mut Names::new());
        let found = of(text);
        let written =
            found.steps.iter().map(|step| format!("{}{}\n", "  ".repeat(step.indent), step.text));
        assert_eq!(written.collect::<String>(), lines, "{text}");
        assert_eq!(found.value, value, "{text}");
    }
}

#[test]
fn each_operation_has_its_place_and_its_picture() {
    let text = "(8:1 o 4:2) / 2:1";
    let found = of(text);
    let operations: Vec<_> = found.steps.iter().filter(|step| step.indent == 0).collect();
    let places: Vec<_> = operations.iter().map(|step| step.at.map(|at| &text[at..=at])).collect();
    assert_eq!(places, [Some("o"), Some("/")]);
    for (operation, alone) in operations.iter().zip(["8:1 o 4:2", "4:2 / 2:1"]) {
        let window = Window::default();
        let picture = of_expression(alone, &mut Names::new(), By::Thread, &window).unwrap();
        assert_eq!(found.scenes[operation.scene.unwrap()], picture, "{alone}");
    }
    // The lines of an operation have its picture too.
    assert!(found.steps.iter().all(|step| step.scene.is_some()));
}

#[test]
fn only_so_many_operations_have_pictures() {
    let found = of(&["8:1"; 41].join(" o "));
    assert_eq!(found.scenes.len(), 16);
    let last = found.steps.last().unwrap();
    assert!(last.at.is_some() && last.scene.is_none());
}

#[test]
fn what_cannot_be_explained_is_a_failure() {
    let window = Window::default();
    let reason = |text: &str| {
        explained(text, &mut Names::new(), By::Thread, &window).map(|_| ()).unwrap_err().reason
    };
    assert!(matches!(reason("8:"), Reason::Expected(_)));
    assert!(matches!(reason("A"), Reason::Unknown { .. }));
    assert!(matches!(reason("mma.sync.m8n8k4.f64"), Reason::Kind { .. }));
}
