//! What makes a tensor sound.
//!
//! Elements are read and written without a check of each. That is right because of every tensor of data
//!
//! 1. each offset of the layout is below the length of the accessor;
//! 2. of an accessor that is not whole, one of several tiles, each offset of the layout is one of its own tile;
//! 3. if the accessor can be written through, no two coordinates of the layout have the same offset.
//!
//! **The exception.** An empty layout, with an extent of 0, has no offset. So it goes with any data, also with none,
//! and says nothing of the layout without that mode: (4,0):(1,4) goes with an empty slice, and 4:1 does not. Two rules
//! follow, and where they hold no operation on an empty tensor leads out of the data:
//!
//! - What may leave a mode out is checked again where the layout that it leaves the mode out of is empty
//!   ([`Tensor::kept`]). What keeps all modes makes an empty layout of an empty one, and needs no check.
//! - An empty part of an accessor that is not whole has no element at all (`part` and `lying` in `part.rs`, `part` in
//!   `predicated.rs`), so that this check refuses whatever is not empty: by its length it cannot tell elements of
//!   the tile from those of its neighbours.
//!
//! [`Tensor::checked`] looks; [`Tensor::sound`] does not, and makes all tensors: before each call a comment that begins
//! with `Sound:` says why the three hold. `tests/constructors.rs` counts these.

use tilework_algebra::{Error, Operation, Rule};

use super::Tensor;
use crate::layout::injectivity;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, cosize};
use crate::tensor::accessor::Accessor;

impl<A, L> Tensor<A, L> {
    /// The tensor of an accessor and a layout of which 1, 2 and 3 of [this page](self) hold.
    #[inline(always)]
    pub(crate) const fn sound(accessor: A, layout: L) -> Self {
        Tensor { accessor, layout }
    }
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::new`] of a result of an operation on the layout of a tensor, which builds for integer strides only.
    ///
    /// # Errors
    /// [`Rule::Length`] where the layout reaches past the elements; of what can be written those of injectivity.
    #[inline(always)]
    pub(super) fn checked(accessor: A, layout: L) -> Result<Self, Error> {
        Self::check_length(accessor.length(), layout)?;
        if A::WRITES {
            accessor.check_injective(layout.modes())?;
        }
        // Sound: 1 and 3 have been looked at. As to 2, operations that are lifted for accessors that are not whole make no
        // offsets but those of the layout.
        Ok(Tensor::sound(accessor, layout))
    }

    /// That the layout reaches no more than `len` elements.
    #[inline(always)]
    fn check_length(len: usize, layout: L) -> Result<(), Error> {
        const { L::Modes::CODOMAIN.of_a_tensor() }
        let cosize = layout.modes().past();
        // Of an empty layout nothing is asked for.
        if cosize > len && !layout.modes().is_empty() {
            let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
            let rule = Rule::Length { cosize: number(cosize), len: number(len) };
            return Err(Error::new(Operation::Tensor, rule));
        }
        Ok(())
    }
    /// [`Tensor::checked`] before there is an accessor, one that is whole and has `len` elements.
    ///
    /// # Errors
    /// Those of [`Tensor::checked`].
    #[inline(always)]
    pub(super) fn check(len: usize, layout: L) -> Result<(), Error> {
        Self::check_length(len, layout)?;
        if A::WRITES { injectivity::check(layout.modes()) } else { Ok(()) }
    }

    /// The tensor of the elements of another one, whose layout `of` has all offsets of this one's, each at as many
    /// coordinates at least: a part or another arrangement of its modes. An empty one is checked.
    ///
    /// # Errors
    /// Those of [`Tensor::checked`], where `of` is empty.
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
