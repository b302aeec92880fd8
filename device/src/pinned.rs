//! Memory of the host that the GPU copies from and to while the program goes on.

use cudarc::driver::{DeviceRepr, DriverError, PinnedHostSlice, ValidAsZeroBits};

use crate::{Buffer, Error, Gpu};

/// Elements in memory of the host that stays where it is: copies from and to it run on the GPU while the program goes on, and are faster than others.
/// Who looks at the elements waits for the copies.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use tilework_device::Gpu;
///
/// let gpu = Gpu::first(tilework_kernels::PTX)?;
/// let (mut from, mut to) = (gpu.pinned::<f32>(1024)?, gpu.pinned::<f32>(1024)?);
/// from.elements_mut()?.fill(2.0);
/// let mut buffer = gpu.poisoned::<f32>(1024)?;
/// gpu.upload_from(&from, &mut buffer)?;
/// gpu.download_to(&buffer, &mut to)?;
/// // Both copies may not have begun.
/// assert_eq!(to.elements()?[1023], 2.0);
/// # Ok(())
/// # }
/// ```
pub struct Pinned<T>(PinnedHostSlice<T>);
impl<T: ValidAsZeroBits> Pinned<T> {
    /// The elements, after all copies.
    ///
    /// # Errors
    /// Those of the driver, and of kernels that ran before.
    pub fn elements(&self) -> Result<&[T], Error> {
        self.0.as_slice().map_err(failed)
    }

    /// The elements, after all copies.
    ///
    /// # Errors
    /// Those of the driver, and of kernels that ran before.
    pub fn elements_mut(&mut self) -> Result<&mut [T], Error> {
        self.0.as_mut_slice().map_err(failed)
    }
}
impl<T> Pinned<T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn failed(error: DriverError) -> Error {
    Error::driver("pinned memory", error)
}

/// Why there is no memory of so many elements of so many bytes.
fn impossible(length: usize, bytes: usize) -> Option<String> {
    let all = length.checked_mul(bytes).filter(|all| *all > 0 && *all < isize::MAX as usize);
    all.is_none()
        .then(|| format!("pinned memory: there is none of {length} elements of {bytes} bytes"))
}

/// Why so many elements are not copied to so many.
fn refused(from: usize, to: usize) -> Result<(), Error> {
    match from == to {
        true => Ok(()),
        false => Err(Error::new(format!(
            "pinned memory: a copy is of as many elements as there is room for, not of {from} to {to}"
        ))),
    }
}

impl Gpu {
    /// Pinned memory of so many elements, which are 0.
    ///
    /// # Errors
    /// Where there is not so much; those of the driver.
    pub fn pinned<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        length: usize,
    ) -> Result<Pinned<T>, Error> {
        if let Some(why) = impossible(length, size_of::<T>()) {
            return Err(Error::new(why));
        }
        // Cached, so that the host reads it as fast as any other.
        // SAFETY: it is written below, before anybody has it.
        let mut data =
            unsafe { self.context.alloc_pinned_with_flags::<T>(length, 0) }.map_err(failed)?;
        let first = data.as_mut_ptr().map_err(failed)?;
        // SAFETY: elements of this memory, of which zeros are values.
        unsafe { first.write_bytes(0, length) };
        Ok(Pinned(data))
    }

    /// Copies to the GPU, after what was launched before, while the program goes on.
    ///
    /// # Errors
    /// Where there is room for more or fewer elements; those of the driver.
    pub fn upload_from<T: DeviceRepr>(
        &self,
        from: &Pinned<T>,
        to: &mut Buffer<T>,
    ) -> Result<(), Error> {
        refused(from.len(), to.len())?;
        self.stream.memcpy_htod(&from.0, &mut to.0).map_err(failed)
    }

    /// Copies from the GPU, after what was launched before, while the program goes on.
    ///
    /// # Errors
    /// Where there is room for more or fewer elements; those of the driver.
    pub fn download_to<T: DeviceRepr>(
        &self,
        from: &Buffer<T>,
        to: &mut Pinned<T>,
    ) -> Result<(), Error> {
        refused(from.len(), to.len())?;
        self.stream.memcpy_dtoh(&from.0, &mut to.0).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::{impossible, refused};

    #[test]
    fn copies_are_of_as_many_elements_as_there_is_room_for() {
        assert!(refused(7, 7).is_ok());
        let says = refused(7, 8).unwrap_err().to_string();
        assert!(says.contains("not of 7 to 8"), "{says}");
    }

    #[test]
    fn memory_has_elements_and_fits() {
        assert_eq!(impossible(3, 4), None);
        for length in [0, usize::MAX, usize::MAX / 4] {
            assert!(impossible(length, 4).unwrap().contains(&length.to_string()));
        }
    }
}
