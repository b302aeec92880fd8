//! Stages of a pipeline: who fills and who reads them when.

use tilework::bound::{Pointer, PointerMut};
use tilework::typenum::U3;
use tilework_device::emulator::Emulator;
use tilework_device::*;

use super::{Planted, check, of};

#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    None,
    NoAcquire,
    NoWait,
    NoRelease,
    EarlyRelease,
    WrongStage,
    NoBarrier,
}
/// One thread writes the numbers from 0 on to three stages in turn, and 31 others add them up.
fn sums(emulator: &mut Emulator, mistake: Mistake) {
    let to = emulator.poisoned::<u32>(31);
    // SAFETY: there are three numbers and the barriers.
    emulator.launch([1, 1, 1], 32, 16 + Pipeline::<U3>::BYTES, || unsafe {
        let (t, numbers) = (thread::<32>() as usize, Shared::<u32>::new(0));
        let pipeline = Pipeline::<U3>::new(Shared::new(16));
        if t == 0 {
            pipeline.init(1, 31);
        }
        if mistake != Mistake::NoBarrier {
            barrier();
        }
        let mut sum = 0;
        for i in 0..10 {
            let number = numbers.offset(pipeline.stage(i));
            if t == 0 {
                if mistake != Mistake::NoAcquire {
                    pipeline.acquire(i);
                }
                number.write(i as u32);
                pipeline.commit(i);
            } else {
                if mistake != Mistake::NoWait {
                    pipeline.wait(i);
                }
                if mistake == Mistake::EarlyRelease {
                    pipeline.release(i);
                }
                let wrong = numbers.offset(pipeline.stage(i + 1));
                sum += if mistake == Mistake::WrongStage { wrong } else { number }.read();
                if !matches!(mistake, Mistake::NoRelease | Mistake::EarlyRelease) {
                    pipeline.release(i);
                }
            }
        }
        if t == 0 {
            pipeline.drain(10);
        } else {
            of(to).offset(t - 1).write(sum);
        }
    });
    assert_eq!(emulator.written(to), [45; 31]);
}

#[test]
fn planted() {
    let race = &["data race on element", "and nobody has written it"];
    check(&[
        Planted {
            name: "a stage that is filled before it is free",
            says: &["data race on element", "more than 1 arrivals", "threads wait forever"],
            seeds: 1,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::NoAcquire)),
        },
        Planted {
            name: "a stage that is read before it is full",
            says: race,
            seeds: 1,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::NoWait)),
        },
        Planted {
            name: "a stage that is never freed",
            says: &[
                "threads wait forever: 31 threads at the mbarrier at",
                "1 threads at the mbarrier at",
            ],
            seeds: 1,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::NoRelease)),
        },
        Planted {
            name: "a stage that is freed before it is read",
            says: race,
            seeds: 2,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::EarlyRelease)),
        },
        Planted {
            name: "the next stage",
            says: race,
            seeds: 1,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::WrongStage)),
        },
        Planted {
            name: "barriers that are used before they are initialized",
            says: &["is not initialised", "data race on"],
            seeds: 1,
            run: |emulator, wrong| sums(emulator, mistake(wrong, Mistake::NoBarrier)),
        },
    ]);
}
fn mistake(wrong: bool, mistake: Mistake) -> Mistake {
    if wrong { mistake } else { Mistake::None }
}
