//! What is done at each element, as functions of its type alone. The loops of an algorithm are compiled for each function: of a
//! closure that stands in a function of layouts that would be once for each pair of layouts, half a second each.

#[cfg(any(feature = "alloc", all(target_arch = "x86_64", target_feature = "sse2")))]
use core::mem::MaybeUninit;

/// Writes an element.
#[inline(always)]
pub(super) fn assign<T>(to: &mut T, from: T) {
    *to = from;
}

/// Writes an element where there was none.
#[cfg(any(feature = "alloc", all(target_arch = "x86_64", target_feature = "sse2")))]
#[inline(always)]
pub(super) fn initialize<T>(to: &mut MaybeUninit<T>, from: T) {
    to.write(from);
}

/// Writes `f` of an element and of another one.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn updated<T: Copy>(f: impl Fn(T, T) -> T) -> impl FnMut(&mut T, T) {
    move |to, from| *to = f(*to, from)
}
