//! Raw tensors: elements behind a pointer into any memory.

mod pointer;

use core::panic::Location;

use generic_array::{ArrayLength, GenericArray};
use tilework_algebra::Error;
use typenum::{Integer, Unsigned};

pub use pointer::{Pointer, PointerMut, Swizzled};

use super::Tensor;
use crate::layout::composed::Composed;
use crate::layout::coordinate::{Coordinate, offset_at};
use crate::layout::injectivity::StaticModes;
use crate::layout::modes::Modes;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::layout::slice::{SliceBy, Sliced};
use crate::layout::swizzle::Swizzle;
use crate::layout::unroll::{Offsets, Unroll, UnrollModes};
use crate::layout::{AnyLayout, HasKnownSize, HasSize, cosize};
use crate::leaf::int::{Leaf, Static};
use crate::plain::plain_in;
use crate::tensor::accessor::{Disjoint, DisjointMut};
use crate::tensor::engine::{Engine, EngineMut};
use crate::tensor::fragment::on_the_stack;

/// The advice if a load needs more room than a stack has.
const LOAD_LESS: &str = "load slices of the tensor one after the other";

/// The part of a raw tensor besides its layout: a [`Pointer`] to the element at offset 0. See
/// [`Tensor::from_raw_parts`].
#[derive(Clone, Copy, Debug)]
pub struct Raw<P>(P);

#[diagnostic::do_not_recommend]
impl<P: Pointer> Engine for Raw<P> {
    const SEAL: Seal = Seal;
    type Offset = usize;
    type Part<'s>
        = Self
    where
        Self: 's;
    #[inline(always)]
    fn begin(&self) -> usize {
        0
    }
    #[inline(always)]
    fn part<L: AnyLayout>(&self, at: usize, _: L) -> Self {
        // SAFETY: a part begins at an offset of the layout.
        Raw(unsafe { self.0.add(at) })
    }
}
#[diagnostic::do_not_recommend]
impl<P: Pointer> EngineMut for Raw<P> {
    type PartMut<'s>
        = Self
    where
        Self: 's;
    #[inline(always)]
    fn part_mut<L: AnyLayout>(&mut self, at: usize, layout: L) -> Result<Self, Error> {
        Ok(self.part(at, layout))
    }
}

// On one type, so that the engine need not be named.
impl Tensor<(), ()> {
    /// The tensor of the elements behind `pointer`, through `layout`. It copies elements out and in, and checks nothing
    /// but coordinates. It is `Copy`, and so are its tiles and the threads' parts, which [`Tensor::local_tile`],
    /// [`Tensor::local_partition`] and the partitions of `tilework_device::atom` make as for any tensor. Several of them
    /// may write the same elements, one after another. For the algorithms of this crate use
    /// [`Tensor::borrowed_from_raw_parts`].
    ///
    /// # Safety
    /// As long as the tensor or a part of it is used, the following holds for each offset `x` of the layout. The
    /// pointer `x` elements further on points to an element in the same allocation that can be read, and that can be
    /// written if it is written. No two threads access an element at the same time if one of them writes it.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 32];
    /// // SAFETY: the layout reaches 32 elements, and `data` is not used otherwise meanwhile.
    /// let matrix = unsafe { Tensor::from_raw_parts(data.as_mut_ptr(), layout!((4,8))) };
    /// let tile = matrix.local_tile(layout!(<2,4>), (1, 1));
    /// for thread in 0..2 {
    ///     let own = tile.local_partition(layout!((2,1)), thread);
    ///     own.write_each(|i| 10 * thread + i);
    /// }
    /// assert_eq!((matrix.get((2, 4)), matrix.get((3, 7))), (Some(0), Some(13)));
    /// assert_eq!((data[2 + 4 * 5], data.iter().sum::<usize>()), (1, 6 + 46));
    /// ```
    #[inline(always)]
    pub unsafe fn from_raw_parts<P: Pointer, L: AnyLayout>(
        pointer: P,
        layout: L,
    ) -> Tensor<Raw<P>, L> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        // Sound: the caller promises it.
        Tensor::sound(Raw(pointer), layout)
    }

    /// [`Tensor::from_raw_parts`] of elements at the offsets of a composed layout.
    ///
    /// # Safety
    /// As for [`Tensor::from_raw_parts`], for each offset of the composed layout.
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, Tensor, layout, typenum::{P2, U0, U2}};
    /// let data: [u8; 16] = core::array::from_fn(|i| i as u8);
    /// let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):(4,1)));
    /// // SAFETY: a swizzle of 16 offsets stays within them.
    /// let tensor = unsafe { Tensor::through_raw_parts(data.as_ptr(), swizzled) };
    /// assert_eq!((tensor.get((2, 0)), tensor.slice((2, ..)).get(3)), (Some(10), Some(9)));
    /// ```
    #[inline(always)]
    pub unsafe fn through_raw_parts<P: Pointer, F: OffsetMap, N: Leaf, L: AnyLayout>(
        pointer: P,
        composed: Composed<F, N, L>,
    ) -> Tensor<Raw<Swizzled<P, F>>, L> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        let (map, offset, layout) = composed.into_parts();
        // Sound: the caller promises it.
        Tensor::sound(Raw(Swizzled { start: pointer, offset: offset.get(), map }), layout)
    }

    /// The tensor that borrows the elements behind `pointer`, through `layout`: elements of a foreign matrix, with
    /// elements of others possibly between them.
    ///
    /// # Safety
    /// For `'a` and each offset `x` of the layout, the pointer `x` elements further on points to an element in the same
    /// allocation that nobody writes.
    ///
    /// ```
    /// use tilework::{Tensor, layout, algorithm::reduce};
    /// let (data, lda) = ([1, 2, 3, 4, 5, 6], 3_usize);
    /// // SAFETY: the layout reaches 5 elements of `data`.
    /// let corner = unsafe { Tensor::borrowed_from_raw_parts(data.as_ptr(), layout!((2,2):(1,lda))) };
    /// assert_eq!(reduce(&corner, 0, |sum, x| sum + x), 1 + 2 + 4 + 5);
    /// ```
    #[inline(always)]
    pub unsafe fn borrowed_from_raw_parts<'a, T, L: AnyLayout>(
        pointer: *const T,
        layout: L,
    ) -> Tensor<Disjoint<'a, T>, L> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        // SAFETY: the caller promises the same.
        let accessor = unsafe { Disjoint::new(pointer, cosize(layout.modes())) };
        // Sound: the caller promises it, and for an empty layout the accessor has no elements.
        Tensor::sound(accessor, layout)
    }

    /// [`Tensor::borrowed_from_raw_parts`] for writing.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) with two coordinates that have the same offset, and
    /// [`Rule::Undecided`](crate::Rule) if the check takes too many steps.
    ///
    /// # Safety
    /// For `'a` and each offset `x` of the layout, the pointer `x` elements further on points to an element in the same
    /// allocation that nobody else reads or writes.
    ///
    /// ```
    /// use tilework::{Tensor, layout, algorithm::fill};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// // SAFETY: the layout reaches 5 elements of `data`, which is not used otherwise meanwhile.
    /// let corner = unsafe { Tensor::borrowed_from_raw_parts_mut(data.as_mut_ptr(), layout!((2,2):(1,3))) };
    /// fill(&mut corner?, 0);
    /// assert_eq!(data, [0, 0, 3, 0, 0, 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub unsafe fn borrowed_from_raw_parts_mut<'a, T, L: AnyLayout>(
        pointer: *mut T,
        layout: L,
    ) -> Result<Tensor<DisjointMut<'a, T>, L>, Error> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        crate::layout::injectivity::check(layout.modes())?;
        // SAFETY: the caller promises the same.
        let accessor = unsafe { DisjointMut::new(pointer, cosize(layout.modes())) };
        // Sound: as above, and the layout is injective.
        Ok(Tensor::sound(accessor, layout))
    }
}

impl<P: Pointer, L: AnyLayout> Tensor<Raw<P>, L> {
    /// The pointer to the element at offset 0.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.accessor.0
    }

    /// The pointer to the element at `coordinate`, without a check.
    ///
    /// The type of the coordinate is the type in which the offset is computed: for `u32`, 32 bits.
    ///
    /// A build with debug assertions panics outside of the shape.
    ///
    /// # Safety
    /// The coordinate lies in the shape.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn at<C: Coordinate<usize, L::Shape, L::Stride>>(self, coordinate: C) -> P {
        debug_assert!(
            coordinate.within(self.layout.parts().0),
            "a coordinate is outside of {}, at {}",
            self.layout,
            Location::caller()
        );
        // SAFETY: the caller promises that the coordinate lies in the shape.
        unsafe { self.accessor.0.add(offset_at(self.layout, coordinate)) }
    }

    /// The element at `coordinate`, or `None` outside of the shape.
    #[inline(always)]
    #[track_caller]
    pub fn get<C: Coordinate<usize, L::Shape, L::Stride>>(self, coordinate: C) -> Option<P::Item> {
        let place = Location::caller();
        // SAFETY: it is an offset of the layout, as the caller of `from_raw_parts` promised.
        let read =
            || unsafe { self.accessor.0.add(offset_at(self.layout, coordinate)).read_at(place) };
        coordinate.within(self.layout.parts().0).then(read)
    }

    /// The tensor of the modes that `..` keeps, at the given coordinates.
    ///
    /// # Panics
    /// If a given coordinate lies outside of the shape.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C>(self, coordinate: C) -> Tensor<Raw<P>, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        plain_in(self.layout, self.layout.check(&coordinate));
        // SAFETY: the coordinate is inside.
        unsafe { self.slice_unchecked(coordinate) }
    }

    /// [`Tensor::slice`] without its check, for example for the tile of a block that the launch guarantees to exist.
    ///
    /// # Safety
    /// The given coordinates lie in the shape.
    #[inline(always)]
    pub unsafe fn slice_unchecked<C>(self, coordinate: C) -> Tensor<Raw<P>, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        let (layout, at) = self.layout.slice_by(coordinate);
        // SAFETY: it is an offset of the layout.
        let pointer = unsafe { self.accessor.0.add(at) };
        // Sound: the offsets from there on are offsets of the layout.
        Tensor::sound(Raw(pointer), layout)
    }

    /// The results of `f` on the pointer to the element at each integral coordinate, in an array as in
    /// [`Tensor::load`]. It is for instructions that load more than one element, such as `ldmatrix`. More than 65,536
    /// bytes fail to build.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6, 7, 8];
    /// // SAFETY: the layout reaches 7 elements, each with one behind it.
    /// let pairs = unsafe { Tensor::from_raw_parts(data.as_ptr(), layout!((2,2):(4,2))) };
    /// // SAFETY: as above.
    /// let loaded = pairs.load_by(|first| unsafe { [*first, *first.add(1)] });
    /// assert_eq!(loaded[..], [[1, 2], [5, 6], [3, 4], [7, 8]]);
    /// ```
    #[inline(always)]
    pub fn load_by<X, N: ArrayLength>(self, mut f: impl FnMut(P) -> X) -> GenericArray<X, N>
    where
        L: Unroll + HasSize<Size = Static<N>>,
    {
        const { on_the_stack::<GenericArray<X, N>>("load_by", LOAD_LESS) };
        let (start, mut loaded) = (self.accessor.0, GenericArray::<X, N>::uninit());
        let mut each = Offsets(|i: usize, offset: usize| {
            // SAFETY: these are offsets of the layout, as the caller of `from_raw_parts` promised.
            loaded[i].write(f(unsafe { start.add(offset) }));
        });
        self.layout.modes().unrolled(1, 0, &mut each);
        // SAFETY: each integral coordinate has been visited once.
        unsafe { GenericArray::assume_init(loaded) }
    }

    /// Calls `f(i, T(i))` for all integral coordinates `i`, in order, unrolled as
    /// [`Layout::unroll`](crate::Layout::unroll) does.
    #[inline(always)]
    #[track_caller]
    pub fn unroll(self, mut f: impl FnMut(usize, P::Item))
    where
        L: Unroll,
    {
        let (start, place) = (self.accessor.0, Location::caller());
        // SAFETY: these are offsets of the layout, as the caller of `from_raw_parts` promised.
        let mut each = Offsets(|i, offset| f(i, unsafe { start.add(offset).read_at(place) }));
        self.layout.modes().unrolled(1, 0, &mut each);
    }

    /// The elements of a layout with static extents, in an array: the element at the integral coordinate `i` is at `i`.
    /// The array is in registers if it is only indexed by constants. More than 65,536 bytes fail to build.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4];
    /// // SAFETY: the layout reaches 4 elements.
    /// let rows = unsafe { Tensor::from_raw_parts(data.as_ptr(), layout!((2,2):row_major)) };
    /// assert_eq!(rows.load()[..], [1, 3, 2, 4]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn load<N: ArrayLength>(self) -> GenericArray<P::Item, N>
    where
        L: Unroll + HasKnownSize<Size = N>,
    {
        const { on_the_stack::<GenericArray<P::Item, N>>("load", LOAD_LESS) };
        let mut loaded = GenericArray::uninit();
        self.unroll(|i, item| {
            loaded[i].write(item);
        });
        // SAFETY: each integral coordinate has been visited once.
        unsafe { GenericArray::assume_init(loaded) }
    }
}
impl<P: Pointer, B: Unsigned, M: Unsigned, S: Integer, L: AnyLayout>
    Tensor<Raw<Swizzled<P, Swizzle<B, M, S>>>, L>
{
    /// The same elements behind the pointer to the first one, without the swizzle. No mode may have a stride that the
    /// swizzle affects: `F(x + y) = F(x) + y` for multiples `y` of its period, `2^(B + M + |S|)` offsets. A thread then
    /// computes one address in a swizzled tile, for example the row of each instruction, and adds constants to it.
    ///
    /// Other modes, and dynamic extents or strides, do not compile. First slice the modes that move within the period.
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, Tensor, layout, typenum::{P2, U0, U2}};
    /// let data: [u8; 64] = core::array::from_fn(|i| i as u8);
    /// let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4,4):(4,1,16)));
    /// // SAFETY: a swizzle of 16 offsets stays within each 16 of 64.
    /// let tensor = unsafe { Tensor::through_raw_parts(data.as_ptr(), swizzled) };
    /// let own = tensor.slice((2, 1, ..));
    /// assert_eq!(own.unswizzled().load()[..], [11, 27, 43, 59]);
    /// assert_eq!(own.load(), own.unswizzled().load());
    /// ```
    ///
    /// ```compile_fail
    /// use tilework::{Composed, Swizzle, Tensor, layout, typenum::{P2, U0, U2}};
    /// let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):(4,1)));
    /// // SAFETY: nothing is read.
    /// let tensor = unsafe { Tensor::through_raw_parts([0_u8; 16].as_ptr(), swizzled) };
    /// tensor.slice((2, ..)).unswizzled();
    /// ```
    #[inline(always)]
    pub fn unswizzled(self) -> Tensor<Raw<P>, L> {
        const {
            let (bits, by) = (B::U32, S::I64.unsigned_abs() as u32);
            let period: u64 = if bits == 0 { 1 } else { 1 << (bits + M::U32 + by) };
            assert!(
                L::Modes::STATIC.is_some(),
                "unswizzled: static extent: of dynamic integers nobody knows whether the swizzle sees them"
            );
            let (modes, mut at): (&StaticModes, _) = (&L::Modes::LIST, 0);
            while at < modes.count() {
                let (extent, stride) = modes.leaf(at);
                assert!(
                    extent == 1 || stride & (period - 1) == 0,
                    "unswizzled: a mode moves within the period of the swizzle: slice it first"
                );
                at += 1;
            }
        }
        // Sound: the function adds to each of these offsets what it adds to the first.
        // SAFETY: there is an element at this offset, which is one of the layout.
        Tensor::sound(Raw(unsafe { self.accessor.0.pointer() }), self.layout)
    }
}
impl<P: PointerMut, L: AnyLayout> Tensor<Raw<P>, L> {
    /// Writes the element at `coordinate`. Outside of the shape it writes nothing and returns `None`.
    #[inline(always)]
    #[track_caller]
    pub fn set<C>(self, coordinate: C, item: P::Item) -> Option<()>
    where
        C: Coordinate<usize, L::Shape, L::Stride>,
    {
        let place = Location::caller();
        let (shape, stride) = self.layout.parts();
        // SAFETY: as in `get`.
        coordinate.within(shape).then(|| unsafe {
            self.accessor.0.add(coordinate.accumulate(shape, stride, 0)).write_at(item, place);
        })
    }

    /// Writes `f(i)` at each integral coordinate `i`, in order, unrolled as [`Layout::unroll`](crate::Layout::unroll)
    /// does.
    #[inline(always)]
    #[track_caller]
    pub fn write_each(self, mut f: impl FnMut(usize) -> P::Item)
    where
        L: Unroll,
    {
        let (start, place) = (self.accessor.0, Location::caller());
        // SAFETY: these are offsets of the layout, as the caller of `from_raw_parts` promised.
        let mut each = Offsets(|i, offset| unsafe { start.add(offset).write_at(f(i), place) });
        self.layout.modes().unrolled(1, 0, &mut each);
    }
}
