//! Changes that are no atomics.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Layout, layout};
use tilework_device::*;

use super::{Planted, check, of};

/// Each thread writes an element; the mistake is a column that two threads have.
#[kernel(threads = 32, blocks = [1])]
fn elements(to: Output<u32, Layout!((4,8):(8,1))>, columns: u32) {
    // SAFETY: each thread writes an element of its own; the mistake is to be found.
    unsafe {
        let t = thread::<32>();
        to.tensor().at((t % 4, t / 4 % columns)).write(t);
    }
}

#[test]
fn planted() {
    check(&[
        Planted {
            name: "two threads that write one element of a tile",
            says: &[",0) of `to`: the write by thread"],
            seeds: 1,
            run: |emulator, wrong| {
                let mut to = emulator.poisoned::<u32>(32);
                let columns = if wrong { 7 } else { 8 };
                emulator.run(elements { to: (&mut to, layout!((4,8):(8,1))), columns });
                assert_eq!(emulator.written(to)[..2], [0, 4]);
            },
        },
        Planted {
            name: "one number of shared memory that all threads increment",
            says: &["data race on element 0 of 4 bytes of `shared!` at"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(1);
                // SAFETY: there is a number.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, count) = (thread::<64>(), shared!([u32; 1]));
                    if t == 0 {
                        count.write(0);
                    }
                    barrier();
                    if wrong {
                        count.write(count.read() + 1);
                    } else {
                        count.red_add(1);
                    }
                    barrier();
                    if t == 0 {
                        of(to).write(count.read());
                    }
                });
                assert_eq!(emulator.written(to), [64]);
            },
        },
        Planted {
            name: "one number of global memory that all threads increment",
            says: &["data race on element 0 of 4 bytes of buffer 0"],
            seeds: 1,
            run: |emulator, wrong| {
                let count = emulator.upload(&[0_u32]);
                // SAFETY: there is a number.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    thread::<64>();
                    if wrong {
                        of(count).write(of(count).read() + 1);
                    } else {
                        of(count).red_add(1);
                    }
                });
                assert_eq!(emulator.download(count), [64]);
            },
        },
        Planted {
            name: "one number that the blocks increment",
            says: &["data race on element 0 of 4 bytes of buffer 0"],
            seeds: 1,
            run: |emulator, wrong| {
                let count = emulator.upload(&[0_u32]);
                // SAFETY: there is a number.
                emulator.launch([6, 1, 1], 32, 0, || unsafe {
                    if thread::<32>() == 0 {
                        if wrong {
                            of(count).write(of(count).read() + 1);
                        } else {
                            of(count).red_add(1);
                        }
                    }
                });
                assert_eq!(emulator.download(count), [6]);
            },
        },
        Planted {
            name: "two blocks that write one row",
            says: &["data race on element"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(5 * 32);
                // SAFETY: there is a number for each thread.
                emulator.launch([5, 1, 1], 32, 0, || unsafe {
                    let [block, ..] = block();
                    let row = if wrong { block.min(3) } else { block };
                    of(to).offset((32 * row + thread::<32>()) as usize).write(block);
                });
            },
        },
        Planted {
            name: "a sum that is read before all have added",
            says: &["data race on element 0"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, sum) = (thread::<64>(), shared!([u32; 1]));
                    if t == 0 {
                        sum.write(0);
                    }
                    barrier();
                    sum.red_add(t);
                    if !wrong {
                        barrier();
                    }
                    of(to).offset(t as usize).write(sum.read());
                });
                assert!(emulator.written(to).into_iter().all(|sum| sum == 63 * 32));
            },
        },
        Planted {
            name: "bins that are not zeroed before others add",
            says: &["data race on element", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let bins = emulator.upload(&[0_u32; 64]);
                // SAFETY: there are 64 bins.
                emulator.launch([3, 1, 1], 64, 0, || unsafe {
                    let (t, own) = (thread::<64>() as usize, shared!([u32; 64]));
                    own.offset(t).write(0);
                    if !wrong {
                        barrier();
                    }
                    own.offset(7 * t % 64).red_add(1);
                    barrier();
                    of(bins).offset(t).red_add(own.offset(t).read());
                });
                assert_eq!(emulator.download(bins), [3; 64]);
            },
        },
    ]);
}
