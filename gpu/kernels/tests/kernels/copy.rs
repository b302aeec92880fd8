//! Copies, changes of layout, and the kernel of the guide.

use tilework::typenum::{U8, U16, U24, U32, U64, U128};
use tilework::{layout, operation::try_zipped_divide, try_layout};
use tilework_kernels::argument::copy::{COPY, CopyTile};
use tilework_kernels::copy::{copy, copy_from_tiles, copy_to_tiles};
use tilework_kernels::scaled_copy::scaled_copy;

use crate::reference::Random;
use crate::{columns, emulator};

/// The place of element (i,j) of a matrix with `m` rows in tiles of 64 x 64.
fn in_tiles(m: usize, i: usize, j: usize) -> usize {
    i % 64 + 64 * (j % 64) + 4096 * (i / 64 + m / 64 * (j / 64))
}

#[test]
fn copies_and_relayouts_of_f32() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (m, n, lda, ldb) = (128_usize, 192_usize, 136_usize, 144_usize);
    let data = columns(&mut random, m, n, lda);
    let leaves = |lda: usize| COPY.by_columns(m as u32 / 4, n as u32, lda as u32 / 4).unwrap();
    let in_tiles_of = COPY.in_tiles(m as u32 / 4, n as u32).unwrap();
    let from = emulator.upload(&data);
    let (to, tiled, back) = (
        emulator.poisoned::<f32>(ldb * n),
        emulator.poisoned::<f32>(m * n),
        emulator.poisoned::<f32>(m * n),
    );
    let grid = [m as u32 / 64, n as u32 / 64, 1];
    // SAFETY: the layouts belong to the buffers, and there is a block for each tile.
    unsafe {
        emulator.launch(grid, 256, 0, || {
            copy(from.pointer(), leaves(lda), to.pointer_mut(), leaves(ldb))
        });
        emulator.launch(grid, 256, 0, || {
            copy_to_tiles(from.pointer(), leaves(lda), tiled.pointer_mut(), in_tiles_of);
        });
        emulator.launch(grid, 256, 0, || {
            copy_from_tiles(tiled.pointer(), in_tiles_of, back.pointer_mut(), leaves(m));
        });
    }
    let (to, tiled, back) =
        (emulator.download(to), emulator.download(tiled), emulator.download(back));
    for (i, j) in (0..m * n).map(|at| (at % m, at / m)) {
        let right = data[i + lda * j];
        assert_eq!(to[i + ldb * j], right, "({i},{j})");
        assert_eq!(tiled[in_tiles(m, i, j)], right, "({i},{j})");
        assert_eq!(back[i + m * j], right, "({i},{j})");
    }
    assert!((0..ldb * n).all(|at| at % ldb < m || to[at].is_nan()), "what is between the columns");
}

/// The kernels copy 16 bytes at a time: 4 elements of f32, or 8 of 16 bits in tiles of 128 x 64.
#[test]
fn copies_of_16_bits() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (m, n) = (256_usize, 128_usize);
    let data: Vec<u16> = (0..m * n).map(|_| random.bits() as u16).collect();
    let matrix = COPY.by_columns(m as u32 / 8, n as u32, m as u32 / 8).unwrap();
    let in_tiles_of = COPY.in_tiles(m as u32 / 8, n as u32).unwrap();
    let (from, tiled, back) =
        (emulator.upload(&data), emulator.poisoned::<u16>(m * n), emulator.poisoned::<u16>(m * n));
    let grid = [m as u32 / 128, n as u32 / 64, 1];
    // SAFETY: as above.
    unsafe {
        emulator.launch(grid, 256, 0, || {
            copy_to_tiles(from.pointer(), matrix, tiled.pointer_mut(), in_tiles_of);
        });
        emulator.launch(grid, 256, 0, || {
            copy_from_tiles(tiled.pointer(), in_tiles_of, back.pointer_mut(), matrix);
        });
    }
    let tiled = emulator.download(tiled);
    for (i, j) in (0..m * n).map(|at| (at % m, at / m)) {
        let place = i % 128 + 128 * (j % 64) + 8192 * (i / 128 + m / 128 * (j / 64));
        assert_eq!(tiled[place], data[i + m * j], "({i},{j})");
    }
    assert_eq!(emulator.download(back), data);
}

// Tiles with other extents than those of the measured kernels.
tilework_kernels::copies! {
    /// A column-major matrix to tiles of 32 x 24 f32.
    to_small_tiles<(U8, U24), U64> ByColumns InTiles;
    /// Tiles of 128 x 16 f32 to a column-major matrix.
    from_tall_tiles<(U32, U16), U128> InTiles ByColumns;
}

#[test]
fn relayouts_by_tiles_of_any_extents() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (small, tall) = (CopyTile::<(U8, U24), U64>::new(), CopyTile::<(U32, U16), U128>::new());
    let (m, n) = (128_usize, 48_usize);
    let data = random.numbers(m * n);
    let from = emulator.upload(&data);
    let (tiled, back) = (emulator.poisoned::<f32>(m * n), emulator.poisoned::<f32>(m * n));
    let (rows, columns) = (m as u32 / 4, n as u32);
    // SAFETY: as above.
    unsafe {
        let (a, b) = (small.by_columns(rows, columns, rows), small.in_tiles(rows, columns));
        let (a, b) = (a.unwrap(), b.unwrap());
        emulator.launch(small.grid(rows, columns), small.threads(), 0, || {
            to_small_tiles(from.pointer(), a, tiled.pointer_mut(), b);
        });
        let (a, b) = (tall.in_tiles(rows, columns), tall.by_columns(rows, columns, rows));
        let (a, b) = (a.unwrap(), b.unwrap());
        emulator.launch(tall.grid(rows, columns), tall.threads(), 0, || {
            from_tall_tiles(from.pointer(), a, back.pointer_mut(), b);
        });
    }
    let (tiled, back) = (emulator.download(tiled), emulator.download(back));
    for (i, j) in (0..m * n).map(|at| (at % m, at / m)) {
        let place = i % 32 + 32 * (j % 24) + 768 * (i / 32 + m / 32 * (j / 24));
        assert_eq!(tiled[place], data[i + m * j], "({i},{j})");
        let place = i % 128 + 128 * (j % 16) + 2048 * (i / 128 + m / 128 * (j / 16));
        assert_eq!(back[i + m * j], data[place], "({i},{j})");
    }
    assert!(
        small.in_tiles(rows + 1, columns).is_err() && small.by_columns(rows, 40, rows).is_err()
    );
}

#[test]
fn a_copy_by_a_factor() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (m, n) = (256_u32, 12_u32);
    let data = random.numbers((m * n) as usize);
    let rows = m / 4;
    let tiles = try_zipped_divide(try_layout!((rows,n):(1,rows)).unwrap(), layout!(<64,4>));
    let tiles = tiles.unwrap();
    let (from, to) = (emulator.upload(&data), emulator.poisoned::<f32>(data.len()));
    // SAFETY: as above.
    emulator.launch([m / 256, n / 4, 1], 256, 0, || unsafe {
        scaled_copy(from.pointer(), to.pointer_mut(), tiles, -2.5);
    });
    let right: Vec<f32> = data.iter().map(|x| -2.5 * x).collect();
    assert_eq!(emulator.download(to), right);
}
