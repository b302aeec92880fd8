//! `#[kernel]` marks a function that a program launches.

mod blocks;
mod function;
mod instances;
mod shared;
mod template;

use proc_macro::TokenStream;

use std::collections::BTreeSet;
use std::sync::Mutex;

use blocks::Blocks;
use function::{Function, Kind, Wrong};
use template::{fill, text};

/// On a GPU the function becomes a PTX entry, `extern "ptx-kernel"`, under its own name. Elsewhere it stays as written,
/// and threads of the CPU call it. It returns `()`.
///
/// The types of the parameters implement `tilework_device::Parameter`: numbers, arrays of them, pointers, `Slice<T>`
/// and `SliceMut<T>`, layouts, `Input<T, L, P>` and `Output<T, L, P>`. A parameter `here: Here<256>` stands for the thread
/// of a block of 256; the attribute makes it, and it is no argument of the launch. A parameter written `&TensorMap<T>` is passed by
/// value, like `const __grid_constant__ CUtensorMap` in CUDA C++: its 128 bytes are among the arguments of the launch,
/// aligned to 64, and the kernel has a reference to them.
///
/// When the crate is compiled for a CPU, the attribute also writes a struct of the same name, which a program launches.
/// Its fields are the arguments, named like the parameters: see `tilework_device::launch`. If the function is `unsafe`,
/// the launch is a promise.
///
/// `#[kernel(threads = 256, blocks = rows.extents().0)]` also says how to launch the kernel: how many threads a block
/// has, and how many blocks there are in `x`, `y` and `z`. The number of blocks is computed from the parameters at
/// launch; `blocks = blocks_for([m, n], [16, 8])` gives each tile a block. Then `gpu.run(..)` and `emulator.run(..)` take
/// no numbers that could be wrong. `shared = 1024` is the number of bytes of shared memory, for a kernel that lays them
/// out with `Shared::new` (the bytes of `shared!` are counted automatically). `cluster = 2` is the number of blocks
/// that form a cluster.
///
/// A function with type and const parameters names its instances, `instances(scale_f32 = <f32, 4>, scale_f64 = <f64,
/// 2>)`. Each is a kernel of its own, under its own name in the PTX and as a struct.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, function: TokenStream) -> TokenStream {
    let kernels = Blocks::read(arguments).and_then(|blocks| instances::kernels(&function, blocks));
    let all = kernels.and_then(|(kernels, called)| {
        let mut all = TokenStream::new();
        for (function, blocks) in kernels {
            all.extend(of_one(function, &blocks)?);
        }
        all.extend(called);
        Ok(all)
    });
    all.unwrap_or_else(|(wrong, span)| template::error(&wrong, span))
}

/// A kernel without type parameters.
fn of_one(function: TokenStream, blocks: &Blocks) -> Result<TokenStream, Wrong> {
    let read = Function::read(function.clone())?;
    let mut all = entry(&read, blocks);
    all.extend(twice(&read));
    all.extend(text("#[cfg(not(target_arch = \"nvptx64\"))]"));
    // `#[inline]` lets only a crate that launches the kernel compile it for threads of the CPU.
    if !read.is_inline() {
        all.extend(text("#[inline]"));
    }
    all.extend(function);
    all.extend(launch(&read));
    all.extend(threads(&read, blocks));
    all.extend(grid(&read, blocks));
    all.extend(blocks.proof());
    Ok(all)
}

/// An error of the compilation to PTX if the crate has had a kernel of this name. Threads of the CPU run both.
fn twice(function: &Function) -> TokenStream {
    static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let name = function.name.to_string();
    let mut names = NAMES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if names.insert(name.clone()) {
        return TokenStream::new();
    }
    let words = format!("two kernels are named `{name}`: PTX has one entry of a name");
    let mut all = text("#[cfg(target_arch = \"nvptx64\")]");
    all.extend(template::error(&words, Some(function.name.span())));
    all
}

/// `shared!([f32; 256])`: an array in the shared memory of a block. `tilework_device` describes it.
#[proc_macro]
pub fn shared(tokens: TokenStream) -> TokenStream {
    shared::array(tokens)
}

/// The function as a PTX entry.
fn entry(function: &Function, blocks: &Blocks) -> TokenStream {
    let name = function.name.to_string();
    let (mut passed, mut received) = (TokenStream::new(), TokenStream::new());
    let mut said = blocks.said();
    // The launch passes no argument for `Here`, so the others are counted without it.
    let mut index = 0;
    for parameter in &function.parameters {
        let (argument, at) = (format!("argument_{index}"), format!("{name}_param_{index}"));
        let holes = [
            ("ARGUMENT", text(&argument)),
            ("PATTERN", parameter.pattern.clone()),
            ("TYPE", parameter.of.clone()),
        ];
        match parameter.kind {
            Kind::Here => received.extend(fill(
                "let __scope = ::tilework_device::Scope::new();
                // SAFETY: this is the entry. `tilework-host` compares the number of threads, which `new` writes into the PTX.
                let PATTERN: TYPE = unsafe { ::tilework_device::Here::new(&__scope) };",
                &holes,
            )),
            Kind::Map => {
                passed.extend(fill("_: TYPE,", &holes));
                received.extend(fill(
                    &format!(
                        "let PATTERN = unsafe {{
                            let map: *const TYPE;
                            // `tilework-ptx` reads the first line, and aligns the parameter.
                            ::core::arch::asm!(
                                \"//align 64 {at}\", \"mov.b64 {{0}}, {at};\", \"cvta.param.u64 {{0}}, {{0}};\",
                                out(reg64) map, options(pure, nomem, nostack)
                            );
                            &*map
                        }};"
                    ),
                    &holes,
                ));
            }
            _ => {
                said.extend(fill(
                    &format!(
                        "unsafe {{ ::core::arch::asm!(\"//type {index} {{}}\", const {{ <TYPE as ::tilework_device::Parameter>::FINGERPRINT }}, options(nomem, nostack)) }};"
                    ),
                    &holes,
                ));
                passed.extend(fill(
                    "ARGUMENT: <TYPE as ::tilework_device::Parameter>::Passed,",
                    &holes,
                ));
                received.extend(fill(
                    "let PATTERN = unsafe { <TYPE as ::tilework_device::Parameter>::receive(ARGUMENT) };",
                    &holes,
                ));
            }
        }
        index += usize::from(parameter.kind != Kind::Here);
    }
    fill(
        "ATTRIBUTES
        #[cfg(target_arch = \"nvptx64\")]
        #[unsafe(no_mangle)]
        VISIBILITY UNSAFE extern \"ptx-kernel\" fn NAME(PASSED) { SAID RECEIVED BODY }",
        &[
            ("ATTRIBUTES", function.attributes.clone()),
            ("VISIBILITY", function.visibility.clone()),
            ("UNSAFE", function.unsafety()),
            ("NAME", function.name()),
            ("PASSED", passed),
            ("RECEIVED", received),
            ("SAID", said),
            ("BODY", function.body.clone()),
        ],
    )
}

/// The struct that a program launches: the arguments, named like the parameters.
fn launch(function: &Function) -> TokenStream {
    let name = function.name.to_string();
    let [mut types, mut names, mut given, mut fields, mut converted] =
        [(); 5].map(|()| TokenStream::new());
    let [mut generic, mut wheres, mut arguments, mut values, mut texts] =
        [(); 5].map(|()| TokenStream::new());
    for (index, parameter) in function.parameters.iter().enumerate() {
        if parameter.kind == Kind::Here {
            given.extend(text("::tilework_device::Here::new(&__scope),"));
            continue;
        }
        let own = parameter.name.clone();
        let holes = [
            ("TEXT", text(&format!("{:?}", own.to_string()))),
            ("OWN", own),
            ("PARAMETER", text(&format!("parameter_{index}"))),
            ("ARGUMENT", text(&format!("Argument{index}"))),
            ("TYPE", parameter.of.clone()),
            ("VISIBILITY", function.visibility.clone()),
        ];
        let (of, conversion, call) = match parameter.kind {
            Kind::Data => (
                "Data",
                "unsafe { ::tilework_device::launch::Data::data(self.OWN, TEXT, &mut __seen) },",
                "*PARAMETER,",
            ),
            Kind::Map => {
                ("Map", "unsafe { ::tilework_device::launch::Map::map(self.OWN) },", "PARAMETER,")
            }
            Kind::View => (
                "View",
                "unsafe { ::tilework_device::launch::View::view(self.OWN, TEXT, &mut __seen) },",
                "*PARAMETER,",
            ),
            Kind::Value | Kind::Here => ("", "self.OWN,", "*PARAMETER,"),
        };
        types.extend(fill("TYPE,", &holes));
        names.extend(fill("PARAMETER,", &holes));
        texts.extend(fill("TEXT,", &holes));
        given.extend(fill(call, &holes));
        converted.extend(fill(conversion, &holes));
        // The layout is no parameter of the struct, so that errors do not repeat its type for each buffer.
        let field = match parameter.kind {
            Kind::Value => "TYPE",
            Kind::View => "(ARGUMENT, <TYPE as ::tilework_device::launch::Viewed>::Layout)",
            _ => "ARGUMENT",
        };
        let doc = "#[doc = \"The argument for the parameter of this name.\"]";
        fields.extend(fill(&format!("{doc} VISIBILITY OWN: {field},"), &holes));
        values.extend(text(if of.is_empty() { "true," } else { "false," }));
        if !of.is_empty() {
            let bound =
                format!("{field}: ::tilework_device::launch::{of}<'launch, Machine, TYPE>,");
            wheres.extend(fill(&bound, &holes));
            generic.extend(fill("ARGUMENT = (),", &holes));
            arguments.extend(fill("ARGUMENT,", &holes));
        }
    }
    let safe = match function.is_unsafe {
        true => "",
        false => {
            "#[cfg(not(target_arch = \"nvptx64\"))]
            impl<'launch, Machine, PLAIN> ::tilework_device::launch::Launches<'launch, Machine> for KERNEL<ARGUMENTS> where WHERES {
                fn launched(self) -> ::tilework_device::launch::Launch<'launch, Machine, KERNEL> {
                    // SAFETY: the kernel is safe, with whatever arguments of these types.
                    unsafe { ::tilework_device::launch::promise(self) }
                }
            }"
        }
    };
    fill(
        &format!(
            "#[cfg(not(target_arch = \"nvptx64\"))]
            #[allow(non_camel_case_types)]
            #[doc = \"The kernel [`{name}`](fn@{name}) with its arguments, as a program launches it.\"]
            VISIBILITY struct KERNEL<GENERIC> {{ FIELDS }}
            #[cfg(not(target_arch = \"nvptx64\"))]
            // SAFETY: the name and the parameters are those of the entry, which is written beside.
            unsafe impl ::tilework_device::launch::Kernel for KERNEL {{
                const NAME: &'static str = \"{name}\";
                const NAMES: &'static [&'static str] = &[TEXTS];
                type Parameters = (TYPES);
                const BY_VALUE: &'static [bool] = &[VALUES];
                #[inline]
                unsafe fn call(parameters: &Self::Parameters) {{
                    let (NAMES_OF_VALUES) = parameters;
                    #[allow(unused_variables)]
                    let __scope = ::tilework_device::Scope::new();
                    #[allow(unused_unsafe)]
                    // SAFETY: as promised.
                    unsafe {{ KERNEL(GIVEN) }}
                }}
            }}
            #[cfg(not(target_arch = \"nvptx64\"))]
            impl<PLAIN> ::tilework_device::launch::OfKernel for KERNEL<ARGUMENTS> {{
                type Kernel = KERNEL;
            }}
            #[cfg(not(target_arch = \"nvptx64\"))]
            impl<'launch, Machine, PLAIN> ::tilework_device::launch::Arguments<'launch, Machine> for KERNEL<ARGUMENTS> where WHERES {{
                unsafe fn launch(self) -> ::tilework_device::launch::Launch<'launch, Machine, KERNEL> {{
                    #[allow(unused_mut)]
                    let mut __seen = <::tilework_device::launch::Seen as ::core::default::Default>::default();
                    // SAFETY: for this launch, which borrows them.
                    let __parameters = (CONVERTED);
                    // SAFETY: the types are those of the parameters, and what they borrow lives as long.
                    unsafe {{ ::tilework_device::launch::Launch::new(__parameters, __seen) }}
                }}
            }}
            #[cfg(not(target_arch = \"nvptx64\"))]
            const _: () = ::tilework_device::launch::by_value::<KERNEL>();
            {safe}"
        ),
        &[
            ("VISIBILITY", function.visibility.clone()),
            ("KERNEL", function.name()),
            ("GENERIC", generic),
            ("FIELDS", fields),
            ("WHERES", wheres),
            ("PLAIN", arguments.clone()),
            ("ARGUMENTS", arguments),
            ("TYPES", types),
            ("NAMES_OF_VALUES", names),
            ("TEXTS", texts),
            ("GIVEN", given),
            ("CONVERTED", converted),
            ("VALUES", values),
        ],
    )
}

/// Asserts that `Here` is for as many threads as the attribute says.
fn threads(function: &Function, said: &Blocks) -> TokenStream {
    let (Some(here), Some(threads)) = (function.here(), &said.threads) else {
        return TokenStream::new();
    };
    fill(
        "const _: () = ::tilework_device::same_threads(<TYPE>::THREADS, THREADS_OF_BLOCK);",
        &[("TYPE", here.of.clone()), ("THREADS_OF_BLOCK", threads.clone())],
    )
}

/// The implementation of `Grid`, if the attribute says how many blocks there are.
fn grid(function: &Function, said: &Blocks) -> TokenStream {
    let Some(blocks) = &said.blocks else {
        return TokenStream::new();
    };
    let mut patterns = TokenStream::new();
    for parameter in function.passed() {
        patterns.extend(fill("PATTERN,", &[("PATTERN", parameter.pattern.clone())]));
    }
    fill(
        "#[cfg(not(target_arch = \"nvptx64\"))]
        impl ::tilework_device::launch::Grid for KERNEL {
            const THREADS: u32 = THREADS_OF_BLOCK;
            const SHARED: u32 = SHARED_OF_BLOCK;
            const CLUSTER: u32 = CLUSTER_OF_BLOCKS;
            #[allow(unused_imports, unused_mut, unused_variables)]
            fn blocks(parameters: &Self::Parameters) -> ::core::result::Result<[u32; 3], ::std::string::String> {
                use ::tilework_device::launch::blocks_for;
                let (PATTERNS) = *parameters;
                ::tilework_device::launch::grid(BLOCKS)
            }
        }",
        &[
            ("KERNEL", function.name()),
            ("THREADS_OF_BLOCK", Blocks::or(&said.threads, "0")),
            ("SHARED_OF_BLOCK", Blocks::or(&said.shared, "0")),
            ("CLUSTER_OF_BLOCKS", Blocks::or(&said.cluster, "1")),
            ("PATTERNS", patterns),
            ("BLOCKS", blocks.clone()),
        ],
    )
}
