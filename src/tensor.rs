//! Tensors: data accessed through a layout.

pub(crate) mod accessor;
mod along;
mod any_bits;
pub(crate) mod by_mode;
mod clipped;
mod constant;
pub(crate) mod coordinates;
mod display;
#[cfg(feature = "alloc")]
mod dynamic_tensor;
pub(crate) mod engine;
mod equal;
pub(crate) mod extremes;
mod fragment;
mod from_numpy;
mod index;
pub(crate) mod iterate;
mod lift;
pub(crate) mod local_tile;
pub(crate) mod named;
mod of_thread;
#[cfg(feature = "alloc")]
pub(crate) mod owned;
mod packed;
mod part;
mod partition;
pub(crate) mod predicated;
pub(crate) mod raw;
mod recast;
#[cfg(target_pointer_width = "64")]
mod reversed;
pub(crate) mod row;
mod slice;
mod sound;
mod split;
mod through;
pub(crate) mod tiles;
mod unroll;
mod visit;
mod window;
pub(crate) mod zip;

use core::any::type_name;
use core::fmt;

use generic_array::GenericArray;
use tilework_algebra::{Error, Rule};

use crate::layout::codomain::IntegerStrides;
use crate::layout::coordinate::{Coordinate, offset_at};
use crate::layout::modes::Modes;
use crate::layout::plain_tuple::Numbers;
use crate::layout::rank::{HasExtent, HasRank};
use crate::layout::{AnyLayout, Cosize};
use crate::tensor::accessor::{
    Accessor, AccessorMut, Contiguous, ContiguousMut, Counting, Disjoint, DisjointMut, ElementOf,
    Mapped, Reader, Writer,
};
use crate::tensor::engine::Engine;

pub use along::{Along, AlongMode, Others};
pub use any_bits::AnyBits;
pub use clipped::{ClipBy, Clipped};
#[cfg(feature = "alloc")]
pub use dynamic_tensor::DynamicTensor;
pub use local_tile::{LocalTile, LocalTileBy};
pub use named::Named;
pub use of_thread::ByThread;
#[cfg(feature = "alloc")]
pub use owned::{CompactAs, CompactLike, HasOwned, Owned, OwnedLayout};
pub(crate) use packed::demand;
pub use partition::{LocalPartition, LocalPartitionBy, PartitionsMut, ThreadLayout};
pub use predicated::{
    Coordinates, Predicate, Predicated, PredicatedBy, PredicatedTiles, PredicatedTilesMut,
    PredicatedWindowBy, PredicatedWindows,
};
pub use raw::{Pointer, PointerMut, Raw, Swizzled};
#[cfg(target_pointer_width = "64")]
pub use reversed::{ReverseMode, Reversed};
pub use split::{Split, SplitMode};
pub use tiles::{Tiles, TilesMut};

/// Data and the layout through which it is accessed: `T(c) = data[L(c)]` ([004](crate::guide::papers), section 2.4).
///
/// The constructor makes the only check: the data is as long as the layout requires, and a layout for writing has one
/// coordinate for each offset. After that, safe code cannot access anything outside the data through the tensor, and
/// loops over it need no checks.
///
/// | | the main methods; with `_mut` for writing, and with `try_` in front for a `Result` |
/// |---|---|
/// | made of data | [`new`](Tensor::new), [`from_raw_parts`](Tensor::from_raw_parts) |
/// | made with elements of its own | [`Owned::zeros`](crate::Owned), [`Owned::from_fn`](crate::Owned), [`Fragment::filled`], [`Fragment::full`], [`Fragment::from_array`] |
/// | made without elements | [`counting`](Tensor::counting), [`coordinates`](Tensor::coordinates) |
/// | what it is | [`layout`](Tensor::layout), [`shape`](Tensor::shape), [`extent`](Tensor::extent), [`extents`](Tensor::extents), [`len`](Tensor::len), [`size`](Tensor::size), [`data`](Tensor::data) |
/// | elements | `t[(i, j)]`, [`get`](Tensor::get), [`at`](Tensor::at), [`iter`](Tensor::iter), [`for_each`](Tensor::for_each), [`fold`](Tensor::fold), [`to_vec`](Tensor::to_vec) |
/// | written | `t[(i, j)] = x`, [`fill`](Tensor::fill), [`copy_from`](Tensor::copy_from), [`for_each_mut`](Tensor::for_each_mut), [`zip_mut_with`](Tensor::zip_mut_with) |
/// | computed | [`map`](Tensor::map), [`sum`](Tensor::sum), [`along`](Tensor::along), [`dot`](Tensor::dot), [`matmul`](Tensor::matmul); [`algorithm`](crate::algorithm) has the rest |
/// | parts | [`slice`](Tensor::slice), [`slices`](Tensor::slices), [`window`](Tensor::window), [`windows`](Tensor::windows), [`split_at`](Tensor::split_at), [`view`](Tensor::view) |
/// | tiles | [`tiles`](Tensor::tiles), [`local_tile`](Tensor::local_tile), [`zipped_divide`](Tensor::zipped_divide); where the extent is no multiple, [`predicated_tiles`](Tensor::predicated_tiles), [`predicated_divide`](Tensor::predicated_divide) |
/// | of threads | `par_tiles`, `par_slices`, `par_predicated_tiles` (feature `rayon`), [`local_partition`](Tensor::local_partition), [`partition`](Tensor::partition), [`partitions_mut`](Tensor::partitions_mut) |
/// | other coordinates | [`transposed`](Tensor::transposed), [`permute`](Tensor::permute), [`select`](Tensor::select), [`group`](Tensor::group), [`reversed`](Tensor::reversed), [`one_mode`](Tensor::one_mode), [`compose`](Tensor::compose) |
/// | names | [`named`](Tensor::named) gives each mode a name, by which [`Named`] has these methods |
/// | other elements | [`upcast`](Tensor::upcast), [`downcast`](Tensor::downcast), [`recast`](Tensor::recast) |
///
/// ```
/// use tilework::{Tensor, layout};
/// let data: Vec<u32> = (0..24).collect();
/// let (rows, columns) = (4, 6);
/// let matrix = Tensor::new(data.as_slice(), layout!((rows, columns):row_major)).unwrap();
/// assert_eq!(matrix[(1, 2)], 8);
/// assert_eq!(matrix.get((4, 0)), None);
///
/// // Tiles of 2 x 3, and the sum of the tile (1, 1).
/// let tiles = matrix.zipped_divide(layout!(<2, 3>));
/// let mut sum = 0;
/// tiles.slice((.., (1, 1))).for_each(|x| sum += x);
/// assert_eq!(sum, 15 + 16 + 17 + 21 + 22 + 23);
/// ```
#[derive(Clone, Copy, Debug)]
// A comment inside a signature or behind it is what rustc shows of it when arguments are wrong or missing.
pub struct Tensor<A, L /* `&Tensor<impl Memory<Item = f32>, impl MatrixLayout>` */> {
    /// [`sound`] says which layouts an accessor may have.
    accessor: A,
    layout: L,
}

/// A tensor that borrows its elements.
pub type View<'a, T, L> = Tensor<&'a [T], L>; // of any: `&Tensor<impl Memory<Item = f32>, impl MatrixLayout>`
/// A tensor that borrows its elements for writing.
pub type ViewMut<'a, T, L> = Tensor<&'a mut [T], L>; // of any: `&mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>`
/// A [`View`] of the elements of a tensor with the accessor `A`, through `L`. A view made from a view has the lifetime
/// of the borrowed data:
///
/// ```
/// use tilework::{Tensor, View, layout};
/// let data = [1, 2, 3, 4, 5, 6];
/// let last: View<i32, _> = {
///     let matrix = Tensor::new(&data[..], layout!((3,2))).unwrap();
///     matrix.zipped_divide(layout!(<3,1>)).slice((.., 1))
/// };
/// assert!(last.iter().eq(&[4, 5, 6]));
/// ```
pub type Shared<'s, A, L> = Tensor<<A as Accessor>::Shared<'s>, L>;
/// [`Shared`] for writing. For a [`ViewMut`], a `Vec` or an array it is a [`ViewMut`].
pub type Exclusive<'s, A, L> = Tensor<<A as AccessorMut>::Exclusive<'s>, L>;
/// A tensor that borrows elements of any accessor: [`Tensor::as_tile`](crate::Tensor::as_tile).
pub type Tile<'a, T, L> = Tensor<Disjoint<'a, T>, L>; // of any: `&Tensor<impl Memory<Item = f32>, impl MatrixLayout>`
/// A tile for writing. It borrows its own elements and no others, so several tiles of one tensor can be written side by
/// side. A tensor makes them, [`Tensor::tiles_mut`](crate::Tensor::tiles_mut) all of them and
/// [`Tensor::local_tile_mut`](crate::Tensor::local_tile_mut) one; `TileMut::new` takes no tensor and no tiler.
pub type TileMut<'a, T, L> = Tensor<DisjointMut<'a, T>, L>; // of any: `&mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>`
/// A tensor that owns its elements, for tiles in registers or on the stack.
///
/// A fragment made there has at most 65,536 bytes, a tile of 128 x 128 `f32`. Rust's threads have a stack of 2 MiB.
/// Without optimization, a fragment that is returned is on the stack up to six times; for the operands and the sums of
/// a product this takes 1.1 MiB. Larger fragments fail to build. The error names the bytes and [`Owned`], whose
/// elements are on the heap. `cargo check` does not find it, since the size of an element is not a number in the types.
/// A constant ([`Fragment::from_array`]) and an existing array may be of any size.
///
/// ```compile_fail
/// use tilework::{Fragment, layout};
/// let sums = Fragment::filled(layout!((1024,1024)), 1_f32); // 4 MiB
/// ```
pub type Fragment<T, L> = Tensor<GenericArray<T, Cosize<L>>, L>;

impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.modes().size()
    }

    /// The shape of the layout: an integer, or an hlist of shapes. [`Tensor::extents`] is the shape in plain numbers,
    /// `let (m, n) = t.extents()`, and [`Tensor::extent`] one of them, `t.extent::<0>()`.
    #[inline(always)]
    pub fn shape(&self) -> L::Shape {
        self.layout.parts().0
    }

    /// The number of coordinates of mode `K`, counted from 0. A mode out of range does not compile. Generic code has
    /// this method on a [`MatrixLayout`](crate::algorithm::MatrixLayout). For any other layout, use the method of
    /// [`AnyLayout`].
    ///
    /// ```
    /// use tilework::{AnyLayout, Tensor, View, algorithm::MatrixLayout, layout};
    /// fn rows(matrix: &View<f32, impl MatrixLayout>) -> usize {
    ///     matrix.extent::<0>()
    /// }
    /// fn of_any<L: AnyLayout>(tensor: &View<f32, L>) -> usize {
    ///     tensor.layout().extent::<0>()
    /// }
    /// let data = [0.0; 24];
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// assert_eq!((rows(&matrix), of_any(&matrix)), (4, 4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("len_of", "nrows", "ncols"))]
    #[inline(always)]
    pub fn extent<const K: usize /* of mode 0: `t.extent::<0>()` */>(&self) -> usize
    where
        L: HasExtent<K>,
    {
        AnyLayout::extent::<K>(self.layout)
    }

    /// The sizes of the modes, [`Tensor::extent`] of each. Another number of modes does not compile, nor do more than
    /// eight. Generic code has this method on a [`RankLayout`](crate::generic::RankLayout).
    ///
    /// ```
    /// use tilework::{Tensor, View, generic::RankLayout, layout};
    /// fn pixels(image: &View<u8, impl RankLayout<3>>) -> usize {
    ///     let [m, n, _] = image.sizes();
    ///     m * n
    /// }
    /// assert_eq!(pixels(&Tensor::new(&[0; 24][..], layout!((2,4,3)))?), 8);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn sizes<const N: usize>(&self) -> [usize; N]
    where
        L: HasRank<N>,
    {
        AnyLayout::sizes(self.layout)
    }

    /// The shape in plain numbers: a `usize` for a leaf, a Rust tuple for a tuple of at most eight modes.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [0.0; 24];
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// let (m, n) = matrix.extents();
    /// assert_eq!((m, n), (4, 6));
    /// let tiles = matrix.zipped_divide(layout!(<2,3>));
    /// let (_, (i, j)) = tiles.extents();
    /// assert_eq!((i, j), (2, 2));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("dim", "raw_dim"))]
    #[inline(always)]
    pub fn extents<E>(&self) -> E
    where
        L::Shape: Numbers<Numbers = E>,
    {
        self.layout.parts().0.numbers()
    }
}

impl<A: Accessor, L> Tensor<A, L> {
    /// The tensor of `accessor` through `layout`.
    ///
    /// # Errors
    /// [`Rule::Length`] if the layout reaches past the data. For data that can be written, [`Rule::Injectivity`] with
    /// two coordinates that have the same offset, and [`Rule::Undecided`] if the check takes too many steps. Data is
    /// one run of elements. For nested arrays pass `data.as_flattened()`, for vectors of vectors `data.concat()`
    /// ([`Rule::NestedData`]).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 10];
    /// assert_eq!(
    ///     Tensor::new(&data[..], layout!((4,3):(1,4))).unwrap_err().to_string(),
    ///     "tensor: length: the layout reaches 12 elements, the data has 10",
    /// );
    /// assert_eq!(
    ///     Tensor::new(&mut data[..], layout!((3,3):(1,2))).unwrap_err().to_string(),
    ///     "tensor: injectivity: the coordinates 2 and 3 have the same offset",
    /// );
    /// ```
    ///
    /// Strides are integers. [`Tensor::through`] takes XOR strides, and [`Tensor::coordinates`] makes tensors of
    /// coordinates, which have no data.
    ///
    /// ```compile_fail
    /// use tilework::{Tensor, layout};
    /// Tensor::new(&[0; 64][..], layout!((8,8):(f9,f1)));
    /// ```
    #[doc(alias = "make_tensor")]
    #[inline(always)]
    pub fn new(accessor: A, layout: L) -> Result<Self, Error>
    where
        L: IntegerStrides,
    {
        Tensor::checked(accessor, layout).map_err(of_nested::<A::Item>)
    }
}
impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The data, in memory order.
    #[inline(always)]
    pub fn data(&self) -> &[A::Item]
    where
        A: Contiguous,
    {
        self.accessor.as_slice()
    }

    /// The accessor and the layout.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&A, L) {
        (&self.accessor, self.layout)
    }

    /// The accessor, without the layout.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn into_accessor(self) -> A {
        self.accessor
    }

    /// The same tensor, borrowed.
    #[inline(always)]
    pub fn view(&self) -> Shared<'_, A, L> {
        // Sound: the same elements through the same layout.
        Tensor::sound(self.shared(), self.layout)
    }

    #[inline(always)]
    pub(crate) fn shared(&self) -> A::Shared<'_> {
        self.accessor.shared(0..self.accessor.length())
    }

    /// A reader of the elements at offsets of the layout.
    #[inline(always)]
    pub(crate) fn reader(&self) -> A::Reader<'_> {
        // SAFETY: it is called with offsets of the layout, for which `sound` states what holds.
        unsafe { self.accessor.reader() }
    }

    /// The element at `coordinate`, or `None` outside of the shape.
    #[inline(always)]
    pub fn get<C: Coordinate<usize, L::Shape, L::Stride>>(
        &self,
        coordinate: C,
    ) -> Option<ElementOf<'_, A>> {
        Some(self.reader().at(self.offset_within(coordinate)?))
    }

    /// The element at `coordinate`: `&t[coordinate]` if it lies in memory, or its value if it is computed.
    ///
    /// # Panics
    /// If the coordinate is outside of the shape.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new(&[1, 2, 3, 4][..], layout!((2,2)))?;
    /// assert_eq!(matrix.map(|x| x * x).at((1, 1)), 16);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn at<C>(&self, coordinate: C) -> ElementOf<'_, A>
    where
        C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
    {
        match self.get(coordinate) {
            Some(element) => element,
            None => outside(coordinate, self.layout),
        }
    }

    #[inline(always)]
    fn offset_within<C: Coordinate<usize, L::Shape, L::Stride>>(
        &self,
        coordinate: C,
    ) -> Option<usize> {
        coordinate.within(self.layout.shape()).then(|| offset_at(self.layout, coordinate))
    }

    /// The tensor of `f` of every element, which is computed when it is read: `R(c) = f(T(c))`
    /// ([004](crate::guide::papers), section 2.4, an
    /// accessor that transforms). It can be sliced, divided and copied from as any other tensor.
    ///
    /// ```
    /// use tilework::{Tensor, layout, algorithm::reduce};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let matrix = Tensor::new(&data[..], layout!((2,3)))?;
    /// let squares = matrix.map(|x| x * x);
    /// assert!(squares.slice((1, ..)).iter().eq([4, 16, 36]));
    /// assert_eq!(reduce(&squares, 0, |sum, x| sum + x), 91);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn map<U, F: Fn(A::Item) -> U + Copy>(&self, f: F) -> Tensor<Mapped<A::Shared<'_>, F>, L>
    where
        A::Item: Copy,
    {
        // Sound: as above.
        Tensor::sound(Mapped::new(self.shared(), f), self.layout)
    }
}

impl<L> Tensor<Counting, L> {
    /// The tensor of the offsets of a layout, which are computed when they are read: `T(c) = L(c)`. In
    /// [004](crate::guide::papers) it is
    /// `{0} o L` (section 2.5.1).
    ///
    /// ```
    /// use tilework::{Tensor, layout, algorithm::copy};
    /// let offsets = Tensor::counting(layout!((2,3):row_major));
    /// assert_eq!(offsets.get((1, 2)), Some(5));
    /// let mut data = [0; 6];
    /// copy(&offsets, &mut Tensor::new(&mut data[..], layout!((2,3)))?)?;
    /// assert_eq!(data, [0, 3, 1, 4, 2, 5]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_counting_tensor")]
    #[inline(always)]
    pub fn counting(layout: L) -> Self
    where
        L: IntegerStrides,
    {
        // Sound: it has an element at each possible offset.
        Tensor::sound(Counting::ALL, layout)
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// The data, in memory order.
    #[inline(always)]
    pub fn data_mut(&mut self) -> &mut [A::Item]
    where
        A: ContiguousMut,
    {
        self.accessor.as_mut_slice()
    }

    /// The accessor and the layout. Only the elements of the accessor may change.
    #[inline(always)]
    pub(crate) fn parts_mut(&mut self) -> (&mut A, L) {
        (&mut self.accessor, self.layout)
    }

    /// The same tensor, borrowed for writing.
    #[inline(always)]
    pub fn view_mut(&mut self) -> Exclusive<'_, A, L> {
        let layout = self.layout;
        // Sound: the same elements through the same layout.
        Tensor::sound(self.exclusive(), layout)
    }

    #[inline(always)]
    pub(crate) fn exclusive(&mut self) -> A::Exclusive<'_> {
        let length = self.accessor.length();
        self.accessor.exclusive(0..length)
    }

    /// A writer of the elements at offsets of the layout.
    #[inline(always)]
    pub(crate) fn writer(&mut self) -> A::Writer<'_> {
        // SAFETY: as in `reader`.
        unsafe { self.accessor.writer() }
    }

    /// The element at `coordinate` for writing, or `None` outside of the shape.
    #[inline(always)]
    pub fn get_mut<C: Coordinate<usize, L::Shape, L::Stride>>(
        &mut self,
        coordinate: C,
    ) -> Option<&mut A::Item> {
        let offset = self.offset_within(coordinate)?;
        let element: *mut A::Item = self.writer().at(offset);
        // SAFETY: it is borrowed exclusively together with `self`, for the lifetime of the result.
        Some(unsafe { &mut *element })
    }
}

/// The error for data with elements `T`. If `T` is an array or a vector, it says which line to write.
#[cold]
fn of_nested<T>(error: Error) -> Error {
    // The name only decides the text of the message.
    let name = type_name::<T>();
    match error.rule {
        Rule::Length { cosize, len }
            if name.starts_with('[') || name.starts_with("alloc::vec::Vec<") =>
        {
            Error { rule: Rule::NestedData { cosize, len }, ..error }
        }
        _ => error,
    }
}

/// The layout is passed by value. If it were passed by reference, the compiler would keep it and the tensor in memory
/// in loops around an index, and read them again after each written element.
#[cold]
#[inline(never)]
#[track_caller]
fn outside<C: fmt::Debug, L: fmt::Debug>(coordinate: C, layout: L) -> ! {
    panic!("the coordinate {coordinate:?} is outside of {layout:?}")
}
