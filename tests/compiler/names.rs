//! Programs that know the library by another name, or by the reexports of their own library.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiler::{Library, scratch};

/// Calls of each macro with everything that it may emit: values and types, literals, dynamic leaves, operations,
/// constants and errors.
const CALLS: &str = "
    pub type Rows<const N: usize> = Layout!((const N,8):(8,1));
    pub type Tiled = Layout!(zipped_divide({ Layout!((8,8):(8,1)) }, (4,4)));
    pub fn first(lda: usize) -> Layout!((8,_):(1,_)) {
        layout!((8,lda):(1,lda))
    }
    pub fn calls(m: usize, tile: usize) {
        let a = layout!((m,8):row_major);
        let divided = layout!(zipped_divide(a, (4,8)));
        let _: Tiled = layout!(zipped_divide((8,8):(8,1), (4,4)));
        let _ = (layout!((m,8):(e0,m*e(1,1))), layout!((8,8):(f9,f1)), layout!(<m:1,_>), layout!((m,{2 * m})));
        let _ = (layout!(Sw<3,0,3> o 4 o (8,8):(8,1)), layout!(make_ordered_layout((m,8), (1,0))));
        let _ = (layout!((const { 2 * 4 },m)), layout!(composed((4,8), 0, a)), layout!(group(a, 0, 2)));
        assert_eq!(divided.to_string(), \"((4,8),(2,1)):((8,1),(32,0))\");
        let error = try_layout!((m,8) / (tile,8)).unwrap_err();
        assert!(error.to_string().starts_with(\"logical_divide: evenness\"));
        assert_eq!(first(9).to_string(), \"(8,9):(1,9)\");
    }
";

/// Compiles a program, and returns the compiler's output.
fn compiled(mut rustc: Command, folder: &Path) -> (bool, String) {
    let output = rustc.arg("--out-dir").arg(folder).output().expect("rustc runs");
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[track_caller]
fn assert_compiles(rustc: Command, folder: &Path) {
    let (compiles, said) = compiled(rustc, folder);
    assert!(compiles && said.is_empty(), "{said}");
}

fn written(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let source = folder.join(name);
    fs::write(&source, text).unwrap();
    source
}

/// The case of `tw = { package = "tilework" }` in `Cargo.toml`.
#[test]
fn the_library_has_another_name() {
    let (library, folder) = (Library::of_the_tests(), scratch("renamed"));
    let text = format!(
        "#![forbid(unsafe_code)] use tw::{{Layout, layout, try_layout}};{CALLS}fn main() {{ calls(8, 3); }}"
    );
    let mut rustc = library.without(&written(&folder, "renamed.rs", &text), "bin");
    rustc.arg("--extern").arg(library.named("tw"));
    assert_compiles(rustc, &folder);
    assert!(Command::new(folder.join("renamed")).status().unwrap().success());
}

/// A library reexports the macros, also in a macro of its own, for a program that does not depend on `tilework`. Errors
/// still point into the program.
#[test]
fn another_library_passes_the_macros_on() {
    let (library, folder) = (Library::of_the_tests(), scratch("passed_on"));
    let text = "pub use tilework::{Layout, layout, try_layout};
        #[macro_export]
        macro_rules! padded { ($rows:expr, $columns:literal) => { $crate::layout!(($rows,$columns):($columns,1)) } }";
    assert_compiles(library.rustc(&written(&folder, "middle.rs", text), "rlib"), &folder);
    let compiler = |name: &str, text: &str| {
        let mut rustc = library.without(&written(&folder, name, text), "bin");
        let mut middle = std::ffi::OsString::from("middle=");
        middle.push(folder.join("libmiddle.rlib"));
        rustc.arg("--extern").arg(middle);
        rustc
    };
    let text = format!(
        "use middle::{{Layout, layout, padded, try_layout}};{CALLS}\
         fn main() {{ calls(8, 3); assert_eq!(padded!(2 + 3, 8).to_string(), \"(5,8):(8,1)\"); }}"
    );
    assert_compiles(compiler("passed_on.rs", &text), &folder);
    assert!(Command::new(folder.join("passed_on")).status().unwrap().success());
    let wrong = "fn main() {\n    middle::layout!((4,6,8):(2,3,5) o 6:3);\n}";
    let (compiles, said) = compiled(compiler("wrong.rs", wrong), &folder);
    assert!(!compiles && said.starts_with("error: inadmissible composition "), "{said}");
    assert!(said.contains("wrong.rs:2:"), "{said}");
}
