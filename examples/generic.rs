//! A kernel that is generic over its layouts: a copy of one matrix into another, tile by tile, each
//! tile by the threads of a thread-value layout, through a buffer of tiles in turn.
//!
//! It uses ten operations: `tiled_divide`, `take`, `permute`, `composition`, `coalesce`,
//! `make_ordered_layout`, `logical_product`, `right_inverse`, `left_inverse` and `max_common_vector`.
//! What each is applied to has the bound of that operation, and nothing else is asked of the layouts: the
//! operations are applied 19 times, and there are 19 bounds.
//! The same code serves every pair of layouts, static and of run time: `cargo run --example generic`.

use tilework::typenum::{U0, U1, U2, U3};
use tilework::{
    AnyLayout, HList, Leaf, Static,
    bound::{
        Coalesce, ComposeWith, HasLeftInverse, HasRightInverse, LogicalProductBy, MaxCommonWith,
        OrderedBy, PermuteBy, TakeFrom, TiledDivideBy,
    },
    hlist, layout,
    operation::{
        coalesce, composition, left_inverse, logical_product, make_ordered_layout,
        max_common_vector, permute, right_inverse, take, tiled_divide,
    },
    result::{Composition, LogicalProduct, MakeOrderedLayout, Take, TiledDivide},
};

/// The tile of `L` divided by `T`.
type Tile<L, T> = Take<TiledDivide<L, T>, U0, U1>;
/// Where its tiles are.
type Tiles<L, T> = Take<TiledDivide<L, T>, U1, U3>;
/// The second mode first.
type RowByRow = HList![Static<U1>, Static<U0>];

/// Copies `from`, seen through `a`, to `to`, seen through `b`, the tiles row by row. `threads` takes
/// (thread, value) to coordinates of a tile; `stages` is how many tiles the buffer holds, each with its
/// modes in `order`. Returns how many elements can be copied at once.
fn copy_by_threads<A, B, T, K, N, V>(
    (from, a): (&[u32], A),
    (to, b): (&mut [u32], B),
    (tile, order, stages): (T, K, N),
    threads: V,
) -> usize
where
    T: OrderedBy<K>,
    A: TiledDivideBy<T> + MaxCommonWith<B>,
    B: TiledDivideBy<T>,
    TiledDivide<A, T>: TakeFrom<U0, U1> + TakeFrom<U1, U3>,
    TiledDivide<B, T>: TakeFrom<U0, U1> + TakeFrom<U1, U3>,
    Tiles<A, T>: PermuteBy<RowByRow>,
    Tiles<B, T>: PermuteBy<RowByRow>,
    Tile<A, T>: ComposeWith<V>,
    Tile<B, T>: ComposeWith<V>,
    Composition<Tile<A, T>, V>: Coalesce,
    Composition<Tile<B, T>, V>: Coalesce,
    MakeOrderedLayout<T, K>: ComposeWith<V> + LogicalProductBy<N>,
    LogicalProduct<MakeOrderedLayout<T, K>, N>: TakeFrom<U1, U2>,
    V: HasRightInverse + HasLeftInverse,
{
    let (zero, one, two) = (Static::<U0>::new(), Static::<U1>::new(), Static::<U2>::new());
    let three = Static::<U3>::new();
    let (divided_a, divided_b) = (tiled_divide(a, tile), tiled_divide(b, tile));
    let row_by_row: RowByRow = hlist![one, zero];
    let tiles_a = permute(take(divided_a, one, three), row_by_row);
    let tiles_b = permute(take(divided_b, one, three), row_by_row);

    // Each element of a tile belongs to one thread and value, and these to one element.
    let (element, owner) = (right_inverse(threads), left_inverse(threads));
    assert_eq!(element.size(), threads.size(), "the threads do not cover a tile");
    assert!((0..threads.size()).all(|i| owner.offset(threads.offset(i)) == i));

    // What they have, in as few modes as there can be.
    let tile_a = coalesce(composition(take(divided_a, zero, one), threads));
    let tile_b = coalesce(composition(take(divided_b, zero, one), threads));
    let buffer = make_ordered_layout(tile, order);
    let buffers = logical_product(buffer, stages);
    let (buffer, stages) = (composition(buffer, threads), take(buffers, one, two));
    let mut data = vec![0; buffers.cosize()];

    for tile in 0..tiles_a.size() {
        let stage = &mut data[stages.offset(tile % stages.size())..];
        let (from, to) = (&from[tiles_a.offset(tile)..], &mut to[tiles_b.offset(tile)..]);
        for value in 0..threads.size() {
            stage[buffer.offset(value)] = from[tile_a.offset(value)];
        }
        for value in 0..threads.size() {
            to[tile_b.offset(value)] = stage[buffer.offset(value)];
        }
    }
    max_common_vector(a, b).get()
}

fn main() {
    let (m, n): (usize, usize) = (64, 48);
    let from: Vec<u32> = (0..64 * 48).collect();
    let mut to = vec![0; 64 * 48];
    // Two tiles in turn, their rows contiguous.
    let staged =
        (layout!((8, 8)).shape(), hlist![Static::<U1>::new(), Static::<U0>::new()], layout!(2));
    // 32 threads, 2 values each: the accumulator of an 8x8 tensor-core instruction.
    let threads = layout!(((4,8),2):((16,1),8));

    // Columns to rows, the extents known at run time.
    let columns = layout!((m,n):(1,m));
    let rows = layout!((m,n):(n,1));
    let wide = copy_by_threads((&from, columns), (&mut to, rows), staged, threads);
    assert!((0..64 * 48).all(|i| to[rows.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to rows: copied, {wide} element at once");

    // Static throughout: (8,8) tiles one after the other.
    let tiled = layout!(((8,8),(8,6)):((1,64),(8,512)));
    let columns = layout!((64,48):(1,64));
    let wide = copy_by_threads((&from, columns), (&mut to, tiled), staged, threads);
    assert!((0..64 * 48).all(|i| to[tiled.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to tiles of (8,8): copied, {wide} elements at once");
}
