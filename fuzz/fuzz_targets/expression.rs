//! Any expression has a value that can be written and read again, or a failure with its place.
#![no_main]

// `cargo test` tries this on random expressions and a fixed corpus.
#[path = "../../algebra/tests/expression/properties.rs"]
#[allow(dead_code, reason = "each target has one of the properties")]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::evaluates(text));
