//! Compiles a crate of kernels to PTX.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, fs};

use crate::toolchain::Toolchain;

/// The reason why there is no PTX.
#[derive(Debug)]
pub struct Error(pub(crate) String);
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl std::error::Error for Error {}

/// The flags of the compiler. A panic is a trap, so that no panic message is compiled. Jump threading is off, since it
/// may duplicate barriers that all threads of a warp must reach together (rust-lang/rust#137086). Line tables name the
/// accesses of local memory, and then they are left out.
const FLAGS: [&str; 5] = [
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Ctarget-cpu=sm_90a",
    "-Zmir-enable-passes=-JumpThreading",
    "-Cdebuginfo=line-tables-only",
];
/// Attributes that the crate of kernels would otherwise have in its first lines.
const ATTRIBUTES: [&str; 3] =
    ["no_std", "feature(abi_ptx, asm_experimental_arch)", "allow(unused_features)"];
/// A kernel is optimized as a whole, without the checks of a debug build.
const PROFILE: [(&str, &str); 4] = [
    ("CODEGEN_UNITS", "1"),
    ("OPT_LEVEL", "3"),
    ("OVERFLOW_CHECKS", "false"),
    ("DEBUG_ASSERTIONS", "false"),
];
/// Variables by which a cargo that runs this configures its own compiler.
const OF_OTHERS: [&str; 8] = [
    "RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTUP_TOOLCHAIN",
    "CARGO_MAKEFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_TARGET_DIR",
];

/// The PTX of the kernels of the crate in this folder. Build files go to `target`.
///
/// # Errors
/// If the Rust that compiles kernels is missing, and if they do not compile.
pub fn compile(folder: &Path, target: &Path) -> Result<String, Error> {
    let toolchain = Toolchain::find()?;
    let mut cargo = Command::new(&toolchain.cargo);
    for name in OF_OTHERS {
        cargo.env_remove(name);
    }
    for (name, value) in PROFILE {
        cargo.env(format!("CARGO_PROFILE_RELEASE_{name}"), value);
    }
    cargo
        .env("RUSTC", &toolchain.rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"))
        .current_dir(folder)
        .args(["rustc", "--lib", "--release", "--target", "nvptx64-nvidia-cuda"])
        .args(["-Zbuild-std=core", "--message-format=json-render-diagnostics", "--quiet"])
        .arg("--target-dir")
        .arg(target)
        .args(["--", "--emit=asm"])
        .args(ATTRIBUTES.map(|attribute| format!("-Zcrate-attr={attribute}")));
    let output = cargo.output();
    let program = toolchain.cargo.display();
    let output = output.map_err(|error| {
        Error(format!(
            "{program} does not run ({error}): name a cargo by DEVICE_CARGO, beside DEVICE_RUSTC"
        ))
    })?;
    let place = |path: &Path| fs::canonicalize(path).ok();
    let says = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let folder = place(folder).unwrap_or_else(|| folder.to_owned());
        return Err(Error(format!(
            "the kernels in {} do not compile for a GPU{}:\n{says}",
            folder.display(),
            hint(&says)
        )));
    }
    eprint!("{says}");
    let messages = String::from_utf8_lossy(&output.stdout);
    let own = |manifest: &Path| manifest.parent().and_then(place) == place(folder);
    let assembly = assembly(&messages, own)
        .ok_or_else(|| Error(format!("cargo names no library of {}", folder.display())))?;
    let read = fs::read_to_string(&assembly);
    let read = read.map_err(|error| Error(format!("{}: {error}", assembly.display())))?;
    let own = place(folder).unwrap_or_else(|| folder.to_owned());
    crate::text::written(&crate::lines::only_local(&read, &own)).map_err(Error)
}

/// A hint for a kernel that calls a function of `std`, or a function of the host beside kernels: `cargo test` has `std`,
/// and a GPU does not.
fn hint(says: &str) -> &'static str {
    const MISSING: [&str; 7] =
        ["`String`", "`Vec`", "`Box`", "`std`", "`vec`", "`format`", "`println`"];
    let of_std = |line: &str| {
        let words = ["cannot find", "undeclared", "unresolved", "can't find", "use of"];
        line.starts_with("error")
            && words.iter().any(|word| line.contains(word))
            && MISSING.iter().any(|name| line.contains(name))
    };
    if says.lines().any(of_std) {
        return ", which has `core` and not `std`: what only the host calls, such as helpers of tests, is marked \
                `#[cfg(not(target_arch = \"nvptx64\"))]`";
    }
    match says.contains("E0599") && ["`f32`", "`f64`"].iter().any(|of| says.contains(of)) {
        true => {
            ", which has `core` and not `std`: in the place of `x.exp()`, `x.sqrt()` and others are the functions `exp2`, `sqrt` \
             and others of `tilework_device`"
        }
        false => "",
    }
}

/// The assembly of the library with the manifest `own`, from cargo's messages. It lies beside the metadata
/// `libNAME-HASH.rmeta`. Dependencies of the library may be reported after it.
fn assembly(messages: &str, own: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let manifest = |line: &str| {
        let (_, path) = line.split_once("\"manifest_path\":\"")?;
        Some(PathBuf::from(path.split_once('"')?.0))
    };
    let message = messages.lines().find(|line| manifest(line).is_some_and(|path| own(&path)))?;
    let metadata = message.split('"').rfind(|text| text.ends_with(".rmeta"))?;
    let path = Path::new(metadata).with_extension("s");
    let name = path.file_name()?.to_str()?.strip_prefix("lib")?.to_owned();
    Some(path.with_file_name(name))
}

/// The PTX in the file that `TILEWORK_PTX` names.
fn shipped(path: &Path) -> Result<String, Error> {
    let wrong = |what: &str| {
        let path = path.display();
        Error(format!(
            "TILEWORK_PTX names {path}, {what}: `tilework-ptx KERNELS {path}` writes it, where there is a nightly Rust; without \
             TILEWORK_PTX the kernels are compiled here"
        ))
    };
    let text =
        fs::read_to_string(path).map_err(|error| wrong(&format!("which is not read ({error})")))?;
    match crate::Module::read(&text) {
        Some(_) => Ok(text),
        None => Err(wrong("which has no kernels that tilework-ptx has compiled")),
    }
}

/// For the build script of a program: compiles the kernels of the crate in this folder, which may be relative to the
/// folder of the program, and writes them to `kernels.ptx` in `OUT_DIR`. `TILEWORK_PTX` names a file to use instead.
///
/// # Panics
/// If something is missing or wrong. Cargo shows the message.
pub fn build_script(folder: impl AsRef<Path>) {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo runs build scripts"));
    for name in ["TILEWORK_PTX", "DEVICE_RUSTC", "DEVICE_CARGO"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let out = variable("OUT_DIR");
    let ptx = match env::var_os("TILEWORK_PTX") {
        Some(path) => {
            println!("cargo::rerun-if-changed={}", Path::new(&path).display());
            shipped(Path::new(&path))
        }
        None => {
            let folder = variable("CARGO_MANIFEST_DIR").join(folder);
            for part in ["src", "Cargo.toml"] {
                println!("cargo::rerun-if-changed={}", folder.join(part).display());
            }
            compile(&folder, &out.join("device"))
        }
    };
    let written = ptx.and_then(|ptx| {
        let module = crate::Module::read(&ptx);
        for warning in module.iter().flat_map(crate::Module::warnings) {
            println!("cargo::warning={warning}");
        }
        let path = out.join("kernels.ptx");
        fs::write(&path, ptx).map_err(|error| Error(format!("{}: {error}", path.display())))
    });
    if let Err(Error(says)) = written {
        // Cargo shows one line of a script that succeeds, and everything that a failing script has written.
        if says.contains('\n') {
            eprintln!("{says}");
            std::process::exit(1);
        }
        println!("cargo::error={says}");
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn ptx_that_is_shipped_is_read_or_refused() {
        let path = std::env::temp_dir().join(format!("tilework-{}.ptx", std::process::id()));
        let text = "// needs 8.0: \n.visible .entry one(\n)\n{\n\tret;\n}\n";
        std::fs::write(&path, text).unwrap();
        assert_eq!(super::shipped(&path).unwrap(), text);
        std::fs::write(&path, "hello").unwrap();
        let says = super::shipped(&path).unwrap_err().to_string();
        assert!(
            says.contains("which has no kernels") && says.contains("tilework-ptx KERNELS"),
            "{says}"
        );
        std::fs::remove_file(&path).unwrap();
        let says = super::shipped(&path).unwrap_err().to_string();
        assert!(
            says.contains("which is not read") && says.contains("tilework-ptx KERNELS"),
            "{says}"
        );
    }

    #[test]
    fn who_calls_a_function_of_std_is_told_of_those_of_a_gpu() {
        let says = "error[E0599]: no method named `exp` found for type `f32` in the current scope";
        assert!(super::hint(says).contains("`exp2`"));
        assert_eq!(super::hint("error[E0599]: no method named `run` found for struct `Host`"), "");
        for says in [
            "error[E0425]: cannot find type `String` in this scope\nhelp: you might be missing a type parameter\n  pub fn rows<String>(",
            "error[E0433]: failed to resolve: use of undeclared type `Vec`",
            "error: cannot find macro `println` in this scope",
            "error[E0463]: can't find crate for `std`",
        ] {
            assert!(super::hint(says).contains("#[cfg(not(target_arch = \"nvptx64\"))]"), "{says}");
        }
        assert_eq!(super::hint("error[E0425]: cannot find type `Strin` in this scope"), "");
        assert_eq!(super::hint("error[E0308]: mismatched types, expected `f32`"), "");
    }

    #[test]
    fn the_assembly_lies_beside_the_metadata() {
        let messages = r#"{"reason":"compiler-artifact","manifest_path":"/c/Cargo.toml","filenames":["/t/deps/libcore-1.rmeta"]}
            {"reason":"compiler-artifact","manifest_path":"/m/Cargo.toml","filenames":["/t/libmine.rlib","/t/deps/libmine-0a.rmeta"]}
            {"reason":"compiler-artifact","manifest_path":"/l/Cargo.toml","filenames":["/t/deps/liblayouts-7.rmeta"]}
            {"reason":"build-finished","success":true}"#;
        let of = |messages, folder| super::assembly(messages, |path| path.starts_with(folder));
        assert_eq!(of(messages, "/m").as_deref(), Some(Path::new("/t/deps/mine-0a.s")));
        assert_eq!(of(messages, "/other"), None);
        assert_eq!(of("{}", "/m"), None);
    }
}
