//! The expression for each operation of the vectors, and the comparison of its result.

use tilework_algebra::{Layout, coalesce};

use super::{Reason, Row, layout, permutation, result};
use crate::definition::{
    is_left_inverse, is_padded_complement, is_right_inverse, value as offset, values,
};
use crate::value;

impl Row {
    /// Runs the row. The outer error says why it is not run, the inner error what is wrong.
    pub fn run(&self) -> Result<Result<(), String>, Reason> {
        if self.args.iter().any(|text| text.contains(['e', 'f'])) {
            return self.strides();
        }
        let arg = |at: usize| self.args[at].as_str();
        let number = |at: usize| arg(at).parse::<i64>().unwrap();
        let all = |texts: &[String]| value(&format!("[{}]", texts.join(", "))).unwrap();
        let equal = |left: &str, right: &str| value(left) == value(right) && value(left).is_ok();
        let done = match self.op.as_str() {
            "rank" | "depth" | "length" | "profile" | "cosize" | "size" | "product"
            | "congruent" | "weakly_congruent" | "compatible" | "refines" | "prefix_product"
            | "coord_map" | "inner_product" | "evenly_divides" | "shape_div" | "is_compact"
            | "is_sorted" | "sort" | "squeeze" | "flatten" | "crd2idx" | "relative_flatten"
            | "max_common_vector"
                if self.expected.is_some() && self.valid =>
            {
                if self.op == "max_common_vector" {
                    return Ok(self.max_common_vector());
                }
                self.text(&self.call(&self.op))
            }
            "max_common_vector" => self.max_common_vector(),
            "idx2crd" if arg(0).contains('(') => {
                self.text(&format!("idx2crd({}, {})", arg(1), arg(0)))
            }
            "idx2crd" => self.text(&self.call("idx2crd")),
            "compact_col_major" | "compact_row_major" if self.args.len() > 1 => {
                self.text(&self.call("prefix_product"))
            }
            "compact_col_major" | "compact_row_major" => self.text(&self.call(&self.op)),
            "is_column_major" | "is_row_major" => {
                let name = if self.op == "is_row_major" { "row_major" } else { "col_major" };
                let stride = format!("compact_{name}(shape({}))", arg(0));
                self.truth(equal(&format!("stride({})", arg(0)), &stride))
            }
            "eval" => self
                .text(&format!("{}({})", arg(0), arg(1)))
                .and_then(|()| self.text(&format!("crd2idx({}, {})", arg(1), arg(0)))),
            // A single shape is a compact column-major layout.
            "colex" => self.text(&format!("identity({})({})", arg(0), arg(1))),
            "mode" => self.text(&format!("mode({}, {})", arg(0), number(1) - 1)),
            "entry" => self.text(&format!("mode(flatten({}), {})", arg(0), number(1) - 1)),
            "concat" => self.text(&self.call("concatenate")),
            "coord_set" => self.text(&self.call("coordinates")),
            "layout_function" | "evaluate_all" => self.text(&self.call("offsets")),
            "coordinate_function" => {
                let coordinates = value(&format!("coordinates(shape({}))", arg(0))).unwrap();
                let offsets = value(&self.call("offsets")).unwrap();
                let items = |list: &str| -> Vec<String> {
                    list.trim_matches(['[', ']']).split(", ").map(str::to_owned).collect()
                };
                let pairs = items(&coordinates).into_iter().zip(items(&offsets));
                let pairs: Vec<String> = pairs.map(|(c, d)| format!("[{c}, {d}]")).collect();
                self.is(format!("[{}]", pairs.join(", ")))
            }
            "layout_table" => {
                // Mode 0 goes down, mode 1 goes across; a layout of one mode is one row.
                let extents: Vec<i64> = layout(arg(0)).modes().map(|mode| mode.size()).collect();
                let row = |cells: Vec<String>| all(&cells);
                let table: Vec<String> = match extents[..] {
                    [n] => vec![row((0..n).map(|i| format!("{}({i})", arg(0))).collect())],
                    [m, n] => {
                        let cell = |i, j| format!("{}({i},{j})", arg(0));
                        (0..m).map(|i| row((0..n).map(|j| cell(i, j)).collect())).collect()
                    }
                    _ => vec![],
                };
                self.is(format!("[{}]", table.join(", ")))
            }
            "same_function" => {
                self.truth(equal(&format!("offsets({})", arg(0)), &format!("offsets({})", arg(1))))
            }
            "coalesce" | "coalesce_flat" if self.args.len() == 1 => {
                if self.op == "coalesce_flat" {
                    self.same(&self.call("coalesce"))
                } else {
                    self.coalesced(&self.call("coalesce"))
                }
            }
            "coalesce_profile" | "coalesce_relative" => self.same(&self.call("coalesce")),
            "coalesce_bymode" => {
                let profile = vec!["*"; layout(arg(0)).rank()].join(",");
                self.same(&format!("coalesce({}, ({profile}))", arg(0)))
            }
            "is_coalesced" => self.truth(equal(&self.call("coalesce"), arg(0))),
            "is_coalesced_flat" => {
                let coalesced = format!("flatten({})", self.call("coalesce"));
                self.truth(equal(&coalesced, arg(0)) || layout(arg(0)).rank() == 0)
            }
            "nondegenerate" => {
                let by_leaf = format!("coalesce({0}, profile({0}))", arg(0));
                self.truth(equal(&by_leaf, arg(0)))
            }
            "left_divisible" | "weakly_left_divisible" => {
                let shape = arg(0).trim_matches(['[', ']']);
                self.text(&format!("{}(({shape}), {})", self.op, arg(1)))
            }
            "filter" => self.same(&self.call("filter")),
            "filter_zeros" if self.id.contains('-') => self.text(&self.call("squeeze_zeros")),
            "filter_zeros" => self.text(&self.call("filter_zeros")),
            "nullspace" | "domain_distribute" => self.same(&self.call(&self.op)),
            "complement_004" => self.text(&self.call("complement_ext")),
            "complement_N" | "complement_flat_N" => self.coalesced(&self.call("complement")),
            "N_complementable" => self.truth(value(&self.call("complement")).is_ok()),
            "complementable" | "complement_flat" => {
                // If there is a complement, there is one in the largest span.
                let a = layout(arg(0));
                let span = a.flat_modes().iter().filter_map(|mode| mode.span()).max();
                let complement = format!("complement({a}, {})", span.unwrap().max(1));
                match self.op.as_str() {
                    "complementable" => self.truth(value(&complement).is_ok()),
                    _ => self.same(&complement),
                }
            }
            "complement" => {
                let (a, n) = (layout(arg(0)), value(&format!("size({})", arg(1))).unwrap());
                let n = n.parse().unwrap();
                self.layout(&self.call("complement_ceil"), |r, expected| match expected {
                    Some(expected) => *r == coalesce(expected),
                    None => is_padded_complement(&a, n, r),
                })
            }
            "is_complement" | "is_N_complement" => {
                // A bijection onto the integers below the size of both, or below N.
                let both = format!("concatenate({}, {})", arg(0), arg(1));
                let size = value(&format!("size({both})")).unwrap();
                let compact = equal(&format!("is_compact({both})"), "true");
                self.truth(compact && self.args.get(2).is_none_or(|n| *n == size))
            }
            "composition" | "composition_bymode" => self.composition(arg(0), arg(1)),
            "composition_flat" => {
                // The result has the shape of the right side, or there is none.
                let r = result(&self.call("composition"));
                match &self.expected {
                    Some(_) => self.same(&self.call("composition")),
                    None if r.is_ok_and(|r| r.shape() == layout(arg(1)).shape()) => {
                        Err("the shape of the right side".to_owned())
                    }
                    None => Ok(()),
                }
            }
            // If the algorithm of the paper finds no result, ours is an error or right.
            "composition_algorithm" => self.composition(arg(1), arg(0)),
            "associativity" => {
                let [a, b, c] = [arg(0), arg(1), arg(2)];
                self.text(&format!("[{a} o ({b} o {c}), {a} o {b} o {c}]"))
            }
            "logical_divide" | "logical_divide_bymode" => self.divide("logical_divide"),
            "zipped_divide" | "tiled_divide" | "flat_divide" => self.divide(&self.op),
            "flat_divide_003" => self.same_leaves(&self.call("logical_divide")),
            "flat_product_003" => self.same_leaves(&self.call("logical_product")),
            "logical_product" | "zipped_product" | "tiled_product" | "flat_product"
            | "blocked_product" | "raked_product" => self.product(),
            "right_inverse" => {
                let a = layout(arg(0));
                self.layout(&self.call("right_inverse"), |r, expected| {
                    // If modes overlap, ours may be larger.
                    let same = |e: &Layout| *r == coalesce(e) || r.size() > e.size();
                    is_right_inverse(&a, r) && expected.is_none_or(same)
                })
            }
            "left_inverse" => {
                let a = layout(arg(0));
                self.lawful(&self.call("left_inverse"), |r| is_left_inverse(&a, r))
            }
            "max_common_layout" => {
                let (a, b) = (layout(arg(0)), layout(arg(1)));
                self.layout(&self.call("max_common_layout"), |r, expected| {
                    let same = |e: &Layout| *r == coalesce(e) || r.size() > e.size();
                    // The element `k` is at `r(k)` in both layouts; `a` continues past its size.
                    let at = |(k, c)| offset(&a, c) == k && offset(&b, c) == k;
                    (0..).zip(values(r)).all(at) && expected.is_none_or(same)
                })
            }
            "flatten_tuple" => self.text(&self.call("flatten")),
            "mode_leq" => {
                self.text(&format!("is_sorted(flatten(concatenate({}, {})))", arg(0), arg(1)))
            }
            "restrict" => {
                let modes: Vec<i64> = serde_json::from_str(arg(1)).unwrap();
                let modes: Vec<String> = modes.iter().map(|k| (k - 1).to_string()).collect();
                self.text(&format!("select({}, [{}])", arg(0), modes.join(", ")))
            }
            "permute" => {
                let rank: usize = value(&format!("rank({})", arg(0))).unwrap().parse().unwrap();
                let order = format!("{:?}", permutation(arg(1), rank));
                self.text(&format!("permute({}, {order})", arg(0)))
            }
            "relative_mode" => {
                let modes = format!("relative_flatten({}, {})", arg(0), arg(1));
                self.text(&format!("mode({modes}, {})", number(2) - 1))
            }
            "substitute" => self.text(&self.call("substitute")),
            "substitute_layout" => {
                let parts: Vec<String> = layout(arg(1)).modes().map(|l| l.to_string()).collect();
                self.text(&format!("substitute({}, [{}])", arg(0), parts.join(", ")))
            }
            "tuple_concat" => self.text(&format!("flatten(({}))", self.args.join(","))),
            "concat_flat" => self.text(&format!("flatten({})", self.call("concatenate"))),
            "tuple_divides" => {
                let prefix = format!("take({}, 0, rank({}))", arg(1), arg(0));
                self.truth(equal(&prefix, arg(0)))
            }
            "compatible_coarser_shapes" => {
                let expected = self.expected.as_deref().unwrap().trim_matches(['[', ']']);
                let refined = |coarser: &str| {
                    value(&format!("refines({}, {coarser})", arg(0))).as_deref() == Ok("true")
                };
                let all = expected.split(", ").all(refined);
                if all { Ok(()) } else { Err(arg(0).to_owned()) }
            }
            "identity_layout" => {
                let coalesced = format!("coalesce({})", arg(0));
                let identity = format!("coalesce(identity({}))", arg(1));
                self.truth(equal(&coalesced, &identity))
            }
            "slice" => self
                .text(&self.call("slice"))
                .and_then(|()| self.text(&format!("slice({}, {})", arg(1), arg(0))))
                .and_then(|()| match arg(1).contains('_') {
                    true => self.text(&format!("{}({})", arg(0), arg(1))),
                    false => Ok(()),
                }),
            "ranged_slice" => {
                // A range is the composition with the layout of its indices, and its start.
                let range = |at: usize| {
                    let range: Vec<i64> = serde_json::from_str(arg(at)).unwrap();
                    let size = (range[1] - range[0] + range[2] - 1) / range[2];
                    (range[0], format!("{size}:{}", range[2]))
                };
                let ((i, rows), (j, columns)) = (range(1), range(2));
                let composed = result(&format!("{} o <{rows}, {columns}>", arg(0)));
                match (&self.expected, composed) {
                    (Some(expected), Ok(r)) => {
                        let begin = value(&format!("{}({i},{j})", arg(0))).unwrap();
                        let expected = expected.trim_matches(['[', ']']).split_once(", ");
                        let (start, rest) = expected.unwrap();
                        let same = start == begin && coalesce(&r) == coalesce(&layout(rest));
                        if same { Ok(()) } else { Err(r.to_string()) }
                    }
                    (None, Err(_)) => Ok(()),
                    (_, got) => Err(format!("{got:?}")),
                }
            }
            "function_to_layout" => match value(&self.call("function_to_layout")) {
                // Where no integer strides have the offsets, XOR strides may.
                Ok(found) if self.expected.is_none() => {
                    let same = value(&format!("offsets({found})")).as_deref() == Ok(arg(0));
                    if same && found.contains('f') { Ok(()) } else { Err(found) }
                }
                _ => self.same(&self.call("function_to_layout")),
            },
            "is_layout" => self.truth(value(&format!("{}:{}", arg(0), arg(1))).is_ok()),
            "linear_form" => {
                let stride = value(&format!("flatten(stride({}))", arg(0))).unwrap();
                let stride = stride.trim_matches(['(', ')']).replace(',', ", ");
                self.is(format!("[[{stride}]]"))
            }
            "completeness_chain" => {
                // One layout applied after another.
                let values: Vec<i64> = serde_json::from_str(arg(0)).unwrap();
                let layouts: Vec<&str> = arg(1).trim_matches(['[', ']']).split(", ").collect();
                let at = |i: usize| {
                    let applied =
                        layouts.iter().rfold(i.to_string(), |inner, l| format!("{l}({inner})"));
                    value(&applied).unwrap()
                };
                self.truth(values.iter().enumerate().all(|(i, v)| at(i) == v.to_string()))
            }
            "copy" => {
                let pairs = values(&layout(arg(0))).into_iter().zip(values(&layout(arg(1))));
                let at = |(i, _)| format!("{}({i}), {}({i})", arg(0), arg(1));
                let pairs: Vec<String> =
                    (0..).zip(pairs).map(|pair: (i64, _)| all(&[at(pair)])).collect();
                self.is(format!("[{}]", pairs.join(", ")))
            }
            "idx2crd_layout" => return Err("the coordinate by strides is no operation here"),
            "gemm" => return Err("multiplication of matrices is not of the algebra"),
            "expressible_permutations" => return Err("the permutations that layouts are, of 000"),
            "tractable"
            | "pullback"
            | "pushforward"
            | "mutual_refinement"
            | "layout_of_morphism"
            | "standard_representation"
            | "relative_mode_inclusion" => return Err("morphisms"),
            op if op.contains("morphism") || op.starts_with("map_") => return Err("morphisms"),
            op if op.starts_with("admissible_000") => {
                return Err("a condition of 000 that is neither necessary nor sufficient");
            }
            op if op.starts_with("fact_") => {
                return Err("the permutations that layouts are, of 000");
            }
            op => Err(format!("no expression for {op}")),
        };
        Ok(done)
    }
}
