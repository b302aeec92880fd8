//! Checks that each file of a test is compiled: the `main.rs` of its target names it.

use std::fs;
use std::path::Path;

#[test]
fn every_file_is_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    for target in ["compiler", "gpu", "interop", "layout", "operation", "tensor"] {
        let main = fs::read_to_string(folder.join(target).join("main.rs")).unwrap();
        for entry in fs::read_dir(folder.join(target)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            if let Some(name) = file.strip_suffix(".rs")
                && name != "main"
                && !main.lines().any(|line| line == format!("mod {name};"))
            {
                missing.push(format!("{target}/{file}"));
            }
        }
    }
    assert!(missing.is_empty(), "no `main.rs` in `tests/` names {missing:?}");
}
