//! Products of groups of rows. Each group has a matrix of its own.

use tilework::algebra::Layout;
use tilework_device::launch::promise;
use tilework_device::{Bf16, F16, Pair};
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::gemm_f16::{OfA, OfB, OfC};
use tilework_kernels::gemm_f16_grouped::*;
use tilework_kernels::scheduler::Batched;

use super::matrix::ByRows;
use super::{Launch, Multiplied, Product};
use crate::{Buffer, Error, Gpu};

/// The first row of each group, on the GPU, for [`Gpu::gemm_grouped`]: [`Gpu::groups`].
pub struct Groups {
    first: Buffer<u32>,
    /// The largest number of rows of all groups together.
    rows: u32,
}
impl Groups {
    /// Groups whose numbers a kernel has written, for the case that only the GPU knows how many rows there are. They
    /// are the first row and the first row of tiles of each group, followed by the total of both. [`first_of_groups`]
    /// computes them for the tiles of [`GemmBf16Grouped`]. All groups together have at most `rows` rows.
    ///
    /// # Safety
    /// Whenever a product with these groups runs, the buffer has such numbers, and no group ends beyond `rows`.
    pub unsafe fn of(first: Buffer<u32>, rows: u32) -> Self {
        Groups { first, rows }
    }
}

/// The matrices of a grouped product, with their layouts, and the first row of each group.
pub struct Operands<'d, E> {
    a: (&'d Buffer<E>, ByRows),
    b: (&'d Buffer<E>, ByRows),
    c: (&'d Buffer<E>, ByRows),
    first: &'d Buffer<u32>,
}

/// Prepares the launch of a kernel for these elements.
pub(super) type Prepare<E> = for<'d> fn(&'d Gpu, &Operands<'d, E>) -> Result<Launch<'d>, Error>;
macro_rules! prepare {
    ($kernel:ident $parameters:ty) => {
        |gpu, Operands { a, b, c, first }| {
            type G = $parameters;
            let map = |of: ByRows| ([of.columns, of.rows], [1, of.next]);
            let ((of_a, a_strides), (of_c, c_strides)) = (map(a.1), map(c.1));
            let of_b = ([b.1.columns, b.1.rows, b.1.batch], [1, b.1.next, b.1.next_matrix]);
            let result = [c.0.address(), c.1.next];
            let a = gpu.tensor_map_strided::<OfA<G>, 2>(a.0, of_a, a_strides)?;
            let b = gpu.tensor_map_strided::<Batched<OfB<G>>, 3>(b.0, of_b.0, of_b.1)?;
            let c = gpu.tensor_map_strided::<OfC<G>, 2>(c.0, of_c, c_strides)?;
            let columns = [of_c[0].div_ceil(G::TILE[1] as u32), of_c[0]];
            let (steps, count, groups) = (G::steps(of_a[0]), of_b.0[2], *first);
            let grid = [gpu.multiprocessors()?, 1, 1];
            let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
            Ok(Box::new(move |recorder| {
                // SAFETY: the maps are of these buffers, which live, and the blocks take all tiles.
                let with = unsafe {
                    promise($kernel { a: &a, b: &b, c: &c, groups, count, columns, result, steps })
                };
                match recorder {
                    Some(recorder) => recorder.launch(&kernel, with),
                    None => kernel.launch(with),
                }
            }))
        }
    };
}
pub(super) const BF16: (&str, Prepare<Bf16>) =
    ("gemm_bf16_grouped", prepare!(gemm_bf16_grouped GemmBf16Grouped));
pub(super) const F16: (&str, Prepare<F16>) =
    ("gemm_f16_grouped", prepare!(gemm_f16_grouped GemmF16Grouped));

impl Gpu {
    /// Consecutive groups with these numbers of rows, for [`Gpu::gemm_grouped`]: their first rows
    /// ([`first_of_groups`]), uploaded.
    ///
    /// # Errors
    /// For 2^32 or more rows together; errors of the driver.
    pub fn groups(&self, rows: &[u32]) -> Result<Groups, Error> {
        let all = all_rows(rows).map_err(Error::new)?;
        let tile = GemmBf16Grouped::TILE[0] as u32;
        let first: Vec<u32> = first_of_groups(rows.iter().copied(), tile).collect();
        Ok(Groups { first: self.upload(&first)?, rows: all })
    }

    /// `C_g = A_g B_gᵀ` for each group `g` of rows of `A` and `C`, in one launch. `A` is `m` x `k`, `C` is `m` x `n`,
    /// and `B` has a matrix of `n` x `k` for each group. Mode 2 of the layout of `B` is the group. In a mixture of
    /// experts, rows are tokens ordered by expert, and `B` has the weights of each expert. A group may have any number
    /// of rows, including none, and all groups together have at most `m` rows. Rows of `C` after the last group do not
    /// change.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// # use tilework_host::{Buffer, Gpu};
    /// # use tilework_kernels::device::Bf16;
    /// # fn of(gpu: &Gpu, tokens: &Buffer<half::bf16>, weights: &Buffer<half::bf16>, y: &mut Buffer<half::bf16>) -> Result<(), Box<dyn std::error::Error>> {
    /// let groups = gpu.groups(&[100, 0, 28])?;
    /// let (m, n, k) = (128_u32, 4096, 2048);
    /// let (of_tokens, of_y) = (try_layout!((m,k):(k,1))?, try_layout!((m,n):(n,1))?);
    /// let of_weights = try_layout!((n,k,3):(k,1,{n * k}))?;
    /// gpu.gemm_grouped::<Bf16>(&groups, (tokens, of_tokens), (weights, of_weights), (y, of_y))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Gpu::gemm`]. Also an odd number of columns of `C`, an `A` without columns, another number of groups
    /// than matrices of `B`, and groups with more than `m` rows.
    pub fn gemm_grouped<'d, T: Multiplied<Storage: Pair>>(
        &'d self,
        groups: &'d Groups,
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
        c: (&'d mut Buffer<T::Storage>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product_grouped::<T>(groups, a, b, c)?.launch()
    }

    /// [`Gpu::gemm_grouped`] as a value that can be launched more than once, or in a graph.
    ///
    /// # Errors
    /// As for [`Gpu::gemm_grouped`].
    pub fn product_grouped<'d, T: Multiplied<Storage: Pair>>(
        &'d self,
        groups: &'d Groups,
        (a, of_a): (&'d Buffer<T::Storage>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<T::Storage>, impl Into<Layout>),
        (c, of_c): (&'d mut Buffer<T::Storage>, impl Into<Layout>),
    ) -> Result<Product<'d>, Error> {
        let (of_a, of_b) = (ByRows::of("a", &of_a.into())?, ByRows::of("b", &of_b.into())?);
        let of_c = ByRows::of_result("c", &of_c.into())?;
        checked([of_a, of_b, of_c], groups.first.len(), groups.rows).map_err(Error::new)?;
        let (name, prepare) =
            T::grouped().ok_or_else(|| Error::new("gemm_grouped: no kernel has these elements"))?;
        let of = Operands { a: (a, of_a), b: (b, of_b), c: (c, of_c), first: &groups.first };
        let nothing = of_c.rows == 0 || of_c.columns == 0 || of_b.batch == 0;
        Ok(Product { name, launch: if nothing { None } else { Some(prepare(self, &of)?) } })
    }
}

/// The number of rows of these groups together.
fn all_rows(rows: &[u32]) -> Result<u32, String> {
    let all: u64 = rows.iter().copied().map(u64::from).sum();
    u32::try_from(all).map_err(|_| format!("groups: {all} rows, which are to be less than 2^32"))
}

/// Checks that the matrices match the groups, which have `numbers` numbers and `rows` rows.
fn checked([a, b, c]: [ByRows; 3], numbers: usize, rows: u32) -> Result<(), String> {
    if (a.rows, a.columns, b.rows) != (c.rows, b.columns, c.columns) || a.batch != 1 || c.batch != 1
    {
        return Err(format!(
            "gemm_grouped: `c` is `m` x `n`, `a` is `m` x `k`, and `b` is `n` x `k` of each group, not {} x {}, {} x {} and {} x {}",
            c.rows, c.columns, a.rows, a.columns, b.rows, b.columns
        ));
    }
    if numbers != 2 * (b.batch as usize + 1) {
        return Err(format!(
            "gemm_grouped: `b` has {} matrices, and there are the beginnings of {} groups",
            b.batch,
            (numbers / 2).saturating_sub(1)
        ));
    }
    if rows > c.rows {
        return Err(format!("gemm_grouped: the groups have {rows} rows, and `c` has {}", c.rows));
    }
    if a.columns == 0 || !c.columns.is_multiple_of(2) {
        return Err("gemm_grouped: `a` has columns, and `c` an even number of them".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ByRows, all_rows, checked};

    #[test]
    fn groups_go_together() {
        let of = |text: &str| ByRows::of("a", &text.parse().unwrap()).unwrap();
        let (a, b, c) = (of("(9,16):(16,1)"), of("(24,16,3):(16,1,384)"), of("(9,24):(24,1)"));
        assert_eq!(checked([a, b, c], 8, 9), Ok(()));
        let says = |all, numbers| checked(all, numbers, 9).unwrap_err();
        assert!(
            says([a, b, c], 6).contains("3 matrices, and there are the beginnings of 2 groups")
        );
        assert!(says([a, b, of("(8,24):(24,1)")], 8).contains("not 8 x 24, 9 x 16 and 24 x 16"));
        let beyond = checked([a, b, c], 8, 10).unwrap_err();
        assert!(beyond.contains("the groups have 10 rows, and `c` has 9"));
        assert_eq!(all_rows(&[5, 0, 4]), Ok(9));
        assert!(all_rows(&[u32::MAX, 1]).unwrap_err().contains("4294967296 rows"));
        let odd = [a, of("(23,16,3):(16,1,384)"), of("(9,23):(24,1)")];
        assert!(says(odd, 8).contains("an even number"));
    }
}
