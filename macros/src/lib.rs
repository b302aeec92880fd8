//! The implementation of the macros of [tilework](https://docs.rs/tilework), which calls it with its own path and
//! documents them: layouts in CuTe's notation as values (`layout!`, `try_layout!`) and as types (`Layout!`).
//!
//! `tilework_algebra` evaluates expressions of literals while the macro expands, and the macro writes only the final
//! type. Expressions with names or dynamic integers become calls of tilework's own operations. A mistake is one error,
//! at the wrong token.

mod constants;
mod decimal_names;
mod emit;
mod error;
mod evaluate;
mod front;
mod operation;
mod scan;
#[cfg(test)]
mod tests;
mod token;
mod tuple;

use evaluate::{Level, Term};
use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;

/// The implementation of `tilework::layout!`, which documents it.
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    expand_value(input.into(), emit::value).into()
}

/// The implementation of `tilework::try_layout!`, which documents it.
#[proc_macro]
pub fn try_layout(input: TokenStream) -> TokenStream {
    expand_value(input.into(), emit::try_value).into()
}

/// The implementation of `tilework::Layout!`, which documents it.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Layout(input: TokenStream) -> TokenStream {
    expand_type(input.into()).into()
}

/// The types `_0`, `_1`, ... for numbers in the compiler's messages.
#[doc(hidden)]
#[proc_macro]
pub fn decimal_names(input: TokenStream) -> TokenStream {
    match input.to_string().parse() {
        Ok(last) => decimal_names::decimal_names(last).into(),
        Err(_) => {
            emit::value_error(&error::Error::new(front::site(), "expected an integer")).into()
        }
    }
}

/// The impls of tilework's `Constant`, for each Rust constant that can be a static leaf.
#[doc(hidden)]
#[proc_macro]
pub fn constants(_: TokenStream) -> TokenStream {
    constants::constants().into()
}

/// The value of the input, emitted by `emit`, or only the error.
fn expand_value(input: TokenStream2, emit: fn(&Term) -> TokenStream2) -> TokenStream2 {
    front::expand(input, |input| match term(input, Level::Value) {
        Ok(term) => emit(&term),
        Err(error) => emit::value_error(&error),
    })
}

/// The type of the input, or only the error.
fn expand_type(input: TokenStream2) -> TokenStream2 {
    front::expand(input, |input| match term(input, Level::Type) {
        Ok(term) => emit::type_of(&term),
        Err(error) => emit::type_error(&error),
    })
}

/// The meaning of the input.
fn term(input: TokenStream2, level: Level) -> error::Result<Term> {
    evaluate::evaluate(&scan::Scan::new(input)?, level)
}
