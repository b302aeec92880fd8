//! Functions of nested static shapes with their strides, and their results.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::B1;

use super::composition::LeafOnto;
use super::composition::OnTruth as _;
use super::divide::Rounding;
use super::list::List;
use super::mode::OnTruth as _;
use super::number::{Integral, Number};
use super::product::{Copies, Grid, Pair};
use super::tiler::{Gathered, Tiler, gathered};
use super::{Undecided, mode};
use crate::generic::IntegerLayout;
use crate::layout::modes::Flatten;
use crate::layout::{Layout, Parts, Shape};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Index, Known, Static};
use crate::leaf::integers::{Integers, NoInteger, Otherwise};
use crate::leaf::xor::Xor;
use crate::operation::arrangement::Halved;
use crate::verdict::Bad;

/// A shape with the strides `D`.
pub trait Leaves<D>: Copy {
    /// The number of leaves.
    const LEAVES: usize;
    /// The integers of run time among the leaves, and `I`.
    type Among<I: Integers>: Integers;
    /// The flat modes, before `T`.
    type Flatten<T: List>: List;
    /// The same.
    fn flatten<T: List>(self, d: D, tail: T) -> Self::Flatten<T>;
    /// Each leaf composed on the coalesced modes `A`. `W` is the whole right side.
    type Onto<A: List, W: List>: Tree;
    /// The same. An error names the leaf, counting from `at`.
    fn onto<A: List, W: List>(self, d: D, a: A, w: W, at: usize)
    -> Result<Self::Onto<A, W>, Error>;
    /// The same, as the modes of a grid; that of a leaf is one.
    type Copies<A: List, W: List>: Grid;
    /// The same.
    fn copies<A: List, W: List>(
        self,
        d: D,
        a: A,
        w: W,
        at: usize,
    ) -> Result<Self::Copies<A, W>, Error>;
    /// The layout.
    type IntoTree: Tree;
    /// The same.
    fn into_tree(self, d: D) -> Self::IntoTree;
    /// Its modes, each paired with one of `G`; a leaf is its own one mode.
    type Paired<G: Grid, F: Pair>: Tree;
    /// The same.
    fn paired<G: Grid, F: Pair>(self, d: D, grid: G) -> Self::Paired<G, F>;
    /// Mode `K`.
    type Mode<K: Number>: Tree;
    /// The same.
    fn mode<K: Number>(self, d: D) -> Self::Mode<K>;
    /// The first mode divided by the tiler `B`, the others by `T`, rounded as `R`.
    type DivideModes<B: Tiler, T: Tiler, R: Rounding>: Halves;
    /// The same.
    fn divide_modes<B: Tiler, T: Tiler, R: Rounding>(
        self,
        d: D,
        first: B,
        others: T,
        at: usize,
    ) -> Result<Self::DivideModes<B, T, R>, Error>;
}
impl<S: Integral, D: Integral> Leaves<D> for S {
    const LEAVES: usize = 1;
    type Among<I: Integers> = S::Among<D::Among<I>>;
    type Flatten<T: List> = T::Cons<S::Number, D::Number>;
    #[inline(always)]
    fn flatten<T: List>(self, d: D, tail: T) -> Self::Flatten<T> {
        tail.cons(self.as_number(), d.as_number())
    }
    type Onto<A: List, W: List> = LeafOnto<S::Number, D::Number, A, W>;
    #[inline(always)]
    fn onto<A: List, W: List>(
        self,
        d: D,
        a: A,
        w: W,
        at: usize,
    ) -> Result<Self::Onto<A, W>, Error> {
        <S::Number as Number>::IsOne::leaf_onto(self.as_number(), d.as_number(), a, w)
            .map_err(|rule| Error::new(Operation::Composition, rule).at(at))
    }
    type Copies<A: List, W: List> = Copies<Self::Onto<A, W>, HNil>;
    #[inline(always)]
    fn copies<A: List, W: List>(
        self,
        d: D,
        a: A,
        w: W,
        at: usize,
    ) -> Result<Self::Copies<A, W>, Error> {
        Ok(Copies(self.onto(d, a, w, at)?, HNil))
    }
    type IntoTree = Layout<S, D>;
    #[inline(always)]
    fn into_tree(self, d: D) -> Layout<S, D> {
        Layout::sound(self, d)
    }
    type Paired<G: Grid, F: Pair> =
        <F::Of<Layout<S, D>, G::First> as Tree>::Before<<G::Others as Grid>::WithUnits<F>>;
    #[inline(always)]
    fn paired<G: Grid, F: Pair>(self, d: D, grid: G) -> Self::Paired<G, F> {
        let (first, others) = grid.split_first();
        F::of(self.into_tree(d), first).before(others.with_units::<F>())
    }
    type Mode<K: Number> = <K::IsZero as mode::OnTruth>::Mode<S, D, HNil, HNil, K>;
    #[inline(always)]
    fn mode<K: Number>(self, d: D) -> Self::Mode<K> {
        K::IsZero::mode::<_, _, _, _, K>(self, d, HNil, HNil)
    }
    type DivideModes<B: Tiler, T: Tiler, R: Rounding> = Undecided;
    #[inline(always)]
    fn divide_modes<B: Tiler, T: Tiler, R: Rounding>(
        self,
        _: D,
        _: B,
        _: T,
        _: usize,
    ) -> Result<Undecided, Error> {
        Ok(Undecided)
    }
}
impl Leaves<HNil> for HNil {
    const LEAVES: usize = 0;
    type Among<I: Integers> = I;
    type Flatten<T: List> = T;
    #[inline(always)]
    fn flatten<T: List>(self, _: HNil, tail: T) -> T {
        tail
    }
    type Onto<A: List, W: List> = Layout<HNil, HNil>;
    #[inline(always)]
    fn onto<A: List, W: List>(
        self,
        _: HNil,
        _: A,
        _: W,
        _: usize,
    ) -> Result<Self::Onto<A, W>, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
    type Copies<A: List, W: List> = HNil;
    #[inline(always)]
    fn copies<A: List, W: List>(self, _: HNil, _: A, _: W, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
    type IntoTree = Layout<HNil, HNil>;
    #[inline(always)]
    fn into_tree(self, _: HNil) -> Self::IntoTree {
        Layout::sound(HNil, HNil)
    }
    type Paired<G: Grid, F: Pair> = G::WithUnits<F>;
    #[inline(always)]
    fn paired<G: Grid, F: Pair>(self, _: HNil, grid: G) -> G::WithUnits<F> {
        grid.with_units::<F>()
    }
    type Mode<K: Number> = Undecided;
    #[inline(always)]
    fn mode<K: Number>(self, _: HNil) -> Undecided {
        Undecided
    }
    type DivideModes<B: Tiler, T: Tiler, R: Rounding> = Undecided;
    #[inline(always)]
    fn divide_modes<B: Tiler, T: Tiler, R: Rounding>(
        self,
        _: HNil,
        _: B,
        _: T,
        _: usize,
    ) -> Result<Undecided, Error> {
        Ok(Undecided)
    }
}
impl<S: Leaves<D>, ST: Leaves<DT>, D: Copy, DT: Copy> Leaves<HCons<D, DT>> for HCons<S, ST> {
    const LEAVES: usize = S::LEAVES + ST::LEAVES;
    type Among<I: Integers> = S::Among<ST::Among<I>>;
    type Flatten<T: List> = S::Flatten<ST::Flatten<T>>;
    #[inline(always)]
    fn flatten<T: List>(self, d: HCons<D, DT>, tail: T) -> Self::Flatten<T> {
        self.head.flatten(d.head, self.tail.flatten(d.tail, tail))
    }
    type Onto<A: List, W: List> = <S::Onto<A, W> as Tree>::Before<ST::Onto<A, W>>;
    #[inline(always)]
    fn onto<A: List, W: List>(
        self,
        d: HCons<D, DT>,
        a: A,
        w: W,
        at: usize,
    ) -> Result<Self::Onto<A, W>, Error> {
        let head = self.head.onto(d.head, a, w, at)?;
        Ok(head.before(self.tail.onto(d.tail, a, w, at + S::LEAVES)?))
    }
    type Copies<A: List, W: List> = Copies<S::Onto<A, W>, ST::Copies<A, W>>;
    #[inline(always)]
    fn copies<A: List, W: List>(
        self,
        d: HCons<D, DT>,
        a: A,
        w: W,
        at: usize,
    ) -> Result<Self::Copies<A, W>, Error> {
        let first = self.head.onto(d.head, a, w, at)?;
        Ok(Copies(first, self.tail.copies(d.tail, a, w, at + S::LEAVES)?))
    }
    type IntoTree = <S::IntoTree as Tree>::Before<ST::IntoTree>;
    #[inline(always)]
    fn into_tree(self, d: HCons<D, DT>) -> Self::IntoTree {
        self.head.into_tree(d.head).before(self.tail.into_tree(d.tail))
    }
    type Paired<G: Grid, F: Pair> =
        <F::Of<S::IntoTree, G::First> as Tree>::Before<ST::Paired<G::Others, F>>;
    #[inline(always)]
    fn paired<G: Grid, F: Pair>(self, d: HCons<D, DT>, grid: G) -> Self::Paired<G, F> {
        let (first, others) = grid.split_first();
        let pair = F::of(self.head.into_tree(d.head), first);
        pair.before(self.tail.paired::<G::Others, F>(d.tail, others))
    }
    type Mode<K: Number> = <K::IsZero as mode::OnTruth>::Mode<S, D, ST, DT, K>;
    #[inline(always)]
    fn mode<K: Number>(self, d: HCons<D, DT>) -> Self::Mode<K> {
        K::IsZero::mode::<_, _, _, _, K>(self.head, d.head, self.tail, d.tail)
    }
    type DivideModes<B: Tiler, T: Tiler, R: Rounding> =
        Gathered<B::Divide<S, D, R>, T::Divide<ST, DT, R>>;
    #[inline(always)]
    fn divide_modes<B: Tiler, T: Tiler, R: Rounding>(
        self,
        d: HCons<D, DT>,
        first: B,
        others: T,
        at: usize,
    ) -> Result<Self::DivideModes<B, T, R>, Error> {
        let first = first
            .divide(Layout::sound(self.head, d.head), at)
            .map_err(|error| Error { mode: Some(at), ..error })?;
        let others = others.divide(Layout::sound(self.tail, d.tail), at + 1)?;
        Ok(gathered(first, others))
    }
}
macro_rules! undecided {
    ($([$($g:tt)*] $s:ty, $d:ty;)*) => {$(
        impl<$($g)*> Leaves<$d> for $s {
            const LEAVES: usize = 1;
            type Among<Others: Integers> = Otherwise;
            type Flatten<T: List> = Undecided;
            #[inline(always)]
            fn flatten<T: List>(self, _: $d, _: T) -> Undecided {
                Undecided
            }
            type Onto<A: List, W: List> = Undecided;
            #[inline(always)]
            fn onto<A: List, W: List>(self, _: $d, _: A, _: W, _: usize) -> Result<Undecided, Error> {
                Ok(Undecided)
            }
            type Copies<A: List, W: List> = Undecided;
            #[inline(always)]
            fn copies<A: List, W: List>(
                self,
                _: $d,
                _: A,
                _: W,
                _: usize,
            ) -> Result<Undecided, Error> {
                Ok(Undecided)
            }
            type IntoTree = Undecided;
            #[inline(always)]
            fn into_tree(self, _: $d) -> Undecided {
                Undecided
            }
            type Paired<G: Grid, F: Pair> = Undecided;
            #[inline(always)]
            fn paired<G: Grid, F: Pair>(self, _: $d, _: G) -> Undecided {
                Undecided
            }
            type Mode<K: Number> = Undecided;
            #[inline(always)]
            fn mode<K: Number>(self, _: $d) -> Undecided {
                Undecided
            }
            type DivideModes<B: Tiler, T: Tiler, Rounded: Rounding> = Undecided;
            #[inline(always)]
            fn divide_modes<B: Tiler, T: Tiler, Rounded: Rounding>(
                self,
                _: $d,
                _: B,
                _: T,
                _: usize,
            ) -> Result<Undecided, Error> {
                Ok(Undecided)
            }
        }
    )*};
}
undecided! {
    [N, M, P] Static<N>, Basis<M, P>;
    [N, U] Static<N>, ArithmeticTuple<U>;
    [N, M] Static<N>, Xor<M>;
    [I: Index, M, P] Dyn<I>, Basis<M, P>;
    [I: Index, U] Dyn<I>, ArithmeticTuple<U>;
    [I: Index, M] Dyn<I>, Xor<M>;
    [R, At, X, Y, D] Bad<R, At, X, Y>, D;
}

/// A nested shape with the strides `D`, all of them integers.
pub trait IntegerLeaves<D>: Leaves<D> + Flatten<D, IsCongruent = B1> {}
impl<S: Integral, D: Integral> IntegerLeaves<D> for S {}
impl IntegerLeaves<HNil> for HNil {}
impl<S: IntegerLeaves<D>, ST: IntegerLeaves<DT>, D: Copy, DT: Copy> IntegerLeaves<HCons<D, DT>>
    for HCons<S, ST>
{
}

impl<S: Leaves<D>, D> Layout<S, D> {
    /// The flat modes.
    #[inline(always)]
    pub(super) fn leaves(self) -> S::Flatten<HNil> {
        let (shape, stride) = self.into_parts();
        shape.flatten(stride, HNil)
    }
}

/// The integers of run time among the leaves of a layout with integer strides.
pub type Among<S, D> = <S as Leaves<D>>::Among<NoInteger>;
/// The same of two.
pub type AmongBoth<AS, AD, BS, BD> = <AS as Leaves<AD>>::Among<Among<BS, BD>>;

/// A result, or [`Undecided`].
pub trait Outcome: Sized {
    /// Whether there is one.
    const IS_RESULT: bool;
    /// The one value of a static one.
    const KNOWN: Option<Self>;
    /// `Self`, or a layout that is the verdict `V`.
    type Or<V: Known>: Parts;
    /// The same.
    fn or<V: Known>(self) -> Self::Or<V>;
    /// The layout; without a meaning where there is none.
    type Layout: IntegerLayout;
    /// The same.
    fn layout(self) -> Self::Layout;
}
impl<S: IntegerLeaves<D>, D: Shape> Outcome for Layout<S, D> {
    const IS_RESULT: bool = true;
    const KNOWN: Option<Self> = match (S::KNOWN, D::KNOWN) {
        (Some(shape), Some(stride)) => Some(Layout::sound(shape, stride)),
        _ => None,
    };
    type Or<V: Known> = Self;
    #[inline(always)]
    fn or<V: Known>(self) -> Self {
        self
    }
    type Layout = Self;
    #[inline(always)]
    fn layout(self) -> Self {
        self
    }
}
impl<S: IntegerLeaves<D>, D: Shape, RS: IntegerLeaves<RD>, RD: Shape> Outcome
    for Halved<Layout<S, D>, Layout<RS, RD>>
{
    const IS_RESULT: bool = true;
    const KNOWN: Option<Self> = match (Layout::<S, D>::KNOWN, Layout::<RS, RD>::KNOWN) {
        (Some(tile), Some(rest)) => Some(Halved { tile, rest }),
        _ => None,
    };
    type Or<V: Known> = Self;
    #[inline(always)]
    fn or<V: Known>(self) -> Self {
        self
    }
    type Layout = Layout<HList![S, RS], HList![D, RD]>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        self.tile.followed_by(self.rest.followed_by(Layout::sound(HNil, HNil)))
    }
}
impl Outcome for Undecided {
    const IS_RESULT: bool = false;
    const KNOWN: Option<Self> = Some(Undecided);
    type Or<V: Known> = Layout<V, V>;
    #[inline(always)]
    fn or<V: Known>(self) -> Layout<V, V> {
        Layout::sound(V::VALUE, V::VALUE)
    }
    type Layout = Layout<HNil, HNil>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        Layout::sound(HNil, HNil)
    }
}

/// A divided layout, or [`Undecided`].
pub trait Halves: Outcome {
    /// The tile.
    type Tile: Tree;
    /// What runs over the tiles.
    type Rest: Tree;
    /// Both.
    fn halves(self) -> (Self::Tile, Self::Rest);
}
impl<S: IntegerLeaves<D>, D: Shape, RS: IntegerLeaves<RD>, RD: Shape> Halves
    for Halved<Layout<S, D>, Layout<RS, RD>>
{
    type Tile = Layout<S, D>;
    type Rest = Layout<RS, RD>;
    #[inline(always)]
    fn halves(self) -> (Self::Tile, Self::Rest) {
        (self.tile, self.rest)
    }
}
impl Halves for Undecided {
    type Tile = Undecided;
    type Rest = Undecided;
    #[inline(always)]
    fn halves(self) -> (Undecided, Undecided) {
        (self, self)
    }
}

/// A layout, or [`Undecided`].
pub trait Tree: Outcome + Copy {
    /// With the mode `S:D` in front.
    type After<S: IntegerLeaves<D>, D: Shape>: Tree;
    /// The same.
    fn after<S: IntegerLeaves<D>, D: Shape>(self, s: S, d: D) -> Self::After<S, D>;
    /// As the mode in front of those of `T`.
    type Before<T: Tree>: Tree;
    /// The same.
    fn before<T: Tree>(self, others: T) -> Self::Before<T>;
    /// As the tile of the rest `R`.
    type Beside<R: Tree>: Halves;
    /// The same.
    fn beside<R: Tree>(self, rest: R) -> Self::Beside<R>;
    /// As the rest of the tile `S:D`.
    type Behind<S: IntegerLeaves<D>, D: Shape>: Halves;
    /// The same.
    fn behind<S: IntegerLeaves<D>, D: Shape>(self, s: S, d: D) -> Self::Behind<S, D>;
}
impl<S: IntegerLeaves<D>, D: Shape> Tree for Layout<S, D> {
    type After<S0: IntegerLeaves<D0>, D0: Shape> = Layout<HCons<S0, S>, HCons<D0, D>>;
    #[inline(always)]
    fn after<S0: IntegerLeaves<D0>, D0: Shape>(self, s: S0, d: D0) -> Self::After<S0, D0> {
        Layout::sound(s, d).followed_by(self)
    }
    type Before<T: Tree> = T::After<S, D>;
    #[inline(always)]
    fn before<T: Tree>(self, others: T) -> T::After<S, D> {
        others.after(self.shape(), self.stride())
    }
    type Beside<R: Tree> = R::Behind<S, D>;
    #[inline(always)]
    fn beside<R: Tree>(self, rest: R) -> R::Behind<S, D> {
        rest.behind(self.shape(), self.stride())
    }
    type Behind<S0: IntegerLeaves<D0>, D0: Shape> = Halved<Layout<S0, D0>, Self>;
    #[inline(always)]
    fn behind<S0: IntegerLeaves<D0>, D0: Shape>(self, s: S0, d: D0) -> Self::Behind<S0, D0> {
        Halved { tile: Layout::sound(s, d), rest: self }
    }
}
impl Tree for Undecided {
    type After<S: IntegerLeaves<D>, D: Shape> = Undecided;
    #[inline(always)]
    fn after<S: IntegerLeaves<D>, D: Shape>(self, _: S, _: D) -> Undecided {
        self
    }
    type Before<T: Tree> = Undecided;
    #[inline(always)]
    fn before<T: Tree>(self, _: T) -> Undecided {
        self
    }
    type Beside<R: Tree> = Undecided;
    #[inline(always)]
    fn beside<R: Tree>(self, _: R) -> Undecided {
        self
    }
    type Behind<S: IntegerLeaves<D>, D: Shape> = Undecided;
    #[inline(always)]
    fn behind<S: IntegerLeaves<D>, D: Shape>(self, _: S, _: D) -> Undecided {
        self
    }
}
