//! Slices of tensors.

use core::ops::Range;

use tilework_algebra::{Error, Operation, Rule};

use super::{Exclusive, Shared, Tensor};
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::slice::{SliceBy, Sliced};
use crate::tensor::accessor::{Accessor, AccessorMut};

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
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
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_slice`] for writing.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn try_slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Result<Exclusive<'_, A, Sliced<L, C>>, Error>
    where
        L: SliceBy<C>,
    {
        let (layout, within) = slice(self.layout, coordinate)?;
        // A part of an injective layout is injective.
        Ok(Tensor { accessor: self.accessor.exclusive(within), layout })
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C>(&mut self, coordinate: C) -> Exclusive<'_, A, Sliced<L, C>>
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

/// What `coordinate` keeps of `layout`, and the part of the data that it reaches.
///
/// The part ends where the layout does: of a static one its length is then known, and the
/// compiler drops the checks of further slices.
#[inline(always)]
pub(super) fn slice<L: SliceBy<C>, C>(
    layout: L,
    coordinate: C,
) -> Result<(Sliced<L, C>, Range<usize>), Error> {
    if !layout.holds(&coordinate) {
        return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
    }
    let (kept, offset) = layout.slice_by(coordinate);
    Ok((kept, offset..offset + kept.modes().reach() + 1))
}
