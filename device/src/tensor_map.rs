//! Tensor maps: what the copy engine is told of a matrix.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use cudarc::driver::sys::{
    CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle, cuTensorMapEncodeTiled,
};
use cudarc::driver::{CudaSlice, DevicePtr, DriverError};
use tilework::algebra::atom::SharedTile;

use crate::Gpu;

impl Gpu {
    /// The map of a matrix by rows of `columns` elements of 16 bits, of which boxes of `[columns, rows]` are copied, each
    /// row of a box as long as a row of the atom, as [`WgmmaK128B`](tilework::atom::WgmmaK128B), and swizzled as that. In the
    /// memory of the GPU, where it is as long as the kernel needs it.
    ///
    /// # Errors
    /// Those of the driver: where rows do not begin at multiples of 16 bytes.
    pub fn tensor_map(
        &self,
        data: &CudaSlice<u16>,
        columns: u32,
        atom: &SharedTile,
        of_a_box: [u32; 2],
    ) -> Result<CudaSlice<u64>, DriverError> {
        let rows = data.len() as u64 / u64::from(columns);
        let (pointer, _read) = data.device_ptr(self.stream());
        let mut map = MaybeUninit::<CUtensorMap>::zeroed();
        // SAFETY: the arrays are of rank 2, and of the strides one less; the matrix is in the memory of `data`.
        let map = unsafe {
            cuTensorMapEncodeTiled(
                map.as_mut_ptr(),
                CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT16,
                2,
                pointer as *mut c_void,
                [u64::from(columns), rows].as_ptr(),
                [2 * u64::from(columns)].as_ptr(),
                of_a_box.as_ptr(),
                [1, 1].as_ptr(),
                CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                match atom.bits {
                    0 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
                    1 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
                    2 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
                    _ => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
                },
                CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
            .result()?;
            map.assume_init()
        };
        self.upload(&map.opaque)
    }
}
