//! Morphisms of tuples: the recorded results of others, the theorems of 003 and 000 as laws against
//! their definitions, and what the papers have wrong.

#[path = "../laws/definition.rs"]
mod definition;

mod arbitrary;
mod composition;
mod counterexamples;
mod encoded;
mod errors;
mod factorizations;
mod laws;
mod refinements;
mod rows;
mod theorems;
