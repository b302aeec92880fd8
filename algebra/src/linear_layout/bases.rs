//! Bases that are multiplied from pieces, as Triton does: a piece continues where the pieces before it end.

use alloc::vec;
use alloc::vec::Vec;

use super::encoding::Grouping;
use super::{Bases, Input, LinearLayout, check_shape, error, power_of_two};
use crate::error::{Error, Rule};

/// A product of pieces, each along one dimension.
pub(super) struct Pieces {
    /// The extent of each dimension so far.
    sizes: Vec<i64>,
    bases: [Bases; 5],
    /// The most bases, so that hostile numbers do not take memory.
    left: usize,
}

impl Pieces {
    pub fn new(rank: usize) -> Self {
        Pieces { sizes: vec![1; rank], bases: Default::default(), left: 2 * super::MAX_BITS }
    }

    fn count(&mut self) -> Result<(), Error> {
        let limit = super::MAX_BITS as i64;
        let rule = Rule::ListLength { size: 2 * limit + 1, limit };
        self.left = self.left.checked_sub(1).ok_or(error(rule))?;
        Ok(())
    }

    /// `extent` values of an input, which go along a dimension one by one.
    pub fn identity(&mut self, input: Input, dimension: usize, extent: i64) -> Result<(), Error> {
        let mut bit = 1;
        while bit < power_of_two(extent)? {
            let mut basis = vec![0; self.sizes.len()];
            let coordinate = self.sizes[dimension].checked_mul(bit);
            basis[dimension] = coordinate.ok_or(error(Rule::Overflow))?;
            self.add(input, basis)?;
            bit *= 2;
        }
        let size = self.sizes[dimension].checked_mul(extent);
        self.sizes[dimension] = size.ok_or(error(Rule::Overflow))?;
        Ok(())
    }

    /// `extent` values of an input that all have the same element.
    pub fn zeros(&mut self, input: Input, extent: i64) -> Result<(), Error> {
        let mut bit = 1;
        while bit < power_of_two(extent)? {
            self.add(input, vec![0; self.sizes.len()])?;
            bit *= 2;
        }
        Ok(())
    }

    /// [`Pieces::identity`] along all dimensions, in this order, with zeros along the dimension `broadcast`.
    pub fn grid(
        &mut self,
        input: Input,
        extents: &[i64],
        order: &[usize],
        broadcast: Option<usize>,
    ) -> Result<(), Error> {
        for &dimension in order {
            match broadcast == Some(dimension) {
                true => self.zeros(input, extents[dimension])?,
                false => self.identity(input, dimension, extents[dimension])?,
            }
        }
        Ok(())
    }

    /// A basis as it is, whose size the caller adds with [`Pieces::spans`].
    pub fn add(&mut self, input: Input, basis: Vec<i64>) -> Result<(), Error> {
        self.count()?;
        self.bases[input as usize].push(basis);
        Ok(())
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// Says that the pieces so far span this extent.
    pub fn spans(&mut self, dimension: usize, extent: i64) {
        self.sizes[dimension] = extent;
    }

    /// The linear layout of a tensor of this shape, which is divided among blocks. Where the pieces end before the
    /// tensor does, `input` has the rest, by dimensions in this order. Where they reach past it, elements repeat.
    pub fn of_shape(
        mut self,
        shape: &[i64],
        repeated: &[usize],
        input: Input,
        blocks: &Grouping,
    ) -> Result<LinearLayout, Error> {
        check_shape(shape)?;
        let (of_blocks, part) = blocks.of_shape(shape)?;
        for &dimension in repeated {
            let (size, wanted) = (self.sizes[dimension], part[dimension]);
            if size < wanted {
                self.identity(input, dimension, wanted / size)?;
            }
        }
        for basis in self.bases.iter_mut().flatten() {
            for (coordinate, extent) in basis.iter_mut().zip(&part) {
                *coordinate &= extent - 1;
            }
        }
        self.bases[Input::Block as usize] = of_blocks;
        let inputs: &[Input] =
            if input == Input::Offset { &Input::SHARED } else { &Input::REGISTERS };
        let mut bases = self.bases;
        let taken = inputs.iter().map(|&of| (of, core::mem::take(&mut bases[of as usize])));
        LinearLayout::new(shape, taken.collect::<Vec<_>>())
    }
}
