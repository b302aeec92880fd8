//! Predicated tiles against the definition: the element at `(i, j)` is the one at `T(i) + T*(j)`, by mode, if it
//! exists.

use proptest::prelude::*;
use tilework::typenum::{U1, U2, U4};
use tilework::{
    Error, Fragment, Operation, Rule, Tensor, algorithm::copy_if, layout,
    operation::make_identity_layout,
};
use tilework_atom::{TiledCopy, Vector};

/// For a tiler `extent:stride` of a mode of `size`: the coordinates of the tile `j` by the definition. Tiles of
/// `stride` steps are interleaved, and the next ones follow `extent stride` further on.
fn coordinate((extent, stride): (usize, usize), i: usize, j: usize) -> usize {
    assert!(i < extent);
    i * stride + j % stride + j / stride * extent * stride
}

/// The number of tiles.
fn tiles((extent, stride): (usize, usize), size: usize) -> usize {
    stride * size.div_ceil(extent * stride)
}

fn tiler() -> impl Strategy<Value = (usize, usize)> {
    // The stride of an extent of 1 does not count: it gives the same tiles in another order.
    prop_oneof![(1_usize..6, Just(1)), (2_usize..5, 1_usize..4)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Reads, loads and stores of all tiles, of runs and of steps.
    #[test]
    fn tiles_have_the_elements_of_the_definition(
        (m, n, k) in (1_usize..14, 1_usize..14, 1_usize..3),
        (t, u) in (tiler(), tiler()),
        by_rows in any::<bool>(),
    ) {
        let (row, column) = if by_rows { (n + 1, 1) } else { (1, m + 1) };
        let layout = layout!((m,n,k):(row,column,300));
        let data: Vec<usize> = (0..layout.cosize()).map(|x| x * x + 1).collect();
        let tensor = Tensor::new(&data[..], layout).unwrap();
        let ((t0, d0), (t1, d1)) = (t, u);
        let tiler = layout!(<t0:d0,t1:d1>);
        let divided = tensor.predicated_divide(tiler);
        let (tiles_m, tiles_n) = (tiles(t, m), tiles(u, n));
        prop_assert_eq!(divided.size(), t0 * t1 * tiles_m * tiles_n * k);

        let mut expected = data.clone();
        let mut written = data.clone();
        let mut seen = 0;
        let mut writable = Tensor::new(&mut written[..], layout).unwrap();
        let mut targets = writable.predicated_divide_mut(tiler);
        for (j0, j1, l) in (0..tiles_m * tiles_n * k)
            .map(|j| (j % tiles_m, j / tiles_m % tiles_n, j / tiles_m / tiles_n))
        {
            let tile = divided.slice((.., (j0, j1, l)));
            let mut target = targets.slice_mut((.., (j0, j1, l)));
            let mut loaded = vec![7; t0 * t1];
            let mut fragment = Tensor::new(&mut loaded[..], layout!((t0, t1))).unwrap();
            tile.load(0, &mut fragment).unwrap();
            let mut all = true;
            let mut elements: Vec<&usize> = Vec::new();
            for i in 0..t0 * t1 {
                let (x, y) = (coordinate(t, i % t0, j0), coordinate(u, i / t0, j1));
                let inside = x < m && y < n;
                let element = inside.then(|| &data[layout.offset((x, y, l))]);
                all &= inside;
                elements.extend(element);
                prop_assert_eq!(tile.contains(i), inside);
                prop_assert_eq!(tile.get(i), element);
                prop_assert_eq!(tile.get((i % t0, i / t0)), element);
                prop_assert_eq!(divided.get(((i % t0, i / t0), (j0, j1, l))), element);
                prop_assert_eq!(target.get_mut(i).is_some(), inside);
                prop_assert_eq!(fragment[i], element.copied().unwrap_or(0));
                // The other way to slice: the elements at one place in all tiles.
                let places = divided.slice(((i % t0, i / t0), ..));
                prop_assert_eq!(places.get((j0, j1, l)), element);
                if inside {
                    expected[layout.offset((x, y, l))] += 3 * i;
                    seen += 1;
                }
            }
            prop_assert_eq!(tile.get(t0 * t1), None);
            prop_assert_eq!(tile.whole().is_some(), all);
            if let Some(whole) = tile.whole() {
                prop_assert!(whole.iter().eq(elements.iter().copied()));
            }
            let mut visited = Vec::new();
            tile.for_each(|x| visited.push(x));
            prop_assert_eq!(visited, elements);
            target.store_with(&Tensor::counting(layout!((t0, t1))), |x, i| *x += 2 * i).unwrap();
            let mut number = 0;
            let numbers: Vec<usize> = (0..t0 * t1).filter(|&i| target.contains(i)).collect();
            target.for_each_mut(|x| {
                *x += numbers[number];
                number += 1;
            });
        }
        // All elements, once each.
        prop_assert_eq!(seen, m * n * k);
        prop_assert!(divided.try_slice((.., (tiles_m, 0, 0))).is_err());
        prop_assert_eq!(&written, &expected);

        // Storing what was loaded changes nothing, and writes nothing between the elements.
        let mut targets = Tensor::new(&mut written[..], layout).unwrap();
        let mut targets = targets.predicated_divide_mut(tiler);
        let mut loaded = vec![7; divided.size()];
        let mut all = Tensor::new(&mut loaded[..], layout!({divided.size()}:1)).unwrap();
        targets.one_mode().load(5, &mut all).unwrap();
        targets.one_mode_mut().store(&all).unwrap();
        prop_assert_eq!(&written, &expected);
    }
}

/// Static tiles of static and dynamic extents, a whole layout as one mode, and modes that are kept or beyond the tiler.
#[test]
fn forms_of_tilers() {
    let data: Vec<usize> = (0..70).collect();
    let (m, n) = (7, 10);
    macro_rules! check {
        ([$($layout:tt)*] [$($tiler:tt)*] $divided:literal, $size:literal, $whole:literal) => {{
            let tensor = Tensor::new(&data[..], layout!($($layout)*)).unwrap();
            let tiles = tensor.predicated_divide(layout!($($tiler)*));
            assert_eq!(tiles.layout().to_string(), $divided);
            let mut seen = vec![0; 70];
            tiles.for_each(|&x| seen[x] += 1);
            assert_eq!(seen, vec![1; 70]);
            assert_eq!((0..tiles.size()).filter(|&i| tiles.contains(i)).count(), 70);
            let whole = (0..tiles.layout().size() / $size)
                .filter(|&j| tiles.slice((.., j)).whole().is_some());
            assert_eq!(whole.count(), $whole, $divided);
        }};
    }
    check!([(7,10)] [<4,4>] "((4,4),(2,3)):((1,7),(4,28))", 16, 2);
    check!([(m,n)] [<4,4>] "((4,4),(2,3)):((1,7),(4,28))", 16, 2);
    check!([(m,10):row_major] [<4,_>] "((4,10),(2,1)):((10,1),(40,0))", 40, 1);
    check!([(m,n)] [<3>] "((3),(3,10)):((1),(3,7))", 3, 20);
    check!([(7,n)] [16:1] "(16,5):(1,16)", 16, 4);
    check!([70:1] [<16>] "((16),(5)):((1),(16))", 16, 4);
    check!([70:1] [4:2] "(4,(2,9)):(2,(1,8))", 4, 16);
    check!([(5,(2,7)):(14,(7,1))] [<_,4>] "((5,(2,2)),(1,4)):((14,(7,1)),(0,2))", 20, 3);
    check!([(7,10)] [<8,16>] "((8,16),(1,1)):((1,7),(0,0))", 128, 0);
}

#[test]
fn refusals() {
    let mut data = [0; 20];
    let mut ten = Tensor::new(&mut data[..], layout!(10:2)).unwrap();
    // A tile that has an element twice can be read but not written.
    let twice = ten.predicated_divide(layout!((4,2):(1,0)));
    assert_eq!(twice.get(((1, 1), 2)), Some(&0));
    assert_eq!(twice.get(((2, 1), 2)), None);
    let error = ten.try_predicated_divide_mut(layout!((4,2):(1,0))).unwrap_err();
    assert_eq!(error, Error::new(Operation::Tensor, Rule::Injectivity { first: 0, second: 4 }));
    // Coordinates that do not fit one integer.
    #[cfg(target_pointer_width = "64")]
    {
        let long = 1_usize << 31;
        let wide = Tensor::counting(layout!((long,long):(0,0)));
        assert_eq!(
            wide.try_predicated_divide(layout!(<3,3>)).unwrap_err(),
            Error::new(Operation::ZippedDivideCeil, Rule::Overflow).at(1)
        );
    }
    let tiles = ten.predicated_divide(layout!(4:1));
    let (mut five, n) = ([0; 5], 5);
    let mut five = Tensor::new(&mut five[..], layout!(n:1)).unwrap();
    for tile in 0..3 {
        let rule = Rule::EqualExtents { left: 4, right: 5 };
        let error = Error::new(Operation::Copy, rule).at(0);
        assert_eq!(tiles.slice((.., tile)).load(0, &mut five), Err(error));
    }
}

/// The coordinates of a predicated tensor are a predicate for [`copy_if`].
#[test]
fn predicates_of_copies() {
    let (m, n) = (5, 6);
    let data: Vec<usize> = (1..=30).collect();
    let matrix = Tensor::new(&data[..], layout!((m, n))).unwrap();
    let tiles = matrix.predicated_divide(layout!(<4,4>));
    // A buffer with room for every whole tile.
    let mut padded = [0; 64];
    let mut buffer = Tensor::new(&mut padded[..], layout!((8, 8))).unwrap();
    let mut buffers = buffer.zipped_divide_mut(layout!(<4,4>));
    let mut fragment = Fragment::filled(layout!((4, 4)), 0).unwrap();
    for tile in 0..4 {
        let tile = tile % 2 + tile / 2 * 2;
        tiles.slice((.., tile)).load(99, &mut fragment).unwrap();
        let inside = tiles.slice((.., tile));
        copy_if(|i| inside.contains(i), &fragment, &mut buffers.slice_mut((.., tile))).unwrap();
    }
    for (at, x) in padded.into_iter().enumerate() {
        let (i, j) = (at % 8, at / 8);
        assert_eq!(x, if i < m && j < n { matrix[(i, j)] } else { 0 });
    }
}

/// Threads of a tiled copy copy the elements that exist. An identity tensor, divided like the data, has their
/// coordinates in the same places.
#[test]
fn ragged_copies_of_threads() {
    macro_rules! check {
        ($n:ident, $threads:tt $values:tt, $tile_m:literal $tile_n:literal) => {{
            let copy = TiledCopy::new(Vector::<$n>::new(), layout!($threads), layout!($values));
            for (m, n) in (1_usize..20).flat_map(|m| (1_usize..14).map(move |n| (m, n))) {
                let (rows, columns): (usize, usize) =
                    (m.next_multiple_of($tile_m), n.next_multiple_of($tile_n));
                let from: Vec<usize> = (1..=rows * columns).collect();
                let mut to = vec![0; rows * columns];
                let from = Tensor::new(&from[..], layout!((rows,columns):(1,rows))).unwrap();
                let mut target = Tensor::new(&mut to[..], layout!((rows,columns):(1,rows))).unwrap();
                let identity = make_identity_layout(layout!((rows, columns)).shape());
                let identity = Tensor::coordinates(copy.partition_s(identity));
                let mut asked = 0;
                for index in 0..copy.threads() {
                    let thread = copy.thread(index);
                    let coordinates = identity.slice((index, .., ..));
                    let inside = |i| {
                        asked += 1;
                        coordinates.get(i).is_some_and(|at| at.head < m && at.tail.head < n)
                    };
                    let mut part = thread.partition_d(&mut target);
                    copy_if(inside, &thread.partition_s(&from), &mut part).unwrap();
                }
                assert_eq!(asked, rows * columns);
                for (at, x) in to.into_iter().enumerate() {
                    let (i, j) = (at % rows, at / rows);
                    assert_eq!(x, if i < m && j < n { at + 1 } else { 0 }, "{m} x {n}: {i}, {j}");
                }
            }
        }};
    }
    check!(U4, (2, 3) (4, 2), 8 6);
    check!(U1, ((3,2):(2,1)) ((1,2):(0,1)), 3 4);
    check!(U2, (4, 1) (2, 3), 8 3);
}

proptest! {
    /// Leaves of 32 bits divide like wider ones: the coordinates are in `usize`.
    #[test]
    fn leaves_of_32_bits((m, n) in (1_u32..14, 1_u32..14), t in 1_u32..6) {
        let (wide_m, wide_n, wide_t) = (m as usize, n as usize, t as usize);
        let data: Vec<u32> = (0..m * n).collect();
        let narrow = Tensor::new(&data[..], layout!((m, n))).unwrap();
        let wide = Tensor::new(&data[..], layout!((wide_m, wide_n))).unwrap();
        let (tiles, expected) =
            (narrow.predicated_divide(layout!(<4,2>)), wide.predicated_divide(layout!(<4,2>)));
        let (dynamic, expected_of_t) =
            (narrow.predicated_divide(layout!(<t:1,2>)), wide.predicated_divide(layout!(<wide_t:1,2>)));
        prop_assert_eq!(tiles.size(), expected.size());
        prop_assert_eq!(dynamic.size(), expected_of_t.size());
        for i in 0..tiles.size() {
            prop_assert_eq!(tiles.get(i), expected.get(i));
        }
        for i in 0..dynamic.size() {
            prop_assert_eq!(dynamic.get(i), expected_of_t.get(i));
        }
        // A static layout with a tile of 32 bits.
        let twelve = Tensor::counting(layout!((4, 3)));
        let rows = twelve.predicated_divide(layout!(<t:1>));
        let there = (0..rows.size()).filter(|&i| rows.contains(i)).count();
        prop_assert_eq!(there, 12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Loads and stores beside tensors whose modes are nested otherwise than those of the tile.
    #[test]
    fn beside_other_shapes((m, n) in (1_usize..14, 1_usize..14)) {
        let data: Vec<usize> = (0..m * n).map(|x| x * x + 1).collect();
        let tensor = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
        let divided = tensor.predicated_divide(layout!(<12,6>));
        macro_rules! beside {
            ($($shape:tt)*) => {
                for (j0, j1) in (0..n.div_ceil(6)).flat_map(|j1| (0..m.div_ceil(12)).map(move |j0| (j0, j1))) {
                    let tile = divided.slice((.., (j0, j1)));
                    let place = |i: usize| (12 * j0 + i % 12, 6 * j1 + i / 12);
                    let inside = |i: usize| place(i).0 < m && place(i).1 < n;
                    let mut to = Fragment::filled(layout!($($shape)*), 3_usize).unwrap();
                    tile.load(7, &mut to).unwrap();
                    for i in 0..72 {
                        let expected = if inside(i) { data[place(i).0 * n + place(i).1] } else { 7 };
                        prop_assert_eq!(to[i], expected, "{} of {}", i, stringify!($($shape)*));
                        to[i] = i;
                    }
                    let mut written = data.clone();
                    let mut writable = Tensor::new(&mut written[..], layout!((m,n):row_major)).unwrap();
                    let mut targets = writable.predicated_divide_mut(layout!(<12,6>));
                    targets.slice_mut((.., (j0, j1))).store_with(&to, |to, from| *to += from).unwrap();
                    let mut expected = data.clone();
                    for i in (0..72).filter(|&i| inside(i)) {
                        expected[place(i).0 * n + place(i).1] += i;
                    }
                    prop_assert_eq!(written, expected);
                }
            };
        }
        beside!((12,6));
        beside!((12,6):row_major);
        beside!(((3,4),(2,3)):((4,12),(1,100)));
        beside!(((2,2,3),(3,2)):row_major);
        beside!(((2,3,2),(2,3)):((1,2,6),(36,12)));
    }
}
