//! Tensors of elements of all kinds: zero-sized ones, which are all at one place, and ones that own memory, which are
//! dropped once. Every way to read and to write them, with threads; Miri runs it.

use std::fmt::Debug;
use std::thread;

use tilework::typenum::{P2, U0, U2};
use tilework::{Composed, Fragment, Swizzle, Tensor, layout, modes, range};

/// A kind of elements: `element(i)` is the element for the number `i`.
trait Element: Clone + PartialEq + Debug + Send + Sync {
    fn element(i: usize) -> Self;
}
impl Element for () {
    fn element(_: usize) -> Self {}
}
impl Element for Box<usize> {
    fn element(i: usize) -> Self {
        Box::new(i)
    }
}
impl Element for String {
    fn element(i: usize) -> Self {
        i.to_string()
    }
}
impl Element for (u8, u64) {
    fn element(i: usize) -> Self {
        (i as u8, i as u64)
    }
}

fn elements<T: Element>(numbers: impl IntoIterator<Item = usize>) -> Vec<T> {
    numbers.into_iter().map(T::element).collect()
}

fn reading<T: Element>() {
    let data: Vec<T> = elements(0..24);
    let t = Tensor::new(&data[..], layout!((4,6):row_major)).unwrap();
    let expected: Vec<T> = elements((0..24).map(|i| i % 4 * 6 + i / 4));
    assert!(t.iter().eq(&expected) && t.iter().rev().eq(expected.iter().rev()));
    assert!(t.iter().with_coordinates().all(|((i, j), x)| *x == T::element(6 * i + j)));
    assert_eq!(t.fold(0, |sum, _| sum + 1), 24);
    assert_eq!((t.get((3, 5)), t.get((4, 0))), (Some(&data[23]), None));
    assert_eq!(t[(2, 1)], T::element(13));
    assert!(t.transposed().iter().eq(&data) && t.permute(modes![1, 0]).iter().eq(&data));
    assert!(t.slice((1, ..)).iter().eq(&data[6..12]));
    assert!(t.slice((2.., (0..6).step_by(5))).iter().eq(&elements::<T>([12, 18, 17, 23])));
    assert!(t.take(range::<1, 2>()).iter().eq(&data[..6]));
    assert!(t.select(modes![1]).iter().eq(&data[..6]));
    assert!(t.window((1, 2), layout!((2, 2))).iter().eq(&elements::<T>([8, 14, 9, 15])));
    assert_eq!(t.windows(layout!((3, 3))).size(), 9 * 2 * 4);
    assert!(t.windows(layout!((3, 3))).iter().all(|x| data.contains(x)));
    let sums = |of: &T| usize::from(*of == T::element(0));
    assert_eq!(t.slices::<0>().map(|row| row.iter().map(sums).sum::<usize>()).max(), {
        // Zero-sized elements are all equal.
        Some(if size_of::<T>() == 0 { 6 } else { 1 })
    });
    for ((i, j), tile) in t.tiles(layout!(<2,3>)).with_coordinates() {
        assert_eq!(tile[(1, 2)], T::element(6 * (2 * i + 1) + 3 * j + 2));
        assert!(tile.iter().eq(t.local_tile(layout!(<2,3>), (i, j)).iter()));
    }
    for tile in t.predicated_tiles(layout!(<3,4>)) {
        tile.for_each(|x| assert!(data.contains(x)));
        if let Some(whole) = tile.whole() {
            assert_eq!(whole.size(), 12);
        }
    }
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):row_major));
    let t = Tensor::through(&data[..16], swizzled).unwrap();
    let place = |i: usize, j: usize| 4 * i + (j ^ i);
    assert!(t.iter().with_coordinates().all(|((i, j), x)| *x == data[place(i, j)]));
    assert_eq!(t.slice((3, ..))[1], data[place(3, 1)]);
    let pairs = Tensor::new(&data[..], layout!(24:1)).unwrap();
    let pairs = pairs.upcast::<2>();
    assert_eq!(pairs[5], [T::element(10), T::element(11)]);
    assert!(pairs.downcast().iter().eq(&data));
}

/// Backwards, where offsets may be counted modulo 2^32.
#[cfg(target_pointer_width = "64")]
fn backwards<T: Element>() {
    let mut data: Vec<T> = elements(0..24);
    let mut t = Tensor::new(&mut data[..], layout!((4,6):row_major)).unwrap();
    let both = t.reversed::<0>();
    assert!(both.reversed::<1>().transposed().iter().eq(t.transposed().iter().rev()));
    assert_eq!((both[(0, 1)].clone(), both.get((4, 0))), (T::element(19), None));
    let mut rows = t.reversed_mut::<0>();
    thread::scope(|scope| {
        for (k, mut tile) in rows.tiles_mut(layout!(<2,3>)).enumerate() {
            scope.spawn(move || tile.map_inplace(|x| *x = T::element(k)));
        }
    });
    rows.reversed_mut::<1>()[(0, 0)] = T::element(9);
    rows.iter_mut().take(1).for_each(|x| *x = T::element(8));
    let expected = (T::element(9), T::element(8), T::element(1));
    assert_eq!((t[(3, 5)].clone(), t[(3, 0)].clone(), t[(0, 0)].clone()), expected);
}

fn writing<T: Element>() {
    let mut data: Vec<T> = elements(0..24);
    let mut t = Tensor::new(&mut data[..], layout!((4, 6))).unwrap();
    t[(3, 5)] = T::element(0);
    *t.get_mut((0, 0)).unwrap() = T::element(23);
    assert_eq!(t.get_mut((4, 0)), None);
    t.iter_mut().rev().take(2).for_each(|x| *x = T::element(50));
    for x in &mut t.slice_mut((1, ..)) {
        *x = T::element(7);
    }
    t.transposed_mut().take_mut(range::<0, 1>()).for_each_mut(|x| *x = T::element(8));
    t.slice_mut((2.., 1..=2)).map_inplace(|x| *x = T::element(9));
    assert!(t.slice((2.., 1..3)).iter().all(|x| *x == T::element(9)));
    // Each in its own thread: tiles, whole or not, the parts of threads, slices, and modes.
    thread::scope(|scope| {
        for (k, mut tile) in t.tiles_mut(layout!(<2,3>)).enumerate() {
            scope.spawn(move || tile.for_each_mut(|x| *x = T::element(k)));
        }
    });
    assert_eq!(
        (&t[(1, 2)], &t[(2, 2)], &t[(3, 5)]),
        (&T::element(0), &T::element(1), &T::element(3))
    );
    thread::scope(|scope| {
        for ((i, j), mut tile) in t.predicated_tiles_mut(layout!(<3,4>)).with_coordinates() {
            scope.spawn(move || tile.for_each_mut(|x| *x = T::element(10 * i + j)));
        }
    });
    assert_eq!((&t[(2, 3)], &t[(3, 4)]), (&T::element(0), &T::element(11)));
    thread::scope(|scope| {
        for (k, mut part) in t.partitions_mut(layout!((2, 2))).enumerate() {
            scope.spawn(move || part.for_each_mut(|x| *x = T::element(k)));
        }
    });
    assert_eq!((&t[(2, 4)], &t[(3, 5)]), (&T::element(0), &T::element(3)));
    thread::scope(|scope| {
        for (k, mut row) in t.slices_mut::<0>().enumerate() {
            scope.spawn(move || row[5] = T::element(k));
        }
    });
    for (k, mut column) in t.split_mut().enumerate() {
        column.slice_mut(1..2).for_each_mut(|x| *x = T::element(k));
        let mut halves: Vec<_> = column.tiles_mut(layout!(2:1)).collect();
        halves[0][0] = T::element(30 + k);
        halves[1][1] = T::element(40 + k);
    }
    assert_eq!(
        (&t[(0, 2)], &t[(1, 4)], &t[(3, 5)]),
        (&T::element(32), &T::element(4), &T::element(45))
    );
    t.local_tile_mut(layout!(<2,3>), (1, 1)).for_each_mut(|x| *x = T::element(60));
    t.select_mut(modes![1])[3] = T::element(61);
    t.group_mut(range::<0, 2>()).iter_mut().take(1).for_each(|x| *x = T::element(62));
    assert_eq!(
        (&t[(2, 3)], &t[(0, 3)], &t[(0, 0)]),
        (&T::element(60), &T::element(61), &T::element(62))
    );

    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):row_major));
    let mut t = Tensor::through(&mut data[..16], swizzled).unwrap();
    thread::scope(|scope| {
        for (k, mut tile) in t.tiles_mut(layout!(<2,2>)).enumerate() {
            scope.spawn(move || tile.for_each_mut(|x| *x = T::element(k)));
        }
    });
    t[(3, 1)] = T::element(70);
    assert_eq!((&data[3 * 4 + (1 ^ 3)], &data[1]), (&T::element(70), &T::element(0)));
}

fn owned<T: Element>() {
    let mut fragment: Fragment<T, _> = Fragment::filled(layout!((2, 3)), T::element(1)).unwrap();
    fragment[(1, 2)] = T::element(5);
    let mut copy = fragment.clone();
    copy.for_each_mut(|x| *x = T::element(2));
    assert_eq!((&fragment[(1, 2)], &copy[(1, 2)]), (&T::element(5), &T::element(2)));
    let mut vector = Tensor::new(elements::<T>(0..6), layout!((2,3):row_major)).unwrap();
    vector.data_mut().swap(0, 5);
    assert_eq!((&vector[(0, 0)], &vector[(1, 2)]), (&T::element(5), &T::element(0)));
    let array = Tensor::new([0, 1, 2, 3].map(T::element), layout!(4:1)).unwrap();
    assert!(array.iter().eq(&elements::<T>(0..4)));
    // A layout that leaves some elements out, and the remaining data.
    let mut data: Vec<T> = elements(0..9);
    Tensor::new(&mut data, layout!((2,2):(2,5))).unwrap().for_each_mut(|x| *x = T::element(20));
    assert_eq!(data, elements::<T>([20, 1, 20, 3, 4, 20, 6, 20, 8]));
}

fn nothing<T: Element>() {
    let n = std::hint::black_box(0);
    let mut none: [T; 0] = [];
    let t = Tensor::new(&none[..], layout!((4, n))).unwrap();
    assert_eq!((t.iter().count(), t.get((0, 0)), t.slices::<1>().count()), (0, None, 0));
    // Also for zero-sized elements: no data has no element.
    assert!(t.try_take(range::<0, 1>()).is_err() && t.try_select(modes![0]).is_err());
    assert!(t.slices::<0>().all(|row| row.iter().count() == 0));
    let mut t = Tensor::new(&mut none[..], layout!((4, n))).unwrap();
    t.for_each_mut(|x| *x = T::element(0));
    assert!(t.tiles_mut(layout!(<2,1>)).next().is_none());
    assert!(t.try_take_mut(range::<0, 1>()).is_err());
}

macro_rules! kinds {
    ($($name:ident: $t:ty;)*) => {$(
        #[test]
        fn $name() {
            reading::<$t>();
            writing::<$t>();
            #[cfg(target_pointer_width = "64")]
            backwards::<$t>();
            owned::<$t>();
            nothing::<$t>();
        }
    )*};
}
kinds! {
    of_no_size: ();
    boxes: Box<usize>;
    strings: String;
    with_padding: (u8, u64);
}
