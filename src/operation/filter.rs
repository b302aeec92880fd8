//! Filter: a layout without the modes that move nothing.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::Known;
use typenum::U1;

use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::face::operation;
use crate::operation::kind::leaves::{Choice, Leaves, OnLeaf};
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::rearranged::{From, Rearranged, rearranged};
use crate::operation::take::TakeIf;
use crate::verdict::First;

operation! {
    /// The coalesced layout without the modes of stride 0. It has the same offsets, each as often as the other modes
    /// reach it (CuTe's `filter`). A dynamic stride stays, whatever its value. The dynamic leaves must be of one
    /// integer type, as for [`coalesce`](crate::operation::coalesce()).
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::filter};
    /// let filtered: Layout!(48:1) = filter(layout!((2,(12,3),4):(0,(1,0),12)));
    /// assert_eq!(filtered.to_string(), "48:1");
    /// ```
    fn filter[L: FilterTotal<Output = R>, R](layout: L) -> R = filter;

    /// The layout with extent 1 for the leaves of stride 0. The profile is the same, and so are the offsets at
    /// coordinates that are 0 there. A dynamic stride counts as not 0.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::filter_zeros};
    /// let m = 7;
    /// let filtered: Layout!((1,(12,1),4):(0,(1,0),12)) =
    ///     filter_zeros(layout!((m,(12,3),4):(0,(1,0),12)));
    /// assert_eq!(filtered.size(), 48);
    /// ```
    fn filter_zeros[L: FilterZerosTotal<Output = R>, R](layout: L) -> R = filter_zeros;

    /// The flat layout without the modes whose extent is statically 1, which is the same function. Nothing merges, and
    /// the remaining modes stay a tuple. ([003](crate::guide::papers), construction 2.1.3.6.)
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::squeeze};
    /// let squeezed: Layout!((64,64,32):(2048,32,1)) =
    ///     squeeze(layout!((64,(64,1),32,1):(2048,(32,0),1,0)));
    /// assert_eq!(squeezed.rank(), 3);
    /// ```
    fn squeeze[L: SqueezeTotal<Output = R>, R](layout: L) -> R = squeeze;

    /// The flat layout without the modes whose stride is statically 0. Nothing merges, as in [`squeeze`].
    /// ([003](crate::guide::papers), definition
    /// 2.1.3.12, which calls it filter.)
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::squeeze_zeros};
    /// let squeezed: Layout!((64,8,128):(8,1,512)) =
    ///     squeeze_zeros(layout!((64,8,8,128):(8,1,0,512)));
    /// assert_eq!(squeezed.rank(), 3);
    /// ```
    fn squeeze_zeros[L: SqueezeZerosTotal<Output = R>, R](layout: L) -> R = squeeze_zeros;

    /// Layouts that can be filtered; all can. The bound of [`filter()`].
    trait CanFilter[]: AnyLayout = FilterTotal[], Output: AnyLayout;
    /// The type of [`filter()`]'s result.
    type Filter[L] = FilterTotal[];

    /// [`CanFilter`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "filter: not a layout, or in generic code one without the bound `CanFilter`"
    )]
    trait FilterTotal[]: Copy {} fn filter() -> Output;
}

#[diagnostic::do_not_recommend]
impl<L, M, C> FilterTotal for L
where
    L: AnyLayout + SqueezeZerosTotal<Output = M>,
    M: CoalesceTotal<Output = C>,
{
    type Output = C;
    #[inline(always)]
    fn filter(self) -> C {
        self.squeeze_zeros().coalesce()
    }
}

operation! {
    /// Layouts that can be squeezed; all can. The bound of [`squeeze`].
    trait CanSqueeze[]: AnyLayout = SqueezeTotal[], Output: AnyLayout;
    /// The type of [`squeeze`]'s result.
    type Squeeze[L] = SqueezeTotal[];

    /// [`CanSqueeze`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "squeeze: not a layout, or in generic code one without the bound `CanSqueeze`"
    )]
    trait SqueezeTotal[]: Copy {} fn squeeze() -> Output;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy> SqueezeTotal for Layout<S, D>
where
    Self: AnyLayout,
{
    type Output = ByParts<<Chosen<AboveOne, S, D> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn squeeze(self) -> Self::Output {
        rearranged::<FromChosen<AboveOne, S, D>, _, _, Chosen<AboveOne, S, D>>(self)
            .or::<Self, (), First>()
            .by_parts()
    }
}

operation! {
    /// Layouts that can be squeezed; all can. The bound of [`squeeze_zeros`].
    trait CanSqueezeZeros[]: AnyLayout = SqueezeZerosTotal[], Output: AnyLayout;
    /// The type of [`squeeze_zeros`]'s result.
    type SqueezeZeros[L] = SqueezeZerosTotal[];

    /// [`CanSqueezeZeros`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "squeeze_zeros: not a layout, or in generic code one without the bound `CanSqueezeZeros`"
    )]
    trait SqueezeZerosTotal[]: Copy {} fn squeeze_zeros() -> Output;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy> SqueezeZerosTotal for Layout<S, D>
where
    Self: AnyLayout,
{
    type Output = ByParts<<Chosen<Moving, S, D> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn squeeze_zeros(self) -> Self::Output {
        rearranged::<FromChosen<Moving, S, D>, _, _, Chosen<Moving, S, D>>(self)
            .or::<Self, (), First>()
            .by_parts()
    }
}

/// The modes of `S:D` that `F` chooses.
type Chosen<F, S, D> = <S as Leaves<D>>::Chosen<F, Layout<HNil, HNil>>;
/// The places of the modes of `S:D` that `F` chooses.
pub struct FromChosen<F, S, D>(PhantomData<(F, S, D)>);
/// The modes whose stride is not static 0.
pub struct Moving;
impl Choice for Moving {
    type Before<S: Number, D: Stride, T: Tree> =
        <D::IsZeroStride as TakeIf>::Else<T, <S::WithStride<D> as Tree>::Before<T, HNil>>;
}
impl<S: Leaves<D>, D> Rearranged for FromChosen<Moving, S, D> {
    const FROM: From = From::without(<S::Flatten<HNil> as List>::ZEROS);
}
/// The modes whose extent is not static 1.
pub struct AboveOne;
impl Choice for AboveOne {
    type Before<S: Number, D: Stride, T: Tree> =
        <S::IsOne as TakeIf>::Else<T, <S::WithStride<D> as Tree>::Before<T, HNil>>;
}
impl<S: Leaves<D>, D> Rearranged for FromChosen<AboveOne, S, D> {
    const FROM: From = From::without(ones(&<S::Flatten<HNil> as List>::KNOWN));
}
/// The modes whose extent is static 1: one bit for each, from the lowest.
const fn ones(modes: &Known) -> u128 {
    match modes {
        Known::None => 0,
        Known::Then(leaf, others) => ones(others) << 1 | matches!(leaf.shape, Some(1)) as u128,
    }
}

operation! {
    /// Layouts that can be filtered; all can. The bound of [`filter_zeros`].
    trait CanFilterZeros[]: AnyLayout = FilterZerosTotal[], Output: AnyLayout;
    /// The type of [`filter_zeros`]'s result.
    type FilterZeros[L] = FilterZerosTotal[];

    /// [`CanFilterZeros`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "filter_zeros: not a layout, or in generic code one without the bound `CanFilterZeros`"
    )]
    trait FilterZerosTotal[]: Copy {} fn filter_zeros() -> Output;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy> FilterZerosTotal for Layout<S, D>
where
    Self: AnyLayout,
{
    type Output = ByParts<<S::Each<OneForZero> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn filter_zeros(self) -> Self::Output {
        rearranged::<InPlace, _, _, S::Each<OneForZero>>(self).or::<Self, (), First>().by_parts()
    }
}
/// An extent of 1 for a leaf whose stride is static 0.
pub struct OneForZero;
impl OnLeaf for OneForZero {
    type Of<S: Number, D: Stride> =
        <D::IsZeroStride as TakeIf>::Else<<U1 as Number>::WithStride<D>, S::WithStride<D>>;
    type Next<S: Number, D: Stride> = Self;
}
/// Each leaf stays in its place.
pub struct InPlace;
impl Rearranged for InPlace {
    const FROM: From = From::At(0);
}
