//! The ways in which threads access a tile in shared memory.

use core::fmt;

#[cfg(feature = "draw")]
use super::Placed;
use super::fixed::Fixed;
use super::{VECTOR, error};
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::layout::thread_value::ThreadValue;
use crate::layout::tile::Tile;
use crate::operation::compact::identity;
use crate::operation::composition::composition;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;

/// An access to a tile, given by the elements that each thread has: a thread-value layout of the tile, as in
/// [`ThreadValue`], with strides of any kind.
///
/// [`Display`](fmt::Display) writes it in the form that expressions read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAccess {
    pub(super) instruction: Instruction,
    /// `None` if no thread carries the access out.
    pub(super) of: Option<Written>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    /// Each thread accesses its values, in vectors of at most `bytes` bytes.
    Vectors {
        bytes: i64,
    },
    /// 8 x 8 matrices of 16 bits.
    Matrices {
        name: &'static str,
        count: i64,
        transposed: bool,
    },
    Fixed(Fixed),
}

impl Instruction {
    /// The number of bits that stay together, if that may be less than an element.
    pub(super) fn keeps(self) -> Option<i64> {
        match self {
            Instruction::Matrices { transposed, .. } => Some(if transposed { 16 } else { 32 }),
            _ => None,
        }
    }
}

#[cfg(feature = "draw")]
impl Instruction {
    fn begins<D: Stride>(self, tv: &Layout<D>, element: i64) -> Option<Layout<D>> {
        let (threads, values) = (tv.mode(0)?, tv.mode(1)?);
        let first = |of: &Layout<D>, size, stride| {
            composition(of, &Layout::<i64>::leaf(size, stride).ok()?).ok()
        };
        match self {
            Instruction::Matrices { transposed: false, .. } => first(&threads, 8, 4),
            Instruction::Matrices { transposed: true, .. } => {
                let rows = [first(&values, 2, 2 / element)?, first(&threads, 4, 1)?];
                Layout::concatenate(rows).ok()
            }
            _ if threads.size() > 32 => first(&threads, 32, 1),
            _ => Some(threads),
        }
    }
}

/// A thread-value layout, as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Integers(Layout),
    Places(Layout<ArithmeticTuple>),
    Bits(Layout<Xor>),
}

impl Written {
    fn of<T: Stride>(tv: &Layout<T>) -> Self {
        match T::tile(tv) {
            Tile::Layout(tv) => Written::Integers(tv.clone()),
            Tile::Coordinates(tv) => Written::Places(tv.clone()),
            Tile::Xor(tv) => Written::Bits(tv.clone()),
        }
    }

    /// Converts the layout to the integral coordinates of the tile.
    pub(super) fn in_tile(&self, tile: &IntTuple) -> Result<Coordinates, Error> {
        Ok(match self {
            Written::Integers(tv) => {
                Coordinates::Integers(ThreadValue::new(tile, tv.clone())?.layout().clone())
            }
            Written::Bits(tv) => {
                Coordinates::Bits(ThreadValue::new(tile, tv.clone())?.layout().clone())
            }
            Written::Places(tv) => {
                ThreadValue::new(tile, tv.clone())?;
                Coordinates::Integers(composition(&identity(tile)?, tv)?)
            }
        })
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Integers(tv) => tv.fmt(f),
            Written::Places(tv) => tv.fmt(f),
            Written::Bits(tv) => tv.fmt(f),
        }
    }
}

/// The integral coordinates of threads and values.
#[derive(Clone, Debug)]
pub(super) enum Coordinates {
    Integers(Layout),
    Bits(Layout<Xor>),
}

impl Coordinates {
    /// The numbers of threads and of values per thread.
    pub(super) fn sizes(&self) -> (i64, i64) {
        let size = |of: &dyn Fn(usize) -> Option<i64>| (of(0).unwrap_or(1), of(1).unwrap_or(1));
        match self {
            Coordinates::Integers(tv) => size(&|at| tv.mode(at).map(|mode| mode.size())),
            Coordinates::Bits(tv) => size(&|at| tv.mode(at).map(|mode| mode.size())),
        }
    }

    pub(super) fn at(&self, i: i64) -> Result<i64, Error> {
        match self {
            Coordinates::Integers(tv) => tv.offset(i),
            Coordinates::Bits(tv) => tv.offset(i),
        }
    }
}

/// An access to a tile by threads.
pub(super) struct InTile {
    /// The position of this access among all accesses.
    pub(super) at: usize,
    pub(super) of: Coordinates,
    pub(super) instruction: Instruction,
}

impl SharedAccess {
    /// Each thread reads or writes its values, in vectors of at most `bytes` bytes. Use 16 if a thread may access that
    /// many.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwoUpTo`] unless `bytes` is 1, 2, 4, 8 or 16.
    pub fn vectors<T: Stride>(tv: &Layout<T>, bytes: i64) -> Result<Self, Error> {
        if !(1..=VECTOR).contains(&bytes) || !bytes.unsigned_abs().is_power_of_two() {
            return Err(error(Rule::PowerOfTwoUpTo { number: bytes, most: VECTOR }));
        }
        Ok(SharedAccess { instruction: Instruction::Vectors { bytes }, of: Some(Written::of(tv)) })
    }

    /// `ldmatrix`: each warp reads 1, 2 or 4 matrices of 8 rows of 16 bytes, transposed or not. The thread-value layout
    /// is that of the registers that the threads receive ([`LDMATRIX`](crate::atom::LDMATRIX), `to`).
    ///
    /// # Errors
    /// [`Rule::PowerOfTwoUpTo`] for another number of matrices.
    pub fn ldmatrix<T: Stride>(
        tv: &Layout<T>,
        matrices: i64,
        transposed: bool,
    ) -> Result<Self, Error> {
        let name = if transposed { "ldmatrix_trans" } else { "ldmatrix" };
        Self::matrices(tv, name, matrices, transposed)
    }

    /// `stmatrix`: writes what [`SharedAccess::ldmatrix`] reads.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwoUpTo`] for another number of matrices.
    pub fn stmatrix<T: Stride>(
        tv: &Layout<T>,
        matrices: i64,
        transposed: bool,
    ) -> Result<Self, Error> {
        let name = if transposed { "stmatrix_trans" } else { "stmatrix" };
        Self::matrices(tv, name, matrices, transposed)
    }

    fn matrices<T: Stride>(
        tv: &Layout<T>,
        name: &'static str,
        count: i64,
        transposed: bool,
    ) -> Result<Self, Error> {
        if !matches!(count, 1 | 2 | 4) {
            return Err(error(Rule::PowerOfTwoUpTo { number: count, most: 4 }));
        }
        let instruction = Instruction::Matrices { name, count, transposed };
        Ok(SharedAccess { instruction, of: Some(Written::of(tv)) })
    }

    /// A copy by TMA to or from a tile of two modes, the given one contiguous. It has no swizzle, or a swizzle of 32,
    /// 64 or 128 bytes. It moves one box after another, with at most 256 elements in each mode and rows of whole units
    /// of 16 bytes. If there are several boxes, each begins at a multiple of 128 bytes and of the period of the
    /// swizzle.
    ///
    /// # Errors
    /// [`Rule::ModeRange`] for a mode other than 0 and 1.
    pub fn tma(contiguous: usize) -> Result<Self, Error> {
        Self::fixed(contiguous, Fixed::Tma)
    }

    /// An operand of `wgmma`, `(M,K)` or `(N,K)`. The given mode is contiguous, in whole units of 16 bytes; the other
    /// is a multiple of 8. The layout repeats an atom of [`WGMMA_SHARED`](crate::atom::WGMMA_SHARED), in either order.
    ///
    /// # Errors
    /// [`Rule::ModeRange`] for a mode other than 0 and 1.
    pub fn wgmma(contiguous: usize) -> Result<Self, Error> {
        Self::fixed(contiguous, Fixed::Wgmma)
    }

    fn fixed(contiguous: usize, fixed: fn(usize) -> Fixed) -> Result<Self, Error> {
        if contiguous > 1 {
            return Err(error(Rule::ModeRange { mode: contiguous, rank: 2 }));
        }
        Ok(SharedAccess { instruction: Instruction::Fixed(fixed(contiguous)), of: None })
    }

    pub(super) fn as_fixed(&self) -> Option<Fixed> {
        match self.instruction {
            Instruction::Fixed(fixed) => Some(fixed),
            _ => None,
        }
    }

    /// The offsets of the first threads, at most a warp, each with its first element. For matrices, those of the rows
    /// of the first matrix.
    #[cfg(feature = "draw")]
    pub(crate) fn begins(&self, tile: &IntTuple, element: i64, placed: &Placed) -> Option<Placed> {
        match self.of.as_ref()?.in_tile(tile).ok()? {
            Coordinates::Integers(tv) => {
                let begin = self.instruction.begins(&tv, element)?;
                match placed {
                    Placed::Integers(layout) => {
                        Some(Placed::Integers(composition(layout, &begin).ok()?))
                    }
                    Placed::Bits(layout) => Some(Placed::Bits(composition(layout, &begin).ok()?)),
                    Placed::Composed(layout) => {
                        Some(Placed::Composed(layout.compose(&begin).ok()?))
                    }
                }
            }
            Coordinates::Bits(tv) => {
                let begin = self.instruction.begins(&tv, element)?;
                let layout = match placed {
                    Placed::Integers(layout) => Layout::<Xor>::of_integers(layout).ok()?,
                    Placed::Bits(layout) => layout.clone(),
                    Placed::Composed(_) => return None,
                };
                Some(Placed::Bits(composition(&layout, &begin).ok()?))
            }
        }
    }

    /// The number of leaves and brackets of its text.
    #[cfg(feature = "expression")]
    pub(crate) fn length(&self) -> usize {
        match &self.of {
            Some(Written::Integers(tv)) => tv.profile().tokens().len(),
            Some(Written::Places(tv)) => tv.profile().tokens().len(),
            Some(Written::Bits(tv)) => tv.profile().tokens().len(),
            None => 1,
        }
    }
}

impl fmt::Display for SharedAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = match self.instruction {
            Instruction::Vectors { bytes } => ("vectors", bytes),
            Instruction::Matrices { name, count, .. } => (name, count),
            Instruction::Fixed(Fixed::Tma(mode)) => ("tma", mode as i64),
            Instruction::Fixed(Fixed::Wgmma(mode)) => ("wgmma", mode as i64),
        };
        match &self.of {
            Some(of) => write!(f, "{name}({of}, {number})"),
            None => write!(f, "{name}({number})"),
        }
    }
}
