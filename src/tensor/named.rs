//! Named modes: a tensor with a name for each mode, as a type.

mod each;
mod extremes;
mod gather;
mod lockstep;
mod names;
mod tiles;

use core::fmt::{self, Debug, Display};
use core::marker::PhantomData;
use core::ops::{Add, Deref, DerefMut, Index, IndexMut};

use tilework_algebra::Error;

use super::along::Along;
use super::tiles::{Tiles, TilesMut};
use super::{Exclusive, Shared, Tensor};
#[cfg(feature = "alloc")]
use super::{HasOwned, Owned, OwnedLayout};
use crate::layout::coordinate::Coordinate;
use crate::layout::slice::{SliceBy, Sliced};
use crate::layout::{AnyLayout, ModesOf, Shape};
use crate::tensor::accessor::{Accessor, AccessorMut, Divisible, ElementOf, Folded, Mapped};
use crate::tensor::engine::Engine;

pub use each::EachNamed;
pub use gather::{AlongName, By, Coordinates as NamedCoordinates, PermuteNames, Place};
pub use names::{Among, Digits, Distinct, Has, ModeName, Names, OneEach, OrderOf, digit};
use names::{CountOf, List, Text};
pub use tiles::NamedTiler;

/// A tensor whose modes have the names `N`, a tuple of types that [`names!`](crate::names!) declares:
/// [`Tensor::named`]. [The guide](crate::guide::named_modes) has a chapter.
///
/// The names are in the type, and take no memory and no time: each method is that of the tensor at the places of the
/// names. `T` is the tensor, to which a `Named` dereferences. So all other methods of the tensor are here too, and what
/// they return has no names.
///
/// ```
/// use tilework::{Named, View, by, generic::RankLayout, layout, names, Tensor};
/// names! { Batch, Row, Col }
/// /// The sum of each row, for any layout.
/// fn sums(t: &Named<(Row, Col), View<u32, impl RankLayout<2>>>) -> Vec<u32> {
///     t.slices(Row).map(|row| row.sum(Col).at(by!())).collect()
/// }
/// let data: Vec<u32> = (0..24).collect();
/// let t = Tensor::new(&data[..], layout!((2,3,4):row_major))?.named((Batch, Row, Col));
/// assert_eq!(sums(&t.slice(by!(Batch = 0))), [0 + 1 + 2 + 3, 4 + 5 + 6 + 7, 8 + 9 + 10 + 11]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Named<N, T> {
    tensor: T,
    names: PhantomData<N>,
}

impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// The tensor with a name for each mode, in this order. The names are types that [`names!`](crate::names!)
    /// declares, of which no two have the same text.
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// assert_eq!((t.extent(Row), t.extent(Col)), (2, 3));
    /// assert_eq!(t[by!(Col = 2, Row = 0)], 3);
    /// assert!(t.sum(Row).iter().eq([1 + 4, 2 + 5, 3 + 6]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn named<N: Distinct + OneEach<CountOf<L>>>(self, names: N) -> Named<N, Self> {
        let _ = names;
        Named::of(self)
    }
}

impl<N, T> Named<N, T> {
    /// The tensor, whose modes have these names.
    #[inline(always)]
    const fn of(tensor: T) -> Self {
        Named { tensor, names: PhantomData }
    }

    /// The tensor without names.
    #[inline(always)]
    pub fn unnamed(self) -> T {
        self.tensor
    }
}
impl<N, T> Deref for Named<N, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.tensor
    }
}
impl<N, T> DerefMut for Named<N, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.tensor
    }
}
impl<N: Names, T: Debug> Debug for Named<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Named")
            .field("names", &format_args!("{}", Text(N::NAMES)))
            .field("tensor", &self.tensor)
            .finish()
    }
}

/// The names, and the elements as a [`Tensor`] prints them.
///
/// ```
/// use tilework::{Tensor, layout, names};
/// names! { Row, Col }
/// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?.named((Row, Col));
/// assert_eq!(t.to_string(), "(Row, Col)\n1 2 3\n4 5 6");
/// # Ok::<(), tilework::Error>(())
/// ```
impl<N: Names, T: Display> Display for Named<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Text(N::NAMES))?;
        Display::fmt(&self.tensor, f)
    }
}

impl<N: Names, A: Engine, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// The number of coordinates of the mode `name`.
    #[inline(always)]
    pub fn extent<M: ModeName>(&self, name: M) -> usize
    where
        N: Has<M>,
    {
        let _ = name;
        let shape = self.tensor.shape();
        match N::NAMES {
            // A single mode may be nested, which a slice does not wrap.
            [_] => shape.product(),
            _ => shape.mode_size(N::PLACE),
        }
    }

    /// The same tensor with the names `new` in place of all names, in this order.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col, Line }
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3)))?.named((Row, Col));
    /// assert_eq!(t.renamed((Line, Col)).extent(Line), 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn renamed<M>(self, new: M) -> Named<M, Tensor<A, L>>
    where
        M: Distinct + OneEach<<N::List as List>::Count>,
    {
        let _ = new;
        Named::of(self.tensor)
    }
}

impl<N: Names, A: Accessor, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// The slice at the coordinates of [`by!`](crate::by!): [`Tensor::slice`] by names. It keeps the modes, with their
    /// names, that have a range, or that are not listed.
    ///
    /// # Errors
    /// Those of [`Tensor::try_slice`].
    #[inline(always)]
    pub fn try_slice<C: NamedCoordinates<N, Names: Among<N> + Distinct>>(
        &self,
        by: C,
    ) -> Result<Named<C::Kept, Tensor<<A as Engine>::Part<'_>, Sliced<L, C::Coordinate>>>, Error>
    where
        L: SliceBy<C::Coordinate>,
    {
        Ok(Named::of(self.tensor.try_slice(by.coordinate())?))
    }

    /// The slice at the coordinates of [`by!`](crate::by!): [`Tensor::slice`] by names. It keeps the modes, with their
    /// names, that have a range, or that are not listed.
    ///
    /// # Panics
    /// If [`Named::try_slice`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Batch, Row, Col }
    /// let data: Vec<u32> = (0..24).collect();
    /// let t = Tensor::new(&data[..], layout!((2,3,4):row_major))?.named((Batch, Row, Col));
    /// let part = t.slice(by!(Col = 1..3, Batch = 1));
    /// assert_eq!(part.to_string(), "(Row, Col)\n13 14\n17 18\n21 22");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: NamedCoordinates<N, Names: Among<N> + Distinct>>(
        &self,
        by: C,
    ) -> Named<C::Kept, Tensor<<A as Engine>::Part<'_>, Sliced<L, C::Coordinate>>>
    where
        L: SliceBy<C::Coordinate>,
    {
        named_in::<N, _>(self.tensor.layout(), self.try_slice(by))
    }
}
/// The value, or a panic with the error, the layout and the names of its modes.
#[inline(always)]
#[track_caller]
fn named_in<N: Names, T>(layout: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {layout:?} of {}", Text(N::NAMES)),
    }
}

impl<N: Names, A: Accessor, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// The same tensor, borrowed.
    #[inline(always)]
    pub fn view(&self) -> Named<N, Shared<'_, A, L>> {
        Named::of(self.tensor.view())
    }

    /// [`Tensor::at`] by names: the element at the coordinates of [`by!`](crate::by!).
    ///
    /// # Panics
    /// If a coordinate is outside of the shape.
    #[inline(always)]
    #[track_caller]
    pub fn at<C: Place<N>>(&self, by: C) -> ElementOf<'_, A>
    where
        C::Coordinate: Coordinate<usize, L::Shape, L::Stride> + Debug,
    {
        self.tensor.at(by.place())
    }

    /// [`Tensor::get`] by names: the element at the coordinates of [`by!`](crate::by!), or `None` outside of the shape.
    #[inline(always)]
    pub fn get<C: Place<N>>(&self, by: C) -> Option<ElementOf<'_, A>>
    where
        C::Coordinate: Coordinate<usize, L::Shape, L::Stride>,
    {
        self.tensor.get(by.place())
    }

    /// [`Tensor::map`], with the same names.
    #[inline(always)]
    pub fn map<U, F: Fn(A::Item) -> U + Copy>(
        &self,
        f: F,
    ) -> Named<N, Tensor<Mapped<A::Shared<'_>, F>, L>>
    where
        A::Item: Copy,
    {
        Named::of(self.tensor.map(f))
    }

    /// A copy that owns its elements, with the same names: [`to_owned`](Tensor::to_owned) of the tensor.
    ///
    /// # Panics
    /// As that of the tensor.
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn to_owned(&self) -> Named<N, Owned<A::Item, OwnedLayout<L>>>
    where
        A::Item: Copy,
        L: HasOwned,
    {
        Named::of(self.tensor.to_owned())
    }

    /// The slices at the coordinates of the mode `name`, one after another: [`Tensor::slices`] by a name. They have the
    /// other names.
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// let firsts: Vec<i32> = t.slices(Row).map(|row| row[by!(Col = 0)]).collect();
    /// assert_eq!(firsts, [1, 4]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn slices<M: ModeName>(
        &self,
        name: M,
    ) -> EachNamed<L::Names, Tiles<'_, A, L::Others, L::Mode>>
    where
        N: Has<M>,
        L: AlongName<N, M>,
    {
        let _ = name;
        let (mode, others) = self.tensor.layout.along_name();
        EachNamed::of(Tiles::new(&self.tensor.accessor, others, mode))
    }

    /// The tensor with its modes in the order of `names`, which are those of this tensor: [`Tensor::permute`] by names.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Batch, Row, Col }
    /// let data: Vec<u32> = (0..24).collect();
    /// let t = Tensor::new(&data[..], layout!((2,3,4)))?.named((Batch, Row, Col));
    /// assert_eq!(t.permuted((Col, Batch, Row)).layout().to_string(), "(4,2,3):(6,1,2)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn permuted<P: OrderOf<N>>(&self, names: P) -> Named<P, Shared<'_, A, L::Output>>
    where
        L: PermuteNames<N, P>,
    {
        let _ = names;
        let layout = self.tensor.layout.permute_names();
        // Sound: the names are the same, each once, so these are the same modes in another order.
        Named::of(Tensor::sound(self.tensor.shared(), layout))
    }

    /// Folds along the mode `name`, as a tensor of the other modes that is computed when it is read: [`Along::fold`] by
    /// a name.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 5, 3, 4, 2, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// let largest = t.fold(Row, i32::MIN, i32::max);
    /// assert_eq!(largest.to_string(), "(Col,)\n4 5 6");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn fold<M: ModeName, B: Copy, F: Fn(B, A::Item) -> B + Copy>(
        &self,
        name: M,
        init: B,
        f: F,
    ) -> Named<L::Names, Tensor<Folded<A::Shared<'_>, ModesOf<L::Mode>, B, F>, L::Others>>
    where
        N: Has<M>,
        L: AlongName<N, M>,
        A::Item: Copy,
    {
        let _ = name;
        let (mode, others) = self.tensor.layout.along_name();
        Named::of(Along::new(self.tensor.shared(), mode.modes(), others).fold(init, f))
    }

    /// The sums along the mode `name`, as a tensor of the other modes: [`Along::sum`] by a name.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// assert_eq!(t.sum(Row).to_string(), "(Col,)\n5 7 9");
    /// assert_eq!(t.sum(Row).sum(Col).to_string(), "()\n21");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn sum<M: ModeName>(
        &self,
        name: M,
    ) -> Named<
        L::Names,
        Tensor<
            Folded<
                A::Shared<'_>,
                ModesOf<L::Mode>,
                A::Item,
                impl Fn(A::Item, A::Item) -> A::Item + Copy,
            >,
            L::Others,
        >,
    >
    where
        N: Has<M>,
        L: AlongName<N, M>,
        A::Item: Copy + Default + Add<Output = A::Item>,
    {
        self.fold(name, A::Item::default(), |sum, x| sum + x)
    }
}

impl<N: Names, A: AccessorMut, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// [`Named::slice`] for writing.
    ///
    /// # Panics
    /// As [`Named::slice`].
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Row, Col }
    /// let mut t = Tensor::new([0; 6], layout!((2,3):row_major))?.named((Row, Col));
    /// t.slice_mut(by!(Col = 1)).fill(1);
    /// t[by!(Col = 0, Row = 1)] = 2;
    /// assert_eq!(t.data(), [0, 1, 0, 2, 1, 0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C: NamedCoordinates<N, Names: Among<N> + Distinct>>(
        &mut self,
        by: C,
    ) -> Named<C::Kept, Exclusive<'_, A, Sliced<L, C::Coordinate>>>
    where
        L: SliceBy<C::Coordinate>,
    {
        let layout = self.tensor.layout;
        Named::of(named_in::<N, _>(layout, self.tensor.try_slice_mut(by.coordinate())))
    }

    /// [`Named::permuted`] for writing.
    #[inline(always)]
    pub fn permuted_mut<P: OrderOf<N>>(&mut self, names: P) -> Named<P, Exclusive<'_, A, L::Output>>
    where
        L: PermuteNames<N, P>,
    {
        let _ = names;
        let layout = self.tensor.layout.permute_names();
        // Sound: as above.
        Named::of(Tensor::sound(self.tensor.exclusive(), layout))
    }
}
impl<N: Names, A: Divisible, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// [`Named::slices`] for writing: all slices are borrowed at the same time, as by [`Tensor::slices_mut`].
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let mut t = Tensor::new([0; 6], layout!((2,3):row_major))?.named((Row, Col));
    /// for (j, mut column) in t.slices_mut(Col).enumerate() {
    ///     column.fill(j);
    /// }
    /// assert_eq!(t.data(), [0, 1, 2, 0, 1, 2]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn slices_mut<M: ModeName>(
        &mut self,
        name: M,
    ) -> EachNamed<L::Names, TilesMut<A::Tile<'_>, L::Others, L::Mode>>
    where
        N: Has<M>,
        L: AlongName<N, M>,
    {
        let _ = name;
        let (mode, others) = self.tensor.layout.along_name();
        // The mode and the other modes have the elements of this layout, each once.
        EachNamed::of(TilesMut::new(self.tensor.accessor.disjoint(), others, mode))
    }
}

impl<N, A: Accessor, L: AnyLayout, C: Place<N>> Index<C> for Named<N, Tensor<A, L>>
where
    Tensor<A, L>: Index<C::Coordinate>,
{
    type Output = <Tensor<A, L> as Index<C::Coordinate>>::Output;
    #[inline(always)]
    #[track_caller]
    fn index(&self, by: C) -> &Self::Output {
        &self.tensor[by.place()]
    }
}
impl<N, A: Accessor, L: AnyLayout, C: Place<N>> IndexMut<C> for Named<N, Tensor<A, L>>
where
    Tensor<A, L>: IndexMut<C::Coordinate>,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, by: C) -> &mut Self::Output {
        &mut self.tensor[by.place()]
    }
}
