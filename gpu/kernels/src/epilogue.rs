//! Epilogues: what is computed from the sums of a product before they are written, with their coordinates in the
//! result.

use core::ptr::without_provenance;

use tilework::bound::{Pointer, PointerMut};
use tilework_device::Parameter;

use crate::device::*;
use crate::scheduler::OfStep;

/// The places of a thread's eight sums among 16 x 16 elements of a product. With the corner `(i, j)` they are, in
/// order, `(i,j)`, `(i,j+1)`, `(i+8,j)`, `(i+8,j+1)`, and the same in the next 8 columns.
#[derive(Clone, Copy, Debug)]
pub struct Eight {
    /// The row and the column of the first one, in the kernel's result.
    pub corner: [u32; 2],
    /// True if the kernel computes the transposed result, for a column-major one: then its rows are columns of the
    /// result.
    pub by_columns: bool,
    /// The number of the product in the batch.
    pub batch: u32,
}
impl Eight {
    /// Their rows and their columns.
    #[inline(always)]
    pub fn lines(self) -> ([u32; 2], [u32; 4]) {
        let [row, column] = self.corner;
        ([row, row + 8], [column, column + 1, column + 8, column + 9])
    }
    /// `f(x, [row, column])` of each sum `x`, with its row and column in the result. These may lie outside of it.
    #[inline(always)]
    pub fn map(self, sums: [f32; 8], mut f: impl FnMut(f32, [u32; 2]) -> f32) -> [f32; 8] {
        let (rows, columns) = self.lines();
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
            let (row, column) = (rows[i / 2 % 2], columns[2 * (i / 4) + i % 2]);
            f(sums[i], if self.by_columns { [column, row] } else { [row, column] })
        })
    }
}

/// The computation from the sums of a product before they are written. A user's type that implements it makes a new
/// kernel from a product of [`gemm_wgmma`](crate::gemm_wgmma) with [`Batches`](crate::scheduler::Batches). [`Linear`] is the
/// one of `gpu.gemm_with`.
///
/// This mask sets everything above the diagonal to 0:
///
/// ```
/// use tilework_kernels::epilogue::{Eight, Epilogue};
/// #[derive(Clone, Copy)]
/// struct Causal;
/// impl Epilogue for Causal {
///     unsafe fn finish(self, sums: [f32; 8], of: Eight) -> [f32; 8] {
///         of.map(sums, |x, [row, column]| if column > row { 0.0 } else { x })
///     }
/// }
/// let of = Eight { corner: [16, 8], by_columns: false, batch: 0 };
/// // SAFETY: it reads nothing.
/// let masked = unsafe { Causal.finish([1.0; 8], of) };
/// // Columns 8 and 9 of rows 16 and 24, and columns 16 and 17.
/// assert_eq!(masked, [1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
/// ```
pub trait Epilogue: Copy {
    /// The values to write for these sums. [`Eight::map`] has their coordinates.
    ///
    /// # Safety
    /// The type says what it reads, which must exist.
    unsafe fn finish(self, sums: [f32; 8], of: Eight) -> [f32; 8];
    /// True if the sums of each step, 128 columns of `A` and `B`, are multiplied by [`scales`](Self::scales) and added
    /// in f32, before [`finish`](Self::finish) gets the total.
    const BY_STEPS: bool = false;
    /// The scales of step `step` for a thread whose first row is `row`, in the tile with its first row and column at
    /// `corner`. Called if [`BY_STEPS`](Self::BY_STEPS) is true.
    ///
    /// # Safety
    /// As the type says. It may be called with a step that does not exist; the result is then unused.
    #[inline(always)]
    unsafe fn scales<const BLOCKS: usize>(
        self,
        _corner: [u32; 2],
        _row: u32,
        _step: usize,
    ) -> OfStep<BLOCKS> {
        OfStep { rows: [1.0; 2], blocks: [1.0; BLOCKS] }
    }
    /// Returns whether [`write`](Self::write) writes the results, instead of the copy engine, which writes elements of
    /// 16 bits. It is the same for all threads.
    #[inline(always)]
    fn writes(self) -> bool {
        false
    }
    /// Writes the results of [`finish`](Self::finish), if [`writes`](Self::writes) is true, except those outside of the
    /// result.
    ///
    /// # Safety
    /// As the type says: there is room for them.
    #[inline(always)]
    unsafe fn write(self, results: [f32; 8], of: Eight) {
        let _ = (results, of);
    }
}
/// The sums unchanged.
impl Epilogue for () {
    #[inline(always)]
    unsafe fn finish(self, sums: [f32; 8], _: Eight) -> [f32; 8] {
        sums
    }
}

/// A function of each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// The result unchanged.
    #[default]
    None,
    /// `max(x, 0)`
    Relu,
    /// `x / 2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))`: the tanh approximation of Hendrycks and Gimpel, *Gaussian
    /// Error Linear Units* (arXiv 1606.08415), section 2.
    Gelu,
    /// `x / (1 + e^-x)`: the Sigmoid Linear Unit, from the same paper.
    Silu,
}

/// The vector, called bias, whose elements are added to the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bias {
    /// No bias.
    #[default]
    None,
    /// Each result gets the element of its column.
    OfColumns,
    /// Each result gets the element of its row.
    OfRows,
}

/// `D = f(alpha sum + beta C + bias)` for elements of 16 bits or `f32`, as numbers that a kernel takes. `C` is not read
/// if `beta` is 0. A kernel with row-major results accesses two elements of `C`, or of a result of `f32`, at once, so
/// their number of columns is even. `gpu.gemm_with` makes it from an `Epilogue` of `tilework-host`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Linear {
    alpha: f32,
    beta: f32,
    /// The least result: 0 for [`Activation::Relu`].
    least: f32,
    /// `p` and `q` of `x / (1 + 2^(x (p + q x^2)))`, which covers GELU and SiLU; `p` is 0 for other functions.
    smooth: [f32; 2],
    bias_of: u32,
    /// The addresses of the bias, of `C`, and of a result of `f32`.
    bias: u64,
    c: u64,
    result: u64,
    /// The distances to the next row and to the next matrix of a batch, in elements: of `C`, and of a result of `f32`.
    c_strides: [u64; 2],
    strides: [u64; 2],
    /// The rows and columns of the result.
    extents: [u32; 2],
    /// 1 if the results and `C` are `f32`, else 0.
    wide: u32,
    padding: u32,
}
// SAFETY: numbers in `repr(C)`. Only `unsafe` code follows the addresses.
unsafe impl Parameter for Linear {
    type Passed = Self;
    #[inline(always)]
    fn pass(self) -> Self {
        self
    }
    #[inline(always)]
    unsafe fn receive(passed: Self) -> Self {
        passed
    }
}

/// The address of a matrix, and the distances to its next row and to the next matrix of a batch, in elements.
#[derive(Clone, Copy, Debug)]
pub struct Strided {
    /// Its address.
    pub address: u64,
    /// The strides of its rows and of the batch.
    pub strides: [u64; 2],
}

impl Linear {
    /// `alpha sum` for a result of `rows` x `columns`.
    pub fn of([rows, columns]: [u32; 2], alpha: f32) -> Self {
        Linear {
            alpha,
            beta: 0.0,
            least: f32::NEG_INFINITY,
            smooth: [0.0; 2],
            bias_of: 0,
            bias: 0,
            c: 0,
            result: 0,
            c_strides: [0; 2],
            strides: [0; 2],
            extents: [rows, columns],
            wide: 0,
            padding: 0,
        }
    }
    /// Adds `beta C`, where `C` has the element type of the result. `C` may be the earlier contents of the result
    /// itself.
    pub fn plus(self, beta: f32, c: Strided) -> Self {
        Linear { beta, c: c.address, c_strides: c.strides, ..self }
    }
    /// Adds the bias at this address, with elements of the type of the operands.
    pub fn bias(self, of: Bias, address: u64) -> Self {
        let bias_of = match of {
            Bias::None => 0,
            Bias::OfColumns => 1,
            Bias::OfRows => 2,
        };
        Linear { bias_of, bias: address, ..self }
    }
    /// Applies this function to the total.
    pub fn activation(self, activation: Activation) -> Self {
        // x / 2 (1 + tanh(y)) = x / (1 + e^-2y), with log2 e.
        let log2_e = core::f32::consts::LOG2_E;
        let gelu = -2.0 * 0.797_884_6 * log2_e;
        let (least, smooth) = match activation {
            Activation::None => (f32::NEG_INFINITY, [0.0; 2]),
            Activation::Relu => (0.0, [0.0; 2]),
            Activation::Gelu => (f32::NEG_INFINITY, [gelu, gelu * 0.044_715]),
            Activation::Silu => (f32::NEG_INFINITY, [-log2_e, 0.0]),
        };
        Linear { least, smooth, ..self }
    }
    /// Makes the kernel write a result of `f32` here.
    pub fn wide(self, result: Strided) -> Self {
        Linear { wide: 1, result: result.address, strides: result.strides, ..self }
    }
    /// The [`Epilogue`] for operands with elements `T`, in a kernel.
    ///
    /// # Safety
    /// The matrices and vectors that it was made of are in global memory, with these extents.
    #[inline(always)]
    pub unsafe fn in_elements<T>(self) -> LinearOf<T> {
        LinearOf { linear: self, of: core::marker::PhantomData }
    }
}

/// [`Linear`] for operands with elements `T`: an [`Epilogue`].
#[derive(Clone, Copy, Debug)]
pub struct LinearOf<T> {
    linear: Linear,
    of: core::marker::PhantomData<T>,
}

/// The place of the element at `[row, column]` in matrix `batch` of the matrices at an address.
///
/// # Safety
/// The address is in global memory.
#[inline(always)]
unsafe fn place<T>(
    begin: u64,
    strides: [u64; 2],
    [row, column]: [u32; 2],
    batch: u32,
) -> Global<T> {
    let offset = u64::from(row) * strides[0] + u64::from(batch) * strides[1] + u64::from(column);
    // SAFETY: as promised.
    unsafe { Global::new(without_provenance(begin as usize)) }.offset(offset as usize)
}
/// An element of 16 bits as a number.
///
/// # Safety
/// The element exists.
#[inline(always)]
unsafe fn number<T: Numbers + Element>(at: Global<T>) -> f32 {
    // SAFETY: as promised.
    unsafe { at.read() }.number()
}

impl Linear {
    /// The rows and columns of [`Eight`]. Those outside of the result are replaced by the last ones inside; what is
    /// read there is not used.
    #[inline(always)]
    fn inside(self, of: Eight) -> ([u32; 2], [u32; 4]) {
        let (rows, columns) = of.lines();
        let [m, n] = self.extents;
        if of.by_columns {
            return (rows.map(|row| row.min(n - 1)), columns.map(|column| column.min(m - 1)));
        }
        let pair = |column: u32| {
            let column = column.min((n - 1) & !1);
            [column, (column + 1).min(n - 1)]
        };
        let ([a, b], [c, d]) = (pair(columns[0]), pair(columns[2]));
        (rows.map(|row| row.min(m - 1)), [a, b, c, d])
    }
    /// The eight numbers at these rows and columns. Two in a row are read together; with exchanged rows and columns,
    /// each is read by itself.
    #[inline(always)]
    fn eight(
        of: Eight,
        (rows, columns): ([u32; 2], [u32; 4]),
        pair: impl Fn([u32; 2]) -> [f32; 2],
        one: impl Fn([u32; 2]) -> f32,
    ) -> [f32; 8] {
        if of.by_columns {
            return [0, 1, 2, 3, 4, 5, 6, 7]
                .map(|i| one([columns[2 * (i / 4) + i % 2], rows[i / 2 % 2]]));
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| pair([rows[i % 2], columns[i / 2 * 2]]));
        [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
    }
}

impl<T: Numbers + Element> Epilogue for LinearOf<T> {
    #[inline(always)]
    unsafe fn finish(self, sums: [f32; 8], of: Eight) -> [f32; 8] {
        const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        let (linear, batch) = (self.linear, of.batch);
        let lines = linear.inside(of);
        let mut x = sums.map(|sum| linear.alpha * sum);
        if linear.beta != 0.0 {
            let (begin, strides) = (linear.c, linear.c_strides);
            // SAFETY: as promised, for the places inside.
            let c = unsafe {
                if linear.wide != 0 {
                    let at = |at| place::<f32>(begin, strides, at, batch);
                    let pair = |place| {
                        let bits = at(place).cast::<u64>().read();
                        [bits as u32, (bits >> 32) as u32].map(f32::from_bits)
                    };
                    Linear::eight(of, lines, pair, |place| at(place).read())
                } else {
                    let at = |at| place::<T>(begin, strides, at, batch);
                    let pair = |place| T::numbers(at(place).cast::<u32>().read());
                    Linear::eight(of, lines, pair, |place| number(at(place)))
                }
            };
            x = ALL.map(|i| mul_add(linear.beta, c[i], x[i]));
        }
        if linear.bias_of != 0 {
            // SAFETY: as promised, for the places inside.
            let at = |i| unsafe { number::<T>(place(linear.bias, [0; 2], [0, i], 0)) };
            let (rows, columns) = lines;
            // Along the columns of the kernel, or along its rows.
            if (linear.bias_of == 1) != of.by_columns {
                let bias = columns.map(at);
                x = ALL.map(|i| x[i] + bias[2 * (i / 4) + i % 2]);
            } else {
                let bias = rows.map(at);
                x = ALL.map(|i| x[i] + bias[i / 2 % 2]);
            }
        }
        // NaN stays NaN.
        x = x.map(|x| if x < linear.least { linear.least } else { x });
        let [p, q] = linear.smooth;
        if p != 0.0 {
            x = x.map(|x| x * rcp(1.0 + exp2(x * mul_add(q * x, x, p))));
        }
        x
    }
    #[inline(always)]
    fn writes(self) -> bool {
        self.linear.wide != 0
    }
    #[inline(always)]
    unsafe fn write(self, results: [f32; 8], of: Eight) {
        let (linear, batch) = (self.linear, of.batch);
        let [m, n] = linear.extents;
        let (rows, columns) = of.lines();
        // SAFETY: as promised.
        let at = |at| unsafe { place::<f32>(linear.result, linear.strides, at, batch) };
        let write = |i: usize, pair: [f32; 2]| {
            let (row, column) = (rows[i % 2], columns[i / 2 * 2]);
            // SAFETY: as promised, for the places inside.
            unsafe {
                if of.by_columns {
                    if row < n && column < m {
                        at([column, row]).write(pair[0]);
                    }
                    if row < n && column + 1 < m {
                        at([column + 1, row]).write(pair[1]);
                    }
                } else if row < m && column < n {
                    let bits = pair.map(|x| u64::from(x.to_bits()));
                    at([row, column]).cast::<u64>().write(bits[0] | bits[1] << 32);
                }
            }
        };
        write(0, [results[0], results[1]]);
        write(1, [results[2], results[3]]);
        write(2, [results[4], results[5]]);
        write(3, [results[6], results[7]]);
    }
}
