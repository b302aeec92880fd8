//! Extents in plain numbers, positions of modes, and transposed tensors.

use tilework::{
    AnyLayout, Error, Layout, Tensor, View, bound::CanTranspose, layout, modes,
    operation::zipped_divide, range, result::Transposed,
};

#[test]
fn extents_are_numbers() -> Result<(), Error> {
    let (m, n) = (6, 8);
    let data: Vec<usize> = (0..m * n).collect();
    let matrix = Tensor::new(&data[..], layout!((m,n):(n,1)))?;
    assert_eq!((matrix.extent::<0>(), matrix.extent::<1>()), (6, 8));
    assert_eq!(matrix.layout().extents().0, 6);
    let (rows, columns) = matrix.extents();
    assert_eq!((rows, columns), (m, n));
    // The rests of a divide, to loop over.
    let tiles = matrix.zipped_divide(layout!(<3,4>));
    let (tile, (tiles_m, tiles_n)) = tiles.extents();
    assert_eq!((tile, tiles_m, tiles_n), ((3, 4), 2, 2));
    assert_eq!(tiles.extent::<1>(), 4);
    let mut first = Vec::new();
    for j in 0..tiles_n {
        for i in 0..tiles_m {
            first.push(tiles.slice((.., (i, j)))[(0, 0)]);
        }
    }
    assert_eq!(first, [0, 24, 4, 28]);
    // A leaf, and nested modes.
    assert_eq!(layout!(5:2).extents(), 5);
    assert_eq!(layout!(((2, 3), 4)).extents(), ((2, 3), 4));
    assert_eq!(layout!(((2, 3), 4)).extent::<0>(), 6);
    assert_eq!(layout!(((2, 3), 4)).mode::<0>().extent::<1>(), 3);
    let shape: Layout!((6, 8)) = layout!((6, 8));
    assert_eq!(Tensor::counting(shape).shape(), shape.shape());
    Ok(())
}

/// Generic code over any layout gets extents from the layout without a bound.
#[test]
fn extents_in_generic_code() {
    fn trace<L: AnyLayout>(matrix: &View<usize, L>) -> usize
    where
        (usize, usize): tilework::bound::Coordinate<usize, L::Shape, L::Stride>,
    {
        let l = matrix.layout();
        (0..l.extent::<0>().min(l.extent::<1>())).map(|i| matrix[(i, i)]).sum()
    }
    let data: Vec<usize> = (0..48).collect();
    let m = 6;
    assert_eq!(trace(&Tensor::new(&data[..], layout!((m,8):row_major)).unwrap()), 9 * 15);
    assert_eq!(trace(&Tensor::new(&data[..], layout!((8, (2, 3)))).unwrap()), 9 * 15);
}

/// Positions are consts, for layouts as for tensors.
#[test]
fn positions_of_modes() {
    const INNER: usize = 1;
    let n = 4_usize;
    let layout = layout!((2,3,n):(12,4,1));
    let cube = Tensor::counting(layout);
    assert_eq!(layout.mode::<INNER>().to_string(), "3:4");
    assert_eq!(layout.take(range::<1, 3>()).to_string(), "(3,4):(4,1)");
    assert_eq!(cube.take(range::<1, 3>()).layout(), layout.take(range::<1, 3>()));
    assert_eq!(layout.group(range::<0, 2>()).to_string(), "((2,3),4):((12,4),1)");
    assert_eq!(cube.group(range::<0, 2>()).layout(), layout.group(range::<0, 2>()));
    assert_eq!(cube.select(modes![2, INNER]).layout().to_string(), "(4,3):(1,4)");
    assert_eq!(cube.permute(modes![2, 0, 1]).layout().to_string(), "(4,2,3):(1,12,4)");
}

/// `R(i, .., k) = T(k, .., i)`, whatever is inside a mode.
#[test]
fn transposed_tensors() -> Result<(), Error> {
    let (m, n) = (3, 5);
    let mut data: Vec<usize> = (0..m * n).collect();
    let mut matrix = Tensor::new(&mut data[..], layout!((m, n)))?;
    for i in 0..m {
        for j in 0..n {
            assert_eq!(matrix.transposed()[(j, i)], matrix[(i, j)]);
        }
    }
    matrix.transposed_mut().slice_mut((1, ..)).for_each_mut(|x| *x = 0);
    assert_eq!(data[2..7], [2, 0, 0, 0, 6]);

    let cube = Tensor::counting(layout!(((2,2),3,4):((24,12),4,1)));
    let reversed = cube.transposed();
    let _: Layout!((4,3,(2,2)):(1,4,(24,12))) = reversed.layout();
    for (i, j, k) in (0..4).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        assert_eq!(reversed.get((k, j, i)), cube.get((i, j, k)));
    }
    assert_eq!(layout!(8:3).transposed().to_string(), "8:3");
    assert_eq!(layout!((4,8):(e0,e1)).transposed().to_string(), "(8,4):(e1,e0)");
    Ok(())
}

/// One bound in generic code.
#[test]
fn transposed_in_generic_code() {
    fn swapped<L: CanTranspose>(layout: L) -> Transposed<L> {
        layout.transposed()
    }
    let tiles = zipped_divide(layout!((8, 8)), layout!(<4,2>));
    assert_eq!(swapped(tiles).to_string(), "((2,4),(4,2)):((4,16),(1,8))");
}
