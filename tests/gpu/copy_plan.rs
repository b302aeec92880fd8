//! Copy plans that are found at compile time: each element once, through shared memory without conflicts.

use tilework::layout;

macro_rules! parts {
    ($from:tt: $from_strides:tt, $to:tt: $to_strides:tt, $threads:literal, $bytes:literal) => {
        (
            layout!(copy_plan_from($from: $from_strides, $to: $to_strides, $threads, $bytes)),
            layout!(copy_plan_to($from: $from_strides, $to: $to_strides, $threads, $bytes)),
            layout!(copy_plan_tile($from: $from_strides, $to: $to_strides, $threads, $bytes)),
            layout!(copy_plan_read($from: $from_strides, $to: $to_strides, $threads, $bytes)),
            layout!(copy_plan_write($from: $from_strides, $to: $to_strides, $threads, $bytes)),
        )
    };
}

/// 64 x 64 numbers of 4 bytes: each thread turns 4 x 4.
#[test]
fn a_transpose_in_registers() {
    let (from, to, tile, read, write) = parts!((64,64): (1,64), (64,64): (64,1), 64, 4);
    assert_eq!((tile.extent::<0>(), tile.extent::<1>(), tile.size()), (16, 64, 1024));
    let data: Vec<usize> = (0..64 * 64).collect();
    let mut written = vec![usize::MAX; 64 * 64];
    for first in 0..64 * 64 / 1024 {
        let at = |of: usize| (of % 16 + 16 * first, of / 16);
        for thread in 0..64 {
            let values = |of: &dyn Fn(usize) -> usize| {
                let mut all: Vec<usize> = (0..16).map(of).collect();
                all.sort_unstable();
                all
            };
            assert_eq!(
                values(&|value| read.offset((thread, value))),
                values(&|value| write.offset((thread, value)))
            );
            for value in 0..16 {
                let place = at(write.offset((thread, value)));
                written[to.offset(place)] = data[from.offset(place)];
            }
        }
    }
    assert!((0..64 * 64).all(|i| written[i] == i / 64 + i % 64 * 64));
}

/// Bytes, through shared memory.
#[test]
fn a_transpose_through_shared_memory() {
    let (from, to, tile, read, write) = parts!((32,32): (1,32), (32,32): (32,1), 64, 1);
    let shared = layout!(copy_plan_shared((32,32):(1,32), (32,32):(32,1), 64, 1));
    assert_eq!((tile.size(), shared.size()), (1024, 1024));
    let at = |of: usize| (of % 32, of / 32);
    let (mut memory, mut written) = (vec![usize::MAX; 1024], vec![usize::MAX; 1024]);
    for thread in 0..64 {
        for value in 0..16 {
            let of = read.offset((thread, value));
            memory[shared.offset(of)] = from.offset(at(of));
        }
    }
    for thread in 0..64 {
        for value in 0..16 {
            let of = write.offset((thread, value));
            written[to.offset(at(of))] = memory[shared.offset(of)];
        }
    }
    assert!((0..1024).all(|i| written[i] == i / 32 + i % 32 * 32));
}
