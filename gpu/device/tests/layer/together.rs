//! Operations of the threads of a warp or block together: shuffles, votes, `match`, `redux`, atomics, reductions, named
//! barriers, and `mma.sync` of integers. They are compared with the text of the PTX ISA; each test names its section of
//! version 8.

use tilework::bound::{Pointer, PointerMut};
use tilework_device::emulator::Emulator;
use tilework_device::*;

use crate::emulator;
use crate::instructions::of_warp;
use crate::reference::Random;

/// 9.7.8.6, shfl.sync: `idx` reads the named lane, `up` and `down` a lane before or after. If there is none, a thread
/// keeps its own.
#[test]
fn shuffles_by_index() {
    let mut emulator = Emulator::new(11);
    // SAFETY: all threads of the warp are there.
    let found = of_warp(&mut emulator, 0, |lane| unsafe {
        let x = 100 + lane as u32;
        [shuffle_idx(x, 7 * lane as u32 + 3), shuffle_up(x, 5), shuffle_down(x, 5)]
    });
    for (lane, [idx, up, down]) in found.into_iter().enumerate() {
        assert_eq!(idx as usize, 100 + (7 * lane + 3) % 32);
        assert_eq!(up as usize, 100 + if lane < 5 { lane } else { lane - 5 });
        assert_eq!(down as usize, 100 + if lane + 5 > 31 { lane } else { lane + 5 });
    }
}

/// 9.7.12.8, vote.sync; 9.7.12.9, match.sync; 9.7.12.11, redux.sync.
#[test]
fn what_a_warp_has_together() {
    let mut emulator = Emulator::new(12);
    // SAFETY: all threads of the warp are there.
    let found = of_warp(&mut emulator, 0, |lane| unsafe {
        let x = lane as u32 * 5 % 7;
        [
            vote_ballot(x == 3),
            u32::from(vote_any(lane == 31)) + 2 * u32::from(vote_all(lane != 31)),
            u32::from(vote_any(lane == 32)) + 2 * u32::from(vote_all(lane < 32)),
            match_any(x),
            redux_add(x),
            redux_max_s32(3 - lane as i32) as u32,
            redux_min_s32(3 - lane as i32) as u32,
            redux_xor(1 << x),
        ]
    });
    let x = |lane: u32| lane * 5 % 7;
    let ballot = |of: u32| (0..32).filter(|&lane| x(lane) == of).map(|lane| 1 << lane).sum::<u32>();
    let xor = (0..32).fold(0, |bits, lane| bits ^ (1 << x(lane)));
    for (lane, registers) in (0..).zip(found) {
        let sum = (0..32).map(x).sum();
        let right = [ballot(3), 1, 2, ballot(x(lane)), sum, 3, -28_i32 as u32, xor];
        assert_eq!(registers, right, "{lane}");
    }
}

/// 9.7.12.12, atom, and 9.7.12.13, red: nothing is lost in any order, and each returns the old value.
#[test]
fn atomics_of_both_memories() {
    for seed in 0..4 {
        let mut emulator = Emulator::new(seed);
        let (sums, before) =
            (emulator.upload(&[0_u32, 7, u32::MAX, 0, 0, 1]), emulator.poisoned::<u32>(128));
        // SAFETY: there is a number for each thread, and some that all threads access by `atom` and `red`.
        emulator.launch([2, 1, 1], 64, 12, || unsafe {
            let (t, [block, ..]) = (thread::<64>(), block());
            let (own, at) = (Shared::<u32>::new(0), Global::<u32>::new(sums.pointer_mut()));
            if t == 0 {
                (0..3).for_each(|i| own.offset(i).write(0));
            }
            barrier();
            own.red_add(t);
            own.offset(1).cast::<f32>().red_add(0.5);
            own.offset(2).atom_or(1 << (t % 32));
            let global = Global::<u32>::new(before.pointer_mut());
            global.offset((64 * block + t) as usize).write(at.atom_add(1));
            at.offset(1).atom_max(10 * block + t);
            at.offset(2).atom_min(100 + 10 * block + t);
            barrier();
            if t == 5 {
                at.offset(3).red_add(own.read() + own.offset(1).cast::<f32>().read() as u32);
                at.offset(4).atom_xor(own.offset(2).read() >> block);
                // One of the two blocks finds it.
                let found = at.offset(5).atom_cas(1, 40 + block);
                assert!(found == 1 || found == 41 - block, "{found}");
            }
        });
        let sums = emulator.download(sums);
        assert_eq!(sums[..5], [128, 73, 100, 2 * (63 * 32 + 32), u32::MAX ^ (u32::MAX >> 1)]);
        assert!(sums[5] == 40 || sums[5] == 41);
        let mut before = emulator.download(before);
        before.sort_unstable();
        assert!(before.into_iter().eq(0..128));
    }
}

#[test]
fn numbers_of_a_block_are_combined() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let numbers: Vec<f32> = (0..96).map(|_| (random.bits() % 1000) as f32).collect();
    let (from, to) = (emulator.upload(&numbers), emulator.poisoned::<f32>(2 * 96));
    // SAFETY: there is a number for each thread, and shared memory for 3.
    emulator.launch([1, 1, 1], 96, 12, || unsafe {
        let t = thread::<96>();
        let x = Global::<f32>::new(from.pointer()).offset(t as usize).read();
        let to = Global::<f32>::new(to.pointer_mut()).offset(2 * t as usize);
        to.write(over_block::<96, _>(t, x, Shared::new(0), |x, y| x + y));
        to.offset(1).write(over_block::<96, _>(t, x, Shared::new(0), larger));
    });
    let (sum, most) = (numbers.iter().sum::<f32>(), numbers.iter().copied().fold(0.0, f32::max));
    assert!(emulator.download(to).chunks(2).all(|x| x == [sum, most]));
}

/// Each type and each number: the largest, the smallest, and a sum in which each bit counts.
#[test]
fn numbers_of_each_type_are_combined() {
    macro_rules! combined {
        ($($t:ident: $of:expr, $sum:expr;)*) => {$({
            let mut emulator = Emulator::new(5);
            let to = emulator.poisoned::<$t>(3 * 64);
            // SAFETY: there are 3 numbers for each thread.
            emulator.launch([1, 1, 1], 64, 0, || unsafe {
                let (t, of_warps) = (thread::<64>(), shared!([$t; 2]));
                let (x, to) = ($of(t), Global::<$t>::new(to.pointer_mut()).offset(3 * t as usize));
                to.write(over_block::<64, _>(t, x, of_warps, $sum));
                to.offset(1).write(over_block::<64, _>(t, x, of_warps, $t::max));
                to.offset(2).write(over_block::<64, _>(t, x, of_warps, $t::min));
            });
            let all: Vec<$t> = (0..64).map($of).collect();
            let by = |f: fn($t, $t) -> $t| all.iter().copied().reduce(f).unwrap();
            let right = [by($sum), by($t::max), by($t::min)];
            assert!(emulator.written(to).chunks(3).all(|x| x == right));
        })*};
    }
    combined! {
        f32: |t: u32| t as f32 - 30.0, |x, y| x + y;
        f64: |t: u32| f64::from(t) * (1.0 + (-40_f64).exp2()) - 30.0, |x, y| x + y;
        u32: |t: u32| t.wrapping_mul(0x9e37_79b9), u32::wrapping_add;
        i32: |t: u32| t.wrapping_mul(0x9e37_79b9) as i32, i32::wrapping_add;
        u64: |t: u32| u64::from(t).wrapping_mul(0x9e37_79b9_7f4a_7c15), u64::wrapping_add;
        i64: |t: u32| u64::from(t).wrapping_mul(0x9e37_79b9_7f4a_7c15) as i64, i64::wrapping_add;
    }
}

/// Each place in the source has an array of its own, even where a macro writes it twice.
#[test]
fn arrays_in_shared_memory_are_their_own() {
    macro_rules! two {
        () => {
            (shared!([u32; 32]), shared!([u32; 32]))
        };
    }
    let mut emulator = Emulator::new(9);
    let to = emulator.poisoned::<u32>(64);
    // SAFETY: there are two numbers for each thread.
    emulator.launch([2, 1, 1], 32, 0, || unsafe {
        let (t, (x, y)) = (thread::<32>() as usize, two!());
        let of = |at: usize| shared!([u8; 16]).offset(at % 16);
        x.offset(t).write(t as u32);
        y.offset(t).write(100 + t as u32);
        // In a loop and in a function it is one array.
        for _ in 0..2 {
            if t < 16 {
                of(t).write(200 + t as u8);
            }
            warp_barrier();
        }
        let to = Global::<u32>::new(to.pointer_mut()).offset(2 * t);
        to.write(x.offset(31 - t).read() + y.offset(31 - t).read());
        to.offset(1).write(of(t + 1).read().into());
    });
    let right: Vec<u32> = (0..32).flat_map(|t| [100 + 2 * (31 - t), 200 + (t + 1) % 16]).collect();
    assert_eq!(emulator.written(to), right);
}

#[test]
#[should_panic(
    expected = "4 bytes of shared memory from 128 on, of 128 of `shared!` at gpu/device/tests/layer/together.rs:"
)]
fn past_the_end_of_an_array() {
    Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
        let (x, _after) = (shared!([u32; 32]), shared!([u32; 32]));
        x.offset(thread::<32>() as usize + 1).write(1);
    });
}

#[test]
#[should_panic(expected = "are the same bytes: write all by `shared!`, or all by `Shared::new`")]
fn arrays_beside_what_is_laid_out_by_hand() {
    Emulator::new(1).launch([1, 1, 1], 32, 256, || {
        let _ = (shared!([u32; 32]), Shared::<u32>::new(128));
    });
}

#[test]
#[should_panic(expected = "arrays of 240000 bytes of shared memory, where a block has 232448")]
fn more_arrays_than_a_block_has_memory() {
    Emulator::new(1).launch([1, 1, 1], 32, 0, || {
        let _ = (shared!([u32; 30_000]), shared!([u32; 30_000]));
    });
}

/// A grid that is too small, and a thread that writes half of an element.
#[test]
#[should_panic(expected = "33 of 96 elements were written by no thread, the first is 5:")]
fn elements_that_nobody_writes() {
    let mut emulator = Emulator::new(1);
    let to = emulator.poisoned::<u32>(96);
    // SAFETY: there is a number for each thread.
    emulator.launch([2, 1, 1], 32, 0, || unsafe {
        let at = (32 * block()[0] + thread::<32>()) as usize;
        let to = Global::<u32>::new(to.pointer_mut()).offset(at);
        if at == 5 { to.cast::<u16>().write(0) } else { to.write(0) }
    });
    emulator.written(to);
}

/// 9.7.12.1, bar: threads that arrive do not wait, and threads that wait see what the others wrote before.
#[test]
fn some_threads_arrive_and_others_wait() {
    for seed in 0..8 {
        let mut emulator = Emulator::new(seed);
        let to = emulator.poisoned::<u32>(32);
        // SAFETY: there is a number for each thread of a warp.
        emulator.launch([1, 1, 1], 64, 128, || unsafe {
            let t = thread::<64>() as usize;
            if t < 32 {
                Shared::<u32>::new(0).offset(t).write(3 * t as u32);
                barrier_arrive(3, 64);
            } else {
                barrier_of(3, 64);
                let x = Shared::<u32>::new(0).offset(63 - t).read();
                Global::<u32>::new(to.pointer_mut()).offset(t - 32).write(x);
            }
        });
        assert!(emulator.download(to).into_iter().eq((0..32).map(|i| 3 * (31 - i))));
    }
}

/// 9.7.13.4.10, mma.m16n8k32 of 8 bits, figures 68 to 70: exact, compared with sums of products of a row-major and a
/// column-major matrix.
#[test]
fn a_multiplication_of_integers() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let mut numbers = |count| (0..count).map(|_| random.bits() as i8).collect::<Vec<i8>>();
    // (16, 32) row-major, and (32, 8) column-major.
    let (a, b) = (numbers(16 * 32), numbers(8 * 32));
    let four =
        |data: &[i8], at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| data[at + i] as u8));
    let sums = of_warp(&mut emulator, 0, |lane| {
        let (g, t) = (lane / 4, lane % 4);
        let of_a = [(g, 0), (g + 8, 0), (g, 16), (g + 8, 16)]
            .map(|(row, k)| four(&a, 32 * row + 4 * t + k));
        let of_b = [0, 16].map(|k| four(&b, 32 * g + 4 * t + k));
        let mut sums = [1, -2, 3, -4];
        // SAFETY: all threads of the warp are there.
        unsafe { mma_sync_s8(&mut sums, of_a, of_b) };
        sums.map(|x| x as u32)
    });
    for (lane, i) in (0..128).map(|at| (at % 32, at / 32)) {
        let (row, column) = (lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
        let product = |k: usize| i32::from(a[32 * row + k]) * i32::from(b[32 * column + k]);
        let right = (0..32).map(product).sum::<i32>() + [1, -2, 3, -4][i];
        assert_eq!(sums[lane][i] as i32, right);
    }
}

/// 9.7.14.5.15 and 9.7.14.5.16: for fewer matrices, the first threads give the rows, and all threads have a register
/// for each matrix.
#[test]
fn fewer_matrices() {
    let mut emulator = Emulator::new(21);
    let row_of = |lane: usize| Shared::<u16>::new(0).offset(8 * lane);
    // The element (row, column) of matrix i is 64 i + 8 row + column.
    let loaded = of_warp(&mut emulator, 1024, |lane| {
        // SAFETY: there are 32 rows of 8, and all threads of the warp are there.
        unsafe {
            (0..8).for_each(|i| row_of(lane).offset(i).write((8 * lane + i) as u16));
            barrier();
            let row = row_of(lane % 16);
            let [a] = ldmatrix_x1(row);
            let [b] = ldmatrix_x1_transposed(row);
            let [c, d] = ldmatrix_x2(row);
            let [e, f] = ldmatrix_x2_transposed(row);
            [a, b, c, d, e, f]
        }
    });
    let pair = |x: usize, y: usize| x as u32 | (y as u32) << 16;
    for (lane, registers) in loaded.into_iter().enumerate() {
        let (q, p) = (lane / 4, 2 * (lane % 4));
        let plain = |i: usize| pair(64 * i + 8 * q + p, 64 * i + 8 * q + p + 1);
        let turned = |i: usize| pair(64 * i + 8 * p + q, 64 * i + 8 * (p + 1) + q);
        assert_eq!(registers, [plain(0), turned(0), plain(0), plain(1), turned(0), turned(1)]);
    }
    // Storing and loading them again gives the same.
    let stored = of_warp(&mut emulator, 1024, |lane| {
        let own = [0, 1, 2, 3].map(|i| (1000 * i + lane) as u32);
        // SAFETY: as above; each matrix has rows of its own.
        unsafe {
            stmatrix_x1(row_of(lane % 8), [own[0]]);
            stmatrix_x2(row_of(8 + lane % 16), [own[1], own[2]]);
            stmatrix_x4_transposed(row_of(32 + lane), own);
            barrier();
            let ([a], [b, c]) = (ldmatrix_x1(row_of(lane % 8)), ldmatrix_x2(row_of(8 + lane % 16)));
            let turned = ldmatrix_x4_transposed(row_of(32 + lane));
            [a, b, c, turned[0], turned[3]]
        }
    });
    for (lane, registers) in stored.into_iter().enumerate() {
        let own = |i: usize| (1000 * i + lane) as u32;
        assert_eq!(registers, [own(0), own(1), own(2), own(0), own(3)]);
    }
}

/// 9.7.8.22.3, cp.async of 4, 8 and 16 bytes.
#[test]
fn copies_of_4_8_and_16_bytes() {
    let mut emulator = Emulator::new(22);
    let data: Vec<u32> = (100..228).collect();
    let (from, to) = (emulator.upload(&data), emulator.poisoned::<u32>(96));
    // SAFETY: there are 7 words for each thread, and one barrier at which one thread arrives.
    emulator.launch([1, 1, 1], 32, 32 * 28 + 16, || unsafe {
        let t = thread::<32>() as usize;
        let (from, to) = (Global::<u32>::new(from.pointer()), Global::<u32>::new(to.pointer_mut()));
        let own = [4 * t, 128 + 2 * t, 192 + t].map(|at| shared!([u32; 224]).offset(at));
        cp_async_ca::<16, _>(from.offset(4 * t), own[0]);
        cp_async_ca::<8, _>(from.offset(2 * t), own[1]);
        cp_async_ca::<4, _>(from.offset(t), own[2]);
        cp_async_commit();
        cp_async_wait::<0>();
        to.offset(3 * t).write(own[0].offset(3).read());
        to.offset(3 * t + 1).write(own[1].offset(1).read());
        to.offset(3 * t + 2).write(own[2].read());
    });
    for (t, found) in emulator.download(to).chunks(3).enumerate() {
        assert_eq!(found, [103 + 4 * t, 101 + 2 * t, 100 + t].map(|x| x as u32));
    }
}

/// 9.7.9.7, prmt; 9.7.7.6, lop3; 9.7.1.23, dp4a; 9.7.3, numbers.
#[test]
fn bytes_and_bits() {
    let (x, y) = (0x8011_22f3, 0x4455_6677);
    assert_eq!(prmt(x, y, 0x7610), 0x4455_22f3);
    assert_eq!(prmt(x, y, 0x0123), x.swap_bytes());
    // The sign of a byte, repeated.
    assert_eq!(prmt(x, y, 0xcb98), 0x00ff_00ff);
    assert_eq!(lop3::<0x80>(x, y, 0x0f0f_0f0f), x & y & 0x0f0f_0f0f);
    assert_eq!(lop3::<0x96>(x, y, 77), x ^ y ^ 77);
    assert_eq!(lop3::<0xca>(x, y, 77), (x & y) | (!x & 77));
    // -2 x 13 + 2 x 12 - 11 + 10
    assert_eq!(dp4a(0x01ff_02fe, 0x0a0b_0c0d, 100), 97);
    assert_eq!(dp4a(0x8000_0000, 0x7f00_0000, 0), -128 * 127);
    for x in [0.25_f32, 3.0, 1e10] {
        assert!((rsqrt(x) * x.sqrt() - 1.0).abs() < 1e-6 && (rcp(x) * x - 1.0).abs() < 1e-6);
        assert!((lg2(x) - x.log2()).abs() < 1e-5 && sqrt(x) == x.sqrt());
    }
    assert!((tanh(0.5) - 0.5_f32.tanh()).abs() < 1e-3);
}
