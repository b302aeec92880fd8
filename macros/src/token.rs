//! The kinds of single tokens of Rust: integers, literals and keywords.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A literal of an integer.
pub struct Integer {
    /// The number, where it has at most 128 bits.
    pub value: Option<u128>,
    /// Its digits, in decimal where it has at most 128 bits.
    pub digits: String,
    /// `u32` in `1_u32`.
    pub suffix: String,
}

impl Integer {
    /// The integer that a token of Rust is: `16`, `1_024`, `0x400`. None where it is something else, as `1.5`, `1e5` and `"4"` are.
    pub fn of(text: &str) -> Option<Self> {
        let (base, digits) = match text.get(..2) {
            Some("0x") => (16, &text[2..]),
            Some("0o") => (8, &text[2..]),
            Some("0b") => (2, &text[2..]),
            _ => (10, text),
        };
        let is_digit = |c: char| c == '_' || c.is_digit(base);
        let (digits, suffix) =
            digits.split_at(digits.find(|c| !is_digit(c)).unwrap_or(digits.len()));
        let digits = digits.replace('_', "");
        let exponent = base == 10 && suffix.starts_with(['e', 'E']);
        let is_float = exponent && suffix.contains(|c: char| c.is_ascii_digit());
        let is_suffix = suffix.is_empty() || suffix.starts_with(|c: char| c.is_alphabetic());
        if digits.is_empty() || is_float || !is_suffix {
            return None;
        }
        let value = u128::from_str_radix(&digits, base).ok();
        let digits = value.map_or(digits, |value| value.to_string());
        Some(Integer { value, digits, suffix: suffix.to_string() })
    }
}

/// Returns whether the code is one literal, with a sign before it or not.
pub fn is_literal(code: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Literal(_)] => true,
        [TokenTree::Ident(name)] => *name == "true" || *name == "false",
        [TokenTree::Punct(sign), TokenTree::Literal(_)] => sign.as_char() == '-',
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            is_literal(group.stream())
        }
        _ => false,
    }
}

/// Returns whether a program cannot give this name in some edition: it is a keyword, or reserved.
pub fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 52] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in",
        "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
        "return", "Self", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
    ];
    KEYWORDS.contains(&name)
}

/// Returns whether it is the name of a type of the language.
pub fn is_primitive(name: &str) -> bool {
    const TYPES: [&str; 17] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
        "u16", "u32", "u64", "u128", "usize",
    ];
    TYPES.contains(&name)
}
