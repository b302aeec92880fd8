//! Incomplete coordinates: integers, and `..` or a range for what a slice keeps
//! ([004](crate::guide::papers), section 2.5.1).

use core::ops::RangeFull;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Rule;

use super::kept::Kept;
use crate::layout::coordinate::{Coordinate, Whole};
use crate::layout::modes::{Mode, cons, mode};

pub(super) mod sealed {
    pub trait Sealed {}
    impl Sealed for core::ops::RangeFull {}
    impl<C: crate::layout::coordinate::Whole> Sealed for C {}
    impl<C, const N: usize> Sealed for [C; N] {}
}

/// A coordinate of the layout `S:D` in which `..` (in papers `_`) keeps a mode and a range, `1..4`, keeps a part of
/// one. `O` is the type of offsets. Sealed: layouts rely on what it keeps.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `t.reversed::<0>()`"
)]
pub trait Slice<S, D, O = usize>: Clone + sealed::Sealed {
    /// The number of bits that offsets are computed with, see [`Coordinate::BITS`]; a range has 64.
    #[doc(hidden)]
    const BITS: u32;
    /// The kept part of the mode: no mode or one, as an hlist of [`Mode`]. Several pieces of one mode stay together as
    /// a tuple; a single piece is not wrapped ([004](crate::guide::papers), figure 5).
    type Kept: Kept;
    /// The modes that are kept.
    ///
    /// # Panics
    /// If a range does not lie in its mode.
    fn kept(&self, shape: S, stride: D) -> Self::Kept;
    /// `from` plus the offset of the given coordinates, which are not negative, and of the beginnings of ranges.
    fn accumulate(&self, shape: S, stride: D, from: O) -> O;
    /// `accumulate` in 32 bits, for shapes and strides that fit these.
    #[doc(hidden)]
    fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32;
    /// Returns whether no integer in it is negative.
    #[doc(hidden)]
    fn is_natural(&self) -> bool;
    /// Returns whether the given coordinates lie in the shape.
    fn within(&self, shape: S) -> bool;
    /// The rule that coordinates outside of the shape break, and at which mode; this one is at `at`.
    #[doc(hidden)]
    #[cold]
    fn outside(&self, shape: S, at: usize) -> (Rule, usize) {
        let _ = shape;
        (Rule::CoordinateOutside, at)
    }
}

#[diagnostic::do_not_recommend]
impl<S, D, O> Slice<S, D, O> for RangeFull {
    const BITS: u32 = 0;
    type Kept = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn kept(&self, shape: S, stride: D) -> Self::Kept {
        cons(mode(shape, stride), HNil)
    }
    #[inline(always)]
    fn accumulate(&self, _: S, _: D, from: O) -> O {
        from
    }
    #[inline(always)]
    fn accumulate_u32(&self, _: S, _: D, from: u32) -> u32 {
        from
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        true
    }
    #[inline(always)]
    fn within(&self, _: S) -> bool {
        true
    }
}
/// A coordinate without `..` keeps nothing. (There is one impl for each integer, so that a literal decides what is kept
/// before its type is inferred.)
macro_rules! without_kept {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*, S, D, O> Slice<S, D, O> for $t
        where
            Self: Coordinate<O, S, D, ()>,
        {
            const BITS: u32 = <Self as Coordinate<O, S, D, ()>>::BITS;
            type Kept = HNil;
            #[inline(always)]
            fn kept(&self, _: S, _: D) -> HNil {
                HNil
            }
            #[inline(always)]
            fn accumulate(&self, shape: S, stride: D, from: O) -> O {
                Coordinate::<O, S, D, ()>::accumulate(*self, shape, stride, from)
            }
            #[inline(always)]
            fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32 {
                Coordinate::<O, S, D, ()>::accumulate_u32(*self, shape, stride, from)
            }
            #[inline(always)]
            fn is_natural(&self) -> bool {
                Coordinate::<O, S, D, ()>::is_natural(*self)
            }
            #[inline(always)]
            fn within(&self, shape: S) -> bool {
                Coordinate::<O, S, D, ()>::within(*self, shape)
            }
        }
    )*};
}
without_kept! {
    [C: Whole] C;
    [C: Copy, const N: usize] [C; N];
}

/// The modes that a tuple of coordinates keeps.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `t.reversed::<0>()`"
)]
pub trait SliceModes<S, D, O>: Clone {
    /// [`Slice::BITS`]
    const BITS: u32;
    /// An hlist of [`Mode`].
    type Kept: Kept;
    /// The modes.
    fn kept(&self, shape: S, stride: D) -> Self::Kept;
    /// [`Slice::accumulate`]
    fn accumulate(&self, shape: S, stride: D, from: O) -> O;
    /// [`Slice::accumulate_u32`]
    fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32;
    /// [`Slice::is_natural`]
    fn is_natural(&self) -> bool;
    /// Returns whether the given coordinates lie in the shape.
    fn within(&self, shape: S) -> bool;
    /// [`Slice::outside`] for the coordinates from `at` on.
    fn outside(&self, shape: S, at: usize) -> (Rule, usize);
}
#[diagnostic::do_not_recommend]
impl<O> SliceModes<HNil, HNil, O> for HNil {
    const BITS: u32 = 0;
    type Kept = HNil;
    #[inline(always)]
    fn kept(&self, _: HNil, _: HNil) -> HNil {
        HNil
    }
    #[inline(always)]
    fn accumulate(&self, _: HNil, _: HNil, from: O) -> O {
        from
    }
    #[inline(always)]
    fn accumulate_u32(&self, _: HNil, _: HNil, from: u32) -> u32 {
        from
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        true
    }
    #[inline(always)]
    fn within(&self, _: HNil) -> bool {
        true
    }
    #[cold]
    fn outside(&self, _: HNil, at: usize) -> (Rule, usize) {
        (Rule::CoordinateOutside, at)
    }
}
#[diagnostic::do_not_recommend]
impl<C, CT, S: Copy, ST: Copy, D: Copy, DT: Copy, O> SliceModes<HCons<S, ST>, HCons<D, DT>, O>
    for HCons<C, CT>
where
    C: Slice<S, D, O>,
    CT: SliceModes<ST, DT, O>,
{
    const BITS: u32 = if C::BITS > CT::BITS { C::BITS } else { CT::BITS };
    type Kept = <C::Kept as Kept>::Then<CT::Kept>;
    #[inline(always)]
    fn kept(&self, shape: HCons<S, ST>, stride: HCons<D, DT>) -> Self::Kept {
        let head = self.head.kept(shape.head, stride.head);
        head.then(self.tail.kept(shape.tail, stride.tail))
    }
    #[inline(always)]
    fn accumulate(&self, shape: HCons<S, ST>, stride: HCons<D, DT>, from: O) -> O {
        let at = self.head.accumulate(shape.head, stride.head, from);
        self.tail.accumulate(shape.tail, stride.tail, at)
    }
    #[inline(always)]
    fn accumulate_u32(&self, shape: HCons<S, ST>, stride: HCons<D, DT>, from: u32) -> u32 {
        let at = self.head.accumulate_u32(shape.head, stride.head, from);
        self.tail.accumulate_u32(shape.tail, stride.tail, at)
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        self.head.is_natural() && self.tail.is_natural()
    }
    #[inline(always)]
    fn within(&self, shape: HCons<S, ST>) -> bool {
        self.head.within(shape.head) && self.tail.within(shape.tail)
    }
    #[cold]
    fn outside(&self, shape: HCons<S, ST>, at: usize) -> (Rule, usize) {
        if self.head.within(shape.head) {
            return self.tail.outside(shape.tail, at + 1);
        }
        (self.head.outside(shape.head, at).0, at)
    }
}

/// A coordinate that gives what `Self` keeps, and keeps what it gives.
pub trait Exchanged: Copy {
    /// The coordinate.
    type Out;
    /// The coordinate; it gives 0.
    fn exchanged(self) -> Self::Out;
}
impl Exchanged for RangeFull {
    type Out = usize;
    #[inline(always)]
    fn exchanged(self) -> usize {
        0
    }
}
impl<C: Whole> Exchanged for C {
    type Out = RangeFull;
    #[inline(always)]
    fn exchanged(self) -> RangeFull {
        ..
    }
}

/// A Rust tuple as an hlist.
trait ByModes {
    /// The hlist.
    type Modes;
    /// The hlist.
    fn modes(self) -> Self::Modes;
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<$($c: Exchanged),*> Exchanged for ($($c,)*) {
            type Out = ($($c::Out,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn exchanged(self) -> Self::Out {
                let ($($c,)*) = self;
                ($($c.exchanged(),)*)
            }
        }
        impl<$($c),*> sealed::Sealed for ($($c,)*) {}
        #[diagnostic::do_not_recommend]
        impl<S, D, Sum, $($c: Clone),*> Slice<S, D, Sum> for ($($c,)*)
        where
            HList![$($c),*]: SliceModes<S, D, Sum>,
        {
            const BITS: u32 = <HList![$($c),*] as SliceModes<S, D, Sum>>::BITS;
            type Kept = <<HList![$($c),*] as SliceModes<S, D, Sum>>::Kept as Kept>::Grouped;
            #[inline(always)]
            fn kept(&self, shape: S, stride: D) -> Self::Kept {
                self.clone().modes().kept(shape, stride).grouped()
            }
            #[inline(always)]
            fn accumulate(&self, shape: S, stride: D, from: Sum) -> Sum {
                self.clone().modes().accumulate(shape, stride, from)
            }
            #[inline(always)]
            fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32 {
                self.clone().modes().accumulate_u32(shape, stride, from)
            }
            #[inline(always)]
            fn is_natural(&self) -> bool {
                self.clone().modes().is_natural()
            }
            #[inline(always)]
            fn within(&self, shape: S) -> bool {
                self.clone().modes().within(shape)
            }
            #[cold]
            fn outside(&self, shape: S, at: usize) -> (Rule, usize) {
                self.clone().modes().outside(shape, at)
            }
        }
        impl<$($c),*> ByModes for ($($c,)*) {
            type Modes = HList![$($c),*];
            #[inline(always)]
            #[allow(non_snake_case)]
            fn modes(self) -> Self::Modes {
                let ($($c,)*) = self;
                frunk_core::hlist![$($c),*]
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C E;
    A B C E F;
    A B C E F G;
    A B C E F G H;
    A B C E F G H J;
}
