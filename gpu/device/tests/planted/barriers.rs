//! Missing barriers, and barriers that not all threads reach.

use tilework::bound::{Pointer, PointerMut};
use tilework_device::*;

use super::{Planted, check, of};

#[test]
fn planted() {
    check(&[
        Planted {
            name: "no barrier between a write and a read by another warp",
            says: &["data race on element", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, all) = (thread::<64>() as usize, shared!([u32; 64]));
                    all.offset(t).write(t as u32);
                    if !wrong {
                        barrier();
                    }
                    of(to).offset(t).write(all.offset(63 - t).read());
                });
                assert!(emulator.written(to).into_iter().eq((0..64).rev()));
            },
        },
        Planted {
            name: "no barrier before the next turn of a loop overwrites",
            says: &["data race on element"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, all, mut sum) = (thread::<64>() as usize, shared!([u32; 64]), 0);
                    for turn in 0..3 {
                        all.offset(t).write(turn * t as u32);
                        barrier();
                        sum += all.offset((t + 32) % 64).read();
                        if !wrong {
                            barrier();
                        }
                    }
                    of(to).offset(t).write(sum);
                });
                assert!(emulator.written(to).into_iter().eq((0..64).map(|t| 3 * ((t + 32) % 64))));
            },
        },
        Planted {
            name: "a warp barrier where other warps have written",
            says: &["data race on element", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, all) = (thread::<64>() as usize, shared!([u32; 64]));
                    all.offset(t).write(t as u32);
                    if wrong {
                        warp_barrier();
                    } else {
                        barrier();
                    }
                    of(to).offset(t).write(all.offset((t + 1) % 64).read());
                });
            },
        },
        Planted {
            name: "a shuffle as a barrier",
            says: &["data race on element", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(32);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 32, 0, || unsafe {
                    let (t, all) = (thread::<32>() as usize, shared!([u32; 32]));
                    all.offset(t).write(t as u32);
                    shuffle(0, 1);
                    if !wrong {
                        warp_barrier();
                    }
                    of(to).offset(t).write(all.offset(31 - t).read());
                });
            },
        },
        Planted {
            name: "a barrier that some threads pass by",
            says: &["threads wait forever: 40 of 64 threads of Barrier(0) at bar.sync"],
            seeds: 1,
            run: |emulator, wrong| {
                // SAFETY: the mistake is to be found.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    if thread::<64>() >= 24 || !wrong {
                        barrier();
                    }
                });
            },
        },
        Planted {
            name: "a barrier in both branches of a warp",
            says: &["threads of a warp are at different barriers: bar.sync at"],
            seeds: 1,
            run: |emulator, wrong| {
                // SAFETY: the mistake is to be found.
                #[allow(clippy::if_same_then_else)]
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    if thread::<64>() < if wrong { 40 } else { 32 } {
                        barrier();
                    } else {
                        barrier();
                    }
                });
            },
        },
        Planted {
            name: "a barrier of another number of threads",
            says: &["threads wait forever: 64 of 96 threads of Barrier(1)"],
            seeds: 1,
            run: |emulator, wrong| {
                // SAFETY: the mistake is to be found.
                emulator.launch([1, 1, 1], 96, 0, || unsafe {
                    if thread::<96>() >= 32 {
                        barrier_of(1, if wrong { 96 } else { 64 });
                    }
                });
            },
        },
        Planted {
            name: "a barrier of the block where the cluster has written",
            says: &["data race on element", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch_clusters(2, [2, 1, 1], 32, 0, || unsafe {
                    let (t, block) = (thread::<32>() as usize, block()[0]);
                    let all = shared!([Bits128; 32]);
                    all.offset(t).write(Bits128::of([block; 4]));
                    if wrong {
                        barrier();
                    } else {
                        cluster_barrier();
                    }
                    let [x, ..] = all.offset(t).read_in(1 - block).0;
                    of(to).offset(32 * block as usize + t).write(x);
                    cluster_barrier();
                });
                assert_eq!(emulator.written(to)[31..33], [1, 0]);
            },
        },
    ]);
}
