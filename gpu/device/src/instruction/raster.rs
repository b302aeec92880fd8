//! The order in which blocks take tiles, as CUTLASS's tile scheduler and its rasterization.

use tilework::{Dyn, Layout};

type N = Dyn<u32>;
/// The layout from tile numbers to rows, for bands of equal height: `(b,c,bands):(1,0,b)`.
pub type RowsInBands = Layout!((N,N,N):(1,0,N));
/// The layout from tile numbers to columns: `(b,c,bands):(0,1,0)`.
pub type ColumnsInBands = Layout!((N,N,N):(0,1,0));

/// The tiles of a matrix in bands of rows. The tiles of a band follow one another column by column, so that tiles
/// computed at the same time share the cache.
///
/// For `r` by `c` tiles in bands of `b` rows, where `b` divides `r`, the order is the layout `(b,c,r/b):(e0,e1,b*e0)`
/// from the number of a tile to its row and column. Otherwise the last band has the remaining rows. It is a layout of
/// the same type, `(r%b,c,1):(e0,e1,b*e0)`, for the numbers after the whole bands. Each order is stored as two layouts
/// of integers, one for each coordinate, [`RowsInBands`] and [`ColumnsInBands`]: [`Raster::whole`] and
/// [`Raster::last`].
///
/// ```
/// use tilework::{hlist, layout};
/// use tilework_device::Raster;
/// let (bands, columns) = (3, 5);
/// let order = layout!((8,columns,bands):(e0,e1,8*e0));
/// let raster = Raster::new([24, 5], 8);
/// assert_eq!(raster.count(), 24 * 5);
/// for i in 0..raster.count() {
///     let [row, column] = raster.tile(i).map(|x| x as usize);
///     assert_eq!(order.coordinate(i as usize), hlist![row, column]);
/// }
/// // With 9 rows, the last band has one row.
/// let raster = Raster::new([9, 5], 8);
/// assert_eq!([39, 40, 41, 44].map(|i| raster.tile(i)), [[7, 4], [8, 0], [8, 1], [8, 4]]);
/// let (rows, columns) = raster.last();
/// assert_eq!((rows.to_string(), columns.to_string()), ("(1,5,1):(1,0,8)".into(), "(1,5,1):(0,1,0)".into()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Raster {
    tiles: [u32; 2],
    band: u32,
}
impl Raster {
    /// The order of `tiles` rows and columns of tiles, in bands of `band` rows.
    #[inline(always)]
    pub fn new(tiles: [u32; 2], band: u32) -> Self {
        Raster { tiles, band }
    }
    /// The number of tiles.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.tiles[0] * self.tiles[1]
    }
    /// The number of whole bands.
    #[inline(always)]
    fn bands(self) -> u32 {
        self.tiles[0] / self.band.max(1)
    }
    /// The layouts of `bands` bands of `rows` rows each. Divisors are kept above 0, since a matrix without rows or
    /// columns has no tiles.
    #[inline(always)]
    fn of(self, rows: u32, bands: u32) -> (RowsInBands, ColumnsInBands) {
        let shape = [rows.max(1), self.tiles[1].max(1), bands];
        let [width, columns, bands] = shape;
        // SAFETY: the types have as many integers, and tile numbers fit in 32 bits.
        unsafe {
            (
                Layout::from_dynamic_leaves([width, columns, bands, self.band]),
                Layout::from_dynamic_leaves(shape),
            )
        }
    }
    /// The layouts of the rows and the columns of the tiles in whole bands.
    #[inline(always)]
    pub fn whole(self) -> (RowsInBands, ColumnsInBands) {
        self.of(self.band, self.bands())
    }
    /// The layouts of the last band if it has fewer rows than the others. Its first row is 0.
    #[inline(always)]
    pub fn last(self) -> (RowsInBands, ColumnsInBands) {
        self.of(self.tiles[0] % self.band.max(1), 1)
    }
    /// The row and the column of tile `i`, which is less than [`count`](Self::count).
    #[inline(always)]
    pub fn tile(self, i: u32) -> [u32; 2] {
        let first = self.bands() * self.band;
        let of_whole = first * self.tiles[1];
        let ((rows, columns), row, i) =
            if i < of_whole { (self.whole(), 0, i) } else { (self.last(), first, i - of_whole) };
        [row + rows.offset(i as usize) as u32, columns.offset(i as usize) as u32]
    }
    /// The tiles `number`, `number + of`, `number + 2 of` and so on: the share of one of `of` blocks, or clusters, that
    /// divide all tiles among them.
    ///
    /// # Panics
    /// If `of` is 0.
    #[inline(always)]
    pub fn share(self, number: u32, of: usize) -> impl Iterator<Item = [u32; 2]> {
        (number..self.count()).step_by(of).map(move |i| self.tile(i))
    }
}
