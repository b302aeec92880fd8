//! Buffers in the memory of the GPU.

use std::fmt::Display;

use cudarc::driver::{CudaSlice, DevicePtr};
use tilework::AnyLayout;
use tilework_device::launch::{Data, Seen, View};
use tilework_device::{ConsistsOf, Divides, Slice, SliceMut};

use crate::Gpu;

/// Elements in the memory of a GPU. As an argument of a kernel, `&buffer` is read and `&mut buffer` is written.
pub struct Buffer<T>(pub(crate) CudaSlice<T>);
impl<T> Buffer<T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn pointer<E>(&self) -> *const E {
        std::ptr::without_provenance(self.address() as usize)
    }
    /// Its address.
    pub(crate) fn address(&self) -> u64 {
        // All accesses are on one stream, in order.
        self.0.device_ptr(self.0.stream()).0
    }
}
// SAFETY: a launch borrows the buffer. Later accesses to the buffer, and its drop, come after the kernel on its stream.
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, *const E> for &'a Buffer<T> {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> *const E {
        self.pointer()
    }
}
// SAFETY: as above.
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, *mut E> for &'a mut Buffer<T> {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> *mut E {
        self.pointer::<E>().cast_mut()
    }
}
// SAFETY: as above, with as many elements as the buffer has.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, Slice<E>> for &'a Buffer<T> {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> Slice<E> {
        // SAFETY: the buffer has as many elements.
        unsafe { Slice::from_raw_parts(self.pointer(), self.0.num_bytes() / size_of::<E>()) }
    }
}
// SAFETY: as above, with as many elements as the buffer has.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, SliceMut<E>> for &'a mut Buffer<T> {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> SliceMut<E> {
        let length = self.0.num_bytes() / size_of::<E>();
        // SAFETY: as above.
        unsafe { SliceMut::from_raw_parts(self.pointer::<E>().cast_mut(), length) }
    }
}
macro_rules! views {
    ($($buffer:ty: $view:ident $check:ident $($cast:ident)?;)*) => {$(
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
                seen.$check::<E, L, P>(name, buffer.0.num_bytes(), layout);
                // SAFETY: `seen` has the launch refused if the buffer is too short, or the layout or the grid is none for it.
                unsafe { tilework_device::$view::from_raw_parts(buffer.pointer::<E>()$(.$cast())?, layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input input;
    &'a mut Buffer<T>: Output output cast_mut;
}
