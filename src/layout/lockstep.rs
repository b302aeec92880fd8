//! Several layouts visited in lockstep: modes with the strides of all of them.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::U0;

use crate::layout::for_each::{Both, ForEach};
use crate::layout::loop_order::Offsets;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::same_extents::{SameExtents, same_extents_of_same_leaves};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Leaf, Static};
use crate::leaf::number::{Order, Versus};

/// Flat modes with the strides of one layout or of several.
pub trait ZipModes: Copy {
    /// The modes after the first one.
    type Others: ZipModes;
    /// The stride of the first mode.
    type Stride: Copy;
    /// The extent and the stride of the first mode, and the other modes; without meaning if there are none.
    fn split(self) -> (i64, Self::Stride, Self::Others);
    /// These modes with the strides of `M` too; without meaning if the extents differ.
    type Strided<M: ZipModes>: ZipModes;
    /// The first difference from the static extents or the number of leaves of `M`, or `V` if there is none.
    type Difference<M: ZipModes, V>;
    /// The first difference of the modes `S:D` and `T` from these, or `V`.
    type DifferenceFrom<S: Leaf, D, T: ZipModes, V>;
    /// `V`, or the difference if there is a mode.
    type IfNone<V>;
    /// These modes with the strides of `other` too.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode whose extents differ.
    fn strided<M: ZipModes>(self, other: M, at: usize) -> Result<Self::Strided<M>, Error>;
}
impl ZipModes for HNil {
    type Others = HNil;
    type Stride = Static<U0>;
    #[inline(always)]
    fn split(self) -> (i64, Static<U0>, HNil) {
        (1, Static::new(), HNil)
    }
    type Strided<M: ZipModes> = HNil;
    type Difference<M: ZipModes, V> = M::IfNone<V>;
    type DifferenceFrom<S: Leaf, D, T: ZipModes, V> = OtherRank<Mode<S, D>>;
    type IfNone<V> = V;
    #[inline(always)]
    fn strided<M: ZipModes>(self, _: M, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S: Leaf, D: Copy, T: ZipModes> ZipModes for HCons<Mode<S, D>, T> {
    type Others = T;
    type Stride = D;
    #[inline(always)]
    fn split(self) -> (i64, D, T) {
        (self.head.shape.number(), self.head.stride, self.tail)
    }
    type Strided<M: ZipModes> = HCons<Mode<S, Both<D, M::Stride>>, T::Strided<M::Others>>;
    type Difference<M: ZipModes, V> = M::DifferenceFrom<S, D, T, V>;
    type DifferenceFrom<S1: Leaf, D1, T1: ZipModes, V> =
        <Versus<S1, S> as Order>::IfUnequal<Differ<S1, S>, T1::Difference<T, V>>;
    type IfNone<V> = OtherRank<Mode<S, D>>;
    #[inline(always)]
    fn strided<M: ZipModes>(self, other: M, at: usize) -> Result<Self::Strided<M>, Error> {
        let Mode { shape, stride } = self.head;
        let (right, other, others) = other.split();
        let left = shape.number();
        if left != right {
            return Err(Error::new(Operation::Zip, Rule::EqualExtents { left, right }).at(at));
        }
        Ok(cons(mode(shape, Both(stride, other)), self.tail.strided(others, at + 1)?))
    }
}
/// One layout has a mode `M` after the other has ended.
pub struct OtherRank<M>(M);
/// The static extents `S` and `S1` differ.
pub struct Differ<S, S1>(S, S1);

/// Layouts that can be visited in lockstep. It is implemented for all that [`Agree`], so that rustc does not recommend
/// its impls.
pub trait InLockstep {}
impl<K: Agree> InLockstep for K {}
/// No difference prevents lockstep.
pub trait Agree {}
impl Agree for HNil {}
impl<S: Readable<Name: EqualTo<S1::Name>>, S1: Readable> Agree for Differ<S, S1> {}
impl<M: EqualLeaves> Agree for OtherRank<M> {}
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

/// Layouts, an hlist with the last one first, that are zipped with flat modes.
pub trait ZipAll: Copy {
    /// The modes `M` with the strides of all; without meaning if the extents differ.
    type Zipped<M: ZipModes>: ZipModes;
    /// The first difference from static extents or the number of leaves of `M`, or `V` if there is none.
    type Difference<M: ZipModes, V>;
    /// The modes with the strides of all.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first leaf whose extents differ.
    fn zip_all<M: ZipModes>(self, modes: M) -> Result<Self::Zipped<M>, Error>;
}
impl ZipAll for HNil {
    type Zipped<M: ZipModes> = M;
    type Difference<M: ZipModes, V> = V;
    #[inline(always)]
    fn zip_all<M: ZipModes>(self, modes: M) -> Result<M, Error> {
        Ok(modes)
    }
}
impl<H: AnyLayout<Modes: ZipModes>, T: ZipAll> ZipAll for HCons<H, T> {
    type Zipped<M: ZipModes> = <T::Zipped<M> as ZipModes>::Strided<ModesOf<H>>;
    type Difference<M: ZipModes, V> =
        T::Difference<M, <T::Zipped<M> as ZipModes>::Difference<ModesOf<H>, V>>;
    #[inline(always)]
    fn zip_all<M: ZipModes>(self, modes: M) -> Result<Self::Zipped<M>, Error> {
        self.tail.zip_all(modes)?.strided(self.head.modes(), 0)
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
impl<L: AnyLayout<Modes: ZipModes>, Ls: Layouts<Reversed = R>, R> Zip<Ls> for L
where
    R: ZipAll<Zipped<ModesOf<L>>: ForEach<Ls::Offsets>> + HaveExtentsOf<L>,
{
    type Zipped = R::Zipped<ModesOf<L>>;
    type Lockstep = R::Difference<ModesOf<L>, HNil>;
    const KNOWN: bool = R::KNOWN;
    #[inline(always)]
    fn zip_with(self, others: Ls) -> Result<Self::Zipped, Error> {
        let others = others.reversed();
        let modes = others.zip_all(self.modes())?;
        others.have_extents_of(self)?;
        Ok(modes)
    }
}
