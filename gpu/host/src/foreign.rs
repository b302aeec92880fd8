//! Memory and streams of other libraries, such as PyTorch.

use std::ffi::c_void;

use tilework::AnyLayout;
use tilework::algebra::Layout;
use tilework::interop::dlpack::{DLDevice, Element, Error as Refused, Managed};

use crate::{Buffer, Error, Gpu, Owner};

fn refused(error: Refused) -> Error {
    Error::new(error.to_string())
}

impl Gpu {
    /// The same GPU, whose launches and copies go to a stream of another library: a `CUstream`, or a `cudaStream_t`,
    /// which is the same. In PyTorch it is `torch.cuda.current_stream().cuda_stream`. Null is the default stream, on
    /// which [`Gpu::new`] launches, too.
    ///
    /// # Safety
    /// - The stream is one of this GPU, and exists until this `Gpu`, and what is made from it, is dropped.
    /// - Whoever owns memory that this `Gpu` imports frees it in the order of the stream, as the allocator of PyTorch
    ///   does for its current stream. So dropping such a buffer waits for nothing.
    /// - The same holds as for [`Gpu::with_stream`].
    pub unsafe fn with_foreign_stream(&self, stream: *mut c_void) -> Gpu {
        // SAFETY: as promised.
        self.on(unsafe { self.context.wrap_borrowed_stream(stream.cast()) }, true)
    }

    /// The stream, a `CUstream`, for another library. It exists as long as this `Gpu`; the default stream is null.
    pub fn raw_stream(&self) -> *mut c_void {
        self.stream.cu_stream().cast()
    }

    /// The buffer of `length` elements from an address on, in the memory of this GPU. `owner` says who frees it:
    /// [`Owner::Other`] for memory that another library keeps, [`Owner::By`] for a function that is called when the
    /// buffer is dropped and the stream has done its work, and what [`Buffer::into_raw`] said.
    ///
    /// # Safety
    /// - The elements exist until the owner frees them, or with [`Owner::Other`] until the buffer is dropped and the
    ///   stream has done its work. The memory is of the driver, as that of [`Buffer::into_raw`], if the owner is.
    /// - Until then only this buffer accesses them, or other accesses come before or after in the order of the stream.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use tilework_host::{Gpu, Owner};
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (pointer, length, owner) = gpu.filled(1024, 1.0_f32)?.into_raw();
    /// // Another library uses the pointer here. Then the buffer is made again, and frees its memory.
    /// // SAFETY: the memory of the buffer, which nobody else has.
    /// let buffer = unsafe { gpu.from_raw(pointer, length, owner) };
    /// assert_eq!(gpu.download(&buffer)?[1023], 1.0);
    /// # Ok(())
    /// # }
    /// ```
    pub unsafe fn from_raw<T>(&self, pointer: *mut T, length: usize, owner: Owner) -> Buffer<T> {
        // SAFETY: as promised.
        unsafe { Buffer::new((pointer.addr() as u64, length), owner, &self.stream, self.foreign) }
    }

    /// The device as DLPack names it.
    pub fn dlpack_device(&self) -> DLDevice {
        DLDevice::cuda(self.context.ordinal() as i32)
    }

    /// The elements of a tensor of another library as a buffer, from its first element to its last. Its layout is
    /// [`Managed::layout`], such as `tensor.layout::<Layout!((N,N):(N,N))>()?` with `type N = Dyn<u32>`. Dropping the
    /// buffer frees the tensor, when the stream has done its work.
    ///
    /// # Errors
    /// If the elements are of another type, or elsewhere than on this GPU; if extents or strides are negative. The
    /// tensor is freed then, too.
    ///
    /// # Safety
    /// Until the buffer is dropped only the buffer accesses the elements, or other accesses come before or after in the
    /// order of the stream. If the tensor is read-only, the buffer is not written.
    ///
    /// ```no_run
    /// use std::ffi::c_void;
    /// use tilework::interop::dlpack::{DLManagedTensor, Managed};
    /// use tilework::{Dyn, Layout};
    /// use tilework_host::{Error, Gpu};
    ///
    /// type N = Dyn<u32>;
    /// /// Sets a matrix of a Python capsule to zeros.
    /// ///
    /// /// # Safety
    /// /// A tensor that nobody else frees, and PyTorch's current stream.
    /// unsafe fn cleared(gpu: &Gpu, tensor: *mut DLManagedTensor, stream: *mut c_void) -> Result<(), Box<dyn std::error::Error>> {
    ///     // SAFETY: as promised.
    ///     let (gpu, tensor) = unsafe { (gpu.with_foreign_stream(stream), Managed::from_raw(tensor)?) };
    ///     let layout = tensor.layout::<Layout!((N,N):(N,N))>()?;
    ///     assert_eq!(layout.size(), layout.cosize(), "no elements between");
    ///     // SAFETY: PyTorch's other accesses are on the same stream.
    ///     let mut matrix = unsafe { gpu.from_dlpack::<f32>(tensor)? };
    ///     Ok(gpu.fill(&mut matrix, 0.0)?)
    /// }
    /// ```
    pub unsafe fn from_dlpack<T: Element>(&self, tensor: Managed) -> Result<Buffer<T>, Error> {
        let (pointer, length) = elements(&tensor, self.dlpack_device()).map_err(refused)?;
        let owner = Owner::By(Box::new(move || drop(tensor)));
        // SAFETY: the tensor keeps the elements, and the other accesses are as promised.
        Ok(unsafe { self.from_raw(pointer, length, owner) })
    }
}

/// The elements of a tensor on this device.
fn elements<T: Element>(tensor: &Managed, wanted: DLDevice) -> Result<(*mut T, usize), Refused> {
    match tensor.device() {
        has if has == wanted => Ok((tensor.pointer::<T>()?, tensor.reach()?)),
        has => Err(Refused::Device { has, wanted }),
    }
}

/// A buffer that another library frees, from whatever thread.
struct Given<T>(Buffer<T>);
impl<T> Drop for Given<T> {
    fn drop(&mut self) {
        // The other library may have launched on another stream what reads it.
        if !self.0.is_ordered() {
            _ = self.0.stream().context().synchronize();
        }
    }
}

impl<T: Element + 'static> Buffer<T> {
    /// The tensor of these elements for another library, with a mode for each mode of the layout. When that library
    /// frees it, from whatever thread, the memory is freed after all work of the GPU.
    ///
    /// What was launched before may still run: the other library uses the same stream ([`Gpu::raw_stream`]), or the
    /// program calls [`Gpu::synchronize`] before.
    ///
    /// # Errors
    /// If the layout reaches more elements than the buffer has, or a mode of it has several strides.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use tilework::layout;
    /// let gpu = tilework_host::Gpu::first(tilework_kernels::PTX)?;
    /// let tensor = gpu.filled(64 * 32, 1.0_f32)?.into_dlpack(layout!((64,32):row_major))?;
    /// gpu.synchronize()?;
    /// // For a Python capsule `dltensor_versioned`.
    /// let pointer = tensor.into_versioned();
    /// # Ok(())
    /// # }
    /// ```
    pub fn into_dlpack(self, layout: impl AnyLayout + Into<Layout>) -> Result<Managed, Error> {
        let (reached, has) = (layout.cosize(), self.len());
        if reached > has {
            return Err(refused(Refused::Reach { reached, has }));
        }
        let device = DLDevice::cuda(self.stream().context().ordinal() as i32);
        let pointer = self.as_ptr().cast_mut();
        // SAFETY: the buffer keeps its elements, and nobody here has it any more.
        unsafe { Managed::new(Given(self), pointer, device, layout, false) }.map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::{DLDevice, elements};
    use tilework::interop::dlpack::Managed;
    use tilework::layout;

    /// A tensor that says it is on a GPU, at an address of no GPU.
    fn tensor(device: DLDevice) -> Managed {
        let at = std::ptr::without_provenance_mut::<f32>(4096);
        // SAFETY: nobody accesses the elements.
        unsafe { Managed::new((), at, device, layout!((3,4):(8,1)), false) }.unwrap()
    }

    #[test]
    fn a_tensor_is_taken_from_its_gpu() {
        let on_second = tensor(DLDevice::cuda(1));
        let (pointer, length) = elements::<f32>(&on_second, DLDevice::cuda(1)).unwrap();
        assert_eq!((pointer.addr(), length), (4096, 2 * 8 + 4));
        for (tensor, wanted, words) in [
            (&on_second, DLDevice::cuda(0), "on GPU 1, and the program takes it from GPU 0"),
            (&tensor(DLDevice::CPU), DLDevice::cuda(0), "on the CPU, and the program takes it"),
        ] {
            let says = elements::<f32>(tensor, wanted).unwrap_err().to_string();
            assert!(says.contains(words), "{says}");
        }
        let says = elements::<half::bf16>(&on_second, DLDevice::cuda(1)).unwrap_err().to_string();
        assert!(says.contains("the elements are f32, and the program has bf16"), "{says}");
    }
}
