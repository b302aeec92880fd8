//! Encodings of shared memory: swizzled rows.

use alloc::vec;
use alloc::vec::Vec;

use super::bases::Pieces;
use super::encoding::{Grouping, check_order, check_rank};
use super::{Input, LinearLayout, error, power_of_two};
use crate::error::{Error, Rule};

/// Rows in which vectors of `vector` elements are XORed by the phase of the row,
/// `(row / per_phase) mod max_phase`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwizzledSharedEncoding {
    /// The elements that stay together.
    pub vector: i64,
    /// The number of rows of one phase.
    pub per_phase: i64,
    /// The number of phases.
    pub max_phase: i64,
    /// The dimensions, fastest first.
    pub order: Vec<usize>,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

/// The layouts of shared memory that TMA writes and `wgmma` reads: tiles of 8 rows that are `swizzle` bytes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NvmmaSharedEncoding {
    /// The bytes of a row that is swizzled: 0, 32, 64 or 128.
    pub swizzle: i64,
    /// Whether dimension 0 is contiguous, not the last one.
    pub transposed: bool,
    /// The bits of an element.
    pub element_bits: i64,
    /// Whether each 8 elements of 4 bits are followed by as much padding.
    pub fp4_padded: bool,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

impl SwizzledSharedEncoding {
    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        check_order(&self.order, rank)?;
        let (_, part) = self.blocks.of_shape(shape)?;
        let mut pieces = Pieces::new(rank);
        for number in [self.vector, self.per_phase, self.max_phase] {
            if power_of_two(number)? > 1 << 30 {
                return Err(error(Rule::PowerOfTwoUpTo { number, most: 1 << 30 }));
            }
        }
        let mut order = self.order.iter();
        if let (Some(&columns), Some(&rows)) = (order.next(), order.next()) {
            pieces.identity(Input::Offset, columns, part[columns])?;
            let mut row = 1;
            while row < part[rows] {
                let mut basis = vec![0; rank];
                let phase = row / self.per_phase % self.max_phase;
                basis[columns] = self.vector * phase % part[columns];
                basis[rows] = row;
                pieces.add(Input::Offset, basis)?;
                row *= 2;
            }
            pieces.spans(rows, part[rows]);
            for &dimension in order {
                pieces.identity(Input::Offset, dimension, part[dimension])?;
            }
        }
        pieces.of_shape(shape, &self.order, Input::Offset, &self.blocks)
    }
}

/// The largest extent of a box that TMA copies.
const BOX: i64 = 256;

fn wants(wants: &'static str) -> Error {
    error(Rule::Encoding { encoding: "nvmma_shared", wants })
}

impl NvmmaSharedEncoding {
    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        check_rank(shape, rank)?;
        if ![8, 16, 32, 64].contains(&self.element_bits) {
            return Err(wants("elements of 8, 16, 32 or 64 bits"));
        }
        if ![0, 32, 64, 128].contains(&self.swizzle) {
            return Err(wants("a swizzlingByteWidth of 0, 32, 64 or 128"));
        }
        if self.fp4_padded && (self.swizzle, self.element_bits) != (128, 8) {
            return Err(wants("128 bytes and elements of 8 bits for padded elements of 4 bits"));
        }
        let (_, part) = self.blocks.of_shape(shape)?;
        let mut pieces = Pieces::new(rank);
        let mut extents: Vec<i64> = part.iter().map(|&extent| extent.min(BOX)).collect();
        // Boxes follow each other along the last dimension first if nothing is swizzled, else along the first one.
        let mut boxes: Vec<usize> = (0..rank).collect();
        if self.swizzle == 0 {
            boxes.reverse();
            for &dimension in &boxes {
                pieces.identity(Input::Offset, dimension, extents[dimension])?;
            }
        } else {
            if rank < 2 {
                return Err(wants("a tensor of at least 2 dimensions, or a swizzle of 0 bytes"));
            }
            let columns = if self.transposed { 0 } else { rank - 1 };
            extents[columns] = self.columns(&mut pieces, columns, part[columns])?;
            self.rows(&mut pieces, columns, &extents)?;
            let spans = extents.iter().enumerate();
            spans.for_each(|(dimension, &extent)| pieces.spans(dimension, extent));
        }
        pieces.of_shape(shape, &boxes, Input::Offset, &self.blocks)
    }

    /// Of 16 padded elements, the second 8 are those of the first 8.
    fn packed(&self, column: i64) -> i64 {
        if self.fp4_padded { column / 16 * 8 + column % 8 } else { column }
    }

    /// The offsets in a row of a box, and its extent.
    fn columns(&self, pieces: &mut Pieces, columns: usize, extent: i64) -> Result<i64, Error> {
        let (width, padding) =
            (8 * self.swizzle / self.element_bits, if self.fp4_padded { 2 } else { 1 });
        if extent * padding < width {
            return Err(wants("rows of at least swizzlingByteWidth bytes in each block"));
        }
        let mut column = 1;
        while column < width {
            let mut basis = vec![0; pieces.rank()];
            basis[columns] = self.packed(column);
            pieces.add(Input::Offset, basis)?;
            column *= 2;
        }
        Ok(width / padding)
    }

    /// The offsets of the rows of a box, of which the first 8 are swizzled.
    ///
    /// Rows are along the other dimensions, the last one first. A transposed tensor has the rows of its matrices, along
    /// the last dimension, before the matrices. Triton counts both as one number, of which the matrix is the lower part.
    fn rows(&self, pieces: &mut Pieces, columns: usize, extents: &[i64]) -> Result<(), Error> {
        let rank = extents.len();
        let mut bits = Vec::new();
        for dimension in (0..rank).rev().filter(|&dimension| dimension != columns) {
            bits.extend((0..extents[dimension].ilog2()).map(|bit| (dimension, 1 << bit)));
        }
        let mut rows = bits.len();
        if self.transposed {
            rows = extents[rank - 1].ilog2() as usize;
            bits.rotate_right(rows);
        }
        if rows < 3 {
            return Err(wants("at least 8 rows in each block"));
        }
        let vector = 128 / self.element_bits;
        let (phases, per_phase) = (self.swizzle / 16, 128 / self.swizzle);
        for (at, (dimension, coordinate)) in bits.into_iter().enumerate() {
            let mut basis = vec![0; rank];
            basis[dimension] = coordinate;
            if at < 3 {
                basis[columns] = self.packed(vector * ((1 << at) / per_phase % phases));
            }
            pieces.add(Input::Offset, basis)?;
        }
        Ok(())
    }
}
