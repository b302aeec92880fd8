//! Products of static layouts.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{U0, U1};

use super::Undecided;
use super::complement::WithoutEnd;
use super::list::List;
use super::segregation;
use super::sorted::Sorted;
use super::tree::{Leaves, Tree};
use super::way::{AreStatic, Refuses, Statically};
use crate::layout::Layout;
use crate::leaf::int::Static;
use crate::operation::product::Repeated;
use crate::operation::product::paired::{Blocked, Raked};

#[diagnostic::do_not_recommend]
impl Refuses for Repeated {}
#[diagnostic::do_not_recommend]
impl Refuses for Blocked {}
#[diagnostic::do_not_recommend]
impl Refuses for Raked {}

impl<S: Leaves<D>, D, BS: Leaves<BD>, BD> Statically<Layout<S, D>, Layout<BS, BD>> for Repeated {
    type Operands = AreStatic<S, D, BS, BD>;
    type Out = <S::IntoTree as Tree>::Beside<
        <WithoutEnd<S, D> as List>::If<
            <Over<S, D, BS, BD> as List>::If<BS::Onto<WithoutEnd<S, D>, BS::Flatten<HNil>>>,
        >,
    >;
}
macro_rules! paired {
    ($($form:ident)*) => {$(
        impl<S: Leaves<D>, D, BS: Leaves<BD>, BD> Statically<Layout<S, D>, Layout<BS, BD>>
            for $form
        {
            type Operands = AreStatic<S, D, BS, BD>;
            type Out = <WithoutEnd<S, D> as List>::If<
                <Over<S, D, BS, BD> as List>::If<
                    S::Paired<BS::Copies<WithoutEnd<S, D>, BS::Flatten<HNil>>, $form>,
                >,
            >;
        }
    )*};
}
paired!(Blocked Raked);
/// Whether the gaps of `S:D` without end distribute over the grid `BS:BD`.
type Over<S, D, BS, BD> = <WithoutEnd<S, D> as segregation::OnList>::Distributes<
    Sorted<BS, BD>,
    <BS as Leaves<BD>>::Flatten<HNil>,
>;

/// A mode of the tile and one of the grid as one.
pub trait Pair {
    /// The pair.
    type Of<A: Tree, G: Tree>: Tree;
}
impl Pair for Blocked {
    type Of<A: Tree, G: Tree> = A::Before<G::Before<Layout<HNil, HNil>>>;
}
impl Pair for Raked {
    type Of<A: Tree, G: Tree> = G::Before<A::Before<Layout<HNil, HNil>>>;
}

/// The mode `M` of a grid, then `T`.
pub struct Copies<M, T>(PhantomData<(M, T)>);
/// The modes of a grid: [`Copies`] up to `HNil`. Past them they are `1:0`.
pub trait Grid {
    /// The first mode.
    type First: Tree;
    /// The modes behind it.
    type Others: Grid;
    /// Each mode paired with `1:0`.
    type WithUnits<F: Pair>: Tree;
}
type Unit = Layout<Static<U1>, Static<U0>>;
impl Grid for HNil {
    type First = Unit;
    type Others = HNil;
    type WithUnits<F: Pair> = Layout<HNil, HNil>;
}
impl<M: Tree, T: Grid> Grid for Copies<M, T> {
    type First = M;
    type Others = T;
    type WithUnits<F: Pair> = <F::Of<Unit, M> as Tree>::Before<T::WithUnits<F>>;
}
impl Grid for Undecided {
    type First = Undecided;
    type Others = Undecided;
    type WithUnits<F: Pair> = Undecided;
}
