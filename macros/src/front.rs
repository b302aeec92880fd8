//! The crate that these macros belong to: `tilework`, under whatever name and path the caller knows it.
//!
//! Each macro is called by a `macro_rules!` of `tilework` in front of it, which passes `$crate` before the tokens. All
//! code that is written has the place and the hygiene of this token, as if the front macro had written it. The
//! compiler then names the front macro in its messages.

use std::cell::RefCell;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};

thread_local! {
    /// The `$crate` of the macro that is being expanded.
    static CRATE: RefCell<Option<Ident>> = const { RefCell::new(None) };
}

/// The expansion of tokens whose first one is `$crate`. Without it the crate is `::tilework`.
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

/// The place of the macro's own code.
pub fn site() -> Span {
    CRATE.with_borrow(|front| front.as_ref().map_or_else(Span::call_site, Ident::span))
}

/// The place of the macro's own names, which the caller does not see.
pub fn hidden() -> Span {
    CRATE.with_borrow(|front| front.as_ref().map_or_else(Span::mixed_site, Ident::span))
}

/// Moves each `$crate` to the place of the `::` after it, so that a path has one place.
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

/// Returns whether the group contains `$crate`. Other groups stay as the caller wrote them.
fn names_crate(group: &Group) -> bool {
    group.stream().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "$crate",
        TokenTree::Group(group) => names_crate(&group),
        _ => false,
    })
}

/// `quote::quote` at the [`site`].
macro_rules! quote_at_site {
    ($($code:tt)*) => { ::quote::quote_spanned!($crate::front::site()=> $($code)*) };
}
pub(crate) use quote_at_site;
