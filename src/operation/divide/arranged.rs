//! The tiled and the flat divide: divides with the modes of the rests at the top, and in the flat one those of the
//! tiles too.

use core::marker::PhantomData;

use tilework_algebra::Error;

use super::Logical;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::fill_from_modes::{FillFromModes, FillFromNumbers};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Parts, Shape};
use crate::operation::arrangement::{Arrange, Flat, Pair, Tiled, Zipping, zipped};
use crate::operation::face::operation;
use crate::operation::kind::leaves::{Leaves, StridedLeaves};
use crate::operation::kind::tree::Outcome;
use crate::operation::rearranged::{InPlace, rearranged};
use crate::operation::round::{Ceil, Exact, Round, Rounded};
use crate::operation::tiler::Tiler;
use crate::verdict::operation::Named;
use crate::verdict::{First, ResultOf, operation};

// The names are short, so that a function and its bound fit on one line in errors.
type ByTile = Rounded<operation::tiled_divide_by>;
type CeilTile = Rounded<operation::tiled_divide_by, Ceil>;
type ByFlat = Rounded<operation::flat_divide_by>;
type CeilFlat = Rounded<operation::flat_divide_by, Ceil>;

operation! {
    /// [`zipped_divide`](crate::operation::zipped_divide()) with the modes that run over the tiles at the top:
    /// `((tile_0, tile_1, ...), rest_0, rest_1, ...)` ([004](crate::guide::papers), section 3.5.2). For a layout `T`
    /// the rests are the modes of `A o T*`.
    ///
    /// **Errors.** Those of [`logical_divide`](crate::operation::logical_divide()).
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::tiled_divide};
    /// let tiled: Layout!(((4,8),2,2):((20,2),80,1)) =
    ///     tiled_divide(layout!((8,16):(20,1)), layout!(<4:1,8:2>));
    /// assert_eq!(tiled.to_string(), "((4,8),2,2):((20,2),80,1)");
    /// ```
    ///
    /// # Panics
    /// If [`try_tiled_divide`] returns an error.
    fn tiled_divide[R: ResultOf<ByTile>, A: ArrangedTotal<T, Exact, Tiled, Result = R>, T]
        (a: A, tiler: T) = Dividing<Exact, Tiled>;
    /// Like [`tiled_divide`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide`](crate::operation::logical_divide()) that dynamic leaves break, and overflow.
    or try_tiled_divide;

    /// [`tiled_divide`], padded as in [`logical_divide_ceil`](crate::operation::logical_divide_ceil()).
    ///
    /// ```
    /// use tilework::{layout, operation::tiled_divide_ceil};
    /// let m = 10;
    /// let tiled = tiled_divide_ceil(layout!((m,7):(1,10)), layout!(<4,4>));
    /// assert_eq!(tiled.to_string(), "((4,4),3,2):((1,10),4,40)");
    /// ```
    ///
    /// # Panics
    /// If [`try_tiled_divide_ceil`] returns an error.
    fn tiled_divide_ceil[R: ResultOf<CeilTile>, A: ArrangedTotal<T, Ceil, Tiled, Result = R>, T]
        (a: A, tiler: T) = Dividing<Ceil, Tiled>;
    /// Like [`tiled_divide_ceil`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide_ceil`](crate::operation::logical_divide_ceil()) that dynamic leaves break,
    /// and overflow.
    or try_tiled_divide_ceil;

    /// Layouts that the tiler `T` divides: the bound of [`tiled_divide`], and with [`Ceil`] of
    /// [`tiled_divide_ceil`].
    trait TiledDivideBy[T, R: Round = Exact]: AnyLayout
        = ArrangedTotal[T, R, Tiled], Rounded<operation::tiled_divide_by, R>, Layout: AnyLayout;
    /// The type of [`tiled_divide`]'s result.
    type TiledDivide[A, T] = ArrangedTotal[T, Exact, Tiled], ByTile;
    /// The type of [`tiled_divide_ceil`]'s result.
    type TiledDivideCeil[A, T] = ArrangedTotal[T, Ceil, Tiled], CeilTile;

    /// [`zipped_divide`](crate::operation::zipped_divide()) with all modes at the top:
    /// `(tile_0, tile_1, ..., rest_0, rest_1, ...)` ([004](crate::guide::papers), section 3.5.2).
    ///
    /// **Errors.** Those of [`logical_divide`](crate::operation::logical_divide()).
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::flat_divide};
    /// let flat: Layout!((4,8,2,2):(20,2,80,1)) =
    ///     flat_divide(layout!((8,16):(20,1)), layout!(<4:1,8:2>));
    /// assert_eq!(flat.to_string(), "(4,8,2,2):(20,2,80,1)");
    /// ```
    ///
    /// # Panics
    /// If [`try_flat_divide`] returns an error.
    fn flat_divide[R: ResultOf<ByFlat>, A: ArrangedTotal<T, Exact, Flat, Result = R>, T]
        (a: A, tiler: T) = Dividing<Exact, Flat>;
    /// Like [`flat_divide`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide`](crate::operation::logical_divide()) that dynamic leaves break, and overflow.
    or try_flat_divide;

    /// [`flat_divide`], padded as in [`logical_divide_ceil`](crate::operation::logical_divide_ceil()).
    ///
    /// ```
    /// use tilework::{layout, operation::flat_divide_ceil};
    /// let m = 10;
    /// let flat = flat_divide_ceil(layout!((m,7):(1,10)), layout!(<4,4>));
    /// assert_eq!(flat.to_string(), "(4,4,3,2):(1,10,4,40)");
    /// ```
    ///
    /// # Panics
    /// If [`try_flat_divide_ceil`] returns an error.
    fn flat_divide_ceil[R: ResultOf<CeilFlat>, A: ArrangedTotal<T, Ceil, Flat, Result = R>, T]
        (a: A, tiler: T) = Dividing<Ceil, Flat>;
    /// Like [`flat_divide_ceil`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_divide_ceil`](crate::operation::logical_divide_ceil()) that dynamic leaves break,
    /// and overflow.
    or try_flat_divide_ceil;

    /// Layouts that the tiler `T` divides: the bound of [`flat_divide`], and with [`Ceil`] of
    /// [`flat_divide_ceil`].
    trait FlatDivideBy[T, R: Round = Exact]: AnyLayout
        = ArrangedTotal[T, R, Flat], Rounded<operation::flat_divide_by, R>, Layout: AnyLayout;
    /// The type of [`flat_divide`]'s result.
    type FlatDivide[A, T] = ArrangedTotal[T, Exact, Flat], ByFlat;
    /// The type of [`flat_divide_ceil`]'s result.
    type FlatDivideCeil[A, T] = ArrangedTotal[T, Ceil, Flat], CeilFlat;

    /// The divide of any layout by any tiler in the form `F`, before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "divide: not a layout and a tiler, or in generic code without the bound `TiledDivideBy<T>` or `FlatDivideBy<T>`",
        note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with dynamic integers `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`"
    )]
    trait ArrangedTotal[T, R, F]: Copy {
        #[doc(hidden)] const SEAL: Seal;
    } fn try_split_into(tiler: T) for Dividing<R, F>;
}
/// A divide in the form `F` as an operation.
pub struct Dividing<R, F>(PhantomData<(R, F)>);

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, T: Tiler, R: Round, F, TS, TD, RS, RD, FS, FD> ArrangedTotal<T, R, F>
    for Layout<S, D>
where
    Self: AnyLayout,
    T::By<Zipping<Logical<R>>, S, D>:
        Outcome<Or<Self, T::Name, First>: Parts<Tile = Layout<TS, TD>, Rest = Layout<RS, RD>>>,
    TS: StridedLeaves<TD>,
    TD: Shape,
    RS: StridedLeaves<RD>,
    RD: Shape,
    F: Arrange + Divided<R>,
    F::Of<TS, TD, RS, RD>: Outcome<Or<Self, T::Name, First>: Parts<Shape = FS, Stride = FD>>,
    Layout<FS, FD>: FillFromNumbers,
    Pair<TS, TD, RS, RD>: FillFromModes,
{
    const SEAL: Seal = Seal;
    type Result = Layout<FS, FD>;
    #[inline(always)]
    fn try_split_into<O: AnyResult>(self, tiler: T) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let operation = <F as Divided<R>>::Operation::OPERATION;
        let within = R::IS_EXACT && !self.is_empty();
        match zipped::<Logical<R>, _, _, _, Pair<TS, TD, RS, RD>>(tiler, self) {
            Ok(divided) => rearranged::<InPlace, _, _, Layout<FS, FD>>(divided)
                .itself()
                .validated_unless(within, operation),
            Err(error) => Err(error.during(operation)),
        }
    }
}

/// The divide of this form.
pub trait Divided<R> {
    /// Its name.
    type Operation: Named;
}
impl<R: Round> Divided<R> for Tiled {
    type Operation = R::TiledDivide;
}
impl<R: Round> Divided<R> for Flat {
    type Operation = R::FlatDivide;
}
