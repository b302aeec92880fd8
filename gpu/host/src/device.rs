//! The GPUs of this computer.

use std::path::Path;
use std::{fmt, fs};

use cudarc::driver::DriverError;
use cudarc::driver::result::device;
use cudarc::driver::sys::CUdevice_attribute;

/// A GPU of this computer, as [`Gpu::all`](crate::Gpu::all) finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its number, which [`Gpu::new`](crate::Gpu::new) takes.
    pub ordinal: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (u32, u32),
    /// The bytes of its memory.
    pub memory: usize,
}
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Device { ordinal, name, capability: (major, minor), memory } = self;
        let gib = *memory as f64 / (1_u64 << 30) as f64;
        write!(f, "{ordinal}: {name}, compute capability {major}.{minor}, {gib:.1} GiB")
    }
}
impl Device {
    /// The GPU with this number, which is less than the number of GPUs.
    pub(crate) fn of(ordinal: usize) -> Result<Self, DriverError> {
        let of = device::get(ordinal as i32)?;
        // SAFETY: the driver returned this device.
        let (memory, attribute) =
            unsafe { (device::total_mem(of)?, |which| device::get_attribute(of, which)) };
        let major = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
        let minor = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
        let capability = (attribute(major)? as u32, attribute(minor)? as u32);
        Ok(Device { ordinal, name: device::get_name(of)?, capability, memory })
    }
}

/// The message that there is no GPU with this number, and which ones there are.
pub(crate) fn missing(ordinal: usize, devices: &[Device]) -> String {
    let all: Vec<String> = devices.iter().map(Device::to_string).collect();
    format!("there is no GPU {ordinal}, but {}", all.join("; "))
}

/// The message that none of the kernels supports the GPU.
pub(crate) fn too_old(device: &Device) -> String {
    format!("the kernels are for GPUs of compute capability 8.0 and later, not for {device}")
}

/// The text of a PTX file, or the reason why it cannot be read.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| {
        format!(
            "the PTX in {}: {error}: `tilework-ptx KERNELS FILE` writes it, or a build script (`tilework_ptx::build_script`)",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{Device, missing, read};

    #[test]
    fn a_gpu_that_is_not_there_is_answered_with_those_that_are() {
        let of = |ordinal, name: &str| Device {
            ordinal,
            name: name.to_owned(),
            capability: (9, 0),
            memory: 80 << 30,
        };
        assert_eq!(
            missing(2, &[of(0, "NVIDIA H100"), of(1, "NVIDIA H200")]),
            "there is no GPU 2, but 0: NVIDIA H100, compute capability 9.0, 80.0 GiB; 1: NVIDIA H200, compute capability 9.0, 80.0 GiB"
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_answered_with_who_writes_it() {
        let says = read("no/such.ptx".as_ref()).unwrap_err();
        assert!(
            says.contains("no/such.ptx") && says.contains("tilework-ptx KERNELS FILE"),
            "{says}"
        );
    }
}
