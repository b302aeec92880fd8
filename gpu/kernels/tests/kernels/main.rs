//! The kernels on threads of the CPU, compared with references in f64.

mod attention;
mod attention_masked;
mod copy;
mod gemm;
mod gemm_e4m3;
mod guide;
mod product;
#[allow(dead_code)]
#[path = "../../../host/src/reference.rs"]
mod reference;
mod softmax;
mod strided;
mod transpose;
mod with;

use reference::Random;
use tilework_kernels::emulator::Emulator;

/// A machine with a random order of threads. The seed is printed if the test fails.
fn emulator(random: &mut Random) -> Emulator {
    let seed = random.bits();
    println!("Emulator::new({seed})");
    Emulator::new(seed)
}

/// Numbers in `n` columns of `lda` rows: random in the first `m` rows, and NaN in the others.
fn columns(random: &mut Random, m: usize, n: usize, lda: usize) -> Vec<f32> {
    let number = |at| if at % lda < m { random.number() } else { f32::NAN };
    (0..lda * n).map(number).collect()
}
