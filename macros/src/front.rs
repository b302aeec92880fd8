//! The crate whose macros these are: `tilework`, by whatever name and way it is known where they are called.
//!
//! In front of each macro stands a `macro_rules!` of `tilework`, which passes `$crate` on before its tokens. All that is
//! written has the place and the hygiene of this one token, as if the macro in front had written it: so the compiler
//! names that one in its messages.

use std::cell::RefCell;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};

thread_local! {
    /// `$crate` of the macro that is being expanded.
    static CRATE: RefCell<Option<Ident>> = const { RefCell::new(None) };
}

/// The expansion of the tokens, of which the first is `$crate`; without it the crate is `::tilework`.
pub fn expand(
    input: TokenStream,
    expansion: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let mut tokens = input.clone().into_iter();
    let (front, input) = match tokens.next() {
        Some(TokenTree::Ident(first)) if first == "$crate" => (Some(first), tokens.collect()),
        _ => (None, input),
    };
    CRATE.set(front);
    let expanded = located(expansion(input));
    CRATE.set(None);
    expanded
}

/// The path of the crate, before `::`.
pub struct Tilework;

impl ToTokens for Tilework {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        CRATE.with_borrow(|front| match front {
            Some(front) => tokens.append(front.clone()),
            None => tokens.extend(quote!(::tilework)),
        });
    }
}

/// What the macro itself writes.
pub fn site() -> Span {
    CRATE.with_borrow(|front| front.as_ref().map_or_else(Span::call_site, Ident::span))
}

/// Names of the macro's own, which the caller does not see.
pub fn hidden() -> Span {
    CRATE.with_borrow(|front| front.as_ref().map_or_else(Span::mixed_site, Ident::span))
}

/// Puts each `$crate` at the place of the `::` behind it, so that a path is at one place.
fn located(code: TokenStream) -> TokenStream {
    let mut tokens = code.into_iter().peekable();
    let mut result = TokenStream::new();
    while let Some(token) = tokens.next() {
        result.append(match token {
            TokenTree::Ident(mut name) if name == "$crate" => {
                let place = tokens.peek().map_or_else(|| name.span(), TokenTree::span);
                name.set_span(name.span().located_at(place));
                TokenTree::Ident(name)
            }
            TokenTree::Group(group) if names_crate(&group) => {
                let mut of_located = Group::new(group.delimiter(), located(group.stream()));
                of_located.set_span(group.span());
                TokenTree::Group(of_located)
            }
            other => other,
        });
    }
    result
}

/// Whether `$crate` is in the group; any other is left as the caller wrote it.
fn names_crate(group: &Group) -> bool {
    group.stream().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "$crate",
        TokenTree::Group(group) => names_crate(&group),
        _ => false,
    })
}

/// As `quote::quote`, at the [`site`].
macro_rules! quote_at_site {
    ($($code:tt)*) => { ::quote::quote_spanned!($crate::front::site()=> $($code)*) };
}
pub(crate) use quote_at_site;
