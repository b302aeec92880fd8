//! Pinned memory of the host, which the GPU copies from and to while the program goes on.

use std::marker::PhantomData;
use std::slice;
use std::sync::Arc;

use cudarc::driver::{CudaContext, DriverError, PinnedHostSlice};
use tilework_device::Element;

use crate::memory::refused;
use crate::{Error, Gpu, Part};

/// Elements in page-locked memory of the host. Copies from and to it run on the GPU while the program goes on, and are
/// faster than others. Accessing the elements waits for the copies.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use tilework_host::Gpu;
///
/// let gpu = Gpu::first(tilework_kernels::PTX)?;
/// let (mut from, mut to) = (gpu.pinned::<f32>(1024)?, gpu.pinned::<f32>(1024)?);
/// from.elements_mut()?.fill(2.0);
/// let mut buffer = gpu.poisoned::<f32>(1024)?;
/// gpu.upload_from(&from, &mut buffer)?;
/// gpu.download_to(&buffer, &mut to)?;
/// // The copies may not even have begun.
/// assert_eq!(to.elements()?[1023], 2.0);
/// # Ok(())
/// # }
/// ```
pub struct Pinned<T> {
    /// The bytes of the elements, which begin at a page.
    data: PinnedHostSlice<u8>,
    length: usize,
    of: PhantomData<T>,
    /// The context whose streams copy it. `data` itself records no events while a context has one stream.
    context: Arc<CudaContext>,
}
impl<T> Drop for Pinned<T> {
    fn drop(&mut self) {
        // The next call that can return an error reports earlier failures.
        _ = self.context.synchronize();
    }
}
impl<T: Element> Pinned<T> {
    /// The elements, after all copies have ended.
    ///
    /// # Errors
    /// Errors of the driver, and of earlier kernels.
    pub fn elements(&self) -> Result<&[T], Error> {
        self.context.synchronize().map_err(failed)?;
        let first = self.data.as_ptr().map_err(failed)?.cast::<T>();
        // SAFETY: as many elements, of any bytes, as `Element` promises.
        Ok(unsafe { slice::from_raw_parts(first, self.length) })
    }

    /// The elements, after all copies have ended.
    ///
    /// # Errors
    /// Errors of the driver, and of earlier kernels.
    pub fn elements_mut(&mut self) -> Result<&mut [T], Error> {
        self.context.synchronize().map_err(failed)?;
        let first = self.data.as_mut_ptr().map_err(failed)?.cast::<T>();
        // SAFETY: as above, borrowed with this value.
        Ok(unsafe { slice::from_raw_parts_mut(first, self.length) })
    }
}
impl<T> Pinned<T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.length
    }
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn failed(error: DriverError) -> Error {
    Error::driver("pinned memory", error)
}

/// The reason why there is no memory of `length` elements of `bytes` bytes, if so.
fn impossible(length: usize, bytes: usize) -> Option<String> {
    let all = length.checked_mul(bytes).filter(|all| *all > 0 && *all < isize::MAX as usize);
    all.is_none()
        .then(|| format!("pinned memory: there is none of {length} elements of {bytes} bytes"))
}

impl Gpu {
    /// Pinned memory of `length` elements, all 0.
    ///
    /// # Errors
    /// If there is too little memory; errors of the driver.
    pub fn pinned<T: Element>(&self, length: usize) -> Result<Pinned<T>, Error> {
        if let Some(why) = impossible(length, size_of::<T>()) {
            return Err(Error::new(why));
        }
        // Cached, so that the host reads it as fast as other memory.
        // SAFETY: it is written below, before anyone else gets it.
        let data = unsafe { self.context.alloc_pinned_with_flags(length * size_of::<T>(), 0) };
        let mut data = data.map_err(failed)?;
        let first: *mut u8 = data.as_mut_ptr().map_err(failed)?;
        // SAFETY: the bytes of this memory.
        unsafe { first.write_bytes(0, length * size_of::<T>()) };
        Ok(Pinned { data, length, of: PhantomData, context: self.context.clone() })
    }

    /// Copies to the GPU after earlier launches, while the program goes on.
    ///
    /// # Errors
    /// If the numbers of elements differ, or the memory belongs to another GPU; errors of the driver.
    pub fn upload_from<T: Element>(&self, from: &Pinned<T>, to: &mut Part<T>) -> Result<(), Error> {
        refused(from.len(), to.len())?;
        self.same_context(&from.context)?;
        self.stream.memcpy_htod(&from.data, self.handle(to).slice()).map_err(failed)
    }

    /// Copies from the GPU after earlier launches, while the program goes on.
    ///
    /// # Errors
    /// If the numbers of elements differ, or the memory belongs to another GPU; errors of the driver.
    pub fn download_to<T: Element>(&self, from: &Part<T>, to: &mut Pinned<T>) -> Result<(), Error> {
        refused(from.len(), to.len())?;
        self.same_context(&to.context)?;
        self.stream.memcpy_dtoh(self.handle(from).slice(), &mut to.data).map_err(failed)
    }

    /// Checks that pinned memory belongs to this GPU, since it waits for the copies of its own GPU.
    fn same_context(&self, context: &Arc<CudaContext>) -> Result<(), Error> {
        match *self.context == **context {
            true => Ok(()),
            false => Err(Error::new("pinned memory: of another GPU than the one that copies")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::impossible;

    #[test]
    fn memory_has_elements_and_fits() {
        assert_eq!(impossible(3, 4), None);
        for length in [0, usize::MAX, usize::MAX / 4] {
            assert!(impossible(length, 4).unwrap().contains(&length.to_string()));
        }
    }
}
