//! Compact strides by the names of the value level, and against it, with extents of run time too.

#[allow(dead_code)]
#[path = "levels/run_time.rs"]
mod run_time;

use run_time::Dynamic;
use tilework::algebra::{self, IntTuple};
use tilework::{
    AnyLayout, Dyn, Error, Layout, Rule,
    bound::{ComposeWith, OrderedBy},
    hlist, layout,
    operation::{
        assert_same, compact_order, composition, prefix_product, try_compact_col_major,
        try_compact_order, try_compact_row_major, try_prefix_product,
    },
    result::{ColMajor, CompactOrder, RowMajor},
};

/// Rows of a shape and an order; types are those of the value level's result.
macro_rules! rows {
    ($($s:tt, $k:tt: $of_order:tt $column:tt $row:tt;)*) => {$({
        let tuple = |text: &str| -> IntTuple { text.parse().unwrap() };
        let (s, k) = (tuple(stringify!($s)), tuple(stringify!($k)));
        let in_order = algebra::compact_order(&s, &k).unwrap();
        assert_eq!(in_order, tuple(stringify!($of_order)), "{s}");
        assert_eq!(algebra::compact_col_major(&s).unwrap(), tuple(stringify!($column)), "{s}");
        assert_eq!(algebra::compact_row_major(&s).unwrap(), tuple(stringify!($row)), "{s}");
        let (shape, order) = (layout!($s).shape(), layout!($k).shape());
        type Of<L> = <L as AnyLayout>::Stride;
        let static_order: Of<Layout!($s:$of_order)> = try_compact_order(shape, order).unwrap();
        let column: Of<Layout!($s:$column)> = try_compact_col_major(shape).unwrap();
        let row: Of<Layout!($s:$row)> = try_compact_row_major(shape).unwrap();
        let dynamic = shape.dynamic();
        let tripled = algebra::prefix_product(&s, 3).unwrap();
        let tripled = algebra::Layout::new(&s, &tripled).unwrap().to_string();
        let three = layout!(1:3).stride();
        assert_eq!(Layout::new(shape, prefix_product(shape, three)).to_string(), tripled);
        assert_eq!(Layout::new(dynamic, prefix_product(dynamic, three)).to_string(), tripled);
        assert_eq!(Layout::new(dynamic, prefix_product(dynamic, Dyn(3_usize))).to_string(), tripled);
        let printed = |stride: &dyn std::fmt::Display| stride.to_string();
        let layouts = [
            (printed(&Layout::new(dynamic, try_compact_order(dynamic, order).unwrap())),
             printed(&Layout::new(shape, static_order))),
            (printed(&Layout::new(dynamic, try_compact_col_major(dynamic).unwrap())),
             printed(&Layout::new(shape, column))),
            (printed(&Layout::new(dynamic, try_compact_row_major(dynamic).unwrap())),
             printed(&Layout::new(shape, row))),
        ];
        assert!(layouts.iter().all(|(dynamic, written)| dynamic == written), "{layouts:?}");
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
    fn generic<S: OrderedBy<K>, K>(shape: S, order: K) -> CompactOrder<S, K> {
        compact_order(shape, order)
    }
    let order = layout!((2, 1)).shape();
    assert_eq!(generic(layout!((4, 8)).shape(), order), layout!((4,8):(8,1)).stride());
    let rule = |error: Error| (error.operation.name(), error.rule);
    // An extent of 0 is that of an empty layout.
    let zero = try_compact_order(hlist![Dyn(0_usize), Dyn(3_usize)], order).unwrap();
    assert_eq!(zero.head, Dyn(3_usize));
    let large = hlist![Dyn(1_usize << 40), Dyn(1_usize << 40)];
    assert_eq!(try_compact_order(large, order).map_err(rule).unwrap_err().1, Rule::Overflow);
    for (error, operation) in [
        (try_compact_col_major(large).unwrap_err(), "compact_col_major"),
        (try_compact_row_major(large).unwrap_err(), "compact_row_major"),
        (try_prefix_product(large, Dyn(1_usize)).unwrap_err(), "prefix_product"),
    ] {
        assert_eq!(rule(error), (operation, Rule::Overflow));
    }
}

/// What `Layout!` makes of a shape with extents of run time is what the traits make of it, and a bound names it.
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

/// The layout that is wanted does not decide the order of one whose integers have no type yet.
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
