//! Bank conflicts: how often memory in banks is asked for several words of one bank at once.

use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::swizzle::Swizzle;

/// The most bytes that a thread accesses, or that all banks deliver at once.
const BYTES: i64 = 1 << 16;

/// How threads access memory in banks: each one `vector` consecutive elements.
///
/// Bank `k` has the words of `bank_width` bytes at `k`, `k + banks`, `k + 2 banks` and so on, and
/// delivers one word at a time, to any number of threads. Consecutive threads go together in one
/// phase, as many as ask for all banks once with what each one accesses, and at most one for each
/// bank: for 32 banks of 4 bytes 32 threads with up to 4 bytes each, 16 with 8, 8 with 16. This is
/// how shared memory is described for NVIDIA GPUs (CUDA C++ Programming Guide, "Shared Memory").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    element: i64,
    vector: i64,
    banks: i64,
    bank_width: i64,
}

impl Access {
    /// One element of `element` bytes a thread, in 32 banks of 4 bytes.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 byte, [`Rule::ListLength`] for more than 2^16.
    pub fn new(element: i64) -> Result<Self, Error> {
        Access { element: 1, vector: 1, banks: 32, bank_width: 4 }.checked(element, 1, 32, 4)
    }

    /// As many consecutive elements a thread, beginning at its offset.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1, [`Rule::ListLength`] for more than 2^16 bytes.
    pub fn vector(self, vector: i64) -> Result<Self, Error> {
        self.checked(self.element, vector, self.banks, self.bank_width)
    }

    /// In other banks.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 bank or byte, [`Rule::ListLength`] for more than 2^16 bytes.
    pub fn banks(self, banks: i64, bank_width: i64) -> Result<Self, Error> {
        self.checked(self.element, self.vector, banks, bank_width)
    }

    fn checked(
        self,
        element: i64,
        vector: i64,
        banks: i64,
        bank_width: i64,
    ) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::BankConflicts, rule);
        for extent in [element, vector, banks, bank_width] {
            if extent < 1 {
                return Err(error(Rule::Extent { extent }));
            }
        }
        for (one, other) in [(element, vector), (banks, bank_width)] {
            let size = one.saturating_mul(other);
            if size > BYTES {
                return Err(error(Rule::ListLength { size, limit: BYTES }));
            }
        }
        Ok(Access { element, vector, banks, bank_width })
    }

    /// How many threads go together.
    fn threads(&self) -> usize {
        let together = (self.banks * self.bank_width / (self.element * self.vector)).max(1);
        usize::try_from(together.min(self.banks)).unwrap_or(usize::MAX)
    }

    /// Whether what a thread accesses from `offset` on lies together under the swizzle.
    fn is_whole(&self, offset: i64, swizzle: Swizzle) -> bool {
        // A swizzle moves blocks of this length as they are.
        let block = 1_i64 << swizzle.base();
        let (first, end) = (swizzle.apply(offset), offset + self.vector);
        let mut next = (offset | (block - 1)) + 1;
        while next < end {
            if swizzle.apply(next) - first != next - offset {
                return false;
            }
            next += block;
        }
        true
    }

    /// How often the bank that is asked for most has to deliver for these threads, beyond once.
    fn conflicts(&self, offsets: impl Iterator<Item = i64>) -> i64 {
        let mut words: Vec<(i128, i128)> = Vec::new();
        let width = i128::from(self.bank_width);
        for offset in offsets {
            let first = i128::from(offset) * i128::from(self.element);
            let last = first + i128::from(self.element * self.vector) - 1;
            let these = first.div_euclid(width)..=last.div_euclid(width);
            words.extend(these.map(|word| (word.rem_euclid(self.banks.into()), word)));
        }
        words.sort_unstable();
        words.dedup();
        let of_banks = words.chunk_by(|one, other| one.0 == other.0);
        // As many as the threads and their words, which are in memory.
        of_banks.map(|words| words.len() as i64).max().unwrap_or(1) - 1
    }
}

/// How many times more often than once the banks have to deliver, all phases together: in each
/// phase, the number of different words in the bank with most of them, less 1. `offsets` are those
/// of the threads, in elements: of a layout of threads, [`offsets`](crate::offsets()) of it.
///
/// ```
/// use tilework_algebra::{Access, Layout, bank_conflicts, offsets};
/// let column = offsets(&"32:32".parse::<Layout>()?)?;
/// assert_eq!(bank_conflicts(&column, &Access::new(4)?), 31);
/// let padded = offsets(&"32:33".parse::<Layout>()?)?;
/// assert_eq!(bank_conflicts(&padded, &Access::new(4)?), 0);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn bank_conflicts(offsets: &[i64], access: &Access) -> i64 {
    let phases = offsets.chunks(access.threads());
    phases.map(|offsets| access.conflicts(offsets.iter().copied())).sum()
}

/// The swizzle under which none of these accesses has a conflict, each given by the offsets of its
/// threads; `None` if there is none. All of them are to the same elements.
///
/// Of all swizzles that keep what each thread accesses together, wherever it begins, and take the
/// elements below the next power of 2 to one another, it is the one that XORs the fewest bits, has the highest base,
/// and moves the bits least, up rather than down: `Sw<0,0,0>` if there is no conflict as it is.
///
/// # Errors
/// [`Rule::NaturalStride`] for an offset below 0; [`Rule::Overflow`] for an element from `2^62` on.
///
/// ```
/// use tilework_algebra::{Access, Layout, Swizzle, conflict_free_swizzle, offsets};
/// let access = Access::new(4)?;
/// let row = offsets(&"32:1".parse::<Layout>()?)?;
/// let column = offsets(&"32:32".parse::<Layout>()?)?;
/// let found = conflict_free_swizzle(&[(&row, access), (&column, access)])?;
/// assert_eq!(found, Some(Swizzle::new(5, 0, 5)?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn conflict_free_swizzle(accesses: &[(&[i64], Access)]) -> Result<Option<Swizzle>, Error> {
    let error = |rule| Error::new(Operation::ConflictFreeSwizzle, rule);
    let mut all = 0;
    for (offsets, access) in accesses {
        for &offset in *offsets {
            if offset < 0 {
                return Err(error(Rule::NaturalStride { stride: offset }));
            }
            all |= offset.saturating_add(access.vector - 1);
        }
    }
    let width = i64::from(64 - all.leading_zeros());
    if width > 62 {
        return Err(error(Rule::Overflow));
    }
    let none = |swizzle: Swizzle| {
        accesses.iter().all(|(offsets, access)| {
            offsets.chunks(access.threads()).all(|phase| {
                access.conflicts(phase.iter().map(|&offset| swizzle.apply(offset))) == 0
            }) && offsets.iter().all(|&offset| access.is_whole(offset, swizzle))
        })
    };
    if none(Swizzle::new(0, 0, 0)?) {
        return Ok(Some(Swizzle::new(0, 0, 0)?));
    }
    for bits in 1..=width / 2 {
        for base in (0..=width - 2 * bits).rev() {
            for by in bits..=width - bits - base {
                for shift in [by, -by] {
                    let swizzle = Swizzle::new(bits, base, shift)?;
                    if none(swizzle) {
                        return Ok(Some(swizzle));
                    }
                }
            }
        }
    }
    Ok(None)
}
