//! Tensor maps: descriptions of matrices for the copy engine.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use cudarc::driver::sys::{
    CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle, cuTensorMapEncodeTiled,
};
use tilework_device::atom::SharedTile;
use tilework_device::emulator::tensor_map_refused;
use tilework_device::launch::Map;
use tilework_device::{DataType, TensorElement, Tile};

use crate::{Error, Gpu, Part};

/// The description of a matrix for the copy engine, which borrows the matrix. It is the argument for a kernel parameter
/// `&TensorMap<T>` of `tilework-device` with the same boxes `T`.
///
/// ```compile_fail,E0505
/// use tilework::typenum::U16;
/// use tilework_device::atom::WgmmaK128B;
/// use tilework_device::Tile;
/// struct Boxes;
/// impl Tile for Boxes {
///     type Element = u16;
///     type Atom = WgmmaK128B<U16>;
///     const BOX: [u32; 2] = [64, 8];
/// }
/// fn outlives(gpu: &tilework_host::Gpu) -> Result<(), Box<dyn std::error::Error>> {
///     let data = gpu.upload(&[0_u16; 64 * 64])?;
///     let map = gpu.tensor_map::<Boxes>(&data, 64)?;
///     drop(data);
///     drop(map);
///     Ok(())
/// }
/// ```
pub struct TensorMap<'d, T>(tilework_device::TensorMap<T>, PhantomData<&'d ()>);
impl<T> Clone for TensorMap<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for TensorMap<'_, T> {}
// SAFETY: the map's tensor is borrowed for that long.
unsafe impl<'a, T> Map<'a, Gpu, tilework_device::TensorMap<T>> for &'a TensorMap<'_, T> {
    unsafe fn map(self) -> tilework_device::TensorMap<T> {
        self.0
    }
}
const _: () = {
    assert!(
        size_of::<tilework_device::TensorMap<()>>() == 128
            && align_of::<tilework_device::TensorMap<()>>() == 64
    );
};

/// The reason why a matrix has no map: it has no rows or columns.
fn refused(elements: usize, columns: u32) -> Option<String> {
    let rows = elements.checked_div(columns as usize).unwrap_or(0);
    (rows == 0).then(|| {
        format!(
            "tensor_map: the copy engine reads matrices of one element and more, not {elements} elements in rows of {columns}"
        )
    })
}
fn data_type(of: DataType) -> CUtensorMapDataType {
    match of {
        DataType::U8 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT8,
        DataType::U16 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT16,
        DataType::U32 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT32,
        DataType::S32 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_INT32,
        DataType::U64 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        DataType::S64 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_INT64,
        DataType::F16 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        DataType::Bf16 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        DataType::F32 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        DataType::F64 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    }
}

impl Gpu {
    /// The map of a row-major matrix with `columns` columns. Boxes `T` are copied from it, swizzled as their atom. The
    /// kernel may write the matrix.
    ///
    /// # Errors
    /// For a matrix without elements, and for rows that do not begin at multiples of 16 bytes; errors of the driver.
    #[doc(alias("make_tma_copy", "make_tma_atom"))]
    pub fn tensor_map<'d, T: Tile>(
        &self,
        data: &'d Part<<T::Element as TensorElement>::Storage>,
        columns: u32,
    ) -> Result<TensorMap<'d, T>, Error> {
        if let Some(why) = refused(data.len(), columns) {
            return Err(Error::new(why));
        }
        let rows = data.len() / columns as usize;
        let rows =
            u32::try_from(rows).map_err(|_| Error::new("tensor_map: more than 2^32 rows"))?;
        self.tensor_map_strided(data, [columns, rows], [1, u64::from(columns)])
    }

    /// The map of a tensor of 1 to 5 modes, with these extents and strides in elements, the contiguous mode first.
    /// Boxes `T` are copied from it, swizzled as their atom. The kernel may write the tensor.
    ///
    /// # Errors
    /// Errors of the driver, and these arguments:
    ///
    /// - a tensor without elements, or one that reaches beyond the buffer;
    /// - a first stride other than 1, and other strides that are no multiples of 16 bytes;
    /// - boxes with more than 256 elements in a mode;
    /// - rows of a box that are no multiples of 16 bytes, or longer than their swizzle.
    pub fn tensor_map_strided<'d, T: Tile<RANK>, const RANK: usize>(
        &self,
        data: &'d Part<<T::Element as TensorElement>::Storage>,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> Result<TensorMap<'d, T>, Error> {
        self.tensor_map_at(data, 0, extents, strides)
    }

    /// [`Gpu::tensor_map_strided`] of a tensor that begins at this element of the buffer, a multiple of 16 bytes.
    ///
    /// # Errors
    /// As for [`Gpu::tensor_map_strided`], and if the tensor begins elsewhere.
    pub fn tensor_map_at<'d, T: Tile<RANK>, const RANK: usize>(
        &self,
        data: &'d Part<<T::Element as TensorElement>::Storage>,
        begin: usize,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> Result<TensorMap<'d, T>, Error> {
        let address = data.address() + begin as u64 * u64::from(T::Element::DATA_TYPE.bytes());
        if !address.is_multiple_of(16) {
            return Err(Error::new("tensor_map: what is copied begins at a multiple of 16 bytes"));
        }
        let behind = data.len().saturating_sub(begin);
        self.tensor_map_of((address, behind), extents, strides)
    }

    /// The tensor map of a tensor at this address with this many elements, which exist during `'d`.
    pub(crate) fn tensor_map_of<'d, T: Tile<RANK>, const RANK: usize>(
        &self,
        (address, elements): (u64, usize),
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> Result<TensorMap<'d, T>, Error> {
        let of = T::Element::DATA_TYPE;
        if let Some(why) = tensor_map_refused::<T, RANK>(elements, extents, strides) {
            return Err(Error::new(why));
        }
        let (extents, bytes) = (extents.map(u64::from), strides.map(|x| x * u64::from(of.bytes())));
        let mut map = MaybeUninit::<CUtensorMap>::zeroed();
        // SAFETY: the arrays have the length of the rank, that of the strides one less. The tensor is in memory of the
        // GPU.
        let map = unsafe {
            cuTensorMapEncodeTiled(
                map.as_mut_ptr(),
                data_type(of),
                RANK as u32,
                address as *mut c_void,
                extents.as_ptr(),
                bytes[1..].as_ptr(),
                T::BOX.as_ptr(),
                [1; RANK].as_ptr(),
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
        // SAFETY: the driver has encoded it, and the tensor is borrowed.
        Ok(TensorMap(unsafe { tilework_device::TensorMap::encoded(map.opaque) }, PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::{SharedTile, Tile, refused, tensor_map_refused};
    use tilework::typenum::{U16, U32};
    use tilework_device::atom::{WgmmaK32B, WgmmaKNone};

    #[test]
    fn a_matrix_without_elements_has_no_map() {
        for (elements, columns) in [(0, 0), (64, 0), (0, 64), (63, 64)] {
            let why = refused(elements, columns).unwrap();
            assert!(
                why.contains(&format!("not {elements} elements in rows of {columns}")),
                "{why}"
            );
        }
        assert_eq!(refused(64, 8), None);
    }

    struct Boxes<A, const WIDTH: u32>(A);
    impl<A: SharedTile, const WIDTH: u32> Tile<3> for Boxes<A, WIDTH> {
        type Element = u32;
        type Atom = A;
        const BOX: [u32; 3] = [WIDTH, 4, 2];
    }
    /// The rules of the CUDA driver API, `cuTensorMapEncodeTiled`.
    #[test]
    fn a_tensor_that_the_driver_does_not_take_has_no_map() {
        type Plain<const WIDTH: u32> = Boxes<WgmmaKNone<U32>, WIDTH>;
        let says = |elements, extents, strides| {
            tensor_map_refused::<Plain<8>, 3>(elements, extents, strides).unwrap_or_default()
        };
        let extents = [12, 5, 4];
        assert_eq!(says(11 + 4 * 16 + 3 * 80 + 1, extents, [1, 16, 80]), "");
        assert!(
            says(11 + 4 * 16 + 3 * 80, extents, [1, 16, 80])
                .contains("reaches 316 elements, and the buffer has 315")
        );
        assert!(says(999, extents, [2, 16, 80]).contains("its stride is 1, not 2"));
        assert!(says(999, extents, [1, 15, 80]).contains("not of 60 bytes"));
        assert!(says(999, [12, 0, 4], [1, 16, 80]).contains("not of [12, 0, 4]"));
        let wide = tensor_map_refused::<Plain<260>, 3>(999, extents, [1, 16, 80]).unwrap();
        assert!(wide.contains("1 to 256 elements in a mode, not 260"), "{wide}");
        let odd = tensor_map_refused::<Plain<6>, 3>(999, extents, [1, 16, 80]).unwrap();
        assert!(odd.contains("multiples of 16 bytes, not 24"), "{odd}");
        type Swizzled = Boxes<WgmmaK32B<U16>, 16>;
        let long = tensor_map_refused::<Swizzled, 3>(999, extents, [1, 16, 80]).unwrap();
        assert!(long.contains("at most 32 bytes, as swizzles, not 64"), "{long}");
    }
}
