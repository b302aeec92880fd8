//! The dynamic leaves of a layout as an array, to carry a layout from the place where it was checked to another.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// Shapes and strides whose dynamic leaves are all of the integer `I`: the bound of
/// [`Layout::dynamic_leaves`]. Sealed.
pub trait DynamicLeaves<I>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The number of dynamic leaves.
    const COUNT: usize;
    /// Calls `put` with each leaf, left to right.
    fn each(self, put: &mut impl FnMut(I));
    /// The value whose leaves `next` returns, left to right.
    fn of(next: &mut impl FnMut() -> I) -> Self;
}
impl<N, I> DynamicLeaves<I> for Static<N>
where
    Self: Leaf,
{
    const SEAL: Seal = Seal;
    const COUNT: usize = 0;
    #[inline(always)]
    fn each(self, _: &mut impl FnMut(I)) {}
    #[inline(always)]
    fn of(_: &mut impl FnMut() -> I) -> Self {
        Static::new()
    }
}
impl<I: Index> DynamicLeaves<I> for Dyn<I> {
    const SEAL: Seal = Seal;
    const COUNT: usize = 1;
    #[inline(always)]
    fn each(self, put: &mut impl FnMut(I)) {
        put(self.0);
    }
    #[inline(always)]
    fn of(next: &mut impl FnMut() -> I) -> Self {
        Dyn(next())
    }
}
impl<I> DynamicLeaves<I> for HNil {
    const SEAL: Seal = Seal;
    const COUNT: usize = 0;
    #[inline(always)]
    fn each(self, _: &mut impl FnMut(I)) {}
    #[inline(always)]
    fn of(_: &mut impl FnMut() -> I) -> Self {
        HNil
    }
}
impl<I, H: DynamicLeaves<I>, T: DynamicLeaves<I>> DynamicLeaves<I> for HCons<H, T> {
    const SEAL: Seal = Seal;
    const COUNT: usize = H::COUNT + T::COUNT;
    #[inline(always)]
    fn each(self, put: &mut impl FnMut(I)) {
        self.head.each(put);
        self.tail.each(put);
    }
    #[inline(always)]
    fn of(next: &mut impl FnMut() -> I) -> Self {
        let head = H::of(next);
        HCons { head, tail: T::of(next) }
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The dynamic leaves: first those of the shape and then those of the stride, left to right. Together with the type
    /// they determine the layout. A layout that was checked on the host, divides included, can therefore be an argument
    /// of a kernel: [`Layout::from_dynamic_leaves`].
    ///
    /// ```
    /// use tilework::{layout, operation::zipped_divide};
    /// let (m, n, lda) = (64_u32, 96_u32, 128_u32);
    /// let tiles = zipped_divide(layout!((m,n):(1,lda)), layout!(<32,8>));
    /// assert_eq!(tiles.to_string(), "((32,8),(2,12)):((1,128),(32,1024))");
    /// let leaves: [u32; 4] = tiles.dynamic_leaves();
    /// assert_eq!(leaves, [2, 12, 128, 1024]);
    /// ```
    #[inline(always)]
    pub fn dynamic_leaves<I: Index, const N: usize>(self) -> [I; N]
    where
        S: DynamicLeaves<I>,
        D: DynamicLeaves<I>,
    {
        const { assert!(N == S::COUNT + D::COUNT, "as many integers as there are dynamic leaves") }
        let (mut leaves, mut at) = ([<I as Default>::default(); N], 0);
        let mut put = |leaf| {
            leaves[at] = leaf;
            at += 1;
        };
        let (shape, stride) = self.parts();
        shape.each(&mut put);
        stride.each(&mut put);
        leaves
    }

    /// The layout with this shape and this stride. Nothing is checked or computed.
    ///
    /// # Safety
    /// They must be the [`shape`](AnyLayout::shape) and [`stride`](AnyLayout::stride) of a layout of this type.
    ///
    /// ```
    /// use tilework::{AnyLayout, Layout, layout};
    /// let n = 7_u32;
    /// let before = layout!((4,n):(n,1));
    /// // SAFETY: those of a layout.
    /// let after = unsafe { Layout::new_unchecked(before.shape(), before.stride()) };
    /// assert_eq!(after, before);
    /// ```
    #[inline(always)]
    pub const unsafe fn new_unchecked(shape: S, stride: D) -> Self {
        Layout::sound(shape, stride)
    }

    /// The layout of this type with these dynamic leaves. Nothing is checked or computed.
    ///
    /// # Safety
    /// They must be the [`dynamic_leaves`](Self::dynamic_leaves) of a layout of this type.
    ///
    /// ```
    /// use tilework::layout;
    /// let n = 7_u32;
    /// let before = layout!((4,n):(n,1));
    /// let leaves: [u32; 2] = before.dynamic_leaves();
    /// // SAFETY: those of a layout of this type.
    /// let mut after = unsafe { tilework::Layout::from_dynamic_leaves(leaves) };
    /// assert_eq!(after, before);
    /// # after = before;
    /// ```
    #[inline(always)]
    pub unsafe fn from_dynamic_leaves<I: Index, const N: usize>(leaves: [I; N]) -> Self
    where
        S: DynamicLeaves<I>,
        D: DynamicLeaves<I>,
    {
        const { assert!(N == S::COUNT + D::COUNT, "as many integers as there are dynamic leaves") }
        let mut at = 0;
        let mut next = || {
            at += 1;
            leaves[at - 1]
        };
        let shape = S::of(&mut next);
        Layout::sound(shape, D::of(&mut next))
    }
}
