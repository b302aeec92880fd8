//! Parts of tiles that may reach past the end of a matrix.

use core::marker::PhantomData;
use core::ops::RangeFull;

use frunk_core::{HList, hlist_pat};
use tilework::bound::{Pointer, PointerMut, Shape, SliceBy, Unroll};
use tilework::internal::{Modes, ModesOf, StaticModes};
use tilework::result::{Raw, Sliced};
use tilework::{AnyLayout, Dyn, Layout, Leaf, Static, Tensor};

use super::own::Own;
use super::part::for_each_thread;
use super::publish::ThreadValue;
use super::{Divides, GivesParts, Here};
use crate::parameter::{Parameter, mixed};
use crate::{Division, Element, Global, Input, Output, ReadOnly, proof};

/// The block `(x, y, z)` has the tile `(x, y, z)` of the parameter's layout, and each thread owns a part of it. `Tile`
/// is a layout with the shape of the tile. `TV` is a static layout `(thread, value)`: it gives the integral coordinate
/// of an element in the tile, as in [`ThreadValue`](tilework::operation::ThreadValue).
///
/// The layout of the parameter is a vector, a matrix, or a batch of matrices, with any extents: tiles may reach past
/// its end. Elements outside are not written, and a load has another number for them.
///
/// ```
/// use tilework::{Dyn, Layout, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// type N = Dyn<u32>;
/// type ByRows = Layout!((N,N):(N,1));
/// /// Tiles of 8 rows and 32 columns. A thread has 4 elements of a column.
/// type Tiles = OfTiles<Layout!((8,32)), Layout!(((32,2),4):((8,4),1))>;
///
/// /// `to = from + 1`
/// #[kernel(threads = 64, blocks = blocks_for(to.layout().extents(), (8, 32)))]
/// fn next(here: Here<64>, from: Input<u32, ByRows, Tiles>, to: Output<u32, ByRows, Tiles>) {
///     let numbers = from.own(&here).or(0).load();
///     to.own(&here).write_each(|i| numbers[i] + 1);
/// }
///
/// let mut emulator = Emulator::new(1);
/// let (m, n) = (13_u32, 37_u32);
/// let matrix = layout!((m,n):(n,1));
/// let from = emulator.upload(&(0..13 * 37).collect::<Vec<u32>>());
/// let mut to = emulator.poisoned::<u32>(13 * 37);
/// emulator.run(next { from: (&from, matrix), to: (&mut to, matrix) });
/// assert_eq!(emulator.written(to), (1..=13 * 37).collect::<Vec<u32>>());
/// ```
///
/// Two threads with the same element of the tile do not compile:
///
/// ```compile_fail,E0080
/// # use tilework::{Dyn, Layout, layout};
/// # use tilework_device::*;
/// type Tiles = OfTiles<Layout!((8,32)), Layout!(((32,2),4):((8,3),1))>;
/// #[kernel(threads = 64, blocks = blocks_for(to.layout().extents(), (8, 32)))]
/// fn both(here: Here<64>, to: Output<u32, Layout!((8,32)), Tiles>) {
///     to.own(&here).write_each(|_| 0);
/// }
/// # fn main() {
/// #     let mut emulator = tilework_device::emulator::Emulator::new(1);
/// #     let mut to = emulator.poisoned::<u32>(256);
/// #     emulator.run(both { to: (&mut to, layout!((8,32))) });
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfTiles<Tile, TV>(PhantomData<(Tile, TV)>);

/// Vectors, matrices and batches of matrices: layouts of at most three modes, all of them integers.
///
/// # Safety
/// The extents and strides are those of the layout, followed by 1 and 0.
#[diagnostic::on_unimplemented(
    message = "parts: profile: a layout by `OfTiles` has at most three modes, and each is an integer",
    label = "write `Layout!((N,N):(N,1))`: the tile stands in `OfTiles<Layout!((32,32)), ..>`"
)]
pub unsafe trait Matrix: AnyLayout {
    /// The extents that are static.
    #[doc(hidden)]
    const STATIC: [Option<u64>; 3];
    #[doc(hidden)]
    fn extents(self) -> [usize; 3];
    #[doc(hidden)]
    fn strides(self) -> [usize; 3];
}
macro_rules! matrices {
    ($([$($s:ident $d:ident)*] [$($one:literal)*] [$($zero:literal)*];)*) => {$(
        // SAFETY: they are those of the layout.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($s: Leaf, $d: Leaf),*> Matrix for Layout<HList![$($s),*], HList![$($d),*]>
        where
            Self: AnyLayout<Shape = HList![$($s),*], Stride = HList![$($d),*]>,
        {
            const STATIC: [Option<u64>; 3] = [$($s::STATIC,)* $(Some($one)),*];
            #[inline(always)]
            #[allow(non_snake_case)]
            fn extents(self) -> [usize; 3] {
                let hlist_pat![$($s),*] = self.shape();
                [$($s.get(),)* $($one),*]
            }
            #[inline(always)]
            #[allow(non_snake_case)]
            fn strides(self) -> [usize; 3] {
                let hlist_pat![$($d),*] = self.stride();
                [$($d.get(),)* $($zero),*]
            }
        }
    )*};
}
matrices! {
    [M A] [1 1] [0 0];
    [M A N B] [1] [0];
    [M A N B K C] [] [];
}
macro_rules! vectors {
    ($([$($n:ident)?] $extent:ty;)*) => {$(
        // SAFETY: they are those of the layout.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($n,)? D: Leaf> Matrix for Layout<$extent, D>
        where
            $extent: Leaf,
            Self: AnyLayout<Shape = $extent, Stride = D>,
        {
            const STATIC: [Option<u64>; 3] = [<$extent as Leaf>::STATIC, Some(1), Some(1)];
            #[inline(always)]
            fn extents(self) -> [usize; 3] {
                [self.shape().get(), 1, 1]
            }
            #[inline(always)]
            fn strides(self) -> [usize; 3] {
                [self.stride().get(), 0, 0]
            }
        }
    )*};
}
vectors! { [N] Static<N>; [] Dyn<u32>; }

/// Static layouts `(thread, value)`.
///
/// # Safety
/// The number of threads, and the values of a thread, are those of the layout.
#[diagnostic::on_unimplemented(
    message = "parts: profile: the thread-value layout of `OfTiles` is static and has the modes `(thread, value)`",
    label = "write `OfTiles<Layout!((32,32)), Layout!(((32,8),4):((1,32),256))>`"
)]
pub unsafe trait ThreadValues: AnyLayout {
    /// The number of threads.
    const THREADS: Option<u64>;
    /// The layout of a thread's values.
    type Values: AnyLayout;
    /// The layout of a thread's values, and the offset of the first.
    #[doc(hidden)]
    fn of_thread(thread: u32) -> (Self::Values, usize);
}
// SAFETY: they are those of the layout.
#[diagnostic::do_not_recommend]
unsafe impl<C: Shape, V, CD, VD> ThreadValues for ThreadValue<C, V, CD, VD>
where
    Self: AnyLayout + Default + SliceBy<(u32, RangeFull)>,
{
    const THREADS: Option<u64> = C::PRODUCT;
    type Values = Sliced<Self, (u32, RangeFull)>;
    #[inline(always)]
    fn of_thread(thread: u32) -> (Self::Values, usize) {
        Self::default().slice_by((thread, ..))
    }
}

/// The extents of a tile: static, and at most three.
struct Extents<Tile>(PhantomData<Tile>);
impl<Tile: Matrix> Extents<Tile> {
    const OF: [u32; 3] = {
        let (mut extents, mut at) = ([1; 3], 0);
        while at < 3 {
            match Tile::STATIC[at] {
                Some(extent @ 1..=0x10_0000) => extents[at] = extent as u32,
                _ => panic!(
                    "parts: tile: the extents of `OfTiles<Layout!((32,32)), ..>` are static, and neither 0 nor above 1048576"
                ),
            }
            at += 1;
        }
        extents
    };
    const SIZE: u64 = Self::OF[0] as u64 * Self::OF[1] as u64 * Self::OF[2] as u64;

    /// The coordinate of the tile at an integral coordinate.
    #[inline(always)]
    fn coordinate(at: usize) -> [u32; 3] {
        let [m, n, _] = Self::OF.map(|extent| extent as usize);
        [at % m, at / m % n, at / m / n].map(|i| i as u32)
    }
}
/// The offset at a coordinate. It wraps, since the element may not exist.
#[inline(always)]
fn offset(at: [usize; 3], strides: [usize; 3]) -> usize {
    let [i, j, k]: [usize; 3] = core::array::from_fn(|mode| at[mode].wrapping_mul(strides[mode]));
    i.wrapping_add(j).wrapping_add(k)
}
/// Asserts that coordinates of a thread-value layout add up by mode: no sum of a mode is carried over to the next.
const fn adds_up<TV: AnyLayout>(tile: [u32; 3]) {
    <ModesOf<TV> as Modes>::CODOMAIN.of_a_tensor();
    let (modes, mut at): (&StaticModes, _) = (&<ModesOf<TV> as Modes>::LIST, 0);
    let [mut in_first, mut in_second] = [0; 2];
    let (m, n) = (tile[0] as u64, tile[1] as u64);
    while at < modes.count() {
        let (extent, stride) = modes.leaf(at);
        let ([mut first, mut second], mut c) = ([0; 2], 0);
        while c < extent {
            let (i, j) = (c * stride % m, c * stride / m % n);
            if i > first {
                first = i;
            }
            if j > second {
                second = j;
            }
            c += 1;
        }
        in_first += first;
        in_second += second;
        at += 1;
    }
    assert!(
        in_first < m && in_second < n,
        "parts: the modes of the thread-value layout add up past the end of a mode of the tile: divide them so that each \
         stays within a column, or goes from column to column"
    );
}

impl<Tile: Parameter, TV: Parameter> Division for OfTiles<Tile, TV> {
    const FINGERPRINT: u32 = mixed(mixed(5, Tile::FINGERPRINT), TV::FINGERPRINT);
}
// SAFETY: the tiles of the blocks have no element in common, and neither have the parts of a tile, which `written`
// asserts.
unsafe impl<L: Matrix, Tile: Matrix, TV> Divides<L> for OfTiles<Tile, TV> {
    fn most_blocks(layout: L) -> Option<[usize; 3]> {
        let (extents, tile) = (layout.extents(), Extents::<Tile>::OF);
        Some(core::array::from_fn(|mode| extents[mode].div_ceil(tile[mode] as usize)))
    }
    fn most_blocks_that_read(_: L) -> Option<[usize; 3]> {
        None
    }
}

/// A thread's part of a tile that may reach past the end of the matrix.
#[derive(Debug)]
pub struct OwnTile<P, Tile, TV> {
    /// It points to the thread's element 0, which may be outside.
    pointer: P,
    strides: [usize; 3],
    /// The coordinate in the tile.
    at: [u32; 3],
    /// The extents of the matrix from the tile on.
    left: [u32; 3],
    of: PhantomData<(Tile, TV)>,
}
impl<P: Copy, Tile, TV> Clone for OwnTile<P, Tile, TV> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Copy, Tile, TV> Copy for OwnTile<P, Tile, TV> {}

impl<P: Pointer, Tile: Matrix, TV: ThreadValues> OwnTile<P, Tile, TV> {
    /// The part of a thread of the tile `block`. `pointer` points to the elements of `layout`.
    ///
    /// # Safety
    /// The elements are there. [`Pointer::add`] of `pointer` may be called for elements that do not exist.
    #[inline(always)]
    unsafe fn new<L: Matrix, const THREADS: u32>(
        pointer: P,
        layout: L,
        thread: u32,
        block: [u32; 3],
    ) -> Self {
        const {
            for_each_thread(TV::THREADS, THREADS);
            proof::lies_within::<TV>(Extents::<Tile>::SIZE as usize);
            proof::parts_are_disjoint::<TV>(THREADS as u64);
            adds_up::<TV>(Extents::<Tile>::OF);
        }
        let (extents, strides) = (layout.extents(), layout.strides());
        // Modes that the layout lacks have one tile, and the launch has compared the grid.
        let first = core::array::from_fn(|mode| match mode < L::RANK {
            true => block[mode] as usize * Extents::<Tile>::OF[mode] as usize,
            false => 0,
        });
        // SAFETY: as promised.
        let pointer = unsafe { pointer.add(offset(first, strides)) };
        // Coordinates in a tile are far below the largest `u32`.
        let left = core::array::from_fn(|mode| {
            extents[mode].saturating_sub(first[mode]).min(u32::MAX as usize) as u32
        });
        let all = OwnTile { pointer, strides, at: [0; 3], left, of: PhantomData };
        let (_, at) = TV::of_thread(thread);
        all.after(at)
    }
}
impl<P: Pointer, Tile: Matrix, TV> OwnTile<P, Tile, TV> {
    /// The part whose element 0 is `far` further on in the tile.
    #[inline(always)]
    fn after(self, far: usize) -> Self {
        let by = Extents::<Tile>::coordinate(far);
        // SAFETY: as promised to `new`.
        let pointer = unsafe { self.pointer.add(offset(by.map(|i| i as usize), self.strides)) };
        OwnTile { pointer, at: core::array::from_fn(|mode| self.at[mode] + by[mode]), ..self }
    }
    /// Returns whether element 0 exists.
    #[inline(always)]
    fn exists(&self) -> bool {
        let inside = |mode: usize| self.at[mode] < self.left[mode];
        inside(0) & inside(1) & inside(2)
    }
}

impl<P: Pointer, Tile: Matrix, TV: ThreadValues> OwnTile<P, Tile, TV> {
    /// The part as a tensor, which has `fill` for the elements outside of the matrix.
    #[inline(always)]
    pub fn or(self, fill: P::Item) -> Tensor<Raw<Or<P, Tile>>, TV::Values> {
        let OwnTile { pointer, strides, at, left, .. } = self;
        let part = OwnTile { pointer, strides, at, left, of: PhantomData };
        let (values, _) = TV::of_thread(0);
        // SAFETY: the pointer reads `fill` where there is no element.
        unsafe { Tensor::from_raw_parts(Or { part, fill }, values) }
    }
}
impl<T: Element, Tile: Matrix, TV: ThreadValues<Values: Unroll>> OwnTile<Own<'_, T>, Tile, TV> {
    /// Writes `f(i)` to the element `i` of the part, for each `i` whose element exists.
    #[inline(always)]
    pub fn write_each(self, mut f: impl FnMut(usize) -> T) {
        let (values, _) = TV::of_thread(0);
        values.unroll(|i, offset| {
            let element = self.after(offset);
            if element.exists() {
                // SAFETY: the element exists, and no other thread accesses it.
                unsafe { element.pointer.write(f(i)) }
            }
        });
    }
}

/// A pointer into a tile that may reach past the end of a matrix. Elements outside are read as `fill`, and not written.
#[derive(Clone, Copy, Debug)]
pub struct Or<P: Pointer, Tile> {
    part: OwnTile<P, Tile, ()>,
    fill: P::Item,
}
impl<P: Pointer, Tile: Matrix> Pointer for Or<P, Tile> {
    type Item = P::Item;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        Or { part: self.part.after(offset), ..self }
    }
    #[inline(always)]
    unsafe fn read(self) -> P::Item {
        match self.part.exists() {
            // SAFETY: the element exists.
            true => unsafe { self.part.pointer.read() },
            false => self.fill,
        }
    }
}
impl<P: PointerMut, Tile: Matrix> PointerMut for Or<P, Tile> {
    #[inline(always)]
    unsafe fn write(self, item: P::Item) {
        if self.part.exists() {
            // SAFETY: the element exists. The others are promised.
            unsafe { self.part.pointer.write(item) }
        }
    }
}

impl<T: Element, L: Matrix, Tile: Matrix, TV: ThreadValues> Input<T, L, OfTiles<Tile, TV>> {
    /// The part of this thread in any tile, such as that of each step of a loop. A tile outside of the matrix has no
    /// elements.
    ///
    /// ```
    /// use tilework::{Dyn, Layout, layout};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// type N = Dyn<u32>;
    /// type Rows = OfTiles<Layout!((1,32)), Layout!((32,1))>;
    /// /// The sum of each row, by a warp that goes through it in tiles of 32 columns.
    /// #[kernel(threads = 32, blocks = from.layout().extents().0)]
    /// fn sums(here: Here<32>, from: Input<u32, Layout!((N,N):(N,1)), Rows>, to: Output<u32, Layout!((32,N)), OfTiles<Layout!((32,1)), Layout!((32,1))>>) {
    ///     let (row, columns) = (here.block()[0], from.layout().extents().1);
    ///     let mut sum = 0;
    ///     for tile in 0..columns.div_ceil(32) as u32 {
    ///         sum += from.tile(&here, [row, tile, 0]).or(0).load()[0];
    ///     }
    ///     let sum = here.over_warp(sum, |x, y| x + y);
    ///     to.own(&here).write_each(|_| sum);
    /// }
    /// ```
    #[inline(always)]
    pub fn tile<const THREADS: u32>(
        self,
        here: &Here<'_, THREADS>,
        tile: [u32; 3],
    ) -> OwnTile<ReadOnly<Global<T>>, Tile, TV> {
        // SAFETY: the buffer is as long as the layout reaches. The pointer is an address.
        unsafe {
            let pointer = self.tensor().pointer();
            OwnTile::new::<L, THREADS>(pointer, self.layout(), here.thread(), tile)
        }
    }
}
impl<T: Element, L: Matrix, Tile: Matrix, TV: ThreadValues> GivesParts<T, L> for OfTiles<Tile, TV> {
    type Read = OwnTile<ReadOnly<Global<T>>, Tile, TV>;
    type Written<'k> = OwnTile<Own<'k, T>, Tile, TV>;
    #[inline(always)]
    fn read<const THREADS: u32>(input: Input<T, L, Self>, here: &Here<'_, THREADS>) -> Self::Read {
        input.tile(here, here.block())
    }
    #[inline(always)]
    unsafe fn written<'k, const THREADS: u32>(
        output: Output<T, L, Self>,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> Self::Written<'k> {
        // SAFETY: as promised. The launch has checked that the layout is injective; blocks have different tiles, and
        // threads different elements of a tile.
        unsafe {
            let own = Own::new(output.tensor().pointer());
            OwnTile::new::<L, THREADS>(own, output.layout(), here.thread(), block)
        }
    }
}
