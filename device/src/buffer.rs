//! Buffers in the memory of the GPU.

use std::fmt::Display;

use cudarc::driver::{CudaSlice, DevicePtr};
use tilework::AnyLayout;
use tilework_kernel::device::{self, ConsistsOf};
use tilework_kernel::launch::{Input, Output, View, reaches};

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
impl<'a, T, E: ConsistsOf<T>> Input<'a, Gpu, E> for &'a Buffer<T> {
    fn address(self) -> *const E {
        std::ptr::without_provenance(Buffer::address(self) as usize)
    }
}
impl<'a, T, E: ConsistsOf<T>> Output<'a, Gpu, E> for &'a mut Buffer<T> {
    fn address(self) -> *mut E {
        std::ptr::without_provenance_mut(Buffer::address(self) as usize)
    }
}
macro_rules! views {
    ($($buffer:ty: $view:ident $trait:ident;)*) => {$(
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
                unsafe { device::$view::from_raw_parts($trait::address(buffer), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input Input;
    &'a mut Buffer<T>: Output Output;
}
