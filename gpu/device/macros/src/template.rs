//! Templates: source text with holes.

use proc_macro::{Group, Span, TokenStream, TokenTree};

/// Parses a text into tokens.
pub(crate) fn text(tokens: &str) -> TokenStream {
    tokens.parse().expect("the tokens above")
}

/// Parses a template, and replaces the names of the holes by their tokens.
pub(crate) fn fill(template: &str, holes: &[(&str, TokenStream)]) -> TokenStream {
    filled(text(template), holes)
}
fn filled(template: TokenStream, holes: &[(&str, TokenStream)]) -> TokenStream {
    let mut tokens = TokenStream::new();
    for token in template {
        match token {
            TokenTree::Group(group) => {
                let inside = filled(group.stream(), holes);
                tokens.extend([TokenTree::from(Group::new(group.delimiter(), inside))]);
            }
            TokenTree::Ident(name) => {
                match holes.iter().find(|(hole, _)| name.to_string() == *hole) {
                    Some((_, tree)) => tokens.extend(tree.clone()),
                    None => tokens.extend([TokenTree::from(name)]),
                }
            }
            token => tokens.extend([token]),
        }
    }
    tokens
}

/// A `compile_error!` with this message at this place.
pub(crate) fn error(words: &str, span: Option<Span>) -> TokenStream {
    let span = span.unwrap_or_else(Span::call_site);
    let tokens = text(&format!("::core::compile_error!({words:?});"));
    let placed = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(placed).collect()
}
