//! Several layouts visited in lockstep: modes with the strides of all of them.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::IsEqual;

use crate::layout::for_each::{Both, ForEach};
use crate::layout::loop_order::Offsets;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::same_extents::{SameExtents, same_extents_of_same_leaves};
use crate::layout::{AnyLayout, ModesOf, Staticness};
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Dyn, Leaf, Static};

/// Flat modes of two layouts with the same extents, as modes with both strides.
pub trait ZipModes<M>: Copy {
    /// The modes with both strides; without meaning if the extents differ.
    type Out: Copy;
    /// `HNil` if static extents and the numbers of leaves are the same, else the difference.
    type Lockstep;
    /// The modes with both strides.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode whose extents differ.
    fn zip_modes(self, other: M, at: usize) -> Result<Self::Out, Error>;
}
impl ZipModes<HNil> for HNil {
    type Out = HNil;
    type Lockstep = HNil;
    #[inline(always)]
    fn zip_modes(self, _: HNil, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S: Leaf, D: Copy, T, S1: Leaf, D1: Copy, T1: Copy> ZipModes<HCons<Mode<S1, D1>, T1>>
    for HCons<Mode<S, D>, T>
where
    S: ExtentLike<S1>,
    T: ZipModes<T1>,
{
    type Out = HCons<Mode<S, Both<D, D1>>, T::Out>;
    type Lockstep = S::Then<T::Lockstep>;
    #[inline(always)]
    fn zip_modes(self, other: HCons<Mode<S1, D1>, T1>, at: usize) -> Result<Self::Out, Error> {
        let (shape, left, right) =
            (self.head.shape, self.head.shape.number(), other.head.shape.number());
        if left != right {
            return Err(Error::new(Operation::Zip, Rule::EqualExtents { left, right }).at(at));
        }
        let strides = Both(self.head.stride, other.head.stride);
        Ok(cons(mode(shape, strides), self.tail.zip_modes(other.tail, at + 1)?))
    }
}
impl<M: Copy, T: Copy> ZipModes<HNil> for HCons<M, T> {
    type Out = HNil;
    type Lockstep = OtherRank<M>;
    fn zip_modes(self, _: HNil, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<M, T> ZipModes<HCons<M, T>> for HNil {
    type Out = HNil;
    type Lockstep = OtherRank<M>;
    fn zip_modes(self, _: HCons<M, T>, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
/// One layout has a mode `M` after the other has ended.
pub struct OtherRank<M>(M);
/// The static extents `S` and `S1` differ.
pub struct Differ<S, S1>(S, S1);

/// Extents that may be equal: not two static ones that differ.
pub trait ExtentLike<S> {
    /// `V`, or the difference.
    type Then<V>;
}
impl<N: IsEqual<M, Output: Staticness>, M> ExtentLike<Static<M>> for Static<N> {
    type Then<V> = <N::Output as Staticness>::If<V, Differ<Self, Static<M>>>;
}
impl<I, M> ExtentLike<Static<M>> for Dyn<I> {
    type Then<V> = V;
}
impl<S, I> ExtentLike<Dyn<I>> for S {
    type Then<V> = V;
}

/// Layouts that can be visited in lockstep. It is implemented for all that [`Agree`], so that rustc does not recommend
/// its impls.
pub trait InLockstep {}
impl<K: Agree> InLockstep for K {}
/// No difference prevents lockstep.
pub trait Agree {}
impl Agree for HNil {}
impl<S: Readable<Name: EqualTo<S1::Name>>, S1: Readable> Agree for Differ<S, S1> {}
impl<M: EqualLeaves> Agree for OtherRank<M> {}
/// `Self`, or `V` if `Self` is no difference.
pub trait AndThen<V> {
    /// The first difference.
    type Out;
}
impl<V> AndThen<V> for HNil {
    type Out = V;
}
impl<S, S1, V> AndThen<V> for Differ<S, S1> {
    type Out = Self;
}
impl<M, V> AndThen<V> for OtherRank<M> {
    type Out = Self;
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "zip: equal extents: the extents {Self} and {S} differ; rows as columns are `t.transposed()`, and a stride of 0 repeats a vector, `v.compose(layout!((m,n):(0,1)))` in each of `m` rows",
    label = "another has not the same extents"
)]
pub trait EqualTo<S> {}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "zip: equal extents: one layout has more leaves than another; a stride of 0 repeats a vector, `v.compose(layout!((m,n):(0,1)))` in each of `m` rows",
    label = "another has not as many leaves"
)]
pub trait EqualLeaves {}

// The trait is on the list and not on the modes, so that a type that is not yet known decides nothing.
/// Layouts, an hlist with the last one first, whose flat modes match the flat modes `M`.
pub trait ZipAll<M>: Copy {
    /// The modes with the strides of all; without meaning if the extents differ.
    type Out: Copy;
    /// `HNil` if static extents and the numbers of leaves are the same, else the difference.
    type Lockstep;
    /// The modes with the strides of all.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first leaf whose extents differ.
    fn zip_all(self, modes: M) -> Result<Self::Out, Error>;
}
impl<M: Copy> ZipAll<M> for HNil {
    type Out = M;
    type Lockstep = HNil;
    #[inline(always)]
    fn zip_all(self, modes: M) -> Result<M, Error> {
        Ok(modes)
    }
}
impl<M, H: AnyLayout, T, Z> ZipAll<M> for HCons<H, T>
where
    T: ZipAll<M, Out = Z, Lockstep: AndThen<Z::Lockstep>>,
    Z: ZipModes<ModesOf<H>>,
{
    type Out = Z::Out;
    type Lockstep = <T::Lockstep as AndThen<Z::Lockstep>>::Out;
    #[inline(always)]
    fn zip_all(self, modes: M) -> Result<Z::Out, Error> {
        self.tail.zip_all(modes)?.zip_modes(self.head.modes(), 0)
    }
}

/// Layouts, an hlist, that have the extents of `L`, mode by mode at the top.
pub trait HaveExtentsOf<L> {
    /// True if the types show it. Extents that the types know to differ do not build.
    const KNOWN: bool;
    /// Checks that they have the extents of `layout`, if all have the same leaves.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] with the sizes of the first mode at the top that differs.
    fn have_extents_of(self, layout: L) -> Result<(), Error>;
}
impl<L> HaveExtentsOf<L> for HNil {
    const KNOWN: bool = true;
    #[inline(always)]
    fn have_extents_of(self, _: L) -> Result<(), Error> {
        Ok(())
    }
}
impl<L: AnyLayout, H: AnyLayout, T: HaveExtentsOf<L>> HaveExtentsOf<L> for HCons<H, T> {
    const KNOWN: bool = T::KNOWN && SameExtents::<L, H>::REPEATED;
    #[inline(always)]
    fn have_extents_of(self, layout: L) -> Result<(), Error> {
        self.tail.have_extents_of(layout)?;
        same_extents_of_same_leaves(Operation::Zip, layout, self.head)
    }
}

/// A layout, or a tuple of at most eight layouts.
pub trait Layouts: Copy {
    /// The layouts, the last one first.
    type Reversed: Copy;
    /// Offsets in a layout that is written and in these: nested pairs, the first layout innermost.
    type Offsets: Offsets;
    /// The layouts, the last one first.
    fn reversed(self) -> Self::Reversed;
}
impl<L: AnyLayout> Layouts for L {
    type Reversed = HCons<L, HNil>;
    type Offsets = (usize, usize);
    #[inline(always)]
    fn reversed(self) -> Self::Reversed {
        cons(self, HNil)
    }
}
/// The hlist of the names before what follows: the last name comes first.
macro_rules! reversed {
    (@type ; $to:ty) => { $to };
    (@type $first:ident $($rest:ident)*; $to:ty) => { reversed!(@type $($rest)*; HCons<$first, $to>) };
    (@offsets ; $to:ty) => { $to };
    (@offsets $first:ident $($rest:ident)*; $to:ty) => { reversed!(@offsets $($rest)*; ($to, usize)) };
    (@value ; $to:expr) => { $to };
    (@value $first:ident $($rest:ident)*; $to:expr) => { reversed!(@value $($rest)*; cons($first, $to)) };
}
macro_rules! tuples {
    ($($($l:ident)*;)*) => {$(
        impl<$($l: AnyLayout),*> Layouts for ($($l,)*) {
            type Reversed = reversed!(@type $($l)*; HNil);
            type Offsets = reversed!(@offsets $($l)*; usize);
            #[inline(always)]
            fn reversed(self) -> Self::Reversed {
                #[allow(non_snake_case, reason = "the layouts have the names of their types")]
                let ($($l,)*) = self;
                reversed!(@value $($l)*; HNil)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

/// Layouts that can be visited in lockstep with `Ls`, a layout or a tuple of at most eight: they have as many leaves
/// and the same static extents. The bound of [`Tensor::zip_mut_with`](crate::Tensor::zip_mut_with).
pub trait ZipWith<Ls: Layouts>: Zip<Ls, Lockstep: InLockstep> {}
impl<L: Zip<Ls, Lockstep: InLockstep>, Ls: Layouts> ZipWith<Ls> for L {}

/// [`ZipWith`] before the verdict is checked.
#[diagnostic::on_unimplemented(
    message = "zip: not layouts of as many leaves, or in generic code ones without the bound `ZipWith<L>`"
)]
pub trait Zip<Ls: Layouts>: AnyLayout {
    /// The flat modes with the strides of all.
    type Zipped: ForEach<Ls::Offsets>;
    /// `HNil` if static extents and the numbers of leaves are the same, else the difference.
    type Lockstep;
    /// True if the types show that extents are the same, mode by mode at the top. Extents that the types know to differ
    /// do not build.
    const KNOWN: bool;
    /// The flat modes with the strides of all.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first leaf, or else the first mode at the top, whose extents differ.
    fn zip_with(self, others: Ls) -> Result<Self::Zipped, Error>;
}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout, Ls: Layouts<Reversed = R>, R> Zip<Ls> for L
where
    R: ZipAll<ModesOf<L>, Out: ForEach<Ls::Offsets>> + HaveExtentsOf<L>,
{
    type Zipped = R::Out;
    type Lockstep = R::Lockstep;
    const KNOWN: bool = R::KNOWN;
    #[inline(always)]
    fn zip_with(self, others: Ls) -> Result<R::Out, Error> {
        let others = others.reversed();
        let modes = others.zip_all(self.modes())?;
        others.have_extents_of(self)?;
        Ok(modes)
    }
}
