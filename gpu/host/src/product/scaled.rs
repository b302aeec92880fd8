//! Products of e4m3 with scales.

use tilework::algebra::Layout;
use tilework::try_layout;
use tilework_device::Bf16;
use tilework_device::launch::promise;
use tilework_kernels::argument::gemm_f16::{
    GemmE4m3, GemmE4m3Blocks, GemmE4m3Blocks128, Parameters,
};
use tilework_kernels::gemm_e4m3::{
    self as kernels, gemm_e4m3_blocks, gemm_e4m3_blocks_128, gemm_e4m3_rows,
};
use tilework_kernels::gemm_f16::{OfA, OfB, OfC};

use super::kernels::{Matrix, launch, map_batched};
use super::matrix::{ByRows, extents};
use super::{Launch, Product};
use crate::leaves::leaves;
use crate::{Buffer, Error, Gpu};

/// The rows of `B`, and the columns of `A` and `B`, that share a scale in block scaling.
const BLOCK: u32 = 128;

/// The scales of e4m3 elements, for [`Gpu::gemm_scaled`]. E4m3 reaches up to 448 with 4 significant bits, so data is
/// divided by its largest element before rounding.
#[derive(Clone)]
pub struct Scales<'d> {
    a: &'d Buffer<f32>,
    b: &'d Buffer<f32>,
    of: Of,
}
#[derive(Clone)]
enum Of {
    Matrices,
    Rows,
    Blocks(Box<[Layout; 2]>),
}
impl<'d> Scales<'d> {
    /// One scale for all of `A`, and one for all of `B`: the first element of each buffer.
    pub fn of_matrices(a: &'d Buffer<f32>, b: &'d Buffer<f32>) -> Self {
        Scales { a, b, of: Of::Matrices }
    }
    /// One scale for each row: `a` has an element for each row of `A`, and `b` for each row of `B`.
    pub fn by_rows(a: &'d Buffer<f32>, b: &'d Buffer<f32>) -> Self {
        Scales { a, b, of: Of::Rows }
    }
    /// One scale for each 128 columns of a row of `A`, with the layout `(m, ceil(k / 128))`, and one for each 128 x 128
    /// elements of `B`, with the layout `(ceil(n / 128), ceil(k / 128))`. Strides are arbitrary. Sums of 128 products
    /// are multiplied by both scales and added in f32.
    pub fn by_blocks(
        (a, of_a): (&'d Buffer<f32>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<f32>, impl Into<Layout>),
    ) -> Self {
        Scales { a, b, of: Of::Blocks(Box::new([of_a.into(), of_b.into()])) }
    }

    /// The layouts of both, in the form that kernels take.
    fn layouts(&self, [m, n, k]: [u32; 3]) -> Result<[kernels::Scales; 2], Error> {
        let lengths = [self.a.len(), self.b.len()];
        layouts(&self.of, lengths, [m, n, k]).map_err(Error::new)
    }
}

/// The layouts of scales in buffers of these lengths, for products of these extents.
fn layouts(
    of: &Of,
    lengths: [usize; 2],
    [m, n, k]: [u32; 3],
) -> Result<[kernels::Scales; 2], String> {
    let parts = k.div_ceil(BLOCK);
    let [a, b] = match of {
        Of::Matrices => [[m, 1, 0, 0], [n, 1, 0, 0]],
        Of::Rows => [[m, 1, 1, 0], [n, 1, 1, 0]],
        Of::Blocks(of) => [
            strided("a", &of[0], [m, parts], "(m, ceil(k / 128))")?,
            strided("b", &of[1], [n.div_ceil(BLOCK), parts], "(ceil(n / 128), ceil(k / 128))")?,
        ],
    };
    let of = |name: &str, [rows, parts, next, next_part]: [u32; 4], length: usize| {
        let last = |count: u32, next: u32| u64::from(count.saturating_sub(1)) * u64::from(next);
        let reach = last(rows, next).saturating_add(last(parts, next_part)).saturating_add(1);
        if rows > 0 && parts > 0 && reach > (length as u64).min(u32::MAX.into()) {
            return Err(format!(
                "gemm_scaled: the scales of `{name}` reach {reach} elements, and their buffer has {length}"
            ));
        }
        try_layout!((rows,parts):(next,next_part)).map_err(|error| error.to_string())
    };
    Ok([of("a", a, lengths[0])?, of("b", b, lengths[1])?])
}
/// The extents and strides of a layout of scales, if it has these extents.
fn strided(name: &str, layout: &Layout, extents: [u32; 2], are: &str) -> Result<[u32; 4], String> {
    let modes = leaves(layout).filter(|(shape, _)| *shape == extents.map(i64::from));
    let strides: Option<Vec<u32>> = modes.and_then(|(_, strides)| {
        strides.into_iter().map(|stride| stride.try_into().ok()).collect()
    });
    match strides.as_deref() {
        Some(&[next, next_part]) => Ok([extents[0], extents[1], next, next_part]),
        _ => Err(format!(
            "gemm_scaled: the scales of `{name}` have the layout {layout}: by blocks it has the modes {are}, here of {} x {}, with strides of 0 to 2^32 - 1",
            extents[0], extents[1]
        )),
    }
}

/// The operands of a product.
struct Operands<'d> {
    matrices: [Matrix; 3],
    extents: [u32; 3],
    scales: Scales<'d>,
}
/// A function that prepares the launch of a kernel.
macro_rules! prepare {
    ($kernel:ident $parameters:ty) => {
        |gpu, of| {
            type G = $parameters;
            let (scales, [m, n, k], [a, b, c]) = (&of.scales, of.extents, of.matrices);
            let [of_a, of_b] = scales.layouts(of.extents)?;
            let (scales_a, scales_b) = ((scales.a, of_a), (scales.b, of_b));
            let (a, b) = (map_batched::<OfA<G>>(gpu, a)?, map_batched::<OfB<G>>(gpu, b)?);
            let (c, steps) = (map_batched::<OfC<G>>(gpu, c)?, G::steps(k));
            let [rows, columns] = G::tiles(m, n);
            let tiles = [rows, columns, 1];
            let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
            let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
            launch!(kernel, $kernel { a: &a, b: &b, c: &c, tiles, steps, scales_a, scales_b })
        }
    };
}
type Prepare = for<'d> fn(&'d Gpu, &Operands<'d>) -> Result<Launch<'d>, Error>;

impl Gpu {
    /// `C = A Bᵀ` of e4m3 with scales, to bf16: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`. Each matrix
    /// has a row-major layout whose rows begin at multiples of 16 bytes. Each element of `A` and of `B` is multiplied
    /// by a scale from [`Scales`]. Buffers of e4m3 hold the bits of the elements, as `u8`; results are `half::bf16`.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_host::{Gpu, product::Scales};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (m, n, k) = (256_u32, 4096, 4096);
    /// // The bits of 1.
    /// let [a, b] = [m * k, n * k].map(|length| vec![0x38_u8; length as usize]);
    /// let (a, b, mut c) = (gpu.upload(&a)?, gpu.upload(&b)?, gpu.poisoned::<half::bf16>((m * n) as usize)?);
    /// let [of_a, of_b, of_c] = [(m, k), (n, k), (m, n)].map(|(rows, columns)| try_layout!((rows,columns):(columns,1)));
    /// // A scale for each 128 columns of a row of `A`, and for each 128 x 128 of `B`.
    /// let (scales_a, scales_b) = (gpu.upload(&vec![0.5_f32; 256 * 32])?, gpu.upload(&[2.0_f32; 32 * 32])?);
    /// let scales = Scales::by_blocks(
    ///     (&scales_a, try_layout!((m,32):(32,1))?),
    ///     (&scales_b, try_layout!((32,32):(32,1))?),
    /// );
    /// gpu.gemm_scaled((&a, of_a?), (&b, of_b?), &scales, (&mut c, of_c?))?;
    /// assert_eq!(gpu.download(&c)?[0].to_f32(), 4096.0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// `wgmma` keeps 13 bits in sums of e4m3. With block scales this holds for 128 columns of `k`, and the rest is
    /// added in f32. With row scales it holds for all of `k`, which is faster.
    ///
    /// # Errors
    /// Errors of the driver, GPUs of a compute capability other than 9.0, and these arguments:
    ///
    /// - layouts without two modes, or column-major ones;
    /// - rows that overlap, or do not begin at multiples of 16 bytes;
    /// - extents that do not match, and block scales with other extents;
    /// - layouts, including those of scales, that reach beyond their buffers.
    pub fn gemm_scaled<'d>(
        &'d self,
        a: (&'d Buffer<u8>, impl Into<Layout>),
        b: (&'d Buffer<u8>, impl Into<Layout>),
        scales: &Scales<'d>,
        c: (&'d mut Buffer<Bf16>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product_scaled(a, b, scales, c)?.launch()
    }

    /// [`Gpu::gemm_scaled`] as a value that can be launched more than once, or in a graph.
    ///
    /// # Errors
    /// As for [`Gpu::gemm_scaled`].
    pub fn product_scaled<'d>(
        &'d self,
        (a, of_a): (&'d Buffer<u8>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<u8>, impl Into<Layout>),
        scales: &Scales<'d>,
        (c, of_c): (&'d mut Buffer<Bf16>, impl Into<Layout>),
    ) -> Result<Product<'d>, Error> {
        let (of_a, of_b) = (
            ByRows::of_vectors("a", &of_a.into(), 16)?,
            ByRows::of_vectors("b", &of_b.into(), 16)?,
        );
        let of_c = ByRows::of_result("c", &of_c.into())?;
        let [m, n, k, batch] = extents([of_a, of_b, of_c])?;
        if batch != 1 {
            return Err(Error::new("gemm_scaled: matrices have two modes: there are no batches"));
        }
        let matrix = |address, elements, of| Matrix { address, elements, of };
        let c = matrix(c.address(), c.len(), of_c);
        // Without columns there are no maps, and nothing is read.
        let [a, b] = match k {
            0 => [c.any(), c.any()],
            _ => [matrix(a.address(), a.len(), of_a), matrix(b.address(), b.len(), of_b)],
        };
        let wide = kernels::is_wide_enough(m, n, self.multiprocessors()?);
        let (prepare, name): (Prepare, _) = match scales.of {
            Of::Matrices | Of::Rows => (prepare!(gemm_e4m3_rows GemmE4m3), "gemm_e4m3_rows"),
            Of::Blocks(_) if wide => {
                (prepare!(gemm_e4m3_blocks GemmE4m3Blocks), "gemm_e4m3_blocks")
            }
            Of::Blocks(_) => {
                (prepare!(gemm_e4m3_blocks_128 GemmE4m3Blocks128), "gemm_e4m3_blocks_128")
            }
        };
        let of = Operands { matrices: [a, b, c], extents: [m, n, k], scales: scales.clone() };
        let launch = match m == 0 || n == 0 {
            true => None,
            false => Some(prepare(self, &of)?),
        };
        Ok(Product { name, launch })
    }
}

#[cfg(test)]
mod tests {
    use super::{Of, layouts};

    #[test]
    fn scales_are_those_of_all_rows_and_blocks() {
        let blocks =
            |a: &str, b: &str| Of::Blocks(Box::new([a, b].map(|text| text.parse().unwrap())));
        let says = |of: &Of, lengths| {
            layouts(of, lengths, [300, 200, 520]).map(|all| all.map(|of| of.to_string()))
        };
        let right = |of: [&str; 2]| Ok(of.map(str::to_owned));
        assert_eq!(says(&Of::Matrices, [1, 1]), right(["(300,1):(0,0)", "(200,1):(0,0)"]));
        assert_eq!(says(&Of::Rows, [300, 200]), right(["(300,1):(1,0)", "(200,1):(1,0)"]));
        let both = blocks("(300,5):(1,304)", "(2,5):(5,1)");
        assert_eq!(says(&both, [4 * 304 + 300, 10]), right(["(300,5):(1,304)", "(2,5):(5,1)"]));
        let wrong = says(&Of::Rows, [300, 199]).unwrap_err();
        assert!(
            wrong.contains("scales of `b` reach 200 elements, and their buffer has 199"),
            "{wrong}"
        );
        let wrong = says(&both, [4 * 304 + 299, 10]).unwrap_err();
        assert!(wrong.contains("scales of `a` reach 1516 elements"), "{wrong}");
        for (a, b, part) in [
            ("(300,4):(1,300)", "(2,5):(5,1)", "scales of `a` have the layout (300,4):(1,300)"),
            ("(300,5):(1,300)", "(200,5):(5,1)", "(ceil(n / 128), ceil(k / 128)), here of 2 x 5"),
            ("(300,5):(1,-300)", "(2,5):(5,1)", "strides of 0 to"),
            ("300:1", "(2,5):(5,1)", "scales of `a`"),
        ] {
            let wrong = says(&blocks(a, b), [9999, 9999]).unwrap_err();
            assert!(wrong.contains(part), "{wrong}");
        }
        // The stride of an extent of 1 has no meaning.
        let one = blocks("(300,1):(1,-300)", "(2,1):(1,4294967296)");
        let one = layouts(&one, [300, 2], [300, 200, 128]).map(|all| all.map(|of| of.to_string()));
        assert_eq!(one, right(["(300,1):(1,0)", "(2,1):(1,0)"]));
        // Without columns there are no blocks, and no scales.
        let none = blocks("(300,0):(0,1)", "(2,0):(0,1)");
        assert!(layouts(&none, [0, 0], [300, 200, 0]).is_ok());
    }
}
