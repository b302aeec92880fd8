// Global memory is indexed like memory of the CPU.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;

#[kernel]
pub unsafe fn first(from: Input<f32, Layout!((N,N):(N,1))>, to: Output<f32, Layout!((N,N):(N,1))>) {
    let x = from.tensor()[(0, 0)];
    unsafe { to.tensor() }.at((0, 0)).write(x);
}

fn main() {}
