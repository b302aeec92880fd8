//! Coordinates: integral, natural and what lies between, to offsets and back.

use core::fmt;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::for_each::Offset;
use crate::layout::modes::{Evaluate, Flat, Flatten, cons};
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::int::{Index, LeafIn};

mod sealed {
    use frunk_core::hlist::{HCons, HNil};

    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for u32 {}
    impl Sealed for HNil {}
    impl<C, CT> Sealed for HCons<C, CT> {}
}

/// A coordinate of the layout `S:D` with offsets `O`, integers or coordinates. Sealed: tensors rely
/// on what it says.
///
/// An integer is a coordinate of any shape: of a leaf, or integrally of a tuple, leftmost mode
/// fastest. A tuple of coordinates is one of a tuple of as many modes. (004, section 2.2.)
#[diagnostic::on_unimplemented(
    message = "coordinate profile: the coordinate does not fit the shape's profile",
    note = "a coordinate is an integer (`usize`, or `u32` for `offset_u32`), or a tuple of as many coordinates as the shape has modes"
)]
pub trait Coordinate<O, S, D>: Copy + sealed::Sealed {
    /// `sum` and the offset, `sum_i c_i d_i`. In each tuple that an integer indexes the last leaf
    /// takes what is left: the extended domain.
    fn accumulate(self, shape: S, stride: D, sum: O) -> O;
    /// The offset.
    #[inline(always)]
    fn offset(self, shape: S, stride: D) -> O
    where
        O: Offset,
    {
        self.accumulate(shape, stride, O::ZERO)
    }
    /// Whether the coordinate lies in the shape.
    fn within(self, shape: S) -> bool;
}

macro_rules! integral {
    ($([$($g:ident)*] $t:ty, $offset:ty;)*) => {$(
        impl<$($g,)* S: Shape + Flatten<D>, D> Coordinate<$offset, S, D> for $t
        where
            S: SizeIn<$t>,
            Flat<S, D>: Evaluate<$t, $offset>,
        {
            #[inline(always)]
            fn accumulate(self, shape: S, stride: D, sum: $offset) -> $offset {
                shape.flatten(stride, HNil).evaluate(sum, self)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                self < shape.size_in()
            }
        }
    )*};
}
// For each kind of offsets one: with a plain integer for a coordinate no other is looked for.
integral! {
    [] usize, usize;
    [] u32, u32;
    [] usize, HNil;
    [H T] usize, HCons<H, T>;
}

/// The product of the extents of a shape, in the integers `I`.
pub trait SizeIn<I: Index>: Copy {
    /// The product.
    fn size_in(self) -> I;
}
impl<I: Index, L: LeafIn<I>> SizeIn<I> for L {
    #[inline(always)]
    fn size_in(self) -> I {
        self.get_in()
    }
}
impl<I: Index> SizeIn<I> for HNil {
    #[inline(always)]
    fn size_in(self) -> I {
        I::ONE
    }
}
impl<I: Index, H: SizeIn<I>, T: SizeIn<I>> SizeIn<I> for HCons<H, T> {
    #[inline(always)]
    fn size_in(self) -> I {
        self.head.size_in().times(self.tail.size_in())
    }
}

impl<O> Coordinate<O, HNil, HNil> for HNil {
    #[inline(always)]
    fn accumulate(self, _: HNil, _: HNil, sum: O) -> O {
        sum
    }
    #[inline(always)]
    fn within(self, _: HNil) -> bool {
        true
    }
}
impl<O, C, CT, S, ST, D, DT> Coordinate<O, HCons<S, ST>, HCons<D, DT>> for HCons<C, CT>
where
    C: Coordinate<O, S, D>,
    CT: Coordinate<O, ST, DT>,
{
    #[inline(always)]
    fn accumulate(self, shape: HCons<S, ST>, stride: HCons<D, DT>, sum: O) -> O {
        let sum = self.head.accumulate(shape.head, stride.head, sum);
        self.tail.accumulate(shape.tail, stride.tail, sum)
    }
    #[inline(always)]
    fn within(self, shape: HCons<S, ST>) -> bool {
        self.head.within(shape.head) && self.tail.within(shape.tail)
    }
}

/// A Rust tuple as an hlist.
pub trait Tuple: Copy {
    /// The hlist.
    type HList: Copy;
    /// The hlist.
    fn hlist(self) -> Self::HList;
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
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
        impl<Sum, S: Copy, D, $($c: Copy),*> Coordinate<Sum, S, D> for ($($c,)*)
        where
            HList![$($c),*]: Coordinate<Sum, S, D>,
        {
            #[inline(always)]
            fn accumulate(self, shape: S, stride: D, sum: Sum) -> Sum {
                self.hlist().accumulate(shape, stride, sum)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                self.hlist().within(shape)
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

/// The natural coordinate of an integral one.
pub trait Natural<I: Index>: Shape {
    /// A tree of integers, congruent with the shape.
    type Coordinate: Copy + fmt::Debug;
    /// The coordinate of `i`, leftmost mode fastest, and what is left of `i`.
    fn natural(self, i: I) -> (Self::Coordinate, I);
}
impl<I: Index, L: LeafIn<I>> Natural<I> for L {
    type Coordinate = I;
    #[inline(always)]
    fn natural(self, i: I) -> (I, I) {
        let extent = self.get_in();
        (i.rem(extent), i.div(extent))
    }
}
impl<I: Index> Natural<I> for HNil {
    type Coordinate = HNil;
    #[inline(always)]
    fn natural(self, i: I) -> (HNil, I) {
        (HNil, i)
    }
}
impl<I: Index, H: Natural<I>, T: Natural<I>> Natural<I> for HCons<H, T> {
    type Coordinate = HCons<H::Coordinate, T::Coordinate>;
    #[inline(always)]
    fn natural(self, i: I) -> (Self::Coordinate, I) {
        let (head, i) = self.head.natural(i);
        let (tail, i) = self.tail.natural(i);
        (cons(head, tail), i)
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Copy,
    D: Copy,
{
    /// The offset of a coordinate, in elements: `sum_i c_i d_i`.
    ///
    /// The coordinate may lie outside of the shape; in each tuple that an integer indexes the
    /// last leaf takes what is left. Far outside the sum may overflow, as Rust's operators do;
    /// on the domain it never does. (004, section 2.2 and definition 2.16.)
    ///
    /// ```
    /// let l = tilework::layout!(((2,3),4):((1,2),6));
    /// assert_eq!(l.offset(7), l.offset((1, 1)));
    /// assert_eq!(l.offset((5, 1)), l.offset(((1, 2), 1)));
    /// assert_eq!(l.offset(((1, 2), 1)), 1 + 4 + 6);
    /// ```
    #[inline(always)]
    pub fn offset<C: Coordinate<usize, S, D>>(self, coordinate: C) -> usize {
        coordinate.offset(self.shape(), self.stride())
    }

    /// [`Layout::offset`] in 32-bit arithmetic throughout, for layouts of static and `u32`
    /// leaves.
    ///
    /// ```
    /// let lda = 100_u32;
    /// let l = tilework::layout!((8,8):(1,lda));
    /// assert_eq!(l.offset_u32((3_u32, 2)), 203_u32);
    /// ```
    #[inline(always)]
    pub fn offset_u32<C: Coordinate<u32, S, D>>(self, coordinate: C) -> u32 {
        coordinate.offset(self.shape(), self.stride())
    }

    /// Whether a coordinate lies in the shape.
    #[inline(always)]
    pub fn contains<C: Coordinate<usize, S, D>>(self, coordinate: C) -> bool {
        coordinate.within(self.shape())
    }

    /// The natural coordinate of the integral coordinate `i`, an hlist tree of integers
    /// congruent with the shape: leftmost mode fastest.
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

/// Writes a coordinate with `_` for modes that are kept, as papers do: `coord!(_, (1, _))` is
/// `(.., (1, ..))`.
///
/// ```
/// assert_eq!(tilework::coord!(_, (1, _)), (.., (1, ..)));
/// ```
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
