//! Tensors against the definition: `T(c) = data[L(c)]`.

use proptest::prelude::*;
use tilework::{Error, Operation, Rule, Tensor, coord, layout};

/// Every way to visit a tensor of two modes finds the elements that evaluation finds.
#[test]
fn visits_meet_the_elements_of_the_definition() {
    let run = |(m, n): (usize, usize), (d, e): (usize, usize)| {
        let data: Vec<usize> = (0..=(m - 1) * d + (n - 1) * e).collect();
        let tensor = Tensor::new(&data[..], layout!((m,n):(d,e))).unwrap();
        let expected: Vec<usize> =
            (0..n).flat_map(|j| (0..m).map(move |i| i * d + j * e)).collect();

        let mut visited = Vec::new();
        tensor.for_each(|&x| visited.push(x));
        assert_eq!(visited, expected);
        assert_eq!(
            tensor.fold(Vec::new(), |mut seen, &x| {
                seen.push(x);
                seen
            }),
            expected
        );
        assert!(tensor.iter().eq(&expected));
        for skipped in 0..=m * n {
            let mut rest = tensor.iter();
            assert_eq!(rest.by_ref().take(skipped).count(), skipped);
            assert_eq!(rest.len(), m * n - skipped);
            let mut seen = Vec::new();
            rest.for_each(|&x| seen.push(x));
            assert_eq!(seen, expected[skipped..]);
        }
        for (i, &x) in expected.iter().enumerate() {
            assert_eq!(tensor[i], x);
            assert_eq!(tensor[(i % m, i / m)], x);
            assert_eq!(tensor.slice(coord!(i % m, _))[i / m], x);
        }
        assert_eq!(tensor.get(m * n), None);
        assert_eq!((tensor.get((m, 0)), tensor.get((0, n))), (None, None));
        assert!(tensor.try_slice(coord!(m, _)).is_err());
    };
    for m in 1..5 {
        for n in 1..5 {
            for d in 0..5 {
                for e in 0..5 {
                    run((m, n), (d, e));
                }
            }
        }
    }
}

/// Arrays are data, borrowed arrays and vectors too. They must be as long as the layout reaches.
#[test]
fn arrays_are_data() {
    let by_rows = Tensor::new([0, 1, 2, 3, 4, 5], layout!((2,3):row_major)).unwrap();
    let mut by_columns = Tensor::new([9; 6], layout!((2, 3))).unwrap();
    by_columns.zip_mut_with(&by_rows, |to, from| *to = *from);
    assert!(by_columns.iter().eq(&[0, 3, 1, 4, 2, 5]));
    by_columns.slice_mut(coord!(1, _)).for_each_mut(|x| *x = 7);
    assert!(by_columns.iter().eq(&[0, 7, 1, 7, 2, 7]));
    let rule = Tensor::new([0; 5], layout!((2, 3))).map(|_| ()).unwrap_err().rule;
    assert_eq!(rule, Rule::Length { cosize: 6, len: 5 });
}

proptest! {
    /// A layout that can be written through has a different coordinate for each offset. One that is refused has two
    /// coordinates with the same offset.
    #[test]
    fn writes_need_injective_layouts(
        extents in [1_usize..5, 1..5, 1..5],
        strides in [0_usize..20, 0..20, 0..20],
    ) {
        let ([a, b, c], [d, e, f]) = (extents, strides);
        let layout = layout!((a,(b,c)):(d,(e,f)));
        let mut offsets: Vec<usize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
        offsets.sort_unstable();
        let injective = offsets.windows(2).all(|pair| pair[0] < pair[1]);
        let mut data = vec![0; layout.cosize()];
        match Tensor::new(&mut data[..], layout) {
            Ok(mut tensor) => {
                prop_assert!(injective);
                let mut count = 0;
                tensor.for_each_mut(|x| {
                    count += 1;
                    *x = count;
                });
                for i in 0..layout.size() {
                    prop_assert_eq!(tensor[i], i + 1);
                }
            }
            Err(Error { rule: Rule::Injectivity { first, second }, .. }) => {
                let (first, second) = (first as usize, second as usize);
                prop_assert!(first != second && first.max(second) < layout.size());
                prop_assert_eq!(layout.offset(first), layout.offset(second));
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    /// Tiles cover the tensor once, and the element of a tile is where the coordinates say.
    #[test]
    fn tiles_cover_a_tensor(
        (tile_m, tile_n) in (1_usize..5, 1_usize..5),
        (tiles_m, tiles_n) in (1_usize..4, 1_usize..4),
    ) {
        let (m, n) = (tile_m * tiles_m, tile_n * tiles_n);
        let mut data = vec![0; m * n];
        let mut tensor = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
        let mut tiles = tensor.zipped_divide_mut(layout!(<{tile_m}:1,{tile_n}:1>));
        for i in 0..tiles_m {
            for j in 0..tiles_n {
                tiles.slice_mut((.., (i, j))).for_each_mut(|x| *x += 1 + i + 10 * j);
            }
        }
        for (at, &x) in data.iter().enumerate() {
            prop_assert_eq!(x, 1 + at / n / tile_m + 10 * (at % n / tile_n));
        }
    }
}

#[test]
fn data_that_is_too_short_is_refused() {
    let data = [0; 11];
    let error = Tensor::new(&data[..], layout!((4,3):(1,4))).unwrap_err();
    assert_eq!(error, Error::new(Operation::Tensor, Rule::Length { cosize: 12, len: 11 }));
    let n = 12;
    assert_eq!(Tensor::new(&data[..], layout!(n:1)).unwrap_err(), error);
}

#[test]
#[should_panic(expected = "the coordinate (4, 0) is outside of (4,3):(1,4)")]
fn indexing_outside_panics_with_coordinate_and_shape() {
    let data = [0; 12];
    let _ = Tensor::new(&data[..], layout!((4,3):(1,4))).unwrap()[(4, 0)];
}

#[test]
#[should_panic(expected = "zip: equal extents, mode 1: the extents 3 and 2 differ")]
fn lockstep_needs_equal_extents() {
    let (data, mut to) = ([0; 12], [0; 12]);
    let (three, two) = (3, 2);
    let from = Tensor::new(&data[..], layout!((4, two))).unwrap();
    let mut to = Tensor::new(&mut to[..], layout!((4, three))).unwrap();
    to.zip_mut_with(&from, |to, from| *to = *from);
}

proptest! {
    /// All tiles at the same time: each element once, through its tile, also for tiles of tiles.
    #[test]
    fn tiles_are_disjoint(
        (tile_m, tile_n) in (1_usize..5, 1_usize..5),
        (tiles_m, tiles_n) in (1_usize..4, 1_usize..4),
        (gap, spread) in (0_usize..3, 1_usize..3),
    ) {
        let (m, n) = (tile_m * tiles_m, tile_n * tiles_n);
        let ld = n * spread + gap;
        let layout = layout!((m,n):(ld,spread));
        let mut data = vec![0; layout.cosize()];
        let mut tensor = Tensor::new(&mut data[..], layout).unwrap();
        let mut tiles: Vec<_> =
            tensor.tiles_mut(layout!(<{tile_m}:1,{tile_n}:1>)).collect();
        prop_assert_eq!(tiles.len(), tiles_m * tiles_n);
        // In reverse order, and interleaved.
        for i in (0..tile_m * tile_n).rev() {
            for (at, tile) in tiles.iter_mut().enumerate() {
                tile[i] += 1 + at;
            }
        }
        for tile in &mut tiles {
            for (i, mut column) in tile.split_mut().enumerate() {
                column.for_each_mut(|x| *x += 100 * i);
            }
        }
        for (at, tile) in tiles.iter().enumerate() {
            prop_assert!(tile.iter().copied().eq(
                (0..tile_m * tile_n).map(|i| 1 + at + 100 * (i / tile_m))
            ));
        }
        drop(tiles);
        let mut expected = vec![0; layout.cosize()];
        for i in 0..m {
            for j in 0..n {
                expected[layout.offset((i, j))] =
                    1 + i / tile_m + j / tile_n * tiles_m + 100 * (j % tile_n);
            }
        }
        prop_assert_eq!(data, expected);
    }

    /// The partitions of threads: thread `index` has the elements whose coordinates in a tile are those of its index.
    /// Partitions of all threads at the same time are the same.
    #[test]
    fn partitions_are_disjoint(
        (threads_m, threads_n) in (1_usize..4, 1_usize..4),
        (times_m, times_n) in (1_usize..4, 1_usize..4),
    ) {
        let (m, n) = (threads_m * times_m, threads_n * times_n);
        let data: Vec<usize> = (0..m * n).collect();
        let mut written = data.clone();
        let tensor = Tensor::new(&data[..], layout!((m,n))).unwrap();
        let threads = layout!((threads_m,threads_n):(threads_n,1));
        for index in 0..threads_m * threads_n {
            let (row, column) = (index / threads_n, index % threads_n);
            let expected: Vec<usize> = (0..times_n)
                .flat_map(|j| (0..times_m).map(move |i| (i, j)))
                .map(|(i, j)| row + i * threads_m + (column + j * threads_n) * m)
                .collect();
            prop_assert!(tensor.local_partition(threads, index).iter().eq(&expected));
        }
        prop_assert!(tensor.try_local_partition(threads, threads_m * threads_n).is_err());
        let mut to = Tensor::new(&mut written[..], layout!((m,n))).unwrap();
        for (index, mut part) in to.partitions_mut(threads).enumerate() {
            prop_assert!(part.iter().eq(tensor.local_partition(threads, index).iter()));
            part.for_each_mut(|x| *x = index);
        }
        for (at, x) in written.into_iter().enumerate() {
            prop_assert_eq!(x, at % m % threads_m * threads_n + at / m % threads_n);
        }
    }
}

/// Threads that would share elements, or leave some out, are refused.
#[test]
fn threads_need_compact_layouts() {
    let mut data = [0; 16];
    let mut matrix = Tensor::new(&mut data[..], layout!((4, 4))).unwrap();
    let error = matrix.try_partitions_mut(layout!((2,2):(1,1))).err().unwrap();
    assert_eq!(error.rule, Rule::Injectivity { first: 1, second: 2 });
    let error = matrix.try_partitions_mut(layout!((2,2):(1,4))).err().unwrap();
    assert_eq!(error.rule, Rule::CoordinateRange { coordinate: 5, extent: 4 });
}

/// The lifted operations give the elements that the operations on layouts give. A thread has the elements whose
/// coordinates are its own, modulo the threads along each leaf.
#[test]
fn threads_may_be_nested() {
    let data: Vec<usize> = (0..64).collect();
    let tensor = Tensor::new(&data[..], layout!(((4, 4), 4))).unwrap();
    let threads = layout!(((2,2),2):((4,1),2));
    for index in 0..8 {
        let (i, j, k) = (index / 4, index % 2, index / 2 % 2);
        let its = |x: &&usize| (**x % 2, **x / 4 % 2, **x / 16 % 2) == (i, j, k);
        let part = tensor.local_partition(threads, index);
        assert_eq!(part.layout().to_string(), "((2,2),2):((2,8),32)");
        assert!(part.iter().eq(data.iter().filter(its)));
    }
    assert!(tensor.try_local_partition(threads, 8).is_err());
}

#[test]
fn lifted_operations() {
    use tilework::{
        Static, modes, range,
        typenum::{U0, U1, U2, U3},
    };
    let layout = layout!(((2,2),3,4):((12,24),4,1));
    let mut data: Vec<usize> = (0..layout.cosize()).collect();
    let mut tensor = Tensor::new(&mut data[..], layout).unwrap();
    macro_rules! check {
        ($name:ident $name_mut:ident ($($arg:expr),*)) => {{
            let expected = offsets!(tilework::operation::$name(layout $(, $arg)*));
            assert!(tensor.$name($($arg),*).iter().eq(&expected), stringify!($name));
            let mut seen = Vec::new();
            tensor.$name_mut($($arg),*).for_each_mut(|x| seen.push(*x));
            assert_eq!(seen, expected, stringify!($name_mut));
        }};
    }
    check!(logical_divide logical_divide_mut (layout!(<2,_,2>)));
    check!(zipped_divide zipped_divide_mut (layout!(<2,3,2>)));
    check!(coalesce coalesce_mut ());
    check!(flatten flatten_mut ());
    check!(permute permute_mut (modes![2, 0, 1]));
    check!(select select_mut (modes![2, 0]));
    let group = tilework::operation::group(layout, Static::<U1>::new(), Static::<U3>::new());
    assert!(tensor.group(range::<1, 3>()).iter().eq(&offsets!(group)));
    assert_eq!(tensor.group_mut(range::<1, 3>()).layout(), group);
    let take = tilework::operation::take(layout, Static::<U0>::new(), Static::<U2>::new());
    assert!(tensor.take(range::<0, 2>()).iter().eq(&offsets!(take)));
    assert_eq!(tensor.take_mut(range::<0, 2>()).layout(), take);
    let expected = offsets!(tilework::operation::composition(layout, layout!((2,3):(2,4))));
    assert!(tensor.compose(layout!((2,3):(2,4))).iter().eq(&expected));
}

/// The elements of a lifted operation on a tile are in the tile.
#[test]
fn operations_on_tiles() {
    let mut data: Vec<usize> = (0..64).collect();
    let mut matrix = Tensor::new(&mut data[..], layout!((8, 8))).unwrap();
    let mut tiles: Vec<_> = matrix.tiles_mut(layout!(<4,4>)).collect();
    let (first, others) = tiles.split_first_mut().unwrap();
    let mut quarters = first.zipped_divide_mut(layout!(<2,2>));
    quarters.slice_mut((.., (1, 0))).for_each_mut(|x| *x = 0);
    others[0].view_mut().coalesce_mut().for_each_mut(|x| *x = 1);
    assert!(others[0].iter().all(|&x| x == 1));
    for (at, x) in data.into_iter().enumerate() {
        let expected = match (at % 8, at / 8) {
            (2..4, 0..2) => 0,
            (4..8, 0..4) => 1,
            _ => at,
        };
        assert_eq!(x, expected);
    }
}

/// Unrolled code visits the coordinates and offsets of the definition, for static layouts below and above the limit,
/// and for dynamic extents inside and outside of static ones.
#[test]
fn unrolled_layouts() {
    let (three, five) = (3, 5);
    macro_rules! check {
        ($($layout:expr;)*) => {$({
            let layout = $layout;
            let expected: Vec<_> = offsets!(layout).into_iter().enumerate().collect();
            let mut seen = Vec::new();
            layout.unroll(|i, offset| seen.push((i, offset)));
            assert_eq!(seen, expected, "{layout}");
            let mut data: Vec<usize> = (0..layout.cosize()).collect();
            let mut tensor = Tensor::new(&mut data[..], layout).unwrap();
            seen.clear();
            tensor.unroll(|i, &x| seen.push((i, x)));
            assert_eq!(seen, expected, "{layout}");
            tensor.unroll_mut(|i, x| *x = 7 * i);
            assert!(tensor.iter().copied().eq((0..layout.size()).map(|i| 7 * i)), "{layout}");
        })*};
    }
    check! {
        layout!(1:1);
        layout!(7:3);
        layout!((4,(3,5)):(15,(5,1)));
        layout!((16,16));
        layout!((16,17):(17,1));
        layout!((3,100,5));
        layout!(((4,2),(three,five)):((1,32),(8,64)));
        layout!((three,4,five):(1,15,3));
        layout!((300,2));
    }
    let mut count = 0;
    layout!((16, 16)).unroll_all(|_, _| count += 1);
    assert_eq!(count, 256);
}

/// Figure 5 of 004: the tensor, and its slices.
#[test]
fn slices_of_figure_5() {
    const TABLE: [[usize; 12]; 6] = [
        [0, 2, 15, 17, 30, 32, 100, 102, 115, 117, 130, 132],
        [4, 6, 19, 21, 34, 36, 104, 106, 119, 121, 134, 136],
        [8, 10, 23, 25, 38, 40, 108, 110, 123, 125, 138, 140],
        [1, 3, 16, 18, 31, 33, 101, 103, 116, 118, 131, 133],
        [5, 7, 20, 22, 35, 37, 105, 107, 120, 122, 135, 137],
        [9, 11, 24, 26, 39, 41, 109, 111, 124, 126, 139, 141],
    ];
    let layout = layout!(((3,2),((2,3),2)):((4,1),((2,15),100)));
    let mut data: Vec<usize> = (0..142).collect();
    let mut writable = data.clone();
    let mut tensor = Tensor::new(&mut data[..], layout).unwrap();
    assert!((0..72).all(|i| tensor[i] == TABLE[i % 6][i / 6]));
    macro_rules! rows {
        ($($coordinate:tt => $offset:literal, $kept:literal, |$i:ident, $j:ident| $within:expr;)*) => {$({
            let coordinate = coord! $coordinate;
            let expected: Vec<usize> = (0..72)
                .map(|at| (at % 6, at / 6))
                .filter(|&($i, $j)| $within)
                .map(|(i, j)| TABLE[i][j])
                .collect();
            let (kept, offset) = layout.slice(coordinate);
            assert_eq!((offset, kept.to_string().as_str()), ($offset, $kept));
            let slice = tensor.slice(coordinate);
            assert_eq!(slice.layout().to_string(), $kept);
            assert!(slice.iter().eq(&expected), "{}", $kept);
            assert!(tensor.slice_mut(coordinate).iter().eq(&expected), "{}", $kept);
            // Writing reaches the same elements and no others.
            writable.fill(0);
            Tensor::new(&mut writable[..], layout)
                .unwrap()
                .slice_mut(coordinate)
                .for_each_mut(|x| *x += 1);
            let ones = (0..142).filter(|&at| writable[at] == 1);
            assert!(ones.eq((0..142).filter(|at| expected.contains(at))), "{}", $kept);
        })*};
    }
    rows! {
        (2, _) => 8, "((2,3),2):((2,15),100)", |i, _j| i == 2;
        (_, 5) => 32, "(3,2):(4,1)", |_i, j| j == 5;
        (2, ((0, _), _)) => 8, "(3,2):(15,100)", |i, j| i == 2 && j % 2 == 0;
        ((_, 1), (_, 0)) => 1, "(3,(2,3)):(4,(2,15))", |i, j| i / 3 == 1 && j / 6 == 0;
        ((_, 0), ((0, _), 1)) => 100, "(3,3):(4,15)",
            |i, j| i / 3 == 0 && j % 2 == 0 && j / 6 == 1;
        ((1, _), ((_, 0), _)) => 4, "(2,(2,2)):(1,(2,100))",
            |i, j| i % 3 == 1 && j / 2 % 3 == 0;
    }
}

/// Local tiles have the elements of inner partitions, and the modes of the tile at the top.
#[test]
fn local_tiles() {
    let (m, n) = (8, 12);
    let layout = layout!((m,(2,6),n):(1,(4096,{2 * m}),{24 * m}));
    let mut data: Vec<usize> = (0..layout.cosize()).collect();
    let mut tensor = Tensor::new(&mut data[..], layout).unwrap();
    let tiler = layout!(<4,2,{3}:1>);
    macro_rules! check {
        ($($coordinate:tt $shape:literal;)*) => {$({
            let expected: Vec<usize> =
                tensor.inner_partition(tiler, $coordinate).iter().copied().collect();
            let tile = tensor.local_tile(tiler, $coordinate);
            assert_eq!(tile.layout().to_string().split(':').next(), Some($shape));
            assert!(tile.iter().eq(&expected));
            let mut seen = Vec::new();
            tensor.local_tile_mut(tiler, $coordinate).for_each_mut(|x| seen.push(*x));
            assert_eq!(seen, expected);
        })*};
    }
    check! {
        (1, 5, 3) "(4,2,3)";
        (.., 5, 3) "(4,2,3,2)";
        (1, .., ..) "(4,2,3,6,4)";
        47 "(4,2,3)";
        .. "(4,2,3,(2,6,4))";
    }
    assert_eq!(tensor.try_local_tile(tiler, (2, 0, 0)).unwrap_err().rule, Rule::CoordinateOutside);
    assert_eq!(tensor.try_local_tile(tiler, 48).unwrap_err().rule, Rule::CoordinateOutside);
    // A tiler and a coordinate for four modes; the tensor has three.
    let (four, block) = (layout!(<4,2,7,{3}:1>), (1, .., 9, 2));
    let expected = tensor.local_tile(tiler, (1, .., 2)).layout();
    assert_eq!(tensor.local_tile_step(four, block, (1, 1, .., 1)).layout(), expected);
    let expected: Vec<usize> = tensor.local_tile(tiler, (1, .., 2)).iter().copied().collect();
    let mut tiles = tensor.local_tile_step_mut(four, block, (1, 1, .., 1));
    tiles.for_each_mut(|x| *x += 1);
    assert!(tiles.iter().eq(expected.iter().map(|x| x + 1).collect::<Vec<_>>().iter()));
    // The whole as one mode.
    let mut data: Vec<usize> = (0..24).collect();
    let vector = Tensor::new(&mut data[..], layout!(24:1)).unwrap();
    assert!(vector.local_tile(layout!(4:1), 3).iter().eq(&[12, 13, 14, 15]));
    assert_eq!(
        vector.local_tile(layout!((2,2):(1,6)), ..).layout().to_string(),
        "(2,2,(3,2)):(1,6,(2,12))"
    );
}

/// A vector has the elements at its place, and is written there.
#[test]
fn recasts() {
    let (columns, lda) = (3, 12);
    let mut data: Vec<u32> = (0..36).collect();
    let mut matrix = Tensor::new(&mut data[..], layout!((8,columns):(1,lda))).unwrap();
    let vectors = matrix.upcast::<4>();
    for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let first = 4 * i as u32 + 12 * j as u32;
        assert_eq!(vectors[(i, j)], [first, first + 1, first + 2, first + 3]);
    }
    assert!(vectors.downcast().iter().eq(matrix.iter()));
    assert_eq!(vectors.downcast().layout().to_string(), matrix.layout().to_string());
    matrix.upcast_mut::<2>().for_each_mut(|pair| pair.swap(0, 1));
    matrix.upcast_mut::<4>().downcast_mut().for_each_mut(|x| *x += 100);
    for (at, x) in data.into_iter().enumerate() {
        let (i, swapped) = (at % 12, (at ^ 1) as u32);
        assert_eq!(x, if i < 8 { swapped + 100 } else { at as u32 });
    }
    // Ten elements have no third vector of four.
    let data = [0_u8; 10];
    let ten = Tensor::new(&data[..], layout!((2,columns):(1,4))).unwrap();
    assert_eq!(ten.try_upcast::<4>().unwrap_err().rule, Rule::Length { cosize: 3, len: 2 });
    // Rows that begin within a vector.
    let five = 5;
    let rows = Tensor::new(&data[..], layout!((4,2):(1,five))).unwrap();
    assert!(rows.try_upcast::<4>().is_err());
    // Elements that share a vector can be read but not written.
    let mut data = [0_u8; 16];
    let mut steps = Tensor::new(&mut data[..], layout!((2,4):(1,4))).unwrap();
    assert_eq!(steps.upcast::<4>().layout().to_string(), "(1,4):(0,1)");
    assert!(steps.try_upcast_mut::<4>().is_ok());
}
