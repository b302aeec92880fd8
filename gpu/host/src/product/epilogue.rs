//! Epilogues: what [`Gpu::gemm_with`](crate::Gpu::gemm_with) computes from the sums of a product.

use tilework::algebra::Layout;
use tilework_kernels::epilogue::{Activation, Bias, Linear, Strided};

use tilework_device::{Bf16, F16};

use super::matrix::ByRows;
use crate::{Buffer, Error};

/// A buffer for results: of f16 or bf16 as the operands, of `f32`, or of `i32`.
pub enum Results<'d> {
    /// Elements of f16.
    OfF16(&'d mut Buffer<F16>),
    /// Elements of bf16.
    OfBf16(&'d mut Buffer<Bf16>),
    /// Elements of `f32`: results are not rounded.
    OfF32(&'d mut Buffer<f32>),
    /// Elements of `i32`: sums of integers.
    OfI32(&'d mut Buffer<i32>),
}
impl<'d> From<&'d mut Buffer<i32>> for Results<'d> {
    fn from(buffer: &'d mut Buffer<i32>) -> Self {
        Results::OfI32(buffer)
    }
}
impl<'d> From<&'d mut Buffer<F16>> for Results<'d> {
    fn from(buffer: &'d mut Buffer<F16>) -> Self {
        Results::OfF16(buffer)
    }
}
impl<'d> From<&'d mut Buffer<Bf16>> for Results<'d> {
    fn from(buffer: &'d mut Buffer<Bf16>) -> Self {
        Results::OfBf16(buffer)
    }
}
impl<'d> From<&'d mut Buffer<f32>> for Results<'d> {
    fn from(buffer: &'d mut Buffer<f32>) -> Self {
        Results::OfF32(buffer)
    }
}
impl Results<'_> {
    /// The address, the number of elements, and whether they are `f32`.
    pub(super) fn parts(&self) -> (u64, usize, bool) {
        match self {
            Results::OfF16(buffer) => (buffer.address(), buffer.len(), false),
            Results::OfBf16(buffer) => (buffer.address(), buffer.len(), false),
            Results::OfF32(buffer) => (buffer.address(), buffer.len(), true),
            Results::OfI32(buffer) => (buffer.address(), buffer.len(), false),
        }
    }
    /// The name of its elements, and the bytes of one.
    pub(super) fn elements(&self) -> (&'static str, u64) {
        match self {
            Results::OfF16(_) => ("f16", 2),
            Results::OfBf16(_) => ("bf16", 2),
            Results::OfF32(_) => ("f32", 4),
            Results::OfI32(_) => ("i32", 4),
        }
    }
}

/// A buffer that is added to the sums: a matrix with the element type of the results, or a bias with that of the
/// operands.
#[derive(Clone, Copy)]
pub enum Addend<'d> {
    /// Elements of f16.
    OfF16(&'d Buffer<F16>),
    /// Elements of bf16.
    OfBf16(&'d Buffer<Bf16>),
    /// Elements of `f32`.
    OfF32(&'d Buffer<f32>),
}
impl<'d> From<&'d Buffer<F16>> for Addend<'d> {
    fn from(buffer: &'d Buffer<F16>) -> Self {
        Addend::OfF16(buffer)
    }
}
impl<'d> From<&'d Buffer<Bf16>> for Addend<'d> {
    fn from(buffer: &'d Buffer<Bf16>) -> Self {
        Addend::OfBf16(buffer)
    }
}
impl<'d> From<&'d Buffer<f32>> for Addend<'d> {
    fn from(buffer: &'d Buffer<f32>) -> Self {
        Addend::OfF32(buffer)
    }
}
impl Addend<'_> {
    /// The address, the number of elements, and their name.
    fn parts(self) -> (u64, usize, &'static str) {
        match self {
            Addend::OfF16(buffer) => (buffer.address(), buffer.len(), "f16"),
            Addend::OfBf16(buffer) => (buffer.address(), buffer.len(), "bf16"),
            Addend::OfF32(buffer) => (buffer.address(), buffer.len(), "f32"),
        }
    }
}

#[derive(Clone)]
enum Plus<'d> {
    Nothing,
    /// The contents of the result before the product.
    Result,
    Other(Addend<'d>, Layout),
}

/// The computation from the sums of a product to the results: `f(alpha sum + beta C + bias)`, in f32 and rounded once.
/// The default has `alpha` = 1 and the identity as `f`, and adds nothing. [`Gpu::gemm_with`](crate::Gpu::gemm_with)
/// takes it.
///
/// ```no_run
/// use tilework_host::product::Epilogue;
/// # fn of(bias: &tilework_host::Buffer<half::bf16>) {
/// // A layer with its bias and GELU.
/// let layer = Epilogue::new().bias_of_columns(bias).gelu();
/// // `C = A Bᵀ / 8 + C`
/// let scores = Epilogue::new().alpha(0.125).accumulate(1.0);
/// # }
/// ```
#[derive(Clone)]
pub struct Epilogue<'d> {
    alpha: f32,
    beta: f32,
    plus: Plus<'d>,
    bias: Option<(Bias, Addend<'d>)>,
    activation: Activation,
}
impl Default for Epilogue<'_> {
    fn default() -> Self {
        Self::new()
    }
}
impl<'d> Epilogue<'d> {
    /// The sums themselves.
    pub fn new() -> Self {
        Epilogue {
            alpha: 1.0,
            beta: 0.0,
            plus: Plus::Nothing,
            bias: None,
            activation: Activation::None,
        }
    }
    /// Multiplies the sums by `alpha`.
    #[must_use]
    pub fn alpha(self, alpha: f32) -> Self {
        Epilogue { alpha, ..self }
    }
    /// Adds `beta C`, where `C` has the extents and the element type of the result. It replaces an earlier `plus` or
    /// [`accumulate`](Self::accumulate).
    #[must_use]
    pub fn plus(self, beta: f32, (c, of_c): (impl Into<Addend<'d>>, impl Into<Layout>)) -> Self {
        Epilogue { beta, plus: Plus::Other(c.into(), of_c.into()), ..self }
    }
    /// Adds `beta` times the contents of the result before the product. It replaces an earlier [`plus`](Self::plus).
    #[must_use]
    pub fn accumulate(self, beta: f32) -> Self {
        Epilogue { beta, plus: Plus::Result, ..self }
    }
    /// Adds a bias for each column: a vector with one element for each column, of the type of the operands. There is
    /// one bias, and it replaces an earlier one.
    #[must_use]
    pub fn bias_of_columns(self, bias: impl Into<Addend<'d>>) -> Self {
        Epilogue { bias: Some((Bias::OfColumns, bias.into())), ..self }
    }
    /// Adds a bias for each row: a vector with one element for each row.
    #[must_use]
    pub fn bias_of_rows(self, bias: impl Into<Addend<'d>>) -> Self {
        Epilogue { bias: Some((Bias::OfRows, bias.into())), ..self }
    }
    /// Applies ReLU, `max(x, 0)`, to the sum. There is one activation, and each replaces an earlier one.
    #[must_use]
    pub fn relu(self) -> Self {
        Epilogue { activation: Activation::Relu, ..self }
    }
    /// Applies GELU to the sum: [`Activation::Gelu`].
    #[must_use]
    pub fn gelu(self) -> Self {
        Epilogue { activation: Activation::Gelu, ..self }
    }
    /// Applies SiLU to the sum: [`Activation::Silu`].
    #[must_use]
    pub fn silu(self) -> Self {
        Epilogue { activation: Activation::Silu, ..self }
    }

    /// Returns whether the results are the sums themselves.
    pub(super) fn is_nothing(&self) -> bool {
        self.alpha == 1.0
            && (self.beta == 0.0 || matches!(self.plus, Plus::Nothing))
            && self.bias.is_none()
            && self.activation == Activation::None
    }

    /// The numbers that kernels of operands of this name take for these results with this layout.
    pub(super) fn linear(
        &self,
        operands: &str,
        results: &Results<'_>,
        of: ByRows,
    ) -> Result<Linear, Error> {
        let wrong = |what: &str| Err(Error::new(format!("gemm: {what}")));
        let (address, _, wide) = results.parts();
        let extents = [of.rows, of.columns];
        let strided = |address, of: ByRows| Strided { address, strides: [of.next, of.next_matrix] };
        let mut linear = Linear::of(extents, self.alpha).activation(self.activation);
        if wide {
            linear = linear.wide(strided(address, of));
        }
        let plus = !matches!(self.plus, Plus::Nothing);
        if (wide || plus) && !of.columns.is_multiple_of(2) {
            return wrong(
                "results of f32, and those to which something is added, have an even number of columns",
            );
        }
        match &self.plus {
            Plus::Nothing => {}
            Plus::Result => linear = linear.plus(self.beta, strided(address, of)),
            Plus::Other(c, layout) => {
                let of_c = ByRows::of("plus", layout)?;
                let (address, length, elements) = c.parts();
                if (of_c.rows, of_c.columns, of_c.batch) != (of.rows, of.columns, of.batch) {
                    return wrong("what is added has the extents of the result");
                }
                if elements != results.elements().0 {
                    return wrong("what is added has elements of the type of the result");
                }
                if of_c.reach() > length as u64 {
                    return wrong("what is added reaches beyond its buffer");
                }
                linear = linear.plus(self.beta, strided(address, of_c));
            }
        }
        if let Some((bias_of, bias)) = self.bias {
            let count = if bias_of == Bias::OfColumns { of.columns } else { of.rows };
            let (address, length, elements) = bias.parts();
            if elements != operands {
                return wrong(&format!(
                    "the bias is of {elements}, and the operands of {operands}"
                ));
            }
            if length < count as usize {
                return wrong(&format!("the bias has {length} elements, and the result {count}"));
            }
            linear = linear.bias(bias_of, address);
        }
        Ok(linear)
    }
}
