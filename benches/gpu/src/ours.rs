//! The products by tilework's kernels.

use tilework::typenum::U8;
use tilework::typenum::*;
use tilework_device::{Buffer, Error, Gpu, Recorder, TensorMap};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::gemm_f16::*;

use crate::problem::{Problem, Type};

/// Records a launch with the set of buffers of this number.
pub type Record<'d> = Box<dyn Fn(&mut Recorder, usize) -> Result<(), Error> + 'd>;
/// `A`, `B` and `C`.
pub type Set = [Buffer<u16>; 3];
/// A kernel: its name, and what prepares it for a problem that it can do.
pub struct Candidate {
    pub name: &'static str,
    of: Type,
    tile: [usize; 3],
    by_columns: bool,
    prepare: for<'d> fn(&'d Gpu, &'d [Set], Problem) -> Result<Record<'d>, Error>,
}

macro_rules! candidates {
    ($($kernel:ident $of:ident $parameters:ty;)*) => {
        /// All kernels.
        pub const ALL: &[Candidate] = &[$(Candidate {
            name: stringify!($kernel),
            of: Type::$of,
            tile: <$parameters>::TILE,
            by_columns: <$parameters>::BY_COLUMNS,
            prepare: |gpu, sets, problem| {
                type G = $parameters;
                // By columns it is Cᵀ = B Aᵀ.
                let [m, n] = if G::BY_COLUMNS { [problem.n, problem.m] } else { [problem.m, problem.n] };
                let mut maps = Vec::new();
                for [a, b, c] in sets {
                    let (a, b) = if G::BY_COLUMNS { (b, a) } else { (a, b) };
                    let maps_of: (TensorMap<'_, OfA<G>>, TensorMap<'_, OfB<G>>, TensorMap<'_, OfC<G>>) = (
                        gpu.tensor_map(a, problem.k)?,
                        gpu.tensor_map(b, problem.k)?,
                        gpu.tensor_map(c, problem.n)?,
                    );
                    maps.push(maps_of);
                }
                let tiles = G::tiles(m, n);
                let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
                let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
                Ok(Box::new(move |record, set| {
                    let (a, b, c) = &maps[set];
                    // SAFETY: maps of these buffers, and blocks for all tiles.
                    record.launch(&kernel, unsafe { $kernel::with(a, b, c, tiles, G::steps(problem.k)) })
                }))
            },
        }),*];
    };
}
candidates! {
    gemm_f16 F16 GemmF16;
    gemm_bf16 Bf16 GemmBf16;
    gemm_bf16_128 Bf16 GemmBf16By128;
    gemm_bf16_c16 Bf16 GemmBf16Few<U64, U16, U128, U10, U1, U1>;
    gemm_bf16_c16k Bf16 GemmBf16Few<U64, U16, U256, U5, U1, U1>;
    gemm_bf16_c16_128_2 Bf16 GemmBf16Few<U128, U16, U128, U6, U1, U2>;
    gemm_bf16_c64k Bf16 GemmBf16Few<U64, U64, U128, U6, U1, U1>;
    gemm_bf16_c64_2 Bf16 GemmBf16Few<U64, U64, U64, U12, U1, U2>;
    gemm_bf16_c64k_2 Bf16 GemmBf16Few<U64, U64, U128, U6, U1, U2>;
    gemm_bf16_c64_128_2 Bf16 GemmBf16Few<U128, U64, U64, U8, U1, U2>;
    gemm_bf16_c64_128k_2 Bf16 GemmBf16Few<U128, U64, U128, U4, U1, U2>;
    gemm_bf16_c128 Bf16 GemmBf16Few<U64, U128, U64, U8, U1, U1>;
    gemm_bf16_c128k Bf16 GemmBf16Few<U64, U128, U128, U4, U1, U1>;
    gemm_bf16_c128_2 Bf16 GemmBf16Few<U64, U128, U64, U8, U1, U2>;
    gemm_bf16_c128k_2 Bf16 GemmBf16Few<U64, U128, U128, U4, U1, U2>;
    gemm_bf16_r128_2 Bf16 GemmBf16Deep128;
    gemm_bf16_r256_2 Bf16 GemmBf16Deep256;
    gemm_bf16_r256_4 Bf16 GemmBf16Deep256x4;
}

impl Candidate {
    /// Whether it is worth trying.
    pub fn may(&self, problem: Problem) -> bool {
        let few = problem.m as usize;
        let fits = if self.by_columns {
            let n = self.tile[1];
            few <= n && (n == 16 || few > n / 2 || (few > 16 && n == 64))
        } else {
            few >= 128
        };
        self.of == problem.of && problem.batches == 1 && fits
    }
    /// The launches of it, with these buffers.
    pub fn prepare<'d>(
        &self,
        gpu: &'d Gpu,
        sets: &'d [Set],
        problem: Problem,
    ) -> Result<Record<'d>, Error> {
        (self.prepare)(gpu, sets, problem)
    }
}
