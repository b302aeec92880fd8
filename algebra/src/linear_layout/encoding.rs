//! Encodings: rules for linear layouts of tensors of all shapes, named and parameterized as in Triton.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::bases::Pieces;
use super::{
    AmdMfmaEncoding, AmdWmmaEncoding, Bases, Input, LinearLayout, MAX_RANK, NvidiaMmaEncoding,
    NvmmaSharedEncoding, SwizzledSharedEncoding, check_shape, error, power_of_two,
};
use crate::error::{Error, Rule};

/// A rule that gives a tensor of each shape a linear layout.
///
/// Where a tensor is larger than what an encoding describes, registers have the rest. Where it is smaller, elements
/// are repeated. Orders are lists of dimensions, fastest first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// `#ttg.blocked`
    Blocked(BlockedEncoding),
    /// `#ttg.nvidia_mma`: the accumulators of `mma.sync` and `wgmma`
    NvidiaMma(NvidiaMmaEncoding),
    /// `#ttg.amd_mfma`
    AmdMfma(AmdMfmaEncoding),
    /// `#ttg.amd_wmma`
    AmdWmma(AmdWmmaEncoding),
    /// `#ttg.dot_op`: an operand of a multiplication
    DotOperand(Box<DotOperandEncoding>),
    /// `#ttg.slice`: the encoding without one dimension
    Slice {
        /// The dimension that is left out.
        dim: usize,
        /// The encoding of the tensor that has it.
        parent: Box<Encoding>,
    },
    /// `#ttg.linear`, repeated in registers, and `#ttg.shared_linear`
    Linear(LinearLayout),
    /// `#ttg.swizzled_shared`
    SwizzledShared(SwizzledSharedEncoding),
    /// `#ttg.nvmma_shared`
    NvmmaShared(NvmmaSharedEncoding),
}

/// Pieces of a tensor for the registers of a thread, for the lanes of a warp and for the warps of a block, each a grid
/// of those before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedEncoding {
    /// The elements of a thread along each dimension.
    pub size_per_thread: Vec<i64>,
    /// The threads of a warp along each dimension.
    pub threads_per_warp: Vec<i64>,
    /// The warps of a block along each dimension.
    pub warps_per_block: Vec<i64>,
    /// The dimensions, fastest first.
    pub order: Vec<usize>,
    /// The blocks that share the tensor.
    pub blocks: Grouping,
}

/// An operand of a multiplication: `A` of shape `(M,K)` or `B` of shape `(K,N)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotOperandEncoding {
    /// 0 for `A`, 1 for `B`.
    pub operand: usize,
    /// The encoding of the accumulators.
    pub parent: Encoding,
    /// The adjacent elements along `K` of a thread.
    pub width: i64,
}

/// How the blocks of a cluster share a tensor: a coordinate among blocks at each power of 2 of the number of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouping {
    rank: usize,
    bases: Bases,
}

impl Grouping {
    /// One block for a tensor of this rank.
    pub fn one(rank: usize) -> Self {
        Grouping { rank, bases: Vec::new() }
    }

    /// Triton's `CTAsPerCGA`, `CTASplitNum` and `CTAOrder`: along each dimension so many blocks, of which so many have
    /// different elements.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`]; [`Rule::Dimensions`]; [`Rule::Permutation`]; [`Rule::Divisibility`] if the number of
    /// parts does not divide that of blocks.
    pub fn split(blocks: &[i64], parts: &[i64], order: &[usize]) -> Result<Self, Error> {
        let rank = order.len();
        let mut bases = Vec::new();
        check_order(order, rank)?;
        for extents in [blocks, parts] {
            check_rank(extents, rank)?;
        }
        for &dimension in order {
            let (blocks, parts) = (power_of_two(blocks[dimension])?, parts[dimension]);
            if blocks % power_of_two(parts)? != 0 {
                return Err(error(Rule::Divisibility { left: blocks, right: parts }));
            }
            let mut bit = 1;
            while bit < blocks {
                let mut basis = vec![0; rank];
                basis[dimension] = if bit < parts { bit } else { 0 };
                bases.push(basis);
                bit *= 2;
            }
        }
        Ok(Grouping { rank, bases })
    }

    /// Triton's `CGALayout`: the bases.
    ///
    /// # Errors
    /// [`Rule::Dimensions`]; [`Rule::CoordinateRange`] for a coordinate below 0 or of 2^31 and more.
    pub fn of_bases(rank: usize, bases: Bases) -> Result<Self, Error> {
        let extent = 1 << 31;
        for basis in &bases {
            check_rank(basis, rank)?;
            if let Some(&coordinate) = basis.iter().find(|at| !(0..extent).contains(*at)) {
                return Err(error(Rule::CoordinateRange { coordinate, extent }));
            }
        }
        Ok(Grouping { rank, bases })
    }

    /// The number of dimensions.
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// A coordinate among the parts of blocks at each power of 2 of the number of a block.
    pub fn bases(&self) -> &Bases {
        &self.bases
    }

    /// The coordinates of the first element of blocks, and the shape of the part of each block.
    pub(super) fn of_shape(&self, shape: &[i64]) -> Result<(Bases, Vec<i64>), Error> {
        check_rank(shape, self.rank)?;
        let mut bases = self.bases.clone();
        let mut part = shape.to_vec();
        for (at, &extent) in shape.iter().enumerate() {
            bases.iter_mut().for_each(|basis| basis[at] &= extent - 1);
            let all = bases.iter().fold(0, |all, basis| all | basis[at]);
            part[at] = if all == 0 { extent } else { extent / (2 << all.ilog2()) };
            bases.iter_mut().for_each(|basis| basis[at] *= part[at]);
        }
        Ok((bases, part))
    }

    /// The same blocks for a tensor whose parts they share along all dimensions but this one.
    fn without(&self, dimension: usize) -> Grouping {
        let mut grouping = self.clone();
        grouping.bases.iter_mut().for_each(|basis| basis[dimension] = 0);
        grouping
    }
}

/// Checks that there is a number for each dimension.
pub(super) fn check_rank(numbers: &[i64], rank: usize) -> Result<(), Error> {
    match (numbers.len(), rank) {
        (given, rank) if given != rank => Err(error(Rule::Dimensions { given, rank })),
        (_, MAX_RANK..) => {
            Err(error(Rule::ListLength { size: rank as i64, limit: MAX_RANK as i64 - 1 }))
        }
        _ => Ok(()),
    }
}

/// Checks that an order has each dimension once.
pub(super) fn check_order(order: &[usize], rank: usize) -> Result<(), Error> {
    if order.len() != rank {
        return Err(error(Rule::Dimensions { given: order.len(), rank }));
    }
    match (0..rank).all(|dimension| order.contains(&dimension)) {
        true => Ok(()),
        false => Err(error(Rule::Permutation)),
    }
}

/// The dimensions of a matrix, or of a batch of matrices, with the last one fastest, or with the last two swapped.
pub(super) fn matrix_order(rank: usize, row_major: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).rev().collect();
    if !row_major && rank >= 2 {
        order.swap(0, 1);
    }
    order
}

/// Checks that a tensor is a matrix or a batch of matrices.
pub(super) fn check_matrix(encoding: &'static str, rank: usize) -> Result<(), Error> {
    let wants = "a tensor of 2 dimensions, or of 3 with a batch first";
    match rank {
        2 | 3 => Ok(()),
        _ => Err(error(Rule::Encoding { encoding, wants })),
    }
}

impl Encoding {
    /// The linear layout of a tensor of this shape.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] for numbers that are not powers of 2; [`Rule::Dimensions`] for lists of another rank than
    /// that of the tensor; [`Rule::Permutation`] for an order that does not have each dimension once;
    /// [`Rule::Encoding`] for what the encoding does not have, such as a tile that is larger than the tensor;
    /// [`Rule::ListLength`] for more than 62 bits.
    ///
    /// ```
    /// use tilework_algebra::linear_layout::{BlockedEncoding, Encoding, Grouping, Input};
    /// let blocked = Encoding::Blocked(BlockedEncoding {
    ///     size_per_thread: vec![1, 4],
    ///     threads_per_warp: vec![8, 4],
    ///     warps_per_block: vec![4, 1],
    ///     order: vec![1, 0],
    ///     blocks: Grouping::one(2),
    /// });
    /// let layout = blocked.of_shape(&[32, 32])?;
    /// assert_eq!(layout.bases(Input::Register), [[0, 1], [0, 2], [0, 16]]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        check_shape(shape)?;
        match self {
            Encoding::Blocked(blocked) => blocked.of_shape(shape),
            Encoding::NvidiaMma(mma) => mma.of_shape(shape),
            Encoding::AmdMfma(mfma) => mfma.of_shape(shape),
            Encoding::AmdWmma(wmma) => wmma.of_shape(shape),
            Encoding::DotOperand(operand) => operand.of_shape(shape),
            Encoding::Slice { dim, parent } => sliced(*dim, parent, shape),
            Encoding::Linear(layout) => layout.repeated(shape),
            Encoding::SwizzledShared(swizzled) => swizzled.of_shape(shape),
            Encoding::NvmmaShared(nvmma) => nvmma.of_shape(shape),
        }
    }
}

impl BlockedEncoding {
    fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        self.pieces(shape, &self.size_per_thread, None, &self.blocks)
    }

    fn pieces(
        &self,
        shape: &[i64],
        registers: &[i64],
        broadcast: Option<usize>,
        blocks: &Grouping,
    ) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        let (lanes, warps) = (&self.threads_per_warp, &self.warps_per_block);
        for numbers in [registers, lanes, warps] {
            check_rank(numbers, rank)?;
        }
        check_order(&self.order, rank)?;
        let mut pieces = Pieces::new(rank);
        pieces.grid(Input::Register, registers, &self.order, None)?;
        pieces.grid(Input::Lane, lanes, &self.order, broadcast)?;
        pieces.grid(Input::Warp, warps, &self.order, broadcast)?;
        pieces.of_shape(shape, &self.order, Input::Register, blocks)
    }
}

impl DotOperandEncoding {
    fn of_shape(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        check_matrix("dot_op", rank)?;
        if self.operand > 1 {
            return Err(error(Rule::Encoding { encoding: "dot_op", wants: "an opIdx of 0 or 1" }));
        }
        let along_k = if self.operand == 0 { rank - 1 } else { rank - 2 };
        match &self.parent {
            Encoding::Blocked(blocked) => {
                check_rank(&blocked.size_per_thread, rank)?;
                let mut registers = blocked.size_per_thread.clone();
                registers[along_k] = shape[along_k];
                let blocks = blocked.blocks.without_if(along_k)?;
                blocked.pieces(shape, &registers, Some(along_k), &blocks)
            }
            Encoding::NvidiaMma(mma) => {
                mma.operand(self.operand, self.width, shape, &mma.blocks.without_if(along_k)?)
            }
            Encoding::AmdMfma(mfma) => {
                mfma.operand(self.operand, self.width, shape, &mfma.blocks.without_if(along_k)?)
            }
            Encoding::AmdWmma(wmma) => {
                wmma.operand(self.operand, self.width, shape, &wmma.blocks.without_if(along_k)?)
            }
            _ => {
                let wants = "a parent that multiplies: blocked, nvidia_mma, amd_mfma or amd_wmma";
                Err(error(Rule::Encoding { encoding: "dot_op", wants }))
            }
        }
    }
}

impl Grouping {
    /// [`Grouping::without`], if there is such a dimension.
    fn without_if(&self, dimension: usize) -> Result<Grouping, Error> {
        match dimension < self.rank {
            true => Ok(self.without(dimension)),
            false => Err(error(Rule::Dimensions { given: self.rank, rank: dimension + 1 })),
        }
    }
}

/// The parent of a tensor with a dimension of extent 1 more, without that dimension, and without registers that only
/// it distinguishes.
fn sliced(dim: usize, parent: &Encoding, shape: &[i64]) -> Result<LinearLayout, Error> {
    let mut of_parent = shape.to_vec();
    if dim > shape.len() {
        return Err(error(Rule::ModeRange { mode: dim, rank: shape.len() + 1 }));
    }
    of_parent.insert(dim, 1);
    let parent = parent.of_shape(&of_parent)?;
    if parent.is_shared() {
        let wants = "a parent in registers";
        return Err(error(Rule::Encoding { encoding: "slice_encoding", wants }));
    }
    let inputs = Input::REGISTERS.map(|input| {
        let mut bases = parent.bases(input);
        for basis in &mut bases {
            basis.remove(dim);
        }
        if input == Input::Register {
            bases.retain(|basis| basis.iter().any(|&coordinate| coordinate != 0));
        }
        (input, bases)
    });
    LinearLayout::new(shape, inputs)
}

impl LinearLayout {
    /// The bases for a tensor of another shape: past the end registers have the rest, by dimensions in the order of the
    /// registers. Registers outside are dropped, and other coordinates outside are repeated.
    fn repeated(&self, shape: &[i64]) -> Result<LinearLayout, Error> {
        let rank = self.shape().len();
        check_rank(shape, rank)?;
        if self.is_shared() && shape != self.shape() {
            let wants = "a tensor of the shape that its bases span";
            return Err(error(Rule::Encoding { encoding: "shared_linear", wants }));
        }
        let mut registers = self.bases(Input::Register);
        let first = |basis: &Vec<i64>| basis.iter().position(|&coordinate| coordinate != 0);
        let mut order: Vec<usize> = Vec::new();
        for dimension in registers.iter().filter_map(first).chain((0..rank).rev()) {
            if !order.contains(&dimension) {
                order.push(dimension);
            }
        }
        let is_inside = |basis: &Vec<i64>| basis.iter().zip(shape).all(|(at, extent)| at < extent);
        registers.retain(is_inside);
        for dimension in order {
            let mut bit = self.shape()[dimension];
            while bit < shape[dimension] {
                let mut basis = vec![0; rank];
                basis[dimension] = bit;
                registers.push(basis);
                bit *= 2;
            }
        }
        let inputs = self.inputs().iter().map(|&input| {
            let mut bases = self.bases(input);
            if input == Input::Register {
                bases = core::mem::take(&mut registers);
            }
            for basis in &mut bases {
                for (coordinate, extent) in basis.iter_mut().zip(shape) {
                    *coordinate &= extent - 1;
                }
            }
            (input, bases)
        });
        LinearLayout::new(shape, inputs.collect::<Vec<_>>())
    }
}

impl Encoding {
    /// One more than the number of parents.
    pub(crate) fn depth(&self) -> usize {
        let (mut depth, mut encoding) = (1, self);
        while let Some(parent) = encoding.parent() {
            (depth, encoding) = (depth + 1, parent);
        }
        depth
    }

    fn parent(&self) -> Option<&Encoding> {
        match self {
            Encoding::Slice { parent, .. } => Some(parent),
            Encoding::DotOperand(operand) => Some(&operand.parent),
            _ => None,
        }
    }
}
