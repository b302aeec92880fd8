//! Transposes: of tiles, and of any extents.

use tilework_kernels::argument::{Leaves, columns as by_columns, ragged_from, ragged_to};
use tilework_kernels::transpose::{transpose, transpose_ragged};

use crate::reference::Random;
use crate::{columns, host};

#[test]
fn of_whole_tiles() {
    let mut random = Random::fresh();
    let mut host = host(&mut random);
    let (m, n) = (128_usize, 64_usize);
    let data = random.numbers(m * n);
    let leaves = |m: usize, n: usize| -> Leaves<5> {
        let (m, n) = (m as u32, n as u32);
        Leaves(by_columns(m / 4, n, m / 4).unwrap().dynamic_leaves())
    };
    let (from, to) = (host.upload(&data), host.poisoned::<f32>(m * n));
    // SAFETY: the layouts are those of the buffers, and there is a block for each tile.
    host.launch([n as u32 / 64, m as u32 / 64, 1], 256, 64 * 64 * 4, || unsafe {
        transpose(from.pointer(), leaves(m, n), to.pointer_mut(), leaves(n, m));
    });
    let to = host.download(to);
    assert!((0..m * n).all(|at| to[at / m + n * (at % m)] == data[at]));
}

#[test]
fn of_any_extents() {
    for (m, n) in [(1, 1), (67, 131), (64, 129), (130, 5)] {
        let mut random = Random::fresh();
        let mut host = host(&mut random);
        let (lda, ldb) = (m + 3, n + 1);
        let data = columns(&mut random, m, n, lda);
        let (from, to) = (host.upload(&data), host.poisoned::<f32>(ldb * m));
        let [m32, n32, lda32, ldb32] = [m, n, lda, ldb].map(|x| x as u32);
        let a: Leaves<5> = Leaves(ragged_from(m32, n32, lda32).unwrap().dynamic_leaves());
        let b: Leaves<5> = Leaves(ragged_to(n32, m32, ldb32).unwrap().dynamic_leaves());
        let grid = [n32.div_ceil(128), m32.div_ceil(64), 1];
        // SAFETY: as above.
        host.launch(grid, 512, 64 * 128 * 4, || unsafe {
            transpose_ragged(from.pointer(), a, to.pointer_mut(), b, Leaves([m32, n32]));
        });
        let to = host.download(to);
        for (i, j) in (0..m * n).map(|at| (at % m, at / m)) {
            assert_eq!(to[j + ldb * i], data[i + lda * j], "({i},{j}) of {m} x {n}");
        }
        assert!((0..ldb * m).all(|at| at % ldb < n || to[at].is_nan()), "between the columns");
    }
}
