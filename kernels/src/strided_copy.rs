//! Copies of strided elements, as those that devices send one another are packed and unpacked: of up to four modes, in units of
//! 16, 4 or 2 bytes; and their sums with what is there.

use crate::device::{Bits128, Global, block, kernel, thread};
use tilework::bound::{Pointer, PointerMut};

/// Threads of a block.
pub const THREADS: u32 = 256;
/// Elements that each thread has on their way at a time.
pub const EACH: u32 = 4;

/// The offsets of the element `i` in the colexicographic order of coordinates, by strides `a` and `b`.
#[inline(always)]
fn offsets(i: u32, extents: [u32; 3], a: [u32; 4], b: [u32; 4]) -> (usize, usize) {
    let mut rest = i;
    let (mut at, mut to) = (0, 0);
    for k in 0..4 {
        let c = if k < 3 { rest % extents[k] } else { rest };
        if k < 3 {
            rest /= extents[k];
        }
        at += c as usize * a[k] as usize;
        to += c as usize * b[k] as usize;
    }
    (at, to)
}

macro_rules! strided_copies {
    ($($(#[$doc:meta])* $name:ident($unit:ty, $one:ident, $there:ident $(, $read:ident)?) $value:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// Of `count` elements, whose extents are these three and what is left; each thread has [`EACH`] of them.
        #[kernel]
        pub unsafe fn $name(
            from: *const $unit,
            a: [u32; 4],
            to: *mut $unit,
            b: [u32; 4],
            extents: [u32; 3],
            count: u32,
        ) {
            // SAFETY: the host has checked that offsets are in both buffers.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                let (t, [x, _, _]) = (thread::<THREADS>(), block());
                let first = THREADS * EACH * x + t;
                let there = |i| offsets(i, extents, a, b);
                let one = |place: (usize, usize)| {
                    let $one = from.add(place.0).read();
                    $(let $there = to.add(place.1).$read();)?
                    $value
                };
                if count - first.min(count) > THREADS * (EACH - 1) {
                    let places: [_; EACH as usize] = core::array::from_fn(|k| there(first + THREADS * k as u32));
                    let loaded: [_; EACH as usize] = core::array::from_fn(|k| one(places[k]));
                    for k in 0..EACH as usize {
                        to.add(places[k].1).write(loaded[k]);
                    }
                } else {
                    for k in 0..EACH {
                        let i = first + THREADS * k;
                        if i < count {
                            let place = there(i);
                            to.add(place.1).write(one(place));
                        }
                    }
                }
            }
        }
    )*};
}
strided_copies! {
    /// `to(b(c)) = from(a(c))`, in units of 16 bytes.
    strided_copy_16(Bits128, x, y) x;
    /// The same in units of 4 bytes.
    strided_copy_4(u32, x, y) x;
    /// The same in units of 2 bytes.
    strided_copy_2(u16, x, y) x;
    /// `to(b(c)) += from(a(c))`.
    strided_add_f32(f32, x, y, read) x + y;
}
