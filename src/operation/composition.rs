//! Composition: `A o B`, the layout of `c -> A(B(c))`.

use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::operation::kind::Statically;
use crate::operation::tiler::{ByMode, IsTiler, Listed};
use crate::verdict::{First, HasResult, Position, ResultOf, Verdict, operation};

/// `A o B`: the layout `R` with `R(c) = A(B(c))` whose shape refines that of `B`.
///
/// `B` is a layout, or a tiler: an hlist of layouts and tilers, applied mode by mode; modes of
/// `A` beyond the tiler stay. `A` extends past its size by its last mode. The result is
/// canonical: coalesced over the shape of `B`.
///
/// `A` may go into coordinates or have XOR strides; with such on the right it is of values and literals. A layout into
/// coordinates of `A` is a tiler there, `(4,8):(e0,e1)` is `<4,8>` (004, section 3.3.2).
///
/// `A` and `B` may be [`Composed`](crate::Composed) layouts, and `A` a [`Swizzle`](crate::Swizzle): `swizzle o rows` is
/// composed, and so is whatever comes after a composed layout. With a swizzle on the right it is of values and literals.
///
/// **Laws.** `R(c) = A(B(c))` for every coordinate `c` of `B`; `shape(B)` is compatible with
/// `shape(R)`.
///
/// **Errors.** While compiling, from the static leaves, at run time ([`try_composition`]) from
/// the dynamic ones: stride divisibility and shape divisibility of each leaf of `B` against the
/// modes of `A` (004, equations 20 and 21), and segregation of the leaves (004, section 3.3.2),
/// all of them up to the largest value of `B` only. They are sufficient, not necessary: the
/// value level accepts more.
///
/// ```
/// use tilework::{Layout, layout, operation::composition};
/// let every_other: Layout!((2,2):(8,1)) =
///     composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
/// assert_eq!(every_other.offset((1, 1)), 9);
/// ```
///
/// ```compile_fail
/// // stride divisibility: 3 and 4 do not divide each other
/// tilework::operation::composition(tilework::layout!((4,6,8):(2,3,5)), tilework::layout!(6:3));
/// ```
///
/// # Panics
/// Where [`try_composition`] is an error.
#[inline(always)]
#[track_caller]
pub fn composition<R: ResultOf<operation::o>, A: Compose<B, Result = R>, B>(
    a: A,
    b: B,
) -> R::Layout {
    R::known_or_panic_by(a, b, Compose::try_compose).layout()
}

/// [`composition`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`composition`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_composition<R: ResultOf<operation::o>, A: Compose<B, Result = R>, B>(
    a: A,
    b: B,
) -> Result<R::Layout, Error> {
    known_or(|| a.try_compose(b)).map(R::layout)
}

/// Layouts that can be composed with `B` on their right: the bound of [`composition`].
pub trait ComposeWith<B>:
    AnyLayout + Compose<B, Result: ResultOf<operation::o, Layout: AnyLayout>>
{
}
/// The type of `A o B`.
pub type Composition<A, B> = <<A as Compose<B>>::Result as ResultOf<operation::o>>::Layout;

impl<A, B> ComposeWith<B> for A
where
    A: AnyLayout + Compose<B>,
    A::Result: Verdict<Out: HasResult<operation::o>> + ResultOf<operation::o, Layout: AnyLayout>,
{
}

/// [`ComposeWith`] before the verdict: the composition of any two operands.
#[diagnostic::on_unimplemented(
    message = "composition: not a layout and a tiler, or in generic code without the bound `ComposeWith<B>`",
    note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with integers of run time `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`; with a composed layout goes one with integer or XOR strides"
)]
pub trait Compose<B>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// `Self o B`, with a verdict in it if there is none.
    type Result;
    /// `Self o B`.
    fn try_compose(self, b: B) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
// `Layout` by name: before the type of a plain integer is inferred, that much of the result is
// known, and methods are found.
#[diagnostic::do_not_recommend]
impl<S, D, T> Compose<T> for Layout<S, D>
where
    Self: AnyLayout,
    T: IsTiler + ByMode<ComposeMode, S, D, First>,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<T::Out>;
    #[inline(always)]
    fn try_compose(self, b: T) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        let within = b.stays_within(self);
        let composed = b.by_mode(self, 0)?.by_parts();
        composed.validated_unless(within, Operation::Composition)
    }
}

/// Composition as an operation by mode.
pub struct ComposeMode;
impl Listed for ComposeMode {}

#[diagnostic::do_not_recommend]
impl<AS, AD, BS, BD, J: Position> ByMode<ComposeMode, AS, AD, J> for Layout<BS, BD>
where
    ComposeMode: Statically<Layout<AS, AD>, Self>,
{
    type Out = <ComposeMode as Statically<Layout<AS, AD>, Self>>::Judged<J>;
    #[inline(always)]
    fn by_mode(self, a: Layout<AS, AD>, at: usize) -> Result<Self::Out, Error> {
        ComposeMode::judged::<J>(a, self, at)
    }
    #[inline(always)]
    fn stays_within(&self, a: Layout<AS, AD>) -> bool {
        <ComposeMode as Statically<_, _>>::stays_within(&a, self)
    }
}
