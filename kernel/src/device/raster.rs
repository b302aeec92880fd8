//! The order in which blocks take tiles: CUTLASS's tile scheduler and its rasterization.

/// The tiles of a matrix in bands of rows, where those of a band follow one another column by column, so that tiles which are computed at the same time share what is in the cache.
///
/// With `b` rows in a band, of `r` by `c` tiles, it is the layout `(b,c,r/b):(e0,e1,b*e0)` from the number of a tile to its row and column, where `b` divides
/// `r`; else the last band has the rows that are left.
///
/// ```
/// use tilework::{hlist, layout};
/// use tilework_kernel::device::Raster;
/// let (bands, columns) = (3, 5);
/// let order = layout!((8,columns,bands):(e0,e1,8*e0));
/// let raster = Raster::new([24, 5], 8);
/// assert_eq!(raster.count(), 24 * 5);
/// for i in 0..raster.count() {
///     let [row, column] = raster.tile(i).map(|x| x as usize);
///     assert_eq!(order.coordinate(i as usize), hlist![row, column]);
/// }
/// // Of 9 rows the last band has one.
/// assert_eq!([39, 40, 41, 44].map(|i| Raster::new([9, 5], 8).tile(i)), [[7, 4], [8, 0], [8, 1], [8, 4]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Raster {
    tiles: [u32; 2],
    band: u32,
}
impl Raster {
    /// `tiles` rows and columns of tiles, in bands of `band` rows.
    #[inline(always)]
    pub fn new(tiles: [u32; 2], band: u32) -> Self {
        Raster { tiles, band }
    }
    /// How many tiles there are.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.tiles[0] * self.tiles[1]
    }
    /// The row and the column of the tile `i`, where `i` is less than [`count`](Self::count).
    #[inline(always)]
    pub fn tile(self, i: u32) -> [u32; 2] {
        let [rows, columns] = self.tiles;
        // There are tiles: no divisor is 0.
        let all = (self.band * columns).max(1);
        let band = i / all * self.band;
        let (width, at) = (self.band.min(rows - band).max(1), i % all);
        [band + at % width, at / width]
    }
    /// The tiles `number`, `number + of`, `number + 2 of` and so on: those of one of `of` blocks, or clusters, that share all tiles.
    ///
    /// # Panics
    /// Where `of` is 0.
    #[inline(always)]
    pub fn share(self, number: u32, of: usize) -> impl Iterator<Item = [u32; 2]> {
        (number..self.count()).step_by(of).map(move |i| self.tile(i))
    }
}
