//! NumPy files, `.npy` (feature `npy`), through the crate npyz.
//!
//! A file has its elements in one of two orders without gaps, so it is read into a tensor with the compact strides of
//! that order. Any tensor can be written, with an axis for each top-level mode. The elements of a nested mode are in
//! the order of its integral coordinates.
//!
//! ```
//! use tilework::interop::npy::{self, Order};
//! use tilework::{Layout, Tensor, layout};
//! let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
//! let columns = Tensor::new(&data[..], layout!((2,3)))?;
//! let mut file = Vec::new();
//! npy::write(&mut file, Order::C, &columns)?;
//!
//! let matrix: Tensor<Vec<f64>, Layout!((_,_):(_,_))> = npy::read(&file[..])?;
//! assert_eq!((matrix[(1, 2)], matrix.layout().to_string()), (6.0, "(2,3):(3,1)".into()));
//! // Static leaves must be those of the file.
//! let wrong = npy::read::<f64, Layout!((_,4):(4,1))>(&file[..]).unwrap_err();
//! assert_eq!(wrong.to_string(), "layout: static leaf, mode 1: the integer 3 where the type has 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod header;

use alloc::vec;
use alloc::vec::Vec;
use std::io::{self, ErrorKind};

pub use npyz::Order;
use npyz::{AutoSerialize, Deserialize, NpyFile, WriteOptions, WriterBuilder};
use tilework_algebra::{self as algebra, Error, Mode, Operation, Profile, Rule};

use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Reader};

fn invalid(error: Error) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
}

/// The tensor of the elements of a file, with a mode for each axis, through the layout of the annotated type:
/// `Layout!((_,_):(_,_))` for any matrix, `Layout!((_,_):(_,1))` for one in C order.
///
/// # Errors
/// - Those of `reader`.
/// - [`ErrorKind::InvalidData`] if it is no such file, if the elements are no `T`, or if the layout does not have the
///   type; in this case the error contains an [`Error`] of this crate.
/// - [`ErrorKind::InvalidData`] for a header of more than 65,536 bytes, for extents whose product, without zeros, does
///   not fit `u64`, and for elements of no bytes or of more than 2^20.
/// - [`ErrorKind::UnexpectedEof`] if the file ends before its last element.
///
/// Memory is allocated for data that has been read, never for the size that a file declares.
pub fn read<T: Deserialize, L>(mut reader: impl io::Read) -> io::Result<Tensor<Vec<T>, L>>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    let header = header::read_header(&mut reader)?;
    // The layout is compact and has as many elements as are read.
    let layout = compact(header.shape(), header.order()).map_err(invalid)?;
    let layout = L::try_from(layout).map_err(invalid)?;
    let elements = NpyFile::with_header(header, reader).into_vec()?;
    Tensor::new(elements, layout).map_err(invalid)
}

/// The layout of a file.
fn compact(extents: &[u64], order: Order) -> Result<algebra::Layout, Error> {
    let error = |rule, at| Error::new(Operation::Layout, rule).at(at);
    let mut modes = vec![Mode { shape: 1, stride: 0 }; extents.len()];
    let mut stride = 1i64;
    for place in 0..extents.len() {
        let at = match order {
            Order::C => extents.len() - 1 - place,
            Order::Fortran => place,
        };
        let overflow = error(Rule::Overflow, at);
        let shape = i64::try_from(extents[at]).map_err(|_| overflow)?;
        modes[at] = Mode { shape, stride };
        stride = stride.checked_mul(shape).ok_or(overflow)?;
    }
    algebra::Layout::of_modes(modes, Profile::flat(extents.len()))
}

/// Writes a file with the elements of a tensor in C order, with the last axis fastest, or in Fortran order, with the
/// first axis fastest.
///
/// # Errors
/// Those of `writer`.
pub fn write<A, L>(writer: impl io::Write, order: Order, tensor: &Tensor<A, L>) -> io::Result<()>
where
    A: Accessor<Item: AutoSerialize + Copy>,
    L: AnyLayout + Into<algebra::Layout>,
{
    let layout: algebra::Layout = tensor.layout().into();
    let modes: Vec<algebra::Layout> = layout.modes().collect();
    let shape: Vec<u64> = modes.iter().map(|mode| mode.size().unsigned_abs()).collect();
    let options = WriteOptions::new().default_dtype().shape(&shape).order(order);
    let mut file = options.writer(writer).begin_nd()?;
    let leaves = |mode: &algebra::Layout| mode.flat_modes().to_vec();
    let leaves: Vec<Mode> = match order {
        Order::C => modes.iter().rev().flat_map(leaves).collect(),
        Order::Fortran => modes.iter().flat_map(leaves).collect(),
    };
    let elements = tensor.reader();
    // One offset of the layout at a time, in another order of the leaves.
    for_each_offset(&leaves, |offset| file.push(&elements.value(offset)))?;
    file.finish()
}

/// Calls `f` with the offsets of flat modes, the first mode fastest.
fn for_each_offset(modes: &[Mode], mut f: impl FnMut(usize) -> io::Result<()>) -> io::Result<()> {
    // Strides of tensors are at least 0, and their offsets are those of elements in memory.
    let modes: Vec<(usize, usize)> =
        modes.iter().map(|mode| (mode.shape as usize, mode.stride as usize)).collect();
    if modes.iter().any(|&(extent, _)| extent == 0) {
        return Ok(());
    }
    let mut coordinate = vec![0; modes.len()];
    let mut offset = 0;
    loop {
        f(offset)?;
        let mut at = 0;
        loop {
            let Some(&(extent, stride)) = modes.get(at) else { return Ok(()) };
            coordinate[at] += 1;
            offset += stride;
            if coordinate[at] < extent {
                break;
            }
            offset -= extent * stride;
            coordinate[at] = 0;
            at += 1;
        }
    }
}
