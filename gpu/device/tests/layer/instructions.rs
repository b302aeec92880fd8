//! The instructions of the CPU machine, compared with the text of the PTX ISA. Each test names its section of
//! version 8.

use half::{bf16, f16};
use tilework::bound::{Pointer, PointerMut};
use tilework::typenum::U16;
use tilework_device::atom::{MmaSyncM16N8K16Bf16, MmaSyncM16N8K16F16, WgmmaK128B};
use tilework_device::emulator::Emulator;
use tilework_device::*;

use crate::emulator;
use crate::reference::Random;

/// The `N` registers that each of 32 threads has after `f(lane)`, with `shared` bytes of shared memory.
pub(crate) fn of_warp<const N: usize>(
    emulator: &mut Emulator,
    shared: usize,
    f: impl Fn(usize) -> [u32; N] + Sync,
) -> Vec<[u32; N]> {
    let to = emulator.poisoned::<u32>(32 * N);
    // SAFETY: there is room for the registers of all threads.
    emulator.launch([1, 1, 1], 32, shared, || unsafe {
        let lane = thread::<32>() as usize;
        let registers = f(lane);
        let to = Global::new(to.pointer_mut::<u32>());
        (0..N).for_each(|i| to.offset(N * lane + i).write(registers[i]));
    });
    let all = emulator.download(to);
    all.as_chunks::<N>().0.to_vec()
}

/// 9.7.8.6, shfl.sync: `bfly` XORs the lane.
#[test]
fn quads() {
    let mut emulator = Emulator::new(2);
    // SAFETY: all threads of the warp are there.
    let sums =
        of_warp(&mut emulator, 0, |lane| unsafe { [over_quad(lane as f32, |x, y| x + y) as u32] });
    // 4 q + (4 q + 1) + .. of the quad q
    assert!((0..32).all(|lane| sums[lane] == [16 * (lane as u32 / 4) + 6]));
    let sums =
        of_warp(&mut emulator, 0, |lane| unsafe { [over_warp(lane as f32, |x, y| x + y) as u32] });
    assert!(sums.into_iter().all(|sum| sum == [31 * 32 / 2]));
    let others = of_warp(&mut emulator, 0, |lane| unsafe { [shuffle(lane as u32, 5)] });
    assert!((0..32).all(|lane| others[lane] == [lane as u32 ^ 5]));
    let turned = of_warp(&mut emulator, 0, |lane| unsafe {
        let own = [0, 1, 2, 3].map(|register| 4 * lane as u32 + register);
        transpose_quad(own, lane as u32 % 4)
    });
    for (lane, registers) in turned.into_iter().enumerate() {
        let first = lane as u32 / 4 * 4;
        assert_eq!(registers, [0, 1, 2, 3].map(|of| 4 * (first + of) + lane as u32 % 4));
    }
}

/// 9.7.14.5.15, ldmatrix: of each of 4 matrices, thread `l` has the elements `2 (l mod 4)` and the next of row `l / 4`.
/// Transposed, it has these rows of column `l / 4`. Threads `8 i` to `8 i + 7` say where the rows of matrix `i` begin.
#[test]
fn matrices_of_8_x_8() {
    let mut emulator = Emulator::new(4);
    // The element (row, column) of matrix i is 64 i + 8 row + column; the rows are stored in reverse order.
    let row_of = |lane: usize| Shared::<u16>::new(0).offset(8 * (31 - lane));
    let write = |lane: usize| {
        // SAFETY: there are 32 rows of 8.
        (0..8).for_each(|column| unsafe {
            row_of(lane).offset(column).write((8 * lane + column) as u16);
        });
    };
    let read = |transposed: bool| {
        move |lane: usize| {
            write(lane);
            // SAFETY: as above, and all threads of the warp are there.
            unsafe {
                barrier();
                let row = row_of(lane);
                if transposed { ldmatrix_x4_transposed(row) } else { ldmatrix_x4(row) }
            }
        }
    };
    let element = |i: usize, row: usize, column: usize| (64 * i + 8 * row + column) as u32;
    let plain = of_warp(&mut emulator, 512, read(false));
    let turned = of_warp(&mut emulator, 512, read(true));
    for (lane, i) in (0..128).map(|at| (at % 32, at / 32)) {
        let (q, p) = (lane / 4, 2 * (lane % 4));
        assert_eq!(plain[lane][i], element(i, q, p) | element(i, q, p + 1) << 16);
        assert_eq!(turned[lane][i], element(i, p, q) | element(i, p + 1, q) << 16);
    }
    // Storing and loading them again gives the same.
    let stored = of_warp(&mut emulator, 512, |lane| {
        let own = [0, 1, 2, 3].map(|i| (1000 * i + lane) as u32);
        // SAFETY: as above.
        unsafe {
            stmatrix_x4(row_of(lane), own);
            barrier();
            ldmatrix_x4(row_of(lane))
        }
    });
    assert!((0..32).all(|lane| stored[lane] == [0, 1, 2, 3].map(|i| (1000 * i + lane) as u32)));
}

/// 9.7.14.5.8, mma.m16n8k16 of 16 bits, with `g = lane / 4` and `t = lane mod 4`. `A` is rows `g` and `g + 8`, columns
/// `2 t`, `2 t + 1` and 8 further; `B` is column `g` and these rows; the sums are columns `2 t` and `2 t + 1` of these
/// rows.
#[test]
fn a_multiplication_of_a_warp() {
    fn multiply<T: MmaSync<[f32; 4], [u32; 4], [u32; 2]>>(
        to: fn(f32) -> u16,
        from: fn(u16) -> f64,
    ) {
        let mut random = Random::fresh();
        let mut emulator = emulator(&mut random);
        let mut numbers = |count| random.numbers(count).into_iter().map(to).collect::<Vec<u16>>();
        let (a, b) = (numbers(16 * 16), numbers(16 * 8));
        let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        let sums = of_warp(&mut emulator, 0, |lane| {
            let (g, t) = (lane / 4, lane % 4);
            let of_a = |row: usize, k: usize| pair(a[16 * row + k], a[16 * row + k + 1]);
            let of_b = |k: usize| pair(b[8 * k + g], b[8 * (k + 1) + g]);
            let of_a =
                [of_a(g, 2 * t), of_a(g + 8, 2 * t), of_a(g, 2 * t + 8), of_a(g + 8, 2 * t + 8)];
            let mut sums = [1.0, 2.0, 3.0, 4.0];
            // SAFETY: all threads of the warp are there.
            unsafe { T::mma_sync(&mut sums, of_a, [of_b(2 * t), of_b(2 * t + 8)]) };
            sums.map(f32::to_bits)
        });
        for (lane, i) in (0..128).map(|at| (at % 32, at / 32)) {
            let (row, column) = (lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
            let product = |k: usize| from(a[16 * row + k]) * from(b[8 * k + column]);
            let right = (0..16).map(product).sum::<f64>() + (i + 1) as f64;
            assert!((f64::from(f32::from_bits(sums[lane][i])) - right).abs() < 1e-5);
        }
    }
    multiply::<MmaSyncM16N8K16F16>(|x| f16::from_f32(x).to_bits(), |x| f16::from_bits(x).to_f64());
    multiply::<MmaSyncM16N8K16Bf16>(
        |x| bf16::from_f32(x).to_bits(),
        |x| bf16::from_bits(x).to_f64(),
    );
}

/// Boxes of 64 columns and 16 rows.
struct Boxes;
impl Tile for Boxes {
    type Element = u16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [64, 16];
}

/// 5.5.7, swizzling modes: in a swizzle of 128 bytes, the 16 bytes `c` of row `r` are at the place of `c XOR (r mod
/// 8)`. Elements outside of the tensor are 0.
#[test]
fn a_box_of_the_copy_engine() {
    let mut emulator = Emulator::new(9);
    let (columns, rows) = (72_usize, 13_usize);
    let data: Vec<u16> = (1..).take(columns * rows).collect();
    let on = emulator.upload(&data);
    let map = emulator.tensor_map::<Boxes>(on, columns as u32);
    let to = emulator.poisoned::<u16>(64 * 16);
    // SAFETY: a box is 2048 bytes, and the barrier follows.
    emulator.launch([1, 1, 1], 32, 2056, || unsafe {
        let (data, full) = (Shared::<u8>::new(0), Shared::<u64>::new(2048));
        if thread::<32>() == 0 {
            mbarrier_init(full, 1);
            // The same as `mbarrier_arrive_expect`, in two instructions.
            mbarrier_expect(full, 2048);
            mbarrier_arrive(full);
            tma_load(&map, [16, 2], data, full);
        }
        barrier();
        mbarrier_wait(full, 0);
        if thread::<32>() == 0 {
            let to = Global::new(to.pointer_mut::<u16>());
            (0..1024).for_each(|i| to.offset(i).write(data.cast::<u16>().offset(i).read()));
        }
    });
    let found = emulator.download(to);
    for (row, column) in (0..1024).map(|at| (at / 64, at % 64)) {
        let inside = row + 2 < rows && column + 16 < columns;
        let right = if inside { data[columns * (row + 2) + column + 16] } else { 0 };
        let place = 64 * row + 8 * ((column / 8) ^ (row % 8)) + column % 8;
        assert_eq!(found[place], right, "({row},{column})");
    }
}
