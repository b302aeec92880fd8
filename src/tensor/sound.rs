//! The conditions for a sound tensor.
//!
//! Elements are read and written without a check for each. This is right because the following holds for every tensor
//! of data:
//!
//! 1. each offset of the layout is below the length of the accessor;
//! 2. if the accessor is one of several tiles, and so is not whole, each offset of the layout is one of its own tile;
//! 3. if the accessor can be written through, no two coordinates of the layout have the same offset.
//!
//! **The exception.** An empty layout, with an extent of 0, has no offset. It fits any data, also an empty slice, and
//! says nothing about the layout without its empty mode: (4,0):(1,4) fits an empty slice, and 4:1 does not. If the
//! following two rules hold, no operation on an empty tensor leads out of the data:
//!
//! - An operation that may omit a mode checks its result again if its operand is empty ([`Tensor::kept`]). An operation
//!   that keeps all modes turns an empty layout into an empty one, and needs no check.
//! - An empty part of an accessor that is not whole has no elements at all (`part` and `lying` in `part.rs`, `part` in
//!   `predicated.rs`), so that this check refuses everything that is not empty. From the length alone, the check could
//!   not distinguish the elements of the tile from those of its neighbors.
//!
//! [`Tensor::checked`] checks these conditions. [`Tensor::sound`] does not, and makes all tensors. Before each call, a
//! comment that begins with `Sound:` says why the three conditions hold. `tests/compiler/constructors.rs` counts these comments.

use tilework_algebra::{Error, Operation, Rule};

use super::Tensor;
use crate::layout::injectivity;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, cosize};
use crate::tensor::accessor::Accessor;

impl<A, L> Tensor<A, L> {
    /// The tensor of an accessor and a layout for which 1, 2 and 3 of [this page](self) hold.
    #[inline(always)]
    pub(crate) const fn sound(accessor: A, layout: L) -> Self {
        Tensor { accessor, layout }
    }
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::new`] for a result of an operation on the layout of a tensor. It builds for integer strides only.
    ///
    /// # Errors
    /// [`Rule::Length`] if the layout reaches past the elements. For elements that can be written, also those of
    /// injectivity.
    #[inline(always)]
    pub(crate) fn checked(accessor: A, layout: L) -> Result<Self, Error> {
        Self::check_length(accessor.length(), layout)?;
        if A::WRITES {
            accessor.check_injective(layout.modes())?;
        }
        // Sound: the checks above cover 1 and 3. Condition 2: operations that are lifted to accessors that are not
        // whole make only offsets of the original layout.
        Ok(Tensor::sound(accessor, layout))
    }

    /// Checks that the layout reaches at most `len` elements.
    #[inline(always)]
    fn check_length(len: usize, layout: L) -> Result<(), Error> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        let cosize = layout.modes().past();
        // An empty layout needs no data.
        if cosize > len && !layout.modes().is_empty() {
            let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
            let rule = Rule::Length { cosize: number(cosize), len: number(len) };
            return Err(Error::new(Operation::Tensor, rule));
        }
        Ok(())
    }
    /// [`Tensor::checked`] before the accessor exists, for a whole accessor with `len` elements.
    ///
    /// # Errors
    /// Those of [`Tensor::checked`].
    #[inline(always)]
    pub(super) fn check(len: usize, layout: L) -> Result<(), Error> {
        Self::check_length(len, layout)?;
        if A::WRITES { injectivity::check(layout.modes()) } else { Ok(()) }
    }

    /// The tensor of the elements of another tensor with the layout `of`. `of` has all offsets of `layout`, each at no
    /// fewer coordinates: `layout` is a part or another arrangement of its modes. If `of` is empty, the result is
    /// checked.
    ///
    /// # Errors
    /// Those of [`Tensor::checked`], if `of` is empty.
    #[inline(always)]
    pub(super) fn kept(accessor: A, layout: L, of: impl AnyLayout) -> Result<Self, Error> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        if of.modes().is_empty() {
            return Tensor::checked(accessor, layout);
        }
        debug_assert!(cosize(layout.modes()) <= accessor.length(), "offsets of the layout");
        debug_assert!(!A::WRITES || accessor.check_injective(layout.modes()).is_ok(), "injective");
        // Sound: the offsets are those of a tensor of the same elements that is not empty.
        Ok(Tensor::sound(accessor, layout))
    }
}
