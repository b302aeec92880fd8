//! Engines: what the offsets of a tensor's layout begin at, and count in.

use tilework_algebra::Error;
use tilework_algebra::steps::Together;

use crate::layout::for_each::Offset;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, injectivity};
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::coordinates::Origin;
use crate::tensor::part::{part, part_mut};

/// What a [`Tensor`](crate::Tensor) has beside its layout, CuTe's `Engine`: an [`Accessor`], whose
/// elements lie at offsets that are integers, or the [`Origin`] of coordinates. Tiles and the parts of
/// threads are the same of both: a layout, and the offset at which it begins. Sealed, as accessors are: a part
/// has the elements that its layout asks for.
#[diagnostic::on_unimplemented(message = "`{Self}` is no data of a tensor, and no coordinates")]
pub trait Engine {
    #[doc(hidden)]
    const SEAL: Seal;
    /// Offsets.
    type Offset: Offset;
    /// What a part has, borrowed.
    type Part<'s>: Engine
    where
        Self: 's;
    /// The offset at which the layout begins.
    #[doc(hidden)]
    fn begin(&self) -> Self::Offset;
    /// What the part has that begins at an offset, as far as its layout reaches.
    #[doc(hidden)]
    fn part<L: AnyLayout>(&self, at: Self::Offset, layout: L) -> Self::Part<'_>;
    /// [`Accessor::together`]; coordinates are never apart.
    #[doc(hidden)]
    #[inline(always)]
    fn vectors(&self) -> Together {
        Together::All
    }
}
/// An [`Engine`] of which parts are borrowed for writing, if there is something to write: an
/// [`AccessorMut`], or coordinates, whose parts are what they are for reading.
pub trait EngineMut: Engine {
    /// What a part has, borrowed for writing.
    type PartMut<'s>: Engine
    where
        Self: 's;
    /// [`Engine::part`] for writing.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) if an element is there twice.
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
    fn vectors(&self) -> Together {
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
