//! Transposes of whole tiles and of any extents.

use tilework::typenum::{U32, U64, U128, U256, U512};
use tilework_kernels::argument::transpose::{
    RAGGED_TRANSPOSE, RaggedTranspose, TRANSPOSE, Transpose,
};
use tilework_kernels::searched::{
    RAGGED_SHARED_MEMORY, transpose_found, transpose_planned, transpose_ragged_found,
};
use tilework_kernels::transpose::{transpose, transpose_ragged};

use crate::reference::Random;
use crate::{columns, emulator};

// Tiles with other extents than those of the measured kernels.
tilework_kernels::transposes! {
    /// Longer where it reads.
    tall_vectors<(U128, U64), U256>;
    /// Longer where it writes.
    wide_vectors<(U32, U128), U128>;
    /// The smallest tile.
    small_vectors<(U32, U32), U32>;
}

/// Checks that the kernel transposes `m` x `n` elements in whole tiles.
macro_rules! transposes_tiles {
    ($kernel:ident, $parameters:expr, [$m:expr, $n:expr]) => {{
        let mut random = Random::fresh();
        let mut emulator = emulator(&mut random);
        let (m, n): (usize, usize) = ($m, $n);
        let data = random.numbers(m * n);
        let (from, to) = (emulator.upload(&data), emulator.poisoned::<f32>(m * n));
        let (kernel, [m32, n32]) = ($parameters, [m, n].map(|x| x as u32));
        let a = kernel.read().by_columns(m32 / 4, n32, m32 / 4).unwrap();
        let b = kernel.written().by_columns(n32 / 4, m32, n32 / 4).unwrap();
        // SAFETY: the layouts belong to the buffers, and there is a block for each tile.
        emulator.launch(
            kernel.grid(m32, n32),
            kernel.threads(),
            kernel.shared_memory(),
            || unsafe {
                $kernel(from.pointer(), a, to.pointer_mut(), b);
            },
        );
        let to = emulator.download(to);
        assert!((0..m * n).all(|at| to[at / m + n * (at % m)] == data[at]), "{m} x {n}");
    }};
}

#[test]
fn of_whole_tiles() {
    transposes_tiles!(transpose, TRANSPOSE, [128, 64]);
    transposes_tiles!(transpose, TRANSPOSE, [64, 192]);
    transposes_tiles!(tall_vectors, Transpose::<(U128, U64), U256>::new(), [256, 128]);
    transposes_tiles!(small_vectors, Transpose::<(U32, U32), U32>::new(), [64, 96]);
    transposes_tiles!(wide_vectors, Transpose::<(U32, U128), U128>::new(), [96, 256]);
}

/// The same with other layouts.
#[test]
fn of_whole_tiles_found() {
    transposes_tiles!(transpose_found, TRANSPOSE, [128, 64]);
    transposes_tiles!(transpose_found, TRANSPOSE, [64, 192]);
    transposes_tiles!(transpose_planned, TRANSPOSE, [64, 192]);
    transposes_tiles!(transpose_planned, TRANSPOSE, [128, 64]);
}

tilework_kernels::ragged_transposes! {
    /// Longer where it writes.
    wide<(U64, U128), U256>;
    /// Longer where it reads.
    tall<(U128, U64), U256>;
    /// The smallest tile.
    small<(U64, U64), U512>;
}

/// Checks that the kernel transposes `m` x `n` elements that begin `$a` and `$b` elements into their buffers.
macro_rules! transposes {
    ($kernel:ident, $parameters:expr, $extents:tt, $strides:tt, $begins:tt) => {
        transposes!($kernel, $parameters, $parameters.shared_memory(), $extents, $strides, $begins)
    };
    ($kernel:ident, $parameters:expr, $shared:expr, [$m:expr, $n:expr], [$lda:expr, $ldb:expr], [$a:expr, $b:expr]) => {{
        let (m, n, lda, ldb): (usize, usize, usize, usize) = ($m, $n, $lda, $ldb);
        let mut random = Random::fresh();
        let mut emulator = emulator(&mut random);
        let mut data = vec![f32::NAN; $a];
        data.extend(columns(&mut random, m, n, lda));
        let (from, to) = (emulator.upload(&data), emulator.poisoned::<f32>($b + ldb * m));
        let [m32, n32, lda32, ldb32] = [m, n, lda, ldb].map(|x| x as u32);
        let kernel = $parameters;
        let (a, b) = (kernel.a(m32, n32, lda32).unwrap(), kernel.b(n32, m32, ldb32).unwrap());
        // SAFETY: the layouts belong to the buffers, and there is a block for each tile.
        emulator.launch(kernel.grid(m32, n32), kernel.threads(), $shared, || unsafe {
            let from = from.pointer::<f32>().wrapping_add($a);
            let to = to.pointer_mut::<f32>().wrapping_add($b);
            $kernel(from, a, to, b, [m32, n32]);
        });
        let (data, all) = (&data[$a..], emulator.download(to));
        let (before, to) = all.split_at($b);
        assert!(before.iter().all(|x| x.is_nan()), "before the matrix");
        for (i, j) in (0..m * n).map(|at| (at % m, at / m)) {
            assert_eq!(to[j + ldb * i], data[i + lda * j], "({i},{j}) of {m} x {n}");
        }
        assert!((0..ldb * m).all(|at| at % ldb < n || to[at].is_nan()), "between the columns");
    }};
}

#[test]
fn of_any_extents() {
    for (m, n) in [(1, 1), (3, 130), (67, 131), (64, 129), (130, 5), (128, 128), (257, 249)] {
        transposes!(transpose_ragged, RAGGED_TRANSPOSE, [m, n], [m + 3, n + 1], [0, 0]);
    }
}

#[test]
fn of_any_extents_found() {
    for (m, n) in [(1, 1), (67, 131), (130, 5), (128, 128), (257, 249)] {
        let (kernel, shared) = (RAGGED_TRANSPOSE, RAGGED_SHARED_MEMORY);
        transposes!(transpose_ragged_found, kernel, shared, [m, n], [m + 3, n + 1], [3, 2]);
    }
}

/// The matrices and their columns may begin anywhere in a sector.
#[test]
fn of_any_addresses() {
    for first in 0..8 {
        let (m, n) = (37 + first, 131 + 3 * first);
        transposes!(transpose_ragged, RAGGED_TRANSPOSE, [m, n], [m, n + first], [7 - first, first]);
    }
}

#[test]
fn by_tiles_of_any_extents() {
    for (m, n) in [(1, 1), (1, 34), (33, 1), (131, 71), (65, 129), (64, 128)] {
        transposes!(small, RaggedTranspose::<(U64, U64), U512>::new(), [m, n], [m, n], [0, 3]);
        transposes!(tall, RaggedTranspose::<(U128, U64), U256>::new(), [m, n], [m, n + 2], [1, 0]);
        transposes!(wide, RaggedTranspose::<(U64, U128), U256>::new(), [m, n], [m + 1, n], [0, 5]);
    }
}

/// Tiles that reach past 32 bits are refused, so that the sum of an extent and a tile fits.
#[test]
fn extents_of_32_bits_are_refused() {
    let kernel = RAGGED_TRANSPOSE;
    let (most, less) = (u32::MAX, 1 << 24);
    assert!(kernel.a(1, most, 1).is_err() && kernel.a(most, 1, most).is_err());
    assert!(kernel.b(most, 1, most).is_err() && kernel.b(1, most, 1).is_err());
    assert!(kernel.a(1, less, 1).is_ok() && kernel.b(less, 1, less).is_ok());
}
