//! Tensor maps: what the copy engine is told of a matrix.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use cudarc::driver::sys::{
    CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle, cuTensorMapEncodeTiled,
};
use tilework::atom::SharedTile;
use tilework_kernel::device::{self, Tile};
use tilework_kernel::launch::Map;

use crate::{Buffer, Error, Gpu};

/// What the copy engine is told of a matrix, which lives as long: an argument of a kernel that has a `&TensorMap<T>` of `tilework-kernel`, of the
/// same boxes `T`.
///
/// ```compile_fail,E0505
/// use tilework::{atom::WgmmaK128B, typenum::U16};
/// use tilework_kernel::device::Tile;
/// struct Boxes;
/// impl Tile for Boxes {
///     type Element = u16;
///     type Atom = WgmmaK128B<U16>;
///     const BOX: [u32; 2] = [64, 8];
/// }
/// fn outlives(gpu: &tilework_device::Gpu) -> Result<(), Box<dyn std::error::Error>> {
///     let data = gpu.upload(&[0_u16; 64 * 64])?;
///     let map = gpu.tensor_map::<Boxes>(&data, 64)?;
///     drop(data);
///     drop(map);
///     Ok(())
/// }
/// ```
pub struct TensorMap<'d, T>(device::TensorMap<T>, PhantomData<&'d ()>);
impl<T> Clone for TensorMap<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for TensorMap<'_, T> {}
impl<'a, T> Map<'a, Gpu, device::TensorMap<T>> for &'a TensorMap<'_, T> {
    fn map(self) -> device::TensorMap<T> {
        self.0
    }
}
const _: () = {
    assert!(size_of::<device::TensorMap<()>>() == 128 && align_of::<device::TensorMap<()>>() == 64);
};

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
    /// The map of a matrix by rows of `columns` elements of 16 bits, of which boxes `T` are copied, each row of a box as long as a row of
    /// its atom, and swizzled as that. The kernel may write the matrix.
    ///
    /// # Errors
    /// For a matrix without elements, and rows that do not begin at multiples of 16 bytes; those of the driver.
    pub fn tensor_map<'d, T: Tile<Element = u16>>(
        &self,
        data: &'d Buffer<u16>,
        columns: u32,
    ) -> Result<TensorMap<'d, T>, Error> {
        if let Some(why) = refused(data.len(), columns) {
            return Err(Error::new(why));
        }
        let rows = data.len() as u64 / u64::from(columns);
        let mut map = MaybeUninit::<CUtensorMap>::zeroed();
        // SAFETY: the arrays are of rank 2, and of the strides one less; the matrix is in the memory of `data`.
        let map = unsafe {
            cuTensorMapEncodeTiled(
                map.as_mut_ptr(),
                CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT16,
                2,
                data.address() as *mut c_void,
                [u64::from(columns), rows].as_ptr(),
                [2 * u64::from(columns)].as_ptr(),
                T::BOX.as_ptr(),
                [1, 1].as_ptr(),
                CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                match T::Atom::VALUE.bits {
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
        Ok(TensorMap(device::TensorMap::encoded(map.opaque), PhantomData))
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
