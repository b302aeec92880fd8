//! Reads the leaves of tuples.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Lit, Result, Token, braced, parenthesized, token};
use tilework_algebra::Rule;

use super::{Element, Leaf};

/// The place of a tuple, as far as its literals are concerned.
#[derive(Clone, Copy, PartialEq)]
pub enum Role {
    /// A shape, a tiler or a size.
    Extent,
    Stride,
    /// The position of a mode, or a factor.
    Count,
}

pub fn leaf(input: ParseStream, role: Role) -> Result<Leaf> {
    let first = leaf_or_multiple(input, role)?;
    if !matches!(first, Leaf::Multiple(..)) || !input.peek(Token![+]) {
        return Ok(first);
    }
    let span = first.span();
    let mut multiples = vec![first];
    while input.peek(Token![+]) {
        input.parse::<Token![+]>()?;
        multiples.push(leaf_or_multiple(input, role)?);
    }
    Leaf::sum(multiples, span)
}

/// An integer, or a multiple of an element.
fn leaf_or_multiple(input: ParseStream, role: Role) -> Result<Leaf> {
    if role == Role::Stride {
        if let Some(leaf) = multiple_in_one_token(input)? {
            return Ok(leaf);
        }
        if next_is_element(input) {
            let one = Leaf::Integer(1, input.span());
            return multiple(one, input);
        }
    }
    let leaf = single_leaf(input, role)?;
    if role == Role::Stride && input.peek(Token![*]) {
        let ahead = input.fork();
        ahead.parse::<Token![*]>()?;
        if next_is_element(&ahead) {
            input.parse::<Token![*]>()?;
            return multiple(leaf, input);
        }
    }
    Ok(leaf)
}

/// `6e1` or `3f5`, which Rust reads as one literal.
fn multiple_in_one_token(input: ParseStream) -> Result<Option<Leaf>> {
    let Ok(literal) = input.fork().parse::<Lit>() else { return Ok(None) };
    let text = literal.to_token_stream().to_string();
    let element = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let factor = &text[..text.len() - element.len()];
    let is_element = element.starts_with(['e', 'f'])
        && element.len() > 1
        && element[1..].bytes().all(|digit| digit.is_ascii_digit());
    if factor.is_empty() || !is_element {
        return Ok(None);
    }
    input.parse::<Lit>()?;
    let span = literal.span();
    let factor = Leaf::Integer(integer_of(factor, span)?, span);
    Leaf::multiple(factor, element_of(element, span)?, span).map(Some)
}

/// Whether `e0`, `e(0,1)` or `f5` comes next.
fn next_is_element(input: ParseStream) -> bool {
    input
        .fork()
        .parse::<Ident>()
        .is_ok_and(|name| is_element(&name.to_string()) || name == "e" && input.peek2(token::Paren))
}

/// The element that comes next, times `factor`.
fn multiple(factor: Leaf, input: ParseStream) -> Result<Leaf> {
    let name: Ident = input.parse()?;
    let span = name.span();
    if name != "e" {
        return Leaf::multiple(factor, element_of(&name.to_string(), span)?, span);
    }
    let inside;
    parenthesized!(inside in input);
    let mut place = Vec::new();
    while !inside.is_empty() {
        place.push(inside.parse::<syn::LitInt>()?.base10_parse()?);
        if inside.peek(Token![,]) {
            inside.parse::<Token![,]>()?;
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or the closing parenthesis"));
        }
    }
    if place.is_empty() {
        return Err(Error::new(span, "expected the position of a mode, `e(0,1)`"));
    }
    Leaf::multiple(factor, Element::Basis(place), span)
}

/// `e0` or `f5`
fn element_of(text: &str, span: Span) -> Result<Element> {
    let number = integer_of(&text[1..], span)?.unsigned_abs();
    Ok(if text.starts_with('e') { Element::Basis(vec![number]) } else { Element::Bits(number) })
}

fn integer_of(digits: &str, span: Span) -> Result<i64> {
    digits.parse().map_err(|_| {
        let text = format!("number too large: {digits} is above {}", i64::MAX);
        Error::new(span, text)
    })
}

fn single_leaf(input: ParseStream, role: Role) -> Result<Leaf> {
    if input.peek(Token![_]) {
        return Ok(Leaf::Any(input.parse::<Token![_]>()?.span));
    }
    if input.peek(token::Brace) {
        let inside;
        let span = braced!(inside in input).span.join();
        let code: TokenStream = inside.parse()?;
        if code.is_empty() {
            return Err(Error::new(span, "expected Rust code in the braces"));
        }
        return Ok(Leaf::Code(code, span));
    }
    if input.peek(Token![-]) {
        return Err(negative(input, role));
    }
    if input.peek(Lit) {
        return integer(input, role);
    }
    if input.peek(Ident::peek_any) || input.peek(Token![::]) {
        return path(input);
    }
    Err(input.error("expected an integer, a name, `{..}` or a tuple"))
}

/// The error for a minus sign.
fn negative(input: ParseStream, role: Role) -> Error {
    let text = match role {
        Role::Stride => "strides in the types are natural numbers; negative strides are at the \
                         value level"
            .to_string(),
        Role::Extent => match input.fork().parse::<syn::LitInt>() {
            Ok(literal) => extent(literal.base10_parse().unwrap_or(-1)),
            Err(_) => extent(-1),
        },
        Role::Count => "expected a natural number".to_string(),
    };
    input.error(text)
}

/// The value level's words for an extent below 1.
fn extent(extent: i64) -> String {
    Rule::Extent { extent }.to_string()
}

fn integer(input: ParseStream, role: Role) -> Result<Leaf> {
    let literal = input.parse::<Lit>()?;
    let span = literal.span();
    let Lit::Int(integer) = literal else {
        return Err(Error::new(span, "expected an integer"));
    };
    if !integer.suffix().is_empty() {
        let text = format!("an integer here has no suffix `{}`", integer.suffix());
        return Err(Error::new(span, text));
    }
    let Ok(value) = integer.base10_parse() else {
        let digits = integer.base10_digits();
        let text = format!("number too large: {digits} is above {}", i64::MAX);
        return Err(Error::new(span, text));
    };
    if role == Role::Extent && value < 1 {
        return Err(Error::new(span, extent(value)));
    }
    Ok(Leaf::Integer(value, span))
}

/// `name`, `module::NAME`, `Self::NAME`
fn path(input: ParseStream) -> Result<Leaf> {
    let mut code = TokenStream::new();
    let leading: Option<Token![::]> = input.parse()?;
    ToTokens::to_tokens(&leading, &mut code);
    let mut segment = path_segment(input)?;
    let span = segment.span();
    if leading.is_none() && !input.peek(Token![::]) {
        reserved(&segment)?;
    }
    loop {
        ToTokens::to_tokens(&segment, &mut code);
        if !input.peek(Token![::]) {
            return Ok(Leaf::Code(code, span));
        }
        ToTokens::to_tokens(&input.parse::<Token![::]>()?, &mut code);
        segment = path_segment(input)?;
    }
}

fn path_segment(input: ParseStream) -> Result<Ident> {
    let start = input.peek(Token![self]) || input.peek(Token![Self]) || input.peek(Token![super]);
    if start || input.peek(Token![crate]) { input.call(Ident::parse_any) } else { input.parse() }
}

/// Whether it is `e0`, `f5` or the like.
pub fn is_element(name: &str) -> bool {
    let digits = name.strip_prefix(['e', 'f']).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `o`, `e0`, `f5` and the like belong to the notation.
pub fn reserved(name: &Ident) -> Result<()> {
    let text = name.to_string();
    if text == "o" || is_element(&text) {
        let text =
            format!("`{text}` is reserved for the notation; rename it or write `{{{text}}}`");
        return Err(Error::new(name.span(), text));
    }
    Ok(())
}
