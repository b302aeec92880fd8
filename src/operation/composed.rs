//! Operations on composed layouts. An operation on the domain acts on the inner layout, `F o n o r`.
//!
//! One impl for each operation makes the function of that name accept a [`Composed`] layout: `zipped_divide(c, t)` is
//! [`Composed::zipped_divide`]. An operation on offsets, such as an inverse, has no impl, or one whose result is a
//! verdict that says where the operation exists.

use tilework_algebra::Error;

use crate::layout::Layout;
use crate::layout::any_result::AnyResult;
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::leaf::int::Leaf;
use crate::operation::append::{AppendMode, PrependMode};
use crate::operation::coalesce::CoalesceAll;
use crate::operation::coalesce_profile::CoalesceRelative;
use crate::operation::complement::Leave;
use crate::operation::complement_ext::LeaveExt;
use crate::operation::composition::Compose;
use crate::operation::divide::arranged::SplitInto;
use crate::operation::divide::{Split, SplitZipped};
use crate::operation::filter::{FilterModes, FilterZeroModes, SqueezeModes, SqueezeZeroModes};
use crate::operation::flatten::{FlattenModes, InProfile};
use crate::operation::group::GroupRange;
use crate::operation::left_inverse::InvertLeft;
use crate::operation::mode::TakeMode;
use crate::operation::permute::PermuteModes;
use crate::operation::product::Multiply;
use crate::operation::right_inverse::InvertRight;
use crate::operation::select::SelectModes;
use crate::operation::sort::SortByStride;
use crate::operation::take::TakeRange;
use crate::operation::thread_value::{ArrangeByThreads, ArrangeTiles, ThreadValue};
use crate::operation::tile_to_shape::Fill;
use crate::operation::tiler::IsTiler;
use crate::operation::zip::ZipModes;
use crate::verdict::{Bad, rule};

pub(crate) mod recast;
mod swizzle;

/// Operations on the inner layout that may fail: `[parameters] Trait<..>, its method, its arguments`.
macro_rules! on_the_inner_layout {
    ($([$($g:ident)*] $operation:ident<$($p:ty),*> $method:ident($($arg:ident: $t:ty),*)
        $(sealed $seal:ident)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Copy, N: Copy, L, $($g),*> $operation<$($p),*> for Composed<F, N, L>
        where
            L: $operation<$($p),*, Result: AnyResult>,
        {
            $(const $seal: Seal = Seal;)?
            type Result = Composed<F, N, L::Result>;
            #[inline(always)]
            fn $method(self, $($arg: $t),*) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                self.try_map_inner(|inner| inner.$method($($arg),*))
            }
        }
    )*};
}
on_the_inner_layout! {
    [T R] Split<T, R> try_split(tiler: T) sealed SEAL;
    [T R] SplitZipped<T, R> try_split_zipped(tiler: T) sealed SEAL;
    [T R A] SplitInto<T, R, A> try_split_into(tiler: T) sealed SEAL;
    [T A] Multiply<T, A> try_multiply(tiler: T);
    [S D] AppendMode<Layout<S, D>> try_append_mode(mode: Layout<S, D>);
    [S D] PrependMode<Layout<S, D>> try_prepend_mode(mode: Layout<S, D>);
    [S D] ZipModes<Layout<S, D>> try_zip_modes(other: Layout<S, D>);
    [T V] ArrangeByThreads<T, V> try_arrange(tv: ThreadValue<T, V>);
    [T V] ArrangeTiles<T, V> try_arrange_tiles(tv: ThreadValue<T, V>);
}

#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L, T: IsTiler> Compose<T> for Composed<F, N, L>
where
    L: Compose<T, Result: AnyResult>,
{
    const SEAL: Seal = Seal;
    type Result = Composed<F, N, L::Result>;
    #[inline(always)]
    fn try_compose(self, tiler: T) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        self.try_map_inner(|inner| inner.try_compose(tiler))
    }
}

macro_rules! side_by_side {
    ($($trait:ident $method:ident: $([$($g:ident)*] $first:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<$($g: Copy,)* F, N, L> $trait<Composed<F, N, L>> for $first {
            type Result = Layout<NotBeside, NotBeside>;
            fn $method(self, _: Composed<F, N, L>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }
    )*)*};
}
side_by_side! {
    AppendMode try_append_mode: [S D] Layout<S, D>, [H O K] Composed<H, O, K>;
    PrependMode try_prepend_mode: [S D] Layout<S, D>, [H O K] Composed<H, O, K>;
    ZipModes try_zip_modes: [S D] Layout<S, D>, [H O K] Composed<H, O, K>;
}
type NotBeside = Bad<rule::BesideFunction, (), (), ()>;

macro_rules! inverses {
    ($($trait:ident $invert:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F, N, L> $trait for Composed<F, N, L> {
            type Result = Layout<NotInverted, NotInverted>;
            fn $invert<O: AnyResult>(self) -> Result<O, Error> {
                Ok(O::known())
            }
        }
    )*};
}
inverses! {
    InvertRight try_invert_right;
    InvertLeft try_invert_left;
}
type NotInverted = Bad<rule::ComposedInverse, (), (), ()>;

#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: Copy, M, R> Leave<M, R> for Composed<F, N, L> {
    type Result = Layout<NotLeft, NotLeft>;
    fn try_leave<O: AnyResult>(self, _: M) -> Result<O, Error> {
        Ok(O::known())
    }
}
#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: Copy> LeaveExt for Composed<F, N, L> {
    type Result = Layout<NotLeft, NotLeft>;
    fn try_leave_ext<O: AnyResult>(self) -> Result<O, Error> {
        Ok(O::known())
    }
}
type NotLeft = Bad<rule::ComposedComplement, (), (), ()>;

/// Operations on the inner layout that have no errors at run time.
macro_rules! rearranging_the_inner_layout {
    ($([$($g:ident)*] $operation:ident $(<$($p:ty),*>)? $method:ident($($arg:ident: $t:ty),*)
        -> $result:ident $(sealed $seal:ident)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: OffsetMap, N: Leaf, L, $($g),*> $operation $(<$($p),*>)? for Composed<F, N, L>
        where
            L: $operation $(<$($p),*>)?,
        {
            $(const $seal: Seal = Seal;)?
            type $result = Composed<F, N, L::$result>;
            #[inline(always)]
            fn $method(self, $($arg: $t),*) -> Self::$result {
                self.map_inner(|inner| inner.$method($($arg),*))
            }
        }
    )*};
}
rearranging_the_inner_layout! {
    [] CoalesceAll coalesce() -> Output sealed SEAL;
    [] FlattenModes flatten() -> Output sealed SEAL;
    [] FilterModes filter() -> Output;
    [] FilterZeroModes filter_zeros() -> Output;
    [] SqueezeModes squeeze() -> Output;
    [] SqueezeZeroModes squeeze_zeros() -> Output;
    [P] CoalesceRelative<P> coalesce_relative() -> Result;
    [P] InProfile<P> in_profile() -> Result;
    [B E] GroupRange<B, E> group_range() -> Result sealed SEAL;
    [K] TakeMode<K> take_mode() -> Result sealed SEAL;
    [B E] TakeRange<B, E> take_range() -> Result sealed SEAL;
    [P] PermuteModes<P> permute_modes() -> Result sealed SEAL;
    [] SortByStride sort_by_stride() -> Result;
}

#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: SelectModes<P>, P> SelectModes<P> for Composed<F, N, L> {
    const SEAL: Seal = Seal;
    const REPEATS: bool = L::REPEATS;
    type Result = Composed<F, N, L::Result>;
    #[inline(always)]
    fn try_select(self) -> Result<Self::Result, Error> {
        self.try_map_inner(L::try_select)
    }
}
#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: Fill<S, K>, S, K> Fill<S, K> for Composed<F, N, L> {
    type Result = Composed<F, N, L::Result>;
    #[inline(always)]
    fn try_fill(self, shape: S, order: K) -> Result<Self::Result, Error> {
        self.try_map_inner(|inner| inner.try_fill(shape, order))
    }
}
