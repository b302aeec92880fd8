//! `shared!`: an array in the shared memory of a block.

use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro::{Delimiter, TokenStream, TokenTree};

use crate::template::{error, fill};

/// The number of arrays in this crate so far. It numbers each place in the source, including places that a macro
/// writes.
static COUNT: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn array(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let parts = match &tokens[..] {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let at = inside.iter().rposition(|token| token.to_string() == ";");
            at.map(|at| (inside[..at].to_vec(), inside[at + 1..].to_vec()))
        }
        _ => None,
    };
    let Some((element, count)) = parts.filter(|(of, count)| !of.is_empty() && !count.is_empty())
    else {
        let says = error(
            "write `shared!([f32; 256])`: elements of which type, and how many",
            tokens.first().map(TokenTree::span),
        );
        return fill("{ SAYS }", &[("SAYS", says)]);
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let [element, count] = [element, count].map(|tokens| tokens.into_iter().collect());
    let bytes = "const { (NUMBER) * ::core::mem::size_of::<ELEMENT>() }";
    fill(
        &format!(
            "{{
                #[cfg(target_arch = \"nvptx64\")]
                #[allow(unused_unsafe)]
                // SAFETY: computes an address; `tilework-ptx` reads the first line, and says where the array is.
                let __shared: u32 = unsafe {{
                    let address;
                    ::core::arch::asm!(
                        ::core::concat!(\"//array {{bytes}} \", ::core::module_path!(), \" {number}\\n\\tmov.u32 {{address}}, shared_memory;\"),
                        bytes = {bytes}, address = out(reg32) address, options(pure, nomem, nostack)
                    );
                    address
                }};
                #[cfg(not(target_arch = \"nvptx64\"))]
                let __shared: u32 =
                    ::tilework_device::emulator::array(::core::concat!(::core::module_path!(), \" {number}\"), {bytes});
                ::tilework_device::Shared::<ELEMENT>::at(__shared)
            }}"
        ),
        &[("ELEMENT", element), ("NUMBER", count)],
    )
}
