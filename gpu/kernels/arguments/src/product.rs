//! Chooses the kernel that multiplies matrices of bf16 and of f16 with given extents in the least time.

use super::gemm_f16::*;

/// A kernel of products `C = A Bᵀ` with its estimated time: the parameters of its tiles, and two measured times.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The kernel's name.
    pub name: &'static str,
    /// The rows and columns of a tile of the kernel's `C`.
    tile: [u32; 2],
    /// True if it computes a column-major `Cᵀ = B Aᵀ`, which is a row-major `C`.
    by_columns: bool,
    /// The number of blocks that share `B`.
    cluster: u32,
    /// The number of blocks that share the `k` of a tile.
    splits: u32,
    /// True if blocks share the `k` of a tile in global memory.
    in_parts: bool,
    /// The picoseconds of a block for a column of `k`.
    column: u64,
    /// The additional picoseconds of a launch.
    besides: u64,
}

/// The bytes that the memory of an H200 delivers in a microsecond.
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

    /// The same kernel with the `k` of a tile in parts that are added up in global memory: as many parts as run at the
    /// same time, up to 8.
    const fn in_parts(self) -> Self {
        Product { in_parts: true, ..self }
    }
    /// The same times for a kernel with another name.
    const fn with(self, name: &'static str) -> Self {
        Product { name, ..self }
    }

    /// The picoseconds for a batch of products of `A`, `m` x `k`, and `B`, `n` x `k`. The extents are `m`, `n`, `k` and
    /// the number of products. The time is the longer of two: the columns of `k` for each turn that its blocks take on
    /// the multiprocessors, or reading and writing all matrices.
    ///
    /// `None` if the kernel does not suit this number of rows of `A`:
    ///
    /// - a column-major kernel with more rows than a tile has, since it would read `B` again;
    /// - a column-major kernel with at most half as many, since the copy engine takes longer for elements outside of a
    ///   matrix;
    /// - a row-major kernel with at most half of a tile's rows;
    /// - a kernel in parts with a single part of each tile.
    pub fn picoseconds(&self, [m, n, k, batch]: [u32; 4], multiprocessors: u32) -> Option<u64> {
        let few = if self.by_columns { self.tile[1] } else { self.tile[0] };
        if self.by_columns && m > few || few > 16 && m <= few / 2 {
            return None;
        }
        let [rows, columns] = if self.by_columns { [n, m] } else { [m, n] };
        let blocks = self.cluster * self.splits;
        // The multiprocessors of a GPU form groups, and a cluster lies in one group: 132 of them hold not 33 clusters
        // of 4 at a time, but 31.
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

/// The kernels of bf16. `benches/gpu` measured their times on an H200, that of the last one on an H100. They are fitted
/// to 45 products, each by the kernels that suit it (`gpu/kernels/tests/kernels/product.rs` has the figures). Among equal
/// times the first one is taken: column-major kernels were faster if memory limits the time.
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

/// The kernels of bf16 with an epilogue: some of the same kernels, with the same times.
pub const OF_BF16_WITH: [Product; 7] = [
    OF_BF16[0].with("gemm_bf16_n16_with"),
    OF_BF16[1].with("gemm_bf16_n32_with"),
    OF_BF16[3].with("gemm_bf16_n64_with"),
    OF_BF16[6].with("gemm_bf16_n128_k2_with"),
    OF_BF16[7].with("gemm_bf16_with"),
    OF_BF16[8].with("gemm_bf16_128_with"),
    OF_BF16[9].with("gemm_bf16_128_k2_with"),
];

/// The kernels of batches of bf16. Those of few rows have an epilogue, since memory limits their time; the others have
/// none. On an H100, the times choose the fastest kernel for the batches of `benches/gpu`, or one that takes 1.01 of
/// its time.
pub const OF_BF16_BATCHED: [Product; 7] = [
    OF_BF16_WITH[0],
    OF_BF16_WITH[1],
    OF_BF16_WITH[2],
    OF_BF16_WITH[3],
    OF_BF16[7].with("gemm_bf16_batched"),
    Product::of(GEMM_BF16_128, "gemm_bf16_128_batched", 5_500, 5_500_000),
    OF_BF16_WITH[6],
];

/// The kernels of f16: the same parameters except the element, and the same times.
pub const OF_F16: [Product; 6] = [
    OF_BF16[0].with("gemm_f16_n16"),
    OF_BF16[1].with("gemm_f16_n32"),
    OF_BF16[3].with("gemm_f16_n64"),
    OF_BF16[6].with("gemm_f16_n128_k2"),
    OF_BF16[7].with("gemm_f16"),
    OF_BF16[8].with("gemm_f16_128"),
];
/// The kernels of f16 with an epilogue.
pub const OF_F16_WITH: [Product; 6] = [
    OF_F16[0].with("gemm_f16_n16_with"),
    OF_F16[1].with("gemm_f16_n32_with"),
    OF_F16[2].with("gemm_f16_n64_with"),
    OF_F16[3].with("gemm_f16_n128_k2_with"),
    OF_F16[4].with("gemm_f16_with"),
    OF_F16[5].with("gemm_f16_128_with"),
];
/// The kernels of batches of f16.
pub const OF_F16_BATCHED: [Product; 6] = [
    OF_F16_WITH[0],
    OF_F16_WITH[1],
    OF_F16_WITH[2],
    OF_F16_WITH[3],
    OF_F16[4].with("gemm_f16_batched"),
    OF_BF16_BATCHED[5].with("gemm_f16_128_with"),
];

/// The index of the fastest kernel among those that support the product. The first one supports all.
pub fn fastest(of: &[Product], extents: [u32; 4], multiprocessors: u32) -> usize {
    let time = |i: &usize| {
        let time = of[*i].picoseconds(extents, multiprocessors);
        (time.is_none(), time)
    };
    (0..of.len()).min_by_key(time).unwrap_or(0)
}
