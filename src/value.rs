//! From the types to the value level.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, IntTuple};

use crate::int::Leaf;
use crate::layout::{AnyLayout, Layout};

/// A shape or stride as a value.
pub trait ToIntTuple {
    /// The tuple of the same profile and integers.
    fn to_int_tuple(self) -> IntTuple;
}
impl<L: Leaf> ToIntTuple for L {
    fn to_int_tuple(self) -> IntTuple {
        IntTuple::from(self.number())
    }
}
impl ToIntTuple for HNil {
    fn to_int_tuple(self) -> IntTuple {
        IntTuple::tuple([])
    }
}
impl<H: ToIntTuple, T: ToIntTuple> ToIntTuple for HCons<H, T> {
    fn to_int_tuple(self) -> IntTuple {
        let (head, tail) = (self.head.to_int_tuple(), self.tail.to_int_tuple());
        IntTuple::tuple(core::iter::once(head).chain(tail.modes()))
    }
}

impl<S: ToIntTuple, D: ToIntTuple> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The same layout at the value level, where no rank is fixed and every operation is exact.
    ///
    /// ```
    /// let lda = 10;
    /// let layout = tilework::layout!((4,(2,3)):(1,(lda,20)));
    /// assert_eq!(layout.to_value(), "(4,(2,3)):(1,(10,20))".parse()?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_value(self) -> algebra::Layout {
        let (shape, stride) = self.parts();
        match algebra::Layout::new(&shape.to_int_tuple(), &stride.to_int_tuple()) {
            Ok(layout) => layout,
            Err(error) => unreachable!("a sound layout is one at the value level too: {error}"),
        }
    }
}
