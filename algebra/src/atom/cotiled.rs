//! Tiled copies that are given by the offsets that threads access.

use alloc::vec::Vec;

use super::{CopyAtom, TiledCopy};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::image::{image, integers_in_range};
use crate::layout::thread_value::ThreadValue;
use crate::layout::tiler::Tiler;
use crate::operation::coalesce::coalesce;
use crate::operation::composition::composition;
use crate::operation::divide::zipped_divide;
use crate::operation::filter::filter;
use crate::operation::left_inverse::left_inverse;
use crate::operation::sort::sort;
use crate::tuple::int_tuple::IntTuple;

impl TiledCopy {
    /// The copy in which value `v` of thread `t` is the element of `data` at the offset `tv(t, v)`. Use it if threads
    /// must access certain offsets, wherever these are in the data. CuTe calls it `make_cotiled_copy`.
    ///
    /// Let `l` be the [`left_inverse`](crate::left_inverse()) of the data. Then `c = l o tv` are the coordinates of
    /// these elements. In each top-level mode of the data, the tile has the coordinates that `c` has there, in their
    /// order, and `tv(t, v) = data(c(t, v))` for all threads and values. If strides are 0, several threads or values
    /// have the same element.
    ///
    /// # Errors
    /// [`Rule::Profile`] for a thread-value layout without exactly two modes; [`Rule::Injectivity`] if the data has an
    /// offset twice; [`Rule::CoordinateOutside`] for offsets that are not offsets of the data, or that its left inverse
    /// does not find; [`Rule::Compactness`] unless the elements are all those with these coordinates in each mode; the
    /// errors of [`zipped_divide`](crate::zipped_divide()) by the tile, and of [`TiledCopy::of`].
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// use tilework_algebra::atom::{CopyAtom, TiledCopy};
    /// // Each of 32 threads takes 4 offsets; together they take 128 consecutive offsets.
    /// let tv: Layout = "(32,4):(4,1)".parse()?;
    /// let rows: Layout = "(8,64):(64,1)".parse()?;
    /// let copy = TiledCopy::cotiled(CopyAtom::vector(4)?, &tv, &rows)?;
    /// // Two rows: 16 threads each.
    /// assert_eq!(copy.tiler().to_string(), "<2:1,64:1>");
    /// assert_eq!(
    ///     copy.partition_s(&rows)?.to_string(),
    ///     "((16,2),(4,1),(4,1)):((4,64),(1,0),(128,0))",
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn cotiled(atom: CopyAtom, tv: &Layout, data: &Layout) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Partition, rule);
        let during = |error: Error| error.during(Operation::Partition);
        if tv.rank() != 2 {
            return Err(error(Rule::Profile));
        }
        if let Some((first, second)) = data.collision().map_err(during)? {
            return Err(error(Rule::Injectivity { first, second }));
        }
        let inverse = left_inverse(data).map_err(during)?;
        let coordinates = composition(&inverse, tv).map_err(during)?;
        let there = integers_in_range(data, &coordinates)
            && coalesce(&composition(data, &coordinates).map_err(during)?) == coalesce(tv);
        if !there {
            return Err(error(Rule::CoordinateOutside));
        }
        let (mut tilers, mut placed, mut before) = (Vec::new(), Vec::new(), 1);
        for size in data.modes().map(|mode| mode.size()) {
            // From a coordinate of the data to its coordinate in this mode.
            let modes = [(before, 0), (size, 1), (data.size() / before / size, 0)];
            let modes = modes.map(|(extent, stride)| Layout::leaf(extent, stride));
            let projection =
                Layout::concatenate(modes.into_iter().collect::<Result<Vec<_>, _>>()?)?;
            let used = composition(&projection, &coordinates).map_err(during)?;
            let tiler = coalesce(&sort(&filter(&used)));
            let scaled = composition(&Layout::leaf(size, before)?, &tiler).map_err(during)?;
            placed.push(scaled);
            tilers.push(tiler);
            before *= size;
        }
        // From the coordinate in the tile to the coordinate in the data, and back.
        let of_tile = Layout::concatenate(&placed)?;
        let tv = composition(&left_inverse(&of_tile).map_err(during)?, &coordinates);
        let tv = tv.map_err(during)?;
        if image(&tv).map_err(during)?.len() as i64 != of_tile.size() {
            return Err(error(Rule::Compactness));
        }
        let sizes: Vec<IntTuple> =
            tilers.iter().map(|tiler| IntTuple::leaf(tiler.size())).collect();
        let (tile, tiler) = match data.profile().is_leaf() {
            true => (sizes[0].clone(), Tiler::from(tilers[0].clone())),
            false => (
                IntTuple::tuple(sizes),
                Tiler::Modes(tilers.into_iter().map(Tiler::from).collect()),
            ),
        };
        zipped_divide(data, &tiler).map_err(during)?;
        Ok(TiledCopy::of(atom, ThreadValue::new(&tile, tv)?)?.with_tiler(tiler))
    }
}
