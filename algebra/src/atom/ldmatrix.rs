//! `ldmatrix`: 8 x 8 matrices of 16 bits from shared memory to the registers of a warp.

#[cfg(feature = "alloc")]
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::layout::thread_value::ThreadValue;
#[cfg(feature = "alloc")]
use crate::tuple::int_tuple::IntTuple;

/// A load by a warp: the bits that threads point to, and the bits that they receive.
///
/// All bits of the matrices are numbered, row after row, matrix after matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The name of the instruction.
    pub name: &'static str,
    /// The section of the manual that describes it.
    pub source: &'static str,
    /// The number of bits.
    pub bits: i64,
    /// Maps thread and bit to the number of the bit, within the row of 16 bytes whose address the thread gives. A
    /// thread whose address is not used has the address of another thread.
    pub from: &'static str,
    /// From thread and bit of its registers to the number of the bit.
    pub to: &'static str,
}

#[cfg(feature = "alloc")]
impl Load {
    /// The bits whose address each thread gives.
    ///
    /// # Errors
    /// The loads in this module give no errors.
    #[inline]
    pub fn from(&self) -> Result<ThreadValue, Error> {
        ThreadValue::new(&IntTuple::leaf(self.bits), self.from.parse()?)
    }

    /// The bits that each thread receives.
    ///
    /// # Errors
    /// The loads in this module give no errors.
    #[inline]
    pub fn to(&self) -> Result<ThreadValue, Error> {
        ThreadValue::new(&IntTuple::leaf(self.bits), self.to.parse()?)
    }
}

const SOURCE: &str = "PTX ISA, Warp-level matrix load instruction: ldmatrix";

/// Loads of one, two and four matrices, both plain and transposed.
pub static LDMATRIX: &[Load] = &[
    Load {
        name: "ldmatrix.x1",
        source: SOURCE,
        bits: 1024,
        from: "((8,4),128):((128,0),1)",
        to: "(32,32):(32,1)",
    },
    Load {
        name: "ldmatrix.x2",
        source: SOURCE,
        bits: 2048,
        from: "((16,2),128):((128,0),1)",
        to: "(32,(32,2)):(32,(1,1024))",
    },
    Load {
        name: "ldmatrix.x4",
        source: SOURCE,
        bits: 4096,
        from: "(32,128):(128,1)",
        to: "(32,(32,4)):(32,(1,1024))",
    },
    Load {
        name: "ldmatrix.x1.trans",
        source: SOURCE,
        bits: 1024,
        from: "((8,4),128):((128,0),1)",
        to: "((4,8),(16,2)):((256,16),(1,128))",
    },
    Load {
        name: "ldmatrix.x2.trans",
        source: SOURCE,
        bits: 2048,
        from: "((16,2),128):((128,0),1)",
        to: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
    },
    Load {
        name: "ldmatrix.x4.trans",
        source: SOURCE,
        bits: 4096,
        from: "(32,128):(128,1)",
        to: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
    },
];
