//! Zip: the modes of two layouts in pairs.
//!
//! ```text
//! zip(a, b) = if rank(a) = rank(b) { ((a_0, b_0), (a_1, b_1), ...) } else { profile }
//! ```

use core::marker::PhantomData;

use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{IfOneKind, Kind};
use crate::layout::fill_from_modes::FillFromNumbers;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::int::Static;
use crate::operation::arrangement::pair;
use crate::operation::face::operation;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::GivenVerdict;
use crate::operation::kind::tree::Outcome;
use crate::operation::product::paired::{Blocked, pairs};
use crate::operation::rearranged::{From, Rearranged, rearranged};
use crate::operation::take::TakeIf;
use crate::verdict::{Bad, First, Place, ResultOf, every, operation, rule};

operation! {
    /// The modes of two layouts in pairs, `((a_0,b_0), (a_1,b_1), ...)`:
    /// `r((x_0,y_0), (x_1,y_1), ...) = a(x_0, x_1, ...) + b(y_0, y_1, ...)`. A leaf is its own only mode. If `a` is a
    /// composed layout, its inner layout is paired. ([004](crate::guide::papers), section 3.5.1, on products.)
    ///
    /// **Errors.** At compile time *profile*, if the ranks differ, and *codomain*, if the strides are of different
    /// integer-semimodules.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::zip};
    /// let lda = 24;
    /// let zipped: Layout!(((3,2),(4,5)):((4,12),(1,_))) =
    ///     zip(layout!((3,4):(4,1)), layout!((2,5):(12,lda)));
    /// assert_eq!(zipped.to_string(), "((3,2),(4,5)):((4,12),(1,24))");
    /// ```
    ///
    /// # Panics
    /// If [`try_zip`] returns an error.
    fn zip[R: ResultOf<operation::zip_with>, A: ZipTotal<B, Result = R>, B](a: A, b: B) = ZippingModes;
    /// Like [`zip`](zip()), but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if the size or cosize does not fit.
    or try_zip;

    /// Layouts of the rank of the layout `B`: the bound of [`zip`](zip()).
    trait ZipBy[B]: AnyLayout = ZipTotal[B], operation::zip_with, Layout: AnyLayout;
    /// The layout of the modes of `A` and `B` in pairs.
    type Zip[A, B] = ZipTotal[B], operation::zip_with;

    /// [`ZipBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "zip: not layouts, or in generic code without the bound `ZipBy<B>`"
    )]
    trait ZipTotal[B]: Copy {} fn try_zip_modes(other: B) for ZippingModes;
}
/// Zip as an operation.
pub struct ZippingModes;

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, BS: Leaves<BD>, BD: Copy, RS, RD, K, XS, XD> ZipTotal<Layout<BS, BD>>
    for Layout<S, D>
where
    Self: AnyLayout,
    Zipped<S, D, BS, BD>: Outcome<Or<Self, (), First>: Parts<Shape = RS, Stride = RD>>,
    Layout<RS, RD>: FillFromNumbers,
    RD: Kind<Out = K>,
    K: IfOneKind<RS, RD, Place<Self, Layout<BS, BD>, every>, Out = Layout<XS, XD>>,
{
    type Result = Layout<XS, XD>;
    #[inline(always)]
    fn try_zip_modes<O: AnyResult>(self, other: Layout<BS, BD>) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let pairs = rearranged::<InTurn<S, D, BS, BD>, _, _, _>(pair(self, other));
        K::if_one_kind(pairs).itself().validated(Operation::Zip)
    }
}
/// The modes of `S:D` and `BS:BD` in pairs, or the verdict if their numbers differ.
type Zipped<S, D, BS, BD> = <<S as Leaves<D>>::OrReported<
    <BS as Leaves<BD>>::OrReported<
        <<S as Leaves<D>>::Rank as Number>::Equals<<BS as Leaves<BD>>::Rank>,
    >,
> as TakeIf>::Else<
    <S as Leaves<D>>::Paired<<BS as Leaves<BD>>::Modes, Blocked>,
    GivenVerdict<RanksDiffer<S, D, BS, BD>>,
>;
type RanksDiffer<S, D, BS, BD> = Bad<
    rule::Profile,
    Place<Layout<S, D>, Layout<BS, BD>, every>,
    Static<<S as Leaves<D>>::Rank>,
    Static<<BS as Leaves<BD>>::Rank>,
>;
/// The modes of `S:D` and `BS:BD` in turn.
struct InTurn<S, D, BS, BD>(PhantomData<(S, D, BS, BD)>);
impl<S: Leaves<D>, D, BS: Leaves<BD>, BD> Rearranged for InTurn<S, D, BS, BD> {
    const FROM: From = From::Each(pairs(S::MODES, BS::MODES, 0).places);
}
