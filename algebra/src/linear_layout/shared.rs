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
pub struct Swizzled {
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
pub struct NvmmaShared {
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

impl Swizzled {
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

impl NvmmaShared {
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
        let mut order: Vec<usize> = (0..rank).rev().collect();
        let (_, part) = self.blocks.of_shape(shape)?;
        let mut pieces = Pieces::new(rank);
        let box_of = |dimension: usize| part[dimension].min(BOX);
        if self.swizzle == 0 {
            for &dimension in &order {
                pieces.identity(Input::Offset, dimension, box_of(dimension))?;
            }
        } else {
            if rank < 2 {
                return Err(wants("a tensor of at least 2 dimensions, or a swizzle of 0 bytes"));
            }
            // The last dimension is contiguous, or the first one. The others are rows.
            if self.transposed {
                order.pop();
                order.insert(0, 0);
            }
            self.tile(&mut pieces, &order, &part)?;
            // A box of rows that are one tile wide, and the other boxes after it.
            for &dimension in &order[1..] {
                let size = pieces.size(dimension);
                pieces.identity(Input::Offset, dimension, box_of(dimension).max(size) / size)?;
            }
        }
        let boxes: Vec<usize> = (0..rank).collect();
        pieces.of_shape(shape, &boxes, Input::Offset, &self.blocks)
    }

    /// The tile of 8 rows, which are along the dimensions after the first one.
    fn tile(&self, pieces: &mut Pieces, order: &[usize], part: &[i64]) -> Result<(), Error> {
        let (columns, padding) = (order[0], if self.fp4_padded { 2 } else { 1 });
        let width = 8 * self.swizzle / self.element_bits;
        let vector = 128 / self.element_bits;
        let (phases, per_phase) = (self.swizzle / 16, 128 / self.swizzle);
        if part[columns] * padding < width {
            return Err(wants("rows of at least swizzlingByteWidth bytes in each block"));
        }
        // Of 16 padded elements, the second 8 are those of the first 8.
        let packed = |column: i64| match self.fp4_padded {
            true => column / 16 * 8 + column % 8,
            false => column,
        };
        let mut basis = |column: i64, row: Option<(usize, i64)>| {
            let mut basis = vec![0; part.len()];
            basis[columns] = packed(column);
            if let Some((dimension, row)) = row {
                basis[dimension] = row;
            }
            pieces.add(Input::Offset, basis)
        };
        let mut column = 1;
        while column < width {
            basis(column, None)?;
            column *= 2;
        }
        let mut row = 1;
        let mut spans = Vec::new();
        for &dimension in &order[1..] {
            let mut coordinate = 1;
            while coordinate < part[dimension] && row < 8 {
                let phase = row / per_phase % phases;
                basis(vector * phase, Some((dimension, coordinate)))?;
                (coordinate, row) = (2 * coordinate, 2 * row);
            }
            spans.push((dimension, coordinate));
        }
        if row < 8 {
            return Err(wants("at least 8 rows in each block"));
        }
        pieces.spans(columns, width / padding);
        spans.into_iter().for_each(|(dimension, extent)| pieces.spans(dimension, extent));
        Ok(())
    }
}
