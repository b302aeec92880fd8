//! Tensors through composed layouts: swizzled data.

use tilework_algebra::Error;

use super::Tensor;
use crate::layout::composed::{Composed, OffsetMap};
use crate::layout::coordinate::Coordinate;
use crate::layout::for_each::{ForEach, ZipWith};
use crate::layout::modes::Modes;
use crate::layout::slice::{SliceBy, Sliced};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::int::{Dyn, Leaf};
use crate::tensor::accessor::{Accessor, Contiguous, ContiguousMut, ElementOf, Reader, Through};

impl<A: Contiguous, F: OffsetMap, L: AnyLayout> Tensor<Through<A, F>, L> {
    /// The tensor of `accessor` through a composed layout: `T(c) = data[F(n + B(c))]`, as swizzled
    /// shared memory. It has the layout `B`, and is read, sliced, divided and copied from as any
    /// other; it is written by [`Tensor::for_each_mut`], [`Tensor::zip_mut_with`] and
    /// [`Tensor::get_mut`].
    ///
    /// For data in the order of a layout with XOR strides `X` that is `X o 0 o B`, with the compact
    /// `B` of its shape.
    ///
    /// # Errors
    /// As [`Tensor::new`]; [`Rule::Length`](crate::Rule) too if the blocks within which a swizzle
    /// moves offsets reach past the data.
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U3};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):row_major));
    /// let mut data = [0; 64];
    /// let mut tile = Tensor::through(&mut data[..], swizzled)?;
    /// let rows = Tensor::counting(layout!((8,8):row_major));
    /// tile.zip_mut_with(&rows, |to, from| *to = from);
    /// // A column lies in eight different places modulo 8.
    /// assert!(tile.slice((.., 2)).iter().eq(&[2, 10, 18, 26, 34, 42, 50, 58]));
    /// assert_eq!(data[8..16], [9, 8, 11, 10, 13, 12, 15, 14]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn through<N: Leaf>(accessor: A, composed: Composed<F, N, L>) -> Result<Self, Error> {
        let (layout, first) = (composed.inner(), composed.added().get());
        let length = layout.modes().reach() + 1;
        Tensor::new(Through::new(accessor, composed.outer(), first, length)?, layout)
    }

    /// The layout with what is applied to its offsets.
    #[inline(always)]
    pub fn composed(&self) -> Composed<F, Dyn, L> {
        let (outer, first) = self.accessor.map();
        Composed::new(outer, Dyn(first), self.layout)
    }
}

impl<A: ContiguousMut, F: OffsetMap, L: AnyLayout> Tensor<Through<A, F>, L> {
    /// The element at `coordinate`, `None` outside of the shape.
    #[inline(always)]
    pub fn get_mut<C: Coordinate<usize, L::Shape, L::Stride>>(
        &mut self,
        coordinate: C,
    ) -> Option<&mut A::Item> {
        let offset = self.offset_within(coordinate)?;
        Some(self.accessor.at_mut(offset))
    }

    /// [`Tensor::for_each`] for writing.
    #[inline(always)]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut A::Item))
    where
        ModesOf<L>: ForEach<usize>,
    {
        let accessor = &mut self.accessor;
        self.layout.modes().fold_from(0, (), &mut |(), offset| f(accessor.at_mut(offset)));
    }

    /// Calls `f` with the elements of both tensors at every coordinate, leftmost mode fastest.
    ///
    /// # Panics
    /// If extents of run time differ.
    #[inline(always)]
    #[track_caller]
    pub fn zip_mut_with<'s, A1: Accessor, L1: AnyLayout>(
        &mut self,
        other: &'s Tensor<A1, L1>,
        mut f: impl FnMut(&mut A::Item, ElementOf<'s, A1>),
    ) where
        L: ZipWith<L1>,
    {
        let modes = match self.layout.zip_with(other.layout) {
            Ok(modes) => modes,
            Err(error) => panic!("{error}"),
        };
        let (accessor, others) = (&mut self.accessor, other.reader());
        modes.fold_from((0, 0), (), &mut |(), (to, from)| f(accessor.at_mut(to), others.at(from)));
    }

    /// [`Tensor::try_slice`] for writing.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn try_slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Result<Tensor<Through<&mut [A::Item], F>, Sliced<L, C>>, Error>
    where
        L: SliceBy<C>,
    {
        let (layout, within) = super::slice::slice(self.layout, coordinate)?;
        // A part of an injective layout is injective.
        Ok(Tensor { accessor: self.accessor.exclusive(within), layout })
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Tensor<Through<&mut [A::Item], F>, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        let layout = self.layout;
        match self.try_slice_mut(coordinate) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}, in {layout:?}"),
        }
    }
}
