//! Expressions: the grammar, the operations, and the worked examples written as expressions.

mod arbitrary;
mod by_definition;
mod composed;
mod cute;
#[path = "../laws/definition.rs"]
mod definition;
mod explain;
mod explain_questions;
mod grammar;
mod inverses;
mod limits;
mod linear_layouts;
mod morphisms;
mod nested;
mod of_coordinates;
mod operations;
mod pasted;
mod properties;
mod questions;
mod random;
mod tiles;
mod vectors;

use tilework_algebra::expression::{Failure, Names, evaluate};

/// The value of an expression without names, as text.
fn value(text: &str) -> Result<String, Failure> {
    evaluate(text, &mut Names::new()).map(|value| value.to_string())
}

#[track_caller]
fn assert_value(text: &str, expected: &str) {
    match value(text) {
        Ok(value) => assert_eq!(value, expected, "{text}"),
        Err(failure) => panic!("{}", failure.show(text)),
    }
}
