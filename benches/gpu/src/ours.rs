//! Products by tilework's kernels.

use tilework_host::product::{Epilogue, Product};
use tilework_host::{Buffer, Error, Gpu};
use tilework_kernels::argument::product::{OF_BF16, OF_BF16_BATCHED, OF_BF16_WITH};
use tilework_kernels::device::TensorElement;

use crate::element::{Operand, Rounded};
use crate::problem::{Problem, Type};

/// `A`, `B` and `C` with elements `E` and `R`.
pub struct Set<E: TensorElement, R: TensorElement> {
    pub operands: [Buffer<E::Storage>; 2],
    pub c: Buffer<R::Storage>,
}

/// The kernels that are measured: the chosen one, `None`, and with `all` every kernel that may serve the problem.
pub fn kernels(problem: Problem, all: bool) -> Vec<Option<&'static str>> {
    let Problem { of, columns, m, n, k, batch } = problem;
    let mut kernels = vec![None];
    if all && of == Type::Bf16 && columns == [false; 2] {
        let may = |time: Option<u64>, least: u64| time.is_some_and(|time| time < 2 * least);
        let without = if batch == 1 { OF_BF16.as_slice() } else { &[] };
        let batched = OF_BF16_BATCHED.iter().filter(|one| one.name.ends_with("_batched"));
        let all = without.iter().chain(batched).chain(&OF_BF16_WITH);
        let times = all.map(|one| (one.name, one.picoseconds([m, n, k, batch], 132)));
        let least = times.clone().filter_map(|(_, time)| time).min().unwrap_or(0);
        kernels.extend(times.filter(|&(_, time)| may(time, least)).map(|(name, _)| Some(name)));
    }
    kernels
}

/// The product of a set, by the chosen kernel or by the one of this name.
pub fn product<'d, E: Operand, R: Rounded>(
    gpu: &'d Gpu,
    kernel: Option<&str>,
    Set { operands: [a, b], c }: &'d mut Set<E, R>,
    problem: Problem,
) -> Result<Product<'d>, Error> {
    let [of_a, of_b, of_c] = problem.layouts();
    let c = (R::results(c), of_c);
    gpu.product_by::<E>(kernel, (a, of_a), (b, of_b), c, &Epilogue::new())
}
