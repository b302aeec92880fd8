//! Requirements on the documentation of the sources: the names that CuTe's users look for, and links from the numbers
//! of papers to the papers. Requirements on packages that are published.

use std::fs;
use std::path::{Path, PathBuf};

/// Names of CuTe, for what has another name here.
const OF_CUTE: &str = "make_coord make_tile retile_S partition_fragment_A partition_fragment_C make_fragment_A get_slice
    get_thread_slice clear elem_less domain_offset make_gmem_ptr make_smem_ptr recast_ptr MMA_Atom Copy_Atom ThrMMA ThrCopy
    ceil_div shape_div prefetch make_tma_copy make_tma_atom slice_and_offset print_layout print_latex make_layout_tv UniversalCopy";

/// Names of CuTe for what nothing here does alone: the guide says what to write.
const IN_THE_GUIDE: &str = "cooperative_copy cooperative_gemm print_tensor";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The sources under a folder with their texts.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() => found.extend(sources(&path)),
            Some(extension) if extension == "rs" => {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
            _ => {}
        }
    }
    found
}

/// The names in quotes behind each `doc(alias`.
fn aliases(text: &str) -> Vec<&str> {
    let behind = text.split("#[doc(alias").skip(1);
    behind.flat_map(|rest| rest.split_once(']').unwrap().0.split('"').skip(1).step_by(2)).collect()
}

#[test]
fn names_of_cute_are_found() {
    let folders = ["algebra/src", "gpu/atom/src", "gpu/device/src", "gpu/host/src", "src"];
    let all: Vec<_> = folders.iter().flat_map(|folder| sources(&root().join(folder))).collect();
    let aliases: Vec<&str> = all.iter().flat_map(|(_, text)| aliases(text)).collect();
    let is_there = |name: &str| {
        aliases.contains(&name)
            || all.iter().any(|(_, text)| text.contains(&format!("pub fn {name}")))
    };
    let missing: Vec<_> = OF_CUTE.split_whitespace().filter(|name| !is_there(name)).collect();
    assert!(missing.is_empty(), "neither an alias nor a function: {missing:?}");

    let guide = fs::read_to_string(root().join("src/guide/from_cute.md")).unwrap();
    let names = OF_CUTE.split_whitespace().chain(IN_THE_GUIDE.split_whitespace());
    let missing: Vec<_> = names.filter(|name| !guide.contains(name)).collect();
    assert!(missing.is_empty(), "not in src/guide/from_cute.md: {missing:?}");
}

/// The comments of documentation in a text, each as one.
fn documentation(text: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in text.lines().map(str::trim_start) {
        match line.strip_prefix("///").or(line.strip_prefix("//!")) {
            Some(line) => *comments.last_mut().unwrap() += &format!("{line}\n"),
            None => comments.push(String::new()),
        }
    }
    comments
}

/// Returns whether the text has the number of a paper by itself.
fn cites(text: &str, paper: &str) -> bool {
    let of_number = |c: char| c.is_alphanumeric() || ".,_".contains(c);
    text.match_indices(paper).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + paper.len()..]);
        let mut behind = behind.chars();
        let goes_on = match behind.next() {
            Some('.' | ',') => behind.next().is_some_and(|c| c.is_ascii_digit()),
            next => next.is_some_and(char::is_alphanumeric),
        };
        !goes_on && !before.ends_with(of_number)
    })
}

#[test]
fn numbers_of_papers_are_links() {
    assert!(
        cites("as 003 says", "003") && cites("(004, table 4)", "004") && cites("of 003.", "003")
    );
    assert!(!cites("0.003", "003") && !cites("10,000", "000") && !cites("003.5", "003"));
    let mut cited = 0;
    for (folder, page) in [("algebra/src", "crate::papers"), ("src", "crate::guide::papers")] {
        for (path, text) in sources(&root().join(folder)) {
            for comment in documentation(&text) {
                for paper in ["000", "001", "002", "003", "004"] {
                    if cites(&comment, paper) {
                        cited += 1;
                        let link = format!("[{paper}]({page})");
                        assert!(
                            comment.contains(&link),
                            "{}: no {link} in\n{comment}",
                            path.display()
                        );
                    }
                }
            }
        }
    }
    assert!(cited > 200, "{cited} comments cite a paper");
}

/// The packages of the workspace by their folders, as `Cargo.toml` lists them.
fn members() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let list = manifest.split_once("members = [").unwrap().1.split_once(']').unwrap().0;
    let members = list.split('"').skip(1).step_by(2).map(str::to_owned);
    members.chain([String::new()]).collect()
}

#[test]
fn what_is_published_has_all_that_is_shown_of_it() {
    let mut published = Vec::new();
    for member in members() {
        let folder = root().join(&member);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        // No address: the repository has none that is sure to be ours.
        assert!(!manifest.contains("\nrepository"), "{member} names a repository");
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        for key in ["description", "license", "documentation", "keywords", "categories"] {
            assert!(manifest.contains(&format!("\n{key}")), "{member} has no {key}");
        }
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(folder.join(file).exists(), "{member} has no {file}");
        }
        for tests in ["tests", "proofs"].iter().filter(|tests| folder.join(tests).exists()) {
            // A package inside is left out as it is.
            let is_left_out = manifest.contains(&format!("\"/{tests}\""))
                || folder.join(tests).join("Cargo.toml").exists();
            assert!(is_left_out, "{member} would be published with {tests}");
        }
        published.push(member);
    }
    assert_eq!(published, ["algebra", "macros", "cli", "gpu/atom", ""]);
}
