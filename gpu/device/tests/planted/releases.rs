//! Blocks that hand numbers on: releases and acquires, tickets, and scans with decoupled look-back.

use tilework::bound::{Pointer, PointerMut};
use tilework_device::emulator::Emulator;
use tilework_device::*;

use super::{Planted, check, of};

/// How the first block tells the second that the number is there.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Release,
    Fence,
    Plain,
    Relaxed,
    ReleaseOfBlock,
}
/// The first block writes a number, and the second one reads it after a flag.
fn hand_on(emulator: &mut Emulator, by: By) {
    let (flag, number) = (emulator.upload(&[0_u32]), emulator.poisoned::<u32>(1));
    let to = emulator.poisoned::<u32>(1);
    // SAFETY: there are these numbers.
    emulator.launch([2, 1, 1], 1, 0, || unsafe {
        if block()[0] == 0 {
            of(number).write(7);
            match by {
                By::Release => of(flag).store_release(1),
                By::Fence => {
                    fence_gpu();
                    of(flag).red_add(1);
                }
                By::Plain => of(flag).write(1),
                By::Relaxed => of(flag).red_add(1),
                By::ReleaseOfBlock => of(flag).store_release_cta(1),
            }
        } else {
            while of(flag).load_acquire() != 1 {}
            of(to).write(of(number).read());
        }
    });
    assert_eq!(emulator.written(to), [7]);
}

#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    None,
    Ticket,
    Window,
    Aggregate,
    Prefix,
    Early,
}
/// The sums of `1, 2, ..` up to each of 12 blocks, by decoupled look-back (Merrill and Garland 2016).
fn scan(emulator: &mut Emulator, mistake: Mistake) {
    let n = 12;
    let ticket = emulator.upload(&[0_u32]);
    // 1 if the block's own number is there, and 2 if the sum up to it is.
    let flags = emulator.upload(&vec![0_u32; n]);
    let [own, sums] = [(); 2].map(|()| emulator.poisoned::<u32>(n));
    // SAFETY: there is a number for each block.
    emulator.launch([n as u32, 1, 1], 1, 0, || unsafe {
        let tile = match mistake {
            Mistake::Ticket => block()[0] as usize,
            _ => of(ticket).atom_add(1) as usize,
        };
        let (number, flag) = (tile as u32 + 1, of(flags).offset(tile));
        if mistake == Mistake::Early {
            flag.store_release(1);
        }
        of(own).offset(tile).write(number);
        flag.store_release(1);
        let mut sum = 0;
        let mut at = if mistake == Mistake::Window { tile.saturating_sub(1) } else { tile };
        while at > 0 {
            at -= 1;
            let flag = of(flags).offset(at);
            let found = loop {
                match flag.load_acquire() {
                    0 => {}
                    found => break found,
                }
            };
            if found == 2 {
                sum += of(sums).offset(at).read();
                break;
            }
            sum += of(own).offset(at).read();
            if mistake == Mistake::Aggregate {
                break;
            }
        }
        let up_to = if mistake == Mistake::Prefix { sum } else { sum + number };
        of(sums).offset(tile).write(up_to);
        flag.store_release(2);
    });
    let right: Vec<u32> = (1..=n as u32).map(|i| i * (i + 1) / 2).collect();
    assert_eq!(emulator.written(sums), right, "a wrong sum");
}

#[test]
fn planted() {
    check(&[
        Planted {
            name: "a plain store as a release",
            says: &["data race on element 0 of 4 bytes of buffer"],
            seeds: 1,
            run: |emulator, wrong| hand_on(emulator, if wrong { By::Plain } else { By::Release }),
        },
        Planted {
            name: "a relaxed atomic as a release, without a fence",
            says: &["data race on element 0 of 4 bytes of buffer"],
            seeds: 1,
            run: |emulator, wrong| hand_on(emulator, if wrong { By::Relaxed } else { By::Fence }),
        },
        Planted {
            name: "a release for the block, and another block reads",
            says: &["data race on element 0 of 4 bytes of buffer"],
            seeds: 1,
            run: |emulator, wrong| {
                hand_on(emulator, if wrong { By::ReleaseOfBlock } else { By::Release });
            },
        },
        Planted {
            name: "look-back by the index of the block, without a ticket",
            says: &["threads for a change of element"],
            seeds: 1,
            run: |emulator, wrong| {
                scan(emulator, if wrong { Mistake::Ticket } else { Mistake::None });
            },
        },
        Planted {
            name: "a look-back window that begins too early",
            says: &["a wrong sum"],
            seeds: 1,
            run: |emulator, wrong| {
                scan(emulator, if wrong { Mistake::Window } else { Mistake::None });
            },
        },
        Planted {
            name: "a block's own number taken for the sum up to it",
            says: &["a wrong sum"],
            seeds: 3,
            run: |emulator, wrong| {
                scan(emulator, if wrong { Mistake::Aggregate } else { Mistake::None });
            },
        },
        Planted {
            name: "a sum up to a block without its own number",
            says: &["a wrong sum"],
            seeds: 1,
            run: |emulator, wrong| {
                scan(emulator, if wrong { Mistake::Prefix } else { Mistake::None });
            },
        },
        Planted {
            name: "a flag that is released before the number is written",
            says: &["data race on element", "and nobody has written it"],
            seeds: 4,
            run: |emulator, wrong| {
                scan(emulator, if wrong { Mistake::Early } else { Mistake::None });
            },
        },
        Planted {
            name: "a last block that adds up without a fence",
            says: &["data race on element"],
            seeds: 1,
            run: |emulator, wrong| {
                let (count, parts) = (emulator.upload(&[0_u32]), emulator.poisoned::<u32>(6));
                let to = emulator.poisoned::<u32>(1);
                // SAFETY: there is a number for each block.
                emulator.launch([6, 1, 1], 32, 0, || unsafe {
                    if thread::<32>() == 0 {
                        let block = block()[0];
                        of(parts).offset(block as usize).write(block);
                        if !wrong {
                            fence_gpu();
                        }
                        if of(count).atom_add(1) == 5 {
                            fence_gpu();
                            of(to).write((0..6).map(|i| of(parts).offset(i).read()).sum::<u32>());
                        }
                    }
                });
                assert_eq!(emulator.written(to), [15]);
            },
        },
        Planted {
            name: "a flag that nobody sets",
            says: &[
                "threads wait forever: 1 threads for a change of element 1 of 4 bytes of buffer 0 at",
            ],
            seeds: 1,
            run: |emulator, wrong| {
                let flags = emulator.upload(&[0_u32; 2]);
                // SAFETY: there are two flags.
                emulator.launch([2, 1, 1], 1, 0, || unsafe {
                    if block()[0] == 0 {
                        of(flags).offset(usize::from(!wrong)).store_release(1);
                    } else {
                        while of(flags).offset(1).load_acquire() != 1 {}
                    }
                });
            },
        },
    ]);
}
