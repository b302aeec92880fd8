//! The largest and the least elements along a mode with a name.

#[cfg(doc)]
use super::Along;
use super::{AlongName, Has, ModeName, Named, Names};
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Folded};
use crate::tensor::extremes::{Extremes, larger, lesser};

impl<N: Names, A: Accessor, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// The largest elements along the mode `name`, as a tensor of the other modes: [`Along::max`] by a name. That of all
    /// elements is `Tensor::max(&t)`.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 5, 3, 4, 2, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// assert_eq!(t.max(Row).to_string(), "(Col,)\n4 5 6");
    /// assert_eq!(Tensor::max(&t), Some(6));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn max<M: ModeName>(
        &self,
        name: M,
    ) -> Named<
        L::Names,
        Tensor<
            Folded<
                A::Shared<'_>,
                ModesOf<L::Mode>,
                A::Item,
                impl Fn(A::Item, A::Item) -> A::Item + Copy,
            >,
            L::Others,
        >,
    >
    where
        N: Has<M>,
        L: AlongName<N, M>,
        A::Item: Extremes,
    {
        self.fold(name, A::Item::LEAST, larger)
    }

    /// The least elements along the mode `name`, as a tensor of the other modes: [`Along::min`] by a name. That of all
    /// elements is `Tensor::min(&t)`.
    ///
    /// ```
    /// use tilework::{Tensor, layout, names};
    /// names! { Row, Col }
    /// let t = Tensor::new([1, 5, 3, 4, 2, 6], layout!((2,3):row_major))?.named((Row, Col));
    /// assert_eq!(t.min(Row).to_string(), "(Col,)\n1 2 3");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn min<M: ModeName>(
        &self,
        name: M,
    ) -> Named<
        L::Names,
        Tensor<
            Folded<
                A::Shared<'_>,
                ModesOf<L::Mode>,
                A::Item,
                impl Fn(A::Item, A::Item) -> A::Item + Copy,
            >,
            L::Others,
        >,
    >
    where
        N: Has<M>,
        L: AlongName<N, M>,
        A::Item: Extremes,
    {
        self.fold(name, A::Item::GREATEST, lesser)
    }
}
