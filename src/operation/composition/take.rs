//! The part that a leaf of the right side takes from a mode of the left side: the steps `DivideStride`, `DivideExtent` and `Take` of
//! composition, as functions of a quotient.

use typenum::{Equal, U1, UTerm};

use super::{ComposeIf, OnOrder, Walk};
use crate::leaf::int::{Dyn, Index};
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, above_zero};
use crate::operation::kind::list::{Last, List};
use crate::operation::kind::nat::Number;
use crate::operation::kind::stride::Stride;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// A leaf `S:D` at a mode `AS:AD`, with `T` after it. `Self`: `D / AS`.
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk>: List;
    /// A leaf `S:D` takes from the mode `AS:AD`, with `T` after it. `Self`: `AS / D`, the number of elements offered.
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk>: List;
    /// A leaf `S:D` takes from a mode of stride `AD` that offers `N`, with `T` after it. `Self`: `S / N`.
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk>: List;
}
impl OnQuotient for Undecided {
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        <D::Divides<AS> as OnQuotient>::DivideExtent<AS, AD, T, S, D, L>;
    // This is right only if nothing on the right side leaves the mode.
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        <L::Reaches<AS, D> as OnOrder>::Uneven<AS, AD, S, D>;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        <S::Compared<N, Equal> as OnOrder>::Take<N, AD, S, D>;
}
impl OnQuotient for UTerm {
    // A stride of 0 stays for every left side.
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        Last<S, UTerm>;
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
}
above_zero! { OnQuotient {
    // The stride covers the mode, so the leaf steps over it.
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        T::Compose<S, Self, L>;
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        <<Self as Number>::Divides<S> as OnQuotient>::Take<Self, AD, T, S, D, L>;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        <<Self as Number>::IsOne as ComposeIf>::Continue<Self, N, AD, T, D, L>;
}
}
impl OnQuotient for Any {
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
}
impl<I: Index> OnQuotient for Dyn<I> {
    type DivideStride<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        AD::Then<Self, Self, T::Compose<Self, Self, L>>;
    type DivideExtent<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> = Undecided;
    // The remaining extent may be 1.
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Walk> =
        AD::Then<Self, D, T::Compose<Self, U1, L>>;
}
