//! Kernels that programs launch.

use tilework_device::atom::{WgmmaK64B, WgmmaK128B};
use tilework::typenum::U16;
use tilework::{Dyn, Layout};
use tilework_device::*;

pub type ByColumns = Layout!((64,N):(1,64));
pub type ByRows = Layout!((64,N):(N,1));
pub type N = Dyn<u32>;

/// `to = factor from`
#[kernel]
pub unsafe fn scale(from: *const F32x4, to: *mut F32x4, layout: ByColumns, factor: f32) {
    let _ = (from, to, layout, factor);
}

pub struct OfA;
impl Tile for OfA {
    type Element = u16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [64, 128];
}
pub struct OfB;
impl Tile for OfB {
    type Element = u16;
    type Atom = WgmmaK64B<U16>;
    const BOX: [u32; 2] = [32, 64];
}

/// A product.
#[kernel]
pub unsafe fn product(a: &TensorMap<OfA>, b: &TensorMap<OfB>, steps: u32) {
    let _ = (a, b, steps);
}
