//! The part that a leaf of the right side takes from a mode of the left side: the steps `Meet`, `Offer` and `Take` of
//! composition, as functions of a quotient.

use typenum::{Equal, U1, UTerm};

use super::{Leg, OnOrder, OnTruth};
use crate::leaf::int::{Dyn, Index};
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, above_zero};
use crate::operation::kind::list::{Last, List};
use crate::operation::kind::number::Number;
use crate::operation::kind::stride::Stride;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// A leaf `S:D` at a mode `AS:AD`, with `T` after it. `Self`: `D / AS`.
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg>: List;
    /// A leaf `S:D` takes from the mode `AS:AD`, with `T` after it. `Self`: `AS / D`, the number of elements offered.
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg>: List;
    /// A leaf `S:D` takes from a mode of stride `AD` that offers `N`, with `T` after it. `Self`: `S / N`.
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg>: List;
}
impl OnQuotient for Undecided {
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        <D::Divides<AS> as OnQuotient>::Offer<AS, AD, T, S, D, L>;
    // This is right only if nothing on the right side leaves the mode.
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        <L::Reaches<AS, D> as OnOrder>::Uneven<AS, AD, S, D>;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        <S::Compared<N, Equal> as OnOrder>::Take<N, AD, S, D>;
}
impl OnQuotient for UTerm {
    // A stride of 0 stays for every left side.
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Last<S, UTerm>;
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
}
above_zero! { OnQuotient {
    // The stride covers the mode, so the leaf steps over it.
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        T::Compose<S, Self, L>;
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        <<Self as Number>::Divides<S> as OnQuotient>::Take<Self, AD, T, S, D, L>;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        <<Self as Number>::IsOne as OnTruth>::GoOn<Self, N, AD, T, D, L>;
}
}
impl OnQuotient for Any {
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Meet<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        AD::Then<Self, Self, T::Compose<Self, Self, L>>;
    type Offer<AS: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> = Undecided;
    // The remaining extent may be 1.
    type Take<N: Number, AD: Stride, T: List, S: Number, D: Number, L: Leg> =
        AD::Then<Self, D, T::Compose<Self, U1, L>>;
}
