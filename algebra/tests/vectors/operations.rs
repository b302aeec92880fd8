//! The rows of inverses, products and operations that rearrange modes.

use serde_json::Value;
use tilework_algebra::{
    Error, IntTuple, Layout, Mode, Profile, Tiler, blocked_product, coalesce, coalesce_profile,
    complement, complement_ext, composition, crd2idx, domain_distribute, evenly_divides, filter,
    filter_zeros, flat_divide, flat_divide_ceil, flat_product, flatten, function_to_layout,
    identity, inner_product, is_compact, is_sorted, left_inverse, logical_product,
    max_common_layout, max_common_vector, nullspace, offsets, permute, raked_product, refines,
    relative_flatten, relative_modes, right_inverse, select, shape_div, slice, sort, squeeze,
    squeeze_zeros, substitute, take, tiled_divide, tiled_divide_ceil, tiled_product,
    zipped_product,
};

use super::definition::{is_left_inverse, is_product, is_right_inverse, same_function, values};
use super::{
    Outcome, Row, Wrong, by_mode, error_or, factorizations, holds, is_divide_by_mode, morphisms,
    result,
};

pub fn run(row: &Row) -> Outcome {
    if let Some(outcome) = factorizations::run(row).or_else(|| morphisms::run(row)) {
        return outcome;
    }
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
            // A bijection onto the integers below the size of both, or below N.
            let size = a().size() * b().size();
            let n = row.args.get(2).map_or(size, |n| n.parse().unwrap());
            row.is(super::definition::is_complement(&a(), n, &b()))
        }
        "right_inverse" => {
            let got = right_inverse(&a());
            let expected = row.layout().unwrap();
            result(got, |r| {
                is_right_inverse(&a(), r)
                    // If modes overlap, ours may be larger.
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
                    by_mode(is_product, &a(), &tiler(), r) && same_in_modes(r, &expected)
                }),
                None => error_or(got, |r| by_mode(is_product, &a(), &tiler(), r)),
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
        "coalesce_profile" | "coalesce_relative" => {
            let profile = row.arg::<IntTuple>(1).profile().clone();
            row.is_same(coalesce_profile(&a(), &profile))
        }
        "coalesce_bymode" => {
            let rank = a().rank();
            row.is_same(coalesce_profile(&a(), &Profile::flat(rank)))
        }
        "coalesce_flat" => row.is_same(Ok(coalesce(&a()))),
        "is_coalesced" => row.is(coalesce(&a()) == a()),
        "is_coalesced_flat" => row.is(flatten(&coalesce(&a())) == a() || a().rank() == 0),
        "filter" => row.is_same(Ok(filter(&a()))),
        "filter_zeros" if row.id.contains('-') => row.is(squeeze_zeros(&a()).to_string()),
        "filter_zeros" => row.is(filter_zeros(&a()).to_string()),
        "squeeze" => row.is(squeeze(&a()).to_string()),
        "flatten" => row.is(flatten(&a()).to_string()),
        "flatten_tuple" => row.is(flatten(&row.arg::<IntTuple>(0)).to_string()),
        "sort" => row.is(sort(&a()).to_string()),
        "is_sorted" => row.is(is_sorted(&a())),
        "mode_leq" => {
            let pair = flatten(&Layout::concatenate([a(), b()]).unwrap());
            row.is(is_sorted(&pair))
        }
        "nondegenerate" => {
            // Coalesced leaf by leaf, it stays the same.
            let profile = a().profile().clone();
            row.is(coalesce_profile(&a(), &profile) == Ok(a()))
        }
        "restrict" => {
            let modes: Vec<usize> = numbers(&row.args[1]).iter().map(|&k| k as usize - 1).collect();
            row.is(select(&a(), &modes).unwrap().to_string())
        }
        "permute" => {
            let order = |rank| permutation(&row.args[1], rank);
            if !row.args[0].contains(':') {
                let tuple = row.arg::<IntTuple>(0);
                return row.is(permute(&tuple, &order(tuple.rank())).unwrap().to_string());
            }
            row.is(permute(&a(), &order(a().rank())).unwrap().to_string())
        }
        "relative_mode" => {
            let profile = row.arg::<IntTuple>(1).profile().clone();
            let at = row.args[2].parse::<usize>().unwrap() - 1;
            if row.args[0].contains(':') {
                return row.is(relative_modes(&a(), &profile).unwrap()[at].to_string());
            }
            let tuple = row.arg::<IntTuple>(0);
            row.is(relative_modes(&tuple, &profile).unwrap()[at].to_string())
        }
        "relative_flatten" => {
            let profile = row.arg::<IntTuple>(1).profile().clone();
            row.is(relative_flatten(&row.arg::<IntTuple>(0), &profile).unwrap().to_string())
        }
        "substitute" => {
            let parts: Value = row.args[1].parse().unwrap();
            let parts: Vec<&str> =
                parts.as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
            if parts[0].contains('*') {
                let parts: Vec<Profile> = parts.iter().map(|part| part.parse().unwrap()).collect();
                return row.is(substitute(&row.arg(0), &parts).unwrap().to_string());
            }
            let parts: Vec<IntTuple> = parts.iter().map(|part| part.parse().unwrap()).collect();
            row.is(substitute(&row.arg(0), &parts).unwrap().to_string())
        }
        "substitute_layout" => {
            let parts: Vec<Layout> = b().modes().collect();
            row.is(substitute(&row.arg(0), &parts).unwrap().to_string())
        }
        "tuple_concat" | "concat_flat" => {
            if row.op == "tuple_concat" {
                let parts = (0..row.args.len())
                    .flat_map(|i| row.arg::<IntTuple>(i).modes().collect::<Vec<_>>());
                return row.is(IntTuple::tuple(parts).to_string());
            }
            let parts =
                (0..row.args.len()).flat_map(|i| row.arg::<Layout>(i).modes().collect::<Vec<_>>());
            row.is(Layout::concatenate(parts).unwrap().to_string())
        }
        "tuple_divides" => {
            let (prefix, whole): (IntTuple, IntTuple) = (row.arg(0), row.arg(1));
            let same = take(&whole, 0..prefix.rank()).is_ok_and(|modes| modes == prefix);
            row.is(same)
        }
        "composition_flat" => {
            // The result has the shape of the right side, or there is none.
            let got = composition(&a(), &b());
            match row.expected {
                Some(_) => row.is_same(got),
                None => holds(got.is_ok_and(|r| r.shape() != b().shape()), "the shape of b"),
            }
        }
        "inner_product" => row.is(inner_product(&row.arg(0), &row.arg(1)).unwrap()),
        "shape_div" => row.is_tuple(shape_div(&row.arg(0), &row.arg(1))),
        "evenly_divides" => row.is(evenly_divides(&row.arg(0), &row.arg(1)).unwrap()),
        "idx2crd_layout" => {
            // The coordinate whose leaves are floor(i / d) mod s.
            let i: i64 = row.args[0].parse().unwrap();
            let digit =
                |mode: &Mode| if mode.stride == 0 { 0 } else { i / mode.stride % mode.shape };
            let digits = b().flat_modes().iter().map(digit).collect::<Vec<_>>();
            row.is_tuple(IntTuple::new(digits, b().profile().clone()))
        }
        "compatible_coarser_shapes" => {
            let all = row.expected.as_ref().unwrap().as_array().unwrap();
            let fine: IntTuple = row.arg(0);
            let coarser = |shape: &Value| {
                let coarse: IntTuple = shape.as_str().unwrap().parse().unwrap();
                refines(&fine, &coarse)
            };
            holds(all.iter().all(coarser), fine)
        }
        "is_compact" => row.is(is_compact(&a())),
        "identity_layout" => {
            let n = row.arg::<IntTuple>(1).size().unwrap();
            let same =
                a().size() == n && coalesce(&a()) == coalesce(&identity(&a().shape()).unwrap());
            row.is(same)
        }
        "slice" => {
            // The rows have the offset first.
            let (rest, offset) = slice(&a(), &row.arg(1)).unwrap();
            row.is(vec![Value::from(offset), rest.to_string().into()])
        }
        "ranged_slice" => {
            // A range is the composition with the layout of its indices, and its start.
            let ranges = [numbers(&row.args[1]), numbers(&row.args[2])];
            let tiler = ranges.iter().map(|range| {
                let (begin, end, step) = (range[0], range[1], range[2]);
                Tiler::Layout(Layout::leaf((end - begin + step - 1) / step, step).unwrap())
            });
            let tiler = Tiler::Modes(tiler.collect());
            let got = composition(&a(), &tiler);
            match (got, &row.expected) {
                (Ok(r), Some(Value::Array(expected))) => {
                    let rest: Layout = expected[1].as_str().unwrap().parse().unwrap();
                    holds(coalesce(&r) == coalesce(&rest), r)
                }
                (got, None) => holds(got.is_err(), "a layout"),
                (got, _) => Wrong(format!("{got:?}")),
            }
        }
        "nullspace" => row.is_same(Ok(nullspace(&a()))),
        "max_common_layout" => {
            let got = max_common_layout(&a(), &b());
            match row.expected {
                Some(_) => {
                    let expected = row.layout().unwrap();
                    result(got, |r| {
                        is_common(&a(), &b(), r)
                            && (*r == coalesce(&expected) || r.size() > expected.size())
                    })
                }
                None => error_or(got, |r| is_common(&a(), &b(), r)),
            }
        }
        "max_common_vector" => {
            let least = row.expected.as_ref().map_or(1, |expected| expected.as_i64().unwrap());
            let common = max_common_layout(&a(), &b()).unwrap();
            result(max_common_vector(&a(), &b()), |&n| {
                n >= least && n == common.size() && is_common(&a(), &b(), &common)
            })
        }
        "domain_distribute" => {
            row.is_same(domain_distribute(&row.arg(0), row.args[1].parse().unwrap()))
        }
        "function_to_layout" => {
            let values = numbers(&row.args[0]);
            match &row.expected {
                Some(_) => row.is_same(function_to_layout(&values)),
                None => holds(function_to_layout(&values).is_err(), "a layout"),
            }
        }
        "is_layout" => {
            let got = Layout::new(&row.arg(0), &row.arg(1));
            row.is(got.is_ok())
        }
        "linear_form" => {
            let strides: Vec<i64> = a().flat_modes().iter().map(|mode| mode.stride).collect();
            row.is(vec![Value::from(strides)])
        }
        "completeness_chain" => {
            let chain: Value = row.args[1].parse().unwrap();
            let layouts: Vec<Layout> = chain
                .as_array()
                .unwrap()
                .iter()
                .map(|l| l.as_str().unwrap().parse().unwrap())
                .collect();
            let at = |i: i64| layouts.iter().rev().fold(i, |i, l| l.offset(i).unwrap());
            let values = numbers(&row.args[0]);
            row.is((0..).zip(&values).all(|(i, &value)| at(i) == value))
        }
        "copy" => {
            let pairs = offsets(&a()).unwrap().into_iter().zip(offsets(&b()).unwrap());
            row.is(pairs.map(|(from, to)| Value::from(vec![from, to])).collect::<Vec<_>>())
        }
        "gemm" => row.is(gemm(&a(), &b(), &row.arg(2))),
        op => Wrong(format!("no test for {op}")),
    }
}

/// The data of `C`, which is 0 before, after `C(m, n) += sum_k A(m, k) B(n, k)`. The data of `A` is `i + 1` at `i`, and
/// that of `B` is `3 (i + 1) mod 17` (004, section 2.6.2, table 3).
fn gemm(a: &Layout, b: &Layout, c: &Layout) -> Vec<i64> {
    let size = |layout: &Layout, mode| layout.mode(mode).unwrap().size();
    let at = |layout: &Layout, i: i64, j: i64| {
        crd2idx(&IntTuple::tuple([i.into(), j.into()]), layout).unwrap()
    };
    let mut data = vec![0; c.cosize().unwrap() as usize];
    for m in 0..size(c, 0) {
        for n in 0..size(c, 1) {
            for k in 0..size(a, 1) {
                let (a, b) = (at(a, m, k) + 1, 3 * (at(b, n, k) + 1) % 17);
                data[at(c, m, n) as usize] += a * b;
            }
        }
    }
    data
}

/// The numbers of a list.
pub fn numbers(list: &str) -> Vec<i64> {
    let list: Value = list.parse().unwrap();
    list.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// For a permutation given by cycles of numbers from 1, the source of each position.
fn permutation(cycles: &str, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    for cycle in cycles.split(')').filter(|cycle| !cycle.is_empty()) {
        let cycle = cycle.trim().trim_start_matches('(');
        let cycle: Vec<usize> =
            cycle.split_whitespace().map(|k| k.parse::<usize>().unwrap() - 1).collect();
        for (k, &from) in cycle.iter().enumerate() {
            order[from] = cycle[(k + 1) % cycle.len()];
        }
    }
    order
}

/// Returns whether both layouts have the element `k` at `r(k)`.
fn is_common(a: &Layout, b: &Layout, r: &Layout) -> bool {
    (0..).zip(values(r)).all(|(k, c)| a.offset(c) == Ok(k) && b.offset(c) == Ok(k))
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
            // If CuTe has no result, ours must be right; it is built from the logical product.
            None => {
                let (a, b) = (self.arg::<Layout>(0), self.arg::<Tiler>(1));
                match (got, logical_product(&a, &b)) {
                    (Ok(r), Ok(logical)) => {
                        let mut ours = values(&r);
                        let mut whole = values(&logical);
                        ours.sort_unstable();
                        whole.sort_unstable();
                        holds(ours == whole && by_mode(is_product, &a, &b, &logical), r)
                    }
                    (got, _) => error_or(got, |_| false),
                }
            }
        }
    }

    /// A divide whose modes are arranged differently from those of the zipped divide.
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

/// Normalizes differences of conventions: stride 0 for extent 1, and no tuples of one mode.
pub fn plain(layout: &Layout) -> String {
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

/// Returns whether the top-level modes have the same functions.
pub fn same_in_modes(r: &Layout, expected: &Layout) -> bool {
    r.rank() == expected.rank()
        && r.modes().zip(expected.modes()).all(|(r, e)| same_function(&r, &e))
}

/// Returns whether the flat layouts are the same, except for modes of extent 1.
fn same_in_modes_flat(r: &Layout, expected: &Layout) -> bool {
    let moving = |layout: &Layout| {
        let modes = layout.flat_modes().iter().copied();
        modes.filter(|mode| mode.shape > 1).collect::<Vec<_>>()
    };
    moving(r) == moving(expected)
}
