//! DLPack: tensors that PyTorch, CuPy, JAX and others exchange without copies (feature `dlpack`).
//!
//! [`Managed`] is a tensor with what frees it. One comes from another library by [`Managed::from_raw`] or
//! [`Managed::from_versioned`], and has a layout of the annotated type: `Layout!((_,_):(_,_))` for any matrix. Another
//! one is made here by [`Managed::new`] or [`Managed::of`], and given away by [`Managed::into_raw`] or
//! [`Managed::into_versioned`]. What frees it is called exactly once: by who has it last.
//!
//! ```
//! use tilework::interop::dlpack::Managed;
//! use tilework::{Layout, Tensor, layout};
//! // This program gives a tensor away, and another one takes it.
//! let given = Managed::of(Tensor::new(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?)?;
//! let pointer = given.into_versioned();
//!
//! // SAFETY: a tensor that nobody else has.
//! let taken = unsafe { Managed::from_versioned(pointer)? };
//! let matrix: Tensor<_, Layout!((_,_):(_,1))> = taken.tensor::<f32, _>()?;
//! assert_eq!((matrix[(1, 2)], taken.shape()), (6.0, &[2, 3][..]));
//! let wrong = taken.tensor::<f64, Layout!((_,_):(_,1))>().unwrap_err();
//! assert_eq!(wrong.to_string(), "dlpack: the elements are f32, and the program has f64");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A tensor of a GPU becomes a buffer of `tilework-host`, for kernels.

mod error;
mod raw;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_void;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use core::slice;

use tilework_algebra::{self as algebra, Operation, Rule};

use super::axes::{self, Axis};
use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut};

pub use error::Error;
pub use raw::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    READ_ONLY,
};

/// Elements that DLPack names.
///
/// # Safety
/// Elements of that type are valid values of this one, whatever their bits.
#[diagnostic::on_unimplemented(
    message = "DLPack has no elements `{Self}`: it has integers of 8 to 64 bits, `f32`, `f64`, and `f16` and `bf16` of the crate `half`"
)]
pub unsafe trait Element: Copy {
    /// The type.
    const TYPE: DLDataType;
}
macro_rules! elements {
    ($($t:ty: $code:literal;)*) => {$(
        // SAFETY: a number, with any bits.
        unsafe impl Element for $t {
            const TYPE: DLDataType = DLDataType { code: $code, bits: 8 * size_of::<$t>() as u8, lanes: 1 };
        }
    )*};
}
elements! {
    i8: 0;
    i16: 0;
    i32: 0;
    i64: 0;
    u8: 1;
    u16: 1;
    u32: 1;
    u64: 1;
    half::f16: 2;
    f32: 2;
    f64: 2;
    half::bf16: 4;
}

/// A tensor with what frees it. Dropping it calls that.
#[derive(Debug)]
pub struct Managed(Form);
#[derive(Clone, Copy, Debug)]
enum Form {
    Plain(NonNull<DLManagedTensor>),
    Versioned(NonNull<DLManagedTensorVersioned>),
}
// SAFETY: `from_raw` demands that any thread may free it, and `new` that any thread may have the owner.
unsafe impl Send for Managed {}
// SAFETY: what is shared is only read.
unsafe impl Sync for Managed {}
impl Drop for Managed {
    fn drop(&mut self) {
        // SAFETY: this is the owner, and the pointer is not used afterward.
        unsafe {
            match self.0 {
                Form::Plain(tensor) => {
                    if let Some(free) = tensor.as_ref().deleter {
                        free(tensor.as_ptr());
                    }
                }
                Form::Versioned(tensor) => {
                    // A tensor of another version has the deleter at the same place.
                    if let Some(free) = (&raw const (*tensor.as_ptr()).deleter).read() {
                        free(tensor.as_ptr());
                    }
                }
            }
        }
    }
}

/// A tensor of this program, from which the structures of DLPack point to shape, strides and owner.
#[repr(C)]
struct Made<O> {
    tensor: DLManagedTensorVersioned,
    numbers: Vec<i64>,
    owner: O,
}
/// A versioned tensor in the form without a version, or the other way round.
#[repr(C)]
struct Other<X> {
    tensor: X,
    of: Managed,
}

impl Managed {
    /// Takes a tensor, such as that of a Python capsule `dltensor`.
    ///
    /// # Errors
    /// For null pointers and negative numbers of modes. The tensor is freed then, too.
    ///
    /// # Safety
    /// It is null, or a tensor as DLPack describes it that nobody else frees; any thread may free it. Until then its
    /// memory exists. While it is read here nobody writes it, and while it is written here nobody else accesses it.
    pub unsafe fn from_raw(tensor: *mut DLManagedTensor) -> Result<Self, Error> {
        let tensor = NonNull::new(tensor).ok_or(Error::Null)?;
        Managed(Form::Plain(tensor)).checked()
    }

    /// Takes a tensor of version 1, such as that of a Python capsule `dltensor_versioned`.
    ///
    /// # Errors
    /// As for [`Managed::from_raw`], and for another version.
    ///
    /// # Safety
    /// As for [`Managed::from_raw`].
    pub unsafe fn from_versioned(tensor: *mut DLManagedTensorVersioned) -> Result<Self, Error> {
        let tensor = NonNull::new(tensor).ok_or(Error::Null)?;
        let taken = Managed(Form::Versioned(tensor));
        // SAFETY: each version begins with its number.
        let version = unsafe { (&raw const (*tensor.as_ptr()).version).read() };
        if version.major != 1 { Err(Error::Version(version)) } else { taken.checked() }
    }

    /// Refuses what is no tensor.
    fn checked(self) -> Result<Self, Error> {
        let tensor = self.raw();
        match tensor.ndim {
            modes if modes < 0 => Err(Error::Modes(modes)),
            modes if modes > 0 && tensor.shape.is_null() => Err(Error::Null),
            _ => Ok(self),
        }
    }

    /// A tensor of the elements from `data` on, with a mode for each mode of the layout. It keeps the owner of the memory
    /// until it is freed.
    ///
    /// # Errors
    /// If a mode of the layout has several strides ([`Rule::OneStride`]).
    ///
    /// # Safety
    /// The owner keeps the memory that the layout reaches from `data` on, for elements of this type on this device, and
    /// nobody accesses it otherwise, or writes it if `read_only`.
    pub unsafe fn new<T: Element, O: Send + 'static>(
        owner: O,
        data: *mut T,
        device: DLDevice,
        layout: impl AnyLayout + Into<algebra::Layout>,
        read_only: bool,
    ) -> Result<Self, Error> {
        let axes = axes::axes(layout)?;
        let extents = axes.iter().map(|axis| axis.extent as i64);
        let strides = axes.iter().map(|axis| axis.stride as i64);
        let numbers: Vec<i64> = extents.chain(strides).collect();
        let made = Box::into_raw(Box::new(Made {
            tensor: DLManagedTensorVersioned {
                version: DLPackVersion { major: 1, minor: 0 },
                manager_ctx: core::ptr::null_mut(),
                deleter: Some(free_made::<O>),
                flags: if read_only { READ_ONLY } else { 0 },
                dl_tensor: DLTensor {
                    data: data.cast(),
                    device,
                    ndim: axes.len() as i32,
                    dtype: T::TYPE,
                    shape: core::ptr::null_mut(),
                    strides: core::ptr::null_mut(),
                    byte_offset: 0,
                },
            },
            numbers,
            owner,
        }));
        // SAFETY: it was made above. The vector is not changed any more.
        unsafe {
            let numbers = (*made).numbers.as_mut_ptr();
            let tensor = &raw mut (*made).tensor;
            (*tensor).manager_ctx = made.cast::<c_void>();
            (*tensor).dl_tensor.shape = numbers;
            (*tensor).dl_tensor.strides = numbers.add(axes.len());
            Ok(Managed(Form::Versioned(NonNull::new_unchecked(tensor))))
        }
    }

    /// A tensor of the CPU with the elements of this one.
    ///
    /// # Errors
    /// If a mode of the layout has several strides ([`Rule::OneStride`]).
    pub fn of<T: Element + Send + 'static, L>(tensor: Tensor<Vec<T>, L>) -> Result<Self, Error>
    where
        L: AnyLayout + Into<algebra::Layout> + Send + 'static,
    {
        let mut tensor = tensor;
        let (elements, layout) = tensor.parts_mut();
        let data = elements.as_mut_ptr();
        // SAFETY: the vector, which moves without its elements, has as many as the layout reaches.
        unsafe { Managed::new(tensor, data, DLDevice::CPU, layout, false) }
    }

    /// The tensor as a pointer that another library frees, in the form without a version: for a Python capsule
    /// `dltensor`.
    ///
    /// # Errors
    /// For a read-only tensor, since this form does not say so.
    pub fn into_raw(self) -> Result<*mut DLManagedTensor, Error> {
        if self.is_read_only() {
            return Err(Error::ReadOnly);
        }
        match self.0 {
            Form::Plain(tensor) => {
                let _ = ManuallyDrop::new(self);
                Ok(tensor.as_ptr())
            }
            Form::Versioned(_) => {
                let dl_tensor = *self.raw();
                let tensor = DLManagedTensor {
                    dl_tensor,
                    manager_ctx: core::ptr::null_mut(),
                    deleter: Some(free_other),
                };
                Ok(Box::into_raw(Box::new(Other { tensor, of: self })).cast())
            }
        }
    }

    /// The tensor as a pointer that another library frees, with a version: for a Python capsule `dltensor_versioned`.
    pub fn into_versioned(self) -> *mut DLManagedTensorVersioned {
        match self.0 {
            Form::Versioned(tensor) => {
                let _ = ManuallyDrop::new(self);
                tensor.as_ptr()
            }
            Form::Plain(_) => {
                let tensor = DLManagedTensorVersioned {
                    version: DLPackVersion { major: 1, minor: 0 },
                    manager_ctx: core::ptr::null_mut(),
                    deleter: Some(free_other_versioned),
                    flags: 0,
                    dl_tensor: *self.raw(),
                };
                Box::into_raw(Box::new(Other { tensor, of: self })).cast()
            }
        }
    }

    fn raw(&self) -> &DLTensor {
        // SAFETY: this is the owner. A version of another structure was refused.
        unsafe {
            match &self.0 {
                Form::Plain(tensor) => &tensor.as_ref().dl_tensor,
                Form::Versioned(tensor) => &tensor.as_ref().dl_tensor,
            }
        }
    }
    /// Where the memory is.
    pub fn device(&self) -> DLDevice {
        self.raw().device
    }
    /// The type of the elements.
    pub fn element(&self) -> DLDataType {
        self.raw().dtype
    }
    /// Returns whether nobody may write it. The form without a version does not say so.
    pub fn is_read_only(&self) -> bool {
        match &self.0 {
            Form::Plain(_) => false,
            // SAFETY: this is the owner.
            Form::Versioned(tensor) => unsafe { tensor.as_ref().flags & READ_ONLY != 0 },
        }
    }
    /// The extents.
    pub fn shape(&self) -> &[i64] {
        self.numbers(self.raw().shape)
    }
    /// The strides in elements. `None` means those of a row-major tensor without gaps.
    pub fn strides(&self) -> Option<&[i64]> {
        let strides = self.raw().strides;
        (!strides.is_null()).then(|| self.numbers(strides))
    }
    fn numbers(&self, of: *const i64) -> &[i64] {
        match self.raw().ndim {
            0 => &[],
            // SAFETY: as many numbers as modes, in memory that the tensor owns.
            modes => unsafe { slice::from_raw_parts(of, modes as usize) },
        }
    }

    /// The modes as axes, with the strides of a row-major tensor if it has none.
    fn axes(&self) -> Result<Vec<Axis>, Error> {
        let wrong = |rule, at| crate::Error::new(Operation::View, rule).at(at);
        let overflow = |at| wrong(Rule::Overflow, at);
        let shape = self.shape();
        let mut axes = Vec::with_capacity(shape.len());
        for (at, &extent) in shape.iter().enumerate() {
            let extent =
                usize::try_from(extent).map_err(|_| wrong(Rule::NaturalExtent { extent }, at))?;
            axes.push(Axis { extent, stride: 0 });
        }
        match self.strides() {
            Some(strides) => {
                for (at, (axis, &stride)) in axes.iter_mut().zip(strides).enumerate() {
                    axis.stride = stride.try_into().map_err(|_| overflow(at))?;
                }
            }
            None => {
                let mut stride = 1_isize;
                for (at, axis) in axes.iter_mut().enumerate().rev() {
                    axis.stride = stride;
                    let extent = isize::try_from(axis.extent).map_err(|_| overflow(at))?;
                    stride = stride.checked_mul(extent).ok_or_else(|| overflow(at))?;
                }
            }
        }
        Ok(axes)
    }

    /// The layout, of the annotated type: `Layout!((_,_):(_,_))` for any matrix. The stride of a mode with one element
    /// has no meaning, and neither have those of a tensor without elements.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] for a negative stride, [`Rule::Overflow`], [`Rule::Profile`] unless the type has as many
    /// modes, and [`Rule::StaticLeaf`] if it has another integer.
    pub fn layout<L>(&self) -> Result<L, Error>
    where
        L: TryFrom<algebra::Layout, Error = crate::Error>,
    {
        Ok(axes::layout_of(&self.axes()?)?)
    }

    /// The number of elements from the first one to the last one that a coordinate has.
    ///
    /// # Errors
    /// As for [`Managed::layout`].
    pub fn reach(&self) -> Result<usize, Error> {
        let layout = axes::value_of(&self.axes()?)?;
        match layout.size() {
            0 => Ok(0),
            _ => {
                let overflow = crate::Error::new(Operation::View, Rule::Overflow);
                Ok(usize::try_from(layout.cosize()?).map_err(|_| overflow)?)
            }
        }
    }

    /// The address of the first element.
    ///
    /// # Errors
    /// If the elements are of another type, if there are elements and the pointer is null, and if the address is no
    /// multiple of their alignment.
    pub fn pointer<T: Element>(&self) -> Result<*mut T, Error> {
        let tensor = self.raw();
        if tensor.dtype != T::TYPE {
            return Err(Error::Element { has: tensor.dtype, wanted: T::TYPE });
        }
        let is_empty = self.shape().contains(&0);
        if tensor.data.is_null() {
            return if is_empty { Ok(NonNull::dangling().as_ptr()) } else { Err(Error::Null) };
        }
        let data = tensor.data.cast::<u8>().wrapping_add(tensor.byte_offset as usize).cast::<T>();
        match data.is_aligned() {
            true => Ok(data),
            false => Err(Error::Alignment { address: data.addr(), bytes: align_of::<T>() }),
        }
    }

    /// The elements, in memory of the host, with a layout of the annotated type.
    ///
    /// # Errors
    /// Those of [`Managed::pointer`] and [`Managed::layout`], and for memory that is not the host's.
    pub fn tensor<T: Element, L>(&self) -> Result<Tensor<Disjoint<'_, T>, L>, Error>
    where
        L: IntegerStrides + TryFrom<algebra::Layout, Error = crate::Error>,
    {
        let data = self.on_host::<T>()?;
        // SAFETY: the tensor owns the elements, and nobody writes them, as `from_raw` demands.
        Ok(unsafe { axes::tensor(data.cast_const(), &self.axes()?)? })
    }

    /// [`Managed::tensor`] for writing.
    ///
    /// # Errors
    /// Those of [`Managed::tensor`]; for a read-only tensor, and one of which two coordinates have the same element.
    pub fn tensor_mut<T: Element, L>(&mut self) -> Result<Tensor<DisjointMut<'_, T>, L>, Error>
    where
        L: IntegerStrides + TryFrom<algebra::Layout, Error = crate::Error>,
    {
        if self.is_read_only() {
            return Err(Error::ReadOnly);
        }
        let data = self.on_host::<T>()?;
        // SAFETY: the tensor owns the elements, and nobody else accesses them, as `from_raw` demands.
        Ok(unsafe { axes::tensor_mut(data, &self.axes()?)? })
    }
    fn on_host<T: Element>(&self) -> Result<*mut T, Error> {
        match self.device() {
            device if device.is_host() => self.pointer(),
            has => Err(Error::Device { has, wanted: DLDevice::CPU }),
        }
    }
}

/// Frees a tensor of [`Managed::new`].
unsafe extern "C" fn free_made<O>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: `new` has made it, with an owner of this type, and it is freed once.
    drop(unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Made<O>>()) });
}
/// Frees a tensor of [`Managed::into_raw`].
unsafe extern "C" fn free_other(tensor: *mut DLManagedTensor) {
    // SAFETY: `into_raw` has made it, and it is freed once.
    drop(unsafe { Box::from_raw(tensor.cast::<Other<DLManagedTensor>>()) });
}
/// Frees a tensor of [`Managed::into_versioned`].
unsafe extern "C" fn free_other_versioned(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: `into_versioned` has made it, and it is freed once.
    drop(unsafe { Box::from_raw(tensor.cast::<Other<DLManagedTensorVersioned>>()) });
}
