//! Views of faer.

use faer::Mat;
use tilework::{Layout, Tensor, layout};

#[test]
fn each_element_is_where_it_was() {
    let data: Vec<i32> = (0..60).collect();
    let (m, lda) = (3, 12);
    let tensor = Tensor::new(&data[..], layout!((m,(2,2)):(lda,(2,4)))).unwrap();
    let view = tensor.as_faer().unwrap();
    assert_eq!((view.nrows(), view.ncols(), view.row_stride(), view.col_stride()), (3, 4, 12, 2));
    for i in 0..3 {
        for j in 0..4 {
            assert!(std::ptr::eq(&view[(i, j)], &tensor[(i, j)]));
        }
    }
    let back: Tensor<_, Layout!((_,4):(_,2))> = Tensor::from_faer(view).unwrap();
    assert!(back.iter().eq(tensor.iter()));
}

#[test]
fn writes_are_seen_on_both_sides() {
    let mut matrix = Mat::<i32>::from_fn(4, 6, |_, _| 0);
    let (left, right) = matrix.as_mut().split_at_col_mut(3);
    let mut left: Tensor<_, Layout!((_,_):(_,_))> =
        Tensor::from_faer_mut(left.transpose_mut()).unwrap();
    let mut right: Tensor<_, Layout!((4,_):(1,_))> = Tensor::from_faer_mut(right).unwrap();
    left[(2, 1)] = 7;
    right.as_faer_mut().unwrap()[(3, 0)] = 8;
    assert_eq!((matrix[(1, 2)], matrix[(3, 3)]), (7, 8));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let data = [0; 64];
    let tiled = Tensor::new(&data[..], layout!((4,(2,4)):(2,(1,8)))).unwrap();
    assert_eq!(
        tiled.as_faer().unwrap_err().to_string(),
        "view: one stride, mode 1: the mode has 2 strides, an axis of a view has one"
    );
    let matrix = Mat::<i32>::from_fn(4, 6, |_, _| 0);
    let backwards = matrix.as_ref().reverse_rows();
    assert_eq!(
        Tensor::<_, Layout!((_,_):(_,_))>::from_faer(backwards).unwrap_err().to_string(),
        "view: natural stride, mode 0: a stride must be at least 0 here, not -1"
    );
}

/// The stride of an extent of 1 means nothing, and neither do those of a matrix without elements.
#[test]
fn strides_that_move_nothing() {
    let mut matrix = Mat::<usize>::from_fn(4, 6, |i, j| 10 * i + j);
    for (rows, columns) in (0..=4).flat_map(|m| (0..=6).map(move |n| (m, n))) {
        let part = matrix.as_ref().submatrix(0, 6 - columns, rows, columns);
        // Column-major, and viewed row-major if there is one column or one row.
        let tensor = Tensor::<_, Layout!((_,_):(1,_))>::from_faer(part).unwrap();
        let turned = Tensor::<_, Layout!((_,_):(_,1))>::from_faer(part);
        assert_eq!(turned.is_ok(), rows == 0 || columns <= 1, "{rows} x {columns}");
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert!(std::ptr::eq(&tensor[(i, j)], &part[(i, j)]));
            if let Ok(turned) = &turned {
                assert!(std::ptr::eq(&turned[(i, j)], &part[(i, j)]));
            }
        }
    }
    let row = matrix.as_mut().subrows_mut(3, 1).reverse_rows_mut();
    let mut row = Tensor::<_, Layout!((1,_):(9,_))>::from_faer_mut(row).unwrap();
    row[(0, 2)] = 7;
    assert_eq!(matrix[(3, 2)], 7);
}
