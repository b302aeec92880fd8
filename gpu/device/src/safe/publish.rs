//! Arrays in shared memory that the threads of a block write in parts and then read.

use core::marker::PhantomData;
use core::ops::RangeFull;

use frunk_core::HList;
use tilework::bound::{Pointer, Shape, SliceBy, Unroll};
use tilework::result::{Raw, Sliced};
use tilework::{AnyLayout, Layout, Tensor};

use super::Here;
use super::part::for_each_thread;
use crate::{Element, Shared, proof};

impl<'k, const THREADS: u32> Here<'k, THREADS> {
    /// Writes `f(i)` to the element `i` of this thread's part of an array in shared memory, for each `i`, and waits for
    /// all threads of the block. Afterwards, every thread reads the whole array, until its next wait.
    ///
    /// All threads of the block reach this call. Otherwise, those that do may wait forever, or read what nobody has
    /// written.
    ///
    /// ```
    /// use tilework::{Dyn, Layout, layout, try_layout};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// type Tiles = Layout!(((64,4),{Dyn<u32>}):((1,64),256));
    ///
    /// /// The 256 numbers of each block in the opposite order.
    /// #[kernel(threads = 64, blocks = to.layout().extents().1)]
    /// fn turned(mut here: Here<64>, from: Input<u32, Tiles, OfThreads>, to: Output<u32, Tiles, OfThreads>) {
    ///     let numbers = from.own(&here).load();
    ///     let all = here.publish(array!([u32; 256]: Layout!((64,4):(1,64))), |i| numbers[i]);
    ///     let (numbers, t) = (all.tensor(layout!(256)), all.here().thread());
    ///     to.own(all.here()).write_each(|i| numbers.get(255 - (t + 64 * i as u32)).unwrap_or(0));
    /// }
    ///
    /// let (mut emulator, blocks) = (Emulator::new(1), 2_u32);
    /// let tiles = try_layout!(((64,4),blocks):((1,64),256))?;
    /// let from = emulator.upload(&(0..512).collect::<Vec<u32>>());
    /// let mut to = emulator.poisoned::<u32>(512);
    /// emulator.run(turned { from: (&from, tiles), to: (&mut to, tiles) });
    /// assert_eq!(emulator.written(to)[..2], [255, 254]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    ///
    /// What was published is not read after the next wait:
    ///
    /// ```compile_fail,E0499
    /// # use tilework::{Layout, layout};
    /// # use tilework_device::*;
    /// fn late(mut here: Here<64>) {
    ///     let first = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| 1);
    ///     let second = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| 2);
    ///     first.tensor(layout!(64)).get(0);
    /// }
    /// ```
    ///
    /// Parts that have an element in common do not compile:
    ///
    /// ```compile_fail,E0080
    /// # use tilework::Layout;
    /// # use tilework_device::*;
    /// #[kernel(threads = 64, blocks = [1])]
    /// fn both(mut here: Here<64>) {
    ///     here.publish(array!([u32; 256]: Layout!((64,4):(1,63))), |_| 1);
    /// }
    /// # fn main() {
    /// #     tilework_device::emulator::Emulator::new(1).run(both {});
    /// # }
    /// ```
    #[inline(always)]
    pub fn publish<'h, T, const N: usize, C, V, CD, VD>(
        &'h mut self,
        array: SharedArray<T, N, ThreadValue<C, V, CD, VD>>,
        f: impl FnMut(usize) -> T,
    ) -> Published<'h, 'k, T, N, THREADS>
    where
        T: Element,
        C: Shape,
        ThreadValue<C, V, CD, VD>: SliceBy<(u32, RangeFull)>,
        Sliced<ThreadValue<C, V, CD, VD>, (u32, RangeFull)>: Unroll,
    {
        const {
            for_each_thread(C::PRODUCT, THREADS);
            proof::lies_within::<ThreadValue<C, V, CD, VD>>(N);
            proof::parts_are_disjoint::<ThreadValue<C, V, CD, VD>>(THREADS as u64);
        };
        // Arrays are written in odd intervals and read in even ones.
        if !self.is_odd() {
            self.wait();
        }
        let start = array.start;
        // SAFETY: in an odd interval nobody reads the array, and each thread writes a part of its own: the layout,
        // which all threads have in common, gives no element to two threads.
        let own = unsafe {
            Tensor::from_raw_parts(start, array.layout).slice_unchecked((self.thread(), ..))
        };
        own.write_each(f);
        self.wait();
        Published { start, here: self, of: PhantomData }
    }
}

/// A layout `(thread, value)`.
pub(super) type ThreadValue<C, V, CD, VD> = Layout<HList![C, V], HList![CD, VD]>;

/// An array of `N` elements in shared memory, which the threads of a block [`publish`](Here::publish). The layout `L`
/// gives each thread its part: [`array!`](crate::array) makes it.
#[derive(Debug)]
pub struct SharedArray<T, const N: usize, L> {
    start: Shared<T>,
    layout: L,
}
impl<T, const N: usize, L: AnyLayout> SharedArray<T, N, L> {
    /// The array at this address.
    ///
    /// # Safety
    /// There are `N` elements in shared memory. Others of this address are made with the same types only.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn new(start: Shared<T>, layout: L) -> Self {
        SharedArray { start, layout }
    }
}

/// An array in shared memory for [`Here::publish`], with the static layout `(thread, value)` of the threads' parts:
/// `array!([f32; 1056]: Layout!((256,4):(1,264)))`.
///
/// As for [`shared!`](crate::shared), each place in the source has an array of its own. It has one layout too: the
/// types are those of items, so they cannot name the parameters of a generic function.
#[macro_export]
macro_rules! array {
    ([$element:ty; $count:expr]: $layout:ty) => {{
        type __Element = $element;
        type __Layout = $layout;
        const __COUNT: usize = $count;
        let start = $crate::shared!([__Element; __COUNT]);
        // SAFETY: there are as many elements, and this place has these types only.
        unsafe {
            $crate::SharedArray::<__Element, __COUNT, __Layout>::new(
                start,
                <__Layout as ::core::default::Default>::default(),
            )
        }
    }};
}

/// An array in shared memory that all threads of a block have published. Each thread reads it until its next wait.
pub struct Published<'h, 'k, T, const N: usize, const THREADS: u32> {
    start: Shared<T>,
    here: &'h Here<'k, THREADS>,
    /// The borrow is exclusive, so that the thread does not wait meanwhile.
    of: PhantomData<&'h mut ()>,
}
/// A pointer to what is [`Published`].
#[derive(Debug)]
pub struct Common<'h, T> {
    pointer: Shared<T>,
    of: PhantomData<(&'h (), *mut ())>,
}
impl<T> Clone for Common<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Common<'_, T> {}
impl<T: Element> Pointer for Common<'_, T> {
    type Item = T;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        // SAFETY: as promised.
        Common { pointer: unsafe { self.pointer.add(offset) }, of: PhantomData }
    }
    #[inline(always)]
    unsafe fn read(self) -> T {
        // SAFETY: as promised.
        unsafe { self.pointer.read() }
    }
}
impl<'h, 'k, T: Element, const N: usize, const THREADS: u32> Published<'h, 'k, T, N, THREADS> {
    /// The thread, for its parts of buffers.
    #[inline(always)]
    pub fn here(&self) -> &'h Here<'k, THREADS> {
        self.here
    }

    /// The elements, by a static layout that lies within the array.
    #[inline(always)]
    pub fn tensor<L: AnyLayout>(&self, layout: L) -> Tensor<Raw<Common<'h, T>>, L> {
        const { proof::lies_within::<L>(N) };
        let start = Common { pointer: self.start, of: PhantomData };
        // SAFETY: the layout lies within the array. This interval is even, and it lasts as long as `'h`: nobody writes.
        unsafe { Tensor::from_raw_parts(start, layout) }
    }

    /// The elements of this thread, by a static layout `(thread, value)`. They may be others than it has written.
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn own<C, V, CD, VD>(
        &self,
        layout: ThreadValue<C, V, CD, VD>,
    ) -> Tensor<Raw<Common<'h, T>>, Sliced<ThreadValue<C, V, CD, VD>, (u32, RangeFull)>>
    where
        C: Shape,
        ThreadValue<C, V, CD, VD>: SliceBy<(u32, RangeFull)>,
    {
        const { for_each_thread(C::PRODUCT, THREADS) };
        // SAFETY: the first mode has an index for each thread.
        unsafe { self.tensor(layout).slice_unchecked((self.here.thread(), ..)) }
    }
}
