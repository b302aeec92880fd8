//! Launches on threads of the CPU: what they take as arguments, and how they run.

use core::fmt::Display;

use tilework::AnyLayout;

use super::{Data, Grid, Kernel, Launches, Machine, Map, Part, Seen, View};
use crate::emulator::{Buffer, Emulator};
use crate::{ConsistsOf, Divides, Slice, SliceMut, TensorMap};

impl Machine for Emulator {}
macro_rules! data {
    ($($buffer:ty: $of:ident $pointer:ident $writes:literal;)*) => {$(
        // SAFETY: buffers live as long as the machine, which checks each access. A buffer is `Copy`, but `Seen` checks
        // that none is written and given twice.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Emulator, *$of E> for $buffer {
            unsafe fn data(self, name: &'static str, seen: &mut Seen) -> *$of E {
                seen.aligned::<E>(name, self.address());
                seen.buffer(name, self.range(), $writes);
                seen.named(name, self.range(), size_of::<E>(), None);
                self.$pointer().cast()
            }
        }
    )*};
}
data! {
    &'a Buffer<T>: const as_ptr false;
    &'a mut Buffer<T>: mut as_mut_ptr true;
    &'a Part<Emulator, T>: const as_ptr false;
    &'a mut Part<Emulator, T>: mut as_mut_ptr true;
}
macro_rules! slices {
    ($($buffer:ty: $slice:ident $pointer:ident $writes:literal;)*) => {$(
        // SAFETY: as above, with as many elements as the buffer has.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Emulator, $slice<E>> for $buffer {
            unsafe fn data(self, name: &'static str, seen: &mut Seen) -> $slice<E> {
                seen.aligned::<E>(name, self.address());
                seen.buffer(name, self.range(), $writes);
                seen.named(name, self.range(), size_of::<E>(), None);
                let length = self.bytes() / size_of::<E>();
                // SAFETY: the buffer has as many elements.
                unsafe { $slice::from_raw_parts(self.$pointer().cast(), length) }
            }
        }
    )*};
}
slices! {
    &'a Buffer<T>: Slice as_ptr false;
    &'a mut Buffer<T>: SliceMut as_mut_ptr true;
    &'a Part<Emulator, T>: Slice as_ptr false;
    &'a mut Part<Emulator, T>: SliceMut as_mut_ptr true;
}
// SAFETY: as for buffers. One parameter may read and another may write maps of one tensor, as on a GPU.
unsafe impl<'a, T> Map<'a, Emulator, TensorMap<T>> for &'a TensorMap<T> {
    unsafe fn map(self) -> TensorMap<T> {
        *self
    }
}

macro_rules! views {
    ($($buffer:ty: $view:ident $check:ident $pointer:ident $writes:literal;)*) => {$(
        // SAFETY: as for `Data`. `seen` learns of the layout.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E, L, P> View<'a, Emulator, crate::$view<E, L, P>> for ($buffer, L)
        where
            E: ConsistsOf<T>,
            L: AnyLayout + Display,
            P: Divides<L>,
        {
            unsafe fn view(self, name: &'static str, seen: &mut Seen) -> crate::$view<E, L, P> {
                let (buffer, layout) = self;
                seen.$check::<E, L, P>(name, buffer.bytes(), layout);
                seen.aligned::<E>(name, buffer.address());
                seen.buffer(name, buffer.range(), $writes);
                seen.named(name, buffer.range(), size_of::<E>(), Some(layout.to_string()));
                // SAFETY: `seen` has the launch refused if the buffer is too short, or the layout or the grid is none for it.
                unsafe { crate::$view::from_raw_parts(buffer.$pointer().cast(), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input input as_ptr false;
    &'a mut Buffer<T>: Output output as_mut_ptr true;
    &'a Part<Emulator, T>: Input input as_ptr false;
    &'a mut Part<Emulator, T>: Output output as_mut_ptr true;
}

/// Addresses and numbers that all threads share.
struct Shared<P>(P);
impl<P> Shared<P> {
    fn get(&self) -> &P {
        &self.0
    }
}
// SAFETY: any thread may have parameters, as `Parameter` says. They are numbers, and addresses of the machine's memory.
unsafe impl<P> Sync for Shared<P> {}

impl Emulator {
    /// Runs a kernel with its arguments in the number of blocks that its attribute gives.
    ///
    /// # Panics
    /// If the kernel has an error that this machine detects.
    #[track_caller]
    pub fn run<'a, A: Launches<'a, Emulator, Kernel: Grid>>(&mut self, kernel: A) {
        let launch = kernel.launched();
        let grid = launch.blocks().unwrap_or_else(|wrong| panic!("{wrong}"));
        let (cluster, threads) = (A::Kernel::CLUSTER, A::Kernel::THREADS);
        self.run_in(cluster, grid, threads, A::Kernel::SHARED as usize, launch);
    }

    /// Runs a kernel with its arguments in a grid of blocks, each with `threads` threads and `shared` bytes of shared
    /// memory. `cluster` consecutive blocks in `x` form a cluster.
    ///
    /// # Panics
    /// If the kernel has an error that this machine detects.
    #[track_caller]
    pub fn run_in<'a, A: Launches<'a, Emulator>>(
        &mut self,
        cluster: u32,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        kernel: A,
    ) {
        let mut launch = kernel.launched();
        self.name_buffers(std::mem::take(&mut launch.seen.named));
        // SAFETY: they are for this launch, which ends before `launch` does.
        let parameters = unsafe { launch.parameters(grid) };
        let parameters = Shared(*parameters.unwrap_or_else(|wrong| panic!("{wrong}")));
        // SAFETY: as promised where the launch was made.
        self.launch_clusters(cluster, grid, threads, shared, || unsafe {
            A::Kernel::call(parameters.get())
        });
    }
}
