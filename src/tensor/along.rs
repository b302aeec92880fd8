//! A mode of a tensor and the other modes: slices at each coordinate of the mode, and reductions along it.

use core::ops::{Add, Sub};

use frunk_core::hlist::HCons;
use typenum::{B1, Const, Sub1, ToUInt, U, UInt, UTerm};

use super::Tensor;
use super::tiles::{Tiles, TilesMut};
use crate::layout::modes::{Mode, Modes, cons};
use crate::layout::sealed::Seal;
use crate::layout::slice::kept::{Kept, Nested};
use crate::layout::slice::{NOTHING, Nothing};
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::tensor::accessor::{Accessor, Divisible, Folded};

/// Mode `N` of a list of modes, and the other modes.
pub trait Remove<N> {
    /// The mode.
    type Mode;
    /// The others.
    type Others;
    /// Both.
    fn remove(self) -> (Self::Mode, Self::Others);
}
impl<H, T> Remove<UTerm> for HCons<H, T> {
    type Mode = H;
    type Others = T;
    #[inline(always)]
    fn remove(self) -> (H, T) {
        (self.head, self.tail)
    }
}
impl<H, T, V, B> Remove<UInt<V, B>> for HCons<H, T>
where
    UInt<V, B>: Sub<B1>,
    T: Remove<Sub1<UInt<V, B>>>,
{
    type Mode = T::Mode;
    type Others = HCons<H, T::Others>;
    #[inline(always)]
    fn remove(self) -> (T::Mode, Self::Others) {
        let (mode, others) = self.tail.remove();
        (mode, cons(self.head, others))
    }
}

/// Layouts with a mode `K`, a typenum integer counted from 0, and other modes: the bound of [`Tensor::slices`] and
/// [`Tensor::along`]. Sealed, because tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "slices, along: mode range: the layout has no such mode, or in generic code a layout without the bound `AlongMode<K>`",
    label = "has not so many modes"
)]
pub trait AlongMode<K>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The mode.
    type Mode: AnyLayout;
    /// The layout of the other modes, as a slice keeps them: a single one stands for itself, and none is `():()`.
    type Others: AnyLayout;
    /// Both: `L(c, d) = Mode(c) + Others(d)`.
    fn along_mode(self) -> (Self::Mode, Self::Others);
}
/// The modes of `L` without mode `K`.
pub type Others<L, K> = <L as AlongMode<K>>::Others;
#[diagnostic::do_not_recommend]
impl<L, S, D, K, Parts, MS, MD, Rest> AlongMode<K> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = Parts>,
    Parts: Remove<K, Mode = Mode<MS, MD>, Others = Rest>,
    Rest: Kept<Layout<Nothing>: AnyLayout>,
    Layout<MS, MD>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Mode = Layout<MS, MD>;
    type Others = Rest::Layout<Nothing>;
    #[inline(always)]
    fn along_mode(self) -> (Self::Mode, Self::Others) {
        let (shape, stride) = self.parts();
        let (mode, others) = shape.parts(stride).remove();
        (Layout::sound(mode.shape, mode.stride), others.layout(NOTHING))
    }
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The slices of the tensor at the coordinates of mode `K`, one after another. For a matrix, `0` yields the rows
    /// and `1` the columns. The loop is that of the layout, and checks nothing.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// let rows: Vec<i32> = matrix.slices::<0>().map(|row| row.iter().sum()).collect();
    /// assert_eq!(rows, [1 + 2 + 3, 4 + 5 + 6]);
    /// let mut columns = Vec::new();
    /// for column in matrix.slices::<1>() {
    ///     columns.push(column[0] * column[1]);
    /// }
    /// assert_eq!(columns, [1 * 4, 2 * 5, 3 * 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("rows", "columns", "outer_iter", "axis_iter", "lanes"))]
    #[inline(always)]
    pub fn slices<const K: usize /* the rows: `t.slices::<0>()` */>(
        &self,
    ) -> Tiles<'_, A, Others<L, U<K>>, <L as AlongMode<U<K>>>::Mode>
    where
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        let (mode, others) = self.layout.along_mode();
        Tiles::new(&self.accessor, others, mode)
    }

    /// The tensor along mode `K`. Its [`fold`](Along::fold) and [`sum`](Along::sum) are tensors of the other modes.
    /// [`reduce`](crate::algorithm::reduce()) reduces all modes at once.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// let rows = matrix.along::<1>().sum();
    /// assert!(rows.iter().eq([1 + 2 + 3, 4 + 5 + 6]));
    /// let largest = matrix.along::<0>().fold(i32::MIN, i32::max);
    /// assert!(largest.iter().eq([4, 5, 6]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("fold_along", "sum_axis", "fold_axis", "map_axis"))]
    #[inline(always)]
    pub fn along<const K: usize /* each row: `t.along::<1>()` */>(
        &self,
    ) -> Along<A::Shared<'_>, ModesOf<<L as AlongMode<U<K>>>::Mode>, Others<L, U<K>>>
    where
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        let (mode, others) = self.layout.along_mode();
        Along { elements: self.shared(), mode: mode.modes(), others }
    }
}

/// A tensor along one of its modes: [`Tensor::along`].
#[derive(Clone, Copy, Debug)]
pub struct Along<A, M, L> {
    // An offset of `others` plus one of `mode` is an offset of the layout of a tensor of these elements.
    elements: A,
    mode: M,
    others: L,
}
impl<A, M, L> Along<A, M, L> {
    /// Elements of a tensor whose layout has the offsets of `others` plus those of `mode`.
    #[inline(always)]
    pub(super) fn new(elements: A, mode: M, others: L) -> Self {
        Along { elements, mode, others }
    }

    /// The elements, the mode, and the layout of the other modes.
    #[cfg(feature = "rayon")]
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&A, M, L)
    where
        M: Copy,
        L: Copy,
    {
        (&self.elements, self.mode, self.others)
    }
}
impl<A: Accessor<Item: Copy>, M: Modes, L: AnyLayout> Along<A, M, L> {
    /// The tensor of the other modes, whose elements are folds along this mode, computed when they are read:
    /// `R(d) = f(.. f(f(init, T(0, d)), T(1, d)) .., T(s - 1, d))`.
    ///
    /// Each read computes the fold again; [`to_owned`](Tensor::to_owned) and [`copy_from`](Tensor::copy_from) store the
    /// result. Copies, `transform` and `reduce` use the order that suits the strides. If the other modes lie closer
    /// together than this one, they fold all elements of a row at the same time, each by the equation. Iterators and
    /// indices fold one element after another, so iterate over `.to_owned()` in a loop.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let cube = Tensor::new(&data[..], layout!((2,3,4)))?;
    /// let sums = cube.along::<1>().fold(0, |sum, x| sum + x);
    /// assert_eq!(sums.extents(), (2, 4));
    /// assert_eq!(sums.at((1, 3)), 19 + 21 + 23);
    /// let mut kept = Tensor::new(vec![0; 8], layout!((2,4)))?;
    /// kept.copy_from(&sums);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn fold<B: Copy, F: Fn(B, A::Item) -> B + Copy>(
        self,
        init: B,
        f: F,
    ) -> Tensor<Folded<A, M, B, F>, L> {
        // Sound: an offset of the other modes plus one of this mode is an offset of the layout. Along an empty mode no
        // element is read, and if the other modes are empty, there are no more elements than before.
        Tensor::sound(Folded::new(self.elements, self.mode, init, f), self.others)
    }

    /// The sums along this mode, as [`Along::fold`] by `+`: `R(d) = T(0, d) + T(1, d) + .. + T(s - 1, d)`. Along a mode
    /// of extent 0 each sum is the default value, 0, as is [`Tensor::sum`] of an empty tensor.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?;
    /// let means = matrix.along::<1>().sum().map(|sum| sum / 3.0);
    /// let mut kept = Tensor::new(vec![0.0; 2], layout!(2))?;
    /// kept.copy_from(&means);
    /// assert_eq!(kept.data(), [2.0, 5.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn sum(
        self,
    ) -> Tensor<Folded<A, M, A::Item, impl Fn(A::Item, A::Item) -> A::Item + Copy>, L>
    where
        A::Item: Default + Add<Output = A::Item>,
    {
        self.fold(A::Item::default(), |sum, x| sum + x)
    }
}
/// The slice at a coordinate of mode `K`, for writing.
type SliceMut<'s, A, L, const K: usize> = Tensor<<A as Divisible>::Tile<'s>, Others<L, U<K>>>;
impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::slices`] for writing. All slices are borrowed at the same time, and may be sent to threads.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3):row_major)).unwrap();
    /// for (i, mut row) in matrix.slices_mut::<0>().enumerate() {
    ///     row.fill(i);
    /// }
    /// assert_eq!(data, [0, 0, 0, 1, 1, 1]);
    /// ```
    #[doc(alias("rows_mut", "columns_mut", "outer_iter_mut", "axis_iter_mut"))]
    #[inline(always)]
    pub fn slices_mut<const K: usize /* the rows: `t.slices_mut::<0>()` */>(
        &mut self,
    ) -> TilesMut<A::Tile<'_>, Others<L, U<K>>, <L as AlongMode<U<K>>>::Mode>
    where
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        let (mode, others) = self.layout.along_mode();
        // The mode and the other modes have the elements of this layout, each once.
        TilesMut::new(self.accessor.disjoint(), others, mode)
    }

    /// The slices at two different coordinates of mode `K`, both for writing, or `None` if the coordinates are equal or
    /// one lies outside. Of a divided tensor, `pair_mut::<1>` has two tiles.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// let (mut first, mut last) = matrix.pair_mut::<1>(0, 2).unwrap();
    /// first.zip_mut_with(&mut last, core::mem::swap);
    /// assert_eq!(matrix.data(), &[3, 2, 1, 6, 5, 4]);
    /// assert!(matrix.pair_mut::<0>(1, 1).is_none());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("get_disjoint_mut", "multi_slice_mut"))]
    #[inline(always)]
    pub fn pair_mut<const K: usize /* two rows: `t.pair_mut::<0>(i, j)` */>(
        &mut self,
        first: usize,
        second: usize,
    ) -> Option<(SliceMut<'_, A, L, K>, SliceMut<'_, A, L, K>)>
    where
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        self.slices_mut::<K>().pair(first, second)
    }
}
