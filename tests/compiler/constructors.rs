//! Lists where tensors are made without a check: `src/tensor/sound.rs` says what must hold, and each place says why it
//! does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of the tensors.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "rs") => {
                    files.push(path)
                }
                false => {}
            }
        }
    }
    files
}

/// The number of calls of unchecked constructors in each file. Whoever adds one reads `src/tensor/sound.rs`, and counts
/// it here.
const UNCHECKED: &[(&str, usize)] = &[
    ("along.rs", 3),
    ("arithmetic.rs", 1),
    ("constant.rs", 1),
    ("coordinates.rs", 3),
    ("copy.rs", 1),
    ("fragment.rs", 1),
    ("gather.rs", 1),
    ("lift.rs", 2),
    ("named.rs", 2),
    ("of_thread.rs", 2),
    ("packed.rs", 2),
    ("part.rs", 2),
    ("partition.rs", 1),
    ("permuted_inplace.rs", 1),
    ("predicated.rs", 2),
    ("raw.rs", 6),
    ("reversed.rs", 2),
    ("sound.rs", 2),
    ("split.rs", 2),
    ("tensor.rs", 4),
    ("tiles.rs", 5),
    ("window.rs", 1),
];

#[test]
fn each_says_why_it_is_sound() {
    let mut counted = BTreeMap::new();
    for path in sources() {
        let source = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with("//")) {
            // A literal of the type itself, which is no pattern, may be in `sound` only.
            let literal = line.starts_with("Tensor {") || line.contains(" Tensor { ");
            let is_code = !line.starts_with("impl") && !line.contains("let Tensor {");
            assert!(!literal || !is_code || name == "sound.rs", "{name}: {line}");
            if !line.contains("Tensor::sound(") {
                continue;
            }
            *counted.entry(name.clone()).or_insert(0) += 1;
            let comment = lines[..at].iter().rev().take_while(|line| line.starts_with("//"));
            assert!(
                comment.into_iter().any(|line| line.starts_with("// Sound:")),
                "{name}: {line}"
            );
        }
    }
    let expected = UNCHECKED.iter().map(|&(name, count)| (name.to_owned(), count));
    assert_eq!(counted, expected.collect());
}
