//! Bank conflicts: accesses that ask one memory bank for several words at once.

use smallvec::SmallVec;

use super::coalescing::SECTOR;
use super::machine::{Machine, Transfer};
use crate::budget::{Budget, CONFLICT_FREE};
use crate::error::{Error, Operation, Rule};
use crate::layout::swizzle::Swizzle;

/// The largest number of bytes that a thread accesses, or that all banks deliver at once.
const BYTES: i64 = 1 << 16;

/// A way in which threads access memory in banks. Each thread accesses `vector` consecutive elements.
///
/// Bank `k` has the words of `bank_width` bytes at `k`, `k + banks`, `k + 2 banks` and so on. It delivers one word at a
/// time, to any number of threads. A phase consists of consecutive threads: as many as together access every bank once,
/// and at most one for each bank. With 32 banks of 4 bytes, a phase has 32 threads of up to 4 bytes each, 16 of 8
/// bytes, or 8 of 16 bytes. The CUDA C++ Programming Guide describes shared memory of NVIDIA GPUs in this way, in
/// "Shared Memory". [`Access::on`] takes the banks and phases of other machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    element: i64,
    vector: i64,
    banks: i64,
    bank_width: i64,
    /// The number of threads in a phase, or 0 for as many as the banks serve.
    lanes: i64,
    /// The threads of a warp in the order of phases; empty if that is their own order.
    order: &'static [u8],
    /// The bytes of a piece of global memory.
    pub(super) sector: i64,
}

impl Access {
    /// One element of `element` bytes for each thread, in 32 banks of 4 bytes.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 byte, [`Rule::ListLength`] for more than 2^16.
    #[inline]
    pub fn new(element: i64) -> Result<Self, Error> {
        let access = Access {
            element: 1,
            vector: 1,
            banks: 32,
            bank_width: 4,
            lanes: 0,
            order: &[],
            sector: SECTOR,
        };
        access.checked(element, 1, 32, 4)
    }

    /// `vector` consecutive elements for each thread, beginning at its offset.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 element, [`Rule::ListLength`] for more than 2^16 bytes.
    #[inline]
    pub fn vector(self, vector: i64) -> Result<Self, Error> {
        self.checked(self.element, vector, self.banks, self.bank_width)
    }

    /// The same access to memory with this number of banks, of this width.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 bank or byte, [`Rule::ListLength`] for more than 2^16 bytes.
    #[inline]
    pub fn banks(self, banks: i64, bank_width: i64) -> Result<Self, Error> {
        self.checked(self.element, self.vector, banks, bank_width)
    }

    /// The same access where a phase consists of `lanes` consecutive threads, whatever the number of banks. 0 stands for as
    /// many as the banks serve.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 0, [`Rule::ListLength`] for more than 2^16.
    ///
    /// ```
    /// use tilework_algebra::{Access, Layout, bank_conflicts, offsets};
    /// // 64 threads at once read 8 bytes each, from 64 banks of 4 bytes.
    /// let rows = offsets(&"64:1".parse::<Layout>()?)?;
    /// let access = Access::new(8)?.banks(64, 4)?;
    /// assert_eq!(bank_conflicts(&rows, &access), 0);
    /// assert_eq!(bank_conflicts(&rows, &access.lanes(64)?), 1);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn lanes(self, lanes: i64) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::BankConflicts, rule);
        match lanes {
            ..0 => Err(error(Rule::Extent { extent: lanes })),
            0..=BYTES => Ok(Access { lanes, order: &[], ..self }),
            _ => Err(error(Rule::ListLength { size: lanes, limit: BYTES })),
        }
    }

    /// The same access to the shared memory of a machine, which sets the banks and the threads of each phase. These
    /// need not be neighbors.
    ///
    /// # Errors
    /// [`Rule::Unpublished`] if [`MACHINES`](crate::MACHINES) has no figures for so many bytes a thread.
    ///
    /// ```
    /// use tilework_algebra::{Access, Layout, Machine, Rule, Transfer, bank_conflicts, offsets};
    /// let cdna3 = Machine::named("cdna3").unwrap();
    /// // 64 threads have 16 bytes each, in rows of 64 bytes, a thread in a row.
    /// let rows = offsets(&"64:16".parse::<Layout>()?)?;
    /// let access = Access::new(4)?.vector(4)?;
    /// assert_eq!(bank_conflicts(&rows, &access.on(cdna3, Transfer::Store)?), 8 * 3);
    /// // Eight bytes: there is no source.
    /// let refused = Access::new(8)?.on(cdna3, Transfer::Load).unwrap_err();
    /// assert_eq!(
    ///     refused.rule,
    ///     Rule::Unpublished { machine: "cdna3", transfer: "load", bytes: 8 },
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn on(self, machine: &Machine, transfer: Transfer) -> Result<Self, Error> {
        let phases = machine.phases(self.element * self.vector, transfer)?;
        let access = self.banks(phases.banks, machine.bank_width)?.lanes(phases.together)?;
        Ok(Access { order: phases.order, ..access })
    }

    /// The same access where global memory delivers pieces of so many bytes, 32 unless this is set.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than 1 byte, [`Rule::ListLength`] for more than 2^16.
    pub fn sector(self, bytes: i64) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Coalescing, rule);
        match bytes {
            ..1 => Err(error(Rule::Extent { extent: bytes })),
            1..=BYTES => Ok(Access { sector: bytes, ..self }),
            _ => Err(error(Rule::ListLength { size: bytes, limit: BYTES })),
        }
    }

    #[inline]
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
        Ok(Access { element, vector, banks, bank_width, ..self })
    }

    /// The number of banks.
    pub(crate) fn bank_count(&self) -> i64 {
        self.banks
    }

    /// The bank in which the element at this offset begins.
    #[cfg(feature = "draw")]
    pub(crate) fn bank(&self, offset: i64) -> i64 {
        let word =
            (i128::from(offset) * i128::from(self.element)).div_euclid(self.bank_width.into());
        word.rem_euclid(self.banks.into()) as i64
    }

    /// Returns whether threads with these offsets ask a bank for two words, that is, whether the distance of two of
    /// their words is a multiple of the number of banks.
    #[cfg(feature = "draw")]
    pub(crate) fn asks_twice(&self, offset: i64, other: i64) -> bool {
        let ((first, end), (other, other_end)) = (self.words(offset), self.words(other));
        let banks = i128::from(self.banks);
        // The range of distances between two words. The distance 0 is that of a word and itself.
        let (least, most) = (other - (end - 1), other_end - 1 - first);
        most.div_euclid(banks) * banks >= least.max(1)
            || (-least).div_euclid(banks) * banks >= (-most).max(1)
    }

    /// The first byte that a thread accesses at `offset`, and the end of its bytes.
    pub(crate) fn bytes(&self, offset: i64) -> Option<(i64, i64)> {
        let first = offset.checked_mul(self.element)?;
        Some((first, first.checked_add(self.element * self.vector)?))
    }

    /// The first word that a thread accesses at `offset`, and the end of its words.
    #[inline]
    pub(crate) fn words(&self, offset: i64) -> (i128, i128) {
        let width = i128::from(self.bank_width);
        let first = i128::from(offset) * i128::from(self.element);
        let last = first + i128::from(self.element * self.vector) - 1;
        (first.div_euclid(width), last.div_euclid(width) + 1)
    }

    /// The number of threads in one phase.
    #[inline]
    pub(crate) fn threads(&self) -> usize {
        if self.lanes > 0 {
            return usize::try_from(self.lanes).unwrap_or(usize::MAX);
        }
        let together = (self.banks * self.bank_width / (self.element * self.vector)).max(1);
        usize::try_from(together.min(self.banks)).unwrap_or(usize::MAX)
    }

    /// The threads of each phase, of `count` threads.
    pub(crate) fn phases(&self, count: usize) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let warp = self.order.len().max(1);
        let places = count.div_ceil(warp).saturating_mul(warp);
        (0..places.div_ceil(self.threads())).map(move |phase| self.threads_in(phase, count))
    }

    /// The threads of a phase, of `count` threads.
    pub(crate) fn threads_in(&self, phase: usize, count: usize) -> impl Iterator<Item = usize> {
        let (threads, order) = (self.threads(), self.order);
        let first = phase.saturating_mul(threads);
        let end = first.saturating_add(threads);
        let places = first..if order.is_empty() { end.min(count) } else { end };
        let thread = move |place: usize| match place.checked_rem(order.len()) {
            Some(at) => place - at + usize::from(order[at]),
            None => place,
        };
        places.map(thread).filter(move |&thread| thread < count)
    }

    /// Returns whether the threads of a phase are neighbors.
    #[cfg(feature = "draw")]
    pub(crate) fn in_order(&self) -> bool {
        self.order.is_empty()
    }

    /// The phase of a thread.
    #[cfg(feature = "draw")]
    pub(crate) fn phase(&self, thread: i64) -> i64 {
        let threads = i64::try_from(self.threads()).unwrap_or(i64::MAX);
        let warp = (self.order.len() as i64).max(1);
        let place = self.order.iter().position(|&of| i64::from(of) == thread % warp);
        (thread - thread % warp + place.map_or(0, |place| place as i64)) / threads
    }

    /// Returns whether the elements that a thread accesses at `offset` stay together under the swizzle.
    #[inline]
    fn is_whole(&self, offset: i64, swizzle: Swizzle, budget: &Budget<'_>) -> Result<bool, Error> {
        // A swizzle moves blocks of this length as a whole.
        let block = swizzle.alignment();
        let (first, end) = (swizzle.apply(offset), offset + self.vector);
        let mut next = (offset | (block - 1)) + 1;
        while next < end {
            budget.spend(1)?;
            if swizzle.apply(next) - first != next - offset {
                return Ok(false);
            }
            next += block;
        }
        Ok(true)
    }

    /// The number of extra deliveries of the busiest bank for these threads, beyond the first. The words of a thread
    /// are consecutive, so they are counted by their beginnings and ends.
    pub(crate) fn conflicts(&self, offsets: impl Iterator<Item = i64>) -> i64 {
        let banks = i128::from(self.banks);
        let mut runs: SmallVec<[(i128, i128); 32]> =
            offsets.map(|offset| self.words(offset)).collect();
        runs.sort_unstable();
        // A word that several threads ask for counts once.
        runs.dedup_by(|next, run| {
            let adjoins = next.0 <= run.1;
            if adjoins {
                run.1 = run.1.max(next.1);
            }
            adjoins
        });
        // For each run: the number of words that it requests from every bank, and the banks from which it requests one
        // more.
        let mut of_all = 0;
        let mut ends: SmallVec<[(i128, i64); 64]> = SmallVec::new();
        for (first, end) in runs {
            let (rounds, rest) = ((end - first) / banks, (end - first) % banks);
            of_all += rounds;
            if rest > 0 {
                let begin = first.rem_euclid(banks);
                ends.extend([(begin, 1), (begin + rest, -1)]);
                if begin + rest > banks {
                    // The range wraps around the last bank.
                    ends.extend([(0, 1), (begin + rest - banks, -1)]);
                }
            }
        }
        // At each bank, ends come before beginnings. Nothing begins after the last bank.
        ends.sort_unstable();
        let asked = ends.iter().scan(0, |asked, (_, change)| {
            *asked += change;
            Some(*asked)
        });
        // At most the number of threads times their words.
        (of_all as i64 + asked.max().unwrap_or(0) - 1).max(0)
    }
}

impl core::fmt::Display for Access {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Access { element, vector, banks, bank_width, lanes, .. } = self;
        write!(f, "{banks} banks of {bank_width} bytes, {} bytes a thread", element * vector)?;
        if *lanes > 0 {
            write!(f, ", {lanes} threads together")?;
        }
        if self.order.is_empty() { Ok(()) } else { write!(f, ", not all neighbors") }
    }
}

/// The number of extra deliveries in all phases. In each phase it is the number of different words in the bank with
/// most of them, less 1. `offsets` are the offsets of the threads, in elements; [`offsets`](crate::offsets()) gives
/// those of a layout of threads.
///
/// ```
/// use tilework_algebra::{Access, Layout, bank_conflicts, offsets};
/// let column = offsets(&"32:32".parse::<Layout>()?)?;
/// assert_eq!(bank_conflicts(&column, &Access::new(4)?), 31);
/// let padded = offsets(&"32:33".parse::<Layout>()?)?;
/// assert_eq!(bank_conflicts(&padded, &Access::new(4)?), 0);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn bank_conflicts(offsets: &[i64], access: &Access) -> i64 {
    if access.order.is_empty() {
        let phases = offsets.chunks(access.threads());
        return phases.map(|offsets| access.conflicts(offsets.iter().copied())).sum();
    }
    let phases = access.phases(offsets.len());
    phases.map(|threads| access.conflicts(threads.map(|thread| offsets[thread]))).sum()
}

/// Finds the swizzle under which none of these accesses has a conflict; `None` if there is none. Each access is given
/// by the offsets of its threads, and all of them access the same elements.
///
/// The search considers swizzles that keep the elements of each thread's access together, wherever it begins, and that
/// permute the elements below the next power of 2. Among these it returns the one that XORs the fewest bits, then has
/// the highest base, then moves the bits least, upward rather than downward. The result is `Sw<0,0,0>` if there is no
/// conflict without a swizzle.
///
/// # Errors
/// [`Rule::NaturalStride`] for an offset below 0; [`Rule::Overflow`] for an element at `2^62` or above;
/// [`Rule::Undecided`] after 2^22 steps, where a step handles one thread, or one block of its elements, under a
/// swizzle.
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
#[inline]
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
    let budget = Budget::new(Operation::ConflictFreeSwizzle, CONFLICT_FREE);
    let none = |swizzle: Swizzle| {
        for (offsets, access) in accesses {
            for threads in access.phases(offsets.len()) {
                let phase: SmallVec<[i64; 64]> = threads.map(|thread| offsets[thread]).collect();
                budget.spend(phase.len() as u64)?;
                if access.conflicts(phase.iter().map(|&offset| swizzle.apply(offset))) > 0 {
                    return Ok(false);
                }
                for offset in phase {
                    if !access.is_whole(offset, swizzle, &budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    };
    if accesses.iter().all(|(offsets, access)| bank_conflicts(offsets, access) == 0) {
        return Ok(Some(Swizzle::new(0, 0, 0)?));
    }
    for bits in 1..=width / 2 {
        for base in (0..=width - 2 * bits).rev() {
            for by in bits..=width - bits - base {
                for shift in [by, -by] {
                    let swizzle = Swizzle::new(bits, base, shift)?;
                    if none(swizzle)? {
                        return Ok(Some(swizzle));
                    }
                }
            }
        }
    }
    Ok(None)
}
