//! The machine finds mistakes: small kernels with one mistake each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tilework::bound::{Pointer, PointerMut};
use tilework::typenum::{U3, U16};
use tilework::{Layout, layout};
use tilework_device::atom::WgmmaK128B;
use tilework_device::emulator::{Buffer, Emulator};
use tilework_device::*;

/// Boxes of 64 columns and 8 rows.
struct Boxes;
impl Tile for Boxes {
    type Element = u16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [64, 8];
}

/// The message of the panic that ends a launch of a block of 64 threads.
fn failure(shared: usize, kernel: impl Fn() + Sync) -> String {
    let launch = || Emulator::new(1).launch([1, 1, 1], 64, shared, kernel);
    let panic = catch_unwind(AssertUnwindSafe(launch)).expect_err("the kernel has a mistake");
    panic.downcast_ref::<String>().expect("a panic with words").clone()
}
#[track_caller]
fn says(failure: &str, words: &str) {
    assert!(failure.contains(words), "{failure}");
}
fn own() -> Shared<u32> {
    // SAFETY: the launch is of 64 threads.
    Shared::<u32>::new(0).offset(unsafe { thread::<64>() } as usize)
}

/// Each thread writes one number and reads one of another warp.
fn exchange(seed: u64, with_barrier: bool) -> Result<Vec<u32>, String> {
    let mut emulator = Emulator::new(seed);
    let to = emulator.poisoned::<u32>(64);
    // SAFETY: both memories have 64 numbers.
    let launch = AssertUnwindSafe(|| {
        emulator.launch([1, 1, 1], 64, 256, || unsafe {
            let t = thread::<64>();
            own().write(t);
            if with_barrier {
                barrier();
            }
            let other = Shared::<u32>::new(0).offset(63 - t as usize).read();
            Global::new(to.pointer_mut()).offset(t as usize).write(other);
        });
    });
    catch_unwind(launch).map_err(|panic| panic.downcast_ref::<String>().expect("words").clone())?;
    Ok(emulator.download(to))
}

#[test]
fn a_missing_barrier() {
    let right: Vec<u32> = (0..64).rev().collect();
    for seed in 0..20 {
        assert_eq!(exchange(seed, true).as_ref(), Ok(&right));
        let said = exchange(seed, false).expect_err("a race, or a read before the write");
        assert!(said.contains("data race") || said.contains("nobody has written it"), "{said}");
    }
}

#[test]
fn the_order_is_that_of_the_seed() {
    // The numbers that the threads draw.
    let order = |seed: u64| {
        let mut emulator = Emulator::new(seed);
        let (next, to) = (emulator.upload(&[0_u32]), emulator.poisoned::<u32>(128));
        // SAFETY: there is a number for each thread.
        emulator.launch([2, 1, 1], 64, 0, || unsafe {
            let t = (64 * block()[0] + thread::<64>()) as usize;
            let drawn = Global::<u32>::new(next.pointer_mut()).atom_add(1);
            Global::new(to.pointer_mut()).offset(t).write(drawn);
        });
        emulator.download(to)
    };
    assert_eq!(order(7), order(7));
    assert!((8..20).all(|seed| order(seed) != order(7)));
}

#[test]
fn threads_that_wait_forever() {
    // SAFETY: the test is that they wait forever.
    let said = failure(0, || unsafe {
        if thread::<64>() != 5 {
            barrier();
        }
    });
    says(&said, "63 of 64 threads of Barrier(0) at bar.sync");
    let said = failure(8, || unsafe {
        let at = Shared::<u64>::new(0);
        if thread::<64>() == 0 {
            mbarrier_init(at, 2);
            mbarrier_arrive(at);
        }
        barrier();
        mbarrier_wait(at, 0);
    });
    says(&said, "64 threads at the mbarrier");
    // Not all threads of a warp reach a shuffle.
    let said = failure(0, || unsafe {
        if thread::<64>() % 32 < 16 {
            over_quad(0.0, |x, y| x + y);
        }
    });
    says(&said, "16 of 32 threads of Warp");
}

#[test]
fn places_outside() {
    // SAFETY: the test is that these accesses are refused.
    let said = failure(252, || unsafe { own().write(0) });
    says(&said, "4 bytes of shared memory from 252 on, of 252");
    let said = failure(1024, || unsafe {
        own().cast::<F32x4>().write(F32x4::of([0.0; 4]));
    });
    says(&said, "which is no multiple of 16");
    let mut emulator = Emulator::new(1);
    let buffer: Buffer<u32> = emulator.poisoned(64);
    let run = AssertUnwindSafe(|| {
        emulator.launch([1, 1, 1], 64, 0, || unsafe {
            Global::new(buffer.pointer_mut::<u32>()).offset(1 + thread::<64>() as usize).write(0);
        });
    });
    let panic = catch_unwind(run).expect_err("one number too far");
    says(panic.downcast_ref::<String>().expect("words"), "4 bytes of global memory");
    says(
        &failure(0, || unsafe { assert_eq!(thread::<128>(), 0) }),
        "the kernel is for blocks of 128 threads",
    );
}

/// `to = x + y`
#[kernel(threads = 64, blocks = [1])]
fn added(x: Slice<u32>, y: Slice<u32>, to: SliceMut<u32>) {
    // SAFETY: a launch of 64 threads.
    let t = unsafe { thread::<64>() } as usize;
    if let (Some(x), Some(y), Some(to)) = (x.get(t), y.get(t), to.at(t)) {
        // SAFETY: each thread writes a number of its own.
        unsafe { to.write(x + y) }
    }
}
/// `p = 1`, `q = 2`
#[kernel(threads = 64, blocks = [1])]
fn written(p: SliceMut<u32>, q: Output<u32, Layout!(64:1)>) {
    // SAFETY: a launch of 64 threads, each of which writes its own numbers.
    unsafe {
        let t = thread::<64>();
        p.at(t as usize).unwrap().write(1);
        q.tensor().at(t).write(2);
    }
}

/// A buffer of this machine is `Copy`, unlike one of a GPU.
#[test]
fn a_buffer_that_is_written_is_given_once() {
    let mut emulator = Emulator::new(1);
    let x = emulator.upload(&(0..64).collect::<Vec<u32>>());
    let (mut to, mut other) = (emulator.poisoned::<u32>(64), emulator.poisoned::<u32>(64));
    emulator.run(added { x: &x, y: &x, to: &mut to });
    assert!(emulator.written(to).into_iter().eq((0..64).map(|i| 2 * i)));
    emulator.run(written { p: &mut to, q: (&mut other, layout!(64:1)) });
    assert_eq!((emulator.written(to), emulator.written(other)), (vec![1; 64], vec![2; 64]));

    let (same, mut again) = (to, to);
    let mut refused = |run: &mut dyn FnMut(&mut Emulator)| -> String {
        let panic =
            catch_unwind(AssertUnwindSafe(|| run(&mut emulator))).expect_err("a buffer twice");
        *panic.downcast::<String>().expect("words")
    };
    let said = refused(&mut |emulator| emulator.run(added { x: &x, y: &same, to: &mut to }));
    says(&said, "added: `y` and `to` are the same buffer, and the kernel writes it");
    let said = refused(&mut |emulator| {
        emulator.run(written { p: &mut to, q: (&mut again, layout!(64:1)) });
    });
    says(&said, "written: `p` and `q` are the same buffer, and the kernel writes it");
    // No kernel ran.
    assert_eq!(emulator.written(to), vec![1; 64]);
}

/// Copies arrive when they are waited for, and not before.
#[test]
fn copies_that_are_not_waited_for() {
    let copied = |wait: bool| {
        let mut emulator = Emulator::new(3);
        let data: Vec<f32> = (0..256).map(|i| i as f32).collect();
        let (from, to) = (emulator.upload(&data), emulator.poisoned::<f32>(256));
        // SAFETY: all memories have 64 vectors.
        emulator.launch([1, 1, 1], 64, 1024, || unsafe {
            let t = thread::<64>() as usize;
            let from = Global::new(from.pointer::<F32x4>()).offset(t);
            let through = Shared::<F32x4>::new(0).offset(t);
            cp_async(from, through);
            cp_async_commit();
            if wait {
                cp_async_wait::<0>();
            }
            Global::new(to.pointer_mut::<F32x4>()).offset(t).write(through.read());
        });
        (data, emulator.download(to))
    };
    let (data, found) = copied(true);
    assert_eq!(data, found);
    let panic = catch_unwind(|| copied(false)).expect_err("nobody waits");
    let said = panic.downcast_ref::<String>().expect("words");
    says(said, "is not ordered after the write by `cp.async` of thread");
}

fn full() -> Shared<u64> {
    Shared::new(2048)
}
fn done() -> Shared<u64> {
    full().offset(1)
}
/// Launches a cluster of two blocks of 32 threads with 2064 bytes of shared memory. One thread of each block runs
/// `kernel`.
fn pair(emulator: &mut Emulator, kernel: impl Fn(u32) + Sync) -> Result<(), String> {
    let run = AssertUnwindSafe(|| {
        emulator.launch_clusters(2, [2, 1, 1], 32, 2064, || unsafe {
            let t = thread::<32>();
            if t == 0 {
                mbarrier_init(full(), 1);
                mbarrier_init(done(), 1);
            }
            cluster_barrier();
            if t == 0 {
                kernel(block()[0]);
            }
        });
    });
    catch_unwind(run).map_err(|panic| panic.downcast_ref::<String>().expect("words").clone())
}

type Stages = Pipeline<U3>;
/// A thread writes the numbers from 0 on to stages in turn, and 31 others add them up. `filler` and `reader` do step
/// `i`.
fn through_stages(
    seed: u64,
    filler: impl Fn(Stages, Shared<u32>, usize) + Sync,
    reader: impl Fn(Stages, Shared<u32>, usize) -> u32 + Sync,
) -> Result<Vec<u32>, String> {
    let mut emulator = Emulator::new(seed);
    let to = emulator.poisoned::<u32>(32);
    // SAFETY: there are four numbers and the barriers.
    let run = AssertUnwindSafe(|| unsafe {
        emulator.launch([1, 1, 1], 32, 16 + Stages::BYTES, || {
            let (t, numbers) = (thread::<32>(), Shared::<u32>::new(0));
            let pipeline = Stages::new(Shared::new(16));
            if t == 0 {
                pipeline.init(1, 31);
            }
            barrier();
            let number = |i| numbers.offset(pipeline.stage(i));
            let mut sum = 0;
            for i in 0..20 {
                if t == 0 {
                    filler(pipeline, number(i), i);
                } else {
                    sum += reader(pipeline, number(i), i);
                }
            }
            if t == 0 {
                pipeline.drain(20);
            }
            Global::new(to.pointer_mut::<u32>()).offset(t as usize).write(sum);
        });
    });
    catch_unwind(run).map_err(|panic| panic.downcast_ref::<String>().expect("words").clone())?;
    Ok(emulator.download(to)[1..].to_vec())
}

/// A correct pipeline works in all orders of threads. Without an acquire or a wait, some orders fail. Without a release
/// it waits forever, and with two releases it always fails.
#[test]
fn stages_of_a_pipeline() {
    // SAFETY: the mistakes are what is tested.
    let fill = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        pipeline.acquire(i);
        number.write(i as u32);
        pipeline.commit(i);
    };
    let read = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        pipeline.wait(i);
        let found = number.read();
        pipeline.release(i);
        found
    };
    let sum: u32 = (0..20).sum();
    for seed in 0..10 {
        assert_eq!(through_stages(seed, fill, read), Ok(vec![sum; 31]), "order {seed}");
    }
    let wrong = |found: Result<Vec<u32>, String>| found != Ok(vec![sum; 31]);
    let hasty = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        number.write(i as u32);
        pipeline.commit(i);
    };
    assert!((0..10).any(|seed| wrong(through_stages(seed, hasty, read))));
    let early = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        let found = number.read();
        pipeline.release(i);
        found
    };
    assert!((0..10).any(|seed| wrong(through_stages(seed, fill, early))));
    let holds = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        pipeline.wait(i);
        number.read()
    };
    let said = through_stages(0, fill, holds).expect_err("the filler waits for its readers");
    says(&said, "the mbarrier");
    let twice = |pipeline: Stages, number: Shared<u32>, i: usize| unsafe {
        let found = read(pipeline, number, i);
        pipeline.release(i);
        found
    };
    assert!((0..10).all(|seed| wrong(through_stages(seed, fill, twice))));
}

/// Each block of a cluster loads half of a box into both. A block that ends before the other has finished with it is
/// found.
#[test]
fn blocks_of_a_cluster() {
    for seed in 0..10 {
        let mut emulator = Emulator::new(seed);
        let data: Vec<u16> = (0..64 * 16).collect();
        let on = emulator.upload(&data);
        let (map, to) =
            (emulator.tensor_map::<Boxes>(on, 64), emulator.poisoned::<u16>(2 * 64 * 16));
        // SAFETY: boxes are 1024 bytes.
        let outcome = pair(&mut emulator, |block| unsafe {
            mbarrier_arrive_expect(full(), 2048);
            let half = Shared::<u8>::new(0).offset(1024 * block as usize);
            tma_load_multicast(&map, [0, 8 * block], half, full(), 0b11);
            mbarrier_wait(full(), 0);
            let to = Global::new(to.pointer_mut::<u16>()).offset(1024 * block as usize);
            (0..1024).for_each(|i| {
                to.offset(i).write(Shared::<u16>::new(0).offset(i).read());
            });
            // Neither block ends before the other has everything.
            mbarrier_arrive_at(done(), 1 - block);
            mbarrier_wait(done(), 0);
        });
        assert_eq!(outcome, Ok(()));
        let found = emulator.download(to);
        let swizzled =
            |at: usize| data[at / 64 * 64 + ((at % 64 / 8) ^ (at / 64 % 8)) * 8 + at % 8];
        assert!((0..2048).all(|at| found[at] == swizzled(at % 1024)));
    }
    // One of 33 threads is last in few orders. SAFETY: the test is that these are refused.
    let ended = (0..400).find_map(|seed| {
        let early = |block| unsafe {
            if block == 0 {
                mbarrier_arrive(full());
                mbarrier_wait(full(), 0);
                mbarrier_arrive_at(full(), 1);
            }
        };
        pair(&mut Emulator::new(seed), early).err()
    });
    says(&ended.expect("one block ends first"), "block 1 of the cluster has ended");
    let alone = failure(0, || unsafe { mbarrier_arrive_at(full(), 1) });
    says(&alone, "block 1 of a cluster of 1");
}

/// A store takes effect when it is waited for, with the contents at that time.
#[test]
fn boxes_that_are_stored() {
    let run = |seed: u64, wait: bool| {
        let mut emulator = Emulator::new(seed);
        let to = emulator.poisoned::<u16>(2 * 64 * 8);
        let map = emulator.tensor_map::<Boxes>(to, 64);
        let launch = AssertUnwindSafe(|| {
            // SAFETY: a box is 1024 bytes.
            emulator.launch([1, 1, 1], 64, 1024, || unsafe {
                for round in 0..2 {
                    (0..4).for_each(|i| own().offset(64 * i).write(7 + round));
                    tma_store_fence();
                    barrier();
                    if thread::<64>() == 0 {
                        tma_store(&map, [0, 8 * round], Shared::new(0));
                        if wait {
                            tma_store_wait::<0>();
                        }
                    }
                    barrier();
                }
            });
        });
        let done = catch_unwind(launch);
        done.map(|()| emulator.download(to))
            .map_err(|panic| panic.downcast_ref::<String>().expect("words").clone())
    };
    let right: Vec<u16> = (0..1024).map(|at| if at % 2 == 1 { 0 } else { 7 + at / 512 }).collect();
    for seed in 0..10 {
        assert_eq!(run(seed, true).as_ref(), Ok(&right));
    }
    let said = (0..10).find_map(|seed| run(seed, false).err()).expect("one is late");
    says(&said, "is not ordered after the read by a store by the copy engine for thread 0");
}

/// A warpgroup overwrites an operand during the multiplication.
#[test]
fn operands_that_are_written_too_early() {
    let run = |wait_first: bool| {
        let launch = || {
            // SAFETY: there are operands of 64 x 64 and 256 x 64.
            Emulator::new(1).launch([1, 1, 1], 128, 2 * 320 * 64, || unsafe {
                let t = thread::<128>() as usize;
                let all = Shared::<u32>::new(0);
                (0..80).for_each(|i| all.offset(t + 128 * i).write(0));
                tma_store_fence();
                barrier();
                let (a, b) = (Operand::depth_first(all), Operand::depth_first(all.offset(64 * 32)));
                let mut sums: [f32; 128] = zeros();
                wgmma_begin(&mut sums);
                Bf16::multiply(&mut sums, a, b, false);
                wgmma_commit();
                if wait_first {
                    wgmma_wait::<0>(&mut sums);
                }
                all.offset(t).write(1);
                wgmma_wait::<0>(&mut sums);
                assert_eq!(sums, [0.0; 128]);
            });
        };
        catch_unwind(AssertUnwindSafe(launch))
    };
    assert!(run(true).is_ok());
    let said = run(false).expect_err("an operand is written");
    says(
        said.downcast_ref::<String>().expect("words"),
        "is not ordered after the read by `wgmma` of warpgroup 0",
    );
}

/// The sums of a thread, 16 or 32 ones, after two groups of one multiplication each and the wait `wait`.
fn sums_after(wait: impl Fn(&mut [f32; 128]) + Sync) -> Vec<f32> {
    let mut emulator = Emulator::new(1);
    let to = emulator.poisoned::<f32>(128 * 128);
    // SAFETY: there are operands of 64 x 64 and 256 x 64, all 1, and room for the sums of all threads.
    emulator.launch([1, 1, 1], 128, 2 * 320 * 64, || unsafe {
        let t = thread::<128>() as usize;
        let all = Shared::<u32>::new(0);
        (0..80).for_each(|i| all.offset(t + 128 * i).write(0x3f80_3f80));
        tma_store_fence();
        barrier();
        let (a, b) = (Operand::depth_first(all), Operand::depth_first(all.offset(64 * 32)));
        let mut sums: [f32; 128] = zeros();
        for add in [false, true] {
            wgmma_begin(&mut sums);
            Bf16::multiply(&mut sums, a, b, add);
            wgmma_commit();
        }
        wait(&mut sums);
        let to = Global::new(to.pointer_mut::<f32>()).offset(128 * t);
        (0..128).for_each(|i| to.offset(i).write(sums[i]));
        wgmma_wait::<0>(());
    });
    emulator.download(to)
}

/// A warpgroup reads its sums before it has waited for them, or after waiting for others.
#[test]
fn sums_that_are_read_too_early() {
    // SAFETY: all threads of the warpgroup wait; the test is that some wait for too little.
    let waited = |wait: unsafe fn(&mut [f32; 128])| sums_after(|sums| unsafe { wait(sums) });
    assert!(waited(|sums| unsafe { wgmma_wait::<0>(sums) }).iter().all(|&sum| sum == 32.0));
    for early in [
        waited(|_| ()),
        waited(|_| unsafe { wgmma_wait::<0>(()) }),
        waited(|sums| unsafe { wgmma_wait::<1>(sums) }),
        // Operations on sums before the wait have no effect on the results.
        waited(|sums| unsafe {
            sums.iter_mut().for_each(|sum| *sum += 1.0);
            wgmma_wait::<1>(());
        }),
    ] {
        assert!(early.iter().all(|sum| sum.is_nan()));
    }
}
