//! Rows of the operations that rearrange modes, on values, on types, in the macros (with
//! literals and with names), and on types with run-time leaves, where the result prints as the
//! one that is written.
//!
//! Results are by the definition: a rearranged layout has the modes of its operand.

use tilework::algebra::expression::{Names, evaluate};
use tilework::{Layout, hlist, layout};

use super::run_time::RunTime;
use crate::same;

/// The static integer of a literal.
macro_rules! integer {
    ($n:tt) => {
        layout!(1:$n).stride()
    };
}

/// An operation on a layout of the types.
macro_rules! typed {
    (group, $a:expr, $b:tt, $e:tt) => { tilework::group($a, integer!($b), integer!($e)) };
    (take, $a:expr, $b:tt, $e:tt) => { tilework::take($a, integer!($b), integer!($e)) };
    (select, $a:expr, [$($k:tt),*]) => { tilework::select($a, hlist![$(integer!($k)),*]) };
    (permute, $a:expr, [$($k:tt),*]) => { tilework::permute($a, hlist![$(integer!($k)),*]) };
    ($operation:ident, $a:expr $(, $($b:tt)+)?) => {
        tilework::$operation($a $(, layout!($($b)+))?)
    };
}

/// The operation of a row on values.
pub fn on_values(row: &str) -> String {
    evaluate(row, &mut Names::new()).unwrap_or_else(|error| panic!("{row}: {error}")).to_string()
}

/// Rows `operation(layout, ..) => result;`.
macro_rules! table {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn on_values() {$(
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let result = $crate::levels::rearranging::on_values(row);
            assert_eq!(result, $crate::value::layout(stringify!($rs:$rd)).to_string(), "{row}");
        )+}

        #[test]
        fn on_types() {$(
            let result: Layout!($rs:$rd) = typed!($operation, layout!($s:$d) $(, $($b)+)?);
            same(Ok(result), stringify!($rs:$rd), stringify!($operation($s:$d $(, $($b)+)?)));
        )+}

        #[test]
        fn in_macros() {$({
            let literal: Layout!($rs:$rd) = layout!($operation($s:$d $(, $($b)+)?));
            let literal: Layout!($operation($s:$d $(, $($b)+)?)) = literal;
            type A = Layout!($s:$d);
            let a: A = layout!($s:$d);
            let named: Layout!($operation(A $(, $($b)+)?)) = layout!($operation(a $(, $($b)+)?));
            let named: Layout!($rs:$rd) = named;
            assert!(literal == named);
            let tried = tilework::try_layout!($operation(a $(, $($b)+)?));
            assert!(tried == Ok(named));
        })+}

        #[test]
        fn with_run_time_leaves() {$(
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let a = layout!($s:$d);
            let extents = typed!($operation, a.extents() $(, $($b)+)?);
            same(Ok(extents), stringify!($rs:$rd), row);
            let leaves = typed!($operation, a.leaves() $(, $($b)+)?);
            same(Ok(leaves), stringify!($rs:$rd), row);
        )+}
    };
}

mod flattening {
    use super::*;
    table! {
        // 003, definition 2.3.1.13 and its examples
        flatten((5,(2,2)):(16,(80,4))) => (5,2,2):(16,80,4);
        flatten(10:4) => (10):(4);
        flatten(((2,2,2,(2,2))):((1,0,8,(0,16)))) => (2,2,2,2,2):(1,0,8,0,16);
        flatten((2,3):(1,2)) => (2,3):(1,2);
        flatten(():()) => ():();
        flatten(((),(1,()),4):((),(7,()),0)) => (1,4):(7,0);
        flatten((((3))):(((5)))) => (3):(5);
    }
}

mod grouping {
    use super::*;
    table! {
        group((2,3,5,7):(1,2,6,30), 1, 3) => (2,(3,5),7):(1,(2,6),30);
        group((2,3,5,7):(1,2,6,30), 0, 2) => ((2,3),5,7):((1,2),6,30);
        group((2,3,5,7):(1,2,6,30), 2, 4) => (2,3,(5,7)):(1,2,(6,30));
        group((2,3,5,7):(1,2,6,30), 0, 4) => ((2,3,5,7)):((1,2,6,30));
        group((2,3):(0,1), 1, 1) => (2,(),3):(0,(),1);
        group((2,3):(0,1), 2, 2) => (2,3,()):(0,1,());
        group(10:4, 0, 1) => ((10)):((4));
        group(((2,1),3):((1,9),2), 0, 1) => (((2,1)),3):(((1,9)),2);
        group(():(), 0, 0) => (()):(());
    }
}

mod taking {
    use super::*;
    table! {
        take((2,3,5,7):(1,2,6,30), 1, 3) => (3,5):(2,6);
        take((2,3,5,7):(1,2,6,30), 0, 1) => (2):(1);
        take((2,3,5,7):(1,2,6,30), 3, 4) => (7):(30);
        take((2,3,5,7):(1,2,6,30), 0, 4) => (2,3,5,7):(1,2,6,30);
        take((2,3,5,7):(1,2,6,30), 2, 2) => ():();
        take(10:4, 0, 1) => (10):(4);
        take(((2,1),(3,(4,1))):((1,9),(2,(0,3))), 1, 2) => ((3,(4,1))):((2,(0,3)));
    }
}

mod selecting {
    use super::*;
    table! {
        select((2,3,(5,7)):(1,2,(6,30)), [2, 0]) => ((5,7),2):((6,30),1);
        select((2,3,(5,7)):(1,2,(6,30)), [1]) => (3):(2);
        select((2,3,(5,7)):(1,2,(6,30)), []) => ():();
        select((2,3):(1,0), [1,1,0]) => (3,3,2):(0,0,1);
        select(10:4, [0]) => (10):(4);
        select(10:4, [0,0]) => (10,10):(4,4);
        select((1,(2,(3,4)),5,6,7,8,9,10,11):(1,(2,(3,4)),5,6,7,8,9,10,11), [8,1])
            => (11,(2,(3,4))):(11,(2,(3,4)));
    }
}

mod permuting {
    use super::*;
    table! {
        // 003, examples of permutations of flat layouts, as positions
        permute((4,2):(12,2), [1,0]) => (2,4):(2,12);
        permute((15,12,10):(240,1,24), [1,0,2]) => (12,15,10):(1,240,24);
        permute((2,2,2,2,2):(1,2,4,8,16), [4,3,1,2,0]) => (2,2,2,2,2):(16,8,2,4,1);
        permute((4,4,4):(7,7,7), [2,0,1]) => (4,4,4):(7,7,7);
        permute(((2,3),1):((0,4),5), [1,0]) => (1,(2,3)):(5,(0,4));
        permute(10:4, [0]) => (10):(4);
        permute(():(), []) => ():();
    }
}

mod appending {
    use super::*;
    table! {
        append((2,3):(1,2), (5,7):(6,30)) => (2,3,(5,7)):(1,2,(6,30));
        append((2,3):(1,2), 5:6) => (2,3,5):(1,2,6);
        append(10:4, 3:0) => (10,3):(4,0);
        append(():(), 3:1) => (3):(1);
        append((1):(0), ():()) => (1,()):(0,());
        append(((2,3),4):((1,2),6), ((1)):((0))) => ((2,3),4,((1))):((1,2),6,((0)));
        // A shape is its compact layout.
        append((2,3):(30,60), (5,6)) => (2,3,(5,6)):(30,60,(1,5));
        prepend((2,3):(1,2), 5:6) => (5,2,3):(6,1,2);
        prepend((2,3):(1,2), (5,7):(6,30)) => ((5,7),2,3):((6,30),1,2);
        prepend(10:4, 3:0) => (3,10):(0,4);
        prepend(():(), 3:1) => (3):(1);
        prepend((1):(0), ():()) => ((),1):((),0);
        prepend(((2,3),4):((1,2),6), (1):(0)) => ((1),(2,3),4):((0),(1,2),6);
    }
}
