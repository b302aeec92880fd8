//! Views of mdarray.

use mdarray::{Array, tensor as array};
use tilework::{Layout, Tensor, layout};

#[test]
fn each_element_is_where_it_was() {
    let data: Vec<i32> = (0..60).collect();
    let (m, lda) = (3, 12);
    let tensor = Tensor::new(&data[..], layout!((m,(2,2),2):(lda,(2,4),1))).unwrap();
    let view = tensor.as_mdarray().unwrap();
    assert_eq!((view.dims(), view.strides()), (&[3, 4, 2][..], &[12, 2, 1][..]));
    for (i, j, k) in (0..24).map(|at| (at / 8, at / 2 % 4, at % 2)) {
        assert!(std::ptr::eq(&view[&[i, j, k][..]], &tensor[(i, j, k)]));
    }
    let back: Tensor<_, Layout!((_,4,2):(_,2,1))> = Tensor::from_mdarray(&view).unwrap();
    assert!(back.iter().eq(tensor.iter()));
}

#[test]
fn writes_are_seen_on_both_sides() {
    let mut matrix: Array<i32, (usize, usize)> = Array::from_elem((4, 6), 0);
    let mut columns = matrix.view_mut(.., 2..5);
    let mut tensor: Tensor<_, Layout!((4,_):(6,_))> =
        Tensor::from_mdarray_mut(&mut columns).unwrap();
    tensor[(1, 2)] = 7;
    tensor.as_mdarray_mut().unwrap()[&[3, 0][..]] = 8;
    assert_eq!((matrix[[1, 4]], matrix[[3, 2]]), (7, 8));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let data = [0; 64];
    let tiled = Tensor::new(&data[..], layout!((4,(2,4)):(2,(1,8)))).unwrap();
    assert_eq!(
        tiled.as_mdarray().map(drop).unwrap_err().to_string(),
        "view: one stride, mode 1: the mode has 2 strides, an axis of a view has one"
    );
    let matrix = array![[1, 2, 3], [4, 5, 6]];
    assert_eq!(
        Tensor::<_, Layout!((_,4):(_,1))>::from_mdarray(&matrix).map(drop).unwrap_err().to_string(),
        "layout: static leaf, mode 1: the integer 3 where the type has 4"
    );
}

/// The stride of an extent of 1 means nothing, and neither do those of an array without elements.
#[test]
fn strides_that_move_nothing() {
    let mut matrix = array![[0, 1, 2], [10, 11, 12], [20, 21, 22]];
    for (rows, columns) in (0..=3).flat_map(|m| (0..=3).map(move |n| (m, n))) {
        let part = matrix.view(..rows, 3 - columns..);
        let tensor = Tensor::<_, Layout!((_,_):(3,1))>::from_mdarray(&part).unwrap();
        let other = Tensor::<_, Layout!((_,_):(3,5))>::from_mdarray(&part);
        assert_eq!(other.is_ok(), rows == 0 || columns <= 1, "{rows} x {columns}");
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert!(std::ptr::eq(&tensor[(i, j)], &part[[i, j]]));
        }
    }
    let mut column = matrix.view_mut(.., 2..3);
    let mut column = Tensor::<_, Layout!((3,_):(3,7))>::from_mdarray_mut(&mut column).unwrap();
    column[(1, 0)] = 7;
    assert_eq!(matrix[[1, 2]], 7);
}
