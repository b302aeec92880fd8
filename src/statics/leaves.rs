//! Functions of nested static shapes with their strides, and their results.

use frunk_core::hlist::{HCons, HNil};

use super::Undecided;
use super::flat::{Flat, LeafOnto};
use super::number::Number;
use super::product::{Copies, Grid, Pair};
use crate::layout::{Layout, Parts};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Known, Static};
use crate::leaf::xor::Xor;
use crate::operation::arrangement::Halved;
use crate::verdict::Bad;

/// A shape with the strides `D`.
pub trait Leaves<D> {
    /// The flat modes, before `T`.
    type Flatten<T: Flat>: Flat;
    /// Each leaf composed on the coalesced modes `A`. `W` is the whole right side.
    type Onto<A: Flat, W: Flat>: Tree;
    /// The same, as the modes of a grid; that of a leaf is one.
    type Copies<A: Flat, W: Flat>: Grid;
    /// The layout.
    type IntoTree: Tree;
    /// Its modes, each paired with one of `G`; a leaf is its own one mode.
    type Paired<G: Grid, F: Pair>: Tree;
}
impl<S: Number, D: Number> Leaves<Static<D>> for Static<S> {
    type Flatten<T: Flat> = T::Cons<S, D>;
    type Onto<A: Flat, W: Flat> = LeafOnto<S, D, A, W>;
    type Copies<A: Flat, W: Flat> = Copies<LeafOnto<S, D, A, W>, HNil>;
    type IntoTree = Layout<Self, Static<D>>;
    type Paired<G: Grid, F: Pair> =
        <F::Of<Self::IntoTree, G::First> as Tree>::Before<<G::Others as Grid>::WithUnits<F>>;
}
impl Leaves<HNil> for HNil {
    type Flatten<T: Flat> = T;
    type Onto<A: Flat, W: Flat> = Layout<HNil, HNil>;
    type Copies<A: Flat, W: Flat> = HNil;
    type IntoTree = Layout<HNil, HNil>;
    type Paired<G: Grid, F: Pair> = G::WithUnits<F>;
}
impl<S: Leaves<D>, ST: Leaves<DT>, D, DT> Leaves<HCons<D, DT>> for HCons<S, ST> {
    type Flatten<T: Flat> = S::Flatten<ST::Flatten<T>>;
    type Onto<A: Flat, W: Flat> = <S::Onto<A, W> as Tree>::Before<ST::Onto<A, W>>;
    type Copies<A: Flat, W: Flat> = Copies<S::Onto<A, W>, ST::Copies<A, W>>;
    type IntoTree = <S::IntoTree as Tree>::Before<ST::IntoTree>;
    type Paired<G: Grid, F: Pair> =
        <F::Of<S::IntoTree, G::First> as Tree>::Before<ST::Paired<G::Others, F>>;
}
macro_rules! undecided {
    ($([$($g:ident)*] $s:ty, $d:ty;)*) => {$(
        impl<$($g),*> Leaves<$d> for $s {
            type Flatten<T: Flat> = Undecided;
            type Onto<A: Flat, W: Flat> = Undecided;
            type Copies<A: Flat, W: Flat> = Undecided;
            type IntoTree = Undecided;
            type Paired<G: Grid, F: Pair> = Undecided;
        }
    )*};
}
undecided! {
    [N I] Static<N>, Dyn<I>;
    [N M P] Static<N>, Basis<M, P>;
    [N U] Static<N>, ArithmeticTuple<U>;
    [N M] Static<N>, Xor<M>;
    [I D] Dyn<I>, D;
    [R At X Y D] Bad<R, At, X, Y>, D;
}

/// A result, or [`Undecided`].
pub trait Outcome: Sized {
    /// The one value of the type.
    const VALUE: Self;
    /// `Self`, or a layout that is the verdict `V`.
    type Or<V: Known>: Outcome + Parts;
}
impl<S: Known, D: Known> Outcome for Layout<S, D> {
    const VALUE: Self = Layout::sound(S::VALUE, D::VALUE);
    type Or<V: Known> = Self;
}
impl<T: Outcome + Parts, R: Outcome + Parts> Outcome for Halved<T, R> {
    const VALUE: Self = Halved { tile: T::VALUE, rest: R::VALUE };
    type Or<V: Known> = Self;
}
impl Outcome for Undecided {
    const VALUE: Self = Undecided;
    type Or<V: Known> = Layout<V, V>;
}

/// A layout, or [`Undecided`].
pub trait Tree: Outcome {
    /// With the mode `S:D` in front.
    type After<S: Known, D: Known>: Tree;
    /// As the mode in front of those of `T`.
    type Before<T: Tree>: Tree;
    /// As the tile of the rest `R`.
    type Beside<R: Tree>: Outcome;
    /// As the rest of the tile `S:D`.
    type Behind<S: Known, D: Known>: Outcome;
}
impl<S: Known, D: Known> Tree for Layout<S, D> {
    type After<S0: Known, D0: Known> = Layout<HCons<S0, S>, HCons<D0, D>>;
    type Before<T: Tree> = T::After<S, D>;
    type Beside<R: Tree> = R::Behind<S, D>;
    type Behind<S0: Known, D0: Known> = Halved<Layout<S0, D0>, Self>;
}
impl Tree for Undecided {
    type After<S: Known, D: Known> = Undecided;
    type Before<T: Tree> = Undecided;
    type Beside<R: Tree> = Undecided;
    type Behind<S: Known, D: Known> = Undecided;
}
