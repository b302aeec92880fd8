//! The macros that run rows, and what they call.

use std::fmt::Display;

use tilework::Error;
use tilework::algebra;

use crate::levels::value;

/// A right operand of a row.
macro_rules! right {
    (complement, $n:tt) => { layout!($n:1).shape() };
    (complement_ceil, $n:tt) => { layout!($n:1).shape() };
    ($operation:ident, $($b:tt)+) => { layout!($($b)+) };
}

/// A layout as it prints, and its offsets.
pub type Evaluated = (String, Vec<usize>);

macro_rules! evaluated {
    ($layout:expr) => {{
        let layout = $layout;
        (layout.to_string(), (0..layout.size()).map(|i| layout.offset(i)).collect())
    }};
}

/// Operands with dynamic leaves, as functions of the static ones. For a complement the order of strides must be known.
macro_rules! at_run_time {
    (coalesce, $a:expr) => {
        [evaluated!(tilework::operation::coalesce($a.dynamic_extents())), evaluated!(tilework::operation::coalesce($a.leaves()))]
            .map(Ok)
    };
    (composition, $a:expr, $b:expr) => {
        at_run_time!(try_composition: $a.leaves(), $b; $a, $b.leaves(); $a.leaves(), $b.leaves())
    };
    (complement, $a:expr, $n:expr) => {
        at_run_time!(try_complement: $a.dynamic_extents(), $n; $a, $n.leaves(); $a.dynamic_extents(), $n.leaves())
    };
    (complement_ceil, $a:expr, $n:expr) => {
        at_run_time!(try_complement_ceil: $a.dynamic_extents(), $n; $a, $n.leaves();
            $a.dynamic_extents(), $n.leaves())
    };
    (logical_divide, $a:expr, $b:expr) => { at_run_time!(@divide try_logical_divide, $a, $b) };
    (logical_divide_ceil, $a:expr, $b:expr) => {
        at_run_time!(@divide try_logical_divide_ceil, $a, $b)
    };
    (zipped_divide, $a:expr, $b:expr) => { at_run_time!(@divide try_zipped_divide, $a, $b) };
    (zipped_divide_ceil, $a:expr, $b:expr) => {
        at_run_time!(@divide try_zipped_divide_ceil, $a, $b)
    };
    (tiled_divide, $a:expr, $b:expr) => { at_run_time!(@divide try_tiled_divide, $a, $b) };
    (tiled_divide_ceil, $a:expr, $b:expr) => {
        at_run_time!(@divide try_tiled_divide_ceil, $a, $b)
    };
    (flat_divide, $a:expr, $b:expr) => { at_run_time!(@divide try_flat_divide, $a, $b) };
    (flat_divide_ceil, $a:expr, $b:expr) => {
        at_run_time!(@divide try_flat_divide_ceil, $a, $b)
    };
    (right_inverse, $a:expr) => { at_run_time!(@extents try_right_inverse, $a) };
    (left_inverse, $a:expr) => { at_run_time!(@extents try_left_inverse, $a) };
    (complement_ext, $a:expr) => { at_run_time!(@extents try_complement_ext, $a) };
    (@extents $function:ident, $a:expr) => {
        [(|| Ok(evaluated!(tilework::operation::$function($a.dynamic_extents())?)))()]
    };
    (logical_product, $a:expr, $b:expr) => { at_run_time!(@product try_logical_product, $a, $b) };
    (zipped_product, $a:expr, $b:expr) => { at_run_time!(@product try_zipped_product, $a, $b) };
    (tiled_product, $a:expr, $b:expr) => { at_run_time!(@product try_tiled_product, $a, $b) };
    (flat_product, $a:expr, $b:expr) => { at_run_time!(@product try_flat_product, $a, $b) };
    (blocked_product, $a:expr, $b:expr) => { at_run_time!(@product try_blocked_product, $a, $b) };
    (raked_product, $a:expr, $b:expr) => { at_run_time!(@product try_raked_product, $a, $b) };
    (@product $function:ident, $a:expr, $b:expr) => {
        at_run_time!($function: $a.dynamic_extents(), $b; $a, $b.leaves(); $a.dynamic_extents(), $b.leaves())
    };
    (@divide $function:ident, $a:expr, $b:expr) => {
        at_run_time!($function: $a.leaves(), $b; $a, $b.dynamic_extents(); $a.leaves(), $b.dynamic_extents())
    };
    ($function:ident: $($a:expr, $b:expr);+) => {
        // Separate functions, because together, unoptimized, they would fill the stack.
        [$((|| Ok(evaluated!(tilework::operation::$function($a, $b)?)))()),+]
    };
}

/// The operation with as many dynamic leaves as it takes.
macro_rules! wholly_at_run_time {
    (tiled_divide, $a:expr, $b:expr) => {
        tilework::operation::try_tiled_divide($a.leaves(), $b.dynamic_extents())
    };
    (flat_divide, $a:expr, $b:expr) => {
        tilework::operation::try_flat_divide($a.leaves(), $b.dynamic_extents())
    };
    (composition, $a:expr, $b:expr) => {
        tilework::operation::try_composition($a.leaves(), $b.leaves())
    };
    (complement, $a:expr, $n:expr) => {
        tilework::operation::try_complement($a.dynamic_extents(), $n.leaves())
    };
    (logical_divide, $a:expr, $b:expr) => {
        tilework::operation::try_logical_divide($a.leaves(), $b.dynamic_extents())
    };
    (zipped_divide, $a:expr, $b:expr) => {
        tilework::operation::try_zipped_divide($a.leaves(), $b.dynamic_extents())
    };
    (complement_ext, $a:expr) => {
        tilework::operation::try_complement_ext($a.dynamic_extents())
    };
    (logical_product, $a:expr, $b:expr) => {
        tilework::operation::try_logical_product($a.dynamic_extents(), $b.leaves())
    };
    (zipped_product, $a:expr, $b:expr) => {
        tilework::operation::try_zipped_product($a.dynamic_extents(), $b.leaves())
    };
    (tiled_product, $a:expr, $b:expr) => {
        tilework::operation::try_tiled_product($a.dynamic_extents(), $b.leaves())
    };
    (flat_product, $a:expr, $b:expr) => {
        tilework::operation::try_flat_product($a.dynamic_extents(), $b.leaves())
    };
    (blocked_product, $a:expr, $b:expr) => {
        tilework::operation::try_blocked_product($a.dynamic_extents(), $b.leaves())
    };
    (raked_product, $a:expr, $b:expr) => {
        tilework::operation::try_raked_product($a.dynamic_extents(), $b.leaves())
    };
}

/// Rows `operation(left, right) => result;`, at all levels.
macro_rules! table {
    ($($rows:tt)+) => {
        static_table! { $($rows)+ }
        run_time_table! { $($rows)+ }
    };
}

/// Rows `operation(left, right) => result;` without dynamic leaves.
macro_rules! static_table {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn on_values() {$(
            let result = value::$operation(stringify!($s:$d) $(, stringify!($($b)+))?);
            same(result, stringify!($rs:$rd), stringify!($operation($s:$d $(, $($b)+)?)));
        )+}

        #[test]
        fn on_types() {$(
            let result: Layout!($rs:$rd) =
                tilework::operation::$operation(layout!($s:$d) $(, right!($operation, $($b)+))?);
            same(Ok(result), stringify!($rs:$rd), stringify!($operation($s:$d $(, $($b)+)?)));
        )+}

        #[test]
        fn in_macros() {$(
            let result: Layout!($rs:$rd) = layout!($operation($s:$d $(, $($b)+)?));
            let again: Layout!($operation($s:$d $(, $($b)+)?)) = result;
            same(Ok(again), stringify!($rs:$rd), stringify!($operation($s:$d $(, $($b)+)?)));
        )+}
    };
}

/// Rows `operation(left, right) => result;` with dynamic leaves.
macro_rules! run_time_table {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn with_run_time_leaves() {$(
            let a = layout!($s:$d);
            same_function(
                &at_run_time!($operation, a $(, right!($operation, $($b)+))?),
                stringify!($s:$d),
                stringify!($rs:$rd),
                stringify!($operation($s:$d $(, $($b)+)?)),
            );
        )+}
    };
}

/// Rows `operation(left, right): rule;` without a result. In the types they do not compile; `ui-tests/` has those. Here
/// they run on values, and with dynamic leaves.
macro_rules! refused {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?): $rule:literal;)+) => {
        #[test]
        fn without_result() {$(
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let result = value::$operation(stringify!($s:$d) $(, stringify!($($b)+))?);
            assert_eq!(rule(&result), $rule, "{row}: {result:?}");
            let a = layout!($s:$d);
            let result = wholly_at_run_time!($operation, a $(, right!($operation, $($b)+))?);
            assert_eq!(rule(&result), $rule, "{row}: {result:?}");
        )+}
    };
}

/// The rule that a result breaks.
pub fn rule<T>(result: &Result<T, Error>) -> &'static str {
    result.as_ref().err().map_or("none", |error| error.rule.name())
}

/// Checks that a result prints as written in the row.
pub fn same(result: Result<impl Display, Error>, written: &str, row: &str) {
    match result {
        Ok(result) => assert_eq!(result.to_string(), value::layout(written).to_string(), "{row}"),
        Err(error) => panic!("{row}: {error}"),
    }
}

/// Checks that results have the function written in the row.
pub fn same_function(results: &[Result<Evaluated, Error>], a: &str, written: &str, row: &str) {
    let written = value::layout(written);
    for result in results {
        let (result, offsets) = match result {
            Ok(result) => result,
            // The types do not know whether dynamic modes merge.
            Err(error) => {
                let a = value::layout(a);
                let coalesced = algebra::coalesce(&a);
                let merges = coalesced.flat_modes().len() < a.flat_modes().len();
                assert!(merges, "{row}: {error}");
                println!("{row}: {error}");
                continue;
            }
        };
        let right = (0..written.size()).map(|i| written.offset(i).unwrap() as usize);
        assert_eq!(*offsets, right.collect::<Vec<_>>(), "{row}: {result}");
    }
}
