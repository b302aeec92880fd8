//! Complement: the layout of what another leaves out.

use core::marker::PhantomData;

use tilework_algebra::Error;
use tilework_algebra::steps::Rounding;

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Leaf, any_extent};
use crate::operation::kind::Statically;
use crate::operation::tiler::Plain;
use crate::verdict::{Bad, First, HasResult, ResultOf, Verdict, operation};

mod cover;
mod in_shape;
mod span;

pub use cover::CoverBy;
pub use span::IntoSpan;

// Short, so that the function and its bound stand on one line in errors.
type In = Rounded<operation::complement_in>;
type CeilIn = Rounded<operation::complement_in, Ceil>;

/// The complement of `layout` in `n`: the sorted, coalesced layout `R` such that `(layout, R)`
/// is a bijection onto `0..n` (003, definition 2.1.6.25 and section 2.3.6).
///
/// A shape in place of `n` stands for its size. Those of layouts into coordinates, in a shape, and of XOR strides are of
/// values and literals, `layout!(complement((4,8):(e0,2e1), (8,32)))`.
///
/// **Errors.** Sorted by stride, each stride must be a multiple of the span `s d` before it, and
/// `n` of the last span; extents above 1 have strides above 0, and a static stride 0 is refused with an extent of
/// run time too, which might be 1. Two or more modes need static
/// strides: the order of dynamic ones is not known to the types, and then the value level has
/// the answer.
///
/// ```
/// use tilework::{Layout, Static, layout, typenum::U24, operation::complement};
/// let gaps: Layout!((2,3):(1,8)) = complement(layout!(4:2), Static::<U24>::new());
/// assert_eq!(gaps.to_string(), "(2,3):(1,8)");
/// assert_eq!(layout!(complement((4,8):(e0,2e1), (8,32))).to_string(), "(2,(2,2)):(4e0,(e1,16e1))");
/// ```
///
/// # Panics
/// Where [`try_complement`] is an error.
#[inline(always)]
#[track_caller]
pub fn complement<R: ResultOf<In>, L: Leave<N, Result = R>, N>(layout: L, n: N) -> R::Layout {
    R::known_or_panic_by(layout, n, Leave::try_leave).layout()
}

/// [`complement`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`complement`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_complement<R: ResultOf<In>, L: Leave<N, Result = R>, N>(
    layout: L,
    n: N,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_leave(n)).map(R::layout)
}

/// The complement of `layout` up to at least `n`, as CuTe pads it: as [`complement`] with gaps
/// rounded down, the last mode rounded up, and modes of stride 0 ignored.
///
/// ```
/// use tilework::{Layout, Static, layout, typenum::U10, operation::complement_ceil};
/// let gaps: Layout!(3:4) = complement_ceil(layout!((4,2):(1,0)), Static::<U10>::new());
/// assert_eq!(gaps.to_string(), "3:4");
/// ```
///
/// # Panics
/// Where [`try_complement_ceil`] is an error.
#[inline(always)]
#[track_caller]
pub fn complement_ceil<R: ResultOf<CeilIn>, L: Leave<N, Ceil, Result = R>, N>(
    layout: L,
    n: N,
) -> R::Layout {
    R::known_or_panic_by(layout, n, Leave::try_leave).layout()
}

/// [`complement_ceil`] with the errors of run time returned.
///
/// # Errors
/// Overlapping modes (complementability) and overflow.
#[inline(always)]
pub fn try_complement_ceil<R: ResultOf<CeilIn>, L: Leave<N, Ceil, Result = R>, N>(
    layout: L,
    n: N,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_leave(n)).map(R::layout)
}

/// Layouts that have a complement in `N`: the bound of [`complement`], and with [`Ceil`] of
/// [`complement_ceil`].
pub trait ComplementIn<N, R: Round = Exact>:
    AnyLayout + Leave<N, R, Result: ResultOf<Rounded<operation::complement_in, R>, Layout: AnyLayout>>
{
}
/// The type of the complement of `L` in `N`.
pub type Complement<L, N> = <<L as Leave<N, Exact>>::Result as ResultOf<In>>::Layout;
/// The type of the padded complement of `L` in `N`.
pub type ComplementCeil<L, N> = <<L as Leave<N, Ceil>>::Result as ResultOf<CeilIn>>::Layout;

impl<L, N, R: Round> ComplementIn<N, R> for L
where
    L: AnyLayout + Leave<N, R>,
    L::Result: Verdict<Out: HasResult<R::Complement>>
        + ResultOf<Rounded<operation::complement_in, R>, Layout: AnyLayout>,
{
}

/// [`ComplementIn`] before the verdict: what any layout leaves of `N`.
#[diagnostic::on_unimplemented(
    message = "complement: not a layout, in an integer or a shape, or in generic code one without the bound `ComplementIn<N>`"
)]
pub trait Leave<N, R = Exact>: Copy {
    /// The complement, with a verdict in it if there is none.
    type Result;
    /// The complement.
    fn try_leave(self, n: N) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
// `N` is `Self` of the next trait: before its type is inferred there is no verdict.
#[diagnostic::do_not_recommend]
impl<S, D, N: LeftBy<Self, R>, R: Round> Leave<N, R> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<N::Out>;
    #[inline(always)]
    fn try_leave(self, n: N) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        positive(R::ROUNDING.operation(), self)?;
        n.left_by(self)?.by_parts().validated(R::ROUNDING.operation())
    }
}
/// What `L` leaves of `Self`.
pub trait LeftBy<L, R>: Sized {
    /// The complement, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The complement, which is still to be validated.
    fn left_by(self, layout: L) -> Result<Self::Out, Error>;
}
#[diagnostic::do_not_recommend]
impl<L, N: Leaf, R: Round> LeftBy<L, R> for N
where
    Leaving<R>: Statically<L, N>,
{
    type Out = <Leaving<R> as Statically<L, N>>::Judged<First>;
    #[inline(always)]
    fn left_by(self, layout: L) -> Result<Self::Out, Error> {
        any_extent(self).map_err(|rule| Error::new(R::ROUNDING.operation(), rule))?;
        Leaving::<R>::judged::<First>(layout, self, 0)
    }
}
macro_rules! plain_integers {
    ($($integer:ty)*) => {$(
        impl<L, R> LeftBy<L, R> for $integer {
            type Out = Layout<Plain, Plain>;
            fn left_by(self, _: L) -> Result<Self::Out, Error> {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }
    )*};
}
plain_integers!(usize u32 i32 u64 i64);

/// The complement as an operation.
pub struct Leaving<R>(PhantomData<R>);

/// Rounding as a type.
pub trait Round: Copy {
    /// Its value.
    const ROUNDING: Rounding;
    /// The complement that rounds so.
    type Complement;
    /// The logical divide that rounds so.
    type LogicalDivide: operation::Named;
    /// The zipped divide that rounds so.
    type ZippedDivide: operation::Named;
    /// The tiled divide that rounds so.
    type TiledDivide: operation::Named;
    /// The flat divide that rounds so.
    type FlatDivide: operation::Named;
}
/// What does not come out even is an error.
#[derive(Clone, Copy, Debug)]
pub struct Exact;
/// Gaps are rounded down, the last mode up, as in CuTe.
#[derive(Clone, Copy, Debug)]
pub struct Ceil;
impl Round for Exact {
    const ROUNDING: Rounding = Rounding::Exact;
    type Complement = operation::complement_in;
    type LogicalDivide = operation::logical_divide_by;
    type ZippedDivide = operation::zipped_divide_by;
    type TiledDivide = operation::tiled_divide_by;
    type FlatDivide = operation::flat_divide_by;
}
impl Round for Ceil {
    const ROUNDING: Rounding = Rounding::Ceil;
    type Complement = operation::complement_ceil_in;
    type LogicalDivide = operation::logical_divide_ceil_by;
    type ZippedDivide = operation::zipped_divide_ceil_by;
    type TiledDivide = operation::tiled_divide_ceil_by;
    type FlatDivide = operation::flat_divide_ceil_by;
}
/// The operation `Op`, by its name without rounding, that rounds as `R`.
pub struct Rounded<Op, R = Exact>(PhantomData<(Op, R)>);
macro_rules! rounded {
    ($($operation:ident $name:ident;)*) => {$(
        impl<R: Round> operation::Words for Rounded<operation::$operation, R> {
            type Name = R::$name;
        }
        impl<R, L: Verdict> operation::Judges<L> for Rounded<operation::$operation, R> {
            type Verdict = L::Out;
        }
    )*};
}
rounded! {
    complement_in Complement;
    logical_divide_by LogicalDivide;
    zipped_divide_by ZippedDivide;
    tiled_divide_by TiledDivide;
    flat_divide_by FlatDivide;
}
