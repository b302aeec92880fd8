//! The structures of the C header `dlpack.h`, version 1.0, under their names there.

use core::ffi::c_void;

/// A device: its kind, and its number among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLDevice {
    /// The kind, such as [`DLDevice::CPU`]`.device_type`.
    pub device_type: i32,
    /// The number.
    pub device_id: i32,
}
impl DLDevice {
    /// The memory of the host: kind 1.
    pub const CPU: Self = DLDevice { device_type: 1, device_id: 0 };
    /// The memory of the GPU with this number that CUDA sees: kind 2.
    #[must_use]
    pub const fn cuda(ordinal: i32) -> Self {
        DLDevice { device_type: 2, device_id: ordinal }
    }
    /// Returns whether the host reads and writes the memory: that of the CPU, and pinned memory of CUDA, kind 3.
    #[must_use]
    pub const fn is_host(self) -> bool {
        matches!(self.device_type, 1 | 3)
    }
}

/// The type of elements: a kind of numbers, their bits, and how many are one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLDataType {
    /// 0: signed integers, 1: unsigned ones, 2: IEEE floats, 4: bfloat, 5: complex, 6: bool.
    pub code: u8,
    /// The bits of a number.
    pub bits: u8,
    /// The numbers of an element, mostly 1.
    pub lanes: u16,
}

/// A tensor, without an owner. Strides are in elements; null strides are those of a row-major tensor without gaps.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory. The first element lies `byte_offset` bytes after it.
    pub data: *mut c_void,
    /// Where the memory is.
    pub device: DLDevice,
    /// The number of modes.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DLDataType,
    /// The extents, as many as there are modes.
    pub shape: *mut i64,
    /// The strides, as many as there are modes, or null.
    pub strides: *mut i64,
    /// The bytes from `data` to the first element.
    pub byte_offset: u64,
}

/// A tensor with what frees it.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// Whatever the library that made it keeps.
    pub manager_ctx: *mut c_void,
    /// What the receiver calls once.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// A version of DLPack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLPackVersion {
    /// Structures of another one differ.
    pub major: u32,
    /// Structures of a later one have no more than other flags, kinds of devices and numbers.
    pub minor: u32,
}

/// A tensor with its version, flags, and what frees it.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version. What follows is as here only if `major` is 1; `manager_ctx` and `deleter` are always here.
    pub version: DLPackVersion,
    /// Whatever the library that made it keeps.
    pub manager_ctx: *mut c_void,
    /// What the receiver calls once.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// [`READ_ONLY`] and others.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}
/// The flag of a tensor that nobody writes.
pub const READ_ONLY: u64 = 1;
