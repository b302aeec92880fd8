//! Named tensors in lockstep: the others are arranged in the order of the one that is written.

use super::Named;
use super::gather::Arrange;
use super::names::{Among, Names, OrderOf};
use crate::layout::AnyLayout;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::zip::{Arranged, ArrangedMut, Others};

/// Named tensors in the order of the names `N` of the layout `W`: `&t` or `&mut t`, or a tuple of at most eight.
#[diagnostic::on_unimplemented(
    message = "zip: not a named tensor `&t` or `&mut t` nor a tuple of at most eight, `(&t, &mut u)`",
    label = "does not go with the tensor that is written"
)]
pub trait InOrder<N, W> {
    /// The tensors.
    type Members;
    /// The tensors.
    fn in_order(self, beside: W) -> Self::Members;
}
impl<'s, N, W: AnyLayout, P: Among<N>, A: Accessor, L: Arrange<P, N, W>> InOrder<N, W>
    for &'s Named<P, Tensor<A, L>>
{
    type Members = Arranged<'s, A, L, L::Output>;
    #[inline(always)]
    fn in_order(self, beside: W) -> Self::Members {
        // SAFETY: all offsets are those of the layout of the tensor: its modes in another order, and others with strides
        // of 0.
        unsafe { Arranged::new(&self.tensor, self.tensor.layout.arrange(beside)) }
    }
}
#[diagnostic::do_not_recommend]
impl<'s, N, W: AnyLayout, P: OrderOf<N>, A: AccessorMut, L: Arrange<P, N, W>> InOrder<N, W>
    for &'s mut Named<P, Tensor<A, L>>
{
    type Members = ArrangedMut<'s, A, L, L::Output>;
    #[inline(always)]
    fn in_order(self, beside: W) -> Self::Members {
        let layout = self.tensor.layout.arrange(beside);
        // SAFETY: as above, and the names are the same, so each mode is there once.
        unsafe { ArrangedMut::new(&mut self.tensor, layout) }
    }
}
macro_rules! tuples {
    ($($($m:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N, W: Copy, $($m: InOrder<N, W>),*> InOrder<N, W> for ($($m,)*) {
            type Members = ($($m::Members,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn in_order(self, beside: W) -> Self::Members {
                let ($($m,)*) = self;
                ($($m.in_order(beside),)*)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

impl<N: Names, A: AccessorMut, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// [`Tensor::zip_mut_with`] of named tensors. The others may have their modes in any order: elements with the same
    /// coordinates by names are visited together. One that is read may lack some of the names. Its elements are then the
    /// same at all coordinates of those modes.
    ///
    /// # Panics
    /// If dynamic extents differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((3,2)))?.named((Col, Row));
    /// let mut sums = Tensor::new([0; 6], layout!((2,3):row_major))?.named((Row, Col));
    /// // The last one has one element for each column.
    /// sums.zip_mut_with((&t, &t.sum(Row)), |to, (x, sum)| *to = 10 * sum + x);
    /// assert_eq!(sums.to_string(), "(Row, Col)\n51 72 93\n54 75 96");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn zip_mut_with<'s, O: InOrder<N, L>, E, F: FnMut(&mut A::Item, E)>(
        &mut self,
        others: O,
        f: F,
    ) where
        O::Members: Others<'s, L, E>,
    {
        let others = others.in_order(self.tensor.layout);
        self.tensor.zip_mut_with(others, f);
    }
}
