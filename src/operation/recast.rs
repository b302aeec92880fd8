//! Recast: a layout of elements as a layout of larger or smaller elements.
//!
//! ```text
//! recast(l, q, p) = for each leaf s:d of l {
//!     if d = 1 is the first stride of 1 { larger(q s, 1) } else { larger(s, q d) }         -- q elements for each
//! }
//! larger(s, d) = match d / p {
//!     d1      => s:d1,
//!     inexact => match p / d {                                                             -- one element in m steps
//!         m       => match s / m {
//!             1       => 1:0,
//!             s1      => s1:1,
//!             inexact => 1:0 if s divides m, else divisibility,
//!         },
//!         inexact => divisibility,
//!     },
//! }
//! ```
//! A static extent stays next to a dynamic stride.

use core::marker::PhantomData;

use tilework_algebra::rules::{self, Right};
use tilework_algebra::{Error, Mode};
use typenum::{B0, B1, Gcd, Max, Maximum, U0, U1, UTerm};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::into_leaf::{IsStatic, IsStaticBehind};
use crate::operation::face::operation;
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, Truth, above_zero};
use crate::operation::kind::dynamic::{Done, FactsOf, NoOperand, Steps, compute};
use crate::operation::kind::floor::Division;
use crate::operation::kind::leaves::{Leaves, OnLeaf};
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Whole};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::take::TakeIf;
use crate::verdict::operation::{Named, downcast_of, recast_of, upcast_of};
use crate::verdict::{First, ResultOf, rule};

operation! {
    /// The layout of elements `n` times as large: the leaf `i -> i d` becomes `i -> floor(i d / n)`, without its
    /// repetitions.
    ///
    /// If `n` divides `d`, the leaf becomes `s:(d/n)`. If `d` divides `n`, `n / d` steps make one element, and the leaf
    /// becomes `(s d / n):1`, or `1:0` if it lies in one element. Stride 0 stays. A static extent next to a dynamic
    /// stride stays static, so `n` must divide the stride.
    ///
    /// **Errors.** Static leaves give errors at compile time, and dynamic ones at run time ([`try_upcast`]).
    /// *Divisibility* of a leaf, if neither of stride and `n` divides the other, or neither of the extent and the steps
    /// to an element. *Static extent*, at run time. *Positive extent* for an `n` of 0.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let (k, lda) = (6, 64);
    /// let layout = layout!((8,(4,k)):(1,(8,lda)));
    /// let vectors: Layout!((2,(4,_)):(1,(2,_))) = layout!(upcast(layout, 4));
    /// assert_eq!(vectors.to_string(), "(2,(4,6)):(1,(2,16))");
    /// ```
    ///
    /// # Panics
    /// If [`try_upcast`] returns an error.
    fn upcast[R: ResultOf<upcast_of>, L: CastTotal<Up<N>, Result = R>, K: IsStatic<N>, N]
        (layout: L; n: K) = Casting<Up<N>>;
    /// Like [`upcast`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`upcast`] that dynamic leaves break.
    or try_upcast;

    /// The layout of elements of which `n` make up one of those of `layout`. The element at `x` becomes the elements `n
    /// x .. n x + n`. The first mode of stride 1, `s:1`, along which elements are adjacent, becomes `(n s):1`, and any
    /// other mode `s:d` becomes `s:(n d)`.
    ///
    /// So `r(n c_k + i at k) = n layout(c) + i` for `0 <= i < n`, where `k` is that mode. If no mode has stride 1, the
    /// result has the first element of each. The types choose the first mode of static stride 1. Therefore a dynamic
    /// stride before that mode must not be 1, and neither must the stride of a static extent, since the extent stays.
    /// XOR strides are cast only in values and literals. A [`Composed`](crate::Composed) layout, in which the swizzle
    /// is separate, can be cast here too ([`Composed::recast`](crate::Composed::recast)).
    ///
    /// **Law.** `upcast(downcast(layout, n), n) = layout`, except for the strides of extent 1.
    ///
    /// **Errors.** *Positive extent*, at compile time, for an `n` of 0. At run time overflow, *static extent* and
    /// *static stride*.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let lda = 16;
    /// let layout = layout!((2,(4,2)):(1,(2,lda)));
    /// let smaller: Layout!((8,(4,2)):(1,(8,_))) = layout!(downcast(layout, 4));
    /// assert_eq!(smaller.to_string(), "(8,(4,2)):(1,(8,64))");
    /// ```
    ///
    /// # Panics
    /// If [`try_downcast`] returns an error.
    fn downcast[R: ResultOf<downcast_of>, L: CastTotal<Down<N>, Result = R>, K: IsStatic<N>, N]
        (layout: L; n: K) = Casting<Down<N>>;
    /// Like [`downcast`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`downcast`] that dynamic leaves break.
    or try_downcast;

    /// The layout of elements of `old` bits as a layout of elements of `new` bits: with `new / old = p / q` in lowest
    /// terms, `upcast(downcast(layout, q), p)`.
    ///
    /// **Errors.** Those of [`upcast`] and [`downcast`].
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let lda = 8;
    /// let halves = layout!((8,4):(1,lda));
    /// let words: Layout!((4,4):(1,_)) = layout!(recast(halves, 16, 32));
    /// assert_eq!(words.to_string(), "(4,4):(1,4)");
    /// ```
    ///
    /// # Panics
    /// If [`try_recast`] returns an error.
    #[doc(alias = "recast_layout")]
    fn recast[R: ResultOf<recast_of>, L: CastTotal<Bits<Old, New>, Result = R>, I, J, Old, New]
        (layout: L; old: I, new: J) where [J: IsStaticBehind<I, Old, New>] = Casting<Bits<Old, New>>;
    /// Like [`recast`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`recast`] that dynamic leaves break.
    or try_recast;

    /// Layouts that can be cast by the typenum integer `N`: the bound of [`upcast`].
    trait UpcastBy[N]: AnyLayout = CastTotal[Up<N>], upcast_of, Layout: AnyLayout;
    /// The layout `L` with elements `N` times as large, a typenum integer.
    type Upcast[L, N] = CastTotal[Up<N>], upcast_of;

    /// Layouts that can be cast by the typenum integer `N`: the bound of [`downcast`].
    trait DowncastBy[N]: AnyLayout = CastTotal[Down<N>], downcast_of, Layout: AnyLayout;
    /// The layout `L` with elements `N` times as small, a typenum integer.
    type Downcast[L, N] = CastTotal[Down<N>], downcast_of;

    /// Layouts of elements of `Old` bits that can be recast to elements of `New` bits, typenum integers: the bound of
    /// [`recast`].
    trait RecastBy[Old, New]: AnyLayout = CastTotal[Bits<Old, New>], recast_of, Layout: AnyLayout;
    /// The layout `L` of elements of `Old` bits as a layout of elements of `New` bits.
    type Recast[L, Old, New] = CastTotal[Bits<Old, New>], recast_of;
}

/// An upcast by `N`.
pub struct Up<N>(PhantomData<N>);
/// A downcast by `N`.
pub struct Down<N>(PhantomData<N>);
/// A recast from `Old` bits to `New` bits.
pub struct Bits<Old, New>(PhantomData<(Old, New)>);

/// A cast between elements of two widths.
pub trait Widths {
    /// The width of the elements.
    type Old: Number;
    /// The width of the elements of the result.
    type New: Number;
    /// The larger one.
    type Wider: Number;
    /// The number of elements of the width that divides both in an old one.
    type Finer: Number;
    /// The number of elements of the width that divides both in a new one.
    type Coarser: Number;
    /// The operation.
    type Name: Named;
}
macro_rules! widths {
    ($($cast:ident: $old:ty => $new:ty, $name:ident;)*) => {$(
        impl<K: Number> Widths for $cast<K> {
            type Old = $old;
            type New = $new;
            type Wider = K;
            type Finer = $old;
            type Coarser = $new;
            type Name = $name;
        }
    )*};
}
widths! {
    Up: U1 => K, upcast_of;
    Down: K => U1, downcast_of;
}
impl<Old, New, G: Number> Widths for Bits<Old, New>
where
    Old: Number + Gcd<New, Output = G> + Max<New, Output: Number>,
    New: Number,
{
    type Old = Old;
    type New = New;
    type Wider = Maximum<Old, New>;
    type Finer = <Old::Over<G> as Division>::Quotient;
    type Coarser = <New::Over<G> as Division>::Quotient;
    type Name = recast_of;
}

operation! {
    /// [`UpcastBy`], [`DowncastBy`] and [`RecastBy`] before the verdict is checked; `F` says which.
    #[diagnostic::on_unimplemented(
        message = "cast: neither a layout nor a composed one, or in generic code one without the bound `UpcastBy<N>`, `DowncastBy<N>` or `RecastBy<Old, New>`"
    )]
    trait CastTotal[F]: Copy {} fn try_cast() for Casting<F>;
}
/// The cast `F` as an operation.
pub struct Casting<F>(PhantomData<F>);
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, C: Widths> CastTotal<C> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<<Cast<S, D, C> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn try_cast<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let operation = Some(C::Name::OPERATION);
        match compute::<Casting<C>, _, _, Cast<S, D, C>>(self, NoOperand, 0, operation) {
            Ok(recast) => Ok(recast.or::<Self, (), First>().by_parts().itself()),
            Err(error) => Err(error),
        }
    }
}
/// The cast `C` of the layout `S:D`, or a refusal.
type Cast<S, D, C> = <<<<C as Widths>::Old as Number>::IsZero as Truth>::Or<
    <<C as Widths>::New as Number>::IsZero,
> as TakeIf>::Else<
    Refused<rule::Extent, UTerm, UTerm, Whole>,
    <S as Leaves<D>>::Each<Casts<<C as Widths>::Finer, <C as Widths>::Coarser, B0>>,
>;
impl<C: Widths> Casting<C> {
    const CASTS: rules::Casts = match (C::Finer::STATIC, C::Coarser::STATIC) {
        (Some(finer), Some(coarser)) => {
            rules::Casts { finer: finer as i64, coarser: coarser as i64 }
        }
        _ => panic!("overflow: a factor does not fit i64"),
    };
}
impl<C: Widths> Steps for Casting<C> {
    const HERE: (usize, usize) = (4, 0);
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        let (casts, facts) = const { (Self::CASTS, &FactsOf::<A>::PLAIN) };
        rules::recast_here(casts, left, facts, right.limit, out)
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        rules::recast(const { Self::CASTS }, left, &FactsOf::<A>::PLAIN, right.limit, out)
    }
}

/// The cast of leaves to elements `Q` times as small and then `P` times as large. `U` says whether a stride before them
/// is known to be 1.
pub struct Casts<Q, P, U>(PhantomData<(Q, P, U)>);
impl<Q: Number, P: Number, U: Truth> OnLeaf for Casts<Q, P, U> {
    type Of<S: Number, D: Stride> = D::Cast<S, Self>;
    type Next<S: Number, D: Stride> = Casts<Q, P, U::Or<<D::Integer as Number>::IsOne>>;
}
/// A cast of leaves with integer strides.
pub trait CastNumbers {
    /// The cast of `S:D`.
    type Cast<S: Number, D: Number>: Tree;
}
impl<Q: Number, P: Number, U: Truth> CastNumbers for Casts<Q, P, U> {
    type Cast<S: Number, D: Number> = U::Behind<S, D, Q, P>;
}
/// The leaf `S:D` for elements `P` times as large.
type Larger<S, D, P> = <<P as Number>::Divides<D> as OnQuotient>::Larger<S, D, P>;

/// Functions of truths.
pub trait RecastIf: Sized {
    /// [`Casts`] of the leaf `S:D`. `Self`: a stride before it is known to be 1.
    type Behind<S: Number, D: Number, Q: Number, P: Number>: Tree;
    /// The same if no stride before it is known to be 1. `Self`: `D = 1`.
    type Adjacent<S: Number, D: Number, Q: Number, P: Number>: Tree;
    /// The leaf of `N` elements that follow one another. `Self`: `N = 1`.
    type Elements<N: Number>: Tree;
}
impl RecastIf for B1 {
    type Behind<S: Number, D: Number, Q: Number, P: Number> = Larger<S, D::Times<Q>, P>;
    type Adjacent<S: Number, D: Number, Q: Number, P: Number> = Larger<S::Times<Q>, D, P>;
    type Elements<N: Number> = OneElement;
}
impl RecastIf for B0 {
    type Behind<S: Number, D: Number, Q: Number, P: Number> =
        <D::IsOne as RecastIf>::Adjacent<S, D, Q, P>;
    type Adjacent<S: Number, D: Number, Q: Number, P: Number> = Larger<S, D::Times<Q>, P>;
    type Elements<N: Number> = N::WithStride<U1>;
}
type OneElement = Layout<Static<U1>, Static<U0>>;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The leaf `S:D` for elements `P` times as large. `Self`: `D / P`.
    type Larger<S: Number, D: Number, P: Number>: Tree;
    /// The same if `P` does not divide `D`. `Self`: `P / D`.
    type Steps<S: Number, D: Number, P: Number>: Tree;
    /// A leaf of extent `S`, of which `M` steps make one element. `Self`: `S / M`.
    type Shrunk<S: Number, M: Number>: Tree;
    /// The same if `M` does not divide `S`. `Self`: `M / S`.
    type WithinOne<S: Number, M: Number>: Tree;
}
macro_rules! on_quotient {
    ($([$($g:tt)*] $quotient:ty: $larger:ty, $steps:ty, $shrunk:ty, $within:ty;)*) => {$(
        impl<$($g)*> OnQuotient for $quotient {
            type Larger<S: Number, D: Number, P: Number> = $larger;
            type Steps<S: Number, D: Number, P: Number> = $steps;
            type Shrunk<S: Number, M: Number> = $shrunk;
            type WithinOne<S: Number, M: Number> = $within;
        }
    )*};
}
on_quotient! {
    [] Undecided: <D::Divides<P> as OnQuotient>::Steps<S, D, P>,
        Refused<rule::EitherDivides, D, P>,
        <S::Divides<M> as OnQuotient>::WithinOne<S, M>,
        Refused<rule::EitherDivides, S, M>;
    [] UTerm: S::WithStride<UTerm>, Undecided, Undecided, Undecided;
    [] Any: Undecided, Undecided, Undecided, Undecided;
    // A static extent stays.
    [I: Index] Dyn<I>: S::WithStride<Self>, Undecided, <Self as Number>::WithStride<U1>, Undecided;
}
above_zero! { OnQuotient {
    type Larger<S: Number, D: Number, P: Number> = S::WithStride<Self>;
    type Steps<S: Number, D: Number, P: Number> =
        <<Self as Number>::Divides<S> as OnQuotient>::Shrunk<S, Self>;
    type Shrunk<S: Number, M: Number> =
        <<Self as Number>::IsOne as RecastIf>::Elements<Self>;
    type WithinOne<S: Number, M: Number> = OneElement;
} }
