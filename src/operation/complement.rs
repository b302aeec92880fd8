//! Complement: the layout that fills the gaps between the sorted modes of another. It is exact, or rounded as CuTe
//! does: gaps down, and the last mode up. It can also be unbounded.
//!
//! ```text
//! complement(a, n) = gaps(sorted(a), 1, n)
//! gaps(m, span, n) = match m {
//!     [] => [n / span : span],
//!     [s:d, ..t] => [d / span : span, ..gaps(t, s d, n)],
//! }
//! ```
//! Modes of extent 1 are dropped, and there is no complement if a quotient is not exact. For a dynamic span the types
//! know a number that it is a multiple of, and they refuse whatever that number cannot divide. (papers:
//! [003](crate::guide::papers), definition
//! 2.1.6.25; [000](crate::guide::papers), definition 2.5.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{self, End, Right, complement_here};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U1, UTerm};

pub use self::gap::{GapIf, OnQuotient};
pub use self::reach::{OnNumber, Span};
use crate::layout::any_result::AnyResult;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Leaf, any_extent};
use crate::operation::complement_ext::ComplementingExt;
use crate::operation::face::operation;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, NoOperand, Steps, WholeNumber};
use crate::operation::kind::leaves::{Among, Leaves};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::{Integral, Number};
use crate::operation::kind::refusal::{Refused, Relative};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::{Statically, Undecided};
use crate::operation::round::{Ceil, Exact, Round, Rounded};
use crate::operation::sort::{Ascending, Placed, Sorted, Unsorted};
use crate::operation::tiler::Plain;
use crate::verdict::{First, Next, ResultOf, operation, rule};

mod gap;
mod in_shape;
mod reach;

// The names are short, so that a function and its bound fit on one line in errors.
type In = Rounded<operation::complement_in>;
type CeilIn = Rounded<operation::complement_in, Ceil>;

operation! {
    /// The complement of `layout` in `n`: the sorted, coalesced layout `R` such that `(layout, R)`
    /// is a bijection onto `0..n` ([003](crate::guide::papers), definition 2.1.6.25 and section 2.3.6).
    ///
    /// A shape in place of `n` means its size. XOR strides and layouts into coordinates have a complement only in
    /// values and literals, there also in a shape: `layout!(complement((4,8):(e0,2e1), (8,32)))`.
    ///
    /// **Errors.** Sorted by stride, each stride must be a multiple of the span `s d` of the mode before it, and `n`
    /// must be a multiple of the last span. Extents above 1 need strides above 0. A static stride 0 is also refused
    /// with a dynamic extent, although that might be 1. Two or more modes need static strides: the types do not know
    /// the order of dynamic ones. The value level has the answer then.
    ///
    /// ```
    /// use tilework::{Layout, Static, layout, typenum::U24, operation::complement};
    /// let gaps: Layout!((2,3):(1,8)) = complement(layout!(4:2), Static::<U24>::new());
    /// assert_eq!(gaps.to_string(), "(2,3):(1,8)");
    /// assert_eq!(layout!(complement((4,8):(e0,2e1), (8,32))).to_string(), "(2,(2,2)):(4e0,(e1,16e1))");
    /// ```
    ///
    /// # Panics
    /// If [`try_complement`] returns an error.
    fn complement[R: ResultOf<In>, L: ComplementTotal<N, Result = R>, N]
        (layout: L, n: N) = Complementing<Exact>;
    /// Like [`complement`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`complement`] that dynamic leaves break, and overflow.
    or try_complement;

    /// The complement of `layout` up to at least `n`, padded as in CuTe: like [`complement`] with gaps rounded down and
    /// the last mode rounded up. Modes of stride 0 are ignored.
    ///
    /// ```
    /// use tilework::{Layout, Static, layout, typenum::U10, operation::complement_ceil};
    /// let gaps: Layout!(3:4) = complement_ceil(layout!((4,2):(1,0)), Static::<U10>::new());
    /// assert_eq!(gaps.to_string(), "3:4");
    /// ```
    ///
    /// # Panics
    /// If [`try_complement_ceil`] returns an error.
    fn complement_ceil[R: ResultOf<CeilIn>, L: ComplementTotal<N, Ceil, Result = R>, N]
        (layout: L, n: N) = Complementing<Ceil>;
    /// Like [`complement_ceil`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overlapping modes (complementability) and overflow.
    or try_complement_ceil;

    /// Layouts that have a complement in `N`: the bound of [`complement`], and with [`Ceil`] of
    /// [`complement_ceil`].
    trait ComplementIn[N, R: Round = Exact]: AnyLayout
        = ComplementTotal[N, R], Rounded<operation::complement_in, R>, Layout: AnyLayout;
    /// The type of the complement of `L` in `N`.
    type Complement[L, N] = ComplementTotal[N, Exact], In;
    /// The type of the padded complement of `L` in `N`.
    type ComplementCeil[L, N] = ComplementTotal[N, Ceil], CeilIn;

    /// [`ComplementIn`] before the verdict is checked: the complement of any layout in `N`.
    #[diagnostic::on_unimplemented(
        message = "complement: not a layout, in an integer or a shape, or in generic code one without the bound `ComplementIn<N>`"
    )]
    trait ComplementTotal[N, R = Exact]: Copy {} fn try_leave(n: N) for Complementing<R>;
}

// `N` is `Self` of the next trait: before its type is inferred there is no verdict.
#[diagnostic::do_not_recommend]
impl<S, D, N: ComplementTotalIn<Self, R>, R: Round> ComplementTotal<N, R> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<N::Out>;
    #[inline(always)]
    fn try_leave<O: AnyResult>(self, n: N) -> Result<O, Error> {
        n.left_by(self)
    }
}
/// The complement of `L` in `Self`.
pub trait ComplementTotalIn<L, R>: Sized {
    /// The complement, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The complement as `O`, which is the same type.
    fn left_by<O: AnyResult>(self, layout: L) -> Result<O, Error>;
}
#[diagnostic::do_not_recommend]
impl<L, N: Leaf, R: Round> ComplementTotalIn<L, R> for N
where
    Complementing<R>: Statically<L, N>,
{
    type Out = <Complementing<R> as Statically<L, N>>::Judged<First>;
    #[inline(always)]
    fn left_by<O: AnyResult>(self, layout: L) -> Result<O, Error> {
        let operation = R::ROUNDING.operation();
        match any_extent(self) {
            Ok(()) => {
                <Complementing<R> as Statically<L, N>>::try_validated(layout, self, operation)
            }
            Err(rule) => Err(Error::new(operation, rule)),
        }
    }
}
macro_rules! plain_integers {
    ($($integer:ty)*) => {$(
        impl<L, R> ComplementTotalIn<L, R> for $integer {
            type Out = Layout<Plain, Plain>;
            fn left_by<O: AnyResult>(self, _: L) -> Result<O, Error> {
                Ok(O::known())
            }
        }
    )*};
}
plain_integers!(usize u32 i32 u64 i64);

/// The complement as an operation.
pub struct Complementing<R>(PhantomData<R>);

impl<N: Integral, R: Round> Applied<N> for Complementing<R> {
    const OPERATION: Operation = R::ROUNDING.operation();
    type Operands<S: Leaves<D>, D> = N::Among<Among<S, D>>;
    type Of<S: Leaves<D>, D> = <R::Gaps<S, D, N::Number> as List>::IntoLayout;
    by_numbers!(Self, |n: N| WholeNumber(n));
}
impl Applied<()> for ComplementingExt {
    const OPERATION: Operation = Operation::ComplementExt;
    type Operands<S: Leaves<D>, D> = Among<S, D>;
    type Of<S: Leaves<D>, D> = <WithoutEnd<S, D> as List>::IntoLayout;
    by_numbers!(Self, |_none: ()| NoOperand);
}

/// Success with any number of modes.
#[inline(always)]
pub(super) fn done(count: Result<usize, Error>) -> Done {
    match count {
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}
/// The end of a complement: the right side, if there is one.
#[inline(always)]
fn end<B: List>(right: Right<'_>) -> End {
    match right.leaves {
        [n, ..] => End::UpTo { n: n.shape, is_known: FactsOf::<B>::SIZE_IS_KNOWN },
        [] => End::Never,
    }
}
impl<R: Round> Steps for Complementing<R> {
    const HERE: (usize, usize) = (1, 1);
    // An exact complement and all its offsets are below `n`.
    #[inline(always)]
    fn stays_within(_: &[Mode], _: &[Mode]) -> bool {
        R::IS_EXACT
    }
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        rules::positive(R::ROUNDING.operation(), left)?;
        let tile = FactsOf::<A>::tile(left, right.at, right.limit);
        done(complement_here(R::ROUNDING, tile, end::<B>(right), out))
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        rules::positive(R::ROUNDING.operation(), left)?;
        let tile = FactsOf::<A>::tile(left, right.at, right.limit);
        done(rules::complement(R::ROUNDING, tile, end::<B>(right), out))
    }
}
impl Steps for ComplementingExt {
    // The gaps are below the largest span, which fits.
    #[inline(always)]
    fn stays_within(_: &[Mode], _: &[Mode]) -> bool {
        true
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        match <Complementing<Ceil> as Steps>::shared::<A, B, false>(left, right, out) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.during(Operation::ComplementExt)),
        }
    }
}

/// The gaps of `S:D` up to `N`.
pub type Gaps<S, D, N> = <Sorted<S, D> as OnAscending>::GapsOf<<S as Leaves<D>>::Flatten<HNil>, N>;
/// The gaps of `S:D`, rounded down, and copies of their span up to at least `N`.
pub type PaddedGaps<S, D, N> = <Sorted<S, D> as OnAscending>::Padded<U1, UpTo<N>>;
/// The gaps of `S:D`, rounded down, unbounded.
pub type WithoutEnd<S, D> = <Sorted<S, D> as OnAscending>::Padded<U1, Unbounded>;

/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// The gaps of these modes up to `N`. `M` are the same modes unsorted.
    type GapsOf<M: List, N: Number>: List;
    /// The gaps of these modes from `S` on up to `N`, coalesced. No gap continues the one before it, because a mode is
    /// between them.
    type Gaps<S: Span, N: Number>: List;
    /// The gaps of these modes from `S` on, rounded down, and the last mode up to `E`. Modes of stride 0 are ignored.
    type Padded<S: Span, E: Ends>: List;
}
impl OnAscending for HNil {
    type GapsOf<M: List, N: Number> = Self::Gaps<U1, N>;
    type Gaps<S: Span, N: Number> = S::Cover<N>;
    type Padded<S: Span, E: Ends> = E::Cover<S>;
}
// If the order is unknown but a stride is 0, the complement in `N` is refused because that mode broadcasts.
impl<K: Relative> OnAscending for Unsorted<K> {
    type GapsOf<M: List, N: Number> = M::FirstZero<First, OrderUnknown<K>>;
    type Gaps<S: Span, N: Number> = OrderUnknown<K>;
    type Padded<S: Span, E: Ends> = OrderUnknown<K>;
}
/// The place of the stride at `K` in the order is unknown.
type OrderUnknown<K> = Refused<rule::KnownOrder, UTerm, UTerm, K>;
impl<S: Number, D: Number, K: Relative, T: Ascending> OnAscending for Placed<S, D, K, T> {
    type GapsOf<M: List, N: Number> = Self::Gaps<U1, N>;
    type Gaps<B: Span, N: Number> = B::Gap<S, D, K, T, N>;
    type Padded<B: Span, E: Ends> = B::Padded<S, D, K, T, E>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The mode `S:D`, then these coalesced modes; the two do not merge.
    type After<S: Number, D: Number>: List;
    /// The refusal that the first of these modes with stride 0 broadcasts, else `V`. The first mode is at `K`.
    type FirstZero<K: Relative, V: List>: List;
}
impl OnList for Undecided {
    type After<S: Number, D: Number> = Undecided;
    type FirstZero<K: Relative, V: List> = Undecided;
}
impl OnList for HNil {
    type After<S: Number, D: Number> = Last<S, D>;
    type FirstZero<K: Relative, V: List> = V;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type FirstZero<K: Relative, V: List> =
        <<D::Integer as Number>::IsZero as GapIf>::Broadcast<S, K, V>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type FirstZero<K: Relative, V: List> =
        <<D::Integer as Number>::IsZero as GapIf>::Broadcast<S, K, T::FirstZero<Next<K>, V>>;
}

/// The end of a complement.
pub trait Ends {
    /// The last mode, of the stride `S`.
    type Cover<S: Span>: List;
}
/// A complement that ends at `N` or above.
pub struct UpTo<N>(PhantomData<N>);
impl<N: Number> Ends for UpTo<N> {
    type Cover<S: Span> = S::CoverUp<N>;
}
/// An unbounded complement.
pub struct Unbounded;
impl Ends for Unbounded {
    type Cover<S: Span> = Last<U1, S::Number>;
}
