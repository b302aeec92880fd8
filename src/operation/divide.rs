//! Divides: a layout as a tile and the rest, the arrangement of the tiles. Both the tile and its complement are
//! composed on the layout. They need no check of segregation, because they never carry into each other.
//!
//! ```text
//! logical_divide(a, b) = (onto(b, m), onto(rest, m)), m = coalesced(a), rest = complement(b, size(a))
//! ```
//! (papers: [004](crate::guide::papers), section 3.5.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{
    self, Divide, Known, Leaf, ModeByInteger, Right, divide_mode, logical_divide_here,
    logical_divide_of_bits,
};
use tilework_algebra::{Error, Mode, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::fill_from_modes::Sound;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout};
use crate::leaf::integers::NoInteger;
use crate::operation::arrangement::{Zip, Zipping, zipped};
use crate::operation::composition::{self, Merged};
use crate::operation::face::operation;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, Steps};
use crate::operation::kind::leaves::{Leaves, RunningBoth};
use crate::operation::kind::list::List;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::round::{Ceil, Exact, Round, Rounded};
use crate::operation::tiler::{Gather, OneAfterAnother, Tiled, Tiler};
use crate::operation::two_modes::TwoModes;
use crate::verdict::operation::Named as _;
use crate::verdict::{ResultOf, operation};

pub(crate) mod arranged;

// The names are short, so that a function and its bound fit on one line in errors.
type ByLogical = Rounded<operation::logical_divide_by>;
type CeilLogical = Rounded<operation::logical_divide_by, Ceil>;
type ByZip = Rounded<operation::zipped_divide_by>;
type CeilZip = Rounded<operation::zipped_divide_by, Ceil>;

operation! {
    /// `A` divided by the tiler `T`. For a layout `T` it is the layout `(A o T, A o T*)`, where `T*` is the complement
    /// of `T` in the size of `A`. An hlist of tilers divides each mode by its tiler. A layout into coordinates, such as
    /// `(4,8):(e0,e1)`, which is `<4,8>`, is a tiler of values and literals only.
    ///
    /// The first mode of the pair is a tile, and the second runs over the tiles. Modes of `A` beyond the tiler stay.
    /// ([004](crate::guide::papers),
    /// section 3.5.2; [003](crate::guide::papers), definition 2.3.8.1.)
    ///
    /// **Law.** `R(x, y) = A(T(x) + T*(y))`.
    ///
    /// **Errors.** Those of [`complement`](crate::operation::complement()), so a tile that does not divide evenly is
    /// refused, and those of [`composition`](crate::operation::composition()) of `A` and `(T, T*)`. They appear at
    /// compile time if static leaves decide, else at run time.
    ///
    /// ```
    /// use tilework::{Layout, hlist, layout, operation::logical_divide};
    /// let tiled: Layout!(((4,2),(8,2)):((20,80),(2,1))) =
    ///     logical_divide(layout!((8,16):(20,1)), hlist![layout!(4:1), layout!(8:2)]);
    /// assert_eq!(tiled.to_string(), "((4,2),(8,2)):((20,80),(2,1))");
    /// ```
    ///
    /// # Panics
    /// If [`try_logical_divide`] returns an error.
    fn logical_divide[R: ResultOf<ByLogical>, A: DivideTotal<T, Exact, Result = R>, T]
        (a: A, tiler: T) = Logical<Exact>;
    /// Like [`logical_divide`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide`] that dynamic leaves break, and overflow.
    or try_logical_divide;

    /// [`logical_divide`], padded as in CuTe with [`complement_ceil`](crate::operation::complement_ceil()): the tiles
    /// may reach past `A`, whose last mode then goes on. Kernels with a predicate use it.
    ///
    /// ```
    /// use tilework::{layout, operation::logical_divide_ceil};
    /// let m = 10;
    /// assert_eq!(logical_divide_ceil(layout!(m:1), layout!(4:1)).to_string(), "(4,3):(1,4)");
    /// ```
    ///
    /// # Panics
    /// If [`try_logical_divide_ceil`] returns an error.
    fn logical_divide_ceil[R: ResultOf<CeilLogical>, A: DivideTotal<T, Ceil, Result = R>, T]
        (a: A, tiler: T) = Logical<Ceil>;
    /// Like [`logical_divide_ceil`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide_ceil`] that dynamic leaves break, and overflow.
    or try_logical_divide_ceil;

    /// [`logical_divide`] with all tiles in mode 0 and all rests in mode 1:
    /// `((tile_0, tile_1, ...), (rest_0, rest_1, ...))`. ([004](crate::guide::papers), section 3.5.2.)
    ///
    /// Modes beyond the tiler go to the rests, and a mode that the tiler keeps is a tile with the rest `1:0`. A tiler
    /// by mode is `layout!(<8,8>)`, or `(8,8)` within a macro. `layout!((8,8))` is one layout, which takes tiles of 64
    /// from all modes together, as CuTe's `Layout<Shape<_8,_8>>` does.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let (m, k, lda) = (256, 64, 80);
    /// // The static tile stays static next to dynamic leaves.
    /// let tiled: Layout!(((128,8),(_,_)):((1,_),(128,_))) =
    ///     layout!(zipped_divide((m,k):(1,lda), (128,8)));
    /// assert_eq!(tiled.to_string(), "((128,8),(2,8)):((1,80),(128,640))");
    /// ```
    ///
    /// # Panics
    /// If [`try_zipped_divide`] returns an error.
    #[doc(alias = "tile_unzip")]
    fn zipped_divide[R: ResultOf<ByZip>, A: ZippedDivideTotal<T, Exact, Result = R>, T]
        (a: A, tiler: T) = Zipping<Logical<Exact>>;
    /// Like [`zipped_divide`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide`] that dynamic leaves break, and overflow.
    or try_zipped_divide;

    /// [`zipped_divide`], padded as in [`logical_divide_ceil`].
    ///
    /// ```
    /// use tilework::{layout, operation::zipped_divide_ceil};
    /// let (m, n) = (10, 7);
    /// let tiles = zipped_divide_ceil(layout!((m,n)), layout!(<4,4>));
    /// assert_eq!(tiles.to_string(), "((4,4),(3,2)):((1,10),(4,40))");
    /// ```
    ///
    /// # Panics
    /// If [`try_zipped_divide_ceil`] returns an error.
    fn zipped_divide_ceil[R: ResultOf<CeilZip>, A: ZippedDivideTotal<T, Ceil, Result = R>, T]
        (a: A, tiler: T) = Zipping<Logical<Ceil>>;
    /// Like [`zipped_divide_ceil`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`zipped_divide_ceil`] that dynamic leaves break, and overflow.
    or try_zipped_divide_ceil;

    /// Layouts that the tiler `T` divides: the bound of [`logical_divide`], and with [`Ceil`] of
    /// [`logical_divide_ceil`].
    trait LogicalDivideBy[T, R: Round = Exact]: AnyLayout
        = DivideTotal[T, R], Rounded<operation::logical_divide_by, R>, Layout: AnyLayout;
    /// The type of [`logical_divide`]'s result.
    type LogicalDivide[A, T] = DivideTotal[T, Exact], ByLogical;
    /// The type of [`logical_divide_ceil`]'s result.
    type LogicalDivideCeil[A, T] = DivideTotal[T, Ceil], CeilLogical;

    /// [`LogicalDivideBy`] before the verdict is checked: the divide of any layout by any tiler.
    #[diagnostic::on_unimplemented(
        message = "logical_divide: not a layout and a tiler, or in generic code without the bound `LogicalDivideBy<T>`",
        note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with dynamic integers `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`"
    )]
    trait DivideTotal[T, R]: Copy { #[doc(hidden)] const SEAL: Seal; } fn try_split(tiler: T) for Logical<R>;
}

// The result is written as `Layout`, for the reason in [`CompositionTotal`](crate::operation::composition::CompositionTotal).
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, T: Tiler, R: Round> DivideTotal<T, R> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<Tiled<Logical<R>, S, D, T>>;
    #[inline(always)]
    fn try_split<O: AnyResult>(self, tiler: T) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        // A tile of an empty mode reaches beyond it.
        let within = R::IS_EXACT && !self.is_empty();
        tiler.try_validated::<Logical<R>, S, D, O>(self, within, R::LogicalDivide::OPERATION)
    }
}

operation! {
    /// Layouts that the tiler `T` divides: the bound of [`zipped_divide`], and with [`Ceil`] of
    /// [`zipped_divide_ceil`]. The result has [`TwoModes`], tile and rest.
    trait ZippedDivideBy[T, R: Round = Exact]: AnyLayout
        = ZippedDivideTotal[T, R], Rounded<operation::zipped_divide_by, R>, Layout: TwoModes;
    /// The type of [`zipped_divide`]'s result.
    type ZippedDivide[A, T] = ZippedDivideTotal[T, Exact], ByZip;
    /// The type of [`zipped_divide_ceil`]'s result.
    type ZippedDivideCeil[A, T] = ZippedDivideTotal[T, Ceil], CeilZip;

    /// [`ZippedDivideBy`] before the verdict is checked: the divide of any layout by any tiler.
    #[diagnostic::on_unimplemented(
        message = "zipped_divide: not a layout and a tiler, or in generic code without the bound `ZippedDivideBy<T>`; over a `RankLayout` or `MatrixLayout` no bound is needed with `generic::Deferred`, as in `t.tiles(Deferred(layout!(<4,8>)))`",
        note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with dynamic integers `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`"
    )]
    trait ZippedDivideTotal[T, R]: Copy {
        #[doc(hidden)] const SEAL: Seal;
    } fn try_split_zipped(tiler: T) for Zipping<Logical<R>>;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, T: Tiler, R: Round> ZippedDivideTotal<T, R> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result = Zip<Tiled<Zipping<Logical<R>>, S, D, T>>;
    #[inline(always)]
    fn try_split_zipped<O: AnyResult>(self, tiler: T) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let operation = R::ZippedDivide::OPERATION;
        // A tile of an empty mode reaches beyond it.
        let within = R::IS_EXACT && !self.is_empty();
        match zipped::<Logical<R>, _, _, _, O::Parts>(tiler, self) {
            Ok(parts) => O::of_parts(parts, Sound::YES).validated_unless(within, operation),
            Err(error) => Err(error.during(operation)),
        }
    }
}

/// The logical divide as an operation by mode.
pub struct Logical<R>(PhantomData<R>);
impl<R: Round> Gather for Logical<R> {
    type With<BS: Leaves<BD>, BD: Copy> = Self;
    type Followed<A: Outcome, T: Outcome> = OneAfterAnother<A, T>;
    type Untiled<S: Leaves<D>, D> = S::IntoTree;
}

// The zipped divide in generic code.
impl<T: Tiler, R: Round> Applied<T> for Zipping<Logical<R>> {
    const OPERATION: Operation = R::ZippedDivide::OPERATION;
    // The integers of a mode are checked mode by mode.
    type Operands<S: Leaves<D>, D> = NoInteger;
    type Of<S: Leaves<D>, D> =
        <<T::By<Self, S, D> as Outcome>::Tile as Tree>::Pair<<T::By<Self, S, D> as Outcome>::Rest>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        tiler: T,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        match tiler.by::<Self, S, D, Self::Of<S, D>>(layout, at) {
            Ok(divided) => Ok(divided),
            Err(error) => Err(error.during(R::ZippedDivide::OPERATION)),
        }
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &T) -> bool {
        R::IS_EXACT
    }
}

/// The layout `S:D` divided by the tile `BS:BD`.
pub type Divided<S, D, BS, BD, R> =
    OfPair<BS, BD, <R as Round>::Gaps<BS, BD, Size<S, D>>, Merged<S, D>>;
/// A divide by the tile `BS:BD`.
struct Dividing<R, BS, BD>(PhantomData<(R, BS, BD)>);
impl<R: Round, BS: Leaves<BD>, BD> Dividing<R, BS, BD> {
    #[inline(always)]
    fn by<A: List, B: List>(right: Right<'_>) -> Divide<'_> {
        Divide {
            rounding: R::ROUNDING,
            tile: FactsOf::<B>::tile(right.leaves, right.at, right.limit),
            both: &FactsOf::<BS::Flatten<R::Gaps<BS, BD, A::Size>>>::PLAIN,
            gaps: <R::Gaps<BS, BD, A::Size> as List>::COUNT,
            size_is_known: FactsOf::<A>::SIZE_IS_KNOWN,
        }
    }
}
impl<R: Round, BS: Leaves<BD>, BD> Steps for Dividing<R, BS, BD> {
    const HERE: (usize, usize) = (4, 1);
    // A tile of an empty mode reaches beyond it.
    #[inline(always)]
    fn stays_within(left: &[Mode], _: &[Mode]) -> bool {
        R::IS_EXACT && left.iter().all(|mode| mode.shape != 0)
    }
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        if const { A::COUNT == 1 && steps_by_one(&B::KNOWN) } {
            let by = ModeByInteger {
                rounding: R::ROUNDING,
                extent_is_known: const { extent_is_known(&A::KNOWN) },
                integer_is_known: const { extent_is_known(&B::KNOWN) },
                limit: right.limit,
            };
            return divide_mode(left[0], right.leaves[0].shape, by, out);
        }
        let facts = &FactsOf::<A>::EXTENDED;
        logical_divide_here::<3>(left, facts, Self::by::<A, B>(right), out)
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        match SHIFTS {
            true => {
                logical_divide_of_bits(left, &FactsOf::<A>::EXTENDED, Self::by::<A, B>(right), out)
            }
            false => {
                rules::logical_divide(left, &FactsOf::<A>::EXTENDED, Self::by::<A, B>(right), out)
            }
        }
    }
}

/// Returns whether the first of these modes is known to have the stride 1.
const fn steps_by_one(modes: &Known) -> bool {
    matches!(modes, Known::Then(Leaf { stride: Some(1), .. }, _))
}
/// Returns whether the extent of the first of these modes is known.
const fn extent_is_known(modes: &Known) -> bool {
    matches!(modes, Known::Then(Leaf { shape: Some(_), .. }, _))
}

impl<BS: Leaves<BD>, BD: Copy, R: Round> Applied<Layout<BS, BD>> for Logical<R> {
    const OPERATION: Operation = R::LogicalDivide::OPERATION;
    type Operands<S: Leaves<D>, D> = RunningBoth<S, D, BS, BD>;
    type Of<S: Leaves<D>, D> = Divided<S, D, BS, BD, R>;
    by_numbers!(Dividing<R, BS, BD>, |tile: Layout<BS, BD>| tile);
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &Layout<BS, BD>) -> bool {
        R::IS_EXACT
    }
}
/// The size of the layout.
type Size<S, D> = <<S as Leaves<D>>::Flatten<HNil> as List>::Size;
/// The tile and its complement `Rest` composed on `Merged`.
type OfPair<BS, BD, Rest, Merged> = <Rest as composition::OnList>::Pair<
    <BS as Leaves<BD>>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>>,
    Merged,
    <BS as Leaves<BD>>::Flatten<Rest>,
>;
