//! Copies of strided elements, sums and the stencil, compared with the definition.

use tilework_kernels::launch::promise;
use tilework_kernels::stencil::stencil;
use tilework_kernels::strided_copy::{
    EACH, THREADS, strided_add_f32, strided_copy_2, strided_copy_4, strided_copy_16,
};

use crate::emulator;
use crate::reference::Random;

/// The offsets by the definition of the kernels.
fn offsets(extents: [u32; 4], a: [u32; 4], b: [u32; 4]) -> Vec<(usize, usize)> {
    let count: u32 = extents.iter().product();
    let of = |i: u32| {
        let (mut rest, mut at, mut to) = (i, 0, 0);
        for k in 0..4 {
            let c = rest % extents[k];
            rest /= extents[k];
            (at, to) = (at + c * a[k], to + c * b[k]);
        }
        (at as usize, to as usize)
    };
    (0..count).map(of).collect()
}

#[test]
fn strided_copies_and_sums() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    // The last block is not full; the one before it is.
    let (extents, a, b) = ([7, 5, 13, 3], [1, 16, 100, 1500], [1, 7, 35, 455]);
    let of = offsets(extents, a, b);
    let count = of.len() as u32;
    assert!(count > THREADS * EACH && !count.is_multiple_of(THREADS * EACH));
    let front = [extents[0], extents[1], extents[2]];
    let (longest, room) = (1 + of.iter().map(|x| x.0).max().unwrap(), of.len());
    // Units of 4 bytes, and of 8 times 2.
    let numbers: Vec<u32> = (0..longest).map(|_| random.bits() as u32).collect();
    let halves: Vec<u16> = (0..8 * longest).map(|_| random.bits() as u16).collect();
    let floats: Vec<f32> = (0..longest).map(|_| random.number()).collect();
    let before: Vec<f32> = (0..room).map(|_| random.number()).collect();
    // One block for each share of elements, and a single block that continues.
    for blocks in [count.div_ceil(THREADS * EACH), 1] {
        let grid = [blocks, 1, 1];
        let (from, mut to) = (emulator.upload(&numbers), emulator.poisoned::<u32>(room));
        // SAFETY: the strides reach only elements that exist.
        let with = unsafe {
            promise(strided_copy_4 { from: &from, a, to: &mut to, b, extents: front, count })
        };
        emulator.run_in(1, grid, THREADS, 0, with);
        let (from_16, mut to_16) = (emulator.upload(&halves), emulator.poisoned::<u16>(8 * room));
        // SAFETY: as above.
        let with = unsafe {
            promise(strided_copy_16 { from: &from_16, a, to: &mut to_16, b, extents: front, count })
        };
        emulator.run_in(1, grid, THREADS, 0, with);
        let mut to_2 = emulator.poisoned::<u16>(room);
        // SAFETY: as above.
        let with = unsafe {
            promise(strided_copy_2 { from: &from_16, a, to: &mut to_2, b, extents: front, count })
        };
        emulator.run_in(1, grid, THREADS, 0, with);
        let (from_f32, mut sums) = (emulator.upload(&floats), emulator.upload(&before));
        // SAFETY: as above.
        let with = unsafe {
            promise(strided_add_f32 { from: &from_f32, a, to: &mut sums, b, extents: front, count })
        };
        emulator.run_in(1, grid, THREADS, 0, with);
        let (to, to_16, to_2) =
            (emulator.download(to), emulator.download(to_16), emulator.download(to_2));
        let sums = emulator.download(sums);
        for &(at, there) in &of {
            assert_eq!(to[there], numbers[at]);
            assert_eq!(to_16[8 * there..][..8], halves[8 * at..][..8]);
            assert_eq!(to_2[there], halves[at]);
            assert_eq!(sums[there], before[there] + floats[at]);
        }
    }
}

#[test]
fn a_stencil_of_five_points() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (rows, n) = (3_usize, 300_usize);
    let window: Vec<f32> = (0..(rows + 2) * (n + 2)).map(|_| random.number()).collect();
    let (x, mut y) = (emulator.upload(&window), emulator.poisoned::<f32>(rows * n));
    // SAFETY: there is a block for each row and 256 columns, and the window reaches one element further on each side.
    let with = unsafe { promise(stencil { window: &x, to: &mut y, n: n as u32 }) };
    emulator.run_in(1, [2, rows as u32, 1], 256, 0, with);
    let y = emulator.download(y);
    let at = |i: usize, j: usize| window[i * (n + 2) + j];
    for (i, j) in (0..rows * n).map(|at| (at / n, at % n)) {
        let right = 0.25 * ((at(i, j + 1) + at(i + 2, j + 1)) + (at(i + 1, j) + at(i + 1, j + 2)));
        assert_eq!(y[i * n + j], right, "({i},{j})");
    }
}
