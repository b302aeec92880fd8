//! The kernels of products, and their launches.

use tilework::algebra::Layout;
use tilework_device::launch::promise;
use tilework_device::{TensorElement, Tile};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::argument::product::{
    OF_BF16, OF_BF16_BATCHED, OF_BF16_WITH, OF_F16, OF_F16_BATCHED, OF_F16_WITH, Product as Times,
};
use tilework_kernels::device::{Bf16, E4m3, F16, S8, Tf32};
use tilework_kernels::epilogue::Linear;
use tilework_kernels::gemm_f16::*;
use tilework_kernels::gemm_f16_batched::*;
use tilework_kernels::gemm_f16_parts::gemm_bf16_parts;
use tilework_kernels::gemm_f16_with::*;
use tilework_kernels::scheduler::Batched;

use super::matrix::{ByRows, extents};
use super::{Epilogue, Results, grouped};
use crate::{Buffer, Error, Gpu, Recorder, TensorMap};

/// Elements that kernels multiply. [`Bf16`] and [`F16`] have sums in f32, and results of the same elements or `f32`.
/// [`Tf32`] takes `f32` to `f32`, and [`E4m3`] goes to bf16 or `f32`. [`S8`] has integers with sums and results in
/// `i32`. Buffers store them as `half::bf16`, `half::f16`, `f32`, `u8` and `i8`.
pub trait Multiplied: TensorElement + sealed::Sealed {}
impl Multiplied for Bf16 {}
impl Multiplied for F16 {}
impl Multiplied for Tf32 {}
impl Multiplied for E4m3 {}
impl Multiplied for S8 {}
pub(super) mod sealed {
    use super::{By, Entry, TensorElement, Times};
    pub trait Sealed: TensorElement {
        /// The name of the elements.
        const NAME: &'static str;
        /// The kernels for a class of problems and results with these elements. The second part has their times, for
        /// the choice, or none if there is one kernel. `columns` says whether `A` and `B` are column-major.
        fn kernels(
            by: By,
            columns: [bool; 2],
            results: &str,
        ) -> (&'static [Entry], &'static [Times]);
        /// The kernel of grouped products.
        fn grouped() -> Option<(&'static str, crate::product::grouped::Prepare<Self::Storage>)> {
            None
        }
    }
}

/// A matrix that a kernel reads or writes: its address, its number of elements, and its layout. For `f32` results of
/// 16-bit operands, the number counts units of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    pub(super) address: u64,
    pub(super) elements: usize,
    pub(super) of: ByRows,
}
impl Matrix {
    /// A placeholder for a matrix that is not accessed.
    pub(super) fn any(self) -> Self {
        let of = ByRows { rows: 1, columns: 1, next: 16, batch: 1, next_matrix: 16 };
        Matrix { of, ..self }
    }
}

/// A class of problems. Kernels of a later class also support the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// One product whose sums are the result.
    Plain,
    /// Batches of such products.
    Batched,
    /// Products with an epilogue.
    With,
}

/// A problem for a kernel.
#[derive(Clone, Copy)]
pub(super) struct Problem {
    matrices: [Matrix; 3],
    pub(super) extents: [u32; 4],
    /// The computation from the sums, for kernels with an epilogue.
    epilogue: Linear,
    /// The class of kernels that support it.
    pub(super) by: By,
    /// True if results are `f32`, which each thread writes itself.
    wide: bool,
    /// True if `A` and `B` are column-major.
    pub(super) columns: [bool; 2],
    /// The name of the elements of the result.
    pub(super) results: &'static str,
}
impl Problem {
    pub(super) fn new<T: Multiplied>(
        (a, of_a): (&Buffer<T::Storage>, Layout),
        (b, of_b): (&Buffer<T::Storage>, Layout),
        (c, of_c): (&Results<'_>, Layout),
        epilogue: &Epilogue<'_>,
    ) -> Result<Self, Error> {
        let bytes = size_of::<T::Storage>() as u64;
        let (results, bytes_c) = c.elements();
        let of_16_bits = bytes == 2;
        let (in_a, a_columns) = ByRows::of_either("a", &of_a, 16 / bytes)?;
        let (in_b, b_columns) = ByRows::of_either("b", &of_b, 16 / bytes)?;
        // If each thread writes results itself, their rows begin like those of 16 bits.
        let vector = if of_16_bits { 8 } else { 16 / bytes_c };
        let in_c = ByRows::of_result_vectors("c", &of_c, vector)?;
        let rows = |of: ByRows, columns: bool| match columns {
            true => ByRows { rows: of.columns, columns: of.rows, ..of },
            false => of,
        };
        let extents = extents([rows(in_a, a_columns), rows(in_b, b_columns), in_c])?;
        let (address, elements, of_f32) = c.parts();
        if in_c.reach() > elements as u64 {
            return Err(Error::new(format!(
                "gemm: `c` of layout {of_c} reaches {} elements, and the buffer has {elements}",
                in_c.reach()
            )));
        }
        let wide = of_f32 && of_16_bits;
        let by = match () {
            () if wide || !epilogue.is_nothing() => By::With,
            () if extents[3] != 1 => By::Batched,
            () => By::Plain,
        };
        let linear = match of_16_bits {
            true => epilogue.linear(T::NAME, c, in_c)?,
            false => Linear::of([in_c.rows, in_c.columns], 1.0),
        };
        let parts = [
            (a.address(), a.len()),
            (b.address(), b.len()),
            (address, if wide { 2 * elements } else { elements }),
        ];
        let of = [in_a, in_b, in_c];
        let matrix = |i: usize| Matrix { address: parts[i].0, elements: parts[i].1, of: of[i] };
        let matrices = [0, 1, 2].map(matrix);
        let columns = [a_columns, b_columns];
        Ok(Problem { matrices, extents, epilogue: linear, by, wide, columns, results })
    }
    /// The requirements apart from elements, for error messages.
    pub(super) fn asks(&self) -> String {
        let what = match self.by {
            By::Plain => "as one product",
            By::Batched => "in batches",
            By::With => "with an epilogue",
        };
        let major = |columns: bool| if columns { "columns" } else { "rows" };
        format!("{what}, `a` by {} and `b` by {}", major(self.columns[0]), major(self.columns[1]))
    }
    /// Returns whether there is no result.
    pub(super) fn is_empty(&self) -> bool {
        let [m, n, _, batch] = self.extents;
        m == 0 || n == 0 || batch == 0
    }
    /// The matrices in the form that a kernel takes. With exchanged operands it computes Cᵀ = B Aᵀ. A matrix without
    /// columns has no tensor map, and no element of it is read. Any map takes its place. The same holds for results of
    /// `f32`, which the copy engine does not write.
    fn operands(&self, by_columns: bool) -> [Matrix; 3] {
        let [a, b, c] = self.matrices;
        let any = c.any();
        let c = if self.wide { any } else { c };
        let [a, b] = [a, b].map(|x| if self.extents[2] == 0 { any } else { x });
        if by_columns { [b, a, c] } else { [a, b, c] }
    }
}

pub(super) type Launch<'d> = Box<dyn Fn(Option<&mut Recorder>) -> Result<(), Error> + 'd>;
/// Prepares a launch. The problem holds addresses of buffers: the caller chooses `'d` so that the launch does not
/// outlive them.
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
pub(super) fn map_batched<'d, T: Tile>(
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
            // SAFETY: the maps are of these buffers, which live, and there are blocks for all tiles.
            let with = unsafe { promise($with) };
            match recorder {
                Some(recorder) => recorder.launch(&$kernel, with),
                None => $kernel.launch(with),
            }
        }))
    };
}
pub(super) use launch;
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
                // Its blocks wait for one another, and there are no more blocks than multiprocessors.
                let kernel = kernel.together();
                launch!(kernel, $kernel { a: &a, b: &b, c: &c, tiles, steps, parts, workspace })
            },
        }
    };
}
/// A kernel of batches, with these additional arguments from the problem.
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
/// The entry for the majors of the operands. The entries are for row-major `A` and column-major `B`, for both
/// column-major, and for column-major `A` and row-major `B`.
fn of_majors(entries: &[Entry; 3], columns: [bool; 2]) -> &[Entry] {
    let at = match columns {
        [false, _] => 0,
        [_, true] => 1,
        _ => 2,
    };
    &entries[at..=at]
}
impl sealed::Sealed for Bf16 {
    const NAME: &'static str = "bf16";
    fn kernels(by: By, columns: [bool; 2], results: &str) -> (&'static [Entry], &'static [Times]) {
        if results != Self::NAME && results != "f32" {
            return (&[], &[]);
        }
        if columns != [false; 2] {
            let entries: &[Entry; 3] = match by {
                By::Plain => {
                    entries! { gemm_bf16_nn GemmBf16Nn; gemm_bf16_tn GemmBf16Tn; gemm_bf16_tt GemmBf16Tt; }
                }
                _ => &[
                    with!(gemm_bf16_nn_with GemmBf16Nn),
                    with!(gemm_bf16_tn_with GemmBf16Tn),
                    with!(gemm_bf16_tt_with GemmBf16Tt),
                ],
            };
            return (of_majors(entries, columns), &[]);
        }
        match by {
            // Each is at the index of its times.
            By::Plain => (
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
                    gemm_bf16_192_n128_k2 GemmBf16By192N128K2;
                    + in_parts!(gemm_bf16_parts GemmBf16)
                },
                &OF_BF16,
            ),
            By::Batched => (
                &[
                    with!(gemm_bf16_n16_with GemmBf16N16),
                    with!(gemm_bf16_n32_with GemmBf16N32),
                    with!(gemm_bf16_n64_with GemmBf16N64),
                    with!(gemm_bf16_n128_k2_with GemmBf16N128K2),
                    batched!(gemm_bf16_batched GemmBf16),
                    batched!(gemm_bf16_128_batched GemmBf16By128),
                    with!(gemm_bf16_128_k2_with GemmBf16By128K2),
                ],
                &OF_BF16_BATCHED,
            ),
            By::With => (
                &[
                    with!(gemm_bf16_n16_with GemmBf16N16),
                    with!(gemm_bf16_n32_with GemmBf16N32),
                    with!(gemm_bf16_n64_with GemmBf16N64),
                    with!(gemm_bf16_n128_k2_with GemmBf16N128K2),
                    with!(gemm_bf16_with GemmBf16),
                    with!(gemm_bf16_128_with GemmBf16By128),
                    with!(gemm_bf16_128_k2_with GemmBf16By128K2),
                ],
                &OF_BF16_WITH,
            ),
        }
    }
    fn grouped() -> Option<(&'static str, grouped::Prepare<Bf16>)> {
        Some(grouped::BF16)
    }
}
impl sealed::Sealed for F16 {
    const NAME: &'static str = "f16";
    fn kernels(by: By, columns: [bool; 2], results: &str) -> (&'static [Entry], &'static [Times]) {
        if results != Self::NAME && results != "f32" {
            return (&[], &[]);
        }
        if columns != [false; 2] {
            let entries: &[Entry; 3] = &[
                with!(gemm_f16_nn_with GemmF16Nn),
                with!(gemm_f16_tn_with GemmF16Tn),
                with!(gemm_f16_tt_with GemmF16Tt),
            ];
            return (of_majors(entries, columns), &[]);
        }
        match by {
            By::Plain => (
                entries! {
                    gemm_f16_n16 GemmF16N16;
                    gemm_f16_n32 GemmF16N32;
                    gemm_f16_n64 GemmF16N64;
                    gemm_f16_n128_k2 GemmF16N128K2;
                    gemm_f16 GemmF16;
                    gemm_f16_128 GemmF16By128;
                },
                &OF_F16,
            ),
            By::Batched => (
                &[
                    with!(gemm_f16_n16_with GemmF16N16),
                    with!(gemm_f16_n32_with GemmF16N32),
                    with!(gemm_f16_n64_with GemmF16N64),
                    with!(gemm_f16_n128_k2_with GemmF16N128K2),
                    batched!(gemm_f16_batched GemmF16),
                    with!(gemm_f16_128_with GemmF16By128),
                ],
                &OF_F16_BATCHED,
            ),
            By::With => (
                &[
                    with!(gemm_f16_n16_with GemmF16N16),
                    with!(gemm_f16_n32_with GemmF16N32),
                    with!(gemm_f16_n64_with GemmF16N64),
                    with!(gemm_f16_n128_k2_with GemmF16N128K2),
                    with!(gemm_f16_with GemmF16),
                    with!(gemm_f16_128_with GemmF16By128),
                ],
                &OF_F16_WITH,
            ),
        }
    }
    fn grouped() -> Option<(&'static str, grouped::Prepare<F16>)> {
        Some(grouped::F16)
    }
}
/// Elements with kernels of one row-major product, by the name of the elements of results.
macro_rules! by_rows {
    ($($t:ident $name:literal: $($results:literal $kernel:ident $parameters:ty;)*)*) => {$(
        impl sealed::Sealed for $t {
            const NAME: &'static str = $name;
            fn kernels(
                by: By,
                columns: [bool; 2],
                results: &str,
            ) -> (&'static [Entry], &'static [Times]) {
                match (by, columns, results) {
                    $((By::Plain, [false, false], $results) => (entries! { $kernel $parameters; }, &[]),)*
                    _ => (&[], &[]),
                }
            }
        }
    )*};
}
by_rows! {
    Tf32 "tf32": "f32" gemm_tf32 GemmTf32;
    E4m3 "e4m3": "bf16" gemm_e4m3 GemmE4m3; "f32" gemm_e4m3_f32 GemmE4m3F32;
    S8 "s8": "i32" gemm_s8 GemmS8;
}

#[cfg(test)]
mod tests {
    use super::sealed::Sealed;
    use super::{Bf16, By, E4m3, F16, S8, Tf32};

    /// The choice is from one list, and the launch by the index in another.
    #[test]
    fn the_kernels_are_those_of_the_choice() {
        for by in [By::Plain, By::Batched, By::With] {
            for (entries, times) in
                [Bf16::kernels, F16::kernels].map(|of| of(by, [false; 2], "f32"))
            {
                assert!(entries.iter().map(|entry| entry.name).eq(times.iter().map(|of| of.name)));
            }
        }
    }
    /// For other majors, elements and results there is one kernel or none.
    #[test]
    fn the_kernels_are_those_of_majors_and_results() {
        let name = |of: fn(By, [bool; 2], &str) -> _, by, columns, results: &str| {
            let (entries, _): (&[super::Entry], _) = of(by, columns, results);
            entries.first().map(|entry| entry.name)
        };
        for (columns, of) in [([false, true], "nn"), ([true, true], "tn"), ([true, false], "tt")] {
            let says = |by, name: &str| Some(format!("gemm_{name}_{of}{by}"));
            let plain = name(Bf16::kernels, By::Plain, columns, "bf16").map(str::to_owned);
            assert_eq!(plain, says("", "bf16"));
            let with = name(Bf16::kernels, By::With, columns, "f32").map(str::to_owned);
            assert_eq!(with, says("_with", "bf16"));
            let of_f16 = name(F16::kernels, By::Batched, columns, "f16").map(str::to_owned);
            assert_eq!(of_f16, says("_with", "f16"));
            assert_eq!(name(S8::kernels, By::Plain, columns, "i32"), None);
        }
        let plain = |of, results| name(of, By::Plain, [false; 2], results);
        assert_eq!(plain(Tf32::kernels, "f32"), Some("gemm_tf32"));
        assert_eq!(plain(E4m3::kernels, "bf16"), Some("gemm_e4m3"));
        assert_eq!(plain(E4m3::kernels, "f16"), None);
        assert_eq!(plain(F16::kernels, "bf16"), None);
        assert_eq!(plain(Bf16::kernels, "f16"), None);
        assert_eq!(plain(E4m3::kernels, "f32"), Some("gemm_e4m3_f32"));
        assert_eq!(plain(S8::kernels, "i32"), Some("gemm_s8"));
        assert_eq!(plain(S8::kernels, "f32"), None);
        assert_eq!(plain(Bf16::kernels, "i32"), None);
    }
}
