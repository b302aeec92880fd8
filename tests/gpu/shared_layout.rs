//! Layouts in shared memory that are found at compile time, and checked by `proof`.

use std::collections::HashSet;

use tilework::{Layout, layout};
use tilework_atom::proof::Access;

/// 32 x 32 floats, written column-major and read row-major.
#[test]
fn a_transpose() {
    let tile = layout!(shared((32,32), 4, vectors((32,32):(1,32), 4), vectors((32,32):(32,1), 4)));
    assert_eq!(tile.to_value().to_string(), "(32,32):(f33,f1)");
    const {
        let tile = layout!(shared((32,32), 4, vectors((32,32):(1,32), 4), vectors((32,32):(32,1), 4)) o 32:1);
        Access::new(tile, 4).without_bank_conflicts();
        let tile = layout!(shared((32,32), 4, vectors((32,32):(1,32), 4), vectors((32,32):(32,1), 4)) o 32:32);
        Access::new(tile, 4).without_bank_conflicts();
    }
}

/// A tile of 64 x 64 elements of 16 bits, written by rows in vectors of 16 bytes and read by `ldmatrix`. The accesses
/// are the first vectors of the first warp, and the rows of a matrix, each as an element of 16 bytes.
#[test]
fn operands() {
    let tile = layout!(shared((64,64), 2, ((8,16),(8,4)):((512,1),(64,16)),
        ldmatrix(((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024)), 4)));
    assert_eq!(tile.to_value().to_string(), "((8,8),64):((f72,f512),f1)");
    // It is the layout that CuTe has for wgmma.
    let atom = layout!(Sw<3,3,3> o tile_to_shape((8,64):(64,1), (64,64)));
    assert!((0..64 * 64).all(|i| tile.offset(i) == atom.offset(i)));
}

/// Tiles for `wgmma` with one or two extents that are no powers of 2: CuTe's atoms repeated.
#[test]
fn operands_of_other_extents() {
    let rows = layout!(shared((192, 64), 2, wgmma(1)));
    let atoms = layout!(Sw<3,3,3> o tile_to_shape((8,64):(64,1), (192,64)));
    assert!((0..192 * 64).all(|i| rows.offset(i) == atoms.offset(i)));
    // Strides that carry stay behind the swizzle.
    let both = layout!(shared((192, 96), 2, wgmma(1), tma(1)));
    assert_eq!(both.to_value().to_string(), "Sw<2,3,3> o 0 o (192,(32,3)):(32,(1,6144))");
    let atoms = layout!(Sw<2,3,3> o tile_to_shape((8,32):(32,1), (192,96)));
    assert!((0..192 * 96).all(|i| both.offset(i) == atoms.offset(i)));
}

#[test]
fn integers() {
    // Each thread has a row. Four of its elements make a vector of 16 bytes, and the vectors of the 16 threads are
    // consecutive: one access is free of conflicts with integer strides.
    let tile = layout!(shared((16,16), 4, (16,16):(1,16)));
    let _: &Layout<_, _> = &tile;
    assert_eq!(tile.to_value().to_string(), "(16,(4,4)):(4,(1,64))");
}

/// Rows of 96 elements of 16 bits, as in FlashAttention. The part of 32 has a layout, which repeats. The 8 rows that
/// `ldmatrix` reads are in different banks wherever they begin, and elements have different places.
#[test]
fn repeated() {
    let tile = layout!(shared((128,96), 2,
        vectors(((4,32),(8,4,3)):((1024,1),(128,32,4096)), 16),
        ldmatrix(((4,8,4),(2,2,2,2,6)):((256,1,16),(128,8,1024,64,2048)), 4)));
    // The value level finds it, in the table of the guide.
    let found = "((2,4,16),(8,4,3)):((f8,f80,f256),(f1,f16,f4096))";
    assert_eq!(tile.to_value().to_string(), found);
    let offsets: HashSet<usize> = (0..128 * 96).map(|i| tile.offset(i)).collect();
    assert!(offsets.len() == 128 * 96 && offsets.iter().all(|&offset| offset < 128 * 96));
    for (rows, column) in (0..16).flat_map(|rows| (0..12).map(move |column| (8 * rows, 8 * column)))
    {
        let vectors: HashSet<usize> =
            (rows..rows + 8).map(|row| tile.offset((row, column)) / 8 % 8).collect();
        assert_eq!(vectors.len(), 8, "{rows} {column}");
        let begin = tile.offset((rows, column));
        assert!((0..8).all(|i| tile.offset((rows, column + i)) == begin + i));
    }
    const {
        let rows = layout!(shared((128,96), 2,
            vectors(((4,32),(8,4,3)):((1024,1),(128,32,4096)), 16),
            ldmatrix(((4,8,4),(2,2,2,2,6)):((256,1,16),(128,8,1024,64,2048)), 4)) o (8,4):(1,0));
        Access::new(rows, 2).without_bank_conflicts();
    }
}
