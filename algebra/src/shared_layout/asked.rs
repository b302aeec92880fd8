//! What accesses ask of a layout, in bits.
//!
//! A tile of `2^n` elements is the vectors of `n` bits, the bits of its integral coordinate. A layout is `n` independent
//! functions on them, the bits of the offset; an access is the vectors that the bits of its threads and values go to.

use alloc::vec::Vec;

use super::span::{Span, Vectors, inverse, restrict, value};

/// Memory in banks, counted in elements, which are powers of 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banks {
    /// The lowest bits of the offset, which lie in one word.
    pub word: usize,
    /// These and the bits of the bank.
    pub row: usize,
    /// The bits of the number of banks, as many threads go together at most.
    pub threads: usize,
}

impl Banks {
    /// The bits of the threads that go together, where each accesses `2^width` elements.
    pub fn together(&self, width: usize) -> usize {
        self.row.saturating_sub(width).min(self.threads)
    }
}

/// An access to all elements of a tile by threads.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Its number among all accesses.
    pub at: usize,
    /// The bits of what is contiguous: of a plain vector the values of a thread, of which any may be, of a row of a matrix
    /// its elements, in order.
    pub vector: Vectors,
    pub is_row: bool,
    /// The most bits of the elements of a vector; of a row all of them.
    pub widest: usize,
    /// The bits that may not move what is in a vector.
    pub apart: Span,
    /// The bits of the threads, or rows, that go together, the first ones first.
    pub lanes: Vectors,
    /// The number of the bits of threads and values.
    pub bits: usize,
}

impl Asked {
    /// The widest vectors that the values have.
    pub fn most(&self) -> usize {
        if self.is_row {
            return self.widest;
        }
        self.widest.min(Span::of(self.vector.iter().copied()).dimension())
    }

    /// The accesses of one thread after another to all elements with vectors of `2^width`, in bits.
    pub fn instructions(&self, width: usize) -> usize {
        self.bits - width
    }

    /// The threads with their vectors that go together, as long as vectors go to vectors of `flag`.
    pub fn phase(&self, flag: &[u64], width: usize, banks: &Banks) -> Span {
        let lanes = self.lanes.iter().take(banks.together(width));
        Span::of(flag[..width].iter().chain(lanes).copied())
    }

    /// How often all phases together ask the banks, if no bank is asked for two words.
    pub fn phases(&self, width: usize, banks: &Banks) -> u64 {
        let lanes = self.lanes.len().min(banks.together(width));
        1 << (self.bits - width - lanes)
    }

    /// The bits of the widest vectors under a layout, and of how often a bank is asked in each phase; nothing, if rows of
    /// matrices do not lie together.
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
    /// The bits of a coordinate.
    pub bits: u32,
    pub banks: Banks,
    pub accesses: Vec<Asked>,
}
