//! Compact strides, by the names and against the results of the value level, with dynamic extents too.

use crate::run_time::Dynamic;
use tilework::algebra::{self, IntTuple};
use tilework::{
    AnyLayout, Dyn, Layout, Rule,
    bound::{ComposeWith, OrderedBy},
    hlist, layout,
    operation::{
        assert_same, composition, identity, make_ordered_layout, try_identity,
        try_make_ordered_layout,
    },
    result::{ColMajor, MakeOrderedLayout, RowMajor},
};

/// Rows of a shape and an order. The types are those of the value level's result.
macro_rules! rows {
    ($($s:tt, $k:tt: $of_order:tt $column:tt $row:tt;)*) => {$({
        let tuple = |text: &str| -> IntTuple { text.parse().unwrap() };
        let (s, k) = (tuple(stringify!($s)), tuple(stringify!($k)));
        let in_order = algebra::compact_order(&s, &k).unwrap();
        assert_eq!(in_order, tuple(stringify!($of_order)), "{s}");
        assert_eq!(algebra::compact_col_major(&s).unwrap(), tuple(stringify!($column)), "{s}");
        assert_eq!(algebra::compact_row_major(&s).unwrap(), tuple(stringify!($row)), "{s}");
        let (shape, order) = (layout!($s).shape(), layout!($k).shape());
        let static_order: Layout!($s:$of_order) = try_make_ordered_layout(shape, order).unwrap();
        let column: Layout!($s:$column) = identity(shape);
        let row: Layout!($s:$row) = layout!($s:row_major);
        assert_eq!(row.to_value().stride().to_string(), algebra::compact_row_major(&s).unwrap().to_string());
        let dynamic = shape.dynamic();
        let of_run_time = try_make_ordered_layout(dynamic, order).unwrap();
        assert_eq!(of_run_time.to_string(), static_order.to_string());
        assert_eq!(identity(dynamic).to_string(), column.to_string());
    })*};
}

#[test]
fn as_on_values() {
    rows! {
        (2,3,(5,7)), (3,1,2): (105,1,(3,15)) (1,2,(6,30)) (105,35,(7,1));
        (2,(3,3),5), (2,1,3): (9,(1,3),18) (1,(2,6),18) (45,(15,5),1);
        (4,2), (1,1): (1,4) (1,4) (2,1);
        6, 3: 1 1 1;
        (), (): () () ();
    }
}

#[test]
fn one_bound_and_errors() {
    fn generic<S: OrderedBy<K>, K>(shape: S, order: K) -> MakeOrderedLayout<S, K> {
        make_ordered_layout(shape, order)
    }
    let order = layout!((2, 1)).shape();
    assert_eq!(generic(layout!((4, 8)).shape(), order), layout!((4,8):(8,1)));
    // An extent of 0 gives an empty layout.
    let zero = try_make_ordered_layout(hlist![Dyn(0_usize), Dyn(3_usize)], order).unwrap();
    assert_eq!(zero.to_string(), "(0,3):(3,1)");
    let large = hlist![Dyn(1_usize << 40), Dyn(1_usize << 40)];
    assert_eq!(try_make_ordered_layout(large, order).unwrap_err().rule, Rule::Overflow);
    assert_eq!(try_identity(large).unwrap_err().rule, Rule::Overflow);
}

/// `Layout!` makes the same from a shape with dynamic extents as the traits do, and a bound can name it.
#[test]
fn shapes_of_run_time_in_bounds() {
    fn rows<A: ComposeWith<Layout!((_, 8))>>(a: A, m: usize) -> usize {
        composition(a, layout!((m, 8))).size()
    }
    assert_eq!(rows(layout!(64:2), 4), 32);
    macro_rules! same {
        ($($shape:tt)+) => {$({
            type Of<L> = <L as AnyLayout>::Shape;
            assert_same::<Layout!($shape), ColMajor<Of<Layout!($shape)>>>();
            assert_same::<Layout!($shape:row_major), RowMajor<Of<Layout!($shape:row_major)>>>();
        })+};
    }
    same!((_, 8)(8, _)(2, (_, 1), 8)(1, (u32, 3, u32), (8, 1))(_)(_, usize, 4)((2, 3), (1, _)));
}

/// The expected layout does not decide the order of one whose integers have no type yet.
#[test]
fn integers_without_a_type() {
    fn columns(l: Layout!((_,_):(1,_))) -> usize {
        l.offset((1, 1))
    }
    fn rows(l: Layout!((_,_):(_,1))) -> usize {
        l.offset((1, 2))
    }
    let (m, n) = (4, 6);
    assert_eq!((columns(layout!((m, n))), rows(layout!((m,n):row_major))), (1 + 4, 6 + 2));
}
