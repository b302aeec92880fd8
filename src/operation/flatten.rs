//! Flatten: all leaves at the top.

use crate::layout::{AnyLayout, Layout};
use crate::operation::coalesce::IntoTuple;

/// The layout of the same function whose modes are the leaves: `(s_0, s_1, ...):(d_0, d_1, ...)`.
///
/// A leaf alone becomes a tuple of one. (003, definitions 2.2.2.1 and 2.3.1.13.)
///
/// ```
/// use tilework::{Layout, flatten, layout};
/// let lda = 16;
/// let flat: Layout!((5,2,2):(_,80,4)) = flatten(layout!((5,(2,2)):(lda,(80,4))));
/// assert_eq!(flat.to_string(), "(5,2,2):(16,80,4)");
/// ```
#[inline(always)]
pub fn flatten<L: CanFlatten>(layout: L) -> Flatten<L> {
    layout.flatten()
}

/// Layouts that [`flatten`] takes: all.
pub trait CanFlatten: AnyLayout {
    /// The flat layout.
    type Output: AnyLayout;
    /// See [`flatten`].
    fn flatten(self) -> Self::Output;
}
/// The type of [`flatten`]'s result.
pub type Flatten<L> = <L as CanFlatten>::Output;

impl<L, M, S, D> CanFlatten for L
where
    L: AnyLayout<Modes = M>,
    M: IntoTuple<Out = Layout<S, D>>,
    Layout<S, D>: AnyLayout,
{
    type Output = Layout<S, D>;
    #[inline(always)]
    fn flatten(self) -> Layout<S, D> {
        self.modes().into_tuple()
    }
}
