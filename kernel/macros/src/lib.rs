//! `#[kernel]`: a function that a program launches.

mod function;
mod template;

use proc_macro::TokenStream;

use function::{Function, Kind};
use template::{fill, text};

/// On a GPU the function is an entry of the PTX, `extern "ptx-kernel"`, by its own name; elsewhere it is as it stands, and
/// threads of the CPU call it. The return type is `()`, and there are no type parameters.
///
/// Parameters are of types that are `tilework_kernel::Parameter`: numbers, arrays of them, pointers, layouts, `Input<T, L>` and `Output<T, L>`. One that is
/// written `&TensorMap<T>` is passed by value: its 128 bytes lie where the arguments of the launch do, aligned to 64, as
/// `const __grid_constant__ CUtensorMap` of CUDA C++, and the kernel has a reference to them.
///
/// Where there is no GPU to compile for, a type of the same name is written beside the function: what a program launches. Its function `with`
/// takes the arguments, of the types that the parameters have: see `tilework_kernel::launch`. It is `unsafe` where the function is.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, function: TokenStream) -> TokenStream {
    let read = match arguments.is_empty() {
        true => Function::read(function.clone()),
        false => Err(("write `#[kernel]`, without arguments".to_owned(), None)),
    };
    match read {
        Ok(read) => {
            let mut all = entry(&read);
            all.extend(text("#[cfg(not(target_arch = \"nvptx64\"))]"));
            all.extend(function);
            all.extend(launch(&read));
            all
        }
        Err((wrong, span)) => template::error(&wrong, span),
    }
}

/// The function as an entry.
fn entry(function: &Function) -> TokenStream {
    let name = function.name.to_string();
    let (mut passed, mut received) = (TokenStream::new(), TokenStream::new());
    for (index, parameter) in function.parameters.iter().enumerate() {
        let (argument, at) = (format!("argument_{index}"), format!("{name}_param_{index}"));
        let holes = [
            ("ARGUMENT", text(&argument)),
            ("PATTERN", parameter.pattern.clone()),
            ("TYPE", parameter.of.clone()),
        ];
        match parameter.kind {
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
                passed.extend(fill(
                    "ARGUMENT: <TYPE as ::tilework_kernel::Parameter>::Passed,",
                    &holes,
                ));
                received.extend(fill(
                    "let PATTERN = unsafe { <TYPE as ::tilework_kernel::Parameter>::receive(ARGUMENT) };",
                    &holes,
                ));
            }
        }
    }
    fill(
        "ATTRIBUTES
        #[cfg(target_arch = \"nvptx64\")]
        #[unsafe(no_mangle)]
        VISIBILITY UNSAFE extern \"ptx-kernel\" fn NAME(PASSED) { RECEIVED BODY }",
        &[
            ("ATTRIBUTES", function.attributes.clone()),
            ("VISIBILITY", function.visibility.clone()),
            ("UNSAFE", function.unsafety()),
            ("NAME", function.name()),
            ("PASSED", passed),
            ("RECEIVED", received),
            ("BODY", function.body.clone()),
        ],
    )
}

/// What a program launches.
fn launch(function: &Function) -> TokenStream {
    let name = function.name.to_string();
    let [mut types, mut names, mut given, mut arguments, mut converted] =
        [(); 5].map(|()| TokenStream::new());
    for (index, parameter) in function.parameters.iter().enumerate() {
        let own = parameter.name().unwrap_or_else(|| text(&format!("argument_{index}")));
        let holes = [
            ("TEXT", text(&format!("{:?}", own.to_string()))),
            ("OWN", own),
            ("PARAMETER", text(&format!("parameter_{index}"))),
            ("TYPE", parameter.of.clone()),
            ("POINTEE", parameter.pointee.clone()),
        ];
        let (of, argument, conversion, call) = match parameter.kind {
            Kind::Read => (
                "TYPE,",
                "OWN: impl ::tilework_kernel::launch::Input<'launch, Machine, POINTEE>,",
                "::tilework_kernel::launch::Input::address(OWN),",
                "*PARAMETER,",
            ),
            Kind::Written => (
                "TYPE,",
                "OWN: impl ::tilework_kernel::launch::Output<'launch, Machine, POINTEE>,",
                "::tilework_kernel::launch::Output::address(OWN),",
                "*PARAMETER,",
            ),
            Kind::Map => (
                "TYPE,",
                "OWN: impl ::tilework_kernel::launch::Map<'launch, Machine, TYPE>,",
                "::tilework_kernel::launch::Map::map(OWN),",
                "PARAMETER,",
            ),
            Kind::View => (
                "TYPE,",
                "OWN: impl ::tilework_kernel::launch::View<'launch, Machine, TYPE>,",
                "::tilework_kernel::launch::View::view(OWN, TEXT, &mut __wrong),",
                "*PARAMETER,",
            ),
            Kind::Value => ("TYPE,", "OWN: TYPE,", "OWN,", "*PARAMETER,"),
        };
        types.extend(fill(of, &holes));
        names.extend(fill("PARAMETER,", &holes));
        given.extend(fill(call, &holes));
        arguments.extend(fill(argument, &holes));
        converted.extend(fill(conversion, &holes));
    }
    let safety = match function.is_unsafe {
        true => "\\n\\n# Safety\\n\\nAs the kernel asks.",
        false => "",
    };
    fill(
        &format!(
            "#[cfg(not(target_arch = \"nvptx64\"))]
            #[allow(non_camel_case_types)]
            #[doc = \"The kernel [`{name}`](fn@{name}), as a program launches it.\"]
            VISIBILITY enum KERNEL {{}}
            #[cfg(not(target_arch = \"nvptx64\"))]
            impl ::tilework_kernel::launch::Kernel for KERNEL {{
                const NAME: &'static str = \"{name}\";
                type Parameters = (TYPES);
                unsafe fn call(parameters: &Self::Parameters) {{
                    let (NAMES) = parameters;
                    #[allow(unused_unsafe)]
                    // SAFETY: as promised.
                    unsafe {{ KERNEL(GIVEN) }}
                }}
            }}
            #[cfg(not(target_arch = \"nvptx64\"))]
            impl KERNEL {{
                #[doc = \"The launch with these arguments.{safety}\"]
                #[allow(clippy::too_many_arguments)]
                VISIBILITY UNSAFE fn with<'launch, Machine>(
                    ARGUMENTS
                ) -> ::tilework_kernel::launch::Launch<'launch, Machine, Self> {{
                    #[allow(unused_mut)]
                    let mut __wrong = ::core::option::Option::None;
                    let __parameters = (CONVERTED);
                    // SAFETY: the types are those of the parameters, and what they borrow lives as long.
                    unsafe {{ ::tilework_kernel::launch::Launch::new(__parameters, __wrong) }}
                }}
            }}"
        ),
        &[
            ("VISIBILITY", function.visibility.clone()),
            ("UNSAFE", function.unsafety()),
            ("KERNEL", function.name()),
            ("TYPES", types),
            ("NAMES", names),
            ("GIVEN", given),
            ("ARGUMENTS", arguments),
            ("CONVERTED", converted),
        ],
    )
}
