//! Thread-value layouts: the elements of a tile that each thread has.

use crate::budget::{Budget, COMPOSITION, PARTITION};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::data_layout::DataLayout;
use crate::layout::image::layout_in_range;
use crate::layout::tile::Tile;
use crate::layout::tiler::Tiler;
use crate::operation::compact::identity;
use crate::operation::composition::{by_values, composition, composition_within};
use crate::operation::divide::zipped_divide_within;
use crate::stride::Stride;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;

/// A thread-value layout: `tv(t, v)` is the integral coordinate, in a tile of this shape, of value `v` of thread `t`
/// ([004](crate::papers), section 3.3.4). Its strides may be of any kind. A layout with XOR strides also gives integral
/// coordinates; a
/// layout into coordinates gives coordinates `(row, column)` of the tile.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Layout, ThreadValue, Xor};
/// let tv: Layout = "((4,8),2):((16,1),8)".parse()?;
/// let tv = ThreadValue::new(&"(8,8)".parse()?, tv)?;
/// let rows: Layout = "(8,8):(8,1)".parse()?;
/// assert_eq!(tv.of_tile(&rows)?.to_string(), "((4,8),2):((2,8),1)");
/// let large: Layout = "(16,32):(32,1)".parse()?;
/// assert_eq!(tv.partition(&large)?.to_string(), "((4,8),(2,(2,4))):((2,32),(1,(256,8)))");
///
/// let tv: Layout<ArithmeticTuple> = "((4,8),2):((2e1,e0),e1)".parse()?;
/// let tv = ThreadValue::new(&"(8,8)".parse()?, tv)?;
/// assert_eq!(tv.of_tile(&rows)?.to_string(), "((4,8),2):((2,8),1)");
/// let tv: Layout<Xor> = "(8,8):(f9,f1)".parse()?;
/// let tv = ThreadValue::new(&"(8,8)".parse()?, tv)?;
/// let swizzled: Layout<Xor> = "(8,8):(f8,f9)".parse()?;
/// assert_eq!(tv.of_tile(&swizzled)?.to_string(), "(8,8):(f1,f8)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadValue<T: Stride = i64> {
    tile: IntTuple,
    layout: Layout<T>,
}

impl<T: Stride> ThreadValue<T> {
    /// The thread-value layout of a tile of this shape. The layout has two modes, threads and values.
    ///
    /// # Errors
    /// [`Rule::Profile`] for a layout of another rank; [`Rule::CoordinateOutside`] if some offsets are not coordinates
    /// of the tile, [`Rule::CoordinateProfile`] if the tile has no such place; [`Rule::Extent`] and [`Rule::Overflow`]
    /// for a tile that is not a shape; the errors of [`image_in_range`](crate::image_in_range()).
    #[inline]
    pub fn new(tile: &IntTuple, layout: Layout<T>) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Partition, rule);
        // This performs the checks of a shape.
        let shape = Layout::new(tile, tile).map_err(|error| error.during(Operation::Partition))?;
        shape.positive(Operation::Partition)?;
        layout.positive(Operation::Partition)?;
        if layout.rank() != 2 {
            return Err(error(Rule::Profile));
        }
        let during = |error: Error| error.during(Operation::Partition);
        if !layout_in_range(&shape, &layout).map_err(during)? {
            if let Tile::Coordinates(tv) = T::tile(&layout) {
                // The tile may have no such place.
                composition(&identity(tile)?, tv).map_err(during)?;
            }
            return Err(error(Rule::CoordinateOutside));
        }
        Ok(ThreadValue { tile: tile.clone(), layout })
    }

    /// The shape of the tile.
    pub fn tile(&self) -> &IntTuple {
        &self.tile
    }

    /// The layout from threads and values to coordinates.
    pub fn layout(&self) -> &Layout<T> {
        &self.layout
    }

    /// The number of threads.
    #[inline]
    pub fn threads(&self) -> i64 {
        self.layout.mode(0).map_or(1, |threads| threads.size())
    }

    /// The number of values of a thread.
    pub fn values(&self) -> i64 {
        self.layout.mode(1).map_or(1, |values| values.size())
    }

    /// `r(t, v) = data(tv(t, v))`: the elements of each thread in one tile ([004](crate::papers), table 4).
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] for data whose size is not that of the tile; the errors of
    /// [`composition`](crate::composition()).
    pub fn of_tile<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        let (left, right) = (self.tile.size()?, data.inner().size());
        if left != right {
            return Err(Error::new(Operation::Partition, Rule::EqualExtents { left, right }));
        }
        let budget = Budget::new(Operation::Partition, COMPOSITION);
        let part = self.arrange(data.inner(), &budget);
        Ok(data.with_inner(part.map_err(|error| error.during(Operation::Partition))?))
    }

    /// `data o tv` for data whose integral coordinates are those of the tile.
    fn arrange<D: Stride>(
        &self,
        data: &Layout<D>,
        budget: &Budget<'_>,
    ) -> Result<Layout<D>, Error> {
        match T::tile(&self.layout) {
            Tile::Layout(tv) => composition_within(data, tv, budget),
            Tile::Xor(tv) => composition_within(data, tv, budget),
            Tile::Coordinates(tv) => {
                let tv = composition_within(&identity(&self.tile)?, tv, budget)?;
                composition_within(data, &tv, budget)
            }
        }
    }

    /// The elements of each thread in all tiles of the data: `r(t, (v, rest))` is the data at `tv(t, v)` of the tile
    /// `rest`, where the tiles are those of [`zipped_divide`](crate::zipped_divide()).
    ///
    /// # Errors
    /// The errors of [`zipped_divide`](crate::zipped_divide()) for data that is not a whole number of tiles, and those
    /// of [`composition`](crate::composition()) if the elements of the threads have no layout; [`Rule::Undecided`] if
    /// more than 2^16 elements would have to be looked at.
    ///
    /// If the thread-value layout has XOR strides, data with integer strides may have no such layout because sums
    /// carry. The same data with XOR strides, [`Layout::of_integers`], may have one:
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor, partition};
    /// let (data, tile): (Layout, _) = ("(8,8):(1,8)".parse()?, "(8,8)".parse()?);
    /// let tv: Layout<Xor> = "(8,8):(f1,f9)".parse()?;
    /// assert!(partition(&data, &tile, &tv).is_err());
    /// let part = partition(&Layout::<Xor>::of_integers(&data)?, &tile, &tv)?;
    /// assert_eq!(part.to_string(), "(8,(8,(1,1))):(f1,(f9,(0,0)))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn partition<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        Ok(data.with_inner(self.partition_by(&self.tiler()?, data.inner())?))
    }

    /// The tile as a tiler: `n:1` for each mode.
    #[inline]
    pub(crate) fn tiler(&self) -> Result<Tiler, Error> {
        match self.tile.as_leaf() {
            Some(size) => Tiler::leaf(size),
            None => {
                let modes = self.tile.modes().map(|mode| mode.size().and_then(Tiler::leaf));
                Ok(Tiler::Modes(modes.collect::<Result<_, _>>()?))
            }
        }
    }

    /// [`ThreadValue::partition`] for the tiles of another tiler.
    pub(crate) fn partition_by<D: Stride>(
        &self,
        tiler: &Tiler,
        data: &Layout<D>,
    ) -> Result<Layout<D>, Error> {
        let budget = Budget::new(Operation::Partition, PARTITION);
        self.partition_within(tiler, data, &budget)
    }

    fn partition_within<D: Stride>(
        &self,
        tiler: &Tiler,
        data: &Layout<D>,
        budget: &Budget<'_>,
    ) -> Result<Layout<D>, Error> {
        let tries = [(); 3].map(|_| budget.part(Operation::Partition, COMPOSITION));
        let partition = self.arrange_tiles(tiler, data, &tries[0]).or_else(|refused| {
            // The elements of threads may have a layout without carries even if the tiles have no layout.
            if data.is_empty() {
                return Err(refused);
            }
            let columns = identity(&data.shape())?;
            let Ok(divided) = zipped_divide_within(&columns, tiler, &tries[1]) else {
                return Err(refused);
            };
            let coordinates = self.arrange_tiles(tiler, &columns, &tries[1]);
            let composed = coordinates
                .and_then(|coordinates| composition_within(data, &coordinates, &tries[1]));
            composed.or_else(|_| {
                let value = |i| by_values::value(data.flat_modes(), i);
                let length = data.flat_modes().len();
                self.by_values((length, &value), &divided, &tries[2])?.ok_or(refused)
            })
        });
        partition.map_err(|error| error.during(Operation::Partition))
    }

    /// [`ThreadValue::partition`] of data with integer strides, as a layout with XOR strides.
    pub(crate) fn partition_in_bits(&self, data: &Layout) -> Result<Layout<Xor>, Error> {
        let (tiler, budget) = (self.tiler()?, Budget::new(Operation::Partition, PARTITION));
        let of_bits = Layout::<Xor>::of_integers(data)
            .and_then(|data| self.partition_within(&tiler, &data, &budget));
        let partition = of_bits.or_else(|refused| {
            if data.is_empty() {
                return Err(refused);
            }
            let divided = zipped_divide_within(&identity(&data.shape())?, &tiler, &budget)?;
            let value = |i| by_values::bits(data, i);
            match self.by_values((data.flat_modes().len(), &value), &divided, &budget) {
                Ok(Some(found)) => Ok(found),
                Err(error) if matches!(error.rule, Rule::Undecided { .. }) => Err(error),
                _ => Err(refused),
            }
        });
        partition.map_err(|error| error.during(Operation::Partition))
    }

    /// The layout of `(threads, (values, tiles))` whose values are those of the data at the coordinates of the tiles,
    /// divided into tile and rest, if there is such a layout.
    fn by_values<D: Stride>(
        &self,
        data: (usize, &dyn Fn(i64) -> Option<D>),
        divided: &Layout,
        budget: &Budget<'_>,
    ) -> Result<Option<Layout<D>>, Error> {
        let (Some(tile), Some(rest)) = (divided.mode(0), divided.mode(1)) else { return Ok(None) };
        match T::tile(&self.layout) {
            Tile::Layout(tv) => by_values::of_tiles(data, tv, [&tile, &rest], budget),
            Tile::Xor(tv) => by_values::of_tiles(data, tv, [&tile, &rest], budget),
            Tile::Coordinates(tv) => {
                let tv = composition_within(&identity(&self.tile)?, tv, budget)?;
                by_values::of_tiles(data, &tv, [&tile, &rest], budget)
            }
        }
    }

    /// `(threads, (values, tiles))` if the tiles are layouts that can be composed with the thread-value layout.
    fn arrange_tiles<D: Stride>(
        &self,
        tiler: &Tiler,
        data: &Layout<D>,
        budget: &Budget<'_>,
    ) -> Result<Layout<D>, Error> {
        let divided = zipped_divide_within(data, tiler, budget)?;
        let part = |at| divided.mode(at).ok_or(Error::new(Operation::Partition, Rule::Profile));
        let of_threads = self.arrange(&part(0)?, budget)?;
        let [threads, values] = [0, 1].map(|at| of_threads.mode(at).unwrap_or(Layout::unit()));
        let values = Layout::concatenate([values, part(1)?])?;
        Layout::concatenate([threads, values])
    }
}

/// The elements of each thread in all tiles of `data`, a layout or a composed layout, for this shape of tiles and this
/// thread-value layout: see [`ThreadValue::partition`].
///
/// # Errors
/// The errors of [`ThreadValue::new`] and [`ThreadValue::partition`].
///
/// ```
/// use tilework_algebra::{Layout, partition};
/// let data: Layout = "(16,8):(1,16)".parse()?;
/// let tv: Layout = "((4,8),2):((16,1),8)".parse()?;
/// let r = partition(&data, &"(8,8)".parse()?, &tv)?;
/// assert_eq!(r.to_string(), "((4,8),(2,(2,1))):((32,1),(16,(8,0)))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn partition<L: DataLayout, T: Stride>(
    data: &L,
    tile: &IntTuple,
    tv: &Layout<T>,
) -> Result<L, Error> {
    ThreadValue::new(tile, tv.clone())?.partition(data)
}
