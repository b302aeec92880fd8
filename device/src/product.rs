//! Products of matrices by the kernels of `tilework-kernels`: that which takes the least time.

mod epilogue;
mod grouped;
mod kernels;
mod matrix;
mod scaled;

use tilework::algebra::Layout;

pub use epilogue::{Addend, Epilogue, Results};
pub use grouped::Groups;
pub use kernels::Multiplied;
use kernels::{By, Launch, Problem};
pub use scaled::Scales;

use crate::{Buffer, Error, Gpu, Recorder};

/// A product that is ready: [`Gpu::product`].
pub struct Product<'d> {
    name: &'static str,
    launch: Option<Launch<'d>>,
}
impl Product<'_> {
    /// Which kernel it is.
    pub fn kernel(&self) -> &'static str {
        self.name
    }
    /// Launches it.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn launch(&self) -> Result<(), Error> {
        self.launch.as_ref().map_or(Ok(()), |launch| launch(None))
    }
    /// Records a launch, [`Gpu::graph`].
    ///
    /// # Errors
    /// Those of the driver.
    pub fn record(&self, recorder: &mut Recorder) -> Result<(), Error> {
        self.launch.as_ref().map_or(Ok(()), |launch| launch(Some(recorder)))
    }
}

impl Gpu {
    /// `C = A Bᵀ`, with sums in f32: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`, each with its layout, by rows of which each begins at a multiple
    /// of 8 elements. `B` by rows is what layers of neural networks have as weights. A third mode of all three layouts, if there is one, is that of a batch of products. `C` has
    /// elements of the type of `A` and `B`, or `f32`. Of the kernels for these elements it takes the one that needs the least time, estimated by the
    /// extents and the number of multiprocessors (`tilework_kernels::argument::product`). The GPU has the PTX of `tilework-kernels`.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_device::Gpu;
    /// use tilework_kernels::device::Bf16;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (m, n, k) = (16_u32, 4096, 4096);
    /// // The bits of 1.
    /// let [a, b] = [m * k, n * k].map(|length| vec![0x3f80_u16; length as usize]);
    /// let (a, b, mut c) = (gpu.upload(&a)?, gpu.upload(&b)?, gpu.poisoned::<u16>((m * n) as usize)?);
    /// let [of_a, of_b, of_c] = [(m, k), (n, k), (m, n)].map(|(rows, columns)| try_layout!((rows,columns):(columns,1)));
    /// gpu.gemm::<Bf16>((&a, of_a?), (&b, of_b?), (&mut c, of_c?))?;
    /// assert_eq!(gpu.download(&c)?[0], 0x4580);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// For layouts that do not have two or three modes, or are by columns; rows that overlap, and matrices of a result that do; rows or matrices of a batch that do not
    /// begin at multiples of 8 elements; extents that do not go together; layouts that reach beyond their buffers; results of `f32` with an odd number of columns; GPUs of
    /// compute capability other than 9.0; those of the driver.
    pub fn gemm<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<u16>, impl Into<Layout>),
        b: (&'d Buffer<u16>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product::<T>(a, b, c, &Epilogue::new())?.launch()
    }

    /// `D = f(alpha A Bᵀ + beta C + bias)`, computed in f32 and rounded once: [`Gpu::gemm`] with an [`Epilogue`], which says what `f`, `alpha`, `beta`, `C` and `bias` are.
    /// The argument `c` is the result, `D`; `C` is what [`Epilogue::plus`] adds, or what `D` has before, by [`Epilogue::accumulate`].
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// # use tilework_device::{Buffer, Gpu, product::Epilogue};
    /// # use tilework_kernels::device::Bf16;
    /// # fn of(gpu: &Gpu, x: &Buffer<u16>, weights: &Buffer<u16>, bias: &Buffer<u16>, y: &mut Buffer<u16>) -> Result<(), Box<dyn std::error::Error>> {
    /// let (tokens, inputs, outputs) = (128_u32, 4096, 14336);
    /// let of = |rows: u32, columns: u32| try_layout!((rows,columns):(columns,1));
    /// let (of_x, of_weights, of_y) = (of(tokens, inputs)?, of(outputs, inputs)?, of(tokens, outputs)?);
    /// let layer = Epilogue::new().bias_of_columns(bias).gelu();
    /// gpu.gemm_with::<Bf16>((x, of_x), (weights, of_weights), (y, of_y), &layer)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Gpu::gemm`]; for a bias with fewer elements than the result has columns, or rows; for a `C` that has other extents or another type of elements than the
    /// result, or that reaches beyond its buffer; and for a `C` where the number of columns is odd.
    pub fn gemm_with<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<u16>, impl Into<Layout>),
        b: (&'d Buffer<u16>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<(), Error> {
        self.product::<T>(a, b, c, epilogue)?.launch()
    }

    /// [`Gpu::gemm_with`], to be launched more than once, or in a graph.
    ///
    /// # Errors
    /// Those of [`Gpu::gemm_with`].
    pub fn product<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<u16>, impl Into<Layout>),
        b: (&'d Buffer<u16>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<Product<'d>, Error> {
        self.product_by::<T>(None, a, b, c, epilogue)
    }

    /// [`Gpu::product`] by the kernel of this name, for those who compare kernels; `None` takes the one that needs the least time.
    ///
    /// # Errors
    /// Those of [`Gpu::gemm_with`], and where there is no kernel of this name that does what is asked.
    pub fn product_by<'d, T: Multiplied>(
        &'d self,
        kernel: Option<&str>,
        (a, of_a): (&'d Buffer<u16>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<u16>, impl Into<Layout>),
        (c, of_c): (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<Product<'d>, Error> {
        let c = c.into();
        let problem =
            Problem::new((a, of_a.into()), (b, of_b.into()), (&c, of_c.into()), epilogue)?;
        let (extents, multiprocessors) = (problem.extents, self.multiprocessors()?);
        // Those of one product, those of batches of products and those with an epilogue.
        let all = [T::kernels(), T::kernels_batched(), T::kernels_with()];
        let entry = match (kernel, problem.by) {
            (None, By::Plain) => &all[0][T::fastest(extents, multiprocessors)],
            (None, By::Batched) => &all[1][T::fastest_batched(extents, multiprocessors)],
            (None, By::With) => &all[2][T::fastest_with(extents, multiprocessors)],
            (Some(name), by) => {
                let mut all = all[by as usize..].iter().copied().flatten();
                all.clone().find(|entry| entry.name == name).ok_or_else(|| {
                    let names: Vec<&str> = all.by_ref().map(|entry| entry.name).collect();
                    Error::new(format!("gemm: no kernel {name}: there are {}", names.join(", ")))
                })?
            }
        };
        let launch = match problem.is_empty() {
            true => None,
            false => Some((entry.prepare)(self, &problem)?),
        };
        Ok(Product { name: entry.name, launch })
    }
}
