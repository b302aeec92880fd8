// The layout of a view has other types, and there is no such field.
use tilework::{Dyn, Layout, layout};
use tilework_device::emulator::Emulator;
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((64,4,8),(N,N),N):((1,64,256),(N,N),N));
#[kernel(threads = 256, blocks = [1])]
pub fn scale(from: Input<F32x4, Tiles>, to: Output<F32x4, Tiles>, tiles: Tiles, factor: f32) {
    let _ = (from, to, tiles, factor);
}

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 4_u32);
    let (from, mut to) = (emulator.upload(&[0.0_f32; 8192]), emulator.poisoned::<f32>(8192));
    let tiles = layout!(((64,4,8),(n,n),n):((1,64,256),(n,n),n));
    emulator.run(scale { from: (&from, tiles), to: (&mut to, tiles), tile: tiles, factor: 2.0 });
}
