//! The rows of inverses, products and the operations that rearrange.

use tilework_algebra::{
    Error, Layout, Tiler, blocked_product, coalesce, complement, complement_ext, flat_divide,
    flat_divide_ceil, flat_product, left_inverse, logical_product, raked_product, right_inverse,
    tiled_divide, tiled_divide_ceil, tiled_product, zipped_product,
};

use super::definition::{is_left_inverse, is_product, is_right_inverse, same_function, values};
use super::{Outcome, Row, Wrong, error_or, holds, is_divide_by_mode, result};

pub fn run(row: &Row) -> Outcome {
    let a = || row.arg::<Layout>(0);
    let b = || row.arg::<Layout>(1);
    let tiler = || row.arg::<Tiler>(1);
    match row.op.as_str() {
        "complement_004" => row.is(complement_ext(&a()).unwrap().to_string()),
        "complement_flat" => {
            let spans = a();
            let spans = spans.flat_modes().iter().filter_map(|mode| mode.span());
            row.is_same(complement(&a(), spans.max().unwrap().max(1)))
        }
        "is_complement" | "is_N_complement" => {
            // A bijection onto what comes before the size of both, or N.
            let size = a().size() * b().size();
            let n = row.args.get(2).map_or(size, |n| n.parse().unwrap());
            row.is(super::definition::is_complement(&a(), n, &b()))
        }
        "right_inverse" => {
            let got = right_inverse(&a());
            let expected = row.layout().unwrap();
            result(got, |r| {
                is_right_inverse(&a(), r)
                    // Where modes overlap ours may be larger.
                    && (*r == coalesce(&expected) || r.size() > expected.size())
            })
        }
        "left_inverse" => {
            let lawful = |l: &Layout| is_left_inverse(&a(), l);
            match row.expected {
                Some(_) if row.valid => result(left_inverse(&a()), lawful),
                _ => error_or(left_inverse(&a()), lawful),
            }
        }
        "logical_product" => {
            let got = logical_product(&a(), &tiler());
            match row.layout().filter(|_| row.valid) {
                Some(expected) => result(got, |r| {
                    is_product_by_mode(&a(), &tiler(), r) && same_in_modes(r, &expected)
                }),
                None => error_or(got, |r| is_product_by_mode(&a(), &tiler(), r)),
            }
        }
        "zipped_product" => row.product(zipped_product(&a(), &tiler())),
        "tiled_product" => row.product(tiled_product(&a(), &tiler())),
        "flat_product" => row.product(flat_product(&a(), &tiler())),
        "blocked_product" => row.product(blocked_product(&a(), &b())),
        "raked_product" => row.product(raked_product(&a(), &b())),
        "tiled_divide" => {
            row.arranged_divide(tiled_divide(&a(), &tiler()), tiled_divide_ceil(&a(), &tiler()))
        }
        "flat_divide" => {
            row.arranged_divide(flat_divide(&a(), &tiler()), flat_divide_ceil(&a(), &tiler()))
        }
        "flat_divide_003" => {
            let got = tilework_algebra::logical_divide(&a(), &b());
            result(got, |r| same_in_modes_flat(r, &row.layout().unwrap()))
        }
        "flat_product_003" => {
            let got = logical_product(&a(), &b());
            result(got, |r| same_in_modes_flat(r, &row.layout().unwrap()))
        }
        op => Wrong(format!("no test for {op}")),
    }
}

impl Row {
    /// The same layout up to the strides of extent 1 and the grouping of single modes.
    fn is_same(&self, got: Result<Layout, Error>) -> Outcome {
        let expected = plain(&self.layout().unwrap());
        result(got, |got| plain(got) == expected)
    }

    fn product(&self, got: Result<Layout, Error>) -> Outcome {
        match self.layout().filter(|_| self.valid) {
            Some(_) => self.is_same(got),
            // Where CuTe has none, ours must be right; it is made of the logical product.
            None => {
                let (a, b) = (self.arg::<Layout>(0), self.arg::<Tiler>(1));
                match (got, logical_product(&a, &b)) {
                    (Ok(r), Ok(logical)) => {
                        let mut ours = values(&r);
                        let mut whole = values(&logical);
                        ours.sort_unstable();
                        whole.sort_unstable();
                        holds(ours == whole && is_product_by_mode(&a, &b, &logical), r)
                    }
                    (got, _) => error_or(got, |_| false),
                }
            }
        }
    }

    /// A divide whose modes are arranged in another way than those of the zipped divide.
    fn arranged_divide(
        &self,
        plain: Result<Layout, Error>,
        ceil: Result<Layout, Error>,
    ) -> Outcome {
        let (a, b): (Layout, Tiler) = (self.arg(0), self.arg(1));
        let Some(_) = self.layout().filter(|_| self.valid) else {
            // The zipped divide has the same values, and its law is tested.
            let zipped = tilework_algebra::zipped_divide_ceil(&a, &b);
            return error_or(ceil, |r| {
                zipped.is_ok_and(|zipped| {
                    is_divide_by_mode(&a, &b, &zipped, true, true) && values(&zipped) == values(r)
                })
            });
        };
        match plain {
            Ok(r) if !self.exact => Wrong(format!("{r}, which does not come out even")),
            Err(error) if self.exact => Outcome::Refused(error),
            Ok(r) => holds(
                ceil == Ok(r.clone()) && matches!(self.is_same(Ok(r.clone())), Outcome::Right),
                r,
            ),
            Err(_) => self.is_same(ceil),
        }
    }
}

/// Stride 0 for extent 1, and no tuple of one mode: what conventions differ in.
fn plain(layout: &Layout) -> String {
    let parts: Vec<String> = layout
        .modes()
        .map(|mode| {
            if mode.depth() > 0 {
                return plain(&mode);
            }
            let mode = mode.flat_modes()[0];
            format!("{}:{}", mode.shape, if mode.shape == 1 { 0 } else { mode.stride })
        })
        .collect();
    match &parts[..] {
        [] => "1:0".into(),
        [part] => part.clone(),
        parts => format!("({})", parts.join(",")),
    }
}

/// Whether the modes at the top have the same functions.
fn same_in_modes(r: &Layout, expected: &Layout) -> bool {
    r.rank() == expected.rank()
        && r.modes().zip(expected.modes()).all(|(r, e)| same_function(&r, &e))
}

/// Whether the flat layouts are the same, but for modes of extent 1.
fn same_in_modes_flat(r: &Layout, expected: &Layout) -> bool {
    let moving = |layout: &Layout| {
        let modes = layout.flat_modes().iter().copied();
        modes.filter(|mode| mode.shape > 1).collect::<Vec<_>>()
    };
    moving(r) == moving(expected)
}

fn is_product_by_mode(a: &Layout, b: &Tiler, r: &Layout) -> bool {
    match b {
        Tiler::Layout(b) => is_product(a, b, r),
        Tiler::Keep => a == r,
        Tiler::Modes(tilers) => {
            let tilers = tilers.iter().chain(std::iter::repeat(&Tiler::Keep));
            a.rank() == r.rank()
                && a.modes()
                    .zip(tilers)
                    .zip(r.modes())
                    .all(|((a, b), r)| is_product_by_mode(&a, b, &r))
        }
    }
}
