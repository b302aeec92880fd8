//! Tensors: data seen through a layout.

use core::fmt;
use core::ops::{Index, IndexMut, Range};

use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};
use tilework_algebra::{Error, Operation, Rule};

use crate::accessor::{Accessor, AccessorMut, Unchecked, UncheckedMut};
use crate::composition::{ComposeWith, Composition};
use crate::coordinate::Coordinate;
use crate::divide::{ZippedDivide, ZippedDivideBy};
use crate::for_each::{ForEach, ZipModes, ZipWith};
use crate::injectivity;
use crate::iterate::{Iter, Odometer};
use crate::layout::{AnyLayout, Cosize, HasCosize, ModesOf};
use crate::modes::Modes;
use crate::slice::{SliceBy, Sliced};

/// Data and the layout through which it is seen: `T(c) = data[L(c)]` (004, section 2.4).
///
/// The one check is made at construction: the data is as long as the layout reaches, and a
/// layout that is written through has one coordinate for each offset. After that safe code
/// cannot reach outside of the data through it, and loops over it carry no checks.
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
pub struct Tensor<A, L> {
    /// Holds at least `cosize(layout)` elements.
    accessor: A,
    layout: L,
}

/// A tensor that borrows its elements.
pub type View<'a, T, L> = Tensor<&'a [T], L>;
/// A tensor that borrows its elements for writing.
pub type ViewMut<'a, T, L> = Tensor<&'a mut [T], L>;
/// A [`View`] of the elements of a tensor of the accessor `A`, through `L`. What a view borrows
/// lives as long as what the view itself borrows:
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
/// A tensor that owns its elements, for tiles in registers or on the stack.
pub type Fragment<T, L> = Tensor<GenericArray<T, Cosize<L>>, L>;

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tensor of `accessor` through `layout`.
    ///
    /// # Errors
    /// [`Rule::Length`] if the layout reaches past the data; for data that can be written
    /// [`Rule::Injectivity`] with two coordinates that have the same offset, and
    /// [`Rule::Undecided`] where finding out takes too long.
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
    #[inline(always)]
    pub fn new(accessor: A, layout: L) -> Result<Self, Error> {
        let (cosize, len) = (layout.modes().reach() + 1, accessor.as_slice().len());
        if cosize > len {
            let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
            let rule = Rule::Length { cosize: number(cosize), len: number(len) };
            return Err(Error::new(Operation::Tensor, rule));
        }
        if A::WRITES {
            injectivity::check(layout.modes())?;
        }
        Ok(Tensor { accessor, layout })
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The data, in the order of memory.
    #[inline(always)]
    pub fn data(&self) -> &[A::Item] {
        self.accessor.as_slice()
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.modes().size()
    }

    /// The same tensor borrowed.
    #[inline(always)]
    pub fn view(&self) -> Shared<'_, A, L> {
        Tensor { accessor: self.shared(), layout: self.layout }
    }

    #[inline(always)]
    fn shared(&self) -> A::Shared<'_> {
        self.accessor.shared(0..self.accessor.as_slice().len())
    }

    /// The element at `coordinate`, `None` outside of the shape.
    #[inline(always)]
    pub fn get<C: Coordinate<usize, L::Shape, L::Stride>>(
        &self,
        coordinate: C,
    ) -> Option<&A::Item> {
        let (shape, stride) = self.layout.parts();
        let offset = coordinate.within(shape).then(|| coordinate.offset(shape, stride))?;
        self.accessor.as_slice().get(offset)
    }

    /// Calls `f` with every element, leftmost mode fastest, as nested loops over the modes.
    #[inline(always)]
    pub fn for_each<F: FnMut(&A::Item)>(&self, mut f: F)
    where
        ModesOf<L>: ForEach<usize>,
    {
        // SAFETY: every offset of the layout is at most cosize - 1, and `new` has seen that the
        // data has cosize elements.
        let data = unsafe { Unchecked::new(self.accessor.as_slice()) };
        self.layout.modes().fold_from(0, (), &mut |(), offset| f(data.at(offset)));
    }

    /// `f` of what it was before and an element, for every element, leftmost mode fastest, as
    /// nested loops over the modes.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let corner = Tensor::new(&data[..], layout!((2,2):(1,3))).unwrap();
    /// assert_eq!(corner.fold(0, |sum, x| sum + x), 1 + 2 + 4 + 5);
    /// ```
    #[inline(always)]
    pub fn fold<B, F: FnMut(B, &A::Item) -> B>(&self, init: B, mut f: F) -> B
    where
        ModesOf<L>: ForEach<usize>,
    {
        // SAFETY: as in `for_each`.
        let data = unsafe { Unchecked::new(self.accessor.as_slice()) };
        self.layout.modes().fold_from(0, init, &mut |folded, offset| f(folded, data.at(offset)))
    }

    /// The elements, leftmost mode fastest.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let rows = Tensor::new(&data[..], layout!((3,2):row_major)).unwrap();
    /// assert!(rows.iter().eq(&[1, 3, 5, 2, 4, 6]));
    /// ```
    #[inline(always)]
    pub fn iter(&self) -> Iter<'_, A::Item, L>
    where
        ModesOf<L>: Odometer,
    {
        // SAFETY: `new` has seen that the data has cosize elements.
        unsafe { Iter::new(self.accessor.as_slice(), self.layout) }
    }

    /// The tensor of the modes that `..` keeps, at the coordinates given. (004, section 2.5.1.)
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`] if a coordinate given lies outside of the shape.
    #[inline(always)]
    pub fn try_slice<C>(&self, coordinate: C) -> Result<Shared<'_, A, Sliced<L, C>>, Error>
    where
        L: SliceBy<C>,
    {
        let (layout, within) = slice(self.layout, coordinate)?;
        Ok(Tensor { accessor: self.accessor.shared(within), layout })
    }

    /// [`Tensor::try_slice`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C>(&self, coordinate: C) -> Shared<'_, A, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        match self.try_slice(coordinate) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {:?}", self.layout),
        }
    }

    /// The tensor through `layout() o right`: the same data, seen in another arrangement, or
    /// repeated along modes of stride 0.
    ///
    /// # Errors
    /// Those of [`composition`](crate::composition()); [`Rule::Length`] if `right` reaches past
    /// the data.
    #[inline(always)]
    pub fn try_compose<B>(&self, right: B) -> Result<Shared<'_, A, Composition<L, B>>, Error>
    where
        L: ComposeWith<B>,
    {
        Tensor::new(self.shared(), crate::try_composition(self.layout, right)?)
    }

    /// [`Tensor::try_compose`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn compose<B>(&self, right: B) -> Shared<'_, A, Composition<L, B>>
    where
        L: ComposeWith<B>,
    {
        match self.try_compose(right) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {:?}", self.layout),
        }
    }

    /// The tensor `((tile), (rest))` of the tiles of [`zipped_divide`](crate::zipped_divide()).
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::zipped_divide()).
    #[inline(always)]
    pub fn try_zipped_divide<B>(&self, tiler: B) -> Result<Shared<'_, A, ZippedDivide<L, B>>, Error>
    where
        L: ZippedDivideBy<B>,
    {
        Tensor::new(self.shared(), crate::try_zipped_divide(self.layout, tiler)?)
    }

    /// [`Tensor::try_zipped_divide`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn zipped_divide<B>(&self, tiler: B) -> Shared<'_, A, ZippedDivide<L, B>>
    where
        L: ZippedDivideBy<B>,
    {
        match self.try_zipped_divide(tiler) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {:?}", self.layout),
        }
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// The data, in the order of memory.
    #[inline(always)]
    pub fn data_mut(&mut self) -> &mut [A::Item] {
        self.accessor.as_mut_slice()
    }

    /// The same tensor borrowed for writing.
    #[inline(always)]
    pub fn view_mut(&mut self) -> ViewMut<'_, A::Item, L> {
        Tensor { accessor: self.accessor.as_mut_slice(), layout: self.layout }
    }

    /// The element at `coordinate`, `None` outside of the shape.
    #[inline(always)]
    pub fn get_mut<C: Coordinate<usize, L::Shape, L::Stride>>(
        &mut self,
        coordinate: C,
    ) -> Option<&mut A::Item> {
        let (shape, stride) = self.layout.parts();
        let offset = coordinate.within(shape).then(|| coordinate.offset(shape, stride))?;
        self.accessor.as_mut_slice().get_mut(offset)
    }

    /// [`Tensor::for_each`] for writing.
    #[inline(always)]
    pub fn for_each_mut<F: FnMut(&mut A::Item)>(&mut self, mut f: F)
    where
        ModesOf<L>: ForEach<usize>,
    {
        // SAFETY: as in `for_each`.
        let mut data = unsafe { UncheckedMut::new(self.accessor.as_mut_slice()) };
        self.layout.modes().fold_from(0, (), &mut |(), offset| f(data.at(offset)));
    }

    /// [`Tensor::try_slice`] for writing.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn try_slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Result<ViewMut<'_, A::Item, Sliced<L, C>>, Error>
    where
        L: SliceBy<C>,
    {
        let (layout, within) = slice(self.layout, coordinate)?;
        // A part of an injective layout is injective.
        Ok(Tensor { accessor: &mut self.accessor.as_mut_slice()[within], layout })
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C>(&mut self, coordinate: C) -> ViewMut<'_, A::Item, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        let layout = self.layout;
        match self.try_slice_mut(coordinate) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {layout:?}"),
        }
    }

    /// [`Tensor::try_zipped_divide`] for writing.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn try_zipped_divide_mut<B>(
        &mut self,
        tiler: B,
    ) -> Result<ViewMut<'_, A::Item, ZippedDivide<L, B>>, Error>
    where
        L: ZippedDivideBy<B>,
    {
        let layout = crate::try_zipped_divide(self.layout, tiler)?;
        Tensor::new(self.accessor.as_mut_slice(), layout)
    }

    /// [`Tensor::zipped_divide`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn zipped_divide_mut<B>(&mut self, tiler: B) -> ViewMut<'_, A::Item, ZippedDivide<L, B>>
    where
        L: ZippedDivideBy<B>,
    {
        let layout = self.layout;
        match self.try_zipped_divide_mut(tiler) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {layout:?}"),
        }
    }

    /// Calls `f` with the elements of both tensors at every coordinate, leftmost mode fastest,
    /// as nested loops over the modes.
    ///
    /// The tensors have the same leaves in their shapes; how these are nested does not matter.
    ///
    /// # Panics
    /// If extents differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let rows: Vec<u8> = (0..6).collect();
    /// let mut columns = [0; 6];
    /// let from = Tensor::new(&rows[..], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new(&mut columns[..], layout!((2,3))).unwrap();
    /// to.zip_mut_with(&from, |to, from| *to = *from);
    /// assert_eq!(columns, [0, 3, 1, 4, 2, 5]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn zip_mut_with<A1: Accessor, L1: AnyLayout, F>(&mut self, other: &Tensor<A1, L1>, mut f: F)
    where
        F: FnMut(&mut A::Item, &A1::Item),
        L: ZipWith<L1>,
    {
        let modes = match self.layout.zip_with(other.layout) {
            Ok(modes) => modes,
            Err(error) => panic!("{error}"),
        };
        // SAFETY: the offsets are those of both layouts, as in `for_each`.
        let (mut data, others) = unsafe {
            (
                UncheckedMut::new(self.accessor.as_mut_slice()),
                Unchecked::new(other.accessor.as_slice()),
            )
        };
        modes.fold_from((0, 0), (), &mut |(), (to, from)| f(data.at(to), others.at(from)));
    }

    /// [`Tensor::zip_mut_with`] for two other tensors.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn zip2_mut_with<A1: Accessor, L1: AnyLayout, A2: Accessor, L2: AnyLayout, M, F>(
        &mut self,
        first: &Tensor<A1, L1>,
        second: &Tensor<A2, L2>,
        mut f: F,
    ) where
        F: FnMut(&mut A::Item, &A1::Item, &A2::Item),
        ModesOf<L>: ZipModes<ModesOf<L1>, Out = M>,
        M: ZipModes<ModesOf<L2>>,
        M::Out: ForEach<((usize, usize), usize)>,
    {
        let zipped = self.layout.modes().zip_modes(first.layout.modes(), 0);
        let modes = match zipped.and_then(|modes| modes.zip_modes(second.layout.modes(), 0)) {
            Ok(modes) => modes,
            Err(error) => panic!("{error}"),
        };
        // SAFETY: the offsets are those of the three layouts, as in `for_each`.
        let (mut data, first, second) = unsafe {
            (
                UncheckedMut::new(self.accessor.as_mut_slice()),
                Unchecked::new(first.accessor.as_slice()),
                Unchecked::new(second.accessor.as_slice()),
            )
        };
        modes.fold_from(((0, 0), 0), (), &mut |(), ((to, a), b)| {
            f(data.at(to), first.at(a), second.at(b));
        });
    }
}

impl<T: Clone, L: AnyLayout + HasCosize<Cosize = N>, N: ArrayLength> Tensor<GenericArray<T, N>, L> {
    /// The fragment of a static layout with `value` in every place.
    ///
    /// # Errors
    /// [`Rule::Injectivity`] for a layout with two coordinates of the same offset.
    ///
    /// ```
    /// use tilework::{Fragment, Layout, layout};
    /// type Accumulator = Layout!(((2,2),4):((1,8),2));
    /// let mut sums: Fragment<f32, Accumulator> = Fragment::filled(layout!(((2,2),4):((1,8),2)), 0.0)?;
    /// sums[((1, 0), 3)] += 2.5;
    /// assert_eq!(sums.data()[7], 2.5);
    /// assert_eq!(size_of_val(&sums), 16 * size_of::<f32>());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn filled(layout: L, value: T) -> Result<Self, Error> {
        Tensor::new(GenericArray::generate(|_| value.clone()), layout)
    }
}

impl<A: Accessor, L: AnyLayout, C> Index<C> for Tensor<A, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
{
    type Output = A::Item;
    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &A::Item {
        match self.get(coordinate) {
            Some(element) => element,
            None => outside(&coordinate, &self.layout),
        }
    }
}
impl<A: AccessorMut, L: AnyLayout, C> IndexMut<C> for Tensor<A, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut A::Item {
        let layout = self.layout;
        match self.get_mut(coordinate) {
            Some(element) => element,
            None => outside(&coordinate, &layout),
        }
    }
}

/// What `coordinate` keeps of `layout`, and the part of the data that it reaches.
///
/// The part ends where the layout does: of a static one its length is then known, and the
/// compiler drops the checks of further slices.
#[inline(always)]
fn slice<L: SliceBy<C>, C>(
    layout: L,
    coordinate: C,
) -> Result<(Sliced<L, C>, Range<usize>), Error> {
    if !layout.holds(&coordinate) {
        return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
    }
    let (kept, offset) = layout.slice_by(coordinate);
    Ok((kept, offset..offset + kept.modes().reach() + 1))
}

#[cold]
#[track_caller]
fn outside(coordinate: &dyn fmt::Debug, layout: &dyn fmt::Debug) -> ! {
    panic!("the coordinate {coordinate:?} is outside of {layout:?}")
}
