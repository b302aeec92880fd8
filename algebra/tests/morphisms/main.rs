//! Morphisms of tuples: recorded results of other software, the theorems of 003 and 000 as laws compared with their
//! definitions, and the errors of the papers.

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
