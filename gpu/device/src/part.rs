//! Parts of buffers: elements of a machine's memory, one after another, as `[T]` are those of a `Vec<T>`.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, Index, IndexMut, Range, RangeBounds};
use core::ptr;

/// Consecutive elements in the memory of the machine `M`: to a buffer what `[T]` is to `Vec<T>`. It exists behind
/// references only, and is an argument of a launch as a buffer is: `&part` where a kernel reads, `&mut part` where it
/// writes. Two parts that [`split_at_mut`](Part::split_at_mut) gives can be written at the same time.
///
/// ```
/// use tilework_device::emulator::Emulator;
/// use tilework_device::*;
///
/// /// `to = 2 from`
/// #[kernel(threads = 4, blocks = [1])]
/// fn doubled(from: Slice<u32>, to: SliceMut<u32>) {
///     // SAFETY: a launch of 4 threads.
///     let t = unsafe { thread::<4>() } as usize;
///     if let (Some(x), Some(to)) = (from.get(t), to.at(t)) {
///         // SAFETY: each thread writes an element of its own.
///         unsafe { to.write(2 * x) }
///     }
/// }
/// let mut emulator = Emulator::new(1);
/// let mut both = emulator.upload(&[1_u32, 2, 3, 4, 0, 0, 0, 0]);
/// let (from, to) = both.split_at_mut(4);
/// emulator.run(doubled { from: &*from, to });
/// assert_eq!(emulator.download(both), [1, 2, 3, 4, 2, 4, 6, 8]);
/// assert_eq!(emulator.download(both[5..7].buffer()), [4, 6]);
/// ```
///
/// One part cannot be written and read by the same launch:
///
/// ```compile_fail,E0502
/// # use tilework_device::emulator::Emulator;
/// # use tilework_device::*;
/// # #[kernel(threads = 4, blocks = [1])]
/// # fn doubled(from: Slice<u32>, to: SliceMut<u32>) {}
/// let mut emulator = Emulator::new(1);
/// let mut both = emulator.zeros::<u32>(8);
/// emulator.run(doubled { from: &both[..4], to: &mut both[3..7] });
/// ```
pub struct Part<M, T> {
    of: PhantomData<fn() -> (M, T)>,
    /// As many as there are elements, at their address. They take no room, so that a reference to them is valid
    /// wherever the elements are.
    elements: [()],
}
impl<M, T> fmt::Debug for Part<M, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements at {:#x}", self.len(), self.address())
    }
}

/// The address of a reference. For no elements at null it is another one, where a buffer could begin.
fn nonzero<T>(pointer: *const T) -> *const () {
    match pointer.is_null() {
        true => ptr::without_provenance(256),
        false => pointer.cast(),
    }
}

impl<M, T> Part<M, T> {
    /// The `length` elements from an address on.
    ///
    /// # Safety
    /// During `'a` they exist in the memory of the machine, and only kernels that borrow this part write them.
    pub unsafe fn from_raw_parts<'a>(pointer: *const T, length: usize) -> &'a Self {
        let part = ptr::slice_from_raw_parts(nonzero(pointer), length) as *const Self;
        // SAFETY: a reference to nothing, at an address that is not null.
        unsafe { &*part }
    }
    /// The `length` elements from an address on, to be written.
    ///
    /// # Safety
    /// During `'a` they exist in the memory of the machine, and only kernels that borrow this part access them.
    pub unsafe fn from_raw_parts_mut<'a>(pointer: *mut T, length: usize) -> &'a mut Self {
        let start = nonzero(pointer).cast_mut();
        let part = ptr::slice_from_raw_parts_mut(start, length) as *mut Self;
        // SAFETY: as above.
        unsafe { &mut *part }
    }
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The address of the first element in the memory of the machine.
    pub fn as_ptr(&self) -> *const T {
        ptr::without_provenance(self.elements.as_ptr().addr())
    }
    /// The address of the first element, to be written.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.as_ptr().cast_mut()
    }
    /// The address as a number.
    #[doc(hidden)]
    pub fn address(&self) -> u64 {
        self.elements.as_ptr().addr() as u64
    }
    /// The bytes of the elements.
    #[doc(hidden)]
    pub fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }
    /// The addresses.
    #[doc(hidden)]
    pub fn range(&self) -> Range<u64> {
        self.address()..self.address() + self.bytes() as u64
    }

    /// The elements of the range, if all of them exist.
    pub fn get(&self, range: impl RangeBounds<usize>) -> Option<&Self> {
        let Range { start, end } = within(self.len(), &range)?;
        // SAFETY: some of the elements, borrowed as these are.
        Some(unsafe { Part::from_raw_parts(self.as_ptr().wrapping_add(start), end - start) })
    }
    /// The elements of the range, if all of them exist, to be written.
    pub fn get_mut(&mut self, range: impl RangeBounds<usize>) -> Option<&mut Self> {
        let Range { start, end } = within(self.len(), &range)?;
        let start_of = self.as_mut_ptr().wrapping_add(start);
        // SAFETY: some of the elements, borrowed as these are.
        Some(unsafe { Part::from_raw_parts_mut(start_of, end - start) })
    }
    /// The elements before `middle`, and the others.
    ///
    /// # Panics
    /// If there are fewer elements.
    #[track_caller]
    pub fn split_at(&self, middle: usize) -> (&Self, &Self) {
        (&self[..middle], &self[middle..])
    }
    /// The elements before `middle`, and the others, to be written at the same time.
    ///
    /// # Panics
    /// If there are fewer elements.
    #[track_caller]
    pub fn split_at_mut(&mut self, middle: usize) -> (&mut Self, &mut Self) {
        let length = self.len();
        self.split_at_mut_checked(middle).unwrap_or_else(|| missing(&(..middle), length))
    }
    /// [`Part::split_at_mut`], or `None` if there are fewer elements.
    pub fn split_at_mut_checked(&mut self, middle: usize) -> Option<(&mut Self, &mut Self)> {
        let rest = self.len().checked_sub(middle)?;
        let start = self.as_mut_ptr();
        // SAFETY: two parts of these elements that have none in common, borrowed as they are.
        Some(unsafe {
            let first = Part::from_raw_parts_mut(start, middle);
            (first, Part::from_raw_parts_mut(start.wrapping_add(middle), rest))
        })
    }
    /// The elements in parts of `size`, in order. The last part may have fewer.
    ///
    /// # Panics
    /// For a size of 0.
    #[track_caller]
    pub fn chunks(&self, size: usize) -> impl ExactSizeIterator<Item = &Self> {
        assert!(size > 0, "parts of 0 elements");
        let of = move |i: usize| &self[i * size..self.len().min((i + 1).saturating_mul(size))];
        (0..self.len().div_ceil(size)).map(of)
    }
    /// The elements in parts of `size`, in order, to be written at the same time. The last part may have fewer.
    ///
    /// # Panics
    /// For a size of 0.
    #[track_caller]
    pub fn chunks_mut(&mut self, size: usize) -> impl ExactSizeIterator<Item = &mut Self> {
        assert!(size > 0, "parts of 0 elements");
        let (start, length) = (self.as_mut_ptr(), self.len());
        (0..length.div_ceil(size)).map(move |i| {
            let begin = i * size;
            // SAFETY: parts of these elements that have none in common, borrowed as they are.
            unsafe { Part::from_raw_parts_mut(start.wrapping_add(begin), size.min(length - begin)) }
        })
    }
}

/// The range among `length` elements.
fn within(length: usize, range: &impl RangeBounds<usize>) -> Option<Range<usize>> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.checked_add(1)?,
        Bound::Excluded(&end) => end,
        Bound::Unbounded => length,
    };
    (start <= end && end <= length).then_some(start..end)
}
#[track_caller]
fn missing(range: &impl RangeBounds<usize>, length: usize) -> ! {
    let (start, end) = (range.start_bound(), range.end_bound());
    panic!("the part from {start:?} to {end:?} of {length} elements")
}

impl<M, T, R: RangeBounds<usize>> Index<R> for Part<M, T> {
    type Output = Self;
    #[track_caller]
    fn index(&self, range: R) -> &Self {
        self.get((range.start_bound().cloned(), range.end_bound().cloned()))
            .unwrap_or_else(|| missing(&range, self.len()))
    }
}
impl<M, T, R: RangeBounds<usize>> IndexMut<R> for Part<M, T> {
    #[track_caller]
    fn index_mut(&mut self, range: R) -> &mut Self {
        let length = self.len();
        self.get_mut((range.start_bound().cloned(), range.end_bound().cloned()))
            .unwrap_or_else(|| missing(&range, length))
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    struct Nowhere;
    fn part(length: usize) -> &'static mut Part<Nowhere, u32> {
        // SAFETY: nobody accesses the elements.
        unsafe { Part::from_raw_parts_mut(core::ptr::without_provenance_mut(4096), length) }
    }

    /// Parts are where those of a slice of std are, for all small ranges.
    #[test]
    fn parts_are_those_of_a_slice() {
        let places: Vec<u64> = (0..6).map(|i| 4096 + 4 * i).collect();
        let (slice, part) = (&places[..], part(6));
        for start in 0..8 {
            for end in 0..8 {
                let right = slice.get(start..end).map(|of| of.len());
                let found = part.get(start..end).map(Part::len);
                assert_eq!(found, right);
                if let Some(found) = part.get_mut(start..end) {
                    assert_eq!(found.address(), 4096 + 4 * start as u64);
                    assert_eq!(found.range().end, 4096 + 4 * end as u64);
                }
            }
            let right = slice.split_at_checked(start).map(|(a, b)| (a.len(), b.len()));
            let found = part.split_at_mut_checked(start).map(|(a, b)| (a.len(), b.len()));
            assert_eq!(found, right);
        }
        assert_eq!((part[2..=3].len(), part[..].len(), part[4..].len()), (2, 6, 2));
        for size in 1..9 {
            let right: Vec<(u64, usize)> = slice.chunks(size).map(|of| (of[0], of.len())).collect();
            let of = |part: &Part<Nowhere, u32>| (part.address(), part.len());
            assert_eq!(part.chunks(size).map(of).collect::<Vec<_>>(), right);
            assert_eq!(part.chunks_mut(size).map(|part| of(part)).collect::<Vec<_>>(), right);
        }
        assert!(part.get(..=usize::MAX).is_none());
    }

    #[test]
    #[should_panic(expected = "the part from Included(3) to Excluded(9) of 6 elements")]
    fn a_part_that_is_not_there() {
        _ = &part(6)[3..9];
    }

    #[test]
    fn no_elements_may_be_at_null() {
        // SAFETY: there are no elements.
        let part = unsafe { Part::<Nowhere, u32>::from_raw_parts(core::ptr::null(), 0) };
        assert!(part.is_empty() && part.get(..).is_some() && part.chunks(3).next().is_none());
    }
}
