//! Tensors through composed layouts: swizzled data.

use core::fmt;
use core::ops::IndexMut;

use tilework_algebra::Error;

use super::{Tensor, outside};
use crate::layout::codomain::IntegerStrides;
use crate::layout::composed::Composed;
use crate::layout::coordinate::Coordinate;
use crate::layout::offset_map::OffsetMap;
use crate::layout::{AnyLayout, cosize};
use crate::leaf::int::{Dyn, Leaf};
use crate::tensor::accessor::{Contiguous, ContiguousMut, DisjointMut, Through};

impl<A: Contiguous, F: OffsetMap, L: AnyLayout> Tensor<Through<A, F>, L> {
    /// The tensor of `accessor` through a composed layout: `T(c) = data[F(n + B(c))]`, for example swizzled shared
    /// memory. It has the layout `B`, and is read, written, sliced, divided and copied as any other tensor.
    ///
    /// `B` has integer strides; code that is generic over it needs the bound
    /// [`IntegerStrides`](crate::bound::IntegerStrides). For data in the order of a layout `X` with XOR strides, use
    /// `X o 0 o B` with the compact `B` of its shape.
    ///
    /// # Errors
    /// Those of [`Tensor::new`]. [`Rule::Length`](crate::Rule) also if the blocks within which a swizzle moves offsets
    /// reach past the data. [`Rule::CoordinateRange`](crate::Rule) if offsets reach past the size of a layout `F`; a
    /// [`Composed`] layout alone would extend it. The check that no two coordinates have the same element is exact. If
    /// `F` has a value twice and there are many coordinates, it returns [`Rule::Undecided`](crate::Rule).
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U3};
    /// use tilework::{Composed, Swizzle, Tensor, layout, algorithm::{copy, transpose}};
    /// // A kernel transposes through shared memory in this way, so that neither the rows nor the columns of a
    /// // tile lie in one bank.
    /// let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):row_major));
    /// let mut shared = [0; 64];
    /// let (from, mut to): (Vec<u32>, _) = ((0..16 * 24).collect(), vec![0; 24 * 16]);
    /// let from = Tensor::new(&from[..], layout!((16,24):row_major))?;
    /// let mut to = Tensor::new(&mut to[..], layout!((24,16):row_major))?;
    /// for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
    ///     let mut tile = Tensor::through(&mut shared[..], swizzled)?;
    ///     copy(&from.local_tile(layout!(<8,8>), (i, j)), &mut tile)?;
    ///     transpose(&tile, &mut to.local_tile_mut(layout!(<8,8>), (j, i)))?;
    /// }
    /// assert_eq!((to[(5, 3)], to[(23, 15)]), (from[(3, 5)], from[(15, 23)]));
    /// // Row 1 of the last tile, in its order in memory.
    /// assert_eq!(shared[8..16], [233, 232, 235, 234, 237, 236, 239, 238]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn through<N: Leaf>(accessor: A, composed: Composed<F, N, L>) -> Result<Self, Error>
    where
        L: IntegerStrides,
    {
        let (layout, first) = (composed.inner(), composed.added().get());
        let length = cosize(layout.modes());
        Tensor::checked(Through::new(accessor, composed.outer(), first, length)?, layout)
    }
}
impl<A, F: OffsetMap, L: AnyLayout> Tensor<Through<A, F>, L> {
    /// The layout together with the function of its offsets.
    #[inline(always)]
    pub fn composed(&self) -> Composed<F, Dyn, L> {
        let (outer, first) = self.accessor.map();
        Composed::sound(outer, Dyn(first), self.layout)
    }
}

macro_rules! indexed_mut {
    ($([$($g:tt)*] $a:ty;)*) => {$(
        impl<$($g)*, F: OffsetMap, L: AnyLayout, C> IndexMut<C> for Tensor<Through<$a, F>, L>
        where
            C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
        {
            #[inline(always)]
            #[track_caller]
            fn index_mut(&mut self, coordinate: C) -> &mut Self::Output {
                let layout = self.layout;
                match self.get_mut(coordinate) {
                    Some(element) => element,
                    None => outside(&coordinate, &layout),
                }
            }
        }
    )*};
}
indexed_mut! {
    [A: ContiguousMut] A;
    ['a, T] DisjointMut<'a, T>;
}
