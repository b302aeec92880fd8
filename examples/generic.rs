//! A kernel that is generic over its layouts: a copy of one matrix into another, tile by tile, each
//! tile by the threads of a thread-value layout.
//!
//! It uses eleven operations and has eleven bounds, one for each; nothing else is asked of the
//! layouts. The same code serves every pair of layouts, static and of run time:
//! `cargo run --example generic`.

use tilework::typenum::{U0, U1, U2};
use tilework::{
    AnyLayout, Coalesce, ComposeWith, Composition, HasRightInverse, Leaf, MaxCommonWith, Static,
    Take, TakeFrom, ZippedDivide, ZippedDivideBy, coalesce, composition, layout, max_common_vector,
    right_inverse, take, zipped_divide,
};

/// The tile of `L` divided by `T`.
type Tile<L, T> = Take<ZippedDivide<L, T>, U0, U1>;

/// Copies `from`, seen through `a`, to `to`, seen through `b`. `threads` takes (thread, value) to
/// coordinates of a tile. Returns how many elements can be copied at once.
fn copy_by_threads<A, B, T, V>(
    (from, a): (&[u32], A),
    (to, b): (&mut [u32], B),
    tile: T,
    threads: V,
) -> usize
where
    T: Copy,
    A: ZippedDivideBy<T> + MaxCommonWith<B>,
    B: ZippedDivideBy<T>,
    ZippedDivide<A, T>: TakeFrom<U0, U1> + TakeFrom<U1, U2>,
    ZippedDivide<B, T>: TakeFrom<U0, U1> + TakeFrom<U1, U2>,
    Tile<A, T>: ComposeWith<V>,
    Tile<B, T>: ComposeWith<V>,
    Composition<Tile<A, T>, V>: Coalesce<Output: AnyLayout>,
    V: AnyLayout + HasRightInverse,
{
    let (zero, one, two) = (Static::<U0>::new(), Static::<U1>::new(), Static::<U2>::new());
    let (divided_a, divided_b) = (zipped_divide(a, tile), zipped_divide(b, tile));
    let tile_a = composition(take(divided_a, zero, one), threads);
    let tile_b = composition(take(divided_b, zero, one), threads);
    let (rest_a, rest_b) = (take(divided_a, one, two), take(divided_b, one, two));
    // Each element of a tile belongs to one thread and value.
    assert_eq!(right_inverse(threads).size(), threads.size(), "the threads do not cover a tile");
    // The same function in as few modes as there can be.
    let tile_a = coalesce(tile_a);

    for tile in 0..rest_a.size() {
        let (from, to) = (&from[rest_a.offset(tile)..], &mut to[rest_b.offset(tile)..]);
        for value in 0..threads.size() {
            to[tile_b.offset(value)] = from[tile_a.offset(value)];
        }
    }
    max_common_vector(a, b).get()
}

fn main() {
    let (m, n): (usize, usize) = (64, 48);
    let from: Vec<u32> = (0..64 * 48).collect();
    let mut to = vec![0; 64 * 48];
    // 32 threads, 2 values each: the accumulator of an 8x8 tensor-core instruction.
    let threads = layout!(((4,8),2):((16,1),8));

    // Columns to rows, the extents known at run time.
    let columns = layout!((m,n):(1,m));
    let rows = layout!((m,n):(n,1));
    let wide = copy_by_threads((&from, columns), (&mut to, rows), layout!(<8,8>), threads);
    assert!((0..64 * 48).all(|i| to[rows.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to rows: copied, {wide} element at once");

    // Static throughout: (8,8) tiles one after the other.
    let tiled = layout!(((8,8),(8,6)):((1,64),(8,512)));
    let columns = layout!((64,48):(1,64));
    let wide = copy_by_threads((&from, columns), (&mut to, tiled), layout!(<8,8>), threads);
    assert!((0..64 * 48).all(|i| to[tiled.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to tiles of (8,8): copied, {wide} elements at once");
}
