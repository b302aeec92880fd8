//! A program without std and without an allocator that uses tilework. It does not build if
//! anything that it depends on brings std (its panic handler would be a second one) or alloc
//! (there is no allocator), and it ends with status 0 if the layouts are right.

#![no_std]
#![no_main]

use core::panic::PanicInfo;
use tilework::{
    Error, Layout, Tensor, algorithm::gemm, layout, operation::composition, try_layout,
};

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

/// Every second element of the tile (1,0) of a matrix of run-time size, summed.
fn sum(data: &[u32], rows: usize, columns: usize) -> Result<u32, Error> {
    let every_other: Layout!((2,2):(8,1)) = composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
    let matrix = Tensor::new(data, try_layout!((rows,columns):row_major)?)?;
    let tiles = matrix.try_zipped_divide(layout!(<4,8>))?;
    let mut sum = TILE.offset((3, (1, 2))) as u32 + every_other.offset((1, 1)) as u32;
    tiles.try_slice((.., (1, 0)))?.try_compose(layout!((2,4):(2,8)))?.for_each(|x| sum += x);
    Ok(sum)
}

/// Returns whether the product of two matrices of ones, deeper than what is packed at a time, is right.
fn multiplies(ones: &[f64; 9 * 100]) -> Result<bool, Error> {
    let (rows, depth) = (9, 100);
    let a = Tensor::new(&ones[..], try_layout!((rows, depth))?)?;
    let b = Tensor::new(&ones[..], try_layout!((rows,depth):row_major)?)?;
    let mut elements = [0.0; 81];
    gemm(2.0, &a, &b, 0.0, &mut Tensor::new(&mut elements[..], try_layout!((rows, rows))?)?)?;
    Ok(elements.iter().all(|&x| x == 200.0))
}

// SAFETY: this is the signature that the C runtime calls, and there is no other `main`.
#[unsafe(no_mangle)]
extern "C" fn main(_: i32, _: *const *const u8) -> i32 {
    let mut data = [0; 8 * 16];
    for (i, x) in data.iter_mut().enumerate() {
        *x = i as u32;
    }
    // Rows 4 and 6, columns 0, 2, 4 and 6.
    let expected = 39 + 9 + 4 * (64 + 96) + 2 * (2 + 4 + 6);
    match (sum(&data, 8, 16), multiplies(&[1.0; 900])) {
        (Ok(sum), Ok(right)) => i32::from(sum != expected || !right),
        _ => 2,
    }
}
