//! `Here`: a value that stands for the thread that runs a kernel.

use core::marker::PhantomData;

use tilework::internal::Text;

use crate::{barrier_anywhere, block, thread};

/// The thread that runs a kernel, in a block of `THREADS` threads. It is a parameter of the kernel and no argument of
/// the launch: [`kernel`](crate::kernel) makes it. Safe code gets the part of this thread by it.
///
/// ```
/// use tilework::{Dyn, Layout, try_layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// type Tiles = Layout!(((64,4),{Dyn<u32>}):((1,64),256));
///
/// /// `to = 2 from`, where each thread owns 4 numbers of a tile, and each block a tile.
/// #[kernel(threads = 64, blocks = to.layout().extents().1)]
/// fn doubled(here: Here<64>, from: Input<f32, Tiles, OfThreads>, to: Output<f32, Tiles, OfThreads>) {
///     let numbers = from.own(&here).load();
///     to.own(&here).write_each(|i| 2.0 * numbers[i]);
/// }
///
/// let (mut emulator, blocks) = (Emulator::new(1), 3_u32);
/// let tiles = try_layout!(((64,4),blocks):((1,64),256))?;
/// let (from, mut to) = (emulator.upload(&[1.0_f32; 768]), emulator.poisoned::<f32>(768));
/// emulator.run(doubled { from: (&from, tiles), to: (&mut to, tiles) });
/// assert_eq!(emulator.written(to), [2.0; 768]);
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// Only the attribute makes one:
///
/// ```compile_fail,E0133
/// # use tilework_device::*;
/// let scope = Scope::new();
/// let here = Here::<64>::new(&scope);
/// ```
///
/// There is one for each thread:
///
/// ```compile_fail,E0599
/// # use tilework_device::*;
/// fn two(here: Here<64>) {
///     let other = here.clone();
/// }
/// ```
///
/// It does not leave the thread, and it does not outlive the kernel:
///
/// ```compile_fail,E0277
/// # use tilework_device::*;
/// fn elsewhere(here: &Here<64>) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| here.thread());
///     });
/// }
/// ```
///
/// ```compile_fail
/// # use tilework_device::*;
/// fn kept(here: Here<64>) -> Here<'static, 64> {
///     here
/// }
/// ```
pub struct Here<'k, const THREADS: u32> {
    /// Whether the thread is in an odd interval. The barriers of safe code divide the run of a thread into intervals,
    /// and the first one is odd. Threads run at the same time only in the same interval.
    odd: bool,
    /// Invariant in the lifetime, and of one thread.
    of: PhantomData<(fn(&'k ()) -> &'k (), *mut ())>,
}

/// The run of a kernel by a thread: a local variable of the function that calls the kernel.
#[doc(hidden)]
#[derive(Debug)]
pub struct Scope(());
impl Scope {
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Scope(())
    }
}

impl<'k, const THREADS: u32> Here<'k, THREADS> {
    /// The number of threads of a block.
    pub const THREADS: u32 = THREADS;

    /// The thread that runs this.
    ///
    /// # Safety
    /// This is the entry of a kernel, which is launched in blocks of `THREADS` threads in `x`, and 1 in `y` and in `z`.
    /// The thread has no other value of this type.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn new(_: &'k Scope) -> Self {
        // The PTX records the number of threads, and threads of the CPU compare it.
        // SAFETY: as promised.
        unsafe { thread::<THREADS>() };
        Here { odd: true, of: PhantomData }
    }

    /// The index of the thread, below `THREADS`.
    #[inline(always)]
    pub fn thread(&self) -> u32 {
        // SAFETY: as promised to `new`.
        unsafe { thread::<THREADS>() }
    }

    /// The indices of the block in `x`, `y` and `z`.
    #[inline(always)]
    pub fn block(&self) -> [u32; 3] {
        block()
    }

    /// Waits for all threads of the block. Afterwards, they see what was written before.
    ///
    /// All threads of the block reach this call. Otherwise, those that do may wait forever. They may reach it at
    /// different places: the `n`-th wait of one thread meets the `n`-th wait of each other.
    #[inline(always)]
    pub fn wait(&mut self) {
        barrier_anywhere();
        self.odd = !self.odd;
    }

    /// Whether the thread is in an odd interval.
    #[inline(always)]
    pub(super) fn is_odd(&self) -> bool {
        self.odd
    }
}

/// Asserts that the parameter `Here` is for as many threads as the attribute says.
#[doc(hidden)]
#[track_caller]
pub const fn same_threads(here: u32, attribute: u32) {
    if here != attribute {
        let text = Text::new("threads: write `Here<").number(attribute as u64);
        let text = text.then(">`, as `#[kernel(threads = ").number(attribute as u64);
        panic!("{}", text.then(")]` says, not `Here<").number(here as u64).then(">`").as_str());
    }
}
