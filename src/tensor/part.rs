//! Parts of tensors: a layout that begins at an offset.

use core::ops::Range;

use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::tensor::accessor::{Accessor, AccessorMut};

/// The part of the data that a layout reaches, from an offset on.
///
/// It ends where the layout ends. For a static layout its length is known, and the compiler drops the checks of further
/// parts.
#[inline(always)]
pub(super) fn part<A: Accessor>(data: &A, at: usize, layout: impl AnyLayout) -> A::Shared<'_> {
    let end = at.wrapping_add(layout.modes().past());
    if at < end && end <= data.length() && !none::<A>(layout) {
        // SAFETY: the range begins before its end, and ends at most at the length.
        return unsafe { data.shared_unchecked(at..end) };
    }
    outside(layout.modes().is_empty());
    data.shared(0..0)
}

/// [`part`] for writing.
#[inline(always)]
pub(super) fn part_mut<A: AccessorMut>(
    data: &mut A,
    at: usize,
    layout: impl AnyLayout,
) -> A::Exclusive<'_> {
    let end = at.wrapping_add(layout.modes().past());
    if at < end && end <= data.length() && !none::<A>(layout) {
        return data.exclusive(at..end);
    }
    outside(layout.modes().is_empty());
    data.exclusive(0..0)
}

/// [`part`] without a check. It only tests whether `layout` is empty, which is known for static extents.
///
/// In a loop over the slices of a tile, the check would be most of the instructions: `benches/natural`.
///
/// # Safety
/// `data` is that of a [sound](super::sound) tensor. Unless `layout` is empty, its offsets plus `at` are offsets of
/// that tensor's layout.
#[inline(always)]
pub(super) unsafe fn kept<A: Accessor, L: AnyLayout>(
    data: &A,
    at: usize,
    layout: L,
) -> A::Shared<'_> {
    if const { !adds_up::<A, L>() } {
        return part(data, at, layout);
    }
    if layout.modes().is_empty() {
        return data.shared(0..0);
    }
    // SAFETY: the largest offset is one of the tensor's layout, so it is below the length.
    unsafe { data.shared_unchecked(at..at + layout.modes().past()) }
}

/// [`kept`] for writing.
///
/// # Safety
/// As [`kept`].
#[inline(always)]
pub(super) unsafe fn kept_mut<A: AccessorMut, L: AnyLayout>(
    data: &mut A,
    at: usize,
    layout: L,
) -> A::Exclusive<'_> {
    if const { !adds_up::<A, L>() } {
        return part_mut(data, at, layout);
    }
    if layout.modes().is_empty() {
        return data.exclusive(0..0);
    }
    // SAFETY: as above.
    unsafe { data.exclusive_unchecked(at..at + layout.modes().past()) }
}

/// Returns whether the largest offset of a part is the sum of its beginning and of what its layout reaches: strides are
/// integers, and none goes backwards.
pub(super) const fn adds_up<A: Accessor, L: AnyLayout>() -> bool {
    !A::MODULO && L::Modes::CODOMAIN.is_integers()
}

/// Returns whether a part has no elements although its layout states a length. The length of an empty layout is
/// meaningless, and between the elements of one of several tiles lie those of others.
#[inline(always)]
fn none<A: Accessor>(layout: impl AnyLayout) -> bool {
    !A::WHOLE && layout.modes().is_empty()
}

/// Only an empty layout may begin or end past the data, since no element of it is accessed.
#[cold]
#[inline(never)]
fn outside(is_empty: bool) {
    assert!(is_empty, "a part of the data");
}

/// The range of the data that a tile at an offset has. It is empty for an empty tile, at any offset.
#[inline(always)]
pub(super) fn lying(at: usize, tile: impl AnyLayout) -> Range<usize> {
    let modes = tile.modes();
    if modes.is_empty() { 0..0 } else { at..at + modes.reach() + 1 }
}

/// Methods `try_NAME`, `NAME`, `try_NAME_mut` and `NAME_mut` of a function that takes a layout and the offset where it
/// begins, and returns a part of the layout and the offset where the part begins. All offsets of the part are those of
/// the layout, each at one coordinate, so a part of an injective layout is injective. The methods for reading are on
/// each `Engine`, or on an `Accessor`. Names and bound are on one line, which saves three lines in an error. The
/// documentation before `all;` is repeated for each method, as an editor shows it. The one before `try;` is for the
/// first method, the rest for the second.
///
/// `checked` parts are compared with the length of the data. `kept` ones are not, because their coordinates have been
/// compared with the extents.
macro_rules! parts {
    (@read checked $data:expr, $at:expr, $layout:expr) => { $data.part($at, $layout) };
    (@read kept $data:expr, $at:expr, $layout:expr) => {
        // SAFETY: the coordinate lies in the shape, so that all offsets are those of the tensor's layout.
        unsafe { $crate::tensor::part::kept(&$data, $at, $layout) }
    };
    (@write checked $data:expr, $at:expr, $layout:expr) => {
        $crate::tensor::part::part_mut(&mut $data, $at, $layout)
    };
    (@write kept $data:expr, $at:expr, $layout:expr) => {
        // SAFETY: as above.
        unsafe { $crate::tensor::part::kept_mut(&mut $data, $at, $layout) }
    };
    ($(
        $(#[$all:meta])*
        all;
        $(#[$try_doc:meta])*
        try;
        $(#[$doc:meta])*
        $try:ident $plain:ident $try_mut:ident $plain_mut:ident where {$($bounds:tt)*}
        [$engine:ident $how:ident: $($g:tt)*] ($($arg:ident: $type:ty),*) -> $out:ty;
        |$layout:ident, $from:ident| $part:expr;
    )*) => {$(
        impl<A: $engine, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            $(#[$try_doc])*
            #[inline(always)]
            pub fn $try<$($g)*>(&self, $($arg: $type),*) -> Result<Tensor<<A as Engine>::Part<'_>, $out>, Error>
            where
                $($bounds)*
            {
                let ($layout, $from) = (self.layout, self.accessor.begin());
                let (layout, at) = $part?;
                // Sound: the part is that of a coordinate, and `part` has checked how far it reaches.
                Ok(Tensor::sound(parts!(@read $how self.accessor, at, layout), layout))
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $plain<$($g)*>(&self, $($arg: $type),*) -> Tensor<<A as Engine>::Part<'_>, $out>
            where
                $($bounds)*
            {
                plain_in(self.layout, self.$try($($arg),*))
            }
        }
        impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            ///
            /// Its elements can be written.
            ///
            /// # Errors
            /// Those without `_mut`.
            #[inline(always)]
            pub fn $try_mut<$($g)*>(&mut self, $($arg: $type),*) -> Result<Exclusive<'_, A, $out>, Error>
            where
                $($bounds)*
            {
                let ($layout, $from) = (self.layout, 0);
                let (layout, at) = $part?;
                // Sound: as above, and each offset is that of one coordinate.
                Ok(Tensor::sound(parts!(@write $how self.accessor, at, layout), layout))
            }

            $(#[$all])*
            ///
            /// Its elements can be written.
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain_mut<$($g)*>(&mut self, $($arg: $type),*) -> Exclusive<'_, A, $out>
            where
                $($bounds)*
            {
                let layout = self.layout;
                plain_in(layout, self.$try_mut($($arg),*))
            }
        }
    )*};
}
pub(super) use parts;
