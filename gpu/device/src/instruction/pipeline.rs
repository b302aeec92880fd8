//! A pipeline: stages in shared memory that some threads fill while others read earlier ones.

use core::marker::PhantomData;

use tilework::typenum::Unsigned;

use super::{
    Shared, mbarrier_arrive, mbarrier_arrive_at, mbarrier_arrive_expect, mbarrier_init,
    mbarrier_wait,
};

/// The barriers of `Stages` stages in shared memory, as in CUTLASS's `PipelineTmaAsync`. Steps 0, 1, 2, ... take the
/// stages in turn: step `i` has stage `i mod Stages`. Threads that fill a stage wait until it is empty, and threads
/// that read it wait until it is full. Kernels name steps, and need not count turns or the parities of phases.
///
/// | filling step `i` | reading step `i` |
/// |---|---|
/// | [`acquire`](Self::acquire): step `i - Stages` was released | [`wait`](Self::wait): all data has arrived |
/// | [`expect`](Self::expect) bytes, or [`commit`](Self::commit) what this thread wrote | |
/// | | [`release`](Self::release): this thread and all that it represents have read |
///
/// In this block, the first thread fills two stages of one number each, and the second thread adds the numbers up:
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// use tilework::typenum::U2;
///
/// let mut emulator = Emulator::new(0);
/// let sum = emulator.upload(&[0u32]);
/// emulator.launch([1, 1, 1], 2, 8 + Pipeline::<U2>::BYTES, || unsafe {
///     let (numbers, t) = (Shared::<u32>::new(0), thread::<2>());
///     let pipeline = Pipeline::<U2>::new(numbers.offset(2).cast());
///     if t == 0 {
///         pipeline.init(1, 1);
///     }
///     barrier();
///     if t == 0 {
///         for i in 0..10 {
///             pipeline.acquire(i);
///             numbers.offset(pipeline.stage(i)).write(i as u32);
///             pipeline.commit(i);
///         }
///     } else {
///         let mut total = 0;
///         for i in 0..10 {
///             pipeline.wait(i);
///             total += numbers.offset(pipeline.stage(i)).read();
///             pipeline.release(i);
///         }
///         Global::new(sum.pointer_mut::<u32>()).write(total);
///     }
/// });
/// assert_eq!(emulator.download(sum), [45u32]);
/// ```
pub struct Pipeline<Stages> {
    /// One barrier for each full stage, then one for each empty stage.
    barriers: Shared<u64>,
    stages: PhantomData<Stages>,
}
impl<Stages> Clone for Pipeline<Stages> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<Stages> Copy for Pipeline<Stages> {}

impl<Stages: Unsigned> Pipeline<Stages> {
    /// Bytes of the barriers in shared memory: two `mbarrier`s for each stage.
    pub const BYTES: usize = 2 * 8 * Stages::USIZE;

    /// The pipeline whose barriers are at this place.
    ///
    /// # Safety
    /// There are [`BYTES`](Self::BYTES) bytes for the barriers, used for nothing else. One thread calls
    /// [`init`](Self::init) before others use them.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn new(barriers: Shared<u64>) -> Self {
        const { assert!(Stages::USIZE > 0, "stages: a pipeline has at least one") };
        Pipeline { barriers, stages: PhantomData }
    }

    /// Initializes the barriers. For each step `fillers` threads arrive with [`expect`](Self::expect) or
    /// [`commit`](Self::commit), and `readers` threads with [`release`](Self::release). One thread calls this, and the
    /// block waits for it. If the copy engine fills the stages, [`mbarrier_init_fence`](super::mbarrier_init_fence)
    /// comes in between.
    ///
    /// # Safety
    /// Nobody uses the barriers yet.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn init(self, fillers: u32, readers: u32) {
        for i in 0..Stages::USIZE {
            // SAFETY: as promised.
            unsafe {
                mbarrier_init(self.full(i), fillers);
                mbarrier_init(self.empty(i), readers);
            }
        }
    }

    /// The stage of step `i`: `i mod Stages`.
    #[inline(always)]
    pub fn stage(self, i: usize) -> usize {
        i % Stages::USIZE
    }

    /// The barrier for the stage of step `i` being full. The copy engine arrives at it.
    #[inline(always)]
    pub fn full(self, i: usize) -> Shared<u64> {
        self.barriers.offset(self.stage(i))
    }
    #[inline(always)]
    fn empty(self, i: usize) -> Shared<u64> {
        self.full(i).offset(Stages::USIZE)
    }
    /// The parity of the phase of step `i`: how often the stage was used before, modulo 2.
    #[inline(always)]
    fn parity(i: usize) -> u32 {
        (i / Stages::USIZE % 2) as u32
    }

    /// Waits until the stage of step `i` is empty. The first `Stages` steps do not wait.
    ///
    /// # Safety
    /// The barriers are initialized, and this thread fills step after step.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn acquire(self, i: usize) {
        // The phase before the first has ended.
        // SAFETY: as promised.
        unsafe { mbarrier_wait(self.empty(i), Self::parity(i) ^ 1) }
    }

    /// Arrives as one of the threads that fill step `i`. The stage is full once `bytes` bytes have also arrived by the
    /// copy engine. Returns the barrier to give to the copies.
    ///
    /// # Safety
    /// This thread has acquired the stage of step `i`.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn expect(self, i: usize, bytes: u32) -> Shared<u64> {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive_expect(self.full(i), bytes) };
        self.full(i)
    }

    /// Arrives as one of the threads that fill step `i`. Threads that wait see what this thread wrote before.
    ///
    /// # Safety
    /// As for [`expect`](Self::expect).
    #[inline(always)]
    #[track_caller]
    pub unsafe fn commit(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive(self.full(i)) }
    }

    /// Waits until the stage of step `i` is full.
    ///
    /// # Safety
    /// The barriers are initialized, and this thread reads step after step.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn wait(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_wait(self.full(i), Self::parity(i)) }
    }

    /// Arrives as one of the threads that have read step `i`.
    ///
    /// # Safety
    /// This thread, or a thread that it represents, has waited for step `i` and does not read it any more.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn release(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive(self.empty(i)) }
    }

    /// [`release`](Self::release) for the pipeline at the same place in a block of the cluster, which also fills this
    /// stage.
    ///
    /// # Safety
    /// As for [`release`](Self::release); the cluster has such a block, and the block [drains](Self::drain) its
    /// pipeline before it ends.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn release_in(self, i: usize, block: u32) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive_at(self.empty(i), block) }
    }

    /// Waits until all of the first `steps` steps are read. The threads that filled them call it: in a cluster, a block
    /// may not end earlier.
    ///
    /// # Safety
    /// As for [`acquire`](Self::acquire), with step `steps`.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn drain(self, steps: usize) {
        for i in steps..steps + Stages::USIZE {
            // SAFETY: as promised.
            unsafe { self.acquire(i) }
        }
    }
}
