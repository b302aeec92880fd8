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
macro_rules! data {
    ($($buffer:ty: $of:ty, |$data:ident| $give:expr;)*) => {$(
        impl<'a, T, E: ConsistsOf<T>> Data<'a, Gpu, $of> for $buffer {
            fn data(self) -> $of {
                let $data = self;
                $give
            }
        }
    )*};
}
// SAFETY: so many elements as the buffer has.
data! {
    &'a Buffer<T>: *const E, |data| std::ptr::without_provenance(data.address() as usize);
    &'a mut Buffer<T>: *mut E, |data| std::ptr::without_provenance_mut(data.address() as usize);
    &'a Buffer<T>: Slice<E>, |data| unsafe { Slice::from_raw_parts(data.data(), data.0.num_bytes() / size_of::<E>()) };
    &'a mut Buffer<T>: SliceMut<E>, |data| {
        let length = data.0.num_bytes() / size_of::<E>();
        unsafe { SliceMut::from_raw_parts(data.data(), length) }
    };
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
