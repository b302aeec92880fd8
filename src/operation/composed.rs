//! Operations on composed layouts. An operation on the domain acts on the inner layout, `F o n o r`.
//!
//! One impl for each operation makes the function of that name accept a [`Composed`] layout: `zipped_divide(c, t)` is
//! [`Composed::zipped_divide`]. An operation on offsets, such as an inverse, has no impl, or one whose result is a
//! verdict that says where the operation exists.

use tilework_algebra::Error;

use crate::layout::Layout;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::leaf::int::Leaf;
use crate::operation::append::{AppendTotal, PrependTotal};
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::coalesce_profile::CoalesceByTotal;
use crate::operation::complement::ComplementTotal;
use crate::operation::complement_ext::ComplementExtTotal;
use crate::operation::composition::CompositionTotal;
use crate::operation::divide::arranged::ArrangedTotal;
use crate::operation::divide::{DivideTotal, ZippedDivideTotal};
use crate::operation::filter::{FilterTotal, FilterZerosTotal, SqueezeTotal, SqueezeZerosTotal};
use crate::operation::flatten::{FlattenTotal, UnflattenTotal};
use crate::operation::group::GroupTotal;
use crate::operation::left_inverse::LeftInverseTotal;
use crate::operation::mode::ModeTotal;
use crate::operation::permute::PermuteTotal;
use crate::operation::product::ProductTotal;
use crate::operation::right_inverse::RightInverseTotal;
use crate::operation::select::SelectTotal;
use crate::operation::sort::SortTotal;
use crate::operation::take::TakeTotal;
use crate::operation::thread_value::{ArrangeByThreads, ArrangeTiles, ThreadValue};
use crate::operation::tile_to_shape::TileToShapeTotal;
use crate::operation::tiler::IsTiler;
use crate::operation::zip::ZipTotal;
use crate::verdict::{Bad, rule};

mod method;
pub(crate) mod recast;
mod swizzle;

/// Operations on the inner layout that may fail: `[parameters] Trait<..>, its method, its arguments`.
macro_rules! on_the_inner_layout {
    ($([$($g:ident $(: $is:ident)?),*] $operation:ident<$($p:ty),*> $method:ident($($arg:ident: $t:ty),*)
        $(with $($item:ident: $kind:ty = $value:expr),*)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Copy, N: Copy, L, $($g $(: $is)?),*> $operation<$($p),*> for Composed<F, N, L>
        where
            L: $operation<$($p),*, Result: AnyResult>,
        {
            $($(const $item: $kind = $value;)*)?
            type Result = Composed<F, N, L::Result>;
            #[inline(always)]
            fn $method<O: AnyResult>(self, $($arg: $t),*) -> Result<O, Error>
            where
                Self::Result: Is<O>,
            {
                self.by_inner(|inner| inner.$method($($arg),*))
            }
        }
    )*};
}
on_the_inner_layout! {
    [T: IsTiler] CompositionTotal<T> try_compose(tiler: T) with SEAL: Seal = Seal;
    [T, R] DivideTotal<T, R> try_split(tiler: T) with SEAL: Seal = Seal;
    [T, R] ZippedDivideTotal<T, R> try_split_zipped(tiler: T) with SEAL: Seal = Seal;
    [T, R, A] ArrangedTotal<T, R, A> try_split_into(tiler: T) with SEAL: Seal = Seal;
    [T, A] ProductTotal<T, A> try_multiply(tiler: T);
    [S, D] AppendTotal<Layout<S, D>> try_append_mode(mode: Layout<S, D>);
    [S, D] PrependTotal<Layout<S, D>> try_prepend_mode(mode: Layout<S, D>);
    [S, D] ZipTotal<Layout<S, D>> try_zip_modes(other: Layout<S, D>);
    [P] SelectTotal<P> try_select() with SEAL: Seal = Seal, REPEATS: bool = L::REPEATS;
    [S, K] TileToShapeTotal<S, K> try_fill(shape: S, order: K);
    [T, V] ArrangeByThreads<T, V> try_arrange(tv: ThreadValue<T, V>);
    [T, V] ArrangeTiles<T, V> try_arrange_tiles(tv: ThreadValue<T, V>);
}
impl<F, N, L> Composed<F, N, L> {
    /// The layout with the same function over the inner layout that `operation` makes, as `O`, which is its type.
    #[inline(always)]
    fn by_inner<M, O>(self, operation: impl FnOnce(L) -> Result<M, Error>) -> Result<O, Error>
    where
        Composed<F, N, M>: Is<O>,
    {
        match self.try_map_inner(operation) {
            Ok(result) => Ok(result.itself()),
            Err(error) => Err(error),
        }
    }
}

macro_rules! side_by_side {
    ($($trait:ident $method:ident: $([$($g:ident)*] $first:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<$($g: Copy,)* F, N, L> $trait<Composed<F, N, L>> for $first {
            type Result = Layout<NotBeside, NotBeside>;
            fn $method<O: AnyResult>(self, _: Composed<F, N, L>) -> Result<O, Error> {
                Ok(O::known())
            }
        }
    )*)*};
}
side_by_side! {
    AppendTotal try_append_mode: [S D] Layout<S, D>, [H A K] Composed<H, A, K>;
    PrependTotal try_prepend_mode: [S D] Layout<S, D>, [H A K] Composed<H, A, K>;
    ZipTotal try_zip_modes: [S D] Layout<S, D>, [H A K] Composed<H, A, K>;
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
    RightInverseTotal try_invert_right;
    LeftInverseTotal try_invert_left;
}
type NotInverted = Bad<rule::ComposedInverse, (), (), ()>;

#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: Copy, M, R> ComplementTotal<M, R> for Composed<F, N, L> {
    type Result = Layout<NotLeft, NotLeft>;
    fn try_leave<O: AnyResult>(self, _: M) -> Result<O, Error> {
        Ok(O::known())
    }
}
#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: Copy> ComplementExtTotal for Composed<F, N, L> {
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
    [] CoalesceTotal coalesce() -> Output sealed SEAL;
    [] FlattenTotal flatten() -> Output sealed SEAL;
    [] FilterTotal filter() -> Output;
    [] FilterZerosTotal filter_zeros() -> Output;
    [] SqueezeTotal squeeze() -> Output;
    [] SqueezeZerosTotal squeeze_zeros() -> Output;
    [P] CoalesceByTotal<P> coalesce_relative() -> Result;
    [P] UnflattenTotal<P> in_profile() -> Result;
    [B E] GroupTotal<B, E> group_range() -> Result sealed SEAL;
    [K] ModeTotal<K> take_mode() -> Result sealed SEAL;
    [B E] TakeTotal<B, E> take_range() -> Result sealed SEAL;
    [P] PermuteTotal<P> permute_modes() -> Result sealed SEAL;
    [] SortTotal sort_by_stride() -> Result;
}
