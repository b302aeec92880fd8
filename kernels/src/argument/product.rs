//! Which kernel multiplies matrices of bf16 and of f16 of these extents in the least time.

use super::gemm_f16::*;

/// A kernel of products `C = A Bᵀ`, and how long it takes: what its parameters say of its tiles, and two times that were measured.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The kernel's name.
    pub name: &'static str,
    /// Rows and columns of a tile of what the kernel has as `C`.
    tile: [u32; 2],
    /// Whether it has `Cᵀ = B Aᵀ` by columns, which is `C` by rows.
    by_columns: bool,
    /// How many blocks share `B`.
    cluster: u32,
    /// How many blocks share the `k` of a tile.
    splits: u32,
    /// Whether blocks share the `k` of a tile in global memory.
    in_parts: bool,
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
            in_parts: false,
            column,
            besides,
        }
    }

    /// The same kernel with the `k` of a tile in parts, added up in global memory: as many parts as run at the same time, up to 8.
    const fn in_parts(self) -> Self {
        Product { in_parts: true, ..self }
    }
    /// The same times for a kernel of another name.
    const fn with(self, name: &'static str) -> Self {
        Product { name, ..self }
    }

    /// The picoseconds that it takes for a batch of products of `A`, `m` x `k`, and `B`, `n` x `k`; the extents are `m`, `n`, `k` and the number of products: as often as
    /// its blocks take turns on the multiprocessors the columns of each, or reading and writing all matrices, whichever is longer. `None` where it is not for so many rows
    /// of `A`: by columns for more than a tile has, for which it would read `B` again, or for half of them and fewer, since what the copy engine brings from outside of a
    /// matrix takes longer; by rows for half of the rows of a tile and fewer; in parts, where only one part of each tile runs at a time.
    pub fn picoseconds(&self, [m, n, k, batch]: [u32; 4], multiprocessors: u32) -> Option<u64> {
        let few = if self.by_columns { self.tile[1] } else { self.tile[0] };
        if self.by_columns && m > few || few > 16 && m <= few / 2 {
            return None;
        }
        let [rows, columns] = if self.by_columns { [n, m] } else { [m, n] };
        let blocks = self.cluster * self.splits;
        // The multiprocessors of a GPU lie in groups, and a cluster in one of these: of 132 there are not 33 clusters of 4 at a time, but 31.
        let lost = if blocks > 2 { 2 * blocks } else { 0 };
        let at_a_time = (multiprocessors.saturating_sub(lost) / blocks).max(1);
        let tiles = u64::from(rows.div_ceil(self.tile[0] * self.cluster))
            * u64::from(columns.div_ceil(self.tile[1]));
        let tiles = tiles.saturating_mul(batch.into());
        let turns = tiles.div_ceil(u64::from(at_a_time));
        let splits = match self.in_parts {
            true => (u64::from(at_a_time) / tiles.max(1)).min(8),
            false => self.splits.into(),
        };
        if self.in_parts && (splits < 2 || batch > 1) {
            return None;
        }
        let multiplying = turns.saturating_mul(u64::from(k).div_ceil(splits) * self.column);
        let [m, n, k, batch] = [m, n, k, batch].map(u128::from);
        let bytes = (2 * (m * k + n * k + m * n)).saturating_mul(batch);
        let memory =
            u64::try_from(bytes.saturating_mul(1_000_000) / u128::from(BYTES)).unwrap_or(u64::MAX);
        Some(multiplying.max(memory).saturating_add(self.besides))
    }
}

/// Those of bf16. Their times were measured by `benches/gpu`, on an H200, that of the last one on an H100, and are fitted to 45 products, each by the kernels that can be meant for it
/// (`kernels/tests/kernels/product.rs` has the figures). Of equal ones the first is taken: those by columns were faster where memory is what takes the time.
pub const OF_BF16: [Product; 13] = [
    Product::of(GemmBf16N16::new(), "gemm_bf16_n16", 800, 3_000_000),
    Product::of(GemmBf16N32::new(), "gemm_bf16_n32", 2_200, 2_500_000),
    Product::of(GemmBf16N32K2::new(), "gemm_bf16_n32_k2", 3_700, 3_000_000),
    Product::of(GemmBf16N64::new(), "gemm_bf16_n64", 2_500, 3_500_000),
    Product::of(GemmBf16N64K2::new(), "gemm_bf16_n64_k2", 4_600, 2_500_000),
    Product::of(GemmBf16N128::new(), "gemm_bf16_n128", 3_100, 4_500_000),
    Product::of(GemmBf16N128K2::new(), "gemm_bf16_n128_k2", 5_200, 2_500_000),
    Product::of(GEMM_BF16, "gemm_bf16", 9_300, 4_500_000),
    Product::of(GEMM_BF16_128, "gemm_bf16_128", 5_500, 3_000_000),
    Product::of(GemmBf16By128K2::new(), "gemm_bf16_128_k2", 6_600, 4_500_000),
    Product::of(GemmBf16K4::new(), "gemm_bf16_k4", 12_300, 9_000_000),
    Product::of(GemmBf16By192N128K2::new(), "gemm_bf16_192_n128_k2", 9_400, 7_500_000),
    Product::of(GEMM_BF16, "gemm_bf16_parts", 15_500, 12_500_000).in_parts(),
];

/// Those of bf16 with an epilogue: some of the same kernels, with the same times.
pub const OF_BF16_WITH: [Product; 7] = [
    OF_BF16[0].with("gemm_bf16_n16_with"),
    OF_BF16[1].with("gemm_bf16_n32_with"),
    OF_BF16[3].with("gemm_bf16_n64_with"),
    OF_BF16[6].with("gemm_bf16_n128_k2_with"),
    OF_BF16[7].with("gemm_bf16_with"),
    OF_BF16[8].with("gemm_bf16_128_with"),
    OF_BF16[9].with("gemm_bf16_128_k2_with"),
];

/// Those of batches of products of bf16: of few rows kernels with an epilogue, since memory is what takes the time, and others without one. The times of these are such that of the batches of
/// `benches/gpu`, on an H100, the fastest is taken or one that takes 1.01 of its time.
pub const OF_BF16_BATCHED: [Product; 7] = [
    OF_BF16_WITH[0],
    OF_BF16_WITH[1],
    OF_BF16_WITH[2],
    OF_BF16_WITH[3],
    OF_BF16[7].with("gemm_bf16_batched"),
    Product::of(GEMM_BF16_128, "gemm_bf16_128_batched", 5_500, 5_500_000),
    OF_BF16_WITH[6],
];

/// Those of f16: kernels of the same parameters but the element, which take the same times.
pub const OF_F16: [Product; 6] = [
    OF_BF16[0].with("gemm_f16_n16"),
    OF_BF16[1].with("gemm_f16_n32"),
    OF_BF16[3].with("gemm_f16_n64"),
    OF_BF16[6].with("gemm_f16_n128_k2"),
    OF_BF16[7].with("gemm_f16"),
    OF_BF16[8].with("gemm_f16_128"),
];
/// Those of f16 with an epilogue.
pub const OF_F16_WITH: [Product; 6] = [
    OF_F16[0].with("gemm_f16_n16_with"),
    OF_F16[1].with("gemm_f16_n32_with"),
    OF_F16[2].with("gemm_f16_n64_with"),
    OF_F16[3].with("gemm_f16_n128_k2_with"),
    OF_F16[4].with("gemm_f16_with"),
    OF_F16[5].with("gemm_f16_128_with"),
];
/// Those of batches of products of f16.
pub const OF_F16_BATCHED: [Product; 6] = [
    OF_F16_WITH[0],
    OF_F16_WITH[1],
    OF_F16_WITH[2],
    OF_F16_WITH[3],
    OF_F16[4].with("gemm_f16_batched"),
    OF_BF16_BATCHED[5].with("gemm_f16_128_with"),
];

/// The place of the one that takes the least time, of those that can: the first one can.
pub fn fastest(of: &[Product], extents: [u32; 4], multiprocessors: u32) -> usize {
    let time = |i: &usize| {
        let time = of[*i].picoseconds(extents, multiprocessors);
        (time.is_none(), time)
    };
    (0..of.len()).min_by_key(time).unwrap_or(0)
}
