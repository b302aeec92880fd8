//! Accessors: the data that the offsets of a tensor's layout index. Only this module and `disjoint` access elements
//! without a check. `Tensor::new` establishes that the offsets are in bounds.

#[cfg(target_pointer_width = "64")]
mod backward;
mod disjoint;
mod folded;
mod implicit;
mod packed;
#[cfg(feature = "rayon")]
mod places;
mod through;

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Range;

use generic_array::{ArrayLength, GenericArray};
use typenum::{U0, Z0};

use crate::layout::injectivity;
use crate::layout::modes::Modes;
use crate::layout::offset_map::OffsetMap;
use crate::layout::swizzle::Swizzle;
use tilework_algebra::Error;
use tilework_algebra::steps::ContiguousBlock;

#[cfg(target_pointer_width = "64")]
pub use backward::Backward;
pub use disjoint::{Disjoint, DisjointMut, Divisible, Lends};
pub use folded::Folded;
pub use implicit::{Counting, Mapped};
pub use packed::{Packed, Small, Word};
pub(crate) use packed::{ROW, fits};
#[cfg(feature = "rayon")]
pub(crate) use places::Places;
pub use through::Through;

mod sealed {
    pub trait Sealed {}
    impl<T> Sealed for &[T] {}
    impl<T> Sealed for &mut [T] {}
    impl<T, const N: usize> Sealed for [T; N] {}
    impl<T, const N: usize> Sealed for &[T; N] {}
    impl<T, const N: usize> Sealed for &mut [T; N] {}
    impl<T, N: super::ArrayLength> Sealed for super::GenericArray<T, N> {}
    #[cfg(feature = "alloc")]
    impl<T> Sealed for alloc::vec::Vec<T> {}
    #[cfg(feature = "alloc")]
    impl<T> Sealed for &alloc::vec::Vec<T> {}
    #[cfg(feature = "alloc")]
    impl<T> Sealed for &mut alloc::vec::Vec<T> {}
    impl<T> Sealed for super::Disjoint<'_, T> {}
    impl<T> Sealed for super::DisjointMut<'_, T> {}
    impl<T> Sealed for super::Unchecked<'_, T> {}
    impl<T> Sealed for super::UncheckedMut<'_, T> {}
    impl Sealed for super::Counting {}
    impl<A, F> Sealed for super::Mapped<A, F> {}
    impl<A, F> Sealed for super::Through<A, F> {}
}

/// The elements of a tensor. Sealed, because its answers must not change while a tensor has it.
///
/// - Elements in memory: `&[T]`, `&mut [T]`, `GenericArray<T, N>`, `[T; N]` and, with the feature `alloc`, `Vec<T>`.
///   The last two may also be borrowed.
/// - Elements of a tile, beside other tiles of the same data: [`Disjoint`] and [`DisjointMut`].
/// - Computed elements: [`Counting`] and [`Mapped`].
/// - Elements of less than a byte: [`Packed`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no data of a tensor: slices, `[T; N]` and `Vec<T>`, these or borrowed, and `GenericArray<T, N>` are; in generic code the bound is `Memory<Item = T>`, for writing `MemoryMut<Item = T>`; what a pointer reaches, in a kernel, is `t.at((i, j)).read()`, and `.write(x)` for writing"
)]
pub trait Accessor: sealed::Sealed {
    /// The type of elements.
    type Item;
    /// The same elements borrowed, as `&[T]`. For data that is itself borrowed, the lifetime is that of the data, so
    /// that views of views can outlive the view.
    type Shared<'s>: Accessor<Item = Self::Item>
    where
        Self: 's;
    /// The type that reads the elements.
    type Reader<'s>: Reader<Item = Self::Item>
    where
        Self: 's;
    /// True if a tensor over it can be written.
    const WRITES: bool;
    /// True if it is [`Whole`].
    #[doc(hidden)]
    const WHOLE: bool;
    /// True if offsets that are equal modulo `2^32` have the same element.
    #[doc(hidden)]
    const MODULO: bool = false;
    /// The elements of a range, borrowed.
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_>;
    /// [`Accessor::shared`] of a range that exists, without a check if none is needed. In loops over the slices of a
    /// tensor (`benches/instructions/run micro`), checks are a quarter of the instructions.
    ///
    /// # Safety
    /// The range begins at most at its end, and ends at most at the length.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn shared_unchecked(&self, range: Range<usize>) -> Self::Shared<'_> {
        self.shared(range)
    }
    /// One more than the largest valid offset.
    fn length(&self) -> usize;
    /// The numbers of elements that lie together, starting at an offset that is a multiple of that number.
    #[doc(hidden)]
    #[inline(always)]
    fn together(&self) -> ContiguousBlock {
        ContiguousBlock::All
    }
    /// Checks that no two coordinates of a layout have the same element.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule), [`Rule::Undecided`](crate::Rule)
    #[doc(hidden)]
    #[inline(always)]
    fn check_injective<M: Modes>(&self, modes: M) -> Result<(), Error> {
        injectivity::check(modes)
    }
    /// A reader of the elements without checks.
    ///
    /// # Safety
    /// Only offsets of the layout may be read that the tensor of this accessor was made with. All of them are below the
    /// length, and for [`Disjoint`] elements they are its own.
    unsafe fn reader(&self) -> Self::Reader<'_>;
}
/// The elements of an [`Accessor`], by the offsets of a layout.
pub trait Reader: Copy + sealed::Sealed {
    /// The type of elements.
    type Item;
    /// The result of a read: a reference to an element in memory, or a value.
    type Element;
    /// The element at an offset.
    fn at(&self, offset: usize) -> Self::Element;
    /// The value of the element at an offset.
    fn value(&self, offset: usize) -> Self::Item
    where
        Self::Item: Copy;
    /// True if values at nearby offsets are cheaper to compute together.
    #[doc(hidden)]
    const IN_ROWS: bool = false;
    /// True if values at consecutive offsets are cheaper than others.
    #[doc(hidden)]
    const IN_WORDS: bool = false;
    /// Calls `f` with `i` and the value at `offset + i * step` for each `i` below `extent`, in ascending order.
    #[doc(hidden)]
    #[inline(always)]
    fn each_of_row(
        &self,
        offset: usize,
        step: usize,
        extent: usize,
        f: &mut impl FnMut(usize, Self::Item),
    ) where
        Self::Item: Copy,
    {
        for i in 0..extent {
            f(i, self.value(offset + i * step));
        }
    }
    /// The address of offset 0, if the elements lie in memory at their offsets.
    fn memory(&self) -> Option<*const Self::Item>;
}
/// The type that a tensor of an accessor `A` reads: `&T` for elements in memory, `T` for computed ones.
pub type ElementOf<'s, A> = <<A as Accessor>::Reader<'s> as Reader>::Element;

/// An [`Accessor`] of elements in memory, each as far from the first one as its offset says: slices, arrays and
/// vectors, owned or borrowed, and tiles. It is the one bound of a function that reads tensors, `&Tensor<A, L>` with
/// `A: Memory<Item = T>`.
///
/// ```
/// use tilework::{Tensor, algorithm::MatrixLayout, bound::Memory, layout};
/// fn trace(t: &Tensor<impl Memory<Item = f64>, impl MatrixLayout>) -> f64 {
///     (0..t.extent::<0>()).map(|i| t[(i, i)]).sum::<f64>() / t.sum()
/// }
/// let owned = Tensor::new(vec![1.0, 2.0, 3.0, 2.0], layout!((2,2):row_major))?;
/// assert_eq!(trace(&owned), 0.375);
/// assert_eq!(trace(&owned.transposed()), 0.375);
/// assert_eq!(owned.tiles(layout!(<1,1>)).map(|tile| trace(&tile)).sum::<f64>(), 4.0);
/// # Ok::<(), tilework::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` have no places in memory, or in generic code it is without the bound `Memory<Item = T>`",
    label = "computed, swizzled or reversed elements",
    note = "a function takes these too with the bound `Accessor<Item = T>`; `t.to_owned()` has them in memory of their own"
)]
pub trait Memory: Accessor {
    /// The address of offset 0.
    fn as_ptr(&self) -> *const Self::Item;
}
/// An [`Accessor`] of elements anywhere in memory. It reads references.
pub trait Placed: Accessor {
    /// The address of the element at a valid offset.
    ///
    /// # Safety
    /// As [`Accessor::reader`].
    unsafe fn place(&self, offset: usize) -> *const Self::Item;
}
impl<A: Memory> Placed for A {
    #[inline(always)]
    unsafe fn place(&self, offset: usize) -> *const A::Item {
        // SAFETY: the caller promises that there is such an element.
        unsafe { self.as_ptr().add(offset) }
    }
}
/// An [`Accessor`] that can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not written through: slices `&mut [T]`, `[T; N]` and `Vec<T>`, these or `&mut`, and `GenericArray<T, N>` are",
    label = "is only read"
)]
pub trait AccessorMut: Accessor {
    /// The same elements borrowed for writing, as `&mut [T]`.
    type Exclusive<'s>: AccessorMut<Item = Self::Item>
    where
        Self: 's;
    /// The type that writes the elements.
    type Writer<'s>: Writer<Item = Self::Item>
    where
        Self: 's;
    /// The elements of a range, borrowed for writing.
    fn exclusive(&mut self, range: Range<usize>) -> Self::Exclusive<'_>;
    /// [`AccessorMut::exclusive`] of a range that exists, without a check if none is needed.
    ///
    /// # Safety
    /// As [`Accessor::shared_unchecked`].
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn exclusive_unchecked(&mut self, range: Range<usize>) -> Self::Exclusive<'_> {
        self.exclusive(range)
    }
    /// A writer of the elements without checks.
    ///
    /// # Safety
    /// As [`Accessor::reader`].
    unsafe fn writer(&mut self) -> Self::Writer<'_>;
}
/// The elements of an [`AccessorMut`] for writing, by the offsets of a layout.
pub trait Writer: sealed::Sealed {
    /// The type of elements.
    type Item;
    /// The address of the element at an offset. The element is borrowed for the lifetime of the writer.
    fn place(&self, offset: usize) -> *mut Self::Item;
    /// The element at an offset.
    #[inline(always)]
    fn at(&mut self, offset: usize) -> &mut Self::Item {
        // SAFETY: it is an element that the writer borrows exclusively, and the writer is borrowed with it.
        unsafe { &mut *self.place(offset) }
    }
    /// The address of offset 0, if the elements lie in memory at their offsets.
    fn memory(&mut self) -> Option<*mut Self::Item>;
}
/// [`Memory`] that can be written: the one bound of a function that writes tensors, `&mut Tensor<A, L>` with
/// `A: MemoryMut<Item = T>`.
///
/// ```
/// use tilework::{Tensor, algorithm::MatrixLayout, bound::MemoryMut, layout};
/// fn clear_diagonal(t: &mut Tensor<impl MemoryMut<Item = f64>, impl MatrixLayout>) {
///     for i in 0..t.extent::<0>() {
///         t[(i, i)] = 0.0;
///     }
/// }
/// let mut owned = Tensor::new(vec![1.0; 16], layout!((4,4):row_major))?;
/// for mut tile in owned.tiles_mut(layout!(<2,2>)) {
///     clear_diagonal(&mut tile);
/// }
/// clear_diagonal(&mut owned.slice_mut((0..2, 2..4)));
/// clear_diagonal(&mut owned);
/// assert_eq!(owned.sum(), 8.0);
/// # Ok::<(), tilework::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` are not written in memory, or in generic code it is without the bound `MemoryMut<Item = T>`",
    label = "is only read, swizzled or reversed"
)]
pub trait MemoryMut: AccessorMut + Memory {
    /// The address of offset 0.
    fn as_mut_ptr(&mut self) -> *mut Self::Item;
}
/// An [`Accessor`] for which every offset below the length is valid.
pub trait Whole: Accessor {}
/// A run of elements in memory.
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` are not one run in memory",
    label = "computed elements, or those of one of several tiles",
    note = "`copy` them to a tensor of a `Vec` or of a slice first"
)]
pub trait Contiguous: Whole + Memory {
    /// The elements.
    fn as_slice(&self) -> &[Self::Item];
}
/// Elements in memory, each at a function of its offset: any [`Memory`], [`Through`] of it, and both reversed.
#[diagnostic::on_unimplemented(
    message = "products of matrices read elements in memory, which those of `{Self}` are not: `t.to_owned()` is a copy in memory of its own",
    label = "is not in memory"
)]
pub trait InMemory: Accessor {
    /// The function of offsets.
    type Outer: OffsetMap + Sync;
    /// The function, and the number that is added to offsets before it.
    #[doc(hidden)]
    fn address(&self) -> (Self::Outer, usize);
}
/// A run of elements [`InMemory`]: any [`Contiguous`] accessor, [`Through`] of it, and both reversed.
#[diagnostic::on_unimplemented(
    message = "products of matrices read elements in one run of memory, which those of `{Self}` are not: `t.to_owned()` is a copy in memory of its own; in generic code the bound is `Contiguous<Item = T>`",
    label = "is not in one run of memory"
)]
pub trait Addressed: InMemory {
    /// The elements, in memory order.
    #[doc(hidden)]
    fn elements(&self) -> &[Self::Item];
}
/// Elements [`InMemory`] that can be written, also those of one of several tiles: any [`MemoryMut`], and [`Through`] of
/// it.
#[diagnostic::on_unimplemented(
    message = "products of matrices are written in memory, which the elements of `{Self}` are not: write an `Owned` tensor, and `t.copy_from(&it)`",
    label = "is not written in memory"
)]
pub trait AddressedMut: InMemory + AccessorMut {
    /// The memory that contains the elements, in its order. Others may be writing to the elements that are not among
    /// these.
    #[doc(hidden)]
    fn cells(&mut self) -> &[Cell<Self::Item>];
}
#[diagnostic::do_not_recommend]
impl<A: Memory> InMemory for A {
    // The identity.
    type Outer = Swizzle<U0, U0, Z0>;
    #[inline(always)]
    fn address(&self) -> (Self::Outer, usize) {
        (Swizzle::new(), 0)
    }
}
#[diagnostic::do_not_recommend]
impl<A: Contiguous> Addressed for A {
    #[inline(always)]
    fn elements(&self) -> &[A::Item] {
        self.as_slice()
    }
}
#[diagnostic::do_not_recommend]
impl<A: MemoryMut> AddressedMut for A {
    #[inline(always)]
    fn cells(&mut self) -> &[Cell<A::Item>] {
        let length = self.length();
        // SAFETY: so many elements lie there, borrowed for the lifetime of the borrow of `self`. A `Cell` has the same
        // representation as its content, and a reference to cells asserts nothing about other accesses. The elements of
        // other tiles are not accessed.
        unsafe { core::slice::from_raw_parts(self.as_mut_ptr().cast(), length) }
    }
}
/// A [`Contiguous`] accessor that can be written.
pub trait ContiguousMut: Contiguous + MemoryMut {
    /// The elements.
    fn as_mut_slice(&mut self) -> &mut [Self::Item];
}

/// [`Accessor`] and [`Memory`] for elements in memory. The arguments say whether they can be written, whether they are
/// whole, the type that borrows them, a range of them with and without a check, their number, and the address of the
/// first one.
macro_rules! memory {
    ($([$($g:tt)*] $t:ty: $writes:literal, $whole:literal, $shared:ty,
        |$of:ident, $range:ident| $part:expr, $unchecked:expr, $length:expr, $start:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Accessor for $t {
            type Item = T;
            type Shared<'s> = $shared where Self: 's;
            type Reader<'s> = Unchecked<'s, T> where Self: 's;
            const WRITES: bool = $writes;
            const WHOLE: bool = $whole;
            #[inline(always)]
            fn shared(&self, $range: Range<usize>) -> Self::Shared<'_> {
                let $of = self;
                $part
            }
            #[inline(always)]
            unsafe fn shared_unchecked(&self, $range: Range<usize>) -> Self::Shared<'_> {
                let $of = self;
                $unchecked
            }
            #[inline(always)]
            fn length(&self) -> usize {
                let $of = self;
                $length
            }
            #[inline(always)]
            unsafe fn reader(&self) -> Unchecked<'_, T> {
                // SAFETY: the caller promises the same.
                unsafe { Unchecked::new(self) }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Memory for $t {
            #[inline(always)]
            fn as_ptr(&self) -> *const T {
                let $of = self;
                $start
            }
        }
    )*};
}
/// [`AccessorMut`] and [`MemoryMut`] for the types of [`memory!`].
macro_rules! memory_mut {
    ($([$($g:tt)*] $t:ty: $exclusive:ty, |$of:ident, $range:ident| $part:expr, $unchecked:expr, $start:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> AccessorMut for $t {
            type Exclusive<'s> = $exclusive where Self: 's;
            type Writer<'s> = UncheckedMut<'s, T> where Self: 's;
            #[inline(always)]
            fn exclusive(&mut self, $range: Range<usize>) -> Self::Exclusive<'_> {
                let $of = self;
                $part
            }
            #[inline(always)]
            unsafe fn exclusive_unchecked(&mut self, $range: Range<usize>) -> Self::Exclusive<'_> {
                let $of = self;
                $unchecked
            }
            #[inline(always)]
            unsafe fn writer(&mut self) -> UncheckedMut<'_, T> {
                // SAFETY: the caller promises the same.
                unsafe { UncheckedMut::new(self) }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> MemoryMut for $t {
            #[inline(always)]
            fn as_mut_ptr(&mut self) -> *mut T {
                let $of = self;
                $start
            }
        }
    )*};
}
use {memory, memory_mut};

macro_rules! contiguous {
    ($([$($g:tt)*] $t:ty: $writes:literal, $shared:ty;)*) => {$(
        memory! {
            [$($g)*] $t: $writes, true, $shared, |data, range| &data[range],
                // SAFETY: the caller promises that the range lies in the data.
                unsafe { data[..].get_unchecked(range) }, data.len(), data[..].as_ptr();
        }
        impl<$($g)*> Whole for $t {}
        impl<$($g)*> Contiguous for $t {
            #[inline(always)]
            fn as_slice(&self) -> &[T] {
                &self[..]
            }
        }
    )*};
}
contiguous! {
    ['a, T] &'a [T]: false, &'a [T];
    ['a, T, const N: usize] &'a [T; N]: false, &'a [T];
}
#[cfg(feature = "alloc")]
contiguous! {
    ['a, T] &'a alloc::vec::Vec<T>: false, &'a [T];
}
macro_rules! writable {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        contiguous! {
            [$($g)*] $t: true, &'s [T];
        }
        memory_mut! {
            [$($g)*] $t: &'s mut [T], |data, range| &mut data[range],
                // SAFETY: the caller promises that the range lies in the data.
                unsafe { data[..].get_unchecked_mut(range) }, data[..].as_mut_ptr();
        }
        impl<$($g)*> ContiguousMut for $t {
            #[inline(always)]
            fn as_mut_slice(&mut self) -> &mut [T] {
                &mut self[..]
            }
        }
    )*};
}
writable! {
    ['a, T] &'a mut [T];
    ['a, T, const N: usize] &'a mut [T; N];
    [T, const N: usize] [T; N];
    [T, N: ArrayLength] GenericArray<T, N>;
}
#[cfg(feature = "alloc")]
writable! {
    ['a, T] &'a mut alloc::vec::Vec<T>;
    [T] alloc::vec::Vec<T>;
}

/// Elements that are only accessed at valid offsets.
///
/// Bounds checks in the innermost loop would keep it from being vectorized. With them,
/// `cargo bench -p tilework-benches --bench relayout`, a matrix into 8x8 tiles, takes 4 times as long.
pub struct Unchecked<'a, T> {
    start: *const T,
    length: usize,
    borrow: PhantomData<&'a [T]>,
}

// SAFETY: it is a shared borrow of elements.
unsafe impl<T: Sync> Send for Unchecked<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Unchecked<'_, T> {}

impl<T> Clone for Unchecked<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Unchecked<'_, T> {}

impl<'a, T> Unchecked<'a, T> {
    /// # Safety
    /// As [`Accessor::reader`].
    #[inline(always)]
    pub(crate) unsafe fn new<A: Memory<Item = T>>(accessor: &'a A) -> Self {
        Unchecked { start: accessor.as_ptr(), length: accessor.length(), borrow: PhantomData }
    }
}
impl<'a, T> Reader for Unchecked<'a, T> {
    type Item = T;
    type Element = &'a T;
    #[inline(always)]
    fn at(&self, offset: usize) -> &'a T {
        debug_assert!(offset < self.length);
        // SAFETY: the caller of `new` promised that it is an element of the accessor, which is borrowed for `'a`.
        unsafe { &*self.start.add(offset) }
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> T
    where
        T: Copy,
    {
        *self.at(offset)
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const T> {
        Some(self.start)
    }
}

/// [`Unchecked`] for writing.
pub struct UncheckedMut<'a, T> {
    start: *mut T,
    length: usize,
    borrow: PhantomData<&'a mut [T]>,
}

impl<'a, T> UncheckedMut<'a, T> {
    /// # Safety
    /// As [`Accessor::reader`].
    #[inline(always)]
    pub(crate) unsafe fn new<A: MemoryMut<Item = T>>(accessor: &'a mut A) -> Self {
        let length = accessor.length();
        UncheckedMut { start: accessor.as_mut_ptr(), length, borrow: PhantomData }
    }
}
impl<T> Writer for UncheckedMut<'_, T> {
    type Item = T;
    #[inline(always)]
    fn place(&self, offset: usize) -> *mut T {
        debug_assert!(offset < self.length);
        // SAFETY: the caller of `new` promised that it is an element of the accessor, which is borrowed for `'a`.
        unsafe { self.start.add(offset) }
    }
    #[inline(always)]
    fn memory(&mut self) -> Option<*mut T> {
        Some(self.start)
    }
}
