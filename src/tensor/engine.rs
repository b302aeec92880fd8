//! Engines: the data that the offsets of a tensor's layout refer to.

use tilework_algebra::Error;
use tilework_algebra::steps::ContiguousBlock;

use crate::layout::for_each::Offset;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, injectivity};
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::coordinates::Origin;
use crate::tensor::part::{part, part_mut};

/// The part of a [`Tensor`](crate::Tensor) besides its layout, CuTe's `Engine`. It is an [`Accessor`], whose elements
/// lie at integer offsets, or the [`Origin`] of coordinates. Tiles and threads' parts work the same way for both: as a
/// layout, and the offset where it begins. Sealed, as accessors are: a part has the elements that its layout reaches.
#[diagnostic::on_unimplemented(message = "`{Self}` is no data of a tensor, and no coordinates")]
pub trait Engine {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The type of offsets.
    type Offset: Offset;
    /// The engine of a part, borrowed.
    type Part<'s>: Engine
    where
        Self: 's;
    /// The offset at which the layout begins.
    #[doc(hidden)]
    fn begin(&self) -> Self::Offset;
    /// The engine of the part that begins at an offset, as far as its layout reaches.
    #[doc(hidden)]
    fn part<L: AnyLayout>(&self, at: Self::Offset, layout: L) -> Self::Part<'_>;
    /// [`Accessor::together`]. Coordinates always stay together.
    #[doc(hidden)]
    #[inline(always)]
    fn vectors(&self) -> ContiguousBlock {
        ContiguousBlock::All
    }
}
/// An [`Engine`] whose parts can be borrowed for writing: an [`AccessorMut`], or coordinates, whose parts are the same
/// as for reading.
pub trait EngineMut: Engine {
    /// The engine of a part, borrowed for writing.
    type PartMut<'s>: Engine
    where
        Self: 's;
    /// [`Engine::part`] for writing.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) if the part has an element twice.
    #[doc(hidden)]
    fn part_mut<L: AnyLayout>(
        &mut self,
        at: Self::Offset,
        layout: L,
    ) -> Result<Self::PartMut<'_>, Error>;
}

#[diagnostic::do_not_recommend]
impl<A: Accessor> Engine for A {
    const SEAL: Seal = Seal;
    type Offset = usize;
    type Part<'s>
        = A::Shared<'s>
    where
        Self: 's;
    #[inline(always)]
    fn begin(&self) -> usize {
        0
    }
    #[inline(always)]
    fn part<L: AnyLayout>(&self, at: usize, layout: L) -> A::Shared<'_> {
        part(self, at, layout)
    }
    #[inline(always)]
    fn vectors(&self) -> ContiguousBlock {
        self.together()
    }
}
#[diagnostic::do_not_recommend]
impl<A: AccessorMut> EngineMut for A {
    type PartMut<'s>
        = A::Exclusive<'s>
    where
        Self: 's;
    #[inline(always)]
    fn part_mut<L: AnyLayout>(&mut self, at: usize, layout: L) -> Result<A::Exclusive<'_>, Error> {
        injectivity::check(layout.modes())?;
        Ok(part_mut(self, at, layout))
    }
}

#[diagnostic::do_not_recommend]
impl<O: Offset> Engine for Origin<O> {
    const SEAL: Seal = Seal;
    type Offset = O;
    type Part<'s>
        = Self
    where
        Self: 's;
    #[inline(always)]
    fn begin(&self) -> O {
        self.origin
    }
    #[inline(always)]
    fn part<L: AnyLayout>(&self, at: O, _: L) -> Self {
        Origin { origin: at }
    }
}
#[diagnostic::do_not_recommend]
impl<O: Offset> EngineMut for Origin<O> {
    type PartMut<'s>
        = Self
    where
        Self: 's;
    #[inline(always)]
    fn part_mut<L: AnyLayout>(&mut self, at: O, layout: L) -> Result<Self, Error> {
        Ok(self.part(at, layout))
    }
}
