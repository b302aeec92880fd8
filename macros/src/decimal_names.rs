//! The names of numbers in the compiler's messages.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The types `_0` to `_last` and their table `Names`, and `_000` to `_099` and their table `PaddedNames`.
pub fn decimal_names(last: u64) -> TokenStream {
    let plain = |value| Ident::new(&format!("_{value}"), Span::call_site());
    // Groups of digits below the highest have three digits.
    let padded = |value| Ident::new(&format!("_{value:03}"), Span::call_site());
    let (names, padded_names) = ((0..=last).map(plain), (0..=last.min(99)).map(padded));
    let (table, padded_table) = (entry(0, last, &plain), entry(0, last.min(99), &padded));
    quote! {
        #(pub enum #names {})*
        #(pub enum #padded_names {})*
        pub type Names = #table;
        pub type PaddedNames = #padded_table;
    }
}

/// The entry of `value` in the table of the names up to `last`. It contains the entries of `2 value` and `2 value + 1`.
fn entry(value: u64, last: u64, name: &impl Fn(u64) -> Ident) -> TokenStream {
    if value > last {
        return quote!(Beyond);
    }
    let this = name(value);
    if 2 * value > last {
        return quote!(Entry<#this>);
    }
    // No number begins with 0.
    let even = if value == 0 { quote!(Beyond) } else { entry(2 * value, last, name) };
    let odd = entry(2 * value + 1, last, name);
    quote!(Entry<#this, #even, #odd>)
}
