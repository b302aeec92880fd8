//! Permute: the modes at the top in another order.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt, UTerm};

use crate::layout::nested::Nested;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::Static;
use crate::operation::face::operation;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::tree::Outcome;
use crate::operation::select::Choose;
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
impl<S, D, P, Parts, Marks, Marked, F> PermuteTotal<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = Parts>,
    Parts: Unmarked<Out = Marks>,
    P: MarkAll<Marks, Out = Marked>,
    Marked: AllMarked<Out = F>,
    F: PermuteIf<P, S, D>,
{
    const SEAL: Seal = Seal;
    type Result = F::Out;
    #[inline(always)]
    fn permute_modes(self) -> F::Out {
        let (shape, stride) = self.parts();
        F::permute_if(Layout::sound(shape, stride))
    }
}

/// A mark for each mode of a list, `B0`.
pub trait Unmarked {
    /// An hlist of marks.
    type Out;
}
impl Unmarked for HNil {
    type Out = HNil;
}
impl<H, T: Unmarked> Unmarked for HCons<H, T> {
    type Out = HCons<B0, T::Out>;
}
impl<R, At, X, Y> Unmarked for Bad<R, At, X, Y> {
    type Out = Self;
}

/// A mode does not exist, or is already marked.
pub struct Missing;
/// Marks the modes at the positions `Self`.
pub trait MarkAll<Marks> {
    /// The marks, or [`Missing`] if one is already marked or does not exist.
    type Out;
}
impl<Marks> MarkAll<Marks> for HNil {
    type Out = Marks;
}
#[diagnostic::do_not_recommend]
impl<Marks, N, T, Marked> MarkAll<Marks> for HCons<Static<N>, T>
where
    Marks: Mark<N, Out = Marked>,
    T: MarkAll<Marked>,
{
    type Out = T::Out;
}
/// Marks mode `N`.
pub trait Mark<N> {
    /// The marks, or [`Missing`].
    type Out;
}
impl<T> Mark<UTerm> for HCons<B0, T> {
    type Out = HCons<B1, T>;
}
impl<T> Mark<UTerm> for HCons<B1, T> {
    type Out = Missing;
}
impl<H, T, U, B, N, Marked> Mark<UInt<U, B>> for HCons<H, T>
where
    UInt<U, B>: core::ops::Sub<B1, Output = N>,
    T: Mark<N, Out = Marked>,
    Marked: After<H>,
{
    type Out = Marked::Out;
}
impl<N> Mark<N> for HNil {
    type Out = Missing;
}
impl<N> Mark<N> for Missing {
    type Out = Missing;
}
impl<N, R, At, X, Y> Mark<N> for Bad<R, At, X, Y> {
    type Out = Self;
}
/// A list of marks with `H` before it.
pub trait After<H> {
    /// The list, or [`Missing`].
    type Out;
}
impl<H> After<H> for HNil {
    type Out = HCons<H, HNil>;
}
impl<H, M, T> After<H> for HCons<M, T> {
    type Out = HCons<H, Self>;
}
impl<H> After<H> for Missing {
    type Out = Missing;
}
/// Tells whether all modes are marked.
pub trait AllMarked {
    /// `B1` or `B0`.
    type Out;
}
impl AllMarked for HNil {
    type Out = B1;
}
impl<T: AllMarked> AllMarked for HCons<B1, T> {
    type Out = T::Out;
}
impl<T> AllMarked for HCons<B0, T> {
    type Out = B0;
}
impl AllMarked for Missing {
    type Out = B0;
}
impl<R, At, X, Y> AllMarked for Bad<R, At, X, Y> {
    type Out = B1;
}
/// The modes of the layout `S:D` at the positions `P`. `Self` says whether these are all modes, each once.
pub trait PermuteIf<P, S, D> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn permute_if(layout: Layout<S, D>) -> Self::Out;
}
impl<P: Choose, S: Leaves<D>, D: Copy> PermuteIf<P, S, D> for B1 {
    type Out = ByParts<<P::Chosen<S, D> as Outcome>::Or<Layout<S, D>, (), First>>;
    #[inline(always)]
    fn permute_if(layout: Layout<S, D>) -> Self::Out {
        P::choose(layout).or::<Layout<S, D>, (), First>().by_parts()
    }
}
impl<P, S, D> PermuteIf<P, S, D> for B0 {
    type Out = Layout<NoPermutation<P, Layout<S, D>>, NoPermutation<P, Layout<S, D>>>;
    fn permute_if(_: Layout<S, D>) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoPermutation<P, L> = Bad<rule::Permutation, Of<L>, P, HNil>;
