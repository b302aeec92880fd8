//! Generic code without a bound for each operation.
//!
//! [`IntegerLayout`] is a layout of integers, static or dynamic. An operation on such layouts yields such a layout
//! again, so a function that is generic over layouts needs no other bound on its arguments. If static numbers break a
//! rule, the build of the caller fails. If dynamic integers break one, the method panics, or
//! [`IntegerLayout::try_apply`] returns an [`Error`].
//!
//! ```
//! use tilework::{AnyLayout, generic::IntegerLayout, layout};
//!
//! /// The elements of tile `i` of the layout `a`, divided by the tiler `tile`.
//! fn tile<A: IntegerLayout, T: IntegerLayout>(a: A, tile: T, i: usize) -> Vec<usize> {
//!     let divided = a.logical_divide(tile);
//!     let (tile, rest) = (divided.tile().coalesce(), divided.rest());
//!     (0..tile.size()).map(|j| rest.offset(i) + tile.offset(j)).collect()
//! }
//! assert_eq!(tile(layout!((4,6):(6,1)), layout!(2:1), 3), [2 * 6 + 1, 3 * 6 + 1]);
//! let (m, n) = (4, 6);
//! assert_eq!(tile(layout!((m,n):(1,m)), layout!(m:1), 1), [4, 5, 6, 7]);
//! ```
//!
//! In this example the layout is static and the tile does not divide it. The function is generic, so only the build
//! finds the error: `logical_divide: evenness: the size 10 is not a multiple of the span 4`:
//!
//! ```compile_fail
//! use tilework::{generic::IntegerLayout, layout};
//! fn tiles<A: IntegerLayout, T: IntegerLayout>(a: A, tile: T) -> usize {
//!     a.logical_divide(tile).rest().size()
//! }
//! tiles(layout!(10:1), layout!(4:1));
//! ```
//!
//! A tensor of such a layout supports integral coordinates, iteration and [`Tensor::apply`](crate::Tensor::apply),
//! which shows it through the result of an operation on its layout. For a layout with rows and columns, the one bound
//! is [`MatrixLayout`](crate::algorithm::MatrixLayout).
//!
//! If the layouts are known, the functions of [`operation`](crate::operation) find a broken rule in `cargo check` and
//! name it. A function with the bound of the operation, such as [`ComposeWith`](crate::bound::ComposeWith), does the
//! same for its callers.

use core::marker::PhantomData;

use tilework_algebra::{Error, Operation};
use typenum::{U0, U1};

use crate::layout::any_result::{AnyResult, Computes};
use crate::layout::codomain::{IntegerStride, IntegerStrides};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Staticness};
use crate::leaf::integers::Integers;
use crate::leaf::text::Text;
use crate::operation::arrangement::Zipping;
use crate::operation::coalesce::Coalescing;
use crate::operation::complement::Complementing;
use crate::operation::composition::ComposeMode;
use crate::operation::divide::Logical;
use crate::operation::kind::{Applied, IntegerLeaves, Integral, Number, Outcome, Refusal};
use crate::operation::left_inverse::InvertingLeft;
use crate::operation::mode::Taking;
use crate::operation::product::Repeated;
use crate::operation::product::paired::{Blocked, Raked};
use crate::operation::right_inverse::InvertingRight;
use crate::operation::round::{Ceil, Exact};
use crate::plain::plain;

mod deferred;
mod rank_layout;
mod tensor;

pub use deferred::Deferred;
pub use rank_layout::RankLayout;

pub use crate::operation::tiler::Tiler;

/// Methods that are operations.
macro_rules! methods {
    ($($(#[$doc:meta])* fn $name:ident$([$($g:tt)*])?($($b:ident: $B:ty)?) -> $F:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        fn $name$(<$($g)*>)?(self $(, $b: $B)?) -> Self::Apply<$F> {
            const { has_result::<Self, $F>() };
            plain(self.computed(<$F>::new(($($b)?))))
        }
    )*};
}
/// A layout of integers, static or dynamic, of any profile. Sealed.
///
/// Each method is an operation. The function of the same name in [`operation`](crate::operation) documents its result
/// and its rules. The type of the result is [`Apply`](IntegerLayout::Apply) of the operation, for example
/// `A::Apply<Composition<B>>`.
pub trait IntegerLayout:
    IntegerStrides
    + AnyLayout<Shape = <Self as IntegerLayout>::Leaves, Stride = <Self as IntegerLayout>::Strides>
{
    #[doc(hidden)]
    type Leaves: IntegerLeaves<Self::Strides>;
    #[doc(hidden)]
    type Strides: IntegerStride;
    #[doc(hidden)]
    fn by_leaves(self) -> Layout<Self::Leaves, Self::Strides>;

    #[doc(hidden)]
    type Of<F: Function>: Outcome;
    #[doc(hidden)]
    fn computed<F: Function>(self, f: F) -> Result<Self::Apply<F>, Error>;

    /// The result of the operation `F` on the layout.
    type Apply<F: Function>: IntegerLayout;
    /// Applies the operation `F` to the layout, and returns the errors found at run time.
    ///
    /// # Errors
    /// Overflow, and the rules of the operation that dynamic integers break.
    #[inline(always)]
    fn try_apply<F: Function>(self, f: F) -> Result<Self::Apply<F>, Error> {
        const { has_result::<Self, F>() };
        self.computed(f)
    }
    /// Applies the operation `F` to the layout.
    ///
    /// # Panics
    /// If [`IntegerLayout::try_apply`] returns an error. The methods below panic in the same case.
    #[inline(always)]
    #[track_caller]
    fn apply<F: Function>(self, f: F) -> Self::Apply<F> {
        const { has_result::<Self, F>() };
        plain(self.computed(f))
    }

    methods! {
        /// The same function with as few modes as the types allow: [`coalesce`](crate::operation::coalesce()).
        fn coalesce() -> Coalesce;
        /// The layout `self o b`, `R(c) = self(b(c))`: [`composition`](crate::operation::composition()).
        fn composition[B: IntegerLayout](b: B) -> Composition<B>;
        /// The layout that fills `0..n` together with `self`, where `n` is a leaf:
        /// [`complement`](crate::operation::complement()).
        fn complement[N: Integral](n: N) -> Complement<N>;
        /// The layout that fills `0..n` together with `self`, and also the rest of the last copy:
        /// [`complement_ceil`](crate::operation::complement_ceil()).
        fn complement_ceil[N: Integral](n: N) -> ComplementCeil<N>;
        /// The elements in tiles, `(tile, rest)`: [`logical_divide`](crate::operation::logical_divide()) by the layout
        /// `tile`.
        fn logical_divide[T: IntegerLayout](tile: T) -> LogicalDivide<T>;
        /// The elements in tiles that need not divide them evenly, `(tile, rest)`:
        /// [`logical_divide_ceil`](crate::operation::logical_divide_ceil()) by the layout `tile`.
        fn logical_divide_ceil[T: IntegerLayout](tile: T) -> LogicalDivideCeil<T>;
        /// The elements in tiles, first all modes of the tile and then all of the rest, `((tile), (rest))`:
        /// [`zipped_divide`](crate::operation::zipped_divide()) by a layout, or by a tiler for each mode,
        /// `layout!(<2,4>)`.
        fn zipped_divide[T: Tiler](tiler: T) -> ZippedDivide<T>;
        /// [`IntegerLayout::zipped_divide`] with tiles that need not divide the layout evenly:
        /// [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()).
        fn zipped_divide_ceil[T: Tiler](tiler: T) -> ZippedDivideCeil<T>;
        /// The layout and its copies, which `b` orders, `(self, copies)`:
        /// [`logical_product`](crate::operation::logical_product()).
        fn logical_product[B: IntegerLayout](b: B) -> LogicalProduct<B>;
        /// The layout in blocks that `b` arranges: [`blocked_product`](crate::operation::blocked_product()).
        fn blocked_product[B: IntegerLayout](b: B) -> BlockedProduct<B>;
        /// The layout with its elements interleaved in the arrangement `b`:
        /// [`raked_product`](crate::operation::raked_product()).
        fn raked_product[B: IntegerLayout](b: B) -> RakedProduct<B>;
        /// The largest layout `R` with `self(R(i)) = i`: [`right_inverse`](crate::operation::right_inverse()).
        fn right_inverse() -> RightInverse;
        /// The layout `R` with `R(self(i)) = i`: [`left_inverse`](crate::operation::left_inverse()).
        fn left_inverse() -> LeftInverse;
        /// Mode `K`, a typenum integer: `mode::<U1>()`. See [`mode`](crate::operation::mode()).
        fn mode[K: Number]() -> Mode<K>;
        /// Mode 0 of a divided layout, the tile.
        fn tile() -> Mode<U0>;
        /// Mode 1 of a divided layout, which iterates over the tiles.
        fn rest() -> Mode<U1>;
    }
}
impl<S: IntegerLeaves<D>, D: IntegerStride> IntegerLayout for Layout<S, D> {
    type Leaves = S;
    type Strides = D;
    #[inline(always)]
    fn by_leaves(self) -> Self {
        self
    }
    type Of<F: Function> = F::Of<S, D>;
    type Apply<F: Function> = <F::Of<S, D> as Outcome>::Layout;
    #[inline(always)]
    fn computed<F: Function>(self, f: F) -> Result<Self::Apply<F>, Error> {
        if const { F::CHECKS } {
            Applying::compute(self, f)
        } else {
            <Self::Apply<F> as AnyResult>::IsKnown::known_or::<Applying, _, _, Self::Apply<F>>(
                self, f,
            )
        }
    }
}
/// A [`Function`] on a layout as an operation.
struct Applying;
impl<S: IntegerLeaves<D>, D: IntegerStride, F: Function>
    Computes<Layout<S, D>, F, <F::Of<S, D> as Outcome>::Layout> for Applying
{
    #[inline(always)]
    fn compute(l: Layout<S, D>, f: F) -> Result<<F::Of<S, D> as Outcome>::Layout, Error> {
        // A tile of an empty mode reaches past it.
        let within = !l.is_empty() && f.stays_within(&l);
        f.of(l)?.layout().validated_unless(within, F::OPERATION)
    }
}
/// Asserts that the operation has a result if its operands are results. Each method calls it, so that the error points
/// to the caller of the method.
const fn has_result<A: IntegerLayout, F: Function>() {
    let follows = A::Leaves::IS_MISSING || F::FOLLOWS;
    assert!(
        follows || <A::Of<F> as Outcome>::IS_RESULT,
        "{}",
        refused(F::OPERATION, <A::Of<F> as Outcome>::REFUSAL).as_str(),
    );
}

/// An operation on a layout, with its other operand: [`By`] or [`With`]. Sealed, because tensors rely on its result.
pub trait Function: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The operation.
    #[doc(hidden)]
    const OPERATION: Operation;
    /// True if there is a rule to check at run time although the result is static.
    #[doc(hidden)]
    const CHECKS: bool = false;
    /// True if the other operand is the missing result of another operation.
    #[doc(hidden)]
    const FOLLOWS: bool = false;
    /// The result.
    #[doc(hidden)]
    type Of<S: IntegerLeaves<D>, D: IntegerStride>: Outcome;
    /// Computes the result.
    #[doc(hidden)]
    fn of<S: IntegerLeaves<D>, D: IntegerStride>(
        self,
        l: Layout<S, D>,
    ) -> Result<Self::Of<S, D>, Error>;
    /// Returns whether a cheap check at run time shows that the result has only offsets of the layout.
    #[doc(hidden)]
    fn stays_within<S: IntegerLeaves<D>, D: IntegerStride>(&self, l: &Layout<S, D>) -> bool;
}

/// The operation `F` with the layout `B` as the other operand.
#[derive(Debug)]
pub struct By<F, B>(B, PhantomData<F>);
/// The operation `F` with an operand `B` whose leaves are not used: an integer, a tiler, or nothing.
#[derive(Debug)]
pub struct With<F, B>(B, PhantomData<F>);
impl<F, B: Copy> Clone for By<F, B> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F, B: Copy> Copy for By<F, B> {}
impl<F, B: Copy> Clone for With<F, B> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F, B: Copy> Copy for With<F, B> {}

/// The operation of [`IntegerLayout::coalesce`].
pub type Coalesce = With<Coalescing, ()>;
/// The operation of [`IntegerLayout::composition`].
pub type Composition<B> = By<ComposeMode, B>;
/// The operation of [`IntegerLayout::complement`].
pub type Complement<N> = With<Complementing<Exact>, N>;
/// The operation of [`IntegerLayout::complement_ceil`].
pub type ComplementCeil<N> = With<Complementing<Ceil>, N>;
/// The operation of [`IntegerLayout::logical_divide`].
pub type LogicalDivide<T> = By<Logical<Exact>, T>;
/// The operation of [`IntegerLayout::logical_divide_ceil`].
pub type LogicalDivideCeil<T> = By<Logical<Ceil>, T>;
/// The operation of [`IntegerLayout::zipped_divide`].
pub type ZippedDivide<T> = With<Zipping<Logical<Exact>>, T>;
/// The operation of [`IntegerLayout::zipped_divide_ceil`].
pub type ZippedDivideCeil<T> = With<Zipping<Logical<Ceil>>, T>;
/// The operation of [`IntegerLayout::logical_product`].
pub type LogicalProduct<B> = By<Repeated, B>;
/// The operation of [`IntegerLayout::blocked_product`].
pub type BlockedProduct<B> = By<Blocked, B>;
/// The operation of [`IntegerLayout::raked_product`].
pub type RakedProduct<B> = By<Raked, B>;
/// The operation of [`IntegerLayout::right_inverse`].
pub type RightInverse = With<InvertingRight, ()>;
/// The operation of [`IntegerLayout::left_inverse`].
pub type LeftInverse = With<InvertingLeft, ()>;
/// The operation of [`IntegerLayout::mode`].
pub type Mode<K> = With<Taking<K>, ()>;

impl<F, B> By<F, B> {
    /// The operation with the operand `b`, for [`IntegerLayout::try_apply`].
    #[inline(always)]
    pub const fn new(b: B) -> Self {
        By(b, PhantomData)
    }
}
impl<F, B> With<F, B> {
    /// The operation with the operand `b`, for [`IntegerLayout::try_apply`].
    #[inline(always)]
    pub const fn new(b: B) -> Self {
        With(b, PhantomData)
    }
}
impl<F: Applied<Layout<B::Leaves, B::Strides>>, B: IntegerLayout> Function for By<F, B> {
    const SEAL: Seal = Seal;
    const OPERATION: Operation = F::OPERATION;
    const CHECKS: bool = F::CHECKS;
    const FOLLOWS: bool = B::Leaves::IS_MISSING;
    type Of<S: IntegerLeaves<D>, D: IntegerStride> =
        <F::Operands<S, D> as Integers>::Allow<F::Of<S, D>>;
    #[inline(always)]
    fn of<S: IntegerLeaves<D>, D: IntegerStride>(
        self,
        l: Layout<S, D>,
    ) -> Result<Self::Of<S, D>, Error> {
        F::of(l, self.0.by_leaves(), 0).map(<F::Operands<S, D>>::allow)
    }
    #[inline(always)]
    fn stays_within<S: IntegerLeaves<D>, D: IntegerStride>(&self, l: &Layout<S, D>) -> bool {
        F::stays_within(l, &self.0.by_leaves())
    }
}
impl<F: Applied<B>, B: Copy> Function for With<F, B> {
    const SEAL: Seal = Seal;
    const OPERATION: Operation = F::OPERATION;
    const CHECKS: bool = F::CHECKS;
    type Of<S: IntegerLeaves<D>, D: IntegerStride> =
        <F::Operands<S, D> as Integers>::Allow<F::Of<S, D>>;
    #[inline(always)]
    fn of<S: IntegerLeaves<D>, D: IntegerStride>(
        self,
        l: Layout<S, D>,
    ) -> Result<Self::Of<S, D>, Error> {
        F::of(l, self.0, 0).map(<F::Operands<S, D>>::allow)
    }
    #[inline(always)]
    fn stays_within<S: IntegerLeaves<D>, D: IntegerStride>(&self, l: &Layout<S, D>) -> bool {
        F::stays_within(l, &self.0)
    }
}

/// The message of an operation that has no result.
const fn refused(operation: Operation, refusal: Option<Refusal>) -> Text {
    let said = Text::new(operation.name()).then(": ");
    match refusal {
        Some(refusal) => said.then_message(refusal.message, refusal.mode, refusal.numbers),
        None => said.then(
            "no result: dynamic leaves are of two integer types, or the tiler has more modes than the layout",
        ),
    }
}
