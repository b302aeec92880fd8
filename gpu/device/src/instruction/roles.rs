//! Warpgroups with roles: one loads operands, and others multiply them. CUTLASS calls this warp specialization.

use super::{fewer_registers, more_registers};

/// A block whose first warpgroup, the producer, loads operands while `CONSUMERS` other warpgroups multiply them. The
/// producer needs few registers: it keeps `FEW` for each thread, and the others get `MANY`. If both are 0, all keep
/// what they have. CUTLASS's warp specialization.
///
/// ```
/// use tilework::typenum::U2;
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// type Block = Roles<2, 24, 240>;
/// let mut emulator = Emulator::new(0);
/// let sums = emulator.upload(&[0u32; 2]);
/// // SAFETY: there are two numbers and the barriers.
/// emulator.launch([1, 1, 1], Block::THREADS, 8 + Pipeline::<U2>::BYTES, || unsafe {
///     let t = thread::<{ Block::THREADS }>() as usize;
///     let (numbers, pipeline) = (Shared::<u32>::new(0), Pipeline::<U2>::new(Shared::new(8)));
///     if t == 0 {
///         pipeline.init(1, 2);
///     }
///     barrier();
///     match Block::role(t) {
///         Role::Producer(brings) => {
///             brings.begin();
///             if brings.leads() {
///                 for i in 0..10 {
///                     pipeline.acquire(i);
///                     numbers.offset(pipeline.stage(i)).write(i as u32);
///                     pipeline.commit(i);
///                 }
///             }
///         }
///         Role::Consumer(own) => {
///             own.begin();
///             let mut sum = 0;
///             for i in 0..10 {
///                 pipeline.wait(i);
///                 sum += numbers.offset(pipeline.stage(i)).read();
/// // All threads of the warpgroup have read.
///                 barrier_of(1 + own.warpgroup() as u32, 128);
///                 if own.leads_warpgroup() {
///                     pipeline.release(i);
///                 }
///             }
///             if own.leads_warpgroup() {
///                 Global::new(sums.pointer_mut::<u32>()).offset(own.warpgroup()).write(sum);
///             }
///         }
///     }
/// });
/// assert_eq!(emulator.download(sums), [45u32, 45]);
/// ```
///
/// A multiprocessor has 65,536 registers. Asking for more is a compile error:
///
/// ```compile_fail
/// # use tilework_device::*;
/// let role = Roles::<2, 24, 248>::role(0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Roles<const CONSUMERS: u32, const FEW: u32, const MANY: u32>;

/// The role of a thread in [`Roles`]. Each role calls `begin` in its own arm of the `match`. If both paths joined after
/// `begin`, `ptxas` would not know how many registers there are.
#[derive(Clone, Copy, Debug)]
pub enum Role<const FEW: u32, const MANY: u32> {
    /// It loads operands.
    Producer(Producer<FEW>),
    /// It multiplies.
    Consumer(Consumer<MANY>),
}

/// A thread of the producer.
#[derive(Clone, Copy, Debug)]
pub struct Producer<const FEW: u32>(usize);
impl<const FEW: u32> Producer<FEW> {
    /// Gives back registers that this role does not need.
    ///
    /// # Safety
    /// All threads of this role reach this call once. The kernel declares the number of its threads by
    /// [`at_most_threads!`](crate::at_most_threads).
    #[inline(always)]
    pub unsafe fn begin(self) {
        if FEW != 0 {
            // SAFETY: as promised, the whole warpgroup.
            unsafe { fewer_registers::<FEW>() }
        }
    }
    /// Its index among the threads of the producer.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0
    }
    /// Returns whether it is the first of them, which usually does all the work.
    #[inline(always)]
    pub fn leads(self) -> bool {
        self.0 == 0
    }
}

/// A thread of a consumer.
#[derive(Clone, Copy, Debug)]
pub struct Consumer<const MANY: u32>(usize);
impl<const MANY: u32> Consumer<MANY> {
    /// Waits for the registers of this role.
    ///
    /// # Safety
    /// As for [`Producer::begin`].
    #[inline(always)]
    pub unsafe fn begin(self) {
        if MANY != 0 {
            // SAFETY: as promised, whole warpgroups.
            unsafe { more_registers::<MANY>() }
        }
    }
    /// Its index among the threads of all consumers, which [`TiledMma::thread`](crate::atom::TiledMma::thread)
    /// takes.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0
    }
    /// The number of its warpgroup among the consumers.
    #[inline(always)]
    pub fn warpgroup(self) -> usize {
        self.0 / 128
    }
    /// The number of its warp among those of all consumers.
    #[inline(always)]
    pub fn warp(self) -> usize {
        self.0 / 32
    }
    /// Its index in the warp.
    #[inline(always)]
    pub fn lane(self) -> usize {
        self.0 % 32
    }
    /// Returns whether it is the first thread of its warpgroup.
    #[inline(always)]
    pub fn leads_warpgroup(self) -> bool {
        self.0.is_multiple_of(128)
    }
    /// Returns whether it is the first thread of its warp.
    #[inline(always)]
    pub fn leads_warp(self) -> bool {
        self.0.is_multiple_of(32)
    }
}

impl<const CONSUMERS: u32, const FEW: u32, const MANY: u32> Roles<CONSUMERS, FEW, MANY> {
    /// Threads of a block.
    pub const THREADS: u32 = 128 * (1 + CONSUMERS);

    /// Registers of each thread when the kernel begins: all threads have the same number.
    const BEFORE: u32 = 65536 / Self::THREADS / 8 * 8;

    /// The role of the thread with this index.
    #[inline(always)]
    pub fn role(t: usize) -> Role<FEW, MANY> {
        const {
            assert!(CONSUMERS > 0, "roles: somebody multiplies what is brought");
            if FEW != 0 || MANY != 0 {
                let (least, most) = (FEW >= 24, MANY <= 256);
                assert!(
                    least && most && FEW.is_multiple_of(8) && MANY.is_multiple_of(8),
                    "registers: a warpgroup has a multiple of 8 from 24 to 256 for each thread"
                );
                assert!(
                    FEW <= Self::BEFORE && MANY >= Self::BEFORE,
                    "registers: those who bring operands give some back, and the others take more"
                );
                assert!(
                    FEW + CONSUMERS * MANY <= (1 + CONSUMERS) * Self::BEFORE,
                    "registers: the others take no more than are given back"
                );
            }
        }
        if t / 128 == 0 { Role::Producer(Producer(t)) } else { Role::Consumer(Consumer(t - 128)) }
    }
}
