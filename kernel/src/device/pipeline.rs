//! A pipeline: stages in shared memory that some threads fill while others read those before.

use core::marker::PhantomData;

use tilework::typenum::Unsigned;

use super::{
    Shared, mbarrier_arrive, mbarrier_arrive_at, mbarrier_arrive_expect, mbarrier_init,
    mbarrier_wait,
};

/// The barriers of `Stages` stages in shared memory, which steps 0, 1, 2, ... take in turn: step `i` has stage `i mod Stages`. Those who
/// fill a stage wait until it is empty, and those who read it until it is full. Kernels name steps, and count neither turns nor the
/// parities of phases. CUTLASS's `PipelineTmaAsync`.
///
/// | who fills step `i` | who reads it |
/// |---|---|
/// | [`acquire`](Self::acquire): the readers of step `i - Stages` have released it | [`wait`](Self::wait): all has come |
/// | [`expect`](Self::expect): so many bytes come by the copy engine; or [`commit`](Self::commit): this thread has written | |
/// | | [`release`](Self::release): this thread, or all for which it stands, has read |
///
/// A block whose first thread fills two stages of one number each, which its second thread adds up:
///
/// ```
/// use tilework_kernel::device::*;
/// use tilework_kernel::host::Host;
/// use tilework::typenum::U2;
///
/// let mut host = Host::new(0);
/// let sum = host.upload(&[0u32]);
/// host.launch([1, 1, 1], 2, 8 + Pipeline::<U2>::BYTES, || unsafe {
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
/// assert_eq!(host.download(sum), [45u32]);
/// ```
pub struct Pipeline<Stages> {
    /// That each stage is full, and then that each is empty.
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
    /// Bytes of its barriers in shared memory: two `mbarrier`s for each stage.
    pub const BYTES: usize = 2 * 8 * Stages::USIZE;

    /// The pipeline whose barriers are here.
    ///
    /// # Safety
    /// There are [`BYTES`](Self::BYTES) bytes for them that are used for nothing else, and one thread calls [`init`](Self::init)
    /// before others use them.
    #[inline(always)]
    pub unsafe fn new(barriers: Shared<u64>) -> Self {
        const { assert!(Stages::USIZE > 0, "stages: a pipeline has at least one") };
        Pipeline { barriers, stages: PhantomData }
    }

    /// Prepares the barriers: `fillers` arrive for each step with [`expect`](Self::expect) or [`commit`](Self::commit), and `readers` with
    /// [`release`](Self::release). One thread does it, and the block waits for it, with [`mbarrier_init_fence`](super::mbarrier_init_fence)
    /// before where the copy engine fills the stages.
    ///
    /// # Safety
    /// Nobody uses the barriers yet.
    #[inline(always)]
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

    /// The barrier that the stage of step `i` is full, at which the copy engine arrives.
    #[inline(always)]
    pub fn full(self, i: usize) -> Shared<u64> {
        self.barriers.offset(self.stage(i))
    }
    #[inline(always)]
    fn empty(self, i: usize) -> Shared<u64> {
        self.full(i).offset(Stages::USIZE)
    }
    /// How often the stage was used before step `i`, of which the lowest bit is the parity of its phase.
    #[inline(always)]
    fn parity(i: usize) -> u32 {
        (i / Stages::USIZE % 2) as u32
    }

    /// Waits until the stage of step `i` is empty: the first `Stages` steps do not wait.
    ///
    /// # Safety
    /// The barriers are prepared, and this thread fills step after step.
    #[inline(always)]
    pub unsafe fn acquire(self, i: usize) {
        // The phase before the first has ended.
        // SAFETY: as promised.
        unsafe { mbarrier_wait(self.empty(i), Self::parity(i) ^ 1) }
    }

    /// Arrives as one of those who fill step `i`, which is full when so many bytes have come by the copy engine too. The result is the
    /// barrier of which the copies are told.
    ///
    /// # Safety
    /// This thread has acquired the stage of step `i`.
    #[inline(always)]
    pub unsafe fn expect(self, i: usize, bytes: u32) -> Shared<u64> {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive_expect(self.full(i), bytes) };
        self.full(i)
    }

    /// Arrives as one of those who fill step `i`: what this thread wrote before is there for those who wait.
    ///
    /// # Safety
    /// As of [`expect`](Self::expect).
    #[inline(always)]
    pub unsafe fn commit(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive(self.full(i)) }
    }

    /// Waits until the stage of step `i` is full.
    ///
    /// # Safety
    /// The barriers are prepared, and this thread reads step after step.
    #[inline(always)]
    pub unsafe fn wait(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_wait(self.full(i), Self::parity(i)) }
    }

    /// Arrives as one of those who have read step `i`.
    ///
    /// # Safety
    /// This thread, or one for which it stands, has waited for step `i`, and reads no more of it.
    #[inline(always)]
    pub unsafe fn release(self, i: usize) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive(self.empty(i)) }
    }

    /// [`release`](Self::release), for the pipeline that a block of the cluster has in this place, which fills this stage too.
    ///
    /// # Safety
    /// As there; the cluster has such a block, which does not end before: it [drains](Self::drain) its pipeline.
    #[inline(always)]
    pub unsafe fn release_in(self, i: usize, block: u32) {
        // SAFETY: as promised.
        unsafe { mbarrier_arrive_at(self.empty(i), block) }
    }

    /// Waits until all of the first `steps` steps are read, for who has filled them: with a cluster a block may not end before.
    ///
    /// # Safety
    /// As of [`acquire`](Self::acquire), of step `steps`.
    #[inline(always)]
    pub unsafe fn drain(self, steps: usize) {
        for i in steps..steps + Stages::USIZE {
            // SAFETY: as promised.
            unsafe { self.acquire(i) }
        }
    }
}
