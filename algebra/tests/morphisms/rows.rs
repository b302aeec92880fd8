//! The rows of `tract.jsonl`, which are results of Colfax's package tract 0.1.0, and the rows of `papers.jsonl` on
//! morphisms and factorizations. Texts must be equal.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::Value;
use tilework_algebra::morphism::{
    FactorizationMorphism, LayoutPermutations, NestedTupleMorphism, OrderedFactorization,
    PointedMap, Refinement, TupleMorphism, composition_algorithm, is_tractable, layout_of,
    morphism_of, mutual_refinement, weak_composite,
};
use tilework_algebra::{Error, IntTuple, Layout, coalesce, composition, refines};

use crate::definition::{composition_exists, is_composition, values};

/// Rows in which tract differs from the definition: 64 is not a tuple of one mode, and it neither refines `(64)` nor is
/// congruent to it (003, definition 2.2.4.1; the same as `compatible` of 004). The rows have the right value in
/// `correct`.
const REFUTED: &[&str] = &["tract-dev-0577", "tract-dev-0579"];

struct Row {
    id: String,
    op: String,
    args: Vec<Value>,
    fields: Value,
}

impl Row {
    fn parse(line: &str) -> Row {
        let mut fields: Value = line.parse().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, op) = (text(&fields["id"]), text(&fields["op"]));
        let args = match fields["args"].take() {
            Value::Array(args) => args,
            other => panic!("{id}: {other}"),
        };
        Row { id, op, args, fields }
    }

    /// The right value; `None` if there is none.
    fn expected(&self) -> Option<&Value> {
        let given = ["correct", "result"].map(|field| &self.fields[field]);
        let value = given.into_iter().find(|value| !value.is_null()).unwrap();
        Some(value).filter(|&value| value != "ERROR")
    }

    fn text(&self, at: usize) -> &str {
        self.args[at].as_str().unwrap_or_else(|| panic!("{}: argument {at}", self.id))
    }

    fn arg<T: FromStr<Err = Error>>(&self, at: usize) -> T {
        self.text(at).parse().unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }

    fn f(&self, at: usize) -> NestedTupleMorphism {
        self.arg(at)
    }

    fn flat(&self, at: usize) -> TupleMorphism {
        self.arg(at)
    }

    fn integers(&self, at: usize) -> Vec<i64> {
        self.args[at].as_array().unwrap().iter().map(|value| value.as_i64().unwrap()).collect()
    }

    /// Positions, counted from 0.
    fn positions(&self, at: usize) -> Vec<usize> {
        self.integers(at).iter().map(|&position| position as usize - 1).collect()
    }

    fn refinement(&self, finer: usize, coarser: IntTuple) -> Result<Refinement, Error> {
        Refinement::new(self.arg(finer), coarser)
    }

    /// The result of the library; `None` for other operations.
    fn run(&self) -> Option<Result<Value, Error>> {
        fn text<T: ToString>(value: Result<T, Error>) -> Result<Value, Error> {
            value.map(|value| value.to_string().into())
        }
        let truth = |value: bool| Ok(value.into());
        let position = |at: usize| self.args[at].as_u64().unwrap() as usize - 1;
        Some(match self.op.as_str() {
            "make_morphism" => text(self.text(0).parse::<NestedTupleMorphism>()),
            "morphism_valid" => truth(self.text(0).parse::<NestedTupleMorphism>().is_ok()),
            "flatten" if self.is_morphism() => text(Ok(self.f(0).flatten())),
            "compose" | "morphism_compose" => text(self.f(0).then(&self.f(1))),
            "coalesce" | "morphism_coalesce" if self.is_morphism() => {
                text(Ok(self.f(0).coalesce()))
            }
            "tuple_strong_coalesce" => text(Ok(self.flat(0).strong_coalesce())),
            "complement" | "morphism_complement" if self.is_morphism() => {
                text(self.f(0).complement())
            }
            "concat" | "morphism_concat" | "morphism_concat3" if self.is_morphism() => {
                let parts = (0..self.args.len()).map(|at| self.f(at));
                text(NestedTupleMorphism::concatenate(parts))
            }
            "logical_divide" | "morphism_logical_divide" if self.is_morphism() => {
                text(self.f(0).logical_divide(&self.f(1)))
            }
            "logical_product" | "morphism_logical_product" if self.is_morphism() => {
                text(self.f(0).logical_product(&self.f(1)))
            }
            "tuple_flat_divide" => text(self.flat(0).flat_divide(&self.flat(1))),
            "tuple_flat_product" => text(self.flat(0).flat_product(&self.flat(1))),
            "tuple_sum" | "morphism_sum" => text(self.flat(0).sum(&self.flat(1))),
            "tuple_squeeze" | "morphism_squeeze" => text(Ok(self.flat(0).squeeze())),
            "tuple_sort" | "morphism_sort" => text(Ok(self.flat(0).sort())),
            "tuple_restrict" | "morphism_restrict" => {
                text(self.flat(0).restrict(&self.positions(1)))
            }
            "tuple_factorize" | "morphism_factorize" => {
                text(self.flat(0).factorize(&self.positions(1)))
            }
            "is_sorted" | "morphism_is_sorted" if self.is_morphism() => {
                truth(self.f(0).flatten().is_sorted())
            }
            "is_complementable" => truth(self.f(0).is_complementable()),
            "is_isomorphism" => truth(self.f(0).is_isomorphism()),
            "morphisms_disjoint_images" => truth(self.f(0).has_disjoint_images(&self.f(1))),
            "morphism_nondegenerate" => truth(self.f(0).is_nondegenerate()),
            "morphism_standard_form" => truth(self.f(0).is_standard_form()),
            "compute_layout" | "layout_of_morphism" => text(Ok(layout_of(&self.f(0)))),
            "compute_morphism" | "standard_representation" => text(morphism_of(&self.arg(0))),
            "is_tractable" | "tractable" => truth(is_tractable(&self.arg(0))),
            "mutual_refinement" => mutual_refinement(&self.arg(0), &self.arg(1)).map(|both| {
                let tuples = [both.first(), both.second()];
                tuples.map(|refinement| refinement.finer().to_string()).to_vec().into()
            }),
            "pullback_along" | "pullback" => {
                let f = self.f(0);
                let along = self.refinement(1, f.codomain());
                text(along.and_then(|along| f.pullback_along(&along)))
            }
            "pushforward_along" | "pushforward" => {
                let f = self.f(0);
                let along = self.refinement(1, f.domain());
                text(along.and_then(|along| f.pushforward_along(&along)))
            }
            "compose_tractable_layouts" | "composition_algorithm" => {
                text(composition_algorithm(&self.arg(1), &self.arg(0)))
            }
            "refines" => {
                let refines_it = refines(&self.arg(0), &self.arg(1));
                assert_eq!(self.refinement(0, self.arg(1)).is_ok(), refines_it, "{}", self.id);
                truth(refines_it)
            }
            "relative_flattening" => {
                text(self.refinement(0, self.arg(1)).map(|along| along.relative_flatten()))
            }
            "relative_mode_inclusion" => {
                text(self.refinement(0, self.arg(1)).and_then(|along| along.inclusion(position(2))))
            }
            "morphism_relative_mode" => {
                let f = self.f(0);
                let along = Refinement::new(f.domain(), self.arg(1));
                text(along.and_then(|along| f.relative_mode(position(2), &along)))
            }
            "morphism_realize_coord" => text(self.f(0).realize_coordinate(&self.arg(1))),
            "map_valid" => truth(self.map(self.args[1].as_u64().unwrap() as usize).is_ok()),
            "map_tractable" => truth(self.map(usize::MAX).unwrap().is_tractable()),
            "fact_pullback" => self.factorization().map(|f| f.domain().primes().to_vec().into()),
            "fact_is_automorphism" => self.factorization().map(|f| f.is_automorphism().into()),
            "fact_layout" => text(self.factorization().map(|f| f.layout())),
            "expressible_permutations" => {
                let all = LayoutPermutations::of(self.args[0].as_i64().unwrap());
                all.map(|all| {
                    let mut all: Vec<Vec<i64>> = all.map(|f| values(&f.layout())).collect();
                    all.sort();
                    all.into_iter().map(Value::from).collect::<Vec<_>>().into()
                })
            }
            _ => return None,
        })
    }

    fn is_morphism(&self) -> bool {
        self.args[0].as_str().is_some_and(|text| text.contains("-->"))
    }

    fn map(&self, codomain: usize) -> Result<PointedMap, Error> {
        PointedMap::written(self.integers(0).into_iter().map(|image| image as usize), codomain)
    }

    fn factorization(&self) -> Result<FactorizationMorphism, Error> {
        FactorizationMorphism::new(OrderedFactorization::new(self.integers(0))?, self.positions(1))
    }

    /// Checks additional properties of compositions of layouts.
    fn check_composition(&self) {
        if !matches!(self.op.as_str(), "compose_tractable_layouts" | "composition_algorithm") {
            return;
        }
        let (a, b): (Layout, Layout) = (self.arg(0), self.arg(1));
        let direct = composition(&b, &a);
        match composition_algorithm(&b, &a) {
            Ok(composed) => {
                assert_eq!(direct, Ok(composed.clone()), "{}", self.id);
                assert!(is_composition(&b, &a, &composed), "{}", self.id);
            }
            Err(_) => {
                // The direct composition is complete.
                assert_eq!(direct.is_ok(), composition_exists(&b, &a), "{}", self.id);
            }
        }
        if let Some(text) = self.fields["weak_composite"].as_str() {
            let (f, g) = (morphism_of(&a).unwrap(), morphism_of(&coalesce(&b)).unwrap());
            let composite = layout_of(&weak_composite(&f, &g).unwrap());
            assert_eq!(composite.to_string(), text, "{}", self.id);
        }
    }
}

/// Runs the rows on morphisms and returns their number.
fn run(rows: &str) -> usize {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = vec![];
    for row in rows.lines().map(Row::parse) {
        let Some(got) = row.run() else { continue };
        let got = got.inspect_err(|error| println!("{} {}: {error}", row.id, row.op)).ok();
        if got.as_ref() != row.expected() {
            wrong.push(format!(
                "{} {} {:?}: {got:?}, not {:?}",
                row.id,
                row.op,
                row.args,
                row.expected()
            ));
        }
        row.check_composition();
        *counts.entry(row.op).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    for (op, count) in &counts {
        println!("{count:5} {op}");
    }
    counts.values().sum()
}

#[test]
fn tract() {
    let rows = include_str!("../vectors/tract.jsonl");
    assert_eq!(run(rows), 664);
    assert_eq!(rows.lines().count(), 664);
    let refuted = rows.lines().map(Row::parse).filter(|row| !row.fields["correct"].is_null());
    assert_eq!(refuted.map(|row| row.id).collect::<Vec<_>>(), REFUTED);
}

#[test]
fn papers() {
    assert_eq!(run(include_str!("../vectors/papers.jsonl")), 199);
}
