//! Matrix products by the kernels of `tilework-kernels`, with the kernel that is estimated to be fastest.

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

/// A product that is ready to launch: [`Gpu::product`].
pub struct Product<'d> {
    name: &'static str,
    launch: Option<Launch<'d>>,
}
impl Product<'_> {
    /// The name of the kernel.
    pub fn kernel(&self) -> &'static str {
        self.name
    }
    /// Launches the kernel.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn launch(&self) -> Result<(), Error> {
        self.launch.as_ref().map_or(Ok(()), |launch| launch(None))
    }
    /// Records a launch in a graph: [`Gpu::graph`].
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn record(&self, recorder: &mut Recorder) -> Result<(), Error> {
        self.launch.as_ref().map_or(Ok(()), |launch| launch(Some(recorder)))
    }
}

impl Gpu {
    /// `C = A Bᵀ` with sums in f32, or in `i32` for integers: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`.
    ///
    /// Each matrix has a row-major layout whose rows begin at multiples of 16 bytes, which are 8 elements of 16 bits.
    /// Weights of neural-network layers are a row-major `B`. For f16 and bf16, `A` and `B` may also be column-major,
    /// `(n,k):(1,n)`, which is a row-major matrix `(k,n)`. Kernels for these have tiles of 128 x 256, also for few
    /// rows. [`Multiplied`] lists the elements. Elements of other than 16 bits allow one product at a time. If all
    /// three layouts have a third mode, it counts the products of a batch. `C` has elements of the type of `A` and `B`,
    /// or `f32`. Among the kernels for these elements, this chooses the one with the least time, estimated from the
    /// extents and the number of multiprocessors (`tilework_kernels::argument::product`). The GPU must be made with the
    /// PTX of `tilework-kernels`.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_host::Gpu;
    /// use tilework_kernels::device::Bf16;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (m, n, k) = (16_u32, 4096, 4096);
    /// // The bits of 1.
    /// let [a, b] = [m * k, n * k].map(|length| vec![half::bf16::ONE; length as usize]);
    /// let (a, b, mut c) = (gpu.upload(&a)?, gpu.upload(&b)?, gpu.poisoned::<half::bf16>((m * n) as usize)?);
    /// let [of_a, of_b, of_c] = [(m, k), (n, k), (m, n)].map(|(rows, columns)| try_layout!((rows,columns):(columns,1)));
    /// gpu.gemm::<Bf16>((&a, of_a?), (&b, of_b?), (&mut c, of_c?))?;
    /// assert_eq!(gpu.download(&c)?[0].to_f32(), 4096.0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Errors of the driver, GPUs of a compute capability other than 9.0, and these arguments:
    ///
    /// - layouts without two or three modes, or column-major ones that no kernel supports;
    /// - overlapping rows, and overlapping matrices of a result;
    /// - rows or matrices of a batch that do not begin at multiples of 16 bytes;
    /// - elements of results, batches and epilogues that no kernel supports;
    /// - extents that do not match;
    /// - layouts that reach beyond their buffers;
    /// - results of `f32` with an odd number of columns.
    pub fn gemm<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product::<T>(a, b, c, &Epilogue::new())?.launch()
    }

    /// `D = f(alpha A Bᵀ + beta C + bias)`, computed in f32 and rounded once: [`Gpu::gemm`] with an [`Epilogue`], which
    /// gives `f`, `alpha`, `beta`, `C` and `bias`. The argument `c` is the result `D`. `C` is the matrix of
    /// [`Epilogue::plus`], or the earlier contents of `D` with [`Epilogue::accumulate`].
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// # use tilework_host::{Buffer, Gpu, product::Epilogue};
    /// # use tilework_kernels::device::Bf16;
    /// # fn of(gpu: &Gpu, x: &Buffer<half::bf16>, weights: &Buffer<half::bf16>, bias: &Buffer<half::bf16>, y: &mut Buffer<half::bf16>) -> Result<(), Box<dyn std::error::Error>> {
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
    /// Those of [`Gpu::gemm`], and these arguments:
    ///
    /// - a bias with fewer elements than the result has columns, or rows;
    /// - a `C` with other extents or another element type than the result, or one that reaches beyond its buffer;
    /// - a `C` if the number of columns is odd.
    pub fn gemm_with<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<(), Error> {
        self.product::<T>(a, b, c, epilogue)?.launch()
    }

    /// [`Gpu::gemm_with`] as a value that can be launched more than once, or in a graph.
    ///
    /// # Errors
    /// As for [`Gpu::gemm_with`].
    pub fn product<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<T::Storage>, impl Into<Layout>),
        b: (&'d Buffer<T::Storage>, impl Into<Layout>),
        c: (impl Into<Results<'d>>, impl Into<Layout>),
        epilogue: &Epilogue<'d>,
    ) -> Result<Product<'d>, Error> {
        self.product_by::<T>(None, a, b, c, epilogue)
    }

    /// [`Gpu::product`] by the kernel with this name, for comparisons; `None` chooses the one with the least time.
    ///
    /// # Errors
    /// As for [`Gpu::gemm_with`], and if no kernel of this name supports the product.
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
                // Kernels that support more also support this.
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
                "gemm: no kernel multiplies {} to results of {} {}: of f16 and bf16 to the same or f32, in batches, with an epilogue and by rows or columns, and one product by rows of \
                 tf32 to f32, of e4m3 to bf16 or f32, of s8 to i32",
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
