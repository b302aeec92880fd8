//! The macros that run rows, and what they call.

use std::fmt::Display;

use tilework::Error;
use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, Layout};
use tilework::verdict::Judged;

/// Rows `operation(S:D, ..) => R;` or `=> R, as T;`, and which leaves of the first operand are
/// left to run time: `leaves`, `extents` or, where the types need all of them, `none`.
macro_rules! results {
    ($run_time:ident: $($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt $(, as $ts:tt:$td:tt)?;)+) => {
        #[test]
        fn results() {$((|| {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let written = stringify!($rs:$rd);
            $crate::table::on_values(row, written);
            $($crate::table::same_function(stringify!($ts:$td), written);)?
            let a = tilework::layout!($s:$d);
            let result: tilework::Layout!($rs:$rd) =
                tilework::layout!($operation(a $(, $($b)+)?));
            $crate::table::prints(result, written, row);
            let literal: tilework::Layout!($operation($s:$d $(, $($b)+)?)) = result;
            let _ = literal;
            at_run_time!($run_time, a, row, written, $operation $(, $($b)+)?);
        })();)+}
    };
}

macro_rules! at_run_time {
    (none, $a:ident, $row:ident, $written:ident, $operation:ident $($rest:tt)*) => {};
    ($run_time:ident, $a:ident, $row:ident, $written:ident, $operation:ident $($rest:tt)*) => {{
        use $crate::run_time::RunTime;
        let dynamic = $a.$run_time();
        let result = tilework::try_layout!($operation(dynamic $($rest)*));
        let offsets = result.map(|result| {
            (0..result.size()).map(|i| result.offset(i) as i64).collect::<Vec<_>>()
        });
        $crate::table::same_offsets(offsets, &$a.to_string(), $written, $row);
    }};
}

/// Rows `operation(S:D, ..): rule;` that have no result, neither on values nor on types.
macro_rules! refusals {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?): $rule:literal;)+) => {
        #[test]
        fn refusals() {$((|| {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            $crate::table::refused_on_values(row, $rule);
            let a = tilework::layout!($s:$d);
            judged!($operation, a, row, $rule $(, $($b)+)?);
        })();)+}
    };
}

/// Rows that the value level composes, as a search finds, and whose rule is broken in the types.
macro_rules! beyond_the_rules {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt, but $rule:literal;)+) => {
        #[test]
        fn beyond_the_rules() {$((|| {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            $crate::table::on_values(row, stringify!($rs:$rd));
            let literal: tilework::Layout!($rs:$rd) =
                tilework::layout!($operation($s:$d $(, $($b)+)?));
            let _ = literal;
            let a = tilework::layout!($s:$d);
            judged!($operation, a, row, $rule $(, $($b)+)?);
        })();)+}
    };
}

/// The total form of an operation, whose verdict is read.
macro_rules! judged {
    (complement_ceil, $a:ident, $row:ident, $rule:expr, $n:tt) => {
        $crate::table::refused(
            tilework::verdict::Leave::<_, tilework::Ceil>::try_leave($a, tilework::layout!($n:1).shape()),
            $row,
            $rule,
        );
    };
    (logical_divide, $a:ident, $row:ident, $rule:expr, $($b:tt)+) => {
        $crate::table::refused(
            tilework::verdict::Split::<_, tilework::Exact>::try_split($a, tilework::layout!($($b)+)),
            $row,
            $rule,
        );
    };
    (logical_divide_ceil, $a:ident, $row:ident, $rule:expr, $($b:tt)+) => {
        $crate::table::refused(
            tilework::verdict::Split::<_, tilework::Ceil>::try_split($a, tilework::layout!($($b)+)),
            $row,
            $rule,
        );
    };
    (zipped_divide, $a:ident, $row:ident, $rule:expr, $($b:tt)+) => {
        $crate::table::refused(
            tilework::verdict::SplitZipped::<_, tilework::Exact>::try_split_zipped($a, tilework::layout!($($b)+)),
            $row,
            $rule,
        );
    };
    (zipped_divide_ceil, $a:ident, $row:ident, $rule:expr, $($b:tt)+) => {
        $crate::table::refused(
            tilework::verdict::SplitZipped::<_, tilework::Ceil>::try_split_zipped($a, tilework::layout!($($b)+)),
            $row,
            $rule,
        );
    };
    (composition, $a:ident, $row:ident, $rule:expr, $($b:tt)+) => {
        $crate::table::refused(
            tilework::verdict::Compose::try_compose($a, tilework::layout!($($b)+)), $row, $rule,
        );
    };
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All offsets, by the definition.
fn offsets(text: &str) -> Vec<i64> {
    let layout = layout(text);
    let modes = layout.flat_modes();
    (0..layout.size())
        .map(|i| {
            let mut rest = i;
            let digits = modes.iter().map(|mode| {
                let c = rest % mode.shape;
                rest /= mode.shape;
                c * mode.stride
            });
            digits.sum()
        })
        .collect()
}

pub fn on_values(row: &str, written: &str) {
    let result = evaluate(row, &mut Names::new()).unwrap_or_else(|error| panic!("{row}: {error}"));
    assert_eq!(result.to_string(), layout(written).to_string(), "{row}");
}

pub fn refused_on_values(row: &str, rule: &str) {
    let error = evaluate(row, &mut Names::new()).map(|result| panic!("{row}: {result}"));
    let error = error.unwrap_err().to_string();
    assert!(error.contains(rule), "{row}: {error}, not {rule}");
}

pub fn same_function(source: &str, written: &str) {
    assert_eq!(offsets(source), offsets(written), "{source} and {written}");
}

pub fn prints(result: impl Display, written: &str, row: &str) {
    assert_eq!(result.to_string(), layout(written).to_string(), "{row}");
}

/// Whether a result of run time is the function that is written.
pub fn same_offsets(result: Result<Vec<i64>, Error>, a: &str, written: &str, row: &str) {
    match result {
        Ok(result) => assert_eq!(result, offsets(written), "{row}"),
        // Whether modes of run time merge is not known to the types.
        Err(error) => {
            let a = layout(a);
            let merges = algebra::coalesce(&a).flat_modes().len() < a.flat_modes().len();
            assert!(merges, "{row}: {error}");
        }
    }
}

/// Whether the type of a result is a verdict.
pub fn refused<R: Judged>(_: Result<R, Error>, row: &str, rule: &str) {
    assert_eq!(R::RULE, Some(rule), "{row}");
}
