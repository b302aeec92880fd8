//! Static layouts, of which only the first one fits 32 bits.
#![no_std]

use tilework::layout;

/// The largest of 32 bits: its cosize is 2^32 - 1.
#[cfg(feature = "fits")]
pub fn fits() -> usize {
    layout!((2,2):(4294967292,1)).offset((1, 1)) + layout!((65535,65537):(1,65535)).size()
}
#[cfg(feature = "cosize")]
pub fn cosize() -> usize {
    layout!((2,2):(4294967295,1)).offset((1, 1))
}
#[cfg(feature = "size")]
pub fn size() -> usize {
    layout!((65536,65536):(0,0)).offset((1, 1))
}
#[cfg(feature = "stride")]
pub fn stride() -> usize {
    layout!((1,2):(4294967296,1)).offset((0, 1))
}
#[cfg(feature = "operation")]
pub fn operation() -> usize {
    let tiles = layout!((65536,2):(2,1));
    tilework::operation::logical_product(tiles, layout!(65536:1)).offset(1)
}
#[cfg(feature = "swizzle")]
pub fn swizzle() -> usize {
    use tilework::typenum::{P20, U10, U16};
    tilework::Swizzle::<U10, U16, P20>::new().apply(1)
}
