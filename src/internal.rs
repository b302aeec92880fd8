//! The crate `tilework-atom` and tests, parts of this project, build on these items. Nothing here is for others, and any of it
//! may change.

use frunk_core::hlist::HCons;

use crate::operation::arrangement;

pub use crate::AnyLayout;
pub use crate::bound::total::*;
#[cfg(feature = "rayon")]
pub use crate::gemm::par_gemm_in_small_tasks;
pub use crate::layout::any_result::{AnyResult, Computes};
pub use crate::layout::compact::{Column, Compact};
pub use crate::layout::injectivity::{StaticModes, check as check_injective};
pub use crate::layout::modes::{Mode, Modes};
pub use crate::layout::offset_map::OffsetMap;
pub use crate::layout::size::HasSize;
pub use crate::layout::{ModesOf, Shape, Staticness};
pub use crate::leaf::int::Known;
pub use crate::leaf::number::{ExactQuotient, Number, NumberOf, Product, Undecided, Versus};
pub use crate::leaf::stride::Codomain;
pub use crate::leaf::text::Text;
pub use crate::operation::arrangement::{Pair, halves};
pub use crate::operation::evenness::QuotientBy;
pub use crate::operation::round::Exact;
pub use crate::operation::thread_value::{
    Distribute, ModeSizes, ThreadValue, ThreadsAndValues, WithRest, Within,
};
pub use crate::operation::two_modes::TwoModes;
pub use crate::plain::{plain, plain_in};
pub use crate::tensor::accessor::{
    Accessor, AccessorMut, Counting, Disjoint, DisjointMut, Mapped, Through,
};
pub use crate::tensor::coordinates::Origin;
pub use crate::tensor::engine::{Engine, EngineMut};
pub use crate::tensor::raw::Raw;
pub use crate::tensor::{ByThread, Exclusive, Predicated};
pub use crate::verdict::{
    Bad, First, HasResult, Of, Permits, Place, Position, ResultOf, Unless, Verdict, every,
};
pub use crate::{
    ArithmeticTuple, Basis, Composed, Dyn, Layout, Leaf, Static, Swizzle, Tensor, Xor,
};

/// The layout of a shape and a stride.
///
/// # Safety
/// The layout is sound: its size and cosize fit its integers, as those of a result of the algebra do.
#[inline(always)]
pub const unsafe fn layout_of<S, D>(shape: S, stride: D) -> Layout<S, D> {
    Layout::sound(shape, stride)
}
/// `first` as the first mode, before those of `others`.
///
/// # Safety
/// As for [`layout_of`].
#[inline(always)]
pub unsafe fn followed_by<S, D, ST, DT>(
    first: Layout<S, D>,
    others: Layout<ST, DT>,
) -> Layout<HCons<S, ST>, HCons<D, DT>> {
    first.followed_by(others)
}
/// The layout `(a, b)`.
///
/// # Safety
/// As for [`layout_of`].
#[inline(always)]
pub unsafe fn pair<AS, AD, BS, BD>(a: Layout<AS, AD>, b: Layout<BS, BD>) -> Pair<AS, AD, BS, BD> {
    arrangement::pair(a, b)
}
/// The first mode, and the layout of the other modes.
#[inline(always)]
pub fn split_first<S, ST, D, DT>(
    layout: Layout<HCons<S, ST>, HCons<D, DT>>,
) -> (Layout<S, D>, Layout<ST, DT>) {
    layout.split_first()
}
/// `composed` with the inner layout `f` of its own.
///
/// # Errors
/// Those of `f`.
///
/// # Safety
/// The offsets of the result are among those of the inner layout.
#[inline(always)]
pub unsafe fn try_map_inner<F, N, L, M, E>(
    composed: Composed<F, N, L>,
    f: impl FnOnce(L) -> Result<M, E>,
) -> Result<Composed<F, N, M>, E> {
    composed.try_map_inner(f)
}
