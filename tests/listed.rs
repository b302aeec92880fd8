//! Checks that each test file here is built and run: `Cargo.toml` names them one by one.

use std::fs;
use std::path::Path;

#[test]
fn every_test_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut missing = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let main = format!("{name}/main.rs");
        let file = if folder.join(&main).exists() { main } else { name };
        if file.ends_with(".rs") && !manifest.contains(&format!("\npath = \"{file}\"\n")) {
            missing.push(file);
        }
    }
    assert!(missing.is_empty(), "tests/Cargo.toml does not name {missing:?}");
}
