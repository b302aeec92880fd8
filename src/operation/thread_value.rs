//! Thread-value layouts: which elements of a tile each thread has.

mod distribute;
mod within;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Equal, Greater, Less, U1};

pub use distribute::{ByThread, Distribute, ModeSizes, WithRest};
pub use within::{ThreadsAndValues, Within, WithinOf};

use crate::layout::any_result::{AnyResult, Computes, Is};
use crate::layout::compact::{Column, Compact};
use crate::layout::composed::Composed;
use crate::layout::{AnyLayout, HasSize, Layout, Staticness};
use crate::leaf::int::Static;
use crate::operation::composition::CompositionTotal;
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::nat::{Integral, Number};
use crate::plain::plain;
use crate::verdict::{Bad, HasResult, Permits, Place, ResultOf, Verdict, every, operation, rule};

// The names are short, so that a function and its bound fit on one line in errors.
type By = operation::partition_by;
type Of = operation::thread_value_of;

/// A thread-value layout: `tv(t, v)` is the integral coordinate, in a tile of this shape, of value `v` of thread `t`
/// ([004](crate::guide::papers), section 3.3.4). Strides that are coordinates of the tile's modes, and XOR strides,
/// exist in values and
/// literals only.
///
/// ```
/// use tilework::{Layout, layout, operation::ThreadValue};
/// let tv = ThreadValue::new(layout!((8,8)).shape(), layout!(((4,8),2):((16,1),8)));
/// let rows: Layout!(((4,8),2):((2,8),1)) = tv.of_tile(layout!((8,8):(8,1)));
/// let (m, n) = (16, 32);
/// let all: Layout!(((4,8),(2,(_,_))):((2,_),(1,(_,8)))) = tv.partition(layout!((m,n):(n,1)));
/// assert_eq!(all.to_string(), "((4,8),(2,(2,4))):((2,32),(1,(256,8)))");
/// assert_eq!(rows.offset((0, 1)), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadValue<T, V> {
    tile: T,
    layout: V,
}

// On this one type, so that the bound is the function's and an error is reported once.
impl ThreadValue<(), ()> {
    /// The thread-value layout of a tile of this shape. The layout has two modes, threads and values.
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`] if the layout has values that are no coordinates of the tile, as far as that is
    /// decided at run time. A rule that the types decide is a compile error, and so is another rank.
    #[inline(always)]
    pub fn try_new<R: Permits<Of>, T: Copy, V: Within<T, Verdict = R>>(
        tile: T,
        layout: V,
    ) -> Result<ThreadValue<T, V>, Error> {
        layout.try_within(tile)?;
        Ok(ThreadValue { tile, layout })
    }

    /// The thread-value layout of a tile of this shape. The layout has two modes, threads and
    /// values.
    ///
    /// ```compile_fail
    /// use tilework::{layout, operation::ThreadValue};
    /// // 72 is no coordinate.
    /// ThreadValue::new(layout!((8,8)).shape(), layout!((4,4):(24,1)));
    /// ```
    ///
    /// # Panics
    /// If [`ThreadValue::try_new`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn new<R: Permits<Of>, T: Copy, V: Within<T, Verdict = R>>(
        tile: T,
        layout: V,
    ) -> ThreadValue<T, V> {
        plain(Self::try_new(tile, layout))
    }
}

impl<T, V> ThreadValue<T, V> {
    /// The shape of the tile.
    #[inline(always)]
    pub fn tile(self) -> T {
        self.tile
    }

    /// The layout of the coordinates, of threads and values.
    #[inline(always)]
    pub fn layout(self) -> V {
        self.layout
    }

    /// `r(t, v) = data(tv(t, v))`: the elements of each thread in one tile ([004](crate::guide::papers), table 4).
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] if the size of the data is not that of the tile; those of
    /// [`composition`](crate::operation::composition()).
    #[inline(always)]
    pub fn try_of_tile<R: ResultOf<By>, L: ArrangeByThreads<T, V, Result = R>>(
        self,
        data: L,
    ) -> Result<R::Layout, Error> {
        // The sizes may be dynamic although the result is static.
        data.try_arrange(self).map(R::layout)
    }

    /// `r(t, v) = data(tv(t, v))`: the elements of each thread in one tile ([004](crate::guide::papers), table 4).
    ///
    /// # Panics
    /// If [`ThreadValue::try_of_tile`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn of_tile<R: ResultOf<By>, L: ArrangeByThreads<T, V, Result = R>>(
        self,
        data: L,
    ) -> R::Layout {
        plain(self.try_of_tile(data))
    }

    /// The elements of each thread in all tiles of the data: `r(t, (v, rest))` is the data at `tv(t, v)` of the tile
    /// `rest`. The tiles are those of [`zipped_divide`](crate::operation::zipped_divide()).
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()), if the tiles do not divide the data evenly, and
    /// of [`composition`](crate::operation::composition()).
    #[inline(always)]
    pub fn try_partition<R: ResultOf<By>, L: ArrangeTiles<T, V, Result = R>>(
        self,
        data: L,
    ) -> Result<R::Layout, Error> {
        R::IsKnown::known_or::<ArrangingTiles, _, _, R>(data, self).map(R::layout)
    }

    /// The elements of each thread in all tiles of the data: `r(t, (v, rest))` is the data at `tv(t, v)` of the tile
    /// `rest`. The tiles are those of [`zipped_divide`](crate::operation::zipped_divide()).
    ///
    /// # Panics
    /// If [`ThreadValue::try_partition`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition<R: ResultOf<By>, L: ArrangeTiles<T, V, Result = R>>(
        self,
        data: L,
    ) -> R::Layout {
        plain(self.try_partition(data))
    }
}

/// The elements of each thread in all tiles of `data`, for tiles of this shape and this thread-value layout: see
/// [`ThreadValue::try_partition`].
///
/// ```
/// use tilework::{Layout, layout, operation::partition};
/// let tv = layout!(((4,8),2):((16,1),8));
/// let r: Layout!(((4,8),(2,(2,1))):((32,1),(16,(8,0)))) =
///     partition(layout!((16,8):(1,16)), layout!((8,8)).shape(), tv);
/// assert_eq!(r.to_string(), "((4,8),(2,(2,1))):((32,1),(16,(8,0)))");
/// ```
///
/// # Panics
/// If [`try_partition`] returns an error.
#[inline(always)]
#[track_caller]
pub fn partition<R: ResultOf<By>, L: PlaceTiles<T, V, Placed = R>, T, V>(
    data: L,
    tile: T,
    tv: V,
) -> R::Layout {
    plain(data.try_place(tile, tv)).layout()
}

/// Like [`partition`], but returns errors at run time instead of panicking.
///
/// # Errors
/// Those of [`ThreadValue::try_new`] and [`ThreadValue::try_partition`].
#[inline(always)]
pub fn try_partition<R: ResultOf<By>, L: PlaceTiles<T, V, Placed = R>, T, V>(
    data: L,
    tile: T,
    tv: V,
) -> Result<R::Layout, Error> {
    data.try_place(tile, tv).map(R::layout)
}

/// Layouts of the size of a tile of shape `T`, whose elements the layout `V` arranges by threads and values: the bound
/// of [`ThreadValue::of_tile`].
pub trait OfTileBy<T, V>:
    AnyLayout + ArrangeByThreads<T, V, Result: ResultOf<By, Layout: AnyLayout>>
{
}
/// The type of [`ThreadValue::of_tile`]'s result.
pub type OfTile<L, T, V> = <<L as ArrangeByThreads<T, V>>::Result as ResultOf<By>>::Layout;

impl<L, T, V> OfTileBy<T, V> for L
where
    L: AnyLayout + ArrangeByThreads<T, V>,
    L::Result: Verdict<Out: HasResult<operation::partition_by>> + ResultOf<By, Layout: AnyLayout>,
{
}

/// [`OfTileBy`] before the verdict is checked.
pub trait ArrangeByThreads<T, V>: Copy {
    /// The elements of each thread, with a verdict in it if there are none.
    type Result;
    /// The elements of each thread.
    fn try_arrange<O: AnyResult>(self, tv: ThreadValue<T, V>) -> Result<O, Error>
    where
        Self::Result: AnyResult + Is<O>;
}
#[diagnostic::do_not_recommend]
impl<S, D, T, V, N, K, Order, RS, RD> ArrangeByThreads<T, V> for Layout<S, D>
where
    Self: AnyLayout + HasSize<Size = K>,
    K: Integral,
    T: Compact<Static<U1>, Column, After = N>,
    N: Integral<Number: Number<Compared<K::Number, Equal> = Order>>,
    Order: ArrangeIf<Self, V, N, K, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_arrange<O: AnyResult>(self, tv: ThreadValue<T, V>) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let during = |error: Error| error.during(Operation::Partition);
        let size = tv.tile.compact(Static::new()).map_err(during)?.1;
        let (left, right) = (size.number(), self.size_leaf().number());
        if left != right {
            return Err(Error::new(Operation::Partition, Rule::EqualExtents { left, right }));
        }
        Order::arrange_if(self, tv.layout).map(Is::itself).map_err(during)
    }
}
/// `L o V`, if the size `K` of `L` is that of the tile, `N`. `Self` says how they compare.
pub trait ArrangeIf<L, V, N, K> {
    /// A layout.
    type Out;
    /// A layout.
    fn arrange_if(data: L, tv: V) -> Result<Self::Out, Error>;
}
macro_rules! arrange_if {
    ($($same:ident)* | $($other:ident)*) => {
        $(impl<L, V, N, K, S, D> ArrangeIf<L, V, N, K> for $same
        where
            L: CompositionTotal<V, Result = Layout<S, D>>,
            Layout<S, D>: AnyLayout,
        {
            type Out = Layout<S, D>;
            #[inline(always)]
            fn arrange_if(data: L, tv: V) -> Result<Layout<S, D>, Error> {
                data.try_compose(tv)
            }
        })*
        $(impl<S, D, VS, VD, N, K> ArrangeIf<Layout<S, D>, Layout<VS, VD>, N, K> for $other {
            type Out = Layout<OtherSize<S, D, VS, VD, N, K>, OtherSize<S, D, VS, VD, N, K>>;
            fn arrange_if(_: Layout<S, D>, _: Layout<VS, VD>) -> Result<Self::Out, Error> {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        })*
    };
}
arrange_if!(Equal Unknown | Less Greater);
type OtherSize<S, D, VS, VD, N, K> =
    Bad<rule::EqualExtents, Place<Layout<S, D>, Layout<VS, VD>, every>, N, K>;

/// Layouts that tiles of shape `T` divide, whose elements the layout `V` arranges by threads and values: the bound of
/// [`partition`] and of [`Tensor::partition`](crate::Tensor::partition).
pub trait PartitionBy<T, V>:
    AnyLayout
    + ArrangeTiles<T, V, Result: ResultOf<By, Layout: AnyLayout>>
    + PlaceTiles<T, V, Placed = <Self as ArrangeTiles<T, V>>::Result>
{
}
/// The type of [`partition`]'s result.
pub type Partition<L, T, V> = <<L as ArrangeTiles<T, V>>::Result as ResultOf<By>>::Layout;

impl<L, T, V, R> PartitionBy<T, V> for L
where
    L: AnyLayout + ArrangeTiles<T, V, Result = R> + PlaceTiles<T, V, Placed = R>,
    R: Verdict<Out: HasResult<operation::partition_by>> + ResultOf<By, Layout: AnyLayout>,
{
}

/// [`PartitionBy`] before the verdict is checked: the elements of each thread, or the verdict that the layout `V` does
/// not arrange tiles of shape `T`.
#[diagnostic::on_unimplemented(
    message = "partition: not a layout, the shape of a tile and a layout of threads and values, or in generic code without the bound `PartitionBy<T, V>`",
    note = "a composed layout of threads and values is one in literals: `layout!(partition((8,8), (8,4), Sw<1,0,3> o ((4,2),(2,2)):((8,1),(2,4))))`"
)]
pub trait PlaceTiles<T, V>: Sized {
    /// The elements of each thread, with a verdict in it if there are none.
    type Placed;
    /// The elements of each thread.
    fn try_place(self, tile: T, tv: V) -> Result<Self::Placed, Error>
    where
        Self::Placed: AnyResult;
}
macro_rules! placed {
    ($([$($g:ident)*] $data:ty, [$($r:ident)*] $placed:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g,)* T, V, F, $($r),*> PlaceTiles<T, V> for $data
        where
            V: Within<T, Verdict = F>,
            F: PlaceUnless<Self, T, V, Placed = $placed>,
        {
            type Placed = $placed;
            #[inline(always)]
            fn try_place(self, tile: T, tv: V) -> Result<$placed, Error>
            where
                $placed: AnyResult,
            {
                F::place(self, tile, tv)
            }
        }
    )*};
}
placed! {
    // The result is written as `Layout`, so that methods are found before the type of a plain integer is inferred.
    [S D] Layout<S, D>, [RS RD] Layout<RS, RD>;
    [G N L] Composed<G, N, L>, [R] R;
}
/// [`PlaceTiles`] unless `Self` is a verdict.
pub trait PlaceUnless<L, T, V> {
    /// The elements of each thread, or the verdict.
    type Placed;
    /// The elements of each thread.
    fn place(data: L, tile: T, tv: V) -> Result<Self::Placed, Error>
    where
        Self::Placed: AnyResult;
}
impl<L, T: Copy, V: Within<T, Verdict = Self>, R> PlaceUnless<L, T, V> for HNil
where
    L: ArrangeTiles<T, V, Result = R>,
{
    type Placed = R;
    #[inline(always)]
    fn place(data: L, tile: T, tv: V) -> Result<R, Error>
    where
        R: AnyResult,
    {
        let tv = ThreadValue::try_new(tile, tv)?;
        R::IsKnown::known_or::<ArrangingTiles, _, _, R>(data, tv)
    }
}
impl<L, T, V, Rule, At, X, Y> PlaceUnless<L, T, V> for Bad<Rule, At, X, Y> {
    type Placed = Layout<Self, Self>;
    fn place(_: L, _: T, _: V) -> Result<Self::Placed, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}

/// The elements of each thread in all tiles, with a verdict in it if there are none.
#[diagnostic::on_unimplemented(
    message = "partition: not a layout, a tile and a layout of threads and values, or in generic code without the bound `PartitionBy<T, V>`"
)]
pub trait ArrangeTiles<T, V>: Copy {
    /// The elements of each thread, with a verdict in it if there are none.
    type Result;
    /// The elements of each thread.
    fn try_arrange_tiles<O: AnyResult>(self, tv: ThreadValue<T, V>) -> Result<O, Error>
    where
        Self::Result: AnyResult + Is<O>;
}
/// [`ThreadValue::partition`] as an operation.
struct ArrangingTiles;
impl<L: ArrangeTiles<T, V, Result = R>, T, V, R: AnyResult> Computes<L, ThreadValue<T, V>, R>
    for ArrangingTiles
{
    #[inline(always)]
    fn compute(data: L, tv: ThreadValue<T, V>) -> Result<R, Error> {
        data.try_arrange_tiles(tv)
    }
}
#[diagnostic::do_not_recommend]
impl<S, D, T, V, B, RS, RD> ArrangeTiles<T, V> for Layout<S, D>
where
    T: ModeSizes<Out = B>,
    Self: Distribute<B, V, ByThread, Result = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_arrange_tiles<O: AnyResult>(self, tv: ThreadValue<T, V>) -> Result<O, Error>
    where
        Self::Result: AnyResult + Is<O>,
    {
        let tiler = tv.tile.mode_sizes().map_err(|error| error.during(Operation::Partition))?;
        self.try_distribute(tiler, tv.layout).map(Is::itself)
    }
}
