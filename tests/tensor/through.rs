//! Tensors through composed layouts, against the definition `T(c) = data[F(n + B(c))]`.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use tilework::algebra;
use tilework::typenum::{N2, P3, U0, U1, U2, U3};
use tilework::{Composed, Dyn, Rule, Swizzle, Tensor, algorithm::copy, layout};

/// Tiles, parts of threads and columns that are written at the same time are those that the coordinates say, in threads
/// too, and for tiles of tiles.
#[test]
fn written_at_the_same_time() {
    let (m, n) = (8, 12);
    macro_rules! check {
        ($($outer:expr, $added:expr;)*) => {$({
            let composed = Composed::new($outer, Dyn($added as usize), layout!((m,n):(12,1)));
            let last = (0..96).map(|i| composed.offset(i)).max().unwrap();
            let mut data = vec![0; (last + 1).next_multiple_of(256)];
            let mut tensor = Tensor::through(&mut data[..], composed).unwrap();
            let tiles = tensor.tiles_mut(layout!(<4,3>));
            assert_eq!(tiles.len(), 8);
            thread::scope(|scope| {
                for (k, mut tile) in tiles.enumerate() {
                    scope.spawn(move || {
                        tile.for_each_mut(|x| *x += 100 * (k + 1));
                        tile[(3, 2)] += 10;
                        assert_eq!(tile[(3, 2)], 100 * (k + 1) + 10);
                        assert_eq!(tile.composed().offset((0, 0)), composed.offset((k % 2 * 4, k / 2 * 3)));
                        for mut column in tile.split_mut() {
                            column.slice_mut(1).for_each_mut(|x| *x += 1);
                        }
                    });
                }
            });
            thread::scope(|scope| {
                for (k, mut part) in tensor.partitions_mut(layout!((2,2):row_major)).enumerate() {
                    scope.spawn(move || part.for_each_mut(|x| *x += 1000 * (k + 1)));
                }
            });
            for (column, mut part) in tensor.split_mut().enumerate() {
                part.for_each_mut(|x| *x += 10_000 * (column + 1));
            }
            let mut expected = BTreeMap::new();
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let tile = 100 * (i / 4 + 2 * (j / 3) + 1);
                let within = if (i % 4, j % 3) == (3, 2) { 10 } else { usize::from(i % 4 == 1) };
                let thread = 1000 * (i % 2 * 2 + j % 2 + 1);
                let value = tile + within + thread + 10_000 * (j + 1);
                assert_eq!(tensor[(i, j)], value, "{composed} at ({i},{j})");
                expected.insert(composed.offset((i, j)), value);
            }
            for (at, &x) in data.iter().enumerate() {
                assert_eq!(x, *expected.get(&at).unwrap_or(&0), "{composed} at {at}");
            }
        })*};
    }
    check! {
        Swizzle::<U3, U0, P3>::new(), 0;
        Swizzle::<U2, U1, N2>::new(), 5;
        Swizzle::<U1, U2, P3>::new(), 24;
        layout!((8,16):(16,1)), 0;
        layout!((8,16):(16,1)), 32;
        layout!((8,16):(f17,f1)), 3;
        Composed::new(layout!((16,16):(16,1)), Dyn(4_usize), layout!((16,8):(1,16))), 7;
    }
}

/// A layout for writing has one coordinate for each element. If a function has a value twice, only the offsets of the
/// layout count.
#[test]
fn each_element_once() {
    let (mut once, mut twice) = (0, 0);
    let extents = [1_usize, 2, 3, 4];
    let strides = [0_usize, 1, 2, 3, 4, 8];
    let all = |f: &mut dyn FnMut([usize; 2], [usize; 2])| {
        for (s, t) in extents.iter().flat_map(|s| extents.iter().map(move |t| (*s, *t))) {
            for (d, e) in strides.iter().flat_map(|d| strides.iter().map(move |e| (*d, *e))) {
                f([s, t], [d, e]);
            }
        }
    };
    let mut data = vec![0; 256];
    all(&mut |[s, t], [d, e]| {
        let outer = layout!((s,t):(d,e));
        all(&mut |[u, v], [f, g]| {
            for added in 0..2 {
                let inner = layout!((u,v):(f,g));
                if added + inner.cosize() > outer.size() {
                    continue;
                }
                let composed = Composed::new(outer, Dyn(added), inner);
                let offsets = || (0..u * v).map(|i| composed.offset(i));
                let distinct = offsets().collect::<BTreeSet<_>>().len() == u * v;
                match Tensor::through(&mut data[..], composed) {
                    Ok(mut tensor) => {
                        assert!(distinct, "{composed}");
                        tensor.for_each_mut(|x| *x = 1);
                        assert_eq!(data.iter().sum::<usize>(), u * v);
                        offsets().for_each(|x| data[x] = 0);
                        once += 1;
                    }
                    Err(error) => {
                        let Rule::Injectivity { first, second } = error.rule else {
                            panic!("{error}")
                        };
                        let [first, second] = [first, second].map(|i| i as usize);
                        assert!(
                            !distinct && first < second && second < u * v,
                            "{composed}: {error}"
                        );
                        assert_eq!(
                            composed.offset(first),
                            composed.offset(second),
                            "{composed}: {error}"
                        );
                        twice += 1;
                    }
                }
            }
        });
    });
    assert!(once > 1000 && twice > 1000, "{once} {twice}");
}

/// A tensor for writing that is made from such a tensor is checked again, since it may reach other offsets.
#[test]
fn farther_offsets_are_looked_at() {
    let composed = Composed::of(layout!((4,4):(1,2)), layout!(4:1));
    let mut data = [0; 10];
    let mut tensor = Tensor::through(&mut data[..], composed).unwrap();
    assert!(tensor.compose(layout!((2,2):(1,2))).iter().eq(&[0; 4]));
    tensor.compose_mut(layout!((2,2):(2,1))).for_each_mut(|x| *x += 1);
    assert!(tensor.try_compose_mut(layout!(8:1)).is_err());
    assert_eq!(data, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);

    // The coordinates of a window of values and beyond.
    let rows = layout!((2,9000):(1,1));
    let mut data = vec![0; 9001];
    let even = Composed::of(rows, layout!(9000:2));
    let mut tensor = Tensor::through(&mut data[..], even).unwrap();
    tensor.for_each_mut(|x| *x += 1);
    let pairs = Composed::of(rows, layout!((9000,2):(2,1)));
    let error = Tensor::through(&mut data[..], pairs).unwrap_err();
    assert_eq!(error.rule, Rule::Injectivity { first: 1, second: 9000 });
    assert!(data[..9000].iter().all(|&x| x == 1) && data[9000] == 0);

    // No check is made if there are too many.
    let mut data = vec![0_u8; 1 << 21];
    let many = Composed::of(layout!((2,2097150):(1,1)), layout!(2097150:2));
    let error = Tensor::through(&mut data[..], many).unwrap_err();
    assert_eq!(error.rule, Rule::Undecided { steps: 1 << 20 });
    assert!(Tensor::through(&data[..], many).is_ok());
}

/// Tiles are copied to and from like tensors.
#[test]
fn tiles_are_tensors() {
    let swizzled = Composed::of(Swizzle::<U2, U1, P3>::new(), layout!((8,8):row_major));
    let from: Vec<usize> = (0..64).collect();
    let from = Tensor::new(&from[..], layout!((8, 8))).unwrap();
    /// The address of an array is a multiple of 16 on some processors only.
    #[repr(align(16))]
    struct Aligned([usize; 64]);
    let Aligned(data) = &mut Aligned([0; 64]);
    let mut to = Tensor::through(&mut data[..], swizzled).unwrap();
    for (mut tile, at) in to.tiles_mut(layout!(<4,2>)).zip(0..) {
        copy(&from.local_tile(layout!(<4,2>), (at % 2, at / 2)), &mut tile).unwrap();
        assert!(tile.is_aligned(2));
    }
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(data[swizzled.offset((i, j))], i + 8 * j);
    }
}

/// Vectors of swizzled data, and their elements one by one, are where the function of the elements has them.
#[test]
fn vectors_of_swizzled_data() {
    macro_rules! check {
        ($($swizzle:ty, $n:literal, $added:expr;)*) => {$({
            let composed = Composed::new(<$swizzle>::new(), Dyn($added as usize), layout!((8,16):(16,1)));
            let mut data: Vec<usize> = (0..256).collect();
            let elements = Tensor::through(&data[..], composed).unwrap();
            let vectors = elements.upcast::<$n>();
            for (i, j) in (0..8).flat_map(|i| (0..16 / $n).map(move |j| (i, j))) {
                let expected: Vec<usize> = (0..$n).map(|k| composed.offset((i, $n * j + k))).collect();
                assert_eq!(vectors[(i, j)][..], expected, "{composed} at ({i},{j})");
            }
            let again = vectors.downcast();
            assert!(again.iter().eq(elements.iter()), "{composed}");
            assert_eq!(again.composed().to_string(), elements.composed().to_string());
            // From a slice on, which begins with a vector or not.
            assert!(elements.slice((3, ..)).upcast::<$n>().iter().flatten().eq(elements.slice((3, ..)).iter()));
            let mut written = Tensor::through(&mut data[..], composed).unwrap();
            written.upcast_mut::<$n>().for_each_mut(|vector| vector.reverse());
            for (i, j) in (0..8).flat_map(|i| (0..16).map(move |j| (i, j))) {
                let within = $n - 1 - j % $n;
                assert_eq!(written[(i, j)], composed.offset((i, j / $n * $n + within)), "{composed}");
            }
            let vectors: Vec<[usize; $n]> = data.as_chunks().0.to_vec();
            let mut vectors_too = vectors.clone();
            let inner = layout!((8,{16 / $n}):({16 / $n},1));
            let of_vectors = Composed::of(Swizzle::<U2, U0, P3>::new(), inner);
            let mut tensor = Tensor::through(&mut vectors_too[..], of_vectors).unwrap();
            tensor.downcast_mut().for_each_mut(|x| *x += 1000);
            for (vector, before) in vectors_too.iter().zip(&vectors).take(8 * 16 / $n) {
                assert!(vector.iter().zip(before).all(|(x, y)| *x == y + 1000));
            }
        })*};
    }
    check! {
        Swizzle::<U2, U2, P3>, 4, 0;
        Swizzle::<U2, U2, P3>, 2, 6;
        Swizzle::<U3, U1, P3>, 2, 32;
        Swizzle::<U2, U3, N2>, 8, 64;
    }
    let data = [0_u8; 64];
    let composed = Composed::new(Swizzle::<U2, U2, P3>::new(), Dyn(2_usize), layout!(32:1));
    let error = Tensor::through(&data[..], composed).unwrap().try_upcast::<4>().unwrap_err();
    assert_eq!(error.rule, Rule::Alignment { together: 2, wanted: 4 });
}

/// Data can be written through composed layouts exactly if no two coordinates have the same offset.
#[test]
fn written_where_injective() {
    let (mut injective, mut others) = (0, 0);
    macro_rules! ask {
        ($composed:expr) => {{
            let composed = $composed;
            let offsets: Vec<usize> = (0..composed.size()).map(|i| composed.offset(i)).collect();
            let image: BTreeSet<usize> = offsets.iter().copied().collect();
            let mut data = vec![0; (image.last().unwrap() + 1).next_multiple_of(256)];
            match Tensor::through(&mut data[..], composed) {
                Ok(_) => {
                    assert_eq!(image.len(), offsets.len(), "{composed}");
                    injective += 1;
                }
                Err(error) => {
                    let Rule::Injectivity { first, second } = error.rule else { panic!("{error}") };
                    assert_ne!(first, second);
                    assert_eq!(offsets[first as usize], offsets[second as usize], "{composed}");
                    others += 1;
                }
            }
        }};
    }
    macro_rules! ask_both {
        ($outer:expr, $added:expr, $inner:expr, $value:expr) => {{
            let (composed, inner) =
                (Composed::new($outer, Dyn($added), $inner), algebra::Layout::from($inner));
            let value = algebra::Composed::new($value, $added as i64, inner);
            assert_eq!(composed.alignment() as i64, value.alignment(), "{composed}");
            ask!(composed);
        }};
    }
    let numbers = [1_usize, 2, 3, 4];
    for (s, t) in numbers.iter().flat_map(|s| numbers.iter().map(move |t| (*s, *t))) {
        for (d, e) in
            [0_usize, 1, 2, 4].iter().flat_map(|d| [1_usize, 3, 4, 8].map(move |e| (*d, e)))
        {
            for added in [0_usize, 1, 4] {
                let inner = layout!((s,t):(d,e));
                let (near, far) = (Swizzle::<U2, U1, P3>::new(), Swizzle::<U1, U1, N2>::new());
                ask_both!(near, added, inner, near.to_value());
                ask_both!(far, added, inner, far.to_value());
                if added + inner.cosize() <= 36 {
                    let (pairs, rows) = (layout!((4,9):(1,2)), layout!((6,6):(6,1)));
                    ask_both!(pairs, added, inner, algebra::Layout::<i64>::from(pairs));
                    ask_both!(rows, added, inner, algebra::Layout::<i64>::from(rows));
                }
            }
        }
    }
    assert!(injective > 100 && others > 100);
}
