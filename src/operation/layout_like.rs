//! Compact layouts whose strides have the same order as those of another layout.

use frunk_core::hlist::HNil;

use crate::layout::codomain::{Integers, Kind, Points, Zero};
use crate::layout::composed::Composed;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::integers::Integers as OfOperands;
use crate::operation::face::operation;
use crate::operation::filter::OneForZero;
use crate::operation::kind::dynamic::{NoOperand, compute};
use crate::operation::kind::leaves::{Leaves, Running};
use crate::operation::kind::tree::Tree;
use crate::operation::ordered::{Extents, Ordering, OrderingLeaves};
use crate::operation::sort::WithoutOrder;
use crate::verdict::{Bad, First, ResultOf, operation};

// A short name, as in `complement`.
type LikeOf = operation::make_layout_like_of;

operation! {
    /// The compact layout of the same shape whose strides are in the order of those of `layout`. Modes of static stride
    /// 0 keep it and do not count. A dynamic stride counts as one that is not 0, as in
    /// [`filter_zeros`](crate::operation::filter_zeros()). Elements have the same order in both layouts if each stride
    /// is above the reach of the smaller ones; those of `(4,6):(12,10)` are not. For a composed layout the order is
    /// that of the inner one. Only values and literals have such layouts for XOR strides.
    ///
    /// **Errors.** *Known order*, at compile time, if one of the strides of extents other than 1 is dynamic.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::make_layout_like};
    /// let m = 5;
    /// let compact: Layout!((4,(2,3),_):(_,(0,_),1)) =
    ///     make_layout_like(layout!((4,(2,3),m):(30,(0,4),1)));
    /// assert_eq!(compact.to_string(), "(4,(2,3),5):(15,(0,5),1)");
    /// ```
    fn make_layout_like[R: ResultOf<LikeOf>, L: LayoutLikeTotal<Result = R>](layout: L) = compacted;

    /// Layouts whose strides have a known order: the bound of [`make_layout_like`].
    trait HasLayoutLike[] = LayoutLikeTotal[], operation::make_layout_like_of, Layout: AnyLayout;
    /// The compact layout in the order of `L`.
    type MakeLayoutLike[L] = LayoutLikeTotal[], LikeOf;

    /// [`HasLayoutLike`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "make_layout_like: not a layout, or in generic code one without the bound `HasLayoutLike`"
    )]
    trait LayoutLikeTotal[]: Copy {} fn compacted() -> Result;
}

#[diagnostic::do_not_recommend]
impl<L, S, D, K> LayoutLikeTotal for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    D: Kind<Out = K>,
    K: LikeKind<S, D>,
{
    type Result = ByParts<K::Out>;
    #[inline(always)]
    fn compacted(self) -> Self::Result {
        let (shape, stride) = self.parts();
        K::like_kind(Layout::sound(shape, stride)).by_parts()
    }
}
// In the order of the inner layout.
#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: LayoutLikeTotal> LayoutLikeTotal for Composed<F, N, L> {
    type Result = L::Result;
    #[inline(always)]
    fn compacted(self) -> L::Result {
        self.into_parts().2.compacted()
    }
}
/// The compact layout in the order of `S:D`, whose strides are of the kind `Self`.
pub trait LikeKind<S, D> {
    /// The layout, or the verdict.
    type Out: Parts;
    /// The layout.
    fn like_kind(layout: Layout<S, D>) -> Self::Out;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<S: Leaves<D>, D: Copy> LikeKind<S, D> for $kind {
            type Out = <Running<S, D> as OfOperands>::Judged<Like<S, D>, Layout<S, D>, (), First>;
            #[inline(always)]
            fn like_kind(layout: Layout<S, D>) -> Self::Out {
                let extents = Extents::<_, Moving<S, D>>::of(layout);
                let like = Running::<S, D>::judged::<Like<S, D>, Layout<S, D>, (), First>(|| {
                    compute::<OrderingLeaves, _, _, _>(extents, NoOperand, 0, None)
                });
                match like {
                    Ok(like) => like,
                    Err(_) => unreachable!("no larger than the size of the layout"),
                }
            }
        }
    )*};
}
/// The modes of `S:D`, where extents of 1, which do not count, replace those of stride 0.
type Moving<S, D> = <<S as Leaves<D>>::Each<OneForZero> as Tree>::Modes;
/// The compact layout in the order of `S:D`, or a refusal.
type Like<S, D> = <S as Leaves<D>>::Each<Ordering<HNil, Moving<S, D>>>;
integers!(Zero Integers);
macro_rules! without_order {
    ($($kind:ident)*) => {$(
        impl<S, D> LikeKind<S, D> for $kind {
            type Out = Layout<WithoutOrder<Layout<S, D>>, WithoutOrder<Layout<S, D>>>;
            fn like_kind(_: Layout<S, D>) -> Self::Out {
                Layout::sound(Bad::new(), Bad::new())
            }
        }
    )*};
}
without_order!(Points);
