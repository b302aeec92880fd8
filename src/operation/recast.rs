//! Recast: a layout of elements as a layout of larger or smaller elements.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Gcd, U0, U1, UInt, UTerm};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::exact_division::ExactDiv;
use crate::leaf::int::{Leaf, Static};
use crate::leaf::into_leaf::{IsStatic, IsStaticBehind};
use crate::operation::cast::CastLeaf;
use crate::operation::cast::behind::{Behind, CastBy};
use crate::operation::face::operation;
use crate::verdict::operation::{Named, downcast_of, recast_of, upcast_of};
use crate::verdict::{Advance, Bad, First, Of, ResultOf, Verdict, operation, rule};

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
/// A downcast by `N`. `Unit` says where the first stride of 1 is.
pub struct Down<N, Unit = FromHere>(PhantomData<(N, Unit)>);
/// The first stride of 1 is at this leaf or later, if there is one.
pub struct FromHere;
/// The stride of 1 is before this leaf: all others are scaled.
pub struct Before;
/// A recast from `Old` bits to `New` bits.
pub struct Bits<Old, New>(PhantomData<(Old, New)>);

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
impl<S, D, F, RS, RD> CastTotal<F> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    F: CastShape<S, D, Self, Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_cast<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        positive(F::Name::OPERATION, self)?;
        F::cast_shape(self)
            .and_then(|layout| layout.itself().validated(F::Name::OPERATION))
            .map_err(|error| error.during(F::Name::OPERATION))
    }
}

/// The cast `Self` of the layout `S:D`; `L` is the layout that errors name.
pub trait CastShape<S, D, L> {
    /// The operation.
    type Name: Named;
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout.
    fn cast_shape(layout: Layout<S, D>) -> Result<Self::Out, Error>;
}
macro_rules! leaf_by_leaf {
    ($([$($g:ident)*] $cast:ty, by $by:ty, $name:ident;)*) => {$(
        impl<$($g,)* S, D, L> CastShape<S, D, L> for $cast
        where
            S: CastLeaves<$by, D, L, First>,
        {
            type Name = operation::$name;
            type Out = S::Out;
            #[inline(always)]
            fn cast_shape(layout: Layout<S, D>) -> Result<S::Out, Error> {
                let (shape, stride) = layout.into_parts();
                shape.cast_leaves(stride, 0, &mut false)
            }
        }
    )*};
}
leaf_by_leaf! {
    [U B] Up<UInt<U, B>>, by Self, upcast_of;
    [U B C] Down<UInt<UInt<U, B>, C>>, by Self, downcast_of;
    // This holds for strides of any kind.
    [] Down<U1>, by Down<U1, Before>, downcast_of;
}
macro_rules! no_elements {
    ($($cast:ident $name:ident;)*) => {$(
        impl<S, D, L> CastShape<S, D, L> for $cast<UTerm> {
            type Name = operation::$name;
            type Out = Layout<NotPositive<L>, NotPositive<L>>;
            fn cast_shape(_: Layout<S, D>) -> Result<Self::Out, Error> {
                Err(Error::new(Operation::Upcast, Rule::Extent { extent: 0 }))
            }
        }
    )*};
}
no_elements! {
    Up upcast_of;
    Down downcast_of;
}
type NotPositive<L> = Bad<rule::Extent, Of<L>, Static<U0>, HNil>;

impl<O, A, N, B, G, P, Q, S, D, L, DS, DD, V> CastShape<S, D, L> for Bits<UInt<O, A>, UInt<N, B>>
where
    UInt<O, A>: Gcd<UInt<N, B>, Output = G> + ExactDiv<G, Out = Q>,
    UInt<N, B>: ExactDiv<G, Out = P>,
    Down<Q>: CastShape<S, D, L, Out = Layout<DS, DD>>,
    DS: Verdict<Out = V>,
    V: CastUnless<Up<P>, DS, DD, L>,
{
    type Name = recast_of;
    type Out = V::Out;
    #[inline(always)]
    fn cast_shape(layout: Layout<S, D>) -> Result<V::Out, Error> {
        V::cast_unless(<Down<Q>>::cast_shape(layout)?)
    }
}
/// The cast `F` of the layout `S:D`, unless `Self` is a verdict. (`Self` is known only when all of `S` is. With the
/// beginning of a shape, rustc would try the cast again for each leaf that follows.)
pub trait CastUnless<F, S, D, L> {
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout.
    fn cast_unless(layout: Layout<S, D>) -> Result<Self::Out, Error>;
}
impl<F: CastShape<S, D, L>, S, D, L> CastUnless<F, S, D, L> for HNil {
    type Out = F::Out;
    #[inline(always)]
    fn cast_unless(layout: Layout<S, D>) -> Result<F::Out, Error> {
        F::cast_shape(layout)
    }
}
impl<F, S, D, L, R, At, X, Y> CastUnless<F, S, D, L> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn cast_unless(_: Layout<S, D>) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}
macro_rules! no_bits {
    ($([$($g:tt)*] $old:ty, $new:ty;)*) => {$(
        impl<$($g)* S, D, L> CastShape<S, D, L> for Bits<$old, $new> {
            type Name = recast_of;
            type Out = Layout<NotPositive<L>, NotPositive<L>>;
            fn cast_shape(_: Layout<S, D>) -> Result<Self::Out, Error> {
                Err(Error::new(Operation::Recast, Rule::Extent { extent: 0 }))
            }
        }
    )*};
}
no_bits! {
    [] UTerm, UTerm;
    [N, B,] UTerm, UInt<N, B>;
    [O, A,] UInt<O, A>, UTerm;
}

/// Casts each leaf of the shape `Self` with the stride `D`; the first leaf is at `J`.
pub trait CastLeaves<F, D, L, J> {
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout. `unit` says whether a dynamic stride so far is 1.
    fn cast_leaves(self, stride: D, at: usize, unit: &mut bool) -> Result<Self::Out, Error>;
}
impl<F, L, J> CastLeaves<F, HNil, L, J> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn cast_leaves(self, _: HNil, _: usize, _: &mut bool) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<F, S, ST, D, DT, L, J, J1, HS, HD, TS, TD> CastLeaves<F, HCons<D, DT>, L, J> for HCons<S, ST>
where
    S: CastLeaves<F, D, L, J, Out = Layout<HS, HD>> + Advance<J, Out = J1>,
    F: CastBy,
    D: Behind,
    ST: CastLeaves<D::Next<F>, DT, L, J1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn cast_leaves(
        self,
        stride: HCons<D, DT>,
        at: usize,
        unit: &mut bool,
    ) -> Result<Self::Out, Error> {
        let head = self.head.cast_leaves(stride.head, at, unit)?;
        Ok(head.followed_by(self.tail.cast_leaves(stride.tail, at + S::LEAVES, unit)?))
    }
}
impl<F, S: Leaf, D: CastLeaf<F, S, L, J>, L, J> CastLeaves<F, D, L, J> for S {
    type Out = D::Out;
    #[inline(always)]
    fn cast_leaves(self, stride: D, at: usize, unit: &mut bool) -> Result<D::Out, Error> {
        stride.cast_leaf(self, unit).map_err(|error| error.at(at))
    }
}
// A verdict has reported the error already.
impl<F, L, J, R, At, X, Y> CastLeaves<F, Self, L, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn cast_leaves(self, _: Self, _: usize, _: &mut bool) -> Result<Self::Out, Error> {
        Ok(Layout::sound(self, self))
    }
}
