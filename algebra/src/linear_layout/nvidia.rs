//! The accumulators and operands of `mma.sync` and `wgmma`.

use alloc::vec;
use alloc::vec::Vec;

use super::bases::Pieces;
use super::encoding::{Grouping, check_matrix, check_rank, matrix_order};
use super::{Input, LinearLayout, error, power_of_two};
use crate::error::{Error, Rule};

/// The name in errors.
const NAME: &str = "nvidia_mma";

/// The encoding of accumulators: tiles of `mma.sync` (version 2) or `wgmma` (version 3), in a grid of warps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NvidiaMmaEncoding {
    /// 2 for Ampere, 3 for Hopper.
    pub version: i64,
    /// The warps of a block along each dimension.
    pub warps: Vec<i64>,
    /// The tile of a warp: its extents along the dimensions of the accumulators, and further ones.
    pub instruction: Vec<i64>,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

fn wants(wants: &'static str) -> Error {
    error(Rule::Encoding { encoding: NAME, wants })
}

impl NvidiaMmaEncoding {
    fn check(&self, rank: usize) -> Result<(), Error> {
        check_matrix(NAME, rank)?;
        check_rank(&self.warps, rank)?;
        match self.version {
            2 | 3 => Ok(()),
            _ => Err(wants("a versionMajor of 2, mma.sync, or 3, wgmma")),
        }
    }

    /// The order of warps: `wgmma` takes the 4 warps that it needs along the rows.
    fn warp_order(&self, rank: usize) -> Vec<usize> {
        matrix_order(rank, self.version == 2)
    }

    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        let tile = match (self.version, &self.instruction[..]) {
            (2, tile) if tile.len() == rank => tile.to_vec(),
            (3, &[rows, columns, _]) if rank == 2 => vec![rows, columns],
            (2, _) => {
                return Err(wants("an instrShape with an extent for each dimension"));
            }
            _ => return Err(wants("an instrShape of M, N and K for a tensor of 2 dimensions")),
        };
        let order = matrix_order(rank, true);
        let mut pieces = Pieces::new(rank);
        tiles(&mut pieces, &tile, 2, &order)?;
        pieces.grid(Input::Warp, &self.warps, &self.warp_order(rank), None)?;
        pieces.of_shape(shape, &order, Input::Register, &self.blocks)
    }

    /// The elements of an operand, of which each thread has `width` adjacent ones along `K`.
    pub(super) fn operand(
        &self,
        operand: usize,
        width: i64,
        shape: &[i64],
        blocks: &Grouping,
    ) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        if power_of_two(width)? > 1 << 16 {
            return Err(error(Rule::PowerOfTwoUpTo { number: width, most: 1 << 16 }));
        }
        if operand == 1 && self.version == 3 {
            return Err(wants("operand 0 in registers: wgmma takes the other from shared memory"));
        }
        let (along_k, order) = match operand {
            0 => (rank - 1, matrix_order(rank, true)),
            _ => (rank - 2, matrix_order(rank, false)),
        };
        let mut tile = vec![1; rank];
        tile[along_k] = 8 * width;
        tile[2 * rank - 3 - along_k] = if operand == 0 { 16 } else { 8 };
        let mut pieces = Pieces::new(rank);
        tiles(&mut pieces, &tile, width, &order)?;
        pieces.grid(Input::Warp, &self.warps, &self.warp_order(rank), Some(along_k))?;
        pieces.of_shape(shape, &order, Input::Register, blocks)
    }
}

/// A tile of a warp: along the fastest dimension `width` registers and 4 lanes, and 8 lanes along the next. Registers
/// have the rest of the tile, along that dimension first.
fn tiles(pieces: &mut Pieces, tile: &[i64], width: i64, order: &[usize]) -> Result<(), Error> {
    let (inner, outer) = (order[0], order[1]);
    let (rows, columns) = (tile[outer], tile[inner]);
    if power_of_two(rows)? < 8 || power_of_two(columns)? < 4 * width {
        return Err(wants("a tile of at least 8 by 8 elements, or 4 times kWidth"));
    }
    if order[2..].iter().any(|&at| tile[at] != 1) {
        return Err(wants("a tile of one matrix of a batch: `instrShape = [1, 16, 8]`"));
    }
    pieces.identity(Input::Register, inner, width)?;
    pieces.identity(Input::Lane, inner, 4)?;
    pieces.identity(Input::Lane, outer, 8)?;
    pieces.identity(Input::Register, outer, rows / 8)?;
    pieces.identity(Input::Register, inner, columns / (4 * width))
}
