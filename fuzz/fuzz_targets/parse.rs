//! Any text is read, or refused with its place.
#![no_main]

// `cargo test` tries this on random text and a fixed corpus.
#[path = "../../algebra/tests/expression/properties.rs"]
#[allow(dead_code, reason = "each target has one of the properties")]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::reads(text));
