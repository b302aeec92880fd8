//! Products of matrices by the kernels of `tilework-kernels`: that which takes the least time.

use tilework::algebra::{IntTuple, Layout};
use tilework_kernel::launch::promise;
use tilework_kernels::argument::gemm_f16::*;
use tilework_kernels::argument::product::{OF_BF16, fastest};
use tilework_kernels::device::{Bf16, F16};
use tilework_kernels::gemm_f16::*;

use crate::{Buffer, Error, Gpu, Recorder};

/// Elements of 16 bits that kernels multiply: [`Bf16`] and [`F16`]. Buffers have their bits, `u16`.
pub trait Multiplied: sealed::Sealed {}
impl Multiplied for Bf16 {}
impl Multiplied for F16 {}
mod sealed {
    pub trait Sealed {
        /// The kernels, and the place of the one that takes the least time for these extents.
        fn kernels() -> &'static [super::Entry];
        fn fastest(extents: [u32; 3], multiprocessors: u32) -> usize;
    }
}

/// A matrix by rows: its extents, and how many elements further on the next row begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ByRows {
    rows: u32,
    columns: u32,
    next: u64,
}
impl ByRows {
    /// What has this layout.
    fn of(name: &str, layout: &Layout) -> Result<Self, Error> {
        let wrong = |what: String| Error::new(format!("gemm: `{name}` of layout {layout} {what}"));
        let shape: Vec<IntTuple> = layout.shape().modes().collect();
        let strides: Vec<_> = layout.stride().modes().collect();
        let leaves = |modes: &[IntTuple]| -> Option<[i64; 2]> {
            let [x, y] = modes else { return None };
            Some([x.as_leaf()?, y.as_leaf()?])
        };
        let (Some([rows, columns]), Some([next, step])) = (leaves(&shape), leaves(&strides)) else {
            return Err(wrong("is no matrix: write one of two modes, `(m,k):(k,1)`".to_owned()));
        };
        if step != 1 && columns > 1 {
            return Err(wrong(format!(
                "has stride {step} in mode 1: kernels have matrices by rows, whose stride there is 1"
            )));
        }
        let extent = |x: i64| {
            u32::try_from(x).map_err(|_| wrong("has more than 2^32 rows or columns".to_owned()))
        };
        let (rows, columns) = (extent(rows)?, extent(columns)?);
        // Of one row there is no next one.
        let next = match rows {
            0 | 1 => u64::from(columns).max(1).next_multiple_of(8),
            _ => u64::try_from(next).map_err(|_| wrong("has a negative stride".to_owned()))?,
        };
        if next < u64::from(columns) {
            return Err(wrong(format!("has rows of {columns} elements that overlap")));
        }
        if !next.is_multiple_of(8) {
            return Err(wrong(format!(
                "has rows {next} elements apart: the copy engine takes rows that begin at multiples of 16 bytes, 8 elements"
            )));
        }
        Ok(ByRows { rows, columns, next })
    }
}
/// `m`, `n` and `k` of a product of these matrices.
fn extents([a, b, c]: [ByRows; 3]) -> Result<[u32; 3], Error> {
    let [m, n, k] = [c.rows, c.columns, a.columns];
    if (a.rows, b.rows, b.columns) == (m, n, k) {
        return Ok([m, n, k]);
    }
    let of = |x: ByRows| format!("{} x {}", x.rows, x.columns);
    Err(Error::new(format!(
        "gemm: `c` is `m` x `n`, `a` is `m` x `k` and `b` is `n` x `k`, not {}, {} and {}",
        of(c),
        of(a),
        of(b)
    )))
}

type Launch<'d> = Box<dyn Fn(Option<&mut Recorder>) -> Result<(), Error> + 'd>;
type Prepare =
    for<'d> fn(&'d Gpu, [(&'d Buffer<u16>, ByRows); 3], [u32; 3]) -> Result<Launch<'d>, Error>;

/// A kernel of products.
pub struct Entry {
    name: &'static str,
    prepare: Prepare,
}
macro_rules! entries {
    ($($of:ident { $($kernel:ident $parameters:ty;)* })*) => {$(
        impl sealed::Sealed for $of {
            fn kernels() -> &'static [Entry] {
                &[$(Entry {
                    name: stringify!($kernel),
                    prepare: |gpu, [a, b, c], [m, n, k]| {
                        type G = $parameters;
                        // By columns it is Cᵀ = B Aᵀ.
                        let (a, b, [m, n]) = if G::BY_COLUMNS { (b, a, [n, m]) } else { (a, b, [m, n]) };
                        // There is no map of a matrix without columns, and none of its elements is read: any stands in its place.
                        let [a, b] = [a, b].map(|x| if k == 0 { c } else { x });
                        let of = |x: ByRows| ([x.columns, x.rows], [1, x.next]);
                        let [(of_a, a_strides), (of_b, b_strides), (of_c, c_strides)] = [of(a.1), of(b.1), of(c.1)];
                        let a = gpu.tensor_map_strided::<OfA<G>, 2>(a.0, of_a, a_strides)?;
                        let b = gpu.tensor_map_strided::<OfB<G>, 2>(b.0, of_b, b_strides)?;
                        let c = gpu.tensor_map_strided::<OfC<G>, 2>(c.0, of_c, c_strides)?;
                        let (tiles, steps) = (G::tiles(m, n), G::steps(k));
                        let grid = [G::blocks(tiles, gpu.multiprocessors()?), 1, 1];
                        let kernel = gpu.kernel::<$kernel>(grid, G::THREADS, G::SHARED_MEMORY as u32)?;
                        Ok(Box::new(move |recorder| {
                            // SAFETY: maps of these buffers, which live, and blocks for all tiles.
                            let with = unsafe { promise($kernel { a: &a, b: &b, c: &c, tiles, steps }) };
                            match recorder {
                                Some(recorder) => recorder.launch(&kernel, with),
                                None => kernel.launch(with),
                            }
                        }))
                    },
                }),*]
            }
            entries! { @ $of }
        }
    )*};
    (@ Bf16) => {
        fn fastest(extents: [u32; 3], multiprocessors: u32) -> usize {
            fastest(&OF_BF16, extents, multiprocessors)
        }
    };
    (@ F16) => {
        fn fastest(_: [u32; 3], _: u32) -> usize {
            0
        }
    };
}
// Those of bf16 in the order of `OF_BF16`.
entries! {
    Bf16 {
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
    }
    F16 {
    gemm_f16 GemmF16;
    }
}

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
    /// of 8 elements. `B` by rows is what layers of neural networks have as weights. Of the kernels for these elements it is the one that takes the least time, by the
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
    /// let (a, b, mut c) = (gpu.upload(&a)?, gpu.upload(&b)?, gpu.poisoned((m * n) as usize)?);
    /// let [of_a, of_b, of_c] = [(m, k), (n, k), (m, n)].map(|(rows, columns)| try_layout!((rows,columns):(columns,1)));
    /// gpu.gemm::<Bf16>((&a, of_a?), (&b, of_b?), (&mut c, of_c?))?;
    /// assert_eq!(gpu.download(&c)?[0], 0x4580);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// For layouts that are not of two modes, or by columns; rows that overlap, or that begin elsewhere; extents that do not go together; layouts that reach beyond their buffers;
    /// GPUs of compute capability other than 9.0; those of the driver.
    pub fn gemm<T: Multiplied>(
        &self,
        a: (&Buffer<u16>, impl Into<Layout>),
        b: (&Buffer<u16>, impl Into<Layout>),
        c: (&mut Buffer<u16>, impl Into<Layout>),
    ) -> Result<(), Error> {
        self.product::<T>(a, b, c)?.launch()
    }

    /// [`Gpu::gemm`], to be launched more than once, or in a graph.
    ///
    /// # Errors
    /// As there.
    pub fn product<'d, T: Multiplied>(
        &'d self,
        a: (&'d Buffer<u16>, impl Into<Layout>),
        b: (&'d Buffer<u16>, impl Into<Layout>),
        c: (&'d mut Buffer<u16>, impl Into<Layout>),
    ) -> Result<Product<'d>, Error> {
        self.product_by::<T>(None, a, b, c)
    }

    /// [`Gpu::product`] by the kernel of this name, for those who compare kernels.
    ///
    /// # Errors
    /// As there, and where there is no such kernel.
    pub fn product_by<'d, T: Multiplied>(
        &'d self,
        kernel: Option<&str>,
        (a, of_a): (&'d Buffer<u16>, impl Into<Layout>),
        (b, of_b): (&'d Buffer<u16>, impl Into<Layout>),
        (c, of_c): (&'d mut Buffer<u16>, impl Into<Layout>),
    ) -> Result<Product<'d>, Error> {
        let layouts = [
            ByRows::of("a", &of_a.into())?,
            ByRows::of("b", &of_b.into())?,
            ByRows::of("c", &of_c.into())?,
        ];
        let extents = extents(layouts)?;
        let kernels = T::kernels();
        let entry = match kernel {
            None => &kernels[T::fastest(extents, self.multiprocessors()?)],
            Some(name) => kernels.iter().find(|entry| entry.name == name).ok_or_else(|| {
                let names: Vec<&str> = kernels.iter().map(|entry| entry.name).collect();
                Error::new(format!("gemm: no kernel {name}: there are {}", names.join(", ")))
            })?,
        };
        let [a, b, c] = [(a, layouts[0]), (b, layouts[1]), (&*c, layouts[2])];
        let nothing = extents[0] == 0 || extents[1] == 0;
        let launch = if nothing { None } else { Some((entry.prepare)(self, [a, b, c], extents)?) };
        Ok(Product { name: entry.name, launch })
    }
}

#[cfg(test)]
mod tests {
    use super::sealed::Sealed;
    use super::{Bf16, ByRows, OF_BF16, extents};

    /// The choice is of a list, and the launch by the place in another.
    #[test]
    fn the_kernels_are_those_of_the_choice() {
        let names: Vec<&str> = Bf16::kernels().iter().map(|entry| entry.name).collect();
        assert_eq!(names, OF_BF16.map(|product| product.name));
    }

    #[test]
    fn a_matrix_is_by_rows_of_whole_vectors() {
        let of = |text: &str| ByRows::of("a", &text.parse().unwrap());
        let matrix = |rows, columns, next| ByRows { rows, columns, next };
        assert_eq!(of("(16,40):(48,1)").unwrap(), matrix(16, 40, 48));
        assert_eq!(of("(1,40):(3,1)").unwrap(), matrix(1, 40, 40));
        assert_eq!(of("(16,1):(8,5)").unwrap(), matrix(16, 1, 8));
        let says = |text: &str| of(text).unwrap_err().to_string();
        assert!(says("16:1").contains("is no matrix: write one of two modes"));
        assert!(says("((2,8),40):((40,80),1)").contains("is no matrix"));
        assert!(says("(16,40):(1,16)").contains("has stride 16 in mode 1"));
        assert!(says("(16,40):(44,1)").contains("44 elements apart"));
        assert!(says("(16,40):(8,1)").contains("rows of 40 elements that overlap"));
    }

    #[test]
    fn extents_go_together() {
        let matrix = |rows, columns| ByRows { rows, columns, next: 64 };
        assert_eq!(extents([matrix(3, 8), matrix(5, 8), matrix(3, 5)]).unwrap(), [3, 5, 8]);
        let wrong = extents([matrix(3, 8), matrix(8, 5), matrix(3, 5)]).unwrap_err().to_string();
        assert!(wrong.contains("not 3 x 5, 3 x 8 and 8 x 5"), "{wrong}");
    }
}
