//! Rows of memory that loops write.

/// Calls `f` with each element and its index. For a function argument, the compiler knows that nothing else reads or
/// writes the borrowed memory. It therefore compares no addresses in a loop.
// It has no inline attribute: if the function is inlined before LLVM optimizes, its parameter is no argument any more.
#[expect(
    clippy::needless_range_loop,
    reason = "of the pointers of an iterator LLVM does not know that"
)]
pub(crate) fn along<T>(row: &mut [T], mut f: impl FnMut(usize, &mut T)) {
    for i in 0..row.len() {
        f(i, &mut row[i]);
    }
}
