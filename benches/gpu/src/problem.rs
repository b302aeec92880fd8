//! Products that people have.

use std::fmt;

/// The elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bf16,
    F16,
}

/// `C = A Bᵀ`: `A` is `m` x `k`, `B` is `n` x `k`, by rows; of a batch one matrix lies behind the other.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    pub of: Type,
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub batch: u32,
}
impl Problem {
    /// Elements of `A`, `B` and `C`.
    pub fn lengths(self) -> [usize; 3] {
        let [m, n, k, batch] = [self.m, self.n, self.k, self.batch].map(|x| x as usize);
        [batch * m * k, batch * n * k, batch * m * n]
    }
    /// Multiplications and additions.
    pub fn work(self) -> f64 {
        2.0 * [self.m, self.n, self.k, self.batch].map(f64::from).iter().product::<f64>()
    }
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { of, m, n, k, batch } = self;
        let of = match of {
            Type::Bf16 => "bf16",
            Type::F16 => "f16",
        };
        if *batch > 1 {
            return write!(f, "{of}, {batch} of {m} x {n} x {k}");
        }
        write!(f, "{of}, {m} x {n} x {k}")
    }
}

/// The groups that there are.
pub const GROUPS: [&str; 7] = ["square", "few", "small", "deep", "llama8", "llama70", "batches"];
/// Those of a group.
pub fn of_group(name: &str) -> Option<Vec<Problem>> {
    use Type::{Bf16, F16};
    let few = |layers: &[(u32, u32)]| -> Vec<Problem> {
        let of_layer = |&(n, k): &(u32, u32)| {
            [1, 16, 32, 64, 128, 256].map(|m| Problem { of: Bf16, m, n, k, batch: 1 })
        };
        layers.iter().flat_map(of_layer).collect()
    };
    let square = |x: u32| [F16, Bf16].map(|of| Problem { of, m: x, n: x, k: x, batch: 1 });
    Some(match name {
        "square" => [4096, 8192].into_iter().flat_map(square).collect(),
        "few" => few(&[(8192, 8192)]),
        "small" => few(&[(4096, 4096)]),
        "deep" => vec![Problem { of: Bf16, m: 2048, n: 256, k: 16384, batch: 1 }],
        // Projections of attention and layers of the feed-forward network of Llama 3 8B, and of 70B.
        "llama8" => few(&[(6144, 4096), (28672, 4096), (4096, 14336)]),
        "llama70" => few(&[(10240, 8192), (57344, 8192), (8192, 28672)]),
        // Small ones, those of attention of 32 heads with 128 columns of 4096 tokens, and layers of few rows.
        "batches" => [
            (F16, 64, [512, 512, 512]),
            (Bf16, 64, [512, 512, 512]),
            (Bf16, 256, [256, 256, 256]),
            (Bf16, 16, [1024, 1024, 1024]),
            (Bf16, 32, [4096, 4096, 128]),
            (Bf16, 8, [64, 4096, 4096]),
        ]
        .map(|(of, batch, [m, n, k])| Problem { of, m, n, k, batch })
        .to_vec(),
        _ => return None,
    })
}
