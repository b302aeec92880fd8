//! The macros of [tilework](https://docs.rs/tilework), which re-exports and documents them:
//! layouts in CuTe's notation as values (`layout!`, `try_layout!`) and as types (`Layout!`).
//!
//! Whole expressions of literals are evaluated by `tilework_algebra` while the macro expands,
//! and only the final type is written; what has names or run-time integers in it becomes calls
//! of tilework's own operations. A mistake is one error, on the token that is wrong.

mod decimal_names;
mod emit;
mod evaluate;
mod operation;
mod scan;
#[cfg(test)]
mod tests;
mod tuple;

use evaluate::{Level, Term};
use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;

/// The layout that an expression in CuTe's notation stands for, as a value: `layout!((4,8):(8,1))` has the shape `(4,8)`
/// and the stride `(8,1)`, all of it static.
///
/// Names in it are integers of run time, `layout!((m,8):(1,lda))`. A shape alone is compact, column-major, and
/// `layout!((m,8):row_major)` row-major. `layout!(a o b)`, `a / (4,8)`, `a * (4,8)` and any operation by its name,
/// `layout!(zipped_divide(a, (4,8)))`, are of layouts `a` and `b`, and `layout!(<4,8>)` is a tiler. The documentation of
/// `tilework::layout` has a table of all that it takes.
#[doc(alias("make_layout", "make_shape", "make_stride"))]
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    expand_value(input.into(), emit::value).into()
}

/// As `layout!`, but a `Result`: `Err` where integers of run time break a rule.
#[proc_macro]
pub fn try_layout(input: TokenStream) -> TokenStream {
    expand_value(input.into(), emit::try_value).into()
}

/// The type of what `layout!` makes of the same notation: `Layout!((4,8):(8,1))`.
///
/// An integer of run time is `_`, a `usize`, or `u32`; other names are types: `Layout!((_,8):(1,_))`,
/// `Layout!(zipped_divide(A, (4,4)))`.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Layout(input: TokenStream) -> TokenStream {
    expand_type(input.into()).into()
}

/// Types `_0`, `_1`, ... for the numbers in the compiler's messages.
#[doc(hidden)]
#[proc_macro]
pub fn decimal_names(input: TokenStream) -> TokenStream {
    let last = syn::parse_macro_input!(input as syn::LitInt);
    match last.base10_parse() {
        Ok(last) => decimal_names::decimal_names(last).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// The value of the input as `emit` writes it, or the error alone.
fn expand_value(input: TokenStream2, emit: fn(&Term) -> TokenStream2) -> TokenStream2 {
    match term(input, Level::Value) {
        Ok(term) => emit(&term),
        Err(error) => emit::value_error(&error),
    }
}

/// The type of the input, or the error alone.
fn expand_type(input: TokenStream2) -> TokenStream2 {
    match term(input, Level::Type) {
        Ok(term) => emit::type_of(&term),
        Err(error) => emit::type_error(&error),
    }
}

/// What the input means.
fn term(input: TokenStream2, level: Level) -> syn::Result<Term> {
    evaluate::evaluate(&scan::Scan::new(input)?, level)
}
