//! Copies: each block copies a tile from a matrix of one layout to one of another.

use tilework::{Dyn, Layout, Tensor, layout};

use crate::argument::Leaves;
use crate::device::{Bits128, block, thread};

/// Threads of a block.
const THREADS: u32 = 256;
type N = Dyn<u32>;
/// A matrix of run time by columns, in vectors.
type Columns = Layout!(((16,64),(N,N)):((1,N),(16,N)));

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy(from: *const Bits128, a: Leaves<4>, to: *mut Bits128, b: Leaves<4>) {
    unsafe {
        let a: Columns = Layout::from_dynamic_leaves(a.0);
        let b: Columns = Layout::from_dynamic_leaves(b.0);
        let [x, y, _] = block();
        let at = (.., (x as usize, y as usize));
        let from = Tensor::from_raw_parts(from, a).slice_unchecked(at);
        let to = Tensor::from_raw_parts(to, b).slice_unchecked(at);
        let threads = layout!((16,16));
        let (from, to) = (from.local_partition(threads, thread::<THREADS>()), to.local_partition(threads, thread::<THREADS>()));
        let loaded = from.load();
        to.write_each(|i| loaded[i]);
    }
}
