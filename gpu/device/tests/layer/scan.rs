//! Scans and exchanges, compared with the definition.

use tilework_device::*;

use crate::emulator;
use crate::instructions::of_warp;
use crate::reference::Random;

/// An associative operation that is not commutative: affine maps `x -> a x + b` one after another, `a` in the upper half.
fn after(f: u64, g: u64) -> u64 {
    let (a, b, c, d) = ((f >> 32) as u32, f as u32, (g >> 32) as u32, g as u32);
    u64::from(a.wrapping_mul(c)) << 32 | u64::from(c.wrapping_mul(b).wrapping_add(d))
}
const IDENTITY: u64 = 1 << 32;
fn words(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

#[test]
fn scans_over_a_warp() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let x: Vec<u64> = (0..32).map(|_| random.bits() | IDENTITY).collect();
    // SAFETY: all threads of the warp are there.
    let found = of_warp(&mut emulator, 0, |lane| unsafe {
        let inclusive = inclusive_over_warp(lane as u32, x[lane], after);
        let exclusive = exclusive_over_warp(lane as u32, x[lane], IDENTITY, after);
        [words(inclusive), words(exclusive)].concat().try_into().unwrap()
    });
    let mut before = IDENTITY;
    for (lane, found) in found.into_iter().enumerate() {
        let with = after(before, x[lane]);
        let right: [u32; 4] = [words(with), words(before)].concat().try_into().unwrap();
        assert_eq!(found, right, "{lane}");
        before = with;
    }
}

/// Blocks of each number of warps, twice with the same shared memory.
#[test]
fn scans_over_a_block() {
    fn check<const THREADS: u32>(random: &mut Random) {
        let mut emulator = emulator(random);
        let count = THREADS as usize;
        let x: Vec<u64> = (0..count).map(|_| random.bits() | IDENTITY).collect();
        let to = emulator.poisoned::<u64>(4 * count);
        // SAFETY: all threads of the block are there, and there is room for 32 numbers.
        emulator.launch([1, 1, 1], THREADS, 256, || unsafe {
            let t = thread::<THREADS>();
            let (own, shared) = (x[t as usize], Shared::new(0));
            let inclusive = inclusive_over_block::<THREADS, _>(t, own, shared, after);
            let exclusive = exclusive_over_block::<THREADS, _>(t, own, IDENTITY, shared, after);
            let to = Global::new(to.pointer_mut::<u64>()).offset(4 * t as usize);
            let all = [inclusive.0, inclusive.1, exclusive.0, exclusive.1];
            (0..4).for_each(|i| to.offset(i).write(all[i]));
        });
        let found = emulator.written(to);
        let all = x.iter().copied().fold(IDENTITY, after);
        let mut before = IDENTITY;
        for (found, &x) in found.chunks(4).zip(&x) {
            let with = after(before, x);
            assert_eq!(found, [with, all, before, all], "{THREADS} threads");
            before = with;
        }
    }
    let mut random = Random::fresh();
    check::<32>(&mut random);
    check::<64>(&mut random);
    check::<96>(&mut random);
    check::<128>(&mut random);
    check::<160>(&mut random);
    check::<256>(&mut random);
    check::<288>(&mut random);
    check::<512>(&mut random);
    check::<544>(&mut random);
    check::<1024>(&mut random);
}

/// 9.7.8.6, shfl.sync: `up` and `down` keep the own value past the ends of the warp, `idx` and `bfly` reach all threads.
#[test]
fn each_type_is_exchanged() {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    fn check<T: Combined + PartialEq + core::fmt::Debug>(
        emulator: &mut tilework_device::emulator::Emulator,
        of: impl Fn(usize) -> T + Sync,
    ) {
        of_warp(emulator, 0, |lane| {
            for by in [0, 1, 5, 16, 31] {
                let (x, distance) = (of(lane), by as u32);
                let own_or = |other: Option<usize>| of(other.unwrap_or(lane));
                // SAFETY: all threads of the warp are there.
                unsafe {
                    assert_eq!(x.shuffled(distance), of(lane ^ by));
                    assert_eq!(x.shuffled_idx(distance), of(by));
                    assert_eq!(x.shuffled_up(distance), own_or(lane.checked_sub(by)));
                    let after = Some(lane + by).filter(|&other| other < 32);
                    assert_eq!(x.shuffled_down(distance), own_or(after));
                }
            }
            [0_u32; 1]
        });
    }
    let numbers: Vec<u64> = (0..64).map(|_| random.bits()).collect();
    let n = |lane: usize| numbers[lane];
    check(&mut emulator, n);
    check(&mut emulator, |lane| n(lane) as i64);
    check(&mut emulator, |lane| n(lane) as u32);
    check(&mut emulator, |lane| n(lane) as i32);
    check(&mut emulator, |lane| n(lane) as u16);
    check(&mut emulator, |lane| n(lane) as i16);
    check(&mut emulator, |lane| n(lane) as u8);
    check(&mut emulator, |lane| n(lane) as i8);
    check(&mut emulator, |lane| n(lane) as f32);
    check(&mut emulator, |lane| n(lane) as f64);
    check(&mut emulator, |lane| (n(lane) as f32, n(lane + 32)));
    check(&mut emulator, |lane| [n(lane) as u16; 3]);
    // A vector by its elements, since it is compared by nothing.
    let found = of_warp(&mut emulator, 0, |lane| {
        // SAFETY: all threads of the warp are there.
        let x = unsafe { F64x2::of([lane as f64, -1.0]).shuffled_idx(7) };
        let y = unsafe { U64x2::of([n(lane), n(lane + 32)]).shuffled(3) };
        [u32::from(x.0 == [7.0, -1.0]), u32::from(y.0 == [n(lane ^ 3), n((lane ^ 3) + 32)])]
    });
    assert!(found.into_iter().all(|found| found == [1, 1]));
}
