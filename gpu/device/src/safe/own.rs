//! What a thread owns of a buffer.

use core::marker::PhantomData;

use tilework::bound::{Coordinate, Pointer, PointerMut};
use tilework::result::Raw;
use tilework::{AnyLayout, Tensor};

use super::part::for_each_thread;
use super::{HasParts, Here, OfEach, OfPartition, OfThreads, OwnOf};
use crate::{Element, Global, Input, Output, ReadOnly, Whole};

/// A pointer to elements that one thread owns, while the kernel runs.
#[derive(Debug)]
pub struct Own<'k, T> {
    pointer: Global<T>,
    of: PhantomData<(fn(&'k ()) -> &'k (), *mut T)>,
}
impl<T> Own<'_, T> {
    /// The elements at this address, as those of one thread.
    ///
    /// # Safety
    /// No other thread accesses the elements that are read or written through the pointer.
    #[inline(always)]
    pub(super) unsafe fn new(pointer: Global<T>) -> Self {
        Own { pointer, of: PhantomData }
    }
}
impl<T> Clone for Own<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Own<'_, T> {}
impl<T: Element> Pointer for Own<'_, T> {
    type Item = T;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        // SAFETY: as promised.
        Own { pointer: unsafe { self.pointer.add(offset) }, of: PhantomData }
    }
    #[inline(always)]
    unsafe fn read(self) -> T {
        // SAFETY: as promised.
        unsafe { self.pointer.read() }
    }
}
impl<T: Element> PointerMut for Own<'_, T> {
    #[inline(always)]
    unsafe fn write(self, item: T) {
        // SAFETY: as promised.
        unsafe { self.pointer.write(item) }
    }
}

/// An element that one thread owns.
#[derive(Debug)]
pub struct OwnElement<'k, T>(Own<'k, T>);
impl<T: Element> OwnElement<'_, T> {
    /// Writes the element.
    #[inline(always)]
    pub fn set(&self, x: T) {
        // SAFETY: the element exists, and no other thread accesses it.
        unsafe { self.0.write(x) }
    }
    /// The element.
    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: as above.
        unsafe { self.0.read() }
    }
}

/// How the elements of a parameter with the layout `L` are divided among the threads of a grid: [`Whole`],
/// [`OfThreads`], [`OfPartition`], [`OfTiles`](crate::OfTiles), [`OfEach`] or [`ByAtomics`](crate::ByAtomics).
///
/// # Safety
/// If the layout is injective, and the grid has at most [`most_blocks`](Divides::most_blocks), then the parts of the
/// threads have no element in common. In a grid of at most [`most_blocks_that_read`](Divides::most_blocks_that_read),
/// threads read only elements of the layout.
#[diagnostic::on_unimplemented(
    message = "a layout of this form is not divided among threads by `{Self}`",
    label = "the third parameter of `Input` and `Output` is `OfThreads`, `OfPartition`, `OfTiles<..>`, `OfEach` or `ByAtomics`"
)]
pub unsafe trait Divides<L> {
    /// The largest grid that the layout has parts for. `None` if any grid may have the parameter.
    #[doc(hidden)]
    fn most_blocks(layout: L) -> Option<[usize; 3]>;
    /// The same for an [`Input`]: `None` if a thread outside of the layout reads nothing.
    #[doc(hidden)]
    fn most_blocks_that_read(layout: L) -> Option<[usize; 3]> {
        Self::most_blocks(layout)
    }
}
// SAFETY: nobody has a part.
unsafe impl<L> Divides<L> for Whole {
    fn most_blocks(_: L) -> Option<[usize; 3]> {
        None
    }
}
// SAFETY: each thread has a coordinate of its own, inside of which it has its part.
unsafe impl<L: HasParts<OfThreads>> Divides<L> for OfThreads {
    fn most_blocks(layout: L) -> Option<[usize; 3]> {
        Some(layout.blocks())
    }
}
// SAFETY: as above.
unsafe impl<L: HasParts<OfPartition>> Divides<L> for OfPartition {
    fn most_blocks(layout: L) -> Option<[usize; 3]> {
        Some(layout.blocks())
    }
}
// SAFETY: each thread has a coordinate of its own, in a grid with blocks in `x` only.
unsafe impl<L: AnyLayout> Divides<L> for OfEach {
    fn most_blocks(_: L) -> Option<[usize; 3]> {
        Some([usize::MAX, 1, 1])
    }
    fn most_blocks_that_read(_: L) -> Option<[usize; 3]> {
        None
    }
}

/// What divides elements such that each thread has a part.
#[diagnostic::on_unimplemented(
    message = "parts: no thread owns a part by `{Self}`",
    label = "write `Output<f32, Tiles, OfThreads>`: the third parameter says how the elements are divided among the threads",
    note = "it is `OfThreads`, `OfPartition`, `OfEach` or `OfTiles<..>`; by `Whole`, the default, kernels write by `unsafe`, and by `ByAtomics` with `at`"
)]
pub trait GivesParts<T, L>: Divides<L> + Sized {
    /// The part that a thread reads.
    type Read;
    /// The part that a thread writes.
    type Written<'k>;
    #[doc(hidden)]
    fn read<const THREADS: u32>(input: Input<T, L, Self>, here: &Here<'_, THREADS>) -> Self::Read;
    /// The part that a thread of a block writes.
    ///
    /// # Safety
    /// The grid that the launch was checked for may have this block. No other block writes the part of this one.
    #[doc(hidden)]
    unsafe fn written<'k, const THREADS: u32>(
        output: Output<T, L, Self>,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> Self::Written<'k>;
}
impl<T: Element, L: HasParts<OfThreads>> GivesParts<T, L> for OfThreads {
    type Read = ReadPart<T, L, Self>;
    type Written<'k> = OwnPart<'k, T, L, Self>;
    #[inline(always)]
    fn read<const THREADS: u32>(input: Input<T, L, Self>, here: &Here<'_, THREADS>) -> Self::Read {
        read(input, here)
    }
    #[inline(always)]
    unsafe fn written<'k, const THREADS: u32>(
        output: Output<T, L, Self>,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> Self::Written<'k> {
        // SAFETY: as promised.
        unsafe { written(output, here, block) }
    }
}
impl<T: Element, L: HasParts<OfPartition>> GivesParts<T, L> for OfPartition {
    type Read = ReadPart<T, L, Self>;
    type Written<'k> = OwnPart<'k, T, L, Self>;
    #[inline(always)]
    fn read<const THREADS: u32>(input: Input<T, L, Self>, here: &Here<'_, THREADS>) -> Self::Read {
        read(input, here)
    }
    #[inline(always)]
    unsafe fn written<'k, const THREADS: u32>(
        output: Output<T, L, Self>,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> Self::Written<'k> {
        // SAFETY: as promised.
        unsafe { written(output, here, block) }
    }
}
/// The part of an [`Input`] that a thread reads.
type ReadPart<T, L, P> = Tensor<Raw<ReadOnly<Global<T>>>, OwnOf<L, P>>;
/// The part of an [`Output`] that a thread owns.
type OwnPart<'k, T, L, P> = Tensor<Raw<Own<'k, T>>, OwnOf<L, P>>;
#[inline(always)]
fn read<T: Element, L: HasParts<P>, P, const THREADS: u32>(
    input: Input<T, L, P>,
    here: &Here<'_, THREADS>,
) -> ReadPart<T, L, P> {
    const { for_each_thread(L::THREADS, THREADS) };
    // SAFETY: there are as many threads, and the launch has compared the grid with the layout.
    unsafe { input.tensor().slice_unchecked(L::at(here.thread(), here.block())) }
}
/// # Safety
/// As for [`GivesParts::written`].
#[inline(always)]
unsafe fn written<'k, T: Element, L: HasParts<P>, P, const THREADS: u32>(
    output: Output<T, L, P>,
    here: &Here<'k, THREADS>,
    block: [u32; 3],
) -> OwnPart<'k, T, L, P> {
    const {
        for_each_thread(L::THREADS, THREADS);
        L::DISJOINT
    };
    // SAFETY: the slice lies in the layout, as promised. The launch has checked that the layout is injective, so no
    // other thread has an element of the slice.
    unsafe {
        let own = Own::new(output.tensor().pointer());
        let all = Tensor::from_raw_parts(own, output.layout());
        all.slice_unchecked(L::at(here.thread(), block))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element, L: AnyLayout> GivesParts<T, L> for OfEach
where
    usize: Coordinate<usize, L::Shape, L::Stride>,
{
    type Read = Option<T>;
    type Written<'k> = Option<OwnElement<'k, T>>;
    #[inline(always)]
    fn read<const THREADS: u32>(input: Input<T, L, Self>, here: &Here<'_, THREADS>) -> Self::Read {
        input.tensor().get(of_each(here, here.block()))
    }
    #[inline(always)]
    unsafe fn written<'k, const THREADS: u32>(
        output: Output<T, L, Self>,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> Self::Written<'k> {
        let at = of_each(here, block);
        // SAFETY: the coordinate is inside. The launch has checked that the layout is injective, and that there are
        // blocks in `x` only, so no other thread has this element.
        let own = || unsafe { OwnElement(Own::new(output.tensor().at(at))) };
        (at < output.layout().size()).then(own)
    }
}
/// The integral coordinate of the thread by [`OfEach`].
#[inline(always)]
fn of_each<const THREADS: u32>(here: &Here<'_, THREADS>, block: [u32; 3]) -> usize {
    block[0] as usize * THREADS as usize + here.thread() as usize
}

// The result is a parameter, so that the compiler looks up the method first, and its error is that of the bound.
impl<T, L, P> Input<T, L, P> {
    /// The part of this thread. By [`OfThreads`] and [`OfPartition`] it is a tensor, by [`OfEach`] an `Option` of an
    /// element, and by [`OfTiles`](crate::OfTiles) an [`OwnTile`](crate::OwnTile).
    #[inline(always)]
    pub fn own<R, const THREADS: u32>(self, here: &Here<'_, THREADS>) -> R
    where
        P: GivesParts<T, L, Read = R>,
    {
        P::read(self, here)
    }
}
impl<T, L, P> Output<T, L, P> {
    /// The part of this thread, which no other thread accesses. By [`OfThreads`] and [`OfPartition`] it is a tensor, by
    /// [`OfEach`] an `Option` of an [`OwnElement`], and by [`OfTiles`](crate::OfTiles) an [`OwnTile`](crate::OwnTile).
    #[inline(always)]
    pub fn own<'k, R, const THREADS: u32>(self, here: &Here<'k, THREADS>) -> R
    where
        P: GivesParts<T, L, Written<'k> = R>,
    {
        // SAFETY: it is this block, and the launch has compared the grid with the layout.
        unsafe { P::written(self, here, here.block()) }
    }

    /// The part of this thread if the block were another one, for kernels in which blocks choose their tiles, such as
    /// by a ticket.
    ///
    /// # Safety
    /// The layout has parts for this block. No two blocks of the grid choose the same one.
    #[inline(always)]
    pub unsafe fn own_as<'k, R, const THREADS: u32>(
        self,
        here: &Here<'k, THREADS>,
        block: [u32; 3],
    ) -> R
    where
        P: GivesParts<T, L, Written<'k> = R>,
    {
        // SAFETY: as promised.
        unsafe { P::written(self, here, block) }
    }
}
