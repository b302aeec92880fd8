//! The chapter `levels` of the guide says at which level each operation exists. The table of the calculator's operations
//! and the public items of the other levels make its tables. `TILEWORK_BLESS=1` writes them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tilework_algebra::expression::{NamedOperation, OPERATIONS};

const BEGIN: &str = "<!-- levels begin -->\n";
const END: &str = "<!-- levels end -->\n";

/// Operations that values have by another name.
const OF_VALUES: &[(&str, &str)] = &[
    ("equal", "`==`"),
    ("product", "`IntTuple::size`"),
    ("composed", "`Composed::new`"),
    ("same_function", "`offsets`, compared"),
    ("first_difference", "`offsets`, compared"),
    ("owners", "`offsets`, searched"),
    ("shared", "`shared_layout`"),
    ("ldmatrix_trans", "`ldmatrix`"),
    ("stmatrix_trans", "`stmatrix`"),
    ("copy_plan_tile", "`CopyPlan`"),
    ("copy_plan_from", "`CopyPlan`"),
    ("copy_plan_to", "`CopyPlan`"),
    ("copy_plan_read", "`CopyPlan`"),
    ("copy_plan_write", "`CopyPlan`"),
    ("copy_plan_shared", "`CopyPlan`"),
    ("to_xor", "`Layout::of_integers`"),
    ("to_swizzle", "`Swizzle::of_layout`"),
    ("make_morphism", "`TupleMorphism::new`"),
    ("compose", "`then`"),
    ("concat", "`concatenate`"),
    ("tuple_sum", "`sum`"),
    ("tuple_squeeze", "`squeeze`"),
    ("tuple_sort", "`sort`"),
    ("tuple_strong_coalesce", "`strong_coalesce`"),
    ("tuple_restrict", "`restrict`"),
    ("tuple_factorize", "`factorize`"),
    ("tuple_flat_divide", "`flat_divide`"),
    ("tuple_flat_product", "`flat_product`"),
    ("compute_layout", "`layout_of`"),
    ("compute_morphism", "`morphism_of`"),
    ("relative_flattening", "`relative_flatten`"),
    ("compose_tractable_layouts", "`composition_algorithm`"),
    ("ordered_factorizations", "`OrderedFactorization`"),
    ("layout_permutations", "`LayoutPermutations`"),
    ("layout_of_permutation", "`morphism_of_permutation`"),
    ("linear_layout", "`LinearLayout::of_bases`"),
    ("shared_linear_layout", "`LinearLayout::of_bases`"),
    ("to_linear_layout", "`LinearLayout::of_layout`"),
    ("to_shared_linear_layout", "`LinearLayout::of_memory`"),
    ("linear", "`Encoding`"),
    ("shared_linear", "`Encoding`"),
    ("blocked", "`BlockedEncoding`"),
    ("nvidia_mma", "`linear_layout::NvidiaMmaEncoding`"),
    ("amd_mfma", "`AmdMfmaEncoding`"),
    ("amd_wmma", "`AmdWmmaEncoding`"),
    ("dot_op", "`DotOperandEncoding`"),
    ("slice_encoding", "`Encoding`"),
    ("swizzled_shared", "`SwizzledSharedEncoding`"),
    ("nvmma_shared", "`NvmmaSharedEncoding`"),
];

/// Operations that constants of kernels have, as methods of `tilework_device::proof::Access`.
const PROOFS: &[(&str, &str)] = &[("bank_conflicts", "bank_conflicts"), ("coalescing", "sectors")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of the `pub use` of a file.
fn exported(source: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for item in source.split("pub use ").skip(1) {
        let item = item.split(';').next().unwrap();
        let names = item.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        words.extend(names.filter_map(|name| name.rsplit("::").next()).map(str::to_owned));
    }
    words
}

/// The names of the public functions that the sources of these folders and files define.
fn functions(paths: &[&str], leave_out: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut todo: Vec<PathBuf> = paths.iter().map(|path| root().join(path)).collect();
    while let Some(path) = todo.pop() {
        if leave_out.iter().any(|folder| path.ends_with(folder)) {
            continue;
        }
        if path.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let line = line.trim_start();
            let function = ["pub fn ", "pub const fn ", "fn "]
                .iter()
                .find_map(|begin| line.strip_prefix(begin));
            // A method of a public trait is not `pub`.
            let of_trait = line.starts_with("fn ") && path.ends_with("tuple/nested.rs");
            if let Some(rest) = function.filter(|_| line.starts_with("pub") || of_trait) {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                names.insert(rest[..end.unwrap_or(rest.len())].to_owned());
            }
        }
    }
    names
}

/// The public items of all levels.
struct Levels {
    values: BTreeSet<String>,
    methods_of_values: BTreeSet<String>,
    types: BTreeSet<String>,
    methods_of_types: BTreeSet<String>,
    macros: BTreeSet<String>,
    proofs: BTreeSet<String>,
}

impl Levels {
    fn new() -> Self {
        // The macros name an operation of the types by its variant.
        let known = read("macros/src/operation.rs");
        let known = known.split("known(Operation::").skip(1);
        let variants: BTreeSet<&str> = known.filter_map(|row| row.split(',').next()).collect();
        let names = read("algebra/src/error/operation.rs");
        let names = names.lines().filter_map(|line| line.trim().split_once(" = \""));
        let macros = names.filter(|(variant, _)| variants.contains(variant));
        let macros = macros.map(|(_, name)| name.trim_end_matches("\",").to_owned());
        Levels {
            values: exported(&read("algebra/src/lib.rs")),
            methods_of_values: functions(
                &["algebra/src"],
                &["expression", "draw", "rules", "notation"],
            ),
            types: exported(&read("src/operation.rs")),
            methods_of_types: functions(&["src/layout", "src/layout.rs"], &[]),
            macros: macros.collect(),
            proofs: functions(&["gpu/atom/src/proof.rs", "gpu/atom/src/proof"], &[]),
        }
    }

    fn of_values(&self, name: &str) -> String {
        let other = OF_VALUES.iter().find(|(of, _)| *of == name);
        match other {
            Some((_, other)) => (*other).to_owned(),
            None if self.values.contains(name) => "function".to_owned(),
            None if self.methods_of_values.contains(name) => "method".to_owned(),
            None => "-".to_owned(),
        }
    }

    fn of_types(&self, name: &str) -> &'static str {
        match name {
            _ if self.types.contains(name) => "function",
            _ if self.methods_of_types.contains(name) => "method",
            _ if self.macros.contains(name) => "by `layout!`",
            _ => "-",
        }
    }

    fn of_macros(&self, name: &str) -> &'static str {
        if self.macros.contains(name) { "names" } else { "literals" }
    }

    fn of_kernels(&self, name: &str) -> String {
        let proof = PROOFS.iter().find(|(of, _)| *of == name);
        match (self.of_types(name), proof) {
            ("-", Some((_, proof))) => format!("`proof::Access::{proof}`"),
            ("-", None) => "-".to_owned(),
            _ => "yes".to_owned(),
        }
    }
}

fn tables(levels: &Levels) -> String {
    let mut text = String::from("\n");
    for section in OPERATIONS {
        text += &format!(
            "# {}\n\n| operation | values | types | macros | kernels | Python |\n|---|---|---|---|---|---|\n",
            section.title
        );
        for NamedOperation { name, .. } in section.operations {
            text += &format!(
                "| `{name}` | {} | {} | {} | {} | yes |\n",
                levels.of_values(name),
                levels.of_types(name),
                levels.of_macros(name),
                levels.of_kernels(name),
            );
        }
        text += "\n";
    }
    text
}

#[test]
fn the_chapter_has_all_operations() {
    let levels = Levels::new();
    let path = root().join("src/guide/levels.md");
    let chapter = fs::read_to_string(&path).unwrap();
    let (before, rest) = chapter.split_once(BEGIN).expect("where the tables begin");
    let (there, after) = rest.split_once(END).expect("where the tables end");
    let now = tables(&levels);
    if env::var_os("TILEWORK_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{now}{END}{after}")).unwrap();
    } else {
        assert!(
            there == now,
            "the tables of src/guide/levels.md are now (TILEWORK_BLESS=1 writes them):\n{now}"
        );
    }
}

/// What is listed here by another name exists by that name, and not by its own.
#[test]
fn other_names_exist() {
    let levels = Levels::new();
    let mut source = String::new();
    let mut todo = vec![root().join("algebra/src")];
    while let Some(path) = todo.pop() {
        match path.is_dir() {
            true => todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path())),
            false if path.extension().is_some_and(|of| of == "rs") => {
                source += &fs::read_to_string(&path).unwrap()
            }
            false => {}
        }
    }
    for (name, other) in OF_VALUES {
        assert!(NamedOperation::named(name).is_some(), "there is no operation {name}");
        assert!(!levels.values.contains(*name), "values have {name} by this name");
        let item = other.trim_matches('`').split(['`', ',']).next().unwrap();
        let item = item.rsplit("::").next().unwrap();
        let defined =
            ["fn ", "struct ", "enum "].map(|kind| source.contains(&format!("pub {kind}{item}")));
        assert!(item == "==" || defined.contains(&true), "{name}: nothing is named {item}");
    }
    for (name, proof) in PROOFS {
        assert!(levels.proofs.contains(*proof), "{name}: nothing is named {proof}");
    }
    // No operation is at no level but the calculator.
    let operations = OPERATIONS.iter().flat_map(|section| section.operations);
    let none: Vec<_> =
        operations.filter(|of| levels.of_values(of.name) == "-").map(|of| of.name).collect();
    assert!(none.is_empty(), "values have no {none:?}: another name belongs to OF_VALUES");
    // Each operation of the macros is one of the calculator.
    for name in &levels.macros {
        assert!(NamedOperation::named(name).is_some() || name == "coalesce_profile", "{name}");
    }
}
