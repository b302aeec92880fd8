//! Functions of nested static shapes with their strides, and their results.

use frunk_core::hlist::{HCons, HNil};

use super::Undecided;
use super::flat::{Flat, LeafOnto};
use super::number::Number;
use crate::layout::Layout;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::verdict::Bad;

/// A shape with the strides `D`.
pub trait Leaves<D> {
    /// The flat modes, before `T`.
    type Flatten<T: Flat>: Flat;
    /// Each leaf composed on the coalesced modes `A`.
    type Onto<A: Flat>: Tree;
}
impl<S: Number, D: Number> Leaves<Static<D>> for Static<S> {
    type Flatten<T: Flat> = T::Cons<S, D>;
    type Onto<A: Flat> = LeafOnto<S, D, A>;
}
impl Leaves<HNil> for HNil {
    type Flatten<T: Flat> = T;
    type Onto<A: Flat> = Layout<HNil, HNil>;
}
impl<S: Leaves<D>, ST: Leaves<DT>, D, DT> Leaves<HCons<D, DT>> for HCons<S, ST> {
    type Flatten<T: Flat> = S::Flatten<ST::Flatten<T>>;
    type Onto<A: Flat> = <S::Onto<A> as Tree>::Before<ST::Onto<A>>;
}
macro_rules! undecided {
    ($([$($g:ident)*] $s:ty, $d:ty;)*) => {$(
        impl<$($g),*> Leaves<$d> for $s {
            type Flatten<T: Flat> = Undecided;
            type Onto<A: Flat> = Undecided;
        }
    )*};
}
undecided! {
    [N I] Static<N>, Dyn<I>;
    [N M P] Static<N>, Basis<M, P>;
    [N M] Static<N>, Xor<M>;
    [I D] Dyn<I>, D;
    [R At X Y D] Bad<R, At, X, Y>, D;
}

/// A layout as a result, or [`Undecided`].
pub trait Tree {
    /// With the mode `S:D` in front.
    type After<S, D>: Tree;
    /// As the mode in front of those of `T`.
    type Before<T: Tree>: Tree;
}
impl<S, D> Tree for Layout<S, D> {
    type After<S0, D0> = Layout<HCons<S0, S>, HCons<D0, D>>;
    type Before<T: Tree> = T::After<S, D>;
}
impl Tree for Undecided {
    type After<S, D> = Undecided;
    type Before<T: Tree> = Undecided;
}
