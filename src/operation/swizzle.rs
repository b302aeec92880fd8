//! Methods of swizzles: composition with a layout, and recast.

use typenum::{Integer, Unsigned};

use crate::layout::swizzle::Swizzle;
use crate::leaf::int::{Known, Static};
use crate::operation::composed::recast::{FunctionRecast, RecastFunction};
use crate::operation::composition::{Composition, CompositionTotal};
use crate::verdict::{ResultOf, operation};

impl<B: Unsigned, M: Unsigned, S: Integer> Swizzle<B, M, S> {
    /// `self o layout`, a [`Composed`](crate::Composed) layout: `r(c) = self(layout(c))`, by
    /// [`composition`](crate::operation::composition()).
    ///
    /// Values and literals find the layout with XOR strides that has this function on its size, if there is one:
    /// `layout!(Sw<3,0,3> o (8,8):(8,1))` is `(8,8):(f9,f1)`. They also have products of swizzles, and layouts after
    /// swizzles. In the types a swizzle is on the left.
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U3};
    /// use tilework::{Swizzle, layout};
    /// let swizzled = Swizzle::<U3, U0, P3>::new().compose(layout!((8,8):(8,1)));
    /// assert_eq!(swizzled.offset((3, 5)), 3 * 8 + (5 ^ 3));
    /// // By name.
    /// let (swizzle, rows) = (Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
    /// assert_eq!(layout!(swizzle o rows), swizzled);
    /// ```
    #[inline(always)]
    pub fn compose<L>(self, layout: L) -> Composition<Self, L>
    where
        Self: CompositionTotal<L, Result: ResultOf<operation::o>>,
    {
        crate::operation::composition(self, layout)
    }

    /// The swizzle for elements of another width: `r(n x + i) = n self(x) + i` for elements `n` times as small, with
    /// `i` below `n`, and the reverse for larger ones.
    ///
    /// **Errors.** One width must be a power of 2 times the other (power of 2). Larger elements must stay together
    /// (alignment).
    ///
    /// ```
    /// use tilework::typenum::{P3, U3, U4, U8, U16};
    /// use tilework::{Static, Swizzle};
    /// // 16 bytes together, as elements of 16 bits.
    /// let bytes = Swizzle::<U3, U4, P3>::new();
    /// let halves: Swizzle<U3, U3, P3> = bytes.recast(Static::<U8>::new(), Static::<U16>::new());
    /// ```
    ///
    /// ```compile_fail
    /// use tilework::{Static, Swizzle, typenum::{P3, U0, U3, U8, U16}};
    /// Swizzle::<U3, U0, P3>::new().recast(Static::<U8>::new(), Static::<U16>::new());
    /// ```
    #[inline(always)]
    pub fn recast<Old, New>(
        self,
        old: Static<Old>,
        new: Static<New>,
    ) -> FunctionRecast<Self, Old, New>
    where
        Self: RecastFunction<Old, New>,
    {
        let _ = (old, new);
        Known::VALUE
    }
}
