//! Off by one in tails, grids and arrays that are too small, accesses of another buffer, and what nobody has written.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Layout, layout};
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;
use tilework_device::*;

use super::{Planted, check, of};

/// `to = 2 from`; the mistake is `<=`.
#[kernel(threads = 32, blocks = blocks_for(count, 32))]
unsafe fn doubled(from: *const u32, to: *mut u32, count: u32, wrong: u32) {
    // SAFETY: as the caller promises.
    unsafe {
        let i = 32 * block()[0] + thread::<32>();
        if i < count.wrapping_add(wrong) {
            let x = Global::new(from).offset(i as usize).read();
            Global::new(to.cast_const()).offset(i as usize).write(2 * x);
        }
    }
}
/// The sum of each number and the next one; the mistake is that the last one has a next one.
#[kernel(threads = 64, blocks = [1])]
unsafe fn sums(a: *const u32, b: *const u32, to: *mut u32, wrong: u32) {
    // SAFETY: as the caller promises.
    unsafe {
        let t = thread::<64>() as usize;
        let (a, b) = (Global::new(a), Global::new(b));
        let next = if t + 1 < 64 + wrong as usize { b.offset(t + 1).read() } else { 0 };
        Global::new(to.cast_const()).offset(t).write(a.offset(t).read() + next);
    }
}
/// Each row in reverse; the mistake is a column too far, in the padding.
#[kernel(threads = 32, blocks = [1])]
fn reversed(
    from: Input<u32, Layout!((7,4):(1,8))>,
    to: Output<u32, Layout!((7,4):(1,7))>,
    wrong: u32,
) {
    // SAFETY: each thread writes an element of its own.
    unsafe {
        let t = thread::<32>();
        if t < 28 {
            let (column, row) = (t % 7, t / 7);
            to.tensor().at((column, row)).write(from.tensor().at((6 + wrong - column, row)).read());
        }
    }
}

fn launch_doubled(emulator: &mut Emulator, count: u32, wrong: u32) {
    let from = emulator.upload(&(0..count).collect::<Vec<_>>());
    let mut to = emulator.poisoned::<u32>(count as usize);
    // SAFETY: the buffers are of this length; the mistake is to be found.
    emulator.run(unsafe { promise(doubled { from: &from, to: &mut to, count, wrong }) });
    assert!(emulator.written(to).into_iter().eq((0..count).map(|i| 2 * i)), "a wrong result");
}

#[test]
fn planted() {
    check(&[
        Planted {
            name: "a tail that is one too long",
            says: &["are outside of `from`: index 77, and it has 77 elements"],
            seeds: 1,
            run: |emulator, wrong| launch_doubled(emulator, 77, u32::from(wrong)),
        },
        Planted {
            name: "a tail that is one too short",
            says: &["1 of 77 elements were written by no thread, the first is 76"],
            seeds: 1,
            run: |emulator, wrong| launch_doubled(emulator, 77, if wrong { u32::MAX } else { 0 }),
        },
        Planted {
            name: "a grid that is rounded down",
            says: &["13 of 77 elements were written by no thread, the first is 64"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(77);
                let blocks = if wrong { 77 / 32 } else { 77_u32.div_ceil(32) };
                // SAFETY: inside of the buffer.
                emulator.launch([blocks, 1, 1], 32, 0, || unsafe {
                    let i = (32 * block()[0] + thread::<32>()) as usize;
                    if i < 77 {
                        of(to).offset(i).write(1);
                    }
                });
                emulator.written(to);
            },
        },
        Planted {
            name: "the last vector of a ragged row",
            says: &[
                "16 bytes of global memory are in no buffer: from byte 304 on of buffer 0, which has 308",
            ],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<f32>(77);
                // SAFETY: the mistake is to be found.
                emulator.launch([1, 1, 1], 32, 0, || unsafe {
                    let (i, ones) = (4 * thread::<32>() as usize, F32x4::of([1.0; 4]));
                    let vector = of(to).offset(i).cast::<F32x4>();
                    match 77_usize.saturating_sub(i) {
                        0 => {}
                        left if left < 4 && !wrong => vector.write_first(ones, left),
                        _ => vector.write(ones),
                    }
                });
                emulator.written(to);
            },
        },
        Planted {
            name: "past the end of one buffer, into another",
            says: &["are outside of `b`: index 64, and it has 64 elements"],
            seeds: 1,
            run: |emulator, wrong| {
                let a = emulator.upload(&[1_u32; 64]);
                let b = emulator.upload(&[2_u32; 64]);
                let mut to = emulator.upload(&[0_u32; 64]);
                let wrong = u32::from(wrong);
                // SAFETY: buffers of 64 numbers.
                emulator.run(unsafe { promise(sums { a: &a, b: &b, to: &mut to, wrong }) });
                assert_eq!(emulator.written(to)[62..], [3, 1]);
            },
        },
        Planted {
            name: "before the beginning of a buffer",
            says: &["from byte -4 on of buffer 1, which has 256"],
            seeds: 1,
            run: |emulator, wrong| {
                let (_, from) = (emulator.upload(&[0_u32; 64]), emulator.upload(&[1_u32; 64]));
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: the mistake is to be found.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let t = thread::<64>();
                    let before = if t > 0 || wrong {
                        of(from).before(1).offset(t as usize).read()
                    } else {
                        0
                    };
                    of(to).offset(t as usize).write(before);
                });
            },
        },
        Planted {
            name: "a coordinate outside of a layout",
            says: &["is outside of (7,4):(1,8)", "of `from` is read at"],
            seeds: 1,
            run: |emulator, wrong| {
                let from = emulator.poisoned::<u32>(31);
                // Each row but the padding. SAFETY: inside of the buffer.
                let fill = move || unsafe {
                    let t = thread::<32>() as usize;
                    if t % 8 < 7 {
                        of(from).offset(t).write(t as u32);
                    }
                };
                emulator.launch([1, 1, 1], 32, 0, fill);
                let mut to = emulator.poisoned::<u32>(28);
                emulator.run(reversed {
                    from: (&from, layout!((7,4):(1,8))),
                    to: (&mut to, layout!((7,4):(1,7))),
                    wrong: u32::from(wrong),
                });
                assert_eq!(emulator.written(to)[..8], [6, 5, 4, 3, 2, 1, 0, 14]);
            },
        },
        Planted {
            name: "an array in shared memory that is too small",
            says: &["of 128 of `shared!` at gpu/device/tests/planted/sizes.rs"],
            seeds: 1,
            run: |emulator, wrong| {
                // SAFETY: the mistake is to be found.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let t = thread::<64>();
                    let (small, right) = (shared!([u32; 32]), shared!([u32; 64]));
                    if wrong { small } else { right }.offset(t as usize).write(t);
                });
            },
        },
        Planted {
            name: "integers in shared memory that nobody has written",
            says: &["and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let to = emulator.poisoned::<u32>(64);
                // SAFETY: there is a number for each thread.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    let (t, all) = (thread::<64>() as usize, shared!([u32; 64]));
                    if t < if wrong { 63 } else { 64 } {
                        all.offset(t).write(1);
                    }
                    barrier();
                    of(to).offset(t).write(all.offset(63 - t).read());
                });
            },
        },
        Planted {
            name: "a counter that starts at nothing",
            says: &["element 0 of `counter` is read at", "and nobody has written it"],
            seeds: 1,
            run: |emulator, wrong| {
                let counter =
                    if wrong { emulator.poisoned::<u32>(1) } else { emulator.upload(&[0]) };
                // SAFETY: there is a number.
                emulator.launch([1, 1, 1], 64, 0, || unsafe {
                    thread::<64>();
                    of(counter).red_add(1);
                });
                assert_eq!(emulator.download(counter), [64]);
            },
        },
    ]);
}
