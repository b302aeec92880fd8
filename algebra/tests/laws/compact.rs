use tilework_algebra::{IntTuple, Layout, Rule, compact_col_major, compact_row_major};

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

/// Row-major of a shape is column-major of the reversed one, read backwards.
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
fn extents_below_one_are_refused() {
    for compact in [compact_col_major, compact_row_major] {
        let error = compact(&"(4,(0,3))".parse().unwrap()).unwrap_err();
        assert_eq!((error.rule, error.mode), (Rule::Extent { extent: 0 }, Some(1)));
    }
}
