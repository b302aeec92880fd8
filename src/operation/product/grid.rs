//! The grid of a product, what runs over the copies: `A* o B`, by the kinds of strides of both.

use frunk_core::hlist::HNil;
use tilework_algebra::Error;

use crate::layout::{AnyLayout, Layout};
use crate::operation::complement_ext::LeaveExt;
use crate::operation::composition::ComposeMode;
use crate::sorts::Generally;
use crate::verdict::{Bad, Verdict};

/// The grid `A* o Self` of a product. `J` is the position of the first mode.
pub trait GridOver<A, J> {
    /// The grid, with a verdict in it if there is none.
    type Out;
    /// The grid.
    fn grid_over(self, a: A, at: usize) -> Result<Self::Out, Error>;
}
impl<A, BS, BD, J, G> GridOver<A, J> for Layout<BS, BD>
where
    A: LeaveExt<Result = G>,
    G: UnderGrid<Self, J>,
{
    type Out = G::Out;
    #[inline(always)]
    fn grid_over(self, a: A, at: usize) -> Result<G::Out, Error> {
        // The modes of the complement are those of `a`, which an error does not count.
        let gaps = a.try_leave_ext().map_err(|error| Error { mode: None, ..error })?;
        gaps.under_grid(self, at)
    }
}
/// A complement composed with the grid `B`.
pub trait UnderGrid<B, J>: AnyLayout {
    /// The grid, with a verdict in it if there is none.
    type Out;
    /// The grid.
    fn under_grid(self, b: B, at: usize) -> Result<Self::Out, Error>;
}
impl<S: Verdict<Out = V>, D, B, J, V> UnderGrid<B, J> for Layout<S, D>
where
    Self: AnyLayout,
    V: ComposeUnless<Self, B, J>,
{
    type Out = V::Out;
    #[inline(always)]
    fn under_grid(self, b: B, at: usize) -> Result<V::Out, Error> {
        V::compose_unless(self, b, at)
    }
}
/// `A o B`, unless `Self` is a verdict.
pub trait ComposeUnless<A, B, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn compose_unless(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
}
impl<A, B, J> ComposeUnless<A, B, J> for HNil
where
    ComposeMode: Generally<A, B, J>,
{
    type Out = <ComposeMode as Generally<A, B, J>>::Out;
    #[inline(always)]
    fn compose_unless(a: A, b: B, at: usize) -> Result<Self::Out, Error> {
        ComposeMode::generally(a, b, at)
    }
}
impl<A, B, J, R, At, X, Y> ComposeUnless<A, B, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn compose_unless(_: A, _: B, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}
