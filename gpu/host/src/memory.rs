//! Memory of the GPU: made, filled and copied.

use std::mem::ManuallyDrop;

use cudarc::driver::sys::{self, CUresult};
use cudarc::driver::{CudaSlice, DriverError};
use tilework_device::Element;

use crate::{Buffer, Error, Gpu, Owner, Part};

fn driver(of: &str) -> impl Fn(DriverError) -> Error + '_ {
    move |error| Error::driver(of, error)
}
/// Refuses a copy between different numbers of elements.
pub(crate) fn refused(from: usize, to: usize) -> Result<(), Error> {
    match from == to {
        true => Ok(()),
        false => Err(Error::new(format!(
            "a copy is of as many elements as there is room for, not of {from} to {to}"
        ))),
    }
}

/// The driver's handle for the bytes of elements, which does not free them.
pub(crate) struct Handle(ManuallyDrop<CudaSlice<u8>>);
impl Handle {
    pub(crate) fn slice(&mut self) -> &mut CudaSlice<u8> {
        &mut self.0
    }
}
impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: it is not used afterward.
        unsafe { ManuallyDrop::take(&mut self.0) }.leak();
    }
}

/// An element as equal numbers of 8, 16 or 32 bits: the bytes of a number, and the numbers in order.
fn words<T: Element>(x: T) -> (usize, Vec<u32>) {
    let width = align_of::<T>().min(4);
    // SAFETY: `Element` promises that it has no padding.
    let bytes = unsafe { std::slice::from_raw_parts((&raw const x).cast::<u8>(), size_of::<T>()) };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |x, &byte| x << 8 | u32::from(byte));
    (width, bytes.chunks(width).map(number).collect())
}

impl Gpu {
    pub(crate) fn handle<T>(&self, part: &Part<T>) -> Handle {
        // SAFETY: the elements exist while the part is borrowed, and the handle is of one call.
        let slice = unsafe { self.stream.upgrade_device_ptr(part.address(), part.bytes()) };
        Handle(ManuallyDrop::new(slice))
    }

    /// Memory for elements, without values.
    ///
    /// # Safety
    /// They are written before they are read as a `T`.
    pub(crate) unsafe fn memory<T>(&self, length: usize) -> Result<Buffer<T>, Error> {
        let bytes = length.checked_mul(size_of::<T>()).filter(|bytes| *bytes < isize::MAX as usize);
        let bytes = bytes.ok_or_else(|| {
            let each = size_of::<T>();
            Error::new(format!("memory: there is none of {length} elements of {each} bytes"))
        })?;
        let address = match bytes {
            0 => 0,
            // SAFETY: as promised.
            _ => unsafe { self.stream.alloc::<u8>(bytes) }.map_err(driver("memory"))?.leak(),
        };
        // SAFETY: memory of the driver, for as many elements.
        Ok(unsafe { Buffer::new((address, length), Owner::Driver, &self.stream, self.foreign) })
    }

    /// Copies data to the GPU.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn upload<T: Element>(&self, data: &[T]) -> Result<Buffer<T>, Error> {
        // SAFETY: all of it is written.
        let mut buffer = unsafe { self.memory(data.len())? };
        self.upload_to(data, &mut buffer)?;
        Ok(buffer)
    }

    /// Copies data to a buffer, or to a part of one: `gpu.upload_to(&page, &mut pool[4096..8192])?`.
    ///
    /// # Errors
    /// If the numbers of elements differ; errors of the driver.
    pub fn upload_to<T: Element>(&self, data: &[T], to: &mut Part<T>) -> Result<(), Error> {
        refused(data.len(), to.len())?;
        if data.is_empty() {
            return Ok(());
        }
        // SAFETY: `Element` promises that there is no padding.
        let bytes =
            unsafe { std::slice::from_raw_parts(data.as_ptr().cast::<u8>(), size_of_val(data)) };
        self.stream.memcpy_htod(bytes, self.handle(to).slice()).map_err(driver("upload"))
    }

    /// Copies data to the host.
    ///
    /// # Errors
    /// Errors of the driver, and of earlier kernels.
    pub fn download<T: Element>(&self, data: &Part<T>) -> Result<Vec<T>, Error> {
        let mut elements = Vec::<T>::with_capacity(data.len());
        let (to, from, bytes) = (elements.as_mut_ptr().cast(), data.address(), data.bytes());
        // SAFETY: there is room for them, and any bytes are elements, as `Element` promises. The copy has ended before
        // they are seen.
        unsafe {
            self.set(bytes, |stream| sys::cuMemcpyDtoHAsync_v2(to, from, bytes, stream))?;
            self.stream.synchronize().map_err(driver("download"))?;
            elements.set_len(data.len());
        }
        Ok(elements)
    }

    /// Memory with 255 in each byte, which is NaN as a float, so that elements that a kernel does not write can be
    /// seen.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn poisoned<T: Element>(&self, length: usize) -> Result<Buffer<T>, Error> {
        // SAFETY: all of it is written.
        let mut data = unsafe { self.memory(length)? };
        self.poison(&mut data)?;
        Ok(data)
    }

    /// Memory with 0 in each byte.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn zeros<T: Element>(&self, length: usize) -> Result<Buffer<T>, Error> {
        // SAFETY: all of it is written.
        let mut data = unsafe { self.memory(length)? };
        self.bytes(&mut data, 0)?;
        Ok(data)
    }

    /// Elements that are `x`.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn filled<T: Element>(&self, length: usize, x: T) -> Result<Buffer<T>, Error> {
        // SAFETY: all of it is written.
        let mut data = unsafe { self.memory(length)? };
        self.fill(&mut data, x)?;
        Ok(data)
    }

    /// Sets each byte to 255.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn poison<T>(&self, data: &mut Part<T>) -> Result<(), Error> {
        self.bytes(data, 255)
    }

    fn bytes<T>(&self, data: &mut Part<T>, byte: u8) -> Result<(), Error> {
        let (address, bytes) = (data.address(), data.bytes());
        // SAFETY: the bytes of `data`.
        self.set(bytes, |stream| unsafe { sys::cuMemsetD8Async(address, byte, bytes, stream) })
    }

    /// Sets each element of a buffer, or of a part of one. Elements of 8 bytes and more whose halves differ take one
    /// pass for each 4 bytes.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn fill<T: Element>(&self, data: &mut Part<T>, x: T) -> Result<(), Error> {
        let (width, words) = words(x);
        let (address, length, bytes) = (data.address(), data.len(), size_of::<T>());
        if words.iter().all(|word| *word == words[0]) {
            let count = length * words.len();
            // SAFETY: the elements of `data`, all of whose numbers are equal.
            return self.set(count, |stream| unsafe {
                match width {
                    1 => sys::cuMemsetD8Async(address, words[0] as u8, count, stream),
                    2 => sys::cuMemsetD16Async(address, words[0] as u16, count, stream),
                    _ => sys::cuMemsetD32Async(address, words[0], count, stream),
                }
            });
        }
        words.iter().enumerate().try_for_each(|(at, &word)| {
            let address = address + (at * width) as u64;
            // SAFETY: of each element of `data` the number at this place.
            self.set(length, |stream| unsafe {
                match width {
                    1 => sys::cuMemsetD2D8Async(address, bytes, word as u8, 1, length, stream),
                    2 => sys::cuMemsetD2D16Async(address, bytes, word as u16, 1, length, stream),
                    _ => sys::cuMemsetD2D32Async(address, bytes, word, 1, length, stream),
                }
            })
        })
    }
    /// Calls the driver, unless there is nothing to set.
    fn set(&self, count: usize, call: impl FnOnce(sys::CUstream) -> CUresult) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        self.context.bind_to_thread().map_err(driver("memory"))?;
        call(self.stream.cu_stream()).result().map_err(driver("memory"))
    }

    /// Copies on the GPU by the driver, from a buffer or a part of one to another.
    ///
    /// # Errors
    /// If the numbers of elements differ; errors of the driver.
    pub fn copy<T>(&self, from: &Part<T>, to: &mut Part<T>) -> Result<(), Error> {
        refused(from.len(), to.len())?;
        let (from, to, bytes) = (from.address(), to.address(), from.bytes());
        // SAFETY: elements of both; the driver finds the GPU of each by its address.
        self.set(bytes, |stream| unsafe { sys::cuMemcpyAsync(to, from, bytes, stream) })
    }
}

#[cfg(test)]
mod tests {
    use super::{refused, words};
    use tilework_device::{F32x4, Vector};

    /// The numbers side by side are the element, in the order of memory.
    #[test]
    fn an_element_is_its_numbers() {
        assert_eq!(words(0x12_u8), (1, vec![0x12]));
        assert_eq!(words(-2_i16), (2, vec![0xfffe]));
        assert_eq!(words(1.0_f32), (4, vec![0x3f80_0000]));
        assert_eq!(words(0x0123_4567_89ab_cdef_u64), (4, vec![0x89ab_cdef, 0x0123_4567]));
        let vector: F32x4 = Vector([0.0, 1.0, 2.0, -0.0]);
        assert_eq!(words(vector), (4, vec![0, 0x3f80_0000, 0x4000_0000, 0x8000_0000]));
    }

    #[test]
    fn copies_are_of_as_many_elements_as_there_is_room_for() {
        assert!(refused(7, 7).is_ok());
        let says = refused(7, 8).unwrap_err().to_string();
        assert!(says.contains("not of 7 to 8"), "{says}");
    }
}
