//! Kernels with type and const parameters: each instance that is named becomes a kernel of its own.

use std::collections::BTreeSet;

use proc_macro::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::blocks::Blocks;
use crate::function::{Wrong, split};
use crate::template::{fill, text};

/// An instance as the attribute says it: `scale_f32 = <f32, 4>`.
#[derive(Clone)]
pub(crate) struct Instance {
    name: Ident,
    arguments: Vec<TokenStream>,
}
impl Instance {
    /// Reads what is between the parentheses of `instances(..)`.
    pub(crate) fn read(tokens: TokenStream) -> Result<Vec<Self>, Wrong> {
        let (mut all, mut names) = (Vec::new(), BTreeSet::new());
        for part in split(tokens) {
            let [TokenTree::Ident(name), equals, open, inside @ .., close] = &part[..] else {
                return wrong("write `instances(scale_f32 = <f32, 4>)`", part.first());
            };
            if [equals, open, close].map(ToString::to_string) != ["=", "<", ">"] {
                return wrong("write `instances(scale_f32 = <f32, 4>)`", part.get(1));
            }
            if !names.insert(name.to_string()) {
                return wrong(&format!("two instances are named `{name}`"), part.first());
            }
            let arguments = split(inside.iter().cloned().collect());
            let arguments = arguments.into_iter().map(|part| part.into_iter().collect()).collect();
            all.push(Instance { name: name.clone(), arguments });
        }
        Ok(all)
    }
}

fn wrong<T>(words: &str, token: Option<&TokenTree>) -> Result<T, Wrong> {
    Err((words.to_owned(), token.map(TokenTree::span)))
}
fn is(token: &TokenTree, text: &str) -> bool {
    !matches!(token, TokenTree::Group(_)) && token.to_string() == text
}

/// A function with type or const parameters, in its parts.
struct Generic {
    before: Vec<TokenTree>,
    name: Ident,
    parameters: Vec<String>,
    /// The tokens between the parentheses.
    arguments: TokenStream,
}
impl Generic {
    /// The parts of a function, if it has such parameters.
    fn read(tokens: &TokenStream) -> Result<Option<Self>, Wrong> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let Some(at) = tokens.iter().position(|token| is(token, "fn")) else { return Ok(None) };
        let [TokenTree::Ident(name), open, after @ ..] = &tokens[at + 1..] else {
            return Ok(None);
        };
        if !is(open, "<") {
            return Ok(None);
        }
        let (mut depth, mut end) = (1, 0);
        for (i, token) in after.iter().enumerate() {
            let arrow = i > 0 && is(&after[i - 1], "-");
            depth += i32::from(is(token, "<")) - i32::from(is(token, ">") && !arrow);
            if depth == 0 {
                end = i;
                break;
            }
        }
        let mut parameters = Vec::new();
        for part in split(after[..end].iter().cloned().collect()) {
            match &part[..] {
                [word, name, ..] if is(word, "const") => parameters.push(name.to_string()),
                [TokenTree::Ident(name), ..] => parameters.push(name.to_string()),
                _ => return wrong("a kernel has type and const parameters only", part.first()),
            }
        }
        let arguments = match after.get(end + 1) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                group.stream()
            }
            other => return wrong("a kernel has parameters in parentheses", other),
        };
        let before = tokens[..at].to_vec();
        Ok(Some(Generic { before, name: name.clone(), parameters, arguments }))
    }

    /// The name of a parameter: `x`, `mut x`, `x @ [a, b]`.
    fn named(pattern: &[TokenTree]) -> Result<TokenTree, Wrong> {
        let named = |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) && !is(token, "mut");
        match pattern.iter().find(named) {
            Some(name) if !is(name, "_") => Ok(name.clone()),
            _ => wrong("a parameter of a kernel has a name", pattern.first()),
        }
    }

    /// The function of an instance, without parameters of its own: it calls the generic one.
    fn instance(
        &self,
        instance: &Instance,
    ) -> Result<(TokenStream, Vec<(String, TokenStream)>), Wrong> {
        let Instance { name, arguments } = instance;
        if arguments.len() != self.parameters.len() {
            let (has, generic) = (arguments.len(), &self.name);
            let needs = self.parameters.join("`, `");
            let words = format!(
                "`{name}` has {has} arguments, and `{generic}` has the parameters `{needs}`"
            );
            return wrong(&words, Some(&TokenTree::from(name.clone())));
        }
        if name.to_string() == self.name.to_string() {
            let words = "an instance has a name of its own, not that of the function";
            return wrong(words, Some(&TokenTree::from(name.clone())));
        }
        let holes: Vec<(String, TokenStream)> =
            self.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
        let (mut typed, mut given) = (TokenStream::new(), TokenStream::new());
        for parameter in split(self.arguments.clone()) {
            let colon = parameter.iter().position(|token| is(token, ":"));
            let Some(colon) = colon.filter(|at| *at > 0) else {
                return wrong("a parameter of a kernel is `name: type`", parameter.first());
            };
            let of = filled(parameter[colon + 1..].iter().cloned().collect(), &holes);
            let own = TokenStream::from(Self::named(&parameter[..colon])?);
            typed.extend(fill("NAME: TYPE,", &[("NAME", own.clone()), ("TYPE", of)]));
            given.extend(fill("NAME,", &[("NAME", own)]));
        }
        let mut all = TokenStream::new();
        for argument in arguments {
            all.extend(fill("ARGUMENT,", &[("ARGUMENT", argument.clone())]));
        }
        let is_unsafe = self.before.last().is_some_and(|last| is(last, "unsafe"));
        let call = match is_unsafe {
            true => "{ unsafe { GENERIC::<ALL>(GIVEN) } }",
            false => "{ GENERIC::<ALL>(GIVEN) }",
        };
        let name = TokenStream::from(TokenTree::from(name.clone()));
        let mut function: TokenStream = self.before.iter().cloned().collect();
        let own = TokenStream::from(TokenTree::from(self.name.clone()));
        function.extend(fill(
            &format!("fn NAME(TYPED) {call}"),
            &[("NAME", name), ("TYPED", typed), ("GENERIC", own), ("ALL", all), ("GIVEN", given)],
        ));
        Ok((function, holes))
    }
}

/// The tokens with the parameters replaced by the arguments of an instance; `T::X` becomes `<f32>::X`.
fn filled(tokens: TokenStream, holes: &[(String, TokenStream)]) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut all = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside = filled(group.stream(), holes);
                let mut filled = Group::new(group.delimiter(), inside);
                filled.set_span(group.span());
                all.extend([TokenTree::from(filled)]);
            }
            TokenTree::Ident(name) => {
                let path =
                    tokens.get(at + 1..at + 3).is_some_and(|two| two.iter().all(|x| is(x, ":")));
                match holes.iter().find(|(hole, _)| *hole == name.to_string()) {
                    Some((_, of)) if path => all.extend(fill("<OF>", &[("OF", of.clone())])),
                    Some((_, of)) => all.extend(of.clone()),
                    None => all.extend([token.clone()]),
                }
            }
            _ => all.extend([token.clone()]),
        }
    }
    all
}

/// The functions that become kernels, each with what the attribute says of it, and the generic function that they call.
pub(crate) fn kernels(
    function: &TokenStream,
    blocks: Blocks,
) -> Result<(Vec<(TokenStream, Blocks)>, Option<TokenStream>), Wrong> {
    let instances = blocks.instances.clone();
    match (Generic::read(function)?, instances) {
        (None, None) => Ok((vec![(function.clone(), blocks)], None)),
        (None, Some(instances)) => {
            let first = instances.first().map(|one| TokenTree::from(one.name.clone()));
            wrong("a function without type and const parameters has no instances", first.as_ref())
        }
        (Some(Generic { name, .. }), None) => {
            let words = format!(
                "a kernel with type or const parameters names its instances: write `#[kernel(.., instances({name}_f32 = <f32>))]`"
            );
            wrong(&words, Some(&TokenTree::from(name)))
        }
        (Some(generic), Some(instances)) => {
            let mut all = Vec::new();
            for instance in &instances {
                let (function, holes) = generic.instance(instance)?;
                let of = |tokens: &Option<TokenStream>| tokens.clone().map(|x| filled(x, &holes));
                let blocks = Blocks {
                    threads: of(&blocks.threads),
                    blocks: of(&blocks.blocks),
                    shared: of(&blocks.shared),
                    cluster: of(&blocks.cluster),
                    instances: None,
                };
                all.push((function, blocks));
            }
            let mut called = text("#[cfg_attr(target_arch = \"nvptx64\", inline(always))]");
            called.extend(function.clone());
            Ok((all, Some(called)))
        }
    }
}
