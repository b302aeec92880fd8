//! The kind of shapes with their strides: what operations ask of a nested layout, leaf by leaf.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode};
use typenum::{B1, U1, UTerm};

use super::answer::Truth;
use super::list::List;
use super::nat::{Integral, Number};
use super::refusal::{GivenVerdict, Places};
use super::stride::{Element, Stride, Sum};
use super::tree::{Missing, Outcome, Tree};
use super::{Undecided, stride};
use crate::layout::codomain::IntegerStride;
use crate::layout::fill_from_modes::{FillFromModes, Sound};
use crate::layout::flatten::Flatten;
use crate::layout::same_extents::TopModes;
use crate::layout::still::Still;
use crate::layout::{Layout, Shape};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::{Basis, Place};
use crate::leaf::int::{Dyn, Index, Known, Static};
use crate::leaf::integers::{Integers, NoInteger, NotIntegers};
use crate::leaf::xor::Xor;
use crate::operation::composition::LeafOnto;
use crate::operation::mode;
use crate::operation::mode::OnlyMode;
use crate::operation::product::paired::{Copied, Copies, Pair};
use crate::operation::take;
use crate::operation::tiler;
use crate::operation::tiler::{Gather, Tiler, Tilers};
use crate::verdict::{Bad, Verdict};

/// A function of a leaf.
pub trait OnLeaf {
    /// The result for the leaf `S:D`, of as many leaves.
    type Of<S: Number, D: Stride>: Tree;
    /// The function for the leaves after `S:D`.
    type Next<S: Number, D: Stride>: OnLeaf;
}
/// A profile: coalesces layouts, one at each leaf.
pub trait Profile {
    /// The layout `S:D` coalesced relative to this profile, or `O` if the profile does not fit.
    type ByProfile<S: Leaves<D>, D, O: Tree>: Tree;
    /// The result as `R`, which is the same type.
    fn by_profile<S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R;
}
/// A choice of leaves.
pub trait Choice {
    /// The leaf `S:D`, if it is chosen, before the modes `T`.
    type Before<S: Number, D: Stride, T: Tree>: Tree;
}

/// A shape with the strides `D`.
pub trait Leaves<D>: Places + Copy {
    /// The number of leaves.
    const LEAVES: usize;
    /// The number of leaves of each mode; a leaf is its own only mode.
    const MODES: &'static TopModes =
        &TopModes::Mode { size: None, leaves: 1, others: &TopModes::End };
    /// True if no leaf is dynamic.
    const IS_STATIC: bool = false;
    /// The most numbers of a stride; 0 if all strides are integers.
    const TERMS: usize = 0;
    /// The dynamic integers among the leaves and in `I`, if strides are integers.
    type Among<I: Integers>: Integers;
    /// The dynamic integers among the leaves and in `I`, for strides of any kind.
    type Running<I: Integers>: Integers;
    /// The flat modes, before `T`.
    type Flatten<T: List>: List;
    /// Writes the dynamic numbers of the leaves, the first one at `at`; the static ones are there already.
    fn put(self, d: D, at: usize, to: &mut [Mode]);
    /// Writes all numbers, taking the number `term` of strides that are no integers.
    fn put_term(self, d: D, term: usize, at: usize, to: &mut [Mode]);
    /// Each leaf composed on the coalesced modes `A`. `W` is the whole right side.
    type Onto<A: List, W: List>: Tree;
    /// The function `F` of each leaf.
    type Each<F: OnLeaf>: Tree;
    /// The function `F` for the leaves after these.
    type Next<F: OnLeaf>: OnLeaf;
    /// The leaves that `F` chooses, flat, before the modes `T`.
    type Chosen<F: Choice, T: Tree>: Tree;
    /// Each mode composed on the coalesced modes `A`, as the modes of a grid. A leaf is a grid of one mode.
    type Copies<A: List, W: List>: Copied;
    /// The layout.
    type IntoTree: Tree;
    /// The modes of the layout, each paired with one of `G`. A leaf is its own only mode.
    type Paired<G: Copied, F: Pair>: Tree;
    /// The modes, to be paired with those of another layout.
    type Modes: Copied;
    /// The number of modes.
    type Rank: Number;
    /// Mode `K`, or `O` if there is none.
    type Mode<K: Number, O: Tree>: Tree;
    /// The modes from `B` on and before `E`, then those of `T`, or `O` if there are fewer modes.
    type Between<B: Number, E: Number, T: Tree, O: Tree>: Tree;
    /// `T`, or true for a verdict, which has reported the error already.
    type OrReported<T: Truth>: Truth;
    /// The operation `F` with the tiler `B` in the first mode and `T` in the others, or `O` if there are fewer modes.
    type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome>: Outcome;
    /// The result as `R`, which is the same type. An error names the mode, counted from `at`.
    fn each_mode<F: Gather, B: Tiler, T: Tilers, R: FillFromModes>(
        self,
        d: D,
        first: B,
        others: T,
        at: usize,
    ) -> Result<R, Error>;
    /// The layout if it is a tuple, else `O`.
    type IfTuple<O: Tree>: Tree;
    /// The first mode coalesced relative to the profile `P`, and the others to `T`, or `O` if there is no mode.
    type ByProfiles<P: Profile, T: Profile, O: Tree>: Tree;
    /// The result as `R`, which is the same type.
    #[inline(always)]
    fn by_profiles<P: Profile, T: Profile, R: FillFromModes>(self, _: D) -> R {
        R::fill_from_numbers(&[], 0, Sound::YES)
    }
    /// A composed layout as a tiler: `V`, unless strides are coordinates.
    type ByComposed<V: Known>: Known;
}
/// A leaf with the number `$s` and the stride `$d`. (There are four impls, not one for all integers, because rustc
/// would search for the numbers in each function.)
macro_rules! leaf {
    ($known:literal [$($g:tt)*] $shape:ty: $s:ty, $stride:ty: $d:ty, [$among:ident] $integers:ty,
        |$leaf:ident, $mode:ident| { $($put:tt)* }) => {
        impl<$($g)*> IntegerLeaves<$stride> for $shape {}
        impl<$($g)*> StridedLeaves<$stride> for $shape {
            type Then<T: Tree> = T::Cons<Self, $stride, HNil>;
            type Reversed<T: Tree> = Layout<Self, $stride>;
            integers!($stride);
        }
        impl<$($g)*> Leaves<$stride> for $shape {
            const LEAVES: usize = 1;
            const IS_STATIC: bool = $known;
            type Among<$among: Integers> = $integers;
            type Running<$among: Integers> = $integers;
            type Flatten<T: List> = T::Cons<$s, $d>;
            #[inline(always)]
            fn put(self, d: $stride, at: usize, to: &mut [Mode]) {
                let ($leaf, $mode) = ((self, d), &mut to[at]);
                $($put)*
            }
            fn put_term(self, d: $stride, _: usize, at: usize, to: &mut [Mode]) {
                to[at] = Mode { shape: self.number(), stride: d.number() };
            }
            type Onto<A: List, W: List> = LeafOnto<$s, $d, A, W>;
            type Each<F: OnLeaf> = F::Of<$s, $d>;
            type Next<F: OnLeaf> = F::Next<$s, $d>;
            type Chosen<F: Choice, T: Tree> = F::Before<$s, $d, T>;
            type Copies<A: List, W: List> = Copies<LeafOnto<$s, $d, A, W>, HNil>;
            type IntoTree = Layout<Self, $stride>;
            type Paired<G: Copied, F: Pair> = <F::Of<Self::IntoTree, G::First> as Tree>::Before<
                <G::Others as Copied>::WithUnits<F>,
                HNil,
            >;
            type Modes = Copies<Self::IntoTree, HNil>;
            type Rank = U1;
            type Mode<K: Number, O: Tree> = OnlyMode<Self, $stride, K, O>;
            type Between<B: Number, E: Number, T: Tree, O: Tree> =
                take::Between<Self, $stride, HNil, HNil, B, E, T, O>;
            type OrReported<T: Truth> = T;
            // A leaf is its own only mode.
            type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> =
                tiler::Modes<F, B, Self, $stride, T, HNil, HNil, O>;
            #[inline(always)]
            fn each_mode<F: Gather, B: Tiler, T: Tilers, Out: FillFromModes>(
                self,
                d: $stride,
                first: B,
                others: T,
                at: usize,
            ) -> Result<Out, Error> {
                let rest = Layout::sound(HNil, HNil);
                tiler::modes::<F, _, _, _, _, _, _, _>((first, others), Layout::sound(self, d), rest, at)
            }
            type IfTuple<O: Tree> = O;
            type ByProfiles<P: Profile, PT: Profile, O: Tree> = O;
            type ByComposed<V: Known> = V;
        }
    };
}
/// Integers are their own integer form.
macro_rules! integers {
    ($stride:ty) => {
        type IntegerShape = Self;
        type IntegerStride = $stride;
        #[inline(always)]
        fn in_integers(self, d: $stride) -> (Self, $stride) {
            (self, d)
        }
    };
}
/// A leaf of `I` among others.
type Also<I, T> = <<I as Index>::Itself as Integers>::With<T>;
leaf!(true [S: Number, D: Number] Static<S>: S, Static<D>: D, [T] T,
    |_leaf, _mode| {});
leaf!(false [S: Number, I: Index] Static<S>: S, Dyn<I>: Dyn<I>, [T] Also<I, T>,
    |leaf, mode| { mode.stride = leaf.1.0.to_usize() as i64; });
leaf!(false [I: Index, D: Number] Dyn<I>: Dyn<I>, Static<D>: D, [T] Also<I, T>,
    |leaf, mode| { mode.shape = leaf.0.0.to_usize() as i64; });
leaf!(false [I: Index, J: Index] Dyn<I>: Dyn<I>, Dyn<J>: Dyn<J>, [T] Also<I, Also<J, T>>,
|leaf, mode| {
    mode.shape = leaf.0.0.to_usize() as i64;
    mode.stride = leaf.1.0.to_usize() as i64;
});
impl Leaves<HNil> for HNil {
    const LEAVES: usize = 0;
    const MODES: &'static TopModes = &TopModes::End;
    const IS_STATIC: bool = true;
    type Among<I: Integers> = I;
    type Running<I: Integers> = I;
    type Flatten<T: List> = T;
    #[inline(always)]
    fn put(self, _: HNil, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn put_term(self, _: HNil, _: usize, _: usize, _: &mut [Mode]) {}
    type Onto<A: List, W: List> = Layout<HNil, HNil>;
    type Each<F: OnLeaf> = Layout<HNil, HNil>;
    type Next<F: OnLeaf> = F;
    type Chosen<F: Choice, T: Tree> = T;
    type Copies<A: List, W: List> = HNil;
    type IntoTree = Layout<HNil, HNil>;
    type Paired<G: Copied, F: Pair> = G::WithUnits<F>;
    type Modes = HNil;
    type Rank = UTerm;
    type Mode<K: Number, O: Tree> = O;
    type Between<B: Number, E: Number, T: Tree, O: Tree> = <E::IsZero as take::TakeIf>::Else<T, O>;
    type OrReported<T: Truth> = T;
    // The layout has no mode left.
    type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> = O;
    #[inline(always)]
    fn each_mode<F: Gather, B: Tiler, T: Tilers, R: FillFromModes>(
        self,
        _: HNil,
        _: B,
        _: T,
        _: usize,
    ) -> Result<R, Error> {
        Ok(R::fill_from_numbers(&[], 0, Sound::YES))
    }
    type IfTuple<O: Tree> = Self::IntoTree;
    type ByProfiles<P: Profile, T: Profile, O: Tree> = O;
    type ByComposed<V: Known> = V;
}
impl<S: Leaves<D>, ST: Leaves<DT>, D: Copy, DT: Copy> Leaves<HCons<D, DT>> for HCons<S, ST> {
    const LEAVES: usize = S::LEAVES + ST::LEAVES;
    const TERMS: usize = if S::TERMS > ST::TERMS { S::TERMS } else { ST::TERMS };
    const MODES: &'static TopModes =
        &TopModes::Mode { size: None, leaves: S::LEAVES, others: ST::MODES };
    const IS_STATIC: bool = S::IS_STATIC && ST::IS_STATIC;
    type Among<I: Integers> = S::Among<ST::Among<I>>;
    type Running<I: Integers> = S::Running<ST::Running<I>>;
    type Flatten<T: List> = S::Flatten<ST::Flatten<T>>;
    #[inline(always)]
    fn put(self, d: HCons<D, DT>, at: usize, to: &mut [Mode]) {
        if const { !S::IS_STATIC } {
            self.head.put(d.head, at, to);
        }
        if const { !ST::IS_STATIC } {
            self.tail.put(d.tail, at + S::LEAVES, to);
        }
    }
    fn put_term(self, d: HCons<D, DT>, term: usize, at: usize, to: &mut [Mode]) {
        self.head.put_term(d.head, term, at, to);
        self.tail.put_term(d.tail, term, at + S::LEAVES, to);
    }
    type Onto<A: List, W: List> = <S::Onto<A, W> as Tree>::Before<ST::Onto<A, W>, S>;
    type Each<F: OnLeaf> = <S::Each<F> as Tree>::Before<ST::Each<S::Next<F>>, S>;
    type Next<F: OnLeaf> = ST::Next<S::Next<F>>;
    type Chosen<F: Choice, T: Tree> = S::Chosen<F, ST::Chosen<F, T>>;
    type Copies<A: List, W: List> = Copies<S::Onto<A, W>, ST::Copies<A, W>>;
    type IntoTree = <S::IntoTree as Tree>::Before<ST::IntoTree, HNil>;
    type Paired<G: Copied, F: Pair> =
        <F::Of<S::IntoTree, G::First> as Tree>::Before<ST::Paired<G::Others, F>, HNil>;
    type Modes = Copies<S::IntoTree, ST::Modes>;
    type Rank = <ST::Rank as Number>::Next;
    type Mode<K: Number, O: Tree> = <K::IsZero as mode::ModeIf>::Mode<S, D, ST, DT, K, O>;
    type Between<B: Number, E: Number, T: Tree, O: Tree> = take::Between<S, D, ST, DT, B, E, T, O>;
    type OrReported<T: Truth> = T;
    type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> =
        tiler::Modes<F, B, S, D, T, ST, DT, O>;
    #[inline(always)]
    fn each_mode<F: Gather, B: Tiler, T: Tilers, R: FillFromModes>(
        self,
        d: HCons<D, DT>,
        first: B,
        others: T,
        at: usize,
    ) -> Result<R, Error> {
        let (mode, rest) = (Layout::sound(self.head, d.head), Layout::sound(self.tail, d.tail));
        tiler::modes::<F, _, _, _, _, _, _, _>((first, others), mode, rest, at)
    }
    type IfTuple<O: Tree> = Self::IntoTree;
    type ByProfiles<P: Profile, T: Profile, O: Tree> =
        <P::ByProfile<S, D, O> as Tree>::Before<T::ByProfile<ST, DT, O>, HNil>;
    #[inline(always)]
    fn by_profiles<P: Profile, T: Profile, R: FillFromModes>(self, d: HCons<D, DT>) -> R {
        if const { R::IS_REFUSED } {
            return R::fill_from_numbers(&[], 0, Sound::YES);
        }
        let first = P::by_profile::<S, D, R::First>(Layout::sound(self.head, d.head));
        let others = T::by_profile::<ST, DT, R::Others>(Layout::sound(self.tail, d.tail));
        R::followed(first, others, Sound::YES)
    }
    type ByComposed<V: Known> = S::ByComposed<ST::ByComposed<V>>;
}
// If such strides are on the right, or in an operation for integers, their `Among` is the verdict.
macro_rules! no_integers {
    ($d:ty) => {
        type Onto<A: List, W: List> = Undecided;
        type Copies<A: List, W: List> = Undecided;
    };
}
/// A leaf with a stride that is no integer. (There is an impl for each kind, as above.)
macro_rules! elements {
    ($([$($g:tt)*] $s:ty, $d:ty;)*) => {$(
        impl<$($g)*> Leaves<$d> for $s {
            const LEAVES: usize = 1;
            const TERMS: usize = <$d as stride::Stride>::TERMS;
            type Among<Others: Integers> = NotIntegers<<$d as Element>::Verdict>;
            type Running<Others: Integers> = <$s as Integral>::Among<<$d as Element>::Among<Others>>;
            type Flatten<L: List> = L::Cons<<$s as Integral>::Number, $d>;
            #[inline(always)]
            fn put(self, d: $d, at: usize, to: &mut [Mode]) {
                self.put_term(d, 0, at, to);
            }
            fn put_term(self, d: $d, term: usize, at: usize, to: &mut [Mode]) {
                let stride = if term < <$d as stride::Stride>::TERMS { d.term(term) } else { 0 };
                to[at] = Mode { shape: self.number(), stride };
            }
            type Each<F: OnLeaf> = F::Of<<$s as Integral>::Number, $d>;
            type Next<F: OnLeaf> = F::Next<<$s as Integral>::Number, $d>;
            type Chosen<F: Choice, T: Tree> = F::Before<<$s as Integral>::Number, $d, T>;
            type IntoTree = Layout<$s, $d>;
            // A leaf is its own only mode.
            type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> =
                tiler::Modes<F, B, Self, $d, T, HNil, HNil, O>;
            #[inline(always)]
            fn each_mode<F: Gather, B: Tiler, T: Tilers, Out: FillFromModes>(
                self,
                d: $d,
                first: B,
                others: T,
                at: usize,
            ) -> Result<Out, Error> {
                let rest = Layout::sound(HNil, HNil);
                tiler::modes::<F, _, _, _, _, _, _, _>((first, others), Layout::sound(self, d), rest, at)
            }
            type IfTuple<O: Tree> = O;
            type ByProfiles<F: Profile, FT: Profile, O: Tree> = O;
            type ByComposed<V: Known> = <$d as Element>::ByComposed<V>;
            type Paired<G: Copied, F: Pair> = <F::Of<Self::IntoTree, G::First> as Tree>::Before<
                <G::Others as Copied>::WithUnits<F>,
                HNil,
            >;
            type Modes = Copies<Self::IntoTree, HNil>;
            type Rank = U1;
            type Mode<K: Number, O: Tree> = OnlyMode<Self, $d, K, O>;
            type Between<B: Number, E: Number, T: Tree, O: Tree> =
                take::Between<Self, $d, HNil, HNil, B, E, T, O>;
            type OrReported<T: Truth> = T;
            no_integers!($d);
        }
        impl<$($g)*> StridedLeaves<$d> for $s {
            type Then<L: Tree> = L::Cons<Self, $d, HNil>;
            type Reversed<L: Tree> = Layout<Self, $d>;
            type IntegerShape = Missing;
            type IntegerStride = Missing;
            #[inline(always)]
            fn in_integers(self, _: $d) -> (Missing, Missing) {
                (Missing, Missing)
            }
        }
    )*};
}
elements! {
    [N: Number, M: Integral, P: Place] Static<N>, Basis<M, P>;
    [I: Index, M: Integral, P: Place] Dyn<I>, Basis<M, P>;
    [N: Number, U: Sum] Static<N>, ArithmeticTuple<U>;
    [I: Index, U: Sum] Dyn<I>, ArithmeticTuple<U>;
    [N: Number, M: Integral] Static<N>, Xor<M>;
    [I: Index, M: Integral] Dyn<I>, Xor<M>;
}
// A verdict in an operand is the verdict of the operation.
impl<R, At, X, Y, D> Leaves<D> for Bad<R, At, X, Y> {
    const LEAVES: usize = 1;
    type Among<I: Integers> = NotIntegers<Self>;
    type Running<I: Integers> = NotIntegers<Self>;
    type Flatten<T: List> = T;
    #[inline(always)]
    fn put(self, _: D, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn put_term(self, _: D, _: usize, _: usize, _: &mut [Mode]) {}
    type Each<F: OnLeaf> = GivenVerdict<Self>;
    type Next<F: OnLeaf> = F;
    type Chosen<F: Choice, T: Tree> = GivenVerdict<Self>;
    type IntoTree = GivenVerdict<Self>;
    type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> = GivenVerdict<Self>;
    #[inline(always)]
    fn each_mode<F: Gather, B: Tiler, T: Tilers, Out: FillFromModes>(
        self,
        _: D,
        _: B,
        _: T,
        _: usize,
    ) -> Result<Out, Error> {
        Ok(Out::fill_from_numbers(&[], 0, Sound::YES))
    }
    type IfTuple<O: Tree> = Self::IntoTree;
    type ByProfiles<P: Profile, T: Profile, O: Tree> = Self::IntoTree;
    type ByComposed<V: Known> = V;
    type Paired<G: Copied, F: Pair> = Self::IntoTree;
    type Modes = Copies<Self::IntoTree, HNil>;
    // The verdict has reported the error already, so every mode exists.
    type Rank = UTerm;
    type Mode<K: Number, O: Tree> = Layout<HNil, HNil>;
    type Between<B: Number, E: Number, T: Tree, O: Tree> = T;
    type OrReported<T: Truth> = B1;
    no_integers!(D);
}

/// A nested shape with the strides `D`, as the leaves of a result.
pub trait StridedLeaves<D>: Leaves<D> + Flatten<D, IsCongruent = B1> {
    /// The modes, then those of `T`. A leaf is its own only mode.
    type Then<T: Tree>: Tree;
    /// The modes in reverse order, then those of `T`; a leaf stays as it is.
    type Reversed<T: Tree>: Tree;
    /// The shape, with [`Missing`] where strides are no integers.
    type IntegerShape: IntegerLeaves<Self::IntegerStride>;
    /// The strides, with [`Missing`] in place of those that are no integers.
    type IntegerStride: IntegerStride;
    /// Both.
    fn in_integers(self, d: D) -> (Self::IntegerShape, Self::IntegerStride);
}
/// A nested shape with the strides `D`, all of them integers. It is no verdict, so it can be a mode of any layout.
pub trait IntegerLeaves<D>:
    StridedLeaves<D> + Leaves<D, IntoTree = Layout<Self, D>> + Verdict<Out = HNil> + Still
{
    /// True if some of them replace a result that does not exist.
    const IS_MISSING: bool = false;
}
// A verdict is arranged like a leaf, up to the operation that reports it.
impl<R, At, X, Y> StridedLeaves<Self> for Bad<R, At, X, Y> {
    type Then<T: Tree> = GivenVerdict<Self>;
    type Reversed<T: Tree> = Layout<HNil, HNil>;
    type IntegerShape = Missing;
    type IntegerStride = Missing;
    #[inline(always)]
    fn in_integers(self, _: Self) -> (Missing, Missing) {
        (Missing, Missing)
    }
}
impl IntegerLeaves<HNil> for HNil {}
impl StridedLeaves<HNil> for HNil {
    type Then<T: Tree> = T;
    type Reversed<T: Tree> = T;
    integers!(HNil);
}
impl<S: IntegerLeaves<D>, ST: IntegerLeaves<DT>, D: Shape, DT: Shape> IntegerLeaves<HCons<D, DT>>
    for HCons<S, ST>
{
    const IS_MISSING: bool = S::IS_MISSING || ST::IS_MISSING;
}
impl<S: StridedLeaves<D>, ST: StridedLeaves<DT>, D: Shape, DT: Shape> StridedLeaves<HCons<D, DT>>
    for HCons<S, ST>
{
    type Then<T: Tree> = <ST::Then<T> as Tree>::Cons<S, D, HNil>;
    type Reversed<T: Tree> = ST::Reversed<T::Cons<S, D, HNil>>;
    type IntegerShape = HCons<S::IntegerShape, ST::IntegerShape>;
    type IntegerStride = HCons<S::IntegerStride, ST::IntegerStride>;
    #[inline(always)]
    fn in_integers(self, d: HCons<D, DT>) -> (Self::IntegerShape, Self::IntegerStride) {
        let (head, stride) = self.head.in_integers(d.head);
        let (tail, strides) = self.tail.in_integers(d.tail);
        (HCons { head, tail }, HCons { head: stride, tail: strides })
    }
}

/// The largest offset of a layout with integer strides.
pub type Reach<S, D> = <<S as Leaves<D>>::Flatten<HNil> as List>::Largest;
/// The dynamic integers among the leaves of a layout with integer strides.
pub type Among<S, D> = <S as Leaves<D>>::Among<NoInteger>;
/// The dynamic integers among the leaves of two layouts with integer strides.
pub type AmongBoth<AS, AD, BS, BD> = <AS as Leaves<AD>>::Among<Among<BS, BD>>;
/// The dynamic integers among the leaves of a layout with strides of any kind.
pub type Running<S, D> = <S as Leaves<D>>::Running<NoInteger>;
/// The dynamic integers among the leaves of a left side with strides of any kind, and of a right side with integer
/// strides.
pub type RunningBoth<AS, AD, BS, BD> = <AS as Leaves<AD>>::Running<Among<BS, BD>>;
