//! Inverses and complements of layouts with XOR strides, by their matrices.
//!
//! Layouts are static, so there is nothing to compute at run time but the end of a complement.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;
use typenum::{U0, U1, U2, UInt};

use crate::f2::{
    Choice, Columns, Echelon, Even, Invertible, Matrix, Odd, Padded, Run, Runs, Vector, Whole,
};
use crate::layout::codomain::Bits;
use crate::layout::modes::Mode;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::operation::complement::{Ceil, CoverBy, Exact, LeaveOf};
use crate::operation::complement_ext::LeaveExtOf;
use crate::operation::left_inverse::InvertLeftOf;
use crate::operation::right_inverse::InvertRightOf;
use crate::verdict::{Bad, First, Place, every, rule};

/// The echelon form of the matrix of the modes `M`.
type Form<M, F> = <<M as Matrix<F>>::Columns<U1, First> as Columns>::Echelon;
/// The layout of coalesced modes.
type LayoutOf<R> = ByParts<<R as Runs>::Layout>;

// Coordinates with the values 1, 2, 4 and so on, of which all combinations are coordinates.
impl<L, M> InvertRightOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Invertible<L>>,
    RightInverseOf<L, M>: Known,
{
    type Out = RightInverseOf<L, M>;
    fn invert_right_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type RightInverseOf<L, M> = LayoutOf<
    <<M as Matrix<Invertible<L>>>::Odd<U1, First> as Odd>::Longest<
        <Form<M, Invertible<L>> as Echelon>::Right<HNil>,
    >,
>;

// The coordinate of each bit of an offset at which a value begins.
impl<L, M> InvertLeftOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Invertible<L>> + Matrix<Even>,
    LeftInverseOf<L, M>: Known,
{
    type Out = LeftInverseOf<L, M>;
    fn invert_left_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type LeftInverseOf<L, M> = LayoutOf<
    <<M as Matrix<Invertible<L>>>::Odd<U1, First> as Odd>::Reach<
        <Form<M, Invertible<L>> as Echelon>::Left<HNil>,
        <M as Matrix<Even>>::Columns<U1, First>,
    >,
>;

// The bits at which no value begins, and the first one past all of them.
impl<L, M> LeaveExtOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Padded<L, ()>>,
    ComplementExtOf<L, M>: Known,
{
    type Out = ComplementExtOf<L, M>;
    fn leave_ext_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type ComplementExtOf<L, M> = LayoutOf<
    <Form<M, Padded<L, ()>> as Echelon>::Gaps<
        Run<U1, <Form<M, Padded<L, ()>> as Echelon>::End, HNil>,
    >,
>;

// The bits at which no value begins, and copies past all values up to the end.
macro_rules! leave {
    ($($rounding:ident $asked:ident;)*) => {$(
        impl<L, N: Leaf, M, E, C> LeaveOf<L, N, $rounding> for Bits
        where
            L: AnyLayout<Modes = M>,
            M: Matrix<$asked<L, Layout<N, Static<U1>>>>,
            Leaving<Form<M, $asked<L, Layout<N, Static<U1>>>>, $rounding, L, N>: Gaps<End = E>,
            N: CoverBy<Static<E>, $rounding, (L, Layout<N, Static<U1>>, every), Out = C>,
            C: After<Leaving<Form<M, $asked<L, Layout<N, Static<U1>>>>, $rounding, L, N>>,
        {
            type Out = C::Out;
            fn leave_of(_: L, n: N) -> Result<C::Out, Error> {
                Ok(n.cover_by(Static::new())?.after())
            }
        }
    )*};
}
leave! {
    Exact Whole;
    Ceil Padded;
}

/// What the values of the echelon form `E`, of the layout `L`, leave of `N`.
pub struct Leaving<E, R, L, N>(PhantomData<(E, R, L, N)>);
/// The gaps between values, before further modes.
pub trait Gaps {
    /// The power of 2 past all values.
    type End: Vector;
    /// The gaps, and then `T`.
    type Before<T: Runs>: Runs;
}
impl<E: Echelon, L, N> Gaps for Leaving<E, Exact, L, N> {
    type End = E::End;
    type Before<T: Runs> = <E::Dependent as Choice>::Runs<
        In<rule::Broadcast, L, N, Static<U2>, Static<U0>>,
        E::Gaps<T>,
    >;
}
impl<E: Echelon, L, N> Gaps for Leaving<E, Ceil, L, N> {
    type End = E::End;
    type Before<T: Runs> = E::Gaps<T>;
}
/// A rule that `L` breaks in `N`.
type In<Rule, L, N, X, Y> = Bad<Rule, Place<L, Layout<N, Static<U1>>, every>, X, Y>;

/// The last mode, or the verdict, after the gaps `G`.
pub trait After<G> {
    /// The complement, a layout.
    type Out: Parts;
    /// The complement.
    fn after(self) -> Self::Out;
}
impl<D, G: Gaps> After<G> for HCons<Mode<Static<U1>, D>, HNil>
where
    LayoutOf<G::Before<HNil>>: Known,
{
    type Out = LayoutOf<G::Before<HNil>>;
    fn after(self) -> Self::Out {
        Known::VALUE
    }
}
impl<U, B, C, D, G: Gaps> After<G> for HCons<Mode<Static<UInt<UInt<U, B>, C>>, D>, HNil>
where
    UInt<UInt<U, B>, C>: Vector,
    LayoutOf<G::Before<Run<UInt<UInt<U, B>, C>, G::End, HNil>>>: Known,
{
    type Out = LayoutOf<G::Before<Run<UInt<UInt<U, B>, C>, G::End, HNil>>>;
    fn after(self) -> Self::Out {
        Known::VALUE
    }
}
impl<I, D, G: Gaps> After<G> for HCons<Mode<Dyn<I>, D>, HNil> {
    type Out = <G::Before<HNil> as Runs>::Before<Dyn<I>, <G::End as Vector>::Stride>;
    fn after(self) -> Self::Out {
        G::Before::<HNil>::before(self.head.shape, Known::VALUE)
    }
}
impl<G: Gaps, R, At, X, Y> After<G> for Bad<R, At, X, Y>
where
    LayoutOf<G::Before<Self>>: Known,
{
    type Out = LayoutOf<G::Before<Self>>;
    fn after(self) -> Self::Out {
        Known::VALUE
    }
}
