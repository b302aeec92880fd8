//! A kernel that is generic over its layouts. It copies one matrix into another, tile by tile. The threads of a
//! thread-value layout copy each tile, through a buffer of tiles in turn.
//!
//! Each layout has one bound, `IntegerLayout`. The results of operations on it, here `zipped_divide`, `composition`,
//! `coalesce`, `logical_product` and the inverses, have the same bound. `MaxCommonWith` is the bound of an operation
//! that has no such form. The same code serves every pair of layouts, static and dynamic:
//! `cargo run --example generic`.

use tilework::bound::MaxCommonWith;
use tilework::generic::{IntegerLayout, Tiler};
use tilework::operation::max_common_vector;
use tilework::typenum::{U0, U1};
use tilework::{AnyLayout, Leaf, layout};

/// Copies `from`, viewed through `a`, to `to`, viewed through `b`, with the tiles row by row. `threads` maps (thread,
/// value) to coordinates of a tile. `buffer` is a tile in the buffer, which holds `stages` of them. Returns how many
/// elements can be copied at once.
fn copy_by_threads<A, B, T, S, N, V>(
    (from, a): (&[u32], A),
    (to, b): (&mut [u32], B),
    (tile, buffer, stages): (T, S, N),
    threads: V,
) -> usize
where
    A: IntegerLayout + MaxCommonWith<B>,
    B: IntegerLayout,
    T: Tiler,
    S: IntegerLayout,
    N: IntegerLayout,
    V: IntegerLayout,
{
    // Each element of a tile belongs to one thread and value, and these have one element.
    let (element, owner) = (threads.right_inverse(), threads.left_inverse());
    assert_eq!(element.size(), threads.size(), "the threads do not cover a tile");
    assert!((0..threads.size()).all(|i| owner.offset(threads.offset(i)) == i));

    // The elements of threads, in as few modes as possible, and the places of the tiles.
    let (divided_a, divided_b) = (a.zipped_divide(tile), b.zipped_divide(tile));
    let tile_a = divided_a.tile().composition(threads).coalesce();
    let tile_b = divided_b.tile().composition(threads).coalesce();
    let (tiles_a, tiles_b) = (divided_a.rest(), divided_b.rest());
    let (rows, columns) = (tiles_a.mode::<U0>().size(), tiles_a.mode::<U1>().size());

    let buffers = buffer.logical_product(stages);
    let (buffer, stages) = (buffer.composition(threads), buffers.rest());
    let mut data = vec![0; buffers.cosize()];

    for tile in 0..rows * columns {
        let at = tile / columns + rows * (tile % columns);
        let stage = &mut data[stages.offset(tile % stages.size())..];
        let (from, to) = (&from[tiles_a.offset(at)..], &mut to[tiles_b.offset(at)..]);
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
    // Two tiles in turn, with contiguous rows.
    let staged = (layout!(<8,8>), layout!((8,8):row_major), layout!(2));
    // 32 threads, 2 values each: the accumulator of an 8x8 tensor-core instruction.
    let threads = layout!(((4,8),2):((16,1),8));

    // Column-major to row-major, with extents known at run time.
    let columns = layout!((m,n):(1,m));
    let rows = layout!((m,n):(n,1));
    let wide = copy_by_threads((&from, columns), (&mut to, rows), staged, threads);
    assert!((0..64 * 48).all(|i| to[rows.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to rows: copied, {wide} element at once");

    // All static: consecutive (8,8) tiles.
    let tiled = layout!(((8,8),(8,6)):((1,64),(8,512)));
    let columns = layout!((64,48):(1,64));
    let wide = copy_by_threads((&from, columns), (&mut to, tiled), staged, threads);
    assert!((0..64 * 48).all(|i| to[tiled.offset(i)] == from[columns.offset(i)]));
    println!("(64,48) by columns to tiles of (8,8): copied, {wide} elements at once");
}
