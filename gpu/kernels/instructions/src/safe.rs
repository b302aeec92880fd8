//! Kernels without `unsafe`, each beside the same kernel that is written by `unsafe`: their PTX is compared.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Dyn, Layout, layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));
type Numbers = Layout!(N:1);
type Bins = Layout!(256:1);
type ByRows = Layout!((N,N):(N,1));
type OfRows = OfTiles<Layout!((4, 256)), Layout!((256,4):(4,1))>;

/// Each thread has 4 numbers.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn scaled_safely(
    here: Here<256>,
    from: Input<f32, Tiles, OfThreads>,
    to: Output<f32, Tiles, OfThreads>,
    factor: f32,
) {
    let numbers = from.own(&here).load();
    to.own(&here).write_each(|i| factor * numbers[i]);
}
/// The same.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub unsafe fn scaled(from: Input<f32, Tiles>, to: Output<f32, Tiles>, factor: f32) {
    // SAFETY: there is a block for each tile.
    unsafe {
        let own = ((thread::<256>(), ..), block()[0]);
        let numbers = from.tensor().slice_unchecked(own).load();
        to.tensor().slice_unchecked(own).write_each(|i| factor * numbers[i]);
    }
}

/// Each thread has the number of its index.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), 256))]
pub fn doubled_safely(
    here: Here<256>,
    from: Input<f32, Numbers, OfEach>,
    to: Output<f32, Numbers, OfEach>,
) {
    if let (Some(x), Some(to)) = (from.own(&here), to.own(&here)) {
        to.set(x + x);
    }
}
/// The same.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), 256))]
pub unsafe fn doubled(from: Input<f32, Numbers>, to: Output<f32, Numbers>) {
    // SAFETY: each thread has a number of its own.
    unsafe {
        let at = block()[0] as usize * 256 + thread::<256>() as usize;
        if at < from.layout().size() {
            let x = from.tensor().at(at).read();
            if at < to.layout().size() {
                to.tensor().at(at).write(x + x);
            }
        }
    }
}

/// A row for each block, less its mean.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn centered_safely(
    mut here: Here<256>,
    from: Input<f32, Tiles, OfThreads>,
    to: Output<f32, Tiles, OfThreads>,
) {
    let x = from.own(&here).load();
    let mean = here.over_block(x[0] + x[1] + x[2] + x[3], |x, y| x + y) / 1024.0;
    to.own(&here).write_each(|i| x[i] - mean);
}
/// The same.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub unsafe fn centered(from: Input<f32, Tiles>, to: Output<f32, Tiles>) {
    // SAFETY: there is a block for each tile, and all its threads are here.
    unsafe {
        let t = thread::<256>();
        let own = ((t, ..), block()[0]);
        let x = from.tensor().slice_unchecked(own).load();
        let sum = x[0] + x[1] + x[2] + x[3];
        let mean = over_block::<256, _>(t, sum, shared!([f32; 8]), |x, y| x + y) / 1024.0;
        to.tensor().slice_unchecked(own).write_each(|i| x[i] - mean);
    }
}

/// A tile of 32 x 32 for each block, transposed.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn turned_safely(
    mut here: Here<256>,
    from: Input<f32, Tiles, OfThreads>,
    to: Output<f32, Tiles, OfThreads>,
) {
    let rows = from.own(&here).load();
    let tile = here.publish(array!([f32; 1056]: Layout!(((32,8),4):((1,33),264))), |i| rows[i]);
    let columns = tile.own(layout!(((32,8),4):((33,1),8))).load();
    to.own(&here).write_each(|i| columns[i]);
}
/// The same.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub unsafe fn turned(from: Input<f32, Tiles>, to: Output<f32, Tiles>) {
    // SAFETY: there is a block for each tile, and all its threads are here.
    unsafe {
        let t = thread::<256>();
        let own = ((t, ..), block()[0]);
        let tile = shared!([f32; 1056]);
        let rows = from.tensor().slice_unchecked(own).load();
        let written = tilework::Tensor::from_raw_parts(tile, layout!(((32,8),4):((1,33),264)));
        written.slice_unchecked((t, ..)).write_each(|i| rows[i]);
        barrier();
        let read = tilework::Tensor::from_raw_parts(tile, layout!(((32,8),4):((33,1),8)));
        let columns = read.slice_unchecked((t, ..)).load();
        to.tensor().slice_unchecked(own).write_each(|i| columns[i]);
    }
}

/// How often each remainder by 256 occurs.
#[kernel(threads = 256, blocks = from.layout().extents().1)]
pub fn counted_safely(
    mut here: Here<256>,
    from: Input<u32, Tiles, OfThreads>,
    bins: Output<u32, Bins, ByAtomics>,
) {
    let (t, counts) = (here.thread(), atomics!([u32; 256]));
    let Some(own) = counts.at(t) else { return };
    own.store(0);
    here.wait();
    from.own(&here).unroll(|_, x| {
        if let Some(count) = counts.at(x & 255) {
            count.add(1);
        }
    });
    here.wait();
    if let Some(bin) = bins.at(t) {
        bin.add(own.load());
    }
}
/// The same.
#[kernel(threads = 256, blocks = from.layout().extents().1)]
pub unsafe fn counted(from: Input<u32, Tiles>, bins: Output<u32, Bins>) {
    // SAFETY: there is a block for each tile, and all its threads are here.
    unsafe {
        let (t, counts) = (thread::<256>(), shared!([u32; 256]));
        counts.offset(t as usize).write(0);
        barrier();
        from.tensor().slice_unchecked(((t, ..), block()[0])).unroll(|_, x| {
            counts.offset(x as usize & 255).red_add(1);
        });
        barrier();
        bins.tensor().at(t).red_add(counts.offset(t as usize).read());
    }
}

/// A matrix of any extents.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (4, 256)))]
pub fn copied_safely(
    here: Here<256>,
    from: Input<f32, ByRows, OfRows>,
    to: Output<f32, ByRows, OfRows>,
) {
    let numbers = from.own(&here).or(0.0).load();
    to.own(&here).write_each(|i| numbers[i]);
}
/// The same.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (4, 256)))]
pub unsafe fn copied(from: Input<f32, ByRows>, to: Output<f32, ByRows>) {
    // SAFETY: elements are written by one thread each, if they are inside.
    unsafe {
        let (t, [x, y, _]) = (thread::<256>(), block());
        let column = 256 * y + t;
        let [of, into] = [from.layout(), to.layout()].map(|layout| {
            let (m, n) = layout.extents();
            (m as u32, n as u32)
        });
        let mut numbers = [0.0; 4];
        layout!(4).unroll(|i, _| {
            let row = 4 * x + i as u32;
            if row < of.0 && column < of.1 {
                numbers[i] = from.tensor().at((row, column)).read();
            }
        });
        layout!(4).unroll(|i, _| {
            let row = 4 * x + i as u32;
            if row < into.0 && column < into.1 {
                to.tensor().at((row, column)).write(numbers[i]);
            }
        });
    }
}
