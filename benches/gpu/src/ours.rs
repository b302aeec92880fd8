//! The products by tilework's kernels.

use tilework::algebra::Layout;
use tilework_device::product::{Epilogue, Product};
use tilework_device::{Buffer, Error, Gpu};
use tilework_kernels::argument::product::{OF_BF16, OF_BF16_BATCHED, OF_BF16_WITH};
use tilework_kernels::device::{Bf16, F16};

use crate::problem::{Problem, Type};

/// `A`, `B` and `C`.
pub type Set = [Buffer<u16>; 3];

/// The kernels that are measured: the one that is chosen, `None`, and with `all` those that can be meant for the problem.
pub fn kernels(problem: Problem, all: bool) -> Vec<Option<&'static str>> {
    let Problem { of, m, n, k, batch } = problem;
    let mut kernels = vec![None];
    if all && of == Type::Bf16 {
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

/// The product of a set, by the kernel that is chosen or by the one of this name.
pub fn product<'d>(
    gpu: &'d Gpu,
    kernel: Option<&str>,
    [a, b, c]: &'d mut Set,
    Problem { of, m, n, k, batch }: Problem,
) -> Result<Product<'d>, Error> {
    let by_rows = |rows: u32, columns: u32| -> Layout {
        let next = u64::from(rows) * u64::from(columns);
        let text = match batch {
            1 => format!("({rows},{columns}):({columns},1)"),
            _ => format!("({rows},{columns},{batch}):({columns},1,{next})"),
        };
        text.parse().expect("a layout")
    };
    let (a, b, c) = ((&*a, by_rows(m, k)), (&*b, by_rows(n, k)), (c, by_rows(m, n)));
    match of {
        Type::Bf16 => gpu.product_by::<Bf16>(kernel, a, b, c, &Epilogue::new()),
        Type::F16 => gpu.product_by::<F16>(kernel, a, b, c, &Epilogue::new()),
    }
}
