//! Views of nalgebra.

use nalgebra::{DMatrix, Matrix3x4};
use tilework::{Layout, Tensor, layout};

#[test]
fn each_element_is_where_it_was() {
    let data: Vec<i32> = (0..60).collect();
    let (m, lda) = (3, 12);
    let tensor = Tensor::new(&data[..], layout!((m,(2,2)):(1,(lda,24)))).unwrap();
    let view = tensor.as_nalgebra().unwrap();
    assert_eq!((view.shape(), view.strides()), ((3, 4), (1, 12)));
    for i in 0..3 {
        for j in 0..4 {
            assert!(std::ptr::eq(&view[(i, j)], &tensor[(i, j)]));
        }
    }
    let back: Tensor<_, Layout!((_,4):(1,_))> = Tensor::from_nalgebra(&view).unwrap();
    assert!(back.iter().eq(tensor.iter()));
    assert_eq!(view.row(2).iter().copied().collect::<Vec<_>>(), [2, 14, 26, 38]);
    let sums = view * nalgebra::Vector4::new(1, 1, 1, 1);
    assert_eq!(sums.as_slice(), [72, 76, 80]);
}

#[test]
fn writes_are_seen_on_both_sides() {
    let mut matrix = DMatrix::<i32>::zeros(4, 6);
    let mut part = matrix.view_with_steps_mut((1, 0), (2, 3), (1, 1));
    let mut tensor: Tensor<_, Layout!((2,_):(2,_))> = Tensor::from_nalgebra_mut(&mut part).unwrap();
    assert_eq!(tensor.layout().to_string(), "(2,3):(2,8)");
    tensor[(1, 1)] = 7;
    let mut columns = matrix.columns_mut(3, 2);
    let mut tensor: Tensor<_, Layout!((4,_):(1,4))> =
        Tensor::from_nalgebra_mut(&mut columns).unwrap();
    tensor.as_nalgebra_mut().unwrap().column_mut(1).fill(3);
    assert_eq!((matrix[(3, 2)], matrix[(1, 4)], matrix[(3, 4)], matrix.sum()), (7, 3, 3, 19));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let data = [0; 64];
    let rows = Tensor::new(&data[..], layout!((4,8):row_major)).unwrap();
    assert_eq!(
        rows.as_nalgebra().unwrap_err().to_string(),
        "view: static leaf, mode 0: the integer 8 where the type has 1"
    );
    // One row has no stride.
    assert!(Tensor::new(&data[..], layout!((1,8):row_major)).unwrap().as_nalgebra().is_ok());
    let tiled = Tensor::new(&data[..], layout!((4,(2,4)):(2,(1,8)))).unwrap();
    assert_eq!(
        tiled.as_nalgebra().unwrap_err().to_string(),
        "view: one stride, mode 1: the mode has 2 strides, an axis of a view has one"
    );
    let three = Tensor::new(&data[..], layout!((2, 2, 2))).unwrap();
    assert_eq!(
        three.as_nalgebra().unwrap_err().to_string(),
        "view: axes: the layout has 3 modes, the view 2 axes"
    );
    let matrix = Matrix3x4::<i32>::zeros();
    assert!(Tensor::<_, Layout!((3,4):(1,3))>::from_nalgebra(&matrix).is_ok());
    assert!(Tensor::<_, Layout!((4,3):(1,4))>::from_nalgebra(&matrix).is_err());
}

/// The stride of an extent of 1 means nothing, and neither do those of a matrix without elements.
#[test]
fn strides_that_move_nothing() {
    let mut matrix = DMatrix::<usize>::from_fn(4, 6, |i, j| 10 * i + j);
    for (rows, columns) in (0..=4).flat_map(|m| (0..=6).map(move |n| (m, n))) {
        let part = matrix.view((0, 6 - columns), (rows, columns));
        let tensor = Tensor::<_, Layout!((_,_):(9,4))>::from_nalgebra(&part);
        assert_eq!(tensor.is_ok(), rows <= 1 || columns == 0, "{rows} x {columns}");
        let Ok(tensor) = tensor else { continue };
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert!(std::ptr::eq(&tensor[(i, j)], &part[(i, j)]));
        }
        // Columns of nalgebra have no gaps.
        assert_eq!(tensor.as_nalgebra().unwrap(), part);
    }
    let mut column = matrix.column_mut(3);
    let mut tensor = Tensor::<_, Layout!((4,_):(1,2))>::from_nalgebra_mut(&mut column).unwrap();
    tensor[(1, 0)] = 7;
    assert_eq!(matrix[(1, 3)], 7);
}
