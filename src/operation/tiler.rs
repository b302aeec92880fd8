//! Tilers: a layout for a whole layout, or one for each mode.
//!
//! A tiler is a [`Layout`], or an hlist of tilers for the modes of what it tiles, or [`Keep`].
//! A leaf `n` in it is the tiler `n:1`, so that in `layout!` and its operands `(4,8)` is
//! `<4:1,8:1>`. [`ByMode`] does an operation mode by mode; what generic code divides by is in `divide/zipped.rs`.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::composed::Composed;
use crate::layout::numbered::{Numbered, OfNumbers as _, Sound, itself};
use crate::layout::same_extents::TopModes;
use crate::layout::{ByParts, Followed, Layout, Parts, Shape};
use crate::leaf::int::{Dyn, Known, Leaf, Static, positive_extent};
use crate::leaf::stride::StrideLeaf;
use crate::verdict::{Bad, Extra, Position, Within, rule};

/// A tiler that keeps a mode as it is, written `_`.
#[doc(alias("Underscore", "X"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep;
impl Known for Keep {
    const VALUE: Self = Keep;
}

/// Tilers. An operand that is no tiler, such as a swizzle, has impls of its own for composition.
pub trait IsTiler {}
impl IsTiler for Keep {}
impl<N> IsTiler for Static<N> {}
impl<I> IsTiler for Dyn<I> {}
impl<S, D> IsTiler for Layout<S, D> {}
impl IsTiler for HNil {}
impl<B, BT> IsTiler for HCons<B, BT> {}

/// How an operation by mode puts the results of the modes together.
pub trait Gather {
    /// The result `A` of the first mode, then `T`, those of the others together.
    type Followed<A: Parts, T: Parts>: Parts;
    /// The modes `S:D` beyond the tiler.
    type Beyond<S, D>: Parts;
}
/// Operations whose results become the modes of a layout.
pub trait Listed {}
impl<F: Listed> Gather for F {
    type Followed<A: Parts, T: Parts> = Followed<A, T>;
    type Beyond<S, D> = Layout<S, D>;
}

/// The operation `F` on the layout `S:D` with the tiler `Self`: by mode where it is an hlist,
/// `F`'s own where it is a layout. Modes beyond the tiler stay as they are. The mode stands at
/// `J`.
pub trait ByMode<F, S, D, J>: Sized {
    /// The modes at the top of a tiler that is one layout of integral coordinates; a tiler by mode has none here.
    const ONE_LAYOUT: &'static TopModes = &TopModes::End;
    /// The result, a layout.
    type Out: Parts;
    /// The result as `R`, which it is by another name; an error in a mode names the mode.
    fn by_mode<R: Numbered>(self, layout: Layout<S, D>, at: usize) -> Result<R, Error>;
    /// The result as `R`, if it is sound. An error names `operation`.
    #[inline(always)]
    fn whole<R: AnyResult>(self, layout: Layout<S, D>, operation: Operation) -> Result<R, Error>
    where
        Layout<S, D>: Copy,
        ByParts<Self::Out>: Is<R>,
    {
        let within = self.stays_within(layout);
        match self.by_mode::<R::Parts>(layout, 0) {
            Ok(parts) => R::of_parts(parts, Sound::YES).validated_unless(within, operation),
            Err(error) => Err(error.during(operation)),
        }
    }
    /// Whether run time sees at little cost that the result is no larger than the layout and has no
    /// offsets beside those of it, so that it is sound because the layout is.
    fn stays_within(&self, layout: Layout<S, D>) -> bool;
}

#[diagnostic::do_not_recommend]
impl<F, S: Shape, D: Shape, J> ByMode<F, S, D, J> for Keep {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn by_mode<R: Numbered>(self, layout: Layout<S, D>, _: usize) -> Result<R, Error> {
        Ok(itself(layout))
    }
    #[inline(always)]
    fn stays_within(&self, _: Layout<S, D>) -> bool {
        true
    }
}
macro_rules! leaf {
    ($($n:ident $leaf:ty;)*) => {$(
        // One impl for each type: a blanket one would be tried for every tiler.
        #[diagnostic::do_not_recommend]
        impl<$n, F, S, D, J> ByMode<F, S, D, J> for $leaf
        where
            Self: Leaf,
            Layout<Self, Static<U1>>: ByMode<F, S, D, J>,
        {
            type Out = <Layout<Self, Static<U1>> as ByMode<F, S, D, J>>::Out;
            #[inline(always)]
            fn by_mode<R: Numbered>(self, layout: Layout<S, D>, at: usize) -> Result<R, Error> {
                tile(self)?.by_mode(layout, at)
            }
            #[inline(always)]
            fn stays_within(&self, layout: Layout<S, D>) -> bool {
                tile(*self).is_ok_and(|tile| tile.stays_within(layout))
            }
        }
    )*};
}
leaf! {
    N Static<N>;
    I Dyn<I>;
}
// For these there is one error, which says what to write instead.
macro_rules! no_tilers {
    ($($rule:ident: $([$($g:tt)*] $t:ty;)*)*) => {$($(
        impl<$($g)*> IsTiler for $t {}
        #[diagnostic::do_not_recommend]
        impl<$($g)* F, S, D, J> ByMode<F, S, D, J> for $t {
            type Out = Layout<$rule, $rule>;
            fn by_mode<R: Numbered>(self, _: Layout<S, D>, _: usize) -> Result<R, Error> {
                Ok(R::of_numbers(&[], 0, Sound::YES))
            }
            fn stays_within(&self, _: Layout<S, D>) -> bool {
                true
            }
        }
    )*)*};
}
no_tilers! {
    Plain:
    [] usize;
    [] u32;
    [] i32;
    [] u64;
    [] i64;
    [A, B,] (A, B);
    [A, B, C,] (A, B, C);
    [A, B, C, H,] (A, B, C, H);
    [A, const N: usize,] [A; N];
    Borrowed:
    ['a, A: ?Sized,] &'a A;
}
#[cfg(feature = "alloc")]
no_tilers! {
    Plain:
    [A,] alloc::vec::Vec<A>;
}
#[diagnostic::do_not_recommend]
impl<G, N, L, F, S, D, J, K> ByMode<F, S, D, J> for Composed<G, N, L>
where
    D: Kind<Out = K>,
    K: TiledByComposed,
{
    type Out = Layout<K::Verdict, K::Verdict>;
    fn by_mode<R: Numbered>(self, _: Layout<S, D>, _: usize) -> Result<R, Error> {
        Ok(R::of_numbers(&[], 0, Sound::YES))
    }
    fn stays_within(&self, _: Layout<S, D>) -> bool {
        true
    }
}
/// What a composed layout is as the tile or grid of a layout whose strides are of the kind `Self`.
pub trait TiledByComposed {
    /// A verdict.
    type Verdict: Known;
}
macro_rules! tiled_by_composed {
    ($($kind:ident $rule:ident;)*) => {$(
        impl TiledByComposed for $kind {
            type Verdict = Bad<rule::$rule, (), (), ()>;
        }
    )*};
}
tiled_by_composed! {
    Zero ComposedTiler;
    Integers ComposedTiler;
    Bits ComposedTiler;
    Points ComposedOfPoints;
}
/// The verdict of what is no leaf and no hlist.
pub type Plain = Bad<rule::Plain, (), (), ()>;
/// The verdict of a reference to a tiler.
type Borrowed = Bad<rule::Borrowed, (), (), ()>;
/// The tiler `n:1`.
#[inline(always)]
fn tile<N: Leaf>(n: N) -> Result<Layout<N, Static<U1>>, Error> {
    positive_extent(n).map_err(|rule| Error::new(Operation::Layout, rule))?;
    Ok(Layout::sound(n, Static::new()))
}
#[diagnostic::do_not_recommend]
impl<F: Gather, S: Shape, D: Shape, J> ByMode<F, S, D, J> for HNil {
    type Out = F::Beyond<S, D>;
    #[inline(always)]
    fn by_mode<R: Numbered>(self, layout: Layout<S, D>, _: usize) -> Result<R, Error> {
        Ok(itself(layout))
    }
    #[inline(always)]
    fn stays_within(&self, _: Layout<S, D>) -> bool {
        true
    }
}
/// Whether the types say all of a value, so that it has no size: then the result is static, too.
const fn is_static<T>() -> bool {
    size_of::<T>() == 0
}
impl<F: Gather, B, BT, S, ST, D, DT, J: Position> ByMode<F, HCons<S, ST>, HCons<D, DT>, J>
    for HCons<B, BT>
where
    B: ByMode<F, S, D, Within<J>>,
    BT: ByMode<F, ST, DT, J::After>,
{
    type Out = F::Followed<B::Out, BT::Out>;
    #[inline(always)]
    fn by_mode<R: Numbered>(
        self,
        layout: Layout<HCons<S, ST>, HCons<D, DT>>,
        at: usize,
    ) -> Result<R, Error> {
        if const { R::IS_REFUSED || is_static::<(Self, Layout<HCons<S, ST>, HCons<D, DT>>)>() } {
            return Ok(R::of_numbers(&[], 0, Sound::YES));
        }
        let (first, others) = layout.split_first();
        let first = if const { is_static::<(B, Layout<S, D>)>() } {
            R::First::of_numbers(&[], 0, Sound::YES)
        } else {
            match self.head.by_mode::<R::First>(first, 0) {
                Ok(first) => first,
                Err(error) => return Err(error.at(at)),
            }
        };
        match self.tail.by_mode::<R::Others>(others, at + 1) {
            Ok(others) => Ok(R::followed(first, others, Sound::YES)),
            Err(error) => Err(error),
        }
    }
    #[inline(always)]
    fn stays_within(&self, layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> bool {
        let (first, others) = layout.split_first();
        self.head.stays_within(first) && self.tail.stays_within(others)
    }
}
// A leaf is its own one mode.
#[diagnostic::do_not_recommend]
impl<F, B, BT, S: Leaf, D: StrideLeaf, J> ByMode<F, S, D, J> for HCons<B, BT>
where
    Self: ByMode<F, HCons<S, HNil>, HCons<D, HNil>, J>,
{
    type Out = <Self as ByMode<F, HCons<S, HNil>, HCons<D, HNil>, J>>::Out;
    #[inline(always)]
    fn by_mode<R: Numbered>(self, layout: Layout<S, D>, at: usize) -> Result<R, Error> {
        self.by_mode(layout.followed_by(Layout::sound(HNil, HNil)), at)
    }
    #[inline(always)]
    fn stays_within(&self, layout: Layout<S, D>) -> bool {
        self.stays_within(layout.followed_by(Layout::sound(HNil, HNil)))
    }
}
// The layout has no mode left.
#[diagnostic::do_not_recommend]
impl<F, B, BT, J: Position> ByMode<F, HNil, HNil, J> for HCons<B, BT> {
    type Out = Layout<TooLong<Self, J>, TooLong<Self, J>>;
    fn by_mode<R: Numbered>(self, _: Layout<HNil, HNil>, _: usize) -> Result<R, Error> {
        Ok(R::of_numbers(&[], 0, Sound::YES))
    }
    fn stays_within(&self, _: Layout<HNil, HNil>) -> bool {
        true
    }
}
type TooLong<T, J> =
    Bad<rule::TilerRank, (), Extra<T, <J as Position>::Local>, <J as Position>::Local>;
