//! A predicated tensor with all its modes as one.

use super::Predicated;
use super::inside::Predicate;
use crate::layout::AnyLayout;
use crate::operation::one_mode::{CanBeOneMode, OneMode};
use crate::tensor::accessor::{Accessor, AccessorMut};

impl<A: Accessor, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// The tile with all its modes as one, by integral coordinates, as [`Tensor::one_mode`](crate::Tensor::one_mode).
    /// In this form it can be loaded to registers that are a list of values.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let five = Tensor::counting(layout!((5,5)));
    /// let tiles = five.predicated_divide(layout!(<2,2>));
    /// let mut registers = Tensor::new([0; 4], layout!(4:1))?;
    /// tiles.slice((.., (2, 1))).one_mode().load(99, &mut registers)?;
    /// assert_eq!(registers.data(), [14, 99, 19, 99]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn one_mode(&self) -> Predicated<A::Shared<'_>, OneMode<L>, OneMode<X>, I>
    where
        L: CanBeOneMode,
        X: CanBeOneMode,
    {
        let (layout, coordinates) = (self.layout.one_mode(), self.coordinates.one_mode());
        let accessor = self.accessor.shared(0..self.accessor.length());
        Predicated { accessor, layout, coordinates, inside: self.inside }
    }
}

impl<A: AccessorMut, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// [`Predicated::one_mode`], with elements that can be written.
    #[inline(always)]
    pub fn one_mode_mut(&mut self) -> Predicated<A::Exclusive<'_>, OneMode<L>, OneMode<X>, I>
    where
        L: CanBeOneMode,
        X: CanBeOneMode,
    {
        let (layout, coordinates) = (self.layout.one_mode(), self.coordinates.one_mode());
        let inside = self.inside;
        let accessor = self.accessor.exclusive(0..self.accessor.length());
        Predicated { accessor, layout, coordinates, inside }
    }
}
