//! Natural coordinates: a tree of integers for a shape.

use core::fmt;

use frunk_core::hlist::{HCons, HNil};

use crate::layout::Shape;
use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::leaf::int::{Index, LeafIn};

/// Shapes with natural coordinates in the integers `I`; with `usize` all shapes. The bound of
/// [`idx2crd`](crate::operation::idx2crd()) and [`coord_map`](crate::operation::coord_map()). Sealed.
///
/// ```
/// use tilework::{Error, hlist, layout, bound::Natural, operation::idx2crd};
/// fn second<S: Natural<usize>>(shape: S) -> Result<S::Coordinate, Error> {
///     idx2crd(1, shape)
/// }
/// assert_eq!(second(layout!((1,(4,2))).shape()), Ok(hlist![0, hlist![1, 0]]));
/// ```
#[diagnostic::on_unimplemented(
    message = "not a shape: of a layout it is `shape()`, of an integer `leaf(n)`, or in generic code one without the bound `Natural<{I}>`"
)]
pub trait Natural<I: Index>: Shape {
    #[doc(hidden)]
    const SEAL: Seal;
    /// A tree of integers, congruent with the shape.
    type Coordinate: Copy + fmt::Debug + Send + Sync;
    /// The coordinate of `i`, leftmost mode fastest, and what remains of `i`.
    #[doc(hidden)]
    fn natural(self, i: I) -> (Self::Coordinate, I);
    /// The coordinate of `i`, whose last leaf takes the rest.
    #[doc(hidden)]
    fn extended(self, i: I) -> Self::Coordinate;
    /// The first extent that is 0, counted from `at`.
    #[doc(hidden)]
    fn zero(self, at: usize) -> Option<usize>;
    /// Moves on to the next coordinate, leftmost mode fastest. Returns false after the last one, and the coordinate is
    /// the first again.
    #[doc(hidden)]
    fn advance(self, coordinate: &mut Self::Coordinate) -> bool;
    /// Calls `f` with every coordinate, rightmost mode fastest: nested loops over the leaves.
    #[doc(hidden)]
    fn for_each_by_rows(self, f: &mut impl FnMut(Self::Coordinate));
}
#[diagnostic::do_not_recommend]
impl<I: Index, L: LeafIn<I>> Natural<I> for L {
    const SEAL: Seal = Seal;
    type Coordinate = I;
    #[inline(always)]
    fn extended(self, i: I) -> I {
        i
    }
    #[inline(always)]
    fn zero(self, at: usize) -> Option<usize> {
        (self.get() == 0).then_some(at)
    }
    #[inline(always)]
    fn advance(self, coordinate: &mut I) -> bool {
        let next = coordinate.plus(I::ONE);
        let inside = next < self.get_in();
        *coordinate = if inside { next } else { I::ZERO };
        inside
    }
    #[inline(always)]
    fn for_each_by_rows(self, f: &mut impl FnMut(I)) {
        let (mut i, extent) = (I::ZERO, self.get_in());
        while i < extent {
            f(i);
            i = i.plus(I::ONE);
        }
    }
    #[inline(always)]
    fn natural(self, i: I) -> (I, I) {
        // An empty mode gives its first coordinate, although it has none.
        let extent = if self.get() == 0 { I::ONE } else { self.get_in() };
        (i.rem(extent), i.div(extent))
    }
}
#[diagnostic::do_not_recommend]
impl<I: Index> Natural<I> for HNil {
    const SEAL: Seal = Seal;
    type Coordinate = HNil;
    #[inline(always)]
    fn extended(self, _: I) -> HNil {
        HNil
    }
    #[inline(always)]
    fn zero(self, _: usize) -> Option<usize> {
        None
    }
    #[inline(always)]
    fn advance(self, _: &mut HNil) -> bool {
        false
    }
    #[inline(always)]
    fn for_each_by_rows(self, f: &mut impl FnMut(HNil)) {
        f(HNil);
    }
    #[inline(always)]
    fn natural(self, i: I) -> (HNil, I) {
        (HNil, i)
    }
}
#[diagnostic::do_not_recommend]
impl<I: Index, H: Natural<I>, T: Natural<I>> Natural<I> for HCons<H, T> {
    const SEAL: Seal = Seal;
    type Coordinate = HCons<H::Coordinate, T::Coordinate>;
    #[inline(always)]
    fn extended(self, i: I) -> Self::Coordinate {
        if const { T::LEAVES == 0 } {
            return cons(self.head.extended(i), self.tail.extended(I::ZERO));
        }
        let (head, i) = self.head.natural(i);
        cons(head, self.tail.extended(i))
    }
    #[inline(always)]
    fn zero(self, at: usize) -> Option<usize> {
        self.head.zero(at).or_else(|| self.tail.zero(at + H::LEAVES))
    }
    #[inline(always)]
    fn advance(self, coordinate: &mut Self::Coordinate) -> bool {
        self.head.advance(&mut coordinate.head) || self.tail.advance(&mut coordinate.tail)
    }
    #[inline(always)]
    fn for_each_by_rows(self, f: &mut impl FnMut(Self::Coordinate)) {
        self.head.for_each_by_rows(&mut |head| {
            self.tail.for_each_by_rows(&mut |tail| f(cons(head, tail)));
        });
    }
    #[inline(always)]
    fn natural(self, i: I) -> (Self::Coordinate, I) {
        let (head, i) = self.head.natural(i);
        let (tail, i) = self.tail.natural(i);
        (cons(head, tail), i)
    }
}
