//! Operations as methods of composed layouts.

use tilework_algebra::Error;

use crate::layout::AnyLayout;
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::leaf::int::{Leaf, Static};
use crate::operation::composition::{ComposeWith, Composition};
use crate::operation::divide::arranged::{
    FlatDivide, FlatDivideBy, FlatDivideCeil, TiledDivide, TiledDivideBy, TiledDivideCeil,
};
use crate::operation::divide::{
    LogicalDivide, LogicalDivideBy, LogicalDivideCeil, ZippedDivide, ZippedDivideBy,
    ZippedDivideCeil,
};
use crate::operation::recast::{Bits, CastTotal};
use crate::operation::round::{Ceil, Exact};
use crate::plain::plain;
use crate::verdict::{ResultOf, operation};

impl<F: OffsetMap, N: Leaf, L: AnyLayout> Composed<F, N, L> {
    /// `self o tiler`: composes the inner layout like [`composition`](crate::operation::composition()).
    ///
    /// # Errors
    /// Those of [`try_composition`](crate::operation::try_composition()) and [`Composed::try_new`].
    #[inline(always)]
    pub fn try_compose<T>(self, tiler: T) -> Result<Composed<F, N, Composition<L, T>>, Error>
    where
        L: ComposeWith<T>,
    {
        let (outer, added, inner) = self.into_parts();
        Composed::checked(outer, added, crate::operation::try_composition(inner, tiler)?)
    }

    /// `self o tiler`: composes the inner layout like [`composition`](crate::operation::composition()).
    ///
    /// # Panics
    /// If [`Composed::try_compose`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn compose<T>(self, tiler: T) -> Composed<F, N, Composition<L, T>>
    where
        L: ComposeWith<T>,
    {
        let (outer, added, inner) = self.into_parts();
        plain(Composed::checked(outer, added, crate::operation::composition(inner, tiler)))
    }
}

macro_rules! divides {
    ($($doc:literal $name:ident $try_name:ident $bound:ident<$rounding:ty> $result:ident;)*) => {
        /// Divides the inner layout, `F o n o (B / T)`.
        ///
        /// ```
        /// use tilework::{Composed, Swizzle, layout, typenum::{P3, U0, U3}};
        /// let tile = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
        /// let tiles = tile.zipped_divide(layout!(<4,2>));
        /// assert_eq!(tiles.to_string(), "Sw<3,0,3> o 0 o ((4,2),(2,4)):((8,1),(32,2))");
        /// assert_eq!(tiles.offset(((1, 1), (1, 3))), tile.offset((5, 7)));
        /// ```
        impl<F: OffsetMap, N: Leaf, L: AnyLayout> Composed<F, N, L> {$(
            #[doc = $doc]
            ///
            /// # Errors
            /// The rules that dynamic leaves break, and those of [`Composed::try_new`].
            #[inline(always)]
            pub fn $try_name<T>(self, tiler: T) -> Result<Composed<F, N, $result<L, T>>, Error>
            where
                L: $bound<T, $rounding>,
            {
                let (outer, added, inner) = self.into_parts();
                Composed::checked(outer, added, crate::operation::$try_name(inner, tiler)?)
            }

            #[doc = $doc]
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $name<T>(self, tiler: T) -> Composed<F, N, $result<L, T>>
            where
                L: $bound<T, $rounding>,
            {
                let (outer, added, inner) = self.into_parts();
                plain(Composed::checked(outer, added, crate::operation::$name(inner, tiler)))
            }
        )*}
    };
}
divides! {
    "[`logical_divide`](crate::operation::logical_divide()) of the inner layout."
        logical_divide try_logical_divide LogicalDivideBy<Exact> LogicalDivide;
    "[`logical_divide_ceil`](crate::operation::logical_divide_ceil()) of the inner layout."
        logical_divide_ceil try_logical_divide_ceil LogicalDivideBy<Ceil> LogicalDivideCeil;
    "[`zipped_divide`](crate::operation::zipped_divide()) of the inner layout."
        zipped_divide try_zipped_divide ZippedDivideBy<Exact> ZippedDivide;
    "[`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()) of the inner layout."
        zipped_divide_ceil try_zipped_divide_ceil ZippedDivideBy<Ceil> ZippedDivideCeil;
    "[`tiled_divide`](crate::operation::tiled_divide()) of the inner layout."
        tiled_divide try_tiled_divide TiledDivideBy<Exact> TiledDivide;
    "[`tiled_divide_ceil`](crate::operation::tiled_divide_ceil()) of the inner layout."
        tiled_divide_ceil try_tiled_divide_ceil TiledDivideBy<Ceil> TiledDivideCeil;
    "[`flat_divide`](crate::operation::flat_divide()) of the inner layout."
        flat_divide try_flat_divide FlatDivideBy<Exact> FlatDivide;
    "[`flat_divide_ceil`](crate::operation::flat_divide_ceil()) of the inner layout."
        flat_divide_ceil try_flat_divide_ceil FlatDivideBy<Ceil> FlatDivideCeil;
}

impl<F, N: Leaf, L> Composed<F, N, L> {
    /// The composed layout for elements of another width. The function, the added number and the inner layout are all
    /// recast, as [`recast`](crate::operation::recast()) does. The function must keep whole elements together.
    ///
    /// # Errors
    /// Those of [`try_recast`](crate::operation::try_recast()) for the inner layout.
    /// [`Rule::Alignment`](crate::Rule::Alignment) if a dynamic added offset is no multiple of the larger elements, or
    /// if the function, by its dynamic numbers, keeps fewer offsets together.
    #[inline(always)]
    pub fn try_recast<Old, New, R: ResultOf<operation::recast_of>>(
        self,
        old: Static<Old>,
        new: Static<New>,
    ) -> Result<R::Layout, Error>
    where
        Self: CastTotal<Bits<Old, New>, Result = R>,
    {
        crate::operation::try_recast(self, old, new)
    }

    /// The composed layout for elements of another width. The function, the added number and the inner layout are all
    /// recast, as [`recast`](crate::operation::recast()) does. The function must keep whole elements together.
    ///
    /// ```
    /// use tilework::typenum::{P3, U2, U3, U8, U16};
    /// use tilework::{Composed, Static, Swizzle, layout};
    /// let bytes = Composed::of(Swizzle::<U2, U3, P3>::new(), layout!((8,64):(64,1)));
    /// let halves = bytes.recast(Static::<U8>::new(), Static::<U16>::new());
    /// assert_eq!(halves.to_string(), "Sw<2,2,3> o 0 o (8,32):(32,1)");
    /// ```
    ///
    /// # Panics
    /// If [`Composed::try_recast`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn recast<Old, New, R: ResultOf<operation::recast_of>>(
        self,
        old: Static<Old>,
        new: Static<New>,
    ) -> R::Layout
    where
        Self: CastTotal<Bits<Old, New>, Result = R>,
    {
        crate::operation::recast(self, old, new)
    }
}
