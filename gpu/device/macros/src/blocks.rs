//! Parses the arguments of `#[kernel(..)]`: the blocks that a kernel is launched in.

use proc_macro::{Span, TokenStream, TokenTree};

use crate::function::{Wrong, split};
use crate::instances::Instance;
use crate::template::text;

/// The arguments of the attribute, as expressions.
#[derive(Default)]
pub(crate) struct Blocks {
    pub(crate) threads: Option<TokenStream>,
    /// The number of blocks, an expression in the parameters.
    pub(crate) blocks: Option<TokenStream>,
    pub(crate) shared: Option<TokenStream>,
    pub(crate) cluster: Option<TokenStream>,
    /// The instances of a kernel with type and const parameters.
    pub(crate) instances: Option<Vec<Instance>>,
}
const MOST: &str = "a block has 1 to 1024 threads";
impl Blocks {
    /// Reads the tokens between the parentheses of the attribute.
    pub(crate) fn read(tokens: TokenStream) -> Result<Self, Wrong> {
        let mut read = Blocks::default();
        for part in split(tokens) {
            if let [TokenTree::Ident(name), TokenTree::Group(group)] = &part[..]
                && name.to_string() == "instances"
            {
                read.instances = Some(Instance::read(group.stream())?);
                continue;
            }
            let place = match &part[0] {
                TokenTree::Ident(name) => match name.to_string().as_str() {
                    "threads" => Some(&mut read.threads),
                    "blocks" => Some(&mut read.blocks),
                    "shared" => Some(&mut read.shared),
                    "cluster" => Some(&mut read.cluster),
                    _ => None,
                },
                _ => None,
            };
            let says = part.get(1).is_some_and(|token| token.to_string() == "=") && part.len() > 2;
            match place.filter(|_| says) {
                Some(place) => *place = Some(part[2..].iter().cloned().collect()),
                None => {
                    let words = format!(
                        "write `#[kernel(threads = 256, blocks = rows.extents().0)]`, and `shared = ` for bytes that are laid out by hand, \
                         `cluster = 2` for blocks that run together, `instances(mine_f32 = <f32>)` for parameters: no `{}`",
                        part[0]
                    );
                    return Err((words, Some(part[0].span())));
                }
            }
        }
        if read.blocks.is_some() && read.threads.is_none() {
            let first = read.blocks.and_then(|blocks| blocks.into_iter().next());
            return Err((
                "how many threads does a block have? Write `threads = 256`, too".to_owned(),
                first.map(|token| token.span()),
            ));
        }
        if let Some(threads) = &read.threads {
            let number = threads.to_string().replace('_', "");
            let number = number.trim_end_matches("u32").trim_end_matches("usize");
            if number.parse::<u128>().is_ok_and(|threads| !(1..=1024).contains(&threads)) {
                let first = threads.clone().into_iter().next();
                let span = first.map_or_else(Span::call_site, |token| token.span());
                return Err((format!("{MOST}, not {number}"), Some(span)));
            }
        }
        Ok(read)
    }

    /// The proof that a block has a number of threads that it can have, if constants compute it.
    pub(crate) fn proof(&self) -> TokenStream {
        match &self.threads {
            Some(threads) => crate::template::fill(
                &format!(
                    "const _: () = ::core::assert!(1 <= (THREADS) && (THREADS) <= 1024, \"{MOST}\");"
                ),
                &[("THREADS", threads.clone())],
            ),
            None => TokenStream::new(),
        }
    }

    /// The comments that the PTX entry carries about its blocks.
    pub(crate) fn said(&self) -> TokenStream {
        let mut said = TokenStream::new();
        let directives = [("threads", &self.threads), ("shared", &self.shared)];
        for (name, value) in directives {
            if let Some(value) = value {
                said.extend(crate::template::fill(
                    &format!(
                        "unsafe {{ ::core::arch::asm!(\"//{name} {{}}\", const {{ VALUE }}, options(nomem, nostack)) }};"
                    ),
                    &[("VALUE", value.clone())],
                ));
            }
        }
        if let Some(cluster) = &self.cluster {
            said.extend(crate::template::fill(
                "unsafe { ::tilework_device::blocks_of_cluster!(CLUSTER) };",
                &[("CLUSTER", cluster.clone())],
            ));
        }
        said
    }

    /// The value, or this number if there is none.
    pub(crate) fn or(value: &Option<TokenStream>, number: &str) -> TokenStream {
        value.clone().unwrap_or_else(|| text(number))
    }
}
