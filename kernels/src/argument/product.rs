//! Which kernel multiplies matrices of bf16 of these extents in the least time.

use super::gemm_f16::*;

/// A kernel of products `C = A Bᵀ`, and how long it takes: what its parameters say of its tiles, and two times that were measured.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The kernel's name.
    pub name: &'static str,
    /// Rows and columns of a tile of what the kernel has as `C`.
    pub tile: [u32; 2],
    /// Whether it has `Cᵀ = B Aᵀ` by columns, which is `C` by rows.
    pub by_columns: bool,
    /// How many blocks share `B`.
    cluster: u32,
    /// How many blocks share the `k` of a tile.
    splits: u32,
    /// Picoseconds that a block takes for a column of `k`.
    column: u64,
    /// Picoseconds that a launch takes besides.
    besides: u64,
}

/// Bytes that the memory gives in a microsecond, of an H200.
const BYTES: u64 = 3_950_000;

impl Product {
    const fn of<G: Parameters>(_: G, name: &'static str, column: u64, besides: u64) -> Self {
        let [m, n, _] = G::TILE;
        Product {
            name,
            tile: [m as u32, n as u32],
            by_columns: G::BY_COLUMNS,
            cluster: G::CLUSTER as u32,
            splits: G::SPLITS as u32,
            column,
            besides,
        }
    }

    /// The picoseconds that it takes for `A` of `m` x `k` and `B` of `n` x `k`: as often as its blocks take turns on the multiprocessors
    /// the columns of each, or reading and writing all matrices, whichever is longer. `None` for more columns than a kernel by columns has,
    /// which would read `A` again for each so many.
    pub fn picoseconds(&self, [m, n, k]: [u32; 3], multiprocessors: u32) -> Option<u64> {
        if self.by_columns && m > self.tile[1] {
            return None;
        }
        let [rows, columns] = if self.by_columns { [n, m] } else { [m, n] };
        let blocks = self.cluster * self.splits;
        // The multiprocessors of a GPU lie in groups, and a cluster in one: of an H200 one cluster of 4 less than 132 are for runs at a time,
        // and one more of each further doubling was seen to take another turn.
        let at_a_time = match blocks {
            1 | 2 => (multiprocessors / blocks).max(1),
            _ => (multiprocessors.saturating_sub(2 * blocks) / blocks).max(1),
        };
        let tiles = u64::from(rows.div_ceil(self.tile[0] * self.cluster))
            * u64::from(columns.div_ceil(self.tile[1]));
        let turns = tiles.div_ceil(u64::from(at_a_time));
        let multiplying = turns.saturating_mul(u64::from(k.div_ceil(self.splits)) * self.column);
        let [m, n, k] = [m, n, k].map(u128::from);
        let bytes = 2 * (m * k + n * k + m * n);
        let memory = u64::try_from(bytes * 1_000_000 / u128::from(BYTES)).unwrap_or(u64::MAX);
        Some(multiplying.max(memory).saturating_add(self.besides))
    }
}

/// Those of bf16. Their times are of an H200, `benches/gpu`: fitted to 38 products, of each by those kernels that can be meant for it.
pub const OF_BF16: [Product; 11] = [
    Product::of(GEMM_BF16, "gemm_bf16", 9_200, 4_500_000),
    Product::of(GEMM_BF16_128, "gemm_bf16_128", 5_200, 4_500_000),
    Product::of(GemmBf16By128K2::new(), "gemm_bf16_128_k2", 6_400, 4_500_000),
    Product::of(GemmBf16K4::new(), "gemm_bf16_k4", 12_800, 6_000_000),
    Product::of(GemmBf16N16::new(), "gemm_bf16_n16", 2_100, 3_000_000),
    Product::of(GemmBf16N32::new(), "gemm_bf16_n32", 2_400, 4_000_000),
    Product::of(GemmBf16N32K2::new(), "gemm_bf16_n32_k2", 3_800, 3_300_000),
    Product::of(GemmBf16N64::new(), "gemm_bf16_n64", 2_800, 5_000_000),
    Product::of(GemmBf16N64K2::new(), "gemm_bf16_n64_k2", 4_700, 3_500_000),
    Product::of(GemmBf16N128::new(), "gemm_bf16_n128", 3_100, 4_500_000),
    Product::of(GemmBf16N128K2::new(), "gemm_bf16_n128_k2", 4_900, 3_000_000),
];

/// The place of the one that takes the least time, of those that can: the first one can.
pub fn fastest(of: &[Product], extents: [u32; 3], multiprocessors: u32) -> usize {
    let time = |i: &usize| of[*i].picoseconds(extents, multiprocessors).unwrap_or(u64::MAX);
    (0..of.len()).min_by_key(time).unwrap_or(0)
}
