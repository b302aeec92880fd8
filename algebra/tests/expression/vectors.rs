//! The worked examples of the papers and of CuTe, each as an expression.
//!
//! Operation names that are peculiar to the papers are translated here. Results are compared as in `../vectors.rs`:
//! text with text, layouts up to differences of conventions, and compositions and inverses by their laws. If CuTe has
//! no right result, ours must be an error or satisfy the law.

mod operations;

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tilework_algebra::{Layout, Tiler, coalesce};

use crate::definition::{is_composition, is_divide, is_product, same_function, values};
use crate::value;

/// The reason why a row is not run.
type Reason = &'static str;

/// Compositions and inverses with a negative stride that are refused; see `../vectors.rs`.
const NEGATIVE: &[&str] = &["125", "126", "149", "174"];

struct Row {
    id: String,
    op: String,
    /// The arguments as expressions.
    args: Vec<String>,
    /// The result as the calculator writes it; `None` if there is no result.
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

/// The value, which must be a layout.
fn result(text: &str) -> Result<Layout, String> {
    value(text).map(|value| layout(&value)).map_err(|failure| failure.to_string())
}

/// Normalizes differences of conventions: stride 0 for extent 1, and no tuples of one mode.
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

/// Checks a law for each mode that the tiler tiles; the other modes stay.
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
        let mut fields: Json = line.parse().unwrap();
        let args = fields["args"].as_array().unwrap().iter().map(written).collect();
        let result = if fields["correct"].is_null() { "result" } else { "correct" };
        // The rows have the offset of a slice before its layout.
        if fields["op"] == "slice" {
            fields[result].as_array_mut().unwrap().reverse();
        }
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

    /// Compares a text with the expected one.
    fn is(&self, got: String) -> Result<(), String> {
        if Some(&got) == self.expected.as_ref() { Ok(()) } else { Err(got) }
    }

    fn text(&self, expression: &str) -> Result<(), String> {
        self.is(value(expression).map_err(|failure| failure.to_string())?)
    }

    fn truth(&self, truth: bool) -> Result<(), String> {
        self.is(truth.to_string())
    }

    /// The expected layout, if it is right.
    fn right(&self) -> Option<Layout> {
        self.expected.as_deref().filter(|_| self.valid).map(layout)
    }

    /// The result must be right. If there is no result to compare with, it may be an error.
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

    /// The same layout up to differences of conventions, or no result.
    fn same(&self, expression: &str) -> Result<(), String> {
        self.layout(expression, |got, expected| {
            expected.is_some_and(|expected| plain(got) == plain(expected))
        })
    }

    /// The same layout after both are coalesced.
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
                // CuTe drops the modes past a shorter tiler.
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
            // The other divides have the values of the logical divide at other coordinates.
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
        // The tile does not divide evenly.
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
                // All products have the values of the logical product.
                None => {
                    let logical = result(&self.call("logical_product")).unwrap();
                    by_mode(&a, &b, &logical, &is_product) && sorted(r) == sorted(&logical)
                }
            }
        })
    }

    /// Runs a row with strides that are coordinates or XOR strides.
    fn strides(&self) -> Result<Result<(), String>, Reason> {
        let arg = |at: usize| self.args[at].as_str();
        let equal = |left: &str, right: &str| value(left) == value(right) && value(left).is_ok();
        Ok(match self.op.as_str() {
            "composition" => self
                .text(&self.call("composition"))
                .and_then(|()| self.text(&format!("{} o {}", arg(0), arg(1)))),
            "right_inverse" | "layout_table" | "left_inverse" if arg(0).contains('f') => {
                // Compare values; a left inverse of all offsets is as good as one of some offsets.
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

    /// The arguments, if the condition does not hold.
    fn truth_of(&self, holds: bool) -> Result<(), String> {
        if holds { Ok(()) } else { Err(format!("{:?}", self.args)) }
    }

    /// At least as many elements as expected: if modes overlap, ours may be more.
    fn max_common_vector(&self) -> Result<(), String> {
        let got = value(&self.call("max_common_vector")).map_err(|failure| failure.to_string())?;
        let common = result(&self.call("max_common_layout"))?;
        let right = self.expected.as_ref().filter(|_| self.valid).map_or(1, |n| n.parse().unwrap());
        let enough = got.parse::<i64>().unwrap() >= right;
        if enough && got == common.size().to_string() { Ok(()) } else { Err(got) }
    }

    /// The same flat layout, except for modes of extent 1.
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

/// For a permutation given by cycles of numbers from 1, the source of each position.
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

/// Runs the rows, prints the outcomes and returns the number of rows that were run.
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
