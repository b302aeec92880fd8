//! Tilers: a layout for a whole layout, or one for each mode.
//!
//! A tiler is a [`Layout`], an hlist of tilers for the modes of the layout, or [`Keep`]. A leaf `n` in it is the tiler
//! `n:1`, so `(4,8)` in `layout!` and its operands is `<4:1,8:1>`. The functions of operations and generic code share
//! one recursion for an operation by mode:
//!
//! ```text
//! by(l, t) = match t {
//!     layout   => l op t,
//!     n        => l op n:1,
//!     _        => l,
//!     ()       => beyond(l),                                      -- modes beyond the tiler stay
//!     (h, ..t) => match l {
//!         (g, ..r) => followed(by(g, h), by(r, t)),
//!         ()       => tiler rank,
//!         s:d      => by((s:d), (h, ..t)),
//!     },
//! }
//! ```
//! The operation decides how the modes are put together: one after another, or tiles and rests apart
//! ([`Zipping`](super::arrangement::Zipping)).

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U1, UTerm};

use crate::layout::any_result::AnyResult;
use crate::layout::composed::Composed;
use crate::layout::fill_from_modes::{FillFromModes, FillFromNumbers as _, Sound};
use crate::layout::sealed::Seal;
use crate::layout::{Layout, Shape};
use crate::leaf::int::{Dyn, Index, Known, Leaf, Static, positive_extent};
use crate::leaf::integers::Integers as OneInteger;
use crate::leaf::stride::MOST_LEAVES;
use crate::operation::kind::applied::Applied;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{GivenVerdict, Nowhere, Refused};
use crate::operation::kind::tree::{Outcome, Tree};
use crate::verdict::{Bad, First, rule};

/// A tiler that keeps a mode as it is, written `_`.
#[doc(alias("Underscore", "X"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep;
impl Known for Keep {
    const VALUE: Self = Keep;
}

/// Tilers. An operand that is no tiler, such as a swizzle, has its own impls for composition.
pub trait IsTiler {}
impl IsTiler for Keep {}
impl<N> IsTiler for Static<N> {}
impl<I> IsTiler for Dyn<I> {}
impl<S, D> IsTiler for Layout<S, D> {}
impl IsTiler for HNil {}
impl<B, BT> IsTiler for HCons<B, BT> {}

/// An operation by mode: an operation with a layout on the right, and how the results of the modes are put together.
pub trait Gather {
    /// The operation with the layout `BS:BD`.
    type With<BS: Leaves<BD>, BD: Copy>: Applied<Layout<BS, BD>>;
    /// The result `A` of the first mode followed by `T`, the combined results of the others.
    type Followed<A: Outcome, T: Outcome>: Outcome;
    /// The modes `S:D` beyond the tiler.
    type Untiled<S: Leaves<D>, D>: Outcome;
}
/// The result `A` of a mode, and the combined results `T` of those after it, as modes of a layout.
pub type OneAfterAnother<A, T> =
    <<A as Outcome>::AsTree as Tree>::Before<<T as Outcome>::AsTree, Static<U1>>;
/// The operation `F` with the layout `BS:BD`.
type With<F, BS, BD> = <F as Gather>::With<BS, BD>;
/// The result of the operation `F` on the layout `S:D` with the layout `BS:BD`.
type By<F, S, D, BS, BD> =
    <<With<F, BS, BD> as Applied<Layout<BS, BD>>>::Operands<S, D> as OneInteger>::Allow<
        <With<F, BS, BD> as Applied<Layout<BS, BD>>>::Of<S, D>,
    >;

/// The result of the operation `F` on the layout `S:D` with the tiler `T`, or the verdict.
pub type Tiled<F, S, D, T> =
    <<T as Tiler>::By<F, S, D> as Outcome>::Or<Layout<S, D>, <T as Tiler>::Name, First>;

/// The kind of tilers. Sealed: tensors rely on what a tiler divides a layout into.
pub trait Tiler: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The name of the tiler in verdicts, if it is a layout.
    #[doc(hidden)]
    type Name;
    /// The operation `F` on the layout `S:D` with this tiler: by mode if it is an hlist, and `F` itself if it is a
    /// layout.
    #[doc(hidden)]
    type By<F: Gather, S: Leaves<D>, D>: Outcome;
    /// The result as `R`, which is the same type; an error in a mode names the mode.
    #[doc(hidden)]
    fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<R, Error>;
    /// The result as `R`, if it is sound. It is sound if it stays `within` the size and the offsets of the layout. An
    /// error names `operation`.
    #[doc(hidden)]
    #[inline(always)]
    fn try_validated<F: Gather, S: Leaves<D>, D: Copy, R: AnyResult>(
        self,
        layout: Layout<S, D>,
        within: bool,
        operation: Operation,
    ) -> Result<R, Error> {
        match self.by::<F, S, D, R::Parts>(layout, 0) {
            Ok(parts) => R::of_parts(parts, Sound::YES).validated_unless(within, operation),
            Err(error) => Err(error.during(operation)),
        }
    }
}
/// Tilers of modes, an hlist.
pub trait Tilers: Copy {
    /// The number of tilers.
    type Rank: Number;
    /// The operation `F` on the modes `S:D` with these tilers, or `O` if there are fewer modes.
    type Others<F: Gather, S: Leaves<D>, D, O: Outcome>: Outcome;
    /// The result as `R`. The first mode has the number `at`.
    fn others<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<R, Error>;
}

impl<BS: Leaves<BD> + Shape, BD: Copy> Tiler for Layout<BS, BD> {
    const SEAL: Seal = Seal;
    type Name = Self;
    type By<F: Gather, S: Leaves<D>, D> = By<F, S, D, BS, BD>;
    #[inline(always)]
    fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<R, Error> {
        With::<F, BS, BD>::try_parts(layout, self, at)
    }
    #[inline(always)]
    fn try_validated<F: Gather, S: Leaves<D>, D: Copy, R: AnyResult>(
        self,
        layout: Layout<S, D>,
        _: bool,
        operation: Operation,
    ) -> Result<R, Error> {
        With::<F, BS, BD>::try_validated(layout, self, operation)
    }
}
macro_rules! integers {
    ($([$($g:tt)*] $leaf:ty;)*) => {$(
        impl<$($g)*> Tiler for $leaf {
            const SEAL: Seal = Seal;
            type Name = Layout<Self, Static<U1>>;
            type By<F: Gather, S: Leaves<D>, D> = By<F, S, D, Self, Static<U1>>;
            #[inline(always)]
            fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
                self,
                layout: Layout<S, D>,
                at: usize,
            ) -> Result<R, Error> {
                With::<F, Self, Static<U1>>::try_parts(layout, tile(self)?, at)
            }
        }
    )*};
}
integers! {
    [N: Number] Static<N>;
    [I: Index] Dyn<I>;
}
/// The tiler `n:1`.
#[inline(always)]
fn tile<N: Leaf>(n: N) -> Result<Layout<N, Static<U1>>, Error> {
    positive_extent(n).map_err(|rule| Error::new(Operation::Layout, rule))?;
    Ok(Layout::sound(n, Static::new()))
}
impl Tiler for Keep {
    const SEAL: Seal = Seal;
    type Name = ();
    type By<F: Gather, S: Leaves<D>, D> = S::IntoTree;
    #[inline(always)]
    fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<R, Error> {
        Ok(itself(layout))
    }
}
impl Tiler for HNil {
    const SEAL: Seal = Seal;
    type Name = ();
    type By<F: Gather, S: Leaves<D>, D> = F::Untiled<S, D>;
    #[inline(always)]
    fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<R, Error> {
        Ok(itself(layout))
    }
}
impl Tilers for HNil {
    type Rank = UTerm;
    type Others<F: Gather, S: Leaves<D>, D, O: Outcome> = F::Untiled<S, D>;
    #[inline(always)]
    fn others<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<R, Error> {
        Ok(itself(layout))
    }
}
/// The tiler has more modes than the layout.
type TooLong<B, S, D> =
    Refused<rule::TilerRank, <B as Tilers>::Rank, <S as Leaves<D>>::Rank, Nowhere>;
impl<B: Tiler, BT: Tilers> Tiler for HCons<B, BT> {
    const SEAL: Seal = Seal;
    type Name = ();
    type By<F: Gather, S: Leaves<D>, D> = S::EachMode<F, B, BT, TooLong<Self, S, D>>;
    #[inline(always)]
    fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<R, Error> {
        self.others::<F, S, D, R>(layout, 0)
    }
}
impl<B: Tiler, BT: Tilers> Tilers for HCons<B, BT> {
    type Rank = <BT::Rank as Number>::Next;
    type Others<F: Gather, S: Leaves<D>, D, O: Outcome> = S::EachMode<F, B, BT, O>;
    #[inline(always)]
    fn others<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<R, Error> {
        if const { R::IS_REFUSED || is_static::<(Self, Layout<S, D>)>() } {
            return Ok(R::fill_from_numbers(&[], 0, Sound::YES));
        }
        let (shape, stride) = layout.into_parts();
        shape.each_mode::<F, B, BT, R>(stride, self.head, self.tail, at)
    }
}
/// The results of a first mode `S:D` and of the others `T:TD` together.
pub type Modes<F, B, S, D, BT, T, TD, O> = <F as Gather>::Followed<
    <<B as Tiler>::By<F, S, D> as Outcome>::InMode<Layout<S, D>, <B as Tiler>::Name>,
    <BT as Tilers>::Others<F, T, TD, O>,
>;
/// The value of that result.
#[inline(always)]
pub fn modes<
    F: Gather,
    B: Tiler,
    S: Leaves<D>,
    D: Copy,
    BT: Tilers,
    T: Leaves<TD>,
    TD: Copy,
    R: FillFromModes,
>(
    (first, others): (B, BT),
    mode: Layout<S, D>,
    rest: Layout<T, TD>,
    at: usize,
) -> Result<R, Error> {
    let first = if const { is_static::<(B, Layout<S, D>)>() } {
        R::First::fill_from_numbers(&[], 0, Sound::YES)
    } else {
        match first.by::<F, S, D, R::First>(mode, 0) {
            Ok(first) => first,
            Err(error) => return Err(error.at(at)),
        }
    };
    match others.others::<F, T, TD, R::Others>(rest, at + 1) {
        Ok(others) => Ok(R::followed(first, others, Sound::YES)),
        Err(error) => Err(error),
    }
}
/// Returns whether the type determines the value, so that it is zero-sized: the result is then static too.
const fn is_static<T>() -> bool {
    size_of::<T>() == 0
}
/// The layout as `R`, which begins with the leaves of the layout; its other leaves are static.
#[inline(always)]
pub fn itself<S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R {
    if const { S::IS_STATIC || R::IS_REFUSED } {
        return R::fill_from_numbers(&[], 0, Sound::YES);
    }
    if const { <S::Flatten<HNil> as List>::TERMS > 1 } {
        through::<{ 8 * MOST_LEAVES }, S, D, R>(layout)
    } else if const { S::LEAVES <= 4 } {
        through::<4, S, D, R>(layout)
    } else {
        through::<MOST_LEAVES, S, D, R>(layout)
    }
}
#[inline(always)]
fn through<const N: usize, S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R {
    const { assert!(S::LEAVES <= MOST_LEAVES, "a layout with dynamic leaves has at most 128 leaves") };
    let mut numbers = [Mode { shape: 0, stride: 0 }; N];
    let (shape, stride) = layout.into_parts();
    if const { <S::Flatten<HNil> as List>::TERMS > 0 } {
        for (term, numbers) in numbers.chunks_mut(MOST_LEAVES).enumerate() {
            shape.put_term(stride, term, 0, numbers);
        }
    } else {
        shape.put(stride, 0, &mut numbers);
    }
    R::fill_from_numbers(&numbers, 0, Sound::YES)
}

// These types give one error, which says what to write instead.
macro_rules! no_tilers {
    ($($verdict:ident: $([$($g:tt)*] $t:ty;)*)*) => {$($(
        impl<$($g)*> IsTiler for $t {}
        impl<$($g)*> Tiler for $t {
            const SEAL: Seal = Seal;
            no_result!(GivenVerdict<$verdict>);
        }
    )*)*};
}
macro_rules! no_result {
    ($result:ty) => {
        type Name = ();
        type By<F: Gather, S: Leaves<D>, D> = $result;
        fn by<F: Gather, S: Leaves<D>, D: Copy, R: FillFromModes>(
            self,
            _: Layout<S, D>,
            _: usize,
        ) -> Result<R, Error> {
            Ok(R::fill_from_numbers(&[], 0, Sound::YES))
        }
    };
}
no_tilers! {
    Plain:
    [] usize;
    [] u32;
    [] i32;
    [] u64;
    [] i64;
    [A: Copy, B: Copy,] (A, B);
    [A: Copy, B: Copy, C: Copy,] (A, B, C);
    [A: Copy, B: Copy, C: Copy, H: Copy,] (A, B, C, H);
    [A: Copy, const N: usize,] [A; N];
    Borrowed:
    ['a, A: ?Sized,] &'a A;
}
impl<G: Copy, N: Copy, L: Copy> Tiler for Composed<G, N, L> {
    const SEAL: Seal = Seal;
    no_result!(GivenVerdict<S::ByComposed<Bad<rule::ComposedTiler, (), (), ()>>>);
}
/// The verdict on a type that is neither a leaf nor an hlist.
pub type Plain = Bad<rule::Plain, (), (), ()>;
/// The verdict on a reference to a tiler.
type Borrowed = Bad<rule::Borrowed, (), (), ()>;
