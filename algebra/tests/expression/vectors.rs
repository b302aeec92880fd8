//! The worked examples of the papers and of CuTe, each as an expression.
//!
//! Names of operations that are peculiar to the papers are translated here. Results are compared
//! as in `../vectors.rs`: text with text, layouts up to what conventions differ in, compositions
//! and inverses by their laws. Where CuTe has no right result, ours must be an error or lawful.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tilework_algebra::{Layout, Tiler, coalesce};

use crate::definition::{
    is_composition, is_divide, is_left_inverse, is_padded_complement, is_product, is_right_inverse,
    same_function, value as offset, values,
};
use crate::value;

/// Why a row is not run.
type Reason = &'static str;

/// Compositions and inverses with a negative stride that are refused, as `../vectors.rs` says.
const NEGATIVE: &[&str] = &["125", "126", "149", "174"];

struct Row {
    id: String,
    op: String,
    /// As expressions.
    args: Vec<String>,
    /// As the calculator writes it; `None` where there is no result.
    expected: Option<String>,
    valid: bool,
    exact: bool,
}

/// A value as the calculator writes it.
fn written(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value, which is a layout.
fn result(text: &str) -> Result<Layout, String> {
    value(text).map(|value| layout(&value)).map_err(|failure| failure.to_string())
}

/// Stride 0 for extent 1, and no tuple of one mode: what conventions differ in.
fn plain(layout: &Layout) -> String {
    let parts: Vec<String> = layout
        .modes()
        .map(|mode| match (mode.depth(), mode.flat_modes()) {
            (0, [leaf]) if leaf.shape == 1 => "1:0".to_owned(),
            (0, _) => mode.to_string(),
            _ => plain(&mode),
        })
        .collect();
    match &parts[..] {
        [] => "1:0".to_owned(),
        [part] => part.clone(),
        parts => format!("({})", parts.join(",")),
    }
}

/// A law for each mode that the tiler has one for; the others stay.
fn by_mode(
    a: &Layout,
    b: &Tiler,
    r: &Layout,
    law: &dyn Fn(&Layout, &Layout, &Layout) -> bool,
) -> bool {
    match b {
        Tiler::Layout(b) => law(a, b, r),
        Tiler::Coordinates(_) | Tiler::Xor(_) => unreachable!("no row has one"),
        Tiler::Keep => a == r,
        Tiler::Modes(tilers) => {
            let tilers = tilers.iter().chain(std::iter::repeat(&Tiler::Keep));
            let modes = a.modes().zip(tilers).zip(r.modes());
            a.rank() == r.rank() && modes.into_iter().all(|((a, b), r)| by_mode(&a, b, &r, law))
        }
    }
}

impl Row {
    fn parse(line: &str) -> Row {
        let fields: Json = line.parse().unwrap();
        let args = fields["args"].as_array().unwrap().iter().map(written).collect();
        let result = if fields["correct"].is_null() { "result" } else { "correct" };
        let expected = Some(&fields[result]).filter(|value| !value.is_null() && *value != "ERROR");
        Row {
            id: written(&fields["id"]),
            op: written(&fields["op"]),
            args,
            expected: expected.map(written),
            valid: fields["valid"] != Json::Bool(false),
            exact: fields["exact"] != Json::Bool(false),
        }
    }

    fn call(&self, name: &str) -> String {
        format!("{name}({})", self.args.join(", "))
    }

    /// What is wrong with a text that should be the expected one.
    fn is(&self, got: String) -> Result<(), String> {
        if Some(&got) == self.expected.as_ref() { Ok(()) } else { Err(got) }
    }

    fn text(&self, expression: &str) -> Result<(), String> {
        self.is(value(expression).map_err(|failure| failure.to_string())?)
    }

    fn truth(&self, truth: bool) -> Result<(), String> {
        self.is(truth.to_string())
    }

    /// The layout that is expected, if it is right.
    fn right(&self) -> Option<Layout> {
        self.expected.as_deref().filter(|_| self.valid).map(layout)
    }

    /// The result must be right; where there is none to compare with it may be an error.
    fn layout(
        &self,
        expression: &str,
        right: impl Fn(&Layout, Option<&Layout>) -> bool,
    ) -> Result<(), String> {
        let expected = self.right();
        self.lawful(expression, |got| right(got, expected.as_ref()))
    }

    fn lawful(&self, expression: &str, law: impl Fn(&Layout) -> bool) -> Result<(), String> {
        let exists = self.valid && self.expected.is_some();
        match result(expression) {
            Ok(got) if law(&got) => Ok(()),
            Ok(got) => Err(got.to_string()),
            Err(_) if !exists || NEGATIVE.contains(&self.id.as_str()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The same layout up to what conventions differ in, or none.
    fn same(&self, expression: &str) -> Result<(), String> {
        self.layout(expression, |got, expected| {
            expected.is_some_and(|expected| plain(got) == plain(expected))
        })
    }

    /// The same layout where both are coalesced.
    fn coalesced(&self, expression: &str) -> Result<(), String> {
        self.layout(expression, |got, expected| {
            expected.is_some_and(|expected| *got == coalesce(expected))
        })
    }

    fn composition(&self, a: &str, b: &str) -> Result<(), String> {
        let (left, right): (Layout, Tiler) = (layout(a), b.parse().unwrap());
        let lawful = |r: &Layout| by_mode(&left, &right, r, &is_composition);
        for expression in [format!("composition({a}, {b})"), format!("({a}) o {b}")] {
            self.layout(&expression, |r, expected| {
                // CuTe drops the modes beyond a shorter tiler.
                lawful(r)
                    && expected.is_none_or(|expected| {
                        expected.size() != r.size() || same_function(r, expected)
                    })
            })?;
        }
        Ok(())
    }

    fn divide(&self, name: &str) -> Result<(), String> {
        let (a, b): (Layout, Tiler) = (layout(&self.args[0]), self.args[1].parse().unwrap());
        let lawful = |r: &Layout, ceil: bool| {
            let complement = if ceil { "complement_ceil" } else { "complement" };
            let law = |a: &Layout, b: &Layout, r: &Layout| {
                let rest = result(&format!("{complement}({b}, {})", a.size()));
                rest.is_ok_and(|rest| is_divide(a, b, &rest, r))
            };
            // The others have the values of the logical divide elsewhere.
            name != "logical_divide" || by_mode(&a, &b, r, &law)
        };
        let same = |r: &Layout, expected: &Layout| {
            let sizes = |r: &Layout| r.modes().map(|mode| mode.size()).collect::<Vec<_>>();
            sizes(r) == sizes(expected) && same_function(r, expected)
        };
        let right = |ceil| {
            move |r: &Layout, expected: Option<&Layout>| {
                lawful(r, ceil) && expected.is_none_or(|expected| same(r, expected))
            }
        };
        self.layout(&self.call(&format!("{name}_ceil")), right(true))?;
        if self.exact || self.right().is_none() {
            return self.layout(&self.call(name), right(false));
        }
        // It does not come out even.
        result(&self.call(name)).map_or(Ok(()), |r| Err(r.to_string()))
    }

    fn product(&self) -> Result<(), String> {
        let name = self.op.as_str();
        let (a, b): (Layout, Tiler) = (layout(&self.args[0]), self.args[1].parse().unwrap());
        let sorted = |r: &Layout| {
            let mut values = values(r);
            values.sort_unstable();
            values
        };
        self.layout(&self.call(name), |r, expected| {
            match expected {
                Some(expected) if name != "logical_product" => plain(r) == plain(expected),
                Some(expected) => by_mode(&a, &b, r, &is_product) && same_function(r, expected),
                // All products have the values of the logical one.
                None => {
                    let logical = result(&self.call("logical_product")).unwrap();
                    by_mode(&a, &b, &logical, &is_product) && sorted(r) == sorted(&logical)
                }
            }
        })
    }

    /// Runs a row with coordinate or XOR strides.
    fn strides(&self) -> Result<Result<(), String>, Reason> {
        let arg = |at: usize| self.args[at].as_str();
        let equal = |left: &str, right: &str| value(left) == value(right) && value(left).is_ok();
        Ok(match self.op.as_str() {
            "composition" => self
                .text(&self.call("composition"))
                .and_then(|()| self.text(&format!("{} o {}", arg(0), arg(1)))),
            "right_inverse" | "layout_table" | "left_inverse" if arg(0).contains('f') => {
                // By the values; the left inverse of all offsets is as good as the one of some.
                let at = |i: usize| match self.op.as_str() {
                    "layout_table" => {
                        format!("[{0}({i},0), {0}({i},1), {0}({i},2), {0}({i},3)]", arg(0))
                    }
                    "right_inverse" => format!("{}({i})", self.call("right_inverse")),
                    _ => format!("{0}({1}({0}({i})))", arg(0), self.call("left_inverse")),
                };
                let right = |i: usize| match self.op.as_str() {
                    "layout_table" => {
                        let table: Json = self.expected.as_deref().unwrap().parse().unwrap();
                        table[i].to_string().replace(',', ", ")
                    }
                    "right_inverse" => {
                        value(&format!("{}({i})", self.expected.as_deref().unwrap())).unwrap()
                    }
                    _ => value(&format!("{}({i})", arg(0))).unwrap(),
                };
                let count = if self.op == "layout_table" { 4 } else { 48 };
                self.truth_of((0..count).all(|i| value(&at(i)) == Ok(right(i))))
            }
            "right_inverse" | "left_inverse" => self.text(&self.call(&self.op)),
            "complement_004" => self.text(&self.call("complement_ext")),
            "concat" => self.truth_of(value(&self.call("concatenate")).is_err()),
            "identity_layout" => {
                let identity = format!("make_identity_layout({})", arg(1));
                let size: usize = value(&format!("size({})", arg(0))).unwrap().parse().unwrap();
                let at = |i| equal(&format!("{}({i})", arg(0)), &format!("{identity}({i})"));
                self.truth((0..size).all(at))
            }
            "same_function" => {
                let at = |i: usize| equal(&format!("{}({i})", arg(0)), &format!("{}({i})", arg(1)));
                self.truth((0..16).all(at))
            }
            "linear_form" => return Err("the matrix of a layout is no operation here"),
            op => Err(format!("no expression for {op}")),
        })
    }

    /// What is wrong where this does not hold.
    fn truth_of(&self, holds: bool) -> Result<(), String> {
        if holds { Ok(()) } else { Err(format!("{:?}", self.args)) }
    }

    /// Runs the row; the outer error is why it is not run, the inner one what is wrong.
    fn run(&self) -> Result<Result<(), String>, Reason> {
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
            // A shape alone is compact column-major.
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
                // Mode 0 down, mode 1 across; a layout of one mode is one row.
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
                // If at all, in the largest span.
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
                // A bijection onto what comes before the size of both, or N.
                let both = format!("concatenate({}, {})", arg(0), arg(1));
                let size = value(&format!("size({both})")).unwrap();
                let compact = equal(&format!("is_compact({both})"), "true");
                self.truth(compact && self.args.get(2).is_none_or(|n| *n == size))
            }
            "composition" | "composition_bymode" => self.composition(arg(0), arg(1)),
            "composition_flat" => {
                // Of the shape of the right side, or none.
                let r = result(&self.call("composition"));
                match &self.expected {
                    Some(_) => self.same(&self.call("composition")),
                    None if r.is_ok_and(|r| r.shape() == layout(arg(1)).shape()) => {
                        Err("the shape of the right side".to_owned())
                    }
                    None => Ok(()),
                }
            }
            // Where the algorithm of the paper finds none, ours is an error or right.
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
                    // Where modes overlap ours may be larger.
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
                    // The element `k` is at `r(k)` in both, `a` going on past its size.
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
            "function_to_layout" => self.same(&self.call("function_to_layout")),
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

    /// At least as many as expected: where modes overlap ours may be more.
    fn max_common_vector(&self) -> Result<(), String> {
        let got = value(&self.call("max_common_vector")).map_err(|failure| failure.to_string())?;
        let common = result(&self.call("max_common_layout"))?;
        let right = self.expected.as_ref().filter(|_| self.valid).map_or(1, |n| n.parse().unwrap());
        let enough = got.parse::<i64>().unwrap() >= right;
        if enough && got == common.size().to_string() { Ok(()) } else { Err(got) }
    }

    /// The same flat layout, but for modes of extent 1.
    fn same_leaves(&self, expression: &str) -> Result<(), String> {
        let moving = |layout: &Layout| {
            let modes = layout.flat_modes().iter().copied();
            modes.filter(|mode| mode.shape > 1).collect::<Vec<_>>()
        };
        self.layout(expression, |r, expected| {
            expected.is_some_and(|expected| moving(r) == moving(expected))
        })
    }
}

/// Of a permutation in cycles of numbers from 1, where each position comes from.
fn permutation(cycles: &str, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    for cycle in cycles.split(')').filter(|cycle| !cycle.is_empty()) {
        let cycle = cycle.trim().trim_start_matches('(').split_whitespace();
        let cycle: Vec<usize> = cycle.map(|k| k.parse::<usize>().unwrap() - 1).collect();
        for (k, &from) in cycle.iter().enumerate() {
            order[from] = cycle[(k + 1) % cycle.len()];
        }
    }
    order
}

/// Runs the rows, prints what became of them and gives how many were run.
fn run(rows: &str) -> usize {
    let mut ran = 0;
    let mut skipped: BTreeMap<Reason, usize> = BTreeMap::new();
    let mut wrong = vec![];
    for row in rows.lines().map(Row::parse) {
        match row.run() {
            Err(reason) => *skipped.entry(reason).or_default() += 1,
            Ok(done) => {
                ran += 1;
                if let Err(got) = done {
                    let Row { id, op, args, expected, .. } = &row;
                    wrong.push(format!("{id} {op} {args:?}: {got}, not {expected:?}"));
                }
            }
        }
    }
    for (reason, count) in &skipped {
        println!("{count:5} not run: {reason}");
    }
    println!("{ran} rows run");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    ran
}

#[test]
fn papers() {
    assert_eq!(run(include_str!("../vectors/papers.jsonl")), 923);
}

#[test]
fn cute() {
    assert_eq!(run(include_str!("../vectors/cute.jsonl")), 5106);
}
