//! The macros that run rows, and what they call.

use tilework::Error;
use tilework::algebra::expression::{Failure, Names, Reason, evaluate};
use tilework::algebra::{self, Layout};
use tilework::verdict::Judged;

/// Rows `operation(S:D, ..) => R;` or `=> R, as T;`, and which leaves of the first operand are dynamic: `leaves`,
/// `extents`, or `none` if the types need all of them.
macro_rules! results {
    ($run_time:ident: $($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt $(, as $ts:tt:$td:tt)?;)+) => {
        #[test]
        fn results() {$({ fn row() {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let written = stringify!($rs:$rd);
            $crate::table::on_values(row, written);
            $($crate::table::same_function(stringify!($ts:$td), written);)?
            type A = tilework::Layout!($s:$d);
            type Written = tilework::Layout!($rs:$rd);
            const _: fn(tilework::Layout!($operation(A $(, $($b)+)?))) -> Written = |same| same;
            const _: fn(tilework::Layout!($operation($s:$d $(, $($b)+)?))) -> Written = |same| same;
            at_run_time!($run_time, A, row, written, $operation $(, $($b)+)?);
        } row(); })+}
    };
}

macro_rules! at_run_time {
    (none, $a:ident, $row:ident, $written:ident, $operation:ident $($rest:tt)*) => {};
    ($run_time:ident, $a:ident, $row:ident, $written:ident, $operation:ident $($rest:tt)*) => {{
        use $crate::run_time::RunTime;
        let a = <$a as tilework::bound::Known>::VALUE;
        let dynamic = a.$run_time();
        let result = tilework::try_layout!($operation(dynamic $($rest)*));
        let offsets = result.map(|result| {
            (0..result.size()).map(|i| result.offset(i) as i64).collect::<Vec<_>>()
        });
        $crate::table::same_offsets(offsets, &a.to_string(), $written, $row);
    }};
}

/// Rows `operation(S:D, ..): rule;` that have no result, neither on values nor on types.
macro_rules! refusals {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?): $rule:literal;)+) => {
        #[test]
        fn refusals() {$({ fn row() {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            $crate::table::refused_on_values(row, $rule);
            let a = tilework::layout!($s:$d);
            judged!($operation, a, row, $rule $(, $($b)+)?);
        } row(); })+}
    };
}

/// Rows that the value level composes by a search, and whose rule is broken in the types.
macro_rules! beyond_the_rules {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt, but $rule:literal;)+) => {
        #[test]
        fn beyond_the_rules() {$({ fn row() {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            $crate::table::on_values(row, stringify!($rs:$rd));
            let literal: tilework::Layout!($rs:$rd) =
                tilework::layout!($operation($s:$d $(, $($b)+)?));
            let _ = literal;
            let a = tilework::layout!($s:$d);
            judged!($operation, a, row, $rule $(, $($b)+)?);
        } row(); })+}
    };
}

/// The total form of an operation, whose verdict is read.
macro_rules! judged {
    ($operation:ident, $a:ident, $row:ident, $rule:expr $(, $($b:tt)+)?) => {{
        #[allow(unused_imports)]
        use tilework::bound::total::*;
        #[allow(unused_imports)]
        use tilework::bound::{Ceil, Exact};
        $crate::table::refused(total!($operation, $a $(, $($b)+)?), $row, $rule)
    }};
}
macro_rules! total {
    (complement_ceil, $a:ident, $n:tt) => {
        ComplementTotal::<_, Ceil>::try_leave($a, tilework::layout!($n:1).shape())
    };
    (left_inverse, $a:ident) => { LeftInverseTotal::try_invert_left($a) };
    ($operation:ident, $a:ident, $($b:tt)+) => {
        total!(@ $operation, $a, tilework::layout!($($b)+))
    };
    (@ composition, $a:ident, $b:expr) => { CompositionTotal::try_compose($a, $b) };
    (@ logical_divide, $a:ident, $b:expr) => { DivideTotal::<_, Exact>::try_split($a, $b) };
    (@ logical_divide_ceil, $a:ident, $b:expr) => { DivideTotal::<_, Ceil>::try_split($a, $b) };
    (@ zipped_divide, $a:ident, $b:expr) => { ZippedDivideTotal::<_, Exact>::try_split_zipped($a, $b) };
    (@ zipped_divide_ceil, $a:ident, $b:expr) => {
        ZippedDivideTotal::<_, Ceil>::try_split_zipped($a, $b)
    };
    (@ tiled_divide, $a:ident, $b:expr) => {
        ArrangedTotal::<_, Exact, Tiled>::try_split_into($a, $b)
    };
    (@ tiled_divide_ceil, $a:ident, $b:expr) => {
        ArrangedTotal::<_, Ceil, Tiled>::try_split_into($a, $b)
    };
    (@ flat_divide, $a:ident, $b:expr) => { ArrangedTotal::<_, Exact, Flat>::try_split_into($a, $b) };
    (@ flat_divide_ceil, $a:ident, $b:expr) => {
        ArrangedTotal::<_, Ceil, Flat>::try_split_into($a, $b)
    };
    (@ logical_product, $a:ident, $b:expr) => { ProductTotal::<_, Repeated>::try_multiply($a, $b) };
    (@ blocked_product, $a:ident, $b:expr) => { ProductTotal::<_, Blocked>::try_multiply($a, $b) };
    (@ raked_product, $a:ident, $b:expr) => { ProductTotal::<_, Raked>::try_multiply($a, $b) };
    (@ zipped_product, $a:ident, $b:expr) => {
        ProductTotal::<_, Gathered<Zipped>>::try_multiply($a, $b)
    };
    (@ tiled_product, $a:ident, $b:expr) => {
        ProductTotal::<_, Gathered<Tiled>>::try_multiply($a, $b)
    };
    (@ flat_product, $a:ident, $b:expr) => { ProductTotal::<_, Gathered<Flat>>::try_multiply($a, $b) };
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

/// Checks that a result with dynamic leaves is the written function.
pub fn same_offsets(result: Result<Vec<i64>, Error>, a: &str, written: &str, row: &str) {
    match result {
        Ok(result) => assert_eq!(result, offsets(written), "{row}"),
        // The types do not know whether dynamic modes merge.
        Err(error) => {
            let a = layout(a);
            let merges = algebra::coalesce(&a).flat_modes().len() < a.flat_modes().len();
            assert!(merges, "{row}: {error}");
        }
    }
}

/// Checks that the type of a result is a verdict with the mode and the numbers of the error on values, if there is
/// one.
pub fn refused<R: Judged>(_: Result<R, Error>, row: &str, rule: &str) {
    assert_eq!(R::RULE, Some(rule), "{row}");
    let Err(Failure { reason: Reason::Algebra(error), .. }) = evaluate(row, &mut Names::new())
    else {
        return;
    };
    if let Some(mode) = error.mode {
        assert_eq!(R::MODE, Some(mode as u64), "{row}: {error}");
    }
    for number in R::NUMBERS.into_iter().flatten() {
        // 0 is not a number in any of these rules.
        assert!(number == 0 || error.to_string().contains(&number.to_string()), "{row}: {number}");
    }
}
