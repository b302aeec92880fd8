//! Evaluates all rows of `algebra/tests/vectors/tract.jsonl` at once.
//!
//! `cargo bench -p tilework-benches --bench morphisms`; `benches/beside_tract.py` times them in Colfax's Python
//! package.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;
use tilework_algebra::expression::{Expression, Names};

/// The operations on layouts, for which the Python package calls its GPU library.
const OF_LAYOUTS: [&str; 4] =
    ["compute_layout", "compute_morphism", "is_tractable", "compose_tractable_layouts"];

fn written(json: &Value) -> String {
    match json {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The rows as expressions, and whether they concern layouts.
fn rows() -> Vec<(String, bool)> {
    let rows = include_str!("../algebra/tests/vectors/tract.jsonl").lines();
    rows.map(|line| {
        let row: Value = line.parse().expect("JSON");
        let op = written(&row["op"]);
        let args: Vec<String> =
            row["args"].as_array().expect("a list").iter().map(written).collect();
        (format!("{op}({})", args.join(", ")), OF_LAYOUTS.contains(&op.as_str()))
    })
    .collect()
}

fn morphisms(criterion: &mut Criterion) {
    let rows = rows();
    let evaluate = |text: &String| {
        let expression: Result<Expression, _> = text.parse();
        expression.and_then(|expression| expression.evaluate(&mut Names::new())).is_ok()
    };
    let mut bench = |name: &str, of_layouts: bool| {
        let texts: Vec<&String> =
            rows.iter().filter(|row| of_layouts || !row.1).map(|row| &row.0).collect();
        let name = format!("{name}, {} rows, read and evaluated", texts.len());
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| texts.iter().filter(|text| evaluate(black_box(text))).count());
        });
    };
    bench("all", true);
    bench("without layouts", false);
}

criterion_group!(benches, morphisms);
criterion_main!(benches);
