//! From the types to the value level.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, Error, IntTuple, Operation, Rule};

use crate::int::Leaf;
use crate::layout::{AnyLayout, Layout};

/// A shape or stride as a value.
pub trait ToIntTuple {
    /// The tuple of the same profile and integers.
    ///
    /// # Errors
    /// [`Rule::Overflow`] for an integer beyond `i64`.
    fn to_int_tuple(self) -> Result<IntTuple, Error>;
}
impl<L: Leaf> ToIntTuple for L {
    fn to_int_tuple(self) -> Result<IntTuple, Error> {
        let overflow = |_| Error::new(Operation::Layout, Rule::Overflow);
        i64::try_from(self.get()).map(IntTuple::from).map_err(overflow)
    }
}
impl ToIntTuple for HNil {
    fn to_int_tuple(self) -> Result<IntTuple, Error> {
        Ok(IntTuple::tuple([]))
    }
}
impl<H: ToIntTuple, T: ToIntTuple> ToIntTuple for HCons<H, T> {
    fn to_int_tuple(self) -> Result<IntTuple, Error> {
        let (head, tail) = (self.head.to_int_tuple()?, self.tail.to_int_tuple()?);
        Ok(IntTuple::tuple(core::iter::once(head).chain(tail.modes())))
    }
}

impl<S: ToIntTuple, D: ToIntTuple> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The same layout at the value level, where no rank is fixed and every operation is exact.
    ///
    /// # Errors
    /// [`Rule::Overflow`] for a stride beyond `i64`, as a mode of extent 1 may have.
    ///
    /// ```
    /// let lda = 10;
    /// let layout = tilework::layout!((4,(2,3)):(1,(lda,20)));
    /// assert_eq!(layout.to_value()?, "(4,(2,3)):(1,(10,20))".parse()?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_value(self) -> Result<algebra::Layout, Error> {
        let (shape, stride) = self.parts();
        algebra::Layout::new(&shape.to_int_tuple()?, &stride.to_int_tuple()?)
    }
}
