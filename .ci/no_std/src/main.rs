//! A program without std and without an allocator that uses tilework. It does not build if
//! anything that it depends on brings std (its panic handler would be a second one) or alloc
//! (there is no allocator), and it ends with status 0 if the layouts are right.

#![no_std]
#![no_main]

use core::panic::PanicInfo;
use tilework::{Error, Layout, composition, layout, try_layout, zipped_divide};

// The C runtime starts the program; nothing else of it is used.
#[link(name = "c")]
unsafe extern "C" {
    fn abort() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: `abort` has no preconditions.
    unsafe { abort() }
}

/// The static path, in a constant.
const TILE: Layout!((8,(2,4)):(2,(1,16))) = layout!((8,(2,4)):(2,(1,16)));

fn offsets(m: usize, n: usize) -> Result<usize, Error> {
    let every_other: Layout!((2,2):(8,1)) = composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
    let matrix = try_layout!((m,n):(1,m))?;
    let tiled: Layout!(((4,8),(_,_)):((1,_),(4,_))) = zipped_divide(matrix, layout!(<4,8>));
    Ok(TILE.offset((3, (1, 2))) + every_other.offset((1, 1)) + tiled.offset(((1, 1), (0, 1))))
}

/// # Safety
/// Called once, by the C runtime.
#[unsafe(no_mangle)]
extern "C" fn main(_: i32, _: *const *const u8) -> i32 {
    // 39, 9, and 1 + m + 8 m
    match offsets(16, 16) {
        Ok(offset) => i32::from(offset != 39 + 9 + 1 + 16 + 8 * 16),
        Err(_) => 2,
    }
}
