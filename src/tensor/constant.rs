//! Fragments in constants.

use generic_array::{ArrayLength, GenericArray, IntoArrayLength};
use typenum::Const;

use crate::layout::codomain::IntegerStrides;
use crate::layout::modes::Modes;
use crate::layout::{HasCosize, ModesOf};
use crate::tensor::Tensor;

impl<T, L: IntegerStrides, N: ArrayLength> Tensor<GenericArray<T, N>, L> {
    /// The fragment of a static layout with these elements in memory order. It is usable in constants.
    ///
    /// It fails to build for a layout whose strides, sorted, do not each exceed all offsets below them.
    /// [`Fragment::filled`](crate::Fragment::filled) takes such layouts, and checks all offsets.
    ///
    /// ```
    /// use tilework::{Fragment, Layout, layout};
    /// type Kernel = Layout!((3,2):(1,3));
    /// static BLUR: Fragment<u8, Kernel> = Fragment::from_array(layout!((3,2):(1,3)), [1, 2, 1, 2, 4, 2]);
    /// assert_eq!((BLUR[(1, 0)], BLUR[(1, 1)]), (2, 4));
    /// ```
    #[inline(always)]
    pub const fn from_array<const M: usize>(layout: L, elements: [T; M]) -> Self
    where
        L: HasCosize<Cosize = N>,
        Const<M>: IntoArrayLength<ArrayLength = N>,
    {
        const {
            assert!(
                <ModesOf<L> as Modes>::SEGREGATED,
                "tensor: injectivity: a fragment of an array has a layout whose strides, sorted, each exceed the \
                 offsets before; `Fragment::filled` takes any that is injective"
            );
        }
        // Sound: there are as many elements as the cosize, and the layout is injective.
        Tensor::sound(GenericArray::from_array(elements), layout)
    }
}
