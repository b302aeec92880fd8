//! The order of tiles, compared with loops that follow its documentation.

use tilework_device::Raster;

/// Bands from the top; in a band, columns from the left; in a column, rows from the top.
fn in_order([rows, columns]: [u32; 2], band: u32) -> Vec<[u32; 2]> {
    let mut all = Vec::new();
    for first in (0..rows).step_by(band as usize) {
        for column in 0..columns {
            all.extend((first..rows.min(first + band)).map(|row| [row, column]));
        }
    }
    all
}

#[test]
fn tiles_are_in_bands_and_each_is_there_once() {
    for rows in 0..20 {
        for columns in 0..5 {
            for band in 1..=9 {
                let raster = Raster::new([rows, columns], band);
                let tiles: Vec<_> = (0..raster.count()).map(|i| raster.tile(i)).collect();
                assert_eq!(tiles, in_order([rows, columns], band), "{rows} {columns} {band}");
            }
        }
    }
}

/// The shares of several blocks cover all tiles.
#[test]
fn shares_are_all_tiles() {
    let raster = Raster::new([13, 3], 4);
    let mut all: Vec<_> = (0..5).flat_map(|number| raster.share(number, 5)).collect();
    let mut right = in_order([13, 3], 4);
    all.sort_unstable();
    right.sort_unstable();
    assert_eq!(all, right);
}
