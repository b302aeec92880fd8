//! The largest numbers of each row of a softmax.

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// `(vector, row)`: rows of numbers in vectors of 4.
pub type Rows = Layout!((N,N):(1,N));
/// Rows in chunks of 128 vectors, 8 rows at a time: one for each of 8 warps. A thread has 4 vectors of a chunk.
pub type Chunks = OfTiles<Layout!((128, 8)), Layout!(((32,8),4):((1,128),32))>;
/// `(place, row)`: the largest numbers of each row.
pub type Largest = Layout!((N,N):(1,N));
/// A row for each of 8 warps, and a place of it for each thread. Places from `k` on are outside.
pub type OfPlaces = OfTiles<Layout!((32, 8)), Layout!(((32,8),1):((1,32),0))>;

/// The layout of `count` rows of `vectors` vectors.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn rows(vectors: u32, count: u32) -> Result<Rows, Error> {
    try_layout!((vectors,count):(1,vectors))
}
/// The layout of the `k` largest numbers of `count` rows.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn largest(k: u32, count: u32) -> Result<Largest, Error> {
    try_layout!((k,count):(1,k))
}

/// A block for each 8 rows.
///
/// # Errors
/// If `k` is above 32.
#[cfg(not(target_arch = "nvptx64"))]
pub fn blocks(largest: Largest) -> Result<[u32; 3], String> {
    match largest.extents() {
        (..=32, count) => launch::blocks_for((1_u32, count as u32), (1, 8)),
        (k, _) => Err(format!("top_k: a warp has places for 32 numbers, and k is {k}")),
    }
}

/// A number and its place in the row.
type Entry = (f32, u32);
/// Whether `x` comes before `y`: the larger number first, and of equal ones that with the lower index.
fn is_before(x: Entry, y: Entry) -> bool {
    x.0 > y.0 || x.0 == y.0 && x.1 < y.1
}

/// The `k` largest `exp(from(j, i)) / sum of exp(from(.., i))` of each row `i`, in descending order, and their `j`. Rows are
/// finite numbers, at least `k` of them, and `k` is at most 32. A warp goes through a row once. Thread `p` of it has the
/// number that is in place `p` so far.
#[kernel(threads = 256, blocks = blocks(values.layout()))]
pub fn top_k(
    here: Here<256>,
    from: Input<F32x4, Rows, Chunks>,
    values: Output<f32, Largest, OfPlaces>,
    indices: Output<u32, Largest, OfPlaces>,
) {
    let (lane, rows) = (here.thread() % 32, here.block()[1]);
    let (vectors, count) = from.layout().extents();
    if 8 * rows + here.thread() / 32 >= count as u32 {
        return;
    }
    let chunks = vectors.div_ceil(128) as u32;
    let last = values.layout().extent::<0>() as u32 - 1;
    let none = (f32::NEG_INFINITY, u32::MAX);
    let (mut own, mut least) = (none, none.0);
    let (mut most, mut sum) = (f32::MIN, 0.0);
    for chunk in 0..chunks {
        let outside = F32x4::of([f32::NEG_INFINITY; 4]);
        let x = from.tile(&here, [chunk, rows, 0]).or(outside).load();
        let x = [0, 1, 2, 3].map(|i| x[i].0);
        let [a, b, c, d] = x.map(|[a, b, c, d]| larger(larger(a, b), larger(c, d)));
        let of_chunk = larger(larger(a, b), larger(c, d));

        // The sum of powers relative to the largest number so far.
        let before = most;
        most = larger(most, of_chunk);
        let power = |x: f32| exp2((x - most) * core::f32::consts::LOG2_E);
        sum *= power(before);
        layout!(16).unroll(|i, _| sum += power(x[i / 4][i % 4]));

        if chunk == 0 {
            // At least `k` numbers are as large as the `k`-th of the largest numbers of the threads.
            least = place_of(&here, of_chunk, last);
        }
        if here.any_of_warp(of_chunk >= least) {
            layout!(16).unroll(|i, _| {
                let mut new = here.ballot(x[i / 4][i % 4] >= least);
                while new != 0 {
                    let thread = new.trailing_zeros();
                    new &= new - 1;
                    let index = 4 * (128 * chunk + 32 * (i / 4) as u32 + thread) + i as u32 % 4;
                    let entry = (here.shuffle_index(x[i / 4][i % 4], thread), index);
                    let other = here.shuffle_up(own, 1);
                    // The entries after it move one place on.
                    if is_before(entry, own) {
                        let is_first = lane == 0 || is_before(other, entry);
                        own = if is_first { entry } else { other };
                    }
                    let of_last = here.shuffle_index(own, last);
                    if of_last.1 != u32::MAX {
                        least = of_last.0;
                    }
                }
            });
        }
    }
    // The sums of the threads are relative to numbers of their own.
    let all = here.over_warp(most, larger);
    let power = |x: f32| exp2((x - all) * core::f32::consts::LOG2_E);
    let sum = here.over_warp(sum * power(most), |x, y| x + y);
    values.own(&here).write_each(|_| power(own.0) / sum);
    indices.own(&here).write_each(|_| own.1);
}

/// The number in place `last` of the numbers of a warp in descending order.
#[inline(always)]
fn place_of(here: &Here<256>, x: f32, last: u32) -> f32 {
    let (lane, mut place, mut by) = (here.thread() % 32, 0, 1);
    while by < 32 {
        let other = here.shuffle_xor(x, by);
        // Of equal numbers that of the lower thread is first.
        let lower = lane ^ by < lane;
        place += u32::from(other > x || other == x && lower);
        by += 1;
    }
    let is_there = here.ballot(place == last);
    here.shuffle_index(x, is_there.trailing_zeros())
}
