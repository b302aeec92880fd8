//! Tiles by names.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use super::gather::{By, Every, Gather};
use super::names::{Among, Distinct, Names};
use super::{EachNamed, Named, named_in};
use crate::layout::coordinate::Whole;
use crate::layout::modes::cons;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Static};
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Exact;
use crate::operation::tiler::Keep;
use crate::operation::two_modes::TwoModes;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Divisible};
use crate::tensor::by_mode::ByMode;
use crate::tensor::local_tile::ByZip;
use crate::tensor::tiles::{First, Second, Tiles, TilesMut};
use crate::verdict::ResultOf;

/// Tilers of modes by their names: [`by!`](crate::by!), `by!(Row = 4, Col = layout!(8))`, and in generic code
/// [`Deferred`](crate::generic::Deferred) of it.
#[diagnostic::on_unimplemented(
    message = "tiles: no tiler by names: it is `by!(Row = 4, Col = layout!(8))`, where an integer is dynamic and a layout static; by positions it is `t.unnamed().tiles(layout!(<4,8>))`",
    label = "is no tiler by names"
)]
pub trait NamedTiler<N> {
    /// The names.
    type Names: Names;
    /// The tiler in the order of the modes. Modes that are not named are kept.
    type Tiler;
    /// The tiler in the order of the modes.
    fn tiler(self) -> Self::Tiler;
}
#[diagnostic::do_not_recommend]
impl<N, L, M, C: Tilers, G: OneOrMore> NamedTiler<N> for By<M, C>
where
    N: Names<List = L>,
    M: Names,
    L: Gather<M::List, C::Out, Every<Keep>, Out = G>,
{
    type Names = M;
    type Tiler = G::Out;
    #[inline(always)]
    fn tiler(self) -> G::Out {
        L::gather(self.into_values().tilers(), Every(Keep)).one_or_more()
    }
}
/// The values of [`by!`](crate::by!) as tilers.
pub trait Tilers {
    /// The tilers.
    type Out: Clone;
    /// The tilers.
    fn tilers(self) -> Self::Out;
}
impl Tilers for HNil {
    type Out = HNil;
    #[inline(always)]
    fn tilers(self) -> HNil {
        HNil
    }
}
impl<H: ModeTiler, T: Tilers> Tilers for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    #[inline(always)]
    fn tilers(self) -> Self::Out {
        cons(self.head.tiler(), self.tail.tilers())
    }
}
/// The tiler of one mode: an integer, which is dynamic, or a tiler.
#[diagnostic::on_unimplemented(
    message = "by: `{Self}` is no tile of a mode: it is an integer, `Row = 4`, or a layout, `Row = layout!(4)`, which is static",
    label = "is no tile"
)]
pub trait ModeTiler {
    /// The tiler.
    type Out: Clone;
    /// The tiler.
    fn tiler(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<C: Whole + TryInto<usize>> ModeTiler for C {
    type Out = Dyn;
    #[inline(always)]
    fn tiler(self) -> Dyn {
        // A negative number is no tile either.
        Dyn(self.try_into().unwrap_or(0))
    }
}
macro_rules! itself {
    ($([$($g:ident),*] $tiler:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g: Clone),*> ModeTiler for $tiler {
            type Out = Self;
            #[inline(always)]
            fn tiler(self) -> Self {
                self
            }
        }
    )*};
}
itself! {
    [] Keep;
    [N] Static<N>;
    [I] Dyn<I>;
    [S, D] Layout<S, D>;
}
/// A list of tilers as a tiler: one alone is not wrapped, as the mode is not.
pub trait OneOrMore {
    /// The tiler.
    type Out;
    /// The tiler.
    fn one_or_more(self) -> Self::Out;
}
impl OneOrMore for HNil {
    type Out = HNil;
    #[inline(always)]
    fn one_or_more(self) -> HNil {
        self
    }
}
impl<A> OneOrMore for HCons<A, HNil> {
    type Out = A;
    #[inline(always)]
    fn one_or_more(self) -> A {
        self.head
    }
}
impl<A, B, T> OneOrMore for HCons<A, HCons<B, T>> {
    type Out = Self;
    #[inline(always)]
    fn one_or_more(self) -> Self {
        self
    }
}

impl<N: Names, A: Accessor, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// The tiles of [`by!`](crate::by!): [`Tensor::tiles`] by names. Modes that are not named are kept. A tile has the
    /// names of the tensor.
    ///
    /// # Errors
    /// Those of [`Tensor::try_tiles`].
    #[inline(always)]
    pub fn try_tiles<B, R: ResultOf<ByZip, Layout: TwoModes>>(
        &self,
        by: B,
    ) -> Result<EachNamed<N, Tiles<'_, A, First<R>, Second<R>>>, Error>
    where
        B: NamedTiler<N, Names: Among<N> + Distinct, Tiler: ByMode<L>>,
        L: ZippedDivideTotal<B::Tiler, Exact, Result = R>,
    {
        self.tensor.try_tiles(by.tiler()).map(EachNamed::of)
    }

    /// The tiles of [`by!`](crate::by!): [`Tensor::tiles`] by names. Modes that are not named are kept. A tile has the
    /// names of the tensor.
    ///
    /// An integer in [`by!`](crate::by!) is dynamic, and `layout!(4)` is static. In generic code over
    /// [`RankLayout`](crate::generic::RankLayout) write [`Deferred`](crate::generic::Deferred)`(by!(..))`.
    ///
    /// # Panics
    /// If [`Named::try_tiles`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Batch, Row, Col }
    /// let data: Vec<u32> = (0..32).collect();
    /// let t = Tensor::new(&data[..], layout!((2,4,4):row_major))?.named((Batch, Row, Col));
    /// let tile = t.tiles(by!(Col = layout!(2), Row = layout!(2))).next().unwrap();
    /// assert_eq!((tile.extent(Batch), tile.extent(Row), tile.extent(Col)), (2, 2, 2));
    /// assert_eq!(tile[by!(Batch = 1, Row = 1, Col = 0)], 16 + 4);
    /// assert_eq!(t.tiles(by!(Row = 2)).len(), 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn tiles<B, R: ResultOf<ByZip, Layout: TwoModes>>(
        &self,
        by: B,
    ) -> EachNamed<N, Tiles<'_, A, First<R>, Second<R>>>
    where
        B: NamedTiler<N, Names: Among<N> + Distinct, Tiler: ByMode<L>>,
        L: ZippedDivideTotal<B::Tiler, Exact, Result = R>,
    {
        named_in::<N, _>(self.tensor.layout, self.try_tiles(by))
    }
}
impl<N: Names, A: Divisible, L: AnyLayout> Named<N, Tensor<A, L>> {
    /// [`Named::try_tiles`] for writing, as [`Tensor::try_tiles_mut`].
    ///
    /// # Errors
    /// Those of [`Named::try_tiles`].
    #[inline(always)]
    pub fn try_tiles_mut<B, R: ResultOf<ByZip, Layout: TwoModes>>(
        &mut self,
        by: B,
    ) -> Result<EachNamed<N, TilesMut<A::Tile<'_>, First<R>, Second<R>>>, Error>
    where
        B: NamedTiler<N, Names: Among<N> + Distinct, Tiler: ByMode<L>>,
        L: ZippedDivideTotal<B::Tiler, Exact, Result = R>,
    {
        self.tensor.try_tiles_mut(by.tiler()).map(EachNamed::of)
    }

    /// [`Named::tiles`] for writing: all tiles are borrowed at the same time, as by [`Tensor::tiles_mut`].
    ///
    /// # Panics
    /// If [`Named::try_tiles_mut`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, by, layout, names};
    /// names! { Row, Col }
    /// let mut t = Tensor::new([0; 8], layout!((2,4):row_major))?.named((Row, Col));
    /// for (i, mut tile) in t.tiles_mut(by!(Col = 2)).enumerate() {
    ///     tile[by!(Row = 1, Col = 0)] = i + 1;
    /// }
    /// assert_eq!(t.data(), [0, 0, 0, 0, 1, 0, 2, 0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn tiles_mut<B, R: ResultOf<ByZip, Layout: TwoModes>>(
        &mut self,
        by: B,
    ) -> EachNamed<N, TilesMut<A::Tile<'_>, First<R>, Second<R>>>
    where
        B: NamedTiler<N, Names: Among<N> + Distinct, Tiler: ByMode<L>>,
        L: ZippedDivideTotal<B::Tiler, Exact, Result = R>,
    {
        let layout = self.tensor.layout;
        named_in::<N, _>(layout, self.try_tiles_mut(by))
    }
}
