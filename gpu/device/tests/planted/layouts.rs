//! Wrong layouts: swizzles, fragments, and rows that overlap.

use tilework::bound::{Pointer, PointerMut};
use tilework_device::emulator::Emulator;
use tilework_device::*;

use super::{Planted, check, of};

/// The transpose of 32 x 32 numbers through shared memory with rows of `row` numbers, each number in its row at the place
/// that `swizzle` says when it is written and when it is read.
fn transposed(
    emulator: &mut Emulator,
    row: usize,
    swizzle: [fn(usize, usize) -> usize; 2],
    exchanged: bool,
) {
    let from = emulator.upload(&(0..1024).collect::<Vec<u32>>());
    let to = emulator.poisoned::<u32>(1024);
    // SAFETY: there are 32 numbers for each thread.
    emulator.launch([1, 1, 1], 32, 0, || unsafe {
        let (t, tile) = (thread::<32>() as usize, shared!([u32; 1056]));
        for y in 0..32 {
            tile.offset(row * y + swizzle[0](y, t)).write(of(from).offset(32 * y + t).read());
        }
        barrier();
        for y in 0..32 {
            let (read, written) = if exchanged { (y, t) } else { (t, y) };
            let x = tile.offset(row * read + swizzle[1](read, written)).read();
            of(to).offset(32 * y + t).write(x);
        }
    });
    let right = (0..1024).map(|i| i % 32 * 32 + i / 32);
    assert!(emulator.written(to).into_iter().eq(right), "a wrong result");
}

/// A product of 16 x 16 and 16 x 8 numbers by a warp; `A` comes by `ldmatrix` from shared memory. The mistakes are the
/// order of the matrices, and rows of `B` for its columns.
fn multiplied(emulator: &mut Emulator, halves_exchanged: bool, transposed: bool) {
    let bf16 = |x: usize| half::bf16::from_f32(x as f32).to_bits();
    let a = emulator.upload(&(0..256).map(|i| bf16(i * 7 % 11)).collect::<Vec<u16>>());
    let b = emulator.upload(&(0..128).map(|i| bf16(i * 5 % 13)).collect::<Vec<u16>>());
    let to = emulator.poisoned::<f32>(128);
    // SAFETY: the matrices have these elements.
    emulator.launch([1, 1, 1], 32, 0, || unsafe {
        let (t, tile) = (thread::<32>() as usize, shared!([u16; 256]));
        (0..8).for_each(|i| tile.offset(8 * t + i).write(of(a).offset(8 * t + i).read()));
        barrier();
        // Matrices of 8 x 8: the upper and the lower rows of the left columns, then of the right ones.
        let (down, right) = (t / 8 % 2, t / 16);
        let (down, right) = if halves_exchanged { (right, down) } else { (down, right) };
        let registers = ldmatrix_x4(tile.offset(16 * (8 * down + t % 8) + 8 * right));
        let (g, q) = (t / 4, 2 * (t % 4));
        let at = |k: usize, column: usize| {
            let at = if transposed { 16 * column + k } else { 8 * k + column };
            u32::from(of(b).offset(at).read())
        };
        let of_b = [q, q + 8].map(|k| at(k, g) | at(k + 1, g) << 16);
        let mut sums = [0.0; 4];
        <atom::MmaSyncM16N8K16Bf16 as MmaSync<_, _, _>>::mma_sync(&mut sums, registers, of_b);
        for (i, sum) in sums.into_iter().enumerate() {
            of(to).offset(8 * (g + 8 * (i / 2)) + q + i % 2).write(sum);
        }
    });
    let element = |row: usize, column: usize| {
        let product = |k: usize| (16 * row + k) * 7 % 11 * ((8 * k + column) * 5 % 13);
        (0..16).map(product).sum::<usize>() as f32
    };
    let right = (0..128).map(|i| element(i / 8, i % 8));
    assert!(emulator.written(to).into_iter().eq(right), "a wrong result");
}

#[test]
fn planted() {
    let wrong_result: &[&str] = &["a wrong result"];
    check(&[
        Planted {
            name: "a swizzle that is not undone",
            says: wrong_result,
            seeds: 1,
            run: |emulator, wrong| {
                let read: fn(usize, usize) -> usize =
                    if wrong { |_, x| x } else { |y, x| x ^ (y % 32) };
                transposed(emulator, 32, [|y, x| x ^ (y % 32), read], false);
            },
        },
        Planted {
            name: "a swizzle of other bits",
            says: wrong_result,
            seeds: 1,
            run: |emulator, wrong| {
                let read: fn(usize, usize) -> usize =
                    if wrong { |y, x| x ^ (y % 16) } else { |y, x| x ^ (y % 32) };
                transposed(emulator, 32, [|y, x| x ^ (y % 32), read], false);
            },
        },
        Planted {
            name: "rows that overlap in shared memory",
            says: &["data race on element"],
            seeds: 1,
            run: |emulator, wrong| {
                transposed(emulator, if wrong { 31 } else { 33 }, [|_, x| x, |_, x| x], false);
            },
        },
        Planted {
            name: "rows and columns exchanged",
            says: wrong_result,
            seeds: 1,
            run: |emulator, wrong| transposed(emulator, 33, [|_, x| x, |_, x| x], wrong),
        },
        Planted {
            name: "a fragment whose matrices are exchanged",
            says: wrong_result,
            seeds: 1,
            run: |emulator, wrong| multiplied(emulator, wrong, false),
        },
        Planted {
            name: "a fragment of the transposed matrix",
            says: wrong_result,
            seeds: 1,
            run: |emulator, wrong| multiplied(emulator, false, wrong),
        },
    ]);
}
