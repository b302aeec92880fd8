//! Sizes that are no multiples of tiles: identity tensors.

use tilework::atom::*;
use tilework::typenum::{U4, U16};
use tilework::{HList, Rule, Tensor, hlist, layout};

type At = HList![usize, usize];

/// The coordinates of a tensor, in order.
macro_rules! coordinates {
    ($tensor:expr) => {{
        let mut all: Vec<At> = Vec::new();
        $tensor.for_each(|at| all.push(at));
        all
    }};
}

/// What is done to the offsets of a matrix of `m` rows and to its identity tensor has the same elements: the
/// offset `i + m j` is at the coordinate `(i, j)`.
#[test]
fn parts_of_identity_tensors_are_those_of_data() {
    let (m, n) = (64_usize, 96_usize);
    let data = Tensor::counting(layout!((m, n)));
    let identity = Tensor::coordinates(layout!(make_identity_layout((m, n))));
    macro_rules! same {
        ($data:expr, $coordinates:expr) => {{
            let expected: Vec<At> = $data.iter().map(|x| hlist![x % m, x / m]).collect();
            assert_eq!(coordinates!($coordinates), expected);
            assert_eq!($coordinates.layout().size(), expected.len());
        }};
    }
    for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let tiler = layout!(<32,32>);
        same!(data.local_tile(tiler, (i, j)), identity.local_tile(tiler, (i, j)));
        same!(data.local_tile(tiler, (i, ..)), identity.local_tile(tiler, (i, ..)));
        same!(data.local_tile(tiler, (i, j)), identity.local_tile_ceil(tiler, (i, j)));
        let (tiler, block) = (layout!(<32,7,16>), (i, 9, ..));
        same!(
            data.local_tile_step(tiler, block, (1, .., 1)),
            identity.local_tile_step(tiler, block, (1, .., 1))
        );
        // A tile of a tile, and the part of a thread in that.
        let (of_data, mut of_identity) = (
            data.local_tile(layout!(<32,32>), (i, j)),
            identity.local_tile(layout!(<32,32>), (i, j)),
        );
        for index in 0..32 {
            let threads = layout!((4,8):row_major);
            same!(
                of_data.local_partition(threads, index),
                of_identity.local_partition(threads, index)
            );
            let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4, 8)), layout!((4, 2)));
            let thread = copy.thread(index);
            same!(thread.partition_s(&of_data), thread.partition_s(&of_identity));
            // What it writes are those that it reads.
            same!(thread.partition_s(&of_data), thread.partition_d(&mut of_identity));
            let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((1, 1, 1)));
            let thread = mma.thread(index);
            same!(thread.partition_a(&of_data), thread.partition_a(&of_identity));
            same!(thread.partition_b(&of_data), thread.partition_b(&of_identity));
            same!(thread.partition_c(&of_data), thread.partition_c(&of_identity));
        }
        assert!(identity.try_local_tile(layout!(<7,32>), (0, 0)).is_err());
        assert!(of_identity.try_local_partition(layout!((4, 8)), 32).is_err());
    }
    // A store reads other elements than it writes.
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1))).permuted(layout!(<32,32,16>));
    let store = TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma.c());
    let mut written = vec![0; m * n];
    let mut rows = Tensor::new(&mut written[..], layout!((m,n):row_major)).unwrap();
    let mut identity = Tensor::coordinates(layout!(make_identity_layout((m, n))));
    for index in 0..128 {
        let thread = store.thread(index);
        let expected = coordinates!(thread.partition_d(&mut identity));
        thread.partition_d(&mut rows).for_each_mut(|x| *x = index + 1);
        assert_eq!(expected.len(), 8 * m * n / 32 / 32);
        assert!(expected.iter().all(|&at| rows[at] == index + 1));
        assert_ne!(expected, coordinates!(thread.partition_s(&identity)));
    }
    let none = store.thread(128).try_partition_s(&identity).map(drop).unwrap_err();
    assert_eq!(none.rule, Rule::CoordinateRange { coordinate: 128, extent: 128 });
}
