//! Pictures of random expressions: each has a picture, or a failure with a position in the text.

use proptest::prelude::*;
use tilework_algebra::draw::{By, Window, of_expression, page};
use tilework_algebra::expression::Names;

use crate::arbitrary::{expression, on_functions};

/// The picture fits its size, and all formats write it.
fn draws(text: &str) {
    let window = Window::new(8, 12).within(90);
    match of_expression(text, &mut Names::new(), By::Thread, &window) {
        Ok(scene) => {
            let within = |(x, width): (usize, usize), end: usize| x + width <= end;
            for cell in scene.cells() {
                assert!(within((cell.x, cell.width), scene.width()), "{text}: {cell:?}");
                assert!(within((cell.y, cell.height), scene.height()), "{text}: {cell:?}");
            }
            for written in [scene.to_terminal(false), scene.to_svg(), scene.to_tikz()] {
                assert!(!written.is_empty(), "{text}");
            }
        }
        Err(failure) => assert!(text.is_char_boundary(failure.at), "{text}: {failure}"),
    }
    if let Ok(page) = page(text, &mut Names::new(), By::Value, &window) {
        assert!(page.starts_with("<!DOCTYPE html>"), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn operations_on_functions((name, f, g, n) in on_functions()) {
        draws(&f);
        draws(&format!("{name}({f}, {g})"));
        draws(&format!("{name}({f}, {n})"));
        draws(&format!("{name}({f}, <{g},{n}>)"));
        draws(&format!("({f},{g})(_,{n})"));
        draws(&format!("bank_conflicts({f}, 4)"));
        draws(&format!("partition({f}, (4,{n}), {g})"));
    }

    #[test]
    fn expressions(text in expression()) {
        draws(&text);
    }
}
