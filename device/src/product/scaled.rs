//! Products of e4m3 with scales.

use tilework::algebra::Layout;
use tilework::try_layout;
use tilework_kernel::launch::promise;
use tilework_kernels::gemm_e4m3::{self as kernels, OfA, OfB, OfC, THREADS};
use tilework_kernels::gemm_e4m3::{gemm_e4m3_blocks, gemm_e4m3_blocks_128, gemm_e4m3_rows};

use super::matrix::{ByRows, extents};
use super::{Launch, Product};
use crate::{Buffer, Error, Gpu};

/// Rows of `B`, and columns of `A` and `B`, that have a scale by blocks.
const BLOCK: u32 = 128;

/// What elements of e4m3 are multiplied by, for [`Gpu::gemm_scaled`]: their numbers reach to 448 and have 4 bits, so that data is divided by its largest element before it is rounded to them.
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
    /// One for all of `A`, and one for all of `B`: the first element of each buffer.
    pub fn of_matrices(a: &'d Buffer<f32>, b: &'d Buffer<f32>) -> Self {
        Scales { a, b, of: Of::Matrices }
    }
    /// One for each row: `a` has as many elements as `A` has rows, and `b` as many as `B` has.
    pub fn by_rows(a: &'d Buffer<f32>, b: &'d Buffer<f32>) -> Self {
        Scales { a, b, of: Of::Rows }
    }
    /// One for each 128 columns of a row of `A`, with the layout `(m, ceil(k / 128))`, and one for each 128 x 128 of `B`, with the layout `(ceil(n / 128), ceil(k / 128))`, of any
    /// strides. Sums of 128 products are multiplied by both and added up in f32.
    pub fn by_blocks(
        (a, of_a): (&'d Buffer<f32>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<f32>, impl Into<Layout>),
    ) -> Self {
        Scales { a, b, of: Of::Blocks(Box::new([of_a.into(), of_b.into()])) }
    }

    /// The layouts of both, as kernels have them.
    fn layouts(&self, [m, n, k]: [u32; 3]) -> Result<[kernels::Scales; 2], Error> {
        let lengths = [self.a.len(), self.b.len()];
        layouts(&self.of, lengths, [m, n, k]).map_err(Error::new)
    }
}

/// The layouts of scales in buffers of so many elements, for products of these extents.
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
/// The extents and strides of a layout of scales that has these extents.
fn strided(name: &str, layout: &Layout, extents: [u32; 2], are: &str) -> Result<[u32; 4], String> {
    let leaves = |modes: &tilework::algebra::IntTuple| -> Option<Vec<u32>> {
        modes.modes().map(|mode| u32::try_from(mode.as_leaf()?).ok()).collect()
    };
    match (leaves(&layout.shape()).as_deref(), leaves(&layout.stride()).as_deref()) {
        (Some(shape), Some(&[next, next_part])) if shape == extents => {
            Ok([extents[0], extents[1], next, next_part])
        }
        _ => Err(format!(
            "gemm_scaled: the scales of `{name}` have the layout {layout}: by blocks it has the modes {are}, here of {} x {}, with strides of 0 to 2^32 - 1",
            extents[0], extents[1]
        )),
    }
}

/// What is multiplied.
struct Operands<'d> {
    a: (&'d Buffer<u8>, ByRows),
    b: (&'d Buffer<u8>, ByRows),
    c: (&'d Buffer<u16>, ByRows),
    extents: [u32; 3],
    scales: Scales<'d>,
}
macro_rules! prepared {
    ($kernel:ident $columns:literal $stages:literal, $gpu:expr, $of:expr) => {{
        let (gpu, Operands { a, b, c, extents, scales }) = ($gpu, $of);
        let [m, n, k] = extents;
        let [of_a, of_b] = scales.layouts(extents)?;
        // Without columns there are no maps, and nothing is read: any map stands in their place.
        let of = |of: ByRows| ([of.columns, of.rows], [1, of.next]);
        let of_operand = |(buffer, by_rows): (&Buffer<u8>, ByRows)| match k {
            0 => ((c.0.address(), 2 * c.0.len()), ([1, 1], [1, 16])),
            _ => ((buffer.address(), buffer.len()), of(by_rows)),
        };
        let (at_a, (a_extents, a_strides)) = of_operand(a);
        let (at_b, (b_extents, b_strides)) = of_operand(b);
        let (c_extents, c_strides) = of(c.1);
        let a = gpu.tensor_map_of::<OfA, 2>(at_a, a_extents, a_strides)?;
        let b = gpu.tensor_map_of::<OfB<$columns>, 2>(at_b, b_extents, b_strides)?;
        let c = gpu.tensor_map_strided::<OfC, 2>(c.0, c_extents, c_strides)?;
        let tiles = kernels::tiles(m, n, $columns);
        let grid = [kernels::blocks_for_tiles(tiles, gpu.multiprocessors()?), 1, 1];
        let shared = kernels::shared_memory($columns, $stages) as u32;
        let kernel = gpu.kernel::<$kernel>(grid, THREADS, shared)?;
        let launch: Launch<'d> = Box::new(move |recorder| {
            let (scales_a, scales_b) = ((scales.a, of_a), (scales.b, of_b));
            // SAFETY: maps of these buffers, which live, scales of all rows and columns, and blocks that take all tiles.
            let with = unsafe {
                promise($kernel { a: &a, b: &b, c: &c, scales_a, scales_b, tiles, extents })
            };
            match recorder {
                Some(recorder) => recorder.launch(&kernel, with),
                None => kernel.launch(with),
            }
        });
        launch
    }};
}

impl Gpu {
    /// `C = A Bᵀ` of e4m3 with scales, to bf16: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`, each with its layout, by rows of which each begins at a multiple of 16
    /// bytes, and each element of `A` and of `B` is multiplied by a scale, as [`Scales`] says. Buffers have the bits of the elements, `u8` and `u16`.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_device::{Gpu, product::Scales};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (m, n, k) = (256_u32, 4096, 4096);
    /// // The bits of 1.
    /// let [a, b] = [m * k, n * k].map(|length| vec![0x38_u8; length as usize]);
    /// let (a, b, mut c) = (gpu.upload(&a)?, gpu.upload(&b)?, gpu.poisoned::<u16>((m * n) as usize)?);
    /// let [of_a, of_b, of_c] = [(m, k), (n, k), (m, n)].map(|(rows, columns)| try_layout!((rows,columns):(columns,1)));
    /// // A scale for each 128 columns of a row of `A`, and for each 128 x 128 of `B`.
    /// let (scales_a, scales_b) = (gpu.upload(&vec![0.5_f32; 256 * 32])?, gpu.upload(&[2.0_f32; 32 * 32])?);
    /// let scales = Scales::by_blocks(
    ///     (&scales_a, try_layout!((m,32):(32,1))?),
    ///     (&scales_b, try_layout!((32,32):(32,1))?),
    /// );
    /// gpu.gemm_scaled((&a, of_a?), (&b, of_b?), &scales, (&mut c, of_c?))?;
    /// assert_eq!(gpu.download(&c)?[0], 0x4580);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// `wgmma` keeps 13 bits of the sums of e4m3. By blocks that is so for 128 columns of `k`, and f32 from there on; by rows for all of them, which is faster.
    ///
    /// # Errors
    /// For layouts that do not have two modes, or are by columns; rows that overlap, or that do not begin at multiples of 16 bytes; extents that do not go together; layouts that reach
    /// beyond their buffers, also those of scales, and scales by blocks of other extents; GPUs of compute capability other than 9.0; those of the driver.
    pub fn gemm_scaled<'d>(
        &'d self,
        a: (&'d Buffer<u8>, impl Into<Layout>),
        b: (&'d Buffer<u8>, impl Into<Layout>),
        scales: &Scales<'d>,
        c: (&'d mut Buffer<u16>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product_scaled(a, b, scales, c)?.launch()
    }

    /// [`Gpu::gemm_scaled`], to be launched more than once, or in a graph.
    ///
    /// # Errors
    /// Those of [`Gpu::gemm_scaled`].
    pub fn product_scaled<'d>(
        &'d self,
        (a, of_a): (&'d Buffer<u8>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<u8>, impl Into<Layout>),
        scales: &Scales<'d>,
        (c, of_c): (&'d mut Buffer<u16>, impl Into<Layout>),
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
        let scales = scales.clone();
        let wide = kernels::is_wide_enough(m, n, self.multiprocessors()?);
        let of = Operands { a: (a, of_a), b: (b, of_b), c: (c, of_c), extents: [m, n, k], scales };
        let nothing = m == 0 || n == 0;
        macro_rules! product {
            ($kernel:ident $columns:literal $stages:literal) => {{
                let launch = match nothing {
                    true => None,
                    false => Some(prepared!($kernel $columns $stages, self, of)),
                };
                Ok(Product { name: stringify!($kernel), launch })
            }};
        }
        match of.scales.of {
            Of::Matrices | Of::Rows => product!(gemm_e4m3_rows 256 4),
            Of::Blocks(_) if wide => product!(gemm_e4m3_blocks 256 4),
            Of::Blocks(_) => product!(gemm_e4m3_blocks_128 128 6),
        }
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
        // Without columns there are no blocks, and no scales.
        let none = blocks("(300,0):(0,1)", "(2,0):(0,1)");
        assert!(layouts(&none, [0, 0], [300, 200, 0]).is_ok());
    }
}
