use proptest::prelude::*;
use tilework_algebra::{
    IntTuple, Layout, Operation, Rule, compact_col_major, compact_order, compact_row_major,
    identity, make_layout_like, make_ordered_layout, prefix_product,
};

use crate::arbitrary;
use crate::definition::values;

const SHAPES: [&str; 6] = ["7", "()", "(4,1,2)", "((2,3),4)", "(2,(3,(1,2)),2)", "((),(5))"];

fn layout(shape: &IntTuple, stride: &IntTuple) -> Layout {
    Layout::new(shape, stride).unwrap()
}

#[test]
fn column_major_is_the_identity() {
    for shape in SHAPES {
        let shape: IntTuple = shape.parse().unwrap();
        let layout = layout(&shape, &compact_col_major(&shape).unwrap());
        let identity: Vec<i64> = (0..layout.size()).collect();
        assert_eq!(values(&layout), identity, "{layout}");
    }
}

/// The row-major stride of a shape is the column-major stride of the reversed shape, in reverse.
#[test]
fn row_major_is_column_major_reversed() {
    for shape in SHAPES {
        let shape: IntTuple = shape.parse().unwrap();
        let reversed = IntTuple::tuple(shape.leaves().iter().rev().map(|&n| n.into()));
        let mut expected = compact_col_major(&reversed).unwrap().leaves().to_vec();
        expected.reverse();
        let stride = compact_row_major(&shape).unwrap();
        assert_eq!(stride.leaves(), expected, "{shape}");
        assert_eq!(stride.profile(), shape.profile());
    }
}

#[test]
fn extents_of_one_get_stride_zero() {
    let shape: IntTuple = "(1,(4,1),2,1)".parse().unwrap();
    assert_eq!(compact_col_major(&shape).unwrap().to_string(), "(0,(1,0),4,0)");
    assert_eq!(compact_row_major(&shape).unwrap().to_string(), "(0,(2,0),1,0)");
}

#[test]
fn extents_below_zero_are_refused() {
    for (compact, shape) in [compact_col_major, compact_row_major]
        .into_iter()
        .flat_map(|compact| ["(4,(-1,3))", "(4,(-1,0))"].map(|shape| (compact, shape)))
    {
        let error = compact(&shape.parse().unwrap()).unwrap_err();
        assert_eq!((error.rule, error.mode), (Rule::NaturalExtent { extent: -1 }, Some(1)));
    }
    // The error names the first one, whatever the order is, and the called operation.
    let (shape, order) = ("(4,(-1,-1))".parse().unwrap(), "(1,(2,3))".parse().unwrap());
    for (error, operation) in [
        (compact_col_major(&shape).unwrap_err(), Operation::CompactColMajor),
        (compact_row_major(&shape).unwrap_err(), Operation::CompactRowMajor),
        (prefix_product(&shape, 2).unwrap_err(), Operation::PrefixProduct),
        (compact_order(&shape, &order).unwrap_err(), Operation::CompactOrder),
        (make_ordered_layout(&shape, &order).unwrap_err(), Operation::MakeOrderedLayout),
        (identity(&shape).unwrap_err(), Operation::Identity),
    ] {
        let expected = (operation, Rule::NaturalExtent { extent: -1 }, Some(1));
        assert_eq!((error.operation, error.rule, error.mode), expected);
    }
}

proptest! {
    #[test]
    fn prefix_products(profile in arbitrary::profile(5), seed in 1i64..1000, start in -3i64..4) {
        let extents = (0..profile.len() as i64).map(|k| 1 + (seed * (k + 3)) % 4);
        let shape = IntTuple::new(extents, profile).unwrap();
        let stride = prefix_product(&shape, start).unwrap();
        prop_assert_eq!(stride.profile(), shape.profile());
        let mut product = start;
        for (&extent, &stride) in shape.leaves().iter().zip(stride.leaves()) {
            prop_assert_eq!(stride, if extent == 1 { 0 } else { product });
            product *= extent;
        }
        prop_assert_eq!(prefix_product(&shape, 1), compact_col_major(&shape));

        let identity = identity(&shape).unwrap();
        prop_assert_eq!(values(&identity), (0..identity.size()).collect::<Vec<_>>());
        prop_assert_eq!(identity.shape(), shape);
    }

    /// The layout is compact, and smaller numbers are faster.
    #[test]
    fn orders(profile in arbitrary::profile(5), seed in 1i64..1000) {
        let len = profile.len() as i64;
        let tuple = |leaf: &dyn Fn(i64) -> i64| IntTuple::new((0..len).map(leaf), profile.clone());
        let shape = tuple(&|k| 1 + (seed * (k + 3)) % 4).unwrap();
        let order = tuple(&|k| (seed * (k + 7)) % 5).unwrap();
        let layout = make_ordered_layout(&shape, &order).unwrap();
        prop_assert_eq!(layout.stride(), compact_order(&shape, &order).unwrap());
        let mut all = values(&layout);
        all.sort_unstable();
        prop_assert_eq!(all, (0..layout.size()).collect::<Vec<_>>());
        let faster = |i: usize, j: usize| (order.leaves()[i], i) < (order.leaves()[j], j);
        let modes = layout.flat_modes();
        for (i, j) in (0..modes.len()).flat_map(|i| (0..modes.len()).map(move |j| (i, j))) {
            if modes[i].shape > 1 && modes[j].shape > 1 && faster(i, j) {
                prop_assert!(modes[i].stride < modes[j].stride);
            }
        }
        // Ascending and descending numbers are column-major and row-major.
        let ascending = tuple(&|k| k).unwrap();
        prop_assert_eq!(compact_order(&shape, &ascending), compact_col_major(&shape));
        let descending = tuple(&|k| -k).unwrap();
        prop_assert_eq!(compact_order(&shape, &descending), compact_row_major(&shape));
    }

    #[test]
    fn layouts_like_others(a in arbitrary::layout(5, 5, -9..10)) {
        let r = make_layout_like(&a);
        prop_assert_eq!(r.shape(), a.shape());
        // The layout is compact except for the modes of stride 0.
        let mut all = values(&r);
        all.sort_unstable();
        all.dedup();
        let moving = a.flat_modes().iter().filter(|mode| mode.stride != 0);
        let size: i64 = moving.map(|mode| mode.shape).product();
        prop_assert_eq!(all, (0..size).collect::<Vec<_>>());
        for (i, of_a) in a.flat_modes().iter().enumerate() {
            let of_r = r.flat_modes()[i];
            prop_assert_eq!(of_r.stride == 0, of_a.stride == 0 || of_a.shape == 1);
            for (j, other) in a.flat_modes().iter().enumerate() {
                let larger = of_a.stride.abs() > other.stride.abs();
                if of_r.stride != 0 && larger && other.stride != 0 && other.shape > 1 {
                    prop_assert!(of_r.stride > r.flat_modes()[j].stride);
                }
            }
        }
        prop_assert_eq!(make_layout_like(&r), r);
    }
}

#[test]
fn an_order_for_whole_modes() {
    let shape: IntTuple = "((2,3),4)".parse().unwrap();
    assert_eq!(compact_order(&shape, &"(1,0)".parse().unwrap()).unwrap().to_string(), "((4,8),1)");
    let error = compact_order(&shape, &"(1,0,2)".parse().unwrap()).unwrap_err();
    assert_eq!((error.operation, error.rule), (Operation::CompactOrder, Rule::Profile));
    let error = make_ordered_layout(&"(-1,2)".parse().unwrap(), &0.into()).unwrap_err();
    assert_eq!(error.operation, Operation::MakeOrderedLayout);
    assert_eq!((error.rule, error.mode), (Rule::NaturalExtent { extent: -1 }, Some(0)));
}
