//! Rows of memory that loops write.

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
