//! The Rust constants that can be static leaves: the impls of `Constant`, each with a type that has a name.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// The impls for these numbers: 0 to 1024, the multiples of 64 up to 2^14 and of 256 up to 2^16, the powers of 2, the
/// numbers one less, and the powers of 10.
pub fn constants() -> TokenStream {
    let named = |n: u64| {
        let name = Ident::new(&format!("U{n}"), Span::call_site());
        quote!(#name)
    };
    let mut numbers = BTreeMap::new();
    for n in (16384..=65536).step_by(256) {
        let times = named(n / 256);
        numbers.insert(n, quote!(By256<#times>));
    }
    for n in (1024..=16384).step_by(64) {
        let times = named(n / 64);
        numbers.insert(n, quote!(By64<#times>));
    }
    // These have shorter names in typenum.
    let powers_of_two = (0..64).flat_map(|k| [(1_u64 << k) - 1, 1 << k]);
    let powers_of_ten = (0..20).map(|k| 10_u64.pow(k));
    for n in (0..=1024).chain(powers_of_two).chain(powers_of_ten) {
        numbers.insert(n, named(n));
    }
    let implement = |(n, number): (u64, TokenStream)| {
        let fits = match n {
            0..=0xffff => None,
            0x1_0000..=0xffff_ffff => Some(quote!(#[cfg(not(target_pointer_width = "16"))])),
            _ => Some(quote!(#[cfg(target_pointer_width = "64")])),
        };
        let n = Literal::u64_unsuffixed(n);
        quote!(#fits impl Constant<#n> for Constants { type Number = #number; })
    };
    numbers.into_iter().map(implement).collect()
}
