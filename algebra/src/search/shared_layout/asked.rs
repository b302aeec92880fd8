//! The requirements of accesses on a layout, in bits.
//!
//! A tile of `2^n` elements is the set of vectors of `n` bits, which are the bits of its integral coordinate. A layout
//! consists of `n` independent functions on them, which are the bits of the offset. An access consists of the vectors
//! to which the bits of its threads and values go.

use alloc::vec::Vec;

use super::span::{Span, Vectors, inverse, restrict, value};

/// Memory in banks, counted in elements. The numbers are powers of 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banks {
    /// The number of lowest bits of the offset, which lie in one word.
    pub word: usize,
    /// The number of these bits and of the bits of the bank.
    pub row: usize,
    /// The number of bits of the number of banks, which is the largest number of threads in a phase.
    pub threads: usize,
}

impl Banks {
    /// The number of bits of the threads in one phase, if each accesses `2^width` elements.
    pub fn together(&self, width: usize) -> usize {
        self.row.saturating_sub(width).min(self.threads)
    }
}

/// An access to all elements of a tile by threads.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The position of this access among all accesses.
    pub at: usize,
    /// The bits of the contiguous part. For a plain vector, these are the bits of the values of a thread, any of which
    /// may be used. For a row of a matrix, they are those of its elements, in order.
    pub vector: Vectors,
    pub is_row: bool,
    /// The largest number of bits of the elements of a vector; for a row, all of them.
    pub widest: usize,
    /// The bits that must not move the elements of a vector.
    pub apart: Span,
    /// The bits of the threads, or rows, of a phase, lowest bits first.
    pub lanes: Vectors,
    /// The number of bits of threads and values.
    pub bits: usize,
}

impl Asked {
    /// The width of the widest vectors that the values allow.
    pub fn most(&self) -> usize {
        if self.is_row {
            return self.widest;
        }
        self.widest.min(Span::of(self.vector.iter().copied()).dimension())
    }

    /// The number of instructions, as an exponent of 2, in which a thread accesses all its elements with vectors of
    /// `2^width`.
    pub fn instructions(&self, width: usize) -> usize {
        self.bits - width
    }

    /// The threads of one phase with their vectors, if vectors go to vectors of `flag`.
    pub fn phase(&self, flag: &[u64], width: usize, banks: &Banks) -> Span {
        let lanes = self.lanes.iter().take(banks.together(width));
        Span::of(flag[..width].iter().chain(lanes).copied())
    }

    /// The number of deliveries of all phases, if no bank is asked for two words.
    pub fn phases(&self, width: usize, banks: &Banks) -> u64 {
        let lanes = self.lanes.len().min(banks.together(width));
        1 << (self.bits - width - lanes)
    }

    /// The number of bits of the widest vectors under a layout, and of the number of words asked of a bank in each
    /// phase; `None` if rows of matrices are not contiguous.
    pub fn measure(&self, layout: &[u64], banks: &Banks) -> Option<(usize, usize)> {
        let coordinates = inverse(layout)?;
        let own = Span::of(self.vector.iter().copied());
        let fits = |width: usize| {
            let still = || {
                let low = &layout[..width];
                low.iter().all(|&bit| self.apart.vectors().iter().all(|&of| !value(bit, of)))
            };
            let together = match self.is_row {
                true => coordinates[..width] == self.vector[..width],
                false => coordinates[..width].iter().all(|&vector| own.contains(vector)),
            };
            together && still()
        };
        let most = self.most().min(layout.len());
        let mut widths = (if self.is_row { most } else { 0 }..=most).rev();
        let width = widths.find(|&width| fits(width))?;
        let mut words: Vectors = self.phase(&coordinates, width, banks).vectors().into();
        for &bit in &layout[banks.word.min(layout.len())..banks.row.min(layout.len())] {
            restrict(&mut words, bit);
        }
        let above = &layout[banks.row.min(layout.len())..];
        let rows = above.iter().filter(|&&bit| restrict(&mut words, bit)).count();
        Some((width, rows))
    }
}

/// All accesses to a tile.
#[derive(Debug)]
pub(super) struct Problem {
    /// The number of bits of a coordinate.
    pub bits: u32,
    pub banks: Banks,
    pub accesses: Vec<Asked>,
}
