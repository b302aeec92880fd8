//! Mode: one of the modes at the top, by its number, whatever the strides are. `kind/mode.rs` is what generic code has of it.

use typenum::{Const, ToUInt, U};

use crate::layout::modes::Mode;
use crate::layout::nested::{Missing, ModeAt as FoundAt, Nested, RankOf};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Static;
use crate::leaf::into_leaf::IsStatic;
use crate::verdict::{Bad, Of, ResultOf, operation, rule};

/// Mode `k`, counted from 0: `r(c) = layout(0, ..., c, ..., 0)`. A leaf is its own only mode. (004,
/// section 3.1; 003, definition 2.3.1.9.)
///
/// **Errors.** *Mode range*, while compiling, unless `k < rank(layout)`.
///
/// ```
/// use tilework::{Layout, layout};
/// let m = 5;
/// let layout = layout!((2,(3,m),7):(1,(2,6),30));
/// let second: Layout!((3,_):(2,6)) = layout!(mode(layout, 1));
/// assert_eq!(second.to_string(), "(3,5):(2,6)");
/// ```
#[doc(alias = "get")]
#[inline(always)]
pub fn mode<R: ResultOf<operation::mode_of>, L: OneMode<N, Result = R>, K: IsStatic<N>, N>(
    layout: L,
    k: K,
) -> R::Layout {
    let _ = k;
    layout.one_mode().layout()
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// [`mode`](mode()) by its number, counted from 0.
    ///
    /// **Errors.** *Mode range*, while compiling, unless `K < rank(self)`.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let second: Layout!((3,_):(2,6)) = layout!((2,(3,m),7):(1,(2,6),30)).mode::<1>();
    /// assert_eq!(second.to_string(), "(3,5):(2,6)");
    /// ```
    #[inline(always)]
    pub fn mode<const K: usize>(self) -> ModeAt<Self, U<K>>
    where
        Const<K>: ToUInt,
        Self: OneMode<U<K>, Result: ResultOf<operation::mode_of>>,
    {
        self.one_mode().layout()
    }
}

/// Layouts with a mode `K`: the bound of [`mode`].
pub trait HasMode<K>:
    AnyLayout + OneMode<K, Result: ResultOf<operation::mode_of, Layout: AnyLayout>>
{
}
/// Mode `K`, a typenum integer, of the layout `L`.
pub type ModeAt<L, K> = <<L as OneMode<K>>::Result as ResultOf<operation::mode_of>>::Layout;

impl<L, K> HasMode<K> for L where
    L: AnyLayout + OneMode<K, Result: ResultOf<operation::mode_of, Layout: AnyLayout>>
{
}

/// [`HasMode`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "mode: not a layout, or in generic code one without the bound `HasMode<K>`"
)]
pub trait OneMode<K>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The mode, or a verdict.
    type Result;
    /// The mode, or a verdict, a value.
    fn one_mode(self) -> Self::Result;
}
// `Layout` by name, as in compositions: of a plain integer whose type is inferred last that much is known.
#[diagnostic::do_not_recommend]
impl<S, D, K, P, M, RS, RD> OneMode<K> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    P: FoundAt<K, Out = M>,
    M: OrMissing<K, P, Self, Out = Layout<RS, RD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn one_mode(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        shape.parts(stride).mode_at().or_missing()
    }
}

/// The mode `Self` as a layout, or the verdict that the layout `L` has no mode `K` in its list `P`.
pub trait OrMissing<K, P, L> {
    /// The mode, or a layout that is the verdict.
    type Out;
    /// The mode or the verdict, a value.
    fn or_missing(self) -> Self::Out;
}
impl<S, D, K, P, L> OrMissing<K, P, L> for Mode<S, D> {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn or_missing(self) -> Layout<S, D> {
        Layout::sound(self.shape, self.stride)
    }
}
impl<K, P, L> OrMissing<K, P, L> for Missing {
    type Out = Layout<NoMode<K, P, L>, NoMode<K, P, L>>;
    fn or_missing(self) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoMode<K, P, L> = Bad<rule::ModeRange, Of<L>, Static<K>, RankOf<P>>;
