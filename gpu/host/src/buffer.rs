//! Buffers in the memory of the GPU.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop};
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::CudaStream;
use tilework::AnyLayout;
use tilework_device::launch::{self, Data, Seen, View};
use tilework_device::{ConsistsOf, Divides, Slice, SliceMut};

use crate::Gpu;

/// Consecutive elements of a buffer: `&buffer[..64]`, `&mut buffer[64..]`, or two by `buffer.split_at_mut(64)`.
pub type Part<T> = launch::Part<Gpu, T>;

/// Who frees the memory of a buffer when it is dropped.
pub enum Owner {
    /// The driver, in the order of the buffer's stream. Its memory is that of [`Gpu::upload`] and others.
    Driver,
    /// Nobody here: the memory belongs to another library, which keeps it.
    Other,
    /// This function, when the stream has done its work.
    By(Box<dyn FnOnce() + Send + Sync>),
}
impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Owner::Driver => "Driver",
            Owner::Other => "Other",
            Owner::By(_) => "By(..)",
        })
    }
}

/// Elements in the memory of a GPU. As an argument of a kernel, `&buffer` is read and `&mut buffer` is written. It is
/// the [`Part`] with all its elements, so `&mut buffer[64..]` and `buffer.split_at_mut(64)` are arguments, too.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # use tilework::{layout, operation::try_zipped_divide, try_layout};
/// use tilework_host::{Gpu, promise};
/// use tilework_kernels::scaled_copy::scaled_copy;
///
/// let gpu = Gpu::first(tilework_kernels::PTX)?;
/// let mut both = gpu.zeros::<f32>(2 * 1024)?;
/// let (from, to) = both.split_at_mut(1024);
/// gpu.fill(from, 1.5)?;
/// let (m, n) = (64_u32, 4_u32);
/// let matrix = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
/// // SAFETY: both parts are as long as the layout reaches.
/// gpu.run(unsafe { promise(scaled_copy { from: &*from, to, matrix, factor: 2.0 }) })?;
/// assert_eq!(gpu.download(&both[1023..1025])?, [1.5, 3.0]);
/// # Ok(())
/// # }
/// ```
pub struct Buffer<T> {
    address: u64,
    length: usize,
    owner: Owner,
    /// All accesses are on this stream, in order.
    stream: Arc<CudaStream>,
    /// True if who owns the memory frees it in the order of the stream.
    ordered: bool,
    of: PhantomData<fn() -> T>,
}
impl<T> Buffer<T> {
    /// The buffer of these elements, whose accesses are on this stream.
    ///
    /// # Safety
    /// They exist until the owner frees them, in the context of the stream, and the buffer alone has them. The memory
    /// is of the driver if the owner is.
    pub(crate) unsafe fn new(
        (address, length): (u64, usize),
        owner: Owner,
        stream: &Arc<CudaStream>,
        ordered: bool,
    ) -> Self {
        Buffer { address, length, owner, stream: stream.clone(), ordered, of: PhantomData }
    }
    /// The address, the number of elements and the owner, for [`Gpu::from_raw`]. Nobody frees the memory until then.
    #[must_use = "the memory is not freed"]
    pub fn into_raw(self) -> (*mut T, usize, Owner) {
        let mut this = ManuallyDrop::new(self);
        let owner = mem::replace(&mut this.owner, Owner::Other);
        // SAFETY: it is not used any more, and not dropped again.
        unsafe { ptr::drop_in_place(&raw mut this.stream) };
        (ptr::without_provenance_mut(this.address as usize), this.length, owner)
    }
    pub(crate) fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }
    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered
    }
}
impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // The next call that can return an error reports failures.
        _ = self.stream.context().bind_to_thread();
        match mem::replace(&mut self.owner, Owner::Other) {
            Owner::Driver if self.length > 0 => {
                // SAFETY: `new` demands memory of the driver, which nobody else frees.
                drop(unsafe { self.stream.upgrade_device_ptr::<T>(self.address, self.length) });
            }
            Owner::Driver | Owner::Other => {}
            Owner::By(free) => {
                if !self.ordered {
                    _ = self.stream.synchronize();
                }
                free();
            }
        }
    }
}
impl<T> Deref for Buffer<T> {
    type Target = Part<T>;
    fn deref(&self) -> &Part<T> {
        // SAFETY: the elements of the buffer. Accesses are on one stream, in order, and so is what frees them.
        unsafe { Part::from_raw_parts(ptr::without_provenance(self.address as usize), self.length) }
    }
}
impl<T> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut Part<T> {
        let start = ptr::without_provenance_mut(self.address as usize);
        // SAFETY: as above.
        unsafe { Part::from_raw_parts_mut(start, self.length) }
    }
}
impl<T> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

macro_rules! data {
    ($($buffer:ty: $of:ident $slice:ident $pointer:ident;)*) => {$(
        // SAFETY: a launch borrows the buffer. Later accesses to the buffer, and its drop, come after the kernel on its
        // stream.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, *$of E> for $buffer {
            unsafe fn data(self, name: &'static str, seen: &mut Seen) -> *$of E {
                seen.aligned::<E>(name, self.address());
                self.$pointer().cast()
            }
        }
        // SAFETY: as above, with as many elements as the buffer has.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, $slice<E>> for $buffer {
            unsafe fn data(self, name: &'static str, seen: &mut Seen) -> $slice<E> {
                seen.aligned::<E>(name, self.address());
                let length = self.bytes() / size_of::<E>();
                // SAFETY: the buffer has as many elements.
                unsafe { $slice::from_raw_parts(self.$pointer().cast(), length) }
            }
        }
    )*};
}
data! {
    &'a Buffer<T>: const Slice as_ptr;
    &'a mut Buffer<T>: mut SliceMut as_mut_ptr;
    &'a Part<T>: const Slice as_ptr;
    &'a mut Part<T>: mut SliceMut as_mut_ptr;
}
macro_rules! views {
    ($($buffer:ty: $view:ident $check:ident $pointer:ident;)*) => {$(
        // SAFETY: as for `Data`. `seen` learns of the layout.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E, L, P> View<'a, Gpu, tilework_device::$view<E, L, P>> for ($buffer, L)
        where
            E: ConsistsOf<T>,
            L: AnyLayout + Display,
            P: Divides<L>,
        {
            unsafe fn view(self, name: &'static str, seen: &mut Seen) -> tilework_device::$view<E, L, P> {
                let (buffer, layout) = self;
                seen.$check::<E, L, P>(name, buffer.bytes(), layout);
                seen.aligned::<E>(name, buffer.address());
                // SAFETY: `seen` has the launch refused if the buffer is too short, or the layout or the grid is none for it.
                unsafe { tilework_device::$view::from_raw_parts(buffer.$pointer().cast(), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input input as_ptr;
    &'a mut Buffer<T>: Output output as_mut_ptr;
    &'a Part<T>: Input input as_ptr;
    &'a mut Part<T>: Output output as_mut_ptr;
}
