//! Coordinates of any form, from integral to natural, to offsets and back.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::codomain::ToIntegers;
use crate::layout::flatten::{Flat, Flatten};
use crate::layout::for_each::Offset;
use crate::layout::modes::{Evaluate, Modes};
use crate::layout::natural::Natural;
use crate::layout::{AnyLayout, Layout, ModesOf, Shape};

mod sealed {
    use frunk_core::hlist::{HCons, HNil};

    pub trait Sealed {}
    impl Sealed for HNil {}
    impl<C, CT> Sealed for HCons<C, CT> {}
    impl<C, const N: usize> Sealed for [C; N] {}
}

/// A coordinate of the layout `S:D` with offsets `O`, integers or coordinates. Sealed: tensors rely on what it says.
///
/// An integer is a coordinate of any shape: of a leaf, or the integral coordinate of a tuple, leftmost mode fastest. A
/// tuple or an array of coordinates is a coordinate of a tuple with as many modes. ([004](crate::guide::papers),
/// section 2.2.)
///
/// The integers are `usize`, `u32`, or `i32`, the type of a literal. Convert other integers by `i as usize`.
///
/// `Modes` is inferred; it is there so that the error has the number of modes.
#[diagnostic::on_unimplemented(
    message = "coordinate profile: `{Self}` is no coordinate of a shape of {Modes} modes: with `..` or a range it is a slice, `t.slice((0..4, ..))`; else it is one integer, or one for each mode, `usize`, `u32` or `i32`, of others `i as usize`; in generic code the bound is `MatrixLayout`",
    label = "does not fit the shape",
    note = "a coordinate is an integer, or a tuple or array of as many coordinates as the shape has modes; strides into coordinates have `coordinate` in place of `offset`; the bound of three modes or more is `C: Coordinate<usize, L::Shape, L::Stride>`"
)]
pub trait Coordinate<O, S, D, Modes = <S as Shape>::Modes>: Copy + sealed::Sealed {
    /// The number of bits that offsets are computed with: 64 if the coordinate has a `usize`, and 32 if it has a `u32`
    /// and no `usize`. With `i32` alone it is 0: either width will do.
    #[doc(hidden)]
    const BITS: u32;
    /// Returns whether all integers in it fit `usize`, so none is negative.
    #[doc(hidden)]
    fn is_natural(self) -> bool;
    /// `sum` plus the offset, `sum_i c_i d_i`, for integers that are not negative. In each tuple that an integer
    /// indexes, the last leaf takes the rest: the extended domain.
    fn accumulate(self, shape: S, stride: D, sum: O) -> O;
    /// `accumulate` in 32 bits, for shapes and strides that fit these.
    #[doc(hidden)]
    fn accumulate_u32(self, shape: S, stride: D, sum: u32) -> u32;
    /// The offset.
    #[inline(always)]
    fn offset(self, shape: S, stride: D) -> O
    where
        O: Offset,
    {
        self.accumulate(shape, stride, O::ZERO)
    }
    /// Returns whether the coordinate lies in the shape.
    fn within(self, shape: S) -> bool;
}

/// The integers that are coordinates.
pub trait Whole: Copy + sealed::Sealed {}

// The message is about the whole coordinate, and itself says what a coordinate is.
macro_rules! integral {
    ($($t:ty, $bits:literal;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Whole for $t {}
        integral!($t, $bits, [] usize, [D: ToIntegers] |shape, stride, sum, i| {
            shape.flatten(stride, HNil).evaluate_usize(sum, i)
        });
        integral!($t, $bits, [] HNil, [D, Flat<S, D>: Evaluate<usize, HNil>] |shape, stride, sum, i| {
            shape.flatten(stride, HNil).evaluate(sum, i)
        });
        integral!($t, $bits, [H, T,] HCons<H, T>, [D, Flat<S, D>: Evaluate<usize, HCons<H, T>>] |shape, stride, sum, i| {
            shape.flatten(stride, HNil).evaluate(sum, i)
        });
    )*};
    ($t:ty, $bits:literal, [$($g:tt)*] $offset:ty, [D $(: $to:ident)? $(, $flat:ty: $evaluate:path)?]
     |$shape:ident, $stride:ident, $sum:ident, $i:ident| $evaluated:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)* S: Shape + Flatten<D>, D $(: $to)?, M> Coordinate<$offset, S, D, M> for $t
        $(where $flat: $evaluate)?
        {
            const BITS: u32 = $bits;
            #[inline(always)]
            fn is_natural(self) -> bool {
                usize::try_from(self).is_ok()
            }
            #[inline(always)]
            fn accumulate(self, $shape: S, $stride: D, $sum: $offset) -> $offset {
                let $i = self as usize;
                $evaluated
            }
            #[inline(always)]
            fn accumulate_u32(self, shape: S, stride: D, sum: u32) -> u32 {
                shape.flatten(stride, HNil).evaluate_u32(sum, self as u32)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                // In 64 bits a negative number is above all sizes, which fit `i64`.
                let natural = const { usize::BITS >= 64 } || usize::try_from(self).is_ok();
                natural && (self as usize) < shape.product()
            }
        }
    };
}
// There is one impl for each kind of offsets, so that rustc searches no further for the coordinate of a plain integer.
integral! {
    usize, 64;
    u32, 32;
    i32, 0;
}

/// Checks that no integer in the coordinate is negative.
#[inline(always)]
#[track_caller]
pub(crate) fn check_natural<O, S: Shape, D>(coordinate: impl Coordinate<O, S, D>) {
    demand_natural(coordinate.is_natural());
}
/// Panics unless `is_natural` holds: an integer is negative.
#[inline(always)]
#[track_caller]
pub(crate) fn demand_natural(is_natural: bool) {
    if !is_natural {
        negative()
    }
}
#[cold]
#[track_caller]
fn negative() -> ! {
    panic!("a coordinate is negative, or does not fit `usize`")
}

/// The offset of `layout` at `coordinate`. The type of the coordinate decides the arithmetic: it is 32 bits wide if
/// there is a `u32` and no `usize`, and all offsets of the layout fit 32 bits.
#[inline(always)]
pub(crate) fn offset_at<L: AnyLayout, C: Coordinate<usize, L::Shape, L::Stride>>(
    layout: L,
    coordinate: C,
) -> usize {
    let (shape, stride) = layout.parts();
    match const { C::BITS == 32 && is_narrow::<ModesOf<L>>() } {
        true => coordinate.accumulate_u32(shape, stride, 0) as usize,
        false => coordinate.offset(shape, stride),
    }
}

/// Returns whether size, offsets and all leaves fit 32 bits. A layout with dynamic leaves has been checked for that.
pub(crate) const fn is_narrow<M: Modes>() -> bool {
    let most = u32::MAX as u64;
    M::LEAVES_FIT_U32
        && match M::STATIC {
            Some((size, reach)) => size <= most && reach < most,
            None => true,
        }
}

#[diagnostic::do_not_recommend]
impl<O, M> Coordinate<O, HNil, HNil, M> for HNil {
    const BITS: u32 = 0;
    #[inline(always)]
    fn is_natural(self) -> bool {
        true
    }
    #[inline(always)]
    fn accumulate(self, _: HNil, _: HNil, sum: O) -> O {
        sum
    }
    #[inline(always)]
    fn accumulate_u32(self, _: HNil, _: HNil, sum: u32) -> u32 {
        sum
    }
    #[inline(always)]
    fn within(self, _: HNil) -> bool {
        true
    }
}
#[diagnostic::do_not_recommend]
impl<O, C, CT, S, ST, D, DT, M> Coordinate<O, HCons<S, ST>, HCons<D, DT>, M> for HCons<C, CT>
where
    C: Coordinate<O, S, D, ()>,
    CT: Coordinate<O, ST, DT, ()>,
{
    const BITS: u32 = if C::BITS > CT::BITS { C::BITS } else { CT::BITS };
    #[inline(always)]
    fn is_natural(self) -> bool {
        self.head.is_natural() && self.tail.is_natural()
    }
    #[inline(always)]
    fn accumulate(self, shape: HCons<S, ST>, stride: HCons<D, DT>, sum: O) -> O {
        let sum = self.head.accumulate(shape.head, stride.head, sum);
        self.tail.accumulate(shape.tail, stride.tail, sum)
    }
    #[inline(always)]
    fn accumulate_u32(self, shape: HCons<S, ST>, stride: HCons<D, DT>, sum: u32) -> u32 {
        let sum = self.head.accumulate_u32(shape.head, stride.head, sum);
        self.tail.accumulate_u32(shape.tail, stride.tail, sum)
    }
    #[inline(always)]
    fn within(self, shape: HCons<S, ST>) -> bool {
        self.head.within(shape.head) && self.tail.within(shape.tail)
    }
}

/// A Rust tuple, or an array, as an hlist.
pub trait Tuple: Copy {
    /// The hlist.
    type HList: Copy;
    /// The hlist.
    fn hlist(self) -> Self::HList;
}
macro_rules! tuples {
    ($($n:literal: $($c:ident)*;)*) => {$(
        impl<$($c: Copy),*> Tuple for ($($c,)*) {
            type HList = HList![$($c),*];
            #[inline(always)]
            #[allow(non_snake_case)]
            fn hlist(self) -> Self::HList {
                let ($($c,)*) = self;
                frunk_core::hlist![$($c),*]
            }
        }
        impl<$($c),*> sealed::Sealed for ($($c,)*) {}
        by_hlist!([$($c: Copy),*] ($($c,)*), HList![$($c),*]);

        impl<C: Copy> Tuple for [C; $n] {
            type HList = HList![$(same!($c C)),*];
            #[inline(always)]
            #[allow(non_snake_case)]
            fn hlist(self) -> Self::HList {
                let [$($c),*] = self;
                frunk_core::hlist![$($c),*]
            }
        }
        by_hlist!([C: Copy] [C; $n], HList![$(same!($c C)),*]);
    )*};
}
/// The second of two types.
macro_rules! same {
    ($first:ident $second:ty) => {
        $second
    };
}
/// A tuple is a coordinate of whatever its hlist is a coordinate of.
macro_rules! by_hlist {
    ([$($g:tt)*] $t:ty, $hlist:ty) => {
        #[diagnostic::do_not_recommend]
        impl<Sum, S: Copy, D, M, $($g)*> Coordinate<Sum, S, D, M> for $t
        where
            $hlist: Coordinate<Sum, S, D, ()>,
        {
            const BITS: u32 = <$hlist as Coordinate<Sum, S, D, ()>>::BITS;
            #[inline(always)]
            fn is_natural(self) -> bool {
                self.hlist().is_natural()
            }
            #[inline(always)]
            fn accumulate(self, shape: S, stride: D, sum: Sum) -> Sum {
                self.hlist().accumulate(shape, stride, sum)
            }
            #[inline(always)]
            fn accumulate_u32(self, shape: S, stride: D, sum: u32) -> u32 {
                self.hlist().accumulate_u32(shape, stride, sum)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                self.hlist().within(shape)
            }
        }
    };
}
tuples! {
    1: A;
    2: A B;
    3: A B C;
    4: A B C E;
    5: A B C E F;
    6: A B C E F G;
    7: A B C E F G H;
    8: A B C E F G H J;
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Shape,
    D: Copy,
{
    /// The offset of a coordinate, in elements: `sum_i c_i d_i`.
    ///
    /// The coordinate may lie outside of the shape; in each tuple that an integer indexes, the last leaf takes the
    /// rest. Far outside the sum may overflow, as Rust's operators do; on the domain it never does.
    /// ([004](crate::guide::papers), section 2.2
    /// and definition 2.16.)
    ///
    /// ```
    /// let l = tilework::layout!(((2,3),4):((1,2),6));
    /// assert_eq!(l.offset(7), l.offset((1, 1)));
    /// assert_eq!(l.offset((5, 1)), l.offset(((1, 2), 1)));
    /// assert_eq!(l.offset(((1, 2), 1)), 1 + 4 + 6);
    /// ```
    ///
    /// Coordinates are `usize`, `u32` or `i32`, alone, in tuples or in arrays, also mixed. A coordinate of `u32`, with
    /// `i32` or literals beside it, is computed in 32 bits, which is faster on GPUs. This holds for layouts of static
    /// and `u32` leaves whose offsets fit 32 bits. All other coordinates are computed in `usize`.
    ///
    /// ```
    /// let lda = 100_u32;
    /// let l = tilework::layout!((8,8):(1,lda));
    /// assert_eq!([l.offset((3_u32, 2)), l.offset((3_usize, 2_i32)), l.offset([3, 2])], [203; 3]);
    /// ```
    ///
    /// # Panics
    /// If an `i32` is negative.
    #[inline(always)]
    #[track_caller]
    pub fn offset<C: Coordinate<usize, S, D>>(self, coordinate: C) -> usize {
        check_natural(coordinate);
        offset_at(self, coordinate)
    }

    /// Returns whether a coordinate lies in the shape.
    #[inline(always)]
    pub fn contains<C: Coordinate<usize, S, D>>(self, coordinate: C) -> bool {
        coordinate.within(self.shape())
    }

    /// The natural coordinate of the integral coordinate `i`: an hlist tree of integers congruent with the shape,
    /// leftmost mode fastest.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if `i` is not below the size.
    ///
    /// ```
    /// use tilework::{hlist, layout};
    /// let l = layout!(((2,3),4):((1,2),6));
    /// assert_eq!(l.idx2crd(11), Ok(hlist![hlist![1, 2], 1]));
    /// assert!(l.idx2crd(24).is_err());
    /// ```
    #[inline(always)]
    pub fn idx2crd(self, i: usize) -> Result<S::Coordinate, Error>
    where
        S: Natural<usize>,
    {
        if i >= self.size() {
            let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
            let (coordinate, extent) = (number(i), number(self.size()));
            return Err(Error::new(
                Operation::Idx2Crd,
                Rule::CoordinateRange { coordinate, extent },
            ));
        }
        Ok(self.shape().natural(i).0)
    }
}

/// A coordinate with `_` for modes that are kept, as papers write it: `coord!(_, (1, _))` is `(.., (1, ..))`.
///
/// ```
/// assert_eq!(tilework::coord!(_, (1, _)), (.., (1, ..)));
/// ```
#[doc(alias = "make_coord")]
#[macro_export]
macro_rules! coord {
    (@mode [$($done:tt)*]) => { ($($done)*) };
    (@mode [$($done:tt)*] _ $(, $($rest:tt)*)?) => {
        $crate::coord!(@mode [$($done)* ..,] $($($rest)*)?)
    };
    (@mode [$($done:tt)*] ($($inner:tt)*) $(, $($rest:tt)*)?) => {
        $crate::coord!(@mode [$($done)* $crate::coord!($($inner)*),] $($($rest)*)?)
    };
    (@mode [$($done:tt)*] $mode:expr $(, $($rest:tt)*)?) => {
        $crate::coord!(@mode [$($done)* $mode,] $($($rest)*)?)
    };
    ($($modes:tt)*) => { $crate::coord!(@mode [] $($modes)*) };
}
