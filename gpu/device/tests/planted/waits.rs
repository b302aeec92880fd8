//! Asynchronous copies and multiplications: missing waits and fences.

use tilework::bound::{Pointer, PointerMut};
use tilework::typenum::U16;
use tilework_device::atom::WgmmaK128B;
use tilework_device::emulator::Emulator;
use tilework_device::*;

use super::{Planted, check, of};

/// Boxes of 64 columns and 8 rows, 1024 bytes.
struct Boxes;
impl Tile for Boxes {
    type Element = u16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [64, 8];
}

/// Each thread copies two vectors in two groups, `left` of which may be pending when they are read, after a barrier or
/// not: the own vector or that of another thread.
fn copied(emulator: &mut Emulator, left: Option<u32>, with_barrier: bool) {
    let from = emulator.upload(&(0..512).collect::<Vec<u32>>());
    let to = emulator.poisoned::<u32>(512);
    // SAFETY: there are two vectors for each thread.
    emulator.launch([1, 1, 1], 64, 0, || unsafe {
        let (t, all) = (thread::<64>() as usize, shared!([Bits128; 128]));
        for i in [t, 64 + t] {
            cp_async(of(from).cast::<Bits128>().offset(i), all.offset(i));
            cp_async_commit();
        }
        match left {
            Some(0) => cp_async_wait::<0>(),
            Some(_) => cp_async_wait::<1>(),
            None => {}
        }
        if with_barrier {
            barrier();
        }
        for i in [63 - t, 127 - t] {
            of(to).cast::<Bits128>().offset(i).write(all.offset(i).read());
        }
    });
    assert!(emulator.written(to).into_iter().eq(0..512));
}

/// A box is loaded, whose bytes arrive at a barrier that expects `bytes`, and written again.
fn loaded(emulator: &mut Emulator, bytes: u32, wait: bool) {
    let data: Vec<u16> = (0..512).collect();
    let from = emulator.upload(&data);
    let (map, to) = (emulator.tensor_map::<Boxes>(from, 64), emulator.poisoned::<u16>(512));
    // SAFETY: a box is 1024 bytes, and the barrier follows.
    emulator.launch([1, 1, 1], 32, 1032, || unsafe {
        let (t, full) = (thread::<32>() as usize, Shared::<u64>::new(1024));
        if t == 0 {
            mbarrier_init(full, 1);
            mbarrier_init_fence();
            mbarrier_arrive_expect(full, bytes);
            tma_load(&map, [0, 0], Shared::new(0), full);
        }
        barrier();
        if wait {
            mbarrier_wait(full, 0);
        }
        for i in (0..512).skip(t).step_by(32) {
            let swizzled = i / 64 * 64 + ((i % 64 / 8) ^ (i / 64)) * 8 + i % 8;
            of(to).offset(i).write(Shared::<u16>::new(0).offset(swizzled).read());
        }
    });
    assert_eq!(emulator.written(to), data);
}

/// Two boxes are stored from the same place, one after the other.
fn stored(emulator: &mut Emulator, fence: bool, wait: bool) {
    let to = emulator.poisoned::<u16>(2 * 512);
    let map = emulator.tensor_map::<Boxes>(to, 64);
    // SAFETY: a box is 1024 bytes.
    emulator.launch([1, 1, 1], 64, 1024, || unsafe {
        let (t, all) = (thread::<64>() as usize, Shared::<u16>::new(0));
        for round in 0..2 {
            (0..8).for_each(|i| all.offset(64 * i + t).write(round));
            if fence {
                tma_store_fence();
            }
            barrier();
            if t == 0 {
                tma_store(&map, [0, 8 * u32::from(round)], Shared::new(0));
                if wait || round == 1 {
                    tma_store_wait::<0>();
                }
            }
            barrier();
        }
    });
    assert!(emulator.written(to).into_iter().eq((0..1024).map(|i| i / 512)));
}

#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    None,
    Fence,
    Operand,
    Sums,
}
/// A product of ones by a warpgroup.
fn multiplied(emulator: &mut Emulator, mistake: Mistake) {
    let to = emulator.poisoned::<f32>(128);
    // SAFETY: there are operands of 64 x 64 and 8 x 64.
    emulator.launch([1, 1, 1], 128, 2 * 72 * 64, || unsafe {
        let (t, all) = (thread::<128>() as usize, Shared::<u32>::new(0));
        (0..18).for_each(|i| all.offset(t + 128 * i).write(0x3f80_3f80));
        if mistake != Mistake::Fence {
            tma_store_fence();
        }
        barrier();
        let (a, b) = (Operand::depth_first(all), Operand::depth_first(all.offset(64 * 32)));
        let mut sums: [f32; 4] = zeros();
        wgmma_begin(&mut sums);
        Bf16::multiply(&mut sums, a, b, false);
        wgmma_commit();
        if mistake == Mistake::Operand {
            all.offset(t).write(0);
        }
        if mistake == Mistake::Sums {
            of(to).offset(t).write(sums[0]);
        }
        wgmma_wait::<0>(&mut sums);
        if mistake != Mistake::Sums {
            of(to).offset(t).write(sums[0]);
        }
    });
    assert!(emulator.written(to).into_iter().all(|sum| sum == 16.0), "a wrong sum");
}

#[test]
fn planted() {
    let race: &[&str] =
        &["is not ordered after the write by `cp.async` of thread", "and nobody has written it"];
    check(&[
        Planted {
            name: "copies of a thread that are not waited for",
            says: race,
            seeds: 1,
            run: |emulator, wrong| copied(emulator, (!wrong).then_some(0), true),
        },
        Planted {
            name: "copies of which one group too many is pending",
            says: race,
            seeds: 1,
            run: |emulator, wrong| copied(emulator, Some(u32::from(wrong)), true),
        },
        Planted {
            name: "copies of other threads without a barrier",
            says: race,
            seeds: 1,
            run: |emulator, wrong| copied(emulator, Some(0), !wrong),
        },
        Planted {
            name: "a box that is not waited for",
            says: &["is not ordered after the write by a load by the copy engine for block"],
            seeds: 1,
            run: |emulator, wrong| loaded(emulator, 1024, !wrong),
        },
        Planted {
            name: "a barrier that expects more bytes than come",
            says: &["threads wait forever: 32 threads at the mbarrier"],
            seeds: 1,
            run: |emulator, wrong| loaded(emulator, if wrong { 2048 } else { 1024 }, true),
        },
        Planted {
            name: "a box that is stored without a fence",
            says: &["missing fence, such as `tma_store_fence`, on element"],
            seeds: 1,
            run: |emulator, wrong| stored(emulator, !wrong, true),
        },
        Planted {
            name: "a box that is overwritten before it is stored",
            says: &["is not ordered after the read by a store by the copy engine for thread 0"],
            seeds: 1,
            run: |emulator, wrong| stored(emulator, true, !wrong),
        },
        Planted {
            name: "operands that are multiplied without a fence",
            says: &["missing fence, such as `tma_store_fence`, on element"],
            seeds: 1,
            run: |emulator, wrong| {
                multiplied(emulator, if wrong { Mistake::Fence } else { Mistake::None });
            },
        },
        Planted {
            name: "operands that are overwritten during a multiplication",
            says: &["is not ordered after the read by `wgmma` of warpgroup 0"],
            seeds: 1,
            run: |emulator, wrong| {
                multiplied(emulator, if wrong { Mistake::Operand } else { Mistake::None });
            },
        },
        Planted {
            name: "sums that are read before the multiplication ends",
            says: &["a wrong sum"],
            seeds: 1,
            run: |emulator, wrong| {
                multiplied(emulator, if wrong { Mistake::Sums } else { Mistake::None });
            },
        },
    ]);
}
