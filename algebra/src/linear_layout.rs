//! Linear layouts: the elements of a tensor that registers, lanes, warps and blocks have, or that are at offsets of
//! shared memory, as Triton writes them.
//!
//! A linear layout takes the bits of its inputs to vectors of bits: the coordinates of an element. It is given by its
//! *bases*, the coordinates at each power of 2 of each input, and the coordinates at other places are XORs of these
//! (Zhou et al., *Linear Layouts*, arXiv 2505.23819). The inputs are `register`, `lane`, `warp` and `block`, or
//! `offset` and `block` in shared memory. The outputs are the dimensions of a tensor.
//!
//! An [`Encoding`] describes linear layouts for tensors of all shapes, in the words of Triton: blocked, MMA,
//! dot operand, slice, and swizzled shared memory.
//!
//! ```
//! use tilework_algebra::linear_layout::{Encoding, Grouping, NvidiaMmaEncoding};
//! let mma = Encoding::NvidiaMma(NvidiaMmaEncoding {
//!     version: 2,
//!     warps: vec![1, 1],
//!     instruction: vec![16, 8],
//!     blocks: Grouping::one(2),
//! });
//! let c = mma.of_shape(&[16, 8])?;
//! assert_eq!(c.to_string(), "linear_layout(register=[[0,1],[8,0]], \
//!     lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))");
//! assert_eq!(c.to_layout()?.to_integers()?.to_string(), "((4,8),(2,2)):((32,1),(16,8))");
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, Operation, Rule};

mod amd;
mod bases;
mod convert;
mod display;
mod encoding;
mod nvidia;
mod shared;

pub use amd::{AmdMfmaEncoding, AmdWmmaEncoding};
pub use encoding::{BlockedEncoding, DotOperandEncoding, Encoding, Grouping};
pub use nvidia::NvidiaMmaEncoding;
pub use shared::{NvmmaSharedEncoding, SwizzledSharedEncoding};

/// The largest number of dimensions of a tensor.
const MAX_RANK: usize = 32;

/// The largest number of bits of the inputs together, and of the coordinates.
const MAX_BITS: usize = 62;

/// An input of a linear layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The registers of a thread
    Register,
    /// The threads of a warp
    Lane,
    /// The warps of a block
    Warp,
    /// The blocks of a cluster
    Block,
    /// The offsets of shared memory, in elements
    Offset,
}

impl Input {
    /// The inputs of a tensor in registers.
    pub const REGISTERS: [Input; 4] = [Input::Register, Input::Lane, Input::Warp, Input::Block];

    /// The inputs of a tensor in shared memory.
    pub const SHARED: [Input; 2] = [Input::Offset, Input::Block];

    /// Its name in Triton.
    pub fn name(self) -> &'static str {
        match self {
            Input::Register => "register",
            Input::Lane => "lane",
            Input::Warp => "warp",
            Input::Block => "block",
            Input::Offset => "offset",
        }
    }

    /// The input with this name.
    pub fn named(name: &str) -> Option<Input> {
        let all = [Input::Register, Input::Lane, Input::Warp, Input::Block, Input::Offset];
        all.into_iter().find(|input| input.name() == name)
    }
}

/// A linear layout of a tensor, in registers or in shared memory: see the [module](self).
///
/// With the bases `b_k` of an input, `f(i) = XOR of b_k over the bits k of i`, and the XOR over all inputs is the
/// coordinate of the element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearLayout {
    /// The extents of the tensor, which are powers of 2.
    shape: Vec<i64>,
    is_shared: bool,
    /// The bases of each input as integral coordinates, dimension 0 fastest.
    bases: [Vec<i64>; 5],
}

/// The bases of an input: coordinates, with one integer for each dimension.
pub type Bases = Vec<Vec<i64>>;

fn error(rule: Rule) -> Error {
    Error::new(Operation::LinearLayout, rule)
}

/// The base-2 logarithm of a power of 2.
fn log2(number: i64) -> usize {
    number.trailing_zeros() as usize
}

/// Checks that a number is a power of 2.
fn power_of_two(extent: i64) -> Result<i64, Error> {
    match extent > 0 && extent.count_ones() == 1 {
        true => Ok(extent),
        false => Err(error(Rule::PowerOfTwo { extent })),
    }
}

impl LinearLayout {
    /// The linear layout with these bases of inputs, for a tensor of this shape.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] for an extent that is not a power of 2; [`Rule::Dimensions`] for a basis of another rank;
    /// [`Rule::CoordinateRange`] for a coordinate outside the shape; [`Rule::Encoding`] for inputs of registers and of
    /// shared memory together, or an input that is given twice; [`Rule::ListLength`] for more than 62 bits or 32
    /// dimensions.
    ///
    /// ```
    /// use tilework_algebra::linear_layout::{Input, LinearLayout};
    /// let rows = vec![(Input::Lane, vec![vec![0, 1], vec![1, 0]])];
    /// let layout = LinearLayout::new(&[2, 2], rows)?;
    /// assert_eq!(layout.coordinate(&[(Input::Lane, 3)])?, [1, 1]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn new(
        shape: &[i64],
        inputs: impl IntoIterator<Item = (Input, Bases)>,
    ) -> Result<Self, Error> {
        check_shape(shape)?;
        let mut layout =
            LinearLayout { shape: shape.to_vec(), is_shared: false, bases: Default::default() };
        let mut given = [false; 5];
        for (input, bases) in inputs {
            if core::mem::replace(&mut given[input as usize], true) {
                let wants = "each input once";
                return Err(error(Rule::Encoding { encoding: "linear_layout", wants }));
            }
            let bases = bases.iter().map(|basis| layout.index(basis));
            layout.bases[input as usize] = bases.collect::<Result<_, _>>()?;
        }
        let is = |input: Input| given[input as usize];
        layout.is_shared = is(Input::Offset);
        if is(Input::Offset) && (is(Input::Register) || is(Input::Lane) || is(Input::Warp)) {
            let wants = "registers, lanes, warps and blocks, or offsets and blocks";
            return Err(error(Rule::Encoding { encoding: "linear_layout", wants }));
        }
        let size: usize = layout.bases.iter().map(Vec::len).sum();
        if size > MAX_BITS {
            let (size, limit) = (size as i64, MAX_BITS as i64);
            return Err(error(Rule::ListLength { size, limit }));
        }
        Ok(layout)
    }

    /// The linear layout with these bases and the smallest shape that has them, as Triton's attribute `#ttg.linear`.
    ///
    /// # Errors
    /// The errors of [`LinearLayout::new`]; [`Rule::Encoding`] if there is no basis, so that the rank is unknown.
    pub fn of_bases(inputs: Vec<(Input, Bases)>) -> Result<Self, Error> {
        let all = || inputs.iter().flat_map(|(_, bases)| bases);
        let Some(rank) = all().next().map(Vec::len) else {
            let wants = "a basis, or the shape of the tensor: `shape=(1,1)`";
            return Err(error(Rule::Encoding { encoding: "linear_layout", wants }));
        };
        let mut shape = vec![1; rank];
        for basis in all() {
            if basis.len() != rank {
                return Err(error(Rule::Dimensions { given: basis.len(), rank }));
            }
            for (extent, &coordinate) in shape.iter_mut().zip(basis) {
                if !(0..1 << MAX_BITS).contains(&coordinate) {
                    let extent = 1 << MAX_BITS;
                    return Err(error(Rule::CoordinateRange { coordinate, extent }));
                }
                *extent = (*extent).max(if coordinate == 0 { 1 } else { 2 << coordinate.ilog2() });
            }
        }
        LinearLayout::new(&shape, inputs)
    }

    /// The extents of the tensor.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// Returns whether the tensor is in shared memory.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The inputs, in the order of Triton.
    pub fn inputs(&self) -> &'static [Input] {
        if self.is_shared { &Input::SHARED } else { &Input::REGISTERS }
    }

    /// The number of values of an input: 2 to the number of its bases.
    pub fn size(&self, input: Input) -> i64 {
        1 << self.bases[input as usize].len()
    }

    /// The bases of an input: its coordinates at the powers of 2.
    pub fn bases(&self, input: Input) -> Bases {
        self.bases[input as usize].iter().map(|&basis| self.split(basis)).collect()
    }

    /// The coordinate of the element at these values of inputs; those of other inputs are 0.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`]
    pub fn coordinate(&self, at: &[(Input, i64)]) -> Result<Vec<i64>, Error> {
        let mut index = 0;
        for &(input, value) in at {
            let extent = self.size(input);
            if !(0..extent).contains(&value) {
                return Err(error(Rule::CoordinateRange { coordinate: value, extent }));
            }
            index ^= self.index_at(input, value);
        }
        Ok(self.split(index))
    }

    /// Returns whether each element of the tensor is somewhere.
    pub fn is_surjective(&self) -> bool {
        let all: Vec<i64> = self.bases.iter().flatten().copied().collect();
        convert::span(&all).vectors.len() == self.bits()
    }

    /// The integral coordinate at a value of an input that is in range.
    fn index_at(&self, input: Input, value: i64) -> i64 {
        let bases = self.bases[input as usize].iter().enumerate();
        bases.fold(0, |sum, (place, basis)| if value >> place & 1 == 1 { sum ^ basis } else { sum })
    }

    /// The number of bits of a coordinate.
    fn bits(&self) -> usize {
        self.shape.iter().map(|&extent| log2(extent)).sum()
    }

    /// The integral coordinate of a coordinate.
    fn index(&self, coordinate: &[i64]) -> Result<i64, Error> {
        let (given, rank) = (coordinate.len(), self.shape.len());
        if given != rank {
            return Err(error(Rule::Dimensions { given, rank }));
        }
        let (mut index, mut bit) = (0, 0);
        for (at, (&coordinate, &extent)) in coordinate.iter().zip(&self.shape).enumerate() {
            if !(0..extent).contains(&coordinate) {
                return Err(error(Rule::CoordinateRange { coordinate, extent }).at(at));
            }
            index |= coordinate << bit;
            bit += log2(extent);
        }
        Ok(index)
    }

    /// The coordinate at an integral coordinate.
    fn split(&self, mut index: i64) -> Vec<i64> {
        let coordinate = self.shape.iter().map(|extent| {
            let coordinate = index & (extent - 1);
            index >>= log2(*extent);
            coordinate
        });
        coordinate.collect()
    }
}

/// Checks the shape of a tensor.
fn check_shape(shape: &[i64]) -> Result<(), Error> {
    let limit = MAX_RANK as i64;
    if shape.len() > MAX_RANK {
        return Err(error(Rule::ListLength { size: shape.len() as i64, limit }));
    }
    let mut bits = 0;
    for (at, &extent) in shape.iter().enumerate() {
        bits += log2(power_of_two(extent).map_err(|error| error.at(at))?);
    }
    if bits > MAX_BITS {
        let (size, limit) = (bits as i64, MAX_BITS as i64);
        return Err(error(Rule::ListLength { size, limit }));
    }
    Ok(())
}

/// Writes bases as a list of lists.
pub(crate) fn write_bases(f: &mut dyn fmt::Write, bases: &Bases, separator: &str) -> fmt::Result {
    f.write_str("[")?;
    for (at, basis) in bases.iter().enumerate() {
        write!(f, "{}[", if at > 0 { separator } else { "" })?;
        for (at, coordinate) in basis.iter().enumerate() {
            write!(f, "{}{coordinate}", if at > 0 { separator } else { "" })?;
        }
        f.write_str("]")?;
    }
    f.write_str("]")
}
