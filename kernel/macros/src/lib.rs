//! `#[kernel]`: a function that a program launches.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// On a GPU the function is an entry of the PTX, `extern "ptx-kernel"`, by its own name; elsewhere it is as it stands, and
/// threads of the CPU call it. The return type is `()`, and there are no type parameters.
///
/// A parameter that is written `&TensorMap` is passed by value: its 128 bytes lie where the arguments of the launch do, aligned to 64, as
/// `const __grid_constant__ CUtensorMap` of CUDA C++, and the kernel has a reference to them.
#[proc_macro_attribute]
pub fn kernel(_: TokenStream, function: TokenStream) -> TokenStream {
    let mut both = text("#[cfg(target_arch = \"nvptx64\")] #[unsafe(no_mangle)]");
    both.extend(entry(function.clone()));
    both.extend(text("#[cfg(not(target_arch = \"nvptx64\"))]"));
    both.extend(function);
    both
}

/// The function as an entry.
fn entry(function: TokenStream) -> TokenStream {
    let (mut entry, mut maps) = (TokenStream::new(), TokenStream::new());
    // The name follows `fn`, and the parameters follow the name.
    let (mut after_fn, mut name) = (false, None);
    for token in function {
        match token {
            TokenTree::Ident(word) if word.to_string() == "fn" => {
                entry.extend(text("extern \"ptx-kernel\" fn"));
                after_fn = true;
            }
            TokenTree::Ident(word) if after_fn && name.is_none() => {
                name = Some(word.to_string());
                entry.extend([TokenTree::from(word)]);
            }
            TokenTree::Group(group)
                if name.is_some() && group.delimiter() == Delimiter::Parenthesis =>
            {
                let passed = parameters(group.stream(), name.as_deref().unwrap_or(""), &mut maps);
                entry.extend([TokenTree::from(Group::new(Delimiter::Parenthesis, passed))]);
            }
            TokenTree::Group(group) if name.is_some() && group.delimiter() == Delimiter::Brace => {
                let mut body = std::mem::take(&mut maps);
                body.extend(group.stream());
                entry.extend([TokenTree::from(Group::new(Delimiter::Brace, body))]);
            }
            token => entry.extend([token]),
        }
    }
    entry
}

/// The parameters of the entry of this name. Those that are `&TensorMap` are tensor maps by value; what they are in the kernel is said
/// before its body.
fn parameters(written: TokenStream, entry: &str, maps: &mut TokenStream) -> TokenStream {
    let mut passed = TokenStream::new();
    for (index, parameter) in split(written).into_iter().enumerate() {
        let words: Vec<String> = parameter.iter().map(ToString::to_string).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [name, ":", "&", ref path @ ..] if path.last() == Some(&"TensorMap") => {
                passed.extend(text("_:"));
                passed.extend(parameter.into_iter().skip(3));
                let at = format!("{entry}_param_{index}");
                maps.extend(text(&format!(
                    "let {name} = unsafe {{
                        let map: *const {path};
                        // `tilework-ptx` reads the first line, and aligns the parameter.
                        ::core::arch::asm!(
                            \"//align 64 {at}\", \"mov.b64 {{0}}, {at};\", \"cvta.param.u64 {{0}}, {{0}};\",
                            out(reg64) map, options(pure, nomem, nostack)
                        );
                        &*map
                    }};",
                    path = path.concat(),
                )));
            }
            _ => passed.extend(parameter),
        }
        passed.extend(text(","));
    }
    passed
}

/// What stands between commas that are in no angle brackets.
fn split(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0);
    for token in tokens {
        let (comma, last) = (token.to_string() == ",", parts.len() - 1);
        match token.to_string().as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ => {}
        }
        if comma && depth == 0 { parts.push(Vec::new()) } else { parts[last].push(token) }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn text(tokens: &str) -> TokenStream {
    tokens.parse().expect("the tokens above")
}
