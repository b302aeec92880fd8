//! Composition: `A o B`, the layout of `c -> A(B(c))`. `A` is coalesced except its last mode, and each leaf of `B`
//! walks through the modes of `A`.
//!
//! ```text
//! composition(a, b) = onto(b, coalesced(flat(a))) if that distributes over the leaves of b
//! onto(b, m) = match b {
//!     ()       => (),
//!     s:d      => if s = 1 { 1:0 } else { compose(s:d, m) },
//!     (h, ..t) => (onto(h, m), ..onto(t, m)),
//! }
//! compose(s:d, m) = match m {
//!     []          => [s:0],
//!     [n:e]       => [s:d e],                                                  -- the last mode takes everything
//!     [n:e, ..t]  => match d / n {                                             -- DivideStride
//!         0       => [s:0],
//!         q       => compose(s:q, t),                                          -- it steps over the mode
//!         inexact => match n / d {                                             -- DivideExtent
//!             o       => match s / o {                                         -- Take
//!                 1       => [o:d e],
//!                 q       => [o:d e, ..compose(q:1, t)],
//!                 inexact => [s:d e] if s < o, else shape divisibility,
//!             },
//!             inexact => [s:d e] if b stays in this mode, else stride divisibility,  -- Uneven
//!         },
//!         dynamic => [_:_ e, ..compose(_:_, t)],                               -- in numbers: `rules`
//!     },
//! }
//! ```
//! (papers: [004](crate::guide::papers), section 3.3, equations 20 and 21.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{self, Right, composition_here, composition_of_bits, stays_within};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1, UTerm};

pub use self::take::OnQuotient;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout};
use crate::leaf::int::Static;
use crate::operation::coalesce;
use crate::operation::composition::segregation::Gate;
use crate::operation::face::operation;
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, Steps, asked};
use crate::operation::kind::leaves::{Leaves, RunningBoth};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::Refused;
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::{Halves, Outcome, Tree};
use crate::operation::sort::Sorted;
use crate::operation::tiler::{Gather, IsTiler, OneAfterAnother, Tiled, Tiler};
use crate::verdict::{ResultOf, operation, rule};

pub(in crate::operation) mod segregation;
mod take;

operation! {
    /// `A o B`: the layout `R` with `R(c) = A(B(c))` whose shape refines that of `B`.
    ///
    /// `B` is a layout or a tiler: an hlist of layouts and tilers, which is applied mode by mode. Modes of `A` beyond
    /// the tiler stay. The last mode of `A` extends it past its size. The result is canonical: coalesced over the shape
    /// of `B`.
    ///
    /// `A` may go into coordinates or have XOR strides. If `B` has such strides, only values and literals can be
    /// composed. For them a `B` into the coordinates of `A` is a tiler: `(4,8):(e0,e1)` is `<4,8>`
    /// ([004](crate::guide::papers), section 3.3.2).
    ///
    /// `A` may be a [`Composed`](crate::Composed) layout, or a [`Swizzle`](crate::Swizzle), so that `swizzle o rows` is
    /// a composed layout. Such functions of offsets on the right are for values and literals only.
    ///
    /// **Laws.** `R(c) = A(B(c))` for every coordinate `c` of `B`; `shape(B)` is compatible with
    /// `shape(R)`.
    ///
    /// **Errors.** Static leaves give errors at compile time, and dynamic ones at run time ([`try_composition`]). The
    /// rules are stride divisibility and shape divisibility of each leaf of `B` against the modes of `A` (004,
    /// equations 20 and 21), and segregation of the leaves (004, section 3.3.2). They apply only up to the largest
    /// value of `B`. These rules are sufficient but not necessary: the value level accepts more.
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
    /// If [`try_composition`] returns an error.
    fn composition[R: ResultOf<operation::o>, A: CompositionTotal<B, Result = R>, B]
        (a: A, b: B) = ComposeMode;
    /// Like [`composition`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`composition`] that dynamic leaves break, and overflow.
    or try_composition;

    /// Layouts that can be composed with `B` on their right: the bound of [`composition`].
    trait ComposeWith[B]: AnyLayout = CompositionTotal[B], operation::o, Layout: AnyLayout;
    /// The type of `A o B`.
    type Composition[A, B] = CompositionTotal[B], operation::o;

    /// [`ComposeWith`] before the verdict is checked: the composition of any two operands.
    #[diagnostic::on_unimplemented(
        message = "composition: not a layout and a tiler, or in generic code without the bound `ComposeWith<B>`",
        note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with dynamic integers `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`; with a composed layout goes one with integer or XOR strides"
    )]
    trait CompositionTotal[B]: Copy {
        #[doc(hidden)] const SEAL: Seal;
    } fn try_compose(b: B) for ComposeMode;
}

// The result is written as `Layout`, so before the type of a plain integer is inferred, that much of it is known and
// methods are found.
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, T: IsTiler + Tiler> CompositionTotal<T> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<Tiled<ComposeMode, S, D, T>>;
    #[inline(always)]
    fn try_compose<R: AnyResult>(self, b: T) -> Result<R, Error>
    where
        Self::Result: Is<R>,
    {
        b.try_validated::<ComposeMode, S, D, R>(self, false, Operation::Composition)
    }
}

/// Composition as an operation by mode.
pub struct ComposeMode;
impl Gather for ComposeMode {
    type With<BS: Leaves<BD>, BD: Copy> = Self;
    type Followed<A: Outcome, T: Outcome> = OneAfterAnother<A, T>;
    type Untiled<S: Leaves<D>, D> = S::IntoTree;
}

impl<BS: Leaves<BD>, BD: Copy> Applied<Layout<BS, BD>> for ComposeMode {
    const OPERATION: Operation = Operation::Composition;
    type Operands<AS: Leaves<AD>, AD> = RunningBoth<AS, AD, BS, BD>;
    type Of<AS: Leaves<AD>, AD> =
        <Distributes<AS, AD, BS, BD> as Gate>::If<BS::Onto<Merged<AS, AD>, BS::Flatten<HNil>>>;
    by_numbers!(Self, |b: Layout<BS, BD>| b);
    #[inline(always)]
    fn stays_within<AS: Leaves<AD>, AD: Copy>(a: &Layout<AS, AD>, b: &Layout<BS, BD>) -> bool {
        asked(*a, *b, stays_within)
    }
}
impl Steps for ComposeMode {
    const HERE: (usize, usize) = (4, 1);
    #[inline(always)]
    fn stays_within(left: &[Mode], right: &[Mode]) -> bool {
        stays_within(left, right)
    }
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        composition_here(left, &FactsOf::<A>::EXTENDED, right, out)
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        match SHIFTS {
            true => composition_of_bits(left, &FactsOf::<A>::EXTENDED, right, out),
            false => rules::composition(left, &FactsOf::<A>::EXTENDED, right, out),
        }
    }
}

/// The modes of a left side, coalesced except the last one.
pub type Merged<S, D> = <<S as Leaves<D>>::Flatten<HNil> as coalesce::OnList>::Coalesced;
/// `HNil` if the modes of the left side distribute over the right side, else a refusal.
type Distributes<AS, AD, BS, BD> = <Merged<AS, AD> as segregation::OnList>::Distributes<
    Sorted<BS, BD>,
    <BS as Leaves<BD>>::Flatten<HNil>,
>;
/// The leaf `S:D` of the right side `W` composed on the modes `A`.
pub type LeafOnto<S, D, A, W> = <<S as Number>::IsOne as ComposeIf>::LeafOnto<S, D, A, W>;
/// The mode `S:D` of a complement composed on the modes `A`. A refusal of it names no mode.
type GapOnto<S, D, A, W> = <LeafOnto<S, D, A, W> as Tree>::InComplement;

/// A leaf of the right side on its way through the modes of the left side.
pub trait Walk {
    /// The comparison of the largest value of the right side with the product of the extents up to a mode of extent
    /// `N`, which the leaf reaches with the stride `D`.
    type Reaches<N: Number, D: Number>: OnOrder;
}
/// A leaf of the stride `D0` of the right side `W`.
pub struct WalkFrom<D0, W>(PhantomData<(D0, W)>);
// The product of the extents before that mode is `D0 / D`.
impl<D0: Number, W: List> Walk for WalkFrom<D0, W> {
    type Reaches<N: Number, D: Number> =
        <<W::Largest as Number>::Times<D> as Number>::Compared<D0::Times<N>, Equal>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The leaf `S:D`, of extent above 1, composed on these coalesced modes.
    type Compose<S: Number, D: Number, L: Walk>: List;
    /// These coalesced modes of a complement, each composed on `A`, as `IntoLayout` beside `T`. The right side is `W`.
    type Pair<T: Tree, A: List, W: List>: Halves;
    /// These coalesced modes, each composed on `A`, as a tuple.
    type OntoTuple<A: List, W: List>: Tree;
}
impl OnList for Undecided {
    type Compose<S: Number, D: Number, L: Walk> = Undecided;
    type Pair<T: Tree, A: List, W: List> = Undecided;
    type OntoTuple<A: List, W: List> = Undecided;
}
impl OnList for HNil {
    // `():()` is 0 everywhere.
    type Compose<S: Number, D: Number, L: Walk> = Last<S, UTerm>;
    type Pair<T: Tree, A: List, W: List> = T::Pair<Layout<Static<U1>, Static<U0>>>;
    type OntoTuple<A: List, W: List> = Layout<HNil, HNil>;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    // The last mode takes everything.
    type Compose<BS: Number, BD: Number, L: Walk> = D::Last<BS, BD>;
    type Pair<T: Tree, A: List, W: List> = T::Pair<GapOnto<S, D::Integer, A, W>>;
    type OntoTuple<A: List, W: List> =
        <GapOnto<S, D::Integer, A, W> as Tree>::Before<Layout<HNil, HNil>, HNil>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Compose<BS: Number, BD: Number, L: Walk> =
        <S::Divides<BD> as OnQuotient>::DivideStride<S, D, T, BS, BD, L>;
    type Pair<U: Tree, A: List, W: List> = U::Pair<Self::OntoTuple<A, W>>;
    type OntoTuple<A: List, W: List> =
        <GapOnto<S, D::Integer, A, W> as Tree>::Before<T::OntoTuple<A, W>, HNil>;
}

/// Functions of orders.
pub trait OnOrder: Sized {
    /// A leaf `S:D` takes from a mode of stride `AD`. `Self` compares `S` with `N`, the number of elements that the
    /// mode offers, which does not divide `S`.
    type Take<N: Number, AD: Stride, S: Number, D: Number>: List;
    /// A leaf `S:D` at a mode of stride `AD`, whose extent `AS` and `D` do not divide each other. `Self` compares the
    /// largest value of the right side with the product of the extents up to that mode.
    type Uneven<AS: Number, AD: Stride, S: Number, D: Number>: List;
}
macro_rules! order {
    ($($order:ident $take:ty, $uneven:ty;)*) => {$(
        impl OnOrder for $order {
            type Take<N: Number, AD: Stride, S: Number, D: Number> = $take;
            type Uneven<AS: Number, AD: Stride, S: Number, D: Number> = $uneven;
        }
    )*};
}
order! {
    Less AD::Last<S, D>, AD::Last<S, D>;
    Equal AD::Last<S, D>, Refused<rule::StrideDivisibility, D, AS>;
    Greater Refused<rule::ShapeDivisibility, S, N>, Refused<rule::StrideDivisibility, D, AS>;
    Unknown Refused<rule::ShapeDivisibility, S, N>, AD::Last<S, D>;
}
/// Functions of truths.
pub trait ComposeIf: Sized {
    /// The leaf `S:D` of the right side `W` composed on `A`. `Self`: `S = 1`.
    type LeafOnto<S: Number, D: Number, A: List, W: List>: Tree;
    /// A leaf takes `N` elements of a mode, and goes on with the extent `Q`. `Self`: `Q = 1`.
    type Continue<Q: Number, N: Number, AD: Stride, T: List, D: Number, L: Walk>: List;
}
impl ComposeIf for B1 {
    type LeafOnto<S: Number, D: Number, A: List, W: List> = Layout<Static<U1>, Static<U0>>;
    type Continue<Q: Number, N: Number, AD: Stride, T: List, D: Number, L: Walk> = AD::Last<N, D>;
}
impl ComposeIf for B0 {
    type LeafOnto<S: Number, D: Number, A: List, W: List> =
        <A::Compose<S, D, WalkFrom<D, W>> as List>::IntoLayout;
    type Continue<Q: Number, N: Number, AD: Stride, T: List, D: Number, L: Walk> =
        AD::Then<N, D, T::Compose<Q, U1, L>>;
}
