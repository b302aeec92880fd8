//! Copies of strided elements, which pack and unpack the data that devices send one another. They have up to four modes
//! and units of 16, 4 or 2 bytes. One kernel adds to the destination.

use crate::device::{Bits128, Global, block, blocks, kernel, thread};
use tilework::bound::{Pointer, PointerMut};

/// The threads of a block.
pub const THREADS: u32 = 256;
/// The number of elements that each thread has in flight at a time.
pub const EACH: u32 = 4;

/// The offsets of element `i`, in the colexicographic order of coordinates, with the strides `a` and `b`.
#[inline(always)]
fn offsets(i: u32, extents: [u32; 3], a: [u32; 4], b: [u32; 4]) -> (usize, usize) {
    let mut rest = i;
    let (mut at, mut to) = (0, 0);
    for k in 0..4 {
        let mut c = rest;
        if k < 3 {
            // No extent is 0; this avoids a branch for it.
            let extent = extents[k].max(1);
            (c, rest) = (rest % extent, rest / extent);
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
        /// Copies `count` elements, fewer than `2^31`. The first three extents are given, and the fourth follows from
        /// the count. Each thread has [`EACH`] elements at a time, and blocks continue until none are left. A copy with
        /// few blocks leaves memory bandwidth and multiprocessors to other work.
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
                let t = thread::<THREADS>() + THREADS * EACH * block()[0];
                let step = THREADS * EACH * blocks() as u32;
                let there = |i| offsets(i, extents, a, b);
                let one = |place: (usize, usize)| {
                    let $one = from.add(place.0).read();
                    $(let $there = to.add(place.1).$read();)?
                    $value
                };
                let mut first = t;
                while first < count {
                    if count - first > THREADS * (EACH - 1) {
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
                    first += step;
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
