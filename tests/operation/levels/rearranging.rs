//! Rows of the operations that rearrange modes: on values, on types, in the macros (with literals and with names), and
//! on types with dynamic leaves, where the result prints like the written one.
//!
//! Results are by the definition: a rearranged layout has the modes of its operand.

use tilework::algebra::expression::{Names, evaluate};
use tilework::{Layout, hlist, layout};

use super::table::same;
use crate::run_time::RunTime;

/// The static integer of a literal.
macro_rules! integer {
    ($n:tt) => {
        layout!(1:$n).stride()
    };
}

/// An operation on a layout of the types.
macro_rules! typed {
    (group, $a:expr, $b:tt, $e:tt) => { tilework::operation::group($a, integer!($b), integer!($e)) };
    (take, $a:expr, $b:tt, $e:tt) => { tilework::operation::take($a, integer!($b), integer!($e)) };
    (select, $a:expr, [$($k:tt),*]) => { tilework::operation::select($a, hlist![$(integer!($k)),*]) };
    (mode, $a:expr, $k:tt) => { tilework::operation::mode($a, integer!($k)) };
    (concatenate, $a:expr $(, $s:tt:$d:tt)*) => {
        tilework::operation::concatenate(hlist![$a $(, layout!($s:$d))*])
    };
    (permute, $a:expr, [$($k:tt),*]) => { tilework::operation::permute($a, hlist![$(integer!($k)),*]) };
    (upcast, $a:expr, $n:tt) => { tilework::operation::upcast($a, integer!($n)) };
    (downcast, $a:expr, $n:tt) => { tilework::operation::downcast($a, integer!($n)) };
    (recast, $a:expr, $old:tt, $new:tt) => { tilework::operation::recast($a, integer!($old), integer!($new)) };
    (unflatten, $a:expr, $p:tt) => { tilework::operation::unflatten($a, layout!($p).shape()) };
    (coalesce, $a:expr, $p:tt) => { tilework::operation::coalesce_profile($a, layout!($p).shape()) };
    ($operation:ident, $a:expr $(, $($b:tt)+)?) => {
        tilework::operation::$operation($a $(, layout!($($b)+))?)
    };
}

/// The operation of a row on values.
pub fn on_values(row: &str) -> String {
    evaluate(row, &mut Names::new()).unwrap_or_else(|error| panic!("{row}: {error}")).to_string()
}

/// Rows `operation(..) => result;` on values and literals.
macro_rules! literals {
    ($($operation:ident $arguments:tt => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn on_values_and_literals() {$({
            let row = stringify!($operation $arguments);
            let result = $crate::levels::rearranging::on_values(row);
            assert_eq!(result, $crate::levels::value::layout(stringify!($rs:$rd)).to_string(), "{row}");
            let literal: Layout!($rs:$rd) = layout!($operation $arguments);
            assert_eq!(literal.to_string(), result, "{row}");
        })+}
    };
}

/// Rows `operation(layout, ..) => result;` of static layouts.
macro_rules! static_table {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn on_values() {$(
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let result = $crate::levels::rearranging::on_values(row);
            assert_eq!(result, $crate::levels::value::layout(stringify!($rs:$rd)).to_string(), "{row}");
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
    };
}

/// Rows with dynamic leaves, which the first macro compares: dynamic `extents`, or all `leaves` dynamic.
macro_rules! run_time_table {
    ($compare:ident $leaves:ident:
        $($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn $leaves() {$({
            let result = typed!($operation, layout!($s:$d).$leaves() $(, $($b)+)?);
            let row = concat!(stringify!($operation($s:$d $(, $($b)+)?)));
            run_time_table!(@ $compare, result, stringify!($rs:$rd), row);
        })+}
    };
    (@ as_written, $result:expr, $written:expr, $row:expr) => { same(Ok($result), $written, $row) };
    (@ as_function, $result:expr, $written:expr, $row:expr) => {{
        let (result, written) = ($result.to_value(), $crate::levels::value::layout($written));
        assert_eq!(result.size(), written.size(), "{}", $row);
        let offsets = |layout| tilework::algebra::offsets(layout).unwrap();
        assert_eq!(offsets(&result), offsets(&written), "{}: {result}", $row);
    }};
}

/// Rows that hold at all levels, printed.
macro_rules! table {
    ($($rows:tt)+) => {
        static_table! { $($rows)+ }
        run_time_table! { as_written dynamic_extents: $($rows)+ }
        run_time_table! { as_written leaves: $($rows)+ }
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

mod unflattening {
    use super::*;
    table! {
        // The rows of `flatten`, in reverse.
        unflatten((5,2,2):(16,80,4), (1,(1,1))) => (5,(2,2)):(16,(80,4));
        unflatten((10):(4), 1) => 10:4;
        unflatten((2,2,2,2,2):(1,0,8,0,16), ((1,1,1,(1,1)))) => ((2,2,2,(2,2))):((1,0,8,(0,16)));
        unflatten((2,3):(1,2), (1,1)) => (2,3):(1,2);
        unflatten(():(), ()) => ():();
        unflatten((1,4):(7,0), ((),(1,()),1)) => ((),(1,()),4):((),(7,()),0);
        unflatten((3):(5), (((1)))) => (((3))):(((5)));
        // Nested layouts, from one profile to another.
        unflatten(((2,3),(5,7)):((1,2),(6,30)), (1,(1,1),1)) => (2,(3,5),7):(1,(2,6),30);
        unflatten(10:4, (1)) => (10):(4);
        unflatten(():(), ((),(()))) => ((),(())):((),(()));
    }
}

mod flattening_by_profile {
    use super::*;
    literals! {
        // 003, examples 2.2.4.12 to 2.2.4.15
        relative_flatten((((2,2),(3,3)),((5,5),(7,7))):(((1,2),(4,12)),((36,180),(900,6300))),
            ((1,1),(1,1))) => ((2,2),(3,3),(5,5),(7,7)):((1,2),(4,12),(36,180),(900,6300));
        relative_flatten((64,(8,8)):(64,(8,1)), (1,(1,1))) => (64,8,8):(64,8,1);
        relative_flatten(((2,2),(3,3),25):((1,2),(4,12),36), (1,1,1))
            => ((2,2),(3,3),25):((1,2),(4,12),36);
        relative_flatten((2,(3,5)):(15,(5,1)), 1) => ((2,(3,5))):((15,(5,1)));
        // By the definition.
        relative_flatten(10:4, 1) => (10):(4);
        relative_flatten(():(), ()) => ():();
        relative_flatten(((),(1,()),4):((),(7,()),0), ((),(1,()),1)) => (1,4):(7,0);
        relative_flatten(((2,1),(),3):((0,9),(),5), (1,1,1)) => ((2,1),(),3):((0,9),(),5);
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

mod modes {
    use super::*;
    table! {
        mode((2,3,5,7):(1,2,6,30), 0) => 2:1;
        mode((2,3,5,7):(1,2,6,30), 3) => 7:30;
        mode((2,(3,1),7):(1,(2,0),6), 1) => (3,1):(2,0);
        mode(10:4, 0) => 10:4;
        mode(((2,3)):((0,4)), 0) => (2,3):(0,4);
        mode(((),1):((),0), 0) => ():();
    }
}

mod concatenating {
    use super::*;
    table! {
        // 003, definition 2.3.2.5; 004, section 3.1
        concatenate(3:4, (2,5):(2,1)) => (3,(2,5)):(4,(2,1));
        concatenate((2,3):(1,2)) => ((2,3)):((1,2));
        concatenate(10:4) => (10):(4);
        concatenate(():(), 4:0, ():()) => ((),4,()):((),0,());
        concatenate((2,(3,4)):(1,(0,6)), 1:7, 5:0, (1,2):(3,3)) => ((2,(3,4)),1,5,(1,2)):((1,(0,6)),7,0,(3,3));
    }
}

mod substituting {
    use super::*;
    literals! {
        // 003, definition 2.3.2.12
        substitute((1,(1,1)), [(2,2):(1,2), 3:4, (5,5):(12,60)]) => ((2,2),(3,(5,5))):((1,2),(4,(12,60)));
        substitute(1, [(2,(3)):(1,(0))]) => (2,(3)):(1,(0));
        substitute((1), [5:7]) => (5):(7);
        substitute(((),(1,()),1), [4:1, ():()]) => ((),(4,()),()):((),(1,()),());
    }
}

mod zipping {
    use super::*;
    table! {
        // 004, section 3.5.1
        zip((3,4):(4,1), (2,5):(12,24)) => ((3,2),(4,5)):((4,12),(1,24));
        zip((3,(4,2)):(4,(1,0)), ((2,1),5):((12,0),24)) => ((3,(2,1)),((4,2),5)):((4,(12,0)),((1,0),24));
        zip(10:4, 3:0) => ((10,3)):((4,0));
        zip((10):(4), 3:0) => ((10,3)):((4,0));
        zip(():(), ():()) => ():();
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

/// Rows that hold with dynamic extents, printed.
macro_rules! extents_table {
    ($($rows:tt)+) => {
        static_table! { $($rows)+ }
        run_time_table! { as_written dynamic_extents: $($rows)+ }
    };
}

/// Rows that hold with dynamic extents, as functions.
macro_rules! extents_function_table {
    ($($rows:tt)+) => {
        static_table! { $($rows)+ }
        run_time_table! { as_function dynamic_extents: $($rows)+ }
    };
}

/// Rows that hold at all levels; with dynamic leaves, as functions.
macro_rules! function_table {
    ($($rows:tt)+) => {
        static_table! { $($rows)+ }
        run_time_table! { as_function dynamic_extents: $($rows)+ }
        run_time_table! { as_function leaves: $($rows)+ }
    };
}

mod sorting {
    use super::*;
    extents_table! {
        // 003, construction 2.1.3.31
        sort((2,4):(4,1)) => (4,2):(1,4);
        sort((2,4,8,16):(64,1,2,4)) => (4,8,16,2):(1,2,4,64);
        sort((4,8,16,2):(1,2,4,64)) => (4,8,16,2):(1,2,4,64);
        sort(((2,1),(3,4)):((0,9),(2,1))) => (2,4,3,1):(0,1,2,9);
        sort(10:4) => (10):(4);
        sort(():()) => ():();
    }
    mod of_equal_strides {
        use super::*;
        static_table! {
            sort((5,32,16):(1,5,5)) => (5,16,32):(1,5,5);
            sort((5,(32,16)):(1,(5,5))) => (5,16,32):(1,5,5);
            sort((3,2,3):(0,0,0)) => (2,3,3):(0,0,0);
        }
    }
}

mod coalescing_by_profile {
    use super::*;
    function_table! {
        // CuTe, without the modes that stay
        coalesce((2,(1,6)):(1,(6,2)), (1,1)) => (2,6):(1,2);
        coalesce((7,5):(5,1), (1,1)) => (7,5):(5,1);
        coalesce(((4,(3,5),2),1):((3,(5,1),12),64), (1,1)) => ((4,3,5,2),1):((3,5,1,12),0);
        coalesce(((1,1),16,9,2):((64,64),9,1,144), (1,1,1)) => (1,16,9,2):(0,9,1,144);
        coalesce(((2,(2,8),16),1):((128,(256,1),8),5), ((1,1),1))
            => ((2,(2,8),16),1):((128,(256,1),8),0);
        coalesce((2,(5,2),(1)):(5,(1,10),(1)), (1,1,(1))) => (2,(5,2),(1)):(5,(1,10),(0));
        coalesce(((9,1,4,2),2):((5,64,59,59),17), ((1,1,1,1),1))
            => ((9,1,4,2),2):((5,0,59,59),17);
        // 003, examples of definition 2.3.4.7
        coalesce(((2,2),(3,3),(5,5)):((1,2),(4,12),(36,180)), ((1,1),1,1))
            => ((2,2),9,25):((1,2),4,36);
        coalesce(((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))), (1,(1,1)))
            => (4,(9,25)):(1,(6,90));
        coalesce(((2,1),3):((1,7),5), ((1,1),1)) => ((2,1),3):((1,0),5);
        // Modes past the end of the profile stay.
        coalesce(((2,2),(2,2)):((1,2),(4,8)), (1)) => (4,(2,2)):(1,(4,8));
        coalesce(((2,2),(2,2)):((1,2),(4,8)), ()) => ((2,2),(2,2)):((1,2),(4,8));
    }
}

/// A refused layout has one verdict: its modes are unknown, so no order of them is refused too.
#[test]
fn orders_of_a_refused_layout() {
    use tilework::bound::Exact;
    use tilework::bound::total::{DivideTotal, PermuteTotal};
    use tilework::typenum::{U0, U1};
    use tilework::verdict::Judged;
    use tilework::{HList, Static};

    type Refused = <Layout!(10:1) as DivideTotal<Layout!(4:1), Exact>>::Result;
    assert_eq!(<Refused as Judged>::RULE, Some("evenness"));
    type Order = HList![Static<U1>, Static<U0>];
    assert_eq!(<<Refused as PermuteTotal<Order>>::Result as Judged>::RULE, None);
    type Repeated = HList![Static<U1>, Static<U1>];
    assert_eq!(<<Refused as PermuteTotal<Repeated>>::Result as Judged>::RULE, None);
}

mod casting;
mod compacting;
mod filtering;
