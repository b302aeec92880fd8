//! One bound for data that is read and one for data that is written, `Memory` and `MemoryMut`, with `MatrixLayout`. All
//! kinds of tensors are passed to functions with these bounds: views, tiles, and tensors that own their elements.

use std::thread;

use tilework::algorithm::MatrixLayout;
use tilework::bound::{Memory, MemoryMut};
use tilework::result::{Tile, TileMut};
use tilework::{Fragment, Owned, Tensor, layout};

/// The sum, by elements, by `sum`, by rows and by iterators.
fn read(t: &Tensor<impl Memory<Item = i64>, impl MatrixLayout>) -> i64 {
    let (m, n) = (t.extent::<0>(), t.extent::<1>());
    let sum: i64 = (0..m).map(|i| (0..n).map(|j| t[(i, j)]).sum::<i64>()).sum();
    assert_eq!((t.sum(), t.len()), (sum, m * n));
    assert_eq!(t.slices::<0>().map(|row| row.sum()).sum::<i64>(), sum);
    assert_eq!(t.max(), t.as_tile().iter().copied().max());
    let tile: Tile<i64, _> = t.as_tile();
    assert_eq!(
        tile.slices::<1>().map(|column| (0..m).map(|i| column[i]).sum::<i64>()).sum::<i64>(),
        sum
    );
    sum
}

/// Adds 1 to each element: half of the rows by elements, the others by slices.
fn write(t: &mut Tensor<impl MemoryMut<Item = i64>, impl MatrixLayout>) {
    let (m, n) = (t.extent::<0>(), t.extent::<1>());
    for i in 0..m / 2 {
        for j in 0..n {
            t[(i, j)] += 1;
        }
    }
    let mut tile: TileMut<i64, _> = t.as_tile_mut();
    for mut row in tile.slices_mut::<0>().skip(m / 2) {
        row.for_each_mut(|x| *x += 1);
    }
    read(t);
}

/// Uses both bounds.
fn add(
    from: &Tensor<impl Memory<Item = i64>, impl MatrixLayout>,
    to: &mut Tensor<impl MemoryMut<Item = i64>, impl MatrixLayout>,
) {
    for i in 0..to.extent::<0>() {
        for j in 0..to.extent::<1>() {
            to[(i, j)] += from[(i, j)];
        }
    }
}

#[test]
fn what_is_read() {
    let data: Vec<i64> = (0..48).collect();
    let (m, n): (usize, usize) = (6, 8);
    let view = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let sum = 47 * 24;
    assert_eq!(read(&view), sum);
    assert_eq!(read(&view.view()), sum);
    assert_eq!(read(&view.transposed()), sum);
    assert_eq!(read(&view.slice((1..4, ..))), (8..32).sum());
    assert_eq!(view.tiles(layout!(<2,4>)).map(|tile| read(&tile)).sum::<i64>(), sum);
    assert_eq!(read(&view.zipped_divide(layout!(<2,4>))), sum);
    assert_eq!(
        read(&view.local_tile(layout!(<2,4>), (0, 0))),
        [0, 1, 2, 3, 8, 9, 10, 11].iter().sum()
    );
    assert_eq!(read(&view.to_owned()), sum);
    assert_eq!(read(&Tensor::new(&data, layout!((m, n))).unwrap()), sum);
    let array: [i64; 48] = core::array::from_fn(|i| i as i64);
    assert_eq!(read(&Tensor::new(array, layout!((6, 8))).unwrap()), sum);
    assert_eq!(read(&Tensor::new(&array, layout!((6, 8))).unwrap()), sum);
    let none = 0;
    assert_eq!(read(&Tensor::new(&data[..], layout!((none, n))).unwrap().to_owned()), 0);
}

#[test]
fn what_is_written() {
    let (m, n): (usize, usize) = (6, 8);
    let mut owned = Owned::from_fn(layout!((m,n):row_major), |(i, j)| (8 * i + j) as i64);
    let before = owned.clone();
    write(&mut owned);
    write(&mut owned.view_mut());
    write(&mut owned.transposed_mut());
    for mut tile in owned.tiles_mut(layout!(<2,4>)) {
        write(&mut tile);
        // The example of the guide.
        add(&before.tiles(layout!(<2,4>)).next().unwrap(), &mut tile);
    }
    write(&mut owned.zipped_divide_mut(layout!(<2,4>)));
    let tile = before.local_tile(layout!(<2,4>), (0, 0));
    for i in 0..6 {
        for j in 0..8 {
            assert_eq!(owned[(i, j)], before[(i, j)] + 5 + tile[(i % 2, j % 4)], "{i} {j}");
        }
    }
    let mut fragment = Fragment::filled(layout!((2, 4)), 1).unwrap();
    write(&mut fragment);
    assert_eq!(fragment.sum(), 16);
}

#[test]
fn by_threads() {
    let (m, n): (usize, usize) = (8, 8);
    let mut owned = Owned::<i64, _>::zeros(layout!((m,n):row_major));
    let ones = Owned::from_fn(layout!((4, 2)), |_| 1);
    thread::scope(|scope| {
        for mut tile in owned.tiles_mut(layout!(<4,2>)) {
            let ones = &ones;
            scope.spawn(move || {
                write(&mut tile);
                add(ones, &mut tile);
            });
        }
    });
    assert_eq!(owned, owned.map(|_| 2));
}
