//! The accumulators and operands of AMD's `mfma` and `wmma`.

use alloc::vec::Vec;

use super::bases::Pieces;
use super::encoding::{Grouping, check_matrix, check_rank, matrix_order};
use super::{Input, LinearLayout, error, power_of_two};
use crate::error::{Error, Rule};

/// The encoding of accumulators of `mfma`, for warps of 64 lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmdMfmaEncoding {
    /// The version: 1 to 4 for CDNA 1 to 4. The layout is the same.
    pub version: i64,
    /// The warps of a block along each dimension.
    pub warps: Vec<i64>,
    /// The tile of a warp: `M` and `N`, and `K`, which is not used here.
    pub instruction: Vec<i64>,
    /// Whether lanes go along the rows, so that a thread has adjacent columns.
    pub transposed: bool,
    /// The bits of an element.
    pub element_bits: i64,
    /// The tiles of a warp next to each other along each dimension; one each if it is empty.
    pub tiles_per_warp: Vec<i64>,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

/// The encoding of accumulators of `wmma`, for warps of 32 lanes and tiles of 16 x 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmdWmmaEncoding {
    /// The version: 1 for RDNA 3, 2 and 3 for its successors.
    pub version: i64,
    /// Whether lanes go along the rows.
    pub transposed: bool,
    /// The warps of a block along each dimension.
    pub warps: Vec<i64>,
    /// The number of elements along `K` that one instruction takes.
    pub depth: i64,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

fn wants(encoding: &'static str, wants: &'static str) -> Error {
    error(Rule::Encoding { encoding, wants })
}

/// The lanes of a warp.
const LANES: i64 = 64;

impl AmdMfmaEncoding {
    const NAME: &'static str = "amd_mfma";

    /// `M` and `N` of a tile, after checks, and the tiles of a warp.
    fn check(&self, rank: usize) -> Result<([i64; 2], Vec<i64>), Error> {
        check_matrix(Self::NAME, rank)?;
        check_rank(&self.warps, rank)?;
        if !(0..=4).contains(&self.version) {
            return Err(wants(Self::NAME, "a version of 0 to 4"));
        }
        let tile = match self.instruction[..] {
            [m, n] | [m, n, _] => [m, n],
            _ => return Err(wants(Self::NAME, "an instrShape of M, N and K")),
        };
        if !tile.iter().all(|extent| [4, 16, 32, 64].contains(extent)) {
            return Err(wants(Self::NAME, "an instrShape of 4, 16, 32 or 64 rows and columns"));
        }
        if tile == [64, 4] && !self.transposed {
            return Err(wants(Self::NAME, "isTransposed = true for tiles of 64 x 4"));
        }
        let tiles = match self.tiles_per_warp[..] {
            [] => alloc::vec![1; rank],
            _ => self.tiles_per_warp.clone(),
        };
        check_rank(&tiles, rank)?;
        Ok((tile, tiles))
    }

    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        let ([m, n], tiles) = self.check(rank)?;
        let (rows, columns) = (rank - 2, rank - 1);
        let height = if self.element_bits == 64 { 1 } else { 4 };
        let mut pieces = Pieces::new(rank);
        // Threads have adjacent rows, and lanes go along the columns, or the other way around.
        let (own, across, extent) = match self.transposed {
            false => (rows, columns, n),
            true => (columns, rows, m),
        };
        pieces.identity(Input::Register, own, height)?;
        pieces.identity(Input::Lane, across, extent)?;
        pieces.identity(Input::Lane, own, LANES / extent)?;
        pieces.identity(Input::Register, own, (m * n / (LANES * height)).max(1))?;
        // First along all columns of the tensor, then along the rows.
        pieces.identity(Input::Register, columns, tiles[columns])?;
        pieces.identity(Input::Warp, columns, self.warps[columns])?;
        let taken = n.checked_mul(self.warps[columns]).and_then(|n| n.checked_mul(tiles[columns]));
        let more = shape[columns] / taken.ok_or(error(Rule::Overflow))?.max(1);
        pieces.identity(Input::Register, columns, more.max(1))?;
        pieces.identity(Input::Register, rows, tiles[rows])?;
        pieces.identity(Input::Warp, rows, self.warps[rows])?;
        if rank == 3 {
            pieces.identity(Input::Warp, 0, self.warps[0])?;
        }
        let order = matrix_order(rank, true);
        pieces.of_shape(shape, &order, Input::Register, &self.blocks)
    }

    pub(super) fn operand(
        &self,
        operand: usize,
        width: i64,
        shape: &[i64],
        blocks: &Grouping,
    ) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        let (tile, tiles) = self.check(rank)?;
        let (along_k, other, order) = match operand {
            0 => (rank - 1, rank - 2, matrix_order(rank, true)),
            _ => (rank - 2, rank - 1, matrix_order(rank, false)),
        };
        let extent = tile[operand];
        let mut pieces = Pieces::new(rank);
        pieces.identity(Input::Register, along_k, width)?;
        pieces.identity(Input::Lane, other, extent)?;
        pieces.identity(Input::Lane, along_k, LANES / extent)?;
        let mut depth = (LANES / extent).checked_mul(width).ok_or(error(Rule::Overflow))?;
        if (tile, operand) == ([64, 4], 0) || (tile, operand) == ([4, 64], 1) {
            pieces.identity(Input::Register, along_k, 16)?;
            depth = depth.checked_mul(16).ok_or(error(Rule::Overflow))?;
        }
        pieces.identity(Input::Register, along_k, (shape[along_k] / depth).max(1))?;
        pieces.identity(Input::Register, other, tiles[other])?;
        pieces.grid(Input::Warp, &self.warps, &matrix_order(rank, true), Some(along_k))?;
        pieces.of_shape(shape, &order, Input::Register, blocks)
    }
}

impl AmdWmmaEncoding {
    const NAME: &'static str = "amd_wmma";

    fn check(&self, rank: usize) -> Result<(), Error> {
        check_matrix(Self::NAME, rank)?;
        check_rank(&self.warps, rank)?;
        match self.version {
            1..=3 => Ok(()),
            _ => Err(wants(Self::NAME, "a version of 1, 2 or 3")),
        }
    }

    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        let (own, across) = match self.transposed {
            false => (rank - 2, rank - 1),
            true => (rank - 1, rank - 2),
        };
        let mut pieces = Pieces::new(rank);
        if self.version > 1 {
            pieces.identity(Input::Register, own, 8)?;
        }
        pieces.identity(Input::Lane, across, 16)?;
        pieces.identity(Input::Lane, own, 2)?;
        if self.version == 1 {
            pieces.identity(Input::Register, own, 8)?;
        }
        let order = matrix_order(rank, true);
        pieces.grid(Input::Warp, &self.warps, &order, None)?;
        pieces.of_shape(shape, &order, Input::Register, &self.blocks)
    }

    pub(super) fn operand(
        &self,
        operand: usize,
        width: i64,
        shape: &[i64],
        blocks: &Grouping,
    ) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        let (along_k, other) = match operand {
            0 => (rank - 1, rank - 2),
            _ => (rank - 2, rank - 1),
        };
        let mut pieces = Pieces::new(rank);
        pieces.identity(Input::Register, along_k, width)?;
        pieces.identity(Input::Lane, other, 16)?;
        // Version 1 wants all of `K` in both halves of a warp. Triton counts the registers of all versions alike.
        match self.version {
            1 => pieces.zeros(Input::Lane, 2)?,
            _ => pieces.identity(Input::Lane, along_k, 2)?,
        }
        let taken = width.checked_mul(2).ok_or(error(Rule::Overflow))?;
        let more = power_of_two(self.depth)? / taken;
        pieces.identity(Input::Register, along_k, more.max(1))?;
        let order = matrix_order(rank, true);
        pieces.grid(Input::Warp, &self.warps, &order, Some(along_k))?;
        let repeated = matrix_order(rank, operand == 0);
        pieces.of_shape(shape, &repeated, Input::Register, blocks)
    }
}
