//! What holds for any text: the fuzz targets and the tests on stable Rust call these.

use tilework_algebra::expression::{Expression, Names, evaluate};
use tilework_algebra::{IntTuple, Layout, Profile, Slicer, Tiler};

/// Text is read, or the failure lies in it.
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

/// Text has a value, which can be written and read again, or a failure that lies in it; the
/// explanation comes to the same.
pub fn evaluates(text: &str) {
    let Ok(expression) = text.parse::<Expression>() else { return };
    let value = expression.evaluate(&mut Names::new());
    let (_, explained) = expression.explain(&mut Names::new());
    assert_eq!(value, explained, "{text:?}");
    match value {
        Ok(value) => {
            let written = value.to_string();
            assert!(!written.contains('\n'), "{text:?}");
            // What is too long is not read, and the last operation may have made it so.
            if value_is_short(&written) {
                let again = evaluate(&written, &mut Names::new());
                let same = again.as_ref().is_ok_and(|again| again.to_string() == written);
                assert!(same, "{text:?}: {written} is read as {again:?}");
                // `()` is the tuple, also where it was written of the profile `()`, and behind another
                // function a swizzle is written as the layout that goes on as it does.
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
