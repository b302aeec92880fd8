//! Buffers in the memory of the GPU.

use std::fmt::Display;

use cudarc::driver::{CudaSlice, DevicePtr};
use tilework::AnyLayout;
use tilework_kernel::device::{self, ConsistsOf, Slice, SliceMut};
use tilework_kernel::launch::{Data, View, reaches};

use crate::Gpu;

/// Elements in the memory of a GPU. As an argument of a kernel, `&buffer` is what it reads, and `&mut buffer` what it writes.
pub struct Buffer<T>(pub(crate) CudaSlice<T>);
impl<T> Buffer<T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Where it begins.
    pub(crate) fn address(&self) -> u64 {
        // All that uses it is on one stream, in order.
        self.0.device_ptr(self.0.stream()).0
    }
}
impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, *const E> for &'a Buffer<T> {
    fn data(self) -> *const E {
        std::ptr::without_provenance(self.address() as usize)
    }
}
impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, *mut E> for &'a mut Buffer<T> {
    fn data(self) -> *mut E {
        std::ptr::without_provenance_mut(self.address() as usize)
    }
}
#[diagnostic::do_not_recommend]
impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, Slice<E>> for &'a Buffer<T> {
    fn data(self) -> Slice<E> {
        // SAFETY: so many elements as the buffer has.
        unsafe { Slice::from_raw_parts(self.data(), self.0.num_bytes() / size_of::<E>()) }
    }
}
#[diagnostic::do_not_recommend]
impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, SliceMut<E>> for &'a mut Buffer<T> {
    fn data(self) -> SliceMut<E> {
        let length = self.0.num_bytes() / size_of::<E>();
        // SAFETY: as above.
        unsafe { SliceMut::from_raw_parts(self.data(), length) }
    }
}
macro_rules! views {
    ($($buffer:ty: $view:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T, E, L> View<'a, Gpu, device::$view<E, L>> for ($buffer, L)
        where
            E: ConsistsOf<T>,
            L: AnyLayout + Display,
        {
            fn view(self, name: &str, wrong: &mut Option<String>) -> device::$view<E, L> {
                let (buffer, layout) = self;
                *wrong = wrong.take().or(reaches::<E, L>(name, buffer.0.num_bytes(), layout));
                // SAFETY: a launch of a shorter buffer is refused.
                unsafe { device::$view::from_raw_parts(buffer.data(), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input;
    &'a mut Buffer<T>: Output;
}
