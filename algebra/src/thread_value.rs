//! Thread-value layouts: which elements of a tile each thread has.

use crate::composition::composition;
use crate::divide::zipped_divide;
use crate::error::{Error, Operation, Rule};
use crate::image::integers_in_range;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::stride::Stride;
use crate::tiler::Tiler;

/// A thread-value layout: `tv(t, v)` is the integral coordinate, in a tile of this shape, of value
/// `v` of thread `t` (004, section 3.3.4).
///
/// ```
/// use tilework_algebra::{Layout, ThreadValue};
/// let tv = ThreadValue::new(&"(8,8)".parse()?, "((4,8),2):((16,1),8)".parse()?)?;
/// let rows: Layout = "(8,8):(8,1)".parse()?;
/// assert_eq!(tv.of_tile(&rows)?.to_string(), "((4,8),2):((2,8),1)");
/// let large: Layout = "(16,32):(32,1)".parse()?;
/// assert_eq!(tv.partition(&large)?.to_string(), "((4,8),(2,(2,4))):((2,32),(1,(256,8)))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadValue {
    tile: IntTuple,
    layout: Layout,
}

impl ThreadValue {
    /// The thread-value layout of a tile of this shape. The layout has two modes, threads and
    /// values.
    ///
    /// # Errors
    /// [`Rule::Profile`] for a layout of another rank; [`Rule::CoordinateOutside`] if not all that
    /// it gives are coordinates of the tile; [`Rule::Extent`] and [`Rule::Overflow`] for a tile
    /// that is no shape.
    pub fn new(tile: &IntTuple, layout: Layout) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Partition, rule);
        // The checks of a shape.
        let shape = Layout::new(tile, tile).map_err(|error| error.during(Operation::Partition))?;
        if layout.rank() != 2 {
            return Err(error(Rule::Profile));
        }
        if !integers_in_range(&shape, &layout) {
            return Err(error(Rule::CoordinateOutside));
        }
        Ok(ThreadValue { tile: tile.clone(), layout })
    }

    /// The shape of the tile.
    pub fn tile(&self) -> &IntTuple {
        &self.tile
    }

    /// The layout of the coordinates, of threads and values.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of threads.
    pub fn threads(&self) -> i64 {
        self.layout.mode(0).map_or(1, |threads| threads.size())
    }

    /// The number of values of a thread.
    pub fn values(&self) -> i64 {
        self.layout.mode(1).map_or(1, |values| values.size())
    }

    /// `r(t, v) = data(tv(t, v))`: of one tile, the elements of each thread (004, table 4).
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] for data of another size than the tile's; those of
    /// [`composition`](crate::composition()).
    pub fn of_tile<D: Stride>(&self, data: &Layout<D>) -> Result<Layout<D>, Error> {
        let (left, right) = (self.tile.size()?, data.size());
        if left != right {
            return Err(Error::new(Operation::Partition, Rule::EqualExtents { left, right }));
        }
        composition(data, &self.layout).map_err(|error| error.during(Operation::Partition))
    }

    /// The elements of each thread in all the tiles of the data: `r(t, (v, rest))` is the data at
    /// `tv(t, v)` of the tile `rest`, where the tiles are those of
    /// [`zipped_divide`](crate::zipped_divide()).
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::zipped_divide()), for data that is no whole number of
    /// tiles, and of [`composition`](crate::composition()).
    pub fn partition<D: Stride>(&self, data: &Layout<D>) -> Result<Layout<D>, Error> {
        self.partition_by(&self.tiler()?, data)
    }

    /// The tile as a tiler: `n:1` for each mode.
    pub(crate) fn tiler(&self) -> Result<Tiler, Error> {
        match self.tile.as_leaf() {
            Some(size) => Tiler::leaf(size),
            None => {
                let modes = self.tile.modes().map(|mode| mode.size().and_then(Tiler::leaf));
                Ok(Tiler::Modes(modes.collect::<Result<_, _>>()?))
            }
        }
    }

    /// [`ThreadValue::partition`] where the tiles are those of another tiler.
    pub(crate) fn partition_by<D: Stride>(
        &self,
        tiler: &Tiler,
        data: &Layout<D>,
    ) -> Result<Layout<D>, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let divided = zipped_divide(data, tiler).map_err(during)?;
        let part = |at| divided.mode(at).ok_or(Error::new(Operation::Partition, Rule::Profile));
        let of_threads = composition(&part(0)?, &self.layout).map_err(during)?;
        let [threads, values] = [0, 1].map(|at| of_threads.mode(at).unwrap_or(Layout::unit()));
        let values = Layout::concatenate([values, part(1)?]).map_err(during)?;
        Layout::concatenate([threads, values]).map_err(during)
    }
}

/// The elements of each thread in all the tiles of `data`, of this shape and thread-value layout:
/// see [`ThreadValue::partition`].
///
/// # Errors
/// Those of [`ThreadValue::new`] and [`ThreadValue::partition`].
///
/// ```
/// use tilework_algebra::{Layout, partition};
/// let data: Layout = "(16,8):(1,16)".parse()?;
/// let tv = "((4,8),2):((16,1),8)".parse()?;
/// let r = partition(&data, &"(8,8)".parse()?, &tv)?;
/// assert_eq!(r.to_string(), "((4,8),(2,(2,1))):((32,1),(16,(8,0)))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn partition<D: Stride>(
    data: &Layout<D>,
    tile: &IntTuple,
    tv: &Layout,
) -> Result<Layout<D>, Error> {
    ThreadValue::new(tile, tv.clone())?.partition(data)
}
