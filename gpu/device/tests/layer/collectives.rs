//! Collectives of safe kernels, in any order of the threads and in any sequence.

use tilework::{Layout, layout};
use tilework_device::emulator::Emulator;
use tilework_device::*;

type Results = Layout!(((64,8),1):((1,64),512));

/// The number of a thread in a step.
fn number(step: u32, thread: u32) -> u32 {
    100 * step + thread
}

/// 8 collectives, chosen by the digits of `plan`. Each thread writes 8 results.
#[kernel(threads = 64, blocks = [1])]
fn sequence(mut here: Here<64>, plan: u32, to: Output<u32, Results, OfThreads>) {
    for step in 0..8 {
        let x = number(step, here.thread());
        let result = match (plan >> (4 * step)) & 7 {
            0 => here.over_block(x, |x, y| x + y),
            1 => here.over_block(u64::from(x), |x, y| x + y) as u32,
            2 => here.broadcast(x, 37 + 64 * step),
            3 => {
                let all = here.publish(array!([u32; 64]: Layout!((64,1))), |_| x);
                let t = all.here().thread();
                all.tensor(layout!(64)).get(63 - t).unwrap_or(0)
            }
            4 => {
                let all = here.publish(array!([u32; 128]: Layout!((64,2):(2,1))), |i| x + i as u32);
                all.own(layout!((64,2):(1,64))).load()[1]
            }
            5 => here.over_warp(x, u32::max),
            6 => here.ballot(x.is_multiple_of(3)),
            _ => {
                here.wait();
                x
            }
        };
        to.own(&here).set(step as usize, result);
    }
}
/// The result of a step, from the definition.
fn result(kind: u32, step: u32, thread: u32) -> u32 {
    let (all, warp) = (0..64, thread / 32 * 32..thread / 32 * 32 + 32);
    match kind {
        0 | 1 => all.map(|t| number(step, t)).sum(),
        2 => number(step, 37),
        3 => number(step, 63 - thread),
        4 => {
            // The element 64 + thread is the value of its parity of the thread half as far.
            let at = 64 + thread;
            number(step, at / 2) + at % 2
        }
        5 => number(step, warp.end - 1),
        6 => {
            let first = warp.start;
            warp.filter(|&t| number(step, t).is_multiple_of(3)).map(|t| 1 << (t - first)).sum()
        }
        _ => number(step, thread),
    }
}

#[test]
fn any_sequence_of_collectives_is_right() {
    let mut plan = 1_u32;
    for seed in 0..150 {
        plan = plan.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut emulator = Emulator::new(seed);
        let mut to = emulator.poisoned::<u32>(512);
        emulator.run(sequence { plan, to: (&mut to, layout!(((64,8),1):((1,64),512))) });
        let found = emulator.written(to);
        for (step, thread) in (0..8).flat_map(|step| (0..64).map(move |thread| (step, thread))) {
            let kind = (plan >> (4 * step)) & 7;
            let right = result(kind, step, thread);
            let found = found[(64 * step + thread) as usize];
            assert_eq!(found, right, "{kind} as step {step} of {plan:#x}, thread {thread}");
        }
    }
}

/// Threads reach their waits at different places.
#[kernel(threads = 64, blocks = [1])]
fn at_two_places(mut here: Here<64>, to: Output<u32, Layout!(((64,1),1):((1,1),64)), OfThreads>) {
    let x = here.thread();
    let sum = if x < 32 {
        let all = here.publish(array!([u32; 64]: Layout!((64,1))), |_| x);
        all.tensor(layout!(64)).get(31 - x).unwrap_or(0)
    } else {
        here.wait();
        x
    };
    to.own(&here).write_each(|_| sum);
}
#[test]
fn waits_at_different_places_meet() {
    for seed in 0..20 {
        let mut emulator = Emulator::new(seed);
        let mut to = emulator.poisoned::<u32>(64);
        emulator.run(at_two_places { to: (&mut to, layout!(((64,1),1):((1,1),64))) });
        let right: Vec<u32> = (0..32).rev().chain(32..64).collect();
        assert_eq!(emulator.written(to), right);
    }
}

/// A thread does not come.
#[kernel(threads = 64, blocks = [1])]
fn without_one(mut here: Here<64>) {
    if here.thread() != 7 {
        here.publish(array!([u32; 64]: Layout!((64,1))), |_| 1);
    }
}
#[test]
#[should_panic(expected = "threads wait forever: 63 of 64 threads of Barrier(0) at bar.sync")]
fn a_thread_that_does_not_publish_is_found() {
    Emulator::new(1).run(without_one {});
}

/// Counts of threads in shared memory, of each remainder, and their sum over all blocks in global memory.
#[kernel(threads = 64, blocks = [3])]
fn counted(
    mut here: Here<64>,
    to: Output<u32, Layout!(5:1), ByAtomics>,
    most: Output<u32, Layout!(1:1), ByAtomics>,
) {
    let (t, counts) = (here.thread(), atomics!([u32; 5]));
    if let Some(own) = counts.at(t) {
        own.store(0);
    }
    here.wait();
    if let Some(count) = counts.at(t % 5) {
        count.add(1);
    }
    here.wait();
    if let (Some(own), Some(count), Some(most)) = (counts.at(t), to.at(t), most.at(0)) {
        count.add(own.load());
        most.fetch_max(own.load());
    }
}
#[test]
fn atomic_operations_count() {
    for seed in 0..10 {
        let mut emulator = Emulator::new(seed);
        let (mut to, mut most) = (emulator.upload(&[0_u32; 5]), emulator.upload(&[0_u32; 1]));
        emulator.run(counted { to: (&mut to, layout!(5:1)), most: (&mut most, layout!(1:1)) });
        assert_eq!(emulator.download(to), [39, 39, 39, 39, 36]);
        assert_eq!(emulator.download(most), [13]);
    }
}
