//! Mode: one of the modes at the top, by its number, for strides of any kind.
//!
//! ```text
//! mode(l, k) = match l {
//!     (h, ..t) => if k = 0 { h } else { mode(t, k - 1) },
//!     ()       => mode range,
//!     s:d      => if k = 0 { s:d } else { mode range },
//! }
//! ```

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, Const, ToUInt, U};

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::integers::NoInteger;
use crate::leaf::into_leaf::IsStatic;
use crate::operation::face::operation;
use crate::operation::kind::applied::Applied;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Whole};
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::rearranged::{From, Rearranged, rearranged};
use crate::verdict::{First, ResultOf, operation, rule};

operation! {
    /// Mode `k`, counted from 0: `r(c) = layout(0, ..., c, ..., 0)`. A leaf is its own only mode.
    /// ([004](crate::guide::papers), section 3.1; [003](crate::guide::papers), definition 2.3.1.9.)
    ///
    /// **Errors.** *Mode range*, at compile time, unless `k < rank(layout)`.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let layout = layout!((2,(3,m),7):(1,(2,6),30));
    /// let second: Layout!((3,_):(2,6)) = layout!(mode(layout, 1));
    /// assert_eq!(second.to_string(), "(3,5):(2,6)");
    /// ```
    #[doc(alias = "get")]
    fn mode[R: ResultOf<operation::mode_of>, L: ModeTotal<N, Result = R>, K: IsStatic<N>, N]
        (layout: L; k: K) = take_mode;
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// Mode `K`, counted from 0: `r(c) = self(0, ..., c, ..., 0)`. See [`mode`](mode()).
    ///
    /// **Errors.** *Mode range*, at compile time, unless `K < rank(self)`.
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
        Self: ModeTotal<U<K>, Result: ResultOf<operation::mode_of>>,
    {
        self.take_mode().layout()
    }
}

operation! {
    /// Layouts with a mode `K`: the bound of [`mode`].
    trait HasMode[K]: AnyLayout = ModeTotal[K], operation::mode_of, Layout: AnyLayout;
    /// Mode `K`, a typenum integer, of the layout `L`.
    type ModeAt[L, K] = ModeTotal[K], operation::mode_of;

    /// [`HasMode`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "mode: not a layout, or in generic code one without the bound `HasMode<K>`"
    )]
    trait ModeTotal[K]: Copy { #[doc(hidden)] const SEAL: Seal; } fn take_mode() -> Result;
}

// The result is written as `Layout`, as in compositions: if the type of a plain integer is inferred last, that much is
// known.
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, K: Number> ModeTotal<K> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<<ModeOf<S, D, K> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn take_mode(self) -> Self::Result {
        rearranged::<FromMode<S, D, K>, _, _, ModeOf<S, D, K>>(self)
            .or::<Self, (), First>()
            .by_parts()
    }
}

/// The mode as an operation, for generic code.
#[derive(Clone, Copy)]
pub struct Taking<K>(PhantomData<K>);
impl<K: Number> Applied<()> for Taking<K> {
    const OPERATION: Operation = Operation::Mode;
    // The leaves of a mode are not combined, so they need not be of one integer type.
    type Operands<S: Leaves<D>, D> = NoInteger;
    type Of<S: Leaves<D>, D> = ModeOf<S, D, K>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        _: (),
        _: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        Ok(rearranged::<FromMode<S, D, K>, _, _, _>(layout))
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}

/// Mode `K` of the layout `S:D`, or a refusal.
pub type ModeOf<S, D, K> = <S as Leaves<D>>::Mode<K, Missing<S, D, K>>;
/// There is no mode `K` among those of the layout `S:D`.
type Missing<S, D, K> = Refused<rule::ModeRange, K, <S as Leaves<D>>::Rank, Whole>;
/// From mode `K` of `S:D` on.
pub struct FromMode<S, D, K>(PhantomData<(S, D, K)>);
impl<S: Leaves<D>, D, K: Number> Rearranged for FromMode<S, D, K> {
    const FROM: From = From::mode::<K>(S::MODES);
}

/// Mode `K` of the leaf `S:D`, which is its own only mode, or `O`.
pub type OnlyMode<S, D, K, O> = <<K as Number>::IsZero as ModeIf>::Mode<S, D, HNil, HNil, K, O>;
/// Functions of truths.
pub trait ModeIf: Sized {
    /// Mode `K` of the modes `S:D`, then `T:TD`, or `O` if there is none. `Self`: `K = 0`.
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number, O: Tree>: Tree;
}
impl ModeIf for B1 {
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number, O: Tree> = S::IntoTree;
}
impl ModeIf for B0 {
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number, O: Tree> = T::Mode<K::Previous, O>;
}
