//! Properties that hold for any text. The fuzz targets and the tests on stable Rust call these functions.

use tilework_algebra::expression::{Expression, Names, Value, evaluate};
use tilework_algebra::{IntTuple, Layout, Profile, Slicer, Tiler};

/// The text is parsed, or the failure has a position in it.
pub fn reads(text: &str) {
    if let Err(failure) = text.parse::<Expression>() {
        assert!(text.is_char_boundary(failure.at), "{text:?}: {failure}");
        let shown = failure.show(text);
        assert_eq!(shown.lines().count(), 3, "{shown}");
        assert!(shown.ends_with('^'));
        assert!(!failure.to_string().contains('\n'));
    }
    let _ = text.parse::<IntTuple>();
    let _ = text.parse::<Layout>();
    let _ = text.parse::<Profile>();
    let _ = text.parse::<Slicer>();
    let _ = text.parse::<Tiler>();
}

/// The text has a value whose text can be parsed again, or a failure with a position in the text. The explanation has
/// the same result.
pub fn evaluates(text: &str) {
    let Ok(expression) = text.parse::<Expression>() else { return };
    let mut names = Names::new();
    let value = expression.evaluate(&mut names);
    let (_, explained) = expression.explain(&mut Names::new());
    assert_eq!(value, explained, "{text:?}");
    match value {
        Ok(value) => {
            let written = value.to_string();
            assert!(!written.contains('\n'), "{text:?}");
            if let Value::Symbolic(symbolic) = &value {
                // The text is read by the names that wrote it, unless they have other values by now. Cases are not read.
                if !text.contains('=') && value.kind() != "an answer by cases" {
                    let again = evaluate(&written, &mut names);
                    assert_eq!(again, Ok(Value::Symbolic(symbolic.clone())), "{text:?}: {written}");
                }
                return;
            }
            // A text that is too long is not parsed, and the last operation may have produced one.
            if value_is_short(&written) {
                let again = evaluate(&written, &mut Names::new());
                let same = again.as_ref().is_ok_and(|again| again.to_string() == written);
                assert!(same, "{text:?}: {written} is read as {again:?}");
                // `()` is the tuple, even if it was the text of the profile `()`. A swizzle after another function is
                // written as the layout that continues as it does.
                let other = written.contains("()") || written.contains("composed(");
                assert!(again == Ok(value) || other, "{text:?}");
            }
        }
        Err(failure) => {
            assert!(text.is_char_boundary(failure.at), "{text:?}: {failure}");
            assert!(!failure.to_string().contains('\n'), "{text:?}");
        }
    }
}

fn value_is_short(written: &str) -> bool {
    written.len() < 1 << 12
}
