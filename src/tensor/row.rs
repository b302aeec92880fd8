//! Rows of memory that loops write.

use core::hint::black_box;

/// The least extent of a row whose address is kept from the compiler. It would compare the addresses of all rows of a loop
/// at once, and give up where one row is read and the next one written.
const LONG: usize = 64;

/// `extent` elements from `first` on.
///
/// # Safety
/// They are there, and borrowed exclusively for as long as the slice is.
#[inline(always)]
pub(crate) unsafe fn row<'a, T>(mut first: *mut T, extent: usize) -> &'a mut [T] {
    if extent >= LONG {
        first = black_box(first);
    }
    // SAFETY: as promised.
    unsafe { core::slice::from_raw_parts_mut(first, extent) }
}

/// Calls `f` with each element and its index. The compiler knows of an argument that nothing else reads or writes what is
/// borrowed: it compares no addresses in a loop.
// Without an attribute: what is inlined before LLVM sees it is no argument any more.
#[expect(
    clippy::needless_range_loop,
    reason = "of the pointers of an iterator LLVM does not know that"
)]
pub(crate) fn along<T>(row: &mut [T], mut f: impl FnMut(usize, &mut T)) {
    for i in 0..row.len() {
        f(i, &mut row[i]);
    }
}
