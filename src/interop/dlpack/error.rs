//! Why a tensor of another library is not taken.

use core::fmt;

use super::raw::{DLDataType, DLDevice, DLPackVersion};

/// The reason why a tensor of another library is not taken, or why ours is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A null pointer: to the tensor, to its shape, or to its elements.
    Null,
    /// The structures are of another version.
    Version(DLPackVersion),
    /// A number of modes below 0.
    Modes(i32),
    /// The elements have another type.
    Element {
        /// That of the tensor.
        has: DLDataType,
        /// That of the program.
        wanted: DLDataType,
    },
    /// The memory is elsewhere.
    Device {
        /// That of the tensor.
        has: DLDevice,
        /// That of the program.
        wanted: DLDevice,
    },
    /// The first element lies at no multiple of its bytes.
    Alignment {
        /// The address.
        address: usize,
        /// The bytes.
        bytes: usize,
    },
    /// Nobody may write the tensor.
    ReadOnly,
    /// The tensor has no layout of the wanted type: negative extents or strides, other static integers, too large.
    Layout(crate::Error),
    /// The layout reaches more elements than there are.
    Reach {
        /// The elements that the layout reaches.
        reached: usize,
        /// The elements that there are.
        has: usize,
    },
}
impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Self {
        Error::Layout(error)
    }
}
/// `f32`, `bf16`, `complex64 x 2`.
impl fmt::Display for DLDataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.code {
            0 => "i",
            1 => "u",
            2 => "f",
            4 => "bf",
            5 => "complex",
            6 => "bool",
            code => return write!(f, "code {code} of {} bits", self.bits),
        };
        write!(f, "{kind}{}", self.bits)?;
        if self.lanes == 1 { Ok(()) } else { write!(f, " x {}", self.lanes) }
    }
}
/// `the CPU`, `GPU 1`.
impl fmt::Display for DLDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.device_type, self.device_id) {
            (1, _) => f.write_str("the CPU"),
            (2, id) => write!(f, "GPU {id}"),
            (3, _) => f.write_str("pinned memory of the CPU"),
            (kind, id) => write!(f, "device {id} of kind {kind}"),
        }
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dlpack: ")?;
        match self {
            Error::Null => {
                f.write_str("a null pointer in the place of a tensor, its shape or its elements")
            }
            Error::Version(DLPackVersion { major, minor }) => {
                write!(f, "the tensor is of version {major}.{minor}, and this program knows 1.x")
            }
            Error::Modes(modes) => write!(f, "a tensor has no {modes} modes"),
            Error::Element { has, wanted } => {
                write!(f, "the elements are {has}, and the program has {wanted}")
            }
            Error::Device { has, wanted } => {
                write!(f, "the tensor is on {has}, and the program takes it from {wanted}")
            }
            Error::Alignment { address, bytes } => {
                write!(f, "the first element lies at {address:#x}, which is no multiple of {bytes}")
            }
            Error::ReadOnly => f.write_str("the tensor is read-only"),
            Error::Layout(error) => error.fmt(f),
            Error::Reach { reached, has } => {
                write!(f, "the layout reaches {reached} elements, and there are {has}")
            }
        }
    }
}
impl core::error::Error for Error {}
