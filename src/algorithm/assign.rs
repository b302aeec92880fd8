//! The operations on each element, as functions of its type alone. The loops of an algorithm are compiled for each
//! function. A closure in a function of layouts would be a new one for each pair of layouts, which takes half a second
//! each.

/// Writes an element.
#[inline(always)]
pub(crate) fn assign<T>(to: &mut T, from: T) {
    *to = from;
}

/// Writes an element to uninitialized memory.
#[cfg(any(
    feature = "alloc",
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
#[inline(always)]
pub(crate) fn initialize<T>(to: &mut core::mem::MaybeUninit<T>, from: T) {
    to.write(from);
}

/// Replaces an element by `f` of it and another one.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn updated<T: Copy>(f: impl Fn(T, T) -> T) -> impl FnMut(&mut T, T) {
    move |to, from| *to = f(*to, from)
}
