//! The worked examples of the papers and the results of CuTe, row by row.
//!
//! Numbers, truth values and tuples must be equal, and coalesced layouts must be the same. Compositions and divides
//! must satisfy their law and have the function of the result. If CuTe's result is wrong or missing, ours must be an
//! error or right.

#[path = "laws/definition.rs"]
mod definition;
#[path = "vectors/factorizations.rs"]
mod factorizations;
#[path = "vectors/morphisms.rs"]
mod morphisms;
#[path = "vectors/operations.rs"]
mod operations;
#[path = "vectors/strides.rs"]
mod strides;

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use definition::{is_composition, is_divide, same_function};
use serde_json::Value;
use tilework_algebra::{
    Error, IntTuple, Layout, Tiler, coalesce, compact_col_major, compact_row_major, compatible,
    complement, complement_ceil, composition, congruent, coord_map, crd2idx, idx2crd,
    logical_divide, logical_divide_ceil, prefix_product, weakly_congruent, zipped_divide,
    zipped_divide_ceil,
};

/// Compositions in `cute.jsonl` with a negative stride on the right and a left side that is not linear. They are
/// refused, since there is no extended domain below 0.
const NEGATIVE: &[&str] = &["125", "126"];

/// Inverses in `cute.jsonl` of a layout with a negative stride; they are refused.
const NEGATIVE_INVERSE: &[&str] = &["149", "174"];

/// The outcome of a row.
enum Outcome {
    Right,
    /// An error although there is a result.
    Refused(Error),
    Wrong(String),
}
use Outcome::{Refused, Right, Wrong};

fn holds(condition: bool, got: impl ToString) -> Outcome {
    if condition { Right } else { Wrong(got.to_string()) }
}

/// The outcome of an operation that must have a result.
fn result<T: ToString>(got: Result<T, Error>, right: impl FnOnce(&T) -> bool) -> Outcome {
    match got {
        Ok(got) => holds(right(&got), got),
        Err(error) => Refused(error),
    }
}

/// The outcome of an operation that may have no result.
fn error_or<T: ToString>(got: Result<T, Error>, right: impl FnOnce(&T) -> bool) -> Outcome {
    match result(got, right) {
        Refused(_) => Right,
        outcome => outcome,
    }
}

struct Row {
    id: String,
    op: String,
    args: Vec<String>,
    /// `None` if there is no result.
    expected: Option<Value>,
    /// True if the result is known to be right.
    valid: bool,
    exact: bool,
}

impl Row {
    fn parse(line: &str) -> Row {
        let mut fields: Value = line.parse().unwrap();
        let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let args = fields["args"].as_array().unwrap().iter().map(text).collect();
        let result = if fields["correct"].is_null() { "result" } else { "correct" };
        let expected = fields[result].take();
        Row {
            id: text(&fields["id"]),
            op: text(&fields["op"]),
            args,
            expected: Some(expected).filter(|value| !value.is_null() && value != "ERROR"),
            valid: fields["valid"] != Value::Bool(false),
            exact: fields["exact"] != Value::Bool(false),
        }
    }

    fn arg<T: FromStr<Err = Error>>(&self, i: usize) -> T {
        let text = &self.args[i];
        text.parse().unwrap_or_else(|error| panic!("{}: {text}: {error}", self.id))
    }

    fn layout(&self) -> Option<Layout> {
        self.expected.as_ref().map(|value| value.as_str().unwrap().parse().unwrap())
    }

    /// Checks that the expected value is this one.
    fn is(&self, got: impl Into<Value>) -> Outcome {
        let got = got.into();
        holds(self.expected.as_ref() == Some(&got), got)
    }

    /// Checks that the expected value is this tuple; a single number is written as a number.
    fn is_tuple(&self, got: Result<IntTuple, Error>) -> Outcome {
        let expected = self.expected.as_ref().unwrap();
        let expected = expected.as_str().map_or(expected.to_string(), str::to_owned);
        result(got, |got| got.to_string() == expected)
    }

    /// Coalesced layouts: the same layout, up to the grouping of a single mode.
    fn is_coalesced(&self, got: Result<Layout, Error>) -> Outcome {
        match self.layout() {
            Some(expected) => result(got, |got| *got == coalesce(&expected)),
            None => holds(got.is_err(), format!("{got:?}")),
        }
    }

    fn compose(&self, a: &Layout, b: &Tiler) -> Outcome {
        let got = composition(a, b);
        let lawful = |r: &Layout| by_mode(is_composition, a, b, r);
        let Some(expected) = self.layout().filter(|_| self.valid) else {
            return error_or(got, lawful);
        };
        // CuTe drops the modes past a shorter tiler, which stay here.
        result(got, |r| lawful(r) && (is_shorter(b, a) || same_function(r, &expected)))
    }

    fn divide(&self, plain: Divide, ceil: Divide, zipped: bool) -> Outcome {
        let (a, b): (Layout, Tiler) = (self.arg(0), self.arg(1));
        let lawful = |ceil: bool| {
            let (a, b) = (&a, &b);
            move |r: &Layout| is_divide_by_mode(a, b, r, ceil, zipped)
        };
        let Some(expected) = self.layout().filter(|_| self.valid) else {
            return match error_or(plain(&a, &b), lawful(false)) {
                Right => error_or(ceil(&a, &b), lawful(true)),
                wrong => wrong,
            };
        };
        let same = |r: &Layout| {
            let sizes = |r: &Layout| r.modes().map(|mode| mode.size()).collect::<Vec<_>>();
            sizes(r) == sizes(&expected) && same_function(r, &expected)
        };
        let padded = result(ceil(&a, &b), |r| lawful(true)(r) && same(r));
        match plain(&a, &b) {
            got if self.exact => match result(got, |r| lawful(false)(r) && same(r)) {
                Right => padded,
                outcome => outcome,
            },
            Ok(r) => Wrong(format!("{r}, which does not come out even")),
            Err(_) => padded,
        }
    }

    fn run(&self) -> Outcome {
        if self.args.iter().any(|text| text.contains(['e', 'f'])) {
            return strides::run(self);
        }
        let truth = |got: bool| self.is(got);
        let arg = |i: usize| self.args[i].as_str();
        let is_layout = arg(0).contains(':');
        // The profile of a profile, tuple or layout.
        let profile = || match () {
            () if is_layout => self.arg::<Layout>(0).profile().clone(),
            () if arg(0).contains('*') => self.arg(0),
            () => self.arg::<IntTuple>(0).profile().clone(),
        };
        let position = || arg(1).parse::<usize>().unwrap() - 1;
        match self.op.as_str() {
            "rank" => self.is(profile().rank()),
            "depth" => self.is(profile().depth()),
            "length" => self.is(profile().len()),
            "profile" => self.is(profile().to_string()),
            "size" | "product" if is_layout => self.is(self.arg::<Layout>(0).size()),
            "size" | "product" => self.is(self.arg::<IntTuple>(0).size().unwrap()),
            "cosize" => self.is(self.arg::<Layout>(0).cosize().unwrap()),
            "mode" if is_layout => {
                self.is(self.arg::<Layout>(0).mode(position()).unwrap().to_string())
            }
            "mode" => self.is(self.arg::<IntTuple>(0).mode(position()).unwrap().to_string()),
            "entry" if is_layout => {
                let mode = self.arg::<Layout>(0).flat_modes()[position()];
                self.is(Layout::leaf(mode.shape, mode.stride).unwrap().to_string())
            }
            "entry" => self.is(self.arg::<IntTuple>(0).leaves()[position()]),
            "concat" => {
                let parts = (0..self.args.len()).map(|i| self.arg::<Layout>(i));
                self.is(Layout::concatenate(parts).unwrap().to_string())
            }
            "congruent" => truth(congruent(&self.arg(0), &self.arg(1))),
            "weakly_congruent" => truth(weakly_congruent(&self.arg(0), &self.arg(1))),
            "compatible" => truth(compatible(&self.arg(0), &self.arg(1))),
            "refines" => truth(compatible(&self.arg(1), &self.arg(0))),
            // With a start; the shapes are integers, for which both orders are the same.
            "compact_col_major" | "compact_row_major" if self.args.len() > 1 => {
                self.is_tuple(prefix_product(&self.arg(0), arg(1).parse().unwrap()))
            }
            "prefix_product" => self.is_tuple(prefix_product(&self.arg(0), 1)),
            "compact_col_major" => self.is_tuple(compact_col_major(&self.arg(0))),
            "compact_row_major" => self.is_tuple(compact_row_major(&self.arg(0))),
            "is_column_major" | "is_row_major" => {
                let a: Layout = self.arg(0);
                let column = self.op == "is_column_major";
                let compact = if column { compact_col_major } else { compact_row_major };
                truth(compact(&a.shape()) == Ok(a.stride()))
            }
            "eval" => self.is(crd2idx(&self.arg(1), &self.arg::<Layout>(0)).unwrap()),
            "crd2idx" => self.is(crd2idx(&self.arg(0), &self.arg::<Layout>(1)).unwrap()),
            "colex" => {
                // A single shape is a compact column-major layout.
                self.is(crd2idx(&self.arg(1), &self.arg::<Layout>(0)).unwrap())
            }
            "idx2crd" => {
                let (i, shape) = if let Ok(i) = arg(0).parse() {
                    (i, self.arg(1))
                } else {
                    (arg(1).parse().unwrap(), self.arg(0))
                };
                self.is_tuple(idx2crd(i, &shape))
            }
            "coord_map" => self.is_tuple(coord_map(&self.arg(0), &self.arg(1), &self.arg(2))),
            "coord_set" => {
                let shape: IntTuple = self.arg(0);
                let all = 0..shape.size().unwrap();
                self.is(all.map(|i| idx2crd(i, &shape).unwrap().to_string()).collect::<Vec<_>>())
            }
            "coordinate_function" => {
                let a: Layout = self.arg(0);
                let at = |i| {
                    let coordinate = idx2crd(i, &a.shape()).unwrap();
                    let offset = crd2idx(&coordinate, &a).unwrap();
                    Value::from(vec![Value::from(coordinate.to_string()), offset.into()])
                };
                self.is((0..a.size()).map(at).collect::<Vec<_>>())
            }
            "layout_function" | "evaluate_all" => {
                let a: Layout = self.arg(0);
                self.is((0..a.size()).map(|i| a.offset(i).unwrap()).collect::<Vec<_>>())
            }
            "layout_table" => {
                // Mode 0 goes down, mode 1 goes across; a layout of one mode is one row.
                let a: Layout = self.arg(0);
                let extents: Vec<i64> = a.modes().map(|mode| mode.size()).collect();
                let (rows, columns) = match extents[..] {
                    [columns] => (1, columns),
                    [rows, columns] => (rows, columns),
                    _ => return Wrong("a table of another rank".into()),
                };
                let at = |i: i64, j: i64| {
                    let all = [i.into(), j.into()];
                    let here = IntTuple::tuple(all.into_iter().skip(2 - extents.len()));
                    crd2idx(&here, &a).unwrap()
                };
                let row = |i| Value::from((0..columns).map(|j| at(i, j)).collect::<Vec<_>>());
                self.is((0..rows).map(row).collect::<Vec<_>>())
            }
            "same_function" => {
                let (a, b): (Layout, Layout) = (self.arg(0), self.arg(1));
                let offsets =
                    |a: &Layout| (0..a.size()).map(|i| a.offset(i).unwrap()).collect::<Vec<_>>();
                truth(offsets(&a) == offsets(&b))
            }
            "coalesce" => self.is_coalesced(Ok(coalesce(&self.arg::<Layout>(0)))),
            "complement_N" | "complement_flat_N" => {
                self.is_coalesced(complement(&self.arg::<Layout>(0), arg(1).parse().unwrap()))
            }
            "N_complementable" => {
                truth(complement(&self.arg::<Layout>(0), arg(1).parse().unwrap()).is_ok())
            }
            "complementable" => {
                // If there is a complement, there is one in the largest span.
                let a: Layout = self.arg(0);
                let spans = a.flat_modes().iter().filter_map(|mode| mode.span());
                truth(complement(&a, spans.max().unwrap().max(1)).is_ok())
            }
            "complement" => {
                let n = self.arg::<IntTuple>(1).size().unwrap();
                let got = complement_ceil(&self.arg::<Layout>(0), n);
                if self.expected.is_some() {
                    return self.is_coalesced(got);
                }
                let a: Layout = self.arg(0);
                error_or(got, |r| definition::is_padded_complement(&a, n, r))
            }
            "composition" | "composition_bymode" => self.compose(&self.arg(0), &self.arg(1)),
            // If the algorithm of the paper finds no result, ours is an error or right.
            "composition_algorithm" => self.compose(&self.arg(1), &self.arg(0)),
            "associativity" => {
                let (a, b, c): (Layout, Layout, Layout) = (self.arg(0), self.arg(1), self.arg(2));
                let left = composition(&composition(&a, &b).unwrap(), &c).unwrap();
                let right = composition(&a, &composition(&b, &c).unwrap()).unwrap();
                self.is(vec![right.to_string(), left.to_string()])
            }
            "logical_divide" | "logical_divide_bymode" => {
                self.divide(|a, b| logical_divide(a, b), |a, b| logical_divide_ceil(a, b), false)
            }
            "zipped_divide" => {
                self.divide(|a, b| zipped_divide(a, b), |a, b| zipped_divide_ceil(a, b), true)
            }
            _ => operations::run(self),
        }
    }
}

type Divide = fn(&Layout, &Tiler) -> Result<Layout, Error>;

/// Returns whether the tiler, at any depth, has fewer modes than the layout.
fn is_shorter(tiler: &Tiler, a: &Layout) -> bool {
    let Tiler::Modes(tilers) = tiler else { return false };
    tilers.len() < a.rank() || tilers.iter().zip(a.modes()).any(|(t, a)| is_shorter(t, &a))
}

/// Returns whether a law holds for each mode and its part of the tiler.
fn by_mode(law: fn(&Layout, &Layout, &Layout) -> bool, a: &Layout, b: &Tiler, r: &Layout) -> bool {
    match b {
        Tiler::Layout(b) => law(a, b, r),
        Tiler::Coordinates(_) | Tiler::Xor(_) => unreachable!("no row has one"),
        Tiler::Keep => a == r,
        Tiler::Modes(tilers) => {
            let tilers = tilers.iter().chain(std::iter::repeat(&Tiler::Keep));
            a.rank() == r.rank()
                && a.modes().zip(tilers).zip(r.modes()).all(|((a, b), r)| by_mode(law, &a, b, &r))
        }
    }
}

fn is_divide_by_mode(a: &Layout, b: &Tiler, r: &Layout, ceil: bool, zipped: bool) -> bool {
    match b {
        Tiler::Layout(b) => {
            let complement = if ceil { complement_ceil } else { complement };
            is_divide(a, b, &complement(b, a.size()).unwrap(), r)
        }
        Tiler::Coordinates(_) | Tiler::Xor(_) => unreachable!("no row has one"),
        Tiler::Keep => a == r,
        Tiler::Modes(tilers) => {
            // The modes that the tiler divides, each as tile and rest, and the modes past it.
            let divided: Vec<Layout> = if zipped {
                let (tiles, rests) = (r.mode(0).unwrap(), r.mode(1).unwrap());
                let pairs = tiles.modes().zip(rests.modes());
                pairs
                    .map(|(tile, rest)| Layout::concatenate([tile, rest]).unwrap())
                    .chain(rests.modes().skip(tilers.len()))
                    .collect()
            } else {
                r.modes().collect()
            };
            divided.len() == a.rank()
                && a.modes()
                    .zip(tilers)
                    .zip(&divided)
                    .all(|((a, b), r)| is_divide_by_mode(&a, b, r, ceil, zipped))
                && a.modes().zip(divided).skip(tilers.len()).all(|(a, r)| a == r)
        }
    }
}

/// The outcome of the rows.
struct Summary {
    /// The number of rows that were run.
    ran: usize,
    /// The rows that were refused although they have a result, by the rule.
    refused: BTreeMap<&'static str, BTreeSet<String>>,
}

/// Runs the rows and prints the number for each operation.
fn run(rows: &str) -> Summary {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut refused: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    let mut wrong = vec![];
    for row in rows.lines().map(Row::parse) {
        match row.run() {
            Right => {}
            Refused(error) => {
                println!("refused {} {} {:?}: {error}", row.id, row.op, row.args);
                refused.entry(error.rule.name()).or_default().insert(row.id);
            }
            Wrong(got) => wrong.push(format!(
                "{} {} {:?}: {got}, not {:?}",
                row.id, row.op, row.args, row.expected
            )),
        }
        *counts.entry(row.op).or_default() += 1;
    }
    for (op, count) in &counts {
        println!("{count:5} {op}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let ran = counts.values().sum();
    println!("{ran} rows run");
    Summary { ran, refused }
}

#[test]
fn papers() {
    let Summary { ran, refused } = run(include_str!("vectors/papers.jsonl"));
    assert_eq!(refused, BTreeMap::new());
    assert_eq!(ran, 1118);
}

#[test]
fn cute() {
    let Summary { ran, refused } = run(include_str!("vectors/cute.jsonl"));
    let expected = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect::<BTreeSet<_>>();
    assert_eq!(
        refused.get("natural stride"),
        Some(&expected(&[NEGATIVE, NEGATIVE_INVERSE].concat()))
    );
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(ran, 5155);
}
