//! The kernels of products, and how each is launched.

use tilework::algebra::Layout;
use tilework_kernel::device::Tile;
use tilework_kernel::launch::promise;
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::argument::product::{OF_BF16, OF_BF16_BATCHED, OF_BF16_WITH, fastest};
use tilework_kernels::device::{Bf16, F16};
use tilework_kernels::epilogue::Linear;
use tilework_kernels::gemm_f16::*;
use tilework_kernels::gemm_f16_batched::*;
use tilework_kernels::gemm_f16_parts::gemm_bf16_parts;
use tilework_kernels::gemm_f16_with::*;
use tilework_kernels::work::Batched;

use super::matrix::{ByRows, extents};
use super::{Epilogue, Results, grouped};
use crate::{Buffer, Error, Gpu, Recorder, TensorMap};

/// Elements of 16 bits that kernels multiply: [`Bf16`] and [`F16`]. Buffers have their bits, `u16`.
pub trait Multiplied: sealed::Sealed {}
impl Multiplied for Bf16 {}
impl Multiplied for F16 {}
pub(super) mod sealed {
    pub trait Sealed {
        /// The kernels of one product whose sums are the result, and the place of the one that takes the least time for these extents.
        fn kernels() -> &'static [super::Entry];
        fn fastest(extents: [u32; 4], multiprocessors: u32) -> usize;
        /// The same for batches.
        fn kernels_batched() -> &'static [super::Entry];
        fn fastest_batched(extents: [u32; 4], multiprocessors: u32) -> usize;
        /// The same for results of `f32`, and with an epilogue.
        fn kernels_with() -> &'static [super::Entry];
        fn fastest_with(extents: [u32; 4], multiprocessors: u32) -> usize;
        /// The kernel of grouped products.
        fn grouped() -> (&'static str, crate::product::grouped::Prepare);
    }
}

/// A matrix that a kernel reads or writes: where it begins, how many elements of 16 bits there are, and its layout.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    address: u64,
    elements: usize,
    of: ByRows,
}

/// The kernels that can do something: those that can do more can do it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Those of one product whose sums are the result.
    Plain,
    /// Those of batches of such.
    Batched,
    /// Those with an epilogue.
    With,
}

/// What a kernel is to do.
#[derive(Clone, Copy)]
pub(super) struct Problem {
    matrices: [Matrix; 3],
    pub(super) extents: [u32; 4],
    /// What is computed of the sums, for kernels that have an epilogue.
    epilogue: Linear,
    /// Which kernels can do it.
    pub(super) by: By,
    /// Whether results are of `f32`.
    wide: bool,
}
impl Problem {
    pub(super) fn new(
        (a, of_a): (&Buffer<u16>, Layout),
        (b, of_b): (&Buffer<u16>, Layout),
        (c, of_c): (&Results<'_>, Layout),
        epilogue: &Epilogue<'_>,
    ) -> Result<Self, Error> {
        let of = [ByRows::of("a", &of_a)?, ByRows::of("b", &of_b)?, ByRows::of_result("c", &of_c)?];
        let extents = extents(of)?;
        let (address, elements, wide) = c.parts();
        let linear = epilogue.linear(c, of[2])?;
        if of[2].reach() > elements as u64 {
            return Err(Error::new(format!(
                "gemm: `c` of layout {of_c} reaches {} elements, and the buffer has {elements}",
                of[2].reach()
            )));
        }
        let parts = [
            (a.address(), a.len()),
            (b.address(), b.len()),
            (address, if wide { 2 * elements } else { elements }),
        ];
        let matrix = |i: usize| Matrix { address: parts[i].0, elements: parts[i].1, of: of[i] };
        let by = match () {
            () if wide || !epilogue.is_nothing() => By::With,
            () if extents[3] != 1 => By::Batched,
            () => By::Plain,
        };
        Ok(Problem { matrices: [0, 1, 2].map(matrix), extents, epilogue: linear, by, wide })
    }
    /// Whether there is no result.
    pub(super) fn is_empty(&self) -> bool {
        let [m, n, _, batch] = self.extents;
        m == 0 || n == 0 || batch == 0
    }
    /// The matrices as a kernel has them: by columns it computes Cᵀ = B Aᵀ. There is no tensor map of a matrix without columns, and none of its elements is read: any map
    /// stands in its place, and also in the place of results of `f32`, which the copy engine does not write.
    fn operands(&self, by_columns: bool) -> [Matrix; 3] {
        let [a, b, c] = self.matrices;
        let any =
            Matrix { of: ByRows { rows: 1, columns: 1, next: 8, batch: 1, next_matrix: 8 }, ..c };
        let c = if self.wide { any } else { c };
        let [a, b] = [a, b].map(|x| if self.extents[2] == 0 { any } else { x });
        if by_columns { [b, a, c] } else { [a, b, c] }
    }
}

pub(super) type Launch<'d> = Box<dyn Fn(Option<&mut Recorder>) -> Result<(), Error> + 'd>;
/// Prepares a launch. The problem has addresses of buffers: the caller chooses `'d` so that the launch lives no longer than these.
type Prepare = for<'d> fn(&'d Gpu, &Problem) -> Result<Launch<'d>, Error>;

/// A kernel of products.
pub struct Entry {
    pub(super) name: &'static str,
    pub(super) prepare: Prepare,
}
fn map<'d, T: Tile>(
    gpu: &'d Gpu,
    Matrix { address, elements, of }: Matrix,
) -> Result<TensorMap<'d, T>, Error> {
    gpu.tensor_map_of((address, elements), [of.columns, of.rows], [1, of.next])
}
fn map_batched<'d, T: Tile>(
    gpu: &'d Gpu,
    Matrix { address, elements, of }: Matrix,
) -> Result<TensorMap<'d, Batched<T>>, Error> {
    let (extents, strides) = ([of.columns, of.rows, of.batch], [1, of.next, of.next_matrix]);
    gpu.tensor_map_of((address, elements), extents, strides)
}
/// The launch of a kernel with its arguments.
macro_rules! launch {
    ($kernel:expr, $with:expr) => {
        Ok(Box::new(move |recorder| {
            // SAFETY: maps of these buffers, which live, and blocks for all tiles.
            let with = unsafe { promise($with) };
            match recorder {
                Some(recorder) => recorder.launch(&$kernel, with),
                None => $kernel.launch(with),
            }
        }))
    };
}
macro_rules! entries {
    ($($kernel:ident $parameters:ty;)* $(+ $more:expr)?) => {
        &[$(Entry {
            name: stringify!($kernel),
            prepare: |gpu, problem| {
                type G = $parameters;
                let [a, b, c] = problem.operands(G::BY_COLUMNS);
                let [m, n, k, _] = problem.extents;
                let tiles = if G::BY_COLUMNS { G::tiles(n, m) } else { G::tiles(m, n) };
                let (a, b) = (map::<OfA<G>>(gpu, a)?, map::<OfB<G>>(gpu, b)?);
                let (c, steps) = (map::<OfC<G>>(gpu, c)?, G::steps(k));
                let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
                let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
                launch!(kernel, $kernel { a: &a, b: &b, c: &c, tiles, steps })
            },
        },)* $($more)?]
    };
}
macro_rules! in_parts {
    ($kernel:ident $parameters:ty) => {
        Entry {
            name: stringify!($kernel),
            prepare: |gpu, problem| {
                type G = $parameters;
                let [a, b, c] = problem.operands(false);
                let [m, n, k, _] = problem.extents;
                let tiles = G::tiles(m, n);
                let (a, b) = (map::<OfA<G>>(gpu, a)?, map::<OfB<G>>(gpu, b)?);
                let (c, steps) = (map::<OfC<G>>(gpu, c)?, G::steps(k));
                let parts = G::parts(tiles, gpu.multiprocessors()?);
                let blocks = G::BLOCKS as u32 * tiles[0] * tiles[1];
                if parts < 2 {
                    let name = stringify!($kernel);
                    return Err(Error::new(format!(
                        "gemm: {name} is for fewer tiles, of which two parts run at a time"
                    )));
                }
                const { assert!(G::TILE[0] * G::TILE[1] <= 32768, "sums: there is no room") };
                let (grid, workspace) = ([parts * blocks, 1, 1], gpu.workspace()?);
                let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
                // They wait for one another. There are no more blocks than multiprocessors.
                let kernel = kernel.together();
                launch!(kernel, $kernel { a: &a, b: &b, c: &c, tiles, steps, parts, workspace })
            },
        }
    };
}
/// A kernel of batches, with these arguments besides, of the problem.
macro_rules! batched {
    ($kernel:ident $parameters:ty $(, $more:ident)*) => {
        Entry {
            name: stringify!($kernel),
            prepare: |gpu, problem| {
                type G = $parameters;
                let [a, b, c] = problem.operands(G::BY_COLUMNS);
                let [m, n, k, batch] = problem.extents;
                let [rows, columns] = if G::BY_COLUMNS { G::tiles(n, m) } else { G::tiles(m, n) };
                let (a, b) = (map_batched::<OfA<G>>(gpu, a)?, map_batched::<OfB<G>>(gpu, b)?);
                let (c, steps) = (map_batched::<OfC<G>>(gpu, c)?, G::steps(k));
                let tiles = [rows, columns, batch];
                let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
                let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
                $(let $more = problem.$more;)*
                launch!(kernel, $kernel { a: &a, b: &b, c: &c, tiles, steps $(, $more)* })
            },
        }
    };
}
macro_rules! with {
    ($kernel:ident $parameters:ty) => {
        batched!($kernel $parameters, epilogue)
    };
}
impl sealed::Sealed for Bf16 {
    // In the order of `OF_BF16`.
    fn kernels() -> &'static [Entry] {
        entries! {
            gemm_bf16_n16 GemmBf16N16;
            gemm_bf16_n32 GemmBf16N32;
            gemm_bf16_n32_k2 GemmBf16N32K2;
            gemm_bf16_n64 GemmBf16N64;
            gemm_bf16_n64_k2 GemmBf16N64K2;
            gemm_bf16_n128 GemmBf16N128;
            gemm_bf16_n128_k2 GemmBf16N128K2;
            gemm_bf16 GemmBf16;
            gemm_bf16_128 GemmBf16By128;
            gemm_bf16_128_k2 GemmBf16By128K2;
            gemm_bf16_k4 GemmBf16K4;
            + in_parts!(gemm_bf16_parts GemmBf16)
        }
    }
    fn fastest(extents: [u32; 4], multiprocessors: u32) -> usize {
        fastest(&OF_BF16, extents, multiprocessors)
    }
    // In the order of `OF_BF16_BATCHED`.
    fn kernels_batched() -> &'static [Entry] {
        &[
            with!(gemm_bf16_n16_with GemmBf16N16),
            with!(gemm_bf16_n32_with GemmBf16N32),
            with!(gemm_bf16_n64_with GemmBf16N64),
            with!(gemm_bf16_n128_k2_with GemmBf16N128K2),
            batched!(gemm_bf16_batched GemmBf16),
            batched!(gemm_bf16_128_batched GemmBf16By128),
            with!(gemm_bf16_128_k2_with GemmBf16By128K2),
        ]
    }
    fn fastest_batched(extents: [u32; 4], multiprocessors: u32) -> usize {
        fastest(&OF_BF16_BATCHED, extents, multiprocessors)
    }
    // In the order of `OF_BF16_WITH`.
    fn kernels_with() -> &'static [Entry] {
        &[
            with!(gemm_bf16_n16_with GemmBf16N16),
            with!(gemm_bf16_n32_with GemmBf16N32),
            with!(gemm_bf16_n64_with GemmBf16N64),
            with!(gemm_bf16_n128_k2_with GemmBf16N128K2),
            with!(gemm_bf16_with GemmBf16),
            with!(gemm_bf16_128_with GemmBf16By128),
            with!(gemm_bf16_128_k2_with GemmBf16By128K2),
        ]
    }
    fn fastest_with(extents: [u32; 4], multiprocessors: u32) -> usize {
        fastest(&OF_BF16_WITH, extents, multiprocessors)
    }
    fn grouped() -> (&'static str, grouped::Prepare) {
        grouped::BF16
    }
}
impl sealed::Sealed for F16 {
    fn kernels() -> &'static [Entry] {
        entries! { gemm_f16 GemmF16; }
    }
    fn fastest(_: [u32; 4], _: u32) -> usize {
        0
    }
    fn kernels_batched() -> &'static [Entry] {
        &[batched!(gemm_f16_batched GemmF16)]
    }
    fn fastest_batched(_: [u32; 4], _: u32) -> usize {
        0
    }
    fn kernels_with() -> &'static [Entry] {
        &[with!(gemm_f16_with GemmF16)]
    }
    fn fastest_with(_: [u32; 4], _: u32) -> usize {
        0
    }
    fn grouped() -> (&'static str, grouped::Prepare) {
        grouped::F16
    }
}

#[cfg(test)]
mod tests {
    use super::sealed::Sealed;
    use super::{Bf16, Entry, OF_BF16, OF_BF16_BATCHED, OF_BF16_WITH};

    /// The choice is of a list, and the launch by the place in another.
    #[test]
    fn the_kernels_are_those_of_the_choice() {
        let names = |kernels: &[Entry]| kernels.iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names(Bf16::kernels()), OF_BF16.map(|product| product.name));
        assert_eq!(names(Bf16::kernels_batched()), OF_BF16_BATCHED.map(|product| product.name));
        assert_eq!(names(Bf16::kernels_with()), OF_BF16_WITH.map(|product| product.name));
    }
}
