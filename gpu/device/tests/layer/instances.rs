//! Kernels with type and const parameters, and parameters by patterns.

use tilework_device::emulator::Emulator;
use tilework_device::launch::{Grid, Kernel};
use tilework_device::*;

/// Elements that a kernel computes with.
trait Number: Element {
    /// The bytes, and a constant of the trait.
    const BYTES: u32 = size_of::<Self>() as u32;
    fn wide(self) -> f32;
    fn narrow(x: f32) -> Self;
}
impl Number for f32 {
    fn wide(self) -> f32 {
        self
    }
    fn narrow(x: f32) -> Self {
        x
    }
}
impl Number for F16 {
    fn wide(self) -> f32 {
        self.number()
    }
    fn narrow(x: f32) -> Self {
        F16::rounded(x)
    }
}

/// `to = factor from + add`, of `N` elements for each of `16 T::BYTES` threads.
#[kernel(
    threads = 16 * T::BYTES,
    blocks = blocks_for(to.len(), 16 * T::BYTES as usize * N),
    instances(scaled_f32 = <f32, 4>, scaled_f16 = <F16, 8>)
)]
fn scaled<T: Number, const N: usize>(
    from: Slice<T>,
    to: SliceMut<T>,
    by @ [factor, add]: [u32; 2],
    also: [u32; N],
) {
    // SAFETY: all blocks have as many threads as the attribute says.
    let t = if T::BYTES == 4 { unsafe { thread::<64>() } } else { unsafe { thread::<32>() } };
    let first = (block()[0] * 16 * T::BYTES + t) as usize * N;
    for (i, also) in also.into_iter().enumerate() {
        if let (Some(x), Some(to)) = (from.get(first + i), to.at(first + i)) {
            let sum = factor as f32 * x.wide() + add as f32 + also as f32 + (by[0] - factor) as f32;
            // SAFETY: each thread writes elements of its own.
            unsafe { to.write(T::narrow(sum)) }
        }
    }
}

#[test]
fn each_instance_is_a_kernel() {
    assert_eq!(
        (<scaled_f32 as Kernel>::NAME, <scaled_f16 as Kernel>::NAME),
        ("scaled_f32", "scaled_f16")
    );
    assert_eq!((<scaled_f32 as Grid>::THREADS, <scaled_f16 as Grid>::THREADS), (64, 32));
    assert_eq!(<scaled_f32 as Kernel>::NAMES, ["from", "to", "by", "also"]);
    let mut emulator = Emulator::new(5);
    let data: Vec<f32> = (0..300).map(|i| i as f32).collect();
    let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(300));
    let also = [1, 2, 3, 4];
    emulator.run(scaled_f32 { from: &from, to: &mut to, by: [2, 10], also });
    let right = |i: usize, n: usize| 2.0 * i as f32 + 11.0 + (i % n) as f32;
    assert_eq!(emulator.written(to), (0..300).map(|i| right(i, 4)).collect::<Vec<_>>());
    let halves: Vec<F16> = data.iter().map(|&x| F16::from_f32(x)).collect();
    let (from, mut to) = (emulator.upload(&halves), emulator.poisoned::<F16>(300));
    let also = [1, 2, 3, 4, 5, 6, 7, 8];
    emulator.run(scaled_f16 { from: &from, to: &mut to, by: [2, 10], also });
    let right: Vec<F16> = (0..300).map(|i| F16::from_f32(right(i, 8))).collect();
    assert_eq!(emulator.written(to), right);
}
