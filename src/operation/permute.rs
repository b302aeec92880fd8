//! Permute: the modes at the top in another order.
//!
//! ```text
//! permute(l, p) = if p has each of 0, .., rank(l) - 1 once { select(l, p) } else { permutation }      select: `select.rs`
//! ```

use frunk_core::hlist::HNil;
use typenum::UTerm;

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::operation::face::operation;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::refusal::GivenVerdict;
use crate::operation::kind::tree::Outcome;
use crate::operation::rearranged::rearranged;
use crate::operation::select::{Choose, FromModes};
use crate::operation::take::TakeIf;
use crate::verdict::{Bad, First, Of, ResultOf, operation, rule};

operation! {
    /// The modes in another order: mode `k` of the result is mode `order[k]`.
    ///
    /// `order` is an hlist of static integers, [`modes!`](crate::modes!)`[1, 2, 0]`. ([003](crate::guide::papers),
    /// definitions 2.1.1.8 and 2.1.3.18.)
    ///
    /// **Errors.** *Permutation*, at compile time, unless `order` has each mode once.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let (m, lda) = (15, 240);
    /// let layout = layout!((m,12,10):(lda,1,24));
    /// let permuted: Layout!((12,10,_):(1,24,_)) = layout!(permute(layout, [1,2,0]));
    /// assert_eq!(permuted.to_string(), "(12,10,15):(1,24,240)");
    /// ```
    fn permute[R: ResultOf<operation::permute_of>, L: PermuteTotal<P, Result = R>, P]
        (layout: L; order: P) = permute_modes;

    /// The modes in another order: mode `k` of the result is mode `order[k]`. See [`permute`](permute()).
    ///
    /// **Errors.** Those of [`permute`](permute()).
    ///
    /// ```
    /// use tilework::{Layout, layout, modes};
    /// let permuted: Layout!((3,4,2):(2,6,1)) = layout!((2,3,4)).permute(modes![1, 2, 0]);
    /// assert_eq!(permuted.to_string(), "(3,4,2):(2,6,1)");
    /// ```
    method permute[R: ResultOf<operation::permute_of>, P](order: P)
        where [Self: PermuteTotal<P, Result = R>] = permute;

    /// Layouts whose modes the hlist `P` of static integers permutes: the bound of [`permute`].
    trait PermuteBy[P]: AnyLayout = PermuteTotal[P], operation::permute_of, Layout: AnyLayout;
    /// The layout `L` with its modes in the order `P`, an hlist of static integers.
    type Permute[L, P] = PermuteTotal[P], operation::permute_of;

    /// [`PermuteBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "permute: not a layout and static positions, or in generic code without the bound `PermuteBy<P>`",
        note = "positions are known while compiling: `t.permute(modes![1, 0])`, of a layout also `layout!(permute(a, [1,0]))`"
    )]
    trait PermuteTotal[P]: Copy { #[doc(hidden)] const SEAL: Seal; } fn permute_modes() -> Result;
}

#[diagnostic::do_not_recommend]
impl<L, S: Leaves<D>, D: Copy, P: Choose> PermuteTotal<P> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<<Permuted<S, D, P> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn permute_modes(self) -> Self::Result {
        let (shape, stride) = AnyLayout::parts(self);
        rearranged::<FromModes<S, D, P>, _, _, Permuted<S, D, P>>(Layout::sound(shape, stride))
            .or::<Self, (), First>()
            .by_parts()
    }
}
/// The modes of `S:D` at the positions `P`, if these are all of them, each once.
type Permuted<S, D, P> = <<S as Leaves<D>>::OrReported<
    <P as Choose>::Counts<P, UTerm, <S as Leaves<D>>::Rank>,
> as TakeIf>::Else<
    <P as Choose>::Chosen<S, D>,
    GivenVerdict<Bad<rule::Permutation, Of<Layout<S, D>>, P, HNil>>,
>;
