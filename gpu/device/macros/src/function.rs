//! The parts of a function that the kernel's entry and its launch need.

use proc_macro::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// An error message and the place that it points at.
pub(crate) type Wrong = (String, Option<Span>);

/// A function.
pub(crate) struct Function {
    pub(crate) attributes: TokenStream,
    pub(crate) visibility: TokenStream,
    pub(crate) is_unsafe: bool,
    pub(crate) name: Ident,
    pub(crate) parameters: Vec<Parameter>,
    /// The tokens between its braces.
    pub(crate) body: TokenStream,
}
/// A parameter of the function.
pub(crate) struct Parameter {
    /// Its name, which is that of the argument.
    pub(crate) name: TokenStream,
    /// The tokens before the colon.
    pub(crate) pattern: TokenStream,
    /// The type. For a tensor map it is the type behind the reference.
    pub(crate) of: TokenStream,
    pub(crate) kind: Kind,
}
/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `*const T`, `*mut T`, `Slice<T>` or `SliceMut<T>`
    Data,
    /// `&TensorMap<T>`
    Map,
    /// `Input<T, L, P>` or `Output<T, L, P>`
    View,
    /// `Here<256>`: the thread. The attribute makes it, and a launch does not pass it.
    Here,
    /// Any other.
    Value,
}

fn is(token: &TokenTree, text: &str) -> bool {
    !matches!(token, TokenTree::Group(_)) && token.to_string() == text
}
fn wrong<T>(words: &str, token: Option<&TokenTree>) -> Result<T, Wrong> {
    Err((words.to_owned(), token.map(TokenTree::span)))
}

impl Function {
    /// Parses a function.
    pub(crate) fn read(tokens: TokenStream) -> Result<Self, Wrong> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let Some(at) = tokens.iter().position(|token| is(token, "fn")) else {
            return wrong(
                "`#[kernel]` stands before a function: write `#[kernel] unsafe fn name(..) { .. }`",
                tokens.first(),
            );
        };
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let mut rest = before;
        while let [first, _, others @ ..] = rest
            && is(first, "#")
        {
            rest = others;
        }
        let attributes = before[..before.len() - rest.len()].iter().cloned().collect();
        let is_unsafe = rest.last().is_some_and(|last| is(last, "unsafe"));
        let visibility = &rest[..rest.len() - usize::from(is_unsafe)];
        if let Some(other) = visibility
            .iter()
            .find(|token| ["const", "async", "extern"].iter().any(|word| is(token, word)))
        {
            return wrong(
                "a kernel is `fn` or `unsafe fn`: `#[kernel]` makes it `extern`",
                Some(other),
            );
        }
        let [TokenTree::Ident(name), after @ ..] = after else {
            return wrong("a function has a name", after.first());
        };
        let (parameters, after) = match after {
            [TokenTree::Group(group), after @ ..]
                if group.delimiter() == Delimiter::Parenthesis =>
            {
                (group.stream(), after)
            }
            _ => {
                return wrong(
                    "a kernel has no type parameters but those of its instances",
                    after.first(),
                );
            }
        };
        let body = match after {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => group.stream(),
            _ => {
                return wrong(
                    "a kernel returns nothing: what it computes it writes to a buffer, `to: *mut f32`",
                    after.first(),
                );
            }
        };
        let parameters =
            split(parameters).into_iter().map(Parameter::read).collect::<Result<Vec<_>, _>>()?;
        if let Some(second) =
            parameters.iter().filter(|parameter| parameter.kind == Kind::Here).nth(1)
        {
            return wrong(
                "a kernel has one `Here`, which stands for the thread: pass `&here` or `&mut here` to functions",
                second.pattern.clone().into_iter().next().as_ref(),
            );
        }
        let passed = |parameter: &&Parameter| parameter.kind != Kind::Here;
        if let Some(parameter) = parameters.iter().filter(passed).nth(16) {
            return wrong(
                "a kernel has at most 16 parameters",
                parameter.pattern.clone().into_iter().next().as_ref(),
            );
        }
        let visibility = visibility.iter().cloned().collect();
        Ok(Function { attributes, visibility, is_unsafe, name: name.clone(), parameters, body })
    }

    pub(crate) fn name(&self) -> TokenStream {
        TokenTree::from(self.name.clone()).into()
    }
    /// The parameters that a launch passes.
    pub(crate) fn passed(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.kind != Kind::Here)
    }
    /// The parameter that stands for the thread, if there is one.
    pub(crate) fn here(&self) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.kind == Kind::Here)
    }
    /// Returns whether the function has an `#[inline]` of its own. A second one would be a warning.
    pub(crate) fn is_inline(&self) -> bool {
        self.attributes.clone().into_iter().any(|token| match token {
            TokenTree::Group(group) => {
                group.stream().into_iter().next().is_some_and(|first| is(&first, "inline"))
            }
            _ => false,
        })
    }
    /// The keyword `unsafe` if the function has it, else nothing.
    pub(crate) fn unsafety(&self) -> TokenStream {
        let word = Ident::new("unsafe", Span::call_site());
        self.is_unsafe.then_some(TokenTree::from(word)).into_iter().collect()
    }
}

impl Parameter {
    fn read(tokens: Vec<TokenTree>) -> Result<Self, Wrong> {
        let colon = tokens.iter().position(|token| is(token, ":"));
        let Some(colon) = colon.filter(|at| *at > 0) else {
            return wrong("a parameter of a kernel is `name: type`", tokens.first());
        };
        let (pattern, of) = (&tokens[..colon], &tokens[colon + 1..]);
        let name = match pattern {
            [name @ TokenTree::Ident(_)] => Some(name),
            [name @ TokenTree::Ident(_), at, ..] if is(at, "@") => Some(name),
            [word, name @ TokenTree::Ident(_)] if is(word, "mut") => Some(name),
            [word, name @ TokenTree::Ident(_), at, ..] if is(word, "mut") && is(at, "@") => {
                Some(name)
            }
            _ => None,
        };
        let Some(name) = name.filter(|name| !is(name, "_")) else {
            return wrong(
                "the argument of a launch has the name of the parameter: write `name: type`, or `name @ pattern: type`",
                pattern.first(),
            );
        };
        let kind = match of {
            [star, ..] if is(star, "*") => Kind::Data,
            path if ["Slice", "SliceMut"].contains(&last_name(path).as_str()) => Kind::Data,
            path if ["Input", "Output"].contains(&last_name(path).as_str()) => Kind::View,
            path if last_name(path) == "Here" => Kind::Here,
            [and, path @ ..] if is(and, "&") => match last_name(path) == "TensorMap" {
                true => Kind::Map,
                false => {
                    return wrong(
                        "a kernel has no references but `&TensorMap<T>`: write `Slice<T>` or `*const T` for what it reads, `SliceMut<T>` or `*mut T` for what it writes",
                        Some(and),
                    );
                }
            },
            _ => Kind::Value,
        };
        let of = |from: usize| of.iter().skip(from).cloned().collect();
        Ok(Parameter {
            name: name.clone().into(),
            pattern: pattern.iter().cloned().collect(),
            of: of(usize::from(kind == Kind::Map)),
            kind,
        })
    }
}

/// The last name of a path, without its generic arguments.
fn last_name(path: &[TokenTree]) -> String {
    let end = path.iter().position(|token| is(token, "<")).unwrap_or(path.len());
    path[..end].last().map(ToString::to_string).unwrap_or_default()
}

/// Splits tokens at the commas that are outside angle brackets.
pub(crate) fn split(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0);
    for token in tokens {
        let last = parts.len() - 1;
        match token.to_string().as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ => {}
        }
        if depth == 0 && is(&token, ",") { parts.push(Vec::new()) } else { parts[last].push(token) }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
