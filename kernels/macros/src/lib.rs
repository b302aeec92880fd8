//! `#[kernel]`: a function that a program launches.

use proc_macro::{TokenStream, TokenTree};

/// On a GPU the function is an entry of the PTX, `extern "ptx-kernel"`, by its own name; elsewhere it is as it stands, and
/// threads of the CPU call it. The return type is `()`, and there are no type parameters.
#[proc_macro_attribute]
pub fn kernel(_: TokenStream, function: TokenStream) -> TokenStream {
    let entry = function.clone().into_iter().flat_map(|token| {
        let before = match &token {
            TokenTree::Ident(word) if word.to_string() == "fn" => text("extern \"ptx-kernel\""),
            _ => TokenStream::new(),
        };
        before.into_iter().chain([token])
    });
    let mut both = text("#[cfg(target_arch = \"nvptx64\")] #[unsafe(no_mangle)]");
    both.extend(entry);
    both.extend(text("#[cfg(not(target_arch = \"nvptx64\"))]"));
    both.extend(function);
    both
}

fn text(tokens: &str) -> TokenStream {
    tokens.parse().expect("the tokens above")
}
