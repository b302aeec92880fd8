//! Turns the tokens of a macro into a text in the notation that [`tilework_algebra::expression`] reads, with the place
//! of each token. Rust code in it, which is names, paths and braces, becomes `{0}`, `{1}` and so on.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use tilework_algebra::expression::{
    Expression, Failure, NamedOperation, Reason, What, similar, spelling,
};

use crate::error::{Error, Result};
use crate::front::site;
use crate::operation::OPERATIONS;
use crate::token::{Integer, is_keyword, is_literal, is_primitive};

/// Parentheses and angle brackets nest at most this deep, so that no recursion here exhausts the stack. Deeper types
/// would exceed the compiler's recursion limit anyway.
const MAX_DEPTH: usize = 64;

pub const RUST: &str = "an expression of Rust goes in braces, `({2 * m},8)`";
/// The message for a `<` after a name.
const TYPE: &str = "a type of Rust with parameters goes in braces, `({Dyn<u32>},8)`; before a tiler there is `o`, `/` or `*`";

/// The text and the places of its tokens.
pub struct Scan {
    text: String,
    /// True if the text was in quotes, so that nothing in it is Rust code.
    quoted: bool,
    /// The places of tokens by their position in the text.
    spans: Vec<(usize, Span)>,
    /// The Rust code.
    pub foreign: Vec<Foreign>,
    /// The number of open angle brackets.
    angles: usize,
    /// The last token.
    end: Span,
}

/// Rust code in the notation.
#[derive(Clone)]
pub struct Foreign {
    pub code: TokenStream,
    pub span: Span,
    /// True if it is a constant: `const M`.
    pub constant: bool,
    /// True if it is one word without braces, and no fragment of a macro.
    word: bool,
}

impl Scan {
    /// Reads the whole input of a macro.
    pub fn new(input: TokenStream) -> Result<Self> {
        if let Some(scan) = Scan::pasted(&input)? {
            return Ok(scan);
        }
        let last = input.clone().into_iter().last();
        // Something missing at the end is reported at the last token, not at the whole input.
        let end = last.map_or_else(site, |token| token.span());
        let (text, spans, foreign) = (String::new(), Vec::new(), Vec::new());
        let mut scan = Scan { text, quoted: false, spans, foreign, angles: 0, end };
        scan.tokens(input, 0, false)?;
        Ok(scan)
    }

    /// The text in a string literal, if the input is one: what another program printed and Rust has no tokens for.
    fn pasted(input: &TokenStream) -> Result<Option<Self>> {
        let tokens: Vec<TokenTree> = input.clone().into_iter().collect();
        let [TokenTree::Literal(literal)] = &tokens[..] else { return Ok(None) };
        let text = literal.to_string();
        let Some(text) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
            return Ok(None);
        };
        // The only escape that a printout needs.
        let text = text.replace("\\\"", "\"");
        if text.contains('\\') {
            let error = "a text in quotes is what CuTe prints, without escapes";
            return Err(Error::new(literal.span(), error));
        }
        let (end, spans) = (literal.span(), vec![(0, literal.span())]);
        Ok(Some(Scan { text, quoted: true, spans, foreign: Vec::new(), angles: 0, end }))
    }

    /// Parses the text into steps.
    pub fn parse(&self) -> Result<Expression> {
        let parsed = match self.quoted {
            true => self.text.parse(),
            false => Expression::with_foreign(&self.text),
        };
        parsed.map_err(|failure| self.error(failure))
    }

    /// The error for a name that is written as those of variables are, where types stand. rustc would report each of
    /// them as a type that it does not find.
    pub fn variable(&self) -> Option<Error> {
        let is_variable = |name: &str| name.starts_with(char::is_lowercase) && !is_primitive(name);
        let mut words = self.foreign.iter().filter(|foreign| foreign.word && !foreign.constant);
        let found = words.find(|foreign| is_variable(&foreign.code.to_string()))?;
        let text = format!(
            "`{0}` is no type; a number known at run time is `_`, as in `Layout!((_,_):row_major)`, a constant `const {0}`, and a \
             type of this name `{{{0}}}`",
            found.code
        );
        Some(Error::new(found.span, text))
    }

    /// The token at a position in the text.
    pub fn span(&self, at: usize) -> Span {
        let after = self.spans.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(self.end, |token| self.spans[token].1)
    }

    /// The error for a failure, at its token.
    pub fn error(&self, failure: Failure) -> Error {
        let rest = self.text.get(failure.at..).unwrap_or("").trim_start();
        let text = match failure.reason {
            Reason::Expected("an operand") => {
                "expected an integer, a name, `{..}` or a tuple".to_string()
            }
            Reason::Expected("an operator or the end") if rest.starts_with(',') => {
                "a shape of several modes is in parentheses, `(6,8)`, and its stride follows after a \
                 colon, `(4,8):(1,4)`; layouts by mode are a tiler `<..>`"
                    .to_string()
            }
            Reason::Expected(expected) if expected.starts_with("an operator") => {
                match rest.chars().next() {
                    Some('+' | '-' | '[') => RUST.to_string(),
                    Some('<') => TYPE.to_string(),
                    _ => {
                        let text = format!("expected {expected}");
                        text.replace("an operator", "`o`, `/`, `*`")
                            .replace("`)`", "the closing parenthesis")
                    }
                }
            }
            Reason::Reserved(name) => reserved(&name),
            Reason::Feature(feature) => format!(
                "this is evaluated with the feature `{feature}` of tilework: `cargo add tilework --features {feature}`"
            ),
            reason => reason.to_string(),
        };
        match rest.is_empty() {
            true => Error::new(self.end, format!("unexpected end of input, {text}")),
            false => Error::new(self.span(failure.at), text),
        }
    }

    /// Appends a token to the text.
    fn push(&mut self, token: &str, span: Span) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if self.text.ends_with(is_word) && token.starts_with(is_word) {
            self.text.push(' ');
        }
        self.spans.push((self.text.len(), span));
        self.text.push_str(token);
    }

    fn push_foreign(&mut self, code: TokenStream, span: Span) {
        self.push(&format!("{{{}}}", self.foreign.len()), span);
        self.foreign.push(Foreign { code, span, constant: false, word: false });
    }

    /// Reads `const M` or `const { 2 * M }`, and returns the number of its tokens.
    fn constant(&mut self, tokens: &[TokenTree]) -> Result<usize> {
        let first = self.foreign.len();
        let used = match tokens.get(1) {
            Some(TokenTree::Group(group)) if is_code(group) => {
                self.push_foreign(group.stream(), group.span());
                1
            }
            Some(TokenTree::Ident(_)) => self.path(&tokens[1..])?,
            other => {
                let separates = |token: &&TokenTree| !matches!(token, TokenTree::Punct(_));
                let span = other.filter(separates).unwrap_or(&tokens[0]).span();
                let text = "expected the name of a constant, `const M`, or an expression of \
                            constants, `const {2 * M}`";
                return Err(Error::new(span, text));
            }
        };
        if let Some(foreign) = self.foreign.get_mut(first) {
            foreign.constant = true;
        }
        Ok(1 + used)
    }

    fn tokens(&mut self, input: TokenStream, depth: usize, in_tuple: bool) -> Result<()> {
        let tokens: Vec<TokenTree> = input.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1);
            let mut used = 1;
            match token {
                // `_8{}`, `Int<8>{}`
                TokenTree::Group(group)
                    if is_braces(group) && at > 0 && is_static(&tokens[at - 1]) => {}
                TokenTree::Group(group) => {
                    let call = at > 0 && matches!(tokens[at - 1], TokenTree::Ident(_));
                    self.group(group, depth, !call)?;
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let place = matches!(next, Some(TokenTree::Group(_)));
                    check_literal(&text, place, literal.span())?;
                    self.push(&text, literal.span());
                }
                TokenTree::Ident(name) if name == "const" => used = self.constant(&tokens[at..])?,
                TokenTree::Ident(name) if !is_path(&tokens, at + 1) => {
                    self.word(name, next, in_tuple)?;
                }
                TokenTree::Punct(punct) => match punct.as_char() {
                    ':' if is_path(&tokens, at) => used = self.path(&tokens[at..])?,
                    // A comma at the end
                    ',' if at > 0 && (next.is_none() && depth > 0 || is_punct(next, '>')) => {}
                    c @ (',' | ':' | '/' | '*' | '+' | '-' | '<' | '>') => {
                        match c {
                            '<' => self.angles += 1,
                            '>' => self.angles = self.angles.saturating_sub(1),
                            _ => {}
                        }
                        check_depth(depth + self.angles, punct.span())?;
                        self.push(c.encode_utf8(&mut [0; 4]), punct.span());
                    }
                    '.' | '%' => return Err(Error::new(punct.span(), RUST)),
                    '=' => {
                        let text = "layouts are compared in Rust: `layout!(..) == layout!(..)`";
                        return Err(Error::new(punct.span(), text));
                    }
                    c => {
                        let text = format!("`{c}` is not of the notation");
                        return Err(Error::new(punct.span(), text));
                    }
                },
                TokenTree::Ident(_) => used = self.path(&tokens[at..])?,
            }
            at += used;
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, depth: usize, in_tuple: bool) -> Result<()> {
        let span = group.span();
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace if group.stream().is_empty() => {
                return Err(Error::new(span, "expected Rust code in the braces"));
            }
            Delimiter::Brace => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                match is_constant(&tokens) {
                    true => self.constant(&tokens)?,
                    false => {
                        self.push_foreign(group.stream(), span);
                        0
                    }
                };
                return Ok(());
            }
            Delimiter::None => return self.fragment(group, depth),
        };
        check_depth(depth + 1 + self.angles, span)?;
        self.push(open, span);
        self.tokens(group.stream(), depth + 1, in_tuple && open == "(")?;
        self.push(close, group.span_close());
        Ok(())
    }

    /// A fragment that `macro_rules!` substituted: a tuple if it is one, otherwise Rust code.
    fn fragment(&mut self, group: &Group, depth: usize) -> Result<()> {
        check_depth(depth + 1, group.span())?;
        let (text, spans, foreign) = (self.text.len(), self.spans.len(), self.foreign.len());
        let scanned = self.tokens(group.stream(), depth + 1, false);
        if scanned.is_ok() && is_tuple(&self.text[text..]) {
            self.foreign[foreign..].iter_mut().for_each(|foreign| foreign.word = false);
            return Ok(());
        }
        if is_literal(group.stream()) {
            scanned?;
        }
        self.text.truncate(text);
        self.spans.truncate(spans);
        self.foreign.truncate(foreign);
        self.push_foreign(group.stream(), group.span());
        Ok(())
    }

    /// Reads a name of the notation or of Rust.
    fn word(&mut self, name: &Ident, next: Option<&TokenTree>, in_tuple: bool) -> Result<()> {
        let text = name.to_string();
        let arguments = match next {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group)
            }
            _ => None,
        };
        let of_notation = match text.as_str() {
            "o" | "row_major" | "col_major" | "_" => true,
            "Sw" | "Swizzle" | "Int" | "C" => is_punct(next, '<'),
            "get" | "layout" | "group_modes" if is_punct(next, '<') => true,
            "e" => arguments.is_some(),
            _ if is_static_integer(&text) => true,
            _ => {
                let call = arguments.is_some() || is_punct(next, '<');
                is_element(&text) || call && NamedOperation::named(&text).is_some()
            }
        };
        if text == "f0" {
            // Nobody writes 0 like this. Next to `f1` it is a name.
            let text = "`f0` is the XOR stride 0 and `f1` another one: write `0`, or `{f0}` and `{f1}` for names \
                        of Rust";
            return Err(Error::new(name.span(), text));
        }
        if of_notation {
            self.push(&text, name.span());
            return Ok(());
        }
        match arguments {
            Some(arguments) => Err(unknown(name, arguments, in_tuple)),
            None => {
                self.path(&[name.clone().into()])?;
                if let Some(foreign) = self.foreign.last_mut() {
                    foreign.word = true;
                }
                Ok(())
            }
        }
    }

    /// Reads `name`, `module::NAME` or `Self::NAME`, and returns the number of its tokens.
    fn path(&mut self, tokens: &[TokenTree]) -> Result<usize> {
        let mut used = 0;
        let mut first = None;
        while first.is_none() || is_path(tokens, used) {
            if is_path(tokens, used) {
                used += 2;
            }
            let Some(TokenTree::Ident(name)) = tokens.get(used) else {
                let span = tokens.get(used).map_or(self.end, TokenTree::span);
                return Err(Error::new(span, "expected identifier"));
            };
            if name == "as" {
                return Err(Error::new(name.span(), RUST));
            }
            let word = name.to_string();
            if is_keyword(&word) && !["self", "Self", "super", "crate"].contains(&&word[..]) {
                let text = format!("expected identifier, found keyword `{word}`");
                return Err(Error::new(name.span(), text));
            }
            first = first.or(Some(name.span()));
            used += 1;
        }
        let code = tokens[..used].iter().cloned().collect();
        self.push_foreign(code, first.unwrap_or(self.end));
        Ok(used)
    }
}

/// Returns whether it is a name like `_8`, as CuTe and our own messages write 8 in a type.
fn is_static_integer(name: &str) -> bool {
    let digits = name.strip_prefix('_').unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether `{}` may follow as in CuTe: after `_8` and `Int<8>`.
fn is_static(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => is_static_integer(&name.to_string()),
        token => is_punct(Some(token), '>'),
    }
}

fn is_braces(group: &Group) -> bool {
    group.delimiter() == Delimiter::Brace && group.stream().is_empty()
}

/// Returns whether it is a nonempty block of code.
fn is_code(group: &Group) -> bool {
    group.delimiter() == Delimiter::Brace && !group.stream().is_empty()
}

/// Returns whether the code in braces is one constant: `const M` or `const { 2 * M }`.
fn is_constant(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(first), TokenTree::Group(group)] => *first == "const" && is_code(group),
        [TokenTree::Ident(first), TokenTree::Ident(_), path @ ..] => {
            let of_path = |token: &TokenTree| match token {
                TokenTree::Ident(_) => true,
                token => is_punct(Some(token), ':'),
            };
            *first == "const" && path.iter().all(of_path)
        }
        _ => false,
    }
}

/// The message that a name is reserved for the notation.
pub fn reserved(name: &str) -> String {
    format!("`{name}` is reserved for the notation; rename it or write `{{{name}}}`")
}

/// Returns whether the text is a tuple or one leaf of one.
fn is_tuple(text: &str) -> bool {
    let leaf = |what: &What| {
        matches!(
            what,
            What::Integer(_)
                | What::Foreign(_)
                | What::Stride(_)
                | What::Times
                | What::Plus
                | What::Open
                | What::Leaf
                | What::Tuple(_)
        )
    };
    let expression = Expression::with_foreign(text);
    expression.is_ok_and(|expression| expression.steps().iter().all(|step| leaf(&step.what)))
}

/// The error for a call of an unknown operation.
fn unknown(name: &Ident, arguments: &Group, in_tuple: bool) -> Error {
    let names = OPERATIONS.iter().map(|known| known.operation.name());
    let names: Vec<&str> = names.filter(|name| NamedOperation::named(name).is_some()).collect();
    if let Some(spelling) = spelling(&name.to_string()) {
        return Error::new(name.span(), format!("no operation `{name}`; {spelling}"));
    }
    match similar(&name.to_string(), names.iter().copied()) {
        Some(similar) => {
            let text = format!("no operation `{name}`; did you mean `{similar}`?");
            Error::new(name.span(), text)
        }
        None if in_tuple => Error::new(arguments.span(), RUST),
        None => {
            let text = format!("no operation `{name}`; there are {}", names.join(", "));
            Error::new(name.span(), text)
        }
    }
}

/// Checks that a literal is an integer, or an integer before an element: `6e1` or `3f5`, which Rust reads as one
/// literal, or `2e` if a place follows.
fn check_literal(text: &str, place: bool, span: Span) -> Result<()> {
    let element = text.trim_start_matches(|c: char| c.is_ascii_digit());
    // 18 digits fit.
    let short = element.is_empty() && text.len() <= 18;
    if short || is_element(element) || place && element == "e" {
        return Ok(());
    }
    let Some(Integer { value, digits, suffix }) = Integer::of(text) else {
        return Err(Error::new(span, "expected an integer"));
    };
    if !suffix.is_empty() {
        return Err(Error::new(span, format!("an integer here has no suffix `{suffix}`")));
    }
    match value.is_some_and(|value| i64::try_from(value).is_ok()) {
        true => Ok(()),
        false => Err(Error::new(span, format!("number too large: {digits} is above {}", i64::MAX))),
    }
}

fn check_depth(depth: usize, span: Span) -> Result<()> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(Error::new(span, format!("nested deeper than {MAX_DEPTH}")))
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// Returns whether `::` comes next.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let joint = matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
    joint && is_punct(tokens.get(at + 1), ':')
}

/// Returns whether it is `e0`, `f5` or the like.
fn is_element(name: &str) -> bool {
    let digits = name.strip_prefix(['e', 'f']).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
