//! The kernels on threads of the CPU, compared with the PTX ISA. Each test names its section of version 8.

mod convert;
mod layouts;
mod multiply;
mod tensor;

use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;
use tilework_instructions::{each_kernel, input};

/// The input of a kernel, and its output for this order of the threads. The seed is printed if the test fails.
fn run(kernel: &str, seed: u64) -> (Vec<u32>, Vec<u32>) {
    println!("{kernel}: Emulator::new({seed})");
    let mut emulator = Emulator::new(seed);
    macro_rules! run {
        ($($module:ident: $name:ident $threads:literal $shared:literal $input:ident($count:literal) $to:literal;)*) => {
            match kernel {
                $(stringify!($name) => {
                    let words = input::$input($count);
                    let (from, mut to) = (emulator.upload(&words), emulator.poisoned::<u32>($to));
                    // SAFETY: there are as many words as the table says.
                    let with = unsafe { promise(tilework_instructions::$module::$name { from: &from, to: &mut to }) };
                    emulator.run_in(1, [1, 1, 1], $threads, $shared, with);
                    (words, emulator.download(to))
                })*
                _ => panic!("there is no kernel {kernel}"),
            }
        };
    }
    each_kernel!(run)
}

/// 9.7.14.5.16, stmatrix: thread `4 r + c` has the elements `2 c` and the next of row `r` of each matrix.
#[test]
fn matrices_between_branches() {
    for seed in 0..4 {
        let (from, to) = run("matrices_between_branches", seed);
        for lane in 0..32 {
            let (own, x) = (&to[4 * lane..4 * lane + 4], from[lane]);
            // Words that are not written have 255 in each byte.
            let right = if lane < 16 { [x, x, u32::MAX] } else { [u32::MAX, u32::MAX, x] };
            assert_eq!(own[..3], right);
            // Row `lane` is row `lane mod 8` of matrix `lane / 8`. Its first word belongs to the first of the 4 threads
            // that have the row.
            assert_eq!(own[3], from[4 * (lane % 8)].wrapping_add(lane as u32 / 8));
        }
    }
}

/// 9.7.8.8, ld of 8 bits: the sign is the upper bit.
#[test]
fn bytes_one_by_one() {
    let (from, to) = run("bytes", 3);
    let bytes =
        |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let mut turned = bytes(&from);
    turned.reverse();
    assert!(bytes(&to[128..]) == turned);
    assert!(to[..128].iter().zip(turned).all(|(x, byte)| *x == byte as i8 as u32));
}

/// 9.7.8.6, shfl.sync: each number of 32 and of 64 bits counts once.
#[test]
fn numbers_over_a_warp() {
    let (from, to) = run("reduced", 4);
    let wide = || from.iter().zip(0..).map(|(x, lane)| u64::from(*x) << 20 | lane);
    let sum: f64 = from.iter().map(|x| f64::from(*x)).sum();
    let words = |x: u64| [x as u32, (x >> 32) as u32];
    let right = [
        [
            from.iter().fold(0, |x: u32, y| x.wrapping_add(*y)),
            from.iter().map(|x| *x as i32).min().unwrap() as u32,
        ],
        words(wide().max().unwrap()),
        words(wide().min().unwrap()),
        words(sum.to_bits()),
    ];
    assert!(to.chunks(8).all(|own| own == right.concat()));
}

/// Sums over warps and quads, and vectors of which a part is written, in a loop.
#[test]
fn what_a_loop_repeats() {
    let (from, to) = run("in_a_loop", 2);
    let sum = |words: &[u32]| words.iter().fold(0, |x: u32, y| x.wrapping_add(*y));
    let of_steps = |from_lane: usize, count: usize| {
        let sums = (0..3).map(|step| sum(&from[128 * step + from_lane..][..count]));
        sum(&sums.collect::<Vec<_>>())
    };
    for lane in 0..32 {
        assert_eq!(to[2 * lane..][..2], [of_steps(0, 32), of_steps(lane / 4 * 4, 4)]);
        for step in 0..4 {
            let words = &from[128 * step + 4 * lane..][..4];
            let count = |of: usize| if step < 3 { from[128 * step] as usize % of } else { 0 };
            // Elements of 16 bits of each word that are written, or both by a word.
            let of_word = |word: usize| match count(9).saturating_sub(2 * word) {
                _ if word < count(3) => words[word],
                0 => u32::MAX,
                1 => words[word] | 0xffff_0000,
                _ => words[word],
            };
            assert_eq!(to[64 + 128 * step + 4 * lane..][..4], [0, 1, 2, 3].map(of_word));
        }
    }
}

/// 9.7.8.8 and 9.7.8.11: cache hints, scopes and fences do not change what is read.
#[test]
fn hints_and_orders() {
    for kernel in ["hints", "hints_of_16_bytes", "ordered", "wide"] {
        let (from, to) = run(kernel, 1);
        assert!(from == to, "{kernel}");
    }
}

/// Instructions that read global memory take what an `Input` has.
#[test]
fn vectors_of_an_input() {
    let words = input::bits(512);
    let mut emulator = Emulator::new(6);
    let (from, mut to) = (emulator.upload(&words), emulator.poisoned::<u32>(512));
    let layout = tilework::layout!(128:1);
    // SAFETY: one block.
    emulator.run(unsafe {
        promise(tilework_instructions::memory::of_input {
            from: (&from, layout),
            to: (&mut to, layout),
        })
    });
    assert!(emulator.written(to) == words);
}

/// Scans and exchanges, from the definition.
#[test]
fn scans_of_a_block() {
    let (from, to) = run("scanned", 8);
    let wide = |t: usize| u64::from(from[2 * t]) | u64::from(from[2 * t + 1]) << 32;
    let sum = |count: usize| (0..count).fold(0, |x: u64, t| x.wrapping_add(wide(t)));
    let words = |x: u64| [x as u32, (x >> 32) as u32];
    for (t, own) in to.chunks(10).enumerate() {
        let of_warp = &from[t / 32 * 32..];
        let before = &of_warp[..t % 32];
        let inclusive = before.iter().fold(from[t], |x: u32, y| x.wrapping_add(*y));
        assert_eq!(own[..2], [inclusive, before.iter().copied().max().unwrap_or(0)]);
        assert_eq!(own[2..6], [words(sum(t + 1)), words(sum(128))].concat());
        let other = wide(t / 32 * 32 + t % 32 / 2);
        assert_eq!(own[6..], [words(other), words(other << 1)].concat());
    }
}

/// 9.7.12.15.13, mbarrier.arrive: a count makes that many arrivals. Threads are numbered with `x` first.
#[test]
fn arrivals_are_counted() {
    for seed in 0..4 {
        let (from, to) = run("counted_arrivals", seed);
        for (lane, own) in (0..).zip(to.chunks(4)) {
            assert_eq!(own, [lane % 4, lane / 4 % 2, lane / 8, from[0]]);
        }
    }
}

#[test]
fn what_is_printed_changes_nothing() {
    let (from, to) = run("printed", 1);
    assert!(from == to);
}

#[test]
#[should_panic(expected = "a word is 0")]
fn what_does_not_hold_ends_the_kernel() {
    Emulator::new(1).launch([1, 1, 1], 32, 0, || {
        tilework_device::assert_that(false, c"a word is 0");
    });
}
