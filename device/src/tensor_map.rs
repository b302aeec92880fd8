//! Tensor maps: what the copy engine is told of a matrix.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use cudarc::driver::sys::{
    CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle, cuTensorMapEncodeTiled,
};
use cudarc::driver::{CudaSlice, DevicePtr, DeviceRepr};
use tilework::algebra::atom::SharedTile;

use crate::{Error, Gpu};

/// What the copy engine is told of a matrix, which lives as long: an argument of a kernel, that is passed by value.
///
/// ```compile_fail,E0505
/// use tilework::{atom::{SharedTile, WgmmaK128B}, typenum::U16};
/// fn outlives(gpu: &tilework_device::Gpu) -> Result<(), Box<dyn std::error::Error>> {
///     let data = gpu.upload(&[0_u16; 64 * 64])?;
///     let map = gpu.tensor_map(&data, 64, WgmmaK128B::<U16>::VALUE, [64, 8])?;
///     drop(data);
///     drop(map);
///     Ok(())
/// }
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct TensorMap<'d>(CUtensorMap, PhantomData<&'d CudaSlice<u16>>);
// SAFETY: 128 bytes, aligned to 64, as the kernel has them.
unsafe impl DeviceRepr for TensorMap<'_> {}
const _: () = assert!(size_of::<TensorMap<'_>>() == 128 && align_of::<TensorMap<'_>>() == 64);

/// Why there is no map of a matrix: no rows or columns, or rows that are no multiple of 16 bytes.
fn refused(elements: usize, columns: u32) -> Option<String> {
    let rows = elements.checked_div(columns as usize).unwrap_or(0);
    if rows == 0 {
        return Some(format!(
            "tensor_map: the copy engine reads matrices of one element and more, not {elements} elements in rows of {columns}"
        ));
    }
    (!columns.is_multiple_of(8)).then(|| {
        format!("tensor_map: rows begin at multiples of 16 bytes: write a multiple of 8 columns, not {columns}")
    })
}

impl Gpu {
    /// The map of a matrix by rows of `columns` elements of 16 bits, of which boxes of `[columns, rows]` are copied, each
    /// row of a box as long as a row of the atom, as [`WgmmaK128B`](tilework::atom::WgmmaK128B), and swizzled as that. The kernel may
    /// write the matrix.
    ///
    /// # Errors
    /// For a matrix without elements, and rows that do not begin at multiples of 16 bytes; those of the driver.
    pub fn tensor_map<'d>(
        &self,
        data: &'d CudaSlice<u16>,
        columns: u32,
        atom: &SharedTile,
        of_a_box: [u32; 2],
    ) -> Result<TensorMap<'d>, Error> {
        if let Some(why) = refused(data.len(), columns) {
            return Err(Error::new(why));
        }
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
            .result()
            .map_err(|error| Error::driver("tensor_map", error))?;
            map.assume_init()
        };
        Ok(TensorMap(map, PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::refused;

    #[test]
    fn a_matrix_without_elements_has_no_map() {
        for (elements, columns) in [(0, 0), (64, 0), (0, 64), (63, 64)] {
            let why = refused(elements, columns).unwrap();
            assert!(
                why.contains(&format!("not {elements} elements in rows of {columns}")),
                "{why}"
            );
        }
        assert!(refused(63, 7).unwrap().contains("a multiple of 8 columns, not 7"));
        assert_eq!(refused(64, 8), None);
    }
}
