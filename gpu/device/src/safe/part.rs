//! Parts of threads: how the elements of a parameter are divided among the threads of the grid.
//!
//! The type of the parameter says it, so all threads divide the elements in the same way.

use core::ops::RangeFull;

use frunk_core::HList;
use tilework::bound::{Shape, SliceBy};
use tilework::internal::Text;
use tilework::result::Sliced;
use tilework::{AnyLayout, Dyn, Layout, Leaf, Static};

use crate::{Division, proof};

/// The layout of the parameter is `((thread, value), block)`. A block is an integer, `(x, y)` or `(x, y, z)`.
///
/// Threads that have an element in common are a compile error if their strides are static:
///
/// ```compile_fail,E0080
/// # use tilework::{Dyn, Layout};
/// # use tilework_device::*;
/// // The values of a thread are 63 apart, not 64.
/// type Tiles = Layout!(((64,4),{Dyn<u32>}):((1,63),256));
/// #[kernel(threads = 64, blocks = to.layout().extents().1)]
/// fn overlapping(here: Here<64>, to: Output<f32, Tiles, OfThreads>) {
///     to.own(&here).write_each(|_| 0.0);
/// }
/// # fn main() {
/// #     let mut emulator = tilework_device::emulator::Emulator::new(1);
/// #     let (mut to, n) = (emulator.poisoned::<f32>(256), 1_u32);
/// #     emulator.run(overlapping { to: (&mut to, tilework::try_layout!(((64,4),n):((1,63),256)).unwrap()) });
/// # }
/// ```
///
/// Otherwise, they are an error of the launch. Safe code does not get the part of another thread:
///
/// ```compile_fail,E0133
/// # use tilework::{Dyn, Layout};
/// # use tilework_device::*;
/// # type Tiles = Layout!(((64,4),{Dyn<u32>}):((1,64),256));
/// fn of_another(here: Here<64>, to: Output<f32, Tiles, OfThreads>) {
///     to.tensor().slice(((0, ..), here.block()[0])).write_each(|_| 0.0);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfThreads;

/// The layout of the parameter is a partition `(thread, (value, block))`, as `ThreadValue::partition` computes it from
/// a tile, from a thread-value layout of the tile, and from data in as many tiles as there are blocks.
///
/// ```
/// use tilework::operation::ThreadValue;
/// use tilework::{Dyn, Layout, layout, try_layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// /// A block of one warp has 16 x 8 elements of a row-major matrix, as the sums of `mma.sync` lie in registers: threads
/// /// `(4,8)` with values `(2,2)`.
/// type N = Dyn<u32>;
/// type Parts = Layout!(((4,8),((2,2),(N,N))):((2,N),((1,N),(N,8))));
///
/// #[kernel(threads = 32, blocks = to.layout().extents().1.1)]
/// fn lanes(here: Here<32>, to: Output<u32, Parts, OfPartition>) {
///     to.own(&here).write_each(|_| here.thread());
/// }
///
/// let (m, n) = (32_u32, 24_u32);
/// // The thread and the value of each element of a column-major tile.
/// let sums = ThreadValue::new(layout!((16,8)).shape(), layout!(((4,8),(2,2)):((32,1),(16,8))));
/// let parts: Parts = sums.try_partition(try_layout!((m,n):(n,1))?)?;
/// let mut emulator = Emulator::new(1);
/// let mut to = emulator.poisoned::<u32>(32 * 24);
/// emulator.run(lanes { to: (&mut to, parts) });
/// let to = emulator.written(to);
/// assert_eq!((to[..4].to_vec(), to[24 * 9 + 6]), (vec![0, 0, 1, 1], 7));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfPartition;

/// The thread `t` of the block `b` owns the element at the integral coordinate `THREADS b + t`, if there is one. The
/// grid has blocks in `x` only.
///
/// ```
/// use tilework::{Dyn, Layout, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// type Numbers = Layout!({Dyn<u32>}:1);
/// #[kernel(threads = 64, blocks = blocks_for(to.layout().extents(), 64))]
/// fn numbered(here: Here<64>, to: Output<u32, Numbers, OfEach>) {
///     if let Some(own) = to.own(&here) {
///         own.set(here.block()[0] * 64 + here.thread());
///     }
/// }
///
/// let (mut emulator, n) = (Emulator::new(1), 100_u32);
/// let mut to = emulator.poisoned::<u32>(100);
/// emulator.run(numbered { to: (&mut to, layout!(n:1)) });
/// assert_eq!(emulator.written(to), (0..100).collect::<Vec<u32>>());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfEach;

impl Division for OfThreads {
    const FINGERPRINT: u32 = 1;
}
impl Division for OfPartition {
    const FINGERPRINT: u32 = 2;
}
impl Division for OfEach {
    const FINGERPRINT: u32 = 3;
}

/// A mode of blocks: an integer, or a tuple with a mode for each mode of the grid.
///
/// # Safety
/// For the blocks of a grid of at most [`blocks`](BlockMode::blocks), [`at`](BlockMode::at) is a coordinate inside, and
/// another one for each block.
pub unsafe trait BlockMode: Copy {
    /// The coordinate of a block.
    type At: Copy;
    #[doc(hidden)]
    fn at(block: [u32; 3]) -> Self::At;
    #[doc(hidden)]
    fn blocks(self) -> [usize; 3];
}
macro_rules! one {
    ($([$($n:ident)?] $t:ty;)*) => {$(
        // SAFETY: the coordinate is `x`, and there is one block in `y` and in `z`.
        unsafe impl$(<$n>)? BlockMode for $t
        where
            Self: Leaf,
        {
            type At = u32;
            #[inline(always)]
            fn at([x, _, _]: [u32; 3]) -> u32 {
                x
            }
            fn blocks(self) -> [usize; 3] {
                [self.get(), 1, 1]
            }
        }
    )*};
}
one! { [N] Static<N>; [] Dyn<u32>; }
// SAFETY: the coordinate is `(x, y)`, and there is one block in `z`.
unsafe impl<X: Leaf, Y: Leaf> BlockMode for HList![X, Y] {
    type At = (u32, u32);
    #[inline(always)]
    fn at([x, y, _]: [u32; 3]) -> (u32, u32) {
        (x, y)
    }
    fn blocks(self) -> [usize; 3] {
        [self.head.get(), self.tail.head.get(), 1]
    }
}
// SAFETY: the coordinate has all three indices.
unsafe impl<X: Leaf, Y: Leaf, Z: Leaf> BlockMode for HList![X, Y, Z] {
    type At = (u32, u32, u32);
    #[inline(always)]
    fn at([x, y, z]: [u32; 3]) -> (u32, u32, u32) {
        (x, y, z)
    }
    fn blocks(self) -> [usize; 3] {
        [self.head.get(), self.tail.head.get(), self.tail.tail.head.get()]
    }
}

/// The layout of a thread's part.
pub type OwnOf<L, P = OfThreads> = Sliced<L, <L as HasParts<P>>::At>;

/// Layouts of threads, values and blocks.
///
/// # Safety
/// For threads below [`THREADS`](HasParts::THREADS) and the blocks of a grid of at most [`blocks`](HasParts::blocks),
/// [`at`](HasParts::at) is a slice of the layout, and no two of them have a coordinate in common.
#[diagnostic::on_unimplemented(
    message = "parts: profile: the layout has no modes of threads, values and blocks",
    label = "by `OfThreads` its modes are `((thread, value), block)`, by `OfPartition` `(thread, (value, block))`",
    note = "a block is an integer, `(x, y)` or `(x, y, z)`: `Layout!(((256,4),N):((1,256),1024))`"
)]
pub unsafe trait HasParts<P>: AnyLayout + SliceBy<<Self as HasParts<P>>::At> {
    /// The coordinate of a thread's part.
    type At: Copy;
    /// The number of threads of a block, if it is static.
    const THREADS: Option<u64>;
    /// Asserts that the parts of a block have no element in common, as far as that is static.
    const DISJOINT: ();
    #[doc(hidden)]
    fn at(thread: u32, block: [u32; 3]) -> Self::At;
    /// The number of blocks in each mode of the grid.
    #[doc(hidden)]
    fn blocks(self) -> [usize; 3];
}
macro_rules! parts {
    ($($parts:ty: [$($shape:tt)*] [$($stride:tt)*] $of:ty, |$thread:ident, $at:ident| $coordinate:expr, |$shape_of:ident| $block:expr;)*) => {$(
        // SAFETY: the coordinate has the thread, and the coordinate of the block.
        #[diagnostic::do_not_recommend]
        unsafe impl<T, V, B, TD, VD, BD> HasParts<$parts> for Layout<HList![$($shape)*], HList![$($stride)*]>
        where
            Self: AnyLayout<Shape = HList![$($shape)*]>,
            Self: SliceBy<$of>,
            Layout<HList![T, V], HList![TD, VD]>: AnyLayout,
            T: Shape,
            V: Shape,
            B: BlockMode + Shape,
        {
            type At = $of;
            const THREADS: Option<u64> = T::PRODUCT;
            const DISJOINT: () = match T::PRODUCT {
                Some(threads) => proof::parts_are_disjoint::<Layout<HList![T, V], HList![TD, VD]>>(threads),
                None => {}
            };
            #[inline(always)]
            fn at($thread: u32, block: [u32; 3]) -> $of {
                let $at = B::at(block);
                $coordinate
            }
            fn blocks(self) -> [usize; 3] {
                let $shape_of = self.shape();
                $block.blocks()
            }
        }
    )*};
}
parts! {
    OfThreads: [HList![T, V], B] [HList![TD, VD], BD]
        ((u32, RangeFull), B::At), |thread, at| ((thread, ..), at), |shape| shape.tail.head;
    OfPartition: [T, HList![V, B]] [TD, HList![VD, BD]]
        (u32, (RangeFull, B::At)), |thread, at| (thread, (.., at)), |shape| shape.tail.head.tail.head;
}

/// Asserts that a layout has parts for the threads of a block.
#[track_caller]
pub(super) const fn for_each_thread(of_layout: Option<u64>, threads: u32) {
    let Some(own) = of_layout else {
        panic!(
            "parts: static extent: the mode of the threads is dynamic: write `Layout!(((256,4),N):((1,256),1024))`"
        );
    };
    if own != threads as u64 {
        let text = Text::new("parts: the layout has ").number(own).then(" threads, and `Here<");
        panic!("{}", text.number(threads as u64).then(">` is for another number").as_str());
    }
}
