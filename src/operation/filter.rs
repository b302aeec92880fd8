//! Filter: a layout without the modes that move nothing.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U1};

use crate::layout::any_result::AnyResult;
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Leaf, Static};
use crate::leaf::stride::StrideLeaf;
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::face::operation;
use crate::verdict::Bad;

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
    trait FilterTotal[]: Copy {} fn filter() -> Output: AnyResult;
}

#[diagnostic::do_not_recommend]
impl<L, S, D, C> FilterTotal for L
where
    L: AnyLayout + SqueezeZerosTotal<Output = Layout<S, D>>,
    Layout<S, D>: CoalesceTotal<Output = C>,
    C: AnyLayout,
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
    trait SqueezeTotal[]: Copy {} fn squeeze() -> Output: AnyResult;
}

#[diagnostic::do_not_recommend]
impl<L, M, Kept, S, D> SqueezeTotal for L
where
    L: AnyLayout<Modes = M>,
    M: WithoutOnes<Out = Kept>,
    Kept: IntoTuple<Out = Layout<S, D>>,
    Layout<S, D>: AnyLayout,
{
    type Output = Layout<S, D>;
    #[inline(always)]
    fn squeeze(self) -> Layout<S, D> {
        self.modes().without_ones().into_tuple()
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
    trait SqueezeZerosTotal[]: Copy {} fn squeeze_zeros() -> Output: AnyResult;
}

#[diagnostic::do_not_recommend]
impl<L, M, Kept, S, D> SqueezeZerosTotal for L
where
    L: AnyLayout<Modes = M>,
    M: WithoutZeros<Out = Kept>,
    Kept: IntoTuple<Out = Layout<S, D>>,
    Layout<S, D>: AnyLayout,
{
    type Output = Layout<S, D>;
    #[inline(always)]
    fn squeeze_zeros(self) -> Layout<S, D> {
        self.modes().without_zeros().into_tuple()
    }
}

/// Flat modes without those whose stride is statically 0.
pub trait WithoutZeros {
    /// The modes.
    type Out;
    /// The modes.
    fn without_zeros(self) -> Self::Out;
}
impl WithoutZeros for HNil {
    type Out = HNil;
    #[inline(always)]
    fn without_zeros(self) -> HNil {
        HNil
    }
}
impl<S, D: StrideLeaf<IsZero = F>, T: WithoutZeros<Out = Kept>, F, Kept> WithoutZeros
    for HCons<Mode<S, D>, T>
where
    F: DropIf<Mode<S, D>, Kept>,
{
    type Out = F::Out;
    #[inline(always)]
    fn without_zeros(self) -> F::Out {
        F::drop_if(self.head, self.tail.without_zeros())
    }
}

/// Flat modes without those whose extent is statically 1.
pub trait WithoutOnes {
    /// The modes.
    type Out;
    /// The modes.
    fn without_ones(self) -> Self::Out;
}
impl WithoutOnes for HNil {
    type Out = HNil;
    #[inline(always)]
    fn without_ones(self) -> HNil {
        HNil
    }
}
impl<S: Leaf<IsOne = F>, D, T: WithoutOnes<Out = Kept>, F, Kept> WithoutOnes
    for HCons<Mode<S, D>, T>
where
    F: DropIf<Mode<S, D>, Kept>,
{
    type Out = F::Out;
    #[inline(always)]
    fn without_ones(self) -> F::Out {
        F::drop_if(self.head, self.tail.without_ones())
    }
}

/// Puts the mode `M` before others, unless `Self` is true.
pub trait DropIf<M, L> {
    /// The modes.
    type Out;
    /// The modes.
    fn drop_if(mode: M, others: L) -> Self::Out;
}
impl<M, L> DropIf<M, L> for B1 {
    type Out = L;
    #[inline(always)]
    fn drop_if(_: M, others: L) -> L {
        others
    }
}
impl<M, L> DropIf<M, L> for B0 {
    type Out = HCons<M, L>;
    #[inline(always)]
    fn drop_if(mode: M, others: L) -> Self::Out {
        cons(mode, others)
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
    trait FilterZerosTotal[]: Copy {} fn filter_zeros() -> Output: AnyResult;
}

#[diagnostic::do_not_recommend]
impl<L, S, D, RS> FilterZerosTotal for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S: OneForZero<D, Out = RS>,
    D: Copy,
    Layout<RS, D>: AnyLayout,
{
    type Output = Layout<RS, D>;
    #[inline(always)]
    fn filter_zeros(self) -> Layout<RS, D> {
        let (shape, stride) = self.parts();
        Layout::sound(shape.one_for_zero(stride), stride)
    }
}

/// A shape with extent 1 where the stride `D` is statically 0.
pub trait OneForZero<D> {
    /// The shape.
    type Out;
    /// The shape.
    fn one_for_zero(self, stride: D) -> Self::Out;
}
impl<S: Leaf, D: StrideLeaf<IsZero = F>, F: OneIf<S>> OneForZero<D> for S {
    type Out = F::Out;
    #[inline(always)]
    fn one_for_zero(self, _: D) -> F::Out {
        F::one_if(self)
    }
}
impl OneForZero<HNil> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn one_for_zero(self, _: HNil) -> HNil {
        HNil
    }
}
impl<S: OneForZero<D>, ST: OneForZero<DT>, D, DT> OneForZero<HCons<D, DT>> for HCons<S, ST> {
    type Out = HCons<S::Out, ST::Out>;
    #[inline(always)]
    fn one_for_zero(self, stride: HCons<D, DT>) -> Self::Out {
        cons(self.head.one_for_zero(stride.head), self.tail.one_for_zero(stride.tail))
    }
}
impl<R, At, X, Y> OneForZero<Self> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn one_for_zero(self, _: Self) -> Self {
        self
    }
}
/// 1 if `Self` is true, else the extent `S`.
pub trait OneIf<S> {
    /// A leaf.
    type Out;
    /// The leaf.
    fn one_if(extent: S) -> Self::Out;
}
impl<S> OneIf<S> for B1 {
    type Out = Static<U1>;
    #[inline(always)]
    fn one_if(_: S) -> Static<U1> {
        Static::new()
    }
}
impl<S> OneIf<S> for B0 {
    type Out = S;
    #[inline(always)]
    fn one_if(extent: S) -> S {
        extent
    }
}
