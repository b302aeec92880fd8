//! The names of numbers in the compiler's messages.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::emit::{bits, with_bits};

/// `_0` to `_last`, which `Decimal` gives for its typenum integers: of 5 bits at most directly, of more
/// by the lowest 5 and then those above; `_000` to `_127`, which `Padded` gives.
pub fn decimal_names(last: u64) -> TokenStream {
    const BITS: u32 = 5;
    const LOW: u64 = 1 << BITS;
    let name = |value: u64| Ident::new(&format!("_{value}"), Span::call_site());
    let names = (0..=last).map(|value| {
        let name = name(value);
        quote!(#[allow(non_camel_case_types)] pub struct #name;)
    });
    let short = (0..=last.min(LOW - 1)).map(|value| {
        let (name, bits) = (name(value), bits(value));
        quote!(impl Decimal for #bits { type Name = #name; })
    });
    let lowest = (0..LOW).filter(|_| last >= LOW).map(|low| {
        let name = name(low);
        let whole = with_bits(quote!(UInt<H, B>), low, BITS);
        quote! {
            impl<H, B> Decimal for #whole
            where
                #name: Above<UInt<H, B>, Self>,
            {
                type Name = <#name as Above<UInt<H, B>, Self>>::Name;
            }
        }
    });
    let above = (LOW..=last).map(|value| {
        let (name, low, high) = (name(value), name(value % LOW), bits(value / LOW));
        quote!(impl<N> Above<#high, N> for #low { type Name = #name; })
    });
    // Groups of digits below the highest have three.
    let padded_names = (0..=last.min(99)).map(|value| {
        let name = Ident::new(&format!("_{value:03}"), Span::call_site());
        quote!(#[allow(non_camel_case_types)] pub struct #name;)
    });
    let padded = (0..=last.min(127)).map(|value| {
        let (name, bits) = (Ident::new(&format!("_{value:03}"), Span::call_site()), bits(value));
        quote!(impl Padded for #bits { type Name = #name; })
    });
    let names = names.chain(padded_names);
    names.chain(short).chain(lowest).chain(above).chain(padded).collect()
}
