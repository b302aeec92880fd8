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
use tilework_kernels::argument::product::fastest;

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
    /// `C = A Bᵀ`, with sums in f32, or of integers in `i32`: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`, each with its layout, by rows of which each begins at a multiple
    /// of 16 bytes, 8 elements of 16 bits. `B` by rows is what layers of neural networks have as weights. Of f16 and bf16 `A` and `B` may be by columns too, `(n,k):(1,n)`, as a matrix
    /// `(k,n)` by rows is; their kernels have tiles of 128 x 256, also for few rows. [`Multiplied`] says what elements there are; those of other than 16 bits have one product at a time. A third mode of all three layouts, if there is one, is that of a batch of products. `C` has
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
    /// For layouts that do not have two or three modes, or are by columns where no kernel has these; rows that overlap, and matrices of a result that do; rows or matrices of a batch
    /// that do not begin at multiples of 16 bytes; elements of results, batches and epilogues that no kernel has; extents that do not go together; layouts that reach beyond their buffers; results of `f32` with an odd number of columns; GPUs of
    /// compute capability other than 9.0; those of the driver.
    pub fn gemm<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
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
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
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
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
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
        (a, of_a): (&'d Buffer<T::Storage>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<T::Storage>, impl Into<Layout>),
        (c, of_c): (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<Product<'d>, Error> {
        let c = c.into();
        let problem =
            Problem::new::<T>((a, of_a.into()), (b, of_b.into()), (&c, of_c.into()), epilogue)?;
        let (extents, multiprocessors) = (problem.extents, self.multiprocessors()?);
        let of = |by| T::kernels(by, problem.columns, problem.results);
        let (entries, times) = of(problem.by);
        let entry = match kernel {
            None if times.is_empty() => entries.first(),
            None => entries.get(fastest(times, extents, multiprocessors)),
            Some(name) => {
                // Those that can do more can do it too.
                let all = [By::Plain, By::Batched, By::With].map(|by| of(by).0);
                let mut all = all[problem.by as usize..].iter().copied().flatten();
                Some(all.clone().find(|entry| entry.name == name).ok_or_else(|| {
                    let names: Vec<&str> = all.by_ref().map(|entry| entry.name).collect();
                    Error::new(format!("gemm: no kernel {name}: there are {}", names.join(", ")))
                })?)
            }
        };
        let entry = entry.ok_or_else(|| {
            Error::new(format!(
                "gemm: no kernel multiplies {} to results of {} {}: of f16 and bf16 to 16 bits or f32, in batches, with an epilogue and by rows or columns, and one product by rows of \
                 tf32 to f32, of e4m3 to 16 bits or f32, of s8 to i32",
                T::NAME,
                problem.results,
                problem.asks()
            ))
        })?;
        let launch = match problem.is_empty() {
            true => None,
            false => Some((entry.prepare)(self, &problem)?),
        };
        Ok(Product { name: entry.name, launch })
    }
}
