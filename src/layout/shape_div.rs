//! Division of shapes: whether one divides another evenly.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::Shape;
use crate::leaf::int::{Dyn, LARGEST, Leaf, Static};
use crate::plain::plain;

/// Returns whether copies of `b` make up `a`, mode by mode. A leaf `b` must divide the size of `a`. For a tuple `b`,
/// `a` must have the same rank, and each mode of `b` must divide that of `a`. A leaf counts as a tuple of one. (CuTe's
/// `evenly_divides`.)
///
/// ```
/// use tilework::{layout, operation::evenly_divides};
/// let m = 64;
/// assert!(evenly_divides(layout!((32,m)).shape(), layout!((16,(8))).shape()));
/// assert!(!evenly_divides(layout!((2,8)).shape(), layout!((2,(2,4))).shape()));
/// ```
///
/// # Panics
/// If [`try_evenly_divides`] returns an error.
#[inline(always)]
#[track_caller]
pub fn evenly_divides<A, B: MakesUp<A>>(a: A, b: B) -> bool {
    plain(try_evenly_divides(a, b))
}

/// Like [`evenly_divides`], but returns errors instead of panicking.
///
/// # Errors
/// [`Rule::Extent`] for an extent of 0, [`Rule::Overflow`] if a size does not fit.
#[inline(always)]
pub fn try_evenly_divides<A, B: MakesUp<A>>(a: A, b: B) -> Result<bool, Error> {
    b.makes_up(a)
}

/// The extents of any shape.
#[diagnostic::on_unimplemented(message = "not a shape: of a layout it is `shape()`")]
pub trait Extents: Shape {
    /// Calls `f` with each of them, from left to right.
    #[doc(hidden)]
    fn for_each_extent(self, f: &mut impl FnMut(usize));
    /// Returns whether copies of these positive extents make up `a`; `None` if a size does not fit.
    #[doc(hidden)]
    fn divides<A: Shape>(self, a: A) -> Option<bool>;
    /// Returns whether these are the sizes of the subtrees of `s` that they replace, if they replace subtrees.
    #[doc(hidden)]
    fn are_sizes_of<S: Shape>(self, s: S) -> bool;
}
#[diagnostic::do_not_recommend]
impl<L: Leaf> Extents for L {
    #[inline(always)]
    fn for_each_extent(self, f: &mut impl FnMut(usize)) {
        f(self.get());
    }
    #[inline(always)]
    fn divides<A: Shape>(self, a: A) -> Option<bool> {
        let size = a.checked_product().filter(|&size| size <= LARGEST)?;
        Some(size.is_multiple_of(self.get() as u64))
    }
    #[inline(always)]
    fn are_sizes_of<S: Shape>(self, s: S) -> bool {
        Some(self.get() as u64) == s.checked_product()
    }
}
#[diagnostic::do_not_recommend]
impl Extents for HNil {
    #[inline(always)]
    fn for_each_extent(self, _: &mut impl FnMut(usize)) {}
    #[inline(always)]
    fn divides<A: Shape>(self, _: A) -> Option<bool> {
        Some(A::RANK == 0)
    }
    #[inline(always)]
    fn are_sizes_of<S: Shape>(self, _: S) -> bool {
        true
    }
}
#[diagnostic::do_not_recommend]
impl<H: Extents, T: Extents> Extents for HCons<H, T> {
    #[inline(always)]
    fn for_each_extent(self, f: &mut impl FnMut(usize)) {
        self.head.for_each_extent(f);
        self.tail.for_each_extent(f);
    }
    #[inline(always)]
    fn divides<A: Shape>(self, a: A) -> Option<bool> {
        // A leaf is a tuple of one.
        if const { A::DEPTH == 0 } {
            return if T::RANK == 0 { self.head.divides(a) } else { Some(false) };
        }
        if const { A::RANK == 0 } {
            return Some(false);
        }
        let (head, tail) = a.split();
        if !self.head.divides(head)? {
            return Some(false);
        }
        self.tail.divides(tail)
    }
    #[inline(always)]
    fn are_sizes_of<S: Shape>(self, s: S) -> bool {
        let (head, tail) = s.split();
        self.head.are_sizes_of(head) && self.tail.are_sizes_of(tail)
    }
}

/// A shape, a profile, an order or a leaf, before more is asked of it. Each type has its own impl: rustc would go on
/// with a blanket impl where it fails, and report several errors.
#[diagnostic::on_unimplemented(
    message = "not a shape or leaf: of a layout it is `shape()`, of an integer `leaf(n)`, of a tuple `hlist![..]`"
)]
pub trait AsShape: Copy {
    /// `Self`
    type Shape;
    /// `self`
    fn as_shape(self) -> Self::Shape;
}
macro_rules! shapes {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> AsShape for $t {
            type Shape = Self;
            #[inline(always)]
            fn as_shape(self) -> Self {
                self
            }
        }
    )*};
}
shapes! {
    [N] Static<N>;
    [I: Copy] Dyn<I>;
    [] HNil;
    [H: Copy, T: Copy] HCons<H, T>;
}

/// # Errors
/// [`Rule::Extent`] for an extent of 0.
#[inline(always)]
pub(crate) fn positive(operation: Operation, shape: impl Extents) -> Result<(), Error> {
    let (mut at, mut zero) = (0, None);
    shape.for_each_extent(&mut |extent| {
        if extent == 0 && zero.is_none() {
            zero = Some(at);
        }
        at += 1;
    });
    match zero {
        Some(at) => Err(Error::new(operation, Rule::Extent { extent: 0 }).at(at)),
        None => Ok(()),
    }
}

/// A tuple with another one for [`evenly_divides`]; any tuple.
#[diagnostic::on_unimplemented(message = "not two shapes: of a layout it is `shape()`")]
pub trait MakesUp<A>: Copy {
    /// Returns whether copies of it make up `a`.
    #[doc(hidden)]
    fn makes_up(self, a: A) -> Result<bool, Error>;
}
// The trait is on the second operand, so that rustc reports an error once, after both types are inferred.
#[diagnostic::do_not_recommend]
impl<A: Extents, B: Extents> MakesUp<A> for B {
    #[inline(always)]
    fn makes_up(self, a: A) -> Result<bool, Error> {
        let operation = Operation::EvenlyDivides;
        positive(operation, a)?;
        positive(operation, self)?;
        self.divides(a).ok_or(Error::new(operation, Rule::Overflow))
    }
}
