//! Products that people have.

use std::fmt;

/// The elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bf16,
    F16,
}

/// `C = A Bᵀ`: `A` is `m` x `k`, `B` is `n` x `k`, by rows, as many of them as there are batches.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    pub of: Type,
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub batches: u32,
}
impl Problem {
    const fn new(of: Type, m: u32, n: u32, k: u32) -> Self {
        Problem { of, m, n, k, batches: 1 }
    }
    /// Elements of `A`, `B` and `C`.
    pub fn lengths(self) -> [usize; 3] {
        let [m, n, k, batches] = [self.m, self.n, self.k, self.batches].map(|x| x as usize);
        [m * k, n * k, m * n].map(|x| batches * x)
    }
    /// Multiplications and additions.
    pub fn work(self) -> f64 {
        [self.m, self.n, self.k, self.batches].map(f64::from).iter().product::<f64>() * 2.0
    }
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { of, m, n, k, batches } = self;
        write!(f, "{of:?} {m} x {n} x {k}")?;
        if *batches > 1 { write!(f, " x {batches}") } else { Ok(()) }
    }
}

/// Those of the group of this name.
pub fn named(name: &str) -> Vec<Problem> {
    use Type::{Bf16, F16};
    let few = [1, 16, 32, 64, 128, 256];
    let of_few = |layers: &[(u32, u32)]| -> Vec<Problem> {
        layers.iter().flat_map(|&(n, k)| few.map(|m| Problem::new(Bf16, m, n, k))).collect()
    };
    match name {
        "square" => [4096, 8192]
            .into_iter()
            .flat_map(|x| [F16, Bf16].map(|of| Problem::new(of, x, x, x)))
            .collect(),
        "few" => of_few(&[(8192, 8192)]),
        "small" => of_few(&[(4096, 4096)]),
        "deep" => vec![Problem::new(Bf16, 2048, 256, 16384)],
        // Attention's projections and the feed-forward network of Llama 3 8B, and of 70B.
        "llama8" => of_few(&[(6144, 4096), (14336, 4096), (4096, 14336)]),
        "llama70" => of_few(&[(10240, 8192), (28672, 8192), (8192, 28672)]),
        _ => Vec::new(),
    }
}
