//! Mistakes that the threads of the CPU do not find, whatever their order: the README of the template lists them. If one
//! of these tests fails, the machine has become better.

use tilework::bound::{Pointer, PointerMut};
use tilework::typenum::U16;
use tilework_device::atom::WgmmaK128B;
use tilework_device::emulator::Emulator;
use tilework_device::*;

use super::of;

/// Two threads write the same value to one element.
#[test]
fn equal_writes() {
    for seed in 0..8 {
        let mut emulator = Emulator::new(seed);
        let to = emulator.poisoned::<u32>(1);
        // SAFETY: there is a number.
        emulator.launch([4, 1, 1], 32, 0, || unsafe {
            thread::<32>();
            of(to).write(7);
        });
        assert_eq!(emulator.written(to), [7]);
    }
}

/// Each of two threads sets its flag and then looks at that of the other. Without `fence.sc` a GPU may let both see 0:
/// threads of the CPU see one order of all accesses.
#[test]
fn stores_that_are_late() {
    for seed in 0..32 {
        let mut emulator = Emulator::new(seed);
        let (flags, to) = (emulator.upload(&[0_u32; 2]), emulator.poisoned::<u32>(2));
        // SAFETY: there are two numbers.
        emulator.launch([2, 1, 1], 1, 0, || unsafe {
            let own = block()[0] as usize;
            of(flags).offset(own).store_release(1);
            of(to).offset(own).write(of(flags).offset(1 - own).load_acquire());
        });
        assert_ne!(emulator.written(to), [0, 0]);
    }
}

struct Boxes;
impl Tile for Boxes {
    type Element = u16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [64, 8];
}
/// Nobody makes a new barrier visible to the copy engine.
#[test]
fn barriers_that_the_copy_engine_does_not_see() {
    for seed in 0..8 {
        let mut emulator = Emulator::new(seed);
        let from = emulator.upload(&[3_u16; 512]);
        let (map, to) = (emulator.tensor_map::<Boxes>(from, 64), emulator.poisoned::<u16>(1));
        // SAFETY: a box is 1024 bytes, and the barrier follows.
        emulator.launch([1, 1, 1], 1, 1032, || unsafe {
            let full = Shared::<u64>::new(1024);
            mbarrier_init(full, 1);
            mbarrier_arrive_expect(full, 1024);
            tma_load(&map, [0, 0], Shared::new(0), full);
            mbarrier_wait(full, 0);
            of(to).write(Shared::<u16>::new(0).read());
        });
        assert_eq!(emulator.written(to), [3]);
    }
}

/// An arrival at a barrier of another block does not publish writes of this block.
#[test]
fn arrivals_in_another_block() {
    for seed in 0..8 {
        let mut emulator = Emulator::new(seed);
        let to = emulator.poisoned::<u32>(1);
        // SAFETY: there are a vector and a barrier.
        emulator.launch_clusters(2, [2, 1, 1], 1, 24, || unsafe {
            let (data, full) = (Shared::<Bits128>::new(0), Shared::<u64>::new(16));
            mbarrier_init(full, 1);
            cluster_barrier();
            if block()[0] == 0 {
                data.write(Bits128::of([5; 4]));
                mbarrier_arrive_at(full, 1);
            } else {
                mbarrier_wait(full, 0);
                of(to).write(data.read_in(0).0[0]);
            }
            cluster_barrier();
        });
        assert_eq!(emulator.written(to), [5]);
    }
}
