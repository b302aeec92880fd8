//! Elements of less than a byte, several in a word.

use core::marker::PhantomData;
use core::ops::Range;

use tilework_algebra::steps::ContiguousBlock;

use super::{Accessor, ContiguousMut, Reader, Whole, sealed};

/// The integers that hold packed elements: `u8` and `u32`. Sealed.
pub trait Word: Copy + sealed::Sealed {
    /// The number of bits.
    const BITS: u32;
    /// The word without bits.
    const ZERO: Self;
    /// Eight bits from `place` on, the lowest ones first, with zeros past the end.
    fn bits(self, place: u32) -> u8;
    /// The word with the bits that `mask` selects replaced by those of `bits`. Both begin at `place`.
    fn with(self, place: u32, mask: u8, bits: u8) -> Self;
}
macro_rules! words {
    ($($t:ident)*) => {$(
        impl sealed::Sealed for $t {}
        impl Word for $t {
            const BITS: u32 = $t::BITS;
            const ZERO: Self = 0;
            #[inline(always)]
            fn bits(self, place: u32) -> u8 {
                (self >> place) as u8
            }
            #[inline(always)]
            fn with(self, place: u32, mask: u8, bits: u8) -> Self {
                self & !($t::from(mask) << place) | $t::from(bits & mask) << place
            }
        }
    )*};
}
words!(u8 u32);

/// The types that packed elements are read as: `u8`, and `i8` with a sign. Sealed.
#[diagnostic::on_unimplemented(
    message = "packed: elements are read as `u8` or, with a sign, `i8`: `Packed::<i8, 4, _>::new(&bytes[..])`; of `{Self}` they are `t.map(|x| x as f32)`"
)]
pub trait Small: Copy + PartialEq + core::fmt::Display + sealed::Sealed {
    /// The integer of the lowest `n` bits.
    fn of(bits: u8, n: u32) -> Self;
    /// Its bits.
    fn bits(self) -> u8;
}
#[diagnostic::do_not_recommend]
impl Small for u8 {
    #[inline(always)]
    fn of(bits: u8, n: u32) -> u8 {
        bits & (u8::MAX >> (8 - n))
    }
    #[inline(always)]
    fn bits(self) -> u8 {
        self
    }
}
impl sealed::Sealed for i8 {}
#[diagnostic::do_not_recommend]
impl Small for i8 {
    #[inline(always)]
    fn of(bits: u8, n: u32) -> i8 {
        ((bits << (8 - n)) as i8) >> (8 - n)
    }
    #[inline(always)]
    fn bits(self) -> u8 {
        self as u8
    }
}

/// Elements of 4, 2 or 1 bits, which are read as `u8`, or in two's complement as `i8`: the data of a tensor of packed
/// elements.
///
/// The words are `u8` or `u32`, and `k` elements fit a word. The element at the offset `i` has the bits of the word
/// `i / k` from `BITS * (i % k)` on, so the first element has the lowest bits. Layouts count elements, not words.
///
/// An element has no place in memory: `t.at(c)` and `t.get(c)` are its value, and there is no `t[c]`. Everything that
/// reads a tensor works: slices, tiles, `map`, `copy` to a tensor of other elements, `fold`. A tensor over words for
/// writing has [`set`](crate::Tensor::set), `copy_from`, `fill`, `for_each_mut` and `slice_mut`. It has no tiles for
/// writing, since two tiles may have elements of one word. To use threads, divide the words by `words.chunks_mut(..)`
/// and give each thread a tensor of its own.
///
/// ```
/// use tilework::{Packed, Tensor, layout};
/// // A row-major matrix of 2 x 4 weights.
/// let bytes = [0x21_u8, 0xf3, 0x84, 0x07];
/// let weights = Tensor::new(Packed::<i8, 4, _>::new(&bytes[..]), layout!((2,4):row_major))?;
/// assert_eq!(weights.to_string(), " 1  2  3 -1\n 4 -8  7  0");
/// assert_eq!((weights.at((1, 1)), weights.get((2, 0))), (-8, None));
/// // The product of each with a scale, as elements in memory.
/// let mut floats = Tensor::new([0.0; 8], layout!((2,4)))?;
/// floats.copy_from(&weights.map(|w| f32::from(w) * 0.5));
/// assert_eq!(floats.data(), [0.5, 2.0, 1.0, -4.0, 1.5, 3.5, -0.5, 0.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packed<T, const BITS: u32, A> {
    words: A,
    /// The number of elements in the words before the first one.
    first: usize,
    /// The number of elements from the first one on that there are words for.
    length: usize,
    item: PhantomData<T>,
}
impl<T, const BITS: u32, A> sealed::Sealed for Packed<T, BITS, A> {}

/// The number of elements that are read or written at the same time. They fill whole words.
pub(crate) const ROW: usize = 64;

/// The number of elements that fit a word `W`.
struct PerWord<W, const BITS: u32>(W);
impl<W: Word, const BITS: u32> PerWord<W, BITS> {
    const COUNT: usize = {
        assert!(matches!(BITS, 1 | 2 | 4), "packed: elements have 1, 2 or 4 bits");
        (W::BITS / BITS) as usize
    };
}

impl<T, const BITS: u32, A> Packed<T, BITS, A> {
    /// All bits of an element.
    const MASK: u8 = u8::MAX >> (8 - BITS);

    #[inline(always)]
    const fn of(words: A, first: usize, length: usize) -> Self {
        Packed { words, first, length, item: PhantomData }
    }

    /// The word of the element at an offset, and the element's place in the word.
    #[inline(always)]
    fn place<W: Word>(&self, offset: usize) -> (usize, u32) {
        let (at, count) = (self.first + offset, PerWord::<W, BITS>::COUNT);
        (at / count, (at % count) as u32 * BITS)
    }

    /// For `count` elements from an offset on: the number of those before the first whole word, and the whole words.
    #[inline(always)]
    fn words<W: Word>(&self, offset: usize, count: usize) -> (usize, Range<usize>) {
        let (at, per_word) = (self.first + offset, PerWord::<W, BITS>::COUNT);
        let head = (at.next_multiple_of(per_word) - at).min(count);
        let begin = (at + head) / per_word;
        (head, begin..begin + (count - head) / per_word)
    }

    #[inline(always)]
    fn check(&self, range: &Range<usize>) {
        assert!(range.start <= range.end && range.end <= self.length, "a range of the offsets");
    }
}
impl<T, const BITS: u32, A: Whole<Item: Word>> Packed<T, BITS, A> {
    /// The elements of these words. Other numbers of bits fail to build.
    ///
    /// ```compile_fail
    /// tilework::Packed::<u8, 3, _>::new(&[0_u8; 4][..]);
    /// ```
    #[inline(always)]
    pub fn new(words: A) -> Self
    where
        T: Small,
    {
        let length = words.length().saturating_mul(PerWord::<A::Item, BITS>::COUNT);
        Packed::of(words, 0, length)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Small, const BITS: u32, A: Accessor<Item: Word>> Accessor for Packed<T, BITS, A> {
    type Item = T;
    type Shared<'s>
        = Packed<T, BITS, A::Shared<'s>>
    where
        Self: 's;
    type Reader<'s>
        = Packed<T, BITS, A::Reader<'s>>
    where
        Self: 's;
    const WRITES: bool = A::WRITES;
    const WHOLE: bool = A::WHOLE;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
        self.check(&range);
        let words = self.words.shared(0..self.words.length());
        Packed::of(words, self.first + range.start, range.len())
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }
    #[inline(always)]
    fn together(&self) -> ContiguousBlock {
        ContiguousBlock::DivisorsOf(1)
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Self::Reader<'_> {
        // SAFETY: the caller promises to read only at offsets below the length, whose words exist, since `new` takes
        // whole words only.
        Packed::of(unsafe { self.words.reader() }, self.first, self.length)
    }
}
impl<T: Small, const BITS: u32, A: Whole<Item: Word>> Whole for Packed<T, BITS, A> {}
impl<T: Small, const BITS: u32, R: Reader<Item: Word>> Reader for Packed<T, BITS, R> {
    type Item = T;
    type Element = T;
    #[inline(always)]
    fn at(&self, offset: usize) -> T {
        debug_assert!(offset < self.length);
        let (word, place) = self.place::<R::Item>(offset);
        T::of(self.words.value(word).bits(place), BITS)
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> T {
        self.at(offset)
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const T> {
        None
    }
    const IN_WORDS: bool = true;
    #[inline(always)]
    fn each_of_row(&self, offset: usize, step: usize, count: usize, f: &mut impl FnMut(usize, T)) {
        if step != 1 {
            return (0..count).for_each(|i| f(i, self.at(offset + i * step)));
        }
        let (head, words) = self.words::<R::Item>(offset, count);
        (0..head).for_each(|i| f(i, self.at(offset + i)));
        let mut i = head;
        // Some words at a time, in loops that the compiler vectorizes.
        let (per_word, end) = (PerWord::<R::Item, BITS>::COUNT, words.end);
        for begin in words.step_by(ROW / per_word) {
            let mut values = [T::of(0, BITS); ROW];
            let count = (end - begin).min(ROW / per_word);
            for (word, values) in (begin..begin + count).zip(values.chunks_exact_mut(per_word)) {
                let word = self.words.value(word);
                for (k, value) in values.iter_mut().enumerate() {
                    *value = T::of(word.bits(k as u32 * BITS), BITS);
                }
            }
            let values = &values[..count * per_word];
            values.iter().enumerate().for_each(|(k, value)| f(i + k, *value));
            i += values.len();
        }
        (i..count).for_each(|i| f(i, self.at(offset + i)));
    }
}

/// Returns whether an integer fits the given number of bits.
#[inline(always)]
pub(crate) fn fits<T: Small, const BITS: u32>(value: T) -> bool {
    T::of(value.bits(), BITS) == value
}

impl<T: Small, const BITS: u32, A: ContiguousMut<Item: Word>> Packed<T, BITS, A> {
    /// The elements of a range of offsets for writing.
    #[inline(always)]
    pub(crate) fn part_mut(&mut self, range: Range<usize>) -> Packed<T, BITS, &mut [A::Item]> {
        self.check(&range);
        Packed::of(self.words.as_mut_slice(), self.first + range.start, range.len())
    }

    /// The number of elements in the words before the one at an offset.
    #[inline(always)]
    pub(crate) fn number(&self, offset: usize) -> usize {
        self.first + offset
    }

    /// The value at an offset.
    #[inline(always)]
    pub(crate) fn read(&self, offset: usize) -> T {
        let (word, place) = self.place::<A::Item>(offset);
        T::of(self.words.as_slice()[word].bits(place), BITS)
    }

    /// Writes the lowest bits of a value at an offset.
    #[inline(always)]
    pub(crate) fn put(&mut self, offset: usize, value: T) {
        let (word, place) = self.place::<A::Item>(offset);
        let word = &mut self.words.as_mut_slice()[word];
        *word = word.with(place, Self::MASK, value.bits());
    }

    /// Writes the lowest bits of values at `count` offsets from `offset` on, whole words at once.
    #[inline(always)]
    pub(crate) fn put_each(&mut self, offset: usize, values: &[T]) {
        let (head, words) = self.words::<A::Item>(offset, values.len());
        let (before, values) = values.split_at(head);
        before.iter().enumerate().for_each(|(i, value)| self.put(offset + i, *value));
        let per_word = PerWord::<A::Item, BITS>::COUNT;
        let whole = values.chunks_exact(per_word);
        let rest = whole.remainder();
        for (word, values) in self.words.as_mut_slice()[words].iter_mut().zip(whole) {
            *word = values.iter().enumerate().fold(A::Item::ZERO, |word, (k, value)| {
                word.with(k as u32 * BITS, Self::MASK, value.bits())
            });
        }
        let offset = offset + head + values.len() - rest.len();
        rest.iter().enumerate().for_each(|(i, value)| self.put(offset + i, *value));
    }
}
