//! Sizes that are no multiples of tiles: identity tensors, and the parts of threads in tiles that reach past the data.

use tilework::typenum::{P3, U1, U2, U4, U16};
use tilework::{Composed, HList, Rule, Swizzle, Tensor, hlist, layout};
use tilework_atom::*;

type At = HList![usize, usize];

/// The coordinates of a tensor, in order.
macro_rules! coordinates {
    ($tensor:expr) => {{
        let mut all: Vec<At> = Vec::new();
        $tensor.for_each(|at| all.push(at));
        all
    }};
}

/// An operation on the offsets of a matrix of `m` rows and on its identity tensor has the same elements: the offset
/// `i + m j` is at the coordinate `(i, j)`.
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
        // A tile of a tile, and the part of a thread in it.
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
            // It writes the elements that it reads.
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

/// Threads copy tiles of 8 x 8 of all matrices up to 20 x 20, also with gaps between the columns. A thread has the
/// elements at the coordinates that it has in the identity tensor, if these are in the matrix. Together all elements
/// are copied once, and nothing else is touched.
#[test]
fn ragged_copies() {
    macro_rules! check {
        ($n:literal $vector:ident, $threads:tt $values:tt) => {{
            let copy = TiledCopy::new(Vector::<$vector>::new(), layout!($threads), layout!($values));
            for (m, n) in (1_usize..=20).flat_map(|m| (1_usize..=20).map(move |n| (m, n))) {
                let ld = m.next_multiple_of($n) + $n * (n % 2);
                let matrix = layout!((m,n):(1,ld));
                // The data is exactly as long as the matrix.
                let data: Vec<usize> = (1..=matrix.cosize()).collect();
                let mut written = vec![0; matrix.cosize()];
                let from = Tensor::new(&data[..], matrix).unwrap();
                let mut to = Tensor::new(&mut written[..], matrix).unwrap();
                let identity = Tensor::coordinates(layout!(make_identity_layout((m, n))));
                let sources = from.predicated_divide(layout!(<8,8>));
                let mut targets = to.predicated_divide_mut(layout!(<8,8>));
                for tile in (0..m.div_ceil(8)).flat_map(|i| (0..n.div_ceil(8)).map(move |j| (i, j))) {
                    let (source, mut target) = (sources.slice((.., tile)), targets.slice_mut((.., tile)));
                    let coordinates = identity.local_tile_ceil(layout!(<8,8>), tile);
                    for index in 0..copy.threads() {
                        let thread = copy.thread(index);
                        let own = thread.partition_s(&coordinates);
                        let part = thread.predicated_partition_s(&source);
                        let mut registers = vec![7; part.size()];
                        assert_eq!(part.size(), 64 / copy.threads());
                        let mut registers = Tensor::new(&mut registers[..], layout!({64 / copy.threads()}:1)).unwrap();
                        part.one_mode().load(0, &mut registers).unwrap();
                        for v in 0..part.size() {
                            let at = own.get(v).unwrap();
                            let expected = (at.head < m && at.tail.head < n).then(|| &data[matrix.offset(at)]);
                            assert_eq!(part.get(v), expected, "{m} x {n}, {tile:?}, thread {index}, value {v}");
                            assert_eq!(registers[v], expected.copied().unwrap_or(0));
                        }
                        // The sum would show an element that two threads have.
                        let mut part = thread.predicated_partition_d(&mut target);
                        part.one_mode_mut().store_with(&registers, |to, x| *to += x).unwrap();
                    }
                }
                for (at, x) in written.into_iter().enumerate() {
                    let (i, j) = (at % ld, at / ld);
                    assert_eq!(x, if i < m && j < n { at + 1 } else { 0 }, "{m} x {n}: {i}, {j}");
                }
            }
        }};
    }
    check!(1 U1, (4, 8) (1, 1));
    check!(1 U1, ((4,2):row_major) ((1,4):row_major));
    check!(2 U2, (2, 4) (2, 2));
    check!(2 U2, ((4,4):row_major) (2, 1));
    check!(4 U4, (2, 2) (4, 4));
    check!(4 U4, ((1,8):(0,1)) ((8,1):(1,0)));
}

/// The same for swizzled data, whose vectors of 4 stay together: threads that begin past the data have nothing.
#[test]
fn ragged_copies_of_swizzled_data() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,2):row_major), layout!((1, 4)));
    for (m, n) in (1_usize..=16).flat_map(|m| (1_usize..=16).map(move |n| (m, n))) {
        let swizzled = Composed::of(Swizzle::<U2, U2, P3>::new(), layout!((m,n):(16,1)));
        let data: Vec<usize> = (1..=256).collect();
        let mut written = vec![0; 256];
        let from = Tensor::through(&data[..], swizzled).unwrap();
        let mut to = Tensor::through(&mut written[..], swizzled).unwrap();
        let sources = from.predicated_divide(layout!(<8,8>));
        let mut targets = to.predicated_divide_mut(layout!(<8,8>));
        for tile in (0..m.div_ceil(8)).flat_map(|i| (0..n.div_ceil(8)).map(move |j| (i, j))) {
            let (source, mut target) = (sources.slice((.., tile)), targets.slice_mut((.., tile)));
            for index in 0..copy.threads() {
                let thread = copy.thread(index);
                let part = thread.predicated_partition_s(&source);
                let mut registers = [7; 8];
                let mut registers = Tensor::new(&mut registers[..], layout!(8:1)).unwrap();
                part.one_mode().load(0, &mut registers).unwrap();
                let mut part = thread.predicated_partition_d(&mut target);
                part.one_mode_mut().store_with(&registers, |to, x| *to += x).unwrap();
            }
        }
        // By the definition of the swizzle: bits 5 and 6 are XORed with bits 2 and 3.
        for i in 0..16 {
            for j in 0..16 {
                let offset = 16 * i + j;
                let at = offset ^ (offset >> 3 & 0b1100);
                let expected = if i < m && j < n { at + 1 } else { 0 };
                assert_eq!(written[at], expected, "{m} x {n}: {i}, {j}");
            }
        }
    }
}

/// Products `C += A B` of matrices of any sizes, with 64 threads in tiles of 16 x 16 x 8. The part of a tile outside of
/// `A` and `B` is 0, and the part outside of `C` is not written.
#[test]
fn ragged_products() {
    let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((2, 1, 1))).permuted(layout!(<16,16,8>));
    let (of_a, of_b, of_c) =
        (a(MmaSyncM8N8K4F64).layout(), b(MmaSyncM8N8K4F64).layout(), c(MmaSyncM8N8K4F64).layout());
    for (m, n) in (1_usize..=20).flat_map(|m| (1_usize..=20).step_by(3).map(move |n| (m, n))) {
        let k = (7 * m + 3 * n) % 19 + 1;
        let numbers =
            |len: usize, by: i64| (1..=len as i64).map(|x| x * by % 17 - 8).collect::<Vec<_>>();
        let (a, b, mut sums) = (numbers(m * k, 7), numbers(n * k, 5), vec![100; m * n + m]);
        let a = Tensor::new(&a[..], layout!((m,k):(k,1))).unwrap();
        let b = Tensor::new(&b[..], layout!((n,k):(1,n))).unwrap();
        // The column beside it belongs to another matrix.
        let ld = n + 1;
        let mut c = Tensor::new(&mut sums[..], layout!((m,n):(ld,1))).unwrap();
        let (a_tiles, b_tiles) =
            (a.predicated_divide(layout!(<16,8>)), b.predicated_divide(layout!(<16,8>)));
        let mut c_tiles = c.predicated_divide_mut(layout!(<16,16>));
        for (i, j) in (0..m.div_ceil(16)).flat_map(|i| (0..n.div_ceil(16)).map(move |j| (i, j))) {
            // (value, (repeat in M, repeat in N)) of each thread.
            let mut sums = [[0; 4]; 64];
            for p in 0..k.div_ceil(8) {
                let (a_tile, b_tile) = (a_tiles.slice((.., (i, p))), b_tiles.slice((.., (j, p))));
                let (mut a_values, mut b_values) = ([[7; 2]; 64], [[7; 4]; 64]);
                for index in 0..64 {
                    let thread = mma.thread(index);
                    // (value, (repeat in M or N, in K))
                    let mut to =
                        Tensor::new(&mut a_values[index][..], layout!((1, (1, 2)))).unwrap();
                    thread.predicated_partition_a(&a_tile).load(0, &mut to).unwrap();
                    let mut to =
                        Tensor::new(&mut b_values[index][..], layout!((1, (2, 2)))).unwrap();
                    thread.predicated_partition_b(&b_tile).load(0, &mut to).unwrap();
                }
                for (warp, y, z) in (0..8).map(|x| (x % 2, x / 2 % 2, x / 4)) {
                    // The effect of the instruction: threads have the elements that the atom says.
                    let (mut x, mut w) = ([0; 8 * 4], [0; 8 * 4]);
                    for lane in 0..32 {
                        x[of_a.offset((lane, 0))] = a_values[32 * warp + lane][z];
                        w[of_b.offset((lane, 0))] = b_values[32 * warp + lane][y + 2 * z];
                    }
                    for (lane, v) in (0..32).flat_map(|lane| (0..2).map(move |v| (lane, v))) {
                        let at = of_c.offset((lane, v));
                        let products = (0..4).map(|p| x[at % 8 + 8 * p] * w[at / 8 + 8 * p]);
                        sums[32 * warp + lane][v + 2 * y] += products.sum::<i64>();
                    }
                }
            }
            let mut tile = c_tiles.slice_mut((.., (i, j)));
            for (index, sums) in sums.iter().enumerate() {
                let sums = Tensor::new(&sums[..], layout!((2, (1, 2)))).unwrap();
                let mut part = mma.thread(index).predicated_partition_c_mut(&mut tile);
                part.store_with(&sums, |c, sum| *c += sum).unwrap();
            }
        }
        let expected = |i: usize, j: usize| (0..k).map(|p| a[(i, p)] * b[(j, p)]).sum::<i64>();
        for (at, &x) in sums.iter().enumerate() {
            let (i, j) = (at / ld, at % ld);
            assert_eq!(
                x,
                100 + if j < n { expected(i, j) } else { 0 },
                "{m} x {n} x {k}: {i}, {j}"
            );
        }
    }
}
