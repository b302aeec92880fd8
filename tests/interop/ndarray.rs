//! Views of ndarray.

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, ArrayViewD, Ix2, Ix3, s};
use tilework::{Layout, Tensor, layout};

#[test]
fn each_element_is_where_it_was() {
    let data: Vec<i32> = (0..60).collect();
    let (m, lda) = (3, 12);
    // A nested mode with one stride, `(2,2):(2,4)` is `4:2`.
    let tensor = Tensor::new(&data[..], layout!((m,(2,2),2):(lda,(2,4),1))).unwrap();
    let view: ArrayView3<i32> = tensor.as_ndarray().unwrap();
    assert_eq!((view.shape(), view.strides()), (&[3, 4, 2][..], &[12, 2, 1][..]));
    for ((i, j, k), element) in view.indexed_iter() {
        assert!(std::ptr::eq(element, &tensor[(i, j, k)]));
    }
    let back: Tensor<_, Layout!((_,_,2):(_,2,1))> = Tensor::from_ndarray(view).unwrap();
    assert_eq!(back.layout().to_string(), "(3,4,2):(12,2,1)");
    assert!(back.iter().eq(tensor.iter()));

    // The nested mode alone has two modes.
    let line = tensor.slice((1, .., 0));
    let line: ArrayView2<i32> = line.as_ndarray().unwrap();
    assert_eq!(line, ndarray::array![[12, 16], [14, 18]]);
}

#[test]
fn writes_are_seen_on_both_sides() {
    let mut array = Array3::<i32>::zeros((2, 3, 4));
    {
        let every_other = array.slice_mut(s![.., .., ..;2]).permuted_axes([2, 0, 1]);
        let mut tensor: Tensor<_, Layout!((2,_,_):(_,_,_))> =
            Tensor::from_ndarray_mut(every_other).unwrap();
        assert_eq!(tensor.layout().to_string(), "(2,2,3):(2,12,4)");
        tensor[(1, 0, 2)] = 7;
        tensor.as_ndarray_mut::<Ix3>().unwrap()[(0, 1, 1)] = 8;
    }
    assert_eq!((array[(0, 2, 2)], array[(1, 1, 0)], array.sum()), (7, 8, 15));
}

/// Two interleaved halves of one array, written at the same time: no slice of one has elements of the other.
#[test]
fn views_between_one_another() {
    let mut array = Array2::<i32>::zeros((4, 4));
    let (even, odd) = array.multi_slice_mut((s![.., ..;2], s![.., 1..;2]));
    let mut even: Tensor<_, Layout!((_,_):(_,2))> = Tensor::from_ndarray_mut(even).unwrap();
    let mut odd: Tensor<_, Layout!((_,_):(_,2))> = Tensor::from_ndarray_mut(odd).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| even.for_each_mut(|x| *x = 1));
        scope.spawn(|| odd.for_each_mut(|x| *x = 2));
    });
    assert_eq!(array.row(3).to_vec(), [1, 2, 1, 2]);
}

#[test]
fn what_does_not_fit_names_its_mode() {
    let says = |result: Result<_, tilework::Error>| -> String {
        result.map(|_: ()| ()).unwrap_err().to_string()
    };
    let data = [0; 64];
    let tiled = Tensor::new(&data[..], layout!((4,(2,4)):(2,(1,8)))).unwrap();
    assert_eq!(
        says(tiled.as_ndarray::<Ix2>().map(drop)),
        "view: one stride, mode 1: the mode has 2 strides, an axis of a view has one"
    );
    let matrix = Tensor::new(&data[..], layout!((4, 8))).unwrap();
    assert_eq!(
        says(matrix.as_ndarray::<Ix3>().map(drop)),
        "view: axes: the layout has 2 modes, the view 3 axes"
    );
    type Matrix = Layout!((_,_):(_,_));
    let array = Array2::<i32>::zeros((2, 3));
    let backwards: ArrayView2<i32> = array.slice(s![.., ..;-1]);
    assert_eq!(
        says(Tensor::<_, Matrix>::from_ndarray(backwards).map(drop)),
        "view: natural stride, mode 1: a stride must be at least 0 here, not -1"
    );
    let empty = array.slice(s![..0, ..]);
    let empty = Tensor::<_, Matrix>::from_ndarray(empty).unwrap();
    assert_eq!((empty.extents(), empty.iter().count()), ((0, 3), 0));
    let none = Tensor::new(&data[..0], empty.layout()).unwrap();
    assert_eq!(none.as_ndarray::<Ix2>().unwrap().dim(), (0, 3));
    let any: ArrayViewD<i32> = array.view().into_dyn();
    assert_eq!(
        says(Tensor::<_, Layout!((_,_,_):(_,_,_))>::from_ndarray(any).map(drop)),
        "layout: profile: the profile does not fit"
    );
    assert_eq!(
        says(Tensor::<_, Layout!((_,4):(_,1))>::from_ndarray(array.view()).map(drop)),
        "layout: static leaf, mode 1: the integer 3 where the type has 4"
    );
    // One element at several coordinates can be read, as ndarray broadcasts it.
    let one = Array2::<i32>::ones((1, 1));
    let seen = one.broadcast((4, 5)).unwrap();
    let seen: Tensor<_, Layout!((_,_):(0,0))> = Tensor::from_ndarray(seen).unwrap();
    assert_eq!(seen.iter().sum::<i32>(), 20);
}

/// One column, one row and no element of a row-major matrix. The stride of an extent of 1 means nothing. Neither do the
/// strides of an array without elements, which ndarray sets to 0.
#[test]
fn strides_that_move_nothing() {
    type Rows = Layout!((_,_):(_,1));
    let mut array = Array2::from_shape_fn((4, 6), |(i, j)| 10 * i + j);
    for (rows, columns) in (0..=4).flat_map(|m| (0..=6).map(move |n| (m, n))) {
        let part = s![..rows, 6 - columns..];
        let tensor = Tensor::<_, Rows>::from_ndarray(array.slice(part)).unwrap();
        assert_eq!(tensor.extents(), (rows, columns));
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert!(std::ptr::eq(&tensor[(i, j)], &array[(i, 6 - columns + j)]));
        }
        // And back.
        let back: ArrayView2<usize> = tensor.as_ndarray().unwrap();
        assert_eq!(back, array.slice(part));
    }
    let column = array.slice_mut(s![.., 2..3;-1]);
    let mut column = Tensor::<_, Layout!((_,1):(_,1))>::from_ndarray_mut(column).unwrap();
    column[(3, 0)] = 7;
    assert_eq!(array[(3, 2)], 7);
    let owned = Array2::<u8>::zeros((0, 3));
    assert_eq!(Tensor::<_, Rows>::from_ndarray(owned.view()).unwrap().extents(), (0, 3));
    // Reversed, without elements.
    let nothing = array.slice(s![..0, ..;-2]);
    assert_eq!(Tensor::<_, Rows>::from_ndarray(nothing).unwrap().extents(), (0, 3));
    // A mode that moves has the stride of the type, or is refused.
    assert!(Tensor::<_, Rows>::from_ndarray(array.slice(s![.., ..;2])).is_err());
}

/// A mode with several strides has one axis if there are no elements.
#[test]
fn empty_tensors_have_any_strides() {
    let (none, data) = (0, [0_u8; 64]);
    let tensor = Tensor::new(&data[..], layout!((none,(2,4)):(2,(1,8)))).unwrap();
    assert_eq!(tensor.as_ndarray::<Ix2>().unwrap().shape(), [0, 8]);
}
