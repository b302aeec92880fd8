//! Rows of compact layouts in an order.

use super::*;
use tilework::{
    Static,
    operation::{make_ordered_layout, try_make_ordered_layout},
};

extents_table! {
    // By the definition: a stride is the product of the extents with smaller strides.
    make_layout_like((4,(2,3),5):(30,(0,4),1)) => (4,(2,3),5):(15,(0,5),1);
    make_layout_like((4,8):(8,1)) => (4,8):(8,1);
    make_layout_like((4,8):(100,1)) => (4,8):(8,1);
    make_layout_like((2,3):(0,0)) => (2,3):(0,0);
    make_layout_like(((2,3),4):((7,1),50)) => ((2,3),4):((3,1),6);
    make_layout_like(10:4) => 10:1;
    make_layout_like(():()) => ():();
}
mod of_equal_strides {
    use super::*;
    static_table! {
        make_layout_like((2,3,4):(5,5,1)) => (2,3,4):(4,8,1);
        make_layout_like((2,1,4):(5,3,5)) => (2,1,4):(1,0,2);
        make_layout_like((1,1):(2,1)) => (1,1):(0,0);
    }
}

/// Rows `shape, order => stride`, at run time and by the value level.
macro_rules! ordered {
    ($($s:tt, $k:tt => $d:tt;)+) => {
        #[test]
        fn ordered() {$({
            let written: Layout!($s:$d) = make_ordered_layout(layout!($s).shape(), integers!($k));
            let row = stringify!(make_ordered_layout($s, $k));
            assert_eq!(written.to_string(), super::on_values(row), "{row}");
            let extents = try_make_ordered_layout(layout!($s).dynamic_extents().shape(), integers!($k));
            let row = stringify!($s:$d);
            let values = extents.unwrap().to_value();
            assert_eq!(values.shape(), crate::levels::value::layout(row).shape());
            for (given, right) in
                values.flat_modes().iter().zip(crate::levels::value::layout(row).flat_modes())
            {
                assert!(given.stride == right.stride || given.shape == 1, "{row}: {values}");
            }
        })+}
    };
}
/// A tuple of static integers.
macro_rules! integers {
    (($($k:tt),*)) => { hlist![$(integers!($k)),*] };
    ($k:tt) => { integer!($k) };
}
ordered! {
    // By the definition: products of the extents with smaller numbers.
    (2,3,5), (2,0,1) => (15,1,3);
    (2,3,5), (0,0,0) => (1,2,6);
    (2,3,5), (7,5,3) => (15,5,1);
    (2,3,(5,7)), (3,1,2) => (105,1,(3,15));
    (2,(3,1),5), (1,(2,0),1) => (1,(10,0),2);
    4, 0 => 1;
    (), () => ();
    ((2,2),(2,2)), (1,0) => ((4,8),(1,2));
}

#[test]
fn extents_of_run_time() {
    let order =
        hlist![Static::<tilework::typenum::U1>::new(), Static::<tilework::typenum::U0>::new()];
    let shape = |m: usize, n: usize| hlist![tilework::Dyn(m), tilework::Dyn(n)];
    let rule = |m, n| try_make_ordered_layout(shape(m, n), order).unwrap_err().to_string();
    assert_eq!(try_make_ordered_layout(shape(0, 2), order).unwrap().to_string(), "(0,2):(2,1)");
    assert!(rule(usize::MAX, 2).contains("overflow"));
    assert_eq!(
        tilework::operation::try_identity(shape(usize::MAX, 2)).unwrap_err().operation,
        tilework::Operation::Identity
    );
}
