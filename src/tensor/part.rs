//! Parts of tensors: through a layout, from an offset on.

use core::ops::Range;

use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::tensor::accessor::{Accessor, AccessorMut};

/// The part of the data that a layout reaches from an offset on.
///
/// It ends where the layout does: of a static one its length is then known, and the compiler drops the
/// checks of further parts.
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

/// [`part`] without a check. Only whether `layout` is empty is asked, which static extents answer.
///
/// In a loop over the slices of a tile the check is most of the instructions: `benches/natural`.
///
/// # Safety
/// `data` is that of a [sound](super::sound) tensor. Unless `layout` is empty, its offsets from `at` on are offsets of
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

/// Whether the largest offset of a part is the sum of its beginning and of what its layout reaches: strides are integers, and
/// none goes backwards.
pub(super) const fn adds_up<A: Accessor, L: AnyLayout>() -> bool {
    !A::MODULO && L::Modes::CODOMAIN.is_integers()
}

/// Whether a part has no elements, though its layout says a length: of an empty layout that is no length, and between
/// the elements of one of several tiles lie those of others.
#[inline(always)]
fn none<A: Accessor>(layout: impl AnyLayout) -> bool {
    !A::WHOLE && layout.modes().is_empty()
}

/// Only an empty layout, of which no element is asked for, may begin or end past the data.
#[cold]
#[inline(never)]
fn outside(is_empty: bool) {
    assert!(is_empty, "a part of the data");
}

/// The part of the data that a tile at an offset has; of an empty tile none, wherever it would begin.
#[inline(always)]
pub(super) fn lying(at: usize, tile: impl AnyLayout) -> Range<usize> {
    let modes = tile.modes();
    if modes.is_empty() { 0..0 } else { at..at + modes.reach() + 1 }
}

/// Methods `try_NAME`, `NAME`, `try_NAME_mut` and `NAME_mut` of a function from layouts, and the offset at
/// which they begin, to a layout and the offset at which that begins, all of whose offsets are those of the
/// layout that it is a part of; each at one coordinate, so that a part of an injective layout is injective.
/// Those for reading are of each `Engine`, or of an `Accessor`. Their names and their bound stand on one line, which is
/// three lines less of an error. What is documented before `all;` is said of each, as an editor shows it, what comes
/// before `try;` of the first one, the rest of the second.
///
/// `checked` parts are compared with the length of the data. `kept` ones are not: the coordinates that they are at have been
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
                // Sound: the part is that of a coordinate, and `part` has looked how far it reaches.
                Ok(Tensor::sound(parts!(@read $how self.accessor, at, layout), layout))
            }

            $(#[$all])*
            ///
            /// # Panics
            /// Where the method with `try_` before its name is an error.
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
            /// As without `_mut`.
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
            /// Where the method with `try_` before its name is an error.
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
